import {Problem} from '../../core/problem.js';
import type {BankRow, PageOfStatement} from '../../core/reconcile/rows/row.js';
import {negated} from '../amount-text.js';
import {type DayInterval, daysAfter, plainDate} from '../date-text.js';
import {shownText} from '../foreign-text.js';
import {type Balance, balanceDiffers, type Statements} from './statements.js';
import {exactAmount, invalidAt, lineReader, minorUnits, narrationOf, type Place} from './texts.js';

/** One field of a message: its lines without the tag. */
type Field = {readonly tag: string; readonly line: number; readonly texts: string[]};
type Dated = Balance & {readonly tag: string; readonly day: string};
/** A message from its field 20 on. `entry` is the last field 61, whose field 86 may follow. */
type Message = {
  readonly line: number;
  account?: string;
  /** From field 28C: the number of the statement, and of the page in it. */
  numbers: {readonly statement: string; readonly page: number};
  /** From field 34F, in which an interim report states its currency. */
  floor?: string | undefined;
  opening?: Dated;
  closing?: Dated;
  entry?: {readonly line: number; readonly texts: readonly string[]; readonly details: string[]} | undefined;
  firstDay?: string;
};
/** The page before, if its statement continues. Its closing balance is the opening balance of the next page. */
type Page = {
  readonly account: string;
  readonly from: string | null;
  readonly closing: Dated;
  readonly told: PageOfStatement;
};

const tagged = /^:(?<tag>\d\d[A-Z]?|[A-Z]{2}):/u;

/**
 * Reads SWIFT messages MT940 and MT942, with or without their headers, as in the SWIFT User Handbook (Category 9) and in the banks' own
 * agreements. `format` is that of the first message. Throws a `Problem`: `file-part-missing` for a message without its account or a
 * balance, `file-not-understood`, `file-row-invalid`, `file-amount-too-fine`, and what `Statements` throws.
 */
export function mt940Reader(file: string, statements: Statements) {
  let message: Message | undefined;
  let field: Field | undefined;
  let page: Page | undefined;
  const pages: PageOfStatement[] = [];
  let format: 'MT940' | 'MT942' | undefined;
  const endMessage = () => {
    endField();
    if (message === undefined) return;
    endEntry(message);
    format ??= message.opening === undefined ? 'MT942' : 'MT940';
    page = endOf(file, message, {before: page, pages}, statements);
    message = undefined;
  };
  const endEntry = (of: Message) => {
    if (of.entry !== undefined) takeEntry(file, of, statements);
    of.entry = undefined;
  };
  const endField = () => {
    const ended = field;
    field = undefined;
    if (ended === undefined) return;
    if (ended.tag === '20') {
      message = {line: ended.line, numbers: {statement: '', page: 1}};
      return;
    }
    if (message === undefined) throw new Problem('file-not-understood', {file, line: ended.line});
    if (ended.tag === '86') message.entry?.details.push(...ended.texts);
    else {
      endEntry(message);
      takeField(file, message, ended, statements);
    }
  };
  const lines = lineReader(file, (line, number) => {
    if (line.startsWith('-') && /^-\s*(?:$|\})/u.test(line)) {
      endMessage();
      return;
    }
    const text = line.startsWith('{') || line.startsWith('\u0001') ? line.replace(/^.*\{4:\s*/u, '') : line;
    const tag = text.startsWith(':') ? tagged.exec(text)?.groups?.['tag'] : undefined;
    if (tag === undefined) {
      field?.texts.push(text.trimEnd());
      return;
    }
    if (tag === '20') endMessage();
    else endField();
    field = {tag, line: number, texts: [text.slice(tag.length + 2).trimEnd()]};
  });
  return {
    write: lines.write,
    end() {
      lines.end();
      endMessage();
      return {format: format ?? 'MT940', version: '', pages} as const;
    },
  };
}

function takeField(file: string, message: Message, {tag, line, texts}: Field, statements: Statements): void {
  const [first = ''] = texts;
  const place: Place = {file, line, field: `:${tag}:`};
  switch (tag) {
    case '25':
    case '25P':
      message.account = first;
      statements.account(first);
      break;
    case '28':
    case '28C': {
      const {statement = '', page = '1'} = /^(?<statement>\d+)(?:\/(?<page>\d{1,5}))?/u.exec(first)?.groups ?? {};
      message.numbers = {statement, page: Number(page)};
      break;
    }
    case '60F':
    case '60M':
      if (message.opening !== undefined) throw invalidAt(place, first);
      message.opening = balanceIn(first, place);
      break;
    case '62F':
    case '62M':
      if (message.closing !== undefined) throw invalidAt(place, first);
      message.closing = balanceIn(first, place);
      break;
    case '34F':
      message.floor ??= /^(?<currency>[A-Z]{3})[CD]?[\d,]+$/u.exec(first)?.groups?.['currency'];
      if (message.floor === undefined) throw invalidAt(place, first);
      break;
    case '61':
      if (message.closing !== undefined) throw new Problem('file-not-understood', {file, line});
      message.entry = {line, texts, details: []};
      break;
    case '90C':
    case '90D':
      takeSum(place, first, statements);
      break;
    default:
  }
}

