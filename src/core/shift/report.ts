import type {NamedKey} from '../journal/schema.js';
import {type Currency, isCurrency, type Money} from '../money/money.js';
import type {Payment} from '../payment/payment.js';
import {needingPerson, type Payments, pendingPayments} from '../payment/payments.js';
import type {Staff} from '../staff/staff.js';
import type {Technical} from '../technical/technical.js';
import type {Tickets} from '../ticket/ticket.js';
import {actsByName} from './acts.js';
import {blindCurrencies} from './blind.js';
import {reopenedIn} from './closing.js';
import {expectedIn, noCash} from './drawer-cash.js';
import {heldByOpen, owedIn} from './ledger.js';
import type {Ledger} from './ledger-schema.js';
import type {Count, Drawer, Report, ReportLine} from './report-schema.js';
import {merged, soldSections} from './sold.js';

export type ReportState = Payments & {
  readonly ledger: Ledger;
  readonly staff: Staff;
  readonly technical: Technical;
  readonly keys: readonly NamedKey[];
  readonly tickets: Pick<Tickets, 'parked'>;
  readonly lastSeq: number;
};

/** Another till of the home, as a Z tells of it. */
export type OtherTill = NonNullable<Report['beside']>[number];

/** What a report says beyond the fold of the journal: which till it is of, and when it is made. */
type ReportFrame = Pick<
  Report,
  'kind' | 'till' | 'shop' | 'profile' | 'zone' | 'businessDate' | 'notAsked' | 'tills' | 'beside'
> & {
  readonly closedAt: number;
  /** The hash of the journal's last line. */
  readonly head: string;
  /** What was counted in the drawer; absent before the count. */
  readonly counts?: readonly Count[] | undefined;
  readonly difference: Report['difference'];
};

/**
 * An X or a Z of the open period. Both come from one calculation, so that they cannot differ. For a drawer that still has to be counted, an
 * X shows only the float and the number of cash sales, and no sum that includes its cash. Pure; writes nothing.
 */
export function reportOf(state: ReportState, frame: ReportFrame): Report {
  const whole = wholeReport(state, frame);
  return frame.kind === 'x' ? untilCounted(whole, blindCurrencies(state.ledger)) : whole;
}

function untilCounted(report: Report, blind: ReadonlySet<string>): Report {
  if (blind.size === 0) return report;
  const {tenders, cashiers, refunds, tickets, accounts, groups, taxes, tips, rounding, drawers, perpetual} = report;
  const isDisclosed = (currency: string) => !blind.has(currency);
  const cashSales = (currency: string) =>
    tenders.find(({method, total}) => method === 'cash' && total.currency === currency)?.count ?? 0;
  return {
    ...report,
    tenders: tenders.filter(({method, total}) => method !== 'cash' || isDisclosed(total.currency)),
    cashiers: cashiers.filter(({total}) => isDisclosed(total.currency)),
    refunds: refunds.filter(({method, total}) => method !== 'cash' || isDisclosed(total.currency)),
    ...(tickets === undefined ? {} : {tickets: tickets.filter(({currency}) => isDisclosed(currency))}),
    // What customers paid of what they owe may be cash.
    ...(accounts === undefined ? {} : {accounts: accounts.filter(({currency}) => isDisclosed(currency))}),
    ...(groups === undefined ? {} : {groups: groups.filter(({total}) => isDisclosed(total.currency))}),
    ...(taxes === undefined ? {} : {taxes: taxes.filter(({gross}) => isDisclosed(gross.currency))}),
    ...(tips === undefined
      ? {}
      : {
          // A refunded tip may have been paid out of the drawer.
          tips: tips.flatMap(({back, ...tip}) => {
            if (isDisclosed(tip.total.currency)) return [{...tip, ...(back && {back})}];
            return tip.method === 'cash' || tip.count === 0 ? [] : [tip];
          }),
        }),
    ...(rounding === undefined ? {} : {rounding: rounding.filter(({total}) => isDisclosed(total.currency))}),
    drawers: drawers.filter(({currency}) => isDisclosed(currency)),
    perpetual: perpetual.filter(({currency}) => isDisclosed(currency)),
    uncounted: drawers
      .filter(({currency}) => !isDisclosed(currency))
      .map(({currency, float}) => ({currency, float, cashSales: cashSales(currency)})),
  };
}

