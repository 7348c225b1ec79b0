import type {Account} from '../core/account/account.js';
import {type AccountCommand, decideAccount} from '../core/account/decide.js';
import {loadMessages} from '../core/messages/messages.js';
import {type StatementOf, statementParts} from '../core/present/statement.js';
import {Problem} from '../core/problem.js';
import type {TillContext} from './context.js';
import {perform, withMutex} from './handler.js';
import type {IssuedSlip} from './slips.js';

/** Records who may buy on the book, and how much. Throws what `decideAccount` throws, and the journal's problems. */
export async function setAccount(context: TillContext, command: AccountCommand): Promise<Account> {
  const [event] = await withMutex(context, () => perform(context, decideAccount, command));
  if (event?.type !== 'account-set') throw new Error('an account that was not recorded');
  return accountIn(context, event.data.account);
}

function accountIn({state}: Pick<TillContext, 'state'>, number: number): Account {
  const account = state.accounts[number];
  if (account === undefined) throw new Problem('account-unknown', {account: number});
  return account;
}

/** Returns the statement of an account as a slip, in the language of the till. Throws `Problem` account-unknown. */
export async function statementOf(
  {state, settings, world}: Pick<TillContext, 'state' | 'world'> & {readonly settings: StatementOf},
  number: number,
): Promise<IssuedSlip> {
  const account = accountIn({state}, number);
  await loadMessages(settings.language);
  return {parts: statementParts(account, settings, world.now()), copy: 0, title: `account-${number}`};
}
