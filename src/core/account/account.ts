import {isStandIn} from '../journal/customers.js';
import {type AnyEvent, isOneOf} from '../journal/envelope.js';
import type {Currency} from '../money/money.js';
import type {Payment} from '../payment/payment.js';
import type {Payments} from '../payment/payments.js';
import {worthBackOf} from '../payment/refund.js';
import {owedOf} from '../payment/schema.js';
import {count, dictionary, list, object, oneOf, type Specified, text, whole} from '../spec/spec.js';
import {accountEvents, accountMembers} from './schema.js';

/** What moves the balance of an account: `paid` and `returned` lower it, unless a payment is taken back. */
export const accountEntryKinds = ['sold', 'returned', 'paid'] as const;

const accountSpec = object({
  ...accountMembers,
  openedAt: whole(),
  setAt: whole('when its name, number or limit was set last'),
  balance: whole('what the customer owes, in minor units; below zero if too much was paid'),
  earlier: whole('what was owed before the first of the entries, in minor units'),
  entries: list(
    object({at: whole(), reference: text(), kind: oneOf(accountEntryKinds), minor: whole('added to the balance')}),
    'the newest, oldest first',
  ),
});
export type Account = Specified<typeof accountSpec>;
export type AccountEntry = Account['entries'][number];

/** By their numbers. */
export const accountsSpec = dictionary(accountSpec);
export type CustomerAccounts = Specified<typeof accountsSpec>;

/** What a payment has moved on an account, in minor units of its currency. */
type Moved = Record<(typeof accountEntryKinds)[number], number> & {
  readonly account: number;
  readonly currency: Currency;
};

/** What a payment moves on an account: what was sold on the book and came back, or what pays off what is owed. */
function movedBy(payment: Payment): Moved | undefined {
  const {request, status} = payment;
  const {currency, minor} = owedOf(request);
  if (request.method === 'account') {
    const returned = worthBackOf(payment, 'done').minor;
    return {account: request.account, currency, sold: minor, returned, paid: 0};
  }
  if (request.paysOff === undefined) return undefined;
  const paid = status === 'paid' ? minor - worthBackOf(payment, 'done').minor : 0;
  return {account: request.paysOff, currency, sold: 0, returned: 0, paid};
}

/** What a change of a payment moves on an account; undefined if it moves nothing. */
export function movedFrom(before: Payment | undefined, after: Payment | undefined): Moved | undefined {
  const now = after === undefined || after === before ? undefined : movedBy(after);
  if (now === undefined) return undefined;
  const was = before && movedBy(before);
  const moved = {...now};
  for (const kind of accountEntryKinds) moved[kind] -= was?.[kind] ?? 0;
  return accountEntryKinds.some(kind => moved[kind] !== 0) ? moved : undefined;
}

/** How many entries are kept of an account; the sum of earlier ones is. */
const mostEntries = 200;

const isAccountEvent = isOneOf(accountEvents);

/** The accounts after an event, by which a payment went from `before` to `after`. */
export function evolveAccounts(
  accounts: CustomerAccounts,
  event: AnyEvent,
  {before, after}: {readonly before?: Payment | undefined; readonly after?: Payment | undefined},
): CustomerAccounts {
  if (isAccountEvent(event)) {
    const {account: number, name, phone, limit} = event.data;
    const setAt = Date.parse(event.at);
    const was = accounts[number] ?? {openedAt: setAt, balance: 0, earlier: 0, entries: []};
    return {...accounts, [number]: {...was, account: number, name, phone, limit, setAt}};
  }
  const moved = movedFrom(before, after);
  const account = accounts[moved?.account ?? 0];
  if (moved === undefined || account === undefined || after === undefined) return accounts;
  const added = accountEntryKinds.flatMap((kind): readonly AccountEntry[] => {
    const minor = kind === 'sold' ? moved[kind] : -moved[kind];
    return minor === 0 ? [] : [{at: Date.parse(event.at), reference: after.reference, kind, minor}];
  });
  const entries = [...account.entries, ...added];
  const dropped = entries.slice(0, Math.max(0, entries.length - mostEntries));
  const {request} = after;
  const known = request.method === 'account' ? {name: request.name, phone: request.phone} : {};
  return {
    ...accounts,
    [account.account]: {
      ...account,
      ...known,
      entries: entries.slice(dropped.length),
      balance: account.balance + sumOf(added),
      earlier: account.earlier + sumOf(dropped),
    },
  };
}

/** What another till of the home knows of customers, and the payments by which they may still pay. */
export type AccountsBeside = Pick<Payments, 'payments'> & {readonly till: string; readonly accounts: CustomerAccounts};

/**
 * The accounts of a till with what the other tills of the home know of the same customers, who are told by their numbers. A customer who is
 * new to the till gets its next number. What was set last holds; sums in another currency are not counted.
 */
export function homeAccounts(own: CustomerAccounts, beside: readonly AccountsBeside[]): CustomerAccounts {
  const all = {...own};
  for (const account of beside.flatMap(({accounts}) => Object.values(accounts))) {
    if (isStandIn(account.phone)) continue;
    const known = Object.values(all).find(({phone}) => phone === account.phone);
    if (known === undefined) {
      const number = nextAccount(all);
      all[number] = {...account, account: number};
    } else if (known.limit.currency === account.limit.currency) all[known.account] = together(known, account);
  }
  return all;
}

export const nextAccount = (accounts: CustomerAccounts): number =>
  Math.max(0, ...Object.values(accounts).map(({account}) => account)) + 1;

function together(own: Account, other: Account): Account {
  const {name, limit, setAt} = other.setAt > own.setAt ? other : own;
  return {
    account: own.account,
    name,
    phone: own.phone,
    limit,
    setAt,
    openedAt: Math.min(own.openedAt, other.openedAt),
    balance: own.balance + other.balance,
    earlier: own.earlier + other.earlier,
    entries: [...own.entries, ...other.entries].sort((a, b) => a.at - b.at),
  };
}

const sumOf = (entries: readonly AccountEntry[]): number => entries.reduce((sum, {minor}) => sum + minor, 0);

/** Since when something is owed that is not paid yet, as payments pay the oldest first; undefined if nothing is. */
export function owedSince({balance, entries, openedAt}: Account): number | undefined {
  if (balance <= 0) return undefined;
  let left = balance;
  for (const {kind, minor, at} of entries.toReversed()) {
    if (kind === 'sold') left -= minor;
    if (left <= 0) return at;
  }
  return entries[0]?.at ?? openedAt;
}

/** Sorted by name; a name is found by its beginning, a number by itself or as a telephone's. */
export function findAccounts(accounts: CustomerAccounts, typed: string): readonly Account[] {
  const text = typed.trim().toLowerCase();
  const digits = text.replaceAll(/\D/g, '').replace(/^0/, '');
  const all = Object.values(accounts).sort((a, b) => (a.name < b.name ? -1 : 1));
  const own = all.filter(({account}) => String(account) === text);
  if (own.length > 0) return own;
  const isPhone = /^[+\d\s]+$/.test(text) && digits.length > 3;
  return all.filter(({name, phone}) => (isPhone ? phone.endsWith(digits) : name.toLowerCase().includes(text)));
}

/** What open accounts have moved in a period, in minor units of a currency. `before` is what was owed when it began. */
export const accountSums = {
  before: whole('what customers owed when it began'),
  sold: whole('what was sold on the book'),
  returned: whole('what came back of that'),
  paid: whole('what customers paid of what they owe, which is among the takings with its rounding'),
  count: count('how many sales on the book'),
};
