import {Box} from 'ink';
import type {ReactNode} from 'react';
import {messages} from '../../src/core/messages/messages.js';
import {widthOf} from '../../src/core/text/width.js';

import {type Column, Ledger} from '../parts/ledger.js';
import {paragraph, Rows, row, span} from '../parts/rows.js';
import {Sheet} from '../reading/sheet.js';
import type {Style} from '../terminal/styles.js';
import type {View, ViewOf} from '../view.js';
import {chargeAt, shownLines} from './charge-window.js';
import {chargesHeight} from './charges-logic.js';
import {askingText, chargeCells, chargeFields, rangeText} from './charges-shown.js';
import {fieldRows} from './one-screen.js';
import type {ChargeScreen, ChargesScreen} from './screens.js';

type Cells = ReturnType<typeof chargeCells> | undefined;
type Line = {readonly line: number; readonly cells: Cells};

/** The charges of a subscription, the newest first. */
export function Charges({screen, view}: ViewOf<ChargesScreen>): ReactNode {
  const {id, window} = screen;
  const {language, styles, columns} = view;
  const {charges} = messages(language).subscriptionScreen;
  const lines = shownLines(window).map((line): Line => {
    const charge = chargeAt(window, line);
    return {line, cells: charge && chargeCells(charge, view)};
  });
  const isEmpty = lines.length === 0 && window.asking === undefined && window.problem === undefined;
  const style = window.problem === undefined ? styles.quiet : styles.problem;
  const asking = isEmpty ? charges.none : askingText(window, view);
  const marked = lines.find(({line}) => line === window.index)?.cells;
  const foot = asking === '' && marked !== undefined ? marked.note : asking;
  const title = row(
    span(` ${charges.title({id})}`, styles.strong),
    span(`   ${rangeText(window, language)}`, styles.quiet),
  );
  return (
    <Box flexDirection="column">
      <Rows rows={[title]} />
      {lines.length === 0 ? null : (
        <Ledger
          columns={columnsFor(view, window.index)}
          rows={lines}
          selected={window.index - (lines[0]?.line ?? 0)}
          height={chargesHeight(view.height)}
          styleOf={({cells}) => styleOf(cells, view)}
          titleStyle={styles.quiet}
          selectedStyle={styles.selected}
        />
      )}
      <Rows rows={paragraph(foot, {width: columns - 1, most: 2, indent: 3, style})} />
    </Box>
  );
}

function styleOf(cells: Cells, {styles}: View): Style {
  if (cells === undefined) return styles.quiet;
  if (cells.state.startsWith('✓')) return styles.plain;
  return cells.state.startsWith('✗') ? styles['not-paid'] : styles['not-known'];
}

const widths = {mark: 2, cycle: 6, attempt: 5, at: 16, amount: 14, state: 10} as const;

function columnsFor({columns, language}: View, marked: number): readonly Column<Line>[] {
  const {columns: titles, loading} = messages(language).subscriptionScreen.charges;
  const isWide = columns >= 76;
  const {attempt: _, ...narrow} = widths;
  const fixed = Object.values(isWide ? widths : narrow);
  const rest = columns - fixed.reduce((sum, width) => sum + width + 1, 0) - 2;
  const of = (name: keyof NonNullable<Cells>) => (each: Line) => each.cells?.[name] ?? loading;
  return [
    {title: '', width: widths.mark, text: ({line}) => ` ${line === marked ? '▸' : ' '}`},
    {title: titles.cycle, width: widths.cycle, right: true, text: of('cycle')},
    ...(isWide ? [{title: titles.attempt, width: widths.attempt, right: true, text: of('attempt')}] : []),
    {title: titles.at, width: widths.at, text: of('at')},
    {title: titles.amount, width: widths.amount, right: true, text: of('amount')},
    {title: titles.state, width: widths.state, text: of('state')},
    {title: titles.note, width: rest, text: ({cells}) => noteIn(cells, rest) ?? loading},
  ];
}

/** What stands in so many cells: the rest of it is said of the marked one, below. */
const noteIn = (cells: Cells, width: number): string | undefined =>
  cells && (widthOf(cells.note) <= width ? cells.note : cells.shortNote);

/** One charge, every field of it. */
export function Charge({screen, view}: ViewOf<ChargeScreen>): ReactNode {
  const {charge, offset} = screen;
  const {chargeTitle} = messages(view.language).subscriptionScreen.charges;
  const lines = fieldRows(chargeFields(charge, view), view);
  return <Sheet title={chargeTitle({id: charge.id})} lines={lines} offset={offset} view={view} />;
}
