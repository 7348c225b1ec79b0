import {hash} from 'node:crypto';
import * as z from 'zod';
import {type Answer, type Fields, fieldsIn, json, redirect, text} from '../answer.js';
import {type Database, readSetting, writeSetting} from '../database.js';

/** Answers that a client could believe, against what happened: refusals after the request was carried out, and records of money. */
export const refusalDialects = [
  'busy-after',
  'refusal-of-another',
  'refusal-that-stands',
  'refusal-in-a-sentence',
] as const;
const recordDialects = [
  'record-unnamed',
  'record-denied',
  'record-doubled',
  'record-without-currency',
  'record-of-fees',
  'record-in-part',
] as const;
export const dialects = [...refusalDialects, ...recordDialects] as const;
export type Dialect = (typeof dialects)[number];
export type RecordDialect = (typeof recordDialects)[number];

/** The time during which amounts and wallets that ask for it have their status record in a dialect. */
export const oddMilliseconds = 60_000;

const another = 'ZZZ0ANOTHER0000';
const sentence = 'Previous attempt DECLINED, current one is being processed';

/** Returns an answer in a dialect; as it is, if the dialect does not fit it, such as one of records for an order. */
export function inDialect(answer: Answer, dialect: Dialect, seconds: number): Answer {
  const body = fieldsIn(answer.body);
  if (body === undefined || answer.status !== 200) return answer;
  switch (dialect) {
    case 'busy-after':
      return json(429, {message: 'Too many requests', status: false}, {'Retry-After': String(Math.ceil(seconds))});
    case 'refusal-of-another':
      return json(400, {...refusal(body, 'DECLINED'), ...namesOf(body, another)});
    case 'refusal-that-stands':
      return json(400, {...body, ...refusal(body, 'DECLINED'), ...thatStands(body)});
    case 'refusal-in-a-sentence':
      return json(400, refusal(body, sentence));
    default:
      return record(answer, body, dialect);
  }
}

/** Faults that happen before the service: nothing is processed. */
export const faultsBefore = ['reset-before', 'http-502-html', 'rate-limit', 'captive-portal', 'redirect'] as const;

/** Faults that happen to the answer: the request was processed, and the client cannot tell. */
export const faultsAfter = [
  'drop-after',
  'http-500-after',
  'cut-answer',
  'slow',
  'malformed',
  'truncate-no-length',
  ...dialects,
] as const;

/** Uses the words of the family that an answer belongs to. */
function refusal(body: Fields, reason: string): Fields {
  if ('statusOk' in body) {
    const {transactionReference} = body;
    return {
      statusOk: false,
      message: 'Transaction Failed',
      debugMessage: reason,
      transactionReference,
      paymentCompleted: false,
    };
  }
  if ('response_code' in body) return {response_code: '06', response_message: reason};
  return {message: reason, success: false, status: false};
}

/** The fields that show that the request stands although the answer is a refusal. */
function thatStands({response_code, paymentCompleted}: Fields): Fields {
  if (paymentCompleted !== undefined) return {paymentCompleted};
  return response_code === undefined ? {} : {response_code, success: false};
}

function namesOf(body: Fields, name: string): Fields {
  if ('statusOk' in body) return {transactionReference: name, customerReference: name};
  const {data} = body;
  const isEnrolment = typeof data === 'object' && data !== null && 'subscription' in data;
  return isEnrolment ? {data: {customerEmail: 'another@example.com'}} : {transaction_reference: name};
}

function record(answer: Answer, body: Fields, dialect: RecordDialect): Answer {
  const inner = 'data' in body ? (body.data as Fields | null) : body;
  const status = inner === null ? undefined : statusIn(inner);
  // A refund record also names its payment and its amount, and has no fee, so these two dialects only fit transaction records.
  const isOfMoney = status === 'transaction_status';
  const isAboutMoney = dialect === 'record-without-currency' || dialect === 'record-of-fees';
  if (inner === null || status === undefined || (isAboutMoney && !isOfMoney)) return answer;
  const said = {...inner, ...paid(inner, status), ...changed(inner, dialect)};
  const whole: Fields = inner === body ? said : {...body, data: said};
  if (dialect === 'record-denied') return json(200, {...whole, success: false, status: false});
  if (dialect === 'record-in-part') return json(206, whole);
  const plain = json(200, whole);
  if (dialect !== 'record-doubled') return plain;
  const mark = `"${status}":`;
  return {...plain, body: plain.body.replace(mark, `${mark}"Failed",${mark}`)};
}

/** Returns the name of the field with the status of a record, or of the answer to a refund. */
function statusIn(inner: Fields): string | undefined {
  const names = ['transaction_status', 'refund_status', ...('refund_transaction_reference' in inner ? ['status'] : [])];
  return names.find(name => typeof inner[name] === 'string');
}

function paid(inner: Fields, status: string): Fields {
  if (status === 'status') return {status: 'SUCCESS', successful: true};
  if (status === 'refund_status') return {refund_status: 'Success'};
  return {transaction_status: 'Completed', ...('response_code' in inner ? {response_code: '00'} : {})};
}

function changed(inner: Fields, dialect: Dialect): Fields {
  const amount = 'transaction_amount' in inner ? 'transaction_amount' : 'amount_received';
  switch (dialect) {
    case 'record-unnamed':
      return {
        transaction_reference: undefined,
        merchant_transaction_reference: undefined,
        refund_transaction_reference: undefined,
      };
    case 'record-without-currency':
      return {currency: undefined};
    case 'record-of-fees':
      return {[amount]: 0, transaction_fee: inner[amount]};
    default:
      return {};
  }
}

