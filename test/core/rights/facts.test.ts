import {describe, expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import type {PendingEvent} from '../../../src/core/journal/decision.js';
import {messages} from '../../../src/core/messages/messages.js';
import {type Action, actionsOf} from '../../../src/core/rights/actions.js';
import {
  ApprovalNeeded,
  checkActions,
  checkRights,
  isOwnSecret,
  mayApprove,
  rightTo,
  standingOf,
  withSpent,
} from '../../../src/core/rights/rights.js';
import {personText} from '../../../src/core/staff/name.js';
import {permissionOf, permissionsIn, permissionText, withPermission} from '../../../src/core/staff/permissions.js';
import {roles, type StaffRole} from '../../../src/core/staff/schema.js';
import {
  carriedOver,
  evolvePeople,
  noStaff,
  type Person,
  personCalled,
  personEverCalled,
  type Staff,
} from '../../../src/core/staff/staff.js';

type Recorded = Parameters<typeof actionsOf>[0];
const kes = (minor: number) => ({currency: 'KES', minor}) as const;
const money = {currency: 'KES', minor: 500};
const [reference, reason] = ['R', 'torn'];

it.each<readonly [type: string, data: object, ...actions: readonly (readonly [verb: string, facts: object])[]]>([
  ['requested', {method: 'cash', amount: kes(500), again: null}, ['sell', {method: 'cash', ...money}]],
  [
    'requested',
    {method: 'cash', amount: kes(500), again: {earlier: 'Q'}},
    ['sell', {method: 'cash', ...money}],
    ['supersede', {earlier: 'Q', minor: 500}],
  ],
  ['otp-sent', {reference}, ['sell', {reference}]],
  ['set-aside', {reference}, ['supersede', {reference}]],
  ['resolved', {reference, as: 'paid', reason}, ['resolve', {reference, as: 'paid', reason}]],
  [
    'tender-corrected',
    {reference, tender: 'mobile-money', amount: kes(500), reason},
    ['receive', {reference, to: 'mobile-money', reason, ...money}],
  ],
  ['slip-printed', {reference, copy: 1}, ['reprint', {reference}]],
  ['report-printed', {z: 3, copy: 1}, ['reprint', {z: 3}]],
  ['report-printed', {z: null, copy: 1}, ['reprint', {z: 0}]],
  ['receipt-mail-queued', {reference, copy: 1}, ['reprint', {reference}]],
  ['refund-requested', {reference, amount: kes(500), reason}, ['refund', {reference, reason, ...money}]],
  ['refund-in-cash', {reference, amount: kes(500), reason}, ['refund-in-cash', {reference, reason, ...money}]],
  [
    'refund-resolved',
    {reference, refund: 1, as: 'done', reason},
    ['resolve', {reference, refund: 1, as: 'done', reason}],
  ],
  ['ticket-abandoned', {ticket: 'T', reason}, ['supersede', {ticket: 'T', reason}]],
  ['items-changed', {sha256: 'a'}, ['items-change', {sha256: 'a'}]],
  ['shift-opened', {floats: [1]}, ['shift', {type: 'open', floats: '[1]'}]],
  [
    'shift-handed-over',
    {to: 'Esi'},
    ['shift', {type: 'hand-over', to: 'Esi'}],
    ['shift', {type: 'take-over', to: 'Esi'}],
  ],
  ['cash-moved', {kind: 'drop', amount: kes(500), reason}, ['cash-drop', {reason, ...money}]],
  ['cash-counted', {counts: [2]}, ['shift', {type: 'count', counts: '[2]'}]],
  ['drawer-opened', {reason}, ['open-drawer', {reason}]],
  ['x-reported', {}, ['totals', {}]],
  ['z-reported', {report: {number: 3, difference: null}}, ['close-day', {number: 3}]],
  [
    'z-reported',
    {report: {number: 3, difference: {approver: 'B', note: 'n'}}},
    ['close-day', {number: 3}],
    ['close-with-difference', {number: 3, note: 'n', approver: 'B'}],
  ],
  [
    'z-reported',
    {report: {number: 3, difference: {approver: 'B'}}},
    ['close-day', {number: 3}],
    ['close-with-difference', {number: 3, note: '', approver: 'B'}],
  ],
  ['books-closed', {closing: {of: '2026-10'}}, ['close-books', {of: '2026-10'}]],
  [
    'enrolment-requested',
    {customerEmail: 'a@b', planCode: 'P', newPlan: null, trialPeriodDays: 2, amount: kes(500)},
    ['subscribe', {plan: 'P', trialPeriodDays: 2, ...money}],
  ],
  [
    'enrolment-requested',
    {customerEmail: 'a@b', planCode: '', newPlan: {name: 'Gym'}, trialPeriodDays: 0, amount: kes(500)},
    ['subscribe', {plan: 'Gym', trialPeriodDays: 0, ...money}],
  ],
  [
    'enrolment-resolved',
    {by: 'person', enrolment: 'E', as: 'made', reason},
    ['resolve', {enrolment: 'E', as: 'made', reason}],
  ],
  [
    'subscription-change-sent',
    {subscription: 7, change: 'pause', reason},
    ['subscription-change', {subscription: 7, change: 'pause', reason}],
  ],
  ['source-imported', {sha256: 'a'}, ['reconcile', {sha256: 'a'}]],
  ['source-withdrawn', {sha256: 'a'}, ['reconcile', {sha256: 'a'}]],
  ['layout-kept', {headingPrint: 'h'}, ['reconcile', {headingPrint: 'h'}]],
  ['reconciled', {from: 'a', to: 'b'}, ['reconcile', {from: 'a', to: 'b'}]],
  ['discrepancy-accepted', {key: 'k', note: 'n'}, ['accept-difference', {key: 'k', note: 'n'}]],
  [
    'discrepancy-accepted',
    {key: 'k', note: 'n', together: {first: 'a', count: 3}},
    ['accept-difference', {first: 'a', count: 3, note: 'n'}],
  ],
  ['acceptance-withdrawn', {key: 'k'}, ['accept-difference', {key: 'k', as: 'withdrawn'}]],
  ['match-confirmed', {key: 'k', reference}, ['accept-difference', {key: 'k', reference}]],
  ['match-withdrawn', {key: 'k'}, ['accept-difference', {key: 'k'}]],
  ['rule-added', {text: 'x'}, ['accept-difference', {rule: '{"text":"x"}'}]],
  ['rule-removed', {text: 'x'}, ['accept-difference', {text: 'x'}]],
  ['restore-confirmed', {reason}, ['settings', {type: 'restore', reason}]],
  ['staff-added', {name: 'Esi', role: 'manager'}, ['staff', {name: 'Esi', role: 'manager', verbs: ''}]],
  [
    'staff-added',
    {name: 'Esi', role: 'cashier', verbs: ['sell', 'refund']},
    ['staff', {name: 'Esi', role: 'cashier', verbs: 'sell refund'}],
  ],
  [
    'staff-changed',
    {number: 2},
    ['staff', {type: 'change', number: 2, name: '', role: '', language: '', secret: '', withdrawn: ''}],
  ],
  [
    'staff-changed',
    {number: 2, name: 'E', role: 'owner', language: 'fr', recovery: 'x', withdrawn: 'pin'},
    [
      'staff',
      {type: 'change', number: 2, name: 'E', role: 'owner', language: 'fr', secret: 'recovery', withdrawn: 'pin'},
    ],
  ],
  ['staff-locked', {number: 2}, ['staff', {type: 'lock', number: 2}]],
  ['staff-unlocked', {number: 2}, ['staff', {type: 'unlock', number: 2}]],
  ['staff-removed', {number: 2}, ['staff', {type: 'remove', number: 2}]],
  ['staff-carried-over', {from: 'T'}, ['staff', {type: 'carry-over', from: 'T'}]],
  ['rights-changed', {verb: 'refund', role: 'cashier'}, ['staff', {rights: '{"verb":"refund","role":"cashier"}'}]],
  ['clock-confirmed', {}, ['settings', {type: 'clock'}]],
  ['settings-changed', {by: 'owner', changes: [], sha256: 'a'}, ['settings', {sha256: 'a'}]],
  ['customers-shredded', {keys: ['a', 'b']}, ['settings', {type: 'retention', keys: 'a b'}]],
  ['office-joined', {office: 'o'}, ['settings', {type: 'join', office: 'o'}]],
  ['office-left', {office: 'o'}, ['settings', {type: 'leave', office: 'o'}]],
  ...(['sent', 'answered', 'signed-in', 'started', 'approved', 'exported'] as const).map(type => [type, {}] as const),
])('an approval of %s %j is for that and nothing else', (type, data, ...actions) =>
  expect(actionsOf({type, data} as Recorded).map(({verb, facts}) => [verb, facts])).toEqual(actions),
);

it.each<[type: string, data: object, told: readonly object[]]>([
  [
    'enrolment-requested',
    {customerEmail: 'a@b', planCode: '', newPlan: {name: 'Gym'}, trialPeriodDays: 0, amount: kes(500)},
    [{text: 'a@b'}, {text: 'Gym'}],
  ],
  [
    'enrolment-requested',
    {customerEmail: 'a@b', planCode: 'P', newPlan: null, trialPeriodDays: 0, amount: kes(500)},
    [{text: 'a@b'}, {text: 'P'}],
  ],
  ['drawer-opened', {reason: ''}, []],
  ['source-imported', {sha256: 'a'}, []],
  [
    'ticket-opened',
    {
      total: kes(900),
      lines: [
        {name: 'Bread', quantity: '2', reason: 'r', unitPrice: kes(500), listPrice: kes(600), discount: null},
        {name: 'Tea', quantity: '1', reason: 'r', unitPrice: kes(500), listPrice: kes(500), discount: null},
        {name: 'Milk', quantity: '1', reason: 'r', unitPrice: kes(500), listPrice: null, discount: null},
      ],
    },
    [{text: '2 × Bread'}, {money: kes(500)}, {text: 'r'}],
  ],
  ['staff-changed', {number: 2}, [{person: 2}]],
  ['staff-changed', {number: 2, recovery: 'x'}, [{person: 2}, {word: 'recovery'}]],
  [
    'ticket-opened',
    {
      total: kes(900),
      lines: [
        {name: 'Bread', quantity: '2', reason: null, unitPrice: kes(500), listPrice: null, discount: kes(30)},
        {name: 'Tea', quantity: '1', reason: 'r', unitPrice: kes(500), listPrice: null, discount: null},
        {name: 'Milk', quantity: '1', reason: 'r', unitPrice: kes(500), listPrice: null, discount: kes(0)},
      ],
    },
    [{text: '2 × Bread'}, {money: kes(30)}],
  ],
  [
    'settings-changed',
    {by: 'owner', changes: [{name: 'zone', from: '1', to: null}], sha256: 'x'},
    [{text: 'zone: 1 → –'}],
  ],
])('of %s %j the approver is told', (type, data, told) =>
  expect(actionsOf({type, data} as Recorded)[0]?.told?.()).toEqual(told),
);

it('an approval of a discount holds the lines that have one, each with its own', () => {
  const line = {name: 'Bread', quantity: '2', reason: null, unitPrice: kes(500), listPrice: kes(600)};
  const data = {
    total: kes(900),
    lines: [
      {...line, discount: kes(30)},
      {...line, name: 'Tea', discount: null},
    ],
  };
  expect(actionsOf({type: 'ticket-opened', data} as never).map(({facts}) => facts['lines'])).toEqual([
    '[["Bread","2",500,30]]',
    '[["Bread","2",500,30],["Tea","2",500,0]]',
  ]);
});

it('who takes a shift over signs for it, and who hands it over does not', () => {
  const actions = actionsOf({type: 'shift-handed-over', data: {to: 'Esi'}} as Recorded);
  expect(actions.map(({taker}) => taker)).toEqual([undefined, 'Esi']);
});

const person = (number: number, role: StaffRole, more: Partial<Person> = {}): Person => ({
  number,
  name: `Person ${'ABCDE'.charAt(number - 1)}`,
  role,
  language: null,
  status: 'active',
  credentials: {},
  refusals: 0,
  ...more,
});
const staff: Staff = {
  ...noStaff,
  people: [
    person(1, 'cashier'),
    person(2, 'supervisor'),
    person(3, 'manager', {status: 'locked'}),
    person(4, 'owner', {status: 'removed'}),
    person(5, 'cashier', {verbs: ['refund']}),
  ],
};
const refund: Action = {verb: 'refund', facts: {}, amount: kes(500)};
const [dara] = staff.people;
if (dara === undefined) throw new Error('nobody');

describe('another person', () => {
  it.each<[what: string, by: number, action: Action, expected: boolean]>([
    ['a supervisor', 2, refund, true],
    ['oneself', 1, {...refund, verb: 'sell'}, false],
    ['who is locked', 3, refund, false],
    ['who was removed', 4, refund, false],
    ['who is nobody', 9, refund, false],
    ['a script that may do it', 5, refund, true],
    ['a script that may not', 5, {...refund, verb: 'sell'}, false],
    ['whose right needs an approval', 2, {...refund, verb: 'resolve'}, false],
    ['whose right needs an approval, to take it over', 2, {...refund, verb: 'resolve', taker: 'person b'}, true],
    ['who takes it over without a right', 2, {...refund, verb: 'settings', taker: 'Person B'}, false],
    ['who takes it over for another', 2, {...refund, taker: 'Person C'}, false],
    ['whom the event names', 2, {...refund, approver: 'PERSON B'}, true],
    ['whom the event does not name', 2, {...refund, approver: 'Person C'}, false],
  ])('may approve it or not: %s', (_, by, action, expected) => expect(mayApprove(staff, by, action, 1)).toBe(expected));

  it.each<[what: string, action: Action, expected: string]>([
    ['to be approved', refund, 'approval'],
    ['one’s own', {...refund, verb: 'sell'}, 'yes'],
    ['one’s own, with an approver', {...refund, verb: 'sell', approver: 'Person B'}, 'approval'],
    ['to be approved, with an approver', {...refund, approver: 'Person B'}, 'approval'],
    ['nobody’s, with an approver', {...refund, verb: 'settings', approver: 'Person B'}, 'no'],
    ['taken over by oneself', {...refund, verb: 'settings', taker: 'person a'}, 'yes'],
    ['taken over by another', {...refund, verb: 'sell', taker: 'Person B'}, 'approval'],
  ])('has to sign for it or not: %s', (_, action, expected) => expect(standingOf(staff, dara, action)).toBe(expected));
});

const own = {
  type: 'staff-changed',
  data: {number: 1, credential: {kind: 'pin', record: 'a'}},
} as PendingEvent<StoredEvent>;

it.each<[what: string, event: object, whose: Pick<Person, 'number' | 'verbs'>, expected: boolean]>([
  ['a PIN', own, {number: 1}, true],
  ['a language', {type: 'staff-changed', data: {number: 1, language: 'fr'}}, {number: 1}, true],
  ['a PIN of another', own, {number: 2}, false],
  ['a PIN of a script', own, {number: 1, verbs: []}, false],
  ['a name', {type: 'staff-changed', data: {number: 1, name: 'x'}}, {number: 1}, false],
  ['a role', {type: 'staff-changed', data: {number: 1, role: 'owner'}}, {number: 1}, false],
  ['a recovery code', {type: 'staff-changed', data: {number: 1, recovery: 'x'}}, {number: 1}, false],
  ['a lock', {type: 'staff-locked', data: {number: 1, reason: 'x'}}, {number: 1}, false],
])('one’s own secret is or is not %s', (_, event, whose, expected) =>
  expect(isOwnSecret(event as PendingEvent<StoredEvent>, whose)).toBe(expected),
);

it('what needs an approval is told apart from what is not allowed', () => {
  const asked: Action[] = [];
  const check = (actions: readonly Action[], answer: boolean) =>
    checkActions(staff, dara, actions, action => {
      asked.push(action);
      return answer;
    });
  expect(check([{...refund, verb: 'sell'}, refund], true)).toEqual([refund]);
  expect(asked).toEqual([refund]);
  expect(() => check([refund], false)).toThrow(ApprovalNeeded);
  expect(() => check([refund], false)).toThrow(expect.objectContaining({action: refund, facts: {verb: 'refund'}}));
  expect(() => check([{...refund, verb: 'settings'}], true)).toThrow(
    expect.objectContaining({code: 'not-allowed', facts: {name: 'Person A', verb: 'settings'}}),
  );
  expect(checkRights(noStaff, undefined, [own], () => false)).toEqual([]);
  expect(checkRights(staff, dara, [own], () => false)).toEqual([]);
  expect(
    checkRights(staff, undefined, [{type: 'sent', data: {reference}} as PendingEvent<StoredEvent>], () => false),
  ).toEqual([]);
});

describe('a limit', () => {
  const rights = withPermission(
    {},
    {verb: 'refund', role: 'cashier', right: 'yes', most: [kes(500), {currency: 'USD', minor: 5}], mostInShift: []},
  );

  it.each([
    [kes(500), 'yes'],
    [kes(501), 'approval'],
    [{currency: 'USD', minor: 5}, 'yes'],
    [{currency: 'USD', minor: 6}, 'approval'],
    [{currency: 'UGX', minor: 1}, 'approval'],
    [undefined, 'yes'],
  ] as const)('of the action for %j: %s', (amount, right) =>
    expect(rightTo({...staff, rights}, dara, {verb: 'refund', facts: {}, amount})).toBe(right),
  );

  it('is no limit for who has no right', () => {
    const no = withPermission({}, {verb: 'sell', role: 'cashier', right: 'no', most: [kes(1)], mostInShift: []});
    expect(rightTo({...staff, rights: no}, dara, {verb: 'sell', facts: {}, amount: kes(1)})).toBe('no');
  });

  it('is said in words', () => {
    const words = messages('en').staff;
    const said = permissionText({right: 'yes', most: [kes(100)], mostInShift: [kes(900)]}, 'en');
    expect(said.replaceAll('\u00A0', ' ')).toBe(`${words.rights.yes}, at most KES 1.00, KES 9.00 a shift`);
    expect(permissionText({right: 'no', most: [], mostInShift: []}, 'en')).toBe(words.rights.no);
  });
});

it('has the changes of the table as a list, and the table without them', () => {
  const change = {verb: 'refund', role: 'manager', right: 'no', most: [kes(1)], mostInShift: []} as const;
  const rights = withPermission(withPermission({}, {...change, right: 'yes'}), change);
  expect(permissionsIn(rights)).toEqual([change]);
  expect(permissionsIn({})).toEqual([]);
  expect(permissionOf(rights, 'manager', 'refund')).toEqual({right: 'no', most: [kes(1)], mostInShift: []});
  expect(roles.map(role => permissionOf({}, role, 'reconcile').right)).toEqual(['no', 'approval', 'yes', 'yes', 'yes']);
});

it('adds up only what has an amount', () => {
  const spent = {'1 refund KES': 5};
  expect(withSpent(spent, 1, {verb: 'refund', facts: {}})).toBe(spent);
  expect(withSpent(spent, 1, refund)).toEqual({'1 refund KES': 505});
  expect(withSpent(spent, 2, refund)).toEqual({...spent, '2 refund KES': 500});
});

it('finds a person by a name that looks like theirs, and by an earlier one only where that is asked', () => {
  const people = [person(1, 'cashier', {name: 'Dara', formerly: ['Esi']}), person(2, 'cashier', {name: 'Femi'})];
  const numbers = (name: string) => [personCalled, personEverCalled].map(find => find({people}, name)?.number);
  expect([numbers('DARA'), numbers('femi'), numbers('Esi'), numbers('Gita')]).toEqual([
    [1, 1],
    [2, 2],
    [undefined, 1],
    [undefined, undefined],
  ]);
});

it('reads the events of people, and no others, without their amounts', () => {
  const refunded = {type: 'refund-in-cash', person: 'Person A', data: {reference, amount: kes(5), reason}};
  expect(evolvePeople(staff, refunded as never)).toBe(staff);
  const change = {verb: 'refund', role: 'manager', right: 'no', most: [], mostInShift: []} as const;
  const changed = evolvePeople(staff, {type: 'rights-changed', data: change} as never);
  expect(permissionsIn(changed.rights)).toEqual([change]);
});

it('carries people over as they are, but for their amounts', () => {
  const whole: Staff = {
    recovery: 'r',
    refusals: 3,
    spent: {'1 refund KES': 5},
    rights: withPermission({}, {verb: 'refund', role: 'manager', right: 'no', most: [kes(1)], mostInShift: [kes(2)]}),
    people: [
      person(1, 'owner', {language: 'fr', formerly: ['Old'], credentials: {pin: 'a', badge: 'b'}, refusals: 2}),
      person(2, 'cashier', {status: 'locked', verbs: ['sell']}),
    ],
  };
  const data = carriedOver('T7K', whole);
  expect(data.from).toBe('T7K');
  expect(data.people.map(each => 'language' in each)).toEqual([true, false]);
  expect(evolvePeople(noStaff, {type: 'staff-carried-over', data} as never)).toEqual({...whole, spent: {}});
  expect(evolvePeople(staff, {type: 'staff-carried-over', data} as never)).toBe(staff);
});

it('has a word for a cashier whom nobody named, and the name of any other', () =>
  expect([personText('cashier', 'en'), personText('cashier', 'fr'), personText('Dara', 'fr')]).toEqual([
    messages('en').staff.roles.cashier,
    messages('fr').staff.roles.cashier,
    'Dara',
  ]));
