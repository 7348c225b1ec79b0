import {Problem} from '../../src/core/problem.js';
import {type SettingPage, settingPages} from '../../src/core/technical/setting-table.js';
import {settingChoices} from '../../src/core/technical/setting-words.js';
import {
  isSecret,
  mailPassword,
  type SettingChange,
  type SettingRow,
  settingMeaning,
  shownOrigin,
  shownValue,
} from '../../src/core/technical/settings.js';
import {holdsCardNumber} from '../../src/core/text/card-numbers.js';
import {cleanText} from '../../src/core/text/text.js';
import type {SettingsPage} from '../../src/till/settings.js';
import {type Block, compact, fact, gap, notice, title} from '../../src/views/block.js';
import {secretField} from '../card/card-form.js';
import {beside, typedIn} from '../kit/form.js';
import {markedList} from '../kit/list.js';
import {askedAtOnce, type Questioned, questionForm, unasked} from '../kit/question.js';
import {type Context, type FormField, type Screen, type ScreenKey, task} from '../kit/screen.js';
import {goBackTo, goTo} from '../model.js';
import {keyText} from '../terminal/bindings.js';
import {badgeRules, editSecret, emptyLine, type Line, lineOf, textRules} from '../terminal/line.js';
import {keymapOf} from '../terminal/shortcuts.js';

type SettingForm = Questioned<'value'> & {readonly setting: SettingRow; readonly chosen: string | undefined};

const longestValue = 2000;

/** Returns the typed value, or undefined if nothing is typed, which removes the setting. */
function valueIn({setting, chosen, ...state}: SettingForm): string | undefined {
  if (settingChoices(setting.name) !== undefined) return chosen;
  const typed = isSecret(setting.name) ? (state.lines.value?.secret?.slice(0) ?? '') : typedIn({...state}, 'value');
  return typed.trim() || undefined;
}

function valueField(state: SettingForm, {messages, language}: Context): FormField<SettingForm> {
  const {settingsScreen, cardScreen} = messages;
  const value = {id: 'value', label: settingsScreen.columns.value, note: settingsScreen.emptyNote};
  const choices = settingChoices(state.setting.name);
  if (choices !== undefined)
    return {
      ...value,
      note: '',
      value: shownValue({...state.setting, text: state.chosen, usual: undefined, outside: undefined}, language),
      turn: by => ({...state, chosen: beside([undefined, ...choices], state.chosen, by)}),
    };
  if (!isSecret(state.setting.name))
    return {
      ...value,
      rules: {...textRules, longest: longestValue},
      check: () => (holdsCardNumber(typedIn(state, 'value')) ? new Problem('text-has-card') : undefined),
    };
  return {
    ...value,
    ...secretField(state.focus === 'value', state.lines.value ?? emptyLine, cardScreen.sale),
    rules: {...badgeRules, longest: longestValue},
    edit: (before: Line, change: (before: Line) => Line) => editSecret(before, change, /[\r\n\t]/g),
  };
}

const question = questionForm<SettingForm>({
  fields: (state, context) => [valueField(state, context)],
  yes: 'write-down',
  asks: (state, context) => {
    const {name, text} = state.setting;
    const value = valueIn(state);
    const isSame = value === text;
    return {
      kind: 'set',
      run: async till =>
        name === mailPassword
          ? till.keepMailPassword(value ?? '')
          : isSame || till.changeSetting({name, value, checkKeys: keymapOf}),
      done: () => ({
        go: goBackTo('settings-page', {page: state.setting.page, marked: name}),
        notice: {
          kind: 'news',
          news: isSame ? 'settingSame' : 'settingKept',
          facts: {name: nameOf(state.setting, context)},
        },
      }),
    };
  },
  texts: (state, context) => {
    const {settingsScreen: messages} = context.messages;
    const name = nameOf(state.setting, context);
    const value = valueIn(state);
    const setTo = isSecret(state.setting.name)
      ? messages.secretQuestion({name})
      : messages.setQuestion({
          name,
          value: shownValue({...state.setting, text: value, outside: undefined}, context.language),
        });
    return {
      question: value === undefined ? messages.unsetQuestion({name}) : setTo,
      means: messages.means,
      writing: messages.writing,
    };
  },
});

/** One setting, which can be changed or removed. */
export const setting: Screen<['setting', {readonly setting: SettingRow}], SettingForm> = {
  ...question,
  id: 'setting',
  open: ({setting}) => {
    const {name, text} = setting;
    const isShown = text !== undefined && !isSecret(name);
    return {
      state: {
        ...unasked,
        lines: isShown ? {value: lineOf(text)} : {},
        focus: 'value',
        kept: undefined,
        setting,
        chosen: text,
      },
    };
  },
  describe: (state, context) => [
    title(nameOf(state.setting, context)),
    gap('above'),
    ...standingBlocks(state.setting, context),
    ...question.blocks(state, context),
  ],
  secrets: ({lines}) => (lines.value?.secret === undefined ? [] : [lines.value.secret]),
};

