import {Problem} from '../../src/core/problem.js';
import type {Desk} from '../desk.js';
import {
  type Acting,
  type Effect,
  type Logic,
  type Model,
  pop,
  replace,
  type SlipScreen,
  type Step,
  still,
} from '../model.js';
import {scrolled} from '../reading/reading-logic.js';
import type {ReportScreen} from '../shift/shift-screens.js';

/** An X or a Z; after the one that was made just now comes its printing. */
export const reportLogic: Logic<ReportScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: ({isNew, isPrinting}) => {
    if (isNew) return ['to-print', 'scroll', 'end-close'];
    return ['scroll', ...(isPrinting ? [] : (['print'] as const)), 'back'];
  },
  act: acting => {
    const {model, screen, action} = acting;
    const {report} = screen;
    switch (action) {
      case 'to-print':
        return still(replace(model, {kind: 'close-print', report, isPrinting: false}));
      case 'print':
        return printing(acting, {kind: 'print-report', report});
      case 'scroll':
        return scrolled(acting);
      default:
        return still(pop(model));
    }
  },
};

export const slipScreen = (reference: string): SlipScreen => ({
  kind: 'slip',
  reference,
  offset: 0,
  asked: undefined,
  made: undefined,
  isPrinting: false,
});

/** The slip of a payment, which prints. */
export const slipLogic: Logic<SlipScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: ({isPrinting, reference}, {till}) => [
    'scroll',
    ...(isPrinting || !till.state.payments.has(reference) || till.poison() !== undefined ? [] : (['print'] as const)),
    'back',
  ],
  act: acting => {
    const {model, screen, action} = acting;
    if (action === 'back') return still(pop(model));
    if (action === 'scroll') return scrolled(acting);
    return printing(acting, {kind: 'print-receipt', reference: screen.reference});
  },
};

/** Without a printer nothing is written down as printed. */
function printing({model, screen, desk}: Acting<ReportScreen> | Acting<SlipScreen>, effect: Effect): Step {
  if (desk.till.settings.printer === undefined)
    return still({...model, notice: {kind: 'problem', problem: new Problem('printer-missing')}});
  return still(replace(model, {...screen, isPrinting: true}), effect);
}

/** Asks for the slip of a payment as it stands now: a signature is a while in the making. */
export function withSlip(model: Model, {till}: Desk): Step {
  const top = model.stack.at(-1);
  if (top?.kind !== 'slip') return still(model);
  const payment = till.state.payments.get(top.reference);
  if (payment === undefined || payment === top.asked) return still(model);
  return still(replace(model, {...top, asked: payment}), {kind: 'slip', reference: top.reference});
}
