import {type Acting, type Logic, type Model, pop, push, replace, type Step, still} from '../model.js';
import {movedOffset} from '../parts/offset.js';
import {stepAt} from '../terminal/bindings.js';
import type {Size} from '../terminal/size.js';
import {askedAgain, type ChargeWindow, chargeAt, chargesPerPage, moved, newChargeWindow} from './charge-window.js';
import type {ChargeScreen, ChargesScreen, SubscriptionEffect} from './screens.js';

/** Rows of charges that a body of this height has room for. */
export const chargesHeight = (bodyHeight: number): number => Math.max(1, bodyHeight - 4);
const heightIn = ({rows}: Size) => chargesHeight(rows - 5);

/** Opens the charges of a subscription, and asks for the first page. */
export function openCharges(model: Model, id: number, size: Size): Step {
  const window = newChargeWindow(heightIn(size));
  return still(push(model, {kind: 'charges', id, window}), ...askings(id, window, undefined));
}

/** What the window asks for that it did not ask for before. */
export function askings(id: number, {asking}: ChargeWindow, before: number | undefined): readonly SubscriptionEffect[] {
  if (asking === undefined || asking === before) return [];
  return [{kind: 'read-charges', id, paging: {page: asking, size: chargesPerPage}}];
}

export const chargesLogic: Logic<ChargesScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: ({window}) => {
    const {problem, asking, index} = window;
    return [
      ...(chargeAt(window, index) === undefined ? [] : (['open-marked'] as const)),
      ...(window.total.count > 0 ? (['select'] as const) : []),
      ...(problem !== undefined && asking === undefined ? (['refresh'] as const) : []),
      'back',
    ];
  },
  act: acting => {
    const {model, screen, action} = acting;
    switch (action) {
      case 'open-marked': {
        const charge = chargeAt(screen.window, screen.window.index);
        return still(charge === undefined ? model : push(model, {kind: 'charge', charge, offset: 0}));
      }
      case 'select':
        return select(acting);
      case 'refresh':
        return windowed(model, screen, askedAgain(screen.window));
      default:
        return still(pop(model));
    }
  },
};

function select({model, screen, place, size}: Acting<ChargesScreen>): Step {
  const {window} = screen;
  const height = heightIn(size);
  return windowed(model, screen, moved(window, stepAt(place, {page: height, all: window.total.count}), height));
}

function windowed(model: Model, screen: ChargesScreen, window: ChargeWindow): Step {
  return still(replace(model, {...screen, window}), ...askings(screen.id, window, screen.window.asking));
}

export const chargeLogic: Logic<ChargeScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: () => ['scroll', 'back'],
  act: ({model, screen, action, place, size}) => {
    if (action === 'back') return still(pop(model));
    const page = Math.max(1, size.rows - 8);
    return still(replace(model, {...screen, offset: movedOffset(screen.offset, {place, page})}));
  },
};
