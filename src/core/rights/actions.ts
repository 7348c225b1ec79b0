import type {EventData, EventType} from '../events/event.js';
import {rowWithoutPayer} from '../journal/customers.js';
import type {Money} from '../money/money.js';
import type {CredentialKind, Right, StaffRole, Verb} from '../staff/schema.js';
import {priceChangeOf} from '../ticket/line.js';

/** A change of a person of the staff, or of a subscription. */
type Change = 'add' | 'lock' | 'unlock' | 'remove' | 'withdraw' | 'pause' | 'resume' | 'cancel';
/** How something ended, as a person records it. */
type Outcome = 'paid' | 'not-paid' | 'done' | 'failed' | 'made' | 'not-made';

/** The ids that an approver may be shown about an action. `told` in the messages of the staff has a word for each of them. */
type ToldWord = Change | Outcome | CredentialKind | 'recovery';

/** One thing that the approver of an action is told about it. A `word` is an id that has a word in every language. */
export type Told =
  | {readonly text: string}
  | {readonly word: ToldWord}
  | {readonly person: number}
  | {readonly role: StaffRole}
  | {readonly verb: Verb}
  | {readonly right: Right}
  | {readonly money: Money};

/**
 * Something that a right is needed for. `facts` identify the action. They hold no generated ids, no times, and nothing that identifies a
 * customer: a reader without the key of that month could not reproduce it, and the hash of an approval would reveal it.
 */
export type Action = {
  readonly verb: Verb;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly amount?: Money | undefined;
  /** What the approver has to know besides the amount. It is shown, but neither hashed nor stored. */
  readonly told?: () => readonly Told[];
  /** The person who must have approved it, if the event names one. */
  readonly approver?: string | undefined;
  /** The person who takes something over. That person has to sign for it, unless it is the person who acts. */
  readonly taker?: string | undefined;
};

/** An event before or after it is recorded. */
type Recorded = {[T in EventType]: {readonly type: T; readonly data: EventData<T>}}[EventType];
type Rule<Type extends EventType> = (data: EventData<Type>) => readonly Action[];

const of = (
  verb: Verb,
  facts: Action['facts'],
  amount?: Money,
  told: () => readonly Told[] = () => toldOf(facts),
): readonly Action[] => [
  {
    verb,
    facts: amount === undefined ? facts : {...facts, currency: amount.currency, minor: amount.minor},
    amount,
    told,
  },
];

/** The facts that people read as they are (`readFacts`), and those that are translated (`wordFacts`). */
const readFacts = [
  'reference',
  'earlier',
  'ticket',
  'enrolment',
  'subscription',
  'to',
  'office',
  'text',
  'reason',
  'note',
];
const wordFacts = ['as', 'change'];

const toldOf = (facts: Action['facts']): readonly Told[] =>
  Object.entries(facts).flatMap(([name, value]): readonly Told[] => {
    if (value === '') return [];
    if (wordFacts.includes(name)) return [{word: value as ToldWord}];
    return readFacts.includes(name) ? [{text: String(value)}] : [];
  });

/** An approval of what is accepted or withdrawn at once is for all of it. */
const acceptedFacts = (
  key: string,
  together: EventData<'discrepancy-accepted'>['together'],
): Readonly<Record<string, string | number>> =>
  together === undefined
    ? {key: rowWithoutPayer(key)}
    : {first: rowWithoutPayer(together.first), count: together.count};

/** What is sold: all of a ticket, or what is added to it. */
type Sold = Pick<EventData<'ticket-opened'>, 'lines' | 'total'>;
type Line = Sold['lines'][number];

/** The lines of a ticket that differ from the price list. An approval covers exactly these lines. */
const linesText = (lines: readonly Line[]) =>
  JSON.stringify(
    lines.map(({name, quantity, unitPrice, discount}) => [name, quantity, unitPrice.minor, discount?.minor ?? 0]),
  );

