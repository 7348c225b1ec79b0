import {Problem} from '../../core/problem.js';
import type {DateOrder, Mapping} from '../../core/reconcile/rows/row.js';
import {
  type DecimalMark,
  firstShown,
  isFinerThan,
  isZero,
  negated,
  plainAmount,
  shownMark,
  thirdDecimals,
} from '../amount-text.js';
import {plainDate, shownOrder} from '../date-text.js';
import {shownText} from '../foreign-text.js';
import {type Statements, totalDiffers} from './statements.js';
import {invalidAt, lineReader, minorText, minorUnits, narrationOf, type Place, tooFineAt} from './texts.js';

type Field = {readonly line: number; readonly text: string};
type Entry = {
  readonly account: string;
  readonly type: string;
  readonly line: number;
  readonly fields: ReadonlyMap<string, readonly Field[]>;
};

/** What a person says about a file that does not state it itself. */
type QifSaid = Partial<Pick<Mapping, 'currency' | 'decimalMark' | 'dateOrder'>>;

const accountTypes = /^(?:bank|ccard|cash|oth ?[al])$/u;
const investmentTypes = /^(?:invst|port)/u;
/** Lists without entries of an account. The first two are about investments. */
const listTypes = /^(?:security|prices|cat|class|memorized|tag|budget|tax)$/u;
const letters = new Set('DTUCNPMALSE$%FX');

/**
 * Reads the accounts of a QIF file. The file has neither a currency nor a balance. Its own dates and amounts show the order of its dates
 * and its decimal mark; otherwise a person has to say them. Throws a `Problem`: `file-currency-missing`, `file-date-order-unclear`,
 * `file-decimal-mark-unclear`, `file-cut-off`, `file-not-understood`, `file-row-invalid`, `file-amount-too-fine`, `file-total-differs` for
 * splits that do not add up to the whole, `file-is-other` for investments and for lists without an account, and what `Statements` throws.
 */
export function qifReader(file: string, statements: Statements, said: QifSaid) {
  const entries: Entry[] = [];
  const sections = new Set<string>();
  let section = '';
  let account = '';
  let fields = new Map<string, Field[]>();
  let begun = 0;
  const endRecord = () => {
    if (section === 'account') account = fields.get('N')?.[0]?.text ?? '';
    else if (accountTypes.test(section) && fields.size > 0) entries.push({account, type: section, line: begun, fields});
    fields = new Map();
    begun = 0;
  };
  const take = (line: string, number: number) => {
    const text = line.trim();
    if (text === '') return;
    if (text.startsWith('!')) {
      if (begun !== 0) throw new Problem('file-not-understood', {file, line: number});
      section = sectionOf({file, line: number}, text, section);
      sections.add(section);
    } else if (text === '^') endRecord();
    else if (section === 'account' || accountTypes.test(section)) {
      const letter = text.charAt(0);
      if (section !== 'account' && !letters.has(letter)) throw new Problem('file-not-understood', {file, line: number});
      if (begun === 0) begun = number;
      fields.getOrInsert(letter, []).push({line: number, text: text.slice(1).trim()});
    } else if (section === '') throw new Problem('file-not-understood', {file, line: number});
  };
  const lines = lineReader(file, take);
  return {
    write: lines.write,
    end() {
      lines.end();
      if (begun !== 0) throw new Problem('file-cut-off', {file});
      const isOfPrices = sections.has('security') || sections.has('prices');
      if (![...sections].some(each => accountTypes.test(each)))
        throw new Problem('file-is-other', {file, what: isOfPrices ? 'investments' : 'lists'});
      const currency = said.currency ?? null;
      if (currency === null) throw new Problem('file-currency-missing', {file, form: 'statement'});
      const shown = shownBy(file, entries, {...said, possible: statements.possible});
      const types = new Set(entries.map(({type}) => type));
      const thirds = thirdDecimals();
      let before: string | undefined;
      for (const entry of entries) {
        // Accounts without a name are distinguished by their types.
        const own = entry.account === '' && types.size > 1 ? entry.type : entry.account;
        if (before !== undefined && before !== own) statements.end(null);
        if (before !== own) statements.account(own);
        before = own;
        takeEntry(file, entry, {...shown, currency, thirds}, statements);
      }
      thirds.end(false);
      statements.end(null);
      return {format: 'QIF', version: '', shown: {...shown, currency}} as const;
    },
  };
}

/** Returns the list that a line with `!` begins. Options begin none. A list that nobody knows may be one of entries. */
function sectionOf({file, line}: Pick<Place, 'file' | 'line'>, text: string, before: string): string {
  const plain = text.slice(1).trim().toLowerCase();
  if (plain.startsWith('option:') || plain.startsWith('clear:')) return before === '' ? 'options' : before;
  if (plain === 'account') return 'account';
  const type = plain.replace(/^type:\s*/u, '');
  if (investmentTypes.test(type)) throw new Problem('file-is-other', {file, what: 'investments'});
  if (!accountTypes.test(type) && !listTypes.test(type)) throw new Problem('file-not-understood', {file, line});
  return type;
}

