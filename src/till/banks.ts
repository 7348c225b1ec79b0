import {interpretBanks} from '../core/endpoints/banks.js';
import type {Market, Network} from '../core/market/market.js';
import {observe, type TillContext} from './context.js';

/**
 * Returns the networks of a country from which money can be requested: first the merchant's own codes, then what the service lists as
 * active, unblocked mobile money. Networks that the table of the market knows come in its order and under its names. If the service does
 * not answer, the table is returned. An answer of the service is kept for the life of the process.
 */
export async function offeredNetworks(context: TillContext, market: Market): Promise<readonly Network[]> {
  const earlier = context.offered.get(market.country);
  if (earlier !== undefined) return earlier;
  const answer = await context.service.banks(market.currency);
  observe(context, answer);
  const listed = interpretBanks(answer)?.filter(
    bank =>
      bank.active &&
      !bank.blocked &&
      bank.type === 'mobile_money' &&
      bank.country === market.wallets?.alpha3 &&
      bank.currency === market.currency,
  );
  const edited = (context.settings.networks[market.country] ?? []).map(({code, name}) => unlisted(market, code, name));
  if (listed === undefined || listed.length === 0) return [...edited, ...market.networks];
  const codes = new Set(listed.map(({code}) => code));
  const known = market.networks.filter(({code}) => codes.has(code));
  const others = listed.filter(({code}) => !market.networks.some(network => network.code === code));
  const offered = [...edited, ...known, ...others.map(({code, name}) => unlisted(market, code, name))];
  context.offered.set(market.country, offered);
  return offered;
}

/** What `offeredNetworks` would return, as far as it is known already; returns at once. */
export function networksAtHand(
  {offered}: Pick<TillContext, 'offered'>,
  {country, networks}: Market,
): readonly Network[] {
  return offered.get(country) ?? networks;
}

function unlisted(market: Market, code: string, name: string): Network {
  return {id: code, code, name, brand: name, prefixes: [], country: market.country};
}
