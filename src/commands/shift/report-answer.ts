import {instant} from '../../core/day/schema.js';
import {amount, amountIn, amountOf} from '../../core/money/schema.js';
import {method} from '../../core/payment/schema.js';
import {operatorOf, type Tender} from '../../core/payment/tender.js';
import {type CashFlow, leftBy} from '../../core/shift/drawer-cash.js';
import {takingsOf, zName} from '../../core/shift/report.js';
import {
  actSpec,
  type Drawer,
  type Report,
  type ReportLine,
  reportMembers,
  type TicketsOfReport,
} from '../../core/shift/report-schema.js';
import {
  type NetGroup,
  type NetRate,
  netGroups,
  netRates,
  netTips,
  type SoldSections,
  type Turnover,
  turnoversOf,
} from '../../core/shift/sold.js';
import type {SlipPart} from '../../core/slip/slip.js';
import {count, elseNull, fields, list, made, named, oneOf, optional, text, whole} from '../../core/spec/spec.js';

/** What a sum went through. */
export const tender = {
  method,
  channel: made(text('the network, the brand of card or the kind of charge, in English'), operatorOf),
  channelId: made(
    text('its id: of the network or the brand, `cash`, `enrolment`, `renewal`, `received` or `by-hand`'),
    ({channel}: Tender) => channel,
  ),
};

/** What a sum came to, with what was given back of it. */
export const net = {refunded: amountIn('what was given back of it'), net: amountIn('what is left')};

const {kind, number, till, shop, profile, zone, businessDate, shift, people, tills, fromSeq} = reportMembers;
const {throughSeq, head, witnessed, unproved, counts, acts, difference, notAsked, openedAt, closedAt} = reportMembers;

const otherRows = ['other', 'refund', 'rounding'] as const;
const others =
  '`other`: takings of no ticket that is paid in full; `refund`: refunds that name no line; `rounding`: to what cash and wallets can pay';

/** The rates of a report. The tax of what has no rate is unknown. */
const rateSpec = fields({
  rate: elseNull(text('of the tax, in percent'), 'it has none'),
  kind: elseNull(oneOf(otherRows, others), 'goods'),
  currency: made(text('of the amounts'), ({sold}: NetRate) => sold.gross.currency),
  gross: made(amount('what was sold, with its tax'), ({sold}: NetRate) => sold.gross),
  net: made(elseNull(amount('without its tax'), 'not known'), ({sold}: NetRate) => sold.net),
  tax: made(elseNull(amount('its tax'), 'not known'), ({sold}: NetRate) => sold.tax),
  refunds: made(amount('what was given back, with its tax'), ({back}: NetRate) => back.gross),
  refundsNet: made(elseNull(amount('without its tax'), 'not known'), ({back}: NetRate) => back.net),
  refundsTax: made(elseNull(amount('its tax'), 'not known'), ({back}: NetRate) => back.tax),
  taxDue: made(elseNull(amount('the tax of what was not given back'), 'not known'), ({due}: NetRate) => due),
});

type SoldOf = {readonly [S in keyof SoldSections]: Readonly<SoldSections[S]>};

/** What was sold and given back by group and by rate, and the tips by person and tender. */
export const soldIn = <T>(of: (whole: T) => {readonly sold: SoldOf; readonly turnovers: readonly Turnover[]}) => ({
  groups: made(
    list(
      fields({
        group: elseNull(text('of the price list'), 'it has none'),
        kind: elseNull(oneOf(['tip', ...otherRows], `\`tip\`: tips; ${others}`), 'goods'),
        ...amountOf('what was sold', ({total}: NetGroup) => total),
        lines: made(
          elseNull(count('how many lines of sales'), 'it is not made of lines'),
          (group: NetGroup) => group.count,
        ),
        ...net,
      }),
      'by group, which add up to the net',
    ),
    (whole: T) => netGroups(of(whole).sold, of(whole).turnovers),
  ),
  taxes: made(list(rateSpec, 'by rate of tax'), (whole: T) => netRates(of(whole).sold, of(whole).turnovers)),
  tips: made(
    list(
      fields({
        person: text('who took the sale'),
        ...tender,
        ...amountOf('the tips', ({total}: {readonly total: NetGroup['total']}) => total),
        count: count('how many'),
        ...net,
      }),
      'tips of sales that are paid in full',
    ),
    (whole: T) => netTips(of(whole).sold.tips ?? []),
  ),
  rounding: made(
    list(
      fields({
        ...amountOf('what was taken less what it is for', ({total}: {readonly total: NetGroup['total']}) => total),
        count: count('how many payments were rounded'),
        ...net,
      }),
      'by currency; it is in the takings and in what was given back',
    ),
    (whole: T) => netTips(of(whole).sold.rounding ?? []),
  ),
});

