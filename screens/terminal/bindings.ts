import {type Language, type Messages, messages} from '../../src/core/messages/messages.js';

import type {Stroke} from './keyboard.js';
export type BindingId = keyof Messages['key']['does'];

/** The screens that keys belong to, in the order in which the help tells of them. */
export const keyGroups = [
  'sale',
  'quick',
  'card',
  'cash',
  'basket',
  'basket-line',
  'tip',
  'items',
  'split',
  'ticket',
  'confirm',
  'payment',
  'refund',
  'refund-lines',
  'pending',
  'sales',
  'claim',
  'shift',
  'close',
  'archive',
  'takings',
  'reconcile',
  'reconcile-form',
  'reading',
  'slip',
  'subscriptions',
  'subscription',
  'plans',
  'new-plan',
  'enrol',
  'bank',
  'resolve',
  'review',
  'staff',
  'person',
  'settings',
  'palette',
  'everywhere',
] as const;
export type KeyGroup = (typeof keyGroups)[number];

const forms: readonly KeyGroup[] = [
  'sale',
  'card',
  'cash',
  'basket-line',
  'split',
  'refund',
  'shift',
  'close',
  'reconcile-form',
  'resolve',
  'new-plan',
  'person',
];

/** Those on which fields are gone through by Enter and Tab. */
const filled: readonly KeyGroup[] = [...forms, 'claim', 'subscription', 'enrol', 'bank', 'settings'];

const leftByOtherKeys: readonly KeyGroup[] = ['sale', 'card', 'confirm', 'payment', 'close', 'slip', 'everywhere'];
/** Those that the usual way back leaves. */
const left = keyGroups.filter(group => !leftByOtherKeys.includes(group));

/**
 * What a key may bring about, and with it how it is guarded.
 *
 * - `navigates`: nothing that another key does not undo.
 * - `decides`: takes away what nobody may have read yet.
 * - `writes`: asks for money, gives it back, or goes into the journal. There is none while the journal cannot be written.
 * - `proves`: writes what a secret proves that was typed or scanned. A scanner may end it: whoever has the badge has decided.
 * - `leaves`: the way out without deciding anything, for which a footer always has room.
 */
type KeyEffect = 'navigates' | 'decides' | 'writes' | 'proves' | 'leaves';

type Binding = {
  readonly effect: KeyEffect;
  readonly keys: readonly string[];
  readonly groups: readonly KeyGroup[];
  /** What everybody expects stays out of the footer. */
  readonly isQuiet?: true;
  /** The keys are directions: each has a meaning of its own, by its place. */
  readonly isDirected?: true;
  /** Of its keys the first and the last tell of those between them. */
  readonly isRange?: true;
  /** It is needed where letters are text, so that one of its keys must be none. */
  readonly isInText?: true;
  /** Never offered together with these, though they have no key in common: they may come to share one. */
  readonly apart?: readonly BindingId[];
  /** It stands in the footer only where another action has no room there, since it leads to all of them. */
  readonly isOverflow?: true;
  /** Nobody can take it away from its keys. */
  readonly isFixed?: true;
};

const moves = ['up', 'down', 'page-up', 'page-down', 'home', 'end'];
const digits = (count: number): readonly string[] => Array.from({length: count}, (_, at) => `${at + 1}`);

/**
 * The one table of keys: what a key does, the footer, the help and the README's list are made from it. Which of them
 * count at a moment is for each screen to say. Two that are never offered together may stand on one key.
 */
