import {hideCardNumbers, holdsCardNumber} from '../card/numbers.js';
import {groupMarkOf, type Language} from '../messages/messages.js';
import {type Currency, type Money, moneyText, type ThousandsMark} from '../money/money.js';
import {Problem} from '../problem.js';
import {cleanText} from '../text/text.js';
import type {Country, Market, Network} from './market.js';
import {markets} from './table.js';

export {markets};

/** The market of an alpha-2 code in either case. Throws a `Problem` `country-unknown` (facts `country`, `countries`: those there are). */
export function marketOf(country: string): Market {
  const found = markets.find(market => market.country === country.trim().toUpperCase());
  if (found === undefined) {
    const countries = markets.map(market => market.country).join(' ');
    throw new Problem('country-unknown', {country: cleanText(country, 40), countries});
  }
  return found;
}

/** A number of the shop's own that customers pay to by themselves: a till number, a paybill with its account. */
export type MerchantNumber = {readonly networkId: string; readonly network: string; readonly number: string};

/** Those of the settings, by the id of a network. Throws a `Problem` `setting-invalid` for a network that there is not, and for what is no number. */
export function merchantNumbersIn(said: Readonly<Record<string, string>>): readonly MerchantNumber[] {
  return Object.entries(said).map(([networkId, number]) => {
    const network = markets.flatMap(({networks}) => networks).find(({id}) => id === networkId);
    if (network === undefined) throw new Problem('setting-invalid', {name: 'merchantNumbers', value: networkId});
    const isNumber = /^[\p{L}\d][\p{L}\d .*#+-]{1,38}$/u.test(number) && /\d/.test(number);
    if (!isNumber || holdsCardNumber(number))
      throw new Problem('setting-invalid', {name: 'merchantNumbers', value: hideCardNumbers(number)});
    return {networkId, network: network.brand, number};
  });
}

/** The markets that collect in a currency: two for XOF, none for USD and NGN, which are for cards. */
export function marketsOf(currency: Currency): readonly Market[] {
  return markets.filter(market => market.currency === currency);
}

/**
 * The network of a market by its id or bank code, in either case. Where networks share a code, the wallet's prefix
 * chooses, and the first of them stands in where it does not: the service tells them apart itself.
 *
 * Throws a `Problem`: `network-unknown` (facts `network`, `country`), or `network-of-another-country` (and `other`).
 */
export function networkOf(market: Market, idOrCode: string, walletDigits?: string): Network {
  const wanted = idOrCode.trim().toUpperCase();
  const matches = ({id, code}: Network) => id === wanted || code === wanted;
  const found = market.networks.filter(matches);
  const guessed = walletDigits === undefined ? undefined : guessNetwork(walletDigits, market);
  const network = found.find(({id}) => id === guessed?.id) ?? found[0];
  if (network !== undefined) return network;
  const facts = {network: cleanText(idOrCode, 40), country: market.country};
  const other = markets.find(({networks}) => networks.some(matches));
  if (other === undefined) throw new Problem('network-unknown', facts);
  throw new Problem('network-of-another-country', {...facts, other: other.country});
}

/** The network that a wallet's prefix, the longest that fits, belongs to. `digits` are international. */
export function guessNetwork(digits: string, market: Market): Network | undefined {
  if (!digits.startsWith(market.diallingCode)) return undefined;
  const national = digits.slice(market.diallingCode.length);
  const fits = market.networks.flatMap(network =>
    network.prefixes.filter(prefix => national.startsWith(prefix)).map(({length}) => ({network, length})),
  );
  return fits.sort((a, b) => b.length - a.length)[0]?.network;
}

/** Where the comma stands before decimals although the language has it between thousands. */
const commaBeforeDecimals: readonly Country[] = ['ZA'];

/** The mark between thousands of a shop; undefined where its language and its country do not agree on a comma or a point. */
export function thousandsMarkOf(country: Country, language: Language): ThousandsMark | undefined {
  if (commaBeforeDecimals.includes(country)) return undefined;
  const mark = groupMarkOf(language);
  const isShared = groupMarkOf(marketOf(country).language) === mark;
  return isShared && (mark === ',' || mark === '.') ? mark : undefined;
}

/** What the shop has set for amounts: its mark between thousands, and the most of one payment by the id of a network. */
export type AmountRules = {
  readonly thousandsMark?: ThousandsMark | undefined;
  readonly ceilings?: Readonly<Record<string, Money>> | undefined;
};

/** `isPart`: of something larger, so that what is too fine for the network may be paid in cash beside it. */
export type AllowedBy = Pick<AmountRules, 'ceilings'> & {readonly isPart?: boolean | undefined};

/**
 * Refuses, before anything is sent, what the network would round or refuse. Throws a `Problem`: `amount-not-whole` with
 * the nearest amounts that it takes (facts `amount`, `network`, `currency`, and `below`, `above` in whole units; 0 is none), of a part
 * `part-not-whole` with what is `below` and the `rest`,
 * or `amount-above-maximum` (facts `amount`, `maximum`, `network`), by the shop's ceiling before the known one; a `TypeError` for an amount in another currency, a bug
 * of ours.
 */
export function amountAllowed(
  money: Money,
  market: Market,
  network: Network,
  {ceilings = {}, isPart = false}: AllowedBy = {},
): void {
  if (money.currency !== market.currency) throw new TypeError(`${money.currency} is not of ${market.country}`);
  const amount = moneyText(money);
  if (money.minor % market.step !== 0) {
    const {currency} = money;
    const below = Math.floor(money.minor / market.step);
    const rest = moneyText({currency, minor: money.minor % market.step});
    if (isPart) throw new Problem('part-not-whole', {network: network.brand, currency, below, rest}, {amount});
    throw new Problem('amount-not-whole', {network: network.brand, currency, below, above: below + 1}, {amount});
  }
  const most = ceilings[network.id] ?? network.maximum;
  if (most !== undefined && money.minor > most.minor) {
    const maximum = moneyText(most);
    throw new Problem('amount-above-maximum', {maximum}, {amount, network: network.brand});
  }
}

/** Whether customers of a country pay on a web page, out of no wallet: their telephone number is asked for no money. */
export const isWalletless = ({country}: Pick<Market, 'country'>): boolean => country === 'ZA';
