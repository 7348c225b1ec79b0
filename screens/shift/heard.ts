import {zName} from '../../src/core/shift/report.js';
import {type Model, pop, push, replace, type Screen, type SlipMade, topOf} from '../model.js';
import type {ShiftMessage} from './shift-screens.js';

type Heard = ShiftMessage | SlipMade;

/** What comes of the effects of a shift, its reports and slips. */
export function heard(model: Model, message: Heard): Model {
  switch (message.kind) {
    case 'asked':
      return changed(model, 'close-ask', screen => ({...screen, asked: message.asked, answered: message.answered}));
    case 'asked-enough':
      return changed(model, 'close-ask', screen => ({...screen, isOver: true}));
    case 'report':
      return reported(withoutHelp(model), message);
    case 'z-read':
      return changed(model, 'archive', screen => ({
        ...screen,
        reports: new Map(screen.reports).set(message.report.number, message.report),
      }));
    case 'slip':
      return changed(model, 'slip', screen =>
        screen.reference === message.payment.reference
          ? {...screen, made: {payment: message.payment, parts: message.parts}}
          : screen,
      );
    case 'printed': {
      const told = message.copy === 0 ? 'printed' : 'copied';
      const facts = {title: message.title, copy: message.copy};
      return {...notPrinting(model), notice: {kind: 'told', told, facts}};
    }
  }
}

/** A Z that was made is shown in the place of the close; any other report on the screen where it was asked for. */
function reported(model: Model, {report, parts, isNew}: Extract<ShiftMessage, {kind: 'report'}>): Model {
  const top = topOf(model);
  const screen = {kind: 'report', report, parts, offset: 0, isNew, isPrinting: false} as const;
  if (isNew) return top.kind === 'close-check' ? replace(model, screen) : push(model, screen);
  return top.kind === 'shift' || top.kind === 'archive' ? push(model, screen) : model;
}

/** The name of a report on paper. */
export const reportName = ({kind, number}: {readonly kind: 'x' | 'z'; readonly number: number}): string =>
  kind === 'x' ? 'X' : zName(number);

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
