import type {Journal} from '../../store/journal.js';
import type {SecretPlace} from '../../store/staff-secrets.js';
import type {Config} from '../config.js';
import type {PriceList} from '../core/item/list.js';
import {recallEvents, type State} from '../core/journal/state.js';
import type {Network} from '../core/market/market.js';
import type {Payment} from '../core/payment/payment.js';
import {Problem} from '../core/problem.js';
import type {Answer} from '../core/service/answer.js';
import {isKeyRefused} from '../core/service/reply.js';
import type {Service} from '../core/service/service.js';
import type {Action} from '../core/staff/actions.js';
import type {CredentialKind} from '../core/staff/schema.js';
import type {Person} from '../core/staff/staff.js';
import type {World} from '../core/world.js';
import type {CheckedSettings} from './home.js';
import {recallTicket} from './past-ticket.js';
import type {Sign} from './signing.js';

/** What a till is told once, when it opens. `networks` stand before the service's list and the table. */
export type TillSettings = Pick<
  Config,
  | 'person'
  | 'country'
  | 'shop'
  | 'language'
  | 'customerLanguage'
  | 'profile'
  | 'zone'
  | 'dayStartsAt'
  | 'cooldownMinutes'
  | 'networks'
  | 'callbackUrl'
  | 'authorisedDifference'
  | 'saleCeiling'
  | 'reconciliation'
  | 'printer'
  | 'mail'
> & {
  readonly till: string;
  /** Where its journal lies. */
  readonly folder: string;
  /** The address of this machine on which a bank's page is served to a phone in the shop; absent: for this machine alone. */
  readonly listen?: string | undefined;
  /** Every till that has a journal in the same home now, as `live/K7Q`; absent where there is no home. */
  readonly tillsInHome?: () => readonly string[];
  /** Whether the service is on this machine, where practice has the bank's page too. Never of a live till. */
  readonly isServiceHere?: boolean;
  /** The host of the service where that is not the usual one. */
  readonly unusualHost?: string | undefined;
  /** Somebody else has named this mail server, or may have: it is told nothing. */
  readonly isMailChangedOutside?: boolean;
};

/** What lets queued receipts leave by e-mail. */
export type MailQueue = {readonly wake: () => void; readonly trouble: Problem | undefined};

/**
 * What somebody gives to prove who it is; `typed` is what was typed or scanned, by its form a PIN, a badge or a passphrase. `picks`: a
 * badge is whoever's it is, whoever was named.
 */
export type Identification = {
  readonly name: string;
  readonly by: CredentialKind | 'typed';
  readonly secret: string;
  readonly picks?: boolean;
};

/** The link to the service as the last request saw it. `since` is monotonic. */
export type ServiceLink = {
  readonly state: 'untried' | 'up' | 'down';
  readonly since: number;
  readonly refusedKey: boolean;
};

/** What a screen shows of the watching of a payment. */
export type Outlook = {readonly inMs: number | undefined; readonly asked: number; readonly isAsking: boolean};

/** The watching of payments; see `Watcher`. */
export type Enquiries = {
  /** Asks the service about a payment now. */
  readonly check: (reference: string) => Promise<void>;
  /** As `check`, for one of many in a row: at the pace of the watching, and waiting for a service that is busy. */
  readonly checkAtPace: (reference: string, signal?: AbortSignal) => Promise<void>;
  /** How the watching of a payment, or of one of its refunds, stands. */
  readonly outlook: (reference: string, refund?: number) => Outlook;
  /** Names the payment on screen, which is asked about first and more often; undefined when there is none. */
  readonly focus: (reference: string | undefined) => void;
};

/** The settings of a home, and the till’s key as it is now, by which they are signed. */
export type SettingsBook = {readonly home: CheckedSettings; readonly publicKey: string};

