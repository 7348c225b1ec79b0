import {Box} from 'ink';
import type {ReactNode} from 'react';
import {problemText} from '../../src/core/messages/problem-text.js';
import {groupedAmount} from '../../src/core/reconcile/amount.js';
import type {ReconciliationLine} from '../../src/core/reconcile/discrepancy.js';
import {unended} from '../../src/core/reconcile/reconcile.js';
import {fit, widthOf} from '../../src/core/text/width.js';

import {type Column, Ledger} from '../parts/ledger.js';
import {listHeight, pageOf} from '../parts/list-page.js';
import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import type {View, ViewOf} from '../view.js';
import type {ReconcileScreen} from './reconcile-screens.js';
import {currencyOf, listedText, loadedTexts, openTexts, resultWordsOf, titleText, wordsOf, workText} from './shown.js';
import {markedLine, workRows} from './work-list.js';

/** A day's differences, the gravest first. */
export function WorkList({screen, view}: ViewOf<ReconcileScreen>): ReactNode {
  const {styles, words} = view;
  const rows = workRows(screen);
  const index = markedLine(screen, rows);
  const problem = problemRows(screen, view);
  const loaded = loadedRows(screen, view);
  const height = listHeight(view.height - problem.length - loaded.length + 1);
  const from = pageOf(index, height);
  const shown = rows.slice(from, from + height);
  const facts = {first: from + 1, last: Math.min(rows.length, from + height), count: rows.length};
  const range = rows.length > height ? words.pendingScreen.range(facts) : '';
  return (
    <Box flexDirection="column">
      <Rows rows={[titleRow(screen, view), ...loaded, ...problem]} />
      {rows.length === 0 ? (
        <Rows rows={[row(' '), row('   ', emptyText(screen, view))]} />
      ) : (
        <Ledger
          columns={columnsFor(view, rows[index], shown)}
          rows={shown}
          selected={index - from}
          height={height}
          styleOf={({severity}) => (severity === 'critical' ? styles['needs-person'] : styles.plain)}
          titleStyle={styles.quiet}
          selectedStyle={styles.selected}
        />
      )}
      <Rows
        rows={[
          row('   ', span([listedText(screen, view), range].filter(text => text !== '').join('   '), styles.quiet)),
        ]}
      />
    </Box>
  );
}

function titleRow(screen: ReconcileScreen, view: View): Row {
  const {styles} = view;
  const {result} = screen;
  const title = titleText(screen, view, day => `‹ ${day} ›`);
  const count = result === undefined ? '' : `   ${wordsOf(view).toLookAt({count: result.totals.remaining})}`;
  return row(' ', span(title, styles.strong), span(count, styles.strong));
}

function loadedRows({work, result}: ReconcileScreen, view: View): readonly Row[] {
  const {columns, styles} = view;
  if (work !== undefined) return [row('   ', span(fit(workText(work, view), columns - 4), styles['not-known']))];
  if (result === undefined) return [blank];
  const open = openTexts(result, view).join(' ');
  const say = (text: string, style = styles.quiet) => paragraph(text, {width: columns - 1, most: 2, indent: 3, style});
  return [...say(loadedTexts(result, view).join(' · ')), ...(open === '' ? [] : say(open, styles['not-known']))];
}

function problemRows({problem}: ReconcileScreen, {columns, language, styles}: View): readonly Row[] {
  if (problem === undefined) return [];
  const lead = span(' ✗ ', styles.problem);
  return paragraph(problemText(problem, language), {
    width: columns - 1,
    most: 3,
    indent: 3,
    style: styles.problem,
    lead,
  });
}

function emptyText({state, code, result}: ReconcileScreen, view: View): string {
  if (result === undefined) return '';
  const {empty, noMatch} = wordsOf(view);
  if (state !== 'remaining' || code !== 'all') return noMatch;
  return unended(result) === 0 ? empty : '';
}

const shownOf = (amount: ReconciliationLine['local'], language: View['language']): string =>
  amount === null ? '' : groupedAmount(amount, language);

/** The end of a reference tells it from others of the day; the whole of it is on the line's own screen. */
const tailOf = (reference: string, width: number): string =>
  reference.length <= width ? reference : `…${reference.slice(1 - width)}`;

const fixed = {mark: 1, currency: 3, age: 3} as const;
const wholeReference = 15;
const leastCode = 15;
const roomyFrom = 98;

/** Money and whose it is are never cut: the kind gives way, and where rows are short the two sides do. */
function columnsFor(
  view: View,
  marked: ReconciliationLine | undefined,
  shown: readonly ReconciliationLine[],
): readonly Column<ReconciliationLine>[] {
  const {columns, language} = view;
  const {columns: titles} = wordsOf(view);
  const {codes, owners} = resultWordsOf(view);
  const fitting = (column: Omit<Column<ReconciliationLine>, 'width'>): Column<ReconciliationLine> => ({
    ...column,
    width: Math.max(widthOf(column.title), ...shown.map(line => widthOf(column.text(line)))),
  });
  const amount = (title: string, text: (line: ReconciliationLine) => string) => fitting({title, right: true, text});
  const reference = columns >= roomyFrom ? wholeReference : widthOf(titles.reference);
  const sides = [
    amount(titles.here, ({local}) => shownOf(local, language)),
    amount(titles.there, ({provider}) => shownOf(provider, language)),
  ];
  const always = [
    amount(titles.delta, ({delta}) => shownOf(delta, language)),
    {title: titles.age, width: fixed.age, right: true, text: ({age}: ReconciliationLine) => String(age)},
    fitting({title: titles.owner, text: ({owner}) => owners[owner]}),
  ];
  const besides = [fixed.mark, reference, fixed.currency];
  const roomBeside = (others: readonly Column<ReconciliationLine>[]) =>
    [...besides, ...others.map(({width}) => width)].reduce((room, width) => room - width - 1, columns - 2);
  const others = roomBeside([...sides, ...always]) >= leastCode ? [...sides, ...always] : always;
  const widestCode = Math.max(widthOf(titles.code), ...Object.values(codes).map(widthOf));
  return [
    {title: '', width: fixed.mark, text: line => (line === marked ? '▸' : ' ')},
    {title: titles.code, width: Math.min(widestCode, roomBeside(others)), text: ({code}) => codes[code]},
    {title: titles.reference, width: reference, text: line => tailOf(line.reference, reference)},
    {title: '', width: fixed.currency, text: currencyOf},
    ...others,
  ];
}
