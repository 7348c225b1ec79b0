import {itemOf} from '../../src/core/item/list.js';
import type {Context} from '../kit/step.js';
import type {Key} from '../terminal/keyboard.js';
import {emptyLine, numberRules} from '../terminal/line.js';
import type {Burst, SaleForm} from './sale-form.js';

/** Milliseconds between two signs of a scanner; nobody's fingers are as fast for so many. */
const mostBetween = 35;
/** What a scanner sends behind its code comes within so many milliseconds. */
export const atOnce = 2 * mostBetween;
/** Fewer signs than these may be two fingers that fell at once. */
const fewest = 4;
/** So many digits that came at once are a code, though no item has it: an amount of as many is typed by hand. */
const surely = 8;
/** More than any code has. */
const longest = 64;

/** What came at once after one more key; undefined after a key that is no sign. Enter ends it, and is no part of it. */
export function burstAfter(burst: Burst | undefined, stroke: Key, now: number): Burst | undefined {
  if (stroke.kind === 'press') return stroke.name === 'enter' ? burst : undefined;
  const {chunk} = stroke;
  const isGoingOn = burst !== undefined && (chunk === burst.chunk || now - burst.last <= mostBetween);
  return {text: ((isGoingOn ? burst.text : '') + stroke.text).slice(-longest), last: now, chunk};
}

/** Whether a scanner, and nobody's fingers, typed what Enter ends now; what arrived together did so however long this machine took over it. */
export const isScanned = (burst: Burst | undefined, now: number, chunk: number): burst is Burst =>
  burst !== undefined && burst.text.trim().length >= fewest && (chunk === burst.chunk || now - burst.last <= atOnce);

const isOfNumber = (text: string): boolean => [...text].every(letter => numberRules.accepts.test(letter));

/**
 * The sale after a key, in a shop that has a price list. `isTaken`: all that came at once is the code of an item, so that none of its
 * letters is a key.
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

/** The code that a scanner has typed, at its Enter, with the sale as it was before; undefined for what a person typed. */
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
