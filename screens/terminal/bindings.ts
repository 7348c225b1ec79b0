import {type Language, type Messages, messages} from '../../src/core/messages/messages.js';

import type {Stroke} from './keyboard.js';
export type BindingId = keyof Messages['key']['does'];

/** The screens to which keys belong, in the order of the help. */
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
  'account',
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

/** The screens on which Enter and Tab go through the fields. */
const filled: readonly KeyGroup[] = [...forms, 'account', 'claim', 'subscription', 'enrol', 'bank', 'settings'];

const leftByOtherKeys: readonly KeyGroup[] = ['sale', 'card', 'confirm', 'payment', 'close', 'slip', 'everywhere'];
/** The screens that the usual back key leaves. */
const left = keyGroups.filter(group => !leftByOtherKeys.includes(group));

/**
 * What a key may cause, which decides how it is guarded. A key that only navigates has no effect, because another key reverses it.
 *
 * - `decides`: removes something that the person may not have read yet.
 * - `writes`: requests money, gives it back, or adds to the journal. Such keys are not offered while the journal cannot be written.
 * - `proves`: records what a typed or scanned secret proves. A scanner may end it, since the person who holds the badge has decided.
 * - `leaves`: leads out without deciding anything. A footer always has room for it.
 */
type KeyEffect = 'decides' | 'writes' | 'proves' | 'leaves';

type Binding = {
  readonly effect?: KeyEffect;
  readonly keys: readonly string[];
  readonly groups: readonly KeyGroup[];
  /** The key leads to something that adds to the journal, so it is not offered either while the journal cannot be written. */
  readonly leadsToWriting?: true;
  /** A key that everyone expects, so it is not in the footer. */
  readonly isQuiet?: true;
  /** The keys are directions. Each has its own meaning, by its place. */
  readonly isDirected?: true;
  /** The keys are shown as a range, from the first to the last. */
  readonly isRange?: true;
  /** The action is needed while letters are text, so at least one of its keys must not be a letter. */
  readonly isInText?: true;
  /**
   * Actions that are never offered together with this one, although they share no key by default. A shop's settings may give them the same
   * key.
   */
  readonly apart?: readonly BindingId[];
  /** The footer shows the action only if another one has no room, because this one leads to all of them. */
  readonly isOverflow?: true;
  /** The key applies only in a window with panels. */
  readonly isForPanels?: true;
  /** Settings cannot change its keys. */
  readonly isFixed?: true;
};

const moves = ['up', 'down', 'page-up', 'page-down', 'home', 'end'];
const digits = (count: number): readonly string[] => Array.from({length: count}, (_, at) => `${at + 1}`);

/**
 * The only table of keys. What a key does, the footer, the help and the list in docs/keys.md are made from it. Each screen decides which of
 * the keys apply at the moment. Two actions that are never offered together may have the same key.
 */
