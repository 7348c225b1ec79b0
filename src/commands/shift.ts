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
import {countsFrom, severally} from './counts.js';
import type {Define} from './define.js';
import {examples} from './examples.js';
import {needsSubcommand} from './family.js';
import {withPerson, withTill} from './reading.js';
import {closeShift, requireEveryCurrency} from './shift/close.js';
import {shiftAsJson} from './shift/lines.js';
import {showShift} from './shift/show.js';
import {writeReport} from './shift/write-report.js';

export const define: Define = (family, {act, help}) => {
  const {commands, options} = help;
  needsSubcommand(family.description(commands.shift), help);
  const open = family.command('open').description(commands['shift open']);
  open.option('--float <money>', options.float, severally).action(act(openShift));
  examples(open, ['duka shift open --person Amina --float KES:1000 --float USD:20']);
  const handOver = family.command('hand-over').description(commands['shift hand-over']);
  handOver.option('--to <name>', options.handTo).option('--count <money>', options.handCount, severally);
  examples(handOver.action(act(handShiftOver)), [
    'duka shift hand-over --to Joseph',
    'duka shift hand-over --to Joseph --count KES:1000x3+200x5',
  ]);
  const x = family.command('x').description(commands['shift x']);
  examples(x.action(act(reportX)), ['duka shift x', 'duka shift x --json']);
  const z = family
    .command('z')
    .description(commands['shift z'])
    .option('--count <money>', options.count, severally)
    .option('--note <text>', options.differenceNote)
    .option('--approver <name>', options.approver)
    .option('--skip-questions', options.skipQuestions)
    .option('--wait <seconds>', options.waitForAnswers)
    .action(act(closeShift));
  examples(z, [
    'duka shift z --person Amina --count KES:1000x3+200x5',
    'duka shift z --person Amina --count KES:3980 --note "gave 20 too much" --approver Joseph',
  ]);
  const show = family
    .command('show')
    .description(commands['shift show'])
    .option('--z <number>', options.z)
    .option('--format <format>', options.format)
    .option('--width <columns>', options.zWidth)
    .option('--out <file>', options.out)
    .option('--print', options.print)
    .action(act(showShift));
  examples(show, ['duka shift show', 'duka shift show --z 411', 'duka shift show --z 411 --print']);
  examples(family, ['duka shift open --person Amina --float KES:1000', 'duka shift z --person Amina --count KES:3980']);
};

/** Opens a shift. Under `--json` `{shift: {number, person, openedAt, floats, …}}`, as in `shift show`. */
async function openShift(session: Session, options: {readonly float?: readonly string[]}): Promise<ExitCode> {
  const floats = countsFrom(options.float ?? []).map(({currency, minor}) => ({currency, minor}));
  return withPerson(session, 'shift open', async ({till}, person) => {
    await till.openShift(person, floats);
    writeShift(session, till, messages(session.language).day.shift.opened);
    return exitCodes.done;
  });
}

type HandOver = {readonly to?: string; readonly count?: readonly string[]};

/**
 * Hands the shift over. If there is a count, the person of the shift counts the drawer first: all of its currencies, or nothing is
 * recorded. Under `--json` `{shift, drawers: [{currency, counted, difference}]}`.
 */
async function handShiftOver(session: Session, {to = '', count = []}: HandOver): Promise<ExitCode> {
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
