import type {Database} from '../database.js';
import type {Transaction} from '../transactions.js';
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

const cardsQuery = 'SELECT * FROM transactions JOIN cards USING (transaction_reference)';

export function insertCard(database: Database, row: Omit<CardRow, 'wrong_codes'>): void {
  database
    .prepare(
      `INSERT INTO cards (transaction_reference, network, retrieval_reference, challenge_token)
       VALUES (?, ?, ?, ?)`,
    )
    .run(row.transaction_reference, row.network, row.retrieval_reference, row.challenge_token);
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
