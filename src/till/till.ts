import type {StoredEvent} from '../core/event.js';
import type {Market, Network} from '../core/markets.js';
import type {Order} from '../core/order.js';
import type {Payment} from '../core/payment.js';
import type {Problem} from '../core/problem.js';
import {forgetSettled, type State} from '../core/state.js';
import {offeredNetworks} from './banks.js';
import {type Context, type Link, paymentOf, record, type TillSettings} from './context.js';
import {enterOtp} from './otp.js';
import {type Judging, resolve} from './resolve.js';
import {closeNeverLeft, earlierPayment, sendAgain, setAside, type TakeOptions, take} from './take.js';
import {type Asked, type Outlook, Watcher} from './watch.js';

/** The verbs of the till and what a face may ask of it. Screens and commands know nothing else of the shell. */
export type Till = {
  readonly settings: TillSettings;
  readonly state: State;
  /** Called after every change of the state, the link or the watching; returns the way to stop it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Grows with every change, for `useSyncExternalStore`. */
  readonly version: () => number;
  readonly now: () => number;
  readonly link: () => Link;
  readonly clockSkew: () => number | undefined;
  /** The failure to write that stopped this till, if one did. */
  readonly poison: () => Problem | undefined;
  readonly traffic: () => {readonly sent: number; readonly received: number};
  /** What the link has carried for a sale, its questions included, and for a question; undefined before the first. */
  readonly wire: () => Wire;
  readonly take: (order: Order, options?: TakeOptions) => Promise<{reference: string; finished: Promise<void>}>;
  readonly sendAgain: (reference: string) => Promise<void>;
  readonly setAside: (reference: string) => Promise<void>;
  readonly enterOtp: (reference: string, code: string) => Promise<void>;
  readonly resolve: (reference: string, judging: Judging) => Promise<void>;
  /** Asks the service about a payment now. */
  readonly check: (reference: string) => Promise<void>;
  /** Reads a payment, from older days too. */
  readonly payment: (reference: string) => Promise<Payment>;
  readonly earlier: (wallet: string) => Payment | undefined;
  /** The networks that can be asked now: the service's list when it answers, the merchant's edits before it, else the table. */
  readonly networks: (market: Market) => Promise<readonly Network[]>;
  /** The same as far as it is at hand, at once. */
  readonly networksAtHand: (market: Market) => readonly Network[];
  readonly confirmClock: () => Promise<void>;
  readonly front: (reference: string | undefined) => void;
  readonly outlook: (reference: string) => Outlook;
  readonly watch: () => void;
  /** To be called once, when the journal has opened. */
  readonly closeNeverLeft: () => Promise<void>;
  /** Ends what is under way, writes down how it ended, and frees the journal. */
  readonly close: () => Promise<void>;
};

/** Bytes both ways, on the average since the till opened. */
export type Wire = {readonly perSale: number | undefined; readonly perQuestion: number | undefined};

export type TillParts = Pick<Context, 'settings' | 'world' | 'service' | 'journal' | 'state'> & {
  readonly release: () => Promise<void>;
};

/**
 * Puts the verbs together over an open journal whose events are folded already. The journal's writer tells `onEvents` of
 * every event that it has put on the disk and into the state.
 */
export function createTill(parts: TillParts): {till: Till; onEvents: (events: readonly StoredEvent[]) => void} {
  const listeners = new Set<() => void>();
  let version = 0;
  const changed = () => {
    version += 1;
    for (const listener of listeners) listener();
  };
  const {release, ...shared} = parts;
  const link = {state: 'untried', since: parts.world.monotonic(), refusedKey: false} as const;
  const leaving = new AbortController();
  const context: Context = {
    ...shared,
    offered: new Map(),
    underWay: new Set(),
    leaving: leaving.signal,
    link,
    clockSkew: undefined,
    poison: undefined,
    changed,
  };
  const watcher = new Watcher(context);
  const {state, settings, world} = context;
  const till: Till = {
    settings,
    state,
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    now: world.now,
    link: () => context.link,
    clockSkew: () => context.clockSkew,
    poison: () => context.poison,
    traffic: context.service.traffic,
    wire: () => wireOf(context.service.traffic(), watcher.asked()),
    take: (order, options) => take(context, order, options),
    sendAgain: reference => sendAgain(context, reference),
    setAside: reference => setAside(context, reference),
    enterOtp: (reference, code) => enterOtp(context, watcher, reference, code),
    resolve: (reference, judging) => resolve(context, reference, judging),
    check: reference => watcher.check(reference),
    payment: reference => paymentOf(context, reference),
    earlier: wallet => earlierPayment(context, wallet),
    networks: market => offeredNetworks(context, market),
    networksAtHand: market => context.offered.get(market.country) ?? market.networks,
    confirmClock: () =>
      record(context, {type: 'clock-confirmed', data: {skewSeconds: Math.round((context.clockSkew ?? 0) / 1000)}}),
    front: reference => watcher.front(reference),
    outlook: reference => watcher.outlook(reference),
    watch: () => watcher.start(),
    closeNeverLeft: () => closeNeverLeft(context),
    close: async () => {
      leaving.abort();
      await Promise.all([watcher.stop(), ...context.underWay]);
      await release();
    },
  };
  const onEvents = (events: readonly StoredEvent[]) => {
    for (const event of events) if (event.type === 'segment-opened') forgetDaysBefore(state, event);
    watcher.notice(events);
    changed();
  };
  return {till, onEvents};
}

function wireOf({sent, received}: ReturnType<Till['traffic']>, {sales, questions, questionBytes}: Asked): Wire {
  const each = (bytes: number, count: number) => (count === 0 ? undefined : Math.round(bytes / count));
  return {perSale: each(sent + received, sales), perQuestion: each(questionBytes, questions)};
}

/** When a business day begins, the one before it stays at hand: its last sale may still be on the screen. */
function forgetDaysBefore(state: State, {data}: StoredEvent & {type: 'segment-opened'}): void {
  if (data.previousSegment !== null) forgetSettled(state, data.previousSegment);
}
