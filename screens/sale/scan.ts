import {itemOf} from '../../src/core/item/list.js';
import type {Context} from '../kit/step.js';
import type {Key} from '../terminal/keyboard.js';
import {emptyLine, numberRules} from '../terminal/line.js';
import type {Burst, SaleForm} from './sale-form.js';

/** The greatest number of milliseconds between two characters of a scanner. No person types so many characters as fast. */
const mostBetween = 35;
/** Milliseconds within which the characters that a scanner sends after its code arrive. */
export const atOnce = 2 * mostBetween;
/** Fewer characters than this may be two fingers that touched keys at the same time. */
const fewest = 4;
/** This many digits that arrived at once are a code, even if no item has it. A person would type such an amount more slowly. */
const surely = 8;
/** More characters than any code has. */
const longest = 64;

/**
 * Returns the burst of characters after one more key, or undefined after a key that is not a character. Enter ends the burst and is not
 * part of it.
 */
export function burstAfter(burst: Burst | undefined, stroke: Key, now: number): Burst | undefined {
  if (stroke.kind === 'press') return stroke.name === 'enter' ? burst : undefined;
  const {chunk} = stroke;
  const isGoingOn = burst !== undefined && (chunk === burst.chunk || now - burst.last <= mostBetween);
  return {text: ((isGoingOn ? burst.text : '') + stroke.text).slice(-longest), last: now, chunk};
}

/**
 * Whether a scanner typed the characters that Enter ends now. Characters of one chunk arrived together, however long this machine took to
 * process them.
 */
export const isScanned = (burst: Burst | undefined, now: number, chunk: number): burst is Burst =>
  burst !== undefined && burst.text.trim().length >= fewest && (chunk === burst.chunk || now - burst.last <= atOnce);

const isOfNumber = (text: string): boolean => [...text].every(letter => numberRules.accepts.test(letter));

/**
 * Returns the sale after a key, in a shop with a price list. `isTaken`: everything that arrived at once is the code of an item, so none of
 * its characters is a key.
 */
export function hearOnSale(
  state: SaleForm,
  stroke: Key,
  {till}: Context,
): {readonly state: SaleForm; readonly isTaken: boolean} | undefined {
  const {focus, sale, ticket, scan} = state;
  if (till.state.items === null || (sale ?? ticket) !== undefined) return undefined;
  const burst = burstAfter(scan?.burst, stroke, till.monotonic());
  if (burst === scan?.burst) return undefined;
  if (burst === undefined || (focus !== 'amount' && focus !== 'wallet'))
    return {state: {...state, scan: undefined}, isTaken: false};
  const isGoingOn = scan?.field === focus && burst.text.length > scan.burst.text.length;
  const next = {
    ...state,
    scan: {burst, field: focus, before: isGoingOn ? scan.before : (state.lines[focus] ?? emptyLine)},
  };
  const list = till.itemsAtHand();
  const isCode = burst.text.trim().length >= fewest && list !== undefined && itemOf(list, burst.text) !== undefined;
  return {state: next, isTaken: isCode && stroke.kind !== 'press' && !isOfNumber(stroke.text)};
}

/**
 * Returns the code that a scanner has typed, at its Enter, with the sale as it was before the code. Returns undefined if a person typed the
 * text.
 */
export function scannedIn(
  state: SaleForm,
  {till}: Context,
  chunk: number,
): {readonly scanned: string; readonly sale: SaleForm} | undefined {
  const {scan} = state;
  if (scan === undefined || !isScanned(scan.burst, till.monotonic(), chunk)) return undefined;
  const {field, before} = scan;
  const scanned = scan.burst.text.trim();
  const list = till.itemsAtHand();
  const isItem = list !== undefined && itemOf(list, scanned) !== undefined;
  const isLikeCode = field === 'amount' && scanned.length >= surely && /^\d+$/.test(scanned);
  if (!isItem && !isLikeCode) return undefined;
  return {scanned, sale: {...state, scan: undefined, wrong: undefined, lines: {...state.lines, [field]: before}}};
}