/** Writes `D31/1'26` and `D1/ 2' 6` as dates with a year of four digits. */
function dateText(text: string): string {
  const plain = text.replaceAll(' ', '');
  const {head, year} = /^(?<head>.*)'(?<year>\d{1,4})$/u.exec(plain)?.groups ?? {};
  if (head === undefined || year === undefined) return plain;
  const mark = /[-./]/u.exec(head)?.[0] ?? '/';
  return `${head}${mark}${year.length < 3 ? String(2000 + Number(year)) : year}`;
}

const first = ({fields}: Entry, letter: string): Field | undefined => fields.get(letter)?.[0];

type Shown = {readonly dateOrder: DateOrder | null; readonly decimalMark: DecimalMark | null};

/** Returns how the file writes dates and amounts: as a person said, or as the first clear date and the first clear amount show. */
function shownBy(
  file: string,
  entries: readonly Entry[],
  {possible, ...said}: QifSaid & Pick<Statements, 'possible'>,
): Shown {
  const dates = Iterator.from(entries).map(entry => ({text: dateText(first(entry, 'D')?.text ?? '')}));
  const amounts = Iterator.from(entries).map(entry => ({text: amountField(entry)?.text ?? ''}));
  const [date, amount] = [firstShown(dates, text => shownOrder(text, possible)), firstShown(amounts, shownMark)];
  const dateOrder = said.dateOrder ?? date.clear ?? null;
  const decimalMark = said.decimalMark ?? amount.clear ?? null;
  if (dateOrder === null && date.doubtful !== undefined)
    throw new Problem('file-date-order-unclear', {file, column: 'D', text: date.doubtful.text});
  if (decimalMark === null && amount.doubtful !== undefined)
    throw new Problem('file-decimal-mark-unclear', {file, column: 'T', text: amount.doubtful.text});
  return {dateOrder, decimalMark};
}

const amountField = (entry: Entry): Field | undefined => first(entry, 'T') ?? first(entry, 'U');

type Written = Shown & {readonly currency: string; readonly thirds: ReturnType<typeof thirdDecimals>};

function takeEntry(file: string, entry: Entry, written: Written, statements: Statements): void {
  const {dateOrder, currency} = written;
  const money = amountField(entry);
  const date = first(entry, 'D');
  const bookedOn = date === undefined ? undefined : plainDate(dateText(date.text), dateOrder ?? 'day-first');
  if (bookedOn === undefined) throw invalidAt({file, line: date?.line ?? entry.line, field: 'D'}, date?.text ?? '');
  if (money === undefined) throw invalidAt({file, line: entry.line, field: 'T'}, '');
  const amount = amountIn(money, {file, line: money.line, field: 'T'}, written);
  const texts = (letter: string) => (entry.fields.get(letter) ?? []).map(({text}) => text);
  const isOpening = /^opening balance$/iu.test(texts('P')[0] ?? '') && /^\[.*\]$/u.test(texts('L')[0] ?? '');
  if (isOpening) {
    statements.balanceRow();
    return;
  }
  const differing = differingParts(file, entry, amount, written);
  if (differing !== undefined) statements.differs(differing);
  const row = {
    line: entry.line,
    entry: shownText(texts('N')[0] ?? '', 200),
    amount,
    currency,
    bookedOn,
    narration: narrationOf([...texts('P'), ...texts('M'), ...texts('E')]),
    status: '',
  };
  statements.dated(row, {line: date?.line ?? entry.line, field: 'D'}, dateText(date?.text ?? ''));
}

function amountIn({text}: Field, place: Place, {decimalMark, currency, thirds}: Written): string {
  const amount = plainAmount(text.replace(/^\+/u, ''), decimalMark ?? '.');
  if (amount === undefined) throw invalidAt(place, text);
  const tooFine = () => tooFineAt(place, text, currency);
  if (isFinerThan(amount, currency)) throw tooFine();
  thirds.take(text, decimalMark ?? '.', {amount, currency}, tooFine);
  return isZero(amount) && amount.startsWith('-') ? negated(amount) : amount;
}

/** Returns `file-total-differs` if a split does not add up. Throws `file-row-invalid` if the field `U` has another amount. */
function differingParts(file: string, {fields}: Entry, amount: string, written: Written): Problem | undefined {
  const {currency} = written;
  const whole = minorUnits(amount, currency);
  const large = fields.get('U')?.[0];
  if (large !== undefined) {
    const again = amountIn(large, {file, line: large.line, field: 'U'}, written);
    if (minorUnits(again, currency) !== whole) throw invalidAt({file, line: large.line, field: 'U'}, large.text);
  }
  const parts = fields.get('$') ?? [];
  const [begin] = parts;
  if (begin === undefined) return undefined;
  const made = parts.reduce(
    (sum, part) => sum + minorUnits(amountIn(part, {file, line: part.line, field: '$'}, written), currency),
    0n,
  );
  return made === whole
    ? undefined
    : totalDiffers(file, begin.line, minorText(made, currency), minorText(whole, currency));
}
