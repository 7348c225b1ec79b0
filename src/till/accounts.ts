import type {AccountQuestion} from '../core/endpoints/account-holder.js';
import {type HolderOutcome, interpretHolder} from '../core/endpoints/account-holder.js';
import {type Bank, interpretBanks} from '../core/endpoints/banks.js';
import type {Service} from '../core/endpoints/service.js';
import {markets} from '../core/market/markets.js';
import {Problem} from '../core/problem.js';
import type {Answer} from '../core/service/answer.js';
import {isObject, plainText} from '../core/service/body.js';
import {spokenText} from '../core/service/reply.js';

/** A network in the service's list; `offered` is true if this till would request money from it. */
export type ListedBank = Bank & {readonly offered: boolean};

/** The service's own list for a currency, as it came. `banks` is undefined if the answer was not a list. */
export type FetchedBanks = {readonly answer: Answer; readonly banks: readonly ListedBank[] | undefined};

type Asking = {readonly service: Service};

/** Asks the service for the banks and wallets of a currency. */
export async function banksOf({service}: Asking, currency: string): Promise<FetchedBanks> {
  const answer = await service.banks(currency);
  return {answer, banks: interpretBanks(answer)?.map(bank => ({...bank, offered: isOffered(bank)}))};
}

/**
 * The holder of an account, and the bank as the service lists it; `bank` is undefined if the service does not list it or does not answer.
 */
export type FoundHolder = {
  readonly answer: Answer;
  readonly outcome: HolderOutcome;
  readonly bank: ListedBank | undefined;
};

/** Asks the service who holds an account. */
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

function isOffered({active, blocked, type, country, currency}: Bank): boolean {
  const isCollected = markets.some(market => market.wallets.alpha3 === country && market.currency === currency);
  return active && !blocked && type === 'mobile_money' && isCollected;
}
