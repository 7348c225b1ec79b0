import {Problem} from '../../core/problem.js';
import {type DayInterval, plainDate} from '../date-text.js';
import {shownText} from '../foreign-text.js';
import {type Statements, totalDiffers} from './statements.js';
import {currencyAt, invalidAt, lineReader, minorText, narrationOf, type Place, plainUnits} from './texts.js';

/** The sums and counts of one level, until its closing record (49, 98, 99) states them. */
type Level = {sum: bigint; parts: number; records: number};
type Group = Level & {
  readonly currency: string;
  readonly day: string;
  /** Where the day stands, and how it is written. */
  readonly dated: {readonly place: Place; readonly text: string};
  readonly isFinal: boolean;
};
type Reading = {
  readonly file: string;
  readonly statements: Statements;
  readonly currencySaid: string | null;
  whole?: Level;
  group?: Group | undefined;
  account?: (Level & {readonly currency: string; readonly line: number}) | undefined;
  isEnded: boolean;
  version: string;
};

/** A record together with the records that continue it: fields separated by commas, with the breaks between its lines. */
type Bai2Record = {readonly code: string; readonly line: number; readonly lines: number; readonly text: string};

/** The character for the break between two lines of a record. */
const lineBreak = '\n';

/** Returns the fields of a record one after the other. `rest` returns what has not been read yet as text, which may contain commas. */
function fieldsOf({text}: Bai2Record) {
  let at = 0;
  const next = (): string => {
    let end = at;
    while (end < text.length && text[end] !== ',' && text[end] !== lineBreak) end += 1;
    const field = text.slice(at, end);
    at = end + 1;
    return field.trim();
  };
  return {
    hasMore: () => at <= text.length && text !== '',
    next,
    skip(count: number): void {
      for (let left = count; left > 0; left -= 1) next();
    },
    rest(): readonly string[] {
      const rest = text.slice(at);
      at = text.length + 1;
      return rest.split(lineBreak);
    },
  };
}
type Fields = ReturnType<typeof fieldsOf>;

/** Skips the funds type, which says when an amount is available: S has three amounts, V a day and a time, D any number of pairs. */
function skipFunds(fields: Fields, place: Place): void {
  const type = fields.next();
  switch (type) {
    case 'S':
      fields.skip(3);
      break;
    case 'V':
      fields.skip(2);
      break;
    case 'D': {
      const count = fields.next();
      if (!/^\d{1,2}$/.test(count)) throw invalidAt(place, count);
      fields.skip(Number(count) * 2);
      break;
    }
    default:
      if (!/^[Z0-2]?$/.test(type)) throw invalidAt(place, type);
  }
}

/** Returns a whole number of minor units, or of records. Throws the `Problem` `file-row-invalid`. */
function unitsIn(text: string, place: Place): bigint {
  if (!/^[-+]?\d{1,20}$/.test(text)) throw invalidAt(place, text);
  return BigInt(text.replace('+', ''));
}

/**
 * Reads a BAI2 file (Cash Management Balance Reporting Specifications, version 2, and its successor BTRS). Its control totals and counts of
 * records must agree, and so must its ledger balances if it has both. Throws a `Problem`: `file-cut-off`, `file-not-understood`,
 * `file-record-too-long`, `file-row-invalid`, `file-currency-missing`, `file-total-differs`, and what `Statements` throws.
 */
export function bai2Reader(file: string, statements: Statements, currencySaid: string | null) {
  const reading: Reading = {file, statements, currencySaid, isEnded: false, version: ''};
  let record: Bai2Record | undefined;
  let isEnding = false;
  const endRecord = () => {
    const ended = record;
    record = undefined;
    if (ended !== undefined) takeRecord(reading, ended);
  };
  const lines = lineReader(file, (line, number) => {
    const text = line.trim();
    if (text === '') return;
    const [, code = '', rest = ''] = /^(\d\d)(?:,(.*?))?\/?$/u.exec(text) ?? [];
    if (code === '' || (code === '88' && record === undefined))
      throw isEnding ? new Problem('file-cut-off', {file}) : new Problem('file-not-understood', {file, line: number});
    if (code === '88' && record !== undefined) {
      record = {...record, lines: record.lines + 1, text: `${record.text}${lineBreak}${rest}`};
      if (record.text.length > longestRecord) throw new Problem('file-record-too-long', {file, line: number});
      return;
    }
    endRecord();
    record = {code, line: number, lines: 1, text: rest};
  });
  return {
    write: lines.write,
    end() {
      isEnding = true;
      lines.end();
      // A file that ends with another record was cut off, perhaps within that record.
      if (record?.code === '99') endRecord();
      if (!reading.isEnded) throw new Problem('file-cut-off', {file});
      return {format: 'BAI2', version: reading.version} as const;
    },
  };
}