type FaultBefore = (typeof faultsBefore)[number];
type FaultAfter = (typeof faultsAfter)[number];
export type FaultName = FaultBefore | FaultAfter;

export const isFaultBefore = (name: FaultName): name is FaultBefore =>
  (faultsBefore as readonly string[]).includes(name);

const badGateway =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n' +
  '<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n';

const portal =
  '<!DOCTYPE html><html><head><title>Guest Wi-Fi</title></head><body><h1>Welcome</h1>' +
  '<form method="post" action="/login"><input name="room"><button>Connect</button></form></body></html>';

/** Returns the answer in place of the service's. `address` is that of the request, `seconds` the Retry-After of `rate-limit`. */
export function answerInstead(fault: FaultBefore, address: string, seconds = 5): Answer {
  switch (fault) {
    case 'reset-before':
      return {...json(200, {}), delivery: 'reset'};
    case 'http-502-html':
      return text(502, 'text/html', badGateway);
    case 'rate-limit':
      return json(429, {message: 'Too many requests', status: false}, {'Retry-After': String(Math.ceil(seconds))});
    case 'captive-portal':
      return text(200, 'text/html', portal);
    case 'redirect':
      // A client that follows it repeats its request, which a till must not do with one that moves money.
      return redirect(307, address);
  }
}

/** Returns what becomes of the service's answer on its way to the client. */
export function spoil(answer: Answer, fault: FaultAfter, seconds?: number): Answer {
  switch (fault) {
    case 'drop-after':
      return {...answer, delivery: 'drop'};
    case 'http-500-after':
      return json(500, {message: 'Internal Server Error', status: false});
    case 'cut-answer':
      return {...answer, delivery: 'cut'};
    case 'slow':
      return {...answer, delivery: {afterSeconds: seconds ?? 40}};
    case 'malformed':
      return {...answer, body: answer.body.slice(0, Math.ceil(answer.body.length / 2))};
    case 'truncate-no-length':
      return {...answer, delivery: 'unstated-length'};
    default:
      return inDialect(answer, fault, seconds ?? 5);
  }
}

/** The calls of the interface that a rule can name. `*` means all calls, including the approval. */
const faultRoutes = [
  'process-collection',
  'process-otp',
  'check-status',
  'transaction-query',
  'banks',
  'card-charge',
  'card-status',
  'refund',
  'refund-status',
  'refund-history',
  'create-plan',
  'plan',
  'plans',
  'create-subscription',
  'subscription',
  'subscriptions',
  'subscription-charges',
  'cancel-subscription',
  'resume-subscription',
  'pause-subscription',
  'account-enquiry',
] as const;

/**
 * One way in which calls fail. The share `rate` (0 to 1) of the calls to `route` fails. `seed` and the number of calls since the rules were
 * set determine which ones. `seconds` is the delay of `slow` (default 40) and the Retry-After of `rate-limit` and `busy-after` (default 5).
 */
const rule = z.strictObject({
  route: z.enum([...faultRoutes, '*']),
  fault: z.enum([...faultsBefore, ...faultsAfter]),
  rate: z.number().min(0).max(1).default(1),
  seed: z.int().default(0),
  seconds: z.number().min(0).max(3600).optional(),
});

/**
 * Differences of the account or the machine while they are set: the currencies that the operator has not approved; the only countries whose
 * status queries are answered (null for all); the seconds by which the `Date` header is ahead; whether the calls that the interface does
 * not promise are missing.
 */
const switches = z.strictObject({
  unapproved: z.array(z.string()).default([]),
  statusCountries: z.array(z.string()).nullable().default(null),
  clockSkewSeconds: z.int().min(-1e9).max(1e9).default(0),
  withoutOptional: z.boolean().default(false),
});

/** The body of `POST /sandbox/faults`. It replaces the previous settings; `{}` clears them. */
export const faultSettingsSchema = z.strictObject({
  rules: z.array(rule).max(50).default([]),
  switches: switches.prefault({}),
});

type FaultSettings = z.infer<typeof faultSettingsSchema>;
export type FaultRule = FaultSettings['rules'][number];
export type Switches = FaultSettings['switches'];

export const readFaultSettings = (database: Database): FaultSettings =>
  faultSettingsSchema.parse(JSON.parse(readSetting(database, 'faults') ?? '{}'));

/** Sets rules and switches for every process on the database, and restarts the counts of calls at zero. */
export function writeFaultSettings(database: Database, settings: FaultSettings): void {
  writeSetting(database, 'faults', JSON.stringify(settings));
  writeSetting(database, 'fault-counts', '[]');
}

/** Returns the rule that applies to this call: the first one that names its route and whose draw succeeds; undefined if there is none. */
export function drawFault(database: Database, rules: readonly FaultRule[], route: string): FaultRule | undefined {
  if (rules.length === 0) return undefined;
  const counts = JSON.parse(readSetting(database, 'fault-counts') ?? '[]') as number[];
  let drawn: FaultRule | undefined;
  const next = rules.map((rule, position) => {
    const count = counts[position] ?? 0;
    if (rule.route !== '*' && rule.route !== route) return count;
    if (drawn === undefined && fraction(rule.seed, count) < rule.rate) drawn = rule;
    return count + 1;
  });
  writeSetting(database, 'fault-counts', JSON.stringify(next));
  return drawn;
}

/** Returns a number of [0, 1) that depends only on the seed and the count. */
const fraction = (seed: number, count: number): number =>
  Number.parseInt(hash('sha256', `${seed}:${count}`).slice(0, 12), 16) / 2 ** 48;
