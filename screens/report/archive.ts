import {displayMoney} from '../../src/core/money/display.js';
import type {Closed} from '../../src/core/shift/ledger-schema.js';
import {inDrawer, takingsOf, zName} from '../../src/core/shift/report.js';
import type {Report} from '../../src/core/shift/report-schema.js';
import {reportParts} from '../../src/core/shift/report-slip.js';
import type {IssuedSlip, Rendering} from '../../src/till/slips.js';
import type {Till} from '../../src/till/till.js';
import {type Block, compact, fact, paper, title} from '../../src/views/block.js';
import {emptyForm} from '../kit/form.js';
import {ended, type Jumping, jumpsIn, markedList, scrollKey, still} from '../kit/list.js';
import {type Context, type Screen, type Step, type Task, task} from '../kit/screen.js';
import {goInstead, goTo} from '../model.js';
import {
  differenceText,
  doingBlocks,
  issuedReport,
  type MadeReport,
  paper as onPaper,
  type Printing,
  printing,
  saving,
  slipBlocks,
  stepsBlock,
  withSlip,
} from './printing.js';

/** The state of the list of all Zs, the newest first. Their contents are read when they may be shown. */
type Archive = Jumping & {
  readonly reports: ReadonlyMap<number, Report>;
  /** The index of the mark when the Zs around it were last requested. */
  readonly askedAt: number | undefined;
};
/** More rows than a window has. This many Zs are read on either side of the mark. */
const around = 40;

/** The characters of a slip beside a list, in the narrowest window that has room for one. */
const detailWidth = 42;

const rows = markedList<Archive, Closed>(
  (_, {till}) => till.state.ledger.zs.toReversed(),
  ({number}) => zName(number),
);

/** Requests the Zs around the mark that have not been read, if the mark has moved. */
function follow(before: Archive, context: Context): Step<Archive> {
  if (before.askedAt === before.index) return {};
  const state = {...before, askedAt: before.index};
  const numbers = rows
    .rowsIn(state, context)
    .slice(Math.max(0, state.index - around), state.index + around + 1)
    .flatMap(({number}) => (state.reports.has(number) ? [] : [number]));
  return numbers.length === 0 ? {state} : {state, asks: reading(numbers)};
}

const reading = (numbers: readonly number[]): Task<Archive> =>
  task({
    kind: 'read',
    run: async (till, answer: (report: Report) => void) => {
      for (const number of numbers) answer(await till.readZ(number));
    },
    reduce: (state, report) => ({state: {...state, reports: new Map(state.reports).set(report.number, report)}}),
  });

const opening = (number: number): Task<Archive> =>
  task({
    kind: 'open',
    run: async till => withSlip(await till.readZ(number), till),
    done: (_, made) => ({go: goTo('report', {made, isNew: false})}),
  });

const jumps = jumpsIn<Archive, Closed>(rows, (state, context) => each => {
  const {z, date, takings} = textsOf(each, state, context);
  return `${z} ${date} ${takings}`;
});

/** The Zs, with their dates, their takings, and whether the drawer was right. */
export const archive: Screen<'archive', Archive> = {
  id: 'archive',
  needs: 'totals',
  layout: 'tall',
  open: () => ({state: {...emptyForm('jump'), ...still, index: 0, reports: new Map(), askedAt: undefined}}),
  form: jumps.form,
  follow,
  describe: (state, context) => {
    const {columns, empty, title: name, row} = context.messages.shiftScreen.archive;
    return [
      title(name, {importance: 'news', said: `${name}.`}),
      ...jumps.blocks(state, context),
      rows.block(state, context, {
        columns: [
          {title: columns.number, width: 7},
          {title: columns.date, width: 10},
          {title: columns.takings, grows: true},
          {title: columns.difference, width: 22},
          {title: columns.printed, width: 8, align: 'right', from: 76},
        ],
        row: each => {
          const {z, date, takings, difference, printed, isRight} = textsOf(each, state, context);
          return {cells: [z, date, takings, difference, printed], tone: isRight ? 'plain' : 'needs-person'};
        },
        narrated: (each, place) => {
          const {difference, printed, ...facts} = textsOf(each, state, context);
          const copies = printed === '' ? '' : `${columns.printed} ${printed}`;
          const texts = [row({...place, ...facts}), difference, copies].filter(text => text !== '');
          return `${texts.join(', ')}.`;
        },
        detail: ({number}) => reportDetail(state.reports.get(number), context),
        empty,
      }),
    ];
  },
  keys: [
    {id: 'open-z', press: rows.withMarked(({number}, state) => ({state: ended(state), asks: opening(number)}))},
    {...rows.selectKey, when: () => true},
    ...jumps.keys([]),
  ],
};

