import {entering} from '../kit/places.js';
import {type Model, pop, push, replace, type Screen, topOf} from '../model.js';
import {printedNotice} from '../report/printing.js';
import type {ShiftMessage} from './shift-screens.js';

/** What comes of the effects of a shift, its reports and slips. */
export function heard(model: Model, message: ShiftMessage): Model {
  switch (message.kind) {
    case 'asked':
      return changed(model, 'close-ask', screen => ({...screen, asked: message.asked, answered: message.answered}));
    case 'asked-enough':
      return changed(model, 'close-ask', screen => ({...screen, isOver: true}));
    case 'report':
      return reported(withoutHelp(model), message);
    case 'printed':
      return {...notPrinting(model), notice: printedNotice(message)};
  }
}

/** A Z that was made is shown in the place of the close. */
function reported(model: Model, {report, parts}: Extract<ShiftMessage, {kind: 'report'}>): Model {
  const screen = entering('report', {report, parts, isNew: true});
  return topOf(model).kind === 'close-check' ? replace(model, screen) : push(model, screen);
}

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

/** Nothing is being printed any more. */
export function notPrinting(model: Model): Model {
  const [sale, ...above] = model.stack;
  return {
    ...model,
    stack: [sale, ...above.map(screen => ('isPrinting' in screen ? {...screen, isPrinting: false} : screen))],
  };
}

/** A result is shown on the screen that it belongs to. */
export const withoutHelp = (model: Model): Model => (topOf(model).kind === 'help' ? pop(model) : model);
