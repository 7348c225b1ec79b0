import {openBrowser} from '../challenge/open-browser.js';
import type {Environment} from '../config.js';
import type {Card} from '../core/card/card.js';
import type {CardOrder} from '../core/card/order.js';
import type {StoredEvent} from '../core/journal/event.js';
import {forgetSettled, type State} from '../core/journal/state.js';
import type {Market, Network} from '../core/market/markets.js';
import type {Money} from '../core/money/money.js';
import type {Judging} from '../core/payment/decide.js';
import type {Earlier} from '../core/payment/earlier.js';
import type {Order} from '../core/payment/order.js';
import type {Payment} from '../core/payment/payment.js';
import type {Problem} from '../core/problem.js';
import type {Reconciliation} from '../core/reconcile/reconcile.js';
import type {RefundJudging, RefundOptions} from '../core/refund/decide.js';
import type {Page} from '../core/service/enquiry.js';
import type {AccountQuestion, NewPlan, Paging} from '../core/service/service.js';
import type {CashMovement, Closing} from '../core/shift/decide.js';
import type {Count, Drawer, Report} from '../core/shift/report-schema.js';
import type {SlipPart, SlipWidth} from '../core/slip/slip.js';
import type {ChangeOrder, EnrolmentJudging, EnrolOrder} from '../core/subscription/decide.js';
import type {Plan} from '../core/subscription/plan-evidence.js';
import type {SubscriptionCharge} from '../core/subscription/record.js';
import type {KnownSubscription} from '../core/subscription/registry.js';
import type {Looked} from '../core/subscription/search.js';
import {banksOf, type FoundHolder, holderOf} from './accounts.js';
import {offeredNetworks} from './banks.js';
import {type ChallengePage, createChallenges} from './challenge.js';
import {learnCharges} from './charges.js';
import {type ClaimReading, type ClaimWanted, readClaimed} from './claim.js';
import {type Context, type Link, type Outlook, paymentOf, type TillSettings} from './context.js';
import {type Enrolling, type EnrolOptions, enrol, lookForEnrolment, resolveEnrolment} from './enrol.js';
import {record} from './handler.js';
import {closeNeverLeft} from './never-left.js';
import {enterOtp, type OtpOptions} from './otp.js';
import {
  type CashSale,
  charge,
  earlier,
  resolve,
  sellForCash,
  sendAgain,
  setAside,
  type Taken,
  type TakeOptions,
  take,
} from './payment.js';
import {createPlan, type Refreshed, readPlan, refreshPlans} from './plans.js';
import {acceptDiscrepancy, type GivenSource, importSource, type ReconcileOptions, reconcileDays} from './reconcile.js';
import {withdrawSource} from './reconcile-sources.js';
import {refund, refundInCash, resolveRefund} from './refund.js';
import {countDrawer, handOver, moveCash, noteDrawer, openShift, readZ, reportX, reportZ} from './shift.js';
import {
  type IssuedSlip,
  issueReceipt,
  issueZ,
  kickDrawer,
  printSlip,
  type Rendering,
  receiptOf,
  reportSlip,
} from './slips.js';
import {
  changeSubscription,
  chargesOf,
  readSubscription,
  refreshSubscriptions,
  type SubscriptionHeard,
} from './subscriptions.js';
import {type Asked, Watcher} from './watch.js';

