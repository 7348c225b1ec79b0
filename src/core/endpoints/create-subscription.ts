import {cardRefusal} from '../card/acquirer.js';
import type {Answer, Json} from '../service/answer.js';
import {
  type Answered,
  asBoolean,
  asString,
  type Body,
  inTheServicesWords,
  isNo,
  isObject,
  isRefusal,
  isSuccess,
  plainText,
} from '../service/body.js';
import {
  asObject,
  type NotDone,
  notDone,
  saysNo,
  spokenText,
  successBody,
  whatIsMissing,
  within,
} from '../service/reply.js';
import {type About, whyNoRefusal} from '../service/signals.js';
import {challengeOf, typingMistakes} from './charge.js';
import {amountOf, partOf, type Subscription, type SubscriptionPart, subscriptionOf} from './subscriptions.js';

/**
 * What the service says of the first charge. That is no proof of payment: the status record of the enrolment's charge is.
 * `status` is its word (`SUCCESS`), amounts are decimal texts, and null is what it does not say.
 */
export type ChargeResult = {
  readonly charged: boolean | null;
  readonly status: string | null;
  readonly amount: string | null;
  readonly fees: string | null;
  readonly currency: string | null;
  readonly transactionReference: string | null;
  readonly authCode: string | null;
  readonly chargeMode: string | null;
  readonly message: string | null;
};

/**
 * What the answer to an enrolment proves. `made`: the subscription exists, paid for or not. `duplicate`: the customer has one
 * already, and the contract allows one active subscription per e-mail address; it is this one if the request was doubled on its
 * way. After `unknown` it may exist, and the card may have been charged.
 */
export type EnrolmentOutcome =
  | NotDone
  | {readonly kind: 'refused'; readonly why: 'declined'; readonly text: string}
  | {readonly kind: 'duplicate'; readonly text: string}
  | {
      readonly kind: 'made';
      readonly subscription: Subscription;
      readonly charge?: ChargeResult;
      /** The bank's question, in the words of a card charge. */
      readonly challenge?: {readonly url: string; readonly creq: string};
      readonly text: string;
    };

/** What the answer to a change of a subscription proves. */
export type ChangeOutcome =
  | NotDone
  | {readonly kind: 'not-offered'; readonly text: string}
  | {readonly kind: 'done'; readonly part: SubscriptionPart};

const alreadySubscribed =
  /\balready (?:has|have|got|subscribed)\b|\bsubscription\b.{0,60}\balready (?:exists?|active)\b|\bactive subscription\b.{0,40}\bexists\b|\bduplicate subscription\b/i;

/** Reads the answer to the enrolment of a customer. */
export function interpretEnrolment(
  answer: Answer,
  {customerEmail}: {readonly customerEmail: string},
): EnrolmentOutcome {
  if (answer.kind !== 'answered') return notDone(answer);
  const body = asObject(answer.body);
  if (answer.http === 409) return conflictOutcome(answer);
  const made = isSuccess(answer.http) ? madeOutcome(body, customerEmail) : undefined;
  if (made !== undefined && answer.doubled) return {kind: 'unknown', why: 'contradictory', text: spokenText(body)};
  if (made !== undefined) return made;
  const isOfKey = answer.http === 401 || answer.http === 403;
  const isRefused = isRefusal(answer.http) || (isSuccess(answer.http) && isTurnedDown(body));
  const about = {email: customerEmail};
  return isRefused && !isOfKey && inTheServicesWords(body) ? refusal(answer, body, about) : notDone(answer, about);
}

const isTurnedDown = (body: Body) => saysNo(body) || isNo(body['statusOk']);

/** The contract gives 409 one meaning. Its body is not documented, but no proxy makes one of JSON. */
function conflictOutcome(answer: Answered): EnrolmentOutcome {
  if (!isObject(answer.body)) return notDone(answer);
  const text = spokenText(answer.body) || plainText(answer);
  const isUnclear = /\b(?:timed? ?out|in progress|being processed|try again)\b/i.test(text);
  return isUnclear ? {kind: 'unknown', why: 'conflict', text} : {kind: 'duplicate', text};
}

/**
 * A subscription of this customer that is in the answer exists, whatever is said beside it, unless that is why this one was
 * refused.
 */
