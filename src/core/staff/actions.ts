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

const of = (verb: Verb, facts: Action['facts'], amount?: Money): Action => ({
  verb,
  facts: amount === undefined ? facts : {...facts, currency: amount.currency, minor: amount.minor},
  amount,
});

/** An event before or after it is written. */
type Recorded = {[T in EventType]: {readonly type: T; readonly data: EventData<T>}}[EventType];

/** What of an event a right is needed for; nothing for what the till does by itself, and for what anybody may. */
export function actionsOf({type, data}: Recorded): readonly Action[] {
  switch (type) {
    case 'requested':
      return [of('sell', {method: data.method}, data.amount)];
    case 'set-aside':
      return [of('supersede', {reference: data.reference})];
    case 'ticket-opened':
      return data.lines.flatMap(({name, discount, listPrice, unitPrice, reason}, line) => [
        ...(discount === null ? [] : [of('discount', {line, name, reason: reason ?? ''}, discount)]),
        ...(listPrice === null
          ? []
          : [of('price-change', {line, name, from: listPrice.minor, reason: reason ?? ''}, unitPrice)]),
      ]);
    case 'items-changed':
      return [of('items-change', {})];
    case 'refund-requested':
      return [of('refund', {reference: data.reference}, data.amount)];
    case 'refund-in-cash':
      return [of('refund-in-cash', {reference: data.reference}, data.amount)];
    case 'enrolment-requested':
      return [of('subscribe', {})];
    case 'subscription-change-sent':
      return [of('subscription-change', {subscription: data.subscription, change: data.change})];
    case 'cash-moved':
      return [of(`cash-${data.kind}`, {reason: data.reason}, data.amount)];
    case 'drawer-opened':
      return [of('open-drawer', {reason: data.reason})];
    case 'shift-opened':
    case 'shift-handed-over':
    case 'cash-counted':
      return [of('shift', {})];
    case 'z-reported': {
      const {difference} = data.report;
      const approver = difference?.approver ?? undefined;
      return approver === undefined
        ? [of('close-day', {})]
        : [{...of('close-with-difference', {note: difference?.note ?? '', approver}), approver}];
    }
    case 'x-reported':
      return [of('totals', {})];
    case 'slip-printed':
      return data.copy > 0 ? [of('reprint', {reference: data.reference})] : [];
    case 'report-printed':
      return data.copy > 0 ? [of('reprint', {z: data.z ?? 0})] : [];
    case 'resolved':
      return [of('resolve', {reference: data.reference, as: data.as})];
    case 'refund-resolved':
      return [of('resolve', {reference: data.reference, refund: data.refund, as: data.as})];
    case 'enrolment-resolved':
      return [of('resolve', {enrolment: data.enrolment, as: data.as})];
    case 'source-imported':
    case 'source-withdrawn':
    case 'layout-kept':
    case 'reconciled':
      return [of('reconcile', {})];
    case 'discrepancy-accepted':
      return [of('accept-difference', {key: data.key})];
    case 'match-confirmed':
      return [of('accept-difference', {key: data.key})];
    case 'match-withdrawn':
      return [of('accept-difference', {key: data.key})];
    case 'rule-added':
    case 'rule-removed':
      return [of('accept-difference', {text: data.text})];
    case 'books-closed':
      return [of('close-books', {of: data.closing.of})];
    case 'restore-confirmed':
    case 'clock-confirmed':
      return [of('settings', {})];
    case 'settings-changed':
      return data.by === 'owner' ? [of('settings', {sha256: data.sha256})] : [];
    case 'staff-added':
      return [of('staff', {name: data.name, role: data.role})];
    case 'staff-changed':
    case 'staff-locked':
    case 'staff-unlocked':
    case 'staff-removed':
      return [of('staff', {number: data.number, type})];
    case 'rights-changed':
      return [of('staff', {verb: data.verb, role: data.role, right: data.right})];
    default:
      return [];
  }
}

/** What an approval is of, as the one text that is hashed: the person for whom it is, the verb, and the facts in their order. */
export function actionText({verb, facts}: Action, number: number): string {
  return JSON.stringify({for: number, verb, facts: Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1))});
}
