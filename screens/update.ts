import {failedSince} from '../src/core/mail/mail.js';
import {marketOf} from '../src/core/market/markets.js';
import {messages} from '../src/core/messages/messages.js';
import {isSettled} from '../src/core/payment/follow-up.js';
import {type Payment, type Verdict, verdictOf} from '../src/core/payment/payment.js';
import {hasStaff} from '../src/core/staff/staff.js';
import {isRisky, secureNode} from '../src/core/technical/node-version.js';
import type {ShownBasket} from '../src/till/shown-basket.js';
import {isEmpty} from './kit/said.js';
import {contextOf} from './kit/screen.js';
import {
  type Effect,
  entering,
  type Message,
  type Model,
  nextStep,
  type Open,
  pop,
  push,
  type ReducerContext,
  type Said,
  type Shown,
  type TillStep,
  type Typed,
  topOf,
} from './model.js';
import type {SaleForm} from './order/sale-form.js';
import {chosenIn, type Palette, type WayId, ways} from './palette/palette.js';
import {challengesOf, lacksPage, withChallenge} from './payment/challenges.js';
import {type BindingId, bindings, isWriting, keyNames, needsJournal, type PressedAction} from './terminal/bindings.js';
import {hasPanels, type Size} from './terminal/size.js';
import {tillScreens} from './till-screens.js';

type FirstFacts = {
  readonly tornBytes: number;
  readonly nodeVersion?: string;
  readonly isPlain?: boolean;
  readonly isNewShop?: boolean;
  readonly interrupted?: ShownBasket | undefined;
};

/**
 * Returns the first model. A shop that was just set up is asked for its owner. A notice says that an unfinished line (`tornBytes` bytes)
 * was dropped, or else how many payments were in flight when the till stopped, and of a till that takes real money that its Node has known
 * security faults.
 */
export function begin(
  reducerContext: ReducerContext,
  {tornBytes, nodeVersion = process.versions.node, isPlain = false, isNewShop = false, interrupted}: FirstFacts,
): TillStep {
  const {state} = reducerContext.till;
  const {frame} = messages(reducerContext.shop.language);
  const count = state.open.size;
  const recovered = count > 0 ? frame.recovered({count}) : undefined;
  const insecure = isRisky(reducerContext.shop.profile, nodeVersion)
    ? frame.insecureNode({version: nodeVersion, secure: secureNode})
    : undefined;
  const said = [tornBytes > 0 ? frame.torn : recovered, insecure].filter(text => text !== undefined).join(' ');
  const model: Model = {
    stack: [
      entering('sale', undefined),
      ...(interrupted === undefined ? [] : [entering('interrupted-basket', interrupted)]),
      ...(isNewShop ? [entering('person', {number: undefined, isNewShop})] : []),
    ],
    notice: said === '' ? undefined : {kind: 'said', text: said},
    isLeaving: false,
    isIdle: false,
    isPlain,
    takings: {currency: undefined, turned: 0},
    numbered: 0,
    page: 0,
    challenges: new Map(),
    storedCount: undefined,
    refundReason: undefined,
    seen: new Set(),
    verdicts: new Map(),
    mails: state.mails.list,
    shown: undefined,
    uncoveredBy: undefined,
  };
  const verdicts = unsettled(model, state.payments.keys(), reducerContext);
  return gated(
    tillScreens.settled(
      nextStep(
        {...model, verdicts},
        {kind: 'networks', market: marketOf(reducerContext.shop.country)},
        ...(state.items === null ? [] : [{kind: 'items'} as const]),
      ),
      reducerContext,
    ),
    reducerContext,
  );
}

/** The only reducer of the till. It is pure, except that it queries the `reducerContext` and wipes secrets that left the screens. */
export function update(model: Model, message: Message, reducerContext: ReducerContext): TillStep {
  const step = reduced(model, message, reducerContext);
  tillScreens.wipeGone(model, step.model);
  return step;
}

