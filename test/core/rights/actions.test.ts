import {expect, it} from 'vitest';
import type {EventType} from '../../../src/core/events/event.js';
import {sealedData, standInOf} from '../../../src/core/journal/customers.js';
import {approvalText} from '../../../src/core/present/problem-text.js';
import {actionsOf, actionText} from '../../../src/core/rights/actions.js';
import {noStaff, type Person, type Staff} from '../../../src/core/staff/staff.js';

type Recorded = Parameters<typeof actionsOf>[0];
const kes = (minor: number) => ({currency: 'KES', minor});
const line = (quantity: string, price: number, listed: number | null, discount: number | null = null) => ({
  quantity,
  unitPrice: kes(price),
  listPrice: listed === null ? null : kes(listed),
  discount: discount === null ? null : kes(discount),
});
const ticket = (...lines: readonly object[]) => ({total: kes(1000), lines});
const sale = {method: 'mobile-money', amount: kes(500), again: null};
const difference = {note: 'torn', approver: 'Baraka'};

it.each<readonly [what: string, type: string, data: object, asked: readonly string[]]>([
  ['a sale', 'requested', sale, ['sell 500']],
  ['a sale in cash', 'requested', {...sale, method: 'cash'}, ['sell 500']],
  ['a charge that the service made', 'requested', {...sale, method: 'subscription'}, []],
  ['money that came in by itself', 'requested', {...sale, received: {row: 'x'}}, ['receive 500']],
  [
    'money that may be that of another payment',
    'requested',
    {...sale, again: {earlier: 'R', reason: 'twice'}, received: {row: 'x'}},
    ['receive 500', 'supersede'],
  ],
  ['the same again', 'requested', {...sale, again: {earlier: 'R'}}, ['sell 500', 'supersede']],
  ['an attempt that is left behind', 'set-aside', {reference: 'R'}, ['supersede']],
  ['a judgement', 'resolved', {reference: 'R', as: 'paid', reason: 'seen'}, ['resolve']],
  ['a first receipt', 'slip-printed', {reference: 'R', copy: 0}, []],
  ['a copy of one', 'slip-printed', {reference: 'R', copy: 1}, ['reprint']],
  ['a first report', 'report-printed', {z: 1, copy: 0}, []],
  ['a copy of one', 'report-printed', {z: null, copy: 2}, ['reprint']],
  ['a first mail', 'receipt-mail-queued', {reference: 'R', copy: 0}, []],
  ['a copy of one', 'receipt-mail-queued', {reference: 'R', copy: 1}, ['reprint']],
  ['lines at their prices', 'ticket-opened', ticket(line('2', 500, 500)), []],
  [
    'discounts, all together',
    'ticket-opened',
    ticket(line('1', 500, 500, 30), line('1', 500, 500), line('1', 40, 40, 20)),
    ['discount 50'],
  ],
  [
    'prices above and below the list',
    'ticket-opened',
    ticket(line('2', 450, 500), line('3', 510, 500)),
    ['price-change 130'],
  ],
  ['part of a unit counts as a whole', 'ticket-opened', ticket(line('0.333', 490, 500)), ['price-change 4']],
  [
    'a whole sum is not rounded up, whatever the quantity',
    'ticket-opened',
    ticket(line('0.07', 400, 500), line('1.1', 610, 500)),
    ['price-change 128'],
  ],
  ['a line of free text', 'ticket-opened', ticket(line('2', 450, null)), []],
  ['a sale in parts that is given up', 'ticket-abandoned', {ticket: 'T', reason: 'left'}, ['supersede']],
  ['cash put in', 'cash-moved', {kind: 'in', amount: kes(7), reason: 'coins'}, ['cash-in 7']],
  ['cash taken out', 'cash-moved', {kind: 'out', amount: kes(7), reason: 'milk'}, ['cash-out 7']],
  ['a day that fits', 'z-reported', {report: {number: 3, difference: null}}, ['close-day']],
  [
    'a small difference that nobody has to approve',
    'z-reported',
    {report: {number: 3, difference: {note: 'torn', approver: null}}},
    ['close-day'],
  ],
  [
    'one that somebody has to',
    'z-reported',
    {report: {number: 3, difference}},
    ['close-day', 'close-with-difference by Baraka'],
  ],
  [
    'an enrolment that the list decided',
    'enrolment-resolved',
    {by: 'list', enrolment: 'E', as: 'active', reason: ''},
    [],
  ],
  [
    'one that a person judged',
    'enrolment-resolved',
    {by: 'person', enrolment: 'E', as: 'active', reason: 'seen'},
    ['resolve'],
  ],
  ['settings that the owner changed', 'settings-changed', {by: 'owner', sha256: 'x'}, ['settings']],
  ['settings that a hand changed', 'settings-changed', {by: 'file', sha256: 'x'}, []],
  ['an event of a later version', 'levitated', {}, []],
])('needs its rights: %s', (_, type, data, asked) => {
  const actions = actionsOf({type, data} as Recorded);
  const said = actions.map(({verb, amount, approver}) =>
    [verb, ...(amount ? [amount.minor] : []), ...(approver ? ['by', approver] : [])].join(' '),
  );
  expect(said).toEqual(asked);
});

