import {businessDate} from '../../src/core/day/business-day.js';
import {messages} from '../../src/core/messages/messages.js';
import type {Payment} from '../../src/core/payment/payment.js';
import type {Till} from '../../src/till/till.js';
import type {Model} from '../model.js';
import type {ReducerContext} from '../reducer-context.js';
import type {Context} from './step.js';

/** Returns what the screens may know, from the model and the till. The language is that of the shop. */
export function contextOf(
  model: Pick<Model, 'challenges' | 'seen' | 'storedCount' | 'takings' | 'isPlain'>,
  {till, shop, keys}: ReducerContext,
): Context {
  const {language} = shop;
  const {challenges, seen, storedCount, takings, isPlain} = model;
  // The person who is signed in is the person who is recorded for each action.
  const person = till.actor()?.name;
  return {
    till,
    shop: person === undefined ? shop : {...shop, person},
    language,
    keys,
    messages: messages(language),
    now: till.now(),
    challenges,
    seen,
    storedCount,
    takings,
    isPlain,
  };
}

/** Returns the present business day, in the shop's zone: `2026-11-20`. */
export const todayOf = ({shop, till}: Pick<Context, 'shop' | 'till'>): string =>
  businessDate(till.now(), shop.zone, shop.dayStartsAt);

export const paymentOf = (
  {reference}: {readonly reference: string},
  {till}: Pick<Context, 'till'>,
): Payment | undefined => till.state.payments.get(reference);

/** Returns a task that reads a payment of an older day again. One of this day is at hand. */
export const recalling = (reference: string) =>
  ({kind: 'recall', run: (till: Till) => till.payment(reference)}) as const;

export const stopping = (stops: AbortController) => ({kind: 'stop', run: async () => stops.abort()}) as const;

/** Returns a task that asks for the status of a payment. While the journal cannot be written, it asks nothing; the banner says so. */
export const checking = (reference: string) =>
  ({kind: 'check', run: (till: Till) => till.check(reference), refused: () => ({})}) as const;
