import {messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Facts, Problem} from '../../src/core/problem.js';
import {asking} from '../close/ask-logic.js';
import {countedDrawers} from '../close/check-logic.js';
import {differenceText} from '../close/shown.js';
import type {Desk} from '../desk.js';
import {type Effect, type Model, pop, replace, type Step, still, type Told, topOf} from '../model.js';
import {notPrinting, withoutHelp} from './heard.js';

/** What is so when something about the shift or its drawer is written down; undefined for what is about neither. */
export function shiftDone(model: Model, effect: Effect, desk: Desk): Step | undefined {
  switch (effect.kind) {
    case 'open-shift': {
      const {person} = effect;
      return formDone(model, 'opened', {person, shift: desk.till.state.ledger.shifts});
    }
    case 'hand-over':
      return handedOver(model, effect.to, desk);
    case 'move-cash': {
      const {kind, amount, reason} = effect.movement;
      const {model: next} = formDone(model, kind, {amount: displayMoney(amount, desk.shop.language), reason});
      return still(next, ...drawerKick(desk));
    }
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
  if (topOf(now).kind !== 'close-count') return formDone(model, 'handedOver', {person});
  const {language} = desk.shop;
  const words = messages(language);
  const drawers = countedDrawers(desk)
    .filter(({counted}) => counted !== null)
    .map(drawer => (drawer.difference === 0 ? `${drawer.currency} ` : '') + differenceText(drawer, {language, words}))
    .join(', ');
  const told = drawers === '' ? ('handedOver' as const) : ('handedOverCounted' as const);
  return still({...pop(now), notice: {kind: 'told', told, facts: {person, drawers}}});
}

function formDone(model: Model, told: Told, facts: Facts): Step {
  const now = withoutHelp(model);
  const below = topOf(now).kind === 'shift-form' ? pop(now) : now;
  return still({...below, notice: {kind: 'told', told, facts}});
}

/** The drawer opens by itself where a printer can open it. */
export function drawerKick({till}: {readonly till: Pick<Desk['till'], 'settings'>}): readonly Effect[] {
  return till.settings.printer?.drawer === true ? [{kind: 'kick-drawer'}] : [];
}

/** A question that no chunk of input brought: whatever is pressed next answers it. */
const noChunk = -1;

/** What is so when it could not be written down or printed; undefined for what is said as everything else is. */
export function shiftFailed(before: Model, effect: Effect, problem: Problem): Model | undefined {
  const model = withoutHelp(before);
  const top = topOf(model);
  switch (effect.kind) {
    case 'open-shift':
    case 'hand-over':
    case 'move-cash':
      if (top.kind === 'close-count') return replace(model, {...top, isWriting: false, problem});
      if (top.kind !== 'shift-form') return undefined;
      // The drawer gave something else out while this was being written down: what is asked before is asked now.
      if (problem.code === 'drawer-holds-less') return replace(model, {...top, isWriting: false, asked: noChunk});
      return replace(model, {...top, isWriting: false, wrong: {field: top.focus, problem}});
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
