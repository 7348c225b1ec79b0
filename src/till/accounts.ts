import {type AccountQuestion, type HolderOutcome, interpretHolder} from '../core/endpoints/account-holder.js';
import {type Bank, interpretBanks} from '../core/endpoints/banks.js';
import type {Service} from '../core/endpoints/service.js';
import type {Market, Network} from '../core/market/market.js';
import {markets} from '../core/market/markets.js';
import {Problem} from '../core/problem.js';
import type {Answer} from '../core/service/answer.js';
import {isObject, plainText} from '../core/service/body.js';
import {spokenText} from '../core/service/reply.js';
import {observe, type TillContext} from './context.js';

/** A network in the service's list; `offered` is true if this till would request money from it. */
export type ListedBank = Bank & {readonly offered: boolean};

/** The service's own list for a currency, as it came. `banks` is undefined if the answer was not a list. */
export type FetchedBanks = {readonly answer: Answer; readonly banks: readonly ListedBank[] | undefined};

type Asking = {readonly service: Service};

export async function banksOf({service}: Asking, currency: string): Promise<FetchedBanks> {
  const answer = await service.banks(currency);
  return {answer, banks: interpretBanks(answer)?.map(bank => ({...bank, offered: isOffered(bank, markets)}))};
}

/** The holder of an account, and the bank; undefined if the service does not list it or does not answer. */
export type FoundHolder = {
  readonly answer: Answer;
  readonly outcome: HolderOutcome;
  readonly bank: ListedBank | undefined;
};

export async function holderOf({service}: Asking, question: AccountQuestion): Promise<FoundHolder> {
  const [{banks}, answer] = await Promise.all([banksOf({service}, question.currency), service.accountHolder(question)]);
  return {answer, outcome: interpretHolder(answer), bank: banks?.find(({code}) => code === question.bankCode)};
}

/** Why the service has told nothing about the banks or accounts of a currency. What it says itself is in the words of the problem. */
export function accountsProblem(answer: Answer, currency: string): Problem {
  if (answer.kind !== 'answered') return new Problem('service-unreachable', {code: answer.phase ?? answer.code});
  const {http, body} = answer;
  if (http === 429) return new Problem('service-busy');
  if (body === undefined) return new Problem('service-unclear');
  if (http === 401 || http === 403) return new Problem('key-refused');
  if (http < 400 || http >= 500) return new Problem('service-unclear');
  const text = isObject(body) ? spokenText(body) : '';
  return new Problem('currency-refused', {currency, text: text || plainText(answer)});
}

function isOffered({active, blocked, type, country, currency}: Bank, among: readonly Market[]): boolean {
  const isCollected = among.some(market => market.wallets?.alpha3 === country && market.currency === currency);
  return active && !blocked && type === 'mobile_money' && isCollected;
}

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
  const listed = interpretBanks(answer)?.filter(bank => isOffered(bank, [market]));
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
export const networksAtHand = (
  {offered}: Pick<TillContext, 'offered'>,
  {country, networks}: Market,
): readonly Network[] => offered.get(country) ?? networks;

function unlisted(market: Market, code: string, name: string): Network {
  return {id: code, code, name, brand: name, prefixes: [], country: market.country};
}
