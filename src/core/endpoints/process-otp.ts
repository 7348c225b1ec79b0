import * as z from 'zod';
import type {Answer} from '../service/answer.js';
import {type Answered, type Body, isRefusal, isSuccess, notFound} from '../service/body.js';
import {reading, text} from '../service/members.js';
import {unreadable} from '../service/reply.js';
import type {CallWithBody} from '../service/request.js';
import {signalsIn, whyNoRefusal} from '../service/signals.js';
import {serviceMessage} from './collect.js';

/** Sends the one-time password of a collection (Orange in XOF). The call moves money. */

export type Otp = {
  readonly reference: string;
  readonly code: string;
  readonly paymentToken: string;
  readonly payee: string;
  readonly paymentMethod: string;
  readonly transactionChannel: string;
  readonly country: string;
};

export const otpRequest = (otp: Otp): CallWithBody => ({
  path: '/subsidiary/collections/v1/process-otp',
  body: {
    payment_token: otp.paymentToken,
    otp_code: otp.code,
    payee: otp.payee,
    payment_method: otp.paymentMethod,
    transaction_reference: otp.reference,
    transaction_channel: otp.transactionChannel,
    country_code: otp.country,
  },
});

const otpAnswer = reading(
  z.object({
    /** `00` paid, `09` pending, `06` refused. */
    response_code: text,
    /** The service's wording. It is in `message` if the key or a field is wrong. */
    response_message: text,
    message: text,
  }),
);

/** The result of sending a one-time password. A wrong password does not fail the payment; only the status record says that it failed. */
export type OtpOutcome =
  | {readonly kind: 'accepted'; readonly text: string}
  | {readonly kind: 'wrong-code'; readonly text: string}
  | {readonly kind: 'credentials'; readonly text: string}
  | {readonly kind: 'not-sent'; readonly text: string}
  | {readonly kind: 'unknown'; readonly text: string};

/** Reads the answer to a one-time password for the payment `reference`. In the contract, this answer does not repeat the reference. */
export function interpretOtp(answer: Answer, reference?: string): OtpOutcome {
  const outcome = unreadable(answer);
  if (outcome !== undefined) return {kind: outcome.kind, text: 'text' in outcome ? outcome.text : outcome.code};
  const answered = answer as Answered & {readonly body: Body};
  const {http} = answered;
  const body = otpAnswer(answered.body);
  const code = body.response_code;
  const text = serviceMessage(body);
  const about = reference === undefined ? {} : {references: [reference]};
  if (isSuccess(http) && (code === '00' || code === '09')) {
    const {said, isOfAnother} = signalsIn(answered.body, about);
    return isOfAnother || said.has('refused') || answered.doubled ? {kind: 'unknown', text} : {kind: 'accepted', text};
  }
  if (!(isRefusal(http) || code === '06') || whyNoRefusal(answered, about) !== undefined)
    return {kind: 'unknown', text};
  if (http === 401 || http === 403) return {kind: 'credentials', text};
  // If the service does not know the payment, the answer says nothing about the digits that the customer gave.
  return notFound.test(text) ? {kind: 'unknown', text} : {kind: 'wrong-code', text};
}
