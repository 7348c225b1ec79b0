import type {EventData, EventType} from '../journal/event.js';
import type {Money} from '../money/money.js';
import type {Verb} from './schema.js';

/** Something that a right is needed for. `facts` say which one it is: nothing that is minted for it, and no time. */
export type Action = {
  readonly verb: Verb;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly amount?: Money | undefined;
  /** Who has to have approved it, where the event names somebody. */
  readonly approver?: string | undefined;
};

/** An event before or after it is written. */
type Recorded = {[T in EventType]: {readonly type: T; readonly data: EventData<T>}}[EventType];
type Rule<Type extends EventType> = (data: EventData<Type>) => readonly Action[];

const of = (verb: Verb, facts: Action['facts'], amount?: Money): readonly Action[] => [
  {
    verb,
    facts: amount === undefined ? facts : {...facts, currency: amount.currency, minor: amount.minor},
    amount,
  },
];

/** What the service answered, what follows from a decision, what the till finds out by itself, and who proved who it is. */
const nothing = () => [];

/** What was taken off the lines, all of them together: a discount in parts is no smaller. */
function discounts({lines, total}: EventData<'ticket-opened'>): readonly Action[] {
  const minor = lines.reduce((sum, {discount}) => sum + (discount?.minor ?? 0), 0);
  return minor === 0 ? [] : of('discount', {total: total.minor}, {currency: total.currency, minor});
}

/** By how much the prices of the lines are others than in the list, up or down, and never less than that. */
function priceChanges({lines, total}: EventData<'ticket-opened'>): readonly Action[] {
  const changed = lines.map(({quantity, unitPrice, listPrice}) =>
    listPrice === null ? 0 : Math.ceil(Math.abs(listPrice.minor - unitPrice.minor) * Number(quantity)),
  );
  const minor = changed.reduce((sum, each) => sum + each, 0);
  return minor === 0 ? [] : of('price-change', {total: total.minor}, {currency: total.currency, minor});
}

const numbered =
  (type: string) =>
  ({number}: {readonly number: number}) =>
    of('staff', {type, number});

/** What each event does that a right is needed for. A new event has to say it here: nothing passes because nobody thought of it. */
const rules: {readonly [Type in EventType]: Rule<Type>} = {
  requested: data => {
    if (data.method === 'subscription') return []; // the service charged it, whoever is at the till
    const {amount, method, again} = data;
    if (method === 'mobile-money' && data.received) return of('receive', {row: data.received.row}, amount);
    const before = again === null ? [] : of('supersede', {earlier: again.earlier, minor: amount.minor});
    return [...of('sell', {method}, amount), ...before];
  },
  sent: nothing,
  answered: nothing,
  'never-left': nothing,
  'otp-sent': ({reference}) => of('sell', {reference}),
  'otp-answered': nothing,
  'status-answered': nothing,
  'set-aside': ({reference}) => of('supersede', {reference}),
  resolved: ({reference, as, reason}) => of('resolve', {reference, as, reason}),
  'slip-printed': ({reference, copy}) => (copy > 0 ? of('reprint', {reference}) : []),
  'refund-requested': ({reference, amount, reason}) => of('refund', {reference, reason}, amount),
  'refund-sent': nothing,
  'refund-never-left': nothing,
  'refund-answered': nothing,
  'refund-status-answered': nothing,
  'refund-seen': nothing,
  'refund-resolved': ({reference, refund, as, reason}) => of('resolve', {reference, refund, as, reason}),
  'refund-in-cash': ({reference, amount, reason}) => of('refund-in-cash', {reference, reason}, amount),
  'ticket-opened': ticket => [...discounts(ticket), ...priceChanges(ticket)],
  'ticket-abandoned': ({ticket, reason}) => of('supersede', {ticket, reason}),
  'items-changed': ({sha256}) => of('items-change', {sha256}),
  'shift-opened': ({floats}) => of('shift', {type: 'open', floats: JSON.stringify(floats)}),
  'shift-handed-over': ({to}) => of('shift', {type: 'hand-over', to}),
  'cash-moved': ({kind, amount, reason}) => of(`cash-${kind}`, {reason}, amount),
  'cash-counted': ({counts}) => of('shift', {type: 'count', counts: JSON.stringify(counts)}),
  'drawer-opened': ({reason}) => of('open-drawer', {reason}),
  'report-printed': ({z, copy}) => (copy > 0 ? of('reprint', {z: z ?? 0}) : []),
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
  'enrolment-requested': ({customerEmail, amount}) => of('subscribe', {customerEmail}, amount),
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
  'discrepancy-accepted': ({key, note}) => of('accept-difference', {key, note}),
  'match-confirmed': ({key, reference}) => of('accept-difference', {key, reference}),
  'match-withdrawn': ({key}) => of('accept-difference', {key}),
  'rule-added': rule => of('accept-difference', {rule: JSON.stringify(rule)}),
  'rule-removed': ({text}) => of('accept-difference', {text}),
  'receipt-mail-queued': ({reference, copy}) => (copy > 0 ? of('reprint', {reference}) : []),
  'receipt-mail-sent': nothing,
  'receipt-mail-answered': nothing,
  'journal-restored': nothing,
  'restore-confirmed': ({reason}) => of('settings', {type: 'restore', reason}),
  'staff-added': ({name, role, verbs = []}) => of('staff', {name, role, verbs: verbs.join(' ')}),
  'staff-changed': ({number, name = '', role = '', language = '', credential, withdrawn = '', recovery}) => {
    const secret = credential?.kind ?? (recovery === undefined ? '' : 'recovery');
    return of('staff', {type: 'change', number, name, role, language, secret, withdrawn});
  },
  'staff-locked': numbered('lock'),
  'staff-unlocked': numbered('unlock'),
  'staff-removed': numbered('remove'),
  'signed-in': nothing,
  'signed-out': nothing,
  'sign-in-refused': nothing,
  'rights-changed': change => of('staff', {rights: JSON.stringify(change)}),
  approved: nothing,
  started: nothing,
  stopped: nothing,
  'clock-set': nothing,
  'clock-confirmed': () => of('settings', {type: 'clock'}),
  'settings-changed': ({by, sha256}) => (by === 'owner' ? of('settings', {sha256}) : []),
  'journal-repaired': nothing,
  'journal-refused': nothing,
  exported: nothing,
  'customers-shredded': ({keys}) => of('settings', {type: 'retention', keys: keys.join(' ')}),
  'office-joined': ({office}) => of('settings', {type: 'join', office}),
  'office-left': ({office}) => of('settings', {type: 'leave', office}),
  witnessed: nothing,
  'segment-opened': nothing,
  'signing-key': nothing,
  'service-changed': nothing,
};

/** What of an event a right is needed for; nothing for an event of a later version. */
export function actionsOf({type, data}: Recorded): readonly Action[] {
  const rule = rules[type] as Rule<EventType> | undefined;
  return rule?.(data) ?? [];
}

/** What an approval is of, as the one text that is hashed: the person for whom it is, the verb, and the facts in their order. */
export function actionText({verb, facts}: Action, number: number): string {
  return JSON.stringify({for: number, verb, facts: Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1))});
}
