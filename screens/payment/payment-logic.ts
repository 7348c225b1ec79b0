import {nextOf, offersResolve} from '../../src/core/journal/selectors.js';
import {isPaidTwice} from '../../src/core/journal/state.js';
import {notGivenBack} from '../../src/core/payment/payer.js';
import {awaitsOtp, isOpen, maySend, type Payment, verdictOf} from '../../src/core/payment/payment.js';
import {lostRefund} from '../../src/core/payment/resolving.js';
import {Problem} from '../../src/core/problem.js';
import {mayGiveCash, mayRefund} from '../../src/core/refund/refund.js';
import type {Desk} from '../desk.js';
import {entering} from '../kit/places.js';
import {
  type Acting,
  belowOf,
  type Challenges,
  type Logic,
  type Model,
  only,
  type PaymentScreen,
  pop,
  push,
  replace,
  type Step,
  still,
} from '../model.js';
import {home, nextAttempt} from '../sale/attempts.js';
import {sameWalletForm} from '../sale/sale-form.js';
import type {BindingId} from '../terminal/bindings.js';
import {codeRules, emptyLine, textOf} from '../terminal/line.js';
import {challengePage, codedPageOf, mayServeAgain, withChallenge} from './challenges.js';

const paymentOf = ({reference}: PaymentScreen, {till}: Desk): Payment | undefined => till.state.payments.get(reference);

/** Whether the code of the customer can be typed now. */
export function takesCode(screen: PaymentScreen, payment: Payment | undefined): boolean {
  return payment !== undefined && awaitsOtp(payment) && !screen.isSendingCode && !screen.isAskingToSetAside;
}

export const paymentLogic: Logic<PaymentScreen> = {
  field: (screen, desk) => (takesCode(screen, paymentOf(screen, desk)) ? codeRules : undefined),
  edit: (screen, change) => ({...screen, code: change(screen.code), problem: undefined}),
  offers: (screen, desk, model) => {
    const payment = paymentOf(screen, desk);
    if (screen.isAskingToSetAside) return ['do-set-aside', 'keep-waiting'];
    const away: BindingId = belowOf(model)?.kind === 'sale' ? 'next-customer' : 'back';
    return payment === undefined ? [away] : offersFor(screen, payment, {desk, away, challenges: model.challenges});
  },
  act: acting => {
    const {model, screen, action, desk} = acting;
    const payment = paymentOf(screen, desk);
    const {reference} = screen;
    switch (action) {
      case 'next-sale':
        return still(home(model));
      case 'next-customer':
      case 'back':
        return still(pop(model));
      case 'check':
        return still(replace(model, {...screen, problem: undefined}), {kind: 'check', reference});
      case 'send-again':
        return still(replace(model, {...screen, problem: undefined}), {kind: 'send-again', reference});
      case 'set-aside':
        return still(replace(model, {...screen, isAskingToSetAside: true}));
      case 'keep-waiting':
        return still(replace(model, {...screen, isAskingToSetAside: false}));
      case 'do-set-aside':
        return still(replace(model, {...screen, isAskingToSetAside: false}), {kind: 'set-aside', reference});
      case 'pending':
        return still(only(model, model.stack[0], entering('tray')));
      case 'slip':
        return still(push(model, entering('slip', {reference})));
      case 'evidence':
      case 'qr':
        return still(push(model, entering(action, {reference})));
      default:
        return payment === undefined ? still(model) : actOn(payment, acting);
    }
  },
};

function actOn(payment: Payment, {model, screen, action, desk}: Acting<PaymentScreen>): Step {
  switch (action) {
    case 'send-code':
    case 'other-code':
      return sendCode(payment, model, screen, action === 'other-code');
    case 'other-attempt':
      return still(only(model, ...nextAttempt(payment, desk)));
    case 'same-wallet':
      return still(only(model, entering('sale', sameWalletForm(payment, desk))));
    case 'resolve':
      return still(push(model, entering('resolve', {reference: payment.reference})));
    case 'refund':
      return refund(payment, model, screen);
    case 'refund-in-cash':
      return still(push(model, entering('refund', {reference: payment.reference, from: 'drawer'})));
    case 'open-page':
      return openPage(payment, model);
    default:
      return still(model);
  }
}

