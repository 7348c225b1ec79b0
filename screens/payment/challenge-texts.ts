import {problemText} from '../../src/core/messages/problem-text.js';
import type {Payment} from '../../src/core/payment/payment.js';
import type {Context} from '../kit/step.js';
import {keyText} from '../terminal/bindings.js';
import {codedPageOf, mayServeAgain} from './challenges.js';

/** What is to be said of the page of a bank beside its address: one sentence each. */
export function challengeTexts(payment: Payment, context: Context): readonly string[] {
  const {challenges, language, shop, messages} = context;
  const {opening, opened, follow, retry} = messages.cardScreen.challenge;
  const challenge = challenges.get(payment.reference);
  const key = keyText('open-page', context);
  if (challenge?.kind === 'failed') {
    const why = problemText(challenge.problem, language);
    return [mayServeAgain(challenge) ? `${why} ${retry({key})}` : why];
  }
  if (challenge?.kind !== 'served') return [opening];
  const isCoded = codedPageOf(payment, challenges, shop) !== undefined;
  return [
    ...(challenge.page.opensBrowser ? [opened({key})] : []),
    ...(isCoded ? [`${messages.paymentScreen.qrHint({key: keyText('qr', context)})}.`] : []),
    follow,
  ];
}
