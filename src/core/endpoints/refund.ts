import {decimalFrom, decimalOf, equalDecimals} from '../money/decimal.js';
import type {Money} from '../money/money.js';
import {type Answer, type Call, type CallWithBody, wireAmount} from '../service/answer.js';
import {
  type Answered,
  asString,
  type Body,
  isObject,
  isOfRecord,
  isServiceBody,
  isSuccess,
  notFound,
  plainText,
  stated,
} from '../service/body.js';
import {anything, flag, integer, reading, text} from '../service/members.js';
import {isList, type NotDone, notDone, spokenText, successBody} from '../service/reply.js';
import {callsItselfNone, type Signal, signalsIn} from '../service/signals.js';
import {plainReference} from '../text/text.js';

/** Gives money of a card payment back. The call moves money, and carries no reference of the till for the refund. */

/** `reference` is that of the payment. An empty reason is not sent. */
export type RefundOrder = {readonly reference: string; readonly amount: Money; readonly reason: string};

export const refundRequest = ({reference, amount, reason}: RefundOrder): CallWithBody => ({
  path: '/refund-chargeback/refund/merchant/api/refund',
  body: {
    transaction_reference: reference,
    refund_amount: wireAmount(amount),
    ...(reason === '' ? {} : {refund_reason: reason}),
  },
});

/** A refund in the answer to any of the three calls that report one: as `data`, as the body itself, or as a row of a page. */
const refundAnswer = reading({
  /** The service's own reference of the refund. Rows of the history were seen with `refund_reference`. */
  refund_transaction_reference: text,
  refund_reference: text,
  /** The reference of the payment, under any of these names. */
  payment_transaction_reference: text,
  merchant_transaction_reference: text,
  transaction_reference: text,
  /** Major units. A value that is present but is not a number contradicts every amount. */
  refund_amount: anything,
  amount: anything,
  /** ISO 4217. */
  currency: anything,
  currency_code: anything,
  /** `SUCCESS`, `Initialized`, `Failed` and similar words. No document has the complete list. */
  refund_status: text,
  status: text,
  transaction_status: text,
});
type RefundAnswer = ReturnType<typeof refundAnswer>;

const refundIn = (body: Body): RefundAnswer => refundAnswer(isObject(body['data']) ? body['data'] : body);
const refundOfRow = (row: Body): RefundAnswer => refundAnswer(row);

/** The result of a refund. `text` is the service's own wording. */
type RefundOutcome =
  | NotDone
  | {readonly kind: 'accepted'; readonly text: string; readonly serviceReference: string; readonly done: boolean};

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

/** The state of a refund in the history, by the service's word for it. An unknown word counts as pending. */
export const refundStand = (status: string): Stand => standOf(status) ?? 'pending';

/**
 * Which refund the till asks about. `payment`: the reference by which the service knows the payment. `known`: the
 * service's references of all other refunds that this till knows; none of them can be this one, however it is spelt.
 */
type RefundAsked = {readonly payment: string; readonly amount: Money; readonly known: ReadonlySet<string>};

/** Whether a reference of the service is one of these, however it is spelt. */
export function isAmong(references: ReadonlySet<string>, reference: string): boolean {
  const name = plainReference(reference);
  return Iterator.from(references).some(each => plainReference(each) === name);
}

export function interpretRefund(answer: Answer, asked: RefundAsked): RefundOutcome {
  if (answer.kind === 'answered' && isSuccess(answer.http) && isObject(answer.body)) {
    const record = refundIn(answer.body);
    const serviceReference = record.refund_transaction_reference;
    const text = [asString(answer.body['message']), record.status].filter(Boolean).join(' ');
    if (serviceReference !== undefined) return takenOutcome({answer, record, serviceReference, asked, text});
  }
  return notDone(answer, {references: [asked.payment]});
}

type Taken = {
  readonly answer: Answered;
  readonly record: RefundAnswer;
  readonly serviceReference: string;
  readonly asked: RefundAsked;
  readonly text: string;
};

