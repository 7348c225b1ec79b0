import {type ReactNode, useSyncExternalStore} from 'react';
import {isLanguage, loadedLanguages} from '../src/core/messages/messages.js';
import {Problem} from '../src/core/problem.js';
import {personText} from '../src/core/staff/name.js';
import {asReplaced} from '../src/core/technical/replaced.js';
import {cleanText} from '../src/core/text/text.js';
import type {ShownBasket} from '../src/till/shown-basket.js';
import type {Till} from '../src/till/till.js';
import {KeyGuard} from './decisions.js';
import {Framed, type Framing, sideRows, turnedTo} from './framed.js';
import {narrate} from './kit/narrate.js';
import {clauses, fact, keysText, type Narration, standing, type Utterance, unsigned} from './kit/said.js';
import {type Context, contextOf} from './kit/screen.js';
import {createSpeaker, type Speaker, spokenScene} from './kit/transcript.js';
import {bannerOf, bannerRows, doorsRow, headerRow, leaveText, longNotice, noticeRows, noticeText} from './lines.js';
import {type Effect, type Message, type Model, type ReducerContext, type Shop, topOf} from './model.js';
import {hoursText} from './order/today.js';
import {panelsOf} from './panels.js';
import {createProgram, type Program} from './program.js';
import type {Scene} from './stage.js';
import {type BindingId, doors, type Keymap, keyText} from './terminal/bindings.js';
import {later, useNow} from './terminal/clock.js';
import type {Key} from './terminal/keyboard.js';
import {hasDoors, isTooSmall, type Size} from './terminal/size.js';
import type {Styles} from './terminal/styles.js';
import {areLoaded, loadScreens, tillScreens} from './till-screens.js';
import {begin, look, offersOf, takesNoKey, update} from './update.js';

type AppProps = {
  readonly program: Program<Model, Message>;
  readonly till: Till;
  readonly shop: Shop;
  readonly keys: Keymap;
  readonly styles: Styles;
  readonly size: Size;
};

type Parts = Omit<AppProps, 'program' | 'size'>;

function framingOf(model: Model, {till, shop, keys, styles}: Parts, size: Size, now: number): Framing {
  const screen = topOf(model);
  const context = contextOf(model, {till, shop, keys: tillScreens.keysOn(screen, keys)});
  const view = {...context, till, now, styles, size};
  const {messages} = context;
  const offers = offersOf(model, {shop, keys, till}, size);
  const panels = panelsOf(model, view);
  const isOpen = hasDoors(size) && !model.isLeaving;
  const inRow: readonly BindingId[] = isOpen ? [...doors, 'help'] : [];
  return {
    context,
    styles,
    size,
    blocks: [...longNotice(model, view), ...(panels?.form ?? tillScreens.describedOn(screen, view))],
    panels: panels?.beside,
    layout: tillScreens.screenOf(screen.kind).layout,
    offers: offers.filter(id => !inRow.includes(id)),
    header: headerRow(view),
    doors: isOpen ? doorsRow(model, view, offers) : undefined,
    banner: bannerRows(view),
    notice: noticeRows(model, view),
    isLeaving: model.isLeaving,
    page: model.page,
    tooSmall: messages.frame.tooSmall(size),
    range: messages.pendingScreen.range,
    beside: height => sideRows(view, height),
  };
}

export function App({program, size, ...parts}: AppProps): ReactNode {
  const model = useSyncExternalStore(program.subscribe, program.model);
  const {till} = parts;
  const now = useNow(till.now, till.state.open.size > 0);
  return <Framed {...framingOf(model, parts, size, now)} />;
}

/** In milliseconds. A timer may fire early, and it does not use the clock that decides. */
const aMoment = 20;

type EffectParts = {
  readonly till: Till;
  readonly leave: () => void;
  /** Called with an error that is not a `Problem`: a bug in the program, which ends the till without ending a payment. */
  readonly crash: (error: unknown) => void;
};

