import {addDecimals, plainDecimal, subtractDecimals, zero} from '../core/money/decimal.js';
import {Problem} from '../core/problem.js';
import {magnitude, numberIn} from '../core/reconcile/rows/amount.js';
import {givesBack} from '../core/reconcile/rows/row.js';
import {
  type DecimalMark,
  isFinerThan,
  isWrittenNegative,
  isZero,
  negated,
  plainAmount,
  plainOf,
  shownMark,
  simpleAmount,
  thirdDecimals,
  thousandths,
  withoutUnit,
} from './amount-text.js';
import {directionIn, isNothing, type NumberedRecord, type RawCells} from './columns.js';
import {type AmountField, kindSaid, taxFields} from './headings.js';

/** Reads amounts as plain decimals. Throws file-row-without-amount, file-row-invalid, file-amount-too-fine, file-decimal-mark-unclear. */
export type AmountCells = {
  /** Reads the amount from one column, from one column with a second for its direction, or from a pair of credits and debits. */
  readonly amount: (line: NumberedRecord) => string;
  /** The fee of the row. If the file has the fees of both sides, it is that of the shop, unless only the other one is stated. */
  readonly fee: (line: NumberedRecord) => string | null;
  /** The sum of the taxes beside the fee, negative if their sign is another than that of most charges. */
  readonly taxes: (line: NumberedRecord) => string | null;
  readonly amountOrNothing: (line: NumberedRecord, field: AmountField) => string | null;
  /** The decimal mark, or `null` until an amount has shown it. */
  readonly mark: () => DecimalMark | null;
  /** Whether the row of a line stands in the column of debits with the sign that gives money back. */
  readonly isGivenBack: (row: {readonly line: number}) => boolean;
  /**
   * Throws the `Problem` `file-amount-too-fine` for an amount that may be thousands, unless the file has shown that it is none, and
   * `file-row-invalid` for a debit with another sign than the others, unless the balances prove its row.
   */
  readonly endOfAmounts: (proved: ProvedAmounts) => void;
};

/** Whether the balances of the file hold, and the lines of the rows that they do not prove. */
type ProvedAmounts = {readonly isProved: boolean; readonly untested: readonly number[]};

export function amountCells(cells: RawCells): AmountCells {
  const {columns} = cells.layout;
  const {amountOrNothing, moved, mark, endOfAmounts} = markedAmounts(cells);
  const pair = pairOfColumns(cells, moved);
  const {isGivenBack, endOfDebits} = pair;
  const fee = (line: NumberedRecord): string | null => {
    const own = amountOrNothing(line, 'fee');
    if (columns.payerFee === undefined) return own;
    const ofPayer = amountOrNothing(line, 'payerFee');
    const isPayer = (['amount', 'net'] as const).some(field => isWrittenNegative(cells.raw(line, field)));
    return isPayer ? (ofPayer ?? own) : (own ?? ofPayer);
  };
  /** Whether a charge has another sign than most charges of the file. */
  const isOther = (charge: string) => !isZero(charge) && charge.startsWith('-') !== cells.layout.areChargesNegative;
  const ofTaxes = taxFields.filter(field => columns[field] !== undefined);
  const taxes = (line: NumberedRecord): string | null => {
    const stated = ofTaxes.map(field => amountOrNothing(line, field)).filter(each => each !== null);
    if (stated.length === 0) return null;
    const sum = plainDecimal(stated.reduce((all, each) => addDecimals(all, magnitude(numberIn(each))), zero));
    return stated.some(isOther) ? negated(sum) : sum;
  };
  /** Computes what a payout brings to the bank, for a file that has only what was collected and what was charged. */
  const afterFee = (line: NumberedRecord): string => {
    const gross = moved(line, 'gross');
    if (gross === null) throw cells.withoutAmount(line);
    const charges = [fee(line) ?? '0', taxes(line) ?? '0'].filter(each => !isZero(each));
    if (charges.length > 0 && gross.startsWith('-')) throw cells.invalid(line, 'gross');
    const taken = charges.reduce((sum, each) => addDecimals(sum, magnitude(numberIn(each))), zero);
    return plainDecimal(subtractDecimals(numberIn(gross), taken));
  };
  /** Computes what an amount was before its fee and its taxes, for a file that has only net amounts. */
  const beforeFee = (line: NumberedRecord): string => {
    const net = amountOrNothing(line, 'net');
    if (net === null) throw cells.withoutAmount(line);
    const ofFee = fee(line) ?? '0';
    const charges = [ofFee, taxes(line) ?? '0'].filter(each => !isZero(each));
    if (charges.length === 0) return net;
    const [gained, ...taken] = [net, ...charges].map(each => thousandths(each) ?? Number.NaN);
    const isBack = net.startsWith('-') && isOther(ofFee) && givesBack(kindSaid(cells.raw(line, 'kind')));
    const sum = taken.reduce((all, each) => all + Math.abs(each) * (isBack ? -1 : 1), gained ?? Number.NaN);
    if (Number.isNaN(sum)) throw cells.invalid(line, 'fee');
    return plainOf(sum);
  };
  return {
    amountOrNothing,
    fee,
    taxes,
    mark,
    isGivenBack,
    endOfAmounts(proved) {
      endOfAmounts(proved.isProved);
      endOfDebits(proved);
    },
    amount(line) {
      if (columns.gross !== undefined) return afterFee(line);
      if (columns.amount === undefined && columns.credit === undefined) return beforeFee(line);
      if (columns.amount === undefined) return pair.amount(line);
      const amount = moved(line, 'amount');
      if (amount === null) throw cells.withoutAmount(line);
      const {signs} = cells.layout;
      if (signs === 'turned') return negated(amount);
      if (signs === 'none' && amount.startsWith('-')) throw cells.invalid(line, 'amount');
      return columns.direction === undefined ? amount : directed(cells, line, amount);
    },
  };
}