/** The verbs of the till and what a face may ask of it. Screens and commands know nothing else of the shell. */
export type Till = {
  readonly settings: TillSettings;
  readonly state: State;
  /**
   * Called after every change of the state, the link or the watching, with the payments that were told something of;
   * returns the way to stop it.
   */
  readonly subscribe: (listener: (told: ReadonlySet<string>) => void) => () => void;
  readonly now: () => number;
  /** Milliseconds that only go forward, whatever is done to the clock. */
  readonly monotonic: () => number;
  readonly link: () => Link;
  readonly clockSkew: () => number | undefined;
  /** The failure to write that stopped this till, if one did. */
  readonly poison: () => Problem | undefined;
  readonly traffic: () => {readonly sent: number; readonly received: number};
  /** What the link has carried for a sale, its questions included, and for a question; undefined before the first. */
  readonly wire: () => Wire;
  readonly take: (order: Order, options?: TakeOptions) => Promise<Taken>;
  readonly charge: (order: CardOrder, card: Card, options?: TakeOptions) => Promise<Taken>;
  readonly refund: (reference: string, options: RefundOptions) => Promise<{refund: number; finished: Promise<void>}>;
  readonly sellForCash: (sale: CashSale) => Promise<{readonly reference: string; readonly change: Money}>;
  readonly refundInCash: (
    reference: string,
    options: RefundOptions,
  ) => Promise<{readonly refund: number; readonly amount: Money}>;
  readonly moveCash: (movement: CashMovement, options?: {readonly isSure?: boolean}) => Promise<void>;
  readonly noteDrawer: (reason: string) => Promise<void>;
  readonly openShift: (person: string, floats: readonly Money[]) => Promise<number>;
  readonly handOver: (to: string) => Promise<void>;
  readonly countDrawer: (person: string, counts: readonly Count[]) => Promise<readonly Drawer[]>;
  readonly reportX: () => Promise<Report>;
  readonly reportZ: (closing: Closing) => Promise<Report>;
  readonly readZ: (number: number) => Promise<Report>;
  /** While a close is under way nothing new is sold here. */
  readonly setClosing: (isClosing: boolean) => void;
  /** A slip that leaves: written down, numbered, signed; see `issueReceipt`. */
  readonly issueReceipt: (reference: string, rendering: Rendering) => Promise<IssuedSlip>;
  readonly issueZ: (number: number, rendering: Rendering) => Promise<IssuedSlip>;
  /** What a slip says, without its leaving. */
  readonly receiptOf: (payment: Payment, width: SlipWidth) => Promise<readonly SlipPart[]>;
  readonly reportSlip: (report: Report) => Promise<readonly SlipPart[]>;
  readonly printSlip: (slip: IssuedSlip) => Promise<void>;
  readonly kickDrawer: () => Promise<void>;
  readonly resolveRefund: (reference: string, judging: RefundJudging) => Promise<void>;
  readonly sendAgain: (reference: string) => Promise<void>;
  readonly setAside: (reference: string) => Promise<void>;
  readonly enterOtp: (reference: string, code: string, options?: OtpOptions) => Promise<void>;
  readonly resolve: (reference: string, judging: Judging) => Promise<void>;
  /** Asks the service about a payment now. */
  readonly check: (reference: string) => Promise<void>;
  /** As `check`, for one of many in a row: at the pace of the watching, and waiting for a service that is busy. */
  readonly checkAtPace: (reference: string, signal?: AbortSignal) => Promise<void>;
  /** Reads a payment, from older days too. */
  readonly payment: (reference: string) => Promise<Payment>;
  /** The payments of the newest days, for a customer's message; see `readClaimed`. */
  readonly claimed: (wanted: ClaimWanted) => Promise<ClaimReading>;
  /** By `payerKey`: the earlier payment that a new one of this sum from the same wallet or card would have to name. */
  readonly earlier: (payer: string | null, sum: Money) => Earlier | undefined;
  /** The networks that can be asked now: the service's list when it answers, the merchant's edits before it, else the table. */
  readonly networks: (market: Market) => Promise<readonly Network[]>;
  /** The same as far as it is at hand, at once. */
  readonly networksAtHand: (market: Market) => readonly Network[];
  /** The page for a bank's challenge, served until the till closes or the payment has ended; see `Challenges`. */
  readonly challenge: (reference: string) => Promise<ChallengePage | undefined>;
  /** Opens a page in this machine's browser; false when that could not be tried. */
  readonly openPage: (url: string) => Promise<boolean>;
  readonly createPlan: (plan: NewPlan) => Promise<Plan>;
  readonly readPlan: (planCode: string) => ReturnType<typeof readPlan>;
  readonly refreshPlans: () => Promise<Refreshed>;
  readonly refreshSubscriptions: () => Promise<Refreshed>;
  readonly readSubscription: (id: number, options?: {readonly adds?: boolean}) => Promise<SubscriptionHeard>;
  /** A page of the charges as the service has them, from 0. */
  readonly chargesOf: (id: number, paging: Paging) => Promise<Page<SubscriptionCharge>>;
  readonly learnCharges: (id: number) => Promise<void>;
  readonly changeSubscription: (id: number, order: ChangeOrder) => Promise<KnownSubscription>;
  readonly enrol: (order: EnrolOrder, card: Card, options?: EnrolOptions) => Promise<Enrolling>;
  readonly lookForEnrolment: (reference: string) => Promise<Looked>;
  readonly resolveEnrolment: (reference: string, judging: EnrolmentJudging) => Promise<void>;
  /** The banks and wallets of a currency, and who holds an account with one of them. */
  readonly banks: (currency: string) => ReturnType<typeof banksOf>;
  readonly holder: (question: AccountQuestion) => Promise<FoundHolder>;
  /** Reads another's file into the till; see `importSource`. */
  readonly importSource: (
    given: GivenSource,
    onProgress?: ReconcileOptions['onProgress'],
  ) => ReturnType<typeof importSource>;
  readonly withdrawSource: (source: Parameters<typeof withdrawSource>[1]) => Promise<void>;
  readonly reconcile: (options: ReconcileOptions) => Promise<Reconciliation>;
  readonly acceptDiscrepancy: (
    line: Parameters<typeof acceptDiscrepancy>[1],
    by: {readonly person: string; readonly note: string},
  ) => Promise<void>;
  readonly confirmClock: () => Promise<void>;
  readonly front: (reference: string | undefined) => void;
  /** How the watching of a payment, or of one of its refunds, stands. */
  readonly outlook: (reference: string, refund?: number) => Outlook;
  readonly watch: () => void;
  /** To be called once, when the journal has opened. */
  readonly closeNeverLeft: () => Promise<void>;
  /** Ends what is under way, writes down how it ended, and frees the journal. */
  readonly close: () => Promise<void>;
};

