import {basename} from 'node:path';
import {type LearnedLayout, learnedLayouts, takenOver} from '../../src/core/reconcile/layouts.js';
import {cleanText} from '../../src/core/text/text.js';
import {readLayouts} from '../../src/till/layouts.js';
import {type Block, compact, fact, gap, type ListRow, title} from '../kit/block.js';
import {emptyForm, type Filled, type Form, fieldBlocks, typedIn} from '../kit/form.js';
import {markedList} from '../kit/list.js';
import {unlessWriting} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';
import type {Context, ScreenKey} from '../kit/step.js';
import {layoutBlocks, layoutRow} from './layouts.js';
import {fromHome, pathIn, pathRules} from './path.js';

type Import = Filled<'file'> & {
  readonly read: readonly LearnedLayout[] | undefined;
  readonly isWriting: boolean;
  readonly index: number;
};
type ImportAsks =
  | {readonly kind: 'read'; readonly file: string}
  | {readonly kind: 'keep'; readonly layouts: readonly LearnedLayout[]};

const changesOf = ({read = []}: Import, {till}: Context) => takenOver(learnedLayouts(till.state.reconciled), read);

const rows = markedList<Import, ListRow>(
  (state, context) => {
    const {added, replaced} = changesOf(state, context);
    return [
      ...replaced.map(layout => layoutRow(layout, '~', context)),
      ...added.map(layout => layoutRow(layout, '+', context)),
    ];
  },
  ({id}) => id,
);

const form = (state: Import, {messages}: Context): Form<Import> =>
  compact([
    !state.isWriting && {
      id: 'file',
      label: messages.reconcileScreen.layouts.from,
      rules: pathRules,
      edited: now => ({...now, read: undefined, index: 0}),
    },
  ]);

function describe(state: Import, context: Context): readonly Block[] {
  const said = context.messages.reconcileScreen.layouts;
  const blocks = [title(said.importTitle), gap('above'), ...fieldBlocks(form(state, context), state, context)];
  if (state.isWriting) return [...blocks, fact('busy', said.writing, {tone: 'not-known'})];
  if (state.read === undefined) return [...blocks, fact('importLead', said.importLead, {tone: 'quiet', most: 3})];
  const {added, replaced, same} = changesOf(state, context);
  const counts = {added: added.length, replaced: replaced.length, same: same.length};
  return [
    ...blocks,
    fact('summary', said.summary({file: cleanText(basename(typedIn(state, 'file')), 80), ...counts}), {
      tone: 'strong',
      most: 2,
    }),
    ...(rows.isFilled(state, context) ? layoutBlocks(rows, state, context) : []),
  ];
}

const mayKeep = rows.isFilled;

const keys: readonly ScreenKey<Import, ImportAsks>[] = [
  {
    id: 'read-layouts',
    when: (state, context) => !mayKeep(state, context) && typedIn(state, 'file').trim() !== '',
    press: state => ({
      state: {...state, isWriting: true, read: undefined, wrong: undefined, index: 0},
      asks: {kind: 'read', file: fromHome(pathIn(typedIn(state, 'file')))},
    }),
  },
  {
    id: 'keep-layouts',
    when: mayKeep,
    press: (state, context) => {
      const {added, replaced} = changesOf(state, context);
      return {state: {...state, isWriting: true}, asks: {kind: 'keep', layouts: [...added, ...replaced]}};
    },
  },
  rows.selectKey,
  {id: 'back', press: () => ({go: 'back'})},
];

/** Takes over what another till has learned of layouts: what is new and what is read otherwise now is shown first. */
export const layoutsImport: Screen<'reconcile-layouts-import', Import, ImportAsks, readonly LearnedLayout[]> = {
  id: 'reconcile-layouts-import',
  layout: 'tall',
  open: () => ({state: {...emptyForm('file'), read: undefined, isWriting: false, index: 0}}),
  form,
  describe,
  keys: keys.map(unlessWriting),
  run: async (asks, till, answer) =>
    asks.kind === 'read' ? answer(await readLayouts(asks.file)) : till.keepLayouts(asks.layouts),
  reduce: (state, read) => ({state: {...state, isWriting: false, read}}),
  done: (_, __, {kind}) => (kind === 'keep' ? {go: 'back'} : {}),
  refused: (state, problem) => ({state: {...state, isWriting: false, wrong: {field: 'file', problem}}}),
};
