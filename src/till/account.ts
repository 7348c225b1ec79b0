import {type Account, type AccountsBeside, type CustomerAccounts, homeAccounts} from '../core/account/account.js';
import {type AccountCommand, decideAccount, decideShared} from '../core/account/decide.js';
import {loadMessages} from '../core/messages/messages.js';
import {type StatementOf, statementParts} from '../core/present/statement.js';
import {Problem} from '../core/problem.js';
import type {TillContext} from './context.js';
import {perform, record, withMutex} from './handler.js';
import {tillsBeside} from './home-tills.js';
import type {Reading, Surroundings} from './opened-journal.js';
import {namedTill} from './own-till.js';
import type {IssuedSlip} from './slips.js';

/** Records who may buy on the book, and how much. Throws what `decideAccount` throws, and the journal's problems. */
export async function setAccount(context: TillContext, command: AccountCommand): Promise<Account> {
  const [event] = await withMutex(context, async () => {
    await shareNow(context);
    return perform(context, decideAccount, command);
  });
  if (event?.type !== 'account-set') throw new Error('an account that was not recorded');
  return accountIn(accountsOf(context), event.data.account);
}

/** Takes over the customers of the other tills of the home. Throws `Problem` journal-damaged if one of them cannot be read. */
export async function shareAccounts(context: TillContext): Promise<void> {
  await withMutex(context, () => shareNow(context));
}

/** The same within a decision; returns what the other tills know. */
export async function shareNow(context: TillContext): Promise<readonly AccountsBeside[]> {
  const alone = context.settings.aloneInHome ?? (work => work([]));
  return alone(async beside => {
    await record(context, ...decideShared(context.state, {beside}));
    context.accountsBeside = beside.map(({till, accounts, payments}) => ({till, accounts, payments}));
    return context.accountsBeside;
  });
}

/** The customers of the home, as far as it was asked for. */
export const accountsOf = ({state, accountsBeside}: Pick<TillContext, 'state' | 'accountsBeside'>): CustomerAccounts =>
  homeAccounts(state.accounts, accountsBeside);

/** The same for a till that is only read. Throws as `shareAccounts` does. */
export async function accountsRead(surroundings: Surroundings, {state}: Reading): Promise<CustomerAccounts> {
  const {config} = surroundings;
  const beside = await tillsBeside(surroundings, namedTill(config) ?? '', {profiles: [config.profile]});
  return homeAccounts(state.accounts, beside);
}

function accountIn(accounts: CustomerAccounts, number: number): Account {
  const account = accounts[number];
  if (account === undefined) throw new Problem('account-unknown', {account: number});
  return account;
}

/** Returns the statement of an account over all tills of the home. Throws `Problem` account-unknown. */
export const statementOf = (context: TillContext, number: number): Promise<IssuedSlip> =>
  statementSlip(accountIn(accountsOf(context), number), context);

/** Returns the statement of an account as a slip, in the language of the till. */
export async function statementSlip(
  account: Account,
  {settings, world}: Pick<TillContext, 'world'> & {readonly settings: StatementOf},
): Promise<IssuedSlip> {
  await loadMessages(settings.language);
  return {parts: statementParts(account, settings, world.now()), copy: 0, title: `account-${account.account}`};
}