const minor = (about: string) => amountIn(about);

/** What is on the book, by currency. */
export const accountsMember = made(
  list(
    fields({
      currency: text('of the amounts'),
      count: count('how many sales on the book'),
      before: minor('what customers owed at the beginning'),
      sold: minor('sold on the book'),
      returned: minor('what came back of that'),
      paid: minor('paid of what customers owe, which is in the takings'),
      after: minor('what customers owe at the end'),
    }),
    'what is on the book, which is in no sum of the takings, by currency',
  ),
  ({accounts}: {readonly accounts?: Report['accounts']}) => accounts ?? [],
);

export const ticketsSpec = fields({
  currency: text('of the amounts'),
  count: count('tickets that were paid in full for the first time'),
  paid: minor('their totals'),
  before: minor('what open tickets held at the beginning'),
  taken: minor('parts that were paid, which are among the takings'),
  adjusted: minor('what was given back of parts of open tickets, and corrections of parts'),
  beyond: minor('of these parts, what came in for tickets that had no room for it'),
  abandoned: minor('what tickets held that were abandoned'),
  open: minor('what open tickets hold at the end'),
  reopened: made(
    amount('what tickets hold that are open again because a part was taken back'),
    (its: TicketsOfReport) => ({currency: its.currency, minor: its.reopened ?? 0}),
  ),
});

export const perpetualSpec = fields({
  currency: text('of the amounts'),
  sales: minor('all sales'),
  refunds: minor('all refunds'),
  corrections: minor('all corrections'),
  net: made(amount('sales, less refunds, plus corrections'), (its: Report['perpetual'][number]) => ({
    currency: its.currency,
    minor: its.sales - its.refunds + its.corrections,
  })),
});

type Total = {readonly total: {readonly currency: string; readonly minor: number}};
export const ofTotal = (about: string) => amountOf(about, ({total}: Total) => total);
const ofLine = amountOf('of the payment', ({amount: of}: Pick<ReportLine, 'amount'>) => of);
const lineSpec = fields({
  reference: text('of the payment'),
  ...ofLine,
  z: elseNull(count('the Z of the period that it is of'), 'it is of this period'),
});
const openSpec = fields({
  reference: text('of the payment'),
  ...ofLine,
  status: text('of the payment'),
  since: instant('since when it has it'),
});
const flow = {
  sales: minor('cash sales'),
  refunds: minor('refunds in cash'),
  paidIn: minor('paid in'),
  paidOut: minor('paid out'),
  drops: minor('dropped into the safe'),
};
const beforeFloat = fields({
  ...flow,
  net: made(amount('what that left'), (cash: CashFlow & {readonly currency: string}) => ({
    currency: cash.currency,
    minor: leftBy(cash),
  })),
});
const drawerSpec = fields({
  currency: text('of the amounts'),
  float: minor('what it began with, as counted'),
  ...flow,
  beforeFloat: made(
    elseNull(beforeFloat, 'nothing'),
    (drawer: Drawer) => drawer.beforeFloat && {currency: drawer.currency, ...drawer.beforeFloat},
  ),
  expected: elseNull(minor('what should be in it'), 'it was not counted'),
  counted: elseNull(minor('what was in it'), 'it was not counted'),
  difference: elseNull(minor('counted less expected'), 'it was not counted'),
});

