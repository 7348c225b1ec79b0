import {expect, it} from 'vitest';
import {emptyState, folding} from '../../src/core/books/state.js';
import type {NewEvent} from '../../src/core/events/event.js';
import type {StaffRole} from '../../src/core/staff/schema.js';
import {readActivity} from '../../src/till/days.js';
import {openJournal} from '../../store/journal.js';
import {reference, request, toldOf} from '../core/payment/payment-samples.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {clockAt, options} from '../store/support.js';

const kes = (minor: number) => ({currency: 'KES', minor}) as const;
const person = 'Amina';
const added = (number: number, name: string, role: StaffRole): NewEvent => ({
  type: 'staff-added',
  person,
  data: {number, name, role, credential: {kind: 'pin', record: String(number).repeat(64)}},
});
const limited = (minor: number): NewEvent => ({
  type: 'rights-changed',
  person,
  data: {verb: 'refund-in-cash', role: 'cashier', right: 'yes', most: [kes(minor)], mostInShift: []},
});

it('judges a refund by the limit of its day, which an earlier day had set and a later one has changed', async () => {
  const clock = clockAt('2026-11-20T12:00:00Z');
  const write = options('/till', {disk: new MemoryDisk(), now: () => clock.now, ...folding});
  const journal = await openJournal(write);
  await journal.append([added(1, 'Amina', 'owner'), added(2, 'Baraka', 'cashier'), limited(10_000)]);
  clock.set('2026-11-21T12:00:00Z');
  const businessDate = '2026-11-21';
  const {data} = toldOf(3, 'Completed');
  await journal.append([
    {type: 'requested', person, data: {...request, amount: kes(125_000), businessDate}},
    {type: 'sent', person, data: {reference}},
    {type: 'status-answered', person, data} as NewEvent,
    {
      type: 'refund-in-cash',
      person: 'Baraka',
      data: {reference, refund: 1, amount: kes(9_500), reason: 'broken', businessDate},
    },
  ]);
  clock.set('2026-11-22T12:00:00Z');
  await journal.append([limited(50_000)]);
  const rows = await readActivity({journal, state: emptyState()}, {from: businessDate, to: businessDate}, 'person');
  expect(rows).toMatchObject([{person: 'Baraka', counts: {refundsNearLimit: 1}}]);
  await journal.close();
});
