import type {Answer, Json} from './answer.js';
import {
  addDecimals,
  type Decimal,
  decimalFrom,
  decimalOf,
  equalDecimals,
  moneyFrom,
  subtractDecimals,
} from './decimal.js';
import type {Money} from './money.js';

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
  | 'other-reference';

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
  /** The answer to a card charge called it complete, which is no proof: the status record has to say so. */
  readonly isCompleted?: boolean;
};

/** What the answer to a collection proves. `text` is the service's own wording, `code` its response code. */
export type SendProof =
  | {readonly kind: 'not-sent'; readonly code: string}
  | {readonly kind: 'unknown'; readonly why: Unclear; readonly text: string}
  | {readonly kind: 'refused'; readonly why: 'credentials' | 'declined' | 'field'; readonly text: string}
  | {readonly kind: 'accepted'; readonly text: string; readonly details: ProviderDetails};

/** What the answer to a one-time password proves. A wrong code is no failed payment: the record alone says that. */
export type OtpProof =
  | {readonly kind: 'accepted'; readonly text: string}
  | {readonly kind: 'wrong-code'; readonly text: string}
  | {readonly kind: 'credentials'; readonly text: string}
  | {readonly kind: 'not-sent'; readonly text: string}
  | {readonly kind: 'unknown'; readonly text: string};

/** The words of a status record, shown as they came. Amounts are exact decimal texts. */
export type StatusRecord = {
  readonly status: string;
  readonly code?: string;
  readonly amount?: string;
  readonly fee?: string;
  readonly currency?: string;
  readonly payer?: string;
  readonly reason?: string;
};

/** What the answer to a status question proves. Only the first four speak about the payment. */
export type StatusProof =
  | {readonly kind: 'paid'; readonly record: StatusRecord; readonly feeBasis: boolean}
  | {readonly kind: 'mispaid'; readonly record: StatusRecord}
  | {readonly kind: 'failed'; readonly record: StatusRecord; readonly reversed: boolean}
  | {readonly kind: 'pending'; readonly record: StatusRecord; readonly odd: boolean}
  | {readonly kind: 'not-found'; readonly text: string}
  | {
      readonly kind: 'question-failed';
      readonly text: string;
      readonly why: 'country' | 'credentials' | 'busy' | 'other';
    }
  | {readonly kind: 'no-answer'; readonly text: string};

/** A body's members as they came; decoded by hand, since a till folds thousands of them before its first frame. */
export type Body = {readonly [name: string]: Json};

/** A text or a number as text; nothing where there is none, or the text `null`. */
export function word(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return typeof value !== 'string' || value === '' || value === 'null' ? undefined : value;
}

/** A truth value, which may be text; undefined for anything else. */
export function truthOf(value: Json | undefined): boolean | undefined {
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'boolean' ? value : undefined;
}

function count(value: Json | undefined): number {
  const number = typeof value === 'object' ? 0 : Number(value);
  return Number.isInteger(number) && number >= 0 && number <= 20 ? number : 0;
}

const collectionBody = (body: Body) => ({
  response_code: word(body['response_code']),
  response_message: word(body['response_message']),
  transaction_reference: word(body['transaction_reference']),
  transaction_status: word(body['transaction_status']),
  message: word(body['message']),
  requires_otp: truthOf(body['requires_otp']),
  otp_length: count(body['otp_length']),
  redirect_customer_to_url_processing: truthOf(body['redirect_customer_to_url_processing']),
  payment_completion_url: word(body['payment_completion_url']),
  before_payment_instruction: word(body['before_payment_instruction']),
  after_payment_instruction: word(body['after_payment_instruction']),
  payment_token: word(body['payment_token']),
  payee: word(body['payee']),
  payment_method: word(body['payment_method']),
  transaction_channel: word(body['transaction_channel']),
});
type CollectionBody = ReturnType<typeof collectionBody>;

/** As `word`, where to leave it out is no contradiction: what is there and is no word is one that equals nothing. */
const claimed = (value: Json | undefined) =>
  typeof value === 'boolean' || (typeof value === 'object' && value !== null) ? '?' : word(value);

const recordBody = (body: Body) => ({
  response_code: claimed(body['response_code']),
  response_message: word(body['response_message']),
  transaction_reference: claimed(body['transaction_reference']),
  merchant_transaction_reference: claimed(body['merchant_transaction_reference']),
  transaction_status: word(body['transaction_status']),
  transaction_amount: body['transaction_amount'],
  amount_received: body['amount_received'],
  transaction_fee: body['transaction_fee'],
  currency: claimed(body['currency']),
  payer_name: word(body['payer_name']),
  sender_name: word(body['sender_name']),
  status_reason: word(body['status_reason']),
  message: word(body['message']),
  success: truthOf(body['success']),
});
type RecordBody = ReturnType<typeof recordBody>;

