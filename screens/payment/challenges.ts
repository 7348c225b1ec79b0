import {nextOf} from '../../src/core/books/selectors.js';
import {displayMoney} from '../../src/core/money/display.js';
import {isOpen, type Payment} from '../../src/core/payment/payment.js';
import {waitingFor} from '../../src/core/payment/waiting.js';
import {problemText} from '../../src/core/present/problem-text.js';
import type {ChallengePage} from '../../src/till/challenge.js';
import {fact} from '../../src/views/block.js';
import type {Context, Screen} from '../kit/screen.js';
import type {Challenge, ChallengePages, ReducerContext} from '../model.js';
import {keyText} from '../terminal/bindings.js';
import {pageText} from './said.js';

/** Returns the pages that are still needed: those of payments that are open. */
export function challengesOf(challenges: ChallengePages, {till}: ReducerContext): ChallengePages {
  const isOver = (reference: string) => {
    const payment = till.state.payments.get(reference);
    return payment === undefined || !isOpen(payment);
  };
  const over = [...challenges.keys()].filter(isOver);
  return over.length === 0 ? challenges : new Map([...challenges].filter(([reference]) => !over.includes(reference)));
}

/** Whether the page of the payment's bank must be requested. It is requested only once, even if the payment is opened several times. */
export function lacksPage(payment: Payment | undefined, challenges: ChallengePages): payment is Payment {
  if (payment === undefined || payment.status !== 'pending' || challenges.has(payment.reference)) return false;
  return waitingFor(payment) === 'challenge';
}

/** Whether another attempt may succeed in serving the page. A problem with its address is permanent. */
export const mayServeAgain = (challenge: Challenge | undefined): boolean =>
  challenge?.kind === 'failed' && challenge.problem.code !== 'challenge-address';

export const withChallenge = (challenges: ChallengePages, reference: string, challenge: Challenge): ChallengePages =>
  new Map([...challenges, [reference, challenge]]);

export function challengePage(payment: Payment, challenges: ChallengePages): ChallengePage | undefined {
  const challenge = challenges.get(payment.reference);
  return nextOf(payment).kind === 'challenge' && challenge?.kind === 'served' ? challenge.page : undefined;
}

/** Returns the address at which the customer approves: a page of the service or of the bank. */
export function pageOf(payment: Payment, challenges: ChallengePages): string | undefined {
  const next = nextOf(payment);
  return next.kind === 'redirect' ? next.url : challengePage(payment, challenges)?.url;
}

/** Returns the address for a QR code. An address that only this machine can reach gets none. */
export const codedPageOf = (
  payment: Payment,
  challenges: ChallengePages,
  {listen}: {readonly listen: string | undefined},
): string | undefined =>
  nextOf(payment).kind === 'challenge' && listen === undefined ? undefined : pageOf(payment, challenges);

type Qr = {readonly reference: string};

function pageIn({reference}: Qr, {till, challenges}: Context): string | undefined {
  const payment = till.state.payments.get(reference);
  return payment && pageOf(payment, challenges);
}

/** The page of a payment as a QR code in the whole window. If the window is too small, only its address is shown. */
export const qr: Screen<['qr', Qr], Qr> = {
  id: 'qr',
  layout: 'whole',
  focused: ({reference}) => reference,
  open: state => ({state}),
  describe: (state, context) => {
    const {messages, till, language} = context;
    const payment = till.state.payments.get(state.reference);
    const page = pageIn(state, context);
    if (payment === undefined || page === undefined) return [fact('gone', messages.paymentScreen.notOpenHere)];
    return [
      {
        kind: 'code',
        id: 'code',
        text: page,
        isSaid: true,
        beside: [
          {text: messages.paymentScreen.scan, tone: 'strong'},
          {text: displayMoney(payment.request.amount, language), tone: 'strong'},
          {text: `${keyText('back', context)} ${messages.key.does.back.short}`, tone: 'quiet'},
        ],
        tooBig: messages.paymentScreen.qrTooBig,
        instead: [{text: pageText(page, language), tone: 'strong'}],
      },
    ];
  },
  keys: [{id: 'back', press: () => ({go: 'back'})}],
  // When the page is no longer needed, the screen returns to its payment.
  follow: (state, context) => (pageIn(state, context) === undefined ? {go: 'back'} : {}),
};

/** Returns the sentences about the page of a bank, to be shown with its address. */
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