/** Returns a function that carries out the effects that a reducer has decided. Their results are dispatched as messages. */
export function runEffects({
  till,
  leave,
  crash,
}: EffectParts): (effect: Effect, dispatch: (message: Message) => void) => void {
  return (effect, dispatch) => {
    const fail = (error: unknown) => {
      const problem = error instanceof Problem ? error : asReplaced(error);
      if (problem !== undefined) dispatch({kind: 'failed', effect, problem});
      else crash(error);
    };
    switch (effect.kind) {
      case 'challenge': {
        const {reference} = effect;
        till.challenge(reference).then(page => dispatch({kind: 'challenge', reference, page}), fail);
        return;
      }
      case 'open-page':
        till.openPage(effect.url).catch(fail);
        return;
      case 'items':
        till.items().catch(fail);
        return;
      case 'networks':
        till.networks(effect.market).catch(fail);
        return;
      case 'let-look':
        later(look + aMoment, () => dispatch({kind: 'looked'}));
        return;
      case 'front':
        return till.focus(effect.reference);
      case 'ask':
        tillScreens.ask(effect, till, dispatch).catch(crash);
        return;
      case 'look': {
        const {verb, screen} = effect;
        till.look(verb, screen.kind).then(() => dispatch({kind: 'let-in', screen}), fail);
        return;
      }
      case 'set-closing':
        return till.setClosing(effect.isClosing);
      case 'sign-out':
        till.signOut(effect.reason).catch(fail);
        return;
      case 'leave':
        return leave();
    }
  };
}

/** Whether the effect must run before the next frame is drawn. */
function isUrgent(effect: Effect): boolean {
  return effect.kind === 'ask' && effect.asks.isUrgent === true;
}

type TillProgramParts = EffectParts & {
  readonly till: Till;
  readonly shop: Shop;
  readonly keys: Keymap;
  readonly styles: Styles;
  /** Sentences are written instead of frames. */
  readonly isPlain: boolean;
  /** The shop has just been set up. */
  readonly isNewShop: boolean;
  /** The basket that was being filled when the till last ended. */
  readonly interrupted: ShownBasket | undefined;
  readonly tornBytes: number;
};
type TillProgram = {readonly program: Program<Model, Message>; readonly scene: Scene; readonly stop: () => void};

/** Creates the screens' program for an open till, which it follows until `stop`, and the scene. Leaving wipes all secrets. */
export function createTillProgram(parts: TillProgramParts): TillProgram {
  const {till, keys, styles, isPlain, isNewShop, interrupted, tornBytes, leave, crash} = parts;
  const shop = spokenTo(till, parts.shop);
  const reducerContext: ReducerContext = {till, shop, keys};
  const wipe = () => tillScreens.wipeAll(program.model());
  const program: Program<Model, Message> = createProgram({
    first: begin(reducerContext, {tornBytes, isPlain, isNewShop, interrupted}),
    update: (model: Model, message: Message) => update(model, message, reducerContext),
    run: runEffects({
      till,
      leave: () => {
        wipe();
        leave();
      },
      crash: error => {
        wipe();
        crash(error);
      },
    }),
    isUrgent,
    isCalm: ({kind}) => kind === 'till-changed' && !isPlain,
  });
  const frames: Scene = {
    draw: size => <App program={program} till={till} shop={shop} keys={keys} styles={styles} size={size} />,
    onKey: (key, size) => {
      // If the window does not show the screen, the person cannot know what a key would do, so only the key that leads out applies.
      if (isTooSmall(size) && !(key.kind === 'press' && key.name === 'ctrl-c')) return;
      const framing = () => framingOf(program.model(), {till, shop, keys, styles}, size, till.now());
      const page = turnedTo(framing, key, size);
      program.dispatch(page === undefined ? {kind: 'key', key, size} : {kind: 'turned', page});
    },
  };
  const plain = isPlain ? plainScene(program, till, reducerContext) : undefined;
  const {draw, onKey} = plain ?? frames;
  const decided = new KeyGuard(onKey, {program, reducerContext});
  till.approveOnScreens();
  const idle = idleLock(shop.idleLockMinutes * 60_000, () => program.dispatch({kind: 'idle'}));
  const stopFollowing = till.subscribe(told => program.dispatch({kind: 'till-changed', told}));
  let isOver = false;
  const stop = () => {
    isOver = true;
    decided.stop();
    idle.stop();
    plain?.stop();
    stopFollowing();
    wipe();
  };
  const hear: Scene['onKey'] = (key, size) => {
    if (isOver) return;
    idle.restart();
    decided.onKey(key, size);
  };
  const isTyped = (key: Key) => tillScreens.isTyped(key, program.model(), reducerContext);
  return {program, scene: {draw, onKey: whenAllAreLoaded(hear, {isTyped, crash, till})}, stop};
}

