import type {Order} from '../../src/core/order.js';
import {Problem} from '../../src/core/problem.js';
import type {Desk} from '../desk.js';
import {
  type Acting,
  type ClockScreen,
  type ConfirmScreen,
  type Logic,
  paymentScreen,
  pop,
  push,
  replace,
  type Step,
  still,
} from '../model.js';
import {emptyLine, textOf, textRules} from '../terminal/line.js';

type Asked = {readonly order: Order; readonly sale: string | undefined; readonly chunk: number};

export function confirmScreen({order, sale, chunk}: Asked, {till}: Desk): ConfirmScreen {
  const earlier = order.wallet === null ? undefined : till.earlier(order.wallet)?.reference;
  return {kind: 'confirm', order, sale, earlier, reason: emptyLine, problem: undefined, chunk, isSending: false};
}

export const confirmLogic: Logic<ConfirmScreen> = {
  field: ({earlier, isSending}) => (earlier === undefined || isSending ? undefined : textRules),
  edit: (screen, change) => ({...screen, reason: change(screen.reason), problem: undefined}),
  offers: ({earlier, isSending}) => {
    if (isSending) return [];
    return earlier === undefined ? ['send', 'change'] : ['send', 'look-at-earlier', 'change'];
  },
  act: acting => {
    const {model, screen, action} = acting;
    switch (action) {
      case 'send':
        return send(acting);
      case 'look-at-earlier':
        return still(screen.earlier === undefined ? model : push(model, paymentScreen(screen.earlier)));
      case 'change':
        return still(pop(model));
      default:
        return still(model);
    }
  },
};

function send({model, screen, key, desk}: Acting<ConfirmScreen>): Step {
  const {order, sale, earlier, reason, chunk, isSending} = screen;
  // What a paste or a scanner typed, or an Enter that waited with the one before, is no answer to this question.
  if (isSending || key.chunk === chunk || desk.till.poison() !== undefined) return still(model);
  if (mustConfirmClock(desk)) return still(push(model, {kind: 'clock', chunk: key.chunk}));
  const again = textOf(reason).trim();
  if (earlier !== undefined && again === '')
    return still(replace(model, {...screen, problem: new Problem('reason-missing')}));
  const options = {...(sale === undefined ? {} : {sale}), ...(again === '' ? {} : {again})};
  return still(replace(model, {...screen, isSending: true, problem: undefined}), {kind: 'take', order, options});
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
