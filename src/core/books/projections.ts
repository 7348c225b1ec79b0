import {accountsSpec, evolveAccounts} from '../account/account.js';
import type {EventData, StoredEvent} from '../events/event.js';
import {keysAfter, type NamedKey, namedKeySpec} from '../journal/schema.js';
import {evolveMails, mailsSpec, noMails} from '../mail/mail.js';
import type {Payment} from '../payment/payment.js';
import {evolveRecords, noRecords, recordsSpec} from '../reconcile/records/records.js';
import {evolveRestored, type Restored, restoredSpec} from '../restore/restored.js';
import {evolveStaff} from '../rights/rights.js';
import {evolveLedger} from '../shift/ledger.js';
import {emptyLedger, ledgerSpec} from '../shift/ledger-schema.js';
import {count, list, object, optional, orNull, type Spec, type Specified, text} from '../spec/spec.js';
import {listSpec} from '../staff/signed-list.js';
import {noStaff, staffSpec} from '../staff/staff.js';
import {
  evolveRegistry,
  type Registry,
  registryFrom,
  registrySpec,
  type StoredRegistry,
  storedRegistry,
} from '../subscription/registry.js';
import {evolveTechnical, nothingTechnical, technicalSpec} from '../technical/technical.js';
import {
  evolveTickets,
  type StoredTickets,
  storedTickets,
  type TicketFlow,
  type Tickets,
  ticketsFrom,
  ticketsSpec,
} from '../ticket/ticket.js';

/** The payment that an event has changed, if any, and the instant of the line before it; empty if there is none. */
type Change = {
  readonly before?: Payment | undefined;
  readonly after?: Payment | undefined;
  readonly lastAt: string;
  /** The money of a ticket. The fold of the tickets, which is the first, states it for the others. */
  flow?: TicketFlow | undefined;
};

/** Something that is folded from all events, and stored beside each closed segment for the fold of the next one. */
type Projection<T, Stored> = {
  /** Raised when the fold makes something else of the same events, or stores it in another form: what another version stored is made again. */
  readonly version: number;
  readonly stored: Spec<Stored>;
  /** The value as it was stored; that of an empty journal if nothing was. */
  from(stored?: Stored): T;
  /** The value after one more event; a `Map` in it is changed in place. */
  evolve(value: T, event: StoredEvent, change: Change): T;
  /** What is stored of the value at line `seq`, which is of the instant `now`. */
  summarise(value: T, end: {readonly seq: number; readonly now: number}): Stored;
};

const plain = <T>(stored: Spec<T>, none: T, evolve: Projection<T, T>['evolve'], version = 1): Projection<T, T> => ({
  version,
  stored,
  from: (value = none) => value,
  evolve,
  summarise: value => value,
});

/** The price list, which is a file beside the journal. Its hash makes sure that no other file is taken for it. */
const itemsSpec = orNull(
  object({
    sha256: text(),
    items: count('how many it has'),
    list: optional(listSpec, 'no list of a head office was ever in force'),
  }),
  'the till has none',
);

type ItemsInForce = Specified<typeof itemsSpec>;
/** A person may change the list of an office, which is known until the next one comes. */
const itemsAfter = (
  before: ItemsInForce,
  {sha256, items, list = before?.list}: EventData<'items-changed'>,
): ItemsInForce => ({sha256, items, ...(list && {list})});

/** All projections, in the order in which they are folded. */
export const projections = {
  /** Sales that are paid in parts: the open tickets, those that may open again, and others that ended a short while ago. */
  tickets: {
    version: 3,
    stored: ticketsSpec,
    from: ticketsFrom,
    evolve: (tickets, event, change) => {
      change.flow = evolveTickets(tickets, event, change.before, change.after);
      return tickets;
    },
    summarise: (tickets, {seq}) => storedTickets(tickets, seq),
  } satisfies Projection<Tickets, StoredTickets>,
  /** Who may buy on the book, and what they owe. */
  accounts: plain(accountsSpec, {}, evolveAccounts, 2),
  /** The basis of X and Z reports. */
  ledger: plain(ledgerSpec, emptyLedger, evolveLedger, 6),
  /** Plans, subscriptions and enrolments. */
  registry: {
    version: 1,
    stored: registrySpec,
    from: registryFrom,
    evolve: (registry, event) => {
      evolveRegistry(registry, event);
      return registry;
    },
    summarise: (registry, {now}) => storedRegistry(registry, now),
  } satisfies Projection<Registry, StoredRegistry>,
  /** Files that were read, and how differences were resolved. */
  reconciled: plain(recordsSpec, noRecords, evolveRecords),
  /** The keys with which the till has signed, oldest first; empty if no line has named one yet. */
  keys: plain<readonly NamedKey[]>(list(namedKeySpec), [], keysAfter),
  /** What the service has to be asked about after a restore. */
  restored: plain<Restored>(restoredSpec, null, (restored, event, {lastAt}) => evolveRestored(restored, event, lastAt)),
  /** The till's price list; null if it has none. */
  items: plain<ItemsInForce>(itemsSpec, null, (items, event) =>
    event.type === 'items-changed' ? itemsAfter(items, event.data) : items,
  ),
  /** Receipts that are sent by e-mail. */
  mails: plain(mailsSpec, noMails, (mails, event, {after}) => evolveMails(mails, event, after)),
  /** The people of the till. */
  staff: plain(staffSpec, noStaff, evolveStaff),
  /** What the next start is compared with. */
  technical: plain(technicalSpec, nothingTechnical, evolveTechnical),
};

type Table = typeof projections;
/** What is folded from all events. */
export type Projections = {[Name in keyof Table]: ReturnType<Table[Name]['from']>};
/** The projections as they are stored beside a closed segment. */
export type StoredTotals = {readonly [Name in keyof Table]: Specified<Table[Name]['stored']>};

const table: readonly [string, Projection<unknown, unknown>][] = Object.entries(projections);
const ofAll = (value: (of: Projection<unknown, unknown>, name: string) => unknown): unknown =>
  Object.fromEntries(table.map(([name, of]) => [name, value(of, name)]));
type Values = Record<string, unknown>;

export const totalsSpec = object(ofAll(({stored}) => stored) as Record<string, Spec>) as Spec<StoredTotals>;

/** The version of the payments that are carried from segment to segment beside the projections. */
const carriedVersion = 2;

/** The version of all folds together: that of what is carried, and one more for each projection that has another version. */
export const foldVersion = table.reduce((sum, [, {version}]) => sum + version - 1, carriedVersion);

/** The projections as they were stored; those of an empty journal if nothing was. */
export const projectionsFrom = (totals: StoredTotals | null): Projections =>
  ofAll(({from}, name) => from((totals as Values | null)?.[name])) as Projections;

/** Takes in one more event, in place. */
export function project(values: Projections, event: StoredEvent, change: Change): void {
  for (const [name, {evolve}] of table) (values as Values)[name] = evolve((values as Values)[name], event, change);
}

/** What is stored of the projections at line `seq`, which is of the instant `now`. */
export const totalsOf = (values: Projections, end: {readonly seq: number; readonly now: number}): StoredTotals =>
  ofAll(({summarise}, name) => summarise((values as Values)[name], end)) as StoredTotals;
