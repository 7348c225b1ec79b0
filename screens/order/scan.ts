import {itemOf} from '../../src/core/item/list.js';
import type {Context, Pressed} from '../kit/step.js';
import type {Key} from '../terminal/keyboard.js';
import {emptyLine, numberRules} from '../terminal/line.js';
import type {SaleForm} from './sale-form.js';

/** This many digits that arrived at once are a code, even if no item has it. A person would type such an amount more slowly. */
const surely = 8;

const isOfNumber = (text: string): boolean => [...text].every(letter => numberRules.accepts.test(letter));

/** Whether a code may be meant: the field with the focus takes digits, and the sale is neither another attempt nor a part of a ticket. */
const mayHear = ({focus, sale, ticket}: SaleForm): boolean =>
  (focus === 'amount' || focus === 'wallet') && (sale ?? ticket) === undefined;

const isItem = (code: string, {till}: Context): boolean => {
  const list = till.itemsAtHand();
  return list !== undefined && itemOf(list, code) !== undefined;
};

/** Hears a key on the sale. `isTaken`: everything that arrived at once is the code of an item, so none of its characters is a key. */
export function hearOnSale(
  state: SaleForm,
  key: Key,
  context: Context,
): {readonly state: SaleForm; readonly isTaken: boolean} | undefined {
  if (key.kind !== 'text' || key.burst === undefined || isOfNumber(key.text) || !mayHear(state)) return undefined;
  return {state, isTaken: key.burst.length >= 4 && isItem(key.burst, context)};
}

/** Returns the code that a scanner has typed, with the sale as it was before the code. Returns undefined if the code may be an amount. */
export function scannedIn(
  state: SaleForm,
  context: Context,
  {code, before}: NonNullable<Pressed['scanned']>,
): {readonly scanned: string; readonly sale: SaleForm} | undefined {
  const isLikeCode = state.focus === 'amount' && code.length >= surely && /^\d+$/.test(code);
  if (!mayHear(state) || !(isLikeCode || isItem(code, context))) return undefined;
  const sale = (before as SaleForm | undefined) ?? {...state, lines: {...state.lines, [state.focus]: emptyLine}};
  return {scanned: code, sale: {...sale, wrong: undefined}};
}
