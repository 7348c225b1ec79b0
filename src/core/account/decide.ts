import type {DecisionContext, PendingEvent} from '../journal/decision.js';
import {marketOf} from '../market/markets.js';
import {phoneIn} from '../market/wallet.js';
import {type Money, moneyText} from '../money/money.js';
import {validateFreeText} from '../payment/order.js';
import {Problem} from '../problem.js';
import {type Account, type AccountsBeside, type CustomerAccounts, homeAccounts, nextAccount} from './account.js';
import type {AccountEvent} from './schema.js';

/** A customer who may buy on the book. `account`: whose name, number or limit changes; undefined for another customer. What is undefined stays. */
export type AccountCommand = {
  readonly account?: number | undefined;
  readonly name?: string | undefined;
  readonly phone?: string | undefined;
  readonly limit?: Money | undefined;
};

/**
 * Decides who may buy on the book, and up to which limit. Throws `Problem` account-unknown, account-currency-differs (what is owed is in
 * another currency), account-known (another customer has the number), account-name-missing, account-limit-missing, text-has-card,
 * text-too-long, and those of `phoneIn`.
 */
export function decideAccount(
  {accounts}: {readonly accounts: CustomerAccounts},
  {account, ...said}: AccountCommand,
  {settings}: DecisionContext,
): readonly PendingEvent<AccountEvent>[] {
  const own = account === undefined ? undefined : accountOf(accounts, account, said.limit);
  const {name: called = own?.name ?? '', phone: number = own?.phone ?? '', limit = own?.limit} = said;
  const name = called.trim();
  if (name === '') throw new Problem('account-name-missing');
  validateFreeText(name);
  if (limit === undefined) throw new Problem('account-limit-missing');
  const phone = phoneIn(number, marketOf(settings.country), undefined);
  const other = Object.values(accounts).find(each => each.phone === phone && each !== own);
  if (other !== undefined) throw new Problem('account-known', {account: other.account});
  return [{type: 'account-set', data: {account: account ?? nextAccount(accounts), name, phone, limit}}];
}

/** Takes over what was set at the other tills of the home since it was set here. */
export const decideShared = (
  {accounts}: {readonly accounts: CustomerAccounts},
  {beside}: {readonly beside: readonly AccountsBeside[]},
): readonly PendingEvent<AccountEvent>[] =>
  Object.values(homeAccounts(accounts, beside)).flatMap(({account, name, phone, limit, setAt}) => {
    const own = accounts[account];
    const isKnown = own?.name === name && own.limit.minor === limit.minor;
    const isFrom = (each: Account) => each.phone === phone && each.setAt === setAt;
    const from = beside.find(other => Object.values(other.accounts).some(isFrom))?.till;
    return isKnown || from === undefined
      ? []
      : [{type: 'account-set' as const, data: {account, name, phone, limit, from}}];
  });

/** Returns the account of a number, for an amount. Throws `Problem` account-unknown, account-currency-differs. */
function accountOf(accounts: CustomerAccounts, number: number, sum: Money | undefined): Account {
  const account = accounts[number];
  if (account === undefined) throw new Problem('account-unknown', {account: number});
  if (sum !== undefined && account.limit.currency !== sum.currency)
    throw new Problem('account-currency-differs', {account: number, currency: account.limit.currency});
  return account;
}

/** Who buys on the book, and how far above the limit. Throws what `accountOf` throws, and account-above-limit unless `isSure`. */
export function buyerOf(
  accounts: CustomerAccounts,
  {account: number, amount}: {readonly account: number; readonly amount: Money},
  isSure: boolean,
): {readonly name: string; readonly phone: string; readonly aboveLimit?: Money} {
  const {name, phone, balance, limit} = accountOf(accounts, number, amount);
  const above = balance + amount.minor - limit.minor;
  if (above <= 0) return {name, phone};
  const owed = {...amount, minor: balance + amount.minor};
  if (!isSure) throw new Problem('account-above-limit', {name, owed: moneyText(owed), limit: moneyText(limit)});
  return {name, phone, aboveLimit: {...amount, minor: above}};
}

/** Throws what `accountOf` throws, and account-above-owed: nobody pays more than is owed. */
export function checkPayingOff(accounts: CustomerAccounts, number: number, amount: Money): void {
  const {balance} = accountOf(accounts, number, amount);
  if (amount.minor > balance) throw new Problem('account-above-owed', {owed: moneyText({...amount, minor: balance})});
}
