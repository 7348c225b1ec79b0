import {accountSums} from '../account/account.js';
import {date, zone} from '../day/schema.js';
import {currency, money, signedMoney as signed} from '../money/schema.js';
import {method} from '../payment/schema.js';
import {
  count,
  flag,
  list,
  named,
  object,
  oneOf,
  optional,
  orNull,
  positive,
  type Specified,
  text,
  whole,
} from '../spec/spec.js';
import {parkedMembers} from '../ticket/schema.js';

const instant = (about: string) => whole(`${about}, in milliseconds since the epoch`);
const minor = 'in minor units of the currency';

/** The money of one currency in the drawer. `pieces` is by denomination, if the drawer was counted that way. */
export const countSpec = object({
  currency: currency('of what was counted'),
  minor: count(`the sum, ${minor}`),
  pieces: list(
    object({minor: count(`the note or coin, ${minor}`), count: count('how many of it')}),
    'by denomination; empty where only the sum was counted',
  ),
});
/** What a person counted of one currency; `minor` is the sum. */
export type Count = Specified<typeof countSpec>;

const payments = 'how many payments';
export const tenderSpec = object({
  method,
  channel: text('an id: of the network or the card’s brand, `cash`, or of subscriptions `enrolment` or `renewal`'),
  total: money('their sum'),
  count: count(payments),
  fee: text('the sum of the fees that the service stated, as exact decimal text in major units'),
  feesUnknown: count('how many payments had no stated fee'),
});

export const cashierSpec = object({person: text('who'), total: money('their takings'), count: count(payments)});
export const refundsSpec = object({
  method: oneOf(['card', 'cash'], 'how it was given back'),
  total: signed('below zero where the service took back a person’s word of an earlier period'),
  done: whole('how many were given back'),
  requested: count('how many were asked for'),
  failed: count('how many failed'),
});
export const countsSpec = object(
  {
    notPaid: count('payments that were not paid'),
    notSent: count('payments that were not submitted'),
    setAside: count('payments that were superseded'),
    judgements: count('payments and refunds that a person settled'),
    receipts: count('receipts'),
    copies: count('copies of receipts'),
    pendingSlips: count('slips of pending payments'),
    drawerOpenings: count('openings of the drawer without a sale'),
  },
  'how many of what',
);
export const perpetualSpec = object({
  currency: text('ISO 4217'),
  sales: count(`sales, ${minor}`),
  refunds: count(`refunds, ${minor}`),
  corrections: whole(`corrections, ${minor}`),
});

export const reportLineSpec = object({
  reference: text('of the payment'),
  amount: signed('of the payment'),
  z: orNull(count('the Z of the period that it is of'), 'it is of this period'),
});
const openLine = object({
  reference: text('of the payment'),
  amount: money('of the payment'),
  status: text('how it stood'),
  since: instant('since when it was asked for'),
});

const flow = {
  sales: count(`cash sales, ${minor}`),
  refunds: count(`refunds in cash, ${minor}`),
  paidIn: count(`paid in, ${minor}`),
  paidOut: count(`paid out, ${minor}`),
  drops: count(`dropped into the safe, ${minor}`),
};

/**
 * The drawer of one currency: the float as counted, and what has moved since. What moved before is part of the float and is stated as
 * `beforeFloat`. The expected amount is shown only together with the count: the drawer is counted blind.
 */
const drawer = object({
  currency: text('ISO 4217'),
  float: count(`what it began with, ${minor}`),
  ...flow,
  beforeFloat: optional(
    object(flow, 'what had moved before the float was counted, and is in it'),
    'none of it had moved in the period',
  ),
  expected: orNull(whole(`what should be in it, ${minor}`), 'it was not counted'),
  counted: orNull(count(`what was in it, ${minor}`), 'it was not counted'),
  difference: orNull(whole(`counted less expected, ${minor}`), 'it was not counted'),
});

/**
 * Ties tickets to payments to the cent: `paid` is `before` plus `taken`, `adjusted` and `reopened`, less `beyond`, `abandoned` and `open`.
 * Refunds of a ticket that was paid or abandoned are only among the refunds.
 */
