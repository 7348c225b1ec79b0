import {hasWords} from '../../src/core/text/text.js';
import {widthOf} from '../../src/core/text/width.js';
import {type Block, fact, title} from '../../src/views/block.js';
import {emptyForm, type Filled, type Form, fieldBlocks, typedIn} from '../kit/form.js';
import {markedList} from '../kit/list.js';
import {clauses} from '../kit/said.js';
import type {Screen} from '../kit/screen.js';
import type {Context} from '../kit/step.js';
import {type Behind, helpGroups} from '../reading/help.js';
import {type BindingId, bindings, isGuarded, keyText} from '../terminal/bindings.js';
import {textRules} from '../terminal/line.js';

export type Palette = Filled<'find'> & Behind & {readonly index: number};
type Found = {readonly id?: BindingId; readonly key: string; readonly text: string};

/** Returns the actions of the screen behind, and then the lines of the help, that contain every typed word. */
function foundIn(state: Palette, context: Context): readonly Found[] {
  const {behind} = state;
  const here = behind
    .filter(id => bindings[id].isOverflow !== true && id !== 'interrupt')
    .map(id => ({id, key: keyText(id, context), text: context.messages.key.does[id].long}));
  const known = new Set(here.map(({text}) => text));
  const elsewhere = helpGroups({...context, behind: []}).flatMap(({title: group, rows}) =>
    rows.filter(({text}) => !known.has(text)).map(({key, text}) => ({key, text: `${group} · ${text}`})),
  );
  const typed = typedIn(state, 'find');
  return [...here, ...elsewhere].filter(({key, text}) => hasWords(`${key} ${text}`, typed));
}

const rows = markedList<Palette, Found>(foundIn, ({text}, at) => `${at} ${text}`);

/**
 * Returns the action that Enter runs on the screen behind. Returns undefined for a line of the help, and for an action that decides or
 * writes: such an action needs its own key, on the screen that says what it does.
 */
export function chosenAction(state: Palette, context: Context): BindingId | undefined {
  const id = rows.markedIn(state, context)?.id;
  return id === undefined || isGuarded(id) ? undefined : id;
}

const form = (_: Palette, {messages}: Context): Form<Palette> => [
  {id: 'find', label: messages.paletteScreen.field, rules: textRules, edited: state => ({...state, index: 0})},
];

/** Finds an action or a line of the help by typed words. */
export const palette: Screen<['palette', Behind], Palette> = {
  id: 'palette',
  layout: 'tall',
  open: ({behind}) => ({state: {behind, index: 0, ...emptyForm('find')}}),
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
        row: ({id, key, text}) => ({cells: [key, text], tone: id === undefined ? 'quiet' : 'plain'}),
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
