import {Problem} from '../../src/core/problem.js';
import type {Verb} from '../../src/core/staff/schema.js';
import {asReplaced} from '../../src/core/technical/replaced.js';
import type {Block} from '../../src/views/block.js';
import {
  type Asking,
  type Effect,
  type Go,
  type KitMessage,
  type Notice,
  nextStep,
  type Open,
  type PlaceId,
  type Request,
  type Stacked,
  type Turned,
  type Typed,
  topOf,
} from '../model.js';
import {createProgram, type Program, type ProgramStep} from '../program.js';
import type {Scene} from '../stage.js';
import {actionOf, type BindingId, isGuarded, type Keymap, type PressedAction} from '../terminal/bindings.js';
import type {Key, ShownScreen, Stroke} from '../terminal/keyboard.js';
import {type LineRules, takesText} from '../terminal/line.js';
import {hasDoors, isSmall, type Size} from '../terminal/size.js';
import {type Filled, rulesOf, typed, withDottedPin, withoutPin} from './form.js';
import type {Narration} from './said.js';
import type {AnyScreen, SpokenContext, Step, Task} from './screen.js';
import {createSpeaker, spokenScene} from './transcript.js';

/** The parts in which one program of screens differs from another. */
type ScreensOver<M extends Stacked, O extends {readonly keys: Keymap}, C extends SpokenContext> = {
  readonly screens: readonly AnyScreen[];
  readonly contextOf: (model: M, over: O) => C;
  /** Whether the text is the PIN of the person signed in. */
  readonly isOwnPin: (typed: string, context: C) => boolean;
  readonly mayLook: (verb: Verb, over: O) => boolean;
};

/** What a program adds to the keys of its screens. */
type Hearing<M extends Stacked, O> = {
  readonly offersOf: (model: M, over: O) => readonly BindingId[];
  readonly press: (model: M, typed: Typed, pressed: PressedAction, over: O) => ProgramStep<M, Effect>;
};

/** The form of a screen and the rules of its field with the focus, made once for each key. */
type Typing = {readonly form: ReturnType<NonNullable<AnyScreen['form']>>; readonly field: LineRules};

type AnyTask = Task<unknown, unknown, unknown>;

/** The screens of a program, and how keys, answers and time change its model. */
export class Screens<M extends Stacked, O extends {readonly keys: Keymap}, C extends SpokenContext> {
  readonly #byId = new Map<PlaceId, AnyScreen>();
  readonly #over: ScreensOver<M, O, C>;

  constructor(parts: ScreensOver<M, O, C>) {
    this.add(parts.screens);
    this.#over = parts;
  }

  add(screens: readonly AnyScreen[]): void {
    for (const screen of screens) this.#byId.set(screen.id, screen);
  }

  all = (): readonly AnyScreen[] => [...this.#byId.values()];

  contextOf(model: M, over: O): C {
    return this.#over.contextOf(model, over);
  }

  /** Returns the screen of a place. Throws an `Error` if it is not in the list of screens. */
  screenOf(place: PlaceId): AnyScreen {
    const screen = this.#byId.get(place);
    if (screen === undefined) throw new Error(`no-screen ${place}`);
    return screen;
  }

  /** Returns the blocks of a screen. A PIN is never drawn, in whichever field it was typed. */
  describedOn({kind, state}: Open, context: C): readonly Block[] {
    const {form, describe} = this.screenOf(kind);
    const fields = form?.(state, context);
    const isOwnPin = (text: string) => this.#over.isOwnPin(text, context);
    return describe(fields === undefined ? state : withDottedPin(fields, state as never, isOwnPin), context);
  }

  /** Returns the rules of the field with the focus, or undefined if letters are keys. */
  fieldOf(model: M, over: O): LineRules | undefined {
    return this.#typingOn(model, over)?.field;
  }

  /** Whether a key is only text in the field with the focus. */
  isTyped(key: Key, model: M, over: O): boolean {
    const field = this.fieldOf(model, over);
    return key.kind === 'text' && field !== undefined && accepts(field, key.text);
  }

  /** Whether a code that was typed now would be taken for an amount of money. */
  isCodeForMoney(model: M, over: O): boolean {
    const {kind, state} = topOf(model);
    const {takesCodes, form} = this.screenOf(kind);
    if (takesCodes || model.isLeaving) return false;
    const {focus} = state as Filled;
    return form?.(state, this.contextOf(model, over)).some(field => field.id === focus && 'unit' in field) ?? false;
  }

  /** Returns the model in which the shown screen is as it was before a code was typed. Secrets that were edited since are wiped. */
  withoutCode(model: M, before: ShownScreen | undefined): M {
    const screen = topOf(model);
    const hasSecrets = this.screenOf(screen.kind).secrets !== undefined;
    if (before?.number !== screen.number || hasSecrets) return model;
    return withEntry(model, {...screen, state: before.state});
  }

  /** Returns the fields of the shown screen, and the rules of the one with the focus. */
  #typingOn(model: M, over: O): Typing | undefined {
    if (model.isLeaving) return undefined;
    const {kind, state} = topOf(model);
    const form = this.screenOf(kind).form?.(state, this.contextOf(model, over));
    const field = form && rulesOf(form, state as never);
    return field && {form, field};
  }

