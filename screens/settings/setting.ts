import {holdsCardNumber} from '../../src/core/card/numbers.js';
import {Problem} from '../../src/core/problem.js';
import {isSecret, type SettingChange, type ShownSetting} from '../../src/core/technical/settings.js';
import {secretField} from '../card/card-form.js';
import {fact, gap, title} from '../kit/block.js';
import {type TypedField, typedIn} from '../kit/form.js';
import {goBackTo} from '../kit/places.js';
import {type Questioned, questionForm, unasked, unlessWriting} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';
import type {Context} from '../kit/step.js';
import {badgeRules, editSecret, emptyLine, type Line, lineOf, textRules} from '../terminal/line.js';
import {standingBlocks, valueText} from './settings.js';

type SettingForm = Questioned<'value'> & {readonly setting: ShownSetting};
type SettingAsks = {
  readonly kind: 'set';
  readonly name: string;
  readonly value: string | undefined;
  /** It has this value already. */
  readonly isSame: boolean;
};

const longestValue = 2000;

/** Undefined where nothing is typed: the setting is taken away. */
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

const question = questionForm<SettingForm, SettingAsks>({
  fields: (state, context) => [valueField(state, context)],
  yes: 'write-down',
  asks: state => {
    const {name, text} = state.setting;
    const value = valueIn(state);
    return {kind: 'set', name, value, isSame: value === text};
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

/** One setting, which is set to something else or taken away. */
export const setting: Screen<
  ['setting', {readonly setting: ShownSetting}],
  SettingForm,
  SettingAsks,
  {readonly name: string}
> = {
  id: 'setting',
  open: ({setting}) => {
    const {name, text} = setting;
    const isShown = text !== undefined && !isSecret(name);
    return {state: {...unasked, lines: isShown ? {value: lineOf(text)} : {}, focus: 'value', kept: undefined, setting}};
  },
  form: question.form,
  describe: (state, context) => [
    title(valueText(state.setting.name, 60)),
    gap('above'),
    ...standingBlocks(state.setting, context),
    ...question.blocks(state, context),
  ],
  secrets: ({lines}) => (lines.value?.secret === undefined ? [] : [lines.value.secret]),
  keys: question.keys,
  run: async ({name, value, isSame}, till, answer) => {
    if (!isSame) await till.changeSetting({name, value});
    answer({name});
  },
  reduce: (_, {name}, __, {isSame}) => ({
    go: goBackTo('settings', {marked: name}),
    notice: {kind: 'news', news: isSame ? 'settingSame' : 'settingKept', facts: {name}},
  }),
  refused: question.refused,
};

type Accepting = {readonly changes: readonly SettingChange[]; readonly isWriting: boolean};

const changeText = ({name, from, to}: SettingChange): string =>
  `${valueText(name, 60)}  ${valueText(from ?? '-', 60)} → ${valueText(to ?? '-', 60)}`;

/** The owner takes the settings as somebody has left them in the file. `changes`: as far as they are known. */
export const acceptSettings: Screen<
  ['accept-settings', {readonly changes: readonly SettingChange[]}],
  Accepting,
  {readonly kind: 'accept'}
> = {
  id: 'accept-settings',
  open: ({changes}) => ({state: {changes, isWriting: false}}),
  describe: ({changes, isWriting}, {messages: {settings: said, settingsScreen: messages}}) => [
    title(messages.title),
    gap('above'),
    ...(changes.length === 0
      ? [fact('unknown', messages.unknownChange, {tone: 'needs-person'})]
      : [
          fact('changed', said.changedOutside, {tone: 'quiet'}),
          ...changes.map(each => fact(`change-${each.name}`, changeText(each), {tone: 'needs-person'})),
        ]),
    gap('below'),
    {kind: 'question', id: 'question', text: messages.acceptQuestion},
    fact('means', isWriting ? messages.writing : messages.acceptMeans, {tone: 'not-known'}),
  ],
  keys: [
    unlessWriting<Accepting, {readonly kind: 'accept'}>({
      id: 'write-down',
      press: state => ({state: {...state, isWriting: true}, asks: {kind: 'accept'}}),
    }),
    unlessWriting<Accepting, {readonly kind: 'accept'}>({id: 'back', press: () => ({go: 'back'})}),
  ],
  run: async (_, till, answer) => {
    await till.acceptSettings();
    answer(undefined);
  },
  reduce: () => ({
    go: goBackTo('settings', {marked: undefined}),
    notice: {kind: 'news', news: 'settingsAccepted', facts: {}},
  }),
  refused: (state, problem) => ({state: {...state, isWriting: false}, notice: {kind: 'problem', problem}}),
};
