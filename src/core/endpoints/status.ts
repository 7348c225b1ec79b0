import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalFrom,
  decimalOf,
  equalDecimals,
  moneyFrom,
  subtractDecimals,
  zero,
} from '../money/decimal.js';
import type {Money} from '../money/money.js';
import type {Answer, Call, CallWithBody, Json} from '../service/answer.js';
import {
  type Answered,
  asString,
  type Body,
  isObject,
  isOfRecord,
  isServiceBody,
  notFound,
  plainText,
  stated,
} from '../service/body.js';
import {anything, echo, reading, text} from '../service/members.js';
import {present} from '../service/reply.js';
import {callsItselfNone, type Signal, type Signals, signalsIn} from '../service/signals.js';
import {serviceMessage} from './collect.js';

/** Asks for the status record of a payment, by any of the three calls that give one. They move no money. */

/** Asks for the record of a collection. `country` is ISO 3166-1 alpha-2. */
export const statusRequest = ({reference, country}: {readonly reference: string; readonly country: string}): Call => ({
  path: '/subsidiary/collections/v1/check-status',
  query: {transaction_reference: reference, country_code: country},
});

/** The older query, by the merchant's own reference. */
export const merchantReferenceRequest = ({reference}: {readonly reference: string}): Call => ({
  path: '/merchant-collection/transfer_notification_controller/merchant/transaction-query',
  query: {merchant_reference: reference},
});

export const cardStatusRequest = ({reference}: {readonly reference: string}): CallWithBody => ({
  path: '/card/card_charge/transaction_status',
  body: {service_payload: {transaction_reference: reference}},
});

/** The words of a status record, as they came. Amounts are exact decimal texts. */
export type StatusRecord = {
  readonly status: string;
  readonly code?: string;
  readonly amount?: string;
  readonly fee?: string;
  readonly currency?: string;
  readonly payer?: string;
  readonly reason?: string;
};

/**
 * Why a record proves nothing: it does not say of which payment it is (`no-reference`); the rest of the answer contradicts it (`around`:
 * `success: false`, another code); it has a member twice with different values (`doubled`); it came in part or from a cache (`partial`); it
 * names no code of a currency (`no-currency`), no amount above 0 (`amount`), or an impossible fee (`fee`).
 */
type Contradiction = 'no-reference' | 'around' | 'doubled' | 'partial' | 'no-currency' | 'amount' | 'fee';

/** The result of a status question. Only the first four kinds say something about the payment. */
export type StatusOutcome =
  | {readonly kind: 'paid'; readonly record: StatusRecord; readonly feeBasis: boolean}
  | {readonly kind: 'mispaid'; readonly record: StatusRecord}
  | {readonly kind: 'failed'; readonly record: StatusRecord; readonly reversed: boolean}
  | {readonly kind: 'pending'; readonly record: StatusRecord; readonly odd: boolean}
  | {readonly kind: 'contradictory'; readonly record: StatusRecord; readonly why: Contradiction}
  | {readonly kind: 'not-found'; readonly text: string}
  | {
      readonly kind: 'question-failed';
      readonly text: string;
      readonly why: 'country' | 'credentials' | 'busy' | 'other';
    }
  | {readonly kind: 'no-answer'; readonly text: string};

const recordAnswer = reading({
  /** `00` paid, `09` not yet, `06` failed. Records of cards have none. `96` is an error of the question. */
  response_code: echo,
  response_message: text,
  message: text,
  /** The till's reference. It is the service's own if the record has the till's as `merchant_transaction_reference`. */
  transaction_reference: echo,
  merchant_transaction_reference: echo,
  merchant_reference: echo,
  /** `Initialized`, `Completed` or `Failed`; `Reversed` and `Refunded` for money that was taken back. */
  transaction_status: text,
  /** Major units: `transaction_amount` for collections; `amount_received`, perhaps less the fee, for cards. */
  transaction_amount: anything,
  amount_received: anything,
  /** Major units. Null or missing means no fee. */
  transaction_fee: anything,
  /** ISO 4217. */
  currency: echo,
  currency_code: echo,
  payer_name: text,
  sender_name: text,
  status_reason: text,
});
/** A record with the one amount and the one currency by which it is judged. */
type RecordAnswer = ReturnType<typeof recordAnswer> & {readonly amount: Json | undefined};

