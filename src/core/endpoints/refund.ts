import {decimalFrom, decimalOf, equalDecimals} from '../money/decimal.js';
import type {Money} from '../money/money.js';
import type {Answer, Json} from '../service/answer.js';
import {
  type Answered,
  asBoolean,
  asString,
  type Body,
  inTheServicesWords,
  isObject,
  isOfRecord,
  isSuccess,
  notFound,
  plainText,
  stated,
} from '../service/body.js';
import {type NotDone, notDone, spokenText, successBody} from '../service/reply.js';
import {callsItselfNone, type Signal, signalsIn} from '../service/signals.js';

/** What the answer to a refund proves. `text` is the service's own wording. */
export type RefundOutcome =
  | NotDone
  | {readonly kind: 'accepted'; readonly text: string; readonly serviceReference: string; readonly done: boolean};

/** How a refund stands by its status record. `odd`: in words that no document has. */
export type RefundStatusOutcome =
  | {readonly kind: 'done' | 'failed'; readonly text: string}
  | {readonly kind: 'pending'; readonly text: string; readonly odd: boolean}
  | {readonly kind: 'not-found' | 'no-answer'; readonly text: string}
  | {readonly kind: 'question-failed'; readonly text: string; readonly why: 'credentials' | 'busy' | 'other'};

type Stand = 'done' | 'failed' | 'pending';

const stands: ReadonlyMap<string, Stand> = new Map([
  ['success', 'done'],
  ['successful', 'done'],
  ['completed', 'done'],
  ['failed', 'failed'],
  ['reversed', 'failed'],
  ['declined', 'failed'],
  ['initialized', 'pending'],
  ['pending', 'pending'],
  ['processing', 'pending'],
]);
const standOf = (status: string) => stands.get(status.toLowerCase());

/** How a refund of the history stands by the service's word for it: one that nobody knows promises nothing. */
export const refundStand = (status: string): Stand => standOf(status) ?? 'pending';

/** The status under any of the names that the calls about refunds and payments have for it. */
const statusOf = (record: Body) =>
  asString(record['refund_status']) ?? asString(record['status']) ?? asString(record['transaction_status']);

const within = (body: Body): Body => (isObject(body['data']) ? body['data'] : body);

/**
 * Which refund it is. `payment`: the reference of its payment as the service knows it; `known`: the service's references of
 * all other refunds that this till knows, none of which can be this one.
 */
export type RefundAsked = {readonly payment: string; readonly amount: Money; readonly known: ReadonlySet<string>};

/** Reads the answer to a refund. */
export function interpretRefund(answer: Answer, asked: RefundAsked): RefundOutcome {
  if (answer.kind === 'answered' && isSuccess(answer.http) && isObject(answer.body)) {
    const record = within(answer.body);
    const serviceReference = asString(record['refund_transaction_reference']);
    const text = [asString(answer.body['message']), asString(record['status'])].filter(Boolean).join(' ');
    if (serviceReference !== undefined) return takenOutcome({answer, record, serviceReference, asked, text});
  }
  return notDone(answer, {references: [asked.payment]});
}

type Taken = {
  readonly answer: Answered;
  readonly record: Body;
  readonly serviceReference: string;
  readonly asked: RefundAsked;
  readonly text: string;
};

/** An answer that names a refund: it was taken where that is this one and nothing contradicts it. */
function takenOutcome({answer, record, serviceReference, asked, text}: Taken): RefundOutcome {
  const {said, isOwn, isOfAnother} = signalsIn(answer.body, {references: [asked.payment]});
  if (isOfAnother || !isOfMoney(record, asked.amount) || asked.known.has(serviceReference))
    return {kind: 'unknown', why: 'other-reference', text};
  if (!isOwn) return {kind: 'unknown', why: 'no-reference', text};
  const stand = standOf(asString(record['status']) ?? '');
  const isContradictory = answer.doubled === true || callsItselfNone(answer.body);
  if (isContradictory || (stand === 'failed' && against.failed.some(each => said.has(each))))
    return {kind: 'unknown', why: 'contradictory', text};
  if (stand === 'failed') return {kind: 'refused', why: 'field', text};
  return {
    kind: 'accepted',
    text,
    serviceReference,
    done: stand === 'done' && !against.done.some(each => said.has(each)),
  };
}

