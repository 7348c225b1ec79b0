import {openBrowser} from '../challenge/page.js';
import type {Environment} from '../config.js';
import type {CustomerAccounts} from '../core/account/account.js';
import {forgetSettled, type State} from '../core/books/state.js';
import type {StoredEvent} from '../core/events/event.js';
import type {Problem} from '../core/problem.js';
import type {Action} from '../core/rights/actions.js';
import type {Verb} from '../core/staff/schema.js';
import type {Person} from '../core/staff/staff.js';
import type {World} from '../core/world.js';
import {accountsOf, setAccount, shareAccounts, statementOf} from './account.js';
import {banksOf, holderOf, networksAtHand, offeredNetworks} from './accounts.js';
import {type ChallengePage, createChallenges} from './challenge.js';
import {readClaimed} from './claim.js';
import {type Enquiries, paymentOf, type ServiceLink, type TillContext, type TillSettings} from './context.js';
import {readActivity, readTakings, wholeDay} from './days.js';
import {clockOffset, failureTeller, inBackground, record, stoppingAtFailure} from './handler.js';
import {addItem, importItems, items, itemsAtHand, takeItemOff} from './items.js';
import {
  closeNotSubmitted,
  deliverMails,
  keepMailPassword,
  mailAddressOf,
  queueMail,
  readSettingsPage,
  startMailer,
} from './mail.js';
import type {Started, Why} from './notes.js';
import {noteWitness} from './office.js';
import {takeLists, watchLists} from './office-lists.js';
import {enterOtp} from './otp.js';
import {
  charge,
  collect,
  correctTender,
  earlier,
  resolve,
  sendAgain,
  supersede,
  takeCash,
  takeOnBook,
} from './payment.js';
import {exchange, refund, refundInCash, resolveRefund} from './refund.js';
import {salesOf} from './sales.js';
import {acceptSettings, allowOutside, changeSetting, settingsNow} from './settings.js';
import {closeBooks, countDrawer, handOver, moveCash, noteDrawer, openShift, readZ, reportX, reportZ} from './shift.js';
import {dropBasket, interruptedBasket, parkBasket, parkedBaskets, showBasket} from './shown-basket.js';
import {closingSlip, issueReceipt, issueZ, kickDrawer, printSlip, receiptOf, reportSlip, saveSlip} from './slips.js';
import {
  addPerson,
  addToken,
  answerApproval,
  approve,
  approveOnScreens,
  changePerson,
  changeRights,
  lockPerson,
  look,
  mayLook,
  noPin,
  recover,
  removePerson,
  setAskApproval,
  signIn,
  signInByToken,
  signOut,
  unlockPerson,
  waitFor,
} from './staff.js';
import {enrol, lookForEnrolment, resolveEnrolment} from './subscription/enrol.js';
import {createPlan, readPlan, refreshPlans} from './subscription/plans.js';
import {
  changeSubscription,
  chargesOf,
  learnCharges,
  readSubscription,
  refreshSubscriptions,
} from './subscription/subscriptions.js';
import {abandonTicket, extendTicket, openTicket, readTicket} from './ticket.js';
import {type AskedTraffic, Watcher} from './watch.js';

/** A verb whose file is imported when it is called: a till that only sells loads no statement readers at start. */
const later =
  <Rest extends unknown[], Result>(load: () => Promise<(context: TillContext, ...rest: Rest) => Promise<Result>>) =>
  async (context: TillContext, ...rest: Rest): Promise<Result> =>
    (await load())(context, ...rest);

const reconciling = () => import('./reconcile.js');
const seals = () => import('./seal.js');
const joining = () => import('./office-join.js');
const tryouts = () => import('./tryouts.js');

