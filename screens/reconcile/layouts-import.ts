import {basename} from 'node:path';
import {type LearnedLayout, learnedLayouts, takenOver} from '../../src/core/reconcile/layouts.js';
import {cleanText} from '../../src/core/text/text.js';
import {readLayouts} from '../../src/till/layouts.js';
import {type Block, fact, gap, type ListRow, title} from '../kit/block.js';
import {type Filled, type Form, fieldBlocks, typedIn} from '../kit/form.js';
import {unlessWriting} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';
import type {Context, ScreenKey} from '../kit/step.js';
import {stepAt} from '../terminal/bindings.js';
import {layoutList, layoutRow} from './layouts.js';
import {fromHome, pathIn, pathRules} from './path.js';

declare module '../kit/places.js' {
  interface Places {
    'reconcile-layouts-import': undefined;
  }
}

type Import = Filled<'file'> & {
  /** The layouts of the file that was read. */
  readonly read: readonly LearnedLayout[] | undefined;
  readonly isWriting: boolean;
  readonly index: number;
};
type ImportAsks =
  | {readonly kind: 'read'; readonly file: string}
  | {readonly kind: 'keep'; readonly layouts: readonly LearnedLayout[]};

const changesOf = ({read = []}: Import, {till}: Context) => takenOver(learnedLayouts(till.state.reconciled), read);

function rowsOf(state: Import, context: Context): readonly ListRow[] {
  const {added, replaced} = changesOf(state, context);
  return [
    ...replaced.map(layout => layoutRow(layout, '~', context)),
    ...added.map(layout => layoutRow(layout, '+', context)),
  ];
}

const form = (state: Import, {words}: Context): Form<Import> =>
  state.isWriting
    ? []
    : [
        {
          id: 'file',
          label: words.reconcileScreen.layouts.from,
          rules: pathRules,
          edited: now => ({...now, read: undefined, index: 0}),
        },
      ];

function describe(state: Import, context: Context): readonly Block[] {
  const said = context.words.reconcileScreen.layouts;
  const blocks = [title(said.importTitle), gap('above'), ...fieldBlocks(form(state, context), state, context)];
  if (state.isWriting) return [...blocks, fact('busy', said.writing, {tone: 'not-known'})];
  if (state.read === undefined) return [...blocks, fact('importLead', said.importLead, {tone: 'quiet', most: 3})];
  const {added, replaced, same} = changesOf(state, context);
  const counts = {added: added.length, replaced: replaced.length, same: same.length};
  const rows = rowsOf(state, context);
  return [
    ...blocks,
    fact('summary', said.summary({file: cleanText(basename(typedIn(state, 'file')), 80), ...counts}), {
      tone: 'strong',
      most: 2,
    }),
    ...(rows.length === 0 ? [] : layoutList(rows, Math.min(state.index, rows.length - 1), context)),
  ];
}

const mayKeep = (state: Import, context: Context) => rowsOf(state, context).length > 0;

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
  {
    id: 'select',
    when: mayKeep,
    press: (state, context, {place, page}) => {
      const all = rowsOf(state, context).length;
      return {state: {...state, index: Math.max(0, Math.min(all - 1, state.index + stepAt(place, {page, all})))}};
    },
  },
  {id: 'back', press: () => ({go: 'back'})},
];

/** Takes over what another till has learned of layouts: what is new and what is read otherwise now is shown first. */
export const layoutsImport: Screen<'reconcile-layouts-import', Import, ImportAsks, readonly LearnedLayout[] | 'kept'> =
  {
    id: 'reconcile-layouts-import',
    layout: 'tall',
    open: () => ({
      state: {
        ...{lines: {}, focus: 'file', kept: undefined, wrong: undefined},
        ...{read: undefined, isWriting: false, index: 0},
      },
    }),
    form,
    describe,
    keys: keys.map(unlessWriting),
    run: async (asks, till, answer) => {
      if (asks.kind === 'read') return answer(await readLayouts(asks.file));
      await till.keepLayouts(asks.layouts);
      answer('kept');
    },
    reduce: (state, answer) => (answer === 'kept' ? {go: 'back'} : {state: {...state, isWriting: false, read: answer}}),
    refused: (state, problem) => ({state: {...state, isWriting: false, wrong: {field: 'file', problem}}}),
    beginnings: [
      ['d', 'r', 'y', 'tab'],
      ['d', 'r', 'y', 'tab', '/nowhere.json', 'enter'],
    ],
  };
