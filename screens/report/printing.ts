import {displayMoney} from '../../src/core/money/display.js';
import {Problem} from '../../src/core/problem.js';
import {drawersOf, inDrawer} from '../../src/core/shift/report.js';
import type {Drawer, Report} from '../../src/core/shift/report-schema.js';
import {figureWidths, partLines, type SlipPart, type SlipWidth, slipText} from '../../src/core/slip/slip.js';
import type {IssuedSlip, Rendering} from '../../src/till/slips.js';
import type {Till} from '../../src/till/till.js';
import {type CodeBlock, type ExactBlock, type FactBlock, fact, type Steps} from '../../src/views/block.js';
import {type Context, type Step, task} from '../kit/screen.js';
import type {Model, Notice} from '../model.js';

export const paper = {format: 'escpos', width: 48} as const;

export type MadeReport = {readonly report: Report; readonly parts: readonly SlipPart[]};
export const withSlip = async (report: Report, till: Till): Promise<MadeReport> => ({
  report,
  parts: await till.reportSlip(report),
});

export async function kickDrawer(till: Till): Promise<void> {
  if (till.settings.printer?.drawer === true) await till.kickDrawer();
}

/** Returns the slip of a report. A Z is recorded as printed and its copy numbered; an X has no number. */
export async function issuedReport(till: Till, report: Report, rendering: Rendering = paper): Promise<IssuedSlip> {
  if (report.kind === 'z') return till.issueZ(report.number, rendering);
  return {parts: await till.reportSlip(report), copy: 0, title: 'X'};
}

const printedNotice = ({title, copy}: IssuedSlip): Notice => ({
  kind: 'news',
  news: copy === 0 ? 'printed' : 'copied',
  facts: {title, copy},
});

/** Whether a slip is on its way to paper or to a file. */
export type Printing = {readonly doing: 'printing' | 'saving' | undefined};

export const doingBlocks = ({doing}: Printing, {messages}: Context): readonly FactBlock[] =>
  doing === undefined
    ? []
    : [fact('doing', doing === 'printing' ? messages.shiftScreen.close.printing : messages.cashScreen.writing)];

/** Returns the step that prints or saves something. What became of it is said even if the screen has been left. */
export const issuing = <S extends Printing, R>(
  state: S,
  run: (till: Till) => Promise<R>,
  said: (result: R) => Notice,
): Step<S> => ({
  state,
  asks: task({
    kind: 'issue',
    run,
    done: (now, result) => ({state: {...now, doing: undefined}, notice: said(result)}),
    late: said,
    refused: (now, problem) => ({state: {...now, doing: undefined}, notice: {kind: 'problem', problem}}),
  }),
});

/** Returns what the key that prints does. Without a printer, nothing is recorded as printed. */
export const printing =
  <S extends Printing>(issue: (state: S, till: Till) => Promise<IssuedSlip>) =>
  (state: S, {till: {settings}}: Context): Step<S> => {
    if (settings.printer === undefined) return {notice: {kind: 'problem', problem: new Problem('printer-missing')}};
    const run = async (till: Till) => {
      const slip = await issue(state, till);
      await till.printSlip(slip);
      return slip;
    };
    return issuing({...state, doing: 'printing'}, run, printedNotice);
  };

/** Returns what the key that saves a slip as a file does. Such a slip is recorded in the same way as a printed one. */
export const saving =
  <S extends Printing>(
    rendering: Rendering,
    issue: (state: S, till: Till, rendering: Rendering) => Promise<IssuedSlip>,
  ) =>
  (state: S): Step<S> =>
    issuing(
      {...state, doing: 'saving'},
      async (till: Till) => till.saveSlip(await issue(state, till, rendering), rendering),
      file => ({kind: 'news', news: 'saved', facts: {file}}),
    );

/** Returns a slip as it is printed. Instead of its codes, their text is narrated. */
export function slipBlocks(parts: readonly SlipPart[], width: SlipWidth): readonly (ExactBlock | CodeBlock)[] {
  const figures = figureWidths(parts);
  const exact = (id: string, laidOut: (of: SlipWidth) => readonly string[]): ExactBlock => ({
    kind: 'exact',
    id,
    lines: laidOut(width),
    narrow: laidOut(32),
    onRoll: true,
  });
  return parts.flatMap((part, at): readonly (ExactBlock | CodeBlock)[] => {
    if (part.kind === 'picture') return [];
    if (part.kind !== 'qr') return [exact(`part ${at}`, of => partLines(part, of, figures))];
    const {text, caption = ''} = part;
    const said = {kind: 'text', text: caption, align: 'centre', size: 'normal', isStrong: false} as const;
    return [
      {kind: 'code', id: `code ${at}`, text, beside: [], tooBig: '', instead: [{text, tone: 'plain'}], isSaid: false},
      exact(`caption ${at}`, of => slipText([said], of)),
    ];
  });
}

export function stepsBlock(now: 1 | 2 | 3 | 4 | 5 | 6, {messages}: Context): Steps {
  const {steps} = messages.shiftScreen.close;
  const said = messages.narration.closeStep({step: now, word: steps[now - 1] ?? ''});
  return {kind: 'steps', id: 'steps', importance: 'standing', steps, now, said};
}

/** Leaves the close without closing. `storedCount`, what was counted, is kept until money moves, unless the till cannot write. */
export function leaveClose({till}: Context, storedCount: Model['storedCount']): Step<never> {
  const sentence = storedCount?.drawers === till.state.ledger.period.drawers ? 'countLeft' : 'closeLeft';
  const notice = till.writeFailure() === undefined ? {notice: {kind: 'news', news: sentence, facts: {}} as const} : {};
  return {go: 'back', keeps: {storedCount}, ...notice};
}

/** Returns the drawers as they were counted, with what should be in them. */
export const countedDrawers = ({till: {state}}: Context): readonly Drawer[] =>
  drawersOf(state, state.ledger.period.counted ?? undefined);

/** Returns by how much a drawer differs, beginning with the word for it. */
export function differenceText({currency, difference}: Drawer, {language, messages}: Context): string {
  const {over, short, right} = messages.shiftScreen.close.rows;
  if (difference === null || difference === 0) return right;
  return `${difference > 0 ? over : short} ${displayMoney(inDrawer(currency, Math.abs(difference)), language)}`;
}