function reduced(model: Model, message: Message, reducerContext: ReducerContext): TillStep {
  const {model: after, effects} = gated(
    tillScreens.settled(onMessage(model, message, reducerContext), reducerContext),
    reducerContext,
  );
  const locking: readonly Effect[] =
    after.isIdle && !isBusy(after, reducerContext) ? [{kind: 'sign-out', reason: 'idle'}] : [];
  const focused = focusedOf(after, reducerContext);
  const seen = shownAfter(model.shown, focused, message, reducerContext);
  const next = seen === model.shown ? after : {...after, shown: seen};
  const looking: readonly Effect[] = seen !== model.shown && seen?.at !== undefined ? [{kind: 'let-look'}] : [];
  const moved: readonly Effect[] =
    focused === focusedOf(model, reducerContext) ? [] : [{kind: 'front', reference: focused}];
  const asked = withPage(next, focused, reducerContext);
  return {
    model: asked.model,
    effects: [...effects, ...locking, ...looking, ...moved, ...closed(model, next), ...asked.effects],
  };
}

/** Returns the screen that must be on top: the sign-in if the till has staff and nobody signed in, or a second person's approval. */
function gateOf({till}: ReducerContext): 'sign-in' | 'approve' | undefined {
  if (hasStaff(till.state.staff) && till.actor() === undefined) return 'sign-in';
  return till.pendingApproval() === undefined ? undefined : 'approve';
}

const isGate = ({kind}: Open): boolean => kind === 'sign-in' || kind === 'approve';

/** Puts the required gate on top, or removes a passed one. Screens that the person who has signed in may not look at are closed. */
function gated(step: TillStep, reducerContext: ReducerContext): TillStep {
  const gate = gateOf(reducerContext);
  const {model} = step;
  if (model.stack.find(isGate)?.kind === gate) return step;
  const [sale, ...above] = model.stack;
  const open = above.filter(each => !isGate(each));
  const wasLocked = gate === undefined && model.stack.some(({kind}) => kind === 'sign-in');
  const stack: Model['stack'] = [sale, ...(wasLocked ? allowedOf(open, reducerContext) : open)];
  const cleared: Model = {...model, stack, notice: undefined, isIdle: model.isIdle && gate !== 'sign-in'};
  const next = gate === undefined ? cleared : push(cleared, entering(gate));
  const opened = tillScreens.settled({model: next, effects: step.effects}, reducerContext);
  tillScreens.wipeGone(model, opened.model);
  return opened;
}

/** Returns the left screens with which the person who has signed in may go on: all below the first one that this person may not look at. */
function allowedOf(screens: readonly Open[], {till}: ReducerContext): readonly Open[] {
  const closed = screens.findIndex(({kind}) => {
    const {needs, tells = needs} = tillScreens.screenOf(kind);
    return tells !== undefined && !till.mayLook(tells);
  });
  return closed < 0 ? screens : screens.slice(0, closed);
}

/** Whether the focused payment is still open, or nobody is signed in. The screen then stays readable, and nobody is signed out. */
function isBusy(model: Model, reducerContext: ReducerContext): boolean {
  const {actor, state} = reducerContext.till;
  return actor() === undefined || state.open.has(focusedOf(model, reducerContext) ?? '');
}

/** Returns the effect that makes the till stop selling while a screen that stops sales is on the stack, or sell again. */
function closed(before: Model, after: Model): readonly Effect[] {
  const isNow = after.stack.some(stopsSales);
  return isNow === before.stack.some(stopsSales) ? [] : [{kind: 'set-closing', isClosing: isNow}];
}

const stopsSales = (screen: Open): boolean => tillScreens.screenOf(screen.kind).stopsSales === true;

/** Requests the page of the bank that the focused payment waits for. */
function withPage(model: Model, focused: string | undefined, {till}: ReducerContext): TillStep {
  const payment = till.state.payments.get(focused ?? '');
  if (!lacksPage(payment, model.challenges)) return nextStep(model);
  const {reference} = payment;
  const challenges = withChallenge(model.challenges, reference, {kind: 'asked'});
  return nextStep({...model, challenges}, {kind: 'challenge', reference});
}