const toldLine = ({name, quantity, reason}: Line, money: Money): readonly Told[] => [
  {text: `${quantity} × ${name}`},
  {money},
  ...(reason === null ? [] : [{text: reason}]),
];

/** The rule of events without a right: answers, what follows from a decision, what the till finds out, and sign-ins. */
const nothing = () => [];

/** The discounts of all lines together, so that splitting a discount does not make it smaller. */
function discounts({lines, total}: Sold): readonly Action[] {
  const given = lines.filter(({discount}) => (discount?.minor ?? 0) !== 0);
  const minor = given.reduce((sum, {discount}) => sum + (discount?.minor ?? 0), 0);
  if (minor === 0) return [];
  const told = () => given.flatMap(line => toldLine(line, line.discount ?? total));
  return of('discount', {total: total.minor, lines: linesText(given)}, {currency: total.currency, minor}, told);
}

/** The sum by which the prices of the lines differ from the list, up or down, with each line rounded up. */
function priceChanges({lines, total}: Sold): readonly Action[] {
  const changed = lines.filter(({unitPrice, listPrice}) => listPrice !== null && listPrice.minor !== unitPrice.minor);
  const minor = changed.reduce((sum, line) => sum + priceChangeOf(line), 0);
  if (minor === 0) return [];
  const told = () => changed.flatMap(line => toldLine(line, line.unitPrice));
  return of('price-change', {total: total.minor, lines: linesText(changed)}, {currency: total.currency, minor}, told);
}

const numbered =
  (type: 'lock' | 'unlock' | 'remove') =>
  ({number}: {readonly number: number}) =>
    of('staff', {type, number}, undefined, () => [{word: type}, {person: number}]);

type StaffChange = EventData<'staff-changed'>;

const newSecretOf = ({credential, recovery}: StaffChange) =>
  credential?.kind ?? (recovery === undefined ? undefined : 'recovery');

function toldChange(change: StaffChange): readonly Told[] {
  const {number, name, role, language, withdrawn} = change;
  const secret = newSecretOf(change);
  const told: Told[] = [{person: number}];
  if (name !== undefined) told.push({text: name});
  if (role !== undefined) told.push({role});
  if (language !== undefined) told.push({text: language});
  if (secret !== undefined) told.push({word: secret});
  if (withdrawn !== undefined) told.push({word: 'withdraw'}, {word: withdrawn});
  return told;
}

