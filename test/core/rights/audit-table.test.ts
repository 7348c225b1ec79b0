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
const drawer: Line = ['Dara', {type: 'drawer-opened', data: {reason: 'change'}}];
const otherDrawer: Line = ['Dara', {type: 'drawer-opened', data: {reason: 'coins'}}];
const approved = (by: string, [, event]: Line, on = 4): Line => {
  const [action] = actionsOf(event as PendingEvent<StoredEvent> as Parameters<typeof actionsOf>[0]);
  if (action === undefined) throw new Error('nothing to approve');
  return [by, {type: 'approved', data: {verb: action.verb, action: digest(actionText(action, on)), for: on}}];
};
const closed = (approver: string): Line => [
  'Amina',
  {type: 'z-reported', data: {report: {number: 1, difference: {note: 'torn', approver, amounts: [kes(-100)]}}}},
];
/** What approves that the day is closed with a difference, not that it is closed. */
const approvedDifference = (by: string, approver: string, on = 1): Line => {
  const action = actionsOf(closed(approver)[1] as Parameters<typeof actionsOf>[0])[1];
  if (action === undefined) throw new Error('no difference');
  return [by, {type: 'approved', data: {verb: action.verb, action: digest(actionText(action, on)), for: on}}];
};
const handed: Line = ['Dara', {type: 'shift-handed-over', data: {shift: 1, to: 'Esi'}}];
const taken = (by: string, on = 4): Line => {
  const action = actionsOf(handed[1] as Parameters<typeof actionsOf>[0])[1];
  if (action === undefined) throw new Error('nobody takes it');
  return [by, {type: 'approved', data: {verb: action.verb, action: digest(actionText(action, on)), for: on}}];
};
const locked = (number: number): Line => ['Amina', {type: 'staff-locked', data: {number, reason: 'left'}}];

const fine: readonly BreachReason[] = [];
it.each<readonly [what: string, lines: readonly Line[], breaches: readonly BreachReason[]]>([
  ['nobody works here yet', [drawer], fine],
  [
    'nobody has signed in',
    [...people, ['Amina', {type: 'signed-out', data: {number: 1, reason: 'asked'}}], drawer],
    ['not-signed-in'],
  ],
  ['somebody else has signed in', [...people, drawer], ['not-signed-in']],
  ['who had signed in was locked', [...people, dara, locked(4), drawer], ['not-signed-in', 'not-signed-in']],
  [
    'the process in which somebody had signed in is gone',
    [...people, dara, ['Dara', {type: 'started', data: {}}], drawer],
    ['not-signed-in'],
  ],
  ['an approval is needed', [...people, dara, drawer], ['not-approved']],
  ['a supervisor has approved it', [...people, dara, approved('Chidi', drawer), drawer], fine],
  ['it is done twice', [...people, dara, approved('Chidi', drawer), drawer, drawer], ['not-approved']],
  [
    'it was approved twice',
    [...people, dara, approved('Chidi', drawer), approved('Baraka', drawer), drawer, drawer],
    fine,
  ],
  ['something else was approved', [...people, dara, approved('Chidi', otherDrawer), drawer], ['not-approved']],
  [
    'one of two that were approved is done, then the other',
    [...people, dara, approved('Chidi', drawer), approved('Chidi', otherDrawer), drawer, otherDrawer],
    fine,
  ],
  ['another cashier has approved it', [...people, dara, approved('Esi', drawer), drawer], ['not-approved']],
  ['whoever does it has approved it', [...people, dara, approved('Dara', drawer), drawer], ['not-approved']],
  ['it was approved by a name that nobody has', [...people, dara, approved('Zuri', drawer), drawer], ['not-approved']],
  ['it was approved for another', [...people, dara, approved('Chidi', drawer, 5), drawer], ['not-approved']],
  [
    'whoever approved it was locked before it',
    [...people, dara, approved('Chidi', drawer), locked(3), drawer],
    ['not-signed-in', 'not-approved'],
  ],
  ['another has signed in since', [...people, dara, approved('Chidi', drawer), dara, drawer], ['not-approved']],
  [
    'whoever did it had left since',
    [
      ...people,
      dara,
      approved('Chidi', drawer),
      ['Dara', {type: 'signed-out', data: {number: 4, reason: 'idle'}}],
      dara,
      drawer,
    ],
    ['not-approved'],
  ],
  [
    'the till was started since',
    [...people, dara, approved('Chidi', drawer), ['Dara', {type: 'started', data: {}}], dara, drawer],
    ['not-approved'],
  ],
  ['a shift is handed over, and nobody has signed for it', [...people, dara, handed], ['not-approved']],
  ['who takes it has signed', [...people, dara, taken('Esi'), handed], fine],
  ['another has signed for it', [...people, dara, taken('Amina'), handed], ['not-approved']],
  ['the one from whom it goes has', [...people, dara, taken('Dara'), handed], ['not-approved']],
  ['a cashier adds people', [...people, dara, ['Dara', added(6, 'Femi', 'cashier')[1]]], ['not-allowed']],
  [
    'a cashier adds people, and a manager has approved it',
    [...people, dara, approved('Baraka', added(6, 'Femi', 'cashier')), ['Dara', added(6, 'Femi', 'cashier')[1]]],
    ['not-allowed'],
  ],
  [
    'a PIN of one’s own',
    [
      ...people,
      dara,
      ['Dara', {type: 'staff-changed', data: {number: 4, credential: {kind: 'pin', record: digest('x')}}}],
    ],
    fine,
  ],
  [
    'a PIN of another',
    [
      ...people,
      dara,
      ['Dara', {type: 'staff-changed', data: {number: 5, credential: {kind: 'pin', record: digest('x')}}}],
    ],
    ['not-allowed'],
  ],
  [
    'a role of one’s own',
    [...people, dara, ['Dara', {type: 'staff-changed', data: {number: 4, role: 'owner'}}]],
    ['not-allowed'],
  ],
  [
    'a name of one’s own',
    [...people, dara, ['Dara', {type: 'staff-changed', data: {number: 4, name: 'Amina B'}}]],
    ['not-allowed'],
  ],
  [
    'a recovery code of the shop’s',
    [...people, dara, ['Dara', {type: 'staff-changed', data: {number: 4, recovery: digest('x')}}]],
    ['not-allowed'],
  ],
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
