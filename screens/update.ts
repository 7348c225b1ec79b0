import {marketOf} from '../src/core/market/markets.js';
import {isSettled} from '../src/core/payment/follow-up.js';
import {type Verdict, verdictOf} from '../src/core/payment/payment.js';
import {shownAfter, takesNoKey} from './attention.js';
import type {Desk} from './desk.js';
import {contextOf} from './kit/context.js';
import {entering, type Open} from './kit/places.js';
import {actedOn, answered, fieldIn, offersOn, screenOf, settled, typedOn} from './kit/program.js';
import {wipeGone} from './kit/secrets.js';
import {type Effect, type Message, type Model, pop, push, still, type TillStep, topOf} from './model.js';
import {failed, served} from './outcomes.js';
import {chosenAction, type Palette} from './palette/palette.js';
import {challengesOf, lacksPage, withChallenge} from './payment/challenges.js';
import {actionOf, type BindingId, bindings, type PressedAction} from './terminal/bindings.js';
import type {Key} from './terminal/keyboard.js';
import {type LineRules, takesText} from './terminal/line.js';
import type {Size} from './terminal/size.js';

/** The model to begin with. `recovered` payments were in flight when the till stopped; `torn` bytes were dropped. */
export function begin(desk: Desk, {tornBytes, isPlain = false}: {tornBytes: number; isPlain?: boolean}): TillStep {
  const {state} = desk.till;
  const count = state.open.size;
  const recovered = count > 0 ? ({kind: 'recovered', count} as const) : undefined;
  const torn = tornBytes > 0 ? ({kind: 'torn'} as const) : undefined;
  const model: Model = {
    stack: [entering('sale', undefined)],
    notice: torn ?? recovered,
    isLeaving: false,
    isPlain,
    takings: {currency: undefined, turned: 0},
    numbered: 0,
    challenges: new Map(),
    keptCount: undefined,
    verdicts: new Map(),
    shown: undefined,
    uncoveredBy: undefined,
  };
  const verdicts = unsettled(model, state.payments.keys(), desk);
  return settled(still({...model, verdicts}, {kind: 'networks', market: marketOf(desk.shop.country)}), desk);
}

/**
 * The one reducer: what the model becomes, and what is to be done. Pure but for what it asks of the desk, and for secrets
 * that are on no screen any more: they are wiped.
 */
export function update(model: Model, message: Message, desk: Desk): TillStep {
  const step = reduced(model, message, desk);
  wipeGone(model, step.model);
  return step;
}

function reduced(model: Model, message: Message, desk: Desk): TillStep {
  const {model: after, effects} = settled(onMessage(model, message, desk), desk);
  const front = frontOf(after, desk);
  const seen = shownAfter(model.shown, front, message, desk);
  const next = seen === model.shown ? after : {...after, shown: seen};
  const looking: readonly Effect[] = seen !== model.shown && seen?.at !== undefined ? [{kind: 'let-look'}] : [];
  const moved: readonly Effect[] = front === frontOf(model, desk) ? [] : [{kind: 'front', reference: front}];
  const asked = withPage(next, front, desk);
  return {
    model: asked.model,
    effects: [...effects, ...looking, ...moved, ...closed(model, next), ...asked.effects],
  };
}

/** The till sells nothing while a screen that stops sales is on the stack. */
function closed(before: Model, after: Model): readonly Effect[] {
  const isNow = after.stack.some(stopsSales);
  return isNow === before.stack.some(stopsSales) ? [] : [{kind: 'set-closing', isClosing: isNow}];
}

const stopsSales = (screen: Open): boolean => screenOf(screen.kind).stopsSales === true;

/** Asks for the page of the bank that the payment in front waits for. */
function withPage(model: Model, front: string | undefined, {till}: Desk): TillStep {
  const payment = till.state.payments.get(front ?? '');
  if (!lacksPage(payment, model.challenges)) return still(model);
  const {reference} = payment;
  const challenges = withChallenge(model.challenges, reference, {kind: 'asked'});
  return still({...model, challenges}, {kind: 'challenge', reference});
}

