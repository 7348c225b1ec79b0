import {readFileSync} from 'node:fs';
import {basename} from 'node:path';
import * as z from 'zod';
import type {Language} from '../../core/messages/messages.js';
import {Problem} from '../../core/problem.js';
import {cleanText} from '../../core/text/text.js';
import {refuseValue} from '../values.js';

/** The five kinds of accounts that plain-text accounting knows, by the names of their roots. */
const kinds = ['assets', 'liabilities', 'equity', 'income', 'expenses'] as const;
export type AccountKind = (typeof kinds)[number];

/** What an account is for, and of which kind it has to be. */
const roles = {
  cash: 'assets',
  'mobile-money': 'assets',
  card: 'assets',
  subscription: 'assets',
  safe: 'assets',
  float: 'assets',
  pending: 'assets',
  'pending-sales': 'equity',
  sales: 'income',
  refunds: 'income',
  over: 'income',
  short: 'expenses',
  fees: 'expenses',
  'paid-in': 'equity',
  'paid-out': 'expenses',
} as const satisfies Readonly<Record<string, AccountKind>>;
export type Role = keyof typeof roles;
const roleNames = Object.keys(roles) as readonly Role[];

/**
 * Whose accounts an export speaks of. A name may have the blanks `{till}` and `{operator}`; `cash` is the drawer,
 * `mobile-money`, `card` and `subscription` are what the service owes until it pays out.
 */
export type Chart = {
  readonly roots: Readonly<Record<AccountKind, string>>;
  readonly accounts: Readonly<Record<Role, string>>;
};

export const englishChart: Chart = {
  roots: {assets: 'Assets', liabilities: 'Liabilities', equity: 'Equity', income: 'Income', expenses: 'Expenses'},
  accounts: {
    cash: 'Assets:Cash:{till}',
    'mobile-money': 'Assets:Clearing:{operator}',
    card: 'Assets:Clearing:{operator}',
    subscription: 'Assets:Clearing:Subscriptions',
    safe: 'Assets:Safe',
    float: 'Assets:Safe',
    pending: 'Assets:Pending:{operator}',
    'pending-sales': 'Equity:Pending',
    sales: 'Income:Sales',
    refunds: 'Income:Refunds',
    over: 'Income:Cash-Over',
    short: 'Expenses:Cash-Short',
    fees: 'Expenses:Fees',
    'paid-in': 'Equity:Cash-Paid-In',
    'paid-out': 'Expenses:Cash-Paid-Out',
  },
};

/** The parts of a name as Beancount, the strictest reader, has them. */
const root = z.string().regex(/^\p{Lu}[\p{L}\p{Nd}-]{0,59}$/u);
const account = z
  .string()
  .max(200)
  .regex(
    /^\p{Lu}[\p{L}\p{Nd}-]*(?::(?:[\p{Lu}\p{Nd}]|\{till\}|\{operator\})(?:[\p{L}\p{Nd}-]|\{till\}|\{operator\})*)+$/u,
  );
const schema = z.lazy(() =>
  z.strictObject({
    roots: z.partialRecord(z.enum(kinds), root).default({}),
    accounts: z.partialRecord(z.enum(roleNames), account).default({}),
  }),
);

/** The chart in a file of `{"roots": {…}, "accounts": {…}}`; what it leaves out is English. Throws `Problem` unknown-option, file-not-readable. */
export function readChart(file: string, language: Language): Chart {
  const named = {name: '--accounts', value: file, language};
  const parsed = schema.safeParse(jsonIn(file, expected => refuseValue(named, expected)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuseValue(named, `{"accounts": {"sales": "Income:Sales"}} (${issue?.path.join('.') ?? ''})`);
  }
  const chart = {
    roots: {...englishChart.roots, ...parsed.data.roots},
    accounts: {...englishChart.accounts, ...parsed.data.accounts},
  };
  for (const role of roleNames) {
    const start = `${chart.roots[roles[role]]}:`;
    const isDrawer = role !== 'cash' && chart.accounts[role] === chart.accounts.cash;
    if (isDrawer || !chart.accounts[role].startsWith(start))
      refuseValue(named, `{"accounts": {"${role}": "${start}…"}}`);
  }
  return chart;
}

const largest = 64 * 1024;

function jsonIn(file: string, refuse: (expected: string) => never): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new Problem('file-not-readable', {file: basename(file), code: String(error.code)});
    throw error;
  }
  try {
    if (text.length <= largest) return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    // said below
  }
  return refuse('JSON {"accounts": {"sales": "Income:Sales"}}');
}

/** Names of accounts by their role, and afterwards what all of them are. */
export type Accounts = {
  readonly nameOf: (role: Role, operator?: string) => string;
  /** Every account that was named, in the order of the alphabet, and its kind. */
  readonly used: () => readonly (readonly [name: string, kind: AccountKind])[];
};

/** The names by which one till books, with its id and the networks where the chart leaves room for them. */
export function accountsOf({accounts}: Chart, till: string): Accounts {
  const names = new Map<string, AccountKind>();
  const nameOf = (role: Role, operator = '') => {
    const name = accounts[role].replaceAll('{till}', partOf(till)).replaceAll('{operator}', partOf(operator));
    names.set(name, roles[role]);
    return name;
  };
  return {nameOf, used: () => [...names].sort(([a], [b]) => (a < b ? -1 : 1))};
}

/** Foreign text as a part of an account's name: letters, digits and hyphens, beginning with a capital or a digit. */
function partOf(text: string): string {
  const plain = cleanText(text, 60)
    .replaceAll(/[^\p{L}\p{Nd}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  if (plain === '') return 'Other';
  return /^[\p{Lu}\p{Nd}]/u.test(plain) ? plain : `X-${plain}`;
}
