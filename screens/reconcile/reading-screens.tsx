import type {ReactNode} from 'react';
import {besideCode} from '../../src/core/money/display.js';
import {groupedAmount} from '../../src/core/reconcile/amount.js';
import type {ReconciliationLine} from '../../src/core/reconcile/discrepancy.js';
import {equationText} from '../../src/core/reconcile/reconciliation-text.js';
import {fit, widthOf} from '../../src/core/text/width.js';
import {blank, paragraph, type Row, row, span} from '../parts/rows.js';
import {Sheet} from '../reading/sheet.js';
import type {View, ViewOf} from '../view.js';
import {differenceTexts} from './difference.js';
import type {DifferenceScreen, ReconcilePageScreen} from './reconcile-screens.js';
import {coverageTexts, loadedTexts, resultWordsOf, wordsOf} from './shown.js';

const labelWidth = 13;

/** The equations, or what everything rests on. Which sources were loaded stands on both. */
export function ReconcilePage({screen, view}: ViewOf<ReconcilePageScreen>): ReactNode {
  const {result, page, offset} = screen;
  const {columns, styles} = view;
  const words = resultWordsOf(view);
  const {pages, noEquations} = wordsOf(view);
  const say = (text: string) => paragraph(text, {width: columns - 1, most: 6, indent: 3});
  const loaded = row('   ', span(fit(loadedTexts(result, view).join(' · '), columns - 4), styles.quiet));
  const equations = result.equations.flatMap(equation =>
    equationText(equation, {language: view.language, width: columns - 4}).map(text =>
      row('   ', span(text, text.trim().startsWith(words.unexplained) ? styles.strong : styles.plain)),
    ),
  );
  const lines: readonly Row[] =
    page === 'coverage'
      ? coverageTexts(result, view).flatMap(say)
      : [...equations, ...(equations.length === 0 ? say(noEquations) : [])];
  return <Sheet title={pages[page]} lines={[loaded, blank, ...lines]} offset={offset} view={view} />;
}

/** One line: both sides, why it is there, what to do, and whatever else is known of it. */
export function DifferencePaper({screen, view}: ViewOf<DifferenceScreen>): ReactNode {
  const {line, offset} = screen;
  const {columns, styles} = view;
  const {codes} = resultWordsOf(view);
  const {stands, texts} = differenceTexts(screen, view);
  const rows: readonly Row[] = [
    row('   ', span(stands, line.severity === 'critical' ? styles['needs-person'] : styles.quiet)),
    blank,
    ...sideRows(line, view),
    blank,
    ...texts.flatMap(({label, text}) =>
      paragraph(text, {
        width: columns - 1,
        most: 6,
        indent: labelWidth + 3,
        lead: span(`   ${label}`, styles.quiet),
      }),
    ),
  ];
  return <Sheet title={[codes[line.code], line.reference].join('  ')} lines={rows} offset={offset} view={view} />;
}

/** The amounts of both sides under each other, and what is between them. */
function sideRows({local, provider, delta}: ReconciliationLine, view: View): readonly Row[] {
  const {styles} = view;
  const {here, there, delta: differs} = wordsOf(view).line;
  const sides = [
    {label: here, amount: local},
    {label: there, amount: provider},
    {label: differs, amount: delta},
  ];
  const width = Math.max(
    ...sides.map(({amount}) => (amount === null ? 1 : widthOf(groupedAmount(amount, view.language)))),
  );
  return sides.map(({label, amount}) =>
    row(
      span(`   ${fit(label, labelWidth)}`, styles.quiet),
      span(
        amount === null
          ? besideCode('   ', fit('–', width, true), view.language)
          : besideCode(amount.currency, fit(groupedAmount(amount, view.language), width, true), view.language),
        styles.strong,
      ),
    ),
  );
}
