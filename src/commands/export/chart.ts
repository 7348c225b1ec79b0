import {readFileSync} from 'node:fs';
import {basename} from 'node:path';
import * as z from 'zod';
import english from '../../../docs/accounts/english.json' with {type: 'json'};
import french from '../../../docs/accounts/french.json' with {type: 'json'};
import syscohada from '../../../docs/accounts/syscohada.json' with {type: 'json'};
import type {Language} from '../../core/messages/messages.js';
import {Problem} from '../../core/problem.js';
import {jsonIn} from '../../core/text/json.js';
import {cleanText} from '../../core/text/text.js';
import {refuseValue} from '../values.js';

/** The five kinds of accounts of plain-text accounting. */
const kinds = ['assets', 'liabilities', 'equity', 'income', 'expenses'] as const;
export type AccountKind = (typeof kinds)[number];

/** An account of others' money, of money that is not earned yet, or of money on its way may be on either side of a balance sheet. */
const balance = ['assets', 'liabilities', 'equity'] as const satisfies readonly AccountKind[];

/** The roles of accounts, with the kinds that each may have. The root of an account's name says which kind it is. */
const roles = {
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
const roleNames = Object.keys(roles) as readonly Role[];

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

/** The parts of a name, as Beancount accepts them, which is the strictest of the programs. */
const root = z.string().regex(/^\p{Lu}[\p{L}\p{Nd}-]{0,59}$/u);
const account = z
  .string()
  .max(200)
  .regex(
    /^\p{Lu}[\p{L}\p{Nd}-]*(?::(?:[\p{Lu}\p{Nd}]|\{till\}|\{operator\}|\{rate\})(?:[\p{L}\p{Nd}-]|\{till\}|\{operator\}|\{rate\})*)+$/u,
  );
const schema = z.lazy(() =>
  z.strictObject({
    roots: z.partialRecord(z.enum(kinds), root).default({}),
    accounts: z.partialRecord(z.enum(roleNames), account).default({}),
  }),
);

/** A chart by its name or file; the English one has what the file lacks. Throws `Problem` unknown-option, file-not-readable. */
export function readChart(value: string, language: Language): Chart {
  const known = chartNames.find(name => name === value);
  return known === undefined ? chartInFile(value, language) : charts[known];
}

function chartInFile(file: string, language: Language): Chart {
  const named = {name: '--accounts', value: file, language};
  const parsed = schema.safeParse(chartText(file, expected => refuseValue(named, expected)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuseValue(named, `{"accounts": {"sales": "Income:Sales"}} (${issue?.path.join('.') ?? ''})`);
  }
  const {english} = charts;
  const roots = {...english.roots, ...parsed.data.roots};
  // An account that the file leaves out is below the file's own root.
  const usual = roleNames.map(role => {
    const [root = '', ...name] = english.accounts[role].split(':');
    const kind = kinds.find(each => english.roots[each] === root);
    return [role, [kind === undefined ? root : roots[kind], ...name].join(':')];
  });
  const chart: Chart = {roots, accounts: {...Object.fromEntries(usual), ...parsed.data.accounts}};
  for (const role of roleNames) {
    const isDrawer = role !== 'cash' && chart.accounts[role] === chart.accounts.cash;
    if (isDrawer || kindOf(chart, role) === undefined)
      refuseValue(named, `{"accounts": {"${role}": "${chart.roots[roles[role][0]]}:…"}}`);
  }
  return chart;
}

/** The kind of an account, by the root of its name; undefined if the role does not allow that root. */
const kindOf = ({roots, accounts}: Chart, role: Role): AccountKind | undefined =>
  roles[role].find(kind => accounts[role].startsWith(`${roots[kind]}:`));

const largest = 64 * 1024;

function chartText(file: string, refuse: (expected: string) => never): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new Problem('file-not-readable', {file: basename(file), code: String(error.code)});
    throw error;
  }
  const json = text.length > largest ? undefined : jsonIn(text.replace(/^\uFEFF/, ''));
  return json ?? refuse('JSON {"accounts": {"sales": "Income:Sales"}}');
}

/** Accounts for which a book asserts the balance. */
const asserted = ['cash', 'clearing'] as const satisfies readonly Role[];

/** Gives accounts their names by role, and remembers which were used. */
export type Accounts = {
  /** `of` is the operator, and for `vat` the rate. */
  readonly nameOf: (role: Role, of?: string) => string;
  /** A name that a person gave; undefined if it does not belong to this chart, or is that of an account whose balance is asserted. */
  readonly ownName: (text: string) => string | undefined;
  /** Every account that was named, sorted by name, and its kind. */
  readonly used: () => readonly (readonly [name: string, kind: AccountKind])[];
};

/** The account names of one till, with its id and the operators or rates in place of the placeholders of the chart. */
export function accountsOf(chart: Chart, till: string): Accounts {
  const {accounts} = chart;
  const names = new Map<string, AccountKind>();
  const nameIn = (role: Role, of: string) =>
    accounts[role].replaceAll('{till}', partOf(till)).replaceAll(/\{(?:operator|rate)\}/g, partOf(of));
  const nameOf = (role: Role, of = '') => {
    const name = nameIn(role, of);
    if (!names.has(name)) names.set(name, kindOf(chart, role) ?? roles[role][0]);
    return name;
  };
  const ownName = (text: string) => {
    const kind = kinds.find(each => text.startsWith(`${chart.roots[each]}:`));
    const isAsserted = asserted.some(role => nameIn(role, '') === text);
    if (kind === undefined || isAsserted || !account.safeParse(text).success || text.includes('{')) return undefined;
    if (!names.has(text)) names.set(text, kind);
    return text;
  };
  return {nameOf, ownName, used: () => [...names].sort(([a], [b]) => (a < b ? -1 : 1))};
}

/** Foreign text as a part of an account's name: letters, digits and hyphens, starting with a capital or a digit. */
function partOf(text: string): string {
  const plain = cleanText(text, 60)
    .replaceAll(/[^\p{L}\p{Nd}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  if (plain === '') return 'Other';
  return /^[\p{Lu}\p{Nd}]/u.test(plain) ? plain : `X-${plain}`;
}
