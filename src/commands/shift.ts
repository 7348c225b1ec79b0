import {type Messages, messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {decimalText} from '../core/money/money.js';
import {nameTyped} from '../core/payment/said.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {drawersOf, inDrawer} from '../core/shift/report.js';
import type {Drawer} from '../core/shift/report-schema.js';
import {writeJson, writeLines} from '../session/print.js';
import type {Session} from '../session/session.js';
import type {Till} from '../till/till.js';
import {countsFrom} from './counts.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {withPerson, withTill} from './reading.js';
import {closeOptions, closeShift, requireEveryCurrency} from './shift/close.js';
import {shiftAsJson} from './shift/lines.js';
import {showOptions, showShift} from './shift/show.js';
import {writeReport} from './shift/write-report.js';

const openOptions = {'--float <money>': {says: 'float', isRepeatable: true}} satisfies OptionSpecs;
const handOverOptions = {
  '--to <name>': 'handTo',
  '--count <money>': {says: 'handCount', isRepeatable: true},
} satisfies OptionSpecs;

export const command: CommandSpec = {
  examples: ['duka shift open --person Amina --float KES:1000', 'duka shift z --person Amina --count KES:3980'],
  commands: {
    open: commandOf({
      options: openOptions,
      examples: ['duka shift open --person Amina --float KES:1000 --float USD:20'],
      action: openShift,
    }),
    'hand-over': commandOf({
      options: handOverOptions,
      examples: ['duka shift hand-over --to Joseph', 'duka shift hand-over --to Joseph --count KES:1000x3+200x5'],
      action: handShiftOver,
    }),
    x: commandOf({examples: ['duka shift x', 'duka shift x --json'], action: reportX}),
    z: commandOf({
      options: closeOptions,
      examples: [
        'duka shift z --person Amina --count KES:1000x3+200x5',
        'duka shift z --person Amina --count KES:3980 --note "gave 20 too much" --approver Joseph',
      ],
      action: closeShift,
    }),
    show: commandOf({
      options: showOptions,
      examples: ['duka shift show', 'duka shift show --z 411', 'duka shift show --z 411 --print'],
      action: showShift,
    }),
  },
};

/** Opens a shift. Under `--json` `{shift: {number, person, openedAt, floats, …}}`, as in `shift show`. */
async function openShift(session: Session, options: OptionsOf<typeof openOptions>): Promise<ExitCode> {
  const floats = countsFrom(options.float ?? []).map(({currency, minor}) => ({currency, minor}));
  return withPerson(session, 'shift open', async ({till}, person) => {
    await till.openShift(person, floats);
    writeShift(session, till, messages(session.language).day.shift.opened);
    return exitCodes.done;
  });
}

/**
 * Hands the shift over. If there is a count, the person of the shift counts the drawer first: all of its currencies, or nothing is
 * recorded. Under `--json` `{shift, drawers: [{currency, counted, difference}]}`.
 */
async function handShiftOver(
  session: Session,
  {to = '', count = []}: OptionsOf<typeof handOverOptions>,
): Promise<ExitCode> {
  const counts = countsFrom(count);
  return withTill(session, 'shift hand-over', async ({till}) => {
    const successor = nameTyped(to, till.state);
    const {shift} = till.state.ledger;
    if (shift === null) throw new Problem('shift-not-open');
    if (counts.length > 0) {
      requireEveryCurrency(till, counts);
      await till.countDrawer(shift.person, counts);
    }
    await till.handOver(successor);
    writeShift(session, till, messages(session.language).day.shift.handedOver, drawersOf(till.state, counts));
    return exitCodes.done;
  });
}

function writeShift(
  session: Session,
  {state}: Till,
  sentence: Messages['day']['shift']['opened'],
  drawers: readonly Drawer[] = [],
): void {
  const {shift} = state.ledger;
  if (shift === null) throw new Error('a shift that was opened is not open');
  const {language} = session;
  const {float, counted} = messages(language).day.shift;
  const {number, person, floats} = shift;
  const sums = drawers.flatMap(({currency, counted: minor, difference}) =>
    minor === null || difference === null
      ? []
      : [{currency, counted: inDrawer(currency, minor), difference: inDrawer(currency, difference)}],
  );
  if (session.isJson) {
    const drawers = sums.map(sum => ({
      currency: sum.currency,
      counted: decimalText(sum.counted),
      difference: decimalText(sum.difference),
    }));
    writeJson(session, {shift: shiftAsJson(shift), ...(sums.length === 0 ? {} : {drawers: drawers})});
  } else
    writeLines(session, [
      `✓ ${sentence({shift: number, person})}`,
      ...floats.map(money => `  ${float} ${displayMoney(money, language)}`),
      ...sums.map(sum => {
        const [amount, difference] = [displayMoney(sum.counted, language), displayMoney(sum.difference, language)];
        return `  ${counted({counted: amount, difference})}`;
      }),
    ]);
}

/** Makes an X report. It says what went in and out of the drawer, but not what should be in it. */
async function reportX(session: Session): Promise<ExitCode> {
  return withTill(session, 'shift x', async ({till}) => {
    const report = await till.reportX();
    await writeReport(session, report, {parts: await till.reportSlip(report)});
    return exitCodes.done;
  });
}
