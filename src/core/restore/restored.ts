import {momentText} from '../day/business-day.js';
import {type AnyEvent, isOneOf} from '../journal/envelope.js';
import {type Language, messages} from '../messages/messages.js';
import {isOfShop} from '../payment/payer.js';
import {isReceived} from '../payment/payment.js';
import {isRequested, type PaymentRequest, paymentEvents} from '../payment/schema.js';
import {Problem} from '../problem.js';
import type {Answer} from '../service/answer.js';
import {list, object, optional, orNull, type Specified, text, whole} from '../spec/spec.js';
import {restoreEvents} from './schema.js';

const isRead = isOneOf({...paymentEvents, ...restoreEvents});

export const restoredSpec = orNull(
  object({
    at: whole('when the backup was restored, in milliseconds since the epoch'),
    unasked: list(text(), 'the payments that the service has to be heard about before anything else leaves'),
    knownUntil: optional(whole('the instant of the last line of the backup'), 'money was requested after the restore'),
  }),
  'nothing was restored',
);
export type Restored = Specified<typeof restoredSpec>;

/**
 * Returns what still has to be heard about after an event. Any reply of the service about a payment is enough: it says what the restored
 * journal cannot know, and the rules of the payment judge it. `lastAt` is the instant of the line before; empty if there is none.
 */
export function evolveRestored(before: Restored, event: AnyEvent, lastAt = ''): Restored {
  if (!isRead(event)) return before;
  if (event.type === 'journal-restored')
    return {at: Date.parse(event.at), unasked: event.data.open, knownUntil: Date.parse(lastAt || event.at)};
  if (before === null) return null;
  if (event.type === 'restore-confirmed') return {...before, unasked: []};
  if (event.type === 'requested' && isAskedFor(event)) return {...before, knownUntil: undefined};
  if (event.type !== 'status-answered' || !isReply(event.data.answer)) return before;
  const {reference: heard} = event.data;
  return before.unasked.includes(heard) ? {...before, unasked: before.unasked.filter(each => each !== heard)} : before;
}

/** A proxy's page, a refused key or a busy service says nothing about the payment. */
const isReply = (answer: Answer) =>
  answer.kind === 'answered' &&
  answer.body !== undefined &&
  answer.http < 500 &&
  ![401, 403, 429].includes(answer.http);

/** Returns the warning before the first request for money after a restore; undefined before all others. */
export function missingText(
  {restored}: {readonly restored: Restored},
  {language, zone}: {readonly language: Language; readonly zone: string},
): string | undefined {
  const since = restored?.knownUntil;
  return since === undefined ? undefined : messages(language).backup.mayBeMissing({time: momentText(since, zone)});
}

/** An event as it is decided, before it is written. */
type Deciding = Pick<AnyEvent, 'type' | 'data'>;

/** Whether a person asks the service for the money: it is not in the drawer, and neither came nor was charged by itself. */
const isAskedFor = ({data}: {readonly data: PaymentRequest}): boolean =>
  !isOfShop(data) && data.method !== 'subscription' && !isReceived(data);

/** Whether something leaves the till with an event: every *sent*, and what is decided just before, unless an answer came with it. */
function leaves(event: Deciding, next: Deciding | undefined): boolean {
  if (isRequested(event)) return isAskedFor(event);
  if (event.type === 'refund-requested' || event.type === 'enrolment-requested') return true;
  return /(?:^|-)sent$/.test(event.type) && next?.type !== event.type.replace('sent', 'answered');
}

/** Refuses what would leave the till before the service was heard about all payments that were open. Throws `Problem` restore-unheard. */
export function checkLeaving(state: {readonly restored: Restored}, events: readonly Deciding[]): void {
  if (events.some((event, at) => leaves(event, events[at + 1]))) checkAskedAfterRestore(state);
}

/** Refuses other requests to the service until it was heard about all payments that were open. Throws `Problem` restore-unheard. */
export function checkAskedAfterRestore({restored}: {readonly restored: Restored}): void {
  const count = restored?.unasked.length ?? 0;
  if (count > 0) throw new Problem('restore-unheard', {count});
}
