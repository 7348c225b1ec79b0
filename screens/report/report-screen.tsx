import type {ReactNode} from 'react';
import {zName} from '../../src/core/shift/report.js';
import {figureWidths, partLines, type SlipPart, type SlipWidth, slipText} from '../../src/core/slip/slip.js';
import {widthOf} from '../../src/core/text/width.js';
import {stepsRow} from '../close/steps.js';
import type {SlipScreen} from '../model.js';
import {qrRows} from '../parts/qr.js';
import {type Row, Rows, row, span} from '../parts/rows.js';
import {Sheet} from '../reading/sheet.js';
import type {ReportScreen} from '../shift/shift-screens.js';
import type {View, ViewOf} from '../view.js';
import {reportWidth, slipParts, slipWidth} from './slip-lines.js';

/** An X or a Z as it prints. */
export function ReportPaper({screen, view}: ViewOf<ReportScreen>): ReactNode {
  const {report, parts, offset, isNew, isPrinting} = screen;
  const {words} = view;
  const {report: said, close} = words.shiftScreen;
  const name = report.kind === 'x' ? said.x : zName(report.number);
  const title = isNew ? close.made({z: name}) : name;
  const lines = paper(parts, reportWidth, view);
  const sheet = {title: isPrinting ? `${title}  ${said.printing}` : title, lines, offset};
  if (!isNew) return <Sheet {...sheet} view={view} />;
  return (
    <>
      <Rows rows={[stepsRow(5, view)]} />
      <Sheet {...sheet} view={{...view, height: view.height - 1}} />
    </>
  );
}

/** The slip of a payment as it prints, in the customer's language. */
export function SlipPaper({screen, view}: ViewOf<SlipScreen>): ReactNode {
  const {till, words} = view;
  const payment = till.state.payments.get(screen.reference);
  if (payment === undefined) return <Rows rows={[row(' ', words.paymentScreen.notOpenHere)]} />;
  const lines = paper(slipParts(screen, payment, view), slipWidth, view);
  const title = screen.isPrinting
    ? `${words.readingScreen.slip.title}  ${words.shiftScreen.report.printing}`
    : words.readingScreen.slip.title;
  return <Sheet title={title} lines={lines} offset={screen.offset} view={view} />;
}

/** A slip on its roll, in the middle of the window. */
function paper(parts: readonly SlipPart[], width: SlipWidth, view: View): readonly Row[] {
  const {columns, styles} = view;
  const figures = figureWidths(parts);
  const margin = ' '.repeat(Math.max(0, Math.floor((columns - width) / 2) - 2));
  const onRoll = (lines: readonly string[]) =>
    lines.map(line => row(margin, span('│ ', styles.quiet), line, span(' │', styles.quiet)));
  return parts.flatMap(part => {
    if (part.kind !== 'qr') return onRoll(partLines(part, width, figures));
    const code = qrRows(part.text, styles);
    const codeWidth = widthOf(code[0]?.[0]?.text ?? '');
    if (codeWidth > columns) return onRoll(slipText([part], width));
    // A module of a screen is wider than a printer's: the code may be wider than the roll.
    const beside = ' '.repeat(Math.floor((columns - codeWidth) / 2));
    return [...code.map(line => [span(beside), ...line]), ...onRoll(slipText([captionOf(part)], width))];
  });
}

const captionOf = ({caption = ''}: SlipPart & {kind: 'qr'}): SlipPart => ({
  kind: 'text',
  text: caption,
  align: 'centre',
  size: 'normal',
  isStrong: false,
});
