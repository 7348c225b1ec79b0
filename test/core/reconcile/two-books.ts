import type {Currency} from '../../../src/core/money/money.js';
import type {ChainState, Inputs} from '../../../src/core/reconcile/rows/inputs.js';
import type {LocalPayment} from '../../../src/core/reconcile/rows/local.js';
import type {BankRow, PayoutRow, ProviderRow} from '../../../src/core/reconcile/rows/row.js';
import {bankFile, day, inputs, open, payment, payoutFile, providerFile, referenceOf, refund, row} from './samples.js';

/** Two books of one day that agree, but for the differences that were planted: made without the code that compares them. */
export type TwoBooks = {
  readonly inputs: Inputs;
  /** The code and the subject of each difference, in the order of the alphabet. */
  readonly planted: readonly string[];
};

/** A sequence of fractions that is the same for the same seed. */
export function sequenceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Row = Omit<ProviderRow, 'amount' | 'fee' | 'net' | 'currency'> & {
  currency: Currency;
  minor: number;
  fee: number | null;
  net: number | null;
};
type Pair = {payment: LocalPayment; row: Row | null};
type Draft = {
  readonly pairs: Pair[];
  readonly others: Row[];
  readonly extra: LocalPayment[];
  readonly chains: ChainState[];
  readonly credits: {currency: Currency; minor: number}[];
  readonly unpaid: Set<Row>;
};

