import {inflateRawSync} from 'node:zlib';

/** Sums of exact decimal texts by a name and a currency, as text without zeros at the end. */
export class Sums {
  readonly #minor = new Map<string, bigint>();

  add(name: string, amount: string): void {
    const [whole = '', fraction = ''] = amount.split('.');
    this.#minor.set(name, (this.#minor.get(name) ?? 0n) + BigInt(whole + fraction.padEnd(6, '0')));
  }

  get(name: string): bigint {
    return this.#minor.get(name) ?? 0n;
  }

  /** What is not nothing. */
  entries(): Readonly<Record<string, string>> {
    const left = [...this.#minor].filter(([, sum]) => sum !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(left.map(([name, sum]) => [name, String(sum)]));
  }
}

type Posting = {readonly account: string; readonly amount: string; readonly currency: string};
export type Transaction = {
  readonly date: string;
  readonly flag: string;
  readonly code: string;
  readonly postings: readonly Posting[];
};

/** Of what the two programs read in different ways, which one it is. */
const dialects = {
  hledger: {heading: /^([^;|]+) \| [^;|]*$/u, whole: '1000.'},
  ledger: {heading: /^([^;|]+)$/u, whole: '1000'},
} as const;

/** What a journal for hledger says, read line by line; throws for a line that is none of hers, and for what does not add up. */
export const readHledger = (text: string) => readJournal(text, 'hledger');

/** The same of a journal for ledger. */
export const readLedger = (text: string) => readJournal(text, 'ledger');

/** A line that books nothing: a declaration, a comment, a tag. Throws for a form of figures that the program refuses. */
function isPlainLine(line: string, {program, whole}: {program: string; whole: string}): boolean {
  const [, form] = /^ {4}format (1000[.0]*) [A-Z]{3}$/u.exec(line) ?? [];
  if (form !== undefined && form !== whole && !/^1000\.0+$/u.test(form)) throw new Error(`${program} reads no ${form}`);
  if (form !== undefined || (program === 'ledger' && /^ {4}; [^,;:[\]]*$/u.test(line))) return true;
  if (/^ {4}; (?:key: [^,;[\]\s]+|\w+: ?[^,;:[\]]*)$/u.test(line)) return true;
  return /^(?:|;.*|account .*|tag \w+|payee [^;|]+|commodity [A-Z]{3})$/u.test(line);
}

function readJournal(text: string, program: keyof typeof dialects) {
  const {heading, whole} = dialects[program];
  const declared = new Set<string>();
  const sums = new Sums();
  const transactions: (Transaction & {postings: Posting[]})[] = [];
  let assertions = 0;
  for (const line of text.split('\n')) {
    if (/^(?:account|tag|payee) \S/u.test(line)) declared.add(line);
    const [, used = 'type'] = /^ {4}; (\w+):/u.exec(line) ?? [];
    if (used !== 'type' && !declared.has(`tag ${used}`)) throw new Error(`the tag ${used} was not declared`);
    const begun = /^(\d{4}-\d\d-\d\d) ([*!]) \(([^()]+)\) (.+)$/u.exec(line);
    if (begun !== null) {
      const [, date = '', flag = '', code = '', description = ''] = begun;
      const [, payee] = heading.exec(description) ?? [];
      if (!declared.has(`payee ${payee}`)) throw new Error(`the payee of ${line} was not declared`);
      transactions.push({date, flag, code, postings: []});
    }
    const posting = /^ {4}(\S(?:[^ ;]| (?! ))*) {2}(-?\d+(?:\.\d+)?) ([A-Z]{3})(?: = (-?\d+(?:\.\d+)?) \3)?$/u.exec(
      line,
    );
    if (posting !== null) {
      const [, name = '', amount = '', currency = '', held] = posting;
      if (!declared.has(`account ${name}`)) throw new Error(`${name} was not declared`);
      sums.add(`${name} ${currency}`, amount);
      if (held === undefined) transactions.at(-1)?.postings.push({account: name, amount, currency});
      else {
        const asserted = new Sums();
        asserted.add('', held);
        if (sums.get(`${name} ${currency}`) !== asserted.get(''))
          throw new Error(`${name} has not ${held} ${currency}`);
        assertions += 1;
      }
    }
    const isOther = isPlainLine(line, {program, whole});
    if (begun === null && posting === null && !isOther) throw new Error(`not a line of ${program}: ${line}`);
  }
  return {transactions: balanced(transactions), sums, assertions};
}

/** The same of a book for Beancount: balances are held against the end of the day before. */
export function readBeancount(text: string) {
  const opened = new Set<string>();
  const transactions: (Transaction & {postings: Posting[]})[] = [];
  const balances: {readonly date: string; readonly name: string; readonly held: string}[] = [];
  for (const line of text.split('\n')) {
    const [, open] = /^\d{4}-\d\d-\d\d open (\S+)$/u.exec(line) ?? [];
    if (open !== undefined) opened.add(open);
    const begun = /^(\d{4}-\d\d-\d\d) ([*!]) "[^"\\]+" "[^"\\]*" \^([\w-]+)$/u.exec(line);
    if (begun !== null)
      transactions.push({date: begun[1] ?? '', flag: begun[2] ?? '', code: begun[3] ?? '', postings: []});
    const posting = /^ {2}(\p{Lu}[^\s"]*) {2}(-?\d+(?:\.\d+)?) ([A-Z]{3})$/u.exec(line);
    if (posting !== null) {
      const [, account = '', amount = '', currency = ''] = posting;
      if (!opened.has(account)) throw new Error(`${account} was not opened`);
      transactions.at(-1)?.postings.push({account, amount, currency});
    }
    const balance = /^(\d{4}-\d\d-\d\d) balance (\S+) {2}(-?\d+(?:\.\d+)?) ([A-Z]{3})$/u.exec(line);
    if (balance !== null)
      balances.push({date: balance[1] ?? '', name: `${balance[2]} ${balance[4]}`, held: balance[3] ?? ''});
    const isOther =
      /^(?:|;.*|option "\w+" "[^"\\]*"|\S+ open \S+|\S+ commodity [A-Z]{3}| {2}precision: \d| {2}[a-z]\w+: "[^"\\]*")$/u.test(
        line,
      );
    if (begun === null && posting === null && balance === null && !isOther)
      throw new Error(`not a line of Beancount: ${line}`);
  }
  const sumsBefore = (date: string) => {
    const sums = new Sums();
    const earlier = transactions.filter(transaction => transaction.date < date);
    for (const {account, amount, currency} of earlier.flatMap(({postings}) => postings))
      sums.add(`${account} ${currency}`, amount);
    return sums;
  };
  for (const {date, name, held} of balances) {
    const asserted = new Sums();
    asserted.add('', held);
    if (sumsBefore(date).get(name) !== asserted.get('')) throw new Error(`${name} has not ${held} on ${date}`);
  }
  return {transactions: balanced(transactions), sums: sumsBefore('9999'), assertions: balances.length};
}

function balanced(transactions: readonly Transaction[]): readonly Transaction[] {
  for (const {code, postings} of transactions) {
    const sums = new Sums();
    for (const {amount, currency} of postings) sums.add(currency, amount);
    if (Object.keys(sums.entries()).length > 0) throw new Error(`${code} is not balanced`);
  }
  const codes = new Set(transactions.map(({code}) => code));
  if (codes.size !== transactions.length) throw new Error('a code is there twice');
  return transactions;
}

const fecColumns = [
  ...['JournalCode', 'JournalLib', 'EcritureNum', 'EcritureDate', 'CompteNum', 'CompteLib', 'CompAuxNum', 'CompAuxLib'],
  ...['PieceRef', 'PieceDate', 'EcritureLib', 'Debit', 'Credit', 'EcritureLet', 'DateLet', 'ValidDate'],
  ...['Montantdevise', 'Idevise'],
];

/** What must not be empty in a line of a FEC. */
const fecFilled = ['JournalCode', 'JournalLib', 'CompteLib', 'PieceRef', 'EcritureLib'];

/** What holds in each line by itself: what is filled, dates, figures, and one side with an amount. */
function checkFec(cell: (name: string) => string, line: string): void {
  for (const name of fecFilled) if (cell(name).trim() === '') throw new Error(`no ${name}: ${line}`);
  for (const name of ['EcritureDate', 'PieceDate', 'ValidDate'])
    if (!/^\d{8}$/.test(cell(name))) throw new Error(`no date: ${line}`);
  for (const name of ['Debit', 'Credit']) if (!/^\d+(?:,\d+)?$/.test(cell(name))) throw new Error(`no figure: ${line}`);
  for (const name of ['Montantdevise', 'Idevise'])
    if (cell(name) !== '') throw new Error(`an amount that was converted: ${line}`);
  const [debit, credit] = [cell('Debit'), cell('Credit')].map(figure => Number(figure.replace(',', '.')));
  if ((debit === 0) === (credit === 0)) throw new Error(`not one side: ${line}`);
}

/**
 * What a fichier des écritures comptables of books in the currency says; throws for what article A47 A-1 does not allow, and for what does
 * not add up.
 */
export function readFec(text: string, currency = 'KES') {
  if (/[^ -~\t\r\n]/.test(text)) throw new Error('not plain ASCII');
  const [heading = '', ...lines] = text.split('\r\n');
  if (heading !== fecColumns.join('\t') || lines.pop() !== '') throw new Error('not the lines of a FEC');
  const sums = new Sums();
  const titles = new Map<string, string>();
  const entries = new Map<string, {date: string; flag: '*'; code: string; postings: Posting[]}>();
  let last = 0;
  for (const line of lines) {
    const cells = line.split('\t');
    if (cells.length !== fecColumns.length) throw new Error(`not 18 columns: ${line}`);
    const row = Object.fromEntries(fecColumns.map((name, at) => [name, cells[at] ?? '']));
    const cell = (name: string) => row[name] ?? '';
    checkFec(cell, line);
    const number = Number(cell('EcritureNum'));
    if (number !== last && number !== last + 1) throw new Error(`not numbered without a gap: ${line}`);
    last = number;
    const account = cell('CompteNum');
    if (!/^\d{3,}$/.test(account)) throw new Error(`no account: ${line}`);
    if ((titles.get(account) ?? cell('CompteLib')) !== cell('CompteLib')) throw new Error(`two names of ${account}`);
    titles.set(account, cell('CompteLib'));
    const [debit, credit] = [cell('Debit').replace(',', '.'), cell('Credit').replace(',', '.')];
    const amount = Number(debit) === 0 ? `-${credit}` : debit;
    const name = [account, cell('CompAuxNum')].filter(part => part !== '').join(' ');
    sums.add(`${name} ${currency}`, amount);
    const entry = entries.get(String(number)) ?? {
      date: cell('EcritureDate'),
      flag: '*' as const,
      code: cell('PieceRef'),
      postings: [],
    };
    entry.postings.push({account: name, amount, currency});
    entries.set(String(number), entry);
  }
  return {transactions: balanced([...entries.values()]), sums, titles};
}

type ReadCell = string | number;

/** The sheets of a workbook by their names: rows of cells by the titles of the first one; a date is its serial number. */
export function readSheets(bytes: Uint8Array): Readonly<Record<string, readonly Readonly<Record<string, ReadCell>>[]>> {
  const files = unzipped(Buffer.from(bytes));
  const textOf = (name: string) => files.get(name) ?? '';
  if ([...files.values()].some(text => text.includes('<f>'))) throw new Error('there is a formula');
  const strings = [...textOf('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, item = '']) =>
    plain([...item.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text = '']) => text).join('')),
  );
  const names = [...textOf('xl/workbook.xml').matchAll(/<sheet [^>]*?name="([^"]*)"/g)].map(([, name = '']) => name);
  return Object.fromEntries(
    names.map((name, place) => [name, rowsOf(textOf(`xl/worksheets/sheet${place + 1}.xml`), strings)]),
  );
}

function rowsOf(xml: string, strings: readonly string[]): readonly Readonly<Record<string, ReadCell>>[] {
  const rows = [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells = row.matchAll(/<c r="([A-Z]+)\d+"([^>]*)><v>(.*?)<\/v><\/c>/gs);
    return new Map(
      [...cells].map(([, column = '', attributes = '', value = '']) => [
        column,
        attributes.includes('t="s"') ? (strings[Number(value)] ?? '') : Number(value),
      ]),
    );
  });
  const [header = new Map<string, ReadCell>(), ...body] = rows;
  return body.map(row => Object.fromEntries([...row].map(([column, cell]) => [String(header.get(column)), cell])));
}

const plain = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

/** The files of an archive, by its central directory (PKWARE APPNOTE 4.3). */
export function unzipped(archive: Buffer): Map<string, string> {
  const end = archive.length - 22;
  let at = archive.readUInt32LE(end + 16);
  const files = new Map<string, string>();
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, nameLength, start] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt32LE(at + 42),
    ];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const content = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const packed = archive.subarray(content, content + size);
    files.set(name, (archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString('utf8'));
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

/** The day of a spreadsheet's serial number. */
export function dayOf(serial: ReadCell | undefined): string {
  return new Date((Number(serial) - 25_569) * 86_400_000).toISOString().slice(0, 10);
}
