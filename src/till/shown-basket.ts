import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {type Disk, nodeDisk} from '../../store/disk.js';
import {sealed, unsealed} from '../../store/key.js';
import {type Basket, soldLines, totalOf} from '../core/item/basket.js';
import {marketOf} from '../core/market/markets.js';
import {money} from '../core/money/schema.js';
import {isValid} from '../core/spec/check.js';
import {finite, list, object, optional, positive, type Specified} from '../core/spec/spec.js';
import {type BasketLines, decideTicket} from '../core/ticket/decide.js';
import {type TicketLine, ticketLine} from '../core/ticket/schema.js';
import type {ParkedBasket} from '../core/ticket/ticket.js';
import type {TillContext} from './context.js';
import {beginLines, perform, record, withMutex} from './handler.js';
import {storedKey} from './signing.js';

const shownBasket = object({
  at: finite('epoch milliseconds'),
  lines: list(ticketLine),
  total: money(),
  parked: optional(positive('the number under which it is parked'), 'it is not'),
});
/**
 * The basket that is being filled: the customer's display shows it, and the next start of the till offers it. It has the seal of the till's
 * key, because nobody needs a right for the prices and taxes in it. A parked basket that was taken up again stays parked in the journal until
 * it is sold, parked again or dropped, so that whatever happens to this file, it is not lost.
 */
export type ShownBasket = Specified<typeof shownBasket>;

const isShown = isValid(shownBasket);
const pathOf = (folder: string) => join(folder, 'basket.json');
const keyOf = (folder: string) => storedKey(folder).catch(() => undefined); // it may belong to another user

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
  await changed(context, async path => {
    const key = await keyOf(context.settings.folder);
    await beginLines(context);
    await context.disk.writeTextAtomically(path, sealed(shown, key), {durable: true});
  });
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
export const forgetSold = (context: TillContext, {lines, parked}: BasketLines): Promise<void> =>
  changed(context, async path => {
    const basket = await readShownBasket(context.settings.folder, context.disk);
    const isIt = basket !== undefined && (areSame(lines, basket.lines) || (parked ?? 0) === basket.parked);
    if (!isIt) return;
    inHand.delete(context);
    await context.disk.remove(path);
  });

/** The basket that a till in another process shows to the customer; undefined if there is none that the till has sealed. */
export async function readShownBasket(
  folder: string,
  disk: Pick<Disk, 'readText'> = nodeDisk,
): Promise<ShownBasket | undefined> {
  const text = await disk.readText(pathOf(folder)).catch(() => null);
  const value = text === null ? undefined : unsealed(text, await keyOf(folder));
  return isShown(value) ? value : undefined;
}

/**
 * The basket that was being filled when the till ended; undefined if there was none, or if it was sold, parked or dropped since. One that
 * was changed outside Duka is dropped, of which nothing but that is recorded.
 */
export async function interruptedBasket(context: TillContext): Promise<ShownBasket | undefined> {
  const {settings, state, disk} = context;
  const basket = await readShownBasket(settings.folder, disk);
  if (basket === undefined) {
    await dropChanged(context).catch(() => undefined);
    return undefined;
  }
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

async function dropChanged(context: TillContext): Promise<void> {
  const {disk, settings} = context;
  const path = pathOf(settings.folder);
  if ((await disk.readText(path)) === null) return;
  const total = {currency: marketOf(settings.country).currency, minor: 0};
  await record(context, {type: 'basket-dropped', data: {lines: [], total, unproved: true}});
  await disk.remove(path);
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
