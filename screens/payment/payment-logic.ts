import {awaitsOtp, isOpen, maySend, type Payment, verdictOf} from '../../src/core/payment.js';
import {Problem} from '../../src/core/problem.js';
import {nextOf, offersResolve} from '../../src/core/questions.js';
import type {Desk} from '../desk.js';
import {
  type Acting,
  belowOf,
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
import {resolveScreen} from '../resolve/resolve-logic.js';
import {nextAttemptForm, sameWalletForm} from '../sale/sale-form.js';
import {home, saleScreen} from '../sale/sale-logic.js';
import type {BindingId} from '../terminal/bindings.js';
import {codeRules, emptyLine, textOf} from '../terminal/line.js';
import {trayScreen} from '../tray/tray-logic.js';

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
    return payment === undefined ? [away] : offersFor(screen, payment, {desk, away});
  },
  act: acting => {
    const {model, screen, action, desk} = acting;
    const payment = paymentOf(screen, desk);
    const {reference} = screen;
    switch (action) {
      case 'next-sale':
        return still(home(model, desk));
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
        return still(only(model, model.stack[0], trayScreen()));
      case 'evidence':
      case 'slip':
      case 'qr':
        return still(push(model, {kind: action, reference, offset: 0}));
      default:
        return payment === undefined ? still(model) : actOn(payment, acting);
    }
  },
};

function actOn(payment: Payment, {model, screen, action, desk}: Acting<PaymentScreen>): Step {
  switch (action) {
    case 'send-code':
      return sendCode(payment, model, screen);
    case 'other-attempt':
      return still(only(model, saleScreen(nextAttemptForm(payment, desk))));
    case 'same-wallet':
      return still(only(model, saleScreen(sameWalletForm(payment, desk))));
    case 'resolve':
      return still(push(model, resolveScreen(payment.reference, desk)));
    default:
      return still(model);
  }
}

function offersFor(
  screen: PaymentScreen,
  payment: Payment,
  {desk, away}: {desk: Desk; away: BindingId},
): readonly BindingId[] {
  const {till} = desk;
  const isLive = isOpen(payment);
  const canWrite = till.poison() === undefined;
  const canAsk = payment.sends.begun > 0 && canWrite;
  const offered: readonly (readonly [BindingId, boolean])[] = [
    ['send-code', takesCode(screen, payment) && canWrite],
    ['send-again', maySend(payment) && canAsk],
    ['next-sale', !isLive],
    ['next-customer', isLive && away === 'next-customer'],
    ['back', away === 'back'],
    ['qr', nextOf(payment).kind === 'redirect'],
    ['resolve', offersResolve(payment, till.now()) && canWrite],
    ['slip', !isLive],
    ['same-wallet', !isLive && canWrite],
    ['other-attempt', (verdictOf(payment) === 'not-paid' || (isLive && payment.setAside)) && canWrite],
    ['set-aside', isLive && !payment.setAside && canAsk],
    ['check', isLive && canAsk],
    ['evidence', true],
    ['slip', isLive],
    ['pending', true],
    ['check', !isLive && canAsk],
    ['next-customer', !isLive && away === 'next-customer'],
  ];
  return offered.filter(([, isOffered]) => isOffered).map(([id]) => id);
}

/** One Enter sends one code. A length that the service has stated is checked before anything leaves. */
function sendCode(payment: Payment, model: Model, screen: PaymentScreen): Step {
  const code = textOf(screen.code);
  const wanted = payment.details?.otpLength ?? 0;
  if (wanted > 0 ? code.length !== wanted : code.length < 4) {
    const problem = new Problem('code-wrong-length', {digits: wanted > 0 ? wanted : '4-8'});
    return still(replace(model, {...screen, problem}));
  }
  const sending = {...screen, isSendingCode: true, code: emptyLine, problem: undefined};
  return still(replace(model, sending), {kind: 'code', reference: payment.reference, code});
}
