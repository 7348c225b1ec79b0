import type {ReactNode} from 'react';
import {problemText} from '../../src/core/messages/problem-text.js';
import {moneyColumn} from '../../src/core/money/display.js';
import {inDrawer} from '../../src/core/shift/report.js';
import type {Drawer} from '../../src/core/shift/report-schema.js';
import {fit} from '../../src/core/text/width.js';
import {typedField} from '../parts/field.js';
import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import type {CloseCheckScreen} from '../shift/shift-screens.js';
import {textOf} from '../terminal/line.js';
import type {View, ViewOf} from '../view.js';
import {checkFieldsOf, countedDrawers} from './check-logic.js';
import {carriedTexts, demandText, differenceText, makesText} from './shown.js';
import {stepsRow, stepText} from './steps.js';

const moneyWidth = 16;
const tallFrom = 16;

/** Step 4: what was counted against what should be there, what is carried over, and the last question. */
export function CloseCheck({screen, view}: ViewOf<CloseCheckScreen>): ReactNode {
  const {columns, height, language, styles} = view;
  const space = height >= tallFrom ? [blank] : [];
  const carried = carriedTexts(screen, view).flatMap(text =>
    paragraph(text, {
      width: columns - 1,
      most: 2,
      indent: 3,
      style: styles[text.startsWith('!') ? 'needs-person' : 'plain'],
    }),
  );
  const {problem, making} = screen;
  // The Z takes the drawers with it: what was compared is in it, and no longer here.
  if (making !== undefined)
    return <Rows rows={[stepsRow(4, view), ...space, ...stepText(makesText(screen, view), view, styles.strong)]} />;
  const rows = [
    stepsRow(4, view),
    ...space,
    ...drawerRows(view),
    ...space,
    ...carried,
    ...(carried.length === 0 ? [] : space),
    ...stepText(demandText(view), view, styles['not-known']),
    ...fieldRows(screen, view),
    ...(problem === undefined ? [] : stepText(`✗ ${problemText(problem, language)}`, view, styles.problem)),
    ...space,
    ...stepText(makesText(screen, view), view, styles.strong),
  ];
  return <Rows rows={rows.slice(0, height)} />;
}

function drawerRows(view: View): readonly Row[] {
  const {styles, words} = view;
  const {rows, nothingCounted} = words.shiftScreen.close;
  const drawers = countedDrawers(view);
  if (drawers.length === 0) return stepText(nothingCounted, view, styles.quiet);
  const title = (text: string) => fit(text, moneyWidth, true);
  return [
    row('   ', span(`${title(rows.expected)}   ${title(rows.counted)}`, styles.quiet)),
    ...drawers.map(drawer => drawerRow(drawer, view)),
  ];
}

function drawerRow(drawer: Drawer, view: View): Row {
  const {currency, expected, counted, difference} = drawer;
  const column = (minor: number | null) =>
    minor === null ? fit('', moneyWidth) : moneyColumn(inDrawer(currency, minor), moneyWidth, view.language);
  const style = view.styles[difference === 0 ? 'paid' : 'needs-person'];
  return row('   ', `${column(expected)}   ${column(counted)}`, '   ', span(differenceText(drawer, view), style));
}

function fieldRows({lines, focus}: CloseCheckScreen, view: View): readonly Row[] {
  const {columns, styles, words} = view;
  return checkFieldsOf(view).flatMap(field =>
    typedField(lines[field], textOf(lines[field]), {
      label: words.shiftScreen.close.fields[field],
      labelWidth: 16,
      width: columns,
      isFocused: focus === field,
      styles,
    }),
  );
}