const longestRecord = 65_536;

function takeRecord(reading: Reading, record: Bai2Record): void {
  const {whole, group, account} = reading;
  if (reading.isEnded) throw notUnderstood(reading, record);
  for (const level of [whole, group, account]) if (level !== undefined) level.records += record.lines;
  const take = takers[record.code];
  if (take === undefined || !Object.hasOwn(takers, record.code)) throw notUnderstood(reading, record);
  take(reading, record);
}

const takers: Readonly<Record<string, (reading: Reading, record: Bai2Record) => void>> = {
  '01': beginFile,
  '02': beginGroup,
  '03': beginAccount,
  '16': takeEntry,
  '49': endAccount,
  '98': endGroup,
  '99': endFile,
};

const notUnderstood = ({file}: Reading, {line}: Bai2Record) => new Problem('file-not-understood', {file, line});

const placeOf = ({file}: Reading, {code, line}: Bai2Record, field = code): Place => ({file, line, field});

function beginFile(reading: Reading, record: Bai2Record): void {
  if (reading.whole !== undefined) throw notUnderstood(reading, record);
  reading.whole = {sum: 0n, parts: 0, records: record.lines};
  reading.version = record.text.split(/[,\n]/u)[7]?.trim() ?? '';
}

/** Status 1 is an update. Groups that delete or correct another file, or are only a test, have another status. */
const isUpdate = (status: string) => status === '1' || status === '';

function beginGroup(reading: Reading, record: Bai2Record): void {
  const {whole, group} = reading;
  if (whole === undefined || group !== undefined) throw notUnderstood(reading, record);
  const fields = fieldsOf(record);
  fields.skip(2);
  const status = fields.next();
  if (!isUpdate(status)) throw invalidAt(placeOf(reading, record), status);
  const date = fields.next();
  const day = /^\d{6}(?:\d\d)?$/.test(date)
    ? plainDate(date.replace(/(\d\d)(\d\d)$/u, '-$1-$2'), 'year-first')
    : undefined;
  if (day === undefined) throw invalidAt(placeOf(reading, record), date);
  fields.next();
  const currency = fields.next();
  // Interim reports cover only a part of the day.
  const isFinal = ['', '2', '4'].includes(fields.next());
  const dated = {place: placeOf(reading, record), text: date};
  reading.group = {currency, day, dated, isFinal, sum: 0n, parts: 0, records: record.lines};
}

/** The ledger balances: 010 is the opening one, 015 the closing one. 100 and 400 are the sums of all credits and of all debits. */
function beginAccount(reading: Reading, record: Bai2Record): void {
  const {group, account, currencySaid, statements} = reading;
  if (group === undefined || account !== undefined) throw notUnderstood(reading, record);
  const fields = fieldsOf(record);
  const name = fields.next();
  const own = fields.next() || group.currency || (currencySaid ?? '');
  if (own === '') throw new Problem('file-currency-missing', {file: reading.file, form: 'statement'});
  const currency = currencyAt(own.toUpperCase(), placeOf(reading, record));
  statements.account(name);
  reading.account = {currency, line: record.line, sum: 0n, parts: 0, records: record.lines};
  while (fields.hasMore()) takeSummary(reading, record, fields);
}