/** Reads an answer that names a refund. The refund was accepted if it is this one and nothing contradicts it. */
function takenOutcome({answer, record, serviceReference, asked, text}: Taken): RefundOutcome {
  const {said, isOwn, isOfAnother} = signalsIn(answer.body, {references: [asked.payment]});
  if (isOfAnother || !isOfMoney(record, asked.amount) || isAmong(asked.known, serviceReference))
    return {kind: 'unknown', why: 'other-reference', text};
  if (!isOwn) return {kind: 'unknown', why: 'no-reference', text};
  const stand = standOf(record.status ?? '');
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

/** The signals that contradict a record of this kind, wherever they are in the answer. */
const against: Readonly<Record<'done' | 'failed', readonly Signal[]>> = {
  done: ['refused', 'waiting', 'back', 'unheardNear'],
  failed: ['done', 'waiting', 'unheardNear'],
};

/** Whether the amount and the currency in a record are these. A member that the record leaves out contradicts nothing. */
function isOfMoney(record: RefundAnswer, amount: Money): boolean {
  const given = stated(record.refund_amount) ?? stated(record.amount);
  const currency = stated(record.currency) ?? stated(record.currency_code);
  const decimal = decimalOf(given);
  const isSameAmount = given === undefined || (decimal !== undefined && equalDecimals(decimal, decimalFrom(amount)));
  return isSameAmount && (currency === undefined || currency.trim().toUpperCase() === amount.currency);
}

/** The status, under any of the names that the calls about refunds and payments have for it. */
const refundWord = ({refund_status: word, status, transaction_status: other}: RefundAnswer) => word ?? status ?? other;

/** Asks what became of a refund, by the service's own reference of the refund. The call moves no money. */
export const refundStatusRequest = ({refundReference}: {readonly refundReference: string}): CallWithBody => ({
  path: '/card/card_charge/refund_status',
  body: {service_payload: {refund_transaction_reference: refundReference}},
});

/** The state of a refund by its status record. `odd`: the record uses words that no document has. */
type RefundStatusOutcome =
  | {readonly kind: 'done' | 'failed'; readonly text: string}
  | {readonly kind: 'pending'; readonly text: string; readonly odd: boolean}
  | {readonly kind: 'not-found' | 'no-answer'; readonly text: string}
  | {readonly kind: 'question-failed'; readonly text: string; readonly why: 'credentials' | 'busy' | 'other'};

/** Reads the answer about the refund known as `serviceReference`. It counts only if it names that, and no other payment or amount. */
export function interpretRefundStatus(
  answer: Answer,
  {serviceReference, payment, amount}: Omit<RefundAsked, 'known'> & {readonly serviceReference: string},
): RefundStatusOutcome {
  if (answer.kind !== 'answered') return {kind: 'no-answer', text: answer.phase ?? answer.code};
  if (answer.http === 429) return {kind: 'question-failed', why: 'busy', text: plainText(answer)};
  if (!isObject(answer.body)) return {kind: 'question-failed', why: 'other', text: plainText(answer)};
  const record = refundIn(answer.body);
  const status = refundWord(record);
  if (!isSuccess(answer.http) || callsItselfNone(answer.body) || status === undefined) {
    return unanswered(answer, answer.body);
  }
  const echo = record.refund_transaction_reference;
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
  const isOwn = isServiceBody(body);
  if (isOwn && (answer.http === 401 || answer.http === 403)) return {kind: 'question-failed', why: 'credentials', text};
  return isOwn && answer.http < 500 && notFound.test(text)
    ? {kind: 'not-found', text}
    : {kind: 'question-failed', why: 'other', text};
}

/** Asks for the refunds of a range of days. The call moves no money. */

/** Days are `YYYY-MM-DD`, both included. Pages are numbered from 1. */
export type RefundHistory = {
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  readonly page: number;
  readonly size: number;
};

export const refundHistoryRequest = ({from, to, currency, page, size}: RefundHistory): Call => ({
  path: '/refund-chargeback/refund/merchant/api/refund_history',
  query: {from, to, currency, page: String(page), size: String(size)},
});

/** A refund in the history. `payment` is the reference of the payment; `amount` is a decimal text in major units. */
export type RefundRow = {
  readonly serviceReference: string;
  readonly payment: string;
  readonly amount: string;
  readonly currency?: string;
  readonly status: Stand;
  readonly text: string;
};

/** `isWhole`: according to the answer, no page comes after this one. `unread`: how many rows were left out. */
type RefundPage = {readonly rows: readonly RefundRow[]; readonly isWhole: boolean; readonly unread: number};

/**
 * Reads a page of the refund history; undefined if the answer is not one. A row that does not say which refund it is,
 * of which payment and of how much, is left out. So if a refund is not among the rows, that proves nothing.
 */
export function interpretRefundHistory(answer: Answer): RefundPage | undefined {
  const page = historyPage(answer);
  if (page === undefined || (answer.kind === 'answered' && answer.doubled === true)) return undefined;
  const rows = page.records.flatMap(record => rowOf(record) ?? []);
  return {rows, isWhole: page.isWhole, unread: page.records.length - rows.length};
}

/**
 * Finds the refund of exactly this amount of the payment. If the service's reference was heard, it is the row with that reference;
 * otherwise it is a row whose reference is not among those already `known`. Returns `several` if the rows do not say which one it is.
 */
export function findRefund(
  rows: readonly RefundRow[],
  {payment, amount, known, serviceReference}: RefundAsked & {readonly serviceReference?: string | undefined},
): RefundRow | 'none' | 'several' {
  const wanted = decimalFrom(amount);
  const candidates = rows.filter(row => {
    const given = decimalOf(row.amount);
    const currency = row.currency?.trim().toUpperCase() ?? amount.currency; // the question was only for this currency
    const isSame = given !== undefined && equalDecimals(given, wanted) && currency === amount.currency;
    const isFree =
      serviceReference === undefined
        ? !isAmong(known, row.serviceReference)
        : isAmong(new Set([serviceReference]), row.serviceReference);
    return isSame && row.payment === payment && isFree;
  });
  const [first] = candidates;
  if (first === undefined) return 'none';
  const own = new Set([first.serviceReference]);
  return candidates.every(row => isAmong(own, row.serviceReference)) ? first : 'several';
}

/**
 * Combines the pages of the history, in their order, into one answer. It contains only the rows about the payment, as they came, because
 * the journal keeps no refunds of other payments. If a page is not a history, that page is the answer, and the till reads no further.
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
    content.push(...fresh.filter(record => paymentOf(refundOfRow(record)) === payment));
    // Without this, the till would never stop asking a service that returns the same page again and again.
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

const pageAnswer = reading({
  /** The rows are the body's `data`, or the `content` or `data` of the page. */
  content: anything,
  data: anything,
  /** Whether no page comes after this one. If the member is missing, the counts decide. */
  last: flag,
  size: integer,
  totalPages: integer,
  /** `page` is numbered from 1, as in the samples of the request; `number` is numbered from 0. */
  page: integer,
  number: integer,
});
type PageAnswer = ReturnType<typeof pageAnswer>;

