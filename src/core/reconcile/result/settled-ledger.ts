import {type Decimal, subtractDecimals, zero} from '../../money/decimal.js';
import {type DecimalAmount, DecimalSums, isZero, negated} from '../rows/amount.js';
import type {ReconciliationLine} from '../rows/discrepancy.js';
import {type Rows, rowsWhere} from '../rows/row.js';
import {partsIn, type Share, sharesOf} from '../rows/rules.js';
import type {Equation, TermName} from './equations.js';
import type {Reconciliation} from './reconcile.js';

/**
 * The accounts of a settled ledger. Sales go through `clearing`, which comes to zero: what the provider has not paid out is in `unsettled`,
 * what it has paid out is in `in-transit` until the bank has it, and unexpected money is in `suspense`.
 */
export type SettledRole =
  | 'sales'
  | 'clearing'
  | 'unsettled'
  | 'in-transit'
  | 'bank'
  | 'fees'
  | 'input-tax'
  | 'refunds'
  | 'chargebacks'
  | 'reserve'
  | 'suspense';

/** Money that is added to one account and taken from another; the amount may be negative. */
export type SettledEntry = {
  readonly date: string;
  /** The term of the equations that the entry belongs to; `not-compared` is what no payout file covers. */
  readonly term: TermName | 'unexplained' | 'not-compared';
  readonly currency: string;
  readonly amount: Decimal;
  readonly into: SettledRole;
  readonly from: SettledRole;
  /** The payout, the bank entry, or the payment of a line; empty if the entry covers many. */
  readonly reference: string;
  /** The line that explains the entry, which a person can accept; null if there is none. */
  readonly line: Pick<ReconciliationLine, 'key' | 'status'> | null;
  /** What the accounts take that a rule of the shop gives, in the words of the person who made it; empty if no rule applies. */
  readonly shares: readonly Share[];
};

/** The account of the other side of each middle term. */
const accountOf: Readonly<Partial<Record<TermName, SettledRole>>> = {
  'sold-on-other-days': 'unsettled',
  'in-another-window': 'unsettled',
  'not-yet-paid-out': 'unsettled',
  'paid-out-from-earlier': 'unsettled',
  fees: 'fees',
  taxes: 'input-tax',
  refunds: 'refunds',
  reversals: 'chargebacks',
  chargebacks: 'chargebacks',
  'reserve-held': 'reserve',
  'reserve-released': 'reserve',
  'in-transit': 'in-transit',
  'arrived-from-earlier': 'in-transit',
};

/** The account that the money of each equation goes through. */
const throughOf = {a: 'clearing', answers: 'clearing', b: 'clearing', c: 'in-transit'} as const satisfies Record<
  Equation['id'],
  SettledRole
>;

type Settled = Pick<Reconciliation, 'days' | 'equations' | 'lines' | 'agreeing' | 'paidByDay' | 'paidOut' | 'credited'>;

/**
 * A reconciliation as entries: the takings of each day into `clearing`, each middle term of its equations out of it or into it, each payout
 * into `in-transit`, each credit into the bank. No figure is calculated anew: ends and terms are those of the equations, and the lines
 * divide a term among themselves.
 */
export function settledEntries(result: Settled): readonly SettledEntry[] {
  const {days, equations, lines, agreeing, paidByDay, paidOut, credited} = result;
  const base = {date: days.to, ...ofNone};
  // What a rule takes out of the bank agrees, but still belongs in an account.
  const byTerm = linesByTerm([lines, rowsWhere(agreeing(), ({reason}) => reason === 'by-rule')]);
  const entries: SettledEntry[] = [
    ...paidByDay.map(({date, currency, value}) => ({
      ...base,
      term: 'journal-paid' as const,
      date,
      currency,
      amount: value,
      into: 'clearing' as const,
      from: 'sales' as const,
    })),
    ...equations.flatMap(equation => middleOf(equation, days.to, byTerm)),
    ...paidOut.map(({payout, currency, amount, date}) => ({
      ...base,
      term: 'payouts' as const,
      currency,
      amount,
      reference: payout,
      date: date ?? days.to,
      into: 'in-transit' as const,
      from: 'clearing' as const,
    })),
    ...credited().map(({row, amount}) => ({
      ...base,
      term: 'bank-credits' as const,
      currency: row.currency,
      amount,
      reference: row.entry || row.narration,
      date: row.bookedOn,
      into: 'bank' as const,
      from: 'in-transit' as const,
    })),
  ];
  const rest = endsOf(entries, 'clearing').amounts.map(({currency, value}) => ({
    ...base,
    term: 'not-compared' as const,
    currency,
    amount: value,
    into: 'unsettled' as const,
    from: 'clearing' as const,
  }));
  return [...entries, ...rest].filter(({amount, into, from}) => !isZero(amount) && into !== from);
}

/** The balance of an account after these entries, by currency. */
export function endsOf(entries: readonly SettledEntry[], account: SettledRole): DecimalSums {
  const sums = new DecimalSums();
  for (const {into, from, currency, amount} of entries) {
    if (into === account) sums.add(currency, amount);
    if (from === account) sums.add(currency, negated(amount));
  }
  return sums;
}

/** The part of a term, in one currency, that a line explains. */
type TermLine = {readonly line: ReconciliationLine; readonly amount: Decimal};

const termKey = (term: TermName, currency: string) => `${term} ${currency}`;

function linesByTerm(lists: readonly Rows<ReconciliationLine>[]): ReadonlyMap<string, readonly TermLine[]> {
  const byTerm = new Map<string, TermLine[]>();
  for (const lines of lists)
    for (const line of lines)
      for (const {term, currency, value: amount} of line.effects)
        byTerm.getOrInsert(termKey(term, currency), []).push({line, amount});
  return byTerm;
}

/** For what no line explains. */
const ofNone = {reference: '', line: null, shares: []};

/** What the accounts of a rule take of what it explains. */
function ruledShares({facts}: ReconciliationLine, amount: DecimalAmount): readonly Share[] {
  const account = String(facts['account'] ?? '');
  const parts = facts['split'] === undefined ? null : partsIn(account);
  if (parts !== null) return sharesOf(parts, amount);
  return account === '' ? [] : [{account, net: amount.value, tax: zero, rate: '0'}];
}

/** The entries between the ends of an equation: one for each line that explains part of a term, and one for the rest of it. */
function middleOf(
  {id, currency, terms, unexplained}: Equation,
  date: string,
  byTerm: ReturnType<typeof linesByTerm>,
): readonly SettledEntry[] {
  const base = {date, currency, into: throughOf[id]};
  const middle = terms.slice(1).flatMap(({name: term, value}): readonly SettledEntry[] => {
    const own = {...base, term, from: accountOf[term] ?? 'suspense'};
    const byLine = byTerm.get(termKey(term, currency)) ?? [];
    const rest = byLine.reduce((left, {amount}) => subtractDecimals(left, amount), value);
    return [
      ...byLine.map(({line, amount}) => ({
        ...own,
        amount,
        reference: line.reference,
        line,
        shares: term === 'by-rule' ? ruledShares(line, {currency, value: amount}) : [],
      })),
      {...own, ...ofNone, amount: rest},
    ];
  });
  return [...middle, {...base, ...ofNone, term: 'unexplained', from: 'suspense', amount: unexplained}];
}
