import {createHash} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {readBanks} from '../../src/api/banks.js';
import {chargeProof} from '../../src/core/card/evidence.js';
import {historyAbout, refundProof, refundRecordProof, refundsInHistory} from '../../src/core/refund/evidence.js';
import {holderProof} from '../../src/core/service/account-evidence.js';
import type {Answer, Json} from '../../src/core/service/answer.js';
import {isKeyRefused, otpProof, sendProof} from '../../src/core/service/evidence.js';
import {statusProof} from '../../src/core/service/status-evidence.js';
import {changeProof, enrolProof} from '../../src/core/subscription/evidence.js';
import {planProof, planRecord, plansPage} from '../../src/core/subscription/plan-evidence.js';
import {chargesPage, subscriptionRecord, subscriptionsPage} from '../../src/core/subscription/record.js';

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
  collect: answer => sendProof(answer, reference),
  processOtp: answer => [otpProof(answer, reference), otpProof(answer)],
  status: answer => statusProof(answer, {reference, asked: {currency: 'KES', minor: 20_000}}),
  merchantReference: answer => statusProof(answer, {reference, asked: {currency: 'KES', minor: 20_000}}),
  charge: answer => chargeProof(answer, reference),
  cardStatus: answer => statusProof(answer, {reference, serviceReference: 'P1KRDXCD5630', asked: usd(2400)}),
  refund: answer => refundProof(answer, refund),
  refundStatus: answer => refundRecordProof(answer, {...refund, serviceReference: 'RF20231112-Q232USD'}),
  refundHistory: answer => [refundsInHistory(answer), historyAbout([answer, answer], reference)],
  createPlan: planProof,
  plan: planRecord,
  plans: plansPage,
  createSubscription: answer => enrolProof(answer, {customerEmail: 'amina@example.com'}),
  subscription: subscriptionRecord,
  subscriptions: subscriptionsPage,
  subscriptionCharges: chargesPage,
  cancelSubscription: answer => changeProof(answer, 'cancel'),
  resumeSubscription: answer => changeProof(answer, 'resume'),
  pauseSubscription: answer => changeProof(answer, 'pause'),
  accountHolder: holderProof,
  banks: readBanks,
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
