import type {Money} from '../money/money.js';
import {type Answer, type CallWithBody, type Json, wireAmount} from '../service/answer.js';
import {type Answered, type Body, isRefusal, isSuccess, notFound} from '../service/body.js';
import {flag, reading, text} from '../service/members.js';
import {type ProviderDetails, present, type RequestOutcome, unreadable} from '../service/reply.js';
import {signalsIn, whyNoRefusal} from '../service/signals.js';

/** Starts a collection by mobile money, link or EFT. The call moves money. */

/** What the service hears of any request for money. */
export type Collected = {
  readonly amount: Money;
  readonly reference: string;
  readonly description: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
};

/** What it hears of a request by mobile money, link or EFT. Without a wallet, the customer pays on a page. */
export type Collection = Collected & {
  readonly bankCode: string;
  readonly country: string;
  readonly wallet: string | null;
  readonly returnUrl: string | null;
};

/**
 * The Momo form is as documented. The forms of XOF and of a page (ZAR) follow the documented fields and what was observed. Throws an `Error`
 * for a page from which the customer could not come back, which is a bug in Duka.
 */
export const collectionRequest = (request: Collection): CallWithBody => ({
  path: '/subsidiary/collections/v1/process-collection',
  body: {
    amount: wireAmount(request.amount),
    ...(request.wallet !== null && {customer_number: request.wallet}),
    transaction_reference: request.reference,
    transaction_description: request.description,
    customer_bank_code: request.bankCode,
    currency_code: request.amount.currency,
    customer_email: request.email,
    customer_first_name: request.firstName,
    customer_last_name: request.lastName,
    customer_phone_number: request.phone,
    country_code: request.country,
    ...returnAddresses(request),
  },
});

function returnAddresses({reference, amount, wallet, returnUrl}: Collection): {readonly [name: string]: Json} {
  if (wallet !== null) return returnUrl === null || amount.currency !== 'XOF' ? {} : {redirect_url: returnUrl};
  if (returnUrl === null) throw new Error(`${reference} has no return address`);
  return {redirect_url: returnUrl, cancel_url: returnUrl, error_url: returnUrl};
}

const collectionAnswer = reading({
  /** `00` paid, `09` pending, `06` failed, `96` failed or an error of the system. `96` leaves the result open. */
  response_code: text,
  /** The service's wording: `PENDING`. Errors about the key or a field have it in `message`. */
  response_message: text,
  message: text,
  /** The till's reference. An error about a field has none. */
  transaction_reference: text,
  /** Seen only in status records. `Failed` counts here too. */
  transaction_status: text,
  /** Whether the customer has to give a one-time password of `otp_length` digits, which the till sends to the service. */
  requires_otp: flag,
  otp_length: digits,
  /** Whether the customer has to be sent to `payment_completion_url`: Wave and EFT. */
  redirect_customer_to_url_processing: flag,
  payment_completion_url: text,
  /** The instructions for the customer, in English or French. */
  before_payment_instruction: text,
  after_payment_instruction: text,
  /** The till sends these four back with a one-time password. */
  payment_token: text,
  payee: text,
  payment_method: text,
  transaction_channel: text,
});
type CollectionAnswer = ReturnType<typeof collectionAnswer>;

/** A number of digits from 0 to 20, given as a number or a text; 0 for anything else. */
function digits(value: Json | undefined): number {
  const number = typeof value === 'object' ? 0 : Number(value);
  return Number.isInteger(number) && number >= 0 && number <= 20 ? number : 0;
}

/** Returns the service's own wording, after its response code if it gives one. */
export function serviceMessage(body: {
  response_message?: string | undefined;
  message?: string | undefined;
  response_code?: string | undefined;
}): string {
  const said = body.response_message ?? body.message;
  if (body.response_code === undefined) return said ?? '';
  return said === undefined ? body.response_code : `${body.response_code} ${said}`;
}

function detailsOf(body: CollectionAnswer): ProviderDetails {
  const optional = {
    completionUrl: body.payment_completion_url,
    paymentToken: body.payment_token,
    payee: body.payee,
    paymentMethod: body.payment_method,
    transactionChannel: body.transaction_channel,
    before: body.before_payment_instruction,
    after: body.after_payment_instruction,
  };
  return {
    requiresOtp: body.requires_otp ?? false,
    otpLength: body.otp_length,
    mustRedirect: body.redirect_customer_to_url_processing ?? false,
    ...present(optional),
  };
}

