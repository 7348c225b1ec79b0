import {businessDate} from '../day/business-day.js';
import {businessDateOf, type DecisionContext, dayRuleOf, type PendingEvent} from '../journal/decision.js';
import type {DataOf} from '../journal/envelope.js';
import {cashStepOf, type Money, moneyText, toStep} from '../money/money.js';
import {validateFreeText} from '../payment/order.js';
import {verdictOf} from '../payment/payment.js';
import type {Payments} from '../payment/payments.js';
import {personSaid, reasonSaid} from '../payment/said.js';
import type {PaymentEvent, SlipFormat} from '../payment/schema.js';
import {Problem} from '../problem.js';
import {looksLike} from '../staff/name.js';
import {hasStaff, personCalled} from '../staff/staff.js';
import {nextToClose, sumsToClose} from './closing.js';
import type {BooksClosing} from './closing-schema.js';
import {isNewCash} from './ledger.js';
import type {Ledger} from './ledger-schema.js';
import {
  demandOf,
  drawersOf,
  inDrawer,
  isBeyondKnown,
  type OtherTill,
  type ReportState,
  reportOf,
  uncountedOf,
  zName,
} from './report.js';
import type {Count, Report} from './report-schema.js';
import type {ShiftEvent, shiftEvents} from './schema.js';

/** Money that moves in the drawer besides sales: `in` from outside, `out` for an expense, `drop` to the safe. */
export type CashMovement = Pick<DataOf<typeof shiftEvents, 'cash-moved'>, 'kind' | 'amount' | 'reason'>;

/** The person who closes the shift. If the drawer differs, `note` says why, and `approver` is the other person who accepts it. */
export type Closing = {
  readonly person: string;
  readonly note?: string;
  readonly approver?: string;
  /** The number of open payments about which the service could not be asked before the close. */
  readonly notAsked: number;
};

/** Every till of the home, such as `live/K7Q`, and for a Z what is told of the others; absent if there is no home. */
type Tills = {readonly tills?: readonly string[] | undefined; readonly beside?: readonly OtherTill[] | undefined};

export type ShiftCommand =
  /** `floats` is what was counted in the drawer; from then on the drawer holds exactly that. */
  | {readonly type: 'open'; readonly person: string; readonly floats: readonly Money[]}
  | {readonly type: 'hand-over'; readonly to: string}
  /** `isSure`: a person has confirmed an amount that exceeds what should be in the drawer, or a currency that is new to it. */
  | ({readonly type: 'move-cash'; readonly isSure: boolean} & CashMovement)
  | {readonly type: 'open-drawer'; readonly reason: string}
  | {readonly type: 'count'; readonly person: string; readonly counts: readonly Count[]}
  | ({readonly type: 'report-x'} & Tills)
  | ({readonly type: 'report-z'} & Closing & Tills);

/**
 * Decides what happens to the shift and its drawer. Throws `Problem`:
 * - open: person-missing, clock-impossible, shift-open-already, count-missing for a currency that should be in the drawer and was not
 *   counted;
 * - hand-over: person-missing, shift-not-open, person-unknown if no active member of the staff has this name;
 * - move-cash: reason-missing, amount-not-positive, clock-impossible, and for what nobody has confirmed drawer-holds-less or currency-new;
 * - open-drawer: reason-missing;
 * - count: person-missing;
 * - report-x: clock-impossible;
 * - report-z: person-missing, clock-impossible, count-missing, difference-needs-note, difference-needs-second-person.
 *
 * Names, reasons and notes may also throw text-has-card and text-too-long.
 */
export function decideShift(
  state: ReportState,
  command: ShiftCommand,
  given: DecisionContext,
): readonly PendingEvent<ShiftEvent>[] {
  const {settings} = given;
  switch (command.type) {
    case 'open':
      return open(state, command, given);
    case 'hand-over': {
      const to = personSaid(command.to);
      const {staff, ledger} = state;
      const {shift} = ledger;
      if (shift === null) throw new Problem('shift-not-open');
      if (hasStaff(staff) && personCalled(staff, to)?.status !== 'active')
        throw new Problem('person-unknown', {name: to});
      return [{type: 'shift-handed-over', person: shift.person, data: {shift: shift.number, to}}];
    }
    case 'move-cash': {
      const {kind, isSure} = command;
      const reason = reasonSaid(command.reason);
      if (command.amount.minor <= 0) throw new Problem('amount-not-positive');
      const amount = toStep(command.amount, cashStepOf(command.amount.currency, settings));
      if (kind === 'in' && !isSure && isNewCash(state, amount, settings.country))
        throw new Problem('currency-new', {currency: amount.currency});
      if (kind !== 'in' && !isSure && isBeyondKnown(state, amount)) throw new Problem('drawer-holds-less');
      return [{type: 'cash-moved', data: {kind, amount, reason, businessDate: businessDateOf(state, given)}}];
    }
    case 'open-drawer':
      return [{type: 'drawer-opened', data: {reason: reasonSaid(command.reason)}}];
    case 'count':
      return [{type: 'cash-counted', person: personSaid(command.person), data: {counts: [...command.counts]}}];
    case 'report-x': {
      const report = reportNow(state, {kind: 'x', ...command, difference: null, notAsked: 0}, given);
      return [{type: 'x-reported', person: settings.person, data: {report}}];
    }
    case 'report-z': {
      const person = closerOf(command);
      const difference = acceptedDifference(state, command, given);
      const {tills, beside, notAsked} = command;
      const report = reportNow(state, {kind: 'z', tills, beside, difference, notAsked}, given);
      return [{type: 'z-reported', person, data: {report}}];
    }
  }
}

