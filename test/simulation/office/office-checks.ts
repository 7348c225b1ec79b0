import {type NonceContext, type OfficeAnswer, projectedThrough} from '../../../src/core/office/accept.js';
import {type ChainPosition, chainStart} from '../../../src/core/office/chain.js';
import {Projection} from '../../../src/core/office/projection.js';
import {request as sample} from '../../core/payment/payment-samples.js';
import type {Findings} from '../findings.js';
import {checkLists} from './lists.js';
import type {Machine, Place} from './machine.js';
import type {OfficeRequest} from './messages.js';
import {linesOf, type SimulatedOffice, type TillTables} from './office.js';
import {Tables} from './tables.js';

/** What an office must never do, looked at from outside: its disk, what it has said, and what the machines really are. */
export class OfficeChecks {
  readonly #office: SimulatedOffice;
  readonly #places: readonly Place[];
  readonly #findings: Findings;
  readonly #looked = new Map<string, TillTables>();
  /** What tills were told is there, by till; of those, what an older copy of the office may have lost. */
  readonly #told = new Map<string, ChainPosition[]>();
  readonly #losses = new Set<string>();
  /** What each machine had written by its own last act. */
  readonly #written = new Map<Machine, string>();
  #hasGoneBack = false;

  constructor(office: SimulatedOffice, places: readonly Place[], findings: Findings) {
    this.#office = office;
    this.#places = places;
    this.#findings = findings;
    office.onAnswer = (till, answer) => this.#onAnswer(till, answer);
    office.onDecided = (request, asked, answer, tables) => this.#onDecided(request, asked, answer, tables);
  }

