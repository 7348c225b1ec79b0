import type {Json} from './answer.js';
import {type Answered, asString, type Body, isNo, isObject, plainName} from './body.js';

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
    const reader = readerOf(name);
    const isDeep = typeof member === 'object' && reader !== reference;
    if (isDeep) read(member, reading, inner());
    if ((!isDeep || reader === error) && (reader !== reference || !isTheServicesOwn(value, name)))
      reader?.(member, reading, at);
  }
}

/** If the merchant's reference of a payment is present, `transaction_reference` is the service's own. */
const isTheServicesOwn = (body: Body, name: string): boolean =>
  name === 'transaction_reference' && merchantsNames.some(other => asString(body[other]) !== undefined);
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
  ...listed('refused', 'authentication_failed unpaid not_paid'),
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

const yes = /^(?:true|yes|1)$/i;

/** Whether a member that calls an answer a success or not says yes, in any form: `true`, `1`, `"True"`. */
const isYes = (value: Json | undefined): boolean =>
  value === true || value === 1 || (typeof value === 'string' && yes.test(value.trim()));

/** A boolean about the call (`status: false`), or the word of a record (`status: "SUCCESS"`). */
const status: Reader = (value, reading, at) => {
  if (isNo(value)) reading.said.add('refused');
  else if (isYes(value)) reading.said.add('well');
  else code(value, reading, at);
};

/** What went wrong, whatever it is: an error code, a sentence, a list that is not empty, or that it is so. */
const error: Reader = (value, {said, texts}) => {
  const text = asString(value)?.trim();
  if (text !== undefined) texts.push(text);
  if (text !== undefined && /^0{1,3}$/.test(text)) said.add('well');
  else if (isStated(value) || (typeof value === 'object' && Object.keys(value ?? {}).length > 0)) said.add('refused');
};

/** Whether it came to what the member's name says. Words that are in no list, such as a date, say yes. */
const outcome: Reader = (value, {said}) => {
  said.add(isNo(value) ? 'refused' : (statusSaid(asString(value) ?? '') ?? 'done'));
};
/** Counts if the value is true, or a text or a number other than a "no". */
const stating =
  (signal: Signal): Reader =>
  (value, {said}) => {
    if (isStated(value)) said.add(signal);
  };
const isStated = (value: Json) => value === true || (!isNo(value) && asString(value) !== undefined);
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
  ...named(reference, 'transactionReference customerReference', ...merchantsNames),
  ...named(email, 'customerEmail'),
  ...named(code, 'responseCode respCode code statusCode'),
  ...named(error, 'errorCode error errors hasError isError failed'),
  ...named(status, 'status transactionStatus refundStatus paymentStatus success statusOk'),
  ...named(outcome, 'paymentCompleted successful charged completed approved paid isPaid'),
  ...named(stating('begun'), 'requiresOtp redirectCustomerToUrlProcessing paymentToken paymentCompletionUrl'),
  ...named(stating('begun'), 'do3dsAuth threeDsUrl waitForNotification authCode'),
  ...named(stating('begun'), 'refundTransactionReference refundReference'),
  ...named(stating('back'), 'reversed isReversed refunded isRefunded'),
  ...named(paidSoFar, 'amountPaid'),
  ...named(text('well'), 'message'),
  ...named(text('done'), 'responseMessage debugMessage statusReason reason failureReason state'),
]);
function named(reader: Reader, ...names: readonly string[]): readonly (readonly [string, Reader])[] {
  return names.flatMap(each => each.split(' ')).map(name => [plainName(name), reader]);
}

/** The readers by the names as they came, since making a name plain takes longer than reading the member. */
const met = new Map<string, Reader | null>();
function readerOf(name: string): Reader | null {
  const known = met.get(name);
  if (known !== undefined) return known;
  const reader = readers.get(plainName(name)) ?? null;
  if (met.size >= 1000) met.clear();
  met.set(name, reader);
  return reader;
}
/** Whether a member says something about how something ended, in any spelling of its name. */
export const hasSignal = (name: string): boolean => readerOf(name) !== null;

/** Whether an answer says that it is not a success, in the body or in its `data`, whatever its HTTP status. */
export function callsItselfNone(body: Json | undefined): boolean {
  if (!isObject(body)) return false;
  return ['success', 'status', 'statusOk'].some(name => isNo(body[name])) || callsItselfNone(body['data']);
}

/** The service knows an earlier request with the same reference, which may stand. */
export const duplicate =
  /duplicate|already (?:an? |been |exist|(?:in )?use|taken|process|regist|receiv|submit|sent|initiat|made|paid|refund|pending)|(?:not|be) unique|been used|déjà/i;

/** A word after one of these does not count: "was not completed", "only completed transactions", "must be approved". */
const negated = String.raw`(?<!\b(?:not?|never|cannot|must|should|to|only|un|nothing was|nothing has)[ _-]?(?:be |been |yet )?)`;
/** Words that mean that the request may have been carried out, anywhere in a sentence. */
const mayStandWords: readonly RegExp[] = [
  /\b(?:is|are|being|still|currently) (?:(?!not\b|never\b)\w+ )?(?:processed|processing|completed|made)\b/i,
  /\bin[ _-]progress\b|\bunder way\b|\bawaiting\b|\b(?:PENDING|SUBMITTED|INITIALI[SZ]ED|PROCESSING)\b/i,
  /\bTIMED?[_ -]?OUT\b|\bDEADLINE[_ ]EXCEEDED\b|\ben (?:cours|attente)\b/i,
  /\b(?:ACQUIRER_|GATEWAY_)?SYSTEM[_ ](?:ERROR|FAILURE)\b|\bSERVER_FAILED\b|\bUNSPECIFIED[_ ]FAILURE\b/i,
  new RegExp(String.raw`${negated}\b(?:APPROVED(?:_AUTO|_PENDING_SETTLEMENT)?|PARTIALLY[_ ]APPROVED)\b`, 'i'),
  new RegExp(String.raw`${negated}\b(?:SUCCESS|SUCCESSFUL|SUCCESSFULLY|SUCCEEDED|COMPLETED)\b`, 'i'),
  new RegExp(String.raw`${negated}\b(?:was|been|has|is) (?:already )?(?:charged|accepted|debited|paid)\b`, 'i'),
  /^unknown(?:[_ ](?:error|failure|outcome))?\W*$|\b(?:status|result|outcome) (?:is )?unknown\b/i,
  /\b(?:went wrong|please wait|(?:try|retry)(?: again)? later|no response|not respond\w*|broken pipe|bad gateway|queued|an error (?:has )?occurred)\b/i,
  /\b(?:could not|couldn't|unable to|failed to) (?:be )?(?:reach|connect|confirm|complete|process|determine the)/i,
  /\b(?:prompt|push|request|notification|transaction) (?:(?:was|is|has been) )?(?:sent|queued|submitted|received)\b/i,
  // What failed is the service, or what stands between it and the till, whatever the status says.
  /\b(?:internal|unexpected|network|server|connection|socket|gateway|upstream|system|service|provider|i\/o)\b.{0,30}\b(?:errors?|failures?|exceptions?|problems?|malfunction|unavailable|unreachable|down|closed|reset|refused|hang ?up)\b/i,
  /[a-z](?:Exception|Error)\b|\bE(?:CONN[A-Z]+|TIMEDOUT|PIPE)\b|\bstatus code 5\d\d\b/,
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
