import {join} from 'node:path';
import {nodeDisk} from '../../store/disk.js';
import {type Basket, totalOf} from '../core/item/basket.js';
import {money} from '../core/money/schema.js';
import {fits} from '../core/spec/check.js';
import {finite, list, object, oneOf, type Specified, text} from '../core/spec/spec.js';
import {jsonIn} from '../core/text/json.js';
import type {TillContext} from './context.js';

const shownBasket = object({
  at: finite('epoch milliseconds'),
  lines: list(object({kind: oneOf(['item', 'text', 'tip']), quantity: text(), name: text(), amount: money()})),
  total: money(),
});
/** The basket that the customer sees. It is only for display; no amount in it is used for money. */
export type ShownBasket = Specified<typeof shownBasket>;

const isShown = fits(shownBasket);
const pathOf = (folder: string) => join(folder, 'basket.json');

/** Shows the lines of a basket to the customer, or none if there is no basket. A failure does not stop the till from selling. */
export async function showBasket({settings, world}: TillContext, basket: Basket | undefined): Promise<void> {
  const path = pathOf(settings.folder);
  if (basket === undefined || basket.lines.length === 0) {
    await nodeDisk.remove(path).catch(() => undefined);
    return;
  }
  const lines = basket.lines.map(({line: {kind, quantity, name, amount}}) => ({kind, quantity, name, amount}));
  const shown: ShownBasket = {at: world.now(), lines, total: totalOf(basket)};
  await nodeDisk.writeTextAtomically(path, JSON.stringify(shown), {durable: false}).catch(() => undefined);
}

/** The basket that a till in another process shows to the customer; undefined if there is none. */
export async function readShownBasket(folder: string): Promise<ShownBasket | undefined> {
  const text = await nodeDisk.readText(pathOf(folder)).catch(() => null);
  const value = jsonIn(text ?? ''); // maybe half a file, or one that another program wrote
  return isShown(value) ? value : undefined;
}
