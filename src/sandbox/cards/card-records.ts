import {randomInt} from 'node:crypto';
import {recordOfAmount, written} from '../amounts.js';
import {fieldsOf, isRefusal, json, requireTexts} from '../answer.js';
import type {ServiceHandler} from '../call.js';
import {monthOf, spacedTimestamp} from '../clock.js';
import {type Database, insertRow} from '../database.js';
import {oddMilliseconds, spoil} from '../faults/broken-answer.js';
import type {TableRow} from '../tables.js';
import {insertTransaction, type NewTransaction, type Transaction} from '../transactions.js';

type CardRow = TableRow<'cards'>;

export type CardPayment = Transaction & CardRow;

export const cardsQuery = 'SELECT * FROM transactions JOIN cards USING (transaction_reference)';

/** A charge of a card before it is entered in the books. */
type NewCardPayment = Omit<NewTransaction, 'method'> & Pick<CardRow, 'network'>;

/** Enters a charge in the books as Initialized, and returns it. Of the card, it stores the network and the last four digits. */
export function enterCardPayment(
  database: Database,
  {network, ...payment}: NewCardPayment,
  now: number,
  challengeToken: string | null = null,
): CardPayment {
  const {transaction_reference, tenant} = payment;
  insertTransaction(database, {...payment, method: 'card'}, now);
  const retrieval_reference = String(randomInt(10 ** 11, 10 ** 12));
  insertRow(database, 'cards', {transaction_reference, network, retrieval_reference, challenge_token: challengeToken});
  return findCardPayment(database, transaction_reference, tenant) as CardPayment;
}

export function findCardPayment(database: Database, reference: string, tenant: string): CardPayment | undefined {
  const query = database.prepare(`${cardsQuery} WHERE transaction_reference = ? AND tenant = ?`);
  return query.get(reference, tenant) as CardPayment | undefined;
}

export const findChallenged = (database: Database, token: string): CardPayment | undefined =>
  database.prepare(`${cardsQuery} WHERE challenge_token = ?`).get(token) as CardPayment | undefined;

export function countWrongCode(database: Database, payment: CardPayment): number {
  database
    .prepare('UPDATE cards SET wrong_codes = wrong_codes + 1 WHERE transaction_reference = ?')
    .run(payment.transaction_reference);
  return payment.wrong_codes + 1;
}

/** `POST /card/card_charge/transaction_status`: the status record of a card payment, by the merchant's reference. */
export const cardStatus: ServiceHandler = (world, {body, tenant}) => {
  const asked = requireTexts(fieldsOf(body.service_payload), ['transaction_reference']);
  if (isRefusal(asked)) return asked;
  const payment = findCardPayment(world.database, asked.transaction_reference, tenant);
  // These words come from an SDK's tests, the only source.
  if (payment === undefined) {
    return json(400, {message: 'Invalid transaction reference', error_code: 'INVALID_REF'});
  }
  const answer = json(200, {message: 'Transaction fetched successfully', data: cardRecord(payment), success: true});
  const dialect = recordOfAmount(payment.amount);
  return dialect !== undefined && world.now < payment.started_at + oddMilliseconds ? spoil(answer, dialect) : answer;
};

/** Returns the status record of a card transaction. Its received amount is 0 until the payment is Completed. */
export const cardRecord = (payment: CardPayment): Readonly<Record<string, unknown>> => ({
  transaction_reference: payment.service_reference,
  amount_received: payment.status === 'Completed' ? payment.amount : 0,
  transaction_fee: payment.fee,
  transaction_status: payment.status,
  sender_name: written(payment.payer_name, payment.amount),
  sender_account_number: null,
  source_bank_name: payment.network,
  initiated_date: spacedTimestamp(payment.started_at),
  current_status_date: spacedTimestamp(payment.changed_at),
  currency: payment.currency,
  session_id: payment.retrieval_reference,
  merchant_transaction_reference: payment.transaction_reference,
  transaction_type: 'Card',
  virtual_account_number: null,
  status_reason: written(payment.status_reason, payment.amount),
});

export type TestCard = {readonly network: CardRow['network']; readonly challenged: boolean};

/** The documented test cards. `challenged`: the bank asks the cardholder to confirm (3-D Secure). */
const testCards: ReadonlyMap<string, TestCard> = new Map([
  ['4508750015741019', {network: 'VISA', challenged: true}],
  ['5123450000000008', {network: 'MASTERCARD', challenged: true}],
  ['5111111111111118', {network: 'MASTERCARD', challenged: false}],
  ['4012000033330026', {network: 'VISA', challenged: false}],
]);

const testSecurityCode = '100';

/** The balance of every test card's account, in major units. It is the sandbox's own rule: no document names a limit. */
const balance = 10_000_000;

/** The acquirer's decision about a charge. An `unclear` charge is answered as a failure, and its status record later shows how it ended. */
export type Verdict =
  | {readonly kind: 'approved'}
  | {readonly kind: 'refused'; readonly reason: string}
  | {readonly kind: 'unclear'; readonly reason: string; readonly endsAs: 'Completed' | 'Failed'};

const approved: Verdict = {kind: 'approved'};
const expired: Verdict = {kind: 'refused', reason: 'Expired card'};

/** Documented: the expiry decides the outcome. No document says how the unclear ones end. */
const verdictOfExpiry: ReadonlyMap<string, Verdict> = new Map<string, Verdict>([
  ['01/39', approved],
  ['05/39', {kind: 'refused', reason: 'DECLINED'}],
  ['04/27', expired],
  ['08/28', {kind: 'unclear', reason: 'TIMED_OUT', endsAs: 'Completed'}],
  ['01/37', {kind: 'unclear', reason: 'ACQUIRER_SYSTEM_ERROR', endsAs: 'Failed'}],
  ['02/37', {kind: 'unclear', reason: 'UNSPECIFIED_FAILURE', endsAs: 'Failed'}],
  ['05/37', {kind: 'unclear', reason: 'UNKNOWN', endsAs: 'Completed'}],
]);

export const findTestCard = (number: string): TestCard | undefined => testCards.get(number);

/** Returns the acquirer's decision at `now` about a charge of `amount` with the card's security code. */
export function verdictOf(
  card: {readonly month: string; readonly year: string; readonly securityCode: string},
  amount: number,
  now: number,
): Verdict {
  if (card.securityCode !== testSecurityCode) return {kind: 'refused', reason: 'INVALID_CSC'};
  return verdictWithoutCode(`${card.month}/${card.year}`, amount, now);
}

/** The acquirer's decision about an enrolled card; `expiry` (`MM/YY`) without a documented outcome is taken as the real expiry. */
export function verdictWithoutCode(expiry: string, amount: number, now: number): Verdict {
  const verdict = verdictOfExpiry.get(expiry) ?? (isOver(expiry, now) ? expired : approved);
  return verdict.kind === 'approved' && amount > balance ? {kind: 'refused', reason: 'Insufficient funds'} : verdict;
}

/** Whether a card has expired by `now`. It is valid until the end of its month. */
export function isOver(expiry: string, now: number): boolean {
  const [month, year] = expiry.split('/');
  return `20${year}-${month}` < monthOf(now);
}
