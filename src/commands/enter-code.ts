import type {Payment} from '../core/payment/payment.js';
import {within} from '../session/session.js';
import type {OtpOptions} from '../till/otp.js';
import {type Following, follow} from './follow.js';

/**
 * Sends a code and follows the payment. After a wrong code the till asks the service at once, since too many wrong codes end the payment.
 * Throws `Problem` code-wrong-length, code-not-other and code-not-asked if nothing was sent.
 */
export async function enterCode(following: Following, code: string, options?: OtpOptions): Promise<Payment> {
  const {till, reference, face, until} = following;
  const sending = till.enterOtp(reference, code, options);
  let isAnswered = false;
  const answered = () => {
    isAnswered = true;
  };
  sending.then(answered, answered);
  const onChange: Following['onChange'] = payment => {
    if (isAnswered) following.onChange(payment);
  };
  const payment = await follow({...following, sending, onChange});
  if (payment.otp.last?.kind !== 'wrong-code') return payment;
  await within(face, until - face.world.monotonic(), till.check(reference));
  return till.payment(reference);
}
