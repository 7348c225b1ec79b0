import {decimalText, type Money} from '../../core/money/money.js';
import {operatorOf} from '../../core/payment/tender.js';
import {type CashFlow, leftBy} from '../../core/shift/drawer-cash.js';
import {inDrawer, takingsOf, zName} from '../../core/shift/report.js';
import type {Drawer, FirstCount, Report, ReportLine, TicketsOfReport} from '../../core/shift/report-schema.js';
import {netGroups, netRates, netTips, type SoldSections, type Turnover, turnoversOf} from '../../core/shift/sold.js';

/** An instant in UTC, or null for none. */
export function instantOf(epochMs: number | null): string | null {
  return epochMs === null ? null : Temporal.Instant.fromEpochMilliseconds(epochMs).toString();
}

/** Money for scripts, as decimal text. */
export const moneyOf = (money: Money) => ({amount: decimalText(money), currency: money.currency});
const lineOf = ({reference, amount, z}: ReportLine) => ({reference, ...moneyOf(amount), z});
const openOf = ({reference, amount, status, since}: Report['inFlight'][number]) => ({
  reference,
  ...moneyOf(amount),
  status,
  since: instantOf(since),
});

/**
 * An X or a Z for scripts: names are stable, money is decimal text, instants are UTC. `proof` is the text of a Z's QR code. What should be
 * in a drawer is null until the drawer is counted. What had moved in it before the float was counted is in the float, and in `beforeFloat`.
 * In an X, the cash of a drawer that is `uncounted` is in none of the sums.
 */
export function reportAsJson(report: Report, proof: string | undefined) {
  const {kind, number, till, shop, profile, zone, businessDate, openedAt, closedAt, shift, people, tills} = report;
  const {fromSeq, throughSeq, head, witnessed, unproved, counts, difference, notAsked, recount} = report;
  return {
    kind,
    number,
    name: zName(number),
    till,
    shop,
    profile,
    zone,
    businessDate,
    openedAt: instantOf(openedAt),
    closedAt: instantOf(closedAt),
    shift,
    people,
    ...(tills === undefined ? {} : {tills}),
    ...(report.beside && {
      beside: report.beside.map(each => ({...each, perpetual: each.perpetual.map(perpetualAsJson)})),
    }),
    fromSeq,
    throughSeq,
    head,
    ...(witnessed === undefined ? {} : {witnessed}),
    ...(unproved === undefined ? {} : {unproved}),
    takings: report.tenders.map(({method, channel, total, count, fee, feesUnknown}) => ({
      method,
      channel: operatorOf({method, channel}),
      channelId: channel,
      ...moneyOf(total),
      count,
      fees: fee,
      feesUnknown,
    })),
    totals: takingsOf(report).map(({count, ...total}) => ({...moneyOf(total), count})),
    cashiers: report.cashiers.map(({person, total, count}) => ({person, ...moneyOf(total), count})),
    late: report.late.map(lineOf),
    corrections: report.corrections.map(lineOf),
    refunds: report.refunds.map(({method, total, done, requested, failed}) => ({
      method,
      ...moneyOf(total),
      done,
      requested,
      failed,
    })),
    tickets: (report.tickets ?? []).map(ticketsAsJson),
    ...soldAsJson(report, turnoversOf(report)),
    inFlight: report.inFlight.map(openOf),
    unknown: report.unknown.map(openOf),
    needsPerson: report.needsPerson.map(openOf),
    drawers: report.drawers.map(drawerAsJson),
    uncounted: (report.uncounted ?? []).map(({currency, float, cashSales}) => ({
      currency,
      float: textIn(currency, float),
      cashSales,
    })),
    recount: recount === undefined ? null : {times: recount.times, first: recount.first.map(firstAsJson)},
    counts,
    acts: report.acts ?? [],
    perpetual: report.perpetual.map(perpetualAsJson),
    difference,
    notAsked,
    proof: proof ?? null,
  };
}

const perpetualAsJson = ({currency, sales, refunds, corrections}: Report['perpetual'][number]) => ({
  currency,
  sales: textIn(currency, sales),
  refunds: textIn(currency, refunds),
  corrections: textIn(currency, corrections),
  net: textIn(currency, sales - refunds + corrections),
});

type SoldOfReport = {readonly [S in keyof SoldSections]: Readonly<SoldSections[S]>};

/** What was sold and refunded by group and by rate, with null for lines without one, and the tips by person and tender. */
export function soldAsJson(its: SoldOfReport, turnovers: readonly Turnover[]) {
  const {groups = [], tips = []} = its;
  return {
    groups: netGroups(groups, turnovers).map(({group, kind = null, total, count, refunded, net}) => ({
      ...{group, kind, ...moneyOf(total), lines: count},
      ...{refunded: decimalText({...total, minor: refunded}), net: decimalText({...total, minor: net})},
    })),
    taxes: ratesAsJson(its, turnovers),
    tips: netTips(tips).map(({person, total, count, method, channel, refunded, net}) => ({
      ...{person, method, channel: operatorOf({method, channel}), channelId: channel},
      ...{...moneyOf(total), count},
      ...{refunded: decimalText({...total, minor: refunded}), net: decimalText({...total, minor: net})},
    })),
  };
}

/** The rates for scripts. The tax of what has no rate is unknown, and so null. */
export const ratesAsJson = ({taxes = []}: Pick<SoldOfReport, 'taxes'>, turnovers: readonly Turnover[]) =>
  netRates(taxes, turnovers).map(({rate, kind = null, sold, back}) => {
    const text = (money: Money | null) => (money === null ? null : decimalText(money));
    const due = sold.tax && back.tax && {...sold.tax, minor: sold.tax.minor - back.tax.minor};
    return {
      ...{rate, kind, currency: sold.gross.currency},
      ...{gross: decimalText(sold.gross), net: text(sold.net), tax: text(sold.tax)},
      ...{refunds: decimalText(back.gross), refundsNet: text(back.net), refundsTax: text(back.tax), taxDue: text(due)},
    };
  });

export function ticketsAsJson({currency, count, ...given}: TicketsOfReport) {
  const sums = {...given, reopened: given.reopened ?? 0};
  const texts = Object.entries(sums).map(([member, minor]) => [member, textIn(currency, minor)] as const);
  return {currency, count, ...(Object.fromEntries(texts) as Record<keyof typeof sums, string>)};
}

function firstAsJson({currency, counted, difference}: FirstCount) {
  return {currency, counted: textIn(currency, counted), difference: textIn(currency, difference)};
}

function drawerAsJson({currency, counted, difference, expected, beforeFloat, ...drawer}: Drawer) {
  const text = (minor: number) => textIn(currency, minor);
  const flowOf = ({sales, refunds, paidIn, paidOut, drops}: CashFlow) => ({
    sales: text(sales),
    refunds: text(refunds),
    paidIn: text(paidIn),
    paidOut: text(paidOut),
    drops: text(drops),
  });
  return {
    currency,
    float: text(drawer.float),
    ...flowOf(drawer),
    beforeFloat: beforeFloat === undefined ? null : {...flowOf(beforeFloat), net: text(leftBy(beforeFloat))},
    expected: expected === null ? null : text(expected),
    counted: counted === null ? null : text(counted),
    difference: difference === null ? null : text(difference),
  };
}

function textIn(currency: string, minor: number): string {
  return decimalText(inDrawer(currency, minor));
}
