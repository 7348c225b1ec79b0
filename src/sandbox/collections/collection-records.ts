import {faultOfAmount, recordOfAmount} from '../amounts.js';
import {movesInWholeUnits} from '../countries.js';
import type {Database} from '../database.js';
import {type FaultName, isFaultBefore, type RecordDialect} from '../faults/broken-answer.js';
import type {TableRow} from '../tables.js';
import {applyDueChanges, type Change, type Outcome, planChanges, planEnd, type Transaction} from '../transactions.js';

export type Collection = Transaction & TableRow<'collections'>;
export type Party = Collection['waits_for'];

const collectionsQuery = 'SELECT * FROM transactions JOIN collections USING (transaction_reference)';

export function findCollection(database: Database, reference: string, tenant: string): Collection | undefined {
  const query = database.prepare(`${collectionsQuery} WHERE transaction_reference = ? AND tenant = ?`);
  return query.get(reference, tenant) as Collection | undefined;
}

export const findCollectionByPage = (database: Database, pageToken: string): Collection | undefined =>
  database.prepare(`${collectionsQuery} WHERE page_token = ?`).get(pageToken) as Collection | undefined;

/** Records that the customer has done what was asked. From now on the payment takes the course that its number asks for. */
export function startCourse(
  database: Database,
  payment: Pick<Collection, 'transaction_reference' | 'payer_account_number' | 'amount' | 'currency'>,
  now: number,
): void {
  const ending = endingOf(payment.payer_account_number);
  database
    .prepare("UPDATE collections SET waits_for = 'network', refused_status_queries = ? WHERE transaction_reference = ?")
    .run(ending.refusedStatusQueries ?? 0, payment.transaction_reference);
  planChanges(database, payment.transaction_reference, changesOf(ending, payment.amount, payment.currency, now));
}

/** Ends the payment at once, whatever its number asks for. */
export function endNow(
  database: Database,
  payment: Pick<Collection, 'transaction_reference' | 'amount'>,
  outcome: Outcome,
  now: number,
): void {
  database
    .prepare("UPDATE collections SET waits_for = 'network' WHERE transaction_reference = ?")
    .run(payment.transaction_reference);
  planEnd(database, payment, outcome, now);
  applyDueChanges(database, now);
}

/** A step of a payment, `afterSeconds` by the virtual clock after the customer did what was asked. */
type Step = Pick<Change, 'status' | 'response_code' | 'status_reason'> & {
  readonly afterSeconds: number;
  readonly halved?: boolean;
  readonly open?: boolean;
};

/** The course of a payment, selected by the last three digits of a wallet. */
type Ending = {
  readonly steps: readonly Step[];
  /** The fault of the call after which the customer has nothing more to do. */
  readonly fault?: FaultName;
  /** How many status queries are first answered with INVALID COUNTRY CODE. */
  readonly refusedStatusQueries?: number;
  readonly record?: RecordDialect;
  /** Whether every text for a person is hostile text. */
  readonly hostile?: boolean;
};

const paid: Step = {afterSeconds: 2, status: 'Completed', response_code: '00', status_reason: 'Payment Approved'};
const failed: Step = {afterSeconds: 2, status: 'Failed', response_code: '06', status_reason: 'Transaction Failed'};

const usual: Ending = {steps: [paid]};

const endings: Readonly<Record<string, Ending>> = {
  // The customer declines.
  '101': {steps: [{...failed, status_reason: 'Transaction declined by customer'}]},
  // The customer never answers.
  '102': {steps: []},
  // Paid after ten minutes.
  '103': {steps: [{...paid, afterSeconds: 600}]},
  // A smaller amount is paid.
  '104': {steps: [{...paid, halved: true}]},
  // A proxy answers 502 with HTML; nothing is processed.
  '108': {steps: [], fault: 'http-502-html'},
  // Three status queries are refused first.
  '111': {steps: [paid], refusedStatusQueries: 3},
  // An unknown status.
  '112': {steps: [{afterSeconds: 2, status: 'Zamani', response_code: '77', status_reason: 'Zamani', open: true}]},
  // Paid, and reversed a minute later.
  '113': {
    steps: [paid, {afterSeconds: 62, status: 'Reversed', response_code: '06', status_reason: 'Transaction Reversed'}],
  },
  // Texts that carry escape sequences, newlines, bidi marks and 10,000 characters.
  '114': {steps: [paid], hostile: true},
  // Failed first, completed a minute later.
  '115': {steps: [failed, {...paid, afterSeconds: 62}]},
};

/** What an amount of a card stands for, three digits of a wallet stand for too; with such a record, the customer never answers. */
function endingAsOfCards(digits: number): Ending {
  const [fault, record] = [faultOfAmount(digits), recordOfAmount(digits)];
  if (record !== undefined) return {steps: [], record};
  return fault === undefined ? usual : {steps: isFaultBefore(fault) ? [] : [paid], fault};
}

/** Returns the ending that a number asks for: that of a wallet, or of the customer's phone number if there is no wallet. */
export function endingOf(number: string): Ending {
  const digits = number.slice(-3);
  return endings[digits] ?? endingAsOfCards(Number(digits));
}

/** Returns the changes of a payment of `amount` with this ending. The customer did what was asked at `now`. */
const changesOf = (ending: Ending, amount: number, currency: string, now: number): Change[] =>
  ending.steps.map(({afterSeconds, halved = false, open = false, ...step}) => ({
    ...step,
    due_at: now + afterSeconds * 1000,
    amount: halved ? half(amount, currency) : amount,
    final: open ? 0 : 1,
  }));

/** Returns half of an amount, rounded down to what the currency can express. */
const half = (amount: number, currency: string): number =>
  movesInWholeUnits(currency) ? Math.floor(amount / 2) : Math.floor(Math.round(amount * 100) / 2) / 100;
