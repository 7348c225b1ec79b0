import {Problem} from '../../core/problem.js';
import type {BankRow} from '../../core/reconcile/rows/row.js';
import {isZero, negated, thirdDecimals} from '../amount-text.js';
import {limits} from '../bytes.js';
import {type DayInterval, plainDate, statedInterval} from '../date-text.js';
import {shownText, withoutEntities} from '../foreign-text.js';
import type {GivenMapping} from '../table-place.js';
import type {Statements} from './statements.js';
import {currencyAt, exactAmount, invalidAt, narrationOf, type Place, tooFineAt} from './texts.js';

/** A tag and the text up to the next one, with entities decoded. */
type Tag = {readonly name: string; readonly isEnd: boolean; readonly text: string; readonly line: number};

const tagText = /^(?<end>\/?)(?<name>[A-Z][A-Z0-9.]{0,40})\s*(?<empty>\/?)$/u;
const longestTag = 50;
const longestHeader = 65_536;
const mostKnown = 1000;

type Name = Pick<Tag, 'name' | 'isEnd'>;

/**
 * Reads the tags of OFX, in SGML and in XML: a value ends at the next tag, whether or not it has an end tag. `header` returns what stands
 * above the first tag. Throws the `Problem` `file-record-too-long`.
 */
function tagReader(file: string, take: (tag: Tag) => void) {
  /** The text behind the last tag, whose value has not ended yet. */
  let held = '';
  let line = 1;
  let header = '';
  let open: Name | undefined;
  const known = new Map<string, Name | undefined>();
  const nameIn = (text: string): Name | undefined => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const {end, name, empty} = tagText.exec(text)?.groups ?? {};
    if (name === undefined) return undefined;
    const found = {name, isEnd: end !== '' || empty !== ''};
    if (known.size < mostKnown) known.set(text, found);
    return found;
  };
  const give = (text: string) => {
    if (open === undefined) return;
    if (text.length > limits.fieldLength) throw new Problem('file-record-too-long', {file, line});
    take({name: open.name, isEnd: open.isEnd, text: plainText(text), line});
  };
  const read = (): void => {
    let from = 0;
    for (let at = held.indexOf('<'); at !== -1; at = held.indexOf('<', at + 1)) {
      const end = held.indexOf('>', at);
      if (end === -1) break; // the rest of the tag is in the next piece
      const name = end - at > longestTag ? undefined : nameIn(held.slice(at + 1, end));
      if (name === undefined) continue;
      if (open === undefined) header = held.slice(0, at);
      else give(held.slice(from, at));
      line += breaksIn(held, from, at);
      from = end + 1;
      open = name;
    }
    held = held.slice(from);
    if (held.length > longestHeader) throw new Problem('file-record-too-long', {file, line});
  };
  return {
    write(piece: string): void {
      held += piece;
      read();
    },
    end(): void {
      give(held);
    },
    header: () => header,
  };
}

function breaksIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function plainText(text: string): string {
  const trimmed = text.trim();
  const bare = trimmed.startsWith('<![CDATA[') ? trimmed.slice(9).replace(/\]\]>$/u, '') : trimmed;
  return bare.includes('&') ? withoutEntities(bare) : bare;
}

/** What a person says about a file: its currency, and whether the types of its entries or their signs tell the direction. */
type OfxSaid = {readonly currency: string | null; readonly by: 'types' | 'signs' | undefined};

/** The statement (`STMTRS`) and the entry (`STMTTRN`) that are being read. `texts` has the first text of each element of the entry. */
type Reading = {
  readonly file: string;
  readonly statements: Statements;
  readonly said: OfxSaid;
  statement?: {readonly name: string; currency: string; from: string; to: string; account: string} | undefined;
  entry?: {readonly name: string; readonly line: number; readonly texts: Map<string, string>} | undefined;
  /** The surrounding element, if the current value is not directly in the entry or the statement. */
  inside: string;
  count: number;
  isEnded: boolean;
  /** The index of the first row for each id in each account. */
  readonly known: Map<string, number>;
  /** The first entry whose type is usually that of a debit but whose amount is positive. */
  unsigned?: {readonly line: number; readonly text: string};
  hasNegative: boolean;
  readonly thirds: ReturnType<typeof thirdDecimals>;
};

const statementNames = new Set(['STMTRS', 'CCSTMTRS']);
const entryNames = new Set(['STMTTRN', 'STMTTRNP']);
const around = new Set([
  'BANKACCTFROM',
  'CCACCTFROM',
  'BANKACCTTO',
  'CCACCTTO',
  'PAYEE',
  'CURRENCY',
  'ORIGCURRENCY',
  'LEDGERBAL',
  'AVAILBAL',
  'BALLIST',
]);

