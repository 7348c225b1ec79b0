import {everyLine, type Reconciliation, reconcile} from '../../../src/core/reconcile/result/reconcile.js';
import {plainAmount} from '../../../src/core/reconcile/rows/amount.js';
import type {DiscrepancyCode, ReconciliationLine} from '../../../src/core/reconcile/rows/discrepancy.js';
import {defaultSettings, type Inputs} from '../../../src/core/reconcile/rows/inputs.js';
import type {LocalPayment, LocalRefund} from '../../../src/core/reconcile/rows/local.js';
import type {BankRow, PayoutRow, ProviderRow, SourceFile} from '../../../src/core/reconcile/rows/row.js';
import {lineJson, reconciliationJson} from '../../../src/core/reconcile/shown/reconciliation-json.js';

export const day = '2026-11-20';

/** A reference of a till, by a number. */
export function referenceOf(number: number, till = 'T7K'): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const digits = Array.from({length: 12}, (_, place) => alphabet[Math.floor(number / 32 ** (11 - place)) % 32]);
  return till + digits.join('');
}

/** KES 200.00, paid at noon in Nairobi by mobile money. */
export function payment(number: number, more: Partial<LocalPayment> = {}): LocalPayment {
  const reference = more.reference ?? referenceOf(number, more.till);
  const amount = more.amount ?? {currency: 'KES', minor: 20_000};
  return {
    reference,
    providerReference: reference,
    till: 'T7K',
    method: 'mobile-money',
    status: 'paid',
    amount,
    requestedAt: Date.parse(`${day}T09:00:00Z`) + number * 60_000,
    businessDate: day,
    z: 411,
    isLate: false,
    wasPaid: true,
    fee: '0.50',
    record: {status: 'Completed', amount: '200', currency: amount.currency},
    payer: `2547${String(number).padStart(8, '0')}`,
    digits: `2547${String(number).padStart(8, '0')}`,
    refunds: [],
    answer: {seq: 10, rule: 'record-paid'},
    skewSeconds: null,
    profile: 'live',
    ...more,
  };
}

/** What the journal says of a payment that nobody has had the last word on. */
export const open: Partial<LocalPayment> = {status: 'pending', wasPaid: false, record: null, fee: null, answer: null};

export function refund(number: number, more: Partial<LocalRefund> = {}): LocalRefund {
  const amount = {currency: 'KES', minor: 5000} as const;
  return {number, method: 'card', amount, status: 'done', businessDate: day, serviceReference: `RF-${number}`, ...more};
}

/** The provider's row of `payment(number)`. */
export function row(number: number, more: Partial<ProviderRow> = {}): ProviderRow {
  return {
    line: number + 1,
    kind: 'payment',
    reference: referenceOf(number),
    serviceReference: null,
    amount: '200.00',
    currency: 'KES',
    status: 'Completed',
    fee: '0.50',
    tax: null,
    net: null,
    at: null,
    phone: null,
    payout: null,
    ...more,
  };
}

const alone = {start: 'f'.repeat(62)};
export function providerFile(
  rows: readonly ProviderRow[],
  more: Partial<SourceFile<ProviderRow>> = {},
): SourceFile<ProviderRow> {
  return {kind: 'provider', name: 'provider.csv', sha256: `${alone.start}01`, interval: null, rows, ...more};
}
export function payoutFile(
  rows: readonly Partial<PayoutRow>[],
  more: Partial<SourceFile<PayoutRow>> = {},
): SourceFile<PayoutRow> {
  const whole = rows.map((each, index) => ({
    line: index + 2,
    payout: 'P1',
    amount: '199.50',
    currency: 'KES',
    status: 'Completed',
    at: '2026-11-23',
    ...each,
  }));
  return {kind: 'payout', name: 'payouts.csv', sha256: `${alone.start}02`, interval: null, rows: whole, ...more};
}
export function bankFile(
  rows: readonly Partial<BankRow>[],
  more: Partial<SourceFile<BankRow>> = {},
): SourceFile<BankRow> {
  const whole = rows.map((each, index) => ({
    line: index + 2,
    entry: `E${index}`,
    amount: '199.50',
    currency: 'KES',
    bookedOn: '2026-11-24',
    narration: 'TRF PROVIDER P1 DUKA',
    status: '',
    ...each,
  }));
  return {kind: 'bank', name: 'bank.csv', sha256: `${alone.start}03`, interval: null, rows: whole, ...more};
}

/** The day after, of the live till T7K, with nothing loaded. */
export function inputs(more: Partial<Inputs> = {}): Inputs {
  return {
    days: {from: day, to: day},
    asOf: Date.parse('2026-11-21T06:00:00Z'),
    zone: 'Africa/Nairobi',
    profile: 'live',
    payments: [],
    tills: {loaded: ['T7K'], missing: ['T8M']},
    providerFiles: [],
    payoutFiles: [],
    bankFiles: [],
    live: null,
    chains: [],
    accepted: [],
    matches: [],
    carried: [],
    settings: defaultSettings,
    ...more,
  };
}

/** What comes of reconciling these, and nothing else. */
export const reconciled = (more?: Partial<Inputs>): Reconciliation => reconcile(inputs(more));

/** The lines that do not simply agree, each as `CODE reason delta`. */
export function told({lines}: Pick<Reconciliation, 'lines'>): string[] {
  return [...lines].filter(({code}) => code !== 'OK').map(lineText);
}
function lineText({code, reason, delta}: ReconciliationLine): string {
  return [code, reason, ...(delta === null ? [] : [`${delta.currency} ${plainAmount(delta)}`])].join(' ');
}

/** The whole of it, as programs are given it. */
export const bytesOf = (result: Reconciliation): string =>
  JSON.stringify(reconciliationJson(result, Array.from(everyLine(result), lineJson)));

export function lineOf(result: Reconciliation, code: DiscrepancyCode): ReconciliationLine {
  const lines = [...everyLine(result)];
  const line = lines.find(each => each.code === code);
  if (line === undefined) throw new Error(`there is no ${code} in ${lines.map(lineText).join(', ')}`);
  return line;
}

/** What is left of each equation: `a KES 0.00`. */
export function unexplained({equations}: Reconciliation): string[] {
  return equations.map(({id, currency, unexplained: value}) => `${id} ${currency} ${plainAmount({currency, value})}`);
}

/** The terms of an equation that are not nothing. */
export function termsOf(
  {equations}: Reconciliation,
  id: 'a' | 'b' | 'c' | 'answers',
  currency = 'KES',
): Record<string, string> {
  const equation = equations.find(each => each.id === id && each.currency === currency);
  if (equation === undefined) throw new Error(`there is no equation ${id} ${currency}`);
  const {terms, total} = equation;
  return Object.fromEntries(
    [...terms, total]
      .map(({name, value}) => [name, plainAmount({currency, value})] as const)
      .filter(([, text]) => !/^0(\.0+)?$/.test(text)),
  );
}