/** The operations of a till. Each is a function of the till's context; `createTill` binds it to the context under the name given here. */
const verbs = {
  collect,
  charge,
  takeCash,
  sendAgain,
  supersede,
  enterOtp,
  resolve,
  correctTender,
  earlier,
  payment: paymentOf,
  takeOnBook,
  setAccount,
  shareAccounts,
  statementOf,
  openTicket,
  extendTicket,
  abandonTicket,
  readTicket,
  items,
  itemsAtHand,
  importItems,
  addItem,
  takeItemOff,
  showBasket,
  interruptedBasket,
  dropBasket,
  parkBasket,
  parkedBaskets,
  refund,
  refundInCash,
  exchange,
  resolveRefund,
  openShift,
  handOver,
  moveCash,
  noteDrawer,
  countDrawer,
  reportX,
  reportZ,
  readZ,
  setClosing,
  confirmClock,
  closeBooks,
  closingSlip,
  takings: readTakings,
  activity: readActivity,
  issueReceipt,
  issueZ,
  receiptOf,
  reportSlip,
  printSlip,
  saveSlip,
  kickDrawer,
  claimed: readClaimed,
  sales: salesOf,
  networks: offeredNetworks,
  networksAtHand,
  banks: banksOf,
  holder: holderOf,
  createPlan,
  readPlan,
  refreshPlans,
  refreshSubscriptions,
  readSubscription,
  chargesOf,
  learnCharges,
  changeSubscription,
  enrol,
  lookForEnrolment,
  resolveEnrolment,
  importSource: later(async () => (await reconciling()).importSource),
  writeLayouts: later(async () => (await import('./layouts.js')).writeLayouts),
  reconcile: later(async () => (await reconciling()).reconcileDays),
  decide: later(async () => (await reconciling()).decide),
  confirmMatch: later(async () => (await reconciling()).confirmMatch),
  receiveRow: later(async () => (await reconciling()).receiveRow),
  sealReconciliation: later(async () => (await seals()).sealReconciliation),
  countersign: later(async () => (await seals()).countersign),
  joinOffice: later(async () => (await joining()).joinOffice),
  leaveOffice: later(async () => (await joining()).leaveOffice),
  shipNow: later(async () => (await joining()).shipNow),
  tryPrinter: later(async () => (await tryouts()).tryPrinter),
  tryDrawer: later(async () => (await tryouts()).tryDrawer),
  tryMail: later(async () => (await tryouts()).tryMail),
  findPrinters: later(async () => (await tryouts()).searchPrinters),
  backUp: later(async () => (await tryouts()).backUp),
  addBackupKey: later(async () => (await tryouts()).addBackupKey),
  addPerson,
  addToken,
  changePerson,
  lockPerson,
  removePerson,
  unlockPerson,
  changeRights,
  signIn,
  signInByToken,
  waitFor,
  signOut,
  recover,
  approve,
  setAskApproval,
  approveOnScreens,
  answerApproval,
  look,
  takeLists,
  queueMail,
  keepMailPassword,
  settingsNow,
  changeSetting,
  acceptSettings,
  allowOutside,
  noteWitness,
  deliverMails,
  readSettings: readSettingsPage,
  decideShredding: later(async () => (await import('./retention.js')).decideShredding),
  confirmRestore,
  acceptJournal,
  closeNotSubmitted,
};