/** Has a key that may do more than be typed wait until every screen is in memory, and so do the keys behind it. */
function whenAllAreLoaded(
  hear: Scene['onKey'],
  {
    isTyped,
    crash,
    till,
  }: {readonly isTyped: (key: Key) => boolean; readonly crash: (error: unknown) => void; readonly till: Till},
): Scene['onKey'] {
  let before: Promise<void> | undefined;
  return (key, size) => {
    if (before === undefined && (areLoaded() || isTyped(key))) return hear(key, size);
    const at = till.monotonic();
    before = (before ?? loadScreens()).then(() => hear({...key, at}, size));
    before.catch(error => crash(asReplaced(error) ?? error));
  };
}

/** Returns the shop in the language of the person signed in, or in its own language if nobody is signed in or the person has none. */
const spokenTo = ({actor}: Pick<Till, 'actor'>, shop: Shop): Shop => ({
  ...shop,
  get language() {
    const own = actor()?.language ?? undefined;
    return isLanguage(own) && loadedLanguages().includes(own) ? own : shop.language;
  },
});

/** Calls `tell` after so many milliseconds without a key, and again after as long, since what kept the till open may be over. */
function idleLock(idleMs: number, tell: () => void): {readonly restart: () => void; readonly stop: () => void} {
  let callOff = () => {};
  const restart = () => {
    callOff();
    callOff = later(idleMs, () => {
      tell();
      restart();
    });
  };
  restart();
  return {restart, stop: () => callOff()};
}

/** Returns what the till narrates at the moment: the facts of the till itself, those of the shown screen, and what is asked for. */
export function narrateTill(model: Model, context: Context): Narration {
  const {language} = context;
  const keys = keysText(offersOf(model, context), context);
  const {facts, prompt} = model.isLeaving
    ? {facts: [standing(clauses(leaveText(context), language))], prompt: keys}
    : narrate(tillScreens.describedOn(topOf(model), context), context, keys);
  const link = context.till.link().state === 'up' ? [fact(context.messages.narration.online)] : [];
  return {facts: [...tillFacts(model, context), ...facts, ...link], prompt, language};
}

function tillFacts(model: Model, context: Context): readonly Utterance[] {
  const {keys, language, shop, till, messages} = context;
  const banner = bannerOf(context);
  const facts = {
    shop: cleanText(shop.shop, 60),
    till: till.settings.till,
    person: cleanText(personText(shop.person, language), 30),
    profile: [
      messages.frame.profiles[shop.profile],
      ...(shop.unusualHost === undefined ? [] : [shop.unusualHost]),
    ].join(', '),
    help: keyText('help', {language, keys}),
  };
  return [
    fact(messages.narration.opening(facts), 'opening'),
    ...(banner === undefined ? [] : [fact(clauses(banner.text, language), banner.kind)]),
    ...(model.notice === undefined ? [] : [fact(clauses(unsigned(noticeText(model.notice, context)), language))]),
    ...(model.takings.turned === 0 ? [] : [fact(hoursText(context), `hours ${model.takings.turned}`)]),
  ];
}

/** Returns the scene of a till in sentences. The model, the keys and their effects are the same as with frames. */
export function plainScene(
  program: Program<Model, Message>,
  till: Till,
  {shop, keys}: ReducerContext,
): Scene & {readonly speaker: Speaker; readonly stop: () => void} {
  const speaker = createSpeaker(() => {
    const model = program.model();
    const here = tillScreens.keysOn(topOf(model), keys);
    return narrateTill(model, contextOf(model, {till, shop, keys: here}));
  });
  const stop = program.subscribe(() => speaker.changed());
  const onKey: Scene['onKey'] = (key, size) => program.dispatch({kind: 'key', key, size});
  return {speaker, stop, ...spokenScene('till', speaker, onKey, () => takesNoKey(program.model(), {till}))};
}