export const bindings: Readonly<Record<BindingId, Binding>> = {
  continue: {effect: 'navigates', keys: ['enter'], groups: filled, isInText: true, apart: ['select', 'scroll']},
  'pick-marked': {effect: 'navigates', keys: ['enter'], groups: ['enrol', 'bank'], isInText: true},
  'next-field': {effect: 'navigates', keys: ['tab', 'down'], groups: filled, isInText: true},
  'previous-field': {effect: 'navigates', keys: ['shift-tab', 'up'], groups: filled, isQuiet: true, isInText: true},
  choose: {effect: 'navigates', keys: ['left', 'right'], groups: forms, isDirected: true},
  more: {effect: 'navigates', keys: ['m'], groups: ['sale', 'card']},
  'same-wallet': {effect: 'navigates', keys: ['r'], groups: ['sale', 'payment']},
  'sell-again': {effect: 'navigates', keys: ['b'], groups: ['payment', 'ticket']},
  'by-card': {effect: 'navigates', keys: ['c'], groups: ['sale']},
  'by-cash': {effect: 'navigates', keys: ['h'], groups: ['sale']},
  quick: {effect: 'navigates', keys: ['#', 'a'], groups: ['sale']},
  'pick-amount': {effect: 'navigates', keys: digits(9), groups: ['quick'], isDirected: true, isRange: true},
  items: {effect: 'navigates', keys: ['e'], groups: ['sale']},
  'import-items': {effect: 'navigates', keys: ['tab'], groups: ['items'], isInText: true},
  'read-items': {effect: 'navigates', keys: ['enter'], groups: ['items'], isInText: true},
  'save-items': {effect: 'writes', keys: ['enter'], groups: ['items'], isInText: true},
  basket: {effect: 'navigates', keys: ['f'], groups: ['sale']},
  'add-line': {effect: 'navigates', keys: ['enter'], groups: ['basket'], isInText: true},
  'pay-basket': {effect: 'navigates', keys: ['enter'], groups: ['basket'], isInText: true},
  'change-line': {effect: 'navigates', keys: ['tab'], groups: ['basket'], isInText: true},
  'keep-line': {effect: 'navigates', keys: ['enter'], groups: ['basket-line'], isInText: true},
  tip: {effect: 'navigates', keys: ['%', 'g'], groups: ['sale']},
  'keep-tip': {effect: 'navigates', keys: ['enter'], groups: ['tip'], isInText: true},
  'remove-line': {effect: 'navigates', keys: ['delete', 'd'], groups: ['basket', 'basket-line'], isInText: true},
  split: {effect: 'navigates', keys: ['/', 'p'], groups: ['sale']},
  ticket: {effect: 'navigates', keys: ['/', 'g'], groups: ['sale', 'payment']},
  tickets: {effect: 'navigates', keys: ['s'], groups: ['sale', 'pending']},
  'drop-card': {effect: 'leaves', keys: ['escape'], groups: ['card'], isInText: true},
  'drop-sale': {effect: 'navigates', keys: ['escape'], groups: ['sale'], isInText: true},
  sales: {effect: 'navigates', keys: ['l'], groups: ['sale']},
  'open-sale': {effect: 'navigates', keys: ['enter'], groups: ['sales'], isInText: true},
  'last-outcome': {effect: 'navigates', keys: ['v'], groups: ['sale'], isQuiet: true},
  hours: {effect: 'navigates', keys: ['o'], groups: ['sale', 'reading', 'takings']},
  day: {effect: 'navigates', keys: ['d'], groups: ['sale']},
  shift: {effect: 'navigates', keys: ['t'], groups: ['sale']},
  claim: {effect: 'navigates', keys: ['k'], groups: ['sale']},
  'ask-claim': {effect: 'navigates', keys: ['c', 'k'], groups: ['claim']},
  bank: {effect: 'navigates', keys: ['b'], groups: ['sale']},
  'take-cash': {effect: 'writes', keys: ['enter'], groups: ['cash']},
  'pick-sum': {effect: 'navigates', keys: digits(6), groups: ['cash'], isDirected: true, isRange: true},
  'shift-first': {effect: 'navigates', keys: ['t'], groups: ['cash']},
  send: {effect: 'writes', keys: ['enter'], groups: ['confirm'], isInText: true},
  'look-at-earlier': {effect: 'navigates', keys: ['tab'], groups: ['confirm'], isInText: true},
  change: {effect: 'leaves', keys: ['escape'], groups: ['confirm'], isInText: true},
  'confirm-clock': {effect: 'writes', keys: ['enter'], groups: ['confirm']},
  'send-code': {effect: 'decides', keys: ['enter'], groups: ['payment']},
  'pay-again': {effect: 'decides', keys: ['enter'], groups: ['payment']},
  'next-part': {effect: 'decides', keys: ['enter'], groups: ['payment']},
  'other-part': {effect: 'navigates', keys: ['n'], groups: ['ticket']},
  abandon: {effect: 'navigates', keys: ['a'], groups: ['ticket']},
  'next-sale': {effect: 'decides', keys: ['enter'], groups: ['payment']},
  'next-customer': {effect: 'navigates', keys: ['escape'], groups: ['payment']},
  check: {effect: 'navigates', keys: ['k'], groups: ['payment', 'pending']},
  'set-aside': {effect: 'navigates', keys: ['s'], groups: ['payment']},
  'other-attempt': {effect: 'navigates', keys: ['s'], groups: ['payment']},
  'do-set-aside': {effect: 'decides', keys: ['enter'], groups: ['payment']},
  'keep-waiting': {effect: 'leaves', keys: ['escape'], groups: ['payment']},
  'send-again': {effect: 'navigates', keys: ['n'], groups: ['payment']},
  'other-code': {effect: 'decides', keys: ['n'], groups: ['payment']},
  resolve: {effect: 'navigates', keys: ['v'], groups: ['payment']},
  refund: {effect: 'navigates', keys: ['f'], groups: ['payment']},
  'refund-in-cash': {effect: 'navigates', keys: ['h'], groups: ['payment']},
  'lines-back': {effect: 'navigates', keys: ['enter'], groups: ['refund-lines'], isInText: true},
  'all-of-line': {effect: 'navigates', keys: ['tab'], groups: ['refund-lines'], isInText: true},
  'pick-reason': {effect: 'navigates', keys: digits(4), groups: ['refund', 'shift'], isDirected: true, isRange: true},
  'give-back': {effect: 'writes', keys: ['enter'], groups: ['refund']},
  evidence: {effect: 'navigates', keys: ['e'], groups: ['payment', 'reconcile']},
  slip: {effect: 'navigates', keys: ['p'], groups: ['payment']},
  qr: {effect: 'navigates', keys: ['q'], groups: ['payment']},
  'open-page': {effect: 'navigates', keys: ['o'], groups: ['payment']},
  open: {effect: 'navigates', keys: ['enter'], groups: ['pending', 'claim', 'ticket']},
  'open-z': {effect: 'navigates', keys: ['enter'], groups: ['archive'], isInText: true},
  search: {effect: 'navigates', keys: ['/', 'f'], groups: ['pending']},
  jump: {effect: 'navigates', keys: ['/', 'j'], groups: ['archive', 'plans', 'reconcile']},
  select: {
    effect: 'navigates',
    keys: moves,
    groups: [
      'basket',
      'refund-lines',
      'tip',
      'items',
      'pending',
      'sales',
      'ticket',
      'archive',
      'reconcile',
      'review',
      'subscriptions',
      'subscription',
      'plans',
      'enrol',
      'bank',
      'staff',
      'settings',
      'palette',
    ],
    isDirected: true,
  },
  scroll: {
    effect: 'navigates',
    keys: moves,
    groups: ['reading', 'reconcile', 'review', 'subscription', 'takings', 'staff'],
    isDirected: true,
  },
  print: {effect: 'navigates', keys: ['p'], groups: ['reading']},
  'save-pdf': {effect: 'navigates', keys: ['f'], groups: ['slip']},
  'save-png': {effect: 'navigates', keys: ['i'], groups: ['slip']},
  'mail-slip': {effect: 'navigates', keys: ['m'], groups: ['slip', 'payment']},
  'send-mail': {effect: 'writes', keys: ['enter'], groups: ['slip']},
  takings: {effect: 'navigates', keys: ['m'], groups: ['reading']},
  'span-view': {effect: 'navigates', keys: ['v'], groups: ['takings']},
  'other-role': {effect: 'navigates', keys: ['left', 'right'], groups: ['staff'], isDirected: true},
  'other-span': {effect: 'navigates', keys: ['left', 'right'], groups: ['takings'], isDirected: true},
  'close-books': {effect: 'navigates', keys: ['z'], groups: ['takings']},
  'do-close-books': {effect: 'writes', keys: ['enter'], groups: ['close'], isInText: true},
  reconcile: {effect: 'navigates', keys: ['r'], groups: ['reading']},
  'open-difference': {effect: 'navigates', keys: ['enter'], groups: ['reconcile'], isInText: true},
  'add-file': {effect: 'navigates', keys: ['f'], groups: ['reconcile']},
  'ask-all': {effect: 'navigates', keys: ['l'], groups: ['reconcile']},
  'stop-asking': {effect: 'navigates', keys: ['escape'], groups: ['reconcile']},
  'lines-by-state': {effect: 'navigates', keys: ['s'], groups: ['reconcile']},
  'lines-by-code': {effect: 'navigates', keys: ['c'], groups: ['reconcile']},
  'other-page': {effect: 'navigates', keys: ['tab'], groups: ['reconcile']},
  'other-day': {effect: 'navigates', keys: ['left', 'right'], groups: ['reconcile'], isDirected: true},
  'read-file': {effect: 'navigates', keys: ['enter'], groups: ['reconcile-form'], isInText: true},
  'use-file': {effect: 'navigates', keys: ['enter'], groups: ['reconcile-form'], isInText: true},
  accept: {effect: 'navigates', keys: ['a'], groups: ['reconcile']},
  'accept-it': {effect: 'writes', keys: ['enter'], groups: ['reconcile-form']},
  match: {effect: 'navigates', keys: ['m'], groups: ['reconcile']},
  'match-it': {effect: 'writes', keys: ['enter'], groups: ['reconcile-form']},
  receive: {effect: 'navigates', keys: ['n'], groups: ['reconcile', 'claim']},
  'receive-it': {effect: 'writes', keys: ['enter'], groups: ['reconcile-form']},
  'make-rule': {effect: 'navigates', keys: ['r'], groups: ['reconcile']},
  rules: {effect: 'navigates', keys: ['r'], groups: ['reconcile']},
  'adopt-rule': {effect: 'writes', keys: ['y'], groups: ['reconcile']},
  layouts: {effect: 'navigates', keys: ['y'], groups: ['reconcile']},
  'export-layouts': {effect: 'navigates', keys: ['x'], groups: ['reconcile']},
  'import-layouts': {effect: 'navigates', keys: ['tab'], groups: ['reconcile']},
  'write-layouts': {effect: 'writes', keys: ['enter'], groups: ['reconcile-form']},
  'read-layouts': {effect: 'navigates', keys: ['enter'], groups: ['reconcile-form'], isInText: true},
  'keep-layouts': {effect: 'writes', keys: ['enter'], groups: ['reconcile-form'], isInText: true},
  'open-rule': {effect: 'navigates', keys: ['enter'], groups: ['reconcile'], isInText: true},
  'remove-rule': {effect: 'writes', keys: ['enter'], groups: ['reconcile-form']},
  'save-rule': {effect: 'writes', keys: ['enter'], groups: ['reconcile-form']},
  unmatch: {effect: 'navigates', keys: ['u'], groups: ['reconcile']},
  'unmatch-it': {effect: 'writes', keys: ['enter'], groups: ['reconcile-form']},
  'open-shift': {effect: 'navigates', keys: ['enter'], groups: ['shift']},
  'hand-over': {effect: 'navigates', keys: ['h'], groups: ['shift']},
  'pay-in': {effect: 'navigates', keys: ['p'], groups: ['shift']},
  'pay-out': {effect: 'navigates', keys: ['o'], groups: ['shift']},
  drop: {effect: 'navigates', keys: ['d'], groups: ['shift']},
  'report-x': {effect: 'navigates', keys: ['x'], groups: ['shift']},
  'close-shift': {effect: 'navigates', keys: ['z'], groups: ['shift']},
  archive: {effect: 'navigates', keys: ['a'], groups: ['shift']},
  'write-down': {
    effect: 'writes',
    keys: ['enter'],
    groups: ['shift', 'close', 'split', 'person', 'settings'],
    isInText: true,
  },
  'skip-asking': {effect: 'navigates', keys: ['enter'], groups: ['close']},
  'make-z': {effect: 'writes', keys: ['enter'], groups: ['close'], isInText: true},
  'to-print': {effect: 'navigates', keys: ['enter'], groups: ['close']},
  'do-print': {effect: 'navigates', keys: ['enter'], groups: ['close']},
  'end-close': {effect: 'leaves', keys: ['escape', 'enter'], groups: ['close']},
  'leave-close': {effect: 'leaves', keys: ['escape'], groups: ['close'], isInText: true},
  plans: {effect: 'navigates', keys: ['p'], groups: ['subscriptions']},
  enrol: {effect: 'navigates', keys: ['n'], groups: ['subscriptions']},
  'new-plan': {effect: 'navigates', keys: ['n'], groups: ['plans']},
  'enrol-on': {effect: 'navigates', keys: ['e'], groups: ['plans', 'new-plan']},
  staff: {effect: 'navigates', keys: ['s'], groups: ['shift']},
  settings: {effect: 'navigates', keys: ['e'], groups: ['shift']},
  'accept-settings': {effect: 'navigates', keys: ['a'], groups: ['settings']},
  'add-person': {effect: 'navigates', keys: ['n'], groups: ['staff']},
  'unlock-person': {effect: 'writes', keys: ['u'], groups: ['staff']},
  rights: {effect: 'navigates', keys: ['t'], groups: ['staff']},
  'staff-report': {effect: 'navigates', keys: ['r'], groups: ['staff']},
  'other-month': {effect: 'navigates', keys: ['left', 'right'], groups: ['staff'], isDirected: true},
  'report-by': {effect: 'navigates', keys: ['v'], groups: ['staff']},
  'to-staff': {effect: 'leaves', keys: ['escape'], groups: ['person']},
  'sign-in': {effect: 'navigates', keys: ['enter'], groups: ['person'], isInText: true},
  approve: {effect: 'proves', keys: ['enter'], groups: ['person'], isInText: true},
  lock: {effect: 'navigates', keys: ['ctrl-l'], groups: ['everywhere'], isQuiet: true, isInText: true},
  'leave-list': {
    effect: 'navigates',
    keys: ['tab', 'shift-tab'],
    groups: ['enrol', 'bank'],
    isDirected: true,
    isInText: true,
  },
  'make-plan': {effect: 'writes', keys: ['enter'], groups: ['new-plan']},
  'do-enrol': {effect: 'writes', keys: ['enter'], groups: ['enrol']},
  'ask-holder': {effect: 'navigates', keys: ['enter'], groups: ['bank'], isInText: true},
  judge: {effect: 'writes', keys: ['enter'], groups: ['resolve'], isInText: true},
  'look-into': {effect: 'navigates', keys: ['enter'], groups: ['review'], isInText: true},
  find: {effect: 'navigates', keys: ['/', 'f'], groups: ['review']},
  'find-words': {effect: 'navigates', keys: ['w'], groups: ['review']},
  'all-events': {effect: 'navigates', keys: ['e'], groups: ['review']},
  'as-it-was': {effect: 'navigates', keys: ['a'], groups: ['review']},
  'export-shown': {effect: 'navigates', keys: ['x'], groups: ['review']},
  'leave-review': {effect: 'navigates', keys: ['q'], groups: ['review']},
  subscriptions: {effect: 'navigates', keys: ['u'], groups: ['sale']},
  'open-marked': {
    effect: 'navigates',
    keys: ['enter'],
    groups: ['subscriptions', 'subscription', 'plans', 'staff', 'settings'],
    isInText: true,
  },
  'find-subscription': {effect: 'navigates', keys: ['/', 'f'], groups: ['subscriptions']},
  'filter-state': {effect: 'navigates', keys: ['s'], groups: ['subscriptions']},
  'add-by-id': {effect: 'navigates', keys: ['a'], groups: ['subscriptions']},
  'add-it': {effect: 'writes', keys: ['enter'], groups: ['subscriptions']},
  refresh: {effect: 'navigates', keys: ['k'], groups: ['subscriptions', 'subscription', 'plans']},
  charges: {effect: 'navigates', keys: ['c'], groups: ['subscription']},
  'pause-it': {effect: 'navigates', keys: ['p'], groups: ['subscription']},
  'resume-it': {effect: 'navigates', keys: ['r'], groups: ['subscription']},
  'cancel-it': {effect: 'navigates', keys: ['x'], groups: ['subscription']},
  'make-own': {effect: 'navigates', keys: ['a'], groups: ['subscription']},
  'do-change': {effect: 'writes', keys: ['enter'], groups: ['subscription']},
  'look-for-it': {effect: 'navigates', keys: ['k'], groups: ['resolve']},
  back: {effect: 'leaves', keys: ['escape'], groups: left, isInText: true},
  pending: {effect: 'navigates', keys: ['w'], groups: ['sale', 'payment']},
  'run-action': {effect: 'navigates', keys: ['enter'], groups: ['palette'], isInText: true},
  palette: {effect: 'navigates', keys: ['ctrl-p', ':'], groups: ['everywhere'], isOverflow: true},
  help: {effect: 'navigates', keys: ['?', 'i'], groups: ['everywhere']},
  leave: {effect: 'navigates', keys: ['q'], groups: ['sale']},
  'do-leave': {effect: 'navigates', keys: ['enter', 'ctrl-c'], groups: ['everywhere'], isFixed: true},
  interrupt: {effect: 'navigates', keys: ['ctrl-c'], groups: ['everywhere'], isQuiet: true, isFixed: true},
};

