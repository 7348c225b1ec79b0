import {SaxesParser, type SaxesTagPlain} from 'saxes';
import {Problem} from '../../core/problem.js';
import type {PageFigures, PageOfStatement} from '../../core/reconcile/rows/row.js';
import {limits} from '../bytes.js';
import {type DayInterval, statedInterval} from '../date-text.js';
import {shownText} from '../foreign-text.js';
import {
  addSummary,
  agreeingBatches,
  type CamtEntry,
  CamtSummary,
  type EntryPart,
  emptyEntry,
  entryPart,
  entryRow,
  hasOnlyValueDate,
  isLastOf,
  noteBegin,
  noteLeaf,
  type StatementPage,
  summaryLeaf,
} from './camt-entry.js';
import type {Statements} from './statements.js';
import {minorUnits, plainUnits} from './texts.js';

/** The three messages in which banks report on an account, with the path of a report in each. */
const messages = {
  'BkToCstmrAcctRpt/Rpt': 'camt.052',
  'BkToCstmrStmt/Stmt': 'camt.053',
  'BkToCstmrDbtCdtNtfctn/Ntfctn': 'camt.054',
} as const;

/** Matches the namespace of these messages, also as the banks of Austria write it (`camt:053`). */
export const statementNamespace = /\bcamt[.:]05[234]\b/u;
const deepest = 50;
/** The most that is parsed at once: as much as is read at once, since a slice is slower to parse. */
const writtenAtOnce = 262_144;

/**
 * Reads the booked entries of a camt.052, camt.053 or camt.054 message of any version, alone or in an envelope. Credits are positive,
 * debits negative, and reversals have the direction that the entry itself states, as ISO 20022 defines it. Booked balances and summaries of
 * entries must agree; interim balances prove nothing. Throws a `Problem`: `file-is-other` for other XML, `file-xml-unsafe` for a document
 * type declaration, an endless element or too deep nesting, `file-cut-off`, `file-not-understood`, `file-record-too-long`,
 * `file-row-invalid`, `file-amount-too-fine`, and what `Statements` throws.
 */
export function camtReader(file: string, statements: Statements) {
  const parser = new SaxesParser({xmlns: false});
  const reading = new Reading(file, statements);
  let isEnding = false;
  let sinceTag = 0;
  const unsafe = () => new Problem('file-xml-unsafe', {file, line: parser.line});
  const addText = (piece: string) => {
    reading.text += piece;
    if (reading.text.length > limits.fieldLength) throw new Problem('file-record-too-long', {file, line: parser.line});
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', tag => {
    sinceTag = 0;
    openElement(reading, tag, parser.line);
    if (reading.open.length > deepest) throw unsafe();
  });
  parser.on('closetag', () => {
    sinceTag = 0;
    closeElement(reading);
  });
  parser.on('doctype', () => {
    throw unsafe();
  });
  parser.on('error', () => {
    throw isEnding
      ? new Problem('file-cut-off', {file})
      : new Problem('file-not-understood', {file, line: parser.line});
  });
  return {
    write(piece: string): void {
      for (let at = 0; at < piece.length; at += writtenAtOnce) {
        const part = piece.slice(at, at + writtenAtOnce);
        sinceTag += part.length;
        parser.write(part);
        // The parser would collect a document type, a comment or a tag without an end completely before it reports it.
        if (sinceTag > limits.recordBytes) throw unsafe();
      }
    },
    end() {
      isEnding = true;
      parser.close();
      const {report, count, namespace} = reading;
      if (report === undefined || count === 0) throw otherXml(reading);
      if (!reading.page.isFirst) statements.endPages(reading.interval);
      const pages = count === 1 ? [...reading.pages, ...reading.ofMessage] : reading.pages;
      return {format: report.format, version: namespace, pages} as const;
    },
  };
}

type StatementParts = {
  readonly account: string;
  readonly id: string;
  readonly sequence: string;
  readonly number: string;
  readonly isLast: string;
};
/** The elements of a message which say which of several messages it is. */
const messagePage = /GrpHdr\/MsgPgntn\/(?<leaf>PgNb|LastPgInd)$/u;
const noParts: StatementParts = {account: '', id: '', sequence: '', number: '', isLast: ''};
/** The elements that name the account. The last three are those of version 01. */
const accountLeaves: readonly string[] = ['IBAN', 'Othr/Id', 'BBAN', 'UPIC', 'PrtryAcct/Id'].map(
  leaf => `Acct/Id/${leaf}`,
);
/** The elements of a report which say which page of which statement it is. */
const pageLeaves: Readonly<Record<string, keyof StatementParts>> = {
  Id: 'id',
  ElctrncSeqNb: 'sequence',
  ...Object.fromEntries(accountLeaves.map(leaf => [leaf, 'account'])),
  ...Object.fromEntries(
    ['Stmt', 'Rpt', 'Ntfctn'].flatMap(name => [
      [`${name}Pgntn/PgNb`, 'number'],
      [`${name}Pgntn/LastPgInd`, 'isLast'],
    ]),
  ),
};

