import {hash} from 'node:crypto';
import {chainStart} from '../../../src/core/office/chain.js';
import {decideRestore, isAsWitnessed} from '../../../src/core/office/checkpoint.js';
import {listNote} from '../../../src/core/staff/signed-list.js';
import {Chance} from '../chance.js';
import {Findings} from '../findings.js';
import type {Outcome} from '../run.js';
import type {SimulatedLists} from './lists.js';
import {Machine, type Place} from './machine.js';
import {type Signer, signedRequest, signerOf} from './messages.js';
import {Network} from './network.js';
import {type PendingEvent, SimulatedOffice, type TillTables} from './office.js';
import {OfficeChecks} from './office-checks.js';
import {Shipper} from './shipper.js';
import {VirtualTime} from './time.js';

const second = 1000;

/** Plays an office of some tills, with faults at any step, and then lets everything come to rest. */
export function simulateOffice(seed: number, mostActs = Number.POSITIVE_INFINITY): Outcome {
  const play = new Play(seed);
  play.run(mostActs);
  const {time, findings, acts} = play;
  return {seed, acts, steps: time.steps, failure: findings.first, trace: findings.lines};
}

/** What happened to the database of an office, in its order: transactions, copies of it, and copies that took its place. */
export type DatabaseAct =
  | {readonly kind: 'committed'; readonly batch: readonly PendingEvent[]}
  /** A machine with a key of its own has joined as a till that was there. */
  | {readonly kind: 'joined'; readonly till: string; readonly key: string; readonly tables: TillTables}
  | {readonly kind: 'copied'; readonly copy: SimulatedOffice['database']}
  | {readonly kind: 'put-back'; readonly copy: SimulatedOffice['database']};

/** Plays the same, and gives what befell the database with the tables at its end. */
export function officeHistory(seed: number): {
  readonly acts: readonly DatabaseAct[];
  readonly tills: SimulatedOffice['database'];
  readonly atEnd: SimulatedOffice['database'];
} {
  const play = new Play(seed);
  const tills = play.office.database;
  play.office.onCommit = batch => play.databaseActs.push({kind: 'committed', batch});
  play.run(Number.POSITIVE_INFINITY);
  if (play.findings.first !== undefined) throw new Error(`seed ${seed}: ${play.findings.first.what}`);
  return {acts: play.databaseActs, tills, atEnd: play.office.database};
}

class Play {
  readonly #seed: number;
  readonly #chance: Chance;
  readonly time = new VirtualTime();
  readonly findings: Findings;
  readonly office: SimulatedOffice;
  readonly #network: Network;
  readonly #places: readonly Place[];
  readonly #shippers: {readonly machine: Machine; readonly shipper: Shipper}[] = [];
  readonly #checks: OfficeChecks;
  readonly #happenings: Readonly<Record<Happening, number>>;
  readonly databaseActs: DatabaseAct[] = [];
  #copies: SimulatedOffice['database'][] = [];
  /** What the office had of its lists at each copy of its database. */
  readonly #listsAt = new WeakMap<SimulatedOffice['database'], SimulatedLists['kept']>();
  acts = 0;

