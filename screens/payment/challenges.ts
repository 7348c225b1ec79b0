import {nextOf, waitingFor} from '../../src/core/journal/selectors.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {isOpen, type Payment} from '../../src/core/payment/payment.js';
import type {ChallengePage} from '../../src/till/challenge.js';
import type {Context} from '../kit/step.js';
import type {Challenge, ChallengePages} from '../model.js';
import type {ReducerContext} from '../reducer-context.js';
import {keyText} from '../terminal/bindings.js';

/** The pages that are still of use: those of payments without an end. */
export function challengesOf(challenges: ChallengePages, {till}: ReducerContext): ChallengePages {
  const isOver = (reference: string) => {
    const payment = till.state.payments.get(reference);
    return payment === undefined || !isOpen(payment);
  };
  const over = [...challenges.keys()].filter(isOver);
  return over.length === 0 ? challenges : new Map([...challenges].filter(([reference]) => !over.includes(reference)));
}

/** Whether the page of the payment's bank is still to be asked for: once, however often the payment is looked at. */
export function lacksPage(payment: Payment | undefined, challenges: ChallengePages): payment is Payment {
  if (payment === undefined || payment.status !== 'pending' || challenges.has(payment.reference)) return false;
  return waitingFor(payment) === 'challenge';
}

/** Whether another try could serve a page that was not: what is wrong with its address stays so. */
export const mayServeAgain = (challenge: Challenge | undefined): boolean =>
  challenge?.kind === 'failed' && challenge.problem.code !== 'challenge-address';

export const withChallenge = (challenges: ChallengePages, reference: string, challenge: Challenge): ChallengePages =>
  new Map([...challenges, [reference, challenge]]);

/** The page of a payment that waits for its bank, where it is served. */
export function challengePage(payment: Payment, challenges: ChallengePages): ChallengePage | undefined {
  const challenge = challenges.get(payment.reference);
  return nextOf(payment).kind === 'challenge' && challenge?.kind === 'served' ? challenge.page : undefined;
}

/** Where the customer approves: a page of the service's, or that of the bank. */
export function pageOf(payment: Payment, challenges: ChallengePages): string | undefined {
  const next = nextOf(payment);
  return next.kind === 'redirect' ? next.url : challengePage(payment, challenges)?.url;
}

/** The address as a QR code is of use to whoever can reach it: one of this machine alone is for this machine. */
export function codedPageOf(
  payment: Payment,
  challenges: ChallengePages,
  {listen}: {readonly listen: string | undefined},
): string | undefined {
  return nextOf(payment).kind === 'challenge' && listen === undefined ? undefined : pageOf(payment, challenges);
}

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