/** Whether what it brings about goes into the journal. */
export const isWriting = (id: BindingId): boolean => ['writes', 'proves'].includes(bindings[id].effect);

/** Whether a key that is held down, or arrives with others, is no decision of anybody's. */
export function isGuarded(id: BindingId): boolean {
  const {effect} = bindings[id];
  return effect === 'decides' || effect === 'writes';
}

export const bindingIds = Object.keys(bindings) as readonly BindingId[];

/** The keys of every action as they are here: those of the table, but for what the shop's settings say. */
export type Keymap = Readonly<Record<BindingId, readonly string[]>>;

export const defaultKeys = Object.fromEntries(bindingIds.map(id => [id, bindings[id].keys])) as Keymap;

/** An action and which of its keys was pressed. */
export type PressedAction = {readonly action: BindingId; readonly place: number};

/** The first of the offered actions that a key stands for. Letters count in either case: a caps lock stops nobody. */
export function actionOf(offered: readonly BindingId[], stroke: Stroke, keys: Keymap): PressedAction | undefined {
  if (stroke.kind === 'paste') return undefined;
  const name = stroke.kind === 'press' ? stroke.name : stroke.text.toLowerCase();
  const action = offered.find(id => keys[id].includes(name));
  return action === undefined ? undefined : {action, place: keys[action].indexOf(name)};
}

