import {awaitsOtp, isOtpUnclear, type Payment} from '../core/payment/payment.js';
import {Problem} from '../core/problem.js';
import {otpProof, type ProviderDetails} from '../core/service/evidence.js';
import {type Context, inTurn, observe, paymentOf, record, underWay} from './context.js';
import {checkNotPaid} from './take.js';
import type {Watcher} from './watch.js';

/** `isOther`: a person says that it is another code than the one whose answer was lost. */
export type OtpOptions = {readonly isOther?: boolean};

/**
 * Sends the code that the customer was given. It is journaled that a code was sent, never which. When the fate of an
 * earlier code is not known, the service is asked first, and a new one goes only if a record says, a while after, that it
 * still waits, and a person that it is another (`isOther`): the same one never leaves twice. What this process itself has
 * sent and nobody answered, it refuses whatever the person says.
 *
 * Throws `Problem` code-unclear, code-not-asked, code-not-other, sale-paid, code-wrong-length and the journal's problems.
 */
export async function enterOtp(
  context: Context,
  watcher: Watcher,
  reference: string,
  typed: string,
  {isOther = false}: OtpOptions = {},
): Promise<void> {
  if (context.poison !== undefined) throw context.poison;
  const code = typed.replaceAll(/[\s-]/g, '');
  const earlier = await paymentOf(context, reference);
  const {otp} = earlier;
  let payment = earlier;
  // A question that is under way may have left before the code did: then it tells nothing of it, and another is asked.
  const mostQuestions = watcher.outlook(reference).isAsking ? 2 : 1;
  for (let asked = 0; asked < mostQuestions && isOtpUnclear(payment); asked += 1) {
    await watcher.check(reference);
    payment = await paymentOf(context, reference);
  }
  const {details} = payment;
  if (isOtpUnclear(payment)) throw new Problem('code-unclear', {reference});
  if (!awaitsOtp(payment) || details === undefined)
    throw new Problem('code-not-asked', {reference, status: payment.status});
  checkNotPaid(context, payment);
  const wanted = details.otpLength;
  if (!/^\d+$/.test(code) || (wanted > 0 ? code.length !== wanted : code.length < 4 || code.length > 8)) {
    throw new Problem('code-wrong-length', {digits: wanted > 0 ? wanted : '4-8'});
  }
  const isLost = context.lostCodes.get(reference)?.has(code) === true;
  if (payment.otp.hasLost && (isLost || !isOther)) throw new Problem('code-not-other', {reference});
  await underWay(context, sendCode(context, payment, details, {code, after: otp.sent}));
}

/** The one place where a code leaves: first the `otp-sent` event on the disk, then the bytes. */
async function sendCode(
  context: Context,
  {reference, request, status}: Payment,
  details: ProviderDetails,
  {code, after}: {readonly code: string; readonly after: number},
) {
  if (request.method !== 'mobile-money') throw new Error(`${reference} is no collection`);
  await inTurn(context, async () => {
    // Another press may have sent one since this one.
    if (context.state.payments.get(reference)?.otp.sent !== after)
      throw new Problem('code-not-asked', {reference, status});
    await record(context, {type: 'otp-sent', data: {reference}});
  });
  noteCode(context, reference, code, true); // nobody may type it again while it is on its way
  const answer = await context.service.processOtp(
    {
      reference,
      code,
      paymentToken: details.paymentToken ?? '',
      payee: details.payee ?? request.phone,
      paymentMethod: details.paymentMethod ?? 'ORANGE_CI',
      transactionChannel: details.transactionChannel ?? request.bankCode,
      country: request.country,
    },
    context.leaving,
  );
  observe(context, answer);
  noteCode(context, reference, code, otpProof(answer, reference).kind === 'unknown');
  await record(context, {type: 'otp-answered', data: {reference, answer}});
}

/** Keeps a code whose fate nobody knows, in memory alone, and forgets one that has an answer. */
function noteCode({lostCodes}: Context, reference: string, code: string, isLost: boolean): void {
  const codes = lostCodes.get(reference) ?? new Set();
  if (isLost) codes.add(code);
  else codes.delete(code);
  if (codes.size > 0) lostCodes.set(reference, codes);
  else lostCodes.delete(reference);
}