export const ticketsSpec = object({
  currency: text('ISO 4217'),
  count: count('tickets that were paid in full for the first time in the period'),
  paid: count(`their totals, ${minor}`),
  before: count(`what open tickets held when it began, ${minor}`),
  taken: count(
    `what the parts are for that were paid in it, which are among the takings with their rounding, ${minor}`,
  ),
  adjusted: whole(`what was given back of parts of open tickets, and corrections of parts, ${minor}`),
  reopened: optional(
    whole(
      `what tickets held that are open again because a part was taken back, less those that were paid again, ${minor}`,
    ),
    'there were none',
  ),
  beyond: count(`of these parts, what came in for tickets that had no room for it, ${minor}`),
  abandoned: count(`what tickets held that were abandoned, ${minor}`),
  open: count(`what open tickets hold at its end, ${minor}`),
});

/** `after` is `before` plus `sold`, less `returned` and `paid`. */
export const accountsOfReport = object({
  currency: currency('of the sums'),
  ...accountSums,
  after: whole(`what customers owed at its end, ${minor}`),
});

export const soldGroupSpec = object({
  group: orNull(text('of the price list'), 'what is of no group, or a sum without lines'),
  kind: optional(oneOf(['tip'], 'what was given on top: no takings of the shop'), 'it was sold'),
  total: money('what its lines come to'),
  count: count('how many lines; a sum without lines is one'),
  back: optional(
    signed('what was given back of such lines, which is not taken off'),
    'nothing, or no refund named its lines',
  ),
});
export const soldTipSpec = object({
  person: text('who asked for the payment with which the ticket was paid'),
  method,
  channel: text('an id, as that of the takings'),
  total: money('what was given on top'),
  count: count('how many tips'),
  back: optional(
    signed('what was given back of such tips, which is not taken off'),
    'nothing, or no refund named its lines',
  ),
});
export const roundingSpec = object({
  total: signed('what was taken less what it is for, which is in the takings'),
  count: count('how many payments were rounded'),
  back: optional(signed('what was given back less what it is for, which is not taken off'), 'nothing rounded was'),
});
export const soldRateSpec = object({
  rate: orNull(text('in percent, as decimal text'), 'what has no rate'),
  gross: money('the lines of the rate, with their tax'),
  net: money('without it'),
  tax: money('the tax'),
  back: optional(
    object({gross: signed('of the lines, with their tax'), net: signed('without it'), tax: signed('the tax')}),
    'nothing was given back of such lines, or no refund named its lines',
  ),
});

export const firstCountSpec = object({
  currency: text('ISO 4217'),
  counted: count(`what was counted first, ${minor}`),
  difference: whole(`counted less expected, ${minor}`),
});

/** What somebody did beside selling. */
export const actSpec = object({
  person: text('who'),
  refunds: count('refunds asked for'),
  discounts: count('lines with a discount'),
  priceChanges: count('lines with another price than the list’s'),
  superseded: count('attempts set aside'),
  ticketsAbandoned: count('tickets given up before they were paid in full, and baskets that were dropped'),
  drawerOpenings: count('openings of the drawer without a sale'),
  reprints: count('copies of slips'),
  judgements: count('results recorded by hand'),
  acceptedDifferences: count('differences accepted'),
  approvalsGiven: count('actions of others that were approved'),
  approvalsAsked: count('actions that somebody else approved'),
});

