import type {Messages} from '../messages/messages.js';
import {isByCard} from './payer.js';
import {awaitsOtp, isOtpUnclear, isUnheard, type Payment} from './payment.js';
import type {TimelineStep} from './timeline.js';

export type WaitingFor = keyof Messages['payment']['waiting'];

export function waitingFor(payment: Payment): WaitingFor {
  const {status, details, otp, record} = payment;
  if (status === 'unknown' || isUnheard(payment)) return 'answer';
  if (status === 'requested' || status === 'sent') return 'sending';
  const said = lastRecord(payment)?.rule;
  if (said === 'record-odd') return 'odd';
  if (said === 'record-contradictory') return 'contradictory';
  if (isOtpUnclear(payment)) return 'otp-unclear';
  if (awaitsOtp(payment)) {
    if (otp.last?.kind === 'wrong-code') return 'otp-again';
    return otp.isStillWanted ? 'otp-still-wanted' : 'otp';
  }
  if (details?.mustRedirect && details.completionUrl !== undefined) return 'redirect';
  if (details?.challenge !== undefined) return 'challenge';
  if (details?.lacksPage === true && record === undefined) return 'no-page';
  if (isByCard(payment.request) || isOnPage(payment)) return 'record';
  return details === undefined && record === undefined ? 'record' : 'prompt';
}

/** There is no wallet to ask, so nobody approves the payment on a telephone. */
const isOnPage = ({request}: Payment): boolean => request.method === 'mobile-money' && request.wallet === null;

export const lastRecord = ({steps}: Payment): TimelineStep | undefined =>
  steps.findLast(({rule}) => rule.startsWith('record-'));