/** Which payment a record has to be of: by the till's reference of it, or by the service's own if an answer gave one. */
export type RecordAsked = {
  readonly reference: string;
  readonly serviceReference?: string | undefined;
  readonly asked: Money;
};

/** Reads the answer to a status question about the payment `reference`, for which `asked` was requested. */
export function interpretStatus(answer: Answer, about: RecordAsked): StatusOutcome {
  if (answer.kind !== 'answered') return {kind: 'no-answer', text: answer.phase ?? answer.code};
  const {http} = answer;
  if (http === 429) return {kind: 'question-failed', why: 'busy', text: plainText(answer)};
  if (!isObject(answer.body)) return {kind: 'question-failed', why: 'other', text: plainText(answer)};
  const text = serviceMessage(recordAnswer(answer.body)) || plainText(answer);
  const record = recordIn(answer.body, about.asked);
  const isAnswer = http >= 200 && http <= 299;
  if (!isAnswer || record.transaction_status === undefined) return unanswered(http, text, isServiceBody(answer.body));
  const references = [about.reference, about.serviceReference];
  const {said, isOfAnother} = signalsIn(answer.body, {references});
  const {merchant_transaction_reference: merchants, merchant_reference: older, transaction_reference: named} = record;
  if (isOfAnother) {
    return {kind: 'question-failed', why: 'other', text: `${text} ${merchants ?? older ?? named ?? ''}`.trim()};
  }
  const isOwn = [merchants, older, named].some(each => each !== undefined && references.includes(each));
  const sums = {amount: decimalOf(record.amount), fee: feeOf(record)};
  const outcome = recordOutcome(record, about.asked, sums);
  const why =
    contradiction(answer, {said, isOwn}, outcome) ?? wrongMember(record, about.asked, {...sums, kind: outcome.kind});
  return why === undefined ? outcome : {kind: 'contradictory', record: outcome.record, why};
}

/** The record in a body. Of several amounts or currencies, in the record and around it, the one that counts is one that was not asked for. */
function recordIn(body: Body, asked: Money): RecordAnswer {
  const around = recordAnswer(body);
  const record = isObject(body['data']) ? recordAnswer(body['data']) : around;
  const amounts = [record, around]
    .flatMap(({transaction_amount: amount, amount_received: received}) => [amount, received])
    .filter(each => stated(each) !== undefined);
  const currencies = [record, around]
    .flatMap(({currency, currency_code: code}) => [currency, code])
    .filter(each => each !== undefined);
  const isOther = (amount: Json | undefined) => fit(decimalOf(amount), feeOf(record), asked) === undefined;
  return {
    ...record,
    amount: amounts.find(isOther) ?? amounts[0],
    currency: currencies.find(each => !isCurrencyOf(each, asked)) ?? currencies[0],
  };
}

function unanswered(http: number, text: string, ownWords: boolean): StatusOutcome {
  if (ownWords && (http === 401 || http === 403)) return {kind: 'question-failed', why: 'credentials', text};
  if (ownWords && http < 500 && notFound.test(text)) return {kind: 'not-found', text};
  return {kind: 'question-failed', why: ownWords && /country/i.test(text) ? 'country' : 'other', text};
}

type RecordOutcome = Extract<StatusOutcome, {kind: 'paid' | 'mispaid' | 'failed' | 'pending'}>;

/** The signals that contradict a record of this kind, wherever they are in the answer. */
const against: Readonly<Record<RecordOutcome['kind'] | 'reversed', readonly Signal[]>> = {
  paid: ['refused', 'waiting', 'back', 'unheardNear'],
  mispaid: ['refused', 'waiting', 'back', 'unheardNear'],
  failed: ['done', 'waiting', 'back', 'unheardNear'],
  reversed: ['waiting', 'unheardNear'], // a reversed payment keeps the code `00` from when it was paid
  pending: ['done', 'refused', 'back', 'unheardNear'],
};