function wholeReport(state: ReportState, frame: ReportFrame): Report {
  const {counts: counted, closedAt, ...rest} = frame;
  const {z, shift, period, perpetual} = state.ledger;
  const open = pendingPayments(state);
  const isUnknown = ({status}: Payment) => status === 'unknown' || status === 'sent';
  const newKeys = state.keys
    .filter(({fromSeq, previous}) => fromSeq > period.fromSeq && previous !== null)
    .map(({publicKey, signature}) => ({publicKey, isSigned: signature !== null}));
  const unproved = (state.technical.accepted ?? []).filter(({seq}) => seq > period.fromSeq).map(({person}) => person);
  return {
    ...rest,
    ...(newKeys.length === 0 ? {} : {newKeys}),
    ...(unproved.length === 0 ? {} : {unproved}),
    number: z + 1,
    openedAt: period.firstAt,
    closedAt,
    shift: shift?.number ?? null,
    people: [...period.people],
    fromSeq: period.fromSeq,
    throughSeq: state.lastSeq,
    ...(state.technical.witnessed === undefined ? {} : {witnessed: state.technical.witnessed.seq}),
    tenders: sorted(Object.values(period.tenders), each => `${each.total.currency} ${each.method} ${each.channel}`),
    cashiers: sorted(Object.values(period.cashiers), each => `${each.total.currency} ${each.person}`),
    late: [...period.late],
    corrections: [...period.corrections],
    refunds: sorted(Object.values(period.refunds), each => `${each.total.currency} ${each.method}`),
    inFlight: open.filter(payment => !isUnknown(payment)).map(openLine),
    unknown: open.filter(isUnknown).map(openLine),
    needsPerson: needingPerson(state).map(openLine),
    ...ticketsOf(period),
    ...accountsOf(period),
    ...parkedOf(state),
    ...soldSections(period.sold),
    drawers: drawersOf(state, counted),
    counts: period.counts,
    ...actsOf(state),
    ...(rest.kind === 'z' ? recountOf(period.countings) : {}),
    perpetual: sorted(
      Object.entries(perpetual).map(([currency, sums]) => ({currency, ...sums})),
      ({currency}) => currency,
    ),
  };
}

/** Nothing is reported about recounts if the drawer was counted once. An X never reports them, since they would reveal a sum. */
function recountOf(countings: Ledger['period']['countings']): Pick<Report, 'recount'> {
  if (countings === null || countings.times < 2) return {};
  return {recount: {times: countings.times, first: [...countings.first]}};
}

function actsOf({ledger, staff}: ReportState): Pick<Report, 'acts'> {
  const acts = actsByName(ledger.period.acts, number => staff.people.find(each => each.number === number)?.name);
  return acts.length === 0 ? {} : {acts};
}

function ticketsOf({tickets}: Ledger['period']): Pick<Report, 'tickets'> {
  const all = Object.entries(tickets).map(([currency, {reopened, ...sums}]) => ({
    currency,
    ...sums,
    ...reopenedIn(reopened),
    open: heldByOpen({reopened, ...sums}),
  }));
  return all.length === 0 ? {} : {tickets: sorted(all, ({currency}) => currency)};
}

function accountsOf({accounts}: Ledger['period']): Pick<Report, 'accounts'> {
  const all = Object.entries(accounts).map(([currency, sums]) => ({
    currency: currency as Currency,
    ...sums,
    after: owedIn(sums),
  }));
  return all.length === 0 ? {} : {accounts: sorted(all, ({currency}) => currency)};
}

