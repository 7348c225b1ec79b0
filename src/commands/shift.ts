import {momentText} from '../core/day/business-day.js';
import {dayStartsAt, instant, zone} from '../core/day/schema.js';
import {listText, type Messages, messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import type {Money} from '../core/money/money.js';
import {amountIn, amountOf} from '../core/money/schema.js';
import {badgeOf} from '../core/payment/badge.js';
import {pendingPayments} from '../core/payment/payments.js';
import {nameTyped} from '../core/payment/said.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {isPeriodEmpty} from '../core/shift/ledger.js';
import type {Shift} from '../core/shift/ledger-schema.js';
import {demandOf, drawersOf, inDrawer, uncountedOf, zName} from '../core/shift/report.js';
import type {Count, Drawer, Report} from '../core/shift/report-schema.js';
import {reportParts} from '../core/shift/report-slip.js';
import type {SlipPart, SlipWidth} from '../core/slip/slip.js';
import {count, fields, flag, list, named, optional, orNull, positive, text} from '../core/spec/spec.js';
import {lookRights} from '../core/staff/permissions.js';
import {answer, note} from '../session/print.js';
import {configOf, deadlineOf, type Session, within} from '../session/session.js';
import {type Reading, tillFolder} from '../till/opened-journal.js';
import {readZ, zLine} from '../till/shift.js';
import {storedKey} from '../till/signing.js';
import {reportSlip} from '../till/slips.js';
import type {Till} from '../till/till.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {checkMayLook, withLook, withPerson, withReading, withTill, withTillOrReading} from './reading.js';
import {proofIn, reportAnswer} from './shift/report-answer.js';
import {asPreview, deliveredSpecs, deliverSlip, reportOptions, slipLines, slipPlan} from './slip.js';
import {countsFrom, secondsFrom, zNumberFrom} from './values.js';

const openOptions = {'--float <money>': {says: 'float', isRepeatable: true}} satisfies OptionSpecs;
const handOverOptions = {
  '--to <name>': 'handTo',
  '--count <money>': {says: 'handCount', isRepeatable: true},
} satisfies OptionSpecs;

export const showOptions = {'--z <number>': 'z', ...reportOptions} satisfies OptionSpecs;
export const closeOptions = {
  '--count <money>': {says: 'count', isRepeatable: true},
  '--note <text>': 'differenceNote',
  '--approver <name>': 'approver',
  '--skip-questions': 'skipQuestions',
  '--wait <seconds>': 'waitForAnswers',
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

async function openShift(session: Session, options: OptionsOf<typeof openOptions>): Promise<ExitCode> {
  const floats = countsFrom(options.float ?? [], configOf(session).amounts).map(({currency, minor}) => ({
    currency,
    minor,
  }));
  return withPerson(session, 'shift open', async ({till}, person) => {
    await till.openShift(person, floats);
    return writeShift(session, till, messages(session.language).day.shift.opened);
  });
}

/** Hands the shift over. The person of the shift counts every currency of the drawer first, or nothing is recorded. */
async function handShiftOver(
  session: Session,
  {to = '', count = []}: OptionsOf<typeof handOverOptions>,
): Promise<ExitCode> {
  const counts = countsFrom(count, configOf(session).amounts);
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

/** Prints a report on standard output; the same report gives the same bytes. */
const writeReport = (
  session: Session,
  report: Report,
  {parts, width = 42}: {readonly parts: readonly SlipPart[]; readonly width?: SlipWidth},
): Promise<ExitCode> =>
  answer(session, reportAnswer, {...report, proof: proofIn(parts)}, () => slipLines(parts, width));

/** Notes in one line each what a person has to look at in a Z. Returns the exit code of the command that made it. */
function noteFindings(session: Session, {number, drawers, needsPerson}: Report): ExitCode {
  const words = messages(session.language).day.shift;
  const z = zName(number);
  const differing = drawers.filter(({difference}) => difference !== null && difference !== 0);
  if (differing.length > 0) {
    const amounts = differing.map(({currency, difference}) =>
      displayMoney(inDrawer(currency, difference ?? 0), session.language),
    );
    note(session, `! ${words.differs({z, difference: listText(amounts, session.language)})}`);
  }
  if (needsPerson.length > 0) {
    const references = listText(
      needsPerson.map(({reference}) => reference),
      session.language,
    );
    note(session, `! ${words.needPerson({z, references})}`);
  }
  return differing.length > 0 || needsPerson.length > 0 ? exitCodes.needsPerson : exitCodes.done;
}

const shiftSpec = named(
  'shift',
  fields(
    {
      number: positive('of the shifts of the till'),
      person: text('whose shift it is'),
      openedAt: instant('when it was opened'),
      floats: list(fields(amountOf('what was in the drawer', (float: Money) => float)), 'by currency'),
      zone: zone('by which its times are told'),
      dayStartsAt: dayStartsAt('in that zone'),
    },
    'An open shift.',
  ),
);

const sinceText = ({openedAt}: Shift, zone: string): string => momentText(openedAt, zone);

const shiftAnswer = fields({
  shift: shiftSpec('which is open now'),
  drawers: optional(list(drawerSpec, 'what the person of the shift before counted'), 'nothing was counted'),
});

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

const slipAnswer = fields({
  number: positive('of the Z'),
  isPreview: flag('whether the till did not number it, since it is open elsewhere'),
  copy: orNull(count('the number of the copy; 0 is the first print'), 'it is not numbered'),
  ...deliveredSpecs,
});

export const answers = {
  'shift open': shiftAnswer,
  'shift hand-over': shiftAnswer,
  'shift x': reportAnswer,
  'shift z': reportAnswer,
  'shift show': fields({
    shift: orNull(shiftSpec('the open shift'), 'none is open'),
    lastZ: orNull(positive('the number of the last Z'), 'there is none'),
  }),
  'shift show --z': reportAnswer,
  'shift show --z --out': slipAnswer,
};

/** Shows the open shift, or a Z. On standard output a Z is always the same; on paper and in files it is numbered and recorded. */
async function showShift(session: Session, {z, ...options}: OptionsOf<typeof showOptions>): Promise<ExitCode> {
  if (z === undefined) return withReading(session, async reading => showOpen(session, reading));
  const number = zNumberFrom(z, session.language);
  const plan = slipPlan(session, options);
  const {format, width} = plan.rendering;
  if (!plan.prints && plan.out === undefined && format === 'text')
    return withLook(session, 'shift show --z', async reading => {
      const report = await readZ(reading, number);
      return writeReport(session, report, {parts: await partsOf(session, reading, report), width});
    });
  return withTillOrReading(session, 'shift show', {
    ask: async ({till}) => {
      await till.look(lookRights['shift show --z'], 'shift show');
      const slip = await till.issueZ(number, plan.rendering);
      const delivered = await deliverSlip(session, slip, plan);
      return answer(session, slipAnswer, {number, isPreview: false, copy: slip.copy, ...delivered}, delivered.show);
    },
    read: async reading => {
      await checkMayLook(session, 'shift show --z', reading.state.staff);
      const report = await readZ(reading, number);
      const slip = asPreview(session, reportParts(report, {language: session.language, copy: 0}), zName(number));
      const delivered = await deliverSlip(session, slip, plan);
      return answer(session, slipAnswer, {number, isPreview: true, copy: null, ...delivered}, delivered.show);
    },
    needsService: false,
  });
}

/** The Z as the till itself shows it. If the till's key was lost, the Z has no code. */
async function partsOf(session: Session, reading: Reading, report: Report) {
  const {config} = session.surroundings();
  const {till = ''} = config;
  const key = await storedKey(tillFolder(config, till));
  if (key === undefined) return reportParts(report, {language: session.language, copy: 0});
  return reportSlip({...reading, settings: config, sign: key.sign}, report, 0);
}

function showOpen(session: Session, {state: {ledger}}: Reading): Promise<ExitCode> {
  const {shift, z} = ledger;
  const words = messages(session.language).day.shift;
  return answer(session, answers['shift show'], {shift, lastZ: z === 0 ? null : z}, () => {
    if (shift === null) return [words.none];
    const {number, person, floats} = shift;
    const {zone} = configOf(session);
    const heading = words.open({shift: number, person, at: sinceText(shift, zone)});
    return [heading, ...floats.map(float => `  ${words.float} ${displayMoney(float, session.language)}`)];
  });
}

/** Closes the period: counts, asks about open payments, makes the Z and prints it. If nothing is new, it prints the last one again. */
export async function closeShift(session: Session, options: OptionsOf<typeof closeOptions>): Promise<ExitCode> {
  const {language, face} = session;
  const until = deadlineOf(session, secondsFrom({name: '--wait', value: options.wait ?? '30', language}, 0));
  const counts = countsFrom(options.count ?? [], configOf(session).amounts);
  const {note: why = '', approver = '', skipQuestions = false} = options;
  return withPerson(session, 'shift z', async ({till, journal}, person) => {
    const {ledger} = till.state;
    if (isPeriodEmpty(ledger) && ledger.z > 0) {
      const made = await zLine({journal, state: till.state}, ledger.z);
      if (made.person !== person) await till.look(lookRights['shift show --z'], 'shift z');
      return printAgain(session, till, ledger.z);
    }
    if (approver.trim() !== '') nameTyped(approver, till.state); // before anything is recorded
    if (counts.length > 0) {
      requireEveryCurrency(till, counts);
      await till.countDrawer(person, counts);
    }
    const asks = !skipQuestions && !willBeRefused(till, {why, approver});
    const notAsked = asks ? await askAboutAll(session, till, until) : till.state.open.size;
    if (face.interrupted.aborted) return exitCodes.interrupted;
    const report = await till.reportZ({person, note: why, approver, notAsked});
    if (report.notAsked > 0) note(session, `! ${messages(language).day.shift.notAsked({count: report.notAsked})}`);
    await writeReport(session, report, {parts: await till.reportSlip(report)});
    return noteFindings(session, report);
  });
}

async function printAgain(session: Session, till: Till, number: number): Promise<ExitCode> {
  const report = await till.readZ(number);
  note(session, messages(session.language).day.shift.again({z: zName(number)}));
  await writeReport(session, report, {parts: await till.reportSlip(report)});
  return noteFindings(session, report);
}

/** A currency that is left out would count as nothing. Throws `Problem` count-missing before anything is recorded. */
function requireEveryCurrency({state}: Till, counts: readonly Count[]): void {
  const missing = uncountedOf(drawersOf(state, counts));
  if (missing !== undefined) throw new Problem('count-missing', {currency: missing.currency});
}

/** Finds out first whether the drawer needs a reason or a second person, so that nobody waits for the questions in vain. */
function willBeRefused(till: Till, {why, approver}: {readonly why: string; readonly approver: string}): boolean {
  const {state, settings} = till;
  const drawers = drawersOf(state, state.ledger.period.counted ?? undefined);
  if (uncountedOf(drawers) !== undefined) return true;
  const demand = demandOf(drawers, settings.authorisedDifference);
  return (demand !== 'nothing' && why.trim() === '') || (demand === 'second-person' && approver.trim() === '');
}

/** Asks about each open payment once, oldest first, while there is time. Returns the number of payments without an answer. */
async function askAboutAll(session: Session, till: Till, until: number): Promise<number> {
  const {face, language} = session;
  const words = messages(language).day.shift;
  const open = pendingPayments(till.state);
  let answered = 0;
  for (const [index, {reference}] of open.entries()) {
    const left = until - face.world.monotonic();
    if (left <= 0 || face.interrupted.aborted) break;
    note(session, words.asking({reference, number: index + 1, count: open.length}));
    const isAnswered = await within(
      face,
      left,
      till.checkAtPace(reference, face.interrupted).then(() => true),
    );
    const {state, refusedKey} = till.link();
    if (isAnswered !== true) continue;
    if (state !== 'up' || refusedKey) break; // the others would not be answered either
    answered += 1;
    const verdict = messages(language).payment.verdicts[badgeOf(await till.payment(reference))];
    note(session, `  ${words.asked({reference, verdict})}`);
  }
  return open.length - answered;
}