function onMessage(model: Model, message: Message, desk: Desk): TillStep {
  switch (message.kind) {
    case 'key':
      return onKey(model, message, desk);
    case 'till-changed':
      // A new model in any case: what is shown is the till's state too.
      return still({...withNews({...model, challenges: challengesOf(model.challenges, desk)}, message.told, desk)});
    case 'looked':
      return still({...model});
    case 'held-key':
      return still({...model, notice: message});
    case 'challenge':
      return served(model, message);
    case 'answer':
    case 'answered':
    case 'refused':
      return answered(model, message, desk);
    case 'done':
      return still(model);
    case 'failed':
      return failed(model, message);
    case 'mishap':
      return still({...model, notice: {kind: 'problem', problem: message.problem}});
  }
}

/** The payment that is being looked at, which is asked about first. */
export function frontOf(model: Model, desk: Desk): string | undefined {
  const {stack} = model;
  const top = stack.findLast(({kind}) => kind !== 'help' && kind !== 'palette');
  if (top === undefined) return undefined;
  return screenOf(top.kind).front?.(top.state, contextOf(model, desk));
}

/** What can be done now, in the order of the footer. */
export function offersOf(model: Model, desk: Desk): readonly BindingId[] {
  if (takesNoKey(model, desk)) return [];
  if (model.isLeaving) return ['do-leave', 'back'];
  const screen = topOf(model);
  const offers = offersOn(screen, model, desk);
  const canWrite = desk.till.poison() === undefined;
  return [
    ...(canWrite ? offers : offers.filter(id => bindings[id].effect !== 'writes')),
    ...(isTypedThere(desk.keys.help, fieldOf(model, desk)) ? [] : (['help'] as const)),
    ...(screen.kind === 'palette' ? [] : (['palette'] as const)),
    'interrupt',
  ];
}

/** Whether all of these keys are only letters in the field that has the focus. */
const isTypedThere = (keys: readonly string[], field: LineRules | undefined): boolean =>
  field !== undefined && keys.every(key => key.length === 1 && (takesText(field) || field.accepts.test(key)));

type Typed = {readonly key: Key; readonly size: Size};

/** Letters typed where a field takes no letters are commands one by one, however they arrived. */
function onKey(model: Model, {key, size}: Typed, desk: Desk): TillStep {
  if (takesNoKey(model, desk)) return still(model);
  if (key.kind !== 'text' || isTextThere(model, desk)) return onStroke(model, {key, size}, desk);
  let now = model;
  const effects: Effect[] = [];
  let rest = key.text;
  while (rest !== '') {
    const isText = isTextThere(now, desk);
    const text = isText ? rest : ([...rest][0] ?? '');
    rest = rest.slice(text.length);
    const step = settled(onStroke(now, {key: {...key, text}, size}, desk), desk);
    effects.push(...step.effects);
    wipeGone(now, step.model);
    now = step.model;
  }
  return {model: now, effects};
}

function isTextThere(model: Model, desk: Desk): boolean {
  const field = fieldOf(model, desk);
  return field !== undefined && takesText(field);
}

function fieldOf(model: Model, desk: Desk): LineRules | undefined {
  const screen = topOf(model);
  if (model.isLeaving) return undefined;
  return fieldIn(screen, contextOf(model, desk));
}

function onStroke(model: Model, {key, size}: Typed, desk: Desk): TillStep {
  const screen = topOf(model);
  const field = fieldOf(model, desk);
  const isTyped =
    key.kind !== 'press' &&
    field !== undefined &&
    (key.kind === 'paste' || takesText(field) || field.accepts.test(key.text));
  const pressed = isTyped ? undefined : actionOf(offersOf(model, desk), key, desk.keys);
  if (pressed !== undefined) return pressedOn(model, {key, size}, pressed, desk);
  if (field === undefined) return still(model);
  return still(typedOn(model, screen, key, desk));
}

