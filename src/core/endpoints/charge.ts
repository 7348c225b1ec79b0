import {type AcquirerCode, cardRefusal} from '../card/acquirer.js';
import type {Answer} from '../service/answer.js';
import {
  type Answered,
  asBoolean,
  asString,
  type Body,
  inTheServicesWords,
  isRefusal,
  isSuccess,
} from '../service/body.js';
import {isLoopback} from '../service/loopback.js';
import {signalsIn, whyNoRefusal} from '../service/signals.js';
import {interpretCollection, type ProviderDetails, type RequestOutcome} from './collect.js';

/** With these the cashier can mend what was typed; with the others the bank has said no. */
export const typingMistakes: ReadonlySet<AcquirerCode> = new Set(['INVALID_CARD', 'INVALID_FIELD', 'INVALID_CSC']);
/** The refusals of a field, of which the contract shows no reference. */
const aboutFields: ReadonlySet<AcquirerCode> = new Set(['INVALID_CARD', 'INVALID_FIELD']);

const chargeBody = (body: Body) => ({
  statusOk: asBoolean(body['statusOk']),
  text: asString(body['debugMessage']) ?? asString(body['message']) ?? '',
  message: asString(body['message']),
  echoes: [asString(body['transactionReference']), asString(body['customerReference'])].filter(
    echo => echo !== undefined,
  ),
  isCompleted: asBoolean(body['paymentCompleted']),
  needsChallenge: asBoolean(body['do3dsAuth']) ?? false,
  threeDsUrl: body['threeDsUrl'],
  formData: body['formData'],
});
type ChargeBody = ReturnType<typeof chargeBody>;

/** A whole answer that says in the service's own words what became of a request, and not that the key was refused. */
export function isSpoken(answer: Answer): answer is Answered & {readonly body: Body} {
  if (answer.kind !== 'answered' || answer.http === 401 || answer.http === 403) return false;
  return (isSuccess(answer.http) || isRefusal(answer.http)) && inTheServicesWords(answer.body);
}

/** A bank's refusal under a status that is otherwise the key's: its own words decide. */
function isBankUnderKey(answer: Answer): answer is Answered & {readonly body: Body} {
  if (answer.kind !== 'answered' || (answer.http !== 401 && answer.http !== 403)) return false;
  if (!inTheServicesWords(answer.body) || answer.body['statusOk'] !== false) return false;
  return !/authentication failed|authori[sz]ation|credentials/i.test(chargeBody(answer.body).text);
}

/**
 * Reads the answer to a card charge asked under `reference`. A refusal counts by the closed list of the acquirers' words
 * alone, and paid comes from a status record alone, however complete the answer calls the payment.
 */
export function interpretCharge(answer: Answer, reference: string): RequestOutcome {
  if (!isSpoken(answer) && !isBankUnderKey(answer)) return interpretCollection(answer, reference);
  const body = chargeBody(answer.body);
  const {text, echoes} = body;
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

function detailsOf(body: ChargeBody, reference: string): ProviderDetails {
  const serviceReference = body.echoes.find(echo => echo !== reference);
  const challenge = body.needsChallenge ? challengeOf(body) : undefined;
  return {
    requiresOtp: false,
    otpLength: 0,
    mustRedirect: false,
    ...(serviceReference === undefined ? {} : {serviceReference}),
    ...(challenge === undefined ? {} : {challenge}),
    ...(body.needsChallenge && challenge === undefined ? {lacksPage: true as const} : {}),
    ...(body.isCompleted === undefined ? {} : {isCompleted: body.isCompleted}),
  };
}

/** The challenge, where it is whole and leads to an address that a browser may be sent to with it. */
export function challengeOf(body: Body | ChargeBody): ProviderDetails['challenge'] {
  const [url, creq] = [asString(body['threeDsUrl']), asString(body['formData'])];
  if (url === undefined || creq === undefined || creq.endsWith('…') || !isChallengeAddress(url)) return undefined;
  return {url, creq};
}

/** Loopback without TLS is the sandbox's; whether one is trusted elsewhere is for who opens it. */
function isChallengeAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || text.endsWith('…')) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}
