// @module-tag slow

import {createHash} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {interpretHolder} from '../../src/core/endpoints/account-holder.js';
import {interpretBanks} from '../../src/core/endpoints/banks.js';
import {interpretCharge} from '../../src/core/endpoints/charge.js';
import {interpretCollection, interpretOtp} from '../../src/core/endpoints/collect.js';
import {
  historyAbout,
  interpretRefund,
  interpretRefundHistory,
  interpretRefundStatus,
} from '../../src/core/endpoints/refund.js';
import {interpretStatus} from '../../src/core/endpoints/status.js';
import {interpretChange} from '../../src/core/endpoints/subscription/change-subscription.js';
import {interpretEnrolment} from '../../src/core/endpoints/subscription/create-subscription.js';
import {interpretNewPlan, interpretPlan, interpretPlans} from '../../src/core/endpoints/subscription/plans.js';
import {interpretCharges} from '../../src/core/endpoints/subscription/subscription-charges.js';
import {interpretSubscription, interpretSubscriptions} from '../../src/core/endpoints/subscription/subscriptions.js';
import type {Answer, Json} from '../../src/core/service/answer.js';
import {isKeyRefused} from '../../src/core/service/reply.js';

/**
 * What version 0.1.0 made of every recorded answer, and of tens of thousands that differ from one in one place: journals
 * keep answers as they came, and what they mean may not change by accident. `vitest -u` writes the file anew.
 */

type Members = {readonly [name: string]: Json};
type Recording = {
  readonly call: string;
  readonly http: number;
  readonly body?: Json;
  readonly kept?: Json;
  readonly text?: string;
};

const reference = 'DK17VH3QX0A9BC2';
const usd = (minor: number) => ({currency: 'USD', minor}) as const;
const refund = {payment: reference, amount: usd(1000), known: new Set<string>()};

/** By call, everything that reads its answer. */
const interpreters: Readonly<Record<string, (answer: Answer) => unknown>> = {
  collect: answer => interpretCollection(answer, reference),
  processOtp: answer => [interpretOtp(answer, reference), interpretOtp(answer)],
  status: answer => interpretStatus(answer, {reference, asked: {currency: 'KES', minor: 20_000}}),
  merchantReference: answer => interpretStatus(answer, {reference, asked: {currency: 'KES', minor: 20_000}}),
  charge: answer => interpretCharge(answer, reference),
  cardStatus: answer => interpretStatus(answer, {reference, serviceReference: 'P1KRDXCD5630', asked: usd(2400)}),
  refund: answer => interpretRefund(answer, refund),
  refundStatus: answer => interpretRefundStatus(answer, {...refund, serviceReference: 'RF20231112-Q232USD'}),
  refundHistory: answer => [interpretRefundHistory(answer), historyAbout([answer, answer], reference)],
  createPlan: interpretNewPlan,
  plan: answer => interpretPlan(answer, 'PLAN-XY99ZZ00'),
  plans: answer => interpretPlans(answer, 0),
  createSubscription: answer => interpretEnrolment(answer, {customerEmail: 'amina@example.com'}),
  subscription: answer => interpretSubscription(answer, 100),
  subscriptions: answer => interpretSubscriptions(answer, 0),
  subscriptionCharges: answer => interpretCharges(answer, {id: 100, page: 0}),
  cancelSubscription: answer => interpretChange(answer, 'cancel', 100),
  resumeSubscription: answer => interpretChange(answer, 'resume', 100),
  pauseSubscription: answer => interpretChange(answer, 'pause', 100),
  accountHolder: interpretHolder,
  banks: interpretBanks,
};

const others: readonly Json[] = [
  ...[null, true, false, 0, 1, -1, 7, 1.5, 21, 200, 1e21, [], {}, [1], {a: 1}, [{id: 1, status: 'x'}]],
  ...[
    '',
    ' ',
    'null',
    'true',
    'false',
    'No',
    '0',
    '3',
    '1.50',
    '-1',
    '1e3',
    '00',
    '09',
    '06',
    '96',
    '77',
    '200',
    '404',
  ],
  ...['Completed', 'Initialized', 'Failed', 'Reversed', 'SUCCESS', 'ACTIVE', 'CANCELLED', 'PAUSED', 'INCOMPLETE'],
  ...['DECLINED', 'INVALID_CARD', 'Expired card', 'Insufficient funds', 'Transaction not found', 'No static resource'],
  ...['already has an active subscription', 'Duplicate transaction reference', 'is being processed', 'timed out'],
  ...['INVALID COUNTRY CODE', 'Unknown Bank Code', reference, 'amina@example.com', 'juma@example.com', 'KES', ' usd '],
  ...['https://bank.example/acs', 'http://bank.example/acs', 'http://127.0.0.1:1/acs', 'cut short…'],
];
const statuses = [200, 201, 203, 204, 206, 302, 400, 401, 403, 404, 405, 408, 409, 422, 425, 429, 500, 502, 503];

/** The value, once for each place in it and each other value that could stand there, and once without each member. */
function* variants(value: Json): Generator<Json> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const other of placed(item as Json)) yield value.with(index, other) as Json;
  } else if (typeof value === 'object' && value !== null) {
    const members = value as Members;
    for (const name of Object.keys(members)) {
      const {[name]: member = null, ...rest} = members;
      yield rest;
      for (const other of placed(member)) yield {...members, [name]: other};
    }
    for (const name of ['data', 'message', 'success', 'status', 'error_code', 'response_code', 'paymentCompleted'])
      if (!(name in members)) for (const other of others) yield {...members, [name]: other};
  }
}
function* placed(member: Json): Generator<Json> {
  yield* others;
  yield* variants(member);
}

function* answersLike(answer: Extract<Answer, {kind: 'answered'}>): Generator<Answer> {
  const {body, ...rest} = answer;
  for (const http of statuses) yield {...answer, http};
  yield {...answer, doubled: true};
  for (const other of others) yield {...rest, body: other};
  if (body !== undefined) for (const other of variants(body)) yield {...rest, body: other};
}

/** JSON whose members are in the order of their names: another order of the same is the same. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    const entries = Object.entries(each);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  });

const folder = new URL('fixtures/answers/', import.meta.url);
function interpretationOf(name: string) {
  const recording = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recording;
  const {call, http, text, kept, body = null} = recording;
  const answer = {kind: 'answered', http, ...(text === undefined ? {body: kept ?? body} : {text})} as const;
  const interpret = (each: Answer) => ({key: isKeyRefused(each), read: interpreters[call]?.(each)});
  const digest = createHash('sha256');
  const kinds = new Set<string>();
  let count = 0;
  for (const each of answersLike(answer)) {
    const interpretation = inOrder(interpret(each));
    for (const [, kind = ''] of interpretation.matchAll(/"kind":"([\w-]+)"/g)) kinds.add(kind);
    digest.update(interpretation);
    count += 1;
  }
  return {name, ...interpret(answer), like: {count, kinds: [...kinds].sort(), digest: digest.digest('hex')}};
}

test('every recorded answer, and what is like it, is interpreted as ever', async () => {
  const interpretations = readdirSync(folder).map(interpretationOf);
  expect(interpretations.length).toBeGreaterThan(50);
  await expect(`${JSON.stringify(JSON.parse(inOrder(interpretations)), null, 2)}\n`).toMatchFileSnapshot(
    'fixtures/interpretations.json',
  );
});
