import {cardRefusal} from '../../card/acquirer.js';
import type {Card} from '../../card/card.js';
import type {Answer, CallWithBody, Json, Sent} from '../../service/answer.js';
import {
  type Answered,
  asBoolean,
  asObject,
  type Body,
  isNo,
  isObject,
  isRefusal,
  isServiceBody,
  isSuccess,
  plainText,
} from '../../service/body.js';
import {amountOrNull, anything, flagOrNull, reading, text, textOrNull} from '../../service/members.js';
import {type NotDone, notDone, saysNo, spokenText, within} from '../../service/reply.js';
import {type AnswerSubject, whyNoRefusal} from '../../service/signals.js';
import {challengeIn, typingMistakes} from '../charge.js';
import {type NewPlan, planBody} from './plans.js';
import {type Subscription, subscriptionOf} from './subscriptions.js';

/** Enrols a card on a plan. The call may move money at once. */

/** An enrolment without its card, on an existing plan or on one that the service makes from the request. */
export type NewSubscription = {readonly customerEmail: string; readonly plan: {readonly planCode: string} | NewPlan};

export const enrolmentRequest = (order: NewSubscription, card: Card): CallWithBody => ({
  path: '/subscription/api/v1/subscriptions',
  body: enrolmentBody(order, card),
});

/** The body of an enrolment, as documented: the plan by its code or by its fields, and the card, which has no PIN here. */
const enrolmentBody = ({customerEmail, plan}: NewSubscription, card: Card): {readonly [name: string]: Sent} => ({
  customerEmail,
  ...('planCode' in plan ? {planCode: plan.planCode} : planBody(plan)),
  cardDetails: {
    cardNumber: card.number,
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    securityCode: card.securityCode,
    cardHolderName: card.holder ?? '',
    present: true,
  },
});

/**
 * The result of an enrolment. `made`: the subscription exists, whether it is paid or not. `duplicate`: the customer already has a
 * subscription, and the contract allows one active subscription per e-mail address. It may be the one from this request if the request was
 * duplicated on its way. After `unknown` the subscription may exist and the card may have been charged.
 */
export type EnrolmentOutcome =
  | NotDone
  | {readonly kind: 'refused'; readonly why: 'declined'; readonly text: string}
  | {readonly kind: 'duplicate'; readonly text: string}
  | {
      readonly kind: 'made';
      readonly subscription: Subscription;
      readonly charge?: ChargeResult;
      /** The bank's 3-D Secure question, with the members of a card charge. */
      readonly challenge?: {readonly url: string; readonly creq: string};
      readonly text: string;
    };

/**
 * What the service says about the first charge. It is no proof of payment; only the status record of the enrolment's charge is. A member that
 * the service leaves out is null.
 */
const chargeResultAnswer = reading({
  charged: flagOrNull,
  /** `SUCCESS`. No document mentions another value. */
  status: textOrNull,
  /** Major units of `currency`. */
  amount: amountOrNull,
  fees: amountOrNull,
  currency: textOrNull,
  transactionReference: textOrNull,
  authCode: textOrNull,
  chargeMode: textOrNull,
  message: textOrNull,
});
type ChargeResult = ReturnType<typeof chargeResultAnswer>;

/** The members around the record: those of a success and of a card charge, in the body itself or in `data`. */
const enrolmentAnswer = reading({
  /** `{subscription, chargeResult}`, or the subscription itself. */
  data: anything,
  /** As in the answer to a card charge; false for a refusal. */
  statusOk: anything,
  debugMessage: text,
});

const alreadySubscribed =
  /\balready (?:has|have|got|subscribed)\b|\bsubscription\b.{0,60}\balready (?:exists?|active)\b|\bactive subscription\b.{0,40}\bexists\b|\bduplicate subscription\b/i;

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
  return isRefused && !isOfKey && isServiceBody(body) ? refusal(answer, body, about) : notDone(answer, about);
}

const isTurnedDown = (body: Body) => saysNo(body) || isNo(body['statusOk']);

/** Reads a 409, which by the contract is a duplicate. Its body is not documented; a JSON body comes from the service, not a proxy. */
function conflictOutcome(answer: Answered): EnrolmentOutcome {
  if (!isObject(answer.body)) return notDone(answer);
  const text = spokenText(answer.body) || plainText(answer);
  const isUnclear = /\b(?:timed? ?out|in progress|being processed|try again)\b/i.test(text);
  return isUnclear ? {kind: 'unknown', why: 'conflict', text} : {kind: 'duplicate', text};
}

/** This customer's subscription in an answer exists, whatever the answer says, unless it is the reason for the refusal. */
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
  const challenge = challengeAround(body, data);
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

const chargeResult = (value: Json | undefined): ChargeResult | undefined =>
  isObject(value) ? chargeResultAnswer(value) : undefined;

/** No document says where in the answer the challenge is, so the till looks in the likely places. */
function challengeAround(body: Body, data: Body): {readonly url: string; readonly creq: string} | undefined {
  const found = [body, data, ...Object.values(data).filter(isObject)].find(
    part => part['threeDsUrl'] !== undefined && asBoolean(part['do3dsAuth']) !== false,
  );
  return found && challengeIn(found);
}

/**
 * Reads a refusal. One in the acquirers' words counts only if it is on their closed list; the same is true of every
 * refusal in a success. Any other refusal is about a field. No refusal counts if something in the answer says that
 * there is a subscription or a payment all the same.
 */
function refusal(answer: Answered, body: Body, about: AnswerSubject): EnrolmentOutcome {
  const {data: inner, statusOk, debugMessage} = enrolmentAnswer(body);
  const data = asObject(inner);
  const debug = debugMessage ?? enrolmentAnswer(data).debugMessage;
  const text = debug ?? spokenText(body);
  if (alreadySubscribed.test(text)) return {kind: 'duplicate', text};
  const why = isObject(data['subscription']) ? 'contradictory' : whyNoRefusal(answer, about);
  if (why !== undefined) return {kind: 'unknown', why, text};
  const code = cardRefusal(text);
  if (code !== undefined) return {kind: 'refused', why: typingMistakes.has(code) ? 'field' : 'declined', text};
  const isOfTheCard = debug !== undefined || statusOk !== undefined || isSuccess(answer.http);
  return isOfTheCard ? {kind: 'unknown', why: 'system-error', text} : {kind: 'refused', why: 'field', text};
}