/** Bytes both ways, on the average since the till opened; those of a sale with its questions. */
export type Wire = {readonly perSale: number | undefined; readonly perQuestion: number | undefined};

export type TillParts = Pick<Context, 'settings' | 'world' | 'service' | 'journal' | 'state' | 'sign'> & {
  readonly environment: Environment;
  readonly release: () => Promise<void>;
};

/**
 * Puts the verbs together over an open journal whose events are folded already. The journal's writer tells `onEvents` of
 * every event that it has put on the disk and into the state.
 */
export function createTill(parts: TillParts): {till: Till; onEvents: (events: readonly StoredEvent[]) => void} {
  const listeners = new Set<(told: ReadonlySet<string>) => void>();
  const changed = (told: ReadonlySet<string> = new Set()) => {
    for (const listener of listeners) listener(told);
  };
  const {release, environment, ...shared} = parts;
  const link = {state: 'untried', since: parts.world.monotonic(), refusedKey: false} as const;
  const leaving = new AbortController();
  const context: Context = {
    ...shared,
    offered: new Map(),
    isClosing: false,
    inUse: new Set(),
    mutex: Promise.resolve(),
    underWay: new Set(),
    lostCodes: new Map(),
    leaving: leaving.signal,
    link,
    clockSkew: undefined,
    poison: undefined,
    changed,
    get watcher() {
      return watcher;
    },
  };
  const watcher = new Watcher(context);
  const challenges = createChallenges(context, environment, reference => watcher.check(reference));
  const {state, settings, world} = context;
  const till: Till = {
    settings,
    state,
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    now: world.now,
    monotonic: world.monotonic,
    link: () => context.link,
    clockSkew: () => context.clockSkew,
    poison: () => context.poison,
    traffic: context.service.traffic,
    wire: () => wireOf(watcher.asked()),
    take: (order, options) => take(context, order, options),
    charge: (order, card, options) => charge(context, order, card, options),
    refund: (reference, options) => refund(context, reference, options),
    sellForCash: sale => sellForCash(context, sale),
    refundInCash: (reference, options) => refundInCash(context, reference, options),
    moveCash: (movement, options) => moveCash(context, movement, options),
    noteDrawer: reason => noteDrawer(context, reason),
    openShift: (person, floats) => openShift(context, person, floats),
    handOver: to => handOver(context, to),
    countDrawer: (person, counts) => countDrawer(context, person, counts),
    reportX: () => reportX(context),
    reportZ: closing => reportZ(context, closing),
    readZ: number => readZ(context, number),
    setClosing: isClosing => {
      context.isClosing = isClosing;
      changed();
    },
    issueReceipt: (reference, rendering) => issueReceipt(context, reference, rendering),
    issueZ: (number, rendering) => issueZ(context, number, rendering),
    receiptOf: (payment, width) => receiptOf(context, payment, {width, copy: 0}),
    reportSlip: report => reportSlip(context, report, 0),
    printSlip: slip => printSlip(slip, context),
    kickDrawer: () => kickDrawer(context),
    resolveRefund: (reference, judging) => resolveRefund(context, reference, judging),
    sendAgain: reference => sendAgain(context, reference),
    setAside: reference => setAside(context, reference),
    enterOtp: (reference, code, options) => enterOtp(context, reference, code, options),
    resolve: (reference, judging) => resolve(context, reference, judging),
    check: reference => watcher.check(reference),
    checkAtPace: (reference, signal) => watcher.checkAtPace(reference, signal),
    payment: reference => paymentOf(context, reference),
    claimed: wanted => readClaimed(context, wanted),
    earlier: (payer, sum) => earlier(context, payer, sum),
    networks: market => offeredNetworks(context, market),
    networksAtHand: market => context.offered.get(market.country) ?? market.networks,
    challenge: reference => challenges.page(reference),
    openPage: openBrowser,
    createPlan: plan => createPlan(context, plan),
    readPlan: planCode => readPlan(context, planCode),
    refreshPlans: () => refreshPlans(context),
    refreshSubscriptions: () => refreshSubscriptions(context),
    readSubscription: (id, options) => readSubscription(context, id, options),
    chargesOf: (id, paging) => chargesOf(context, id, paging),
    learnCharges: id => learnCharges(context, id),
    changeSubscription: (id, order) => changeSubscription(context, id, order),
    enrol: (order, card, options) => enrol(context, order, card, options),
    lookForEnrolment: reference => lookForEnrolment(context, reference),
    resolveEnrolment: (reference, judging) => resolveEnrolment(context, reference, judging),
    banks: currency => banksOf(context.service, currency),
    holder: question => holderOf(context.service, question),
    withdrawSource: source => withdrawSource(context, source),
    importSource: (given, onProgress) => importSource(context, given, onProgress),
    reconcile: options => reconcileDays(context, reference => watcher.checkAtPace(reference, options.signal), options),
    acceptDiscrepancy: (line, by) => acceptDiscrepancy(context, line, by),
    confirmClock: async () => {
      const skewSeconds = Math.round((context.clockSkew ?? 0) / 1000);
      await record(context, {type: 'clock-confirmed', data: {skewSeconds}});
    },
    front: reference => watcher.front(reference),
    outlook: (reference, refund) => watcher.outlook(reference, refund),
    watch: () => watcher.start(),
    closeNeverLeft: () => closeNeverLeft(context),
    close: async () => {
      leaving.abort();
      await Promise.all([watcher.stop(), challenges.close(), ...context.underWay]);
      await release();
    },
  };
  const onEvents = (events: readonly StoredEvent[]) => {
    for (const event of events) {
      if (event.type === 'segment-opened') forgetDaysBefore(context, event);
      // By a clock that was put right since, even the sale on the screen is of a day long before.
      else if (event.type === 'requested') context.inUse.add(event.data.reference);
    }
    watcher.notice(events);
    changed(new Set(events.flatMap(({data}) => ('reference' in data ? data.reference : []))));
  };
  return {till, onEvents};
}

function wireOf({sales, saleBytes, questions, questionBytes}: Asked): Wire {
  const each = (bytes: number, count: number) => (count === 0 ? undefined : Math.round(bytes / count));
  return {perSale: each(saleBytes + questionBytes, sales), perQuestion: each(questionBytes, questions)};
}

/** When a business day begins, the one before it stays at hand: its last sale may still be on the screen. */
function forgetDaysBefore({state, inUse}: Context, {data}: StoredEvent & {type: 'segment-opened'}): void {
  if (data.previousSegment !== null) forgetSettled(state, data.previousSegment, inUse);
  inUse.clear();
}