export const bindings: Readonly<Record<BindingId, Binding>> = {
  continue: {keys: ['enter'], groups: filled, isInText: true, apart: ['select', 'scroll']},
  'pick-marked': {keys: ['enter'], groups: ['enrol', 'bank'], isInText: true},
  'next-field': {keys: ['tab', 'down'], groups: filled, isInText: true},
  'previous-field': {keys: ['shift-tab', 'up'], groups: filled, isQuiet: true, isInText: true},
  choose: {keys: ['left', 'right'], groups: forms, isDirected: true},
  latest: {keys: ['right'], groups: ['sale'], isForPanels: true, apart: ['choose']},
  more: {keys: ['m'], groups: ['sale', 'card']},
  'same-wallet': {keys: ['r'], groups: ['sale', 'payment']},
  'sell-again': {keys: ['b'], groups: ['payment', 'ticket'], leadsToWriting: true},
  'by-card': {keys: ['c'], groups: ['sale']},
  'by-cash': {keys: ['h'], groups: ['sale'], leadsToWriting: true},
  quick: {keys: ['#', 'a'], groups: ['sale']},
  'pick-amount': {keys: digits(9), groups: ['quick'], isDirected: true, isRange: true},
  items: {keys: ['e'], groups: ['sale']},
  'import-items': {keys: ['tab'], groups: ['items'], isInText: true},
  'read-items': {keys: ['enter'], groups: ['items'], isInText: true},
  'save-items': {effect: 'writes', keys: ['enter'], groups: ['items'], isInText: true},
  basket: {keys: ['f'], groups: ['sale'], leadsToWriting: true},
  'add-line': {keys: ['enter'], groups: ['basket'], isInText: true},
  'take-up-basket': {keys: ['enter'], groups: ['basket']},
  park: {keys: ['ctrl-o', 'j'], groups: ['sale', 'basket'], leadsToWriting: true, isInText: true},
  'basket-discount': {keys: ['ctrl-d', 'n'], groups: ['sale', 'basket'], isInText: true},
  'keep-discount': {keys: ['enter'], groups: ['basket'], isInText: true},
  parked: {keys: ['y'], groups: ['sale'], isQuiet: true},
  recall: {keys: ['enter'], groups: ['basket'], leadsToWriting: true},
  'drop-parked': {effect: 'writes', keys: ['x'], groups: ['basket']},
  'keep-lines': {effect: 'writes', keys: ['enter'], groups: ['basket'], isInText: true},
  'drop-basket': {effect: 'writes', keys: ['d'], groups: ['basket']},
  'pay-basket': {keys: ['enter'], groups: ['basket'], isInText: true},
  'change-line': {keys: ['tab'], groups: ['basket'], isInText: true},
  'keep-line': {keys: ['enter'], groups: ['basket-line'], isInText: true},
  tip: {keys: ['%', 'g'], groups: ['sale']},
  'keep-tip': {keys: ['enter'], groups: ['tip'], isInText: true},
  'remove-line': {keys: ['delete', 'd'], groups: ['basket', 'basket-line'], isInText: true},
  split: {keys: ['/', 'p'], groups: ['sale'], leadsToWriting: true},
  ticket: {keys: ['/', 'g'], groups: ['sale', 'payment']},
  tickets: {keys: ['s'], groups: ['sale', 'pending']},
  'drop-card': {effect: 'leaves', keys: ['escape'], groups: ['card'], isInText: true},
  'drop-sale': {keys: ['escape'], groups: ['sale'], isInText: true},
  sales: {keys: ['l'], groups: ['sale']},
  'open-sale': {keys: ['enter'], groups: ['sales'], isInText: true},
  'last-outcome': {keys: ['v'], groups: ['sale'], isQuiet: true},
  'last-slip': {keys: ['z'], groups: ['sale'], isQuiet: true},
  hours: {keys: ['o'], groups: ['sale', 'reading', 'takings']},
  day: {keys: ['d'], groups: ['sale']},
  shift: {keys: ['t'], groups: ['sale']},
  claim: {keys: ['k'], groups: ['sale']},
  'ask-claim': {keys: ['c', 'k'], groups: ['claim']},
  bank: {keys: ['b'], groups: ['sale']},
  'on-book': {keys: ['i'], groups: ['sale'], leadsToWriting: true},
  'put-on-book': {effect: 'writes', keys: ['enter'], groups: ['account']},
  'open-account': {keys: ['enter'], groups: ['account'], isInText: true},
  'new-account': {keys: ['tab'], groups: ['account'], isInText: true, leadsToWriting: true},
  'pay-account': {keys: ['h'], groups: ['account'], leadsToWriting: true},
  'change-account': {keys: ['e'], groups: ['account'], leadsToWriting: true},
  'take-cash': {effect: 'writes', keys: ['enter'], groups: ['cash']},
  'pick-sum': {keys: digits(6), groups: ['cash'], isDirected: true, isRange: true},
  'shift-first': {keys: ['t'], groups: ['cash']},
  send: {effect: 'writes', keys: ['enter'], groups: ['confirm'], isInText: true},
  'send-second': {effect: 'writes', keys: ['y'], groups: ['confirm']},
  'look-at-earlier': {keys: ['tab'], groups: ['confirm'], isInText: true},
  change: {effect: 'leaves', keys: ['escape'], groups: ['confirm'], isInText: true},
  'confirm-clock': {effect: 'writes', keys: ['enter'], groups: ['confirm']},
  'send-code': {effect: 'decides', keys: ['enter'], groups: ['payment']},
  'pay-again': {effect: 'decides', keys: ['enter'], groups: ['payment']},
  'next-part': {effect: 'decides', keys: ['enter'], groups: ['payment']},
  'other-part': {keys: ['n'], groups: ['ticket'], leadsToWriting: true},
  'add-lines': {keys: ['f'], groups: ['ticket'], leadsToWriting: true},
  abandon: {keys: ['a'], groups: ['ticket'], leadsToWriting: true},
  'next-sale': {effect: 'decides', keys: ['enter'], groups: ['payment']},
  'next-customer': {effect: 'leaves', keys: ['escape'], groups: ['payment']},
  check: {keys: ['k'], groups: ['payment', 'pending']},
  'set-aside': {keys: ['s'], groups: ['payment']},
  'other-attempt': {keys: ['s'], groups: ['payment']},
  'do-set-aside': {effect: 'decides', keys: ['enter'], groups: ['payment']},
  'keep-waiting': {effect: 'leaves', keys: ['escape'], groups: ['payment']},
  'send-again': {effect: 'writes', keys: ['n'], groups: ['payment']},
  'other-code': {effect: 'decides', keys: ['n'], groups: ['payment']},
  resolve: {keys: ['v'], groups: ['payment']},
  correct: {keys: ['x'], groups: ['payment'], leadsToWriting: true},
  refund: {keys: ['f'], groups: ['payment']},
  'refund-in-cash': {keys: ['h'], groups: ['payment']},
  'lines-back': {keys: ['enter'], groups: ['refund-lines'], isInText: true},
  'all-lines': {keys: ['a'], groups: ['refund-lines']},
  exchange: {keys: ['x'], groups: ['refund-lines'], leadsToWriting: true},
  'do-exchange': {effect: 'writes', keys: ['enter'], groups: ['refund'], isInText: true},
  'all-of-line': {keys: ['tab'], groups: ['refund-lines'], isInText: true},
  'pick-reason': {keys: digits(4), groups: ['refund', 'shift'], isDirected: true, isRange: true},
  'pick-person': {keys: digits(9), groups: ['shift'], isDirected: true, isRange: true},
  'give-back': {effect: 'writes', keys: ['enter'], groups: ['refund']},
  evidence: {keys: ['e'], groups: ['payment', 'reconcile']},
  slip: {keys: ['p'], groups: ['payment']},
  qr: {keys: ['q'], groups: ['payment']},
  'open-page': {keys: ['o'], groups: ['payment']},
  open: {keys: ['enter'], groups: ['pending', 'claim', 'ticket']},
  'open-z': {keys: ['enter'], groups: ['archive'], isInText: true},
  search: {keys: ['/', 'f'], groups: ['pending']},
  jump: {keys: ['/', 'j'], groups: ['archive', 'plans', 'reconcile']},
  select: {
    keys: moves,
    groups: [
      'basket',
      'refund-lines',
      'tip',
      'account',
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
    keys: moves,
    groups: ['reading', 'reconcile', 'review', 'subscription', 'takings', 'staff', 'account'],
    isDirected: true,
  },
  print: {keys: ['p'], groups: ['reading', 'account']},
  'save-pdf': {keys: ['f'], groups: ['slip', 'reading', 'account']},
  'save-png': {keys: ['i'], groups: ['slip', 'reading']},
  'mail-slip': {keys: ['m'], groups: ['slip', 'payment'], leadsToWriting: true},
  'send-mail': {effect: 'writes', keys: ['enter'], groups: ['slip']},
  takings: {keys: ['m'], groups: ['reading']},
  'span-view': {keys: ['v'], groups: ['takings']},
  'other-role': {keys: ['left', 'right'], groups: ['staff'], isDirected: true},
  'other-span': {keys: ['left', 'right'], groups: ['takings'], isDirected: true},
  'close-books': {keys: ['z'], groups: ['takings']},
  'do-close-books': {effect: 'writes', keys: ['enter'], groups: ['close'], isInText: true},
  reconcile: {keys: ['r'], groups: ['reading']},
  'open-difference': {keys: ['enter'], groups: ['reconcile'], isInText: true},
  'add-file': {keys: ['f'], groups: ['reconcile'], leadsToWriting: true},
  'ask-all': {keys: ['l'], groups: ['reconcile'], leadsToWriting: true},
  'stop-asking': {keys: ['escape'], groups: ['reconcile']},
  'lines-by-state': {keys: ['s'], groups: ['reconcile']},
  'lines-by-code': {keys: ['c'], groups: ['reconcile']},
  'other-page': {keys: ['tab'], groups: ['reconcile']},
  'other-day': {keys: ['left', 'right'], groups: ['reconcile'], isDirected: true},
  'read-file': {keys: ['enter'], groups: ['reconcile-form'], isInText: true},
  'use-file': {keys: ['enter'], groups: ['reconcile-form'], isInText: true},
  accept: {keys: ['a'], groups: ['reconcile'], leadsToWriting: true},
  'accept-it': {effect: 'writes', keys: ['enter'], groups: ['reconcile-form']},
  'pick-difference': {keys: ['x'], groups: ['reconcile']},
  unaccept: {keys: ['u'], groups: ['reconcile'], leadsToWriting: true},
  'unaccept-it': {effect: 'writes', keys: ['enter'], groups: ['reconcile-form']},
  match: {keys: ['m'], groups: ['reconcile'], leadsToWriting: true},
  'match-it': {effect: 'writes', keys: ['enter'], groups: ['reconcile-form']},
  receive: {keys: ['n'], groups: ['reconcile', 'claim'], leadsToWriting: true},
  'receive-it': {effect: 'writes', keys: ['enter'], groups: ['reconcile-form']},
  'make-rule': {keys: ['r'], groups: ['reconcile'], leadsToWriting: true},
  rules: {keys: ['r'], groups: ['reconcile']},
  'adopt-rule': {effect: 'writes', keys: ['y'], groups: ['reconcile']},
  layouts: {keys: ['y'], groups: ['reconcile']},
  'export-layouts': {keys: ['x'], groups: ['reconcile']},
  'import-layouts': {keys: ['tab'], groups: ['reconcile'], leadsToWriting: true},
  'write-layouts': {effect: 'writes', keys: ['enter'], groups: ['reconcile-form']},
  'read-layouts': {keys: ['enter'], groups: ['reconcile-form'], isInText: true},
  'keep-layouts': {effect: 'writes', keys: ['enter'], groups: ['reconcile-form'], isInText: true},
  'open-rule': {keys: ['enter'], groups: ['reconcile'], isInText: true, leadsToWriting: true},
  'remove-rule': {effect: 'writes', keys: ['enter'], groups: ['reconcile-form']},
  'save-rule': {effect: 'writes', keys: ['enter'], groups: ['reconcile-form']},
  unmatch: {keys: ['u'], groups: ['reconcile'], leadsToWriting: true},
  'unmatch-it': {effect: 'writes', keys: ['enter'], groups: ['reconcile-form']},
  'open-shift': {keys: ['enter'], groups: ['shift'], leadsToWriting: true},
  'hand-over': {keys: ['h'], groups: ['shift'], leadsToWriting: true},
  'pay-in': {keys: ['p'], groups: ['shift'], leadsToWriting: true},
  'pay-out': {keys: ['o'], groups: ['shift'], leadsToWriting: true},
  drop: {keys: ['d'], groups: ['shift'], leadsToWriting: true},
  'report-x': {keys: ['x'], groups: ['shift'], leadsToWriting: true},
  'close-shift': {keys: ['z'], groups: ['shift'], leadsToWriting: true},
  archive: {keys: ['a'], groups: ['shift']},
  'write-down': {
    effect: 'writes',
    keys: ['enter'],
    groups: ['shift', 'close', 'split', 'person', 'settings', 'account'],
    isInText: true,
  },
  'skip-asking': {keys: ['enter'], groups: ['close']},
  'make-z': {effect: 'writes', keys: ['enter'], groups: ['close'], isInText: true},
  'to-print': {keys: ['enter'], groups: ['close']},
  'do-print': {keys: ['enter'], groups: ['close']},
  'end-close': {effect: 'leaves', keys: ['escape', 'enter'], groups: ['close']},
  'leave-close': {effect: 'leaves', keys: ['escape'], groups: ['close'], isInText: true},
  plans: {keys: ['p'], groups: ['subscriptions']},
  enrol: {keys: ['n'], groups: ['subscriptions'], leadsToWriting: true},
  'new-plan': {keys: ['n'], groups: ['plans'], leadsToWriting: true},
  'enrol-on': {keys: ['e'], groups: ['plans', 'new-plan']},
  staff: {keys: ['s'], groups: ['shift']},
  settings: {keys: ['e'], groups: ['shift']},
  'accept-settings': {keys: ['a'], groups: ['settings'], leadsToWriting: true},
  'join-office': {keys: ['j'], groups: ['settings'], leadsToWriting: true},
  'leave-office': {keys: ['x'], groups: ['settings'], leadsToWriting: true},
  'try-printer': {keys: ['p'], groups: ['settings'], leadsToWriting: true},
  'try-drawer': {keys: ['o'], groups: ['settings'], leadsToWriting: true},
  'try-mail': {keys: ['m'], groups: ['settings'], leadsToWriting: true},
  'find-printers': {keys: ['f'], groups: ['settings'], leadsToWriting: true},
  'back-up': {keys: ['b'], groups: ['settings'], leadsToWriting: true},
  'backup-key': {keys: ['k'], groups: ['settings'], leadsToWriting: true},
  'learn-scanner': {keys: ['c'], groups: ['settings'], leadsToWriting: true},
  'ship-now': {keys: ['s'], groups: ['settings'], leadsToWriting: true},
  'try-out': {effect: 'writes', keys: ['enter'], groups: ['settings'], isInText: true},
  'add-person': {keys: ['n'], groups: ['staff'], leadsToWriting: true},
  'unlock-person': {effect: 'writes', keys: ['u'], groups: ['staff']},
  rights: {keys: ['t'], groups: ['staff']},
  'staff-report': {keys: ['r'], groups: ['staff']},
  'other-month': {keys: ['left', 'right'], groups: ['staff'], isDirected: true},
  'report-by': {keys: ['v'], groups: ['staff']},
  'to-staff': {effect: 'leaves', keys: ['escape'], groups: ['person']},
  'sign-in': {keys: ['enter'], groups: ['person'], isInText: true},
  approve: {effect: 'proves', keys: ['enter'], groups: ['person'], isInText: true},
  lock: {keys: ['ctrl-l'], groups: ['everywhere'], isQuiet: true, isInText: true},
  'leave-list': {keys: ['tab', 'shift-tab'], groups: ['enrol', 'bank'], isDirected: true, isInText: true},
  'make-plan': {effect: 'writes', keys: ['enter'], groups: ['new-plan']},
  'do-enrol': {effect: 'writes', keys: ['enter'], groups: ['enrol']},
  'ask-holder': {keys: ['enter'], groups: ['bank'], isInText: true},
  judge: {effect: 'writes', keys: ['enter'], groups: ['resolve'], isInText: true},
  'look-into': {keys: ['enter'], groups: ['review'], isInText: true},
  find: {keys: ['/', 'f'], groups: ['review']},
  'find-words': {keys: ['w'], groups: ['review']},
  'all-events': {keys: ['e'], groups: ['review']},
  'as-it-was': {keys: ['a'], groups: ['review']},
  'export-shown': {keys: ['x'], groups: ['review']},
  'leave-review': {keys: ['q'], groups: ['review']},
  subscriptions: {keys: ['u'], groups: ['sale']},
  'open-marked': {
    keys: ['enter'],
    groups: ['subscriptions', 'subscription', 'plans', 'staff', 'settings'],
    isInText: true,
  },
  'find-subscription': {keys: ['/', 'f'], groups: ['subscriptions']},
  'filter-state': {keys: ['s'], groups: ['subscriptions']},
  'add-by-id': {keys: ['a'], groups: ['subscriptions'], leadsToWriting: true},
  'add-it': {effect: 'writes', keys: ['enter'], groups: ['subscriptions']},
  refresh: {keys: ['k'], groups: ['subscriptions', 'subscription', 'plans']},
  charges: {keys: ['c'], groups: ['subscription']},
  'pause-it': {keys: ['p'], groups: ['subscription'], leadsToWriting: true},
  'resume-it': {keys: ['r'], groups: ['subscription'], leadsToWriting: true},
  'cancel-it': {keys: ['x'], groups: ['subscription'], leadsToWriting: true},
  'make-own': {keys: ['a'], groups: ['subscription'], leadsToWriting: true},
  'do-change': {effect: 'writes', keys: ['enter'], groups: ['subscription']},
  'look-for-it': {keys: ['k'], groups: ['resolve']},
  back: {effect: 'leaves', keys: ['escape'], groups: left, isInText: true},
  pending: {keys: ['w'], groups: ['sale', 'payment']},
  'run-action': {keys: ['enter'], groups: ['palette'], isInText: true},
  palette: {keys: ['ctrl-p', ':'], groups: ['everywhere'], isOverflow: true},
  help: {keys: ['?'], groups: ['everywhere']},
  leave: {keys: ['q'], groups: ['sale']},
  'do-leave': {keys: ['enter', 'ctrl-c'], groups: ['everywhere'], isFixed: true},
  interrupt: {keys: ['ctrl-c'], groups: ['everywhere'], isQuiet: true, isFixed: true},
};

/** The actions that lead to the places below the header, each of which is a screen with the name of the action. */
export const doors = ['sales', 'pending', 'claim', 'day', 'shift'] as const satisfies readonly BindingId[];

/** Whether the action adds to the journal. */
export const isWriting = (id: BindingId): boolean =>
  bindings[id].effect === 'writes' || bindings[id].effect === 'proves';

/** Whether the action is offered only while the journal can be written. */
export const needsJournal = (id: BindingId): boolean => isWriting(id) || bindings[id].leadsToWriting === true;

/** Whether the action must ignore a key that is held down or arrives together with others, because that is not a person's decision. */
export function isGuarded(id: BindingId): boolean {
  const {effect} = bindings[id];
  return effect === 'decides' || effect === 'writes';
}

export const bindingIds = Object.keys(bindings) as readonly BindingId[];

/** The keys of every action in this shop: those of the table, unless the shop's settings replace them. */
export type Keymap = Readonly<Record<BindingId, readonly string[]>>;

export const defaultKeys = Object.fromEntries(bindingIds.map(id => [id, bindings[id].keys])) as Keymap;

export type PressedAction = {readonly action: BindingId; readonly place: number};

/** Returns the first of the offered actions that has the key. Letters count in either case, so caps lock changes nothing. */
export function actionOf(offered: readonly BindingId[], stroke: Stroke, keys: Keymap): PressedAction | undefined {
  if (stroke.kind === 'paste') return undefined;
  const name = stroke.kind === 'press' ? stroke.name : stroke.text.toLowerCase();
  const action = offered.find(id => keys[id].includes(name));
  return action === undefined ? undefined : {action, place: keys[action].indexOf(name)};
}

/** Returns how far a key of a list or a text moves, by its place: a line, a page, or all the way, back or forth. */
export function stepAt(place: number, {page, all}: {readonly page: number; readonly all: number}): number {
  return [-1, 1, -page, page, -all, all][place] ?? 0;
}

/** The language of the key names, and the keys of this shop. */
export type KeyTexts = {readonly language: Language; readonly keys: Keymap};

export const keyNames = (language: Language): Readonly<Record<string, string>> => messages(language).key.names;

/** Returns the keys of an action as a person reads them: `"Enter"`, `"←→"`, `"w"`. */
export function keyText(id: BindingId, {language, keys}: KeyTexts): string {
  const names = keyNames(language);
  const shown = keys[id].map(key => names[key] ?? key);
  const [first = '', second = ''] = shown;
  if (bindings[id].isRange) return shown.length < 2 ? first : `${first}–${shown.at(-1) ?? ''}`;
  if (!bindings[id].isDirected) return first;
  return `${first}${first.length > 1 ? ' ' : ''}${second}`;
}

/** Returns the texts, each with the key of the action at the same place. */
export const keyedTexts = (id: BindingId, texts: readonly string[], {keys}: Pick<KeyTexts, 'keys'>) =>
  texts.map((text, at) => ({key: keys[id][at] ?? '', text}));

/** In a narrower footer, the first action is always included, and the actions that every footer has are shown by their keys only. */
const narrowFooter = 59;

/**
 * Returns the footer for the offered actions in their order: as many as `width` has room for, always including help and a way out. If some
 * have no room, the action that leads to all of them is included.
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
  const fixed = parts.filter(({isFixed: isKept}) => isKept);
  // A key without its word can still be pressed; a key that is cut cannot be read.
  const drawn = () => lengthOf(fixed) - footerGap.length - fixed.filter(({word}) => word === '').length;
  for (const part of fixed.slice(1).toReversed()) if (drawn() > width) part.word = '';
  let room = width - lengthOf(fixed);
  return parts.filter(part => {
    if (part.isFixed) return true;
    const length = lengthOf([part]);
    if (length > room) return false;
    room -= length;
    return true;
  });
}

export const footerGap = '  ';

const lengthOf = (parts: readonly {key: string; word: string}[]) =>
  parts.reduce((sum, {key, word}) => sum + key.length + 1 + word.length + footerGap.length, 0);

/** Returns the help, group by group, because a key may have another meaning on another screen. */
export function bindingHelp(texts: KeyTexts): readonly {title: string; rows: readonly {key: string; text: string}[]}[] {
  const words = messages(texts.language);
  return keyGroups.map(group => ({
    title: words.key.groups[group],
    rows: bindingIds
      .filter(id => bindings[id].groups.includes(group) && !(id === 'do-leave'))
      .map(id => ({key: keyText(id, texts), text: words.key.does[id].long})),
  }));
}

/** Returns the help with the default keys as Markdown tables, for the README. */
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