/**
 * Reads the statements of OFX 1 and 2 (QFX is the same), for accounts and cards. A statement has only one balance, which proves nothing.
 * Throws a `Problem`: `file-cut-off`, `file-not-understood`, `file-record-too-long`, `file-row-invalid`, `file-amount-too-fine`,
 * `file-currency-missing`, `file-direction-contradicted` if the type of an entry contradicts its sign, `file-entry-twice` for an entry that
 * occurs twice, `file-is-other` if there is no statement of an account, and what `Statements` throws.
 */
export function ofxReader(file: string, statements: Statements, {currency = null, columns}: GivenMapping) {
  const direction = columns?.['direction'];
  const by = direction === undefined ? undefined : direction === typeField ? 'types' : 'signs';
  const reading: Reading = {
    file,
    statements,
    said: {currency, by},
    inside: '',
    count: 0,
    isEnded: false,
    known: new Map(),
    hasNegative: false,
    thirds: thirdDecimals(),
  };
  const tags = tagReader(file, tag => (tag.isEnd ? close(reading, tag) : open(reading, tag)));
  return {
    write: tags.write,
    end() {
      tags.end();
      const {count, isEnded, unsigned, hasNegative} = reading;
      if (!isEnded) throw new Problem('file-cut-off', {file});
      if (count === 0)
        throw new Problem('file-is-other', {file, what: statements.hasInvestments() ? 'investments' : 'answer'});
      if (unsigned !== undefined && !hasNegative && by === undefined) throw contradiction(file, unsigned);
      reading.thirds.end(false);
      const version = /\bVERSION\s*[:=]\s*"?(?<version>\d{3})/u.exec(tags.header())?.groups?.['version'] ?? '';
      const shown = {currency, columns: direction === undefined ? {} : {direction}};
      return {format: 'OFX', version, ...(by === undefined ? {} : {shown})} as const;
    },
  };
}

function open(reading: Reading, {name, text, line}: Tag): void {
  const {statement, entry} = reading;
  if (statementNames.has(name)) {
    if (statement !== undefined) throw notUnderstood(reading, line);
    reading.statement = {name, currency: '', from: '', to: '', account: ''};
    reading.count += 1;
  } else if (name.startsWith('INVSTMTRS')) reading.statements.investments();
  else if (statement === undefined) return;
  else if (entryNames.has(name)) {
    if (entry !== undefined) throw notUnderstood(reading, line);
    reading.entry = {name, line, texts: new Map()};
  } else if (around.has(name) && text === '') reading.inside = name;
  else if (entry !== undefined) {
    const path = reading.inside === '' ? name : `${reading.inside}/${name}`;
    if (!entry.texts.has(path)) entry.texts.set(path, text);
  } else noteOfStatement(reading, {name, text, line});
}

function noteOfStatement(reading: Reading, {name, text, line}: Pick<Tag, 'name' | 'text' | 'line'>): void {
  const {statement, inside, file} = reading;
  if (statement === undefined) return;
  if (name === 'CURDEF') statement.currency = currencyAt(text, {file, line, field: name});
  if (name === 'DTSTART' && inside === '') statement.from = stated(text);
  if (name === 'DTEND' && inside === '') statement.to = stated(text);
  if (name === 'ACCTID' && (inside === 'BANKACCTFROM' || inside === 'CCACCTFROM')) {
    statement.account = text;
    reading.statements.account(text);
  }
}

function close(reading: Reading, {name, line}: Tag): void {
  const {statement, entry, inside, statements} = reading;
  if (name === 'OFX') {
    if (statement !== undefined) throw notUnderstood(reading, line);
    reading.isEnded = true;
  } else if (statement === undefined) return;
  else if (name === inside) reading.inside = '';
  else if (entryNames.has(name)) {
    if (entry?.name !== name) throw notUnderstood(reading, line);
    closeEntry(reading);
  } else if (name === 'BANKTRANLIST' && entry !== undefined) throw notUnderstood(reading, line);
  else if (statementNames.has(name)) {
    if (statement.name !== name || entry !== undefined) throw notUnderstood(reading, line);
    statements.end(coveredBy(statement));
    reading.statement = undefined;
  }
}

const notUnderstood = ({file}: Reading, line: number) => new Problem('file-not-understood', {file, line});

const eightDigits = /^\d{8}$/;
const sixDigits = /^\d{6}$/;

/** Turns `20261120235959.000[+3:EAT]` into an ISO date with its time, in the bank's own time zone. */
function stated(text: string): string {
  const [day, time] = [text.slice(0, 8), sixDigits.test(text.slice(8, 14)) ? text.slice(8, 14) : ''];
  if (!eightDigits.test(day)) return '';
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
  return time === '' ? date : `${date}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}`;
}

