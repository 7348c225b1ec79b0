import {messages} from '../../src/core/messages/messages.js';
import type {Problem} from '../../src/core/problem.js';
import {asking} from '../close/ask-logic.js';
import {countedDrawers} from '../close/check-logic.js';
import {differenceText} from '../close/shown.js';
import type {Desk} from '../desk.js';
import {type Effect, type Model, pop, replace, type Step, still, topOf} from '../model.js';
import {notPrinting, withoutHelp} from './heard.js';

/** What is so when something about the shift or its drawer is written down; undefined for what is about neither. */
export function shiftDone(model: Model, effect: Effect, desk: Desk): Step | undefined {
  switch (effect.kind) {
    case 'hand-over':
      return handedOver(model, effect.to, desk);
    case 'count': {
      const now = withoutHelp(model);
      const count = desk.till.state.open.size;
      const top = topOf(now);
      if (top.kind !== 'close-count') return still(model);
      return top.to === undefined
        ? asking(now, {person: effect.person, count})
        : still(now, {kind: 'hand-over', to: top.to});
    }
    default:
      return undefined;
  }
}

/** Who counted before the handing over, and who takes the drawer, hear by how much it differs. */
function handedOver(model: Model, person: string, desk: Desk): Step {
  const now = withoutHelp(model);
  if (topOf(now).kind !== 'close-count') return still(model);
  const {language} = desk.shop;
  const words = messages(language);
  const drawers = countedDrawers(desk)
    .filter(({counted}) => counted !== null)
    .map(drawer => (drawer.difference === 0 ? `${drawer.currency} ` : '') + differenceText(drawer, {language, words}))
    .join(', ');
  const told = drawers === '' ? ('handedOver' as const) : ('handedOverCounted' as const);
  return still({...pop(now), notice: {kind: 'told', told, facts: {person, drawers}}});
}

/** What is so when it could not be written down or printed; undefined for what is said as everything else is. */
export function shiftFailed(before: Model, effect: Effect, problem: Problem): Model | undefined {
  const model = withoutHelp(before);
  const top = topOf(model);
  switch (effect.kind) {
    case 'hand-over':
    case 'count':
      return top.kind === 'close-count' ? replace(model, {...top, isWriting: false, problem}) : undefined;
    case 'close': {
      if (top.kind !== 'close-check') return undefined;
      const focus = problem.code === 'difference-needs-second-person' ? 'approver' : 'note';
      return replace(model, {...top, making: undefined, focus, problem});
    }
    case 'print-report':
      return {...notPrinting(before), notice: {kind: 'problem', problem}};
    default:
      return undefined;
  }
}
