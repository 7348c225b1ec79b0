import {lastOutcome} from '../../src/core/books/selectors.js';
import type {Messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import {refundRest} from '../../src/core/payment/refund.js';
import {type SettingPage, settingFacts, settingNames} from '../../src/core/technical/setting-table.js';
import {settingMeaning} from '../../src/core/technical/settings.js';
import {foldedText, hasWords} from '../../src/core/text/text.js';
import {widthOf} from '../../src/core/text/width.js';
import {type Block, fact, title} from '../../src/views/block.js';
import {emptyForm, type Filled, fieldBlocks, typedIn} from '../kit/form.js';
import {markedList} from '../kit/list.js';
import {clauses} from '../kit/said.js';
import type {Context, Form, Screen} from '../kit/screen.js';
import {type Behind, helpGroups} from '../reading/help.js';
import {type BindingId, bindings, isGuarded, keyText} from '../terminal/bindings.js';
import {textRules} from '../terminal/line.js';

/** What people come to do at a till, and the actions that lead there from the sale, one after the other. */
export const ways = {
  refund: ['sales'],
  'refund-last': ['last-outcome', 'refund-in-cash'],
  'refund-last-card': ['last-outcome', 'refund'],
  exchange: ['sales'],
  reprint: ['last-slip'],
  mail: ['last-outcome', 'mail-slip'],
  find: ['sales'],
  close: ['shift', 'close-shift'],
  x: ['shift', 'report-x'],
  open: ['shift', 'open-shift'],
  'hand-over': ['shift', 'hand-over'],
  out: ['shift', 'pay-out'],
  in: ['shift', 'pay-in'],
  drop: ['shift', 'drop'],
  archive: ['shift', 'archive'],
  takings: ['day', 'takings'],
  reconcile: ['day', 'reconcile'],
  claim: ['claim'],
  holder: ['bank'],
  items: ['items'],
  basket: ['basket'],
  discount: ['basket-discount'],
  park: ['park'],
  parked: ['parked'],
  tip: ['tip'],
  'on-book': ['on-book'],
  split: ['split'],
  enrol: ['subscriptions', 'enrol'],
  staff: ['shift', 'staff'],
  settings: ['shift', 'settings'],
  lock: ['lock'],
  leave: ['leave'],
} as const satisfies Record<keyof Messages['paletteScreen']['ways'], readonly BindingId[]>;
export type WayId = keyof typeof ways;

type Opened = Behind & {readonly open: readonly WayId[]};
export type Palette = Filled<'find'> & Opened & {readonly index: number};

/** A setting, and the page of the settings that it is on. */
type SettingPlace = {readonly page: SettingPage; readonly marked: string};
/** What Enter runs: the actions of a way from the sale, one action of the screen behind, or the help for these words. */
export type Chosen =
  | {readonly way: readonly BindingId[]; readonly setting?: SettingPlace}
  | {readonly action: BindingId}
  | {readonly help: string};
type Found = {readonly chosen?: Chosen; readonly key: string; readonly text: string; readonly words?: string};

type SettingFound = Found & {readonly chosen: {readonly way: readonly BindingId[]; readonly setting: SettingPlace}};
const isOnReceipts = ({chosen}: SettingFound) => chosen.setting.page === 'receipts';

/** Returns every setting, each of which is found on its page. */
function settingsIn(context: Context): readonly Found[] {
  const {setting, settingsScreen} = context.messages;
  const key = ways.settings.map(action => keyText(action, context)).join(' ');
  const all = settingNames().flatMap((marked): SettingFound | [] => {
    const [facts, meaning] = [settingFacts(marked), settingMeaning(marked, setting)];
    if (facts === undefined || meaning === undefined) return [];
    const text = `${settingsScreen.title} · ${settingsScreen.pages[facts.page]} · ${meaning.name}`;
    return {chosen: {way: ways.settings, setting: {page: facts.page, marked}}, key, text};
  });
  // Whoever looks for an address, a telephone number or e-mail means what customers get.
  return all.sort((a, b) => Number(isOnReceipts(b)) - Number(isOnReceipts(a)));
}

/** Returns the things to do, the settings, the actions of the screen behind, and the lines of the help, that contain every typed word. */
function foundIn(state: Palette, context: Context): readonly Found[] {
  const {behind, open} = state;
  const {ways: words} = context.messages.paletteScreen;
  const typed = typedIn(state, 'find');
  const isMeant = ({key, text, words: more = ''}: Found) => hasWords(`${key} ${text} ${more}`, typed);
  const last = lastOutcome(context.till.state);
  const amount = last === undefined ? '' : displayMoney(refundRest(last), context.language);
  const all = open.flatMap((id): (Found & {readonly chosen: {readonly way: readonly BindingId[]}}) | [] => {
    // The refund of a wallet payment to its wallet would only be refused.
    if (id === 'refund-last-card' && last?.request.method !== 'card') return [];
    const way: readonly BindingId[] = ways[id];
    const key = way.map(action => keyText(action, context)).join(' ');
    const {name, words: more} = words[id];
    return {chosen: {way}, key, text: typeof name === 'string' ? name : name({amount}), words: more};
  });
  const isCalled = ({text, words: more = ''}: Found) =>
    foldedText(`${text} ${more}`)
      .split(/[^\p{L}\p{N}-]+/u)
      .includes(foldedText(typed.trim()));
  // What is called exactly so comes first: “hold” is another word for parking, and only the beginning of a holder.
  const toDo = all.filter(isMeant).sort((a, b) => Number(isCalled(b)) - Number(isCalled(a)));
  const here = behind
    .filter(id => bindings[id].isOverflow !== true && id !== 'interrupt')
    // What the same key does is not offered twice.
    .filter(id => !toDo.some(({chosen: {way}}) => way.length === 1 && way[0] === id))
    .map((id): Found => {
      const key = keyText(id, context);
      const text = context.messages.key.does[id].long;
      const leading = (Object.keys(ways) as WayId[]).filter(way => ways[way].at(-1) === id);
      const more = leading.map(way => words[way].words).join(' ');
      return {...(!isGuarded(id) && {chosen: {action: id}}), key, text, words: more};
    });
  const known = new Set(here.map(({text}) => text));
  const elsewhere = helpGroups({...context, behind: []}).flatMap(({title: group, rows}) =>
    rows
      .filter(({text}) => !known.has(text))
      .map(({key, text}): Found => ({chosen: {help: typed}, key, text: `${group} · ${text}`})),
  );
  const settings = open.includes('settings') && typed !== '' ? settingsIn(context) : [];
  return [...toDo, ...[...settings, ...here, ...elsewhere].filter(isMeant)];
}

const rows = markedList<Palette, Found>(foundIn, ({text}, at) => `${at} ${text}`);

/** Returns what Enter runs; undefined for an action that decides or writes, which needs its own key on the screen that explains it. */
export const chosenIn = (state: Palette, context: Context): Chosen | undefined => rows.markedIn(state, context)?.chosen;

const form = (_: Palette, {messages}: Context): Form<Palette> => [
  {id: 'find', label: messages.paletteScreen.field, rules: textRules, edited: state => ({...state, index: 0})},
];

/** Finds what to do, an action or a line of the help by typed words. */
export const palette: Screen<['palette', Opened], Palette> = {
  id: 'palette',
  layout: 'tall',
  open: given => ({state: {...given, index: 0, ...emptyForm('find')}}),
  form,
  describe: (state, context): readonly Block[] => {
    const {empty, lead, title: name} = context.messages.paletteScreen;
    return [
      title(name),
      fact('lead', lead, {tone: 'quiet', importance: 'detail'}),
      ...fieldBlocks(form(state, context), state, context),
      rows.block(state, context, {
        columns: [
          {title: '', width: Math.max(0, ...foundIn(state, context).map(({key}) => widthOf(key)))},
          {title: '', grows: true},
        ],
        row: ({chosen, key, text}) => ({
          cells: [key, text],
          tone: chosen === undefined || 'help' in chosen ? 'quiet' : 'plain',
        }),
        narrated: ({key, text}) => `${key}, ${clauses(text, context.language)}`,
        empty,
      }),
    ];
  },
  keys: [
    // The program runs the action, because it belongs to the screen behind.
    {id: 'run-action', press: () => ({go: 'back'})},
    {...rows.selectKey, when: () => true},
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