it.each<readonly [what: string, one: object, other: object]>([
  ['a role', {number: 2, role: 'manager'}, {number: 2, role: 'owner'}],
  ['a person', {number: 2, role: 'manager'}, {number: 3, role: 'manager'}],
  ['a name', {number: 2, name: 'Dara'}, {number: 2, name: 'Esi'}],
  ['a PIN and a badge', {number: 2, credential: {kind: 'pin'}}, {number: 2, credential: {kind: 'badge'}}],
  ['a PIN and a recovery code', {number: 2, credential: {kind: 'pin'}}, {number: 2, recovery: 'x'}],
  ['a recovery code and nothing', {number: 2, recovery: 'x'}, {number: 2}],
  ['a badge and none', {number: 2, withdrawn: 'badge'}, {number: 2}],
])('an approval of one change of the staff is for no other: %s', (_, one, other) => {
  const text = (data: object) => actionsOf({type: 'staff-changed', data} as Recorded).map(each => actionText(each, 4));
  expect(text(one)).not.toEqual(text(other));
});

it('an approval has its facts in one order, and is for one person', () => {
  const action = (facts: Record<string, string>) => ({verb: 'refund', facts}) as const;
  const text = actionText(action({b: '2', a: '1', c: '3'}), 4);
  expect(text).toBe('{"for":4,"verb":"refund","facts":[["a","1"],["b","2"],["c","3"]]}');
  expect(actionText(action({c: '3', b: '2', a: '1'}), 4)).toBe(text);
  expect(actionText(action({a: '1', b: '2', c: '3'}), 5)).not.toBe(text);
});

const row = 'MISSING_LOCALLY/row/2026-11-20T09:00:00Z/254712345678/1/KES500.00';

it.each<readonly [type: EventType, data: object]>([
  ['requested', {...sale, method: 'mobile-money', reference: 'R', received: {row, providerReference: ''}}],
  ['enrolment-requested', {enrolment: 'E', customerEmail: 'ann@example.com', planCode: 'P', amount: kes(500)}],
  ['discrepancy-accepted', {key: row, note: 'a friend'}],
  ['match-confirmed', {key: row, reference: 'R', rows: [row]}],
  ['discrepancy-accepted', {key: row, note: 'a friend', together: {first: row, count: 2}}],
  ['acceptance-withdrawn', {key: row}],
  ['match-withdrawn', {key: row}],
])('an approval of %s names no customer, and is known again without the keys', (type, data) => {
  const texts = (some: unknown) => actionsOf({type, data: some} as Recorded).map(each => actionText(each, 2));
  const sealed = sealedData({type, data}, [], value => standInOf(`~${Buffer.from(value).toString('base64url')}~`));
  expect(sealed).not.toEqual(data);
  expect(texts(sealed)).toEqual(texts(data));
  expect(texts(data)).not.toEqual([]);
});

it('an approval of a discount or a price is for these lines and no others', () => {
  const bread = {...line('1', 500, 500, 30), name: 'Bread', reason: null};
  const text = (data: object) => actionsOf({type: 'ticket-opened', data} as Recorded).map(each => actionText(each, 4));
  expect(text(ticket(bread))).not.toEqual(text(ticket({...bread, name: 'Phone'})));
  const cheap = {...bread, discount: null, listPrice: kes(600)};
  expect(text(ticket(cheap))).not.toEqual(text(ticket({...cheap, quantity: '0.5', listPrice: kes(700)})));
});

const named = (number: number, name: string): Person => ({
  number,
  name,
  role: 'cashier',
  language: null,
  status: 'active',
  credentials: {},
  refusals: 0,
});
const staff: Staff = {...noStaff, people: [named(1, 'Amina'), named(2, 'Dara')]};

it.each<readonly [type: string, data: object, told: string]>([
  ['refund-in-cash', {reference: 'T7K1', amount: kes(5000), reason: 'broken'}, 'KES 50.00 · T7K1 · broken'],
  ['cash-moved', {kind: 'out', amount: kes(700), reason: 'milk'}, 'KES 7.00 · milk'],
  ['resolved', {reference: 'T7K1', as: 'not-paid', reason: 'seen'}, 'T7K1 · not paid · seen'],
  [
    'ticket-opened',
    ticket({...line('2', 500, 500, 30), name: 'Bread', reason: 'old'}),
    'KES 0.30 · 2 × Bread · KES 0.30 · old',
  ],
  [
    'ticket-opened',
    ticket({...line('2', 450, 500), name: 'Bread', reason: 'old'}),
    'KES 1.00 · 2 × Bread · KES 4.50 · old',
  ],
  ['staff-changed', {number: 2, role: 'owner', name: 'Dara O'}, '2 Dara · Dara O · owner'],
  ['staff-changed', {number: 1, credential: {kind: 'pin'}}, '1 Amina · new PIN'],
  ['staff-changed', {number: 1, withdrawn: 'badge', language: 'fr'}, '1 Amina · fr · no longer · badge'],
  ['staff-added', {name: 'Esi', role: 'manager'}, 'new · Esi · manager'],
  ['staff-added', {name: 'Night', role: 'cashier', verbs: ['refund']}, 'new · Night · refund'],
  ['staff-removed', {number: 2}, 'remove · 2 Dara'],
  [
    'rights-changed',
    {verb: 'refund', role: 'cashier', right: 'yes', most: [kes(100)], mostInShift: []},
    'cashier · refund · yes · KES 1.00',
  ],
  [
    'settings-changed',
    {by: 'owner', changes: [{name: 'zone', from: null, to: '"UTC"'}], sha256: 'x'},
    'zone: – → "UTC"',
  ],
  ['subscription-change-sent', {subscription: 7, change: 'cancel', reason: 'left'}, '7 · cancel · left'],
  ['customers-shredded', {keys: ['2026-01-3f9a']}, '2026-01-3f9a'],
])('whoever approves %s is told of what exactly', (type, data, told) => {
  const [action] = actionsOf({type, data} as Recorded);
  expect(action && approvalText(action, staff, 'en').replaceAll('\u00A0', ' ')).toBe(told);
});
