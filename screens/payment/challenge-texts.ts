import type {Payment} from '../../src/core/payment/payment.js';
import {fill} from '../../src/core/words/fill.js';
import {problemText} from '../../src/core/words/words.js';
import {keyText} from '../terminal/bindings.js';
import type {Ear} from '../view.js';
import {codedPageOf, mayServeAgain} from './challenges.js';

/** What is to be said of the page of a bank beside its address: one sentence each. */
export function challengeTexts(payment: Payment, ear: Ear): readonly string[] {
  const {challenges, language, shop, words} = ear;
  const {opening, opened, follow, retry} = words.cards.challenge;
  const challenge = challenges.get(payment.reference);
  const key = keyText('open-page', ear);
  if (challenge?.kind === 'failed') {
    const why = problemText(challenge.problem, language);
    return [mayServeAgain(challenge) ? `${why} ${fill(retry, {key})}` : why];
  }
  if (challenge?.kind !== 'served') return [opening];
  const isCoded = codedPageOf(payment, challenges, shop) !== undefined;
  return [
    ...(challenge.page.opensBrowser ? [fill(opened, {key})] : []),
    ...(isCoded ? [`${fill(words.payment.qrHint, {key: keyText('qr', ear)})}.`] : []),
    follow,
  ];
}
