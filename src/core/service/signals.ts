import type {Json} from './answer.js';
import {type Answered, asBoolean, asString, type Body, isNo, isObject} from './body.js';

/**
 * Reads what a whole answer says about how something ended. There is one rule for collections, charges, one-time
 * passwords, refunds and enrolments. A refusal counts only if nothing in the body speaks of another payment or says
 * that the request may stand. A success counts only if nothing in it says no. `docs/answers.md` has the table.
 */

/** What the answer has to be about. A member that is left out is not compared. */
export type AnswerSubject = {
  /** The references by which the service knows the payment: the till's, and the service's own if it gave one. */
  readonly references?: readonly (string | undefined)[];
  readonly email?: string;
};

/**
 * What a part of an answer may say:
 *
 * - `done`: it was carried out (`00`, SUCCESS, `charged: true`); `well`: the call succeeded (`success: true`, 200);
 * - `waiting`: it is under way (`09`, Initialized); `begun`: the answer has something that only a request that was
 * begun has (a payment token);
 * - `refused`: it was not carried out (`06`, Failed, `success: false`); `back`: it was taken back;
 * - `unheard`: a code or status that is in no list; `unheardNear`: such a code or status in the body itself or in its
 * `data`.
 */
export type Signal = 'done' | 'well' | 'waiting' | 'begun' | 'refused' | 'back' | 'unheard' | 'unheardNear';
export type Signals = {
  readonly said: ReadonlySet<Signal>;
  /** Whether the answer names the payment that it has to be about, and whether it names another one. */
  readonly isOwn: boolean;
  readonly isOfAnother: boolean;
  /** The sentences for people. */
  readonly texts: readonly string[];
};

type Reading = {said: Set<Signal>; isOwn: boolean; isOfAnother: boolean; texts: string[]};
type Reader = (value: Json, reading: Reading, at: {readonly depth: number; readonly about: AnswerSubject}) => void;

/** No answer of the service is nested as deeply as this. */
const deepest = 20;

/** Reads everything that a body says, at any depth. */
export function signalsIn(body: Json | undefined, about: AnswerSubject = {}): Signals {
  const reading: Reading = {said: new Set(), isOwn: false, isOfAnother: false, texts: []};
  if (body !== undefined) read(body, reading, {depth: 0, about});
  return reading;
}

function read(value: Json, reading: Reading, at: {readonly depth: number; readonly about: AnswerSubject}): void {
  if (typeof value !== 'object' || value === null) return;
  if (at.depth > deepest) {
    reading.said.add('unheard');
    return;
  }
  const inner = () => ({about: at.about, depth: at.depth + 1});
  if (!isObject(value)) {
    for (const item of value) read(item, reading, inner());
    return;
  }
  for (const name of Object.keys(value)) {
    const member = value[name] ?? null;
    if (member === null) continue;
    const reader = readers.get(name);
    if (typeof member === 'object' && reader !== reference) read(member, reading, inner());
    else if (reader !== reference || !isTheServicesOwn(value, name)) reader?.(member, reading, at);
  }
}

/** If the merchant's reference of a payment is present, `transaction_reference` is the service's own. */
function isTheServicesOwn(body: Body, name: string): boolean {
  return name === 'transaction_reference' && merchantsNames.some(other => asString(body[other]) !== undefined);
}
const merchantsNames = [
  'merchant_transaction_reference',
  'merchant_reference',
  'payment_transaction_reference',
] as const;

const reference: Reader = (value, reading, {about: {references}}) => {
  const text = typeof value === 'object' || typeof value === 'boolean' ? '?' : asString(value);
  if (text === undefined || references === undefined) return;
  if (references.includes(text)) reading.isOwn = true;
  else reading.isOfAnother = true;
};

const email: Reader = (value, reading, {about}) => {
  const text = asString(value)?.trim().toLowerCase();
  if (text === undefined || about.email === undefined) return;
  if (text === about.email.trim().toLowerCase()) reading.isOwn = true;
  else reading.isOfAnother = true;
};

const codes: readonly (readonly [RegExp, Signal])[] = [
  [/^0{1,3}$/, 'done'],
  [/^0?9$/, 'waiting'],
  [/^0?6$/, 'refused'],
  [/^2\d\d$/, 'well'],
  [/^4(?!0[89]|25|29)\d\d$/, 'refused'],
];