/** The actions of each event that need a right. The type requires an entry for every new event. */
const rules: {readonly [Type in EventType]: Rule<Type>} = {
  requested: data => {
    if (data.method === 'subscription') return []; // the service made the charge, whoever is at the till
    const {amount, method, again} = data;
    const before = again === null ? [] : of('supersede', {earlier: again.earlier, minor: amount.minor});
    if (method === 'mobile-money' && data.received)
      return [...of('receive', {row: rowWithoutPayer(data.received.row), ...again}, amount), ...before];
    const beyond =
      data.method === 'account' && data.aboveLimit !== undefined
        ? of('account-limit', {account: data.account}, data.aboveLimit)
        : [];
    return [...of('sell', {method}, amount), ...before, ...beyond];
  },
  sent: nothing,
  answered: nothing,
  'never-left': nothing,
  'otp-sent': ({reference}) => of('sell', {reference}),
  'otp-answered': nothing,
  'status-answered': nothing,
  'charge-taken-back': nothing,
  'set-aside': ({reference}) => of('supersede', {reference}),
  resolved: ({reference, as, reason}) => of('resolve', {reference, as, reason}),
  'tender-corrected': ({reference, tender, amount, reason}) => of('receive', {reference, to: tender, reason}, amount),
  'slip-printed': ({reference, copy}) => (copy > 0 ? of('reprint', {reference}) : []),
  'slip-not-printed': nothing,
  'refund-requested': ({reference, amount, reason}) => of('refund', {reference, reason}, amount),
  'refund-sent': nothing,
  'refund-never-left': nothing,
  'refund-answered': nothing,
  'refund-status-answered': nothing,
  'refund-seen': nothing,
  'refund-resolved': ({reference, refund, as, reason}) => of('resolve', {reference, refund, as, reason}),
  'refund-on-book': ({reference, amount, reason}) => of('refund', {reference, reason}, amount),
  'refund-in-cash': ({reference, amount, reason}) => of('refund-in-cash', {reference, reason}, amount),
  'account-set': ({account, limit, from}) => (from === undefined ? of('account-limit', {account}, limit) : []),
  'ticket-opened': ticket => [...discounts(ticket), ...priceChanges(ticket)],
  'ticket-extended': ticket => [...discounts(ticket), ...priceChanges(ticket)],
  'basket-parked': nothing,
  'basket-dropped': nothing,
  'ticket-abandoned': ({ticket, reason}) => of('supersede', {ticket, reason}),
  'items-changed': ({sha256, list}) => (list === undefined ? of('items-change', {sha256}) : []),
  'shift-opened': ({floats}) => of('shift', {type: 'open', floats: JSON.stringify(floats)}),
  'shift-handed-over': ({to}) => [
    ...of('shift', {type: 'hand-over', to}),
    ...of('shift', {type: 'take-over', to}).map(each => ({...each, taker: to})),
  ],
  'cash-moved': ({kind, amount, reason}) => of(`cash-${kind}`, {reason}, amount),
  'cash-counted': ({counts}) => of('shift', {type: 'count', counts: JSON.stringify(counts)}),
  'drawer-opened': ({reason}) => of('open-drawer', {reason}),
  'report-printed': ({z, copy}) => (copy > 0 ? of('reprint', {z: z ?? 0}) : []),
  'report-not-printed': nothing,
  'x-reported': () => of('totals', {}),
  'z-reported': ({report: {number, difference}}) => {
    const approver = difference?.approver ?? undefined;
    if (approver === undefined) return of('close-day', {number});
    const accepted = of('close-with-difference', {number, note: difference?.note ?? '', approver});
    return [...of('close-day', {number}), ...accepted.map(each => ({...each, approver}))];
  },
  'books-closed': ({closing}) => of('close-books', {of: closing.of}),
  'plan-seen': nothing,
  'subscription-seen': nothing,
  'charges-seen': nothing,
  'enrolment-requested': ({customerEmail, planCode, newPlan, trialPeriodDays, amount}) =>
    of('subscribe', {plan: planCode || (newPlan?.name ?? ''), trialPeriodDays}, amount, () => [
      {text: customerEmail},
      {text: planCode || (newPlan?.name ?? '')},
    ]),
  'enrolment-sent': nothing,
  'enrolment-never-left': nothing,
  'enrolment-answered': nothing,
  'enrolment-resolved': ({by, enrolment, as, reason}) => (by === 'list' ? [] : of('resolve', {enrolment, as, reason})),
  'subscription-change-sent': ({subscription, change, reason}) =>
    of('subscription-change', {subscription, change, reason}),
  'subscription-change-answered': nothing,
  'source-imported': ({sha256}) => of('reconcile', {sha256}),
  'source-withdrawn': ({sha256}) => of('reconcile', {sha256}),
  'layout-kept': ({headingPrint}) => of('reconcile', {headingPrint}),
  reconciled: ({from, to}) => of('reconcile', {from, to}),
  'discrepancy-accepted': ({key, note, together}) =>
    of('accept-difference', {...acceptedFacts(key, together), note}, undefined, () => [
      {text: note},
      ...(together === undefined ? [] : [{text: `× ${together.count}`}]),
    ]),
  'acceptance-withdrawn': ({key, together}) =>
    of('accept-difference', {...acceptedFacts(key, together), as: 'withdrawn'}, undefined, () => []),
  'match-confirmed': ({key, reference}) => of('accept-difference', {key: rowWithoutPayer(key), reference}),
  'match-withdrawn': ({key}) => of('accept-difference', {key: rowWithoutPayer(key)}),
  'rule-added': rule => of('accept-difference', {rule: JSON.stringify(rule)}),
  'rule-removed': ({text}) => of('accept-difference', {text}),
  'receipt-mail-queued': ({reference, copy}) => (copy > 0 ? of('reprint', {reference}) : []),
  'receipt-mail-sent': nothing,
  'receipt-mail-answered': nothing,
  'journal-restored': nothing,
  'restore-confirmed': ({reason}) => of('settings', {type: 'restore', reason}),
  'visitor-admitted': nothing,
  'visitor-reset': nothing,
  'token-made': nothing,
  'token-revoked': nothing,
  'visitor-removed': nothing,
  'sign-in-locked': nothing,
  'tills-staff-changed': nothing,
  'tills-items-changed': nothing,
  'staff-added': ({name, role, verbs = []}) =>
    of('staff', {name, role, verbs: verbs.join(' ')}, undefined, () => [
      {word: 'add'},
      {text: name},
      ...(verbs.length === 0 ? [{role}] : verbs.map(verb => ({verb}))),
    ]),
  'staff-changed': change => {
    const {number, name = '', role = '', language = '', withdrawn = ''} = change;
    const facts = {type: 'change', number, name, role, language, secret: newSecretOf(change) ?? '', withdrawn};
    return of('staff', facts, undefined, () => toldChange(change));
  },
  'staff-listed': nothing,
  'list-refused': nothing,
  'staff-locked': numbered('lock'),
  'staff-unlocked': numbered('unlock'),
  'staff-removed': numbered('remove'),
  'staff-carried-over': ({from}) => of('staff', {type: 'carry-over', from}),
  'signed-in': nothing,
  'signed-out': nothing,
  'sign-in-refused': nothing,
  'rights-changed': change =>
    of('staff', {rights: JSON.stringify(change)}, undefined, () => [
      {role: change.role},
      {verb: change.verb},
      {right: change.right},
      ...[...change.most, ...change.mostInShift].map(money => ({money})),
    ]),
  approved: nothing,
  started: nothing,
  stopped: nothing,
  'clock-set': nothing,
  'clock-confirmed': () => of('settings', {type: 'clock'}),
  'settings-changed': ({by, changes, sha256}) => {
    const told = () => changes.map(({name, from, to}) => ({text: `${name}: ${from ?? '–'} → ${to ?? '–'}`}));
    return by === 'owner' ? of('settings', {sha256}, undefined, told) : [];
  },
  'settings-carried-over': nothing,
  'settings-allowed': ({allowed}) =>
    of('settings', {allowed: JSON.stringify(allowed)}, undefined, () =>
      allowed.map(({name, value}) => ({text: `${name} = ${value}`})),
    ),
  'journal-repaired': nothing,
  'journal-refused': nothing,
  'journal-accepted': ({why}) => of('settings', {type: 'accept-journal', why}),
  exported: nothing,
  'customers-shredded': ({keys}) =>
    of('settings', {type: 'retention', keys: keys.join(' ')}, undefined, () => [{text: keys.join(' ')}]),
  'office-joined': ({office}) => of('settings', {type: 'join', office}),
  'attention-seen': nothing,
  'alert-raised': nothing,
  'alerts-set': nothing,
  'office-left': ({office}) => of('settings', {type: 'leave', office}),
  witnessed: nothing,
  'segment-opened': nothing,
  'signing-key': nothing,
  'service-changed': nothing,
};

/** Returns the actions of an event that need a right; none for an event type of a later version. */
export function actionsOf({type, data}: Recorded): readonly Action[] {
  const rule = rules[type] as Rule<EventType> | undefined;
  return rule?.(data) ?? [];
}

/** Returns the text of an action that an approval hashes: the number of the person it is for, the verb, and the facts sorted by name. */
export const actionText = ({verb, facts}: Action, number: number): string =>
  JSON.stringify({for: number, verb, facts: Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1))});
