import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {emptyState, foldEvents} from '../../src/core/books/state.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import {startOnPaid} from '../../src/till/on-paid.js';
import {machine} from '../../src/world.js';
import {accepted, event, record, reference, request} from '../core/payment/payment-samples.js';
import {temporaryFolder} from './real-till.js';

const begun = [
  event(1, 'requested', request),
  event(2, 'sent', {reference}),
  event(3, 'answered', {reference, answer: accepted()}),
];
const told = (seq: number, status: string, code: string, more = {}) =>
  event(seq, 'status-answered', {reference, question: 'status', answer: record(status, code, more), repeated: 0});
const mispaid = told(4, 'Completed', '00', {transaction_amount: 150});
const judged = (as: 'paid' | 'not-paid') =>
  event(5, 'resolved', {reference, as, reason: 'seen', evidence: ''}, 'Amina');

it.each<[string, rings: number, readonly StoredEvent[]]>([
  ['paid', 1, [told(4, 'Completed', '00')]],
  ['failed', 0, [told(4, 'Failed', '06')]],
  ['paid with another amount, which a person has to see to', 0, [mispaid]],
  ['paid with another amount, and then judged paid', 1, [mispaid, judged('paid')]],
  ['paid with another amount, and then judged not paid', 0, [mispaid, judged('not-paid')]],
])('the bell of a payment that becomes %s rings %i times', async (_, rings, events) => {
  const state = emptyState();
  let tell = (_: ReadonlySet<string>) => {};
  const till = {
    state,
    subscribe: (listener: typeof tell) => {
      tell = listener;
      return () => {};
    },
  };
  const file = join(temporaryFolder(), 'rung');
  const config = {onPaid: `echo "$DUKA_REFERENCE" >> '${file}'`, language: 'en'} as const;
  const stop = startOnPaid({till, config, world: machine});
  onTestFinished(() => stop());
  for (const each of [...begun, ...events]) {
    foldEvents(state, [each]);
    tell(new Set([reference]));
  }
  const rung = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  await expect.poll(rung).toBe(`${reference}\n`.repeat(rings));
});