type Bound<Verbs> = {
  readonly [Name in keyof Verbs]: Verbs[Name] extends (context: TillContext, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** The verbs of the till, and the questions that a user interface may ask it. Screens and commands know nothing else of the shell. */
export type Till = Bound<typeof verbs> &
  Enquiries & {
    readonly settings: TillSettings;
    readonly state: State;
    /**
     * Called after every change of the state, the connection or the watched payments, with the references of the payments that the change
     * concerns. Returns the function that ends the subscription.
     */
    readonly subscribe: (listener: (references: ReadonlySet<string>) => void) => () => void;
    readonly now: () => number;
    /** Milliseconds of a clock that never goes back, even if somebody sets the system clock. */
    readonly monotonic: () => number;
    readonly link: () => ServiceLink;
    readonly clockSkew: () => number | undefined;
    /** The person who is signed in; undefined if nobody is, and in a till without staff. */
    readonly actor: () => Person | undefined;
    readonly lastActor: () => number | undefined;
    /** For how many milliseconds in all whoever signs in has to wait now; 0 if nobody waits. */
    readonly signInWait: () => number;
    /** The customers who may buy on the book, with what the other tills of the home knew of them when `shareAccounts` last asked. */
    readonly accounts: () => CustomerAccounts;
    /** The e-mail address that a receipt of this payment would go to; empty if none is known. */
    readonly mailAddressOf: (reference: string, shopEmail: string) => string;
    /** Why queued receipts cannot be sent by e-mail at the moment; undefined if nothing prevents it. */
    readonly mailTrouble: () => Problem | undefined;
    /** Whether `typed` is the PIN that the signed-in person used to sign in. */
    readonly isOwnPin: (typed: string) => boolean;
    /** Whether the signed-in person may look at what only this verb gives access to. In a till without staff everybody may. */
    readonly mayLook: (verb: Verb) => boolean;
    readonly pendingApproval: () => Action | undefined;
    readonly writeFailure: () => Problem | undefined;
    readonly traffic: () => {readonly sent: number; readonly received: number};
    /** The average traffic per sale, including its status questions, and per question; undefined before the first. */
    readonly wire: () => Wire;
    /** The page for a bank's challenge. It is served until the till closes or the payment has ended; see `Challenges`. */
    readonly challenge: (reference: string) => Promise<ChallengePage | undefined>;
    /** Opens a page in the browser of this machine; false if the attempt could not be made. */
    readonly openPage: (url: string) => Promise<boolean>;
    /** Starts to ask about open payments automatically, and records that the till is open. */
    readonly watch: () => void;
    /** Finishes the work under way, records how the till was closed, and releases the journal. */
    readonly close: (why?: Why) => Promise<void>;
  };

/** While a close is under way, the till accepts no new sales. */
function setClosing(context: TillContext, isClosing: boolean): void {
  context.isClosing = isClosing;
  context.changed();
}

/** A named person lets a restored till go on. False if nothing holds it back. Throws `Problem` as the check of rights does. */
async function confirmRestore(
  context: TillContext,
  {person, reason}: {readonly person: string; readonly reason: string},
): Promise<boolean> {
  if ((context.state.restored?.unasked.length ?? 0) === 0) return false;
  await record(context, {type: 'restore-confirmed', person, data: {reason}});
  return true;
}

/** An owner takes the lines as they are; returns why they were unproved, or undefined. Throws `Problem` as the check of rights. */
async function acceptJournal(context: TillContext, person: string): Promise<string | undefined> {
  const {unproved: why} = context.journal;
  if (why === undefined) return undefined;
  await record(context, {type: 'journal-accepted', person, data: {why}});
  await context.journal.acceptHead();
  return why;
}

/** Records that a person has seen how far this machine's clock is from the clock of the service. */
async function confirmClock(context: TillContext): Promise<void> {
  const skewSeconds = Math.round((context.clockSkew ?? 0) / 1000);
  await record(context, {type: 'clock-confirmed', data: {skewSeconds}});
}

const bind = <Verbs extends Record<string, (context: TillContext, ...rest: never[]) => unknown>>(
  each: Verbs,
  context: TillContext,
): Bound<Verbs> =>
  Object.fromEntries(Object.entries(each).map(([name, verb]) => [name, verb.bind(undefined, context)])) as Bound<Verbs>;

/** Average bytes, sent and received, since the till opened: per sale with its questions, and per question. */
type Wire = {readonly perSale: number | undefined; readonly perQuestion: number | undefined};

type TillParts = Pick<
  TillContext,
  'settings' | 'world' | 'service' | 'journal' | 'disk' | 'state' | 'sign' | 'book' | 'ship' | 'version'
> & {
  readonly environment: Environment;
  /** Records the start and the end of this run of the till; absent for a till whose start need not be recorded. */
  readonly started?: Started;
  readonly release: () => Promise<void>;
  /** Called with failures that do not stop the till from working. */
  readonly notice?: (problem: Problem) => void;
};

/** What a till remembers of its run, before anything has happened. */
const atOpening = (world: World) =>
  ({
    offered: new Map(),
    priceList: undefined,
    mailer: undefined,
    isClosing: false,
    inUse: new Set(),
    mutex: Promise.resolve(),
    underWay: new Set(),
    lostCodes: new Map(),
    link: {state: 'untried', since: world.monotonic(), refusedKey: false},
    clockSkew: undefined,
    actor: undefined,
    isOwnPin: noPin,
    approvals: new Map(),
    signIns: 0,
    askApproval: undefined,
    pendingApproval: undefined,
    lastActor: undefined,
    refusedElsewhere: new Map(),
    accountsBeside: [],
    signInWait: 0,
    refusedAt: world.monotonic(),
    refusedUnwritten: 0,
    clockOffset: clockOffset(world),
    writeFailure: undefined,
  }) satisfies Partial<TillContext>;

/** What a face may read of the context at any moment. */
const readingsOf = (context: TillContext) =>
  ({
    now: context.world.now,
    monotonic: context.world.monotonic,
    link: () => context.link,
    clockSkew: () => context.clockSkew,
    actor: () => context.actor,
    lastActor: () => context.lastActor,
    signInWait: () => context.signInWait,
    accounts: () => accountsOf(context),
    isOwnPin: typed => context.isOwnPin(typed),
    mailAddressOf: (reference, shopEmail) => mailAddressOf(context, reference, shopEmail),
    mailTrouble: () => context.mailer?.trouble,
    mayLook: verb => mayLook(context, verb),
    pendingApproval: () => context.pendingApproval?.action,
    writeFailure: () => context.writeFailure,
  }) satisfies Partial<Till>;

/** Creates the till over an open journal. Its writer calls `onEvents` with all events on the disk and in the state. */
export function createTill(parts: TillParts): {till: Till; onEvents: (events: readonly StoredEvent[]) => void} {
  const listeners = new Set<(references: ReadonlySet<string>) => void>();
  const changed = (references: ReadonlySet<string> = new Set()) => {
    for (const listener of listeners) listener(references);
  };
  const {release, environment, started, notice = () => {}, ...shared} = parts;
  const leaving = new AbortController();
  const context: TillContext = {
    ...shared,
    ...atOpening(parts.world),
    leaving: leaving.signal,
    changed,
    tell: failureTeller(notice, {writeFailure: () => context.writeFailure}),
    takeLists: () => takeLists(context),
    get watcher() {
      return watcher;
    },
  };
  const watcher = new Watcher(context);
  const challenges = createChallenges(context, environment);
  const {state, settings} = context;
  const till: Till = {
    ...bind(verbs, context),
    settings,
    state,
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...readingsOf(context),
    traffic: context.service.traffic,
    wire: () => wireOf(watcher.asked()),
    challenge: challenges.page,
    openPage: openBrowser,
    check: reference => watcher.check(reference),
    checkAtPace: (reference, signal) => watcher.checkAtPace(reference, signal),
    outlook: (reference, number) => watcher.outlook(reference, number),
    focus: reference => watcher.focus(reference),
    watch: () => {
      watcher.start();
      context.mailer ??= startMailer(context);
      watchLists(context);
      inBackground(
        context,
        wholeDay(context, context.leaving).then(() => context.changed()),
      );
      inBackground(context, stoppingAtFailure(context, started?.begin() ?? Promise.resolve()));
    },
    close: async (why = 'left') => {
      leaving.abort();
      await Promise.all([watcher.stop(), challenges.close(), ...context.underWay]);
      await started?.end(why).catch(() => undefined); // a disk that accepts no line must not prevent the till from closing
      await release();
    },
  };
  const onEvents = (events: readonly StoredEvent[]) => {
    for (const event of events) {
      if (event.type === 'segment-opened') {
        forgetDaysBefore(context, event);
        inBackground(context, noteWitness(context));
      }
      // If the clock has been corrected since, even the sale on the screen can belong to a day long past.
      else if (event.type === 'requested') context.inUse.add(event.data.reference);
    }
    watcher.notice(events);
    changed(new Set(events.flatMap(({data}) => ('reference' in data ? data.reference : []))));
  };
  return {till, onEvents};
}

function wireOf({sales, saleBytes, questions, questionBytes}: AskedTraffic): Wire {
  const each = (bytes: number, count: number) => (count === 0 ? undefined : Math.round(bytes / count));
  return {perSale: each(saleBytes + questionBytes, sales), perQuestion: each(questionBytes, questions)};
}

/** When a business day begins, the day before it stays in memory, because its last sale may still be on the screen. */
function forgetDaysBefore({state, inUse}: TillContext, {data}: StoredEvent & {type: 'segment-opened'}): void {
  if (data.previousSegment !== null) forgetSettled(state, data.previousSegment, inUse);
  inUse.clear();
}