/** The codes of nearly every answer. The lookup saves time, because a till folds thousands of answers before its first frame. */
const usual: ReadonlyMap<string, Signal> = new Map([
  ['00', 'done'],
  ['09', 'waiting'],
  ['06', 'refused'],
]);

const statuses: ReadonlyMap<string, Signal> = new Map<string, Signal>([
  ...listed('done', 'completed complete success successful succeeded approved paid settled captured'),
  ...listed('done', 'approved_auto approved_pending_settlement partially_approved funds_received'),
  ...listed('done', 'transaction_successful transaction_approved payment_approved payment_successful'),
  ...listed('waiting', 'initialized initialised initiated pending processing in_progress submitted accepted queued'),
  ...listed('waiting', 'received created authorized authorised requires_action being_processed awaiting_customer'),
  ...listed('refused', 'failed failure unsuccessful declined rejected refused denied error invalid expired aborted'),
  ...listed('refused', 'cancelled canceled abandoned bad_request unauthorized forbidden not_found not_approved'),
  ...listed(
    'refused',
    'transaction_failed payment_failed transaction_declined payment_declined declined_do_not_contact',
  ),
  ...listed('refused', 'do_not_proceed expired_card insufficient_funds invalid_csc invalid_card invalid_field'),
  ...listed('refused', 'authentication_failed'),
  ...listed('back', 'reversed refunded'),
]);
function listed(said: Signal, words: string): [string, Signal][] {
  return words.split(' ').map(each => [each, said]);
}
function statusSaid(text: string): Signal | undefined {
  const small = text.toLowerCase();
  const plain = () =>
    small
      .trim()
      .replaceAll(/[\s_-]+/g, '_')
      .replace(/[.!]$/, '');
  return statuses.get(small) ?? statuses.get(plain());
}

function skipUnread({said}: Reading, depth: number): void {
  said.add('unheard');
  if (depth <= 1) said.add('unheardNear');
}

const code: Reader = (value, reading, {depth}) => {
  const text = asString(value)?.trim();
  if (text === undefined) return;
  const said = usual.get(text) ?? codes.find(([pattern]) => pattern.test(text))?.[1] ?? statusSaid(text);
  if (said === undefined) skipUnread(reading, depth);
  else reading.said.add(said);
};

/** The presence of an error code says that something went wrong, whatever the code is. */
const errorCode: Reader = (value, reading) => {
  const text = asString(value)?.trim();
  if (text !== undefined) reading.said.add(/^0{1,3}$/.test(text) ? 'well' : 'refused');
};

/** A boolean about the call (`status: false`), or the word of a record (`status: "SUCCESS"`). */
const status: Reader = (value, reading, at) => {
  if (isNo(value)) reading.said.add('refused');
  else if (asBoolean(value) === true || value === 1) reading.said.add('well');
  else code(value, reading, at);
};

const envelope: Reader = (value, {said}) => {
  said.add(isNo(value) ? 'refused' : 'well');
};
const outcome: Reader = (value, {said}) => {
  said.add(isNo(value) ? 'refused' : 'done');
};
/** Counts if the value is true, or a text or a number other than a "no". */
const begun: Reader = (value, {said}) => {
  if (value === true || (!isNo(value) && asString(value) !== undefined)) said.add('begun');
};
const paidSoFar: Reader = (value, {said}) => {
  if (Number(value) > 0) said.add('done');
};

/** A sentence. It says something about the outcome only if it consists of one word or phrase of the lists. */
const text =
  (done: Signal): Reader =>
  (value, reading) => {
    const words = asString(value);
    if (words === undefined) return;
    reading.texts.push(words);
    const said = statusSaid(words);
    if (said !== undefined) reading.said.add(said === 'done' ? done : said);
  };

