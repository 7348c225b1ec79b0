import {randomInt} from 'node:crypto';
import type {Tenant} from '../authentication.js';
import type {Database} from '../database.js';
import {insertTransaction, type Transaction} from '../transactions.js';
import type {CardNetwork} from './test-cards.js';

/** The columns that only a card payment has, by the names of the table. */
type CardRow = {
  readonly transaction_reference: string;
  readonly network: CardNetwork;
  /** The acquirer's reference of twelve digits, `rrn` in answers. */
  readonly retrieval_reference: string;
  readonly challenge_token: string | null;
  readonly wrong_codes: number;
};

/** A card payment in the books. */
export type CardPayment = Transaction & CardRow;

/** Selects card payments with all their columns. */
export const cardsQuery = 'SELECT * FROM transactions JOIN cards USING (transaction_reference)';

/** A charge of a card before it is entered in the books. */
export type NewCardPayment = {
  readonly reference: string;
  readonly tenant: Tenant;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly payerName: string;
  readonly network: CardNetwork;
  readonly lastFour: string;
};

/** Enters a charge in the books as Initialized, and returns it. Of the card, it stores the network and the last four digits. */
export function enterCardPayment(
  database: Database,
  payment: NewCardPayment,
  now: number,
  challengeToken: string | null = null,
): CardPayment {
  const transaction = {
    transaction_reference: payment.reference,
    tenant: payment.tenant,
    method: 'card',
    amount: payment.amount,
    currency: payment.currency,
    description: payment.description,
    payer_name: payment.payerName,
    payer_account_number: payment.lastFour,
  } as const;
  insertTransaction(database, transaction, now);
  database
    .prepare(
      `INSERT INTO cards (transaction_reference, network, retrieval_reference, challenge_token)
       VALUES (?, ?, ?, ?)`,
    )
    .run(payment.reference, payment.network, String(randomInt(10 ** 11, 10 ** 12)), challengeToken);
  return findCardPayment(database, payment.reference, payment.tenant) as CardPayment;
}

/** Returns the card payment with the merchant's reference, if it belongs to this tenant. */
export function findCardPayment(database: Database, reference: string, tenant: string): CardPayment | undefined {
  const query = database.prepare(`${cardsQuery} WHERE transaction_reference = ? AND tenant = ?`);
  return query.get(reference, tenant) as CardPayment | undefined;
}

/** Returns the card payment whose page at the bank has the token. */
export function findChallenged(database: Database, token: string): CardPayment | undefined {
  return database.prepare(`${cardsQuery} WHERE challenge_token = ?`).get(token) as CardPayment | undefined;
}

/** Counts a wrong code on the bank's page, and returns the number of wrong codes so far. */
export function countWrongCode(database: Database, payment: CardPayment): number {
  database
    .prepare('UPDATE cards SET wrong_codes = wrong_codes + 1 WHERE transaction_reference = ?')
    .run(payment.transaction_reference);
  return payment.wrong_codes + 1;
}