export type Answered = Extract<Answer, {kind: 'answered'}>;

/** Whether a value is an object of JSON, neither an array nor null. */
export function isObject(body: Json | undefined): body is Body {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** A body in one of the service's documented dialects. A captive portal or a proxy answers in none of them. */
export function inTheServicesWords(body: Json | undefined): body is Body {
  if (!isObject(body)) return false;
  const spoken = typeof body['message'] === 'string';
  return (
    body['response_code'] !== undefined ||
    typeof body['statusOk'] === 'boolean' ||
    (spoken &&
      (typeof body['status'] === 'boolean' || typeof body['success'] === 'boolean' || body['error_code'] !== undefined))
  );
}

const duplicate = /duplicate|already (?:been )?(?:exists?|used|processed)|not unique/i;
export const notFound = /not found|no record|does not exist|invalid transaction reference|INVALID_REF/i;

export const isSuccess = (http: number) => http >= 200 && http <= 299;
/** With these it is left open what became of a request: too late, in conflict, too early, too many. */
const leftOpen: ReadonlySet<number> = new Set([408, 409, 425, 429]);
/** An HTTP status by which a request was turned down. */
export const isRefusal = (http: number) => http >= 400 && http <= 499 && !leftOpen.has(http);

function spokenText(body: {
  response_message?: string | undefined;
  message?: string | undefined;
  response_code?: string | undefined;
}): string {
  const said = body.response_message ?? body.message;
  if (body.response_code === undefined) return said ?? '';
  return said === undefined ? body.response_code : `${body.response_code} ${said}`;
}

/** What came back in a few words, for an answer that is in none of the service's own. */
export function plainText(answer: Answered): string {
  return `HTTP ${answer.http}${answer.text === undefined ? '' : ` ${answer.text.slice(0, 80).replace(/[\uD800-\uDBFF]$/, '')}`}`;
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

/** Whether the service, and not somebody in between, refused the key. */
export function isKeyRefused(answer: Answer): boolean {
  return answer.kind === 'answered' && (answer.http === 401 || answer.http === 403) && inTheServicesWords(answer.body);
}

/** Reads the answer to a collection asked under `reference`. */
export function sendProof(answer: Answer, reference: string): SendProof {
  if (answer.kind === 'not-sent') return {kind: 'not-sent', code: answer.code};
  if (answer.kind === 'no-answer') return {kind: 'unknown', why: 'no-answer', text: answer.phase ?? answer.code};
  const {http} = answer;
  if (http === 429) return {kind: 'unknown', why: 'busy', text: plainText(answer)};
  if (http === 409) return {kind: 'unknown', why: 'conflict', text: plainText(answer)};
  if (!isSuccess(http) && !isRefusal(http)) return {kind: 'unknown', why: 'server-error', text: plainText(answer)};
  if (!inTheServicesWords(answer.body)) return {kind: 'unknown', why: 'not-the-service', text: plainText(answer)};
  const body = collectionBody(answer.body);
  const text = spokenText(body);
  if (http === 401 || http === 403) return {kind: 'refused', why: 'credentials', text};
  if (body.response_code === '96') return {kind: 'unknown', why: 'system-error', text};
  return isRefusal(http) ? refusal(text, body) : acceptance(text, body, reference);
}

function refusal(text: string, body: CollectionBody): SendProof {
  if (duplicate.test(text)) return {kind: 'unknown', why: 'duplicate', text};
  return {kind: 'refused', why: body.response_code === '06' ? 'declined' : 'field', text};
}

function acceptance(text: string, body: CollectionBody, reference: string): SendProof {
  const echo = body.transaction_reference;
  if (echo !== undefined && echo !== reference) return {kind: 'unknown', why: 'other-reference', text};
  if (body.response_code === '06' || /^failed$/i.test(body.transaction_status ?? '')) {
    return duplicate.test(text) ? {kind: 'unknown', why: 'duplicate', text} : {kind: 'refused', why: 'declined', text};
  }
  if (body.response_code === undefined || echo === undefined) return {kind: 'unknown', why: 'not-the-service', text};
  return {kind: 'accepted', text, details: detailsOf(body)};
}

/** Reads the answer to a one-time password for the payment of `reference`. */
export function otpProof(answer: Answer, reference?: string): OtpProof {
  if (answer.kind === 'not-sent') return {kind: 'not-sent', text: answer.code};
  if (answer.kind === 'no-answer') return {kind: 'unknown', text: answer.phase ?? answer.code};
  if (!inTheServicesWords(answer.body) || !(isSuccess(answer.http) || isRefusal(answer.http))) {
    return {kind: 'unknown', text: plainText(answer)};
  }
  const body = collectionBody(answer.body);
  const text = spokenText(body);
  if (answer.http === 401 || answer.http === 403) return {kind: 'credentials', text};
  const echo = body.transaction_reference;
  if (echo !== undefined && reference !== undefined && echo !== reference) return {kind: 'unknown', text};
  // That a code is no longer wanted, or its payment not known, says nothing of the digits that the customer told.
  if (duplicate.test(text) || notFound.test(text)) return {kind: 'unknown', text};
  if (body.response_code === '06') return {kind: 'wrong-code', text};
  if (isSuccess(answer.http) && (body.response_code === '00' || body.response_code === '09'))
    return {kind: 'accepted', text};
  return isRefusal(answer.http) && body.response_code !== '96' ? {kind: 'wrong-code', text} : {kind: 'unknown', text};
}

/** Reads the answer to a status question about the payment of `asked` under `reference`. */
export function statusProof(answer: Answer, {reference, asked}: {reference: string; asked: Money}): StatusProof {
  if (answer.kind !== 'answered') return {kind: 'no-answer', text: answer.phase ?? answer.code};
  const {http} = answer;
  if (http === 429) return {kind: 'question-failed', why: 'busy', text: plainText(answer)};
  if (!isObject(answer.body)) return {kind: 'question-failed', why: 'other', text: plainText(answer)};
  const outer = recordBody(answer.body);
  const text = spokenText(outer) || plainText(answer);
  if (!isSuccess(http) || outer.success === false) return unanswered(http, text, inTheServicesWords(answer.body));
  const record = isObject(answer.body['data']) ? recordBody(answer.body['data']) : outer;
  if (record.transaction_status === undefined) return unanswered(http, text, inTheServicesWords(answer.body));
  const echo = record.merchant_transaction_reference ?? record.transaction_reference;
  if (echo !== undefined && echo !== reference)
    return {kind: 'question-failed', why: 'other', text: `${text} ${echo}`.trim()};
  return recordProof(record, asked);
}

function unanswered(http: number, text: string, ownWords: boolean): StatusProof {
  if (ownWords && (http === 401 || http === 403)) return {kind: 'question-failed', why: 'credentials', text};
  if (ownWords && http < 500 && notFound.test(text)) return {kind: 'not-found', text};
  return {kind: 'question-failed', why: ownWords && /country/i.test(text) ? 'country' : 'other', text};
}

function recordProof(body: RecordBody, asked: Money): StatusProof {
  const amount = decimalOf(body.transaction_amount ?? body.amount_received);
  const record = recordOf(body);
  const status = (body.transaction_status ?? '').toLowerCase();
  const code = body.response_code;
  if (status === 'reversed' || status === 'refunded') return {kind: 'failed', record, reversed: true};
  if (status === 'failed' && (code === undefined || code === '06')) return {kind: 'failed', record, reversed: false};
  if (status === 'completed' && (code === undefined || code === '00') && amount !== undefined) {
    return paidProof({asked, amount, fee: body.transaction_fee, record});
  }
  return {kind: 'pending', record, odd: status !== 'initialized' || !(code === undefined || code === '09')};
}

/** The whole amount, or the whole amount but for exactly the fee that the same record states. */
function paidProof({
  asked,
  amount,
  fee,
  record,
}: {
  asked: Money;
  amount: Decimal;
  fee: Json | undefined;
  record: StatusRecord;
}): StatusProof {
  if (record.currency !== undefined && record.currency !== asked.currency) return {kind: 'mispaid', record};
  if (moneyFrom(amount, asked.currency)?.minor === asked.minor) return {kind: 'paid', record, feeBasis: false};
  const [kept, wanted] = [decimalOf(fee), decimalFrom(asked)];
  const byTheFee =
    kept !== undefined &&
    (equalDecimals(addDecimals(amount, kept), wanted) || equalDecimals(subtractDecimals(amount, kept), wanted));
  return byTheFee ? {kind: 'paid', record, feeBasis: true} : {kind: 'mispaid', record};
}

function recordOf(body: RecordBody): StatusRecord {
  const amount = body.transaction_amount ?? body.amount_received;
  const optional = {
    code: body.response_code,
    amount: word(amount),
    fee: word(body.transaction_fee),
    currency: body.currency,
    payer: body.payer_name ?? body.sender_name,
    reason: body.status_reason,
  };
  return {status: body.transaction_status ?? '', ...present(optional)};
}

function present(optional: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const there: Record<string, string> = {};
  for (const name of Object.keys(optional)) {
    const value = optional[name];
    if (value !== undefined) there[name] = value;
  }
  return there;
}
