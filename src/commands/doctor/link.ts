import {messages} from '../../core/messages/messages.js';
import {trafficOf} from '../../core/present/traffic.js';
import {Problem} from '../../core/problem.js';
import type {Session} from '../../session/session.js';
import type {BankList} from '../../till/bank-list.js';
import {withReading} from '../reading.js';
import type {Check} from './check.js';

/**
 * Checks the connection, and shows what a shop that pays by the megabyte pays for: the bytes of HTTP, without those that TLS and TCP add.
 */
export async function checkLink(session: Session, list: BankList | undefined): Promise<Check> {
  const words = messages(session.language).doctor;
  const {sales, perSale, perQuestion} = await trafficInJournal(session);
  const own = perSale === undefined || perQuestion === undefined ? undefined : {sales, perSale, perQuestion};
  const taken = list?.answer.kind === 'answered' ? list.traffic : undefined;
  const texts = [
    ...(taken === undefined ? [] : [words.linkList(taken)]),
    own === undefined ? words.linkNoSales : words.linkSales(own),
  ];
  const state = taken === undefined && own === undefined ? 'unknown' : 'ok';
  return {name: 'link', state, message: texts.join(' '), facts: {...taken, ...own}};
}

/** The traffic of the open business day. A journal that cannot be read has a check of its own. */
async function trafficInJournal(session: Session) {
  try {
    return await withReading(session, async ({journal}) => trafficOf(journal.opening.events));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return trafficOf([]);
  }
}
