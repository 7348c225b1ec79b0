import {basename} from 'node:path';
import {type LearnedLayout, learnedLayouts, mayBeGiven, takenOver} from '../../src/core/reconcile/records/layouts.js';
import {cleanText} from '../../src/core/text/text.js';
import {readLayouts} from '../../src/till/layouts.js';
import type {Till} from '../../src/till/till.js';
import {type Block, type Column, compact, fact, gap, title} from '../../src/views/block.js';
import {layoutTexts} from '../../src/views/reconcile/file-text.js';
import {fileImport, fromHome, type Importing, type ImportRow, pathIn, pathRules} from '../kit/file-import.js';
import {typedIn} from '../kit/form.js';
import {markedList} from '../kit/list.js';
import {onlyWhile, type Questioned, questionForm, unasked} from '../kit/question.js';
import {type Context, type Screen, task} from '../kit/screen.js';
import {goTo} from '../model.js';

type Layouts = {readonly index: number};

const learnedHere = ({till}: Context): readonly LearnedLayout[] => learnedLayouts(till.state.reconciled);

/** Returns the row of a layout, and what it means here: `+` is new, `~` is read differently now. */
function layoutRow(
  {kind, name, headingPrint, mapping}: LearnedLayout,
  sign: '' | '+' | '~',
  {language, messages}: Context,
): ImportRow {
  const says = cleanText(layoutTexts(mapping, language).join(' · '), 200);
  return {
    id: `${kind} ${headingPrint}`,
    cells: [compact([sign, messages.reconcileCommand.kinds[kind]]).join(' '), cleanText(name, 80), says],
    tone: sign === '~' ? 'not-known' : 'plain',
    whole: says,
  };
}

function layoutColumns({messages: {reconcileScreen}}: Context): readonly Column[] {
  const {kind, file, says} = reconcileScreen.layouts.columns;
  return [{title: kind}, {title: file, width: 16, grows: true}, {title: says, width: 24, givesWay: true}];
}

const rows = markedList<Layouts, ImportRow>(
  (_, context) => learnedHere(context).map(layout => layoutRow(layout, '', context)),
  ({id}) => id,
);

function describe(state: Layouts, context: Context): readonly Block[] {
  const said = context.messages.reconcileScreen.layouts;
  const one = rows.markedIn(state, context);
  return [
    title(said.title),
    gap('above'),
    fact('lead', said.lead, {tone: 'quiet', most: 2}),
    gap('below'),
    rows.block(state, context, {
      columns: layoutColumns(context),
      row: row => row,
      empty: context.messages.reconcileCommand.layouts.none,
    }),
    ...(one === undefined ? [] : [fact('marked', one.whole ?? '', {tone: 'quiet', said: '', most: 3})]),
  ];
}

/** The layouts that this till has learned. They can be exported to another till, and imported from one. */
export const layouts: Screen<'reconcile-layouts', Layouts> = {
  id: 'reconcile-layouts',
  layout: 'tall',
  open: () => ({state: {index: 0}}),
  describe,
  keys: [
    {
      id: 'export-layouts',
      when: (_, context) => learnedHere(context).length > 0,
      press: () => ({go: goTo('reconcile-layouts-export')}),
    },
    {id: 'import-layouts', press: () => ({go: goTo('reconcile-layouts-import')})},
    rows.selectKey,
    {id: 'back', press: () => ({go: 'back'})},
  ],
};

type Export = Questioned<'file'> & {readonly written: number | undefined};

const count = ({till}: Context) => learnedLayouts(till.state.reconciled).filter(mayBeGiven).length;

const asked = questionForm<Export>({
  fields: (_, {messages}) => [{id: 'file', label: messages.reconcileScreen.layouts.to, rules: pathRules}],
  yes: 'write-layouts',
  asks: state =>
    task({
      kind: 'write-layouts',
      run: till => till.writeLayouts(fromHome(pathIn(typedIn(state, 'file')))),
      done: (now, written) => ({state: {...now, isAsked: false, isWriting: false, written}}),
    }),
  texts: (state, context) => {
    const {question, means, writing} = context.messages.reconcileScreen.layouts;
    return {question: question({count: count(context), file: cleanText(typedIn(state, 'file'), 120)}), means, writing};
  },
});

/** Writes the layouts that this till has learned into a file for another till. */
export const layoutsExport: Screen<'reconcile-layouts-export', Export> = {
  ...asked,
  id: 'reconcile-layouts-export',
  open: () => ({state: {...unasked, lines: {}, focus: 'file', kept: undefined, written: undefined}}),
  form: (state, context) => (state.written === undefined ? asked.form(state, context) : []),
  keys: [
    ...asked.keys.map(onlyWhile<Export>(({written}) => written === undefined)),
    {id: 'back', when: ({written}) => written !== undefined, press: () => ({go: 'back'})},
  ],
  describe: (state, context) => {
    const {exported} = context.messages.reconcileCommand.layouts;
    const file = cleanText(typedIn(state, 'file'), 120);
    return [
      title(context.messages.reconcileScreen.layouts.exportTitle),
      gap('above'),
      ...(state.written === undefined
        ? asked.blocks(state, context)
        : [fact('written', `✓ ${exported({count: state.written, file})}`, {tone: 'strong', most: 3})]),
    ];
  },
};

type Read = {readonly file: string; readonly layouts: readonly LearnedLayout[]};

const changesTo = (till: Pick<Till, 'state'>, {layouts}: Read) =>
  takenOver(learnedLayouts(till.state.reconciled), layouts);

/** Imports the layouts that another till has learned. New layouts and those that are read differently are shown first. */
export const layoutsImport: Screen<'reconcile-layouts-import', Importing<Read>> = {
  ...fileImport<Read>({
    readKey: 'read-layouts',
    keepKey: 'keep-layouts',
    texts: ({messages: {reconcileScreen}}) => {
      const {importTitle, from, importLead, writing} = reconcileScreen.layouts;
      return {title: importTitle, label: from, hint: '', lead: importLead, reading: writing, keeping: writing};
    },
    preview: (read, context) => {
      const {added, replaced, same} = changesTo(context.till, read);
      const counts = {added: added.length, replaced: replaced.length, same: same.length};
      const text = context.messages.reconcileScreen.layouts.summary({file: read.file, ...counts});
      return {
        mayKeep: added.length + replaced.length > 0,
        summary: [fact('summary', text, {tone: 'strong', most: 2})],
        columns: layoutColumns(context),
        rows: [
          ...replaced.map(layout => layoutRow(layout, '~', context)),
          ...added.map(layout => layoutRow(layout, '+', context)),
        ],
        empty: '',
      };
    },
    read: async file => ({file: cleanText(basename(file), 80), layouts: await readLayouts(file)}),
    keep: (read, till) => {
      const {added, replaced} = changesTo(till, read);
      return till.decide({type: 'keep-layouts', layouts: [...added, ...replaced]});
    },
  }),
  id: 'reconcile-layouts-import',
};
