import {type Language, messages} from '../messages/messages.js';
import {duplicate} from '../service/signals.js';

/** The words of card acquirers, as codes (`EXPIRED_CARD`) or sentences ("Expired card"), as the Mastercard Gateway has them. */
export const acquirerCodes = [
  'APPROVED',
  'PARTIALLY_APPROVED',
  'PENDING',
  'DECLINED',
  'DECLINED_DO_NOT_CONTACT',
  'DO_NOT_PROCEED',
  'REFERRED',
  'CANCELLED',
  'TIMED_OUT',
  'EXPIRED_CARD',
  'INSUFFICIENT_FUNDS',
  'INVALID_CSC',
  'INVALID_CARD',
  'INVALID_FIELD',
  'AUTHENTICATION_FAILED',
  'NOT_ENROLLED_3D_SECURE',
  'EXCEEDED_RETRY_LIMIT',
  'BLOCKED',
  'NOT_SUPPORTED',
  'REQUEST_REJECTED',
  'SYSTEM_ERROR',
  'UNSPECIFIED_FAILURE',
  'DUPLICATE',
  'UNKNOWN',
] as const;
export type AcquirerCode = (typeof acquirerCodes)[number];

/** The first match counts. A duplicate is reported in the words of a wrong field, but must not be taken for one. */
const spoken: readonly (readonly [RegExp, AcquirerCode])[] = [
  [duplicate, 'DUPLICATE'],
  [/\bTIMED?[_ -]?OUT\b/i, 'TIMED_OUT'],
  [/\b(?:ACQUIRER_|GATEWAY_)?SYSTEM[_ ](?:ERROR|FAILURE)\b|\bSERVER_FAILED\b/i, 'SYSTEM_ERROR'],
  [/\bUNSPECIFIED[_ ]FAILURE\b/i, 'UNSPECIFIED_FAILURE'],
  [/\bEXPIRED[_ ]CARD\b|\bcard (?:has |is )?expired\b/i, 'EXPIRED_CARD'],
  [/\bINSUFFICIENT[_ ]FUNDS?\b|\bNOT[_ ]SUFFICIENT[_ ]FUNDS?\b/i, 'INSUFFICIENT_FUNDS'],
  [
    /\bINVALID[_ ](?:CSC|CVV|CVC|PIN|SECURITY CODE)\b|\b(?:wrong|incorrect) (?:security code|cvv|cvc|csc|pin)\b/i,
    'INVALID_CSC',
  ],
  [/\bunable to determine card payment\b|\bINVALID[_ ]CARD\b/i, 'INVALID_CARD'],
  [/\bAUTHENTICATION[_ ](?:FAILED|FAILURE|UNSUCCESSFUL)\b/i, 'AUTHENTICATION_FAILED'],
  [/\bNOT[_ ]ENROLLED(?:_3D_SECURE)?\b/i, 'NOT_ENROLLED_3D_SECURE'],
  [/\bEXCEEDED[_ ]RETRY[_ ]LIMIT\b/i, 'EXCEEDED_RETRY_LIMIT'],
  [/\bDO[_ ]NOT[_ ]PROCEED\b/i, 'DO_NOT_PROCEED'],
  [/\bDECLINED[_ ]DO[_ ]NOT[_ ]CONTACT\b/i, 'DECLINED_DO_NOT_CONTACT'],
  [/\bDECLINED\b/i, 'DECLINED'],
  [/\bREFERRED\b/i, 'REFERRED'],
  [/\b(?:CANCELLED|CANCELED|ABORTED)\b/i, 'CANCELLED'],
  [/\bBLOCKED\b/i, 'BLOCKED'],
  [/\bNOT[_ ]SUPPORTED\b/i, 'NOT_SUPPORTED'],
  [/\bREQUEST[_ ]REJECTED\b/i, 'REQUEST_REJECTED'],
  [/\bPARTIALLY[_ ]APPROVED\b/i, 'PARTIALLY_APPROVED'],
  [/(?<!\bnot[_ ])\bAPPROVED(?:_AUTO|_PENDING_SETTLEMENT)?\b/i, 'APPROVED'],
  [/^(?:PENDING|SUBMITTED)$/i, 'PENDING'],
  [
    /\bINVALID_FIELD\b|\bvalue '[^']*' is invalid\b|\b(?:is required|must not be (?:empty|blank|null)|is mandatory)\b/i,
    'INVALID_FIELD',
  ],
];

/** Returns what an acquirer's text says, for people to read; `UNKNOWN` if it is not listed. The result proves nothing. */
export const acquirerCode = (text: string): AcquirerCode =>
  spoken.find(([pattern]) => pattern.test(text))?.[1] ?? 'UNKNOWN';

/**
 * The closed list of refusals. After one of these, the card was not charged. After any other word, and above all an
 * unlisted one, the charge may stand, and the status record has to say. A refusal counts only if it is the whole text,
 * because a sentence may be about an earlier attempt.
 */
const refusals: readonly (readonly [RegExp, AcquirerCode])[] = [
  [/^DECLINED[_ ]DO[_ ]NOT[_ ]CONTACT$/i, 'DECLINED_DO_NOT_CONTACT'],
  [
    /^(?:(?:the |your )?(?:card|transaction|payment)(?: was| is| has been)?[ :_-]+)?DECLINED(?: by (?:the )?(?:issuer|bank))?$/i,
    'DECLINED',
  ],
  [/^DO[_ ]NOT[_ ]PROCEED$/i, 'DO_NOT_PROCEED'],
  [/^(?:EXPIRED[_ ]CARD|(?:the |your )?card (?:has |is )?expired)$/i, 'EXPIRED_CARD'],
  [/^(?:INSUFFICIENT|NOT[_ ]SUFFICIENT)[_ ]FUNDS?$/i, 'INSUFFICIENT_FUNDS'],
  [/^(?:INVALID|wrong|incorrect)[_ ](?:CSC|CVV2?|CVC2?|PIN|SECURITY[_ ]CODE)$/i, 'INVALID_CSC'],
  [/^(?:INVALID[_ ]CARD|value '[^']*' is invalid\. ?unable to determine card payment)$/i, 'INVALID_CARD'],
  [/^(?:3-?DS )?AUTHENTICATION[_ ](?:FAILED|FAILURE|UNSUCCESSFUL)$/i, 'AUTHENTICATION_FAILED'],
  [/^(?:INVALID_FIELD|value '[^']*' is invalid\b.*)$/is, 'INVALID_FIELD'],
  [/^[\w. ]{1,80} (?:is required|is mandatory|must not be (?:empty|blank|null))$/i, 'INVALID_FIELD'],
];

/** Returns the refusal of a card if the whole text is one; undefined otherwise. */
export function cardRefusal(text: string): AcquirerCode | undefined {
  const whole = text.trim().replace(/[.!]$/, '');
  return refusals.find(([pattern]) => pattern.test(whole))?.[1];
}

/** Says what a refusal of a card means and what can be done about it; empty for unlisted words. */
export function acquirerAdvice(text: string, language: Language): string {
  const code = acquirerCode(text);
  return code === 'UNKNOWN' ? '' : messages(language).acquirer[code];
}