  /** The machines have done what they do by themselves. */
  acted(): void {
    for (const machine of this.#places.flatMap(({machines}) => machines))
      this.#written.set(machine, machine.journal.head);
  }

  /** What is on the disk after each step. */
  look(): void {
    for (const place of this.#places) {
      this.#checkWritten(place);
      for (const {journal} of place.machines) checkLists(place.till, journal, this.#office.lists, this.#findings);
      const tables = this.#tables(place.till);
      if (this.#looked.get(place.till) === tables) continue;
      const news = tables.incidents.slice(this.#looked.get(place.till)?.incidents.length ?? 0);
      for (const {kind} of news) this.#findings.trace(`${place.till} incident ${kind}`);
      this.#checkChunks(place.till, tables);
      this.#checkHalt(place.till, tables);
      if (place.isHonest) this.#checkHonest(place, tables);
      this.#looked.set(place.till, tables);
    }
  }

  /** An older copy of the office is about to take its place: what a till was told of since is known to be lost. */
  officeGoesBack(database: SimulatedOffice['database']): void {
    this.#hasGoneBack = true;
    for (const {till, machines} of this.#places) {
      const seq = database.get(till)?.record.seq ?? 0;
      if (machines.some(({witnessed}) => (witnessed?.seq ?? 0) > seq)) this.#losses.add(till);
      else this.#losses.delete(till); // a copy of after the one before
    }
  }

  /** Whether the office lacks what it had acknowledged, since an older copy of it was put back: the till's machine alone has it. */
  hasLost(till: string): boolean {
    const tables = this.#tables(till);
    return this.#told.get(till)?.some(({seq, head}) => hashIn(tables, 0, seq) !== head) ?? false;
  }

  /** Everything has come to rest. */
  lookAtEnd(): void {
    for (const place of this.#places) {
      const tables = this.#tables(place.till);
      this.#checkKept(place, tables);
      this.#checkFound(place, tables);
      this.#checkOld(place, tables);
      this.#checkProjection(place.till, tables);
      if (place.isHonest && this.#losses.has(place.till) && !kindsOf(tables).includes('office-rolled-back'))
        this.#findings.report('loss-unseen', place.till);
    }
  }

  #tables(till: string): TillTables {
    const tables = this.#office.database.get(till);
    if (tables === undefined) throw new Error(`no till ${till}`);
    return tables;
  }

  /** What is said to be there is there when it is said. */
  #onAnswer(till: string, answer: OfficeAnswer): void {
    const text = JSON.stringify(answer);
    if (text.includes('secret')) this.#findings.report('secret-told', text);
    this.#findings.trace(`${till} ${text.replaceAll(/"[0-9a-f]{58}/g, '"')}`);
    if (answer.kind !== 'kept') return;
    const {seq, head} = answer.position;
    if (hashIn(this.#tables(till), 0, seq) !== head) this.#findings.report('acknowledged-lost', `${till} line ${seq}`);
    this.#told.set(till, [...(this.#told.get(till) ?? []), answer.position]);
  }

  /** A claim that shows a fork or a rollback has opened an incident by the time that it is decided. */
  #onDecided({till, path}: OfficeRequest, asked: NonceContext, answer: OfficeAnswer, tables: TillTables): void {
    if (answer.kind !== 'position') return;
    const query = new URL(path, 'http://office').searchParams;
    const [seq, head] = [Number(query.get('claimed')), query.get('head')];
    const chains = [0, ...tables.record.branches.map(({number}) => number)];
    const isThere = chains.some(chain => hashIn(tables, chain, seq) === head);
    const kinds = kindsOf(tables);
    if (seq <= tables.record.seq && !isThere && !kinds.includes('forked'))
      this.#findings.report('fork-unseen', `${till} line ${seq}`);
    const isBehind = hashIn(tables, 0, seq) === head && seq < asked.seq;
    if (isBehind && !kinds.includes('rolled-back')) this.#findings.report('rollback-unseen', `${till} line ${seq}`);
  }

  /** Between its own acts nothing is written into a journal, whatever an office says. */
  #checkWritten({till, machines}: Place): void {
    for (const machine of machines) {
      if (machine.journal.head !== this.#written.get(machine)) this.#findings.report('till-changed', till);
    }
  }

  /** Chunks go on from one another, in each chain. */
  #checkChunks(till: string, {chunks, record}: TillTables): void {
    const ends = new Map<number, ChainPosition>([[0, chainStart]]);
    for (const {chain, first, last, prev, head, lines} of chunks) {
      const before = ends.get(chain);
      const isNext = before === undefined || (first === before.seq + 1 && prev === before.head);
      if (!isNext || lines.length !== last - first + 1)
        this.#findings.report('chunks', `${till} ${chain}: ${first} to ${last}`);
      ends.set(chain, {seq: last, head});
    }
    const stands = [{...record, number: 0}, ...record.branches];
    const isHeld = stands.every(
      ({number, seq, head}) => ends.get(number)?.seq === seq && ends.get(number)?.head === head,
    );
    if (!isHeld || ends.size !== stands.length) this.#findings.report('chunks', `${till} is not where its chunks end`);
  }

  /** Nothing is summed up that came after a fork was found: nobody has looked at it here. */
  #checkHalt(till: string, {incidents, cursor}: TillTables): void {
    const fork = incidents.find(({kind}) => kind === 'forked');
    if (fork?.kind === 'forked' && cursor > fork.office.seq)
      this.#findings.report('projection', `${till} goes beyond a fork`);
  }

  /** A till that nobody put back is accused of nothing, and the office has a beginning of its journal. */
  #checkHonest({till, machines, lost, back}: Place, tables: TillTables): void {
    const {seq, head} = tables.record;
    if (machines[0]?.journal.hashOf(seq) !== head) this.#findings.report('not-a-prefix', `${till} line ${seq}`);
    const old = [...lost, ...back];
    const isTrue = (kind: string) =>
      (kind === 'office-rolled-back' && this.#hasGoneBack) ||
      (kind === 'key-gone' && old.length > 0) ||
      (kind === 'old-key' && (this.#hasGoneBack || old.some(machine => hasOther(machine, tables))));
    const accused = kindsOf(tables).filter(kind => !isTrue(kind));
    if (accused.length > 0) this.#findings.report('falsely-accused', `${till} of ${accused.join(', ')}`);
  }

  /** Every line that some machine has is kept in some chain, and what was acknowledged is there or known to be lost. */
  #checkKept({till, machines, isHonest}: Place, tables: TillTables): void {
    const kept = new Set([chainStart.head, ...tables.chunks.flatMap(({lines}) => lines.map(({hash}) => hash))]);
    for (const {journal} of machines) {
      const lost = journal.hashes.findIndex(each => !kept.has(each));
      if (lost !== -1) this.#findings.report('line-lost', `${till} line ${lost}`);
    }
    if (this.#hasGoneBack && !isHonest) return; // nobody may have the line any more
    const gone = this.#told.get(till)?.find(({head}) => !kept.has(head));
    if (gone !== undefined) this.#findings.report('acknowledged-lost', `${till} line ${gone.seq}`);
  }

  /** What the machines really are is known at the office. */
  #checkFound({till, machines}: Place, tables: TillTables): void {
    const kinds = kindsOf(tables);
    const {seq, head} = tables.record;
    const isOff = ({journal}: Machine) =>
      journal.hashOf(seq) !== head && hashIn(tables, 0, journal.seq) !== journal.head;
    if (machines.some(isOff) && !kinds.includes('forked')) this.#findings.report('fork-unseen', till);
    const isBehind = ({journal}: Machine) => journal.seq < seq && hashIn(tables, 0, journal.seq) === journal.head;
    if (machines.some(isBehind) && !kinds.some(kind => kind === 'rolled-back' || kind === 'cloned'))
      this.#findings.report('rollback-unseen', till);
    const [one, other] = machines;
    if (one === undefined || other === undefined) return;
    const isSame =
      one.journal.hashOf(other.journal.seq) === other.journal.head ||
      other.journal.hashOf(one.journal.seq) === one.journal.head;
    if (!isSame && !kinds.includes('cloned')) this.#findings.report('clone-unseen', till);
  }

  /** A machine that was replaced and sells on is known: of what it has the office takes nothing. */
  #checkOld({till, back}: Place, tables: TillTables): void {
    if (back.some(machine => hasOther(machine, tables)) && !kindsOf(tables).includes('old-key'))
      this.#findings.report('old-machine-unseen', till);
  }

  /** The rows are those of all the lines at once, up to where they should be. */
  #checkProjection(till: string, tables: TillTables): void {
    const {cursor, rows, record} = tables;
    if (cursor !== projectedThrough(record)) this.#findings.report('rest', `${till} is projected to ${cursor}`);
    const whole = new Tables();
    whole.put(new Projection().take(linesOf(tables).slice(0, cursor)));
    const text = rows.text();
    if (text !== whole.text()) this.#findings.report('projection', till);
    const differing = rows.zs.find(({differs}) => differs.length > 0);
    if (differing !== undefined)
      this.#findings.report('projection', `${till}: Z ${differing.number} differs in ${differing.differs.join(', ')}`);
    // What reconciliation compares tells payers apart by their numbers, and is shown to nobody.
    const shown = JSON.stringify([record, tables.incidents, rows.shown(), [...rows.days], rows.zs]);
    for (const secret of [sample.phone, 'secret'])
      if (shown.includes(secret)) this.#findings.report('secret-told', `${till}: ${secret}`);
    for (const {status, paidSeq, lines, reference} of rows.shown()) {
      if (status === 'paid' && !(paidSeq !== null && lines.includes(paidSeq) && paidSeq <= cursor))
        this.#findings.report('paid-without-line', `${till} ${reference}`);
    }
  }
}

/** Whether the newest line of a machine is none that the office has. */
const hasOther = ({journal}: Machine, tables: TillTables): boolean =>
  [0, ...tables.record.branches.map(({number}) => number)].every(
    chain => hashIn(tables, chain, journal.seq) !== journal.head,
  );

const kindsOf = ({incidents}: TillTables): readonly string[] => incidents.map(({kind}) => kind);

function hashIn(tables: TillTables, chain: number, seq: number): string | undefined {
  if (seq === 0) return chainStart.head;
  const {branches} = tables.record;
  const branch = branches.find(({number}) => number === chain);
  if (branch !== undefined && seq < branch.first) return hashIn(tables, branch.parent, seq);
  const chunk = tables.chunks.find(each => each.chain === chain && seq >= each.first && seq <= each.last);
  return chunk?.lines[seq - chunk.first]?.hash;
}
