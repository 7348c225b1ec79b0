import {messages} from '../../src/core/messages/messages.js';
import {layoutTexts} from '../../src/core/reconcile/layout-text.js';
import {type LearnedLayout, learnedLayouts} from '../../src/core/reconcile/layouts.js';
import {cleanText} from '../../src/core/text/text.js';
import {type Block, fact, gap, type ListBlock, type ListRow, title} from '../kit/block.js';
import {type MarkedList, markedList} from '../kit/list.js';
import {goTo} from '../kit/places.js';
import type {Screen} from '../kit/screen.js';
import type {Context} from '../kit/step.js';

type Layouts = {readonly index: number};

const learnedHere = ({till}: Context): readonly LearnedLayout[] => learnedLayouts(till.state.reconciled);

/** How files of a form are read, beside what it means for the layout: `+` is new, `~` is read otherwise now. */
export const layoutRow = (
  {kind, name, headingPrint, mapping}: LearnedLayout,
  sign: '' | '+' | '~',
  {language}: Context,
): ListRow => ({
  id: `${kind} ${headingPrint}`,
  cells: [
    [sign, messages(language).reconcileCommand.kinds[kind]].filter(part => part !== '').join(' '),
    cleanText(name, 80),
    cleanText(layoutTexts(mapping, language).join(' · '), 200),
  ],
  tone: sign === '~' ? 'not-known' : 'plain',
});

/** Layouts, one of them marked and told in full below. */
export function layoutBlocks<S>(
  rows: MarkedList<S, ListRow>,
  state: S,
  context: Context,
): readonly [ListBlock, ...(readonly Block[])] {
  const {columns} = context.messages.reconcileScreen.layouts;
  const one = rows.markedIn(state, context);
  return [
    rows.block(state, context, {
      columns: [
        {title: columns.kind},
        {title: columns.file, width: 16, grows: true},
        {title: columns.says, width: 24, givesWay: true},
      ],
      row: row => row,
      narrated: ({cells}, {at, count}) => `${at}/${count}: ${cells.join(', ')}`,
      empty: context.messages.reconcileCommand.layouts.none,
    }),
    ...(one === undefined ? [] : [fact('marked', one.cells.at(-1) ?? '', {tone: 'quiet', most: 3})]),
  ];
}

const rows = markedList<Layouts, ListRow>(
  (_, context) => learnedHere(context).map(layout => layoutRow(layout, '', context)),
  ({id}) => id,
);

function describe(state: Layouts, context: Context): readonly Block[] {
  const said = context.messages.reconcileScreen.layouts;
  return [
    title(said.title),
    gap('above'),
    fact('lead', said.lead, {tone: 'quiet', most: 2}),
    gap('below'),
    ...layoutBlocks(rows, state, context),
  ];
}

/** How files of each form are read, as this till has learned it: from here they go to another till, and come from one. */
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
    {
      id: 'import-layouts',
      when: (_, {till}) => till.writeFailure() === undefined,
      press: () => ({go: goTo('reconcile-layouts-import')}),
    },
    rows.selectKey,
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