function takeSummary(reading: Reading, record: Bai2Record, fields: Fields): void {
  const {account, statements} = reading;
  const type = fields.next();
  const amount = fields.next();
  const count = fields.next();
  const place = placeOf(reading, record, type === '' ? record.code : type);
  skipFunds(fields, place);
  if (type === '' && amount === '') return;
  if (!/^\d{3}$/.test(type)) throw invalidAt(place, type);
  if (amount === '' || account === undefined) return;
  const units = unitsIn(amount, place);
  account.sum += units;
  const {line} = record;
  const {currency} = account;
  if (type === '010') statements.opening({line, currency, units});
  if (type === '015') statements.closing({line, currency, units});
  if (type === '100' || type === '400')
    statements.total({
      line,
      of: type === '100' ? 'credits' : 'debits',
      currency,
      units,
      count: count === '' ? null : Number(unitsIn(count, place)),
    });
}

/** The direction of an entry's money, by its type. 890 is a message and moves none. */
function directionOf(type: string): 1n | -1n | undefined {
  const code = Number(type);
  if ((code >= 100 && code <= 399) || (code >= 920 && code <= 959)) return 1n;
  if ((code >= 400 && code <= 699) || (code >= 960 && code <= 999)) return -1n;
  return undefined;
}

function takeEntry(reading: Reading, record: Bai2Record): void {
  const {group, account, statements} = reading;
  if (group === undefined || account === undefined) throw notUnderstood(reading, record);
  const fields = fieldsOf(record);
  const place = placeOf(reading, record);
  const type = fields.next();
  if (!/^\d{3}$/.test(type)) throw invalidAt(place, type);
  const amount = fields.next();
  if (amount === '' && type === '890') return;
  const units = unitsIn(amount, place);
  const direction = directionOf(type);
  if (direction === undefined || units < 0n) throw invalidAt(place, direction === undefined ? type : amount);
  skipFunds(fields, place);
  account.sum += units;
  const [bank, customer] = [fields.next(), fields.next()];
  const {currency} = account;
  const row = {
    line: record.line,
    entry: shownText(bank || customer, 200),
    amount: plainUnits(units * direction, currency),
    currency,
    bookedOn: group.day,
    narration: narrationOf([customer, fields.rest().join(' ')]),
    status: '',
  };
  statements.dated(row, group.dated.place, group.dated.text);
}

/** A sum without a currency, such as one of groups in several currencies, is shown as it stands. */
const shown = (units: bigint, currency: string) => (currency === '' ? String(units) : minorText(units, currency));

/** Compares what a closing record states about its level: a sum, in some records the number of parts, and the number of records. */
function compare(reading: Reading, record: Bai2Record, level: Level, of: {currency: string; hasParts: boolean}): void {
  const {file, statements} = reading;
  const fields = fieldsOf(record);
  const place = placeOf(reading, record);
  const stated = unitsIn(fields.next(), place);
  const {currency} = of;
  if (stated !== level.sum)
    statements.differs(totalDiffers(file, record.line, shown(level.sum, currency), shown(stated, currency)));
  for (const count of of.hasParts ? [level.parts, level.records] : [level.records]) {
    const said = fields.next();
    if (unitsIn(said, place) !== BigInt(count))
      statements.differs(totalDiffers(file, record.line, String(count), said));
  }
}

function endAccount(reading: Reading, record: Bai2Record): void {
  const {group, account, statements} = reading;
  if (group === undefined || account === undefined) throw notUnderstood(reading, record);
  compare(reading, record, account, {currency: account.currency, hasParts: false});
  group.sum += account.sum;
  group.parts += 1;
  statements.agreed('rows');
  const interval: DayInterval | null = group.isFinal ? {from: group.day, to: group.day} : null;
  statements.end(interval);
  reading.account = undefined;
}

function endGroup(reading: Reading, record: Bai2Record): void {
  const {whole, group, account, statements} = reading;
  if (whole === undefined || group === undefined || account !== undefined) throw notUnderstood(reading, record);
  compare(reading, record, group, {currency: group.currency, hasParts: true});
  whole.sum += group.sum;
  whole.parts += 1;
  statements.agreed('file');
  reading.group = undefined;
}

function endFile(reading: Reading, record: Bai2Record): void {
  const {whole, group, statements} = reading;
  if (whole === undefined || group !== undefined) throw notUnderstood(reading, record);
  compare(reading, record, whole, {currency: '', hasParts: true});
  statements.agreed('file');
  reading.isEnded = true;
}