function onMessage(model: Model, message: Message, reducerContext: ReducerContext): TillStep {
  switch (message.kind) {
    case 'key':
      return takesNoKey(model, reducerContext) ? nextStep(model) : heard(model, message, reducerContext);
    case 'turned':
      return nextStep({...model, page: message.page});
    case 'till-changed':
      // The model is copied in any case, since the screens also show the state of the till.
      return nextStep({
        ...withNews(
          withMailNews({...model, challenges: challengesOf(model.challenges, reducerContext)}, reducerContext),
          message.told,
          reducerContext,
        ),
      });
    case 'looked':
      return nextStep({...model});
    case 'let-in':
      return nextStep(push(model, {...message.screen, isLetIn: true}));
    case 'idle':
      return nextStep({...model, isIdle: reducerContext.till.actor() !== undefined});
    case 'held-key':
      return nextStep({...model, notice: {kind: 'said', text: keySaid('heldKey', message.name, reducerContext)}});
    case 'challenge':
      return served(model, message);
    case 'answer':
    case 'answered':
    case 'refused':
      return tillScreens.answered(model, message, reducerContext);
    case 'failed':
      return failed(model, message);
    case 'not-alone':
      return nextStep({
        ...tillScreens.withoutCode(model, message.before),
        notice: {kind: 'said', text: keySaid('notAlone', message.name, reducerContext)},
      });
    case 'mishap':
      return nextStep({...model, notice: {kind: 'problem', problem: message.problem}});
  }
}

/** Returns the step of a key. Digits that mean nothing on the shown screen are the amount of the next sale. */
function heard(model: Model, typed: Typed, reducerContext: ReducerContext): TillStep {
  const offered = (now: Model) => offersOf(now, reducerContext, typed.size);
  const hearing = {offersOf: offered, press: pressedOn};
  const step = tillScreens.heard(model, typed, reducerContext, hearing);
  const {key} = typed;
  const isStray = step.model === model && key.kind === 'text' && /^\p{Nd}+$/u.test(key.text);
  if (!isStray || !isFreeForSale(model, reducerContext)) return step;
  const onSale = tillScreens.settled(
    nextStep({...model, stack: [entering('sale', undefined)], notice: undefined}),
    reducerContext,
  );
  const begun = tillScreens.heard(onSale.model, typed, reducerContext, hearing);
  return {model: begun.model, effects: [...onSale.effects, ...begun.effects]};
}

/** Whether nothing that a person has typed would be lost if the screens above the sale were left. */
function mayLeaveForSale(model: Model, reducerContext: ReducerContext): boolean {
  const context = contextOf(model, reducerContext);
  const isFilledIn = ({kind, state}: Open) => (tillScreens.screenOf(kind).form?.(state, context) ?? []).length > 0;
  return !model.isLeaving && !model.stack.slice(1).some(each => isFilledIn(each) || stopsSales(each));
}

/** Whether digits that mean nothing here are the amount of the next sale: nothing is typed, here or on the sale. */
function isFreeForSale(model: Model, reducerContext: ReducerContext): boolean {
  const [sale, ...above] = model.stack;
  if (above.length === 0 || !mayLeaveForSale(model, reducerContext)) return false;
  const {lines, ...of} = sale.state as SaleForm;
  return Object.values(lines).every(isEmpty) && (of.sale ?? of.ticket ?? of.basket) === undefined;
}

const keySaid = (sentence: 'heldKey' | 'notAlone', name: string, {shop: {language}}: ReducerContext): string =>
  messages(language).frame[sentence]({key: keyNames(language)[name] ?? name});

/** Returns the payment that the person looks at. The till asks for its status first. */
function focusedOf(model: Model, reducerContext: ReducerContext): string | undefined {
  const top = model.stack.findLast(({kind}) => kind !== 'help' && kind !== 'palette');
  if (top === undefined) return undefined;
  return tillScreens.screenOf(top.kind).focused?.(top.state, contextOf(model, reducerContext));
}

/** Returns the actions that are possible now in a window of this size, in the order of the footer. */
export function offersOf(model: Model, reducerContext: ReducerContext, size?: Size): readonly BindingId[] {
  if (takesNoKey(model, reducerContext)) return [];
  if (model.isLeaving) return ['do-leave', 'back'];
  const screen = topOf(model);
  const isPanelled = size !== undefined && hasPanels(size) && !model.isPlain;
  const offers = tillScreens.offersOn(model, reducerContext).filter(id => isPanelled || !bindings[id].isForPanels);
  const canWrite = reducerContext.till.writeFailure() === undefined;
  return [
    ...(canWrite ? offers : offers.filter(id => !needsJournal(id))),
    ...(tillScreens.isTypedThere('help', model, reducerContext) ? [] : (['help'] as const)),
    ...(screen.kind === 'palette' || isGate(screen) ? [] : (['palette'] as const)),
    ...(reducerContext.till.actor() === undefined ? [] : (['lock'] as const)),
    'interrupt',
  ];
}

