import type {AccountQuestion} from '../core/endpoints/account-holder.js';
import {banksOf, type FetchedBanks, type FoundHolder, holderOf} from './accounts.js';
import {connect, type Surroundings} from './open.js';

/** `traffic`: bytes of HTTP that the question and its answer took. */
export type BankList = FetchedBanks & {readonly traffic: {readonly sent: number; readonly received: number}};

/** As `banksOf`, without a till: nothing is written and no money moves. Throws as `connect` does. */
export async function listBanks(surroundings: Surroundings, currency: string): Promise<BankList> {
  const {service, stop} = await connect(surroundings);
  try {
    return {...(await banksOf({service}, currency)), traffic: service.traffic()};
  } finally {
    await stop();
  }
}

/** As `holderOf`, without a till. Throws as `connect` does. */
export async function findHolder(surroundings: Surroundings, question: AccountQuestion): Promise<FoundHolder> {
  const {service, stop} = await connect(surroundings);
  try {
    return await holderOf({service}, question);
  } finally {
    await stop();
  }
}
