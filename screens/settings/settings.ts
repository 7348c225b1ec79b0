import {momentText} from '../../src/core/day/business-day.js';
import {type ShownSetting, settingMeaning} from '../../src/core/technical/settings.js';
import {cleanText} from '../../src/core/text/text.js';
import type {SettingsPage} from '../../src/till/settings.js';
import {type Block, compact, fact, gap, type ListBlock, notice, title} from '../kit/block.js';
import {markedList} from '../kit/list.js';
import {goTo} from '../kit/places.js';
import type {Screen} from '../kit/screen.js';
import type {Context} from '../kit/step.js';
import {keyText} from '../terminal/bindings.js';

type SettingsList = {
  readonly index: number;
  readonly marked: string | undefined;
  readonly read: SettingsPage | undefined;
};

const rows = markedList<SettingsList, ShownSetting>(
  ({read}) => read?.settings ?? [],
  ({name}) => name,
);
const canWrite = (_: SettingsList, {till}: Context) => till.writeFailure() === undefined;
const isChanged = ({read}: SettingsList) => read?.standing.kind === 'changed';

/** Who changed it last and when; empty where nobody is known to have. */
export function authorText({author, isChangedOutside}: ShownSetting, {messages, shop}: Context): string {
  if (isChangedOutside) return messages.settingsScreen.outside;
  if (author === undefined) return '';
  const when = momentText(Date.parse(author.at), shop.zone);
  return author.person === null
    ? messages.settings.setOutside({when})
    : messages.settings.setBy({person: cleanText(author.person, 40), when});
}

/** A value as it is told, whatever somebody wrote into the file. */
export const valueText = (text: string, longest = 200): string => cleanText(text, longest);

function listed(state: SettingsList, context: Context): ListBlock {
  const {settingsScreen: messages} = context.messages;
  const textsOf = (row: ShownSetting) => [
    valueText(row.name, 60),
    row.text === undefined ? messages.unset : valueText(row.text),
    authorText(row, context),
  ];
  const {name, value, by} = messages.columns;
  return rows.block(state, context, {
    id: 'settings',
    columns: [{title: name}, {title: value, grows: true, width: 16}, {title: by, most: 26, givesWay: true}],
    row: row => {
      const tone = row.isChangedOutside ? 'needs-person' : row.text === undefined ? 'quiet' : 'plain';
      return {cells: textsOf(row), tone};
    },
    narrated: (row, place) => {
      const texts = textsOf(row).filter(text => text !== '');
      return messages.marked({...place, texts: texts.join(', ')});
    },
    detail: row => standingBlocks(row, context),
    empty: messages.reading,
  });
}

/** A setting in full: what it is for, what it is now, and who changed it. */
export function standingBlocks(row: ShownSetting, context: Context): readonly Block[] {
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

/** Every setting, who changed it last, and what was changed outside of this till. `marked`: the one that is marked first. */
export const settings: Screen<
  ['settings', {readonly marked: string | undefined}],
  SettingsList,
  {readonly kind: 'read'},
  SettingsPage
> = {
  id: 'settings',
  layout: 'tall',
  open: ({marked}) => ({state: {index: 0, marked, read: undefined}, asks: {kind: 'read'}}),
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
      when: (state, context) => rows.isFilled(state, context) && canWrite(state, context),
      press: rows.withMarked(setting => ({go: goTo('setting', {setting})})),
    },
    rows.selectKey,
    {
      id: 'accept-settings',
      when: (state, context) => isChanged(state) && canWrite(state, context),
      press: ({read}) => ({
        go: goTo('accept-settings', {changes: read?.standing.kind === 'changed' ? read.standing.changes : []}),
      }),
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
  run: async (_, till, answer) => answer(await till.readSettings()),
  reduce: (state, read) => {
    const index = read.settings.findIndex(({name}) => name === state.marked);
    return {state: {...state, read, index: Math.max(0, index)}};
  },
};
