import type {Answer, Json} from '../service/answer.js';
import {
  type Answered,
  asBoolean,
  asString,
  type Body,
  inTheServicesWords,
  isRefusal,
  isSuccess,
  notFound,
  plainText,
} from '../service/body.js';
import {signalsIn, whyNoRefusal} from '../service/signals.js';

/**
 * What an answer proves. The journal keeps answers as they came and these functions read them again at every fold, so
 * that mending a rule here mends history. Nothing here knows time or order.
 */

/** Why a request that may have left says nothing about the payment. */
export type Unclear =
  | 'no-answer'
  | 'not-the-service'
  | 'server-error'
  | 'busy'
  | 'conflict'
  | 'duplicate'
  | 'system-error'
  | 'other-reference'
  | 'no-reference'
  | 'contradictory';

/** What the customer must do next, as the service says it; kept because a crash must not lose it. */
export type ProviderDetails = {
  readonly requiresOtp: boolean;
  readonly otpLength: number;
  readonly mustRedirect: boolean;
  readonly completionUrl?: string;
  readonly paymentToken?: string;
  readonly payee?: string;
  readonly paymentMethod?: string;
  readonly transactionChannel?: string;
  readonly before?: string;
  readonly after?: string;
  /** A card's 3-D Secure challenge: the bank's address, and what is posted to it as `creq`. */
  readonly challenge?: {readonly url: string; readonly creq: string};
  /** The bank wants to ask, and what came is no page that this till would open: not https, or not whole. */
  readonly lacksPage?: true;
  /** The service's own reference of it, where its answer gave one beside ours. */
  readonly serviceReference?: string;
  /** The answer to a card charge called it complete, which is no proof: the status record has to say so. */
  readonly isCompleted?: boolean;
};

/** What the answer to a collection proves. `text` is the service's own wording, `code` its response code. */
export type RequestOutcome =
  | {readonly kind: 'not-sent'; readonly code: string}
  | {readonly kind: 'unknown'; readonly why: Unclear; readonly text: string}
  | {readonly kind: 'refused'; readonly why: 'credentials' | 'declined' | 'field'; readonly text: string}
  | {readonly kind: 'accepted'; readonly text: string; readonly details: ProviderDetails};

/** What the answer to a one-time password proves. A wrong code is no failed payment: the record alone says that. */
export type OtpOutcome =
  | {readonly kind: 'accepted'; readonly text: string}
  | {readonly kind: 'wrong-code'; readonly text: string}
  | {readonly kind: 'credentials'; readonly text: string}
  | {readonly kind: 'not-sent'; readonly text: string}
  | {readonly kind: 'unknown'; readonly text: string};

function count(value: Json | undefined): number {
  const number = typeof value === 'object' ? 0 : Number(value);
  return Number.isInteger(number) && number >= 0 && number <= 20 ? number : 0;
}

const collectionBody = (body: Body) => ({
  response_code: asString(body['response_code']),
  response_message: asString(body['response_message']),
  transaction_reference: asString(body['transaction_reference']),
  transaction_status: asString(body['transaction_status']),
  message: asString(body['message']),
  requires_otp: asBoolean(body['requires_otp']),
  otp_length: count(body['otp_length']),
  redirect_customer_to_url_processing: asBoolean(body['redirect_customer_to_url_processing']),
  payment_completion_url: asString(body['payment_completion_url']),
  before_payment_instruction: asString(body['before_payment_instruction']),
  after_payment_instruction: asString(body['after_payment_instruction']),
  payment_token: asString(body['payment_token']),
  payee: asString(body['payee']),
  payment_method: asString(body['payment_method']),
  transaction_channel: asString(body['transaction_channel']),
});
type CollectionBody = ReturnType<typeof collectionBody>;

/** What the service says in words, after its code where it gives one. */
export function spokenText(body: {
  response_message?: string | undefined;
  message?: string | undefined;
  response_code?: string | undefined;
}): string {
  const said = body.response_message ?? body.message;
  if (body.response_code === undefined) return said ?? '';
  return said === undefined ? body.response_code : `${body.response_code} ${said}`;
}

