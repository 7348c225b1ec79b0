import {Problem} from '../../src/core/problem.js';
import {zName} from '../../src/core/shift/report.js';
import type {Report} from '../../src/core/shift/report-schema.js';
import {figureWidths, partLines, type SlipPart, type SlipWidth, slipText} from '../../src/core/slip/slip.js';
import type {Till} from '../../src/till/till.js';
import type {CodeBlock, ExactBlock} from '../kit/block.js';
import {type Context, type Step, type Task, task} from '../kit/step.js';
import type {Notice} from '../model.js';

export const paper = {format: 'escpos', width: 48} as const;

/** What was printed, and the number of the copy. */
export type Issued = {readonly title: string; readonly copy: number};

export const reportName = ({kind, number}: {readonly kind: 'x' | 'z'; readonly number: number}): string =>
  kind === 'x' ? 'X' : zName(number);

/** A report, and the slip that is printed of it. */
export type MadeReport = {readonly report: Report; readonly parts: readonly SlipPart[]};
export const withSlip = async (report: Report, till: Till): Promise<MadeReport> => ({
  report,
  parts: await till.reportSlip(report),
});

/** Prints a slip after it has been made. */
export async function print(till: Till, issued: ReturnType<Till['issueZ']>): Promise<Issued> {
  const slip = await issued;
  await till.printSlip(slip);
  return {title: slip.title, copy: slip.copy};
}

/** Opens the drawer if the printer can open it. */
export async function kickDrawer(till: Till): Promise<void> {
  if (till.settings.printer?.drawer === true) await till.kickDrawer();
}

/** Returns the slip of a report. A Z is recorded as printed and its copy numbered; an X has no number. */
export async function issuedReport(till: Till, report: Report): ReturnType<Till['issueZ']> {
  if (report.kind === 'z') return till.issueZ(report.number, paper);
  return {parts: await till.reportSlip(report), copy: 0, title: reportName(report)};
}

export const printedNotice = ({title, copy}: Issued): Notice => ({
  kind: 'news',
  news: copy === 0 ? 'printed' : 'copied',
  facts: {title, copy},
});

type Printing = {readonly isPrinting: boolean};

/**
 * Returns what the key that prints does. Without a printer, nothing is recorded as printed. A screen that uses it must also return
 * `printedNotice` from `late`.
 */
export const printing =
  <S extends Printing>(issue: (state: S, till: Till) => ReturnType<Till['issueZ']>) =>
  (state: S, {till}: Context): Step<S, Task<S>> =>
    till.settings.printer === undefined
      ? {notice: {kind: 'problem', problem: new Problem('printer-missing')}}
      : {
          state: {...state, isPrinting: true},
          asks: task({
            kind: 'print',
            run: async (host, answer: (printed: Issued) => void) => answer(await print(host, issue(state, host))),
            reduce: (now: S, printed) => ({state: {...now, isPrinting: false}, notice: printedNotice(printed)}),
            refused: (now, problem) => ({state: {...now, isPrinting: false}, notice: {kind: 'problem', problem}}),
          }),
        };

/** Returns a slip as it is printed. Instead of its codes, their text is narrated. */
export function slipBlocks(parts: readonly SlipPart[], width: SlipWidth): readonly (ExactBlock | CodeBlock)[] {
  const figures = figureWidths(parts);
  const exact = (id: string, lines: readonly string[]): ExactBlock => ({kind: 'exact', id, lines, onRoll: true});
  return parts.flatMap((part, at): readonly (ExactBlock | CodeBlock)[] => {
    if (part.kind !== 'qr') return [exact(`part ${at}`, partLines(part, width, figures))];
    const {text, caption = ''} = part;
    const instead = slipText([{kind: 'qr', text}], width).map(line => ({text: line, tone: 'plain'}) as const);
    const said = {kind: 'text', text: caption, align: 'centre', size: 'normal', isStrong: false} as const;
    return [
      {kind: 'code', id: `code ${at}`, text, beside: [], tooBig: '', instead, isSaid: false},
      exact(`caption ${at}`, slipText([said], width)),
    ];
  });
}