const readers: ReadonlyMap<string, Reader> = new Map([
  ...['transaction_reference', 'transactionReference', 'customerReference', ...merchantsNames].map(each =>
    pair(each, reference),
  ),
  pair('customerEmail', email),
  ...['response_code', 'responseCode', 'respCode', 'code', 'status_code', 'statusCode'].map(each => pair(each, code)),
  ...['error_code', 'errorCode'].map(each => pair(each, errorCode)),
  ...['status', 'transaction_status', 'refund_status', 'payment_status'].map(each => pair(each, status)),
  ...['success', 'statusOk'].map(each => pair(each, envelope)),
  ...['paymentCompleted', 'successful', 'charged', 'completed', 'approved', 'paid'].map(each => pair(each, outcome)),
  ...['requires_otp', 'redirect_customer_to_url_processing', 'payment_token', 'payment_completion_url'].map(each =>
    pair(each, begun),
  ),
  ...['do3dsAuth', 'threeDsUrl', 'waitForNotification', 'authCode'].map(each => pair(each, begun)),
  ...['refund_transaction_reference', 'refund_reference'].map(each => pair(each, begun)),
  pair('amountPaid', paidSoFar),
  pair('message', text('well')),
  ...['response_message', 'debugMessage', 'status_reason'].map(each => pair(each, text('done'))),
]);
export const membersWithSignals: Iterable<string> = readers.keys().toArray();
function pair(name: string, reader: Reader): [string, Reader] {
  return [name, reader];
}

/** Whether an answer says that it is not a success, in the body or in its `data`, whatever its HTTP status. */
export function callsItselfNone(body: Json | undefined): boolean {
  if (!isObject(body)) return false;
  return ['success', 'status', 'statusOk'].some(name => isNo(body[name])) || callsItselfNone(body['data']);
}

/** The service knows an earlier request with the same reference, which may stand. */
export const duplicate =
  /duplicate|already (?:an? |been |exist|used|in use|taken|processed)|(?:not|be) unique|been used/i;

/** A word after one of these does not count: "was not completed", "only completed transactions", "must be approved". */
const negated = String.raw`(?<!\b(?:not?|never|cannot|must|should|to|only|un|nothing was|nothing has)[ _-]?(?:be |been |yet )?)`;
/** Words that mean that the request may have been carried out, anywhere in a sentence. */
const mayStandWords: readonly RegExp[] = [
  /\b(?:is|are|being|still|currently) (?:(?!not\b|never\b)\w+ )?(?:processed|processing|completed|made)\b/i,
  /\bin[ _-]progress\b|\bunder way\b|\bawaiting\b|\b(?:PENDING|SUBMITTED|INITIALI[SZ]ED|PROCESSING)\b/i,
  /\bTIMED?[_ -]?OUT\b/i,
  /\b(?:ACQUIRER_|GATEWAY_)?SYSTEM[_ ](?:ERROR|FAILURE)\b|\bSERVER_FAILED\b|\bUNSPECIFIED[_ ]FAILURE\b/i,
  new RegExp(String.raw`${negated}\b(?:APPROVED(?:_AUTO|_PENDING_SETTLEMENT)?|PARTIALLY[_ ]APPROVED)\b`, 'i'),
  new RegExp(String.raw`${negated}\b(?:SUCCESS|SUCCESSFUL|SUCCESSFULLY|SUCCEEDED|COMPLETED)\b`, 'i'),
  new RegExp(String.raw`${negated}\b(?:was|been|has|is) (?:already )?(?:charged|accepted|debited|paid)\b`, 'i'),
  /^unknown(?:[_ ](?:error|failure|outcome))?\W*$/i,
];
/** Whether a sentence says that the request may have been carried out. */
export const saysItMayStand = (sentence: string): boolean => mayStandWords.some(pattern => pattern.test(sentence));

const mayStand = ['done', 'well', 'waiting', 'begun', 'back'] as const;

/** Why a till may not rely on an answer that refuses something. */
type NoRefusal = 'other-reference' | 'duplicate' | 'contradictory' | 'system-error';

/**
 * Returns why an answer in which the service refuses something does not count as a refusal: it speaks of another
 * payment, or something in it says that the request may stand. Undefined if it counts. Whether the answer must repeat
 * the reference depends on its form, so the caller checks that.
 */
export function whyNoRefusal({body, doubled}: Answered, about: AnswerSubject): NoRefusal | undefined {
  const {said, isOfAnother, texts} = signalsIn(body, about);
  if (isOfAnother) return 'other-reference';
  if (texts.some(each => duplicate.test(each))) return 'duplicate';
  if (doubled === true || mayStand.some(each => said.has(each))) return 'contradictory';
  return said.has('unheard') || texts.some(saysItMayStand) ? 'system-error' : undefined;
}