/** How far the keys of a list or a text go, by their place: a line, a page, all the way; back and forth. */
export function stepAt(place: number, {page, all}: {readonly page: number; readonly all: number}): number {
  return [-1, 1, -page, page, -all, all][place] ?? 0;
}

/** Whose names the keys have, and where they lie in this shop. */
export type KeyTexts = {readonly language: Language; readonly keys: Keymap};

/** What the keys are called that have a name of their own. */
export const keyNames = (language: Language): Readonly<Record<string, string>> => messages(language).key.names;

/** The keys of an action as a person reads them: `"Enter"`, `"←→"`, `"w"`. */
export function keyText(id: BindingId, {language, keys}: KeyTexts): string {
  const names = keyNames(language);
  const shown = keys[id].map(key => names[key] ?? key);
  const [first = '', second = ''] = shown;
  if (bindings[id].isRange) return shown.length < 2 ? first : `${first}–${shown.at(-1) ?? ''}`;
  if (!bindings[id].isDirected) return first;
  return `${first}${first.length > 1 ? ' ' : ''}${second}`;
}

/** Texts of which each has a key of an action, by its place. */
export const keyedTexts = (id: BindingId, texts: readonly string[], {keys}: Pick<KeyTexts, 'keys'>) =>
  texts.map((text, at) => ({key: keys[id][at] ?? '', text}));

