import {type AcquirerCode, acquirerCode, isCardRefusal} from './acquirer.js';
import type {Answer, Json} from './answer.js';
import {
  type Answered,
  type Body,
  inTheServicesWords,
  isRefusal,
  isSuccess,
  type ProviderDetails,
  type SendProof,
  sendProof,
  truthOf,
  type Unclear,
  word,
} from './evidence.js';

/** With these the cashier can mend what was typed; with the others the bank has said no. */
const typingMistakes: ReadonlySet<AcquirerCode> = new Set(['INVALID_CARD', 'INVALID_FIELD', 'INVALID_CSC']);

/** With these a request may have been carried out, in whichever dialect they are said. */
const mayStand: ReadonlySet<AcquirerCode> = new Set([
  'APPROVED',
  'PARTIALLY_APPROVED',
  'PENDING',
  'TIMED_OUT',
  'SYSTEM_ERROR',
  'UNSPECIFIED_FAILURE',
]);

/** A word that says nothing, where nothing else is said. */
const wordForUnknown = /^unknown(?:[_ ](?:error|failure|outcome))?\W*$/i;

const chargeBody = (body: Body) => ({
  statusOk: truthOf(body['statusOk']),
  text: word(body['debugMessage']) ?? word(body['message']) ?? '',
  message: word(body['message']),
  echoes: [word(body['transactionReference']), word(body['customerReference'])].filter(echo => echo !== undefined),
  isCompleted: truthOf(body['paymentCompleted']),
  needsChallenge: truthOf(body['do3dsAuth']) ?? false,
  threeDsUrl: body['threeDsUrl'],
  formData: body['formData'],
});
type ChargeBody = ReturnType<typeof chargeBody>;

/** A whole answer that says in the service's own words what became of a request, and not that the key was refused. */
export function isSpoken(answer: Answer): answer is Answered & {readonly body: Body} {
  if (answer.kind !== 'answered' || answer.http === 401 || answer.http === 403) return false;
  return (isSuccess(answer.http) || isRefusal(answer.http)) && inTheServicesWords(answer.body);
}

/**
 * Why a refusal in these words is none that a till may rely on: an earlier request of the same name may stand, or a system
 * failed in the middle. Undefined for words that are a refusal.
 */
export function unclearRefusal(text: string, responseCode?: Json): Unclear | undefined {
  const code = acquirerCode(text);
  if (code === 'DUPLICATE') return 'duplicate';
  const isUnclear = mayStand.has(code) || wordForUnknown.test(text) || word(responseCode) === '96';
  return isUnclear ? 'system-error' : undefined;
}

/**
 * Reads the answer to a card charge asked under `reference`. A refusal counts by the closed list of the acquirers' words
 * alone, and paid comes from a status record alone, however complete the answer calls the payment.
 */
export function chargeProof(answer: Answer, reference: string): SendProof {
  if (!isSpoken(answer)) return sendProof(answer, reference);
  const body = chargeBody(answer.body);
  const {text, echoes} = body;
  if (body.statusOk === undefined && isRefusal(answer.http)) {
    const why = unclearRefusal(text, answer.body['response_code']);
    return why === undefined ? {kind: 'refused', why: 'field', text} : {kind: 'unknown', why, text};
  }
  if (echoes.length > 0 && !echoes.includes(reference)) return {kind: 'unknown', why: 'other-reference', text};
  if (body.statusOk === false) return refusal(body);
  if (!isSuccess(answer.http)) return {kind: 'unknown', why: 'system-error', text};
  if (body.statusOk === undefined || echoes.length === 0) return {kind: 'unknown', why: 'not-the-service', text};
  return {kind: 'accepted', text: body.message ?? text, details: detailsOf(body)};
}

function refusal({text, isCompleted}: ChargeBody): SendProof {
  const code = acquirerCode(text);
  if (code === 'DUPLICATE') return {kind: 'unknown', why: 'duplicate', text};
  if (!isCardRefusal(code) || isCompleted === true) return {kind: 'unknown', why: 'system-error', text};
  return {kind: 'refused', why: typingMistakes.has(code) ? 'field' : 'declined', text};
}

function detailsOf(body: ChargeBody): ProviderDetails {
  const challenge = body.needsChallenge ? challengeOf(body) : undefined;
  return {
    requiresOtp: false,
    otpLength: 0,
    mustRedirect: false,
    ...(challenge === undefined ? {} : {challenge}),
    ...(body.isCompleted === undefined ? {} : {isCompleted: body.isCompleted}),
  };
}

/** The challenge, where it is whole and leads to an address that a browser may be sent to with it. */
function challengeOf({threeDsUrl, formData}: ChargeBody): ProviderDetails['challenge'] {
  const [url, creq] = [word(threeDsUrl), word(formData)];
  if (url === undefined || creq === undefined || creq.endsWith('…') || !isChallengeAddress(url)) return undefined;
  return {url, creq};
}

/** Loopback without TLS is the sandbox's; whether one is trusted elsewhere is for who opens it. */
function isChallengeAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || text.endsWith('…')) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