export function interpretCollection(answer: Answer, reference: string): RequestOutcome {
  const outcome = unreadable(answer);
  if (outcome !== undefined) return outcome;
  const answered = answer as Answered & {readonly body: Body};
  const body = collectionAnswer(answered.body);
  const isTurnedDown = isRefusal(answered.http);
  const hasFailed = body.response_code === '06' || /^failed$/i.test(body.transaction_status ?? '');
  return isTurnedDown || hasFailed ? refusal(answered, body, reference) : acceptance(answered, body, reference);
}

/** In the contract, a refusal with an HTTP success has the reference of the refused payment, and an error about a field has none. */
function refusal(answer: Answered, body: CollectionAnswer, reference: string): RequestOutcome {
  const text = serviceMessage(body);
  const about = {references: [reference]};
  const why = whyNoRefusal(answer, about);
  if (why !== undefined) return {kind: 'unknown', why, text};
  if (answer.http === 401 || answer.http === 403) return {kind: 'refused', why: 'credentials', text};
  if (isSuccess(answer.http) && !signalsIn(answer.body, about).isOwn)
    return {kind: 'unknown', why: 'no-reference', text};
  const isDeclined = body.response_code === '06' || isSuccess(answer.http);
  return {kind: 'refused', why: isDeclined ? 'declined' : 'field', text};
}

function acceptance({body: whole}: Answered, body: CollectionAnswer, reference: string): RequestOutcome {
  const text = serviceMessage(body);
  const echo = body.transaction_reference;
  if (body.response_code === '96') return {kind: 'unknown', why: 'system-error', text};
  if (signalsIn(whole, {references: [reference]}).isOfAnother) return {kind: 'unknown', why: 'other-reference', text};
  if (body.response_code === undefined || echo === undefined) return {kind: 'unknown', why: 'not-the-service', text};
  return {kind: 'accepted', text, details: detailsOf(body)};
}

/** Sends the one-time password of a collection (Orange in XOF). The call moves money. */

export type Otp = {
  readonly reference: string;
  readonly code: string;
  readonly paymentToken: string;
  readonly payee: string;
  readonly paymentMethod: string;
  readonly transactionChannel: string;
  readonly country: string;
};

export const otpRequest = (otp: Otp): CallWithBody => ({
  path: '/subsidiary/collections/v1/process-otp',
  body: {
    payment_token: otp.paymentToken,
    otp_code: otp.code,
    payee: otp.payee,
    payment_method: otp.paymentMethod,
    transaction_reference: otp.reference,
    transaction_channel: otp.transactionChannel,
    country_code: otp.country,
  },
});

const otpAnswer = reading({
  /** `00` paid, `09` pending, `06` refused. */
  response_code: text,
  /** The service's wording. It is in `message` if the key or a field is wrong. */
  response_message: text,
  message: text,
});

/** The result of sending a one-time password. A wrong password does not fail the payment; only the status record says that it failed. */
export type OtpOutcome = {
  readonly kind: 'accepted' | 'wrong-code' | 'credentials' | 'not-sent' | 'unknown';
  readonly text: string;
};

/** Reads the answer to a one-time password for the payment `reference`. In the contract, this answer does not repeat the reference. */
export function interpretOtp(answer: Answer, reference?: string): OtpOutcome {
  const outcome = unreadable(answer);
  if (outcome !== undefined) return {kind: outcome.kind, text: 'text' in outcome ? outcome.text : outcome.code};
  const answered = answer as Answered & {readonly body: Body};
  const {http} = answered;
  const body = otpAnswer(answered.body);
  const code = body.response_code;
  const text = serviceMessage(body);
  const about = reference === undefined ? {} : {references: [reference]};
  if (isSuccess(http) && (code === '00' || code === '09')) {
    const {said, isOfAnother} = signalsIn(answered.body, about);
    return isOfAnother || said.has('refused') || answered.doubled ? {kind: 'unknown', text} : {kind: 'accepted', text};
  }
  if (!(isRefusal(http) || code === '06') || whyNoRefusal(answered, about) !== undefined)
    return {kind: 'unknown', text};
  if (http === 401 || http === 403) return {kind: 'credentials', text};
  // If the service does not know the payment, the answer says nothing about the digits that the customer gave.
  return notFound.test(text) ? {kind: 'unknown', text} : {kind: 'wrong-code', text};
}
