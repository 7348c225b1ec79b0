import * as z from 'zod';
import {type AcquirerCode, cardRefusal} from '../card/acquirer.js';
import type {Card} from '../card/card.js';
import type {Answer} from '../service/answer.js';
import {type Answered, type Body, isRefusal, isServiceBody, isSuccess} from '../service/body.js';
import {isLoopback} from '../service/loopback.js';
import {flag, reading, text} from '../service/members.js';
import type {ProviderDetails, RequestOutcome} from '../service/reply.js';
import {amountNumber, type CallWithBody, type Sent} from '../service/request.js';
import {signalsIn, whyNoRefusal} from '../service/signals.js';
import {interpretCollection} from './collect.js';

/** Charges a card. It moves money, and the card is in no answer and nowhere afterwards. */

/** With these the cashier can mend what was typed; with the others the bank has said no. */
export const typingMistakes: ReadonlySet<AcquirerCode> = new Set(['INVALID_CARD', 'INVALID_FIELD', 'INVALID_CSC']);
/** The refusals of a field, of which the contract shows no reference. */
const aboutFields: ReadonlySet<AcquirerCode> = new Set(['INVALID_CARD', 'INVALID_FIELD']);

/** A card payment without its card. `amount` in major units, as in a collection. */
export type Charge = {
  readonly amount: string;
  readonly reference: string;
  readonly description: string;
  readonly currency: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  /** Where the service reports the end; only where the merchant has such an address. */
  readonly callbackUrl?: string;
};

export const chargeRequest = (charge: Charge, card: Card): CallWithBody => ({
  path: '/card/card_charge/',
  body: chargeBody(charge, card),
});

/** The body of a charge as documented; a PIN is part of naira cards alone. */
function chargeBody(
  charge: Charge,
  {number, expiryMonth, expiryYear, securityCode, pin}: Card,
): {readonly [name: string]: Sent} {
  return {
    service_type: 'Account',
    service_payload: {
      first_name: charge.firstName,
      last_name: charge.lastName,
      email_address: charge.email,
      phone_number: charge.phone,
      amount: amountNumber(charge.amount),
      transaction_reference: charge.reference,
      currency: charge.currency,
      description: charge.description,
      card: {cardNumber: number, expiryMonth, expiryYear, securityCode, ...(pin === undefined ? {} : {pin})},
      ...(charge.callbackUrl === undefined ? {} : {callback_url: charge.callbackUrl}),
    },
  };
}

const chargeAnswer = reading(
  z.object({
    /** Whether the request was valid; false for a refusal, whose reason is `debugMessage`. */
    statusOk: flag,
    message: text,
    debugMessage: text,
    /** Ours and the service's own, in either order. Errors about a field have neither. */
    transactionReference: text,
    customerReference: text,
    /** The payment is called complete. The record alone makes it paid. */
    paymentCompleted: flag,
    /** The bank asks: a form with the field `creq`, which is `formData`, is posted to `threeDsUrl`. */
    do3dsAuth: flag,
    threeDsUrl: text,
    formData: text,
  }),
);
type ChargeAnswer = ReturnType<typeof chargeAnswer>;

const textOf = ({debugMessage, message}: ChargeAnswer) => debugMessage ?? message ?? '';

/** A whole answer that says in the service's own words what became of a request, and not that the key was refused. */
export function isSpoken(answer: Answer): answer is Answered & {readonly body: Body} {
  if (answer.kind !== 'answered' || answer.http === 401 || answer.http === 403) return false;
  return (isSuccess(answer.http) || isRefusal(answer.http)) && isServiceBody(answer.body);
}

/** A bank's refusal under a status that is otherwise the key's: its own words decide. */
function isBankUnderKey(answer: Answer): answer is Answered & {readonly body: Body} {
  if (answer.kind !== 'answered' || (answer.http !== 401 && answer.http !== 403)) return false;
  if (!isServiceBody(answer.body) || answer.body['statusOk'] !== false) return false;
  return !/authentication failed|authori[sz]ation|credentials/i.test(textOf(chargeAnswer(answer.body)));
}

/**
 * Reads the answer to a card charge asked under `reference`. A refusal counts by the closed list of the acquirers' words
 * alone, and paid comes from a status record alone, however complete the answer calls the payment.
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
  if (echoes.length > 0 && !echoes.includes(reference)) return {kind: 'unknown', why: 'other-reference', text};
  if (!isSuccess(answer.http)) return {kind: 'unknown', why: 'contradictory', text};
  if (body.statusOk === undefined || echoes.length === 0) return {kind: 'unknown', why: 'not-the-service', text};
  return {kind: 'accepted', text: body.message ?? text, details: detailsOf(body, reference)};
}

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

/** The challenge in a body, wherever it stands: it has the members of an answer to a charge. */
export const challengeIn = (body: Body) => challengeOf(chargeAnswer(body));

/** The challenge, where it is whole and leads to an address that a browser may be sent to with it. */
function challengeOf({threeDsUrl: url, formData: creq}: ChargeAnswer): ProviderDetails['challenge'] {
  if (url === undefined || creq === undefined || creq.endsWith('…') || !isChallengeAddress(url)) return undefined;
  return {url, creq};
}

/** Loopback without TLS is the sandbox's; whether one is trusted elsewhere is for who opens it. */
function isChallengeAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || text.endsWith('…')) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}