const balance = /^(?<mark>[CD])(?<date>\d{6})(?<currency>[A-Z]{3})(?<amount>\d[\d,]*)$/u;

function balanceIn(text: string, place: Place): Dated {
  const {mark, date = '', currency = '', amount = ''} = balance.exec(text)?.groups ?? {};
  const day = dayIn(date);
  if (mark === undefined || day === undefined) throw invalidAt(place, text);
  const units = minorUnits(exactAmount(amount, currency, place), currency);
  return {line: place.line, tag: place.field, day, currency, units: mark === 'D' ? -units : units};
}

const sum = /^(?<count>\d{1,5})(?<currency>[A-Z]{3})(?<amount>\d[\d,]*)$/u;

function takeSum(place: Place, text: string, statements: Statements): void {
  const {count, currency = '', amount = ''} = sum.exec(text)?.groups ?? {};
  if (count === undefined) throw invalidAt(place, text);
  const units = minorUnits(exactAmount(amount, currency, place), currency);
  const of = place.field === ':90C:' ? 'credits' : 'debits';
  statements.total({line: place.line, of, currency, units, count: Number(count)});
}

/** Reads a day of six digits, `YYMMDD`. */
const dayIn = (text: string): string | undefined =>
  plainDate(`${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`, 'year-first');

/** Returns the day of an entry, `MMDD`, in the year closest to the value date, which may be on the other side of New Year. */
function entryDay(monthDay: string, valueDay: string): string | undefined {
  const year = Number(valueDay.slice(2, 4));
  let best: {readonly day: string; readonly away: number} | undefined;
  for (const near of [year, year - 1, year + 1]) {
    const day = dayIn(`${String((near + 100) % 100).padStart(2, '0')}${monthDay}`);
    if (day === undefined) continue;
    const away = Math.abs(Date.parse(day) - Date.parse(valueDay));
    if (best === undefined || away < best.away) best = {day, away};
  }
  return best?.day;
}

/** Some banks leave blanks for the day of the entry, or write a type of three letters and a blank. */
const entryLine =
  /^(?<value>\d{6})(?:(?<booked>\d{4})| {4})?(?<mark>R?[CD]|E[CD])[A-Z]?(?<amount>\d[\d,]{0,17})(?<type>[A-Z][A-Z0-9]{2}[A-Z0-9 ])(?<own>.*?)(?:\/\/(?<bank>.*))?$/u;
const noReference = /^(?:NONREF|NOREF)?$/u;

/** The maximum length of a line in a field, and of a part in a structured field. A text that fills one continues in the next. */
const [fullLine, fullPart] = [65, 27];

/** Joins the lines of a field into one text. A word that was split at the end of a full line is joined again. */
function joinedLines(lines: readonly string[], full = fullLine): string {
  let text = '';
  let isFull = true;
  for (const line of lines) {
    text += isFull ? line : ` ${line}`;
    isFull = line.length >= full;
  }
  return text;
}