export const reportAnswer = named(
  'X or Z',
  fields(
    {
      kind,
      number,
      name: made(text('of the Z, such as `Z-0411`'), (report: Report) => zName(report.number)),
      till,
      shop,
      profile,
      zone,
      businessDate,
      openedAt: elseNull(instant(openedAt.about), 'no shift is open'),
      closedAt: instant(closedAt.about),
      shift,
      people,
      tills,
      beside: optional(
        list(
          fields({
            till: text('which one'),
            z: elseNull(count('its last Z'), 'it has made none'),
            perpetual: list(perpetualSpec, 'sums since its journal began, at that Z, by currency'),
            taken: count('payments that it has taken since, whose sums its own next Z tells'),
          }),
          'of a Z: the other tills of the same home and profile',
        ),
        'there are none',
      ),
      fromSeq,
      throughSeq,
      head,
      witnessed,
      unproved,
      takings: made(
        list(
          fields({
            ...tender,
            ...ofTotal('what came in'),
            count: count('how many payments'),
            fees: made(
              text('the fees that the service stated, in major units'),
              (its: {readonly fee: string}) => its.fee,
            ),
            feesUnknown: count('payments whose fee is not known'),
          }),
          'by method and channel',
        ),
        ({tenders}: Report) => tenders,
      ),
      totals: made(
        list(
          fields({
            ...amountOf('what came in', (sum: Turnover | Report['late'][number]['amount']) => sum),
            count: count('how many payments'),
          }),
          'by currency',
        ),
        takingsOf,
      ),
      cashiers: list(
        fields({person: text('who'), ...ofTotal('what they took'), count: count('how many payments')}),
        'takings by person',
      ),
      late: list(lineSpec, reportMembers.late.about),
      corrections: list(lineSpec, reportMembers.corrections.about),
      refunds: list(
        fields({
          method: oneOf(['card', 'cash'], 'how it was given back'),
          ...ofTotal('what was given back'),
          done: whole('how many were given back'),
          requested: count('how many were asked for'),
          failed: count('how many failed'),
        }),
        'by method',
      ),
      tickets: made(
        list(ticketsSpec, 'what parts of tickets came to, by currency'),
        ({tickets}: Report) => tickets ?? [],
      ),
      accounts: accountsMember,
      ...soldIn((report: Report) => ({sold: report, turnovers: turnoversOf(report)})),
      inFlight: list(openSpec, reportMembers.inFlight.about),
      unknown: list(openSpec, reportMembers.unknown.about),
      needsPerson: list(openSpec, reportMembers.needsPerson.about),
      drawers: list(drawerSpec, 'by currency'),
      uncounted: made(
        list(
          fields({
            currency: text('of the amount'),
            float: minor('what it began with'),
            cashSales: count('how many cash sales'),
          }),
          'of an X: drawers to be counted before their cash is told; none of it is in any sum of this report',
        ),
        ({uncounted}: Report) => uncounted ?? [],
      ),
      recount: elseNull(
        fields(
          {
            times: count('how often'),
            first: list(
              fields({
                currency: text('of the amounts'),
                counted: minor('what was counted first'),
                difference: minor('counted less expected'),
              }),
              'by currency',
            ),
          },
          'the drawer was counted again after what should be in it had been told',
        ),
        'it was counted once, or never',
      ),
      counts,
      acts: made(list(actSpec, acts.about), (report: Report) => report.acts ?? []),
      perpetual: list(perpetualSpec, reportMembers.perpetual.about),
      difference,
      notAsked,
      proof: elseNull(text('of the QR code of a Z'), 'it has none'),
    },
    'What was taken in a period. What is still open is listed and never summed.',
  ),
)();

/** The text of a slip's QR code; undefined if it has none. */
export const proofIn = (parts: readonly SlipPart[]): string | undefined => parts.find(part => part.kind === 'qr')?.text;
