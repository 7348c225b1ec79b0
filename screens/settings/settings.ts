import {momentText} from '../../src/core/day/business-day.js';
import {Problem} from '../../src/core/problem.js';
import {isSecret, type SettingChange, type ShownSetting, settingMeaning} from '../../src/core/technical/settings.js';
import {holdsCardNumber} from '../../src/core/text/card-numbers.js';
import {cleanText} from '../../src/core/text/text.js';
import type {SettingsPage} from '../../src/till/settings.js';
import {type Block, compact, fact, gap, type ListBlock, notice, title} from '../../src/views/block.js';
import {secretField} from '../card/card-form.js';
import {type TypedField, typedIn} from '../kit/form.js';
import {markedList} from '../kit/list.js';
import {askedAtOnce, type Questioned, questionForm, unasked} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';
import {type Context, task} from '../kit/step.js';
import {goBackTo, goTo} from '../places.js';
import {keyText} from '../terminal/bindings.js';
import {badgeRules, editSecret, emptyLine, type Line, lineOf, textRules} from '../terminal/line.js';
import {keymapOf} from '../terminal/shortcuts.js';

type SettingForm = Questioned<'value'> & {readonly setting: ShownSetting};

const longestValue = 2000;

/** Returns the typed value, or undefined if nothing is typed, which removes the setting. */
function valueIn({setting, ...state}: SettingForm): string | undefined {
  const typed = isSecret(setting.name) ? (state.lines.value?.secret?.slice(0) ?? '') : typedIn({...state}, 'value');
  return typed.trim() || undefined;
}

function valueField(state: SettingForm, {messages}: Context): TypedField<SettingForm> {
  const {settingsScreen, cardScreen} = messages;
  const value = {id: 'value', label: settingsScreen.columns.value, note: settingsScreen.emptyNote};
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
  asks: state => {
    const {name, text} = state.setting;
    const value = valueIn(state);
    const isSame = value === text;
    return {
      kind: 'set',
      run: async till => isSame || till.changeSetting({name, value, checkKeys: keymapOf}),
      done: () => ({
        go: goBackTo('settings', {marked: name}),
        notice: {kind: 'news', news: isSame ? 'settingSame' : 'settingKept', facts: {name}},
      }),
    };
  },
  texts: (state, {messages: {settingsScreen: messages}}) => {
    const {name} = state.setting;
    const value = valueIn(state);
    const setTo = isSecret(name)
      ? messages.secretQuestion({name})
      : messages.setQuestion({name, value: valueText(value ?? '')});
    return {
      question: value === undefined ? messages.unsetQuestion({name}) : setTo,
      means: messages.means,
      writing: messages.writing,
    };
  },
});

/** One setting, which can be changed or removed. */
export const setting: Screen<['setting', {readonly setting: ShownSetting}], SettingForm> = {
  ...question,
  id: 'setting',
  open: ({setting}) => {
    const {name, text} = setting;
    const isShown = text !== undefined && !isSecret(name);
    return {state: {...unasked, lines: isShown ? {value: lineOf(text)} : {}, focus: 'value', kept: undefined, setting}};
  },
  describe: (state, context) => [
    title(valueText(state.setting.name, 60)),
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
      done: () => ({
        go: goBackTo('settings', {marked: undefined}),
        notice: {kind: 'news', news: 'settingsAccepted', facts: {}},
      }),
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

type SettingsList = {
  readonly index: number;
  readonly read: SettingsPage | undefined;
};

const rows = markedList<SettingsList, ShownSetting>(
  ({read}) => read?.settings ?? [],
  ({name}) => name,
);
const isChanged = ({read}: SettingsList) => read?.standing.kind === 'changed';

/** Returns who last changed the setting and when; empty if no one is known to have changed it. */
function authorText({author, isChangedOutside}: ShownSetting, {messages, shop}: Context): string {
  if (isChangedOutside) return messages.settingsScreen.outside;
  if (author === undefined) return '';
  const when = momentText(Date.parse(author.at), shop.zone);
  return author.person === null
    ? messages.settings.setOutside({when})
    : messages.settings.setBy({person: cleanText(author.person, 40), when});
}

/** Returns a value as it is shown, safe for the terminal whatever the file contains. */
const valueText = (text: string, longest = 200): string => cleanText(text, longest);

function listed(state: SettingsList, context: Context): ListBlock {
  const {settingsScreen: messages} = context.messages;
  const {name, value, by} = messages.columns;
  return rows.block(state, context, {
    id: 'settings',
    columns: [{title: name}, {title: value, grows: true, width: 16}, {title: by, most: 26, givesWay: true}],
    row: row => {
      const text = row.text === undefined ? messages.unset : valueText(row.text);
      const tone = row.isChangedOutside ? 'needs-person' : row.text === undefined ? 'quiet' : 'plain';
      return {cells: [valueText(row.name, 60), text, authorText(row, context)], tone};
    },
    detail: row => standingBlocks(row, context),
    empty: messages.reading,
  });
}

/** Returns a setting in full: what it is for, its present value, and who changed it. */
function standingBlocks(row: ShownSetting, context: Context): readonly Block[] {
  const {settingsScreen: messages, setting} = context.messages;
  const by = authorText(row, context);
  const meaning = settingMeaning(row.name, setting);
  return compact([
    ...(meaning === undefined ? [] : [fact('about', meaning.about, {most: 4}), gap('below')]),
    meaning?.example !== undefined && fact('example', meaning.example, {lead: messages.example, most: 3}),
    fact('now', row.text === undefined ? messages.unset : valueText(row.text), {lead: messages.now, most: 4}),
    by !== '' && fact('by', by, {lead: messages.columns.by, tone: row.isChangedOutside ? 'needs-person' : 'plain'}),
  ]);
}

/** Every setting, who changed it last, and what was changed outside of this till. `marked`: the setting that is marked first. */
export const settings: Screen<['settings', {readonly marked: string | undefined}], SettingsList> = {
  id: 'settings',
  layout: 'tall',
  open: ({marked}) => ({
    state: {index: 0, read: undefined},
    asks: task({
      kind: 'read',
      run: till => till.readSettings(),
      done: (state, read) => {
        const index = read.settings.findIndex(({name}) => name === marked);
        return {state: {...state, read, index: Math.max(0, index)}};
      },
    }),
  }),
  describe: (state, context) => {
    const {settingsScreen: messages} = context.messages;
    return compact([
      title(messages.title),
      fact('next-start', messages.nextStart, {tone: 'quiet', most: 2}),
      isChanged(state) &&
        notice('outside', messages.changed({key: keyText('accept-settings', context)}), {
          tone: 'needs-person',
          glyph: '!',
        }),
      listed(state, context),
    ]);
  },
  keys: [
    {
      id: 'open-marked',
      when: (state, context) => rows.isFilled(state, context) && context.till.writeFailure() === undefined,
      press: rows.withMarked(setting => ({go: goTo('setting', {setting})})),
    },
    rows.selectKey,
    {
      id: 'accept-settings',
      when: isChanged,
      press: ({read}) => ({
        go: goTo('accept-settings', {changes: read?.standing.kind === 'changed' ? read.standing.changes : []}),
      }),
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
