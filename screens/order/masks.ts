import {groupsOf, lastFourOf} from '../../src/core/card/card.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Money} from '../../src/core/money/money.js';
import {validateFreeText} from '../../src/core/payment/order.js';
import {problemOf} from '../../src/core/payment/said.js';
import {Problem} from '../../src/core/problem.js';
import {checkUsual} from '../../src/core/sale/decide.js';
import {largestSale} from '../../src/core/shift/ledger.js';
import {type Block, fact, notice} from '../../src/views/block.js';
import type {Context} from '../kit/screen.js';
import {type BindingId, keyText} from '../terminal/bindings.js';
import {dot, emptyLine, type Line, textOf} from '../terminal/line.js';

/** Returns dots for the digits, in the groups of the brand. `shown` replaces the last of them. */
function grouped(line: Line, shown: string): string {
  const hidden = [...dot.repeat(textOf(line).length - shown.length), ...shown];
  let from = 0;
  const parts = groupsOf(beginningOf(line)).map(size => {
    from += size;
    return hidden.slice(from - size, from).join('');
  });
  return [...parts, hidden.slice(from).join('')].filter(part => part !== '').join(' ');
}

/** Returns a card number while it is typed. No digit is shown, because each one was the last at some time. */
export function typedNumber(line: Line): Line {
  const {before} = line;
  const cells = grouped(line, '');
  let place = 0;
  for (let left = before.length; left > 0; place += 1) if (cells[place] === dot) left -= 1;
  return {before: cells.slice(0, place), after: cells.slice(place)};
}

/** Returns the last four digits of a typed card number, or `''` if it is not a valid one. */
export const lastFourIn = (line: Line): string => lastFourOf(line.secret ?? textOf(line));

/** Returns a card number after it was typed, with its last four digits if it is valid. */
export const leftNumber = (line: Line): string => grouped(line, lastFourIn(line));

/** Returns the digits that identify the brand of a number. */
export const beginningOf = (line: Line): string => line.secret?.slice(0, 8) ?? textOf(line);

/** What people write between the groups of a number. */
export const betweenGroups = /[\s\p{Zs}\p{Cf}./-]/gu;

/** Returns a card number without the separators between its groups, with which people paste it. */
export function bareNumber({before, after}: Line): Line {
  const bare = (text: string) => text.replaceAll(betweenGroups, '');
  return {before: bare(before), after: bare(after)};
}

export type AmountLine = {readonly line: Line; readonly problem: Problem | undefined};

/** More digits in a row than any amount has, and not more than a card number has. */
const tooMany = /\d{13,}/u;
const unfinished = dot.repeat(4);

/**
 * Returns the amount after an edit. A card number is not accepted as an amount. If it arrives digit by digit, the remaining digits and the
 * spaces between its groups are dropped too; otherwise they would remain as an amount.
 */
export function amountLine(before: AmountLine, changed: Line): AmountLine {
  const text = textOf(changed).replaceAll(/[\s-]/gu, '');
  const isRest = before.problem?.facts['amount'] === unfinished && /^[\d\s-]$/u.test(textOf(changed));
  if (isRest) return before;
  if (!tooMany.test(text)) return {line: changed, problem: undefined};
  const isPasted = text.length > textOf(before.line).length + 1;
  const amount = isPasted ? `${unfinished} ${lastFourIn(bareNumber(changed)) || '…'}` : unfinished;
  return {line: emptyLine, problem: new Problem('amount-not-a-number', {amount})};
}

/** Whether the amount of a new sale needs a confirmation. The next attempt of a sale and a part of a ticket were confirmed before. */
export const isUnusual = (
  {sale, ticket}: {readonly sale?: string | undefined; readonly ticket?: string | undefined},
  amount: Money,
  {till}: Context,
): boolean => (sale ?? ticket) === undefined && unusual(amount, {till}) !== undefined;

const unusual = (amount: Money, {till}: Pick<Context, 'till'>) =>
  problemOf(() => checkUsual(till.state, amount, till.settings));

/** Returns the notice that the amount is unusual, with the keys that go on and back. */
export function unusualBlocks(yes: BindingId, no: BindingId, context: Context, amount: Money): readonly Block[] {
  const {language, till, messages} = context;
  const {currency} = amount;
  const {aboveCeiling, aboveLargest} = messages.saleScreen;
  const keys = {yes: keyText(yes, context), no: keyText(no, context)};
  const show = (money: Money) => displayMoney(money, language);
  const text =
    unusual(amount, context)?.code === 'sale-unusual'
      ? aboveLargest({...keys, largest: show(largestSale(till.state.ledger, currency))})
      : aboveCeiling({...keys, ceiling: show({currency, minor: till.settings.saleCeiling[currency] ?? 0})});
  return [notice('ceiling', text, {tone: 'needs-person', glyph: '!', importance: 'standing'})];
}

/** Returns what an amount was rounded by, so that it can be paid; nothing if it was not. */
export const roundingBlocks = (rounding: Money | undefined, {language, messages}: Context): readonly Block[] =>
  rounding === undefined
    ? []
    : [fact('rounding', displayMoney(rounding, language), {lead: messages.report.rounding, tone: 'quiet'})];

/**
 * Returns a line of words after an edit. What is shown in it is saved, so a card number is removed as soon as it is complete. By default
 * the text is checked with `validateFreeText`; the result has the `Problem` that `check` throws.
 */
export function wordsLine(line: Line, check: (text: string) => void = validateFreeText): AmountLine {
  try {
    check(textOf(line));
    return {line, problem: undefined};
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {line: emptyLine, problem: error};
  }
}