/** What may not be said around a record that says this. */
const against: Readonly<Record<'done' | 'failed', readonly Signal[]>> = {
  done: ['refused', 'waiting', 'back', 'unheardNear'],
  failed: ['done', 'waiting', 'unheardNear'],
};

/** Whether the amount and the currency that a record states are these. What it leaves out contradicts nothing. */
function isOfMoney(record: Body, amount: Money): boolean {
  const given = stated(record['refund_amount']) ?? stated(record['amount']);
  const currency = stated(record['currency']) ?? stated(record['currency_code']);
  const decimal = decimalOf(given);
  const isSameAmount = given === undefined || (decimal !== undefined && equalDecimals(decimal, decimalFrom(amount)));
  return isSameAmount && (currency === undefined || currency.trim().toUpperCase() === amount.currency);
}

/**
 * Reads the answer to a question about the refund that the service knows as `serviceReference`. It counts where it names that
 * reference, and neither another payment, nor another amount or currency.
 */
export function interpretRefundStatus(
  answer: Answer,
  {serviceReference, payment, amount}: Omit<RefundAsked, 'known'> & {readonly serviceReference: string},
): RefundStatusOutcome {
  if (answer.kind !== 'answered') return {kind: 'no-answer', text: answer.phase ?? answer.code};
  if (answer.http === 429) return {kind: 'question-failed', why: 'busy', text: plainText(answer)};
  if (!isObject(answer.body)) return {kind: 'question-failed', why: 'other', text: plainText(answer)};
  const record = within(answer.body);
  const status = statusOf(record);
  if (!isSuccess(answer.http) || callsItselfNone(answer.body) || status === undefined) {
    return unanswered(answer, answer.body);
  }
  const echo = asString(record['refund_transaction_reference']);
  const {said, isOfAnother} = signalsIn(answer.body, {references: [payment]});
  const isThis = echo === serviceReference && !isOfAnother && isOfMoney(record, amount);
  const stand = standOf(status) ?? 'odd';
  const isWhole = answer.doubled !== true && isOfRecord(answer.http);
  const isDenied = (stand === 'done' || stand === 'failed') && against[stand].some(each => said.has(each));
  if (!isThis || !isWhole || isDenied)
    return {kind: 'question-failed', why: 'other', text: `${status} ${echo ?? ''}`.trim()};
  if (stand === 'pending' || stand === 'odd') return {kind: 'pending', text: status, odd: stand === 'odd'};
  return {kind: stand, text: status};
}

function unanswered(answer: Answered, body: Body): RefundStatusOutcome {
  const text = spokenText(body) || plainText(answer);
  const isOwn = inTheServicesWords(body);
  if (isOwn && (answer.http === 401 || answer.http === 403)) return {kind: 'question-failed', why: 'credentials', text};
  return isOwn && answer.http < 500 && notFound.test(text)
    ? {kind: 'not-found', text}
    : {kind: 'question-failed', why: 'other', text};
}

/** A refund of the history. `payment` is the payment's reference, `amount` a decimal text in major units. */
export type RefundRow = {
  readonly serviceReference: string;
  readonly payment: string;
  readonly amount: string;
  readonly currency?: string;
  readonly status: Stand;
  readonly text: string;
};

/** `isWhole`: no page comes after this one, as far as the answer tells. `unread`: how many rows were left out. */
export type RefundPage = {readonly rows: readonly RefundRow[]; readonly isWhole: boolean; readonly unread: number};

/**
 * Reads a page of the history of refunds; undefined for what is none. A row that does not say which refund it is, of which
 * payment and how much, is left out: that a refund is not among the rows proves nothing.
 */
export function interpretRefundHistory(answer: Answer): RefundPage | undefined {
  const page = historyPage(answer);
  if (page === undefined || (answer.kind === 'answered' && answer.doubled === true)) return undefined;
  const rows = page.records.flatMap(record => rowOf(record) ?? []);
  return {rows, isWhole: page.isWhole, unread: page.records.length - rows.length};
}

/**
 * The refund of exactly this amount of the payment: the one of the service's reference where that was heard, else one whose
 * reference is not among those `known` already; `several` where the rows do not tell which one it is.
 */
