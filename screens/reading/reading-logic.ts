import {type Logic, type Model, pop, push, type ReadingScreen, replace, still, topOf} from '../model.js';

/** Screens that are only read: evidence, slip, QR code, help. */
export const readingLogic: Logic<ReadingScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: ({kind}) => (kind === 'qr' ? ['back'] : ['scroll', 'back']),
  act: ({model, screen, action, key, size}) => {
    if (action === 'back') return still(pop(model));
    const page = Math.max(1, size.rows - 7);
    const steps: Readonly<Record<string, number>> = {
      up: -1,
      down: 1,
      'page-up': -page,
      'page-down': page,
      home: -longest,
      end: longest,
    };
    const by = key.kind === 'press' ? (steps[key.name] ?? 0) : 0;
    return still(replace(model, {...screen, offset: Math.max(0, Math.min(longest, screen.offset + by))}));
  },
};

const longest = 10_000;

export function withHelp(model: Model): Model {
  return topOf(model).kind === 'help' ? pop(model) : push(model, {kind: 'help', reference: '', offset: 0});
}
