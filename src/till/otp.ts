import {interpretOtp} from '../core/endpoints/process-otp.js';
import {isStandIn} from '../core/journal/customers.js';
import {checkCode, decidePayment} from '../core/payment/decide.js';
import {isOtpUnclear, type Payment} from '../core/payment/payment.js';
import {Problem} from '../core/problem.js';
import type {ProviderDetails} from '../core/service/reply.js';
import {paymentOf, type TillContext} from './context.js';
import {perform, record, submit, underWay, withMutex} from './handler.js';

/** `isOther`: a person says that it is another code than the one whose answer was lost. */
export type OtpOptions = {readonly isOther?: boolean};

/**
 * Sends the code that the customer was given. It is journaled that a code was sent, never which. When the fate of an
 * earlier code is not known, the service is asked first, and a new one goes only if a record says, a while after, that it
 * still waits, and a person that it is another (`isOther`): the same one never leaves twice. What this process itself has
 * sent and nobody answered, it refuses whatever the person says.
 *
 * Throws what `checkCode` does, and the journal's problems.
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
  // A question that is under way may have left before the code did: then it tells nothing of it, and another is asked.
  const mostQuestions = context.watcher.outlook(reference).isAsking ? 2 : 1;
  for (let asked = 0; asked < mostQuestions && isOtpUnclear(payment); asked += 1) {
    await context.watcher.check(reference);
    payment = await paymentOf(context, reference);
  }
  const isLost = (code: string) => context.lostCodes.get(reference)?.has(code) === true;
  const {code, details} = checkCode(context.state, payment, {typed, isOther, isLost});
  await underWay(context, sendCode(context, payment, details, {code, after: earlier.otp.sent}));
}

/** The one place where a code leaves. */
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
      noteCode(context, reference, code, true); // nobody may type it again while it is on its way
      return context.service.processOtp(order, context.leaving);
    },
    response: answer => {
      noteCode(context, reference, code, interpretOtp(answer, reference).kind === 'unknown');
      return record(context, {type: 'otp-answered', data: {reference, answer}});
    },
  });
}

/** Keeps a code whose fate nobody knows, in memory alone, and forgets one that has an answer. */
function noteCode({lostCodes}: TillContext, reference: string, code: string, isLost: boolean): void {
  const codes = lostCodes.get(reference) ?? new Set();
  if (isLost) codes.add(code);
  else codes.delete(code);
  if (codes.size > 0) lostCodes.set(reference, codes);
  else lostCodes.delete(reference);
}
