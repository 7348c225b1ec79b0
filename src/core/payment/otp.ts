import type {OtpOutcome} from '../endpoints/collect.js';

/**
 * The one-time passwords that were sent for a payment. `last` is what the answer to the newest one proved; undefined while the till waits
 * for it. `lostAt` is when that answer was heard, if it proved nothing. `isStillWanted`: a record that came long enough after that says
 * that the service still waits. `hasLost`: nobody knows whether one of the passwords counted, so the next one must differ from it.
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

/** How long a status record may lag behind a password that was accepted, in milliseconds. No document gives a value. */
const recordLagMs = 60_000;

/** Returns the state after one more password left at `sentAt`. */
export const otpSent = ({sent, hasLost}: OtpState, sentAt: number): OtpState => ({
  ...noOtp,
  sent: sent + 1,
  sentAt,
  hasLost,
});

/** Returns the state after the answer to the newest password, or the lack of one, at `at`. */
export const otpAnswered = (otp: OtpState, last: OtpOutcome, at: number): OtpState =>
  last.kind === 'unknown' ? {...otp, last, lostAt: at, hasLost: true} : {...otp, last};

/**
 * Returns the state after a status record said at `at` that the payment waits for its customer. Such a record proves nothing about a
 * password that is on its way or that was lost a moment ago: the service may have accepted the password, and the record may lag behind.
 */
export const otpWaitedFor = (otp: OtpState, at: number): OtpState =>
  isRecordDue(otp, at) ? {...otp, isStillWanted: true} : otp;

/** Whether the next record allows another password if it says that the payment waits. */
export const isRecordDue = ({last, lostAt, isStillWanted}: OtpState, at: number): boolean =>
  last?.kind === 'unknown' && !isStillWanted && lostAt !== undefined && Math.abs(at - lostAt) >= recordLagMs;

/** Whether nobody knows what became of the newest password. No other may be sent before a record says that the service still wants one. */
export const isUnclear = ({sent, last, isStillWanted}: OtpState): boolean =>
  sent > 0 && (last === undefined || (last.kind === 'unknown' && !isStillWanted));

/** Whether the till still waits for the answer to the newest password. */
export const isOnItsWay = (otp: OtpState | undefined): boolean =>
  otp !== undefined && otp.sent > 0 && otp.last === undefined;
