import {monthOf} from '../timestamps.js';

export type CardNetwork = 'VISA' | 'MASTERCARD';
export type TestCard = {readonly network: CardNetwork; readonly challenged: boolean};

/** The documented test cards. `challenged` is whether the bank asks the cardholder to confirm (3-D Secure). */
const testCards: ReadonlyMap<string, TestCard> = new Map([
  ['4508750015741019', {network: 'VISA', challenged: true}],
  ['5123450000000008', {network: 'MASTERCARD', challenged: true}],
  ['5111111111111118', {network: 'MASTERCARD', challenged: false}],
  ['4012000033330026', {network: 'VISA', challenged: false}],
]);

const testSecurityCode = '100';

/** No account behind a test card holds more, in either currency. The sandbox's own rule: no document names a bound. */
const balance = 10_000_000;

/** How the acquirer takes a charge. `unclear` is told as a failure, and its status record shows later how it ended. */
export type Verdict =
  | {readonly kind: 'approved'}
  | {readonly kind: 'refused'; readonly reason: string}
  | {readonly kind: 'unclear'; readonly reason: string; readonly endsAs: 'Completed' | 'Failed'};

const approved: Verdict = {kind: 'approved'};
const expired: Verdict = {kind: 'refused', reason: 'Expired card'};

/** Documented: the expiry drives the outcome. How the unclear ones end, no document says. */
const verdictOfExpiry: ReadonlyMap<string, Verdict> = new Map<string, Verdict>([
  ['01/39', approved],
  ['05/39', {kind: 'refused', reason: 'DECLINED'}],
  ['04/27', expired],
  ['08/28', {kind: 'unclear', reason: 'TIMED_OUT', endsAs: 'Completed'}],
  ['01/37', {kind: 'unclear', reason: 'ACQUIRER_SYSTEM_ERROR', endsAs: 'Failed'}],
  ['02/37', {kind: 'unclear', reason: 'UNSPECIFIED_FAILURE', endsAs: 'Failed'}],
  ['05/37', {kind: 'unclear', reason: 'UNKNOWN', endsAs: 'Completed'}],
]);

/** The test card of a number. */
export function findTestCard(number: string): TestCard | undefined {
  return testCards.get(number);
}

/** What the acquirer says at `now` to a charge of `amount` that states the card's code. */
export function verdictOf(
  card: {readonly month: string; readonly year: string; readonly securityCode: string},
  amount: number,
  now: number,
): Verdict {
  if (card.securityCode !== testSecurityCode) return {kind: 'refused', reason: 'INVALID_CSC'};
  return verdictWithoutCode(`${card.month}/${card.year}`, amount, now);
}

/**
 * What he says to a charge that is made with an enrolled card, whose code nobody keeps. `expiry` is `MM/YY`; one that
 * stands for nothing is taken at its word.
 */
export function verdictWithoutCode(expiry: string, amount: number, now: number): Verdict {
  const verdict = verdictOfExpiry.get(expiry) ?? (isOver(expiry, now) ? expired : approved);
  return verdict.kind === 'approved' && amount > balance ? {kind: 'refused', reason: 'Insufficient funds'} : verdict;
}

/** Whether a card has expired by `now`. It is good to the end of its month. */
export function isOver(expiry: string, now: number): boolean {
  const [month, year] = expiry.split('/');
  return `20${year}-${month}` < monthOf(now);
}
