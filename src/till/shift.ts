import {emptyState, foldEvents} from '../core/books/state.js';
import {type ZRow, zRowsIn} from '../core/books/z-row.js';
import type {StoredEvent} from '../core/events/event.js';
import {decimalText, isCurrency, type Money} from '../core/money/money.js';
import {Problem} from '../core/problem.js';
import {type CheckedClosing, checkClosing, closingName} from '../core/shift/closing.js';
import type {BooksClosing} from '../core/shift/closing-schema.js';
import {
  type CashMovement,
  type Closing,
  type ClosingCommand,
  closerOf,
  decideClosing,
  decideShift,
  type ShiftCommand,
} from '../core/shift/decide.js';
import {isPeriodEmpty} from '../core/shift/ledger.js';
import {drawersOf, takingsOf, zName} from '../core/shift/report.js';
import type {Count, Drawer, Report} from '../core/shift/report-schema.js';
import type {TillContext} from './context.js';
import {perform, performAfterAll, withMutex} from './handler.js';
import type {Sign} from './signing.js';

/** Opens a shift with the counted cash, including what moved before. Returns the shift's number. */
export async function openShift(context: TillContext, person: string, floats: readonly Money[]): Promise<number> {
  await withMutex(context, () => perform(context, decideShift, {type: 'open', person, floats}));
  return context.state.ledger.shifts;
}

/** Hands the shift over to another person. What is pending stays with the till. */
export async function handOver(context: TillContext, to: string): Promise<void> {
  await perform(context, decideShift, {type: 'hand-over', to});
}

/** Records a movement of cash. `isSure`: a person has confirmed a sum larger than what should be in the drawer. */
export async function moveCash(
  context: TillContext,
  movement: CashMovement,
  {isSure = false}: {readonly isSure?: boolean} = {},
): Promise<void> {
  await performAfterAll(context, decideShift, {type: 'move-cash', ...movement, isSure});
}

/** Records that the drawer was opened without a sale. */
export async function noteDrawer(context: TillContext, reason: string): Promise<void> {
  await performAfterAll(context, decideShift, {type: 'open-drawer', reason});
}

/** Records the counts before anybody is shown what should be in the drawers. The returned drawers then have the differences. */
export async function countDrawer(
  context: TillContext,
  person: string,
  counts: readonly Count[],
): Promise<readonly Drawer[]> {
  await perform(context, decideShift, {type: 'count', person, counts});
  return drawersOf(context.state, counts);
}

/** Makes an X, recorded without a reset: what a Z would say now, without the cash of drawers still to be counted. */
export const reportX = (context: TillContext): Promise<Report> =>
  report(context, {type: 'report-x', tills: context.settings.tillsInHome?.()});

/** Closes the period with a Z, on the disk when this resolves; the last one if nothing is new. What is pending never blocks it. */
export async function reportZ(context: TillContext, closing: Closing): Promise<Report> {
  closerOf(closing); // also for a Z that exists already
  const {tillsInHome, sumsInHome, profile, till} = context.settings;
  const beside = await sumsInHome?.();
  const isOther = (path: string) => path.startsWith(`${profile}/`) && path !== `${profile}/${till}`;
  const isRead = (path: string) => !isOther(path) || beside?.some(each => each.till === path) !== false;
  const command: ShiftCommand = {type: 'report-z', ...closing, tills: tillsInHome?.(isRead), beside};
  return withMutex(context, () => {
    const {ledger} = context.state;
    return isPeriodEmpty(ledger) && ledger.z > 0 ? readZ(context, ledger.z) : report(context, command);
  });
}

/** Makes, checks and saves a report when everything written before it is on the disk. */
async function report(context: TillContext, command: ShiftCommand): Promise<Report> {
  const [event] = await performAfterAll(context, decideShift, command);
  if (event?.type !== 'x-reported' && event?.type !== 'z-reported') throw new Error('a report that is none');
  return event.data.report;
}

/** Returns a stored Z report. Every call returns the same bytes. Throws `Problem` report-unknown. */
export const readZ = async (reading: Pick<TillContext, 'journal' | 'state'>, number: number): Promise<Report> =>
  (await zLine(reading, number)).data.report;

