import {businessDateOf, type Circumstances, type Decided, dayRuleOf} from '../decision.js';
import type {EventData} from '../journal/event.js';
import type {State} from '../journal/state.js';
import {type Money, moneyText} from '../money/money.js';
import {validateFreeText} from '../payment/order.js';
import {personSaid, reasonSaid} from '../payment/said.js';
import {Problem} from '../problem.js';
import {looksLike} from '../staff/name.js';
import {hasStaff, personCalled} from '../staff/staff.js';
import {demandOf, drawersOf, inDrawer, isBeyondKnown, reportOf, uncountedOf} from './report.js';
import type {Count, Report} from './report-schema.js';

/** Money in the drawer beside sales: `in` from outside, `out` for something, `drop` to the safe. */
export type CashMovement = Pick<EventData<'cash-moved'>, 'kind' | 'amount' | 'reason'>;

/** Who closes, and what is said about a drawer that differs: `note` why, `approver` who else accepts it. */
export type Closing = {
  readonly person: string;
  readonly note?: string;
  readonly approver?: string;
  /** Open payments that could not be asked about before. */
  readonly notAsked: number;
};

/** Every till of the home, as `live/K7Q`; absent where there is no home. */
type Tills = {readonly tills?: readonly string[] | undefined};

export type ShiftCommand =
  /** `floats`: what was counted in the drawer, which is all that is in it from then on. */
  | {readonly type: 'open'; readonly person: string; readonly floats: readonly Money[]}
  | {readonly type: 'hand-over'; readonly to: string}
  /** `isSure`: somebody has looked again at a sum that is more than the till knows to be in the drawer. */
  | ({readonly type: 'move-cash'; readonly isSure: boolean} & CashMovement)
  | {readonly type: 'open-drawer'; readonly reason: string}
  | {readonly type: 'count'; readonly person: string; readonly counts: readonly Count[]}
  | ({readonly type: 'report-x'} & Tills)
  | ({readonly type: 'report-z'} & Closing & Tills);

/**
 * Decides what is done about the shift and its drawer. Throws `Problem`:
 * open: person-missing, shift-open-already, clock-impossible, count-missing for a currency that should be in the drawer and
 * was not counted;
 * hand-over: person-missing, shift-not-open, person-unknown where nobody of the staff is called so;
 * move-cash: reason-missing, amount-not-positive, clock-impossible, drawer-holds-less for what nobody is sure of;
 * open-drawer: reason-missing; count: person-missing;
 * report-z: person-missing, text-has-card, clock-impossible, count-missing, difference-needs-note, difference-needs-second-person.
 */
export function decideShift(state: State, command: ShiftCommand, given: Circumstances): readonly Decided[] {
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
      const {kind, amount, isSure} = command;
      const reason = reasonSaid(command.reason);
      if (amount.minor <= 0) throw new Problem('amount-not-positive');
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
      const {tills, notAsked} = command;
      const report = reportNow(state, {kind: 'z', tills, difference, notAsked}, given);
      return [{type: 'z-reported', person, data: {report}}];
    }
  }
}

function open(
  state: State,
  {person, floats}: Extract<ShiftCommand, {type: 'open'}>,
  given: Circumstances,
): readonly Decided[] {
  const opener = personSaid(person);
  businessDateOf(state, given); // under a clock that cannot be right
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

function reportNow(state: State, {kind, difference, notAsked, tills}: Frame, given: Circumstances): Report {
  const {settings, now: closedAt, head} = given;
  const {till, shop, profile} = settings;
  const {zone} = dayRuleOf(state, given);
  const counts = state.ledger.period.counted ?? undefined;
  const frame = {kind, till, shop, profile, zone, businessDate: businessDateOf(state, given), closedAt, head};
  const beside = tills === undefined ? {} : {tills: [...tills]};
  return reportOf(state, {...frame, ...beside, counts, difference, notAsked});
}

/** Who closes, once all that was said about it may be written down. Throws `Problem` person-missing, text-has-card. */
export function closerOf({person, note = '', approver = ''}: Closing): string {
  const closer = personSaid(person);
  for (const words of [note, approver]) validateFreeText(words);
  return closer;
}

/** What the drawer's difference still wants is a problem; what was said about it goes into the Z. */
function acceptedDifference(
  state: State,
  {person, note = '', approver = ''}: Closing,
  {settings}: Circumstances,
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