/** What a paste or a scanner typed to come back to a screen decides nothing there that is written down. */
function pressedOn(model: Model, typed: Typed, pressed: PressedAction, desk: Desk): TillStep {
  const {chunk} = typed.key;
  if (bindings[pressed.action].effect === 'writes' && model.uncoveredBy === chunk) return still(model);
  const {model: after, effects} = act({...model, notice: undefined}, typed, pressed, desk);
  const isUncovered = after.stack.length < model.stack.length;
  return {model: isUncovered ? {...after, uncoveredBy: chunk} : after, effects};
}

function act(model: Model, {key, size}: Typed, {action, place}: PressedAction, desk: Desk): TillStep {
  if (action === 'help')
    return still(
      topOf(model).kind === 'help' ? pop(model) : push(model, entering('help', {behind: offersOf(model, desk)})),
    );
  if (action === 'palette') return still(push(model, entering('palette', {behind: offersOf(model, desk)})));
  if (action === 'run-action') return ranFromPalette(model, {key, size}, desk);
  if (action === 'do-leave') return still(model, {kind: 'leave'});
  if (action === 'interrupt')
    return desk.till.state.open.size > 0 ? still({...model, isLeaving: true}) : still(model, {kind: 'leave'});
  if (model.isLeaving) return still({...model, isLeaving: false});
  const screen = topOf(model);
  const acting = {model, action, place, key, size, desk};
  return actedOn({...acting, screen});
}

/** Does the action that is marked on the palette, as if its key had been pressed on the screen behind. */
function ranFromPalette(model: Model, typed: Typed, desk: Desk): TillStep {
  const chosen = chosenAction(topOf(model).state as Palette, contextOf(model, desk));
  const behind = pop(model);
  const isOffered = chosen !== undefined && offersOf(behind, desk).includes(chosen);
  return isOffered ? act(behind, typed, {action: chosen, place: 0}, desk) : still(behind);
}

/** Says which of the payments have ended while something else was being looked at. */
function withNews(model: Model, told: ReadonlySet<string>, desk: Desk): Model {
  const {payments} = desk.till.state;
  const verdicts = unsettled(model, told, desk);
  if (verdicts === model.verdicts) return model;
  const ended = [...told].filter(reference => {
    const [before, payment] = [model.verdicts.get(reference), payments.get(reference)];
    if (before === undefined || payment === undefined || reference === frontOf(model, desk)) return false;
    return verdictOf(payment) !== before && verdictOf(payment) !== 'not-known';
  });
  if (ended.length === 0) {
    const reference = [...told].findLast(each => each !== frontOf(model, desk) && hasRefundEnded(model, each, desk));
    return reference === undefined
      ? {...model, verdicts}
      : {...model, verdicts, notice: {kind: 'refund-ended', reference}};
  }
  const before =
    model.notice?.kind === 'ended' ? model.notice.references.filter(reference => !ended.includes(reference)) : [];
  return {...model, verdicts, notice: {kind: 'ended', references: [...before, ...ended]}};
}

/** Whether a paid payment had nothing open but a refund, and its end is known now. */
function hasRefundEnded({verdicts}: Model, reference: string, {till}: Desk): boolean {
  const payment = till.state.payments.get(reference);
  if (payment === undefined || verdicts.get(reference) !== 'paid') return false;
  return verdictOf(payment) === 'paid' && payment.refunds.length > 0 && isSettled(payment);
}

/** The verdicts of all payments that may still get another one by themselves. After an outage thousands are open. */
function unsettled(
  {verdicts}: Pick<Model, 'verdicts'>,
  told: Iterable<string>,
  {till}: Desk,
): ReadonlyMap<string, Verdict> {
  const verdict = (reference: string) => {
    const payment = till.state.payments.get(reference);
    return payment === undefined || isSettled(payment) ? undefined : verdictOf(payment);
  };
  const changed = [...told].filter(reference => verdict(reference) !== verdicts.get(reference));
  if (changed.length === 0) return verdicts;
  const now = new Map(verdicts);
  for (const reference of changed) {
    const its = verdict(reference);
    if (its === undefined) now.delete(reference);
    else now.set(reference, its);
  }
  return now;
}
