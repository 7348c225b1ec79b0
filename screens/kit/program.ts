import {Problem} from '../../src/core/problem.js';
import type {Till} from '../../src/till/till.js';
import {screens} from '../all.js';
import type {Acting, Effect, KitMessage, Model, Notice, TillStep as ProgramStep} from '../model.js';
import type {ReducerContext} from '../reducer-context.js';
import type {BindingId, Keymap} from '../terminal/bindings.js';
import type {Stroke} from '../terminal/keyboard.js';
import type {LineRules} from '../terminal/line.js';
import type {Block} from './block.js';
import {contextOf} from './context.js';
import {rulesOf, typed, withDottedPin, withoutPin} from './form.js';
import type {Asking, Go, Open, PlaceId} from './places.js';
import type {AnyScreen} from './screen.js';
import type {Context, Step} from './step.js';

const byId = new Map<PlaceId, AnyScreen>(screens.map(screen => [screen.id, screen]));

/** The screen of a place. Throws where it is not in the list of screens. */
export function screenOf(place: PlaceId): AnyScreen {
  const screen = byId.get(place);
  if (screen === undefined) throw new Error(`no-screen ${place}`);
  return screen;
}

/** What a screen shows. A PIN is not drawn, wherever it was typed. */
export function describedOn({kind, state}: Open, context: Context): readonly Block[] {
  const {form, describe} = screenOf(kind);
  const fields = form?.(state, context);
  return describe(fields === undefined ? state : withDottedPin(fields, state as never, context.till.isOwnPin), context);
}

/** What the field with the focus takes; nothing where letters are keys. */
export function fieldIn({kind, state}: Open, context: Context): LineRules | undefined {
  const form = screenOf(kind).form?.(state, context);
  return form && rulesOf(form, state as never);
}

/** The keys as they count on a screen: it may have fewer of an action than there are. */
export function keysOn(screen: Open, keys: Keymap): Keymap {
  const counted = screenOf(screen.kind).keys.flatMap(({id, count}) =>
    count === undefined ? [] : [[id, keys[id].slice(0, count(screen.state))] as const],
  );
  return counted.length === 0 ? keys : {...keys, ...Object.fromEntries(counted)};
}

/** The keys of a screen that count now, in the order of the footer. */
export function offersOn({kind, state}: Open, model: Model, reducerContext: ReducerContext): readonly BindingId[] {
  const context = contextOf(model, reducerContext);
  return screenOf(kind)
    .keys.filter(({when}) => when?.(state, context) ?? true)
    .map(({id}) => id);
}

/** What becomes of the model by a key of one of its screens. */
export function actedOn({model, screen, action, place, key: {chunk}, size, reducerContext}: Acting): ProgramStep {
  const context = contextOf(model, reducerContext);
  const {keys} = screenOf(screen.kind);
  const key = keys.find(({id, when}) => id === action && (when?.(screen.state, context) ?? true));
  if (key === undefined) return {model, effects: []};
  const form = screenOf(screen.kind).form?.(screen.state, context);
  const cleared = form && withoutPin(form, screen.state as never, reducerContext.till.isOwnPin);
  if (cleared !== undefined) return {model: withEntry(model, {...screen, state: cleared}), effects: []};
  return taken(model, screen, key.press(screen.state, context, {place, chunk, page: Math.max(1, size.rows - 8)}));
}

/** The model after something was typed on its screen. */
export function typedOn(model: Model, screen: Open, stroke: Stroke, reducerContext: ReducerContext): Model {
  const context = contextOf(model, reducerContext);
  const form = screenOf(screen.kind).form?.(screen.state, context);
  if (form === undefined) return model;
  const state = typed(form, screen.state as never, stroke);
  return state === screen.state ? model : withEntry(model, {...screen, state});
}

/** The model after a key was heard by its screen; `isTaken`: there is nothing more to it. */
export function reducedOn(
  model: Model,
  screen: Open,
  stroke: Stroke,
  reducerContext: ReducerContext,
): {readonly model: Model; readonly isTaken: boolean} {
  const reduced = screenOf(screen.kind).hears?.(screen.state, stroke, contextOf(model, reducerContext));
  if (reduced === undefined) return {model, isTaken: false};
  return {model: withEntry(model, {...screen, state: reduced.state}), isTaken: reduced.isTaken};
}

/** What an answer of the world changes: it is given to the screen that asked, if it still waits for it. */
export function answered(model: Model, message: KitMessage, reducerContext: ReducerContext): ProgramStep {
  const {number, request} = message;
  const screen = model.stack.find(each => each.number === number);
  const asked = screen?.waiting.find(each => each.request === request);
  if (screen === undefined || asked === undefined) {
    const notice = lateNotice(message, contextOf(model, reducerContext));
    return {model: notice === undefined ? model : {...model, notice}, effects: []};
  }
  const {reduce, refused} = screenOf(screen.kind);
  const context = contextOf(model, reducerContext);
  if (message.kind === 'answer')
    return taken(model, screen, reduce?.(screen.state, message.answer, context, asked.asks) ?? {});
  const over = {...screen, waiting: screen.waiting.filter(each => each !== asked)};
  const after = withEntry(model, over);
  if (message.kind === 'answered') return {model: after, effects: []};
  const {problem} = message;
  const step = refused?.(screen.state, problem, context, asked.asks) ?? {notice: {kind: 'problem', problem} as const};
  return taken(after, over, step);
}

