import {monthOf} from '../timestamps.js';

export type CardNetwork = 'VISA' | 'MASTERCARD';
export type TestCard = {readonly network: CardNetwork; readonly challenged: boolean};

/** The documented test cards. `challenged`: the bank asks the cardholder to confirm (3-D Secure). */
const testCards: ReadonlyMap<string, TestCard> = new Map([
  ['4508750015741019', {network: 'VISA', challenged: true}],
  ['5123450000000008', {network: 'MASTERCARD', challenged: true}],
  ['5111111111111118', {network: 'MASTERCARD', challenged: false}],
  ['4012000033330026', {network: 'VISA', challenged: false}],
]);

const testSecurityCode = '100';

/**
 * The balance of the account of every test card, in major units of either currency. It is the sandbox's own rule: no document names a
 * limit.
 */
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

/** Returns the test card with a number. */
export function findTestCard(number: string): TestCard | undefined {
  return testCards.get(number);
}

/** Returns the acquirer's decision at `now` about a charge of `amount` with the card's security code. */
export function verdictOf(
  card: {readonly month: string; readonly year: string; readonly securityCode: string},
  amount: number,
  now: number,
): Verdict {
  if (card.securityCode !== testSecurityCode) return {kind: 'refused', reason: 'INVALID_CSC'};
  return verdictWithoutCode(`${card.month}/${card.year}`, amount, now);
}

/**
 * Returns the acquirer's decision about a charge with an enrolled card, whose security code nobody stores. `expiry` is `MM/YY`; one without
 * a documented outcome is taken as the real expiry.
 */
export function verdictWithoutCode(expiry: string, amount: number, now: number): Verdict {
  const verdict = verdictOfExpiry.get(expiry) ?? (isOver(expiry, now) ? expired : approved);
  return verdict.kind === 'approved' && amount > balance ? {kind: 'refused', reason: 'Insufficient funds'} : verdict;
}

/** Whether a card has expired by `now`. It is valid until the end of its month. */
export function isOver(expiry: string, now: number): boolean {
  const [month, year] = expiry.split('/');
  return `20${year}-${month}` < monthOf(now);
}
