import type {Currency, Money} from '../money/money.js';
import {countries, type MarketFacts, type NetworkFacts, type Wallets} from './table.js';

/** ISO 3166-1 alpha-2 codes of the countries in which a shop may be. */
export type Country = keyof typeof countries;

export type Network = Omit<NetworkFacts, 'prefixes' | 'maximum'> & {
  readonly country: Country;
  readonly prefixes: readonly string[];
  readonly maximum?: Money;
};

export type Market = Omit<MarketFacts, 'networks'> & {
  readonly country: Country;
  readonly networks: readonly Network[];
};

/** A country in which the service collects. */
export type ServedMarket = Market & {readonly wallets: Wallets};

/** All countries, in the order of the table. */
export const allMarkets: readonly Market[] = Object.entries<MarketFacts>(countries).map(([code, facts]) => {
  const country = code as Country;
  const networks = facts.networks.map(({prefixes, maximum: minor, ...network}) => ({
    ...network,
    country,
    prefixes: prefixes.match(/\d+/gu) ?? [],
    ...(minor === undefined ? {} : {maximum: {currency: facts.currency, minor}}),
  }));
  return {...facts, country, networks};
});

export const isServed = (market: Market): market is ServedMarket => market.wallets !== null;

/** The countries in which the service collects. */
export const markets: readonly ServedMarket[] = allMarkets.filter(isServed);

/** The currencies in which the service takes money: from wallets, and by card in dollars and naira. */
export const serviceCurrencies: readonly Currency[] = [
  ...new Set<Currency>([...markets.map(({currency}) => currency), 'USD', 'NGN']),
];