/** The journal's line of a Z. Its hash proves that nothing in it was changed. Throws `Problem` report-unknown. */
export async function zLine(
  {journal, state}: Pick<TillContext, 'journal' | 'state'>,
  number: number,
): Promise<StoredEvent & {readonly type: 'z-reported'}> {
  const likely = state.ledger.zs.find(each => each.number === number)?.businessDate;
  const isIt = (event: StoredEvent) => event.type === 'z-reported' && event.data.report.number === number;
  const line = likely === undefined ? undefined : await lineIn(journal, likely, isIt);
  if (line?.type !== 'z-reported') throw new Problem('report-unknown', {z: zName(number)});
  return line;
}

/** The first such line of a journal. The segment that probably has it is read first. */
async function lineIn(
  journal: TillContext['journal'],
  likely: string,
  isIt: (event: StoredEvent) => boolean,
): Promise<StoredEvent | undefined> {
  const segments = await journal.segments();
  for (const date of segments.toSorted((a, b) => Number(b === likely) - Number(a === likely)))
    for await (const event of journal.readSegment(date)) if (isIt(event)) return event;
  return undefined;
}

type Books = Pick<TillContext, 'journal' | 'state'>;
type ClosingLine = StoredEvent & {readonly type: 'books-closed'};

/** Closes a month or a year. The closing is on the disk when this resolves. Throws as `decideClosing` does. */
export async function closeBooks(context: TillContext, command: ClosingCommand): Promise<BooksClosing> {
  const [event] = await withMutex(context, () => performAfterAll(context, decideClosing, command));
  if (event?.type !== 'books-closed') throw new Error('a closing that is none');
  return event.data.closing;
}

/** The journal's line of a closing. `name` is a name that `closingName` returns. Throws `Problem` closing-unknown. */
export async function closingLine({journal, state}: Books, name: string): Promise<ClosingLine> {
  const made = state.ledger.books.closings.find(each => closingName(each) === name);
  const line = made && (await lineIn(journal, made.date, ({seq}) => seq === made.seq));
  if (line?.type !== 'books-closed') throw new Problem('closing-unknown', {name});
  return line;
}

/** The text that proves the content of a closing, signed with the till's present key. */
export function signedClosing(sign: Sign, {data: {closing}, hash: line}: ClosingLine): Promise<string> {
  const {till, number, of, throughSeq: lastSeq, head: chainHead} = closing;
  return sign({kind: 'closing', content: {till, number, of, lastSeq, chainHead, totals: signedTotals(closing), line}});
}

/** The takings of a Z or a closing as its code contains them. */
export const signedTotals = (report: Parameters<typeof takingsOf>[0]) =>
  takingsOf(report).flatMap(({currency, minor, count}) =>
    isCurrency(currency) ? [{currency, amount: decimalText({currency, minor}), count}] : [],
  );

/** Checks the chain and makes every Z again from its lines. Returns those that differ from them. Throws `Problem` journal-damaged. */
export async function differingZs({journal}: Pick<TillContext, 'journal'>) {
  const zs: ZRow[] = [];
  const {events} = await journal.verify(undefined, read => {
    zs.push(...zRowsIn(read.before, read.events).filter(({differs}) => differs.length > 0));
  });
  return {events, zs};
}

/** Adds up every closing from the Zs of the whole journal, which follow from their lines. Throws `Problem` journal-damaged. */
export async function checkClosings({journal}: Pick<TillContext, 'journal'>): Promise<readonly CheckedClosing[]> {
  const {zs} = await differingZs({journal});
  const state = emptyState();
  const checked: CheckedClosing[] = [];
  for (const date of await journal.segments())
    for await (const event of journal.readSegment(date)) {
      if (event.type === 'books-closed') {
        const {closing} = event.data;
        const {addsUp, ...found} = checkClosing(closing, state.ledger.books);
        const {firstZ, lastZ} = closing;
        const isBent = zs.some(({number}) => number >= (firstZ ?? Infinity) && number <= (lastZ ?? 0));
        checked.push({...found, addsUp: addsUp && !isBent});
      }
      if (event.type === 'books-closed' || event.type === 'z-reported' || event.type === 'shift-opened')
        foldEvents(state, [event]);
    }
  return checked;
}
