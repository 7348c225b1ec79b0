import {type Language, type Messages, messages} from '../../src/core/messages/messages.js';

import type {Stroke} from './keyboard.js';
export type BindingId = keyof Messages['key']['does'];

/** The screens that keys belong to, in the order in which the help tells of them. */
export const keyGroups = [
  'sale',
  'card',
  'cash',
  'confirm',
  'payment',
  'refund',
  'tray',
  'claim',
  'shift',
  'close',
  'archive',
  'reconcile',
  'reconcile-form',
  'reading',
  'subscriptions',
  'subscription',
  'plans',
  'new-plan',
  'enrol',
  'bank',
  'resolve',
  'review',
  'everywhere',
] as const;
export type KeyGroup = (typeof keyGroups)[number];

/** The screens on which something is filled in. */
const forms: readonly KeyGroup[] = [
  'sale',
  'card',
  'cash',
  'refund',
  'shift',
  'close',
  'reconcile-form',
  'resolve',
  'new-plan',
];

type Binding = {
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
  /** Nobody can take it away from its keys. */
  readonly isFixed?: true;
};

/**
 * The one table of keys: what a key does, the footer, the help and the README's list are made from it. Which of them
 * count at a moment is for each screen to say. Two that are never offered together may stand on one key.
 */
export const bindings: Readonly<Record<BindingId, Binding>> = {
  continue: {
    keys: ['enter'],
    groups: [...forms, 'claim', 'subscription', 'enrol', 'bank'],
    isInText: true,
    apart: ['select', 'scroll'],
  },
  'pick-marked': {keys: ['enter'], groups: ['enrol', 'bank'], isInText: true},
  'next-field': {keys: ['tab', 'down'], groups: [...forms, 'claim', 'subscription', 'enrol', 'bank'], isInText: true},
  'previous-field': {
    keys: ['shift-tab', 'up'],
    groups: [...forms, 'claim', 'subscription', 'enrol', 'bank'],
    isQuiet: true,
    isInText: true,
  },
  choose: {keys: ['left', 'right'], groups: forms, isDirected: true},
  more: {keys: ['m'], groups: ['sale', 'card']},
  'same-wallet': {keys: ['r'], groups: ['sale', 'payment']},
  'by-card': {keys: ['c'], groups: ['sale']},
  'by-cash': {keys: ['h'], groups: ['sale']},
  'drop-card': {keys: ['escape'], groups: ['card'], isInText: true},
  'drop-sale': {keys: ['escape'], groups: ['sale'], isInText: true},
  'last-outcome': {keys: ['l'], groups: ['sale'], isQuiet: true},
  hours: {keys: ['o'], groups: ['sale', 'reading']},
  day: {keys: ['d'], groups: ['sale']},
  shift: {keys: ['t'], groups: ['sale']},
  claim: {keys: ['k'], groups: ['sale']},
  'ask-claim': {keys: ['c', 'k'], groups: ['claim']},
  bank: {keys: ['b'], groups: ['sale']},
  'take-cash': {keys: ['enter'], groups: ['cash']},
  'pick-sum': {keys: ['1', '2', '3', '4', '5', '6'], groups: ['cash'], isDirected: true, isRange: true},
  'shift-first': {keys: ['t'], groups: ['cash']},
  send: {keys: ['enter'], groups: ['confirm'], isInText: true},
  'look-at-earlier': {keys: ['tab'], groups: ['confirm'], isInText: true},
  change: {keys: ['escape'], groups: ['confirm'], isInText: true},
  'confirm-clock': {keys: ['enter'], groups: ['confirm']},
  'send-code': {keys: ['enter'], groups: ['payment']},
  'next-sale': {keys: ['enter'], groups: ['payment']},
  'next-customer': {keys: ['escape'], groups: ['payment']},
  check: {keys: ['k'], groups: ['payment', 'tray']},
  'set-aside': {keys: ['s'], groups: ['payment']},
  'other-attempt': {keys: ['s'], groups: ['payment']},
  'do-set-aside': {keys: ['enter'], groups: ['payment']},
  'keep-waiting': {keys: ['escape'], groups: ['payment']},
  'send-again': {keys: ['n'], groups: ['payment']},
  'other-code': {keys: ['n'], groups: ['payment']},
  resolve: {keys: ['v'], groups: ['payment']},
  refund: {keys: ['f'], groups: ['payment']},
  'refund-in-cash': {keys: ['h'], groups: ['payment']},
  'pick-reason': {keys: ['1', '2', '3', '4'], groups: ['refund', 'shift'], isDirected: true, isRange: true},
  'give-back': {keys: ['enter'], groups: ['refund']},
  evidence: {keys: ['e'], groups: ['payment', 'reconcile']},
  slip: {keys: ['p'], groups: ['payment']},
  qr: {keys: ['q'], groups: ['payment']},
  'open-page': {keys: ['o'], groups: ['payment']},
  open: {keys: ['enter'], groups: ['tray', 'claim']},
  'open-z': {keys: ['enter'], groups: ['archive']},
  search: {keys: ['/', 'f'], groups: ['tray']},
  select: {
    keys: ['up', 'down', 'page-up', 'page-down', 'home', 'end'],
    groups: [
      'tray',
      'claim',
      'archive',
      'reconcile',
      'review',
      'subscriptions',
      'subscription',
      'plans',
      'enrol',
      'bank',
    ],
    isDirected: true,
  },
  scroll: {
    keys: ['up', 'down', 'page-up', 'page-down', 'home', 'end'],
    groups: ['reading', 'reconcile', 'review', 'subscription'],
    isDirected: true,
  },
  print: {keys: ['p'], groups: ['reading']},
  reconcile: {keys: ['r'], groups: ['reading']},
  'open-difference': {keys: ['enter'], groups: ['reconcile']},
  'add-file': {keys: ['f'], groups: ['reconcile']},
  'ask-all': {keys: ['l'], groups: ['reconcile']},
  'stop-asking': {keys: ['escape'], groups: ['reconcile']},
  'lines-by-state': {keys: ['s'], groups: ['reconcile']},
  'lines-by-code': {keys: ['c'], groups: ['reconcile']},
  'other-page': {keys: ['tab'], groups: ['reconcile']},
  'other-day': {keys: ['left', 'right'], groups: ['reconcile'], isDirected: true},
  'read-file': {keys: ['enter'], groups: ['reconcile-form'], isInText: true},
  'use-file': {keys: ['enter'], groups: ['reconcile-form'], isInText: true},
  accept: {keys: ['a'], groups: ['reconcile']},
  'accept-it': {keys: ['enter'], groups: ['reconcile-form']},
  'open-shift': {keys: ['enter'], groups: ['shift']},
  'hand-over': {keys: ['h'], groups: ['shift']},
  'pay-in': {keys: ['p'], groups: ['shift']},
  'pay-out': {keys: ['o'], groups: ['shift']},
  drop: {keys: ['d'], groups: ['shift']},
  'report-x': {keys: ['x'], groups: ['shift']},
  'close-shift': {keys: ['z'], groups: ['shift']},
  archive: {keys: ['a'], groups: ['shift']},
  'write-down': {keys: ['enter'], groups: ['shift', 'close'], isInText: true},
  'skip-asking': {keys: ['enter'], groups: ['close']},
  'make-z': {keys: ['enter'], groups: ['close'], isInText: true},
  'to-print': {keys: ['enter'], groups: ['close']},
  'do-print': {keys: ['enter'], groups: ['close']},
  'end-close': {keys: ['escape', 'enter'], groups: ['close']},
  'leave-close': {keys: ['escape'], groups: ['close'], isInText: true},
  plans: {keys: ['p'], groups: ['subscriptions']},
  enrol: {keys: ['n'], groups: ['subscriptions']},
  'new-plan': {keys: ['n'], groups: ['plans']},
  'enrol-on': {keys: ['e'], groups: ['plans', 'new-plan']},
  'leave-list': {keys: ['tab', 'shift-tab'], groups: ['enrol', 'bank'], isDirected: true, isInText: true},
  'make-plan': {keys: ['enter'], groups: ['new-plan']},
  'do-enrol': {keys: ['enter'], groups: ['enrol']},
  'ask-holder': {keys: ['enter'], groups: ['bank'], isInText: true},
  judge: {keys: ['enter'], groups: ['resolve'], isInText: true},
  'look-into': {keys: ['enter'], groups: ['review'], isInText: true},
  find: {keys: ['/', 'f'], groups: ['review']},
  'find-words': {keys: ['w'], groups: ['review']},
  'all-events': {keys: ['e'], groups: ['review']},
  'as-it-was': {keys: ['a'], groups: ['review']},
  'export-shown': {keys: ['x'], groups: ['review']},
  'leave-review': {keys: ['q'], groups: ['review']},
  subscriptions: {keys: ['u'], groups: ['sale']},
  'open-marked': {keys: ['enter'], groups: ['subscriptions', 'subscription', 'plans'], isInText: true},
  'find-subscription': {keys: ['/', 'f'], groups: ['subscriptions']},
  'filter-state': {keys: ['s'], groups: ['subscriptions']},
  'add-by-id': {keys: ['a'], groups: ['subscriptions']},
  'add-it': {keys: ['enter'], groups: ['subscriptions']},
  refresh: {keys: ['k'], groups: ['subscriptions', 'subscription', 'plans']},
  charges: {keys: ['c'], groups: ['subscription']},
  'pause-it': {keys: ['p'], groups: ['subscription']},
  'resume-it': {keys: ['r'], groups: ['subscription']},
  'cancel-it': {keys: ['x'], groups: ['subscription']},
  'make-own': {keys: ['a'], groups: ['subscription']},
  'do-change': {keys: ['enter'], groups: ['subscription']},
  'look-for-it': {keys: ['k'], groups: ['resolve']},
  back: {
    keys: ['escape'],
    groups: [
      'cash',
      'refund',
      'tray',
      'claim',
      'shift',
      'archive',
      'reconcile',
      'reconcile-form',
      'reading',
      'resolve',
      'review',
      'subscriptions',
      'subscription',
      'plans',
      'new-plan',
      'enrol',
      'bank',
    ],
    isInText: true,
  },
  pending: {keys: ['w'], groups: ['sale', 'payment']},
  help: {keys: ['?', 'i'], groups: ['everywhere']},
  leave: {keys: ['q'], groups: ['sale']},
  'do-leave': {keys: ['enter', 'ctrl-c'], groups: ['everywhere'], isFixed: true},
  interrupt: {keys: ['ctrl-c'], groups: ['everywhere'], isQuiet: true, isFixed: true},
};

