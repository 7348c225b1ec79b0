import {createHash} from 'node:crypto';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import type {PendingEvent} from '../../../src/core/journal/decision.js';
import {Problem} from '../../../src/core/problem.js';
import {type Action, actionsOf, actionText} from '../../../src/core/rights/actions.js';
import {type Breach, rightsAudit} from '../../../src/core/rights/audit.js';
import {checkRights, evolveStaff, rightTo} from '../../../src/core/rights/rights.js';
import {type StaffRole, verbs} from '../../../src/core/staff/schema.js';
import {hasStaff, noStaff, type Person, personOf} from '../../../src/core/staff/staff.js';
import {forAll} from '../../hostile/runs.js';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

function breachesIn(events: readonly StoredEvent[]): readonly Breach[] {
  const audit = rightsAudit(digest);
  return events.flatMap(event => audit(event) ?? []);
}

/** A till of nothing but its rights: what is allowed is written down, and an approval is asked of whoever was named. */
class Shop {
  readonly events: StoredEvent[] = [];
  staff = noStaff;
  actor: number | undefined;
  /** The lines that somebody had to approve. */
  readonly seen: {readonly approved: readonly number[]; readonly seq: number}[] = [];

  constructor() {
    const named: readonly [StaffRole, string][] = [
      ['owner', 'Amina'],
      ['manager', 'Baraka'],
      ['supervisor', 'Chidi'],
      ['cashier', 'Dara'],
      ['accountant', 'Esi'],
    ];
    this.signIn(this.add(...(named[0] ?? ['owner', 'A']), 1));
    for (const [at, [role, name]] of named.slice(1).entries()) this.add(role, name, at + 2);
  }

  private add(role: StaffRole, name: string, number: number): number {
    const credential = {kind: 'pin', record: digest(name)} as const;
    this.write('Amina', {type: 'staff-added', data: {number, name, role, credential}});
    return number;
  }

  private write(person: string, event: PendingEvent<StoredEvent>): number {
    const seq = this.events.length + 1;
    const stored = {seq, v: 1, at: '2026-11-23T05:00:00.000Z', till: 'T7K', person, hash: '', ...event} as StoredEvent;
    this.events.push(stored);
    this.staff = evolveStaff(this.staff, stored);
    return seq;
  }

  private person(number: number | undefined): Person | undefined {
    const found = number === undefined ? undefined : personOf(this.staff, number);
    return found?.status === 'active' ? found : undefined;
  }

  signIn(number: number): void {
    const person = this.person(number);
    if (person === undefined) return;
    this.write(person.name, {type: 'signed-in', data: {number, by: 'pin'}});
    this.actor = number;
  }

  /** As the till does it: what is approved stands before what it is for. */
  do(event: PendingEvent<StoredEvent>, approver: number): void {
    const actor = this.person(this.actor);
    const approvals: Action[] = [];
    const approved: number[] = [];
    const isApproved = (action: Action) => {
      const other = this.person(approver);
      if (actor === undefined || other === undefined || other.number === actor.number) return false;
      if (rightTo(this.staff, other, action) === 'yes') approvals.push(action);
      return approvals.includes(action);
    };
    try {
      checkRights(this.staff, actor, [event], isApproved);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return;
    }
    const by = this.person(approver)?.name ?? '';
    for (const action of approvals) {
      const text = digest(actionText(action, actor?.number ?? 0));
      approved.push(
        this.write(by, {type: 'approved', data: {verb: action.verb, action: text, for: actor?.number ?? 0}}),
      );
    }
    const seq = this.write(actor?.name ?? 'the till', event);
    this.seen.push({approved, seq});
  }
}

const kes = (minor: number) => ({currency: 'KES' as const, minor});
const reference = fc.constantFrom('T7K0MZ4K8Q2RD', 'T7K0MZ4K8Q2RE');
const refund = fc
  .record({reference, minor: fc.integer({min: 1, max: 90})})
  .map(({minor, ...its}) => ({
    type: 'refund-in-cash',
    data: {...its, refund: 1, amount: kes(minor), reason: 'torn', businessDate: '2026-11-23'},
  }));