/** Returns a Z as it is printed, without the code that proves it. */
function reportDetail(report: Report | undefined, {language}: Context): readonly Block[] {
  if (report === undefined) return [];
  return [paper(zName(report.number), 0, slipBlocks(reportParts(report, {language, copy: 0}), detailWidth))];
}

/** Returns a Z as one line. If it has not been read yet, the line says so. */
function textsOf(z: Closed, {reports}: Archive, context: Context) {
  const {archive: messages, close} = context.messages.shiftScreen;
  const about = {z: zName(z.number), date: z.businessDate, printed: String(z.printed)};
  const report = reports.get(z.number);
  if (report === undefined) return {...about, takings: messages.reading, difference: '', isRight: true};
  const counted = report.drawers.filter(({difference}) => difference !== null);
  const differing = counted.filter(({difference}) => difference !== 0);
  const differences = differing.map(drawer => differenceText(drawer, context)).join(', ');
  const sums = takingsOf(report).map(({currency, minor}) => displayMoney(inDrawer(currency, minor), context.language));
  return {
    ...about,
    takings: sums.length === 0 ? messages.nothing : sums.join(', '),
    difference: counted.length === 0 ? '' : differences || close.rows.right,
    isRight: differing.length === 0,
  };
}

/** `isNew`: the Z has just been made. */
type Given = {readonly made: MadeReport | IssuedSlip; readonly isNew: boolean};
type Shown = Given & Printing & {readonly offset: number};

const width = 48;

/** Returns the slip that leaves the till. A closing is the same on paper and in a file. */
const issued = ({made}: Shown, till: Till, rendering: Rendering = onPaper): Promise<IssuedSlip> =>
  'report' in made ? issuedReport(till, made.report, rendering) : Promise.resolve(made);
const mayIssue = ({isNew, doing}: Shown): boolean => !isNew && doing === undefined;

/** An X, a Z or a closing as it is printed. After a Z that has just been made, the next step is to print it. */
export const report: Screen<['report', Given], Shown> = {
  id: 'report',
  tells: 'totals',
  layout: 'tall',
  open: given => ({state: {...given, offset: 0, doing: undefined}}),
  describe: ({made, isNew, doing, offset}, context) => {
    const {report: said, close} = context.messages.shiftScreen;
    const name = 'title' in made ? made.title : made.report.kind === 'x' ? said.x : zName(made.report.number);
    return compact([
      ...(isNew ? [stepsBlock(5, context), fact('made', close.made({z: name}), {tone: 'strong'})] : []),
      paper(name, offset, slipBlocks(made.parts, width)),
      ...doingBlocks({doing}, context),
    ]);
  },
  keys: [
    {
      id: 'to-print',
      when: ({isNew}) => isNew,
      press: ({made}) => ('report' in made ? {go: goInstead('close-print', {report: made.report})} : {}),
    },
    scrollKey(),
    {id: 'print', when: mayIssue, press: printing<Shown>(issued)},
    {id: 'save-pdf', when: mayIssue, press: saving<Shown>({format: 'pdf', width}, issued)},
    {id: 'save-png', when: mayIssue, press: saving<Shown>({format: 'png', width}, issued)},
    {id: 'end-close', when: ({isNew}) => isNew, press: () => ({go: 'back'})},
    {id: 'back', when: ({isNew}) => !isNew, press: () => ({go: 'back'})},
  ],
};
