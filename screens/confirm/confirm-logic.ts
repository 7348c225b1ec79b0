import {type Card, markOf} from '../../src/core/card/card.js';
import type {CardOrder} from '../../src/core/card/order.js';
import {type Earlier, guardOf} from '../../src/core/payment/earlier.js';
import type {Order} from '../../src/core/payment/order.js';
import {payerKey} from '../../src/core/payment/payer.js';
import {verdictOf} from '../../src/core/payment/payment.js';
import {Problem} from '../../src/core/problem.js';
import type {AttemptOptions} from '../../src/till/payment.js';
import {withCard} from '../card/card-form.js';
import {SealedCard} from '../card/sealed-card.js';
import type {Desk} from '../desk.js';
import {entering} from '../kit/places.js';
import {
  type Acting,
  belowOf,
  type ClockScreen,
  type ConfirmScreen,
  type Effect,
  type Logic,
  type Model,
  pop,
  push,
  replace,
  type Step,
  still,
} from '../model.js';
import {emptyLine, textOf, textRules} from '../terminal/line.js';

type Asked = {readonly sale: string | undefined; readonly chunk: number};
type AskedCard = Asked & {readonly order: CardOrder; readonly card: Card};

const question = {kind: 'confirm', reason: emptyLine, problem: undefined, isSending: false} as const;

export function confirmScreen({order, ...asked}: Asked & {readonly order: Order}, {till}: Desk): ConfirmScreen {
  return {...question, ...asked, ...before(till.earlier(order.wallet, order.amount)), method: 'mobile-money', order};
}

export function cardConfirmScreen({order, card, ...asked}: AskedCard, {till}: Desk): ConfirmScreen {
  const mark = markOf(card);
  const earlier = till.earlier(payerKey({method: 'card', card: mark, amount: order.amount}), order.amount);
  const charged = {order, mark, hasPin: card.pin !== undefined, card: new SealedCard(card)};
  return {...question, ...asked, ...charged, ...before(earlier), method: 'card'};
}

/** The earlier payment that is asked about, or that is only told of. */
function before(earlier: Earlier | undefined): Pick<ConfirmScreen, 'earlier' | 'noted'> {
  const reference = earlier?.payment.reference;
  return earlier?.guard === 'ask' ? {earlier: reference, noted: undefined} : {earlier: undefined, noted: reference};
}

/**
 * Whether a reason must be typed. One that was asked about and has been paid since still wants it: the customer may have
 * paid for this very sale. One that the service has refused since wants none.
 */
export function mustSayWhy({earlier, order}: ConfirmScreen, {till}: Pick<Desk, 'till'>): boolean {
  if (earlier === undefined) return false;
  const payment = till.state.payments.get(earlier);
  if (payment === undefined || verdictOf(payment) !== 'not-paid') return true;
  const {cooldownMinutes} = till.settings;
  return guardOf(payment, order.amount, {now: till.now(), cooldownMinutes}) === 'ask';
}

export const confirmLogic: Logic<ConfirmScreen> = {
  field: (screen, desk) => (screen.isSending || !mustSayWhy(screen, desk) ? undefined : textRules),
  edit: (screen, change) => ({...screen, reason: change(screen.reason), problem: undefined}),
  offers: ({earlier, noted, isSending}) => {
    if (isSending) return [];
    return (earlier ?? noted) === undefined ? ['send', 'change'] : ['send', 'look-at-earlier', 'change'];
  },
  act: acting => {
    const {model, screen, action} = acting;
    switch (action) {
      case 'send':
        return send(acting);
      case 'look-at-earlier':
        return still(lookedAt(model, screen.earlier ?? screen.noted));
      case 'change':
        return still(changed(model, screen));
      default:
        return still(model);
    }
  },
};

const lookedAt = (model: Model, reference: string | undefined): Model =>
  reference === undefined ? model : push(model, entering('payment', {reference: reference}));

/** Back to the form, which has its card again. */
function changed(model: Model, screen: ConfirmScreen): Model {
  const below = belowOf(model);
  if (screen.method !== 'card' || below?.kind !== 'card') return pop(model);
  return replace(pop(model), {...below, form: withCard(below.form, screen.card.unseal())});
}

function send({model, screen, key, desk}: Acting<ConfirmScreen>): Step {
  const {sale, reason, chunk, isSending} = screen;
  // What a paste or a scanner typed, or an Enter that waited with the one before, is no answer to this question.
  if (isSending || key.chunk === chunk || desk.till.poison() !== undefined) return still(model);
  if (mustConfirmClock(desk)) return still(push(model, {kind: 'clock', chunk: key.chunk}));
  const again = textOf(reason).trim();
  if (again === '' && mustSayWhy(screen, desk))
    return still(replace(model, {...screen, problem: new Problem('reason-missing')}));
  const options = {...(sale === undefined ? {} : {sale}), ...(again === '' ? {} : {again})};
  return still(replace(model, {...screen, isSending: true, problem: undefined}), taking(screen, options));
}

function taking(screen: ConfirmScreen, options: AttemptOptions): Effect {
  return screen.method === 'card'
    ? {kind: 'charge', order: screen.order, card: screen.card, options}
    : {kind: 'collect', order: screen.order, options};
}

const hour = 60 * 60_000;
const day = 24 * hour;

/** More than an hour off the service's clock, and nobody has said for this day that the date is right. */
export function mustConfirmClock({till}: Desk): boolean {
  const {clockConfirmedAt} = till.state;
  if (Math.abs(till.clockSkew() ?? 0) <= hour) return false;
  return clockConfirmedAt === undefined || Math.abs(till.now() - clockConfirmedAt) > day;
}

export const clockLogic: Logic<ClockScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: () => ['confirm-clock', 'back'],
  act: ({model, screen, action, key}) => {
    if (action === 'back') return still(pop(model));
    return key.chunk === screen.chunk ? still(model) : still(model, {kind: 'confirm-clock'});
  },
};