  constructor(seed: number) {
    this.#chance = new Chance(`${seed} office`);
    this.findings = new Findings(() => `${this.time.steps} ${this.time.now}`);
    const names = ['T7A', 'T7B', 'T7C'].slice(0, this.#chance.between(1, 3));
    this.#places = names.map(till => ({
      till,
      signer: signerOf(`${seed} ${till}`),
      machines: [],
      lost: [],
      back: [],
      isHonest: true,
      copies: [],
    }));
    const signers = new Map(this.#places.map(({till, signer}) => [till, signer]));
    this.office = new SimulatedOffice(signers, {time: this.time, chance: new Chance(`${seed} process`)});
    this.#network = new Network(this.time, new Chance(`${seed} network`), this.office.answer);
    this.#checks = new OfficeChecks(this.office, this.#places, this.findings);
    const isTampered = this.#chance.isTrue(0.65);
    this.#happenings = isTampered ? happenings : {...happenings, 'put back': 0, 'both put back': 0, copied: 0};
    this.#seed = seed;
    for (const place of this.#places)
      this.#start(place, new Machine(place.till, place.signer, this.#streamOf(seed, place.till)));
  }

  run(mostActs: number): void {
    const last = Math.min(this.#chance.between(15, 60), mostActs);
    while (this.acts < last && this.#pass(this.#chance.pick([0, 0.02, 1, 5, 20]) * second)) {
      this.acts += 1;
      this.#happen();
    }
    this.findings.trace('all faults stop');
    this.#network.roughness = 0;
    for (const {machines} of this.#places) for (const machine of machines) machine.sync();
    if (this.#pass(300 * second)) this.#checks.lookAtEnd();
  }

  /** Looks at everything at every step; false where something was found. */
  #pass(milliseconds: number): boolean {
    const end = this.time.now + milliseconds;
    this.#checks.acted();
    while (this.findings.first === undefined && this.time.step(end)) this.#checks.look();
    this.time.now = end;
    return this.findings.first === undefined;
  }

  #streamOf(seed: number, name: string): Chance {
    return new Chance(`${seed} ${name} ${this.#shippers.length}`);
  }

  #start(place: Place, machine: Machine): void {
    place.machines.push(machine);
    this.#ship(machine);
  }

  #ship(machine: Machine): void {
    const shipper = new Shipper(machine, {
      network: this.#network,
      time: this.time,
      chance: new Chance(`${this.#chance.next()}`),
    });
    this.#shippers.push({machine, shipper});
  }

  /** All processes of a machine end. */
  #end(machine: Machine): void {
    for (const each of this.#shippers) if (each.machine === machine) each.shipper.isRunning = false;
  }

  /** The same, and one shipper starts again. */
  #restart(machine: Machine): void {
    this.#end(machine);
    this.#ship(machine);
  }

  #happen(): void {
    const place = this.#chance.pick(this.#places);
    const machine = this.#chance.pick(place.machines);
    const what = this.#chance.weighted(this.#happenings);
    this.findings.trace(`* ${place.till} ${what}`);
    const befalls: Readonly<Record<Happening, () => void>> = {
      work: () => {
        machine.work();
        const old = this.#chance.pickAny(place.back);
        if (this.#chance.isTrue(0.5)) old?.work();
      },
      'power cut': () => {
        machine.cutPower();
        this.#restart(machine);
      },
      killed: () => this.#restart(machine),
      'second shipper': () => this.#ship(machine),
      copy: () => place.copies.push(machine.folder()),
      'put back': () => this.#putBack(place, machine),
      copied: () => {
        const folder = this.#chance.pickAny(place.copies);
        if (folder === undefined || place.machines.length > 1) return;
        place.isHonest = false;
        this.#start(place, new Machine(place.till, place.signer, new Chance(`${this.#chance.next()}`), folder));
      },
      'restored from office': () => this.#restore(place, machine),
      replaced: () => this.#replace(place),
      'old machine comes back': () => {
        const old = this.#chance.pickAny(place.lost);
        if (old === undefined) return;
        place.lost.splice(place.lost.indexOf(old), 1);
        place.back.push(old);
        if (this.#chance.isTrue(0.8)) old.work();
        this.#ship(old);
      },
      'office killed': () => this.office.restart(),
      'office copy': () => {
        this.#copies.push(this.office.database);
        this.#listsAt.set(this.office.database, this.office.lists.kept);
        this.databaseActs.push({kind: 'copied', copy: this.office.database});
      },
      'office put back': () => this.#putOfficeBack(),
      'both put back': () => {
        // After a flood: of the till's folder the journal alone is an older copy.
        this.#putBack(place, machine, true);
        this.#putOfficeBack();
        this.#restore(place, machine);
      },
      weather: () => {
        this.#network.roughness = this.#chance.pick([0, 0.5, 1, 2]);
      },
      hostile: () => this.#attack(place),
      'broken lines': () => this.#sendBroken(machine),
      'staff changed': () => this.office.lists.change(this.#chance, this.time.now),
      'list put back': () => this.#leaveList(machine),
    };
    befalls[what]();
  }

  #putBack(place: Place, machine: Machine, isJournalAlone = this.#chance.isTrue(0.5)): void {
    const folder = this.#chance.pickAny(place.copies);
    if (folder === undefined) return;
    place.isHonest = false;
    machine.putBack(folder, isJournalAlone);
    this.#restart(machine);
  }

  #putOfficeBack(): void {
    const database = this.#chance.pickAny(this.#copies);
    if (database === undefined) return;
    this.#checks.officeGoesBack(database);
    this.databaseActs.push({kind: 'put-back', copy: database});
    this.office.restart(database);
    this.office.lists.kept = this.#listsAt.get(database) ?? this.office.lists.kept;
    // An office of before a till was replaced lets the new machine in by another code.
    for (const each of this.#places)
      if (database.get(each.till)?.record.key !== each.signer.id) this.#join(each, each.signer);
  }

  #join(place: Place, signer: Signer): boolean {
    if (!this.office.join(place.till, signer)) return false;
    place.signer = signer;
    const tables = this.office.database.get(place.till);
    if (tables !== undefined) this.databaseActs.push({kind: 'joined', till: place.till, key: signer.id, tables});
    return true;
  }

  /** The till's machines are lost; another one, with a key of its own, gets the till's lines from the office and goes on. */
  #replace(place: Place): void {
    const signer = signerOf(`${this.#seed} ${place.till} ${place.lost.length + place.back.length + 1}`);
    if (this.office.lines(place.till).length === 0 || !this.#join(place, signer)) return;
    for (const machine of place.machines) this.#end(machine);
    place.lost.push(...place.machines.splice(0));
    if (this.#checks.hasLost(place.till)) place.isHonest = false; // both are gone now, and nobody knows of it
    const next = new Machine(place.till, signer, new Chance(`${this.#chance.next()}`));
    this.#start(place, next);
    this.#restore(place, next);
    const {seq, head} = this.office.database.get(place.till)?.record ?? chainStart;
    if (next.journal.seq !== seq || next.journal.head !== head)
      this.findings.report('restored-otherwise', `${place.till} line ${next.journal.seq} of ${seq}`);
  }

  /** A till that has less than the office gets its lines back. */
  #restore(place: Place, machine: Machine): void {
    const lines = this.office.lines(place.till);
    const {journal, witnessed} = machine;
    const {seq, head} = this.office.database.get(place.till)?.record ?? chainStart;
    const decided = decideRestore(journal, {signed: {seq, head}, witnessed: witnessed ?? undefined});
    if (decided.kind !== 'restore') return;
    if ((lines[journal.seq - 1]?.hash ?? chainStart.head) !== journal.head) return; // it went on by itself
    const given = lines.slice(0, decided.through.seq);
    if (!given.every(({seq: line, hash}) => isAsWitnessed({seq: line, head: hash}, witnessed ?? undefined))) return;
    machine.take(lines.slice(journal.seq, decided.through.seq).map(({bytes}) => bytes));
    if (witnessed !== null && journal.hashOf(witnessed.seq) !== witnessed.head)
      this.findings.report('older-restored', `${place.till} line ${journal.seq}, ${witnessed.seq} was signed`);
    this.#restart(machine);
  }

  /** A till sends lines of its own of which memory or a disk has bent a byte, or which are not in their order. */
  #sendBroken({signer, till, journal}: Machine): void {
    const first = this.#chance.between(1, Math.max(1, journal.seq));
    const body = Buffer.from(journal.bytes(first, journal.seq));
    if (body.length === 0) return;
    const at = this.#chance.between(0, body.length - 1);
    body[at] = (body[at] ?? 0) ^ (1 << this.#chance.between(0, 7));
    const path = `/v1/journal?prev=${journal.hashOf(first - 1)}`;
    const other = Buffer.concat([journal.bytes(journal.seq, journal.seq), journal.bytes(first, journal.seq)]);
    this.office.answer(signedRequest(signer, {method: 'GET', path: '/v1/nonce', till, nonce: ''}), ({nonce}) => {
      const sent = this.#chance.isTrue(0.7) ? body : other;
      this.#network.send(signedRequest(signer, {method: 'PUT', path, till, nonce, body: sent}), () => undefined);
    });
  }

  /** Somebody leaves a list for a till: one that was there before, one of their own, or part of one. */
  #leaveList(machine: Machine): void {
    const older = this.#chance.pickAny(this.office.lists.sent);
    if (older === undefined) return;
    const person = {id: 'x', name: 'Mallory', role: 'owner', isLocked: false};
    const body = JSON.stringify({people: [person]});
    const head = {kind: 'staff', shop: 'market', version: 9_999_999_999, at: '2026-11-24T09:00:00Z'} as const;
    const note = listNote({...head, sha256: hash('sha256', body)});
    machine.shipped = this.#chance.pick([older, older, {...older, body}, {...older, note, body}]);
    if (this.#chance.isTrue(0.7)) machine.work();
  }

  /** Somebody who has no key of the till sends what was overheard again, changed or not, lines of their own, or what the service posts of a payment. */
  #attack({till}: Place): void {
    const chance = this.#chance;
    const heard = chance.pickAny(this.#network.overheard);
    const stranger = signerOf('stranger');
    const nobody = {till, nonce: 'n1', method: 'PUT', path: `/v1/journal?prev=${chainStart.head}`} as const;
    const other = this.#places.find(each => each.till !== till)?.signer ?? stranger;
    const body = heard?.body ?? Buffer.from('{"seq":1}\n');
    const own = signedRequest(chance.pick([stranger, other]), {...nobody, body});
    const posted = {...own, method: 'POST', path: '/hooks/payaza', body: this.#hook(till)} as const;
    const requests =
      heard === undefined
        ? [own, posted]
        : [
            own,
            posted,
            {...own, key: heard.key},
            heard,
            {...heard, till},
            {...heard, path: `${heard.path}0`},
            {...heard, body: Buffer.concat([heard.body, Buffer.from('x')])},
            {...heard, method: 'PUT', path: nobody.path} as const,
          ];
    const request = chance.pick(requests);
    // A nonce is anybody's to ask for.
    this.office.answer({...own, method: 'GET', path: '/v1/nonce'}, ({nonce}) => {
      this.#network.send(chance.isTrue(0.5) ? {...request, nonce} : request, () => undefined);
    });
  }

  /** The service's word that a payment of the till is paid. */
  #hook(till: string): Uint8Array {
    const rows = this.office.database.get(till)?.rows;
    const reference = this.#chance.pickAny([...(rows?.payments.keys() ?? [])]) ?? '';
    return Buffer.from(JSON.stringify({transaction_reference: reference, transaction_status: 'Completed'}));
  }
}

const happenings = {
  work: 50,
  'power cut': 5,
  killed: 3,
  'second shipper': 2,
  copy: 5,
  'put back': 2,
  copied: 1.5,
  'restored from office': 3,
  replaced: 2,
  'old machine comes back': 2,
  'both put back': 1.5,
  'office killed': 4,
  'office copy': 3,
  'office put back': 1.5,
  weather: 4,
  hostile: 6,
  'broken lines': 3,
  'staff changed': 6,
  'list put back': 3,
};
type Happening = keyof typeof happenings;