  /** Returns the keys that apply on a screen, which may use fewer keys of an action than there are. */
  keysOn(screen: Open, keys: Keymap): Keymap {
    const counted = this.screenOf(screen.kind).keys.flatMap(({id, count}) =>
      count === undefined ? [] : [[id, keys[id].slice(0, count(screen.state))] as const],
    );
    return counted.length === 0 ? keys : {...keys, ...Object.fromEntries(counted)};
  }

  /** Returns the actions that the shown screen offers at the moment, in the order of the footer. */
  offersOn(model: M, over: O): readonly BindingId[] {
    const {kind, state} = topOf(model);
    const context = this.contextOf(model, over);
    const counted = this.screenOf(kind).keys.filter(({when}) => when?.(state, context) ?? true);
    return [...new Set(counted.map(({id}) => id))];
  }

  /** Whether every key of an action is only text in the field with the focus. */
  isTypedThere(action: BindingId, model: M, over: O): boolean {
    const field = this.fieldOf(model, over);
    const isText = (key: string) => key.length === 1 && field !== undefined && accepts(field, key);
    return over.keys[action].every(isText);
  }

  /** Returns the model after a key. If no field takes letters, typed letters are commands, one by one, even if they arrived together. */
  heard(on: M, {key, size}: Typed, over: O, hearing: Hearing<M, O>): ProgramStep<M, Effect> {
    const before = on.page === 0 ? on : {...on, page: 0};
    const {model, isTaken} = this.#reducedOn(before, key, over);
    if (isTaken) return nextStep(model);
    const typing = this.#typingOn(model, over);
    if (key.kind !== 'text' || isOfText(typing)) return this.#onStroke(model, {key, size}, typing, over, hearing);
    let now = model;
    const effects: Effect[] = [];
    let rest = key.text;
    while (rest !== '') {
      const here = now === model ? typing : this.#typingOn(now, over);
      const text = isOfText(here) ? rest : ([...rest][0] ?? '');
      rest = rest.slice(text.length);
      const step = this.settled(this.#onStroke(now, {key: {...key, text}, size}, here, over, hearing), over);
      effects.push(...step.effects);
      this.wipeGone(now, step.model);
      now = step.model;
    }
    return {model: now, effects};
  }

  #onStroke(
    model: M,
    {key, size}: Typed,
    typing: Typing | undefined,
    over: O,
    {offersOf, press}: Hearing<M, O>,
  ): ProgramStep<M, Effect> {
    const field = typing?.field;
    const isTyped = key.kind !== 'press' && field !== undefined && (key.kind === 'paste' || accepts(field, key.text));
    const pressed = isTyped ? undefined : actionOf(offersOf(model, over), key, over.keys);
    // A letter among others that came at once, such as those of a code, decides nothing.
    const isAmongOthers = key.kind === 'text' && (key.burst ?? '').length > key.text.length;
    if (pressed !== undefined && isAmongOthers && isGuarded(pressed.action)) return nextStep(model);
    if (pressed !== undefined) return press(model, {key, size}, pressed, over);
    return nextStep(typing === undefined ? model : typedOn(model, key, typing));
  }