/** A file has one decimal mark. If the beginning of the file shows none, the first amount that shows one decides. */
function markedAmounts({file, layout, raw, heading, currency: currencyIn, invalid}: RawCells) {
  let mark = layout.decimalMark;
  const thirds = thirdDecimals();
  const currencyOf = (line: NumberedRecord) => currencyIn(line) ?? '';
  const amountOrNothing = (line: NumberedRecord, field: AmountField): string | null => {
    const cell = raw(line, field);
    const simple = mark === null ? undefined : simpleAmount(cell, mark);
    if (simple !== undefined) return simple;
    if (isNothing(cell)) return null;
    const shown = mark ?? shownMark(cell);
    if (shown === 'either') throw new Problem('file-decimal-mark-unclear', {file, column: heading(field), text: cell});
    mark = shown ?? null;
    const amount = plainAmount(cell, shown ?? '.');
    if (amount === undefined || !isInCurrency(cell, currencyOf(line))) throw invalid(line, field);
    return amount;
  };
  /** Fees and net amounts are computed and may be finer than the smallest coin. A paid amount may not. */
  const moved = (line: NumberedRecord, field: AmountField): string | null => {
    const amount = amountOrNothing(line, field);
    if (amount === null || mark === null) return amount;
    const currency = currencyOf(line);
    const text = raw(line, field);
    const tooFine = () =>
      new Problem('file-amount-too-fine', {file, line: line.number, column: heading(field), currency, text});
    if (isFinerThan(amount, currency)) throw tooFine();
    thirds.note(raw(line, 'balance'), mark);
    thirds.take(text, mark, {amount, currency}, tooFine);
    return amount;
  };
  return {amountOrNothing, moved, mark: () => mark, endOfAmounts: thirds.end};
}

/** An amount that names a currency must name the currency of its row. */
function isInCurrency(cell: string, currency: string): boolean {
  const {currencies} = withoutUnit(cell);
  return currencies === undefined || currencies.includes(currency);
}

/** In each row one of two columns moves money. A debit takes it, whatever its sign; only balances prove one that gives it back. */
function pairOfColumns({layout, raw, invalid, withoutAmount}: RawCells, moved: AmountCells['amountOrNothing']) {
  let areNegative = layout.areDebitsNegative;
  const givenBack = new Map<number, Problem>();
  const debit = (line: NumberedRecord): string | null => {
    const amount = moved(line, 'debit');
    if (amount === null || isZero(amount)) return amount;
    const isNegative = amount.startsWith('-');
    areNegative ??= isNegative;
    if (isNegative !== areNegative) givenBack.set(line.number, invalid(line, 'debit'));
    return areNegative ? amount : negated(amount);
  };
  const endOfDebits = ({isProved, untested}: ProvedAmounts): void => {
    for (const [line, problem] of givenBack) if (!isProved || untested.includes(line)) throw problem;
  };
  const amountOf = (line: NumberedRecord): string => {
    const paidIn = moved(line, 'credit');
    const paidOut = debit(line);
    const [given, second] = [paidIn, paidOut].filter(each => each !== null && !isZero(each));
    const amount = given ?? paidIn ?? paidOut;
    if (amount === null) throw withoutAmount(line);
    if (second !== undefined) throw invalid(line, 'credit', `${raw(line, 'credit')} / ${raw(line, 'debit')}`);
    return amount;
  };
  return {amount: amountOf, isGivenBack: ({line}: {readonly line: number}) => givenBack.has(line), endOfDebits};
}

function directed({raw, invalid}: RawCells, line: NumberedRecord, written: string): string {
  const direction = directionIn(raw(line, 'direction'));
  if (direction === undefined && isZero(written)) return written;
  const isNegative = written.startsWith('-');
  if (direction === undefined || (direction === 'credit' && isNegative)) throw invalid(line, 'direction');
  return direction === 'debit' && !isNegative ? negated(written) : written;
}
