import {type Bank, readBanks} from '../api/banks.js';
import {type HolderProof, holderProof} from '../core/account-evidence.js';
import type {Answer} from '../core/answer.js';
import {markets} from '../core/markets.js';
import type {AccountQuestion} from '../core/service.js';
import {connect, type Surroundings} from './open.js';

/** A network of the service's list; `offered` when this till would ask it for money. */
export type ListedBank = Bank & {readonly offered: boolean};

/** The service's own list for a currency, as it came; `banks` is undefined when the answer was no list. */
export type BankList = {
  readonly answer: Answer;
  readonly banks: readonly ListedBank[] | undefined;
  /** Bytes of HTTP that the question and its answer took. */
  readonly traffic: {readonly sent: number; readonly received: number};
};

/** Asks the service for its list, without a till: nothing is written and no money moves. Throws as `connect` does. */
export async function listBanks(surroundings: Surroundings, currency: string): Promise<BankList> {
  const {service, stop} = await connect(surroundings);
  try {
    const answer = await service.banks(currency);
    const banks = readBanks(answer)?.map(bank => ({...bank, offered: isOffered(bank)}));
    return {answer, banks, traffic: service.traffic()};
  } finally {
    await stop();
  }
}

/** Who holds an account, and the bank as the service lists it; undefined where it does not, or does not answer. */
export type FoundHolder = {
  readonly answer: Answer;
  readonly proof: HolderProof;
  readonly bank: ListedBank | undefined;
};

/** Looks an account up, without a till: nothing is written and no money moves. Throws as `connect` does. */
export async function findHolder(surroundings: Surroundings, question: AccountQuestion): Promise<FoundHolder> {
  const {service, stop} = await connect(surroundings);
  try {
    const [listed, answer] = await Promise.all([service.banks(question.currency), service.accountHolder(question)]);
    const bank = readBanks(listed)?.find(({code}) => code === question.bankCode);
    return {answer, proof: holderProof(answer), bank: bank && {...bank, offered: isOffered(bank)}};
  } finally {
    await stop();
  }
}

function isOffered({active, blocked, type, country, currency}: Bank): boolean {
  const isCollected = markets.some(market => market.alpha3 === country && market.currency === currency);
  return active && !blocked && type === 'mobile_money' && isCollected;
}