/** Returns why the whole answer is no basis for what its record says. A record that is odd in itself is shown as it is. */
function contradiction(
  answer: Answered,
  {said, isOwn}: Pick<Signals, 'said' | 'isOwn'>,
  outcome: RecordOutcome,
): Contradiction | undefined {
  if (!isOwn) return 'no-reference';
  if (answer.doubled === true) return 'doubled';
  if (!isOfRecord(answer.http)) return 'partial';
  if (callsItselfNone(answer.body)) return 'around';
  if (outcome.kind === 'pending' && outcome.odd) return undefined;
  const kind = outcome.kind === 'failed' && outcome.reversed ? 'reversed' : outcome.kind;
  return against[kind].some(each => said.has(each)) ? 'around' : undefined;
}

/** Checks the members that a paid or mispaid record must have, and their bounds. The service's fees are far below a tenth of the amount. */
function wrongMember(
  {currency}: RecordAnswer,
  asked: Money,
  {kind, amount, fee}: Sums & Pick<RecordOutcome, 'kind'>,
): Contradiction | undefined {
  if (kind !== 'paid' && kind !== 'mispaid') return undefined;
  if (currency === undefined || !currencyCode.test(currency.trim())) return 'no-currency';
  if (amount === undefined || amount.digits <= 0n) return 'amount';
  if (kind === 'mispaid') return undefined;
  if (fee === undefined) return 'fee';
  const tenfold = {digits: fee.digits * 10n, scale: fee.scale};
  return fee.digits < 0n || compareDecimals(tenfold, decimalFrom(asked)) > 0 ? 'fee' : undefined;
}

const currencyCode = /^[a-z]{3}$/i;

/** The amount and the fee in a record; undefined for a value that is not a number. */
type Sums = {readonly amount: Decimal | undefined; readonly fee: Decimal | undefined};
/** Zero if the record has no fee; undefined if it has one that is not a number. */
const feeOf = ({transaction_fee: fee}: ReturnType<typeof recordAnswer>) =>
  stated(fee) === undefined ? zero : decimalOf(fee);

function recordOutcome(body: RecordAnswer, asked: Money, {amount, fee}: Sums): RecordOutcome {
  const record = recordOf(body);
  const status = (body.transaction_status ?? '').toLowerCase();
  const code = body.response_code;
  if (status === 'reversed' || status === 'refunded') return {kind: 'failed', record, reversed: true};
  if (status === 'failed' && (code === undefined || code === '06')) return {kind: 'failed', record, reversed: false};
  if (status === 'completed' && (code === undefined || code === '00') && amount !== undefined) {
    return paidOutcome(asked, record, amount, fee);
  }
  return {kind: 'pending', record, odd: status !== 'initialized' || !(code === undefined || code === '09')};
}

const isCurrencyOf = (code: string, asked: Money) => code.trim().toUpperCase() === asked.currency;

/** The payment is paid if the amount is the whole amount, or differs from it by exactly the fee in the same record. */
function paidOutcome(asked: Money, record: StatusRecord, amount: Decimal, fee: Decimal | undefined): RecordOutcome {
  const found =
    record.currency === undefined || isCurrencyOf(record.currency, asked) ? fit(amount, fee, asked) : undefined;
  return found === undefined ? {kind: 'mispaid', record} : {kind: 'paid', record, feeBasis: found === 'fee'};
}

function fit(amount: Decimal | undefined, fee: Decimal | undefined, asked: Money): 'whole' | 'fee' | undefined {
  if (amount === undefined) return undefined;
  if (moneyFrom(amount, asked.currency)?.minor === asked.minor) return 'whole';
  if (fee === undefined) return undefined;
  const both = [addDecimals(amount, fee), subtractDecimals(amount, fee)];
  return both.some(each => equalDecimals(each, decimalFrom(asked))) ? 'fee' : undefined;
}

function recordOf(body: RecordAnswer): StatusRecord {
  const optional = {
    code: body.response_code,
    amount: asString(body.amount),
    fee: asString(body.transaction_fee),
    currency: body.currency,
    payer: body.payer_name ?? body.sender_name,
    reason: body.status_reason,
  };
  return {status: body.transaction_status ?? '', ...present(optional)};
}
