import type {AccountQuestion} from '../core/endpoints/account-holder.js';
import {banksOf, type FetchedBanks, type FoundHolder, holderOf} from './accounts.js';
import {connectBeside} from './open.js';
import type {Surroundings} from './opened-journal.js';

/** `traffic` is the number of HTTP bytes of the question and its answer. */
export type BankList = FetchedBanks & {readonly traffic: {readonly sent: number; readonly received: number}};

/** Like `banksOf`, but without a till: nothing is written and no money moves. Throws as `connectBeside` does. */
export async function listBanks(surroundings: Surroundings, currency: string): Promise<BankList> {
  const {service, stop} = await connectBeside(surroundings);
  try {
    return {...(await banksOf({service}, currency)), traffic: service.traffic()};
  } finally {
    await stop();
  }
}

/** Like `holderOf`, but without a till. Throws as `connectBeside` does. */
export async function findHolder(surroundings: Surroundings, question: AccountQuestion): Promise<FoundHolder> {
  const {service, stop} = await connectBeside(surroundings);
  try {
    return await holderOf({service}, question);
  } finally {
    await stop();
  }
}
