import type {Messages} from '../messages/messages.js';
import type {Money} from '../money/money.js';
import type {Payment} from '../payment/payment.js';
import type {Refund} from '../payment/refund.js';
import type {PaymentRequest} from '../payment/schema.js';
import {tenderOf} from '../payment/tender.js';
import {list, object, type Specified} from '../spec/spec.js';
import type {Ticket} from '../ticket/ticket.js';
import {
  type accountsOfReport,
  type Report,
  roundingSpec,
  type SoldRate,
  soldGroupSpec,
  soldRateSpec,
  soldTipSpec,
} from './report-schema.js';

/** What paid tickets were for. `groups` and `taxes` each sum to their totals, `tips` to the group of tips, `back` to named lines. */
export const soldSpec = object({
  groups: list(soldGroupSpec),
  taxes: list(soldRateSpec),
  tips: list(soldTipSpec),
  rounding: list(roundingSpec, 'by how much payments and refunds were rounded, whether they have a ticket or not'),
});
export type Sold = Specified<typeof soldSpec>;

export const nothingSold: Sold = {groups: [], taxes: [], tips: [], rounding: []};

export const roundingOf = ({rounding}: Pick<PaymentRequest, 'rounding'>): Sold =>
  rounding === undefined ? nothingSold : {...nothingSold, rounding: [{total: rounding, count: 1}]};

type PaidBy = Pick<Payment, 'person' | 'request'>;

/**
 * What a ticket is for. A line without a group or a rate counts under none, as does a sum without lines. Tips are a group of their own and
 * belong to the payment that completed the ticket.
 */
export function soldOf({lines, total}: Pick<Ticket, 'lines' | 'total'>, {person, request}: PaidBy): Sold {
  const zero = {...total, minor: 0};
  const parts =
    lines.length === 0
      ? [{group: null, isTip: false, rate: null, gross: total, net: total, tax: zero}]
      : lines.map(({kind, group, amount, tax: held}) => ({
          group,
          isTip: kind === 'tip',
          rate: held?.rate ?? null,
          gross: amount,
          net: held?.net ?? amount,
          tax: held?.tax ?? zero,
        }));
  return together([
    {
      groups: parts.map(({group, isTip, gross}) => ({
        group,
        ...(isTip && {kind: 'tip' as const}),
        total: gross,
        count: 1,
      })),
      taxes: parts.map(({rate, gross, net, tax}) => ({rate, gross, net, tax})),
      tips: parts.filter(({isTip}) => isTip).map(({gross}) => ({person, ...tenderOf(request), total: gross, count: 1})),
      rounding: [],
    },
  ]);
}

/** The refunded lines of a payment, and the rounding. `times` is -1 to undo a refund that was reported and was not made. */
export const soldBack = (
  {lines, rounding}: Pick<Refund, 'lines' | 'rounding'>,
  {person, request}: PaidBy,
  times = 1,
): Sold =>
  together([
    {
      groups: lines.map(({group, kind, amount}) => ({
        group,
        ...(kind && {kind}),
        total: {...amount, minor: 0},
        count: 0,
        back: {...amount, minor: times * amount.minor},
      })),
      taxes: lines.map(({tax, amount}) => {
        const zero = {...amount, minor: 0};
        const of = (money: Money) => ({...money, minor: times * money.minor});
        const back = {gross: of(amount), net: of(tax?.net ?? amount), tax: of(tax?.tax ?? zero)};
        return {rate: tax?.rate ?? null, gross: zero, net: zero, tax: zero, back};
      }),
      tips: lines
        .filter(({kind}) => kind === 'tip')
        .map(({amount, tip = {person, ...tenderOf(request)}}) => ({
          ...tip,
          total: {...amount, minor: 0},
          count: 0,
          back: {...amount, minor: times * amount.minor},
        })),
      rounding:
        rounding === undefined
          ? []
          : [{total: {...rounding, minor: 0}, count: 0, back: {...rounding, minor: times * rounding.minor}}],
    },
  ]);

