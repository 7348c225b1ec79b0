import type {Messages} from '../messages/messages.js';
import type {Money} from '../money/money.js';
import type {Payment} from '../payment/payment.js';
import {tenderOf} from '../payment/tender.js';
import type {ReturnedLine} from '../refund/schema.js';
import type {Ticket} from '../ticket/ticket.js';
import {merged, plus} from './merged.js';
import type {Report, SoldGroup, SoldRate, SoldTip} from './report-schema.js';

/**
 * What tickets that were paid were for. In each currency groups and taxes come to the totals of these tickets, and `tips`, by person and
 * tender, to the group of tips. `back` comes to what refunds have named, line by line.
 */
export type Sold = {
  readonly groups: readonly SoldGroup[];
  readonly taxes: readonly SoldRate[];
  readonly tips: readonly SoldTip[];
};

export const nothingSold: Sold = {groups: [], taxes: [], tips: []};

/** Whose payment it is, and how it was made. */
type PaidBy = Pick<Payment, 'person' | 'request'>;

/**
 * What a ticket is for: what has no group, or no rate, is of none, as a sum without lines is. Tips are a group of their own, and belong to
 * the payment with which the ticket was paid.
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
          ...{gross: amount, net: held?.net ?? amount, tax: held?.tax ?? zero},
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
    },
  ]);
}

/** What came back of lines of a payment; with `times` below zero what was said to have come back and did not. */
export const soldBack = (lines: readonly ReturnedLine[], {person, request}: PaidBy, times = 1): Sold =>
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
          ...{...tip, total: {...amount, minor: 0}, count: 0},
          back: {...amount, minor: times * amount.minor},
        })),
    },
  ]);

/** Several together, whatever their order: groups by their names, rates from the lowest, what is of none last, and tips behind it. */
export function together(all: readonly Sold[]): Sold {
  return {
    groups: merged(
      all.flatMap(({groups}) => groups),
      ({group, kind, total}) => `${total.currency} ${kind === 'tip' ? 2 : group === null ? 1 : 0} ${group ?? ''}`,
      (a, b) => ({
        ...a,
        ...{total: plus(a.total, b.total), count: a.count + b.count},
        ...backOf(a.back, b.back, plus),
      }),
    ),
    taxes: merged(
      all.flatMap(({taxes}) => taxes),
      ({rate, gross}) => `${gross.currency} ${rate === null ? '~' : Number(rate).toFixed(3).padStart(7, '0')}`,
      (a, b) => ({...a, ...taxesTogether(a, b), ...backOf(a.back, b.back, taxesTogether)}),
    ),
    tips: merged(
      all.flatMap(({tips}) => tips),
      ({person, method, channel, total}) => JSON.stringify([total.currency, person, method, channel]),
      (a, b) => ({
        ...a,
        ...{total: plus(a.total, b.total), count: a.count + b.count},
        ...backOf(a.back, b.back, plus),
      }),
    ),
  };
}

type Taxed<M extends {readonly minor: number}> = {readonly gross: M; readonly net: M; readonly tax: M};

const taxesTogether = <M extends {readonly minor: number}>(a: Taxed<M>, b: Taxed<M>): Taxed<M> => ({
  ...{gross: plus(a.gross, b.gross), net: plus(a.net, b.net), tax: plus(a.tax, b.tax)},
});

/** What came back of either; where nothing did it is not there. */
function backOf<T>(a: T | undefined, b: T | undefined, add: (a: T, b: T) => T): {readonly back?: T} {
  const back = a === undefined ? b : b === undefined ? a : add(a, b);
  return back === undefined ? {} : {back};
}

/** What came in of a currency and what was given back of it, in minor units. */
export type Turnover = {readonly currency: Money['currency']; readonly minor: number; readonly refunded: number};

/**
 * What a row of sales by group, or by rate, is of beside the goods of one: tips, `other` takings, which are of no ticket that was paid
 * now, and refunds that name no line.
 */
type OtherRow = 'other' | 'refund';
export type NetGroup = {
  readonly group: string | null;
  readonly kind: 'tip' | OtherRow | undefined;
  readonly total: Money;
  /** Null: it is not of lines. */
  readonly count: number | null;
  /** What was given back, and what is left, in minor units. */
  readonly refunded: number;
  readonly net: number;
};

/** Net by group: in each currency that has any the rows come to what came in of it, less what was given back. */
export function netGroups(groups: readonly SoldGroup[], turnovers: readonly Turnover[]): readonly NetGroup[] {
  const rows = groups.map(({group, kind, total, count, back}): NetGroup => {
    const refunded = back?.minor ?? 0;
    return {group, kind, total, count, refunded, net: total.minor - refunded};
  });
  const others = restsOf(rows, turnovers).map(({kind, currency, minor, refunded}): NetGroup => {
    const total = {currency, minor};
    return {group: null, kind, total, count: null, refunded, net: minor - refunded};
  });
  return [...rows, ...others];
}

