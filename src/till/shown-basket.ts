import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {type Disk, nodeDisk} from '../../store/disk.js';
import {type Basket, soldLines, totalOf} from '../core/item/basket.js';
import {money} from '../core/money/schema.js';
import {isValid} from '../core/spec/check.js';
import {finite, list, object, optional, positive, type Specified} from '../core/spec/spec.js';
import {jsonIn} from '../core/text/json.js';
import {type BasketLines, decideTicket} from '../core/ticket/decide.js';
import {type TicketLine, ticketLine} from '../core/ticket/schema.js';
import type {ParkedBasket} from '../core/ticket/ticket.js';
import type {TillContext} from './context.js';
import {perform, withMutex} from './handler.js';

const shownBasket = object({
  ...{at: finite('epoch milliseconds'), lines: list(ticketLine), total: money()},
  parked: optional(positive('the number under which it is parked'), 'it is not'),
});
/**
 * The basket that is being filled: the customer's display shows it, and the next start of the till offers it. No amount in it is used for
 * money. A parked basket that was taken up again stays parked in the journal until it is sold, parked again or dropped, so that whatever
 * happens to this file, it is not lost.
 */
export type ShownBasket = Specified<typeof shownBasket>;

const isShown = isValid(shownBasket);
const pathOf = (folder: string) => join(folder, 'basket.json');

/** The changes of each till's file, one after the other: of two quick scans the second must stand. */
const changes = new WeakMap<TillContext, Promise<void>>();

/** The number of the parked basket that is in hand in each till. */
const inHand = new WeakMap<TillContext, number | undefined>();

/** A failure does not stop the till from selling. */
function changed(context: TillContext, change: (path: string) => Promise<void>): Promise<void> {
  const path = pathOf(context.settings.folder);
  const done = (changes.get(context) ?? Promise.resolve()).then(() => change(path)).catch(() => undefined);
  changes.set(context, done);
  return done;
}

/** Keeps the lines of a basket for the display and the next start, or none if there is no basket. */
export async function showBasket(context: TillContext, basket: Basket | undefined): Promise<void> {
  if (basket === undefined || basket.lines.length === 0) return forgetBasket(context);
  const {parked} = basket;
  inHand.set(context, parked);
  const shown: ShownBasket = {at: context.world.now(), lines: soldLines(basket), total: totalOf(basket), parked};
  await changed(context, path => context.disk.writeTextAtomically(path, JSON.stringify(shown), {durable: true}));
}

function forgetBasket(context: TillContext): Promise<void> {
  inHand.delete(context);
  return changed(context, path => context.disk.remove(path));
}

/** Whether lines are the same. The price of the list is added to typed lines when they are sold. */
const areSame = (lines: readonly TicketLine[], others: readonly TicketLine[]): boolean => {
  const [one, other] = [lines, others].map(each => each.map(line => ({...line, listPrice: null})));
  return isDeepStrictEqual(one, other);
};

/** Forgets the stored basket if it is this one, which was sold, parked or dropped. Another one may be in hand. */
export function forgetSold(context: TillContext, {lines, parked}: BasketLines): Promise<void> {
  return changed(context, async path => {
    const basket = await readShownBasket(context.settings.folder, context.disk);
    const isIt = basket !== undefined && (areSame(lines, basket.lines) || (parked ?? 0) === basket.parked);
    if (!isIt) return;
    inHand.delete(context);
    await context.disk.remove(path);
  });
}

/** The basket that a till in another process shows to the customer; undefined if there is none. */
export async function readShownBasket(
  folder: string,
  disk: Pick<Disk, 'readText'> = nodeDisk,
): Promise<ShownBasket | undefined> {
  const text = await disk.readText(pathOf(folder)).catch(() => null);
  const value = jsonIn(text ?? ''); // maybe half a file, or one that another program wrote
  return isShown(value) ? value : undefined;
}

/** The basket that was being filled when the till ended; undefined if there was none, or if it was sold, parked or dropped since. */
export async function interruptedBasket({settings, state, disk}: TillContext): Promise<ShownBasket | undefined> {
  const basket = await readShownBasket(settings.folder, disk);
  if (basket === undefined) return undefined;
  const {all, parked} = state.tickets;
  const isGone = basket.parked !== undefined && !parked.has(basket.parked);
  const since = [
    ...all.values().map(({openedAt, lines}) => ({at: openedAt, lines})),
    ...all
      .values()
      .map(({added, lines}) => ({at: added?.at ?? 0, lines: lines.slice(lines.length - (added?.count ?? 0))})),
    ...parked.values(),
  ];
  return isGone || since.some(({at, lines}) => at >= basket.at && areSame(lines, basket.lines)) ? undefined : basket;
}

/** The baskets that are parked, without the one that is in hand, the one that was parked last first. */
export const parkedBaskets = (context: TillContext): readonly ParkedBasket[] =>
  [...context.state.tickets.parked.values()].filter(({number}) => number !== inHand.get(context)).toReversed();

/** Records that an unsold basket was dropped, and forgets it. Throws as `decideTicket` does, and the journal's problems. */
export async function dropBasket(context: TillContext, basket: BasketLines): Promise<void> {
  await withMutex(context, () => perform(context, decideTicket, {type: 'drop-basket', ...basket}));
  await forgetSold(context, basket);
}

/** Parks a basket; resolves with its number, on disk. It keeps its `name`. Throws as `decideTicket`, and the journal's problems. */
export async function parkBasket(
  context: TillContext,
  {name, ...basket}: BasketLines & {readonly name?: string | undefined},
): Promise<number> {
  if (context.writeFailure !== undefined) throw context.writeFailure;
  const before = context.state.tickets.parked.get(basket.parked ?? 0)?.name ?? '';
  const events = await withMutex(context, () =>
    perform(context, decideTicket, {type: 'park-basket', name: name ?? before, ...basket}),
  );
  await forgetSold(context, basket);
  const [event] = events;
  if (event?.type !== 'basket-parked') throw new Error('a basket that was not parked');
  return event.data.number;
}