function offersFor(
  screen: PaymentScreen,
  payment: Payment,
  {desk, away, challenges}: {desk: Desk; away: BindingId; challenges: Challenges},
): readonly BindingId[] {
  const {till, shop} = desk;
  const isMobile = payment.request.method === 'mobile-money';
  const hasWallet = payment.request.method === 'mobile-money' && payment.request.wallet !== null;
  // The service charges a subscription by itself: there is no sale here that could be tried again.
  const isSale = payment.request.method !== 'subscription';
  const isLive = isOpen(payment);
  const isTwice = payment.status === 'paid' && isPaidTwice(till.state, payment.sale);
  const canWrite = till.poison() === undefined;
  const canAsk = payment.sends.begun > 0 && canWrite;
  const offered: readonly (readonly [BindingId, boolean])[] = [
    ['send-code', takesCode(screen, payment) && canWrite],
    ['other-code', takesCode(screen, payment) && payment.otp.hasLost && canWrite],
    ['send-again', maySend(payment) && canAsk],
    ['next-sale', !isLive],
    ['refund', isTwice && mayRefund(payment) && canWrite],
    ['refund-in-cash', isTwice && mayGiveCash(payment) && canWrite],
    ['next-customer', isLive && away === 'next-customer'],
    ['back', away === 'back'],
    ['open-page', opensPage(payment, challenges)],
    ['qr', codedPageOf(payment, challenges, shop) !== undefined],
    ['resolve', (offersResolve(payment, till.now()) || lostRefund(payment, till.now()) !== undefined) && canWrite],
    ['slip', !isLive],
    ['same-wallet', hasWallet && !isLive && canWrite],
    [
      'other-attempt',
      isSale &&
        (verdictOf(payment) === 'not-paid' || (isLive && payment.isSuperseded)) &&
        (isMobile || shop.cards.areTyped) &&
        canWrite,
    ],
    ['refund', mayRefund(payment) && canWrite],
    ['set-aside', isSale && isLive && !payment.isSuperseded && canAsk],
    ['check', isLive && canAsk],
    ['evidence', true],
    ['slip', isLive],
    ['pending', true],
    ['check', !isLive && canAsk],
    ['next-customer', !isLive && away === 'next-customer'],
    ['refund-in-cash', mayGiveCash(payment) && canWrite],
    ['refund', isMobile && payment.status === 'paid'],
  ];
  return [...new Set(offered.filter(([, isOffered]) => isOffered).map(([id]) => id))];
}

/** Mobile money is not given back: that is said, and nothing is sent. */
function refund(payment: Payment, model: Model, screen: PaymentScreen): Step {
  if (payment.request.method === 'card')
    return still(push(model, entering('refund', {reference: payment.reference, from: 'card'})));
  return still(replace(model, {...screen, problem: notGivenBack(payment.request)}));
}

/** A page that could not be served may be asked for again; one that is served is opened where there is a browser. */
function opensPage(payment: Payment, challenges: Challenges): boolean {
  const again = nextOf(payment).kind === 'challenge' && mayServeAgain(challenges.get(payment.reference));
  return again || challengePage(payment, challenges)?.opensBrowser === true;
}

function openPage(payment: Payment, model: Model): Step {
  const {reference} = payment;
  const page = challengePage(payment, model.challenges);
  if (page !== undefined) return still(model, {kind: 'open-page', url: page.url});
  const challenges = withChallenge(model.challenges, reference, {kind: 'asked'});
  return still({...model, challenges}, {kind: 'challenge', reference});
}

/** One Enter sends one code. A length that the service has stated is checked before anything leaves. */
/** After one that was lost, a key of its own says that this is another: an Enter too many does not. */
function sendCode(payment: Payment, model: Model, screen: PaymentScreen, isOther: boolean): Step {
  const code = textOf(screen.code);
  const wanted = payment.details?.otpLength ?? 0;
  if (wanted > 0 ? code.length !== wanted : code.length < 4) {
    const problem = new Problem('code-wrong-length', {digits: wanted > 0 ? wanted : '4-8'});
    return still(replace(model, {...screen, problem}));
  }
  if (payment.otp.hasLost && !isOther) {
    const problem = new Problem('code-not-other', {reference: payment.reference});
    return still(replace(model, {...screen, problem}));
  }
  const sending = {...screen, isSendingCode: true, code: emptyLine, problem: undefined};
  return still(replace(model, sending), {kind: 'code', reference: payment.reference, code, isOther});
}
