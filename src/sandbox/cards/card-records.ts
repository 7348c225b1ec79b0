import {randomInt} from 'node:crypto';
import type {Tenant} from '../authentication.js';
import type {Database} from '../database.js';
import {insertTransaction, type Transaction} from '../transactions.js';
import type {CardNetwork} from './test-cards.js';

/** What only a card payment has. Names are those of the table. */
type CardRow = {
  readonly transaction_reference: string;
  readonly network: CardNetwork;
  /** The acquirer's twelve digits, `rrn` on the wire. */
  readonly retrieval_reference: string;
  readonly challenge_token: string | null;
  readonly wrong_codes: number;
};

/** A card payment as it stands in the books. */
export type CardPayment = Transaction & CardRow;

/** Card payments with all that the books have of them. */
export const cardsQuery = 'SELECT * FROM transactions JOIN cards USING (transaction_reference)';

/** A charge of a card that is about to be entered. */
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

/** Writes a charge into the books as Initialized: of the card, its network and its last four digits. */
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

/** The card payment with the merchant's reference, if it is of this tenant. */
export function findCardPayment(database: Database, reference: string, tenant: string): CardPayment | undefined {
  const query = database.prepare(`${cardsQuery} WHERE transaction_reference = ? AND tenant = ?`);
  return query.get(reference, tenant) as CardPayment | undefined;
}

/** The card payment whose page at the bank has the token. */
export function findChallenged(database: Database, token: string): CardPayment | undefined {
  return database.prepare(`${cardsQuery} WHERE challenge_token = ?`).get(token) as CardPayment | undefined;
}

/** Counts a wrong code of the bank's and returns how many there have been. */
export function countWrongCode(database: Database, payment: CardPayment): number {
  database
    .prepare('UPDATE cards SET wrong_codes = wrong_codes + 1 WHERE transaction_reference = ?')
    .run(payment.transaction_reference);
  return payment.wrong_codes + 1;
}
