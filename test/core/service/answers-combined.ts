import {interpretCharge} from '../../../src/core/endpoints/charge.js';
import {interpretCollection, interpretOtp} from '../../../src/core/endpoints/collect.js';
import {interpretRefund, interpretRefundStatus} from '../../../src/core/endpoints/refund.js';
import {interpretStatus} from '../../../src/core/endpoints/status.js';
import {interpretEnrolment} from '../../../src/core/endpoints/subscription/create-subscription.js';
import type {Answer, Json} from '../../../src/core/service/answer.js';

type Members = {readonly [name: string]: Json};

const ours = 'T7K0MZ4K8Q2RDWX';
const others = 'T7K0MZ4K9BBBBBB';
const email = 'amina@example.com';
const kes = {currency: 'KES', minor: 20_000} as const;
const usd = {currency: 'USD', minor: 2400} as const;

/** What an answer is put together from. Each call has all combinations of these. */
export const parts = {
  http: ['200', '201', '206', '302', '400', '401', '403', '404', '408', '409', '425', '429', '500'],
  envelope: ['none', 'yes', 'no'],
  code: ['none', '00', '09', '06', '96', '77'],
  echo: ['none', 'ours', "another's"],
  beside: [
    'nothing',
    'Completed',
    'Initialized',
    'Failed',
    'Reversed',
    'Zamani',
    'paid: true',
    'an earlier attempt',
    'a member twice',
  ],
} as const;
export type Part = keyof typeof parts;
export type Combination = {readonly [name in Part]: (typeof parts)[name][number]};

const earlier = 'previous attempt DECLINED, current one is being processed';
const sentence = ({beside}: Combination, usual: string) => (beside === 'an earlier attempt' ? earlier : usual);
const isStatus = ({beside}: Combination) =>
  ['Completed', 'Initialized', 'Failed', 'Reversed', 'Zamani'].includes(beside);
const success = ({envelope}: Combination): Members => (envelope === 'none' ? {} : {success: envelope === 'yes'});
const codeOf = ({code}: Combination): Members => (code === 'none' ? {} : {response_code: code});
const paid = ({beside}: Combination): Members => (beside === 'paid: true' ? {paymentCompleted: true} : {});
const named = (name: string, {echo}: Combination, [own, other]: readonly [string, string] = [ours, others]): Members =>
  echo === 'none' ? {} : {[name]: echo === 'ours' ? own : other};

function collection(each: Combination): Members {
  const text = each.code === 'none' ? {message: sentence(each, 'x')} : {response_message: sentence(each, 'x')};
  const status = isStatus(each) ? {transaction_status: each.beside} : {};
  return {
    ...text,
    ...success(each),
    ...codeOf(each),
    ...named('transaction_reference', each),
    ...status,
    ...paid(each),
  };
}

function charge(each: Combination): Members {
  const isOk = each.envelope === 'none' ? {} : {statusOk: each.envelope === 'yes'};
  const text = {message: 'x', debugMessage: sentence(each, each.envelope === 'no' ? 'DECLINED' : 'x'), error_code: 'E'};
  const status = isStatus(each) ? {data: {transaction_status: each.beside}} : {};
  return {...text, ...isOk, ...codeOf(each), ...named('transactionReference', each), ...status, ...paid(each)};
}

function refund(each: Combination): Members {
  const text = {message: sentence(each, 'x')};
  const data = {
    refund_transaction_reference: 'RF-1',
    status: each.beside,
    ...named('payment_transaction_reference', each),
  };
  const without = named('payment_transaction_reference', each);
  return {...text, ...success(each), ...codeOf(each), ...(isStatus(each) ? {data} : without), ...paid(each)};
}

function enrolment(each: Combination): Members {
  const customer = named('customerEmail', each, [email, 'juma@example.com']);
  const result = isStatus(each) ? {chargeResult: {status: each.beside}} : {};
  const subscription = {id: 7, status: 'ACTIVE', ...customer};
  const data = each.envelope === 'yes' ? {subscription, ...result} : {...customer, ...result};
  return {message: sentence(each, 'x'), ...success(each), ...codeOf(each), data, ...paid(each)};
}

const recordOf = (each: Combination, amount: string, value: number, currency: string): Members => ({
  [amount]: value,
  transaction_fee: 0,
  currency,
  ...(isStatus(each) ? {transaction_status: each.beside} : {transaction_status: 'Completed'}),
  ...(each.beside === 'an earlier attempt' ? {status_reason: earlier} : {}),
});
const collectionRecord = (each: Combination): Members => ({
  ...recordOf(each, 'transaction_amount', 200, 'KES'),
  ...success(each),
  ...codeOf(each),
  ...named('transaction_reference', each),
  ...paid(each),
});
const cardRecord = (each: Combination): Members => ({
  message: 'x',
  ...success(each),
  ...codeOf(each),
  ...paid(each),
  data: {...recordOf(each, 'amount_received', 24, 'USD'), ...named('merchant_transaction_reference', each)},
});
const refundRecord = (each: Combination): Members => ({
  message: 'x',
  ...success(each),
  ...codeOf(each),
  ...paid(each),
  data: {
    payment_transaction_reference: ours,
    refund_amount: 24,
    currency: 'USD',
    refund_status: isStatus(each) ? each.beside : 'Completed',
    ...named('refund_transaction_reference', each, ['RF-1', 'RF-2']),
  },
});