function open(
  state: ReportState,
  {person, floats}: Extract<ShiftCommand, {type: 'open'}>,
  given: DecisionContext,
): readonly PendingEvent<ShiftEvent>[] {
  const opener = personSaid(person);
  businessDateOf(state, given); // throws if the clock cannot be right
  const {zone, dayStartsAt} = given.settings;
  const {shift, shifts, period} = state.ledger;
  if (shift !== null) throw new Problem('shift-open-already', {shift: shift.number, person: shift.person});
  const uncounted = uncountedOf(drawersOf(state, floats.map(withoutPieces)));
  if (uncounted !== undefined) throw new Problem('count-missing', {currency: uncounted.currency});
  const counted = floats.filter(({currency, minor}) => minor > 0 || period.drawers[currency] !== undefined);
  return [{type: 'shift-opened', person: opener, data: {shift: shifts + 1, floats: counted, zone, dayStartsAt}}];
}

const withoutPieces = (float: Money): Count => ({...float, pieces: []});

type Frame = Pick<Report, 'kind' | 'difference' | 'notAsked'> & Tills;

function reportNow(
  state: ReportState,
  {kind, difference, notAsked, tills, beside = []}: Frame,
  given: DecisionContext,
): Report {
  const {settings, now: closedAt, head} = given;
  const {till, shop, profile} = settings;
  const {zone} = dayRuleOf(state, given);
  const counts = state.ledger.period.counted ?? undefined;
  const frame = {kind, till, shop, profile, zone, businessDate: businessDateOf(state, given), closedAt, head};
  const home = {...(tills && {tills: [...tills]}), ...(beside.length > 0 && {beside: [...beside]})};
  return reportOf(state, {...frame, ...home, counts, difference, notAsked});
}

/** The person who closes, once everything that was said may be recorded. Throws `Problem` person-missing, text-has-card, text-too-long. */
export function closerOf({person, note = '', approver = ''}: Closing): string {
  const closer = personSaid(person);
  for (const words of [note, approver]) validateFreeText(words);
  return closer;
}

/** Throws a `Problem` for what is still missing about the drawer's difference; returns what was said about it, for the Z. */
function acceptedDifference(
  state: ReportState,
  {person, note = '', approver = ''}: Closing,
  {settings}: DecisionContext,
): Report['difference'] {
  const {counted} = state.ledger.period;
  const drawers = drawersOf(state, counted ?? undefined);
  const uncounted = uncountedOf(drawers);
  if (uncounted !== undefined) throw new Problem('count-missing', {currency: uncounted.currency});
  const demand = demandOf(drawers, settings.authorisedDifference);
  if (demand === 'nothing') return null;
  const difference = drawers
    .filter(each => each.difference !== null && each.difference !== 0)
    .map(each => moneyText(inDrawer(each.currency, each.difference ?? 0)))
    .join(', ');
  if (note.trim() === '') throw new Problem('difference-needs-note', {difference});
  const isOther = approver.trim() !== '' && !looksLike(approver, person);
  if (demand === 'second-person' && !isOther) throw new Problem('difference-needs-second-person', {difference});
  return {note: note.trim(), approver: isOther ? approver.trim() : null};
}

/** What the number of a copy is decided from. */
export type PrintedState = Pick<Payments, 'payments'> & {readonly ledger: Ledger};

export type SlipCommand =
  | {readonly type: 'print-receipt'; readonly reference: string; readonly format: SlipFormat}
  | {readonly type: 'print-z'; readonly number: number; readonly format: SlipFormat}
  /** Nothing of the slip was taken. `printed` is the event that recorded it. */
  | {readonly type: 'release'; readonly printed: PrintedEvent};
type PrintedEvent = Extract<PaymentEvent | ShiftEvent, {type: 'slip-printed' | 'report-printed'}>;