/** Where a footer is narrower the first action is among what it always says, and what is in every footer is a key alone. */
const narrowFooter = 59;

/**
 * What a footer says of the offered actions, in their order; as many as `width` has room for, help and a way out always.
 * Where some have none, the way to all of them is among them.
 */
export function footerParts(offered: readonly BindingId[], texts: KeyTexts, width: number): readonly FooterPart[] {
  const way = offered.find(id => bindings[id].effect === 'leaves');
  const first = width < narrowFooter ? offered[0] : undefined;
  const usual = offered.filter(id => bindings[id].isQuiet !== true && bindings[id].isOverflow !== true);
  const parts = fitting(usual, [first, way, 'help'], texts, width);
  const overflow = offered.find(id => bindings[id].isOverflow);
  if (overflow === undefined || parts.length === usual.length) return parts;
  return fitting(
    [...usual.filter(id => id !== 'help'), overflow, ...usual.filter(id => id === 'help')],
    [first, way, overflow, 'help'],
    texts,
    width,
  );
}

type FooterPart = {readonly key: string; readonly word: string};

function fitting(
  ids: readonly BindingId[],
  always: readonly (BindingId | undefined)[],
  texts: KeyTexts,
  width: number,
): readonly FooterPart[] {
  const words = messages(texts.language).key.does;
  const isNarrow = width < narrowFooter;
  const wordOf = (id: BindingId) =>
    isNarrow && (id === 'help' || bindings[id].isOverflow === true) ? '' : words[id].short;
  const parts = ids.map(id => ({key: keyText(id, texts), word: wordOf(id), isFixed: always.includes(id)}));
  let room = width - lengthOf(parts.filter(({isFixed: isKept}) => isKept));
  return parts.filter(part => {
    if (part.isFixed) return true;
    const length = lengthOf([part]);
    if (length > room) return false;
    room -= length;
    return true;
  });
}

/** Between two keys of a footer. */
export const footerGap = '  ';

const lengthOf = (parts: readonly {key: string; word: string}[]) =>
  parts.reduce((sum, {key, word}) => sum + key.length + 1 + word.length + footerGap.length, 0);

/** The help, group by group: the same key may mean another thing on another screen. */
export function bindingHelp(texts: KeyTexts): readonly {title: string; rows: readonly {key: string; text: string}[]}[] {
  const words = messages(texts.language);
  return keyGroups.map(group => ({
    title: words.key.groups[group],
    rows: bindingIds
      .filter(id => bindings[id].groups.includes(group) && !(id === 'do-leave'))
      .map(id => ({key: keyText(id, texts), text: words.key.does[id].long})),
  }));
}

export function bindingsMarkdown(language: Language): string {
  const {
    key: {keysTitle},
  } = messages(language);
  const sections = bindingHelp({language, keys: defaultKeys}).map(({title, rows}) =>
    [`### ${title}`, '', keysTitle, '|---|---|', ...rows.map(({key, text}) => `| \`${key}\` | ${text} |`), ''].join(
      '\n',
    ),
  );
  return sections.join('\n');
}