/** An element by its path from the root. `below` is its path below a report; it is empty outside of one. */
type Element = {
  readonly path: string;
  /** The name without its prefix. */
  readonly local: string;
  readonly below: string;
  /** The meaning of the element for the entry that contains it. */
  readonly part: EntryPart | undefined;
  /** Whether the element says that this is the last page. */
  readonly isLastPage: boolean;
  /** By their names as they are written, including the prefix. */
  readonly children: Map<string, Element>;
};

/** What has been read so far. `open` has the elements that have not ended. */
class Reading {
  readonly file: string;
  readonly statements: Statements;
  readonly top: Element = {path: '', local: '', below: '', part: undefined, isLastPage: false, children: new Map()};
  readonly open: Element[] = [];
  /** The message, and the path of a report in it. */
  report: {readonly format: (typeof messages)[keyof typeof messages]; readonly path: string} | undefined;
  namespace = '';
  /** The text of the innermost element. */
  text = '';
  isLeaf = false;
  /** The currency that the innermost element names. */
  unit = '';
  entry: CamtEntry | undefined;
  summary = new CamtSummary();
  from = '';
  to = '';
  count = 0;
  /** The position of the current report among the pages of its statement. */
  page = onePage;
  /** The interval of the page before. */
  interval: DayInterval | null = null;
  readonly pages: PageOfStatement[] = [];
  /** The pages by the page number of their message. If the message has several reports, nothing shows which of them continues. */
  readonly ofMessage: PageOfStatement[] = [];
  readonly message = {number: '', isLast: ''};
  /** The sum of the report's entries, by currency. */
  readonly moved = new Map<string, bigint>();
  /** What the current report says about itself as a page. */
  parts = noParts;

  constructor(file: string, statements: Statements) {
    this.file = file;
    this.statements = statements;
  }
}

const otherRoots: Readonly<Record<string, string>> = {Workbook: 'workbook', html: 'page', HTML: 'page'};

/** Returns the `Problem` for XML that is not a report on an account: a workbook of 2003, orders to a bank, or anything else. */
function otherXml({file, namespace}: Reading, root = ''): Problem {
  const known = Object.hasOwn(otherRoots, root) ? otherRoots[root] : undefined;
  return new Problem('file-is-other', {file, what: known ?? (/\bpain\./.test(namespace) ? 'orders' : 'xml')});
}

/** A file has few different elements. Beyond this number under one parent, they are not cached. */
const mostChildren = 200;

function childOf({path, children}: Element, name: string, {report}: Reading): Element {
  const known = children.get(name);
  if (known !== undefined) return known;
  const local = name.slice(name.indexOf(':') + 1);
  const own = path === '' ? local : `${path}/${local}`;
  const isBelow = report !== undefined && own.startsWith(`${report.path}/`);
  const below = isBelow ? own.slice(report.path.length + 1) : '';
  const child = {
    path: own,
    local,
    below,
    part: below.startsWith('Ntry/') ? entryPart(below.slice(5)) : undefined,
    isLastPage: own.endsWith('/LastPgInd') && paged.test(below === '' ? own : below),
    children: new Map(),
  };
  if (children.size < mostChildren) children.set(name, child);
  return child;
}