/** Handles a pressed key. If a paste or a scanner has just closed the screens above, the rest of the chunk must not record here. */
function pressedOn(model: Model, typed: Typed, pressed: PressedAction, reducerContext: ReducerContext): TillStep {
  const {chunk} = typed.key;
  const writes = isWriting(pressed.action);
  if (writes && model.uncoveredBy === chunk) return nextStep(model);
  if (model.isIdle && (writes || bindings[pressed.action].effect === 'decides'))
    return nextStep(model, {kind: 'sign-out', reason: 'idle'});
  const {model: after, effects} = act({...model, notice: undefined}, typed, pressed, reducerContext);
  const isUncovered = after.stack.length < model.stack.length;
  return {model: isUncovered ? {...after, uncoveredBy: chunk} : after, effects};
}

function act(model: Model, typed: Typed, pressed: PressedAction, reducerContext: ReducerContext): TillStep {
  const {action} = pressed;
  if (action === 'help')
    return nextStep(
      topOf(model).kind === 'help'
        ? pop(model)
        : push(model, entering('help', {behind: offersOf(model, reducerContext, typed.size)})),
    );
  if (action === 'palette')
    return nextStep(
      push(
        model,
        entering('palette', {behind: offersOf(model, reducerContext), open: openWays(model, typed, reducerContext)}),
      ),
    );
  if (action === 'run-action') return ranFromPalette(model, typed, reducerContext);
  if (action === 'lock') return nextStep(model, {kind: 'sign-out', reason: 'asked'});
  if (action === 'do-leave') return nextStep(model, {kind: 'leave'});
  if (action === 'interrupt')
    return reducerContext.till.state.open.size > 0
      ? nextStep({...model, isLeaving: true})
      : nextStep(model, {kind: 'leave'});
  if (model.isLeaving) return nextStep({...model, isLeaving: false});
  return tillScreens.actedOn(model, typed, pressed, reducerContext);
}

/** Carries out what is marked on the palette, as if its keys had been pressed on the screen behind, or on the sale. */
function ranFromPalette(model: Model, typed: Typed, reducerContext: ReducerContext): TillStep {
  const chosen = chosenIn(topOf(model).state as Palette, contextOf(model, reducerContext));
  const behind = pop(model);
  if (chosen !== undefined && 'help' in chosen)
    return nextStep(push(behind, entering('help', {behind: offersOf(behind, reducerContext), find: chosen.help})));
  const step =
    chosen !== undefined && 'way' in chosen
      ? wentAlong(onSale(behind), chosen.way, typed, reducerContext)
      : wentAlong(behind, chosen === undefined ? [] : [chosen.action], typed, reducerContext);
  if (step === undefined || chosen === undefined || !('setting' in chosen) || chosen.setting === undefined)
    return step ?? nextStep(behind);
  return {...step, model: push(step.model, entering('settings-page', chosen.setting))};
}

const onSale = (model: Model): Model => ({...model, stack: [model.stack[0]]});

/** Returns the step of several actions, one after the other, or undefined if one of them is not offered. */
function wentAlong(
  model: Model,
  way: readonly BindingId[],
  typed: Typed,
  reducerContext: ReducerContext,
): TillStep | undefined {
  let step = nextStep<Model>(model);
  for (const action of way) {
    if (!offersOf(step.model, reducerContext).includes(action)) return undefined;
    const next = tillScreens.settled(act(step.model, typed, {action, place: 0}, reducerContext), reducerContext);
    step = {model: next.model, effects: [...step.effects, ...next.effects]};
  }
  return step;
}

/** Returns the ways whose last action would be offered, unless something that was typed would be lost on them. */
function openWays(model: Model, typed: Typed, reducerContext: ReducerContext): readonly WayId[] {
  if (!mayLeaveForSale(model, reducerContext)) return [];
  return (Object.keys(ways) as readonly WayId[]).filter(id => {
    const way: readonly BindingId[] = ways[id];
    const before = wentAlong(onSale(model), way.slice(0, -1), typed, reducerContext);
    return before !== undefined && way.slice(-1).every(last => offersOf(before.model, reducerContext).includes(last));
  });
}

/** Adds a notice that a receipt was not sent by e-mail, or may not have been. The cashier who sent it may be at the next sale by now. */
function withMailNews(model: Model, {till}: ReducerContext): Model {
  const {list} = till.state.mails;
  if (list === model.mails) return model;
  const failed = failedSince(model.mails, list);
  return {...model, mails: list, notice: failed === undefined ? model.notice : {kind: 'mail-ended', mail: failed}};
}