function parkedOf({tickets}: ReportState): Pick<Report, 'parked'> {
  const parked = [...tickets.parked.values()].map(({number, name, total}) => ({
    number,
    ...(name === undefined ? {} : {name}),
    total,
  }));
  return parked.length === 0 ? {} : {parked};
}

const sorted = <T>(list: readonly T[], key: (item: T) => string): T[] =>
  [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1));

function openLine({reference, request, status, since}: Payment): Report['inFlight'][number] {
  return {reference, amount: request.amount, status, since};
}

/**
 * The drawer of each currency that had cash in the period or was counted: the float and, since it was counted, the sales, less refunds,
 * plus what was paid in, less what was paid out and dropped. Currencies are never set off against each other. The expected amount is null
 * for a drawer that was not counted: this is the only place from which a person could learn it.
 */
export function drawersOf({ledger}: {readonly ledger: Ledger}, counts: readonly Count[] | undefined): Drawer[] {
  const {drawers} = ledger.period;
  const currencies = new Set([...Object.keys(drawers), ...(counts ?? []).map(({currency}) => currency)]);
  return [...currencies].sort().map(currency => {
    const cash = drawers[currency] ?? noCash;
    const counted = counts?.find(each => each.currency === currency)?.minor;
    if (counted === undefined) return {currency, ...cash, expected: null, counted: null, difference: null};
    const expected = expectedIn(cash);
    return {currency, ...cash, expected, counted, difference: counted - expected};
  });
}

/** Whether an amount exceeds what the till knows to be in the drawer. Nobody learns that sum except through this answer. */
export function isBeyondKnown({ledger}: {readonly ledger: Ledger}, {currency, minor}: Money): boolean {
  const drawer = ledger.period.drawers[currency];
  return minor > (drawer === undefined ? 0 : expectedIn(drawer));
}

/** Whether there should be money of a currency in the drawer. Before the count, nobody is told more than this. */
export function shouldHold({ledger}: {readonly ledger: Ledger}, currency: Currency): boolean {
  const drawer = ledger.period.drawers[currency];
  return drawer !== undefined && expectedIn(drawer) !== 0;
}

/** The first drawer that should not be empty and was not counted. */
export const uncountedOf = (drawers: readonly Drawer[]): Drawer | undefined =>
  drawers.find(drawer => drawer.counted === null && expectedIn(drawer) !== 0);

/** The difference that the owner accepts without a second person, in minor units by currency; an absent currency means zero. */
type AuthorisedDifference = Readonly<Record<string, number>>;

/** What a counted drawer requires before the Z: nothing, a note, or a note and a second person. */
export function demandOf(
  drawers: readonly Drawer[],
  authorised: AuthorisedDifference,
): 'nothing' | 'note' | 'second-person' {
  const differing = drawers.filter(({difference}) => difference !== null && difference !== 0);
  if (differing.length === 0) return 'nothing';
  const isAbove = ({currency, difference}: Drawer) => Math.abs(difference ?? 0) > (authorised[currency] ?? 0);
  return differing.some(isAbove) ? 'second-person' : 'note';
}

/** Amounts by currency, each with the number of payments in it. */
type Sums = readonly (Money & {readonly count: number})[];

/** The takings of a report by currency, over all tenders. */
export function takingsOf({
  tenders,
}: {
  readonly tenders: readonly Pick<Report['tenders'][number], 'total' | 'count'>[];
}): Sums {
  const sums = tenders.map(({total, count}) => ({...total, count}));
  return merged(sums, ({currency}) => currency);
}

export const zName = (number: number): string => `Z-${String(number).padStart(4, '0')}`;

export const sumLines = (lines: readonly Pick<ReportLine, 'amount'>[]): Sums =>
  takingsOf({tenders: lines.map(({amount}) => ({total: amount, count: 1}))});

/** An amount of a drawer as `Money`. Throws an `Error` for an unknown currency. */
export function inDrawer(currency: string, minor: number): Money {
  if (!isCurrency(currency)) throw new Error(`there is no currency ${currency}`);
  return {currency, minor};
}