const number = fc.integer({min: 1, max: 5});
const event = fc.oneof(
  {weight: 4, arbitrary: refund},
  fc.constant({type: 'drawer-opened', data: {reason: 'change'}}),
  fc.constant({type: 'x-reported', data: {report: {}}}),
  fc.record({reference}).map(data => ({type: 'sent', data})),
  fc.record({number, reason: fc.constant('left')}).map(data => ({type: 'staff-locked', data})),
  fc.record({number}).map(data => ({type: 'staff-unlocked', data})),
  fc
    .record({number, role: fc.constantFrom<StaffRole>('cashier', 'owner')})
    .map(data => ({type: 'staff-changed', data})),
  fc
    .record({
      verb: fc.constantFrom(...verbs),
      role: fc.constantFrom<StaffRole>('cashier', 'supervisor', 'manager'),
      right: fc.constantFrom('yes', 'approval', 'no'),
      most: fc.integer({min: 1, max: 90}).map(minor => [kes(minor)]),
      mostInShift: fc.constantFrom([], [kes(120)]),
    })
    .map(data => ({type: 'rights-changed', data})),
) as fc.Arbitrary<PendingEvent<StoredEvent>>;
const step = fc.oneof(
  {weight: 1, arbitrary: fc.record({signIn: number})},
  {weight: 3, arbitrary: fc.record({event, approver: number})},
);
const day = fc.array(step, {maxLength: 40}).map(steps => {
  const shop = new Shop();
  shop.signIn(4);
  for (const each of steps) {
    if ('signIn' in each) shop.signIn(each.signIn);
    else shop.do(each.event, each.approver);
  }
  return shop;
});

describe('the rights by which a journal was written', () => {
  it('are found to have been held in whatever order people work', () =>
    forAll({numRuns: 300}, day, ({events}) => {
      expect(breachesIn(events)).toEqual([]);
    }));

  it('are found broken where an approval is missing, serves again, or a line is in another name', () => {
    let tried = 0;
    forAll({numRuns: 300}, day, fc.nat(), ({events, seen}, place) => {
      const approved = seen.filter(each => each.approved.length > 0);
      const {seq, approved: by} = approved[place % Math.max(1, approved.length)] ?? {};
      if (seq === undefined || by === undefined) return;
      tried += 1;
      const at = events.findIndex(each => each.seq === seq);
      const line = events[at] ?? expect.fail('a line that is not there');
      const without = events.filter(each => each.seq !== by[0]);
      expect(breachesIn(without)[0]).toMatchObject({seq, why: 'not-approved'});
      // A line that changes people or rights may give whoever writes it the right to its double.
      const changesRights = line.type.startsWith('staff-') || line.type === 'rights-changed';
      if (!changesRights) expect(breachesIn(events.toSpliced(at, 0, line))[0]?.seq).toBe(seq);
      const renamed = events.with(at, {...line, person: line.person === 'Amina' ? 'Chidi' : 'Amina'});
      expect(breachesIn(renamed)[0]).toMatchObject({seq, why: 'not-signed-in'});
    });
    expect(tried).toBeGreaterThan(30);
  });

  it('end with the process and with the sign-in: an approval before them serves no more', () => {
    const shop = new Shop();
    shop.signIn(4);
    const drawer = {type: 'drawer-opened', data: {reason: 'change'}} as PendingEvent<StoredEvent>;
    shop.do(drawer, 1);
    const at = shop.events.findIndex(({type}) => type === 'drawer-opened');
    const between = (type: 'signed-in' | 'started') =>
      ({...shop.events[0], type, person: 'Dara', data: {number: 4, by: 'pin'}}) as StoredEvent;
    expect(breachesIn(shop.events)).toEqual([]);
    expect(breachesIn(shop.events.toSpliced(at, 0, between('signed-in')))).toMatchObject([{why: 'not-approved'}]);
    expect(breachesIn(shop.events.toSpliced(at, 0, between('started')))).toMatchObject([{why: 'not-signed-in'}]);
  });

  it('are nobody’s business before there is staff', () => {
    const {events} = new Shop();
    const drawer = {...events[0], type: 'drawer-opened', person: 'anybody', data: {reason: 'x'}} as StoredEvent;
    expect(hasStaff(noStaff)).toBe(false);
    expect(breachesIn([drawer, ...events])).toEqual([]);
    expect(breachesIn([...events, drawer])).toMatchObject([{person: 'anybody', why: 'not-signed-in'}]);
    expect(actionsOf(drawer)).toHaveLength(1);
  });
});