  actedOn(
    model: M,
    {key: {chunk, scanned}, size}: Typed,
    {action, place}: PressedAction,
    over: O,
  ): ProgramStep<M, Effect> {
    const screen = topOf(model);
    const context = this.contextOf(model, over);
    const {keys, form} = this.screenOf(screen.kind);
    const key = keys.find(({id, when}) => id === action && (when?.(screen.state, context) ?? true));
    if (key === undefined) return nextStep(model);
    const fields = form?.(screen.state, context);
    const isOwnPin = (text: string) => this.#over.isOwnPin(text, context);
    const cleared = fields && withoutPin(fields, screen.state as never, isOwnPin);
    if (cleared !== undefined) return nextStep(withEntry(model, {...screen, state: cleared}));
    const before = scanned?.before?.number === screen.number ? scanned.before.state : undefined;
    const pressed = {
      place,
      chunk,
      page: Math.max(1, size.rows - (hasDoors(size) ? 10 : isSmall(size) ? 6 : 9)),
      scanned: scanned && {code: scanned.code, before},
    };
    return taken(model, screen, key.press(screen.state, context, pressed));
  }

  /** Returns the model after the screen has heard a key. `isTaken`: the key has no other effect. */
  #reducedOn(model: M, stroke: Key, over: O): {readonly model: M; readonly isTaken: boolean} {
    const screen = topOf(model);
    const reduced = this.screenOf(screen.kind).hears?.(screen.state, stroke, this.contextOf(model, over));
    if (reduced === undefined) return {model, isTaken: false};
    return {model: withEntry(model, {...screen, state: reduced.state}), isTaken: reduced.isTaken};
  }

  /** Returns the model after an answer of the host. The answer goes to the screen that asked, if that screen still waits for it. */
  answered(model: M, message: KitMessage, over: O): ProgramStep<M, Effect> {
    const asks = message.asks as AnyTask;
    const context = this.contextOf(model, over);
    const screen = model.stack.find(each => each.number === message.number);
    if (screen?.waiting.some(({request}) => request === message.request) !== true) {
      const notice = lateNotice(message, context);
      return nextStep(notice === undefined ? model : {...model, notice});
    }
    const {state} = screen;
    if (message.kind === 'answer') return taken(model, screen, asks.reduce?.(state, message.answer, context) ?? {});
    const ended = {...screen, waiting: screen.waiting.filter(({request}) => request !== message.request)};
    return taken(withEntry(model, ended), ended, endOf(message, state, context));
  }

  stepped = (model: M, step: Step<unknown>): ProgramStep<M, Effect> => taken(model, topOf(model), step);

  /** Opens the screens that were put on the stack, and lets the shown screen follow what has changed. */
  settled(before: ProgramStep<M, Effect>, over: O): ProgramStep<M, Effect> {
    let {model, effects} = before;
    for (;;) {
      const fresh = model.stack.find(each => each.number === 0);
      if (fresh === undefined) break;
      const {needs, open} = this.screenOf(fresh.kind);
      if (needs !== undefined && fresh.isLetIn !== true && !this.#over.mayLook(needs, over)) {
        model = withStack(
          model,
          model.stack.filter(each => each !== fresh),
        );
        effects = [...effects, {kind: 'look', verb: needs, screen: fresh}];
        continue;
      }
      const number = model.numbered + 1;
      const {state, ...more} = open(fresh.given, this.contextOf(model, over));
      const entry = {...fresh, number, state};
      const stack = model.stack.map(each => (each === fresh ? entry : each));
      const step = taken({...withStack(model, stack), numbered: number}, entry, more);
      ({model} = step);
      effects = [...effects, ...step.effects];
    }
    const top = topOf(model);
    const step = this.screenOf(top.kind).follow?.(top.state, this.contextOf(model, over));
    if (step === undefined || Object.keys(step).length === 0) return {model, effects};
    const after = taken(model, top, step);
    return {model: after.model, effects: [...effects, ...after.effects]};
  }

  /**
   * Wipes the secrets that a step has removed from the screens: a secret that was edited, one whose screen was left, a card whose question
   * was answered with no. A card that was sent already belongs to its host, and is not affected.
   */
  wipeGone(before: Stacked, model: Stacked): void {
    if (model.stack === before.stack) return;
    const remaining = new Set(this.#heldBy(model));
    for (const held of this.#heldBy(before)) if (!remaining.has(held)) held.wipe();
  }

  /** Wipes every secret of the screens when they are not needed any more. */
  wipeAll(model: Stacked): void {
    for (const held of this.#heldBy(model)) held.wipe();
  }

  #heldBy = ({stack}: Stacked): readonly {readonly wipe: () => void}[] =>
    stack.flatMap(({kind, state}) => this.screenOf(kind).secrets?.(state) ?? []);

  /** Asks the host on behalf of a screen. Throws any error that is not a `Problem`. */
  async ask(request: Request, host: unknown, dispatch: (message: KitMessage) => void): Promise<void> {
    const {isAside, run} = request.asks as AnyTask;
    const answer = (given: unknown) => dispatch({...request, kind: 'answer', answer: given});
    if (isAside) {
      dispatch({...request, kind: 'answered', result: undefined});
      await new Promise(setImmediate);
    }
    try {
      const result = await run(host, answer);
      if (!isAside) dispatch({...request, kind: 'answered', result});
    } catch (error) {
      const problem = error instanceof Problem ? error : asReplaced(error);
      if (problem === undefined) throw error;
      if (!isAside) dispatch({...request, kind: 'refused', problem});
    }
  }
}

type Ended = Exclude<KitMessage, {readonly kind: 'answer'}>;

function endOf(message: Ended, state: unknown, context: unknown): Step<unknown, unknown, unknown> {
  const {done, refused} = message.asks as AnyTask;
  if (message.kind === 'answered') return done?.(state, message.result, context) ?? {};
  const {problem} = message;
  return refused?.(state, problem, context) ?? {notice: {kind: 'problem', problem}};
}

/** Returns the notice for the end of a task that no screen waits for any more. */
function lateNotice(message: KitMessage, context: unknown): Notice | undefined {
  const {isQuiet, late} = message.asks as AnyTask;
  if (message.kind === 'answered') return late?.(message.result, context);
  return message.kind === 'answer' || isQuiet ? undefined : {kind: 'problem', problem: message.problem};
}

function typedOn<M extends Stacked>(model: M, stroke: Stroke, {form}: Typing): M {
  const screen = topOf(model);
  const state = typed(form, screen.state as never, stroke);
  return state === screen.state ? model : withEntry(model, {...screen, state});
}

const isOfText = (typing: Typing | undefined): boolean => typing !== undefined && takesText(typing.field);
const accepts = (field: LineRules, text: string): boolean => takesText(field) || field.accepts.test(text);

/** Returns the model after a step of one of its screens, and the requests to the world. */
function taken<M extends Stacked>(
  model: M,
  screen: Open,
  {state, go = [], asks = [], notice, keeps}: Step<unknown, unknown, never>,
): ProgramStep<M, Effect> {
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
  const {number} = screen;
  return {model: next, effects: requests.map(each => ({kind: 'ask', number, ...each}))};
}

/** Returns the model after a step from the screen at this index. Screens above it are removed. */
function wentTo<M extends Stacked>(model: M, at: number, go: Go): M {
  const [bottom] = model.stack;
  const [upTo, below] = [model.stack.slice(0, at + 1), model.stack.slice(0, at)];
  const to = (stack: readonly Open[]): M => withStack(model, stack);
  if (go === 'leave') return {...model, isLeaving: true};
  if (go === 'back') return to(below.length === 0 ? upTo : below);
  const next = (kind: PlaceId, given: unknown): Open => ({kind, number: 0, given, state: undefined, waiting: []});
  if (go === 'home') return to([next(bottom.kind, undefined)]);
  const entry = next(go.to, go.given);
  if (go.how === 'above') return to([...upTo, entry]);
  if (go.how === 'instead') return to([...below, entry]);
  if (go.how === 'below') {
    const from = below.findLastIndex(({kind}) => kind === go.to);
    return to([...below.slice(0, from < 0 ? below.length : from), entry]);
  }
  return to(entry.kind === bottom.kind ? [entry] : [bottom, entry]);
}

const withStack = <M extends Stacked>(model: M, stack: readonly Open[]): M => ({
  ...model,
  stack: stack as Stacked['stack'],
});

const withEntry = <M extends Stacked>(model: M, entry: Open): M =>
  withStack(
    model,
    model.stack.map(each => (each.number === entry.number ? entry : each)),
  );

export type OwnMessage =
  | ({readonly kind: 'key'} & Typed)
  | Turned
  | KitMessage
  /** Something outside the screens has changed; `step` is what follows from it. */
  | {readonly kind: 'changed'; readonly step: Step<unknown>};

type OwnParts<O extends {readonly keys: Keymap}, C extends SpokenContext> = {
  readonly screens: Screens<Stacked, O, C>;
  readonly over: O;
  readonly first: Open;
  readonly host: unknown;
  readonly leave: () => void;
  /** Called with an error that is not a `Problem`, which is a bug in the program. */
  readonly crash: (error: unknown) => void;
};

/** Returns the keys of the shown screen, and the key that leaves. */
export const ownOffers = <O extends {readonly keys: Keymap}, C extends SpokenContext>(
  screens: Screens<Stacked, O, C>,
  model: Stacked,
  over: O,
): readonly BindingId[] => [
  ...screens.offersOn(model, over).filter(id => id !== 'help' || !screens.isTypedThere('help', model, over)),
  'interrupt',
];

/** Creates a program of its own for screens that have no till. */
export function createOwnProgram<O extends {readonly keys: Keymap}, C extends SpokenContext>({
  screens,
  over,
  first,
  host,
  leave,
  crash,
}: OwnParts<O, C>): Program<Stacked, OwnMessage> {
  type OwnStep = ProgramStep<Stacked, Effect>;
  const reduced = (model: Stacked, message: OwnMessage): OwnStep => {
    if (message.kind === 'changed') return screens.stepped({...model}, message.step);
    if (message.kind === 'turned') return nextStep({...model, page: message.page});
    if (message.kind !== 'key') return screens.answered(model, message, over);
    return screens.heard(model, message, over, {
      offersOf: now => ownOffers(screens, now, over),
      press: (now, typed, pressed) =>
        pressed.action === 'interrupt'
          ? nextStep({...now, isLeaving: true})
          : screens.actedOn({...now, notice: undefined}, typed, pressed, over),
    });
  };
  const empty = {notice: undefined, isLeaving: false, numbered: 0, page: 0};
  return createProgram<Stacked, OwnMessage, Effect>({
    first: screens.settled(nextStep({...empty, stack: [first]}), over),
    update: (model, message) => {
      const {model: after, effects} = screens.settled(reduced(model, message), over);
      return nextStep(after, ...effects, ...(after.isLeaving && !model.isLeaving ? [{kind: 'leave'} as const] : []));
    },
    run: (effect, dispatch) => {
      if (effect.kind === 'leave') leave();
      else if (effect.kind === 'ask') screens.ask(effect, host, dispatch).catch(crash);
    },
  });
}

type OwnScene = {
  readonly program: Program<Stacked, OwnMessage>;
  readonly isPlain: boolean;
  readonly draw: Scene['draw'];
  /** Returns the page of a small window that the key turns to, if it does. */
  readonly turned?: (key: Key, size: Size) => number | undefined;
  readonly tell: () => Narration;
};

export function ownScene(name: string, {program, isPlain, draw, turned, tell}: OwnScene): Scene {
  const onKey: Scene['onKey'] = (key, size) => program.dispatch({kind: 'key', key, size});
  if (!isPlain)
    return {
      draw,
      onKey: (key, size) => {
        const page = turned?.(key, size);
        if (page === undefined) onKey(key, size);
        else program.dispatch({kind: 'turned', page});
      },
    };
  const speaker = createSpeaker(tell);
  program.subscribe(() => speaker.changed());
  return spokenScene(name, speaker, onKey);
}
