import {fill} from '../../src/core/words/fill.js';
import type {View} from '../view.js';

/** What a sale and a question cost on the link, for a shop that pays by the megabyte; `''` before both are known. */
export function wireText({till, words}: Pick<View, 'till' | 'words'>): string {
  const {perSale, perQuestion} = till.wire();
  if (perSale === undefined || perQuestion === undefined) return '';
  const bytes = (count: number) =>
    count < 1000 ? fill(words.bytes.few, {count}) : fill(words.bytes.many, {count: (count / 1000).toFixed(1)});
  return fill(words.wire, {sale: bytes(perSale), question: bytes(perQuestion)});
}