function madeOutcome(body: Body, customerEmail: string): EnrolmentOutcome | undefined {
  const data = asObject(within(body));
  const enrolled = data['subscription'];
  const subscription = subscriptionOf(isObject(enrolled) ? {customerEmail, ...withoutNulls(enrolled)} : data);
  const text = spokenText(body);
  if (subscription === undefined) return undefined;
  if (subscription.customerEmail.trim().toLowerCase() !== customerEmail.trim().toLowerCase()) {
    return {kind: 'unknown', why: 'other-reference', text};
  }
  if (isTurnedDown(body)) {
    if (alreadySubscribed.test(text)) return {kind: 'duplicate', text};
    if (subscription.status.toUpperCase() !== 'INCOMPLETE') return {kind: 'unknown', why: 'contradictory', text};
  }
  const charge = chargeResult(data['chargeResult']);
  const challenge = challengeIn(body, data);
  return {
    kind: 'made',
    subscription,
    ...(charge === undefined ? {} : {charge}),
    ...(challenge === undefined ? {} : {challenge}),
    text,
  };
}

const withoutNulls = (record: Body): Body =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

function chargeResult(value: Json | undefined): ChargeResult | undefined {
  if (!isObject(value)) return undefined;
  const text = (name: string) => asString(value[name]) ?? null;
  return {
    charged: asBoolean(value['charged']) ?? null,
    status: text('status'),
    amount: amountOf(value['amount']),
    fees: amountOf(value['fees']),
    currency: text('currency'),
    transactionReference: text('transactionReference'),
    authCode: text('authCode'),
    chargeMode: text('chargeMode'),
    message: text('message'),
  };
}

/** Where in the answer the challenge is, no document says. */
function challengeIn(body: Body, data: Body): {readonly url: string; readonly creq: string} | undefined {
  const found = [body, data, ...Object.values(data).filter(isObject)].find(
    part => part['threeDsUrl'] !== undefined && asBoolean(part['do3dsAuth']) !== false,
  );
  return found && challengeOf(found);
}

/**
 * A refusal in the acquirers' words counts by their closed list alone, and so does every refusal in a success. Any other is
 * about a field. None counts where something in it says that there is a subscription or a payment all the same.
 */
function refusal(answer: Answered, body: Body, about: About): EnrolmentOutcome {
  const {http} = answer;
  const data = asObject(body['data']);
  const debug = asString(body['debugMessage']) ?? asString(data['debugMessage']);
  const text = debug ?? spokenText(body);
  if (alreadySubscribed.test(text)) return {kind: 'duplicate', text};
  const why = isObject(data['subscription']) ? 'contradictory' : whyNoRefusal(answer, about);
  if (why !== undefined) return {kind: 'unknown', why, text};
  const code = cardRefusal(text);
  if (code !== undefined) return {kind: 'refused', why: typingMistakes.has(code) ? 'field' : 'declined', text};
  const isOfTheCard = debug !== undefined || body['statusOk'] !== undefined || isSuccess(http);
  return isOfTheCard ? {kind: 'unknown', why: 'system-error', text} : {kind: 'refused', why: 'field', text};
}

/** The changes that a merchant can make to a subscription. */
export type Change = 'cancel' | 'pause' | 'resume';

/** How a subscription stands after a change. What it resumes to depends on what it was paused from. */
const reached: Readonly<Record<Change, RegExp>> = {
  cancel: /^cancell?ed$/i,
  pause: /^paused$/i,
  resume: /^(?!paused$|cancell?ed$|completed$)/i,
};

/** Whether a subscription in this state is as it would be after the change. */
export const isReached = (change: Change, status: string): boolean => reached[change].test(status);

/**
 * Reads the answer to a change of a subscription. No change moves money, so that the service's own 409 is a refusal. Pausing
 * is a call that a service may not have; the subscription itself is known, so that a bare 404 is about the call.
 */
export function interpretChange(answer: Answer, change: Change): ChangeOutcome {
  const data = asObject(successBody(answer)?.['data']);
  const part = partOf(isObject(data['subscription']) ? data['subscription'] : data);
  if (part.id !== undefined && part.status !== undefined) {
    if (isReached(change, part.status)) return {kind: 'done', part};
    return {kind: 'unknown', why: 'system-error', text: part.status};
  }
  if (answer.kind !== 'answered') return notDone(answer);
  const {http, body} = answer;
  const isOwn = inTheServicesWords(body);
  const text = spokenText(asObject(body)) || plainText(answer);
  const missing = whatIsMissing(answer);
  const isWithout = change === 'pause' ? missing === 'call' || missing === 'either' : missing === 'call' && isOwn;
  if (isWithout) return {kind: 'not-offered', text};
  return http === 409 && isOwn ? {kind: 'refused', why: 'field', text} : notDone(answer);
}