/**
 * Decides the copy number of a slip before it is printed: 0 for the first receipt of a paid payment, and for every slip of a payment that
 * is not paid. The number of a slip of which nothing was taken is released, unless another slip was printed meanwhile. Throws `Problem`
 * payment-unknown, report-unknown.
 */
export function decideSlip(
  state: PrintedState,
  command: SlipCommand,
): readonly PendingEvent<PaymentEvent | ShiftEvent>[] {
  if (command.type === 'release') return release(state, command.printed);
  const {format} = command;
  if (command.type === 'print-z') {
    const {number: z} = command;
    const closed = state.ledger.zs.find(({number}) => number === z);
    if (closed === undefined) throw new Problem('report-unknown', {z: zName(z)});
    return [{type: 'report-printed', data: {z, copy: closed.printed, format}}];
  }
  const {reference} = command;
  const payment = state.payments.get(reference);
  if (payment === undefined) throw new Problem('payment-unknown', {reference});
  const isReceipt = verdictOf(payment) === 'paid';
  const kind = isReceipt ? 'receipt' : 'pending';
  return [{type: 'slip-printed', data: {reference, kind, copy: isReceipt ? payment.receipts : 0, format}}];
}

function release(
  {ledger, payments}: PrintedState,
  printed: PrintedEvent,
): readonly PendingEvent<PaymentEvent | ShiftEvent>[] {
  const {copy} = printed.data;
  if (printed.type === 'report-printed') {
    const {z} = printed.data;
    const isNewest = ledger.zs.some(each => each.number === z && each.printed === copy + 1);
    return z !== null && isNewest ? [{type: 'report-not-printed', data: {z, copy}}] : [];
  }
  const {reference, kind} = printed.data;
  const isNewest = kind === 'pending' || payments.get(reference)?.receipts === copy + 1;
  return isNewest ? [{type: 'slip-not-printed', data: {reference, kind, copy}}] : [];
}

/** What a closing is decided from. */
type State = {readonly ledger: Ledger; readonly lastSeq: number};

export type ClosingCommand = {
  readonly type: 'close-month' | 'close-year';
  readonly person: string;
  /** `2026-10` or `2026`; undefined for the next one. */
  readonly of?: string | undefined;
};

/**
 * Decides to close a month or a year. Months are closed in order, each when it is over and every day of it has its Z; a year is closed when
 * all its months are. Throws `Problem` person-missing, text-has-card, text-too-long, clock-impossible, closing-nothing,
 * closing-out-of-order, closing-not-over, closing-day-open, closing-month-open.
 */
export function decideClosing(
  state: State,
  command: ClosingCommand,
  given: DecisionContext,
): readonly PendingEvent<ShiftEvent>[] {
  const person = personSaid(command.person);
  const today = businessDateOf(state, given);
  const kind = command.type === 'close-month' ? 'month' : 'year';
  const next = nextToClose(state.ledger.books, kind);
  if (next === undefined) throw new Problem('closing-nothing');
  const {of = next} = command;
  if (of !== next) throw new Problem('closing-out-of-order', {of, next});
  if (today.slice(0, of.length) <= of) throw new Problem('closing-not-over', {of});
  if (kind === 'month') checkDays(state, of, given);
  else checkMonths(state, of);
  return [{type: 'books-closed', person, data: {closing: closingOf(state, {kind, of}, given)}}];
}

/** The Z of the open period may belong to a day of the month. */
function checkDays({ledger: {period, shift}}: State, of: string, {settings}: DecisionContext): void {
  if (period.firstAt === null) return;
  const {zone, dayStartsAt} = shift ?? settings;
  const begun = businessDate(period.firstAt, zone, dayStartsAt);
  if (begun.slice(0, 7) <= of) throw new Problem('closing-day-open', {of, day: begun});
}

function checkMonths(state: State, of: string): void {
  const month = nextToClose(state.ledger.books, 'month') ?? '';
  if (month.slice(0, 4) <= of) throw new Problem('closing-month-open', {of, month});
}

function closingOf(state: State, {kind, of}: Pick<BooksClosing, 'kind' | 'of'>, given: DecisionContext): BooksClosing {
  const {settings, now, head} = given;
  const {till, shop, profile, zone} = settings;
  const {closings, perpetual} = state.ledger.books;
  const last = closings.at(-1);
  return {
    kind,
    of,
    number: closings.length + 1,
    previous: last === undefined ? null : {number: last.number, line: last.line},
    till,
    shop,
    profile,
    zone,
    closedAt: now,
    throughSeq: state.lastSeq,
    head,
    ...sumsToClose(state.ledger.books, of),
    perpetual: [...perpetual],
  };
}