/** What the verbs share. Only they append to the journal or call the service. */
export type TillContext = {
  readonly settings: TillSettings;
  readonly world: World;
  readonly service: Service;
  readonly journal: Journal;
  /** Where what proves who people are is kept, in the folder of the settings. */
  readonly disk: SecretPlace['disk'];
  readonly state: State;
  readonly sign: Sign;
  /** The settings of its home; absent for a till without one. */
  readonly book?: SettingsBook | undefined;
  readonly watcher: Enquiries;
  readonly offered: Map<string, readonly Network[]>;
  /** Lets queued receipts leave by e-mail; absent until the till is watched. */
  mailer: MailQueue | undefined;
  /** The price list as it was read last, by its hash. */
  priceList: {readonly sha256: string | undefined; readonly list: PriceList} | undefined;
  link: ServiceLink;
  /** This machine's clock minus the service's, in milliseconds, by the last answer that told its time. */
  clockSkew: number | undefined;
  /** Who is signed in; undefined where nobody is, and in a till without staff. */
  actor: Person | undefined;
  /** Tells the PIN by which whoever is signed in did so, for as long; nothing of it can be read from it. */
  isOwnPin: (typed: string) => boolean;
  /** What somebody else has approved and was not done yet, by its text; `by` is a person's number and `until` monotonic. In memory alone: it ends with the process. */
  readonly approvals: Map<string, {readonly by: number; readonly until: number}>;
  /** How often somebody has signed in or out: what was begun under one sign-in is nothing under the next, of the same person too. */
  signIns: number;
  /** Asks for the second person where a command needs one, and has it approved; absent on the screens, which ask and then do it again. */
  askApproval: ((action: Action) => Promise<boolean>) | undefined;
  /** What waits for the second person on a screen; `settle` says whether it was approved. */
  pendingApproval: {readonly action: Action; readonly settle: (isApproved: boolean) => void} | undefined;
  /** The number of who was signed in last. */
  lastActor: number | undefined;
  /** When the last wrong PIN was given here, or the till was opened; monotonic. What is waited for is counted from it. */
  refusedAt: number;
  /** The machine's clock less the one that only goes forward, as it was last seen. */
  clockOffset: number;
  /** The first failure to write; nothing is asked of the service for money afterwards. */
  writeFailure: Problem | undefined;
  /** Aborts when the till closes: what is under way ends, and is written down as it ended. */
  readonly leaving: AbortSignal;
  /** Payments that were asked for since the business day began: they stay at hand when it ends. */
  readonly inUse: Set<string>;
  /** A close is under way: nothing new is sold. */
  isClosing: boolean;
  /** The last decision: the next one waits until it is on the disk, and so sees it. */
  mutex: Promise<unknown>;
  /** What must be written down before the journal closes. */
  readonly underWay: Set<Promise<unknown>>;
  /** One-time passwords by payment whose fate nobody knows: in memory alone, so that none leaves twice. */
  readonly lostCodes: Map<string, Set<string>>;
  /** Told after every change of the state, the link or the watching. */
  readonly changed: () => void;
};

/** Learns of the link and of the clock from any answer of the service. */
export function observe(context: TillContext, answer: Answer): void {
  const mono = context.world.monotonic();
  const state = answer.kind === 'answered' ? 'up' : 'down';
  const refusedKey = answer.kind === 'answered' ? isKeyRefused(answer) : context.link.refusedKey;
  if (state !== context.link.state || refusedKey !== context.link.refusedKey) {
    context.link = {state, since: mono, refusedKey};
  }
  if (answer.kind === 'answered' && answer.serverTime !== undefined) {
    context.clockSkew = context.world.now() - answer.serverTime;
  }
  context.changed();
}

/** The payment of this reference, read from older segments when it is not at hand. Throws `Problem` payment-unknown. */
export async function paymentOf(context: TillContext, reference: string): Promise<Payment> {
  context.inUse.add(reference);
  const atHand = context.state.payments.get(reference);
  if (atHand !== undefined) return atHand;
  await readBack(context, reference);
  const found = context.state.payments.get(reference);
  if (found === undefined) throw new Problem('payment-unknown', {reference});
  if (!context.state.payments.has(found.sale)) await readBack(context, found.sale);
  if (found.request.ticket !== undefined) await recallTicket(context, found.request.ticket);
  context.changed();
  return found;
}

/** Two may ask at once; the events are folded once. */
async function readBack({journal, state}: TillContext, reference: string): Promise<void> {
  const events = await journal.eventsOf(reference);
  if (!state.payments.has(reference)) recallEvents(state, events);
}