type Accepting = Questioned<string> & {readonly changes: readonly SettingChange[]};

const changeText = ({name, from, to}: SettingChange): string =>
  `${valueText(name, 60)}  ${valueText(from ?? '-', 60)} → ${valueText(to ?? '-', 60)}`;

/** The owner accepts the settings that someone has changed in the file. `changes`: those that are known. */
export const acceptSettings: Screen<['accept-settings', {readonly changes: readonly SettingChange[]}], Accepting> = {
  ...questionForm<Accepting>({
    yes: 'write-down',
    asks: () => ({
      kind: 'accept',
      run: till => till.acceptSettings(),
      done: () => ({go: goBackTo('settings'), notice: {kind: 'news', news: 'settingsAccepted', facts: {}}}),
    }),
    texts: ({changes}, {messages: {settings: said, settingsScreen: messages}}) => ({
      title: messages.title,
      about:
        changes.length === 0
          ? [fact('unknown', messages.unknownChange, {tone: 'needs-person'})]
          : [
              fact('changed', said.changedOutside, {tone: 'quiet'}),
              ...changes.map(each => fact(`change-${each.name}`, changeText(each), {tone: 'needs-person'})),
            ],
      question: messages.acceptQuestion,
      means: messages.acceptMeans,
      writing: messages.writing,
    }),
  }),
  id: 'accept-settings',
  open: ({changes}) => ({state: {...askedAtOnce, changes}}),
};

/** Returns what a setting is called; one that this version does not know by its name in the file. */
const nameOf = ({name}: SettingRow, {messages}: Pick<Context, 'messages'>): string =>
  settingMeaning(name, messages.setting)?.name ?? valueText(name, 60);

/** Returns a value as it is shown, safe for the terminal whatever the file contains. */
const valueText = (text: string, longest = 200): string => cleanText(text, longest);

type Read = {readonly read: SettingsPage | undefined};
type PagesState = Read & {readonly index: number};
type PageState = PagesState & {readonly page: SettingPage};

const isChanged = ({read}: Read) => read?.standing.kind === 'changed';
const isInForce = ({text, outside, usual = ''}: SettingRow) => (outside?.text ?? text ?? usual) !== '';
const onPage = ({read}: Read, page: SettingPage): readonly SettingRow[] =>
  read?.settings.filter(each => each.page === page) ?? [];

const reading = <S extends Read>(placed: (state: S, read: SettingsPage) => S) =>
  task<S, SettingsPage>({
    kind: 'read',
    run: till => till.readSettings(),
    done: (state, read) => ({state: placed({...state, read}, read)}),
  });

const changedNotice = (state: Read, {messages, ...context}: Context): Block | false =>
  isChanged(state) &&
  notice('outside', messages.settingsScreen.changed({key: keyText('accept-settings', context)}), {
    tone: 'needs-person',
    glyph: '!',
  });

const acceptKey = {
  id: 'accept-settings',
  when: isChanged,
  press: ({read}: Read) => ({
    go: goTo('accept-settings', {changes: read?.standing.kind === 'changed' ? read.standing.changes : []}),
  }),
} as const;
const backKey = {id: 'back', press: () => ({go: 'back' as const})} as const;

const pages = markedList<PagesState, SettingPage>(
  () => settingPages,
  page => page,
);

/** The pages of the settings, each with what is set on it. */
export const settings: Screen<'settings', PagesState> = {
  id: 'settings',
  layout: 'tall',
  open: () => ({state: {index: 0, read: undefined}, asks: reading<PagesState>(state => state)}),
  describe: (state, context) => {
    const {settingsScreen: messages} = context.messages;
    const {columns, pages: names} = messages;
    const shown = (row: SettingRow) => `${nameOf(row, context)} ${shownValue(row, context.language)}`;
    return compact([
      title(messages.title),
      fact('next-start', messages.nextStart, {tone: 'quiet', most: 2, isOptional: true}),
      changedNotice(state, context),
      pages.block(state, context, {
        id: 'pages',
        columns: [{title: columns.page}, {title: columns.value, grows: true, width: 16}],
        row: page => {
          const rows = onPage(state, page);
          const text = state.read === undefined ? messages.reading : rows.filter(isInForce).map(shown).join(' · ');
          const isNews = rows.some(({isChangedOutside}) => isChangedOutside);
          return {cells: [names[page], text || messages.unset], tone: isNews ? 'needs-person' : 'plain'};
        },
        empty: messages.reading,
      }),
    ]);
  },
  keys: [
    {id: 'open-marked', press: pages.withMarked(page => ({go: goTo('settings-page', {page, marked: undefined})}))},
    pages.selectKey,
    acceptKey,
    backKey,
  ],
};