export const bindingIds = Object.keys(bindings) as readonly BindingId[];

/** The keys of every action as they are here: those of the table, but for what the shop's settings say. */
export type Keymap = Readonly<Record<BindingId, readonly string[]>>;

export const defaultKeys = Object.fromEntries(bindingIds.map(id => [id, bindings[id].keys])) as Keymap;

/** An action and which of its keys was pressed. */
export type Pressed = {readonly action: BindingId; readonly place: number};

/** The first of the offered actions that a key stands for. Letters count in either case: a caps lock stops nobody. */
export function actionOf(offered: readonly BindingId[], stroke: Stroke, keys: Keymap): Pressed | undefined {
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

/** Actions that lead away without deciding anything: nobody may be left to wonder how. */
const waysOut: readonly BindingId[] = ['back', 'change', 'keep-waiting', 'leave-close', 'end-close', 'drop-card'];

/** What a footer says of the offered actions, in their order; as many as `width` has room for, help and a way out always. */
export function footerParts(
  offered: readonly BindingId[],
  texts: KeyTexts,
  width: number,
): readonly {key: string; word: string}[] {
  const {
    key: {does: words},
  } = messages(texts.language);
  const always = [offered.find(id => waysOut.includes(id)), offered.find(id => id === 'help')];
  const shown = offered.filter(id => !bindings[id].isQuiet && id !== 'help');
  const parts = [...shown, ...always.slice(1)].flatMap(id =>
    id === undefined ? [] : [{key: keyText(id, texts), word: words[id].short, isKept: always.includes(id)}],
  );
  let room = width - lengthOf(parts.filter(({isKept}) => isKept));
  return parts.filter(part => {
    if (part.isKept) return true;
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

/** The README's list of keys. */
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
