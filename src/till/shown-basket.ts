import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {type Disk, nodeDisk} from '../../store/disk.js';
import {type Basket, totalOf} from '../core/item/basket.js';
import {money} from '../core/money/schema.js';
import {isValid} from '../core/spec/check.js';
import {finite, list, object, type Specified} from '../core/spec/spec.js';
import {jsonIn} from '../core/text/json.js';
import {decideTicket} from '../core/ticket/decide.js';
import {type TicketLine, ticketLine} from '../core/ticket/schema.js';
import type {TillContext} from './context.js';
import {perform, withMutex} from './handler.js';

const shownBasket = object({at: finite('epoch milliseconds'), lines: list(ticketLine), total: money()});
/**
 * The basket that is being filled: the customer's display shows it, and the next start of the till offers it. No amount in it is used for
 * money.
 */
export type ShownBasket = Specified<typeof shownBasket>;

const isShown = isValid(shownBasket);
const pathOf = (folder: string) => join(folder, 'basket.json');

/** The changes of each till's file, one after the other: of two quick scans the second must stand. */
const changes = new WeakMap<TillContext, Promise<void>>();

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
  const lines = basket.lines.map(({line}) => line);
  const shown: ShownBasket = {at: context.world.now(), lines, total: totalOf(basket)};
  await changed(context, path => context.disk.writeTextAtomically(path, JSON.stringify(shown), {durable: true}));
}

const forgetBasket = (context: TillContext): Promise<void> => changed(context, path => context.disk.remove(path));

/** Whether lines are the same. The price of the list is added to typed lines when they are sold. */
const areSame = (lines: readonly TicketLine[], others: readonly TicketLine[]): boolean => {
  const [one, other] = [lines, others].map(each => each.map(line => ({...line, listPrice: null})));
  return isDeepStrictEqual(one, other);
};

/** Forgets the stored basket if these are its lines, which have become a ticket. */
export async function forgetSold(context: TillContext, lines: readonly TicketLine[]): Promise<void> {
  const basket = await readShownBasket(context.settings.folder, context.disk);
  if (basket !== undefined && areSame(lines, basket.lines)) await forgetBasket(context);
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

/** The basket that was being filled when the till ended; undefined if there was none, or if it has become a ticket since. */
export async function interruptedBasket({settings, state, disk}: TillContext): Promise<ShownBasket | undefined> {
  const basket = await readShownBasket(settings.folder, disk);
  const isSold = [...state.tickets.all.values()].some(
    ({openedAt, lines}) => basket !== undefined && openedAt >= basket.at && areSame(lines, basket.lines),
  );
  return isSold ? undefined : basket;
}

/** Records that a basket was dropped before anything of it was sold, and forgets it. Throws the journal's problems. */
export async function dropBasket(context: TillContext, lines: readonly TicketLine[]): Promise<void> {
  await withMutex(context, () => perform(context, decideTicket, {type: 'drop-basket', lines}));
  await forgetBasket(context);
}