const rows = markedList<PageState, SettingRow>(
  state => onPage(state, state.page),
  ({name}) => name,
);

/** Whether this is the page of the head office, once it is known whether this till's settings name one. */
const isOnOffice = (isNamed: boolean) => (state: PageState, context: Context) =>
  state.page === 'office' &&
  state.read !== undefined &&
  context.till.writeFailure() === undefined &&
  onPage(state, 'office').some(row => row.name === `office.${context.shop.profile}` && isInForce(row)) === isNamed;

const canWrite = (_: PageState, {till}: Context) => till.writeFailure() === undefined;
const onReceipts = (state: PageState, context: Context) => state.page === 'receipts' && canWrite(state, context);
const tryoutKeys: readonly ScreenKey<PageState>[] = [
  {id: 'try-printer', when: onReceipts, press: () => ({go: goTo('try-out', 'printer')})},
  {id: 'find-printers', when: onReceipts, press: () => ({go: goTo('try-out', 'find')})},
  {id: 'try-drawer', when: onReceipts, press: () => ({go: goTo('try-out', 'drawer')})},
  {id: 'try-mail', when: onReceipts, press: () => ({go: goTo('try-out', 'mail')})},
  {
    id: 'learn-scanner',
    when: (state, context) => state.page === 'selling' && canWrite(state, context),
    press: () => ({go: goTo('learn-scanner')}),
  },
  {id: 'ship-now', when: isOnOffice(true), press: () => ({go: goTo('try-out', 'ship')})},
  {id: 'back-up', when: ({page}) => page === 'office', press: () => ({go: goTo('try-out', 'backup')})},
  {
    id: 'backup-key',
    when: (state, context) => state.page === 'office' && canWrite(state, context),
    press: () => ({go: goTo('try-out', 'key')}),
  },
];

/** Returns a setting in full: what it is for, its present value, and where that comes from. */
function standingBlocks(row: SettingRow, context: Context): readonly Block[] {
  const {settingsScreen: messages, setting} = context.messages;
  const by = shownOrigin(row, context.messages, context.shop.zone);
  const meaning = settingMeaning(row.name, setting, context.shop);
  return compact([
    ...(meaning === undefined ? [] : [fact('about', meaning.about, {most: 4, isRoomy: true}), gap('below')]),
    meaning?.example !== undefined &&
      fact('example', meaning.example, {lead: messages.example, most: 3, isRoomy: true}),
    fact('now', shownValue(row, context.language), {lead: messages.now, most: 4, isRoomy: true}),
    by !== '' &&
      fact('by', by, {lead: messages.columns.by, isRoomy: true, tone: row.isChangedOutside ? 'needs-person' : 'plain'}),
  ]);
}

/** The settings of a page, with the value in force and where it comes from. `marked`: the setting that is marked first. */
export const settingsPage: Screen<
  ['settings-page', {readonly page: SettingPage; readonly marked: string | undefined}],
  PageState
> = {
  id: 'settings-page',
  layout: 'tall',
  open: ({page, marked}) => ({
    state: {index: 0, read: undefined, page},
    asks: reading<PageState>(state => ({
      ...state,
      index: Math.max(
        0,
        onPage(state, page).findIndex(({name}) => name === marked),
      ),
    })),
  }),
  describe: (state, context) => {
    const {settingsScreen: messages} = context.messages;
    const {name, value, by} = messages.columns;
    return compact([
      title(`${messages.title} · ${messages.pages[state.page]}`),
      changedNotice(state, context),
      rows.block(state, context, {
        id: 'settings',
        columns: [
          {title: name, most: 22},
          {title: value, grows: true, width: 12},
          {title: by, most: 26, givesWay: true},
        ],
        row: row => {
          const tone = row.isChangedOutside ? 'needs-person' : isInForce(row) ? 'plain' : 'quiet';
          const origin = shownOrigin(row, context.messages, context.shop.zone);
          return {cells: [nameOf(row, context), shownValue(row, context.language), origin], tone};
        },
        detail: row => standingBlocks(row, context),
        empty: messages.reading,
      }),
    ]);
  },
  keys: [
    {
      id: 'open-marked',
      when: (state, context) => rows.isFilled(state, context) && context.till.writeFailure() === undefined,
      press: rows.withMarked(setting => ({go: goTo('setting', {setting})})),
    },
    rows.selectKey,
    {id: 'join-office', when: isOnOffice(false), press: () => ({go: goTo('join-office')})},
    {id: 'leave-office', when: isOnOffice(true), press: () => ({go: goTo('leave-office')})},
    ...tryoutKeys,
    acceptKey,
    backKey,
  ],
};
