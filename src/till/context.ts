import type {Disk} from '../../store/disk.js';
import type {Journal} from '../../store/journal.js';
import type {SecretPlace} from '../../store/staff-secrets.js';
import type {Config} from '../config.js';
import type {AccountsBeside} from '../core/account/account.js';
import {recallEvents, type State} from '../core/books/state.js';
import type {Service} from '../core/endpoints/service.js';
import type {PriceList} from '../core/item/list.js';
import type {Network} from '../core/market/market.js';
import type {Payment} from '../core/payment/payment.js';
import {Problem} from '../core/problem.js';
import type {BooksBeside} from '../core/reconcile/records/known-records.js';
import type {Action} from '../core/rights/actions.js';
import type {Answer} from '../core/service/answer.js';
import {isKeyRefused} from '../core/service/reply.js';
import type {OtherTill} from '../core/shift/report.js';
import type {CredentialKind} from '../core/staff/schema.js';
import type {Person, Staff} from '../core/staff/staff.js';
import type {PlainSettings} from '../core/technical/setting-table.js';
import type {OutsideValue} from '../core/technical/settings.js';
import type {World} from '../core/world.js';
import type {CheckedSettings} from './home.js';
import {recallTicket} from './past-ticket.js';
import type {Sign} from './signing.js';

/** The settings that a till is given when it opens. `networks` come before the service's list and the table. */
export type TillSettings = PlainSettings &
  Pick<
    Config,
    | 'person'
    | 'country'
    | 'shop'
    | 'language'
    | 'customerLanguage'
    | 'profile'
    | 'zone'
    | 'callbackUrl'
    | 'authorisedDifference'
    | 'saleCeiling'
    | 'cashStep'
    | 'walletStep'
    | 'reconciliation'
    | 'printer'
    | 'receipt'
    | 'mail'
    | 'labels'
  > & {
    readonly till: string;
    readonly folder: string;
    /** The address of this machine on which a bank's page is served to a phone in the shop. If absent, it is served only to this machine. */
    readonly listen?: string | undefined;
    /** Every till that has a journal in the same home now, as `live/K7Q`; absent if there is no home. */
    readonly tillsInHome?: (isRead?: (path: string) => boolean) => readonly string[];
    /** Whether the service is on this machine, where practice has the bank's page, too. Never true for a live till. */
    readonly isServiceHere?: boolean;
    /** The host of the service if it is not the usual one. */
    readonly unusualHost?: string | undefined;
    /** What a Z tells of the other tills of the profile in the same home; absent if there is no home. */
    readonly sumsInHome?: () => Promise<readonly OtherTill[]>;
    /** Runs `work` alone among the home's tills of the profile; absent without a home. Throws `Problem` journal-damaged. */
    readonly aloneInHome?: <T>(work: (beside: readonly HomeBooks[]) => Promise<T>) => Promise<T>;
    /** The people of the other tills of the home, as those tills know them now; absent if there is no home. */
    readonly staffInHome?: () => Promise<readonly Staff[]>;
    /** Has the other tills of the home and the profile take over the people of this one; absent if there is no home. Never rejects. */
    readonly shareStaff?: () => Promise<void>;
    /** What is in force in place of the settings of its home. */
    readonly outside?: readonly (OutsideValue & {readonly from: string})[];
    /** True if this mail server was, or may have been, set outside Duka. It is sent nothing then. */
    readonly isMailChangedOutside?: boolean;
  };

/** What a decision that holds for the whole home is given of another till. */
export type HomeBooks = BooksBeside & AccountsBeside;

export type MailQueue = {readonly wake: () => void; readonly trouble: Problem | undefined};

/** A person's proof of identity. `typed` is known by its form; with `picks`, a badge names its owner whatever name was given. */
export type Identification = {
  readonly name: string;
  readonly by: CredentialKind | 'typed';
  readonly secret: string;
  readonly picks?: boolean;
};

/** The connection to the service as the last request found it. `since` is monotonic. */
export type ServiceLink = {
  readonly state: 'untried' | 'up' | 'down';
  readonly since: number;
  readonly refusedKey: boolean;
};

/** What a screen shows about when a payment is asked about next. */
export type Outlook = {readonly inMs: number | undefined; readonly asked: number; readonly isAsking: boolean};

/** The questions about payments; see `Watcher`. */
export type Enquiries = {
  /** Asks the service about a payment now. */
  readonly check: (reference: string) => Promise<void>;
  /** Like `check`, for one of many questions in a row: at the till's own pace, waiting for a service that is busy. */
  readonly checkAtPace: (reference: string, signal?: AbortSignal) => Promise<void>;
  /** When and how often a payment, or one of its refunds, is asked about. */
  readonly outlook: (reference: string, refund?: number) => Outlook;
  /** Sets the payment on the screen, which is asked about first and more often; undefined if there is none. */
  readonly focus: (reference: string | undefined) => void;
};

/** The settings of a home, and the till’s present key, with which they are signed. */
export type SettingsBook = {readonly home: CheckedSettings; readonly publicKey: string};