export type NetRate = Pick<SoldRate, 'rate'> & {
  readonly kind: OtherRow | undefined;
  /** Of rows beside those of rates nobody knows the tax. */
  readonly sold: {readonly gross: Money; readonly net: Money | null; readonly tax: Money | null};
  readonly back: {readonly gross: Money; readonly net: Money | null; readonly tax: Money | null};
};

/** The same by rate: the tax that is due is that of the goods, less that of what came back. */
export function netRates(taxes: readonly SoldRate[], turnovers: readonly Turnover[]): readonly NetRate[] {
  const rows = taxes.map(({rate, gross, net, tax, back}): NetRate => {
    const zero = {...gross, minor: 0};
    return {rate, kind: undefined, sold: {gross, net, tax}, back: back ?? {gross: zero, net: zero, tax: zero}};
  });
  const sums = rows.map(({sold, back}) => ({total: sold.gross, refunded: back.gross.minor}));
  const others = restsOf(sums, turnovers).map(({kind, currency, minor, refunded}): NetRate => {
    const of = (figure: number) => ({gross: {currency, minor: figure}, net: null, tax: null});
    return {rate: null, kind, sold: of(minor), back: of(refunded)};
  });
  return [...rows, ...others];
}

/** What rows leave of what came in, and of what was given back; nothing is no row. */
function restsOf(
  rows: readonly {readonly total: Money; readonly refunded: number}[],
  turnovers: readonly Turnover[],
): readonly (Turnover & {readonly kind: OtherRow})[] {
  return turnovers.flatMap(({currency, minor, refunded}) => {
    const own = rows.filter(({total}) => total.currency === currency);
    if (own.length === 0) return [];
    const left = own.reduce((rest, {total}) => rest - total.minor, minor);
    const unnamed = own.reduce((rest, each) => rest - each.refunded, refunded);
    return [
      ...(left === 0 ? [] : [{kind: 'other' as const, currency, minor: left, refunded: 0}]),
      ...(unnamed === 0 ? [] : [{kind: 'refund' as const, currency, minor: 0, refunded: unnamed}]),
    ];
  });
}

/** What came in and was given back by a report; of a drawer that has to be counted still nothing is told. */
export function turnoversOf({
  tenders,
  refunds,
  uncounted = [],
}: Pick<Report, 'tenders' | 'refunds'> & {readonly uncounted?: Report['uncounted']}): readonly Turnover[] {
  const sums = merged(
    [
      ...tenders.map(({total: {currency, minor}}) => ({currency, minor, refunded: 0})),
      ...refunds.map(({total: {currency, minor}}) => ({currency, minor: 0, refunded: minor})),
    ],
    ({currency}) => currency,
    (a, b) => ({...a, minor: a.minor + b.minor, refunded: a.refunded + b.refunded}),
  );
  return sums.filter(({currency}) => uncounted.every(each => each.currency !== currency));
}

/** Whether there is anything to tell by group. */
export const hasGroups = (groups: readonly SoldGroup[]): boolean =>
  groups.some(({group, kind}) => group !== null || kind === 'tip');

/** What a group is called on reports. */
export function groupName(
  {group, kind}: Pick<NetGroup, 'group'> & {readonly kind?: NetGroup['kind']},
  {tips, noGroup, otherTakings, refundsUnnamed}: Messages['report'],
): string {
  if (kind === undefined) return group ?? noGroup;
  return {tip: tips, other: otherTakings, refund: refundsUnnamed}[kind];
}

/** The sections of a report that tell what was sold. */
export type SoldSections = Pick<Report, 'groups' | 'taxes' | 'tips'>;

/** As a report has it: sections that have nothing to tell are not there. */
export const soldSections = ({groups, taxes, tips}: Sold): SoldSections => ({
  ...(groups.length === 0 ? {} : {groups: [...groups], taxes: [...taxes]}),
  ...(tips.length === 0 ? {} : {tips: [...tips]}),
});

/** What a report says that was sold, all of it. */
export const soldOfReport = ({groups = [], taxes = [], tips = []}: SoldSections): Sold => ({groups, taxes, tips});

/** Net by whose tips they are, and what they were paid with: they come to the net of their group. */
export const netTips = (tips: readonly SoldTip[]) =>
  tips.map(({back, ...tip}) => ({...tip, refunded: back?.minor ?? 0, net: tip.total.minor - (back?.minor ?? 0)}));

/** What of the takings of a currency is tips, in minor units: nothing of them is taken off, as nothing is of takings. */
export const tipsIn = (
  {tips = []}: {readonly tips?: readonly SoldTip[] | undefined},
  currency: Money['currency'],
): number => tips.filter(({total}) => total.currency === currency).reduce((sum, {total}) => sum + total.minor, 0);

/** What of the net of a currency is tips. */
export const netTipsIn = ({tips}: Pick<Sold, 'tips'>, currency: Money['currency']): number =>
  netTips(tips)
    .filter(({total}) => total.currency === currency)
    .reduce((sum, {net}) => sum + net, 0);
