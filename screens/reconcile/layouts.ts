import {type LearnedLayout, learnedLayouts} from '../../src/core/reconcile/records/layouts.js';
import {cleanText} from '../../src/core/text/text.js';
import {type Block, type Column, compact, fact, gap, title} from '../../src/views/block.js';
import {layoutTexts} from '../../src/views/reconcile/layout-text.js';
import type {ImportRow} from '../kit/file-import.js';
import {markedList} from '../kit/list.js';
import type {Screen} from '../kit/screen.js';
import type {Context} from '../kit/step.js';
import {goTo} from '../places.js';

type Layouts = {readonly index: number};

const learnedHere = ({till}: Context): readonly LearnedLayout[] => learnedLayouts(till.state.reconciled);

/** Returns the row of a layout, and what it means here: `+` is new, `~` is read differently now. */
export function layoutRow(
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

export function layoutColumns({messages: {reconcileScreen}}: Context): readonly Column[] {
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
