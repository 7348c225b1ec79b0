import {interpretOtp} from '../core/endpoints/collect.js';
import {isStandIn} from '../core/journal/customers.js';
import {isOtpUnclear, type Payment} from '../core/payment/payment.js';
import {Problem} from '../core/problem.js';
import {checkCode, decidePayment} from '../core/sale/decide.js';
import type {ProviderDetails} from '../core/service/reply.js';
import {paymentOf, type TillContext} from './context.js';
import {perform, record, submit, underWay, withMutex} from './handler.js';

/** `isOther` is true if a person says that it is another code than the one whose answer was lost. */
export type OtpOptions = {readonly isOther?: boolean};

/**
 * Sends the code that the customer was given. The journal records that a code was sent, never which one. If the result of an earlier code
 * is unknown, the till asks the service first. A new code is then sent only if a record says, a while later, that the payment still waits,
 * and if a person says that the code is another (`isOther`): the same code is never sent twice. A code that this process has sent and that
 * got no answer is refused, whatever the person says.
 *
 * Throws what `checkCode` throws, and the journal's problems.
 */
export async function enterOtp(
  context: TillContext,
  reference: string,
  typed: string,
  {isOther = false}: OtpOptions = {},
): Promise<void> {
  if (context.writeFailure !== undefined) throw context.writeFailure;
  const earlier = await paymentOf(context, reference);
  let payment = earlier;
  // A question that is under way may have been sent before the code was. Its answer then says nothing about the code, and the till asks
  // again.
  const mostQuestions = context.watcher.outlook(reference).isAsking ? 2 : 1;
  for (let asked = 0; asked < mostQuestions && isOtpUnclear(payment); asked += 1) {
    await context.watcher.check(reference);
    payment = await paymentOf(context, reference);
  }
  const isLost = (code: string) => context.lostCodes.get(reference)?.has(code) === true;
  const {code, details} = checkCode(context.state, payment, {typed, isOther, isLost});
  await underWay(context, sendCode(context, payment, details, {code, after: earlier.otp.sent}));
}

/** The only place where a code leaves. */
async function sendCode(
  context: TillContext,
  {reference, request}: Payment,
  details: ProviderDetails,
  {code, after}: {readonly code: string; readonly after: number},
): Promise<void> {
  if (request.method !== 'mobile-money') throw new Error(`${reference} is no collection`);
  const payee = details.payee ?? request.phone;
  if (isStandIn(payee)) throw new Problem('customer-lost', {reference});
  const order = {
    reference,
    code,
    paymentToken: details.paymentToken ?? '',
    payee,
    paymentMethod: details.paymentMethod ?? 'ORANGE_CI',
    transactionChannel: details.transactionChannel ?? request.bankCode,
    country: request.country,
  };
  await submit(context, {
    intent: () => withMutex(context, () => perform(context, decidePayment, {type: 'send-code', reference, after})),
    ask: () => {
      noteCode(context, reference, code, true); // it cannot be typed again while it is on its way
      return context.service.processOtp(order, context.leaving);
    },
    response: answer => {
      noteCode(context, reference, code, interpretOtp(answer, reference).kind === 'unknown');
      return record(context, {type: 'otp-answered', data: {reference, answer}});
    },
  });
}

/** Keeps a code whose result is unknown, only in memory, and forgets a code that has an answer. */
function noteCode({lostCodes}: TillContext, reference: string, code: string, isLost: boolean): void {
  const codes = lostCodes.get(reference) ?? new Set();
  if (isLost) codes.add(code);
  else codes.delete(code);
  if (codes.size > 0) lostCodes.set(reference, codes);
  else lostCodes.delete(reference);
}