/** The messages are in a `Document`, which some banks put into an envelope of their own. */
function openElement(reading: Reading, {name, attributes}: SaxesTagPlain, line: number): void {
  const {open, entry, report, summary} = reading;
  reading.text = '';
  reading.isLeaf = true;
  reading.unit = attributes['Ccy'] ?? '';
  const element = childOf(open.at(-1) ?? reading.top, name, reading);
  open.push(element);
  const {local, part} = element;
  if (part !== undefined) {
    if (entry !== undefined) noteBegin(entry, part, reading.unit);
    return;
  }
  if (report === undefined) {
    const prefix = name.slice(0, -local.length);
    if (local === 'Document')
      reading.namespace = attributes[prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`] ?? '';
    if (open.length === 1 && Object.hasOwn(otherRoots, local)) throw otherXml(reading, local);
    if (local === 'Document' && reading.namespace !== '' && !statementNamespace.test(reading.namespace))
      throw otherXml(reading);
    reading.report = reportAt(element.path);
    return;
  }
  switch (element.below) {
    case 'Ntry':
      reading.entry = emptyEntry(line);
      break;
    case 'Bal':
      summary.balance = {line, currency: '', leaves: new Map()};
      break;
    case 'Bal/Amt':
      if (summary.balance !== undefined) summary.balance.currency = reading.unit;
      break;
    case 'TxsSummry':
      summary.totalsLine = line;
      break;
    default:
  }
}

/** Returns the report that begins with the element of this path, if it is one. The first version has its number in the name. */
function reportAt(path: string): Reading['report'] {
  const below = path.replace(/^(?:.*\/)?Document\//u, '').replace(/V01(?=\/)/u, '');
  if (below === path || !Object.hasOwn(messages, below)) return undefined;
  return {format: messages[below as keyof typeof messages], path};
}

const wholes = new Set(['Ntry', 'Bal']);

function closeElement(reading: Reading): void {
  const {open, entry, text, isLeaf, report, summary, file} = reading;
  const {path, below, part, isLastPage} = open.pop() ?? reading.top;
  if (isLeaf && isLastPage) reading.page = {...reading.page, isPage: true, isLast: text.trim() !== 'false'};
  reading.text = '';
  reading.isLeaf = false;
  if (part !== undefined) {
    if (isLeaf && entry !== undefined) noteLeaf(entry, part, text, reading.unit);
    return;
  }
  if (path === report?.path) {
    endReport(reading);
    return;
  }
  if (below === '') {
    const leaf = messagePage.exec(path)?.groups?.['leaf'];
    if (leaf !== undefined) reading.message[leaf === 'PgNb' ? 'number' : 'isLast'] = text.trim();
    return;
  }
  if (!(isLeaf || wholes.has(below))) return;
  if (below === 'Ntry') {
    if (entry !== undefined) closeEntry(reading, entry);
    return;
  }
  const leaf = pageLeaves[below];
  if (leaf !== undefined) reading.parts = {...reading.parts, [leaf]: text.trim()};
  if (below === 'FrToDt/FrDtTm') reading.from = text.trim();
  if (below === 'FrToDt/ToDtTm') reading.to = text.trim();
  if (leaf === 'account') setAccount(reading, text.trim());
  summaryLeaf(file, summary, below, text.trim());
}

/** The pages of a statement belong to one account. If another account begins, the pages before are complete. */
function setAccount(reading: Reading, account: string): void {
  const {statements, page, interval} = reading;
  if (!page.isFirst && !statements.isOf(account)) {
    statements.endPages(interval);
    reading.page = {...page, isFirst: true};
  }
  statements.account(account);
}

const onePage: StatementPage = {isPage: false, isFirst: true, isLast: true};

/** The paths of `LastPgInd` in a message, and in a statement, a report or a notice. */
const paged = /^(?:.*GrpHdr\/MsgPgntn|(?:Stmt|Rpt|Ntfctn)Pgntn)\/LastPgInd$/u;

/** Interim reports and notices cover only a part of a day, so they have no interval. */
function endReport(reading: Reading): void {
  const {file, statements, summary, report, from, to} = reading;
  const {page} = reading;
  const isLast = isLastOf(page, summary);
  reading.interval = report?.format === 'camt.053' ? statedInterval(from, to) : null;
  addSummary(file, summary, statements, page);
  if (isLast) statements.end(reading.interval);
  reading.page = isLast ? onePage : {...page, isFirst: false, isLast: true};
  notePage(reading);
  reading.count += 1;
  reading.summary = new CamtSummary();
  reading.moved.clear();
  [reading.from, reading.to] = ['', ''];
  reading.parts = noParts;
}

function notePage({parts: told, message, pages, ofMessage, summary, moved}: Reading): void {
  const {account, id, sequence} = told;
  const {number, isLast} = told.number === '' ? message : told;
  if (!/^\d{1,5}$/u.test(number) || (isLast !== 'true' && isLast !== 'false')) return;
  const [own = '', statement = ''] = [account, sequence || id].map(text => shownText(text, 200));
  const figures = pageFigures(summary, moved);
  (told.number === '' ? ofMessage : pages).push({
    account: own,
    statement,
    number: Number(number),
    isLast: isLast === 'true',
    ...(figures && {figures}),
  });
}

function pageFigures({balances}: CamtSummary, moved: ReadonlyMap<string, bigint>): PageFigures | undefined {
  const [currency, ...others] = new Set([...moved.keys(), ...balances.map(each => each.currency)]);
  if (currency === undefined || others.length > 0) return undefined;
  const text = (units: bigint | undefined) => (units === undefined ? null : plainUnits(units, currency));
  const interim = balances.filter(({type}) => type === 'interim');
  const opening = balances.find(({type}) => type === 'opening') ?? interim[0];
  const closing =
    balances.findLast(({type}) => type === 'closing') ??
    (interim.length > 1 || opening !== interim[0] ? interim.at(-1) : undefined);
  return {
    currency,
    opening: text(opening?.units),
    moved: plainUnits(moved.get(currency) ?? 0n, currency),
    closing: text(closing?.units),
  };
}

function closeEntry(reading: Reading, entry: CamtEntry): void {
  const {file, statements, summary} = reading;
  const row = entryRow(file, entry);
  reading.entry = undefined;
  if (row === undefined) {
    summary.notBooked += 1;
    statements.notBooked();
  } else {
    summary.currencies.add(row.currency);
    if (hasOnlyValueDate(entry)) statements.valueDate();
    if (reading.page.isPage) {
      const {currency} = row;
      reading.moved.set(currency, (reading.moved.get(currency) ?? 0n) + minorUnits(row.amount, currency));
    }
    statements.row(row);
    for (let left = agreeingBatches(file, entry, statements.differs); left > 0; left -= 1) statements.agreed('file');
  }
}