const coveredBy = ({from, to}: {readonly from: string; readonly to: string}): DayInterval | null =>
  statedInterval(from, to);

/** The field with the type of an entry, and the name under which a person says that the types tell the direction. */
const typeField = 'TRNTYPE';
const debits = /^(?:DEBIT|FEE|SRVCHG|CHECK|PAYMENT|CASH|DIRECTDEBIT|REPEATPMT)$/u;
const credits = /^(?:CREDIT|DEP|DIV|DIRECTDEP)$/u;
/** Either way by the standard, but usually money that goes out. */
const usuallyDebits = /^(?:ATM|POS)$/u;

/** Whether the type of an entry contradicts its sign: these two types mean a direction and nothing else. */
const saysOther = (type: string, amount: string): boolean =>
  amount.startsWith('-') ? type === 'CREDIT' : type === 'DEBIT' && !isZero(amount);

const contradiction = (file: string, {line, text}: {readonly line: number; readonly text: string}) =>
  new Problem('file-direction-contradicted', {file, line, text});

/** Returns the amount with the sign that its type gives it. A type of either direction leaves the sign of the amount. */
function byType(type: string, amount: string): string {
  const isOther = amount.startsWith('-') ? credits.test(type) : debits.test(type);
  return isOther ? negated(amount) : amount;
}

function closeEntry(reading: Reading): void {
  const {file, statement, entry, statements} = reading;
  reading.entry = undefined;
  reading.inside = '';
  if (statement === undefined || entry === undefined) return;
  if (entry.name === 'STMTTRNP') {
    statements.notBooked();
    return;
  }
  const {line, texts} = entry;
  const text = (name: string) => texts.get(name) ?? '';
  const place = (field: string): Place => ({file, line, field});
  const correction = text('CORRECTACTION');
  if (correction !== '') throw invalidAt(place('CORRECTACTION'), correction);
  const currency = currencyOf(reading, text('CURRENCY/CURSYM'));
  const written = exactAmount(text('TRNAMT'), currency, place('TRNAMT'));
  const mark = text('TRNAMT').includes(',') ? ',' : '.';
  const tooFine = () => tooFineAt(place('TRNAMT'), text('TRNAMT'), currency);
  reading.thirds.take(text('TRNAMT'), mark, {amount: written, currency}, tooFine);
  const bookedOn = plainDate(stated(text('DTPOSTED')).slice(0, 10), 'day-first');
  if (bookedOn === undefined) throw invalidAt(place('DTPOSTED'), text('DTPOSTED'));
  const type = text(typeField);
  const about = {line, text: `${type} ${written}`};
  const {by} = reading.said;
  reading.hasNegative ||= written.startsWith('-');
  const mayBeDebit = (debits.test(type) || usuallyDebits.test(type)) && !written.startsWith('-') && !isZero(written);
  if (mayBeDebit) reading.unsigned ??= about;
  if (saysOther(type, written)) {
    if (by === undefined && statements.isKept()) throw contradiction(file, about);
    statements.doubtful(line);
  }
  const amount = by === 'types' ? byType(type, written) : written;
  const narration = narrationOf([text('NAME') || text('PAYEE/NAME'), text('MEMO'), text('REFNUM'), text('CHECKNUM')]);
  const entryId = text('FITID');
  const row: BankRow = {line, entry: shownText(entryId, 200), amount, currency, bookedOn, narration, status: ''};
  once(reading, JSON.stringify([statement.account, entryId]), row);
  statements.row(row);
}

function currencyOf({file, statement, said}: Reading, own: string): string {
  const currency = own || statement?.currency || (said.currency ?? '');
  if (!/^[A-Z]{3}$/.test(currency)) throw new Problem('file-currency-missing', {file, form: 'statement'});
  return currency;
}

/**
 * An id belongs to one entry of an account. Some banks give the same id to several entries, which then differ. Two equal entries with one
 * id may be one payment or two, and nobody can tell which.
 */
function once({file, known, statements}: Reading, id: string, row: BankRow): void {
  if (row.entry === '' || !statements.isKept()) return;
  const place = known.get(id);
  const before = place === undefined ? undefined : statements.rowAt(place);
  if (place === undefined) known.set(id, statements.kept());
  else if (before !== undefined && isSame(before, row))
    throw new Problem('file-entry-twice', {file, line: row.line, earlier: before.line, entry: row.entry});
}

const isSame = (a: BankRow, b: BankRow): boolean =>
  a.amount === b.amount && a.bookedOn === b.bookedOn && a.narration === b.narration;