export function findRefund(
  rows: readonly RefundRow[],
  {payment, amount, known, serviceReference}: RefundAsked & {readonly serviceReference?: string | undefined},
): RefundRow | 'none' | 'several' {
  const wanted = decimalFrom(amount);
  const candidates = rows.filter(row => {
    const given = decimalOf(row.amount);
    const currency = row.currency?.trim().toUpperCase() ?? amount.currency; // the question was for this currency alone
    const isSame = given !== undefined && equalDecimals(given, wanted) && currency === amount.currency;
    const isFree =
      serviceReference === undefined ? !known.has(row.serviceReference) : row.serviceReference === serviceReference;
    return isSame && row.payment === payment && isFree;
  });
  const [first] = candidates;
  if (first === undefined) return 'none';
  return candidates.every(row => row.serviceReference === first.serviceReference) ? first : 'several';
}

/**
 * The pages of the history, in their order, as one answer that holds nothing but the rows about a payment, as they came:
 * the journal keeps no refunds of others. A page that is no history is the answer itself, and ends the reading.
 */
export function historyAbout(
  answers: readonly Answer[],
  payment: string,
): {readonly answer: Answer; readonly isWhole: boolean} {
  const seen = new Set<string>();
  const content: Body[] = [];
  let isWhole = false;
  for (const answer of answers) {
    const page = historyPage(answer);
    if (page === undefined) return {answer, isWhole: true};
    const fresh = page.records.filter(record => !seen.has(JSON.stringify(record)));
    for (const record of fresh) seen.add(JSON.stringify(record));
    content.push(...fresh.filter(record => paymentOf(record) === payment));
    // A service that does not turn the page would be asked for ever.
    isWhole = page.isWhole || fresh.length === 0;
  }
  const last = answers.at(-1);
  if (last?.kind !== 'answered') throw new RangeError('a history without a page');
  const {text: _, ...answered} = last;
  const bytes = answers.reduce((sum, answer) => sum + (answer.kind === 'answered' ? (answer.bytes ?? 0) : 0), 0);
  const doubled = answers.some(answer => answer.kind === 'answered' && answer.doubled);
  const body = {data: {content, last: isWhole}};
  return {answer: {...answered, body, bytes, ...(doubled ? {doubled} : {})}, isWhole};
}

type HistoryPage = {readonly records: readonly Body[]; readonly isWhole: boolean};

function historyPage(answer: Answer): HistoryPage | undefined {
  const body = successBody(answer);
  if (body === undefined) return undefined;
  const data = body['data'];
  const page = isObject(data) ? data : body;
  const list = [data, page['content'], page['data']].find(isList);
  return list === undefined ? undefined : {records: list.filter(isObject), isWhole: isLast(page, list.length)};
}

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** Pages called `page` are numbered from 1, as the samples ask for them; those called `number` from 0, as others are here. */
function isLast(page: Body, length: number): boolean {
  const last = asBoolean(page['last']);
  if (last !== undefined) return last;
  const [size, number, total] = [countOf(page['size']), pageNumber(page), countOf(page['totalPages'])];
  if (length === 0 || (size !== undefined && length < size)) return true;
  return total !== undefined && (total <= 1 || (number !== undefined && number >= total));
}

function pageNumber(page: Body): number | undefined {
  const number = countOf(page['number']);
  return countOf(page['page']) ?? (number === undefined ? undefined : number + 1);
}

function countOf(value: Json | undefined): number | undefined {
  const count = Number(asString(value));
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

const paymentOf = (record: Body) =>
  asString(record['payment_transaction_reference']) ??
  asString(record['merchant_transaction_reference']) ??
  asString(record['transaction_reference']);

function rowOf(record: Body): RefundRow | undefined {
  const serviceReference = asString(record['refund_transaction_reference']) ?? asString(record['refund_reference']);
  const payment = paymentOf(record);
  const amount = asString(record['refund_amount']) ?? asString(record['amount']);
  if (serviceReference === undefined || payment === undefined || decimalOf(amount) === undefined) return undefined;
  const [text, currency] = [statusOf(record) ?? '', asString(record['currency']) ?? asString(record['currency_code'])];
  const status = refundStand(text);
  return {serviceReference, payment, amount: amount ?? '', ...(currency === undefined ? {} : {currency}), status, text};
}
