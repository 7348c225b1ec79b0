import type {OtpOutcome} from '../endpoints/process-otp.js';

/**
 * The one-time passwords that were sent for a payment. `last` is what the answer to the newest proved, undefined while it is
 * waited for, and `lostAt` when that proved nothing. `isStillWanted`: long enough after that a record has said that the service
 * still waits. `hasLost`: of one of them nobody knows whether it counted, so that whatever goes now must be another.
 */
export type OtpState = {
  readonly sent: number;
  readonly sentAt: number;
  readonly last: OtpOutcome | undefined;
  readonly lostAt: number | undefined;
  readonly isStillWanted: boolean;
  readonly hasLost: boolean;
};

export const noOtp: OtpState = {
  sent: 0,
  sentAt: 0,
  last: undefined,
  lostAt: undefined,
  isStillWanted: false,
  hasLost: false,
};

/** How long a record may lag behind a code that was taken; no document says. */
export const recordLagMs = 60_000;

/** After one more has left, at `sentAt`. */
export const otpSent = ({sent, hasLost}: OtpState, sentAt: number): OtpState => ({
  ...noOtp,
  sent: sent + 1,
  sentAt,
  hasLost,
});

/** After its answer, or the want of one, was heard at `at`. */
export function otpAnswered(otp: OtpState, last: OtpOutcome, at: number): OtpState {
  return last.kind === 'unknown' ? {...otp, last, lostAt: at, hasLost: true} : {...otp, last};
}

/**
 * After a record has said at `at` that the payment waits for its customer. It says nothing of a code that is on its way, and
 * nothing of one that was lost a moment ago: the code may have been taken, and the record lag behind.
 */
export const otpWaitedFor = (otp: OtpState, at: number): OtpState =>
  isRecordDue(otp, at) ? {...otp, isStillWanted: true} : otp;

/** Whether the next record, if it says that the payment waits, allows another code. */
export function isRecordDue({last, lostAt, isStillWanted}: OtpState, at: number): boolean {
  return last?.kind === 'unknown' && !isStillWanted && lostAt !== undefined && Math.abs(at - lostAt) >= recordLagMs;
}

/** Whether nobody knows what became of the newest one. No other may be sent before a record says that it is wanted. */
export function isUnclear({sent, last, isStillWanted}: OtpState): boolean {
  return sent > 0 && (last === undefined || (last.kind === 'unknown' && !isStillWanted));
}

/** Whether the answer to the newest one is still waited for. */
export const isOnItsWay = (otp: OtpState | undefined): boolean =>
  otp !== undefined && otp.sent > 0 && otp.last === undefined;
