import {type AcquirerCode, cardRefusal} from '../card/acquirer.js';
import type {Card} from '../card/card.js';
import {tillOf} from '../journal/reference.js';
import {type Answer, type CallWithBody, isLoopback, type Sent, wireAmount} from '../service/answer.js';
import {type Answered, type Body, isRefusal, isServiceBody, isSuccess} from '../service/body.js';
import {flag, reading, text} from '../service/members.js';
import type {ProviderDetails, RequestOutcome} from '../service/reply.js';
import {signalsIn, whyNoRefusal} from '../service/signals.js';
import {type Collected, interpretCollection} from './collect.js';

/** Charges a card. The call moves money. No answer contains the card, and nothing keeps it afterwards. */

/** After these refusals the cashier can correct the input. All other refusals are the bank's. */
export const typingMistakes: ReadonlySet<AcquirerCode> = new Set(['INVALID_CARD', 'INVALID_FIELD', 'INVALID_CSC']);
/** Refusals about a field. In the contract, these have no reference. */
const aboutFields: ReadonlySet<AcquirerCode> = new Set(['INVALID_CARD', 'INVALID_FIELD']);

/** A card payment without its card. `callbackUrl`: the address to which the service reports the result, if the merchant has one. */
export type Charge = Collected & {readonly callbackUrl?: string | undefined};

export const chargeRequest = (charge: Charge, card: Card): CallWithBody => ({
  path: '/card/card_charge/',
  body: chargeBody(charge, card),
});

/** The body of a charge, as documented. Only naira cards have a PIN. */
const chargeBody = (
  charge: Charge,
  {number, expiryMonth, expiryYear, securityCode, pin}: Card,
): {readonly [name: string]: Sent} => ({
  service_type: 'Account',
  service_payload: {
    first_name: charge.firstName,
    last_name: charge.lastName,
    email_address: charge.email,
    phone_number: charge.phone,
    amount: wireAmount(charge.amount),
    transaction_reference: charge.reference,
    currency: charge.amount.currency,
    description: charge.description,
    card: {cardNumber: number, expiryMonth, expiryYear, securityCode, ...(pin === undefined ? {} : {pin})},
    ...(charge.callbackUrl === undefined ? {} : {callback_url: charge.callbackUrl}),
  },
});

const chargeAnswer = reading({
  /** Whether the request was valid. False for a refusal, whose reason is in `debugMessage`. */
  statusOk: flag,
  message: text,
  debugMessage: text,
  /** The till's reference and the service's own, in either order. Errors about a field have neither. */
  transactionReference: text,
  customerReference: text,
  /** Whether the answer calls the payment complete. Only the status record makes it paid. */
  paymentCompleted: flag,
  /** The bank asks the customer: the browser posts a form with the field `creq`, whose value is `formData`, to `threeDsUrl`. */
  do3dsAuth: flag,
  threeDsUrl: text,
  formData: text,
});
type ChargeAnswer = ReturnType<typeof chargeAnswer>;

const textOf = ({debugMessage, message}: ChargeAnswer) => debugMessage ?? message ?? '';

/** Whether this is a whole answer in which the service itself says what became of a request, other than a refusal of the key. */
export function isSpoken(answer: Answer): answer is Answered & {readonly body: Body} {
  if (answer.kind !== 'answered' || answer.http === 401 || answer.http === 403) return false;
  return (isSuccess(answer.http) || isRefusal(answer.http)) && isServiceBody(answer.body);
}

/** Whether this is a bank's refusal under an HTTP status that otherwise means a refused key. The text of the answer decides. */
function isBankUnderKey(answer: Answer): answer is Answered & {readonly body: Body} {
  if (answer.kind !== 'answered' || (answer.http !== 401 && answer.http !== 403)) return false;
  if (!isServiceBody(answer.body) || answer.body['statusOk'] !== false) return false;
  return !/authentication failed|authori[sz]ation|credentials/i.test(textOf(chargeAnswer(answer.body)));
}

/**
 * Reads the answer to a card charge with the given `reference`. A refusal counts only if it is on the closed list of the acquirers' words
 * (`cardRefusal`). The payment is paid only by a status record, however complete the answer calls it.
 */
export function interpretCharge(answer: Answer, reference: string): RequestOutcome {
  if (!isSpoken(answer) && !isBankUnderKey(answer)) return interpretCollection(answer, reference);
  const body = chargeAnswer(answer.body);
  const text = textOf(body);
  const echoes = echoesOf(body);
  if (body.statusOk === undefined && isRefusal(answer.http)) {
    const why = whyNoRefusal(answer, {references: [reference]});
    return why === undefined ? {kind: 'refused', why: 'field', text} : {kind: 'unknown', why, text};
  }
  if (body.statusOk === false) return refusal(answer, text, reference);
  if (echoes.some(echo => isSibling(echo, reference)) || (echoes.length > 0 && !echoes.includes(reference)))
    return {kind: 'unknown', why: 'other-reference', text};
  if (!isSuccess(answer.http)) return {kind: 'unknown', why: 'contradictory', text};
  if (body.statusOk === undefined || echoes.length === 0) return {kind: 'unknown', why: 'not-the-service', text};
  return {kind: 'accepted', text: body.message ?? text, details: detailsOf(body, reference)};
}

/** Whether a reference is that of another payment of the same till, by which the service can call none of its own. */
const isSibling = (echo: string, reference: string): boolean =>
  echo !== reference && tillOf(echo) !== null && tillOf(echo) === tillOf(reference);

const echoesOf = ({transactionReference, customerReference}: ChargeAnswer) =>
  [transactionReference, customerReference].filter(each => each !== undefined);

function refusal(answer: Answered, text: string, reference: string): RequestOutcome {
  const about = {references: [reference]};
  const why = whyNoRefusal(answer, about);
  if (why !== undefined) return {kind: 'unknown', why, text};
  const code = cardRefusal(text);
  if (code === undefined) return {kind: 'unknown', why: 'system-error', text};
  if (!aboutFields.has(code) && !signalsIn(answer.body, about).isOwn)
    return {kind: 'unknown', why: 'no-reference', text};
  return {kind: 'refused', why: typingMistakes.has(code) ? 'field' : 'declined', text};
}

function detailsOf(body: ChargeAnswer, reference: string): ProviderDetails {
  const needsChallenge = body.do3dsAuth ?? false;
  const serviceReference = echoesOf(body).find(echo => echo !== reference);
  const challenge = needsChallenge ? challengeOf(body) : undefined;
  return {
    requiresOtp: false,
    otpLength: 0,
    mustRedirect: false,
    ...(serviceReference === undefined ? {} : {serviceReference}),
    ...(challenge === undefined ? {} : {challenge}),
    ...(needsChallenge && challenge === undefined ? {lacksPage: true as const} : {}),
    ...(body.paymentCompleted === undefined ? {} : {isCompleted: body.paymentCompleted}),
  };
}

/** Returns the challenge in a body, undefined if there is none. Its members are those of an answer to a charge, in any call. */
export const challengeIn = (body: Body) => challengeOf(chargeAnswer(body));

/** Returns the challenge if it is whole and its address is one to which a browser may be sent; else undefined. */
function challengeOf({threeDsUrl: url, formData: creq}: ChargeAnswer): ProviderDetails['challenge'] {
  if (url === undefined || creq === undefined || creq.endsWith('…') || !isChallengeAddress(url)) return undefined;
  return {url, creq};
}

/** Whether a browser may be sent there. Only the sandbox uses loopback without TLS; whoever opens the page judges it elsewhere. */
function isChallengeAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || text.endsWith('…')) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}
