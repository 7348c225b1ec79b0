import {businessDate} from '../day/business-day.js';
import {businessDateOf, type DecisionContext, type PendingEvent} from '../journal/decision.js';
import {personSaid} from '../payment/said.js';
import {Problem} from '../problem.js';
import {nextToClose, sumsToClose} from './closing.js';
import type {BooksClosing} from './closing-schema.js';
import type {Ledger} from './ledger.js';
import type {ShiftEvent} from './schema.js';

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
    ...{kind, of, number: closings.length + 1},
    previous: last === undefined ? null : {number: last.number, line: last.line},
    ...{till, shop, profile, zone, closedAt: now, throughSeq: state.lastSeq, head},
    ...sumsToClose(state.ledger.books, of),
    perpetual: [...perpetual],
  };
}