export const reportMembers = {
  kind: oneOf(['x', 'z'], 'an X reads, a Z closes'),
  number: positive('of the Z, or of an X that of the Z to come'),
  till: text('the till'),
  shop: text('the shop’s name'),
  profile: oneOf(['sandbox', 'test', 'live'], 'which world the till speaks to'),
  zone: zone('by which its times are told'),
  businessDate: date('on which it was made'),
  openedAt: orNull(instant('when the shift was opened'), 'no shift is open'),
  closedAt: instant('when it was made'),
  shift: orNull(positive('the number of the shift'), 'no shift is open'),
  people: list(text(), 'who had the till in the period'),
  tills: optional(
    list(text(), 'every till with a journal in the same home, as `live/K7Q`'),
    'the journal is in no home',
  ),
  beside: optional(
    list(
      object({
        till: text('which one'),
        z: orNull(positive('its last Z'), 'it has made none'),
        perpetual: list(perpetualSpec, 'sums since its journal began, at that Z, by currency'),
        taken: count('payments that it has taken since, whose sums its own next Z tells'),
      }),
      'of a Z: the other tills of `tills` in the same profile that can be read',
    ),
    'there are none',
  ),
  newKeys: optional(
    list(
      object({publicKey: text('Ed25519, base64url'), isSigned: flag('whether the key before it signed it')}),
      'keys by which the till began to sign in the period in place of another',
    ),
    'there were none',
  ),
  unproved: optional(
    list(text(), 'who in the period took the lines before as they are, although some may be missing'),
    'nobody had to',
  ),
  fromSeq: count('the last line of the journal before the period'),
  throughSeq: count('the last line of the period'),
  head: text('the hash of the line `throughSeq`'),
  witnessed: optional(
    positive('up to which line the journal knew then that the head office has signed for it'),
    'it knew of none',
  ),
  tenders: list(tenderSpec, 'takings by method and channel'),
  cashiers: list(cashierSpec, 'takings by person'),
  late: list(reportLineSpec, 'takings that were sold under an earlier Z'),
  corrections: list(
    reportLineSpec,
    'what became of payments that were taken before: below zero where one is paid no more, above where it is paid again',
  ),
  refunds: list(refundsSpec, 'what was given back'),
  inFlight: list(openLine, 'payments that were under way'),
  unknown: list(openLine, 'payments whose answer was lost'),
  needsPerson: list(openLine, 'payments that a person has to settle'),
  tickets: optional(
    list(ticketsSpec, 'what parts of tickets came to, by currency'),
    'no ticket had money in the period, nor before it',
  ),
  accounts: optional(
    list(accountsOfReport, 'what is on the book, by currency: no money, and in no sum of the takings'),
    'nothing is and nothing was',
  ),
  parked: optional(
    list(
      object({number: parkedMembers.number, name: parkedMembers.name, total: parkedMembers.total}),
      'baskets that were parked when it was made, of which nothing is sold',
    ),
    'none was',
  ),
  groups: optional(
    list(
      soldGroupSpec,
      'lines of the tickets that are `paid`, to whose totals they come, and what came back of such lines',
    ),
    'no ticket was paid in the period',
  ),
  taxes: optional(list(soldRateSpec, 'the same by the rate of the tax'), 'no ticket was paid in the period'),
  tips: optional(
    list(soldTipSpec, 'tips of the tickets that are `paid`, which are in the takings, and what came back of tips'),
    'there were none',
  ),
  rounding: optional(
    list(roundingSpec, 'by how much payments and refunds were rounded to what cash and wallets can pay, by currency'),
    'nothing was rounded',
  ),
  drawers: list(drawer, 'by currency'),
  uncounted: optional(
    list(
      object({
        currency: text('ISO 4217'),
        float: count(`what it began with, ${minor}`),
        cashSales: count('how many cash sales'),
      }),
      'of an X: drawers to be counted before their cash is told; none of it is in any sum of this report',
    ),
    'there are none',
  ),
  counts: countsSpec,
  acts: optional(list(actSpec, 'what people did beside selling, by person'), 'nobody did any of it'),
  perpetual: list(perpetualSpec, 'sums since the journal began, by currency'),
  difference: orNull(
    object({
      note: text('why the drawer differs'),
      approver: orNull(text('who accepted it beside the cashier'), 'no second person was needed'),
    }),
    'nothing had to be said',
  ),
  recount: optional(
    object(
      {times: count('how often'), first: list(firstCountSpec, 'what was counted first')},
      'the drawer was counted again after what should be in it had been told',
    ),
    'it was counted once',
  ),
  notAsked: count('open payments that could not be asked about before the close'),
};

/**
 * An X or a Z: everything that the journal knows of a period. `number` is the Z's number; for an X, that of the next Z. The takings are the
 * payments that became paid after `fromSeq` up to `throughSeq`; those sold under an earlier Z are also in `late`. Open payments are listed
 * and never summed.
 */
export const reportSpec = named(
  'report',
  object(
    reportMembers,
    'An X or a Z. Its takings are the payments that became paid after `fromSeq` up to `throughSeq`; what is still open is listed and never summed.',
  ),
);
export type Report = Specified<ReturnType<typeof reportSpec>>;
export type ReportLine = Specified<typeof reportLineSpec>;
export type Drawer = Specified<typeof drawer>;
export type TicketsOfReport = Specified<typeof ticketsSpec>;
export type SoldRate = Specified<typeof soldRateSpec>;
