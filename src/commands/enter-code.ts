import type {Payment} from '../core/payment.js';
import {type Following, follow} from './follow.js';

/**
 * Sends a code and follows the payment. After a wrong one the service is asked at once, since too many of them end the
 * payment. Throws `Problem` code-wrong-length and code-not-asked, when nothing was sent.
 */
export async function enterCode(following: Following, code: string): Promise<Payment> {
  const {till, reference, face, until} = following;
  const payment = await follow({...following, sending: till.enterOtp(reference, code)});
  if (payment.otp.last?.kind !== 'wrong-code') return payment;
  const left = Math.max(0, until - face.world.monotonic());
  await Promise.race([till.check(reference), face.world.sleep(left, face.interrupted)]);
  return till.payment(reference);
}
