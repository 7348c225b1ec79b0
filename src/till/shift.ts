import type {NewEvent, StoredEvent} from '../core/journal/event.js';
import {displayMoney, type Money} from '../core/money/money.js';
import {checkWords} from '../core/payment/order.js';
import {personSaid} from '../core/payment/said.js';
import {Problem} from '../core/problem.js';
import {isPeriodEmpty} from '../core/shift/ledger.js';
import {demandOf, drawersOf, inDrawer, reportOf, uncountedOf, zName} from '../core/shift/report.js';
import type {Count, Drawer, Report} from '../core/shift/report-schema.js';
import {type Context, dateOf, inTurn, record, recordAfterAll} from './context.js';

/**
 * Opens a shift with what was counted in the drawer, which is all that is in it from then on: cash that moved before is in
 * the count. Throws `Problem` person-missing, shift-open-already, count-missing for a currency that should be in the drawer
 * and was not counted.
 */
export async function openShift(context: Context, person: string, floats: readonly Money[]): Promise<number> {
  const opener = personSaid(person);
  dateOf(context); // under a clock that cannot be right
  const {zone, dayStartsAt} = context.settings;
  return inTurn(context, async () => {
    const {shift, shifts, period} = context.state.ledger;
    if (shift !== null) throw new Problem('shift-open-already', {shift: shift.number, person: shift.person});
    const uncounted = uncountedOf(drawersOf(context.state, floats.map(withoutPieces)));
    if (uncounted !== undefined) throw new Problem('count-missing', {currency: uncounted.currency});
    const counted = floats.filter(({currency, minor}) => minor > 0 || period.drawers[currency] !== undefined);
    const data = {shift: shifts + 1, floats: counted, zone, dayStartsAt};
    await record(context, {type: 'shift-opened', person: opener, data});
    return data.shift;
  });
}

const withoutPieces = (float: Money): Count => ({...float, pieces: []});

/** Gives the shift to somebody else; what is pending stays with the till. Throws `Problem` person-missing, shift-not-open. */
export async function handOver(context: Context, to: string): Promise<void> {
  const successor = personSaid(to);
  const {shift} = context.state.ledger;
  if (shift === null) throw new Problem('shift-not-open');
  await record(context, {
    type: 'shift-handed-over',
    person: shift.person,
    data: {shift: shift.number, to: successor},
  });
}

/** Writes down what was counted, before anybody is told what should be there; the drawers then tell the differences. */
export async function countDrawer(
  context: Context,
  person: string,
  counts: readonly Count[],
): Promise<readonly Drawer[]> {
  await record(context, {type: 'cash-counted', person: personSaid(person), data: {counts: [...counts]}});
  return drawersOf(context.state, counts);
}

/**
 * An X: what a Z would say now, without the cash of drawers that have to be counted still. It is written down that it was
 * asked for; nothing is reset.
 */
export async function reportX(context: Context): Promise<Report> {
  return writeReport(context, () => {
    const counts = context.state.ledger.period.counted ?? undefined;
    const report = reportOf(context.state, {...frameOf(context, 'x'), counts, difference: null, notAsked: 0});
    return {type: 'x-reported', person: context.settings.person, data: {report}};
  });
}

/** Who closes, and what is said about a drawer that differs: `note` why, `approver` who else accepts it. */
export type Closing = {
  readonly person: string;
  readonly note?: string;
  readonly approver?: string;
  /** Open payments that could not be asked about before. */
  readonly notAsked: number;
};

/**
 * Closes the period with a Z, which is on the disk when this resolves. What is pending never blocks it. Asked again with
 * nothing new since the last Z, it is that Z.
 *
 * Throws `Problem` person-missing, text-has-card, count-missing (the drawer had cash and was not counted), difference-needs-note,
 * difference-needs-second-person, and the journal's problems.
 */
export async function reportZ(context: Context, closing: Closing): Promise<Report> {
  const person = personSaid(closing.person);
  for (const words of [closing.note, closing.approver]) checkWords(words ?? '');
  return inTurn(context, async () => {
    const {ledger} = context.state;
    if (isPeriodEmpty(ledger) && ledger.z > 0) return readZ(context, ledger.z);
    return writeReport(context, () => {
      const difference = acceptedDifference(context, closing);
      const counts = context.state.ledger.period.counted ?? undefined;
      const frame = {...frameOf(context, 'z'), counts, difference, notAsked: closing.notAsked};
      return {type: 'z-reported', person, data: {report: reportOf(context.state, frame)}};
    });
  });
}

/** Puts a report on the disk that is made, and checked, when all that was written before it is there. */
async function writeReport(context: Context, make: () => NewEvent): Promise<Report> {
  const [event] = await recordAfterAll(context, () => [make()]);
  if (event?.type !== 'x-reported' && event?.type !== 'z-reported') throw new Error('a report that is none');
  return event.data.report;
}

/** What the drawer's difference still wants is a problem; what was said about it goes into the Z. */
function acceptedDifference(
  {state, settings}: Context,
  {person, note = '', approver = ''}: Closing,
): Report['difference'] {
  const {counted} = state.ledger.period;
  const drawers = drawersOf(state, counted ?? undefined);
  const uncounted = uncountedOf(drawers);
  if (uncounted !== undefined) throw new Problem('count-missing', {currency: uncounted.currency});
  const demand = demandOf(drawers, settings.authorisedDifference);
  if (demand === 'nothing') return null;
  const difference = drawers
    .filter(each => each.difference !== null && each.difference !== 0)
    .map(each => displayMoney(inDrawer(each.currency, each.difference ?? 0)))
    .join(', ');
  if (note.trim() === '') throw new Problem('difference-needs-note', {difference});
  const isOther = approver.trim() !== '' && plainName(approver) !== plainName(person);
  if (demand === 'second-person' && !isOther) throw new Problem('difference-needs-second-person', {difference});
  return {note: note.trim(), approver: isOther ? approver.trim() : null};
}

/** A name however it was typed: the same one in other letters is no second person. */
const plainName = (name: string) => name.trim().normalize('NFKC').toLowerCase();

/** A Z as it was written down, byte for byte the same each time. Throws `Problem` report-unknown. */
export async function readZ(reading: Pick<Context, 'journal' | 'state'>, number: number): Promise<Report> {
  return (await zLine(reading, number)).data.report;
}

/** The journal's line of a Z, whose hash says that nothing in it was changed. Throws `Problem` report-unknown. */
export async function zLine(
  {journal, state}: Pick<Context, 'journal' | 'state'>,
  number: number,
): Promise<StoredEvent & {readonly type: 'z-reported'}> {
  const likely = state.ledger.zs.find(each => each.number === number)?.businessDate;
  if (likely === undefined) throw new Problem('report-unknown', {z: zName(number)});
  const segments = await journal.segments();
  for (const date of [...segments.filter(each => each === likely), ...segments.filter(each => each !== likely)]) {
    for await (const event of journal.readSegment(date)) {
      if (event.type === 'z-reported' && event.data.report.number === number) return event;
    }
  }
  throw new Problem('report-unknown', {z: zName(number)});
}

function frameOf({settings, world, journal, state}: Context, kind: Report['kind']) {
  const {till, shop, profile} = settings;
  const closedAt = world.now();
  const {head} = journal.tail();
  const {zone} = state.ledger.shift ?? settings;
  const tills = settings.tillsInHome?.();
  const frame = {kind, till, shop, profile, zone, businessDate: dateOf({settings, state, world}), closedAt, head};
  return tills === undefined ? frame : {...frame, tills: [...tills]};
}
