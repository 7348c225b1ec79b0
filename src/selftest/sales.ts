import {hash} from 'node:crypto';
import {type Card, type CardRules, requireCard} from '../core/card/card.js';
import type {Money} from '../core/money/money.js';
import {readCardOrder, readOrder, requireOrder} from '../core/payment/order.js';
import type {CardOrder, WalletOrder} from '../core/payment/schema.js';
import type {CashSale} from '../till/payment.js';

/** A sale in the practice shop; `tag` is its description, by which both books identify it. */
export type Sale = {readonly tag: string} & (
  | {readonly kind: 'wallet'; readonly order: WalletOrder; readonly code?: string}
  | {readonly kind: 'card'; readonly order: CardOrder; readonly card: Card; readonly refund?: Money}
  | {readonly kind: 'cash'; readonly cash: CashSale; readonly refund?: Money}
);

/** How the practice service reacts to the last digits of a wallet, with the weight of each. */
const walletEndings = [
  ['678', 6], // paid
  ['101', 2], // declined
  ['102', 0.5], // never answered
  ['103', 1], // paid after ten minutes
  ['104', 1], // a smaller amount is paid
  ['105', 2], // processed, then the connection drops
  ['106', 0.5], // reset before anything is processed
  ['107', 1], // processed, then HTTP 500
  ['108', 0.5], // a proxy's 502
  ['109', 1], // the answer is cut off
  ['110', 1], // the answer takes 40 seconds
  ['111', 1], // three status queries are refused
  ['112', 0.3], // an unknown status
  ['113', 1], // paid, reversed a minute later
  ['114', 0.5], // names with escape sequences
  ['115', 1], // failed, completed a minute later
] as const;
const codeEndings = [
  ['678', 4],
  ['105', 1],
  ['109', 1],
  ['101', 1],
] as const;
/** The whole parts of card amounts to which the practice service reacts with a fault, as for wallets. */
const faultyAmounts = [105, 107, 109, 110, 106] as const;

/** The documented test card without a challenge, with expiry dates that determine the result of a charge. */
const testCard = {number: '4012000033330026', securityCode: '100', pin: '', holder: ''};
const expiries = [
  ['01/39', 8], // approved
  ['05/39', 1], // declined
  ['05/37', 1], // reported as a failure, then completed
] as const;

const customer = {email: 'shop@example.com', firstName: 'Practice', lastName: 'Customer'};

/** A stream of random numbers that depends only on its seed, so that a run can be repeated. */
export type Chance = {
  /** A number in [0, 1). */
  readonly share: () => number;
  /** A whole number in [least, most]. */
  readonly between: (least: number, most: number) => number;
  /** One of several things, with probabilities in proportion to their weights. */
  readonly pick: <T>(weights: readonly (readonly [T, number])[]) => T;
};

/** A stream that is the same each time for the same seed. */
export function chanceFrom(seed: string): Chance {
  let count = 0;
  const share = () => {
    count += 1;
    return Number.parseInt(hash('sha256', `${seed}:${count}`).slice(0, 12), 16) / 2 ** 48;
  };
  return {
    share,
    between: (least, most) => least + Math.floor(share() * (most - least + 1)),
    pick: weights => {
      const whole = weights.reduce((sum, [, weight]) => sum + weight, 0);
      let left = share() * whole;
      const found = weights.find(([, weight]) => {
        left -= weight;
        return left < 0;
      });
      const [thing] = found ?? weights[0] ?? [];
      if (thing === undefined) throw new Error('there is nothing to pick from');
      return thing;
    },
  };
}

/** The sale for this tag; the same seed gives the same sale. `now` is only for the card's expiry. */
export function saleOf(seed: string, tag: string, now: number): Sale {
  const chance = chanceFrom(`${seed} ${tag}`);
  const kind = chance.pick([
    ['wallet', 5],
    ['code', 1.5],
    ['card', 3.5],
    ['cash', 2],
  ]);
  if (kind === 'cash') return cashSale(chance, tag);
  if (kind === 'card') return cardSale(chance, tag, now);
  return walletSale(chance, tag, kind === 'code');
}

function walletSale(chance: Chance, tag: string, withCode: boolean): Sale {
  const digits = (count: number) => String(chance.between(0, 10 ** count - 1)).padStart(count, '0');
  const form = withCode
    ? {country: 'CI', network: 'MOMCIV', wallet: `22507${digits(5)}${chance.pick(codeEndings)}`}
    : {country: 'KE', network: 'SAFKEN', wallet: `25471${digits(4)}${chance.pick(walletEndings)}`};
  const amount = String(chance.between(20, 5000));
  const typed = {...customer, ...form, amount, currency: '', description: tag};
  const order = requireOrder(readOrder(typed, {returnUrl: undefined}));
  return {tag, kind: 'wallet', order, ...(withCode ? {code: '4567'} : {})};
}

function cardSale(chance: Chance, tag: string, now: number): Sale {
  const isFaulty = chance.share() < 0.25;
  const whole = isFaulty ? (faultyAmounts[chance.between(0, faultyAmounts.length - 1)] ?? 105) : chance.between(20, 99);
  const isLarge = chance.share() < 0.4;
  const amount = `${isLarge ? whole + 300 : whole}.${chance.between(10, 99)}`;
  const form = {...customer, amount, currency: 'USD', phone: '254712345678', description: tag};
  const order = requireOrder(readCardOrder(form, {currencies: ['USD'], takesPin: false, country: 'KE'}));
  const month = Temporal.Instant.fromEpochMilliseconds(Math.round(now)).toString().slice(0, 'YYYY-MM'.length);
  const rules: CardRules = {month, pin: 'none'};
  const card = requireCard({...testCard, expiry: chance.pick(expiries)}, rules);
  if (chance.share() < 0.3) return {tag, kind: 'card', order, card};
  const given = isLarge && chance.share() < 0.5 ? (faultyAmounts[chance.between(0, 2)] ?? 105) : chance.between(5, 15);
  return {tag, kind: 'card', order, card, refund: {currency: 'USD', minor: given * 100}};
}

function cashSale(chance: Chance, tag: string): Sale {
  const minor = chance.between(20, 5000) * 100;
  const amount = {currency: 'KES', minor} as const;
  const tendered = {...amount, minor: minor + chance.between(0, 500) * 100};
  const cash = {amount, tendered, country: 'KE', description: tag} as const;
  if (chance.share() < 0.7) return {tag, kind: 'cash', cash};
  return {tag, kind: 'cash', cash, refund: {...amount, minor: chance.between(10, 20) * 100}};
}