const places = {KES: 2, XOF: 0, USD: 2, UGX: 0} as const;
type Known = keyof typeof places;
/** Written here and not with the product's code, which could be wrong in the same way on both sides. */
function text(minor: number, currency: Currency): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  const sign = minor < 0 ? '-' : '';
  return places[currency as Known] === 0 ? String(minor) : `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const rowOf = (number: number, {amount, providerReference}: LocalPayment, fee: number): Row => {
  const {amount: _, ...rest} = row(number, {reference: providerReference, serviceReference: `S${providerReference}`});
  return {...rest, currency: amount.currency, minor: amount.minor, fee, net: null};
};

/** Each kind of difference, planted into the pair of a payment and its row. `away` is above zero and not the fee. */
const plant = {
  MISSING_AT_PROVIDER: (_: Draft, pair: Pair) => {
    pair.row = null;
    return pair.payment.reference;
  },
  MISSING_LOCALLY: (draft: Draft, pair: Pair, away: number) => {
    const reference = referenceOf(away, 'T8M');
    draft.others.push({...rowOf(900, pair.payment, 5), reference, minor: 1000 + away});
    return reference;
  },
  AMOUNT_OVER: (_: Draft, pair: Pair, away: number) => changed(pair, {minor: pair.payment.amount.minor + away}),
  AMOUNT_UNDER: (_: Draft, pair: Pair, away: number) => changed(pair, {minor: pair.payment.amount.minor - away}),
  STATUS_LOCAL_PAID: (_: Draft, pair: Pair) => changed(pair, {status: 'Failed'}),
  UNKNOWN_STATUS: (_: Draft, pair: Pair) => changed(pair, {status: 'Parked'}),
  CURRENCY_MISMATCH: (_: Draft, pair: Pair) => changed(pair, {currency: 'UGX'}),
  STATUS_LOCAL_OPEN: (_: Draft, pair: Pair) => {
    pair.payment = {...pair.payment, ...open};
    return pair.payment.reference;
  },
  DUPLICATE_SAME_REF: (draft: Draft, pair: Pair) => {
    if (pair.row !== null) draft.others.push({...pair.row, line: 901, serviceReference: 'again'});
    return pair.payment.reference;
  },
  DUPLICATE_SAME_CUSTOMER: (draft: Draft, pair: Pair, away: number) => {
    const {payer, amount, requestedAt, fee} = pair.payment;
    const again = payment(away, {reference: referenceOf(away, 'T7K'), payer, amount, fee});
    draft.pairs.push({payment: {...again, requestedAt: requestedAt + 1000}, row: rowOf(902, again, 50)});
    return again.reference;
  },
  FEE_MISSING: (_: Draft, pair: Pair) => {
    pair.payment = {...pair.payment, fee: null};
    return changed(pair, {fee: null});
  },
  FEE_MISMATCH: (_: Draft, pair: Pair, away: number) => changed(pair, {fee: 50 + away}),
  NET_MISMATCH: (_: Draft, pair: Pair, away: number) => changed(pair, {net: pair.payment.amount.minor - 50 - away}),
  LATE_COMPLETION: (_: Draft, pair: Pair) => {
    pair.payment = {...pair.payment, isLate: true};
    return pair.payment.reference;
  },
  REFUND_UNCONFIRMED: (_: Draft, pair: Pair) => {
    const {currency} = pair.payment.amount;
    pair.payment = {...pair.payment, refunds: [refund(1, {amount: {currency, minor: 3}, serviceReference: null})]};
    return `${pair.payment.reference}/1`;
  },
  REVERSED: (draft: Draft, pair: Pair, away: number) => back(draft, pair, {kind: 'reversal', away}),
  CHARGEBACK: (draft: Draft, pair: Pair, away: number) => back(draft, pair, {kind: 'chargeback', away}),
  UNSETTLED: (draft: Draft, pair: Pair) => {
    if (pair.row !== null) draft.unpaid.add(pair.row);
    return pair.payment.reference;
  },
  TEST_IN_LIVE: (draft: Draft, _: Pair, away: number) => {
    const {reference, ...rest} = payment(away, {
      reference: referenceOf(away, 'T7K'),
      profile: 'test',
      payer: `test ${away}`,
    });
    draft.extra.push({reference, ...rest});
    return reference;
  },
  SEQUENCE_GAP: (draft: Draft, _: Pair, away: number) => {
    draft.chains.push({till: 'T7K', state: 'gap', seq: away});
    return `T7K/${away}`;
  },
  BANK_EXTRA: (draft: Draft, pair: Pair, away: number) => {
    draft.credits.push({currency: pair.payment.amount.currency, minor: 100_000_000 + away});
    return `X${draft.credits.length - 1}/2026-11-25`;
  },
} satisfies Record<string, (draft: Draft, pair: Pair, away: number) => string>;

export const plantable = Object.keys(plant) as (keyof typeof plant)[];
/** Differences of a whole payout, of which there is one at most in each run. */
export type OfPayout = 'PAYOUT_MISMATCH' | 'BANK_MISSING' | null;

function changed(pair: Pair, more: Partial<Row>): string {
  if (pair.row !== null) Object.assign(pair.row, more);
  return pair.payment.reference;
}

function back(
  draft: Draft,
  {payment: {reference, amount}}: Pair,
  {kind, away}: {kind: 'reversal' | 'chargeback'; away: number},
) {
  const serviceReference = `${kind}-${away}`;
  const base = {...rowOf(903, payment(1), 0), fee: null, kind, reference, serviceReference};
  draft.others.push({...base, currency: amount.currency, minor: -amount.minor});
  return `${reference}/${kind}/${serviceReference}`;
}

/** Books of `size` payments with one difference of each of `kinds`, each at a payment of its own. */
export function twoBooks(
  seed: number,
  {size, kinds, ofPayout}: {size: number; kinds: readonly (keyof typeof plant)[]; ofPayout: OfPayout},
): TwoBooks {
  const next = sequenceOf(seed);
  const whole = (below: number) => Math.floor(next() * below);
  const pairs: Pair[] = Array.from({length: size + kinds.length + 1}, (_, number) => {
    const currency = (['KES', 'XOF', 'USD'] as const)[whole(3)] ?? 'KES';
    const fee = text(50, currency);
    const isEarlier = number >= kinds.length && whole(10) === 0;
    const businessDate = isEarlier ? '2026-11-19' : day;
    const own = payment(number, {amount: {currency, minor: 10_000 + whole(90_000)}, fee, businessDate});
    return {payment: own, row: rowOf(number, own, 50)};
  });
  const draft: Draft = {pairs, others: [], extra: [], chains: [], credits: [], unpaid: new Set()};
  const last = pairs.at(-1);
  if (last !== undefined) confirmedRefund(draft, last);
  const planted = kinds.map((kind, index) => {
    const pair = pairs[index];
    if (pair === undefined) throw new Error('there are fewer payments than differences');
    return `${kind}:${plant[kind](draft, pair, 5000 + index * 7)}`;
  });
  return finished(draft, {planted, ofPayout, next});
}

/** Without a single refund a file says nothing of refunds. */
function confirmedRefund(draft: Draft, pair: Pair): void {
  const {currency} = pair.payment.amount;
  pair.payment = {...pair.payment, refunds: [refund(1, {amount: {currency, minor: 700}})]};
  draft.others.push({...rowOf(904, pair.payment, 0), kind: 'refund', fee: null, minor: -700, serviceReference: 'RF-1'});
}

function finished(
  draft: Draft,
  {planted, ofPayout, next}: {planted: readonly string[]; ofPayout: OfPayout; next: () => number},
): TwoBooks {
  const rows = [...draft.pairs.flatMap(pair => pair.row ?? []), ...draft.others];
  const sums = new Map<string, {currency: Currency; minor: number}>();
  const written = rows.map((each, index): ProviderRow => {
    const {currency, minor, fee, net} = each;
    const payout = draft.unpaid.has(each) ? null : `PO-${currency}-${Math.floor(next() * 2)}`;
    const isTaken = each.kind !== 'payment' || each.status === 'Completed';
    const tax = fee !== null && index % 2 === 1 ? 8 : 0;
    if (payout !== null) {
      const before = sums.get(payout)?.minor ?? 0;
      sums.set(payout, {currency, minor: before + (isTaken ? (net ?? minor - (fee ?? 0) - tax) : 0)});
    }
    return {
      ...each,
      line: index + 2,
      amount: text(minor, currency),
      fee: fee === null ? null : text(fee, currency),
      tax: tax === 0 ? null : text(tax, currency),
      net: net === null ? null : text(net, currency),
      payout,
    };
  });
  const payouts: PayoutRow[] = [];
  const credits: Partial<BankRow>[] = draft.credits.map(({currency, minor}, index) => ({
    entry: `X${index}`,
    bookedOn: '2026-11-25',
    currency,
    amount: text(minor, currency),
    narration: 'LOAN',
  }));
  const all = [...planted];
  const names = [...sums.keys()].sort();
  for (const [index, name] of names.entries()) {
    const {currency, minor} = sums.get(name) ?? {currency: 'KES', minor: 0};
    const isOff = ofPayout !== null && index === 0 && !(ofPayout === 'BANK_MISSING' && minor === 0);
    const paid = isOff && ofPayout === 'PAYOUT_MISMATCH' ? minor + 1 : minor;
    if (isOff) all.push(`${ofPayout}:${name}`);
    payouts.push({
      line: 0,
      payout: name,
      amount: text(paid, currency),
      currency,
      status: 'Completed',
      at: '2026-11-23',
    });
    if (paid === 0 || (isOff && ofPayout === 'BANK_MISSING')) continue;
    credits.push({currency, amount: text(paid, currency), narration: `TRF ${name.toLowerCase()} DUKA`});
  }
  credits.push({currency: 'KES', amount: '-40.00', narration: 'CHARGES', bookedOn: '2026-11-30'});
  const half = Math.floor(next() * written.length);
  const interval = next() < 0.5 ? null : {from: day, to: day};
  const providerFiles = [
    providerFile(written.slice(0, half + 3), {name: 'a.csv', sha256: '0a', interval}),
    providerFile(written.slice(half), {name: 'b.csv', sha256: '0b', interval}),
  ];
  return {
    planted: all.sort(),
    inputs: inputs({
      payments: [...draft.pairs.map(pair => pair.payment), ...draft.extra],
      providerFiles,
      payoutFiles: [payoutFile(payouts)],
      bankFiles: [bankFile(credits)],
      chains: draft.chains,
      asOf: Date.parse('2026-12-01T06:00:00Z'),
    }),
  };
}