/** What is said of an answer that nobody waits for any more. */
function lateNotice(message: KitMessage, context: Context): Notice | undefined {
  if (message.kind === 'refused') return {kind: 'problem', problem: message.problem};
  return message.kind === 'answer' ? screenOf(message.place).late?.(message.answer, context) : undefined;
}

/** Opens what was put on the stack, and lets the shown screen follow what has changed. */
export function settled(before: ProgramStep, reducerContext: ReducerContext): ProgramStep {
  let {model, effects} = before;
  for (;;) {
    const fresh = model.stack.find(each => each.number === 0);
    if (fresh === undefined) break;
    const {needs} = screenOf(fresh.kind);
    if (needs !== undefined && fresh.isLetIn !== true && !reducerContext.till.mayLook(needs)) {
      model = {...model, stack: model.stack.filter(each => each !== fresh) as unknown as Model['stack']};
      effects = [...effects, {kind: 'look', verb: needs, screen: fresh}];
      continue;
    }
    const number = model.numbered + 1;
    const {state, ...more} = screenOf(fresh.kind).open(fresh.given, contextOf(model, reducerContext));
    const entry = {...fresh, number, state};
    const stack = model.stack.map(each => (each === fresh ? entry : each)) as unknown as Model['stack'];
    const step = taken({...model, numbered: number, stack}, entry, more);
    ({model} = step);
    effects = [...effects, ...step.effects];
  }
  const top = model.stack.at(-1);
  if (top === undefined) return {model, effects};
  const step = screenOf(top.kind).follow?.(top.state, contextOf(model, reducerContext));
  if (step === undefined || Object.keys(step).length === 0) return {model, effects};
  const after = taken(model, top, step);
  return {model: after.model, effects: [...effects, ...after.effects]};
}

/** The secrets that a screen holds. */
export const secretsOf = ({kind, state}: Open): readonly {readonly wipe: () => void}[] =>
  screenOf(kind).secrets?.(state) ?? [];

/** Asks the world for a screen. Throws what is no `Problem`. */
export async function ask(
  {place, number, request, asks}: Extract<Effect, {kind: 'ask'}>,
  till: Till,
  dispatch: (message: KitMessage) => void,
): Promise<void> {
  try {
    await screenOf(place).run?.(asks, till, (answer: unknown) =>
      dispatch({kind: 'answer', place, number, request, answer}),
    );
    dispatch({kind: 'answered', number, request});
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    dispatch({kind: 'refused', number, request, problem: error});
  }
}

/** The model after a step of one of its screens, and what the world is asked. */
function taken(
  model: Model,
  screen: Open,
  {state, go = [], asks = [], notice, keeps, page}: Step<unknown, Asking>,
): ProgramStep {
  const asked = [asks].flat() as readonly Asking[];
  const requests = asked.map((each, at) => ({request: model.numbered + 1 + at, asks: each}));
  const isAgain = ({kind}: Asking) => asked.some(each => each.kind === kind);
  const isSame = (state === undefined || state === screen.state) && asked.length === 0;
  const entry: Open = {
    ...screen,
    state: state ?? screen.state,
    waiting: asked.length === 0 ? screen.waiting : [...screen.waiting.filter(each => !isAgain(each.asks)), ...requests],
  };
  const changed = isSame ? model : {...withEntry(model, entry), numbered: model.numbered + asked.length};
  const from = changed.stack.findIndex(({number: each}) => each === screen.number);
  const gone = ([go].flat() as readonly Go[]).reduce(
    (now, each, step) => wentTo(now, step === 0 ? from : now.stack.length - 1, each),
    changed,
  );
  const next = keeps === undefined && notice === undefined ? gone : {...gone, ...keeps, ...(notice && {notice})};
  const {number, kind: place} = screen;
  const effects: readonly Effect[] = requests.map(each => ({kind: 'ask', place, number, ...each}));
  return {model: next, effects: page === undefined ? effects : [...effects, page]};
}

/** Where a step leads from the screen in this place; what stands above it goes with it. */
function wentTo(model: Model, at: number, go: Go): Model {
  const [sale] = model.stack;
  const [upTo, below] = [model.stack.slice(0, at + 1), model.stack.slice(0, at)];
  const to = (stack: readonly Open[]): Model => ({...model, stack: stack as Model['stack']});
  if (go === 'leave') return {...model, isLeaving: true};
  if (go === 'back') return to(below.length === 0 ? upTo : below);
  const next = (kind: PlaceId, given: unknown): Open => ({kind, number: 0, given, state: undefined, waiting: []});
  if (go === 'home') return to([next('sale', undefined)]);
  const entry = next(go.to, go.given);
  if (go.how === 'above') return to([...upTo, entry]);
  if (go.how === 'instead') return to([...below, entry]);
  if (go.how === 'below') {
    const from = below.findLastIndex(({kind}) => kind === go.to);
    return to([...below.slice(0, from < 0 ? below.length : from), entry]);
  }
  return to(entry.kind === 'sale' ? [entry] : [sale, entry]);
}

function withEntry(model: Model, entry: Open): Model {
  const stack = model.stack.map(each => (each.number === entry.number ? entry : each));
  return {...model, stack: stack as unknown as Model['stack']};
}
