import {type Messages, messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {amountIn} from '../core/money/schema.js';
import {nameTyped} from '../core/payment/said.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {drawersOf, inDrawer} from '../core/shift/report.js';
import type {Drawer} from '../core/shift/report-schema.js';
import {fields, list, optional, text} from '../core/spec/spec.js';
import {answer} from '../session/print.js';
import type {Session} from '../session/session.js';
import type {Till} from '../till/till.js';
import {countsFrom} from './counts.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {withPerson, withTill} from './reading.js';
import {closeOptions, closeShift, requireEveryCurrency} from './shift/close.js';
import {shiftSpec} from './shift/lines.js';
import {reportAnswer} from './shift/report-answer.js';
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

/** Opens a shift. */
async function openShift(session: Session, options: OptionsOf<typeof openOptions>): Promise<ExitCode> {
  const floats = countsFrom(options.float ?? []).map(({currency, minor}) => ({currency, minor}));
  return withPerson(session, 'shift open', async ({till}, person) => {
    await till.openShift(person, floats);
    return writeShift(session, till, messages(session.language).day.shift.opened);
  });
}

/**
 * Hands the shift over. If there is a count, the person of the shift counts the drawer first: all of its currencies, or nothing is
 * recorded.
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
    return writeShift(session, till, messages(session.language).day.shift.handedOver, drawersOf(till.state, counts));
  });
}

const drawerSpec = fields({
  currency: text('of the amounts'),
  counted: amountIn('what was counted'),
  difference: amountIn('counted less expected'),
});
const shiftAnswer = fields({
  shift: shiftSpec('which is open now'),
  drawers: optional(list(drawerSpec, 'what the person of the shift before counted'), 'nothing was counted'),
});

export const answers = {
  'shift open': shiftAnswer,
  'shift hand-over': shiftAnswer,
  'shift x': reportAnswer,
  'shift z': reportAnswer,
};

function writeShift(
  session: Session,
  {state}: Till,
  sentence: Messages['day']['shift']['opened'],
  drawers: readonly Drawer[] = [],
): Promise<ExitCode> {
  const {shift} = state.ledger;
  if (shift === null) throw new Error('a shift that was opened is not open');
  const {language} = session;
  const {float, counted: words} = messages(language).day.shift;
  const {number, person, floats} = shift;
  const sums = drawers.flatMap(({currency, counted, difference}) =>
    counted === null || difference === null ? [] : [{currency, counted, difference}],
  );
  return answer(session, shiftAnswer, {shift, drawers: sums.length === 0 ? undefined : sums}, () => [
    `✓ ${sentence({shift: number, person})}`,
    ...floats.map(money => `  ${float} ${displayMoney(money, language)}`),
    ...sums.map(({currency, ...sum}) => {
      const text = (minor: number) => displayMoney(inDrawer(currency, minor), language);
      return `  ${words({counted: text(sum.counted), difference: text(sum.difference)})}`;
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
