import {describe, expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import type {PendingEvent} from '../../../src/core/journal/decision.js';
import {Problem} from '../../../src/core/problem.js';
import {actionsOf, actionText} from '../../../src/core/rights/actions.js';
import {ApprovalNeeded, checkRights, rightTo} from '../../../src/core/rights/rights.js';
import {decideStaff} from '../../../src/core/staff/decide.js';
import {permissionOf, withPermission} from '../../../src/core/staff/permissions.js';
import {roles, verbs} from '../../../src/core/staff/schema.js';
import {noStaff, type Person, type Staff, spentKey} from '../../../src/core/staff/staff.js';

const person = (number: number, role: Person['role']): Person => ({
  number,
  name: `Person ${number}`,
  role,
  language: null,
  status: 'active',
  credentials: {},
  refusals: 0,
});
const staff: Staff = {...noStaff, people: roles.map((role, at) => person(at + 1, role))};
const refund = (minor: number, reference = 'T7K00000001') =>
  ({
    type: 'refund-requested',
    data: {reference, refund: 1, amount: {currency: 'KES', minor}, reason: 'broken', businessDate: '2026-11-23'},
  }) as PendingEvent<StoredEvent>;
const cashier = person(1, 'cashier');

describe('the table of rights', () => {
  it.each(verbs)('%s: nobody has fewer rights than a role below, and the owner has all', verb => {
    const order = {no: 0, approval: 1, yes: 2};
    const [cashiers, supervisors, managers, owners] = roles.map(role => order[permissionOf({}, role, verb).right]);
    expect([cashiers, supervisors, managers, owners]).toEqual(
      [cashiers, supervisors, managers, owners].toSorted((a = 0, b = 0) => a - b),
    );
    expect(owners).toBe(order.yes);
  });

  it('takes nothing from an owner, whatever was written down', () => {
    const changes = withPermission({}, {verb: 'staff', role: 'owner', right: 'no', most: [], mostInShift: []});
    expect(permissionOf(changes, 'owner', 'staff').right).toBe('yes');
  });

  const limited: Staff = {
    ...staff,
    rights: withPermission(
      {},
      {
        verb: 'refund',
        role: 'cashier',
        right: 'yes',
        most: [{currency: 'KES', minor: 2000}],
        mostInShift: [{currency: 'KES', minor: 5000}],
      },
    ),
  };
  it.each([
    [2000, 0, 'yes'],
    [2001, 0, 'approval'],
    [2000, 3000, 'yes'],
    [2000, 3001, 'approval'],
  ])('%i with %i before in the shift: %s', (minor, before, right) => {
    const [action] = actionsOf(refund(minor));
    const now = {...limited, spent: {[spentKey(1, 'refund', 'KES')]: before}};
    expect(action && rightTo(now, cashier, action)).toBe(right);
  });
});

describe('what may be done', () => {
  const codeOf = (work: () => unknown) => {
    try {
      work();
      return 'done';
    } catch (error) {
      return error instanceof Problem ? error.code : error;
    }
  };
  const never = () => false;
  it.each<[string, Staff, Person | undefined, PendingEvent<StoredEvent>, string]>([
    ['anything in a till without staff', noStaff, undefined, refund(1), 'done'],
    ['nothing by nobody', staff, undefined, refund(1), 'sign-in-needed'],
    ['what the till does by itself', staff, undefined, {type: 'sent', data: {reference: 'T7K00000001'}}, 'done'],
    ['a refund by a cashier', staff, cashier, refund(1), 'approval-needed'],
    ['a refund by a supervisor', staff, person(2, 'supervisor'), refund(1), 'done'],
    ['a refund by an accountant', staff, person(5, 'accountant'), refund(1), 'not-allowed'],
    ['a drawer opened by a cashier', staff, cashier, {type: 'drawer-opened', data: {reason: 'x'}}, 'approval-needed'],
  ])('%s', (_, of, actor, event, code) => expect(codeOf(() => checkRights(of, actor, [event], never))).toBe(code));

  const own = {number: 1, credential: {kind: 'pin', record: 'a'}};
  const line = {kind: 'text', name: 'Bread', quantity: '1', listPrice: null, unitPrice: {currency: 'KES', minor: 900}};
  const discounted = (...discounts: readonly number[]) => ({
    type: 'ticket-opened',
    data: {
      total: {currency: 'KES', minor: 900},
      lines: discounts.map(minor => ({...line, discount: {currency: 'KES', minor}})),
    },
  });
  it.each<[string, object, Person | undefined, string]>([
    ['a charge that the service made', {type: 'requested', data: {method: 'subscription'}}, undefined, 'done'],
    ['an enrolment that was found', {type: 'enrolment-resolved', data: {by: 'list'}}, undefined, 'done'],
    ['an enrolment that is judged', {type: 'enrolment-resolved', data: {by: 'person'}}, cashier, 'approval-needed'],
    ['a PIN of one’s own', {type: 'staff-changed', data: own}, cashier, 'done'],
    ['a PIN of one’s own by nobody', {type: 'staff-changed', data: own}, undefined, 'sign-in-needed'],
    ['a role of one’s own', {type: 'staff-changed', data: {...own, role: 'owner'}}, cashier, 'not-allowed'],
    ['a name of one’s own', {type: 'staff-changed', data: {...own, name: 'Person 4'}}, cashier, 'not-allowed'],
    ['somebody else’s PIN', {type: 'staff-changed', data: {...own, number: 4}}, cashier, 'not-allowed'],
    [
      'a ticket that is abandoned',
      {type: 'ticket-abandoned', data: {ticket: 'A', reason: 'x'}},
      undefined,
      'sign-in-needed',
    ],
    ['a discount within the limit', discounted(40, 60), cashier, 'done'],
    ['a discount above it in lines that are within it', discounted(60, 60), cashier, 'approval-needed'],
  ])('%s', (_, event, actor, code) => {
    const most = [{currency: 'KES' as const, minor: 100}];
    const rule = {verb: 'discount', role: 'cashier', right: 'yes', most, mostInShift: []} as const;
    const limited = {...staff, rights: withPermission({}, rule)};
    expect(codeOf(() => checkRights(limited, actor, [event as PendingEvent<StoredEvent>], never))).toBe(code);
  });

  it('of a script does not change what proves that it is the script', () => {
    const own = {
      type: 'staff-changed',
      data: {number: 1, credential: {kind: 'pin', record: 'a'}},
    } as PendingEvent<StoredEvent>;
    expect(codeOf(() => checkRights(staff, {...cashier, verbs: ['totals']}, [own], never))).toBe('not-allowed');
    expect(codeOf(() => checkRights(staff, cashier, [own], never))).toBe('done');
  });

  it('of a script is what its token names, whatever the role, and never the staff', () => {
    const script = {...cashier, verbs: ['totals', 'refund'] as const};
    const code = (event: object) =>
      codeOf(() => checkRights(staff, script, [event as PendingEvent<StoredEvent>], never));
    expect(code(refund(1_000_000))).toBe('done');
    expect(code({type: 'x-reported', data: {}})).toBe('done');
    expect(code({type: 'cash-moved', data: {kind: 'in', amount: {currency: 'KES', minor: 1}, reason: 'x'}})).toBe(
      'not-allowed',
    );
    const credential = {kind: 'token', record: 'a'} as const;
    for (const verb of ['staff', 'settings'] as const)
      expect(
        codeOf(() => decideStaff({staff}, {type: 'add', name: 'Night', role: 'cashier', verbs: [verb], credential})),
      ).toBe('token-verb-refused');
  });

  it('counts what is written together, and a currency that no limit names as above it', () => {
    const most = [{currency: 'KES' as const, minor: 100}];
    const rule = {verb: 'refund', role: 'cashier', right: 'yes', most, mostInShift: most} as const;
    const limited = {...staff, rights: withPermission({}, rule)};
    const checked = (...events: readonly PendingEvent<StoredEvent>[]) =>
      codeOf(() => checkRights(limited, cashier, events, never));
    expect(checked(refund(60))).toBe('done');
    expect(checked(refund(60), refund(60, 'T7K00000002'))).toBe('approval-needed');
    const dollars = {...refund(1).data, amount: {currency: 'USD', minor: 1}};
    expect(checked({type: 'refund-requested', data: dollars} as PendingEvent<StoredEvent>)).toBe('approval-needed');
  });

  it.each([
    ['what becomes of a person', 'staff-changed', {number: 3, language: 'fr'}, {number: 3, role: 'owner'}],
    ['how far a right goes', 'rights-changed', {verb: 'refund', most: [1]}, {verb: 'refund', most: []}],
    ['which price list', 'items-changed', {sha256: 'a'}, {sha256: 'b'}],
    ['why', 'refund-in-cash', {...refund(1).data, reason: 'a'}, {...refund(1).data, reason: 'b'}],
  ])('is approved with %s', (_, type, one, other) => {
    const texts = [one, other].map(data =>
      actionsOf({type, data} as unknown as PendingEvent<StoredEvent>).map(each => actionText(each, 1)),
    );
    expect(texts[0]).not.toEqual(texts[1]);
  });

  it('is what was approved and nothing else: another payment, sum or person is another action', () => {
    const [one, ...others] = [refund(100), refund(101), refund(100, 'T7K00000002')].map(event => actionsOf(event)[0]);
    if (one === undefined) throw new Error('no action');
    const text = actionText(one, 1);
    expect(others.map(other => other && actionText(other, 1))).not.toContain(text);
    expect(actionText(one, 2)).not.toBe(text);
    const isApproved = (action: typeof one) => actionText(action, 1) === text;
    expect(checkRights(staff, cashier, [refund(100)], isApproved)).toHaveLength(1);
    expect(() => checkRights(staff, cashier, [refund(101)], isApproved)).toThrow(ApprovalNeeded);
  });
});