function detailsOf(body: CollectionBody): ProviderDetails {
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

/** Whether the service, and not somebody in between, refused the key, and said nothing else with it. */
export function isKeyRefused(answer: Answer): boolean {
  if (answer.kind !== 'answered' || (answer.http !== 401 && answer.http !== 403)) return false;
  return inTheServicesWords(answer.body) && whyNoRefusal(answer, {}) === undefined;
}

/** What an answer proves by itself, whatever it is to: undefined where its words have to be read. */
export function unreadable(answer: Answer): Extract<RequestOutcome, {kind: 'not-sent' | 'unknown'}> | undefined {
  if (answer.kind === 'not-sent') return {kind: 'not-sent', code: answer.code};
  if (answer.kind === 'no-answer') return {kind: 'unknown', why: 'no-answer', text: answer.phase ?? answer.code};
  const {http, body} = answer;
  if (http === 429) return {kind: 'unknown', why: 'busy', text: plainText(answer)};
  if (http === 409) return {kind: 'unknown', why: 'conflict', text: plainText(answer)};
  if (!isSuccess(http) && !isRefusal(http)) return {kind: 'unknown', why: 'server-error', text: plainText(answer)};
  return inTheServicesWords(body) ? undefined : {kind: 'unknown', why: 'not-the-service', text: plainText(answer)};
}

/** Reads the answer to a collection asked under `reference`. */
export function interpretCollection(answer: Answer, reference: string): RequestOutcome {
  const outcome = unreadable(answer);
  if (outcome !== undefined) return outcome;
  const heard = answer as Answered & {readonly body: Body};
  const body = collectionBody(heard.body);
  const isTurnedDown = isRefusal(heard.http);
  const hasFailed = body.response_code === '06' || /^failed$/i.test(body.transaction_status ?? '');
  return isTurnedDown || hasFailed ? refusal(heard, body, reference) : acceptance(heard, body, reference);
}

/** In a success the contract shows the reference of what was refused, in an error about a field it shows none. */
function refusal(answer: Answered, body: CollectionBody, reference: string): RequestOutcome {
  const text = spokenText(body);
  const about = {references: [reference]};
  const why = whyNoRefusal(answer, about);
  if (why !== undefined) return {kind: 'unknown', why, text};
  if (answer.http === 401 || answer.http === 403) return {kind: 'refused', why: 'credentials', text};
  if (isSuccess(answer.http) && !signalsIn(answer.body, about).isOwn)
    return {kind: 'unknown', why: 'no-reference', text};
  const isDeclined = body.response_code === '06' || isSuccess(answer.http);
  return {kind: 'refused', why: isDeclined ? 'declined' : 'field', text};
}

function acceptance({body: whole}: Answered, body: CollectionBody, reference: string): RequestOutcome {
  const text = spokenText(body);
  const echo = body.transaction_reference;
  if (body.response_code === '96') return {kind: 'unknown', why: 'system-error', text};
  if (signalsIn(whole, {references: [reference]}).isOfAnother) return {kind: 'unknown', why: 'other-reference', text};
  if (body.response_code === undefined || echo === undefined) return {kind: 'unknown', why: 'not-the-service', text};
  return {kind: 'accepted', text, details: detailsOf(body)};
}

/** Reads the answer to a one-time password for the payment of `reference`. The contract shows no echo in it. */
export function interpretOtp(answer: Answer, reference?: string): OtpOutcome {
  const outcome = unreadable(answer);
  if (outcome !== undefined) return {kind: outcome.kind, text: 'text' in outcome ? outcome.text : outcome.code};
  const heard = answer as Answered & {readonly body: Body};
  const {http} = heard;
  const {response_code: code, ...body} = collectionBody(heard.body);
  const text = spokenText({...body, response_code: code});
  const about = reference === undefined ? {} : {references: [reference]};
  if (isSuccess(http) && (code === '00' || code === '09')) {
    const {said, isOfAnother} = signalsIn(heard.body, about);
    return isOfAnother || said.has('refused') || heard.doubled ? {kind: 'unknown', text} : {kind: 'accepted', text};
  }
  if (!(isRefusal(http) || code === '06') || whyNoRefusal(heard, about) !== undefined) return {kind: 'unknown', text};
  if (http === 401 || http === 403) return {kind: 'credentials', text};
  // That its payment is not known says nothing of the digits that the customer told.
  return notFound.test(text) ? {kind: 'unknown', text} : {kind: 'wrong-code', text};
}

/** The members that are there. */
export function present(optional: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const there: Record<string, string> = {};
  for (const name of Object.keys(optional)) {
    const value = optional[name];
    if (value !== undefined) there[name] = value;
  }
  return there;
}
