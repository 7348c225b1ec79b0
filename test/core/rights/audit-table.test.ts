import {createHash} from 'node:crypto';
import {expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import type {PendingEvent} from '../../../src/core/journal/decision.js';
import {actionsOf, actionText} from '../../../src/core/rights/actions.js';
import {type BreachReason, rightsAudit} from '../../../src/core/rights/audit.js';
import type {StaffRole} from '../../../src/core/staff/schema.js';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
type Line = readonly [person: string, event: unknown];

const kes = (minor: number) => ({currency: 'KES', minor});
const added = (number: number, name: string, role: StaffRole): Line => [
  'Amina',
  {type: 'staff-added', data: {number, name, role, credential: {kind: 'pin', record: digest(name)}}},
];
const people: readonly Line[] = [
  added(1, 'Amina', 'owner'),
  ['Amina', {type: 'signed-in', data: {number: 1, by: 'pin'}}],
  added(2, 'Baraka', 'manager'),
  added(3, 'Chidi', 'supervisor'),
  added(4, 'Dara', 'cashier'),
  added(5, 'Esi', 'cashier'),
];
const signIn = (number: number, name: string): Line => [name, {type: 'signed-in', data: {number, by: 'pin'}}];
const dara = signIn(4, 'Dara');
/** Dara has signed in. */
const served = [...people, dara];
const started: Line = ['Dara', {type: 'started', data: {}}];
const left: Line = ['Dara', {type: 'signed-out', data: {number: 4, reason: 'idle'}}];
const femi = added(6, 'Femi', 'cashier');
/** Dara changes something of somebody. */
const changed = (number: number, data: object): Line => ['Dara', {type: 'staff-changed', data: {number, ...data}}];
const newPin = {kind: 'pin', record: digest('x')};
const drawer: Line = ['Dara', {type: 'drawer-opened', data: {reason: 'change'}}];
const otherDrawer: Line = ['Dara', {type: 'drawer-opened', data: {reason: 'coins'}}];
const approved = (by: string, [, event]: Line, on = 4, which = 0): Line => {
  const action = actionsOf(event as Parameters<typeof actionsOf>[0])[which];
  if (action === undefined) throw new Error('nothing to approve');
  return [by, {type: 'approved', data: {verb: action.verb, action: digest(actionText(action, on)), for: on}}];
};
const closed = (approver: string): Line => [
  'Amina',
  {type: 'z-reported', data: {report: {number: 1, difference: {note: 'torn', approver, amounts: [kes(-100)]}}}},
];
/** What approves that the day is closed with a difference, not that it is closed. */
const approvedDifference = (by: string, approver: string): Line => approved(by, closed(approver), 1, 1);
const handed: Line = ['Dara', {type: 'shift-handed-over', data: {shift: 1, to: 'Esi'}}];
const taken = (by: string): Line => approved(by, handed, 4, 1);
const locked = (number: number): Line => ['Amina', {type: 'staff-locked', data: {number, reason: 'left'}}];

const fine: readonly BreachReason[] = [];

/** The head office has said who works here, and nobody has a PIN yet. */
const named = ['Amina', 'Dara'].map((name, at) => ({
  number: at + 1,
  id: `id-${name}`,
  name,
  role: at === 0 ? 'owner' : 'cashier',
  isLocked: false,
  start: digest(name),
}));
const listed: Line = [
  '',
  {type: 'staff-listed', data: {list: {office: 'key', shop: 'corner', version: 1}, people: named}},
];
const byCode = (number: number, name: string): Line => [name, {type: 'signed-in', data: {number, by: 'start'}}];
const pinOf = (by: string, number: number): Line => [by, {type: 'staff-changed', data: {number, credential: newPin}}];
const given: Line = [
  'Dara',
  {type: 'rights-changed', data: {verb: 'refund', role: 'cashier', right: 'yes', most: [], mostInShift: []}},
];
it.each<readonly [what: string, lines: readonly Line[], breaches: readonly BreachReason[]]>([
  ['nobody works here yet', [drawer], fine],
  ['the office has said who works here, and nobody has a PIN', [listed, drawer], fine],
  ['a PIN of somebody whom the office has named, without the code', [listed, pinOf('Amina', 1)], ['not-signed-in']],
  ['a PIN of one’s own, with the code', [listed, byCode(2, 'Dara'), pinOf('Dara', 2), drawer], ['not-approved']],
  ['a PIN of somebody else, with a code of one’s own', [listed, byCode(2, 'Dara'), pinOf('Dara', 1)], ['not-allowed']],
  ['an owner of one’s own, beside the list', [listed, femi], ['not-signed-in']],
  ['what a role may do, before anybody has a PIN', [listed, given], ['not-signed-in']],
  [
    'nobody has signed in',
    [...people, ['Amina', {type: 'signed-out', data: {number: 1, reason: 'asked'}}], drawer],
    ['not-signed-in'],
  ],
  ['somebody else has signed in', [...people, drawer], ['not-signed-in']],
  ['who had signed in was locked', [...served, locked(4), drawer], ['not-signed-in', 'not-signed-in']],
  ['the process in which somebody had signed in is gone', [...served, started, drawer], ['not-signed-in']],
  ['an approval is needed', [...served, drawer], ['not-approved']],
  ['a supervisor has approved it', [...served, approved('Chidi', drawer), drawer], fine],
  ['it is done twice', [...served, approved('Chidi', drawer), drawer, drawer], ['not-approved']],
  ['it was approved twice', [...served, approved('Chidi', drawer), approved('Baraka', drawer), drawer, drawer], fine],
  ['something else was approved', [...served, approved('Chidi', otherDrawer), drawer], ['not-approved']],
  [
    'one of two that were approved is done, then the other',
    [...served, approved('Chidi', drawer), approved('Chidi', otherDrawer), drawer, otherDrawer],
    fine,
  ],
  ['another cashier has approved it', [...served, approved('Esi', drawer), drawer], ['not-approved']],
  ['whoever does it has approved it', [...served, approved('Dara', drawer), drawer], ['not-approved']],
  ['it was approved by a name that nobody has', [...served, approved('Zuri', drawer), drawer], ['not-approved']],
  ['it was approved for another', [...served, approved('Chidi', drawer, 5), drawer], ['not-approved']],
  [
    'whoever approved it was locked before it',
    [...served, approved('Chidi', drawer), locked(3), drawer],
    ['not-signed-in', 'not-approved'],
  ],
  ['another has signed in since', [...served, approved('Chidi', drawer), dara, drawer], ['not-approved']],
  ['whoever did it had left since', [...served, approved('Chidi', drawer), left, dara, drawer], ['not-approved']],
  ['the till was started since', [...served, approved('Chidi', drawer), started, dara, drawer], ['not-approved']],
  ['a shift is handed over, and nobody has signed for it', [...served, handed], ['not-approved']],
  ['who takes it has signed', [...served, taken('Esi'), handed], fine],
  ['another has signed for it', [...served, taken('Amina'), handed], ['not-approved']],
  ['the one from whom it goes has', [...served, taken('Dara'), handed], ['not-approved']],
  ['a cashier adds people', [...served, ['Dara', femi[1]]], ['not-allowed']],
  [
    'a cashier adds people, and a manager has approved it',
    [...served, approved('Baraka', femi), ['Dara', femi[1]]],
    ['not-allowed'],
  ],
  ['a PIN of one’s own', [...served, changed(4, {credential: newPin})], fine],
  ['a PIN of another', [...served, changed(5, {credential: newPin})], ['not-allowed']],
  ['a role of one’s own', [...served, changed(4, {role: 'owner'})], ['not-allowed']],
  ['a name of one’s own', [...served, changed(4, {name: 'Amina B'})], ['not-allowed']],
  ['a recovery code of the shop’s', [...served, changed(4, {recovery: digest('x')})], ['not-allowed']],
  [
    'a difference that nobody had to approve',
    [...people, ['Amina', {type: 'z-reported', data: {report: {number: 1, difference: null}}}]],
    fine,
  ],
  [
    'a difference that the named one has approved',
    [...people, approvedDifference('Baraka', 'baraka'), closed('baraka')],
    fine,
  ],
  [
    'a difference that another than the named one has approved',
    [...people, approvedDifference('Baraka', 'Chidi'), closed('Chidi')],
    ['not-approved'],
  ],
  [
    'a difference that its own person has approved',
    [...people, approvedDifference('Amina', 'Amina'), closed('Amina')],
    ['not-approved'],
  ],
  ['a difference that nobody has approved, though a right is held', [...people, closed('Baraka')], ['not-approved']],
])('a line is found out: %s', (_, lines, breaches) => {
  const audit = rightsAudit(digest);
  const found = lines.flatMap(([person, event], at) => {
    const stored = {
      seq: at + 1,
      v: 1,
      at: '2026-11-23T05:00:00.000Z',
      till: 'T7K',
      hash: '',
      ...(event as PendingEvent<StoredEvent>),
      person,
    };
    return audit(stored as StoredEvent) ?? [];
  });
  expect(found.map(({why}) => why)).toEqual(breaches);
});