/** A business code, then parts with one sign and a code of two digits each: `166?00UEBERWEISUNG?20EREF+778`. */
const structured = /^\d{3}(?<sign>[?>~^|#])(?=\d\d)/u;

/** Returns the texts of field 86. For a structured field, these are the name of the entry, its purpose, and the name of the other side. */
function detailTexts(lines: readonly string[]): readonly string[] {
  const {sign} = structured.exec(lines[0] ?? '')?.groups ?? {};
  if (sign === undefined) return [joinedLines(lines)];
  const parts = lines.join('').slice(4).split(sign);
  const of = (isOf: (code: number) => boolean) =>
    parts.flatMap(part => (/^\d\d/.test(part) && isOf(Number(part.slice(0, 2))) ? [part.slice(2)] : []));
  return [
    ...of(code => code === 0),
    joinedLines(
      of(code => (code >= 20 && code <= 29) || (code >= 60 && code <= 63)),
      fullPart,
    ),
    joinedLines(
      of(code => code === 32 || code === 33),
      fullPart,
    ),
  ];
}

function takeEntry(file: string, message: Message, statements: Statements): void {
  const {line, texts, details} = message.entry ?? {line: 0, texts: [], details: []};
  const [first = '', ...supplementary] = texts;
  const place: Place = {file, line, field: ':61:'};
  const {account, opening, floor} = message;
  const currency = opening?.currency ?? floor;
  if (account === undefined) throw missing(file, message, ':25:');
  if (currency === undefined) throw missing(file, message, ':60F:');
  const {value = '', booked, mark, amount = '', own = '', bank = ''} = entryLine.exec(first)?.groups ?? {};
  const valueDay = dayIn(value);
  const bookedOn = valueDay === undefined || booked === undefined ? valueDay : entryDay(booked, valueDay);
  if (mark === undefined || bookedOn === undefined) throw invalidAt(place, first);
  const exact = exactAmount(amount, currency, place);
  if (mark.startsWith('E')) {
    statements.notBooked();
    return;
  }
  if (message.firstDay === undefined || bookedOn < message.firstDay) message.firstDay = bookedOn;
  const customer = noReference.test(own.trim()) ? '' : own;
  const row: BankRow = {
    line,
    entry: shownText(bank.trim() || customer, 200),
    // The reversal of a credit is a debit.
    amount: mark === 'D' || mark === 'RC' ? negated(exact) : exact,
    currency,
    bookedOn,
    narration: narrationOf([
      mark.startsWith('R') ? 'RVSL' : '',
      customer,
      joinedLines(supplementary),
      ...(details.length === 0 ? [] : detailTexts(details)),
    ]),
    status: '',
  };
  statements.dated(row, place, value);
}

const missing = (file: string, {line}: Message, part: string) => new Problem('file-part-missing', {file, line, part});

/** Checks a message that has ended against its balances, and returns the page that the next message continues, if any. */
function endOf(
  file: string,
  message: Message,
  {before, pages}: {readonly before: Page | undefined; readonly pages: PageOfStatement[]},
  statements: Statements,
): Page | undefined {
  const {account, opening, closing, floor} = message;
  if (account === undefined) throw missing(file, message, ':25:');
  if (opening === undefined && closing === undefined && floor !== undefined) {
    statements.end(null);
    return undefined;
  }
  if (opening === undefined) throw missing(file, message, ':60F:');
  if (closing === undefined) {
    statements.differs(missing(file, message, ':62F:'));
    statements.opening(opening);
    statements.end(null);
    return undefined;
  }
  if (closing.currency !== opening.currency)
    throw invalidAt({file, line: closing.line, field: closing.tag}, closing.currency);
  const isContinued = before !== undefined && before.account === account && opening.tag === ':60M:';
  if (isContinued && !isSame(before.closing, opening))
    statements.differs(balanceDiffers(file, before.closing.units, opening));
  statements.opening(opening);
  statements.closing(closing);
  const told = pageOf(message, account, isContinued ? before.told : undefined);
  if (opening.tag === ':60M:' || !told.isLast) pages.push(told);
  const from = opening.tag === ':60F:' ? firstDayOf(message, opening, closing) : isContinued ? before.from : null;
  if (closing.tag === ':62M:') {
    statements.end(from === null ? null : {from, to: closing.day});
    return {account, from, closing, told};
  }
  statements.end(coveredFrom(from, closing.day));
  return undefined;
}

/** Returns which page of its statement a message is. Its balances show this; for a page without the one before, the page number does. */
function pageOf(
  {opening, closing, numbers}: Message,
  account: string,
  before: PageOfStatement | undefined,
): PageOfStatement {
  const isFirst = opening?.tag === ':60F:';
  return {
    account: shownText(account, 200),
    statement: before?.statement ?? numbers.statement,
    number: isFirst ? 1 : before === undefined ? Math.max(2, numbers.page) : before.number + 1,
    isLast: closing?.tag === ':62F:',
  };
}

/** A page must begin with the balance with which the page before ended. */
const isSame = (before: Dated, {currency, units}: Dated): boolean =>
  before.units === units && before.currency === currency;

/** Returns the first day of a statement. An opening balance is dated at the end of the day before, or on the first day itself. */
function firstDayOf({firstDay}: Message, opening: Dated, closing: Dated): string {
  const after = opening.day < closing.day ? daysAfter(opening.day, 1) : opening.day;
  return firstDay !== undefined && firstDay < after ? firstDay : after;
}

const coveredFrom = (from: string | null, to: string): DayInterval | null =>
  from === null || from > to ? null : {from, to};