/** What the verbs share. Only they append to the journal or call the service. */
export type TillContext = {
  readonly settings: TillSettings;
  readonly world: World;
  readonly service: Service;
  readonly journal: Journal;
  /** The disk with the staff's secrets and the basket, which are in the folder of the settings. */
  readonly disk: SecretPlace['disk'] & Pick<Disk, 'remove'>;
  readonly state: State;
  readonly sign: Sign;
  /** The settings of its home; absent for a till without a home. */
  readonly book?: SettingsBook | undefined;
  readonly watcher: Enquiries;
  /** Takes what the head office has shipped; absent without one. */
  readonly takeLists?: () => Promise<void>;
  /** Has the journal shipped now, unless that is under way. It never rejects; absent for a till without a process for it. */
  readonly ship?: () => Promise<void>;
  readonly version: string;
  readonly offered: Map<string, readonly Network[]>;
  /** Sends queued receipts by e-mail; undefined until the till is watched. */
  mailer: MailQueue | undefined;
  /** The price list as it was last read, with its hash. */
  priceList: {readonly sha256: string | undefined; readonly list: PriceList} | undefined;
  link: ServiceLink;
  /** This machine's clock minus the service's, in milliseconds, by the last answer that stated the service's time. */
  clockSkew: number | undefined;
  /** The person who is signed in; undefined if nobody is, and in a till without staff. */
  actor: Person | undefined;
  /** Recognises the PIN with which the signed-in person signed in, until sign-out. The PIN cannot be derived from it. */
  isOwnPin: (typed: string) => boolean;
  /** Approved actions that are not done yet, by their text; `by` is a person's number, `until` monotonic. They end with the process. */
  readonly approvals: Map<string, {readonly by: number; readonly until: number}>;
  /** How often a person has signed in or out. What was begun under one sign-in is not valid under the next, even of the same person. */
  signIns: number;
  /** Asks for a second person's approval for a command; undefined on the screens, which ask and then run it again. */
  askApproval: ((action: Action) => Promise<boolean>) | undefined;
  /** The action that waits for a second person on a screen. `settle` reports whether it was approved. */
  pendingApproval: {readonly action: Action; readonly settle: (isApproved: boolean) => void} | undefined;
  /** The number of the person who was signed in last. */
  lastActor: number | undefined;
  /** When the last wrong PIN was entered here, or else when the till was opened; monotonic. The waiting time counts from it. */
  refusedAt: number;
  /** The wrong tries here that the journal could not take. */
  refusedUnwritten: number;
  /** The wrong tries at other tills that are known here, by the number of the person; 0 for those of nobody in particular. */
  readonly refusedElsewhere: Map<number, number>;
  /** What the other tills of the home knew of customers when it was last asked for. */
  accountsBeside: readonly AccountsBeside[];
  /** For how many milliseconds in all whoever signs in has to wait now; 0 if nobody waits. */
  signInWait: number;
  /** The difference between the system clock and the monotonic clock when it was last compared. */
  clockOffset: number;
  /** The first write failure. After it, no money is requested from the service. */
  writeFailure: Problem | undefined;
  /** Aborts when the till closes. What is under way then ends, and how it ended is recorded. */
  readonly leaving: AbortSignal;
  /** Payments that were requested or used since the business day began. They stay in memory when it ends. */
  readonly inUse: Set<string>;
  /** True while a close is under way: nothing new is sold. */
  isClosing: boolean;
  /** The last decision. The next one waits until the last is on the disk, and so sees its result. */
  mutex: Promise<unknown>;
  /** Work that must be recorded before the journal closes. */
  readonly underWay: Set<Promise<unknown>>;
  /** One-time passwords with an unknown result, by payment. Kept only in memory, so that none is sent twice. */
  readonly lostCodes: Map<string, Set<string>>;
  /** Called after every change of the state, the connection or the watched payments. */
  readonly changed: () => void;
  /** Called with what work failed with that nobody waits for. */
  readonly tell: (error: unknown) => void;
};

/** Updates what is known of the connection and of the clock from an answer of the service. */
export function observe(context: TillContext, answer: Answer): void {
  const mono = context.world.monotonic();
  // A captive portal answers in the place of the service, with a page.
  const isPage = answer.kind === 'answered' && answer.body === undefined && answer.http < 400;
  const state = answer.kind === 'answered' && !isPage ? 'up' : 'down';
  const refusedKey = answer.kind === 'answered' ? isKeyRefused(answer) : context.link.refusedKey;
  if (state !== context.link.state || refusedKey !== context.link.refusedKey) {
    context.link = {state, since: mono, refusedKey};
  }
  if (answer.kind === 'answered' && answer.serverTime !== undefined) {
    context.clockSkew = context.world.now() - answer.serverTime;
  }
  context.changed();
}

/** Returns the payment with this reference, read from older segments if it is not in memory. Throws `Problem` payment-unknown. */
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

/** Two callers may read the same payment at once; its events are folded only once. */
async function readBack({journal, state}: TillContext, reference: string): Promise<void> {
  const events = await journal.eventsOf(reference);
  if (!state.payments.has(reference)) recallEvents(state, events);
}
