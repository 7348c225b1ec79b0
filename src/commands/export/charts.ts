import english from '../../../docs/accounts/english.json' with {type: 'json'};
import french from '../../../docs/accounts/french.json' with {type: 'json'};
import syscohada from '../../../docs/accounts/syscohada.json' with {type: 'json'};

/** The five kinds of accounts of plain-text accounting. */
export const kinds = ['assets', 'liabilities', 'equity', 'income', 'expenses'] as const;
export type AccountKind = (typeof kinds)[number];

/** An account of others' money, of money that is not earned yet, or of money on its way may be on either side of a balance sheet. */
const balance = ['assets', 'liabilities', 'equity'] as const satisfies readonly AccountKind[];

/** The roles of accounts, with the kinds that each may have. The root of an account's name says which kind it is. */
export const roles = {
  cash: ['assets'],
  'mobile-money': ['assets'],
  card: ['assets'],
  subscription: ['assets'],
  safe: ['assets'],
  float: ['assets'],
  pending: ['assets'],
  'pending-sales': balance,
  sales: ['income'],
  refunds: ['income', 'expenses'],
  over: ['income'],
  short: ['expenses'],
  fees: ['expenses'],
  'input-tax': ['assets', 'expenses'],
  'paid-in': [...balance, 'income'],
  'paid-out': ['expenses', ...balance],
  clearing: ['assets'],
  unsettled: ['assets'],
  'in-transit': ['assets'],
  bank: ['assets'],
  reserve: ['assets'],
  chargebacks: ['expenses', 'income'],
  suspense: balance,
  vat: ['liabilities'],
  tips: ['liabilities'],
  rounding: ['income', 'expenses'],
  account: ['assets'],
} as const satisfies Readonly<Record<string, readonly AccountKind[]>>;
export type Role = keyof typeof roles;
export const roleNames = Object.keys(roles) as readonly Role[];

/**
 * The accounts of a book, by role. A name may have the placeholders `{till}` and `{operator}`, and that of `vat` `{rate}`. `cash` is the
 * drawer; `mobile-money`, `card` and `subscription` are what the service owes until it pays out. The roles from `clearing` on are for a
 * reconciliation: `clearing` is what it settles, and comes to nothing; `unsettled` is what the provider still holds. `vat` is the tax in
 * what was sold, `input-tax` the taxes that the provider takes beside its fee, `tips` what belongs to the staff who served, `rounding`
 * what amounts were rounded by, so that cash and wallets could pay them, `account` what customers owe on the book.
 */
export type Chart = {
  readonly roots: Readonly<Record<AccountKind, string>>;
  readonly accounts: Readonly<Record<Role, string>>;
};

/**
 * The charts that have a name, as the files from which a person may start their own: plain names, for a shop whose law asks for no chart of
 * accounts; that of the OHADA countries (SYSCOHADA) as revised in 2017, with electronic money in class 55 and unexplained amounts in 471;
 * and the French one (plan comptable général).
 */
export const charts = {english, syscohada, french} as const satisfies Readonly<Record<string, Chart>>;
export const chartNames = Object.keys(charts) as readonly (keyof typeof charts)[];