/** Adds a notice about payments that have ended while the person looked at something else. */
function withNews(model: Model, told: ReadonlySet<string>, reducerContext: ReducerContext): Model {
  const {payments} = reducerContext.till.state;
  const verdicts = unsettled(model, told, reducerContext);
  if (verdicts === model.verdicts) return model;
  const ended = [...told].filter(reference => {
    const [before, payment] = [model.verdicts.get(reference), payments.get(reference)];
    if (before === undefined || payment === undefined || reference === focusedOf(model, reducerContext)) return false;
    return verdictOf(payment) !== before && verdictOf(payment) !== 'not-known';
  });
  if (ended.length === 0) {
    const reference = [...told].findLast(
      each => each !== focusedOf(model, reducerContext) && hasRefundEnded(model, each, reducerContext),
    );
    return reference === undefined
      ? {...model, verdicts}
      : {...model, verdicts, notice: {kind: 'refund-ended', reference}};
  }
  const before =
    model.notice?.kind === 'ended' ? model.notice.references.filter(reference => !ended.includes(reference)) : [];
  return {...model, verdicts, notice: {kind: 'ended', references: [...before, ...ended]}};
}

/** Whether a refund was all that was open about a paid payment, and its outcome is now known. */
function hasRefundEnded({verdicts}: Model, reference: string, {till}: ReducerContext): boolean {
  const payment = till.state.payments.get(reference);
  if (payment === undefined || verdicts.get(reference) !== 'paid') return false;
  return verdictOf(payment) === 'paid' && payment.refunds.length > 0 && isSettled(payment);
}

/** Returns the verdicts of all payments that may still change by themselves. After an outage there can be thousands. */
function unsettled(
  {verdicts}: Pick<Model, 'verdicts'>,
  told: Iterable<string>,
  {till}: ReducerContext,
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

function failed(model: Model, {effect, problem}: Extract<Message, {kind: 'failed'}>): TillStep {
  if (effect.kind === 'challenge') {
    const challenges = withChallenge(model.challenges, effect.reference, {kind: 'failed', problem});
    return nextStep({...model, challenges});
  }
  // Without a list of networks the built-in table applies.
  if (effect.kind === 'networks' || effect.kind === 'items') return nextStep(model);
  return nextStep({...model, notice: {kind: 'problem', problem}});
}

/** Opens the browser once, without a key, if there is one. */
function served(model: Model, {reference, page}: Extract<Message, {kind: 'challenge'}>): TillStep {
  if (page === undefined) return nextStep(model);
  const challenges = withChallenge(model.challenges, reference, {kind: 'served', page});
  const opening: readonly Effect[] = page.opensBrowser ? [{kind: 'open-page', url: page.url}] : [];
  return nextStep({...model, challenges}, ...opening);
}

/** The milliseconds for which a new verdict takes no key. A person who presses a key within this time has not read it. */
export const look = 800;

/**
 * Returns which payment the screen shows after a message, and since when its verdict is new. A changed verdict is new, and so is a verdict
 * that arrived together with its payment. A payment that a person has just opened with a key is not: it is what the person wanted to see.
 */
function shownAfter(
  before: Shown | undefined,
  focused: string | undefined,
  message: Message,
  {till}: ReducerContext,
): Shown | undefined {
  const payment = till.state.payments.get(focused ?? '');
  if (payment === undefined) return undefined;
  const {reference} = payment;
  const said = saidOf(payment);
  const isSame = before?.reference === reference;
  if (isSame && before.verdict === said.verdict && before.refunds === said.refunds && before.refund === said.refund)
    return before;
  const isNews = isSame || (message.kind !== 'key' && said.verdict !== 'not-known');
  return {reference, ...said, at: isNews ? till.monotonic() : undefined};
}

function saidOf(payment: Payment): Said {
  return {verdict: verdictOf(payment), refunds: payment.refunds.length, refund: payment.refunds.at(-1)?.status};
}

/** Whether a verdict is so new that a key pressed now cannot be an answer to it. The key is dropped. */
export const takesNoKey = ({shown}: Pick<Model, 'shown'>, {till}: Pick<ReducerContext, 'till'>): boolean =>
  shown?.at !== undefined && till.monotonic() - shown.at < look;
