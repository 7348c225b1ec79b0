import {decideJoin} from '../../src/core/office/joining.js';
import {firstPlace, placeAfter} from '../../src/till/office-restore.js';
import {writeHeadOfCopy} from '../../store/stored-head.js';
import {JournalInMemory} from '../core/office/journal-of.js';
import {OfficeInMemory} from '../core/office/office-in-memory.js';
import type {Chance} from './chance.js';
import type {Counter} from './counter.js';
import {SimulatedDisk} from './disk.js';
import type {DurableLog} from './durable-log.js';
import type {Findings} from './findings.js';

/** What a head office has of one till, whichever machine it came from: decided by what decides it in the product. */
export class TillAtOffice {
  readonly #office = new OfficeInMemory();
  /** What each machine's shipper has read of its journal. */
  readonly #read = new Map<DurableLog, JournalInMemory>();
  #codes = 0;

  /** A machine sends what it has, if its key is the till's. */
  hear({log}: Counter, key: string): void {
    const journal = this.#read.get(log) ?? new JournalInMemory();
    this.#read.set(log, journal);
    const lines = log.lines.slice(journal.seq).sort((a, b) => a.seq - b.seq);
    for (const {text} of lines) journal.push(Buffer.from(text));
    this.#office.ship(journal, {lines: 50, signer: key});
  }

  get hasLines(): boolean {
    return this.#office.record.seq > 0;
  }

  get incidents(): readonly string[] {
    return this.#office.kinds();
  }

  get key(): string {
    return this.#office.record.key ?? '';
  }

  /** The till's own bytes. */
  text(): string {
    return this.#office.text();
  }

  /** The owner lets another machine in by a code for this till: its key takes the place of the one before. */
  replaceKey(): void {
    this.#codes += 1;
    const {shop, till} = this.#office.record;
    const [code, key] = [`code ${this.#codes}`, this.#codes.toString(16).padStart(16, '0')];
    const given = {code, shop, till, madeAt: 0, tries: 0, isUsed: false};
    const {joined, incidents} = decideJoin({code, till, key}, {given, till: this.#office.record, now: 1});
    if (joined === null) throw new Error('the owner’s own code is refused');
    this.#office.record = joined;
    this.#office.incidents.push(...incidents);
  }
}

/** The disk of a machine that has got a till's journal back, as `journal restore --from-office` leaves it: nothing else of the till is on it. */
export async function restoredDisk(till: string, text: string, chance: Chance): Promise<SimulatedDisk> {
  const disk = new SimulatedDisk(chance);
  const days = new Map<string, string[]>();
  let at = firstPlace;
  for (const line of text.trimEnd().split('\n')) {
    at = placeAfter(at, Buffer.from(line), {till, profile: 'sandbox'});
    days.set(at.date, [...(days.get(at.date) ?? []), `${line}\n`]);
  }
  for (const [date, lines] of days) disk.put(`/${till}/journal/${date}.jsonl`, Buffer.from(lines.join('')));
  const {seq, head, date: segment} = at;
  await writeHeadOfCopy(
    disk.seenBy(async () => undefined),
    `/${till}`,
    {seq, head, segment},
    undefined,
  );
  return disk;
}

/** What the machines of a till have sent in the end: each line of the one that took the lost one's place, and whatever else was sold is known. */
export function checkMachines(
  {counter, office, old}: {readonly counter: Counter; readonly office: TillAtOffice; readonly old: readonly Counter[]},
  findings: Findings,
): void {
  const {id, log} = counter;
  const own = textOf(log);
  const has = office.text();
  if (own !== has) findings.report('not-a-prefix', `${id}: ${has.length} bytes at the office, ${own.length} here`);
  for (const each of old) {
    const isKnown = own.startsWith(textOf(each.log));
    if (!isKnown && !office.incidents.includes('old-key'))
      findings.report('old-machine-unseen', `${id} ${each.log.lines.length} lines, ${office.incidents.join(', ')}`);
  }
}

const textOf = ({lines}: DurableLog): string =>
  [...lines]
    .sort((a, b) => a.seq - b.seq)
    .map(({text}) => `${text}\n`)
    .join('');
