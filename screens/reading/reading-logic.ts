import {type Logic, type Model, pop, push, type ReadingScreen, replace, still, topOf} from '../model.js';
import {stepAt} from '../terminal/bindings.js';

/** Screens that are only read: evidence, slip, QR code, help. */
export const readingLogic: Logic<ReadingScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: ({kind}) => (kind === 'qr' ? ['back'] : ['scroll', 'back']),
  act: ({model, screen, action, place, size}) => {
    if (action === 'back') return still(pop(model));
    const page = Math.max(1, size.rows - 7);
    const by = stepAt(place, {page, all: longest});
    return still(replace(model, {...screen, offset: Math.max(0, Math.min(longest, screen.offset + by))}));
  },
};

const longest = 10_000;

export function withHelp(model: Model): Model {
  return topOf(model).kind === 'help' ? pop(model) : push(model, {kind: 'help', reference: '', offset: 0});
}
