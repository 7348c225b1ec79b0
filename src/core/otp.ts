import type {OtpProof} from './evidence.js';

/**
 * The one-time passwords that were sent for a payment. `last` is what the answer to the newest proved, undefined while it is
 * waited for. `isStillWanted`: after an answer that proved nothing a record has said that the service still waits.
 */
export type Otp = {
  readonly sent: number;
  readonly sentAt: number;
  readonly last: OtpProof | undefined;
  readonly isStillWanted: boolean;
};

export const noOtp: Otp = {sent: 0, sentAt: 0, last: undefined, isStillWanted: false};

/** After one more has left, at `sentAt`. */
export const otpSent = ({sent}: Otp, sentAt: number): Otp => ({...noOtp, sent: sent + 1, sentAt});

/** After a record has said that the payment waits for its customer. It says nothing of a code that is on its way. */
export const otpWaitedFor = (otp: Otp): Otp => (otp.last?.kind === 'unknown' ? {...otp, isStillWanted: true} : otp);

/** Whether nobody knows what became of the newest one. No other may be sent before a record says that it is wanted. */
export function isUnclear({sent, last, isStillWanted}: Otp): boolean {
  return sent > 0 && (last === undefined || (last.kind === 'unknown' && !isStillWanted));
}

/** Whether the answer to the newest one is still waited for. */
export const isOnItsWay = (otp: Otp | undefined): boolean =>
  otp !== undefined && otp.sent > 0 && otp.last === undefined;
