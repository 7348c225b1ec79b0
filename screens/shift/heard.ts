import {type Model, pop, type Screen, topOf} from '../model.js';

/** Every screen of a kind in another state; there is never more than one. */
export function changed<K extends Screen['kind']>(
  model: Model,
  kind: K,
  change: (screen: Extract<Screen, {kind: K}>) => Screen,
): Model {
  const [sale, ...above] = model.stack;
  const isOne = (screen: Screen): screen is Extract<Screen, {kind: K}> => screen.kind === kind;
  return {...model, stack: [sale, ...above.map(screen => (isOne(screen) ? change(screen) : screen))]};
}

/** A result is shown on the screen that it belongs to. */
export const withoutHelp = (model: Model): Model => (topOf(model).kind === 'help' ? pop(model) : model);
