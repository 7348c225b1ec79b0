import {fill, type Language} from '../../src/core/words/fill.js';
import {type BindingId, keyNames, screenWords} from '../../src/core/words/screens.js';
import type {Stroke} from './keyboard.js';

export type {BindingId};

/** The screens that keys belong to, in the order in which the help tells of them. */
export const keyGroups = ['sale', 'confirm', 'payment', 'tray', 'reading', 'resolve', 'everywhere'] as const;
export type KeyGroup = (typeof keyGroups)[number];

type Binding = {readonly keys: readonly string[]; readonly groups: readonly KeyGroup[]; readonly isQuiet?: true};

/**
 * The one table of keys: what a key does, the footer, the help and the README's list are made from it. Which of them
 * count at a moment is for each screen to say. `isQuiet` keeps what everybody expects out of the footer.
 */
export const bindings: Readonly<Record<BindingId, Binding>> = {
  continue: {keys: ['enter'], groups: ['sale', 'resolve']},
  'next-field': {keys: ['tab', 'down'], groups: ['sale', 'resolve']},
  'previous-field': {keys: ['shift-tab', 'up'], groups: ['sale', 'resolve'], isQuiet: true},
  choose: {keys: ['left', 'right'], groups: ['sale', 'resolve']},
  more: {keys: ['m'], groups: ['sale']},
  'same-wallet': {keys: ['r'], groups: ['sale', 'payment']},
  'drop-sale': {keys: ['escape'], groups: ['sale']},
  send: {keys: ['enter'], groups: ['confirm']},
  'look-at-earlier': {keys: ['tab'], groups: ['confirm']},
  change: {keys: ['escape'], groups: ['confirm']},
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
  resolve: {keys: ['v'], groups: ['payment']},
  evidence: {keys: ['e'], groups: ['payment']},
  slip: {keys: ['p'], groups: ['payment']},
  qr: {keys: ['q'], groups: ['payment']},
  open: {keys: ['enter'], groups: ['tray']},
  search: {keys: ['/'], groups: ['tray']},
  select: {keys: ['up', 'down', 'page-up', 'page-down', 'home', 'end'], groups: ['tray']},
  scroll: {keys: ['up', 'down', 'page-up', 'page-down', 'home', 'end'], groups: ['reading']},
  judge: {keys: ['enter'], groups: ['resolve']},
  back: {keys: ['escape'], groups: ['tray', 'reading', 'resolve']},
  pending: {keys: ['w'], groups: ['sale', 'payment']},
  help: {keys: ['?'], groups: ['everywhere']},
  leave: {keys: ['q'], groups: ['sale']},
  'do-leave': {keys: ['enter', 'ctrl-c'], groups: ['everywhere']},
  interrupt: {keys: ['ctrl-c'], groups: ['everywhere'], isQuiet: true},
};

const bindingIds = Object.keys(bindings) as readonly BindingId[];

/** The first of the offered actions that a key stands for. Letters count in either case: a caps lock stops nobody. */
export function actionOf(offered: readonly BindingId[], stroke: Stroke): BindingId | undefined {
  const name = stroke.kind === 'press' ? stroke.name : stroke.text.toLowerCase();
  return stroke.kind === 'paste' ? undefined : offered.find(id => bindings[id].keys.includes(name));
}

/** The keys of an action as a person reads them: `"Enter"`, `"←→"`, `"w"`. */
export function keyText(id: BindingId, language: Language): string {
  const names = keyNames[language];
  const shown = bindings[id].keys.map(key => names[key] ?? key);
  return shown.length > 2 || id === 'choose' ? shown.slice(0, 2).join('') : (shown[0] ?? '');
}

/** What a footer says of the offered actions, in their order; as many as `width` has room for, the help always. */
export function footerParts(
  offered: readonly BindingId[],
  language: Language,
  width: number,
): readonly {key: string; word: string}[] {
  const shown = offered.filter(id => !bindings[id].isQuiet && id !== 'help');
  const parts = shown.map(id => ({key: keyText(id, language), word: screenWords[language].keys[id][0]}));
  const help = offered.includes('help')
    ? [{key: keyText('help', language), word: screenWords[language].keys.help[0]}]
    : [];
  const kept: {key: string; word: string}[] = [];
  const room = width - lengthOf(help);
  for (const part of parts) if (lengthOf([...kept, part]) <= room) kept.push(part);
  return [...kept, ...help];
}

/** Between two keys of a footer. */
export const footerGap = '  ';

const lengthOf = (parts: readonly {key: string; word: string}[]) =>
  parts.reduce((sum, {key, word}) => sum + key.length + 1 + word.length + footerGap.length, 0);

/** The help, group by group: the same key may mean another thing on another screen. */
export function bindingHelp(
  language: Language,
): readonly {title: string; rows: readonly {key: string; text: string}[]}[] {
  const words = screenWords[language];
  return keyGroups.map(group => ({
    title: words.groups[group],
    rows: bindingIds
      .filter(id => bindings[id].groups.includes(group) && !(id === 'do-leave'))
      .map(id => ({key: keyText(id, language), text: words.keys[id][1]})),
  }));
}

/** The README's list of keys. */
export function bindingsMarkdown(language: Language): string {
  const {keysTitle} = screenWords[language];
  const sections = bindingHelp(language).map(({title, rows}) =>
    [
      `### ${title}`,
      '',
      fill(keysTitle),
      '|---|---|',
      ...rows.map(({key, text}) => `| \`${key}\` | ${text} |`),
      '',
    ].join('\n'),
  );
  return sections.join('\n');
}