/** One item for each key, in the order of the keys and independent of the order of the list, so that the same items give the same bytes. */
export function merged<T extends object>(
  list: readonly T[],
  key: (item: T) => string,
  add: (a: T, b: T) => T = plus,
): T[] {
  const sums = new Map<string, T>();
  for (const item of list) {
    const sum = sums.get(key(item));
    sums.set(key(item), sum === undefined ? item : add(sum, item));
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/** Adds the numbers of two records, and those of their members. Everything else is as in `a`, or in `b` where `a` has nothing. */
export function plus<T extends object>(a: T, b: Partial<NoInfer<T>>): T {
  const sum = {...a} as Record<string, unknown>;
  for (const [name, value] of Object.entries<unknown>(b)) {
    const own = sum[name];
    if (typeof own === 'number' && typeof value === 'number') sum[name] = own + value;
    else if (isRecord(own) && isRecord(value)) sum[name] = plus(own, value);
    else if (own === undefined && value !== undefined) sum[name] = value;
  }
  return sum as T;
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Adds several up, in any order. Sorted: groups by name, no group, tips; rates from the lowest, then no rate. */
export const together = (all: readonly Sold[]): Sold => ({
  groups: merged(
    all.flatMap(({groups}) => groups),
    ({group, kind, total}) => `${total.currency} ${kind === 'tip' ? 2 : group === null ? 1 : 0} ${group ?? ''}`,
  ),
  taxes: merged(
    all.flatMap(({taxes}) => taxes),
    ({rate, gross}) => `${gross.currency} ${rate === null ? '~' : Number(rate).toFixed(3).padStart(7, '0')}`,
  ),
  tips: merged(
    all.flatMap(({tips}) => tips),
    ({person, method, channel, total}) => JSON.stringify([total.currency, person, method, channel]),
  ),
  rounding: merged(
    all.flatMap(({rounding}) => rounding),
    ({total}) => total.currency,
  ),
});

/** What came in and what was refunded in a currency, in minor units. */
export type Turnover = {readonly currency: Money['currency']; readonly minor: number; readonly refunded: number};

/** Rows besides goods: `other` takings of no ticket paid in the period, refunds that name no line, rounding. Groups also have tips. */
type OtherRow = 'other' | 'refund' | 'rounding';
export type NetGroup = {
  readonly group: string | null;
  readonly kind: 'tip' | OtherRow | undefined;
  readonly total: Money;
  /** Null if the row is not made of lines. */
  readonly count: number | null;
  /** What was refunded, and what is left, in minor units. */
  readonly refunded: number;
  readonly net: number;
};

/** Net sales by group. In each currency that has groups, the rows sum to what came in, less what was refunded. */
export function netGroups(
  {groups = [], rounding = []}: SoldSections,
  turnovers: readonly Turnover[],
): readonly NetGroup[] {
  const rows = groups.map(({group, kind, total, count, back}): NetGroup => {
    const refunded = back?.minor ?? 0;
    return {group, kind, total, count, refunded, net: total.minor - refunded};
  });
  const others = restsOf(rows, turnovers, rounding).map(({kind, currency, minor, refunded}): NetGroup => {
    const total = {currency, minor};
    return {group: null, kind, total, count: null, refunded, net: minor - refunded};
  });
  return [...rows, ...others];
}

export type NetRate = Pick<SoldRate, 'rate'> & {
  readonly kind: OtherRow | undefined;
  /** The net and the tax are null for rows other than those of rates. */
  readonly sold: {readonly gross: Money; readonly net: Money | null; readonly tax: Money | null};
  readonly back: {readonly gross: Money; readonly net: Money | null; readonly tax: Money | null};
  /** The tax of what was not given back. */
  readonly due: Money | null;
};

/** Like `netGroups`, by tax rate. The tax due is that of the goods, less that of what was refunded. */
export function netRates(
  {taxes = [], rounding = []}: SoldSections,
  turnovers: readonly Turnover[],
): readonly NetRate[] {
  const rows = taxes.map(({rate, gross, net, tax, back}): NetRate => {
    const zero = {...gross, minor: 0};
    const due = {...tax, minor: tax.minor - (back?.tax.minor ?? 0)};
    return {rate, kind: undefined, sold: {gross, net, tax}, back: back ?? {gross: zero, net: zero, tax: zero}, due};
  });
  const sums = rows.map(({sold, back}) => ({total: sold.gross, refunded: back.gross.minor}));
  const others = restsOf(sums, turnovers, rounding).map(({kind, currency, minor, refunded}): NetRate => {
    const of = (figure: number) => ({gross: {currency, minor: figure}, net: null, tax: null});
    return {rate: null, kind, sold: of(minor), back: of(refunded), due: null};
  });
  return [...rows, ...others];
}

/** The part of the turnovers that the rows do not cover, and the rounding in them; what is zero gives no row. */
function restsOf(
  rows: readonly {readonly total: Money; readonly refunded: number}[],
  turnovers: readonly Turnover[],
  rounding: Sold['rounding'],
): readonly (Turnover & {readonly kind: OtherRow})[] {
  return turnovers.flatMap(({currency, minor, refunded}) => {
    const own = rows.filter(({total}) => total.currency === currency);
    if (own.length === 0) return [];
    const {total: {minor: more} = {minor: 0}, back: {minor: moreBack} = {minor: 0}} =
      rounding.find(({total}) => total.currency === currency) ?? {};
    const left = own.reduce((rest, {total}) => rest - total.minor, minor - more);
    const unnamed = own.reduce((rest, each) => rest - each.refunded, refunded - moreBack);
    return [
      ...(left === 0 ? [] : [{kind: 'other' as const, currency, minor: left, refunded: 0}]),
      ...(unnamed === 0 ? [] : [{kind: 'refund' as const, currency, minor: 0, refunded: unnamed}]),
      ...(more === 0 && moreBack === 0 ? [] : [{kind: 'rounding' as const, currency, minor: more, refunded: moreBack}]),
    ];
  });
}

type AccountsOfReport = Specified<typeof accountsOfReport>;

type SoldGroup = Specified<typeof soldGroupSpec>;

type SoldTip = Specified<typeof soldTipSpec>;

/** What is on the book in a currency: what was sold and came back, and what was paid of what is owed. */
export type OnBook = Pick<AccountsOfReport, 'sold' | 'returned' | 'paid' | 'count'> & {
  readonly currency: Money['currency'];
};

/** What customers bought on the book was sold although nothing came in, and what came in to pay it off is for no sale of the period. */
export const withOnBook = (turnovers: readonly Turnover[], accounts: readonly OnBook[]): readonly Turnover[] =>
  merged(
    [
      ...turnovers.map(({currency, minor, refunded}) => ({currency, minor, refunded})),
      ...accounts.map(({currency, sold, returned, paid}) => ({currency, minor: sold - paid, refunded: returned})),
    ],
    ({currency}) => currency,
  );

/** What came in and what was refunded according to a report, without the currencies whose drawer still has to be counted. */
export function turnoversOf(
  report: Pick<Report, 'tenders' | 'refunds' | 'accounts'> & Partial<Pick<Report, 'uncounted'>>,
): readonly Turnover[] {
  const {tenders, refunds, accounts = [], uncounted = []} = report;
  const sums = withOnBook(
    [
      ...tenders.map(({total: {currency, minor}}) => ({currency, minor, refunded: 0})),
      ...refunds.map(({total: {currency, minor}}) => ({currency, minor: 0, refunded: minor})),
    ],
    accounts,
  );
  return sums.filter(({currency}) => uncounted.every(each => each.currency !== currency));
}

export const hasGroups = (groups: readonly SoldGroup[]): boolean =>
  groups.some(({group, kind}) => group !== null || kind === 'tip');

export function groupName(
  {group, kind}: Pick<NetGroup, 'group'> & {readonly kind?: NetGroup['kind']},
  {tips, noGroup, otherTakings, refundsUnnamed, rounding}: Messages['report'],
): string {
  if (kind === undefined) return group ?? noGroup;
  return {tip: tips, other: otherTakings, refund: refundsUnnamed, rounding}[kind];
}

export type SoldSections = Pick<Report, keyof Sold>;

/** The sections as a report has them: empty ones are left out. */
export const soldSections = ({groups, taxes, tips, rounding}: Sold): SoldSections => ({
  ...(groups.length === 0 ? {} : {groups: [...groups], taxes: [...taxes]}),
  ...(tips.length === 0 ? {} : {tips: [...tips]}),
  ...(rounding.length === 0 ? {} : {rounding: [...rounding]}),
});

/** Net tips by person and tender, which sum to the net of the group of tips; or the net rounding. */
export const netTips = <T extends Pick<SoldTip, 'total' | 'back'>>(tips: readonly T[]) =>
  tips.map(({back, ...tip}) => ({...tip, refunded: back?.minor ?? 0, net: tip.total.minor - (back?.minor ?? 0)}));

/** The tips within the takings of a currency, in minor units. Refunds are not deducted, just as they are not deducted from takings. */
export const tipsIn = (
  {tips = []}: {readonly tips?: readonly SoldTip[] | undefined},
  currency: Money['currency'],
): number => tips.filter(({total}) => total.currency === currency).reduce((sum, {total}) => sum + total.minor, 0);

/** The tips, or the rounding, within the net of a currency, in minor units. */
export const netTipsIn = (tips: readonly Pick<SoldTip, 'total' | 'back'>[], currency: Money['currency']): number =>
  netTips(tips)
    .filter(({total}) => total.currency === currency)
    .reduce((sum, {net}) => sum + net, 0);