function historyPage(answer: Answer): {readonly records: readonly Body[]; readonly isWhole: boolean} | undefined {
  const body = successBody(answer);
  if (body === undefined) return undefined;
  const data = body['data'];
  const page = pageAnswer(isObject(data) ? data : body);
  const list = [data, page.content, page.data].find(isList);
  return list === undefined ? undefined : {records: list.filter(isObject), isWhole: isLast(page, list.length)};
}

function isLast(page: PageAnswer, length: number): boolean {
  const {last, size, totalPages: total} = page;
  if (last !== undefined) return last;
  const number = pageNumber(page);
  if (length === 0 || (size !== undefined && length < size)) return true;
  return total !== undefined && (total <= 1 || (number !== undefined && number >= total));
}

const pageNumber = ({page, number}: PageAnswer): number | undefined =>
  page ?? (number === undefined ? undefined : number + 1);

const paymentOf = (refund: RefundAnswer) =>
  refund.payment_transaction_reference ?? refund.merchant_transaction_reference ?? refund.transaction_reference;

function rowOf(record: Body): RefundRow | undefined {
  const refund = refundOfRow(record);
  const serviceReference = refund.refund_transaction_reference ?? refund.refund_reference;
  const payment = paymentOf(refund);
  const amount = asString(refund.refund_amount) ?? asString(refund.amount);
  if (serviceReference === undefined || payment === undefined || decimalOf(amount) === undefined) return undefined;
  const [text, currency] = [refundWord(refund) ?? '', asString(refund.currency) ?? asString(refund.currency_code)];
  const status = refundStand(text);
  return {serviceReference, payment, amount: amount ?? '', ...(currency === undefined ? {} : {currency}), status, text};
}