type Kind = {readonly kind: string; readonly why?: unknown; readonly done?: unknown};
const refusedAs = ({kind}: Kind) => (kind === 'refused' ? 'not paid' : undefined);
const recordAs = ({kind}: Kind) => ({paid: 'paid', failed: 'not paid'})[kind];

/** Of each call: how its answer is made, and what it may come to; all else is not known. */
export const calls: Readonly<
  Record<
    string,
    {readonly body: (each: Combination) => Members; readonly proves: (answer: Answer) => string | undefined}
  >
> = {
  'collection, asked': {body: collection, proves: answer => refusedAs(interpretCollection(answer, ours))},
  'one-time password': {
    body: collection,
    proves: answer =>
      ({'wrong-code': 'wrong code', credentials: 'key refused'})[interpretOtp(answer, ours).kind as string],
  },
  'card, charged': {body: charge, proves: answer => refusedAs(interpretCharge(answer, ours))},
  enrolment: {
    body: enrolment,
    proves: answer =>
      ({refused: 'not enrolled', made: 'enrolled'})[interpretEnrolment(answer, {customerEmail: email}).kind as string],
  },
  refund: {
    body: refund,
    proves: answer => {
      const outcome: Kind = interpretRefund(answer, {payment: ours, amount: usd, known: new Set()});
      return outcome.kind === 'refused' ? 'not given back' : outcome.done === true ? 'given back' : undefined;
    },
  },
  'record of a collection': {
    body: collectionRecord,
    proves: answer => recordAs(interpretStatus(answer, {reference: ours, asked: kes})),
  },
  'record of a card': {
    body: cardRecord,
    proves: answer => recordAs(interpretStatus(answer, {reference: ours, asked: usd})),
  },
  'record of a refund': {
    body: refundRecord,
    proves: answer =>
      ({done: 'given back', failed: 'not given back'})[
        interpretRefundStatus(answer, {serviceReference: 'RF-1', payment: ours, amount: usd}).kind as string
      ],
  },
};

export function* combinations(): Generator<Combination> {
  for (const http of parts.http)
    for (const envelope of parts.envelope)
      for (const code of parts.code)
        for (const echo of parts.echo) for (const beside of parts.beside) yield {http, envelope, code, echo, beside};
}

export function answerOf(body: Members, {http, beside}: Combination): Answer {
  return {kind: 'answered', http: Number(http), body, ...(beside === 'a member twice' ? {doubled: true} : {})};
}

type Row = {readonly call: string; readonly proves: string; readonly values: Readonly<Record<Part, readonly string[]>>};

/** The combinations that prove something, in as few rows as they need: what differs in one part alone is one row. */
export function proving(): readonly Row[] {
  return Object.entries(calls).flatMap(([call, {body, proves}]) => {
    const rows: Row[] = [];
    for (const each of combinations()) {
      const proved = proves(answerOf(body(each), each));
      if (proved === undefined) continue;
      const values = Object.fromEntries(Object.entries(each).map(([name, value]) => [name, [value]]));
      rows.push({call, proves: proved, values: values as unknown as Row['values']});
    }
    return together(rows).sort((a, b) => (a.proves < b.proves ? -1 : a.proves > b.proves ? 1 : 0));
  });
}

const names = Object.keys(parts) as readonly Part[];

function together(rows: readonly Row[]): Row[] {
  let merged = [...rows];
  for (let before = -1; before !== merged.length; ) {
    before = merged.length;
    for (const part of names) merged = joined(merged, part);
  }
  return merged;
}

function joined(rows: readonly Row[], part: Part): Row[] {
  const groups = new Map<string, Row>();
  for (const row of rows) {
    const key = JSON.stringify([row.proves, ...names.filter(name => name !== part).map(name => row.values[name])]);
    const other = groups.get(key);
    const values = parts[part].filter(value => row.values[part].includes(value) || other?.values[part].includes(value));
    groups.set(key, {...row, values: {...row.values, [part]: values}});
  }
  return [...groups.values()];
}

/** The table of `docs/answers.md`. */
export function table(): string {
  const head = ['call', 'HTTP', 'envelope', 'code', 'echo', 'beside it', 'proves'];
  const cell = (part: Part, values: readonly string[]) =>
    values.length === parts[part].length ? 'any' : values.join(', ');
  const rows = proving().map(({call, proves, values}) => [
    call,
    ...names.map(part => cell(part, values[part])),
    `**${proves}**`,
  ]);
  return [head, head.map(() => '---'), ...rows].map(each => `| ${each.join(' | ')} |`).join('\n');
}
