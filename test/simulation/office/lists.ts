import {hash} from 'node:crypto';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {
  decideTillStaff,
  nextVersion,
  staffListText,
  type TillPerson,
  type TillStaffChange,
} from '../../../src/core/office/till-staff.js';
import {evolveStaff, mayApprove} from '../../../src/core/rights/rights.js';
import {isValid} from '../../../src/core/spec/check.js';
import {decideStaff} from '../../../src/core/staff/decide.js';
import {staffList} from '../../../src/core/staff/schema.js';
import {judgeList, listNote} from '../../../src/core/staff/signed-list.js';
import {noStaff, type Staff} from '../../../src/core/staff/staff.js';
import type {JournalInMemory} from '../../core/office/journal-of.js';
import type {Chance} from '../chance.js';
import type {Findings} from '../findings.js';
import {noteSignature} from './messages.js';

export type ShippedList = {readonly note: string; readonly signature: string; readonly body: string};
type Kept = {readonly people: readonly TillPerson[]; readonly version: number};

const shop = 'market';
const office = 'K'.repeat(43);
const start = hash('sha256', 'start');
const began = Date.UTC(2026, 10, 23, 9);

/** Who works at the tills by an office, of which an older copy may take its place. */
export class SimulatedLists {
  kept: Kept = {people: [], version: 0};
  /** Every list that the office has ever signed, by version: two of one version only if an older copy took its place. */
  readonly signed = new Map<number, Set<string>>();
  /** Whatever was sent to a till, which somebody may have kept. */
  readonly sent: ShippedList[] = [];
  #added = 0;

  change(chance: Chance, now: number): void {
    const {people, version} = this.kept;
    const id = chance.pickAny(people)?.id;
    this.#added += 1;
    const added = {id: `p${this.#added}`, name: `Person ${this.#added}`, role: 'owner', shops: null, start} as const;
    const changes: TillStaffChange[] = [
      {type: 'add', ...added},
      ...(id === undefined ? [] : [{type: 'remove', id} as const]),
      ...(id === undefined ? [] : [{type: 'change', id, isLocked: chance.isTrue(0.6)} as const]),
    ];
    const next = nextVersion(version, began + now);
    this.kept = {people: decideTillStaff(people, chance.pick(changes), next).people, version: next};
  }

  list(now: number): ShippedList | undefined {
    const {people, version} = this.kept;
    if (version === 0) return undefined;
    const body = staffListText(people, shop);
    this.signed.set(version, (this.signed.get(version) ?? new Set()).add(body));
    const at = new Date(began + now).toISOString().replace(/\.\d+Z/, 'Z');
    const note = listNote({kind: 'staff', shop, version, at, sha256: hash('sha256', body)});
    const list = {note, signature: noteSignature(note), body};
    this.sent.push(list);
    return list;
  }
}

const eventsIn = ({lines}: JournalInMemory): readonly StoredEvent[] =>
  lines.filter(line => /"type":"(?:staff-listed|approved)"/.test(line)).map(line => JSON.parse(line) as StoredEvent);

/** The people of a machine by its journal alone. */
const staffOf = (journal: JournalInMemory): Staff => eventsIn(journal).reduce(evolveStaff, noStaff);

/** Takes what was left for a till, as the till does: judged by the core, and written down or refused. */
export function takeList(journal: JournalInMemory, {note, signature, body}: ShippedList): void {
  const staff = staffOf(journal);
  const isSigned = noteSignature(note) === signature;
  const verdict = judgeList(staff.list, {kind: 'staff', shop, office, note, isSigned, sha256: hash('sha256', body)});
  if (verdict.kind !== 'take') return;
  const {kind: _, ...head} = verdict.head;
  const read: unknown = JSON.parse(body);
  if (!isValid(staffList)(read)) return;
  const command = {type: 'list', list: {...head, signature: 's', office}, people: read.people} as const;
  for (const {type, data} of decideStaff({staff}, command))
    journal.write({person: 'Amina', type, data: JSON.stringify(data)});
}

/** Somebody approves, if there is anybody who may. */
export function approveAt(journal: JournalInMemory, chance: Chance): void {
  const staff = staffOf(journal);
  const action = {verb: 'refund', facts: {}} as const;
  const person = chance.pickAny(staff.people.filter(({number}) => mayApprove(staff, number, action, 0)));
  if (person === undefined) return;
  const data = {verb: 'refund', action: hash('sha256', ''), for: person.number + 1};
  journal.write({person: person.name, type: 'approved', data: JSON.stringify(data)});
}

/** Looks at a journal from outside: what its lists are, and who approved after which. */
export function checkLists(till: string, journal: JournalInMemory, {signed}: SimulatedLists, findings: Findings): void {
  let version = 0;
  let may = new Set<string>();
  for (const event of eventsIn(journal)) {
    if (event.type === 'approved' && !may.has(event.person))
      findings.report('approved-by-revoked', `${till} line ${event.seq}: ${event.person}`);
    if (event.type !== 'staff-listed') continue;
    const {list, people} = event.data;
    if (list.version < version) findings.report('list-went-back', `${till} line ${event.seq}: ${list.version}`);
    const listed = people.map(({number: _, ...person}) => person);
    const isTheirs = [...(signed.get(list.version) ?? [])].some(body => hash('sha256', body) === list.sha256);
    if (!isTheirs || list.sha256 !== hash('sha256', JSON.stringify({people: listed})))
      findings.report('list-not-signed', `${till} line ${event.seq}: ${list.version}`);
    version = list.version;
    may = new Set(people.flatMap(({name, isLocked}) => (isLocked ? [] : [name])));
  }
}
