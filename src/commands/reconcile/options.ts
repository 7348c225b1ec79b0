import {messages} from '../../core/messages/messages.js';
import {Problem} from '../../core/problem.js';
import {codes, type ReconciliationLine} from '../../core/reconcile/rows/discrepancy.js';
import type {Days} from '../../core/reconcile/rows/inputs.js';
import {dateOrders, type Mapping, type SourceKind, sourceKinds} from '../../core/reconcile/rows/row.js';
import {cleanText} from '../../core/text/text.js';
import {note} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import {
  fieldsOf,
  type GivenRead,
  type GivenSource,
  isTaxField,
  type ReconcileOptions,
  type ReconcileProgress,
  taxFields,
} from '../../till/reconcile.js';
import type {OptionSpecs, OptionsOf} from '../define.js';
import {pipedInput} from '../sign-in.js';
import {currencies, dayFrom, decimalMarks, inOrder, oneOf, outFile, refuseValue} from '../values.js';
import {bookFormats, bookFrom, outFormat} from './write.js';

/** The names of separators. A tab has a word, since it is hard to type. */
const separatorNames = [',', ';', '|', 'tab'] as const;

/** The days, the files and how to read them. */
export const sourceOptions = {
  '--day <day>': 'day',
  '--from <day>': 'fromDay',
  '--to <day>': 'toDay',
  '--provider-file <file>': {says: 'providerFile', isRepeatable: true},
  '--payout-file <file>': {says: 'payoutFile', isRepeatable: true},
  '--bank-file <file>': {says: 'bankFile', isRepeatable: true},
  '--interval <days>': 'fileInterval',
  '--map <column>': {says: 'fileMap', isRepeatable: true},
  '--decimal-mark <mark>': {says: 'decimalMark', offers: decimalMarks},
  '--separator <sign>': {says: 'separator', offers: separatorNames},
  '--date-order <order>': {says: 'dateOrder', offers: dateOrders},
  '--currency <currency>': {says: 'fileCurrency', offers: currencies},
  '--part <name>': 'filePart',
  '--password-stdin': 'passwordStdin',
  '--unproved': 'unproved',
  '--as-of <instant>': 'asOf',
} satisfies OptionSpecs;

/** The options of every reconciliation: also what to show. */
export const comparisonOptions = {
  ...sourceOptions,
  '--codes <codes>': {says: 'codes', offers: codes},
  '--all': 'allLines',
} satisfies OptionSpecs;

export const reconcileOptions = {
  ...comparisonOptions,
  '--replaces <file>': 'replaces',
  '--journal <folder>': {says: 'otherJournal', offers: 'folders', isRepeatable: true},
  '--live': 'live',
  '--out <file>': 'reconcileOut',
  '--book <format>': {says: 'book', offers: bookFormats},
  '--accounts <file>': 'accounts',
} satisfies OptionSpecs;
export type Options = OptionsOf<typeof reconcileOptions>;

/** Work that ends within this many milliseconds shows no progress. */
const patience = 1000;

const pause = 2000;

/** Returns a function that reports the progress of long work on standard error, every two seconds. */
function progressOn(session: Session): (progress: ReconcileProgress) => void {
  const {world} = session.face;
  const words = messages(session.language).reconcileCommand;
  let next = world.monotonic() + patience;
  return ({step, what, done, total}) => {
    if (world.monotonic() < next) return;
    next = world.monotonic() + pause;
    if (step === 'asking') note(session, words.asking({done, total: total ?? done}));
    else if (step === 'journal') note(session, words.readingJournal({count: done}));
    else note(session, words.reading({file: what, percent: Math.floor((100 * done) / Math.max(1, total ?? done))}));
  };
}

/** What every reconciliation takes from its options. `sources` are the files that it has read. */
export async function askedIn(session: Session, options: Options, given?: string) {
  const password = options.passwordStdin === true ? await passwordOf(session) : given;
  const isNamed = codesFrom(session, options.codes);
  const file = outFile(options.out);
  const book = await bookFrom(session, options, file);
  const out = file === undefined || book !== undefined ? undefined : {file, format: outFormat(session, file)};
  const sources: GivenRead[] = [];
  const wanted: ReconcileOptions = {
    ...wantedFrom(session, options, password),
    onProgress: progressOn(session),
    onSource: read => sources.push(read),
  };
  const isListed = (line: ReconciliationLine) =>
    isNamed.has(line.code) && (options.all === true || line.status !== 'matched');
  return {book, out, sources, wanted, isListed};
}

/** What was typed; `password` opens the files that need one. Throws `Problem` day-invalid, unknown-option. */
export function wantedFrom(session: Session, options: Options, password: string | undefined): ReconcileOptions {
  const {asOf, journal = [], live = false, replaces} = options;
  return {
    days: daysFrom(session, options),
    ...(asOf === undefined ? {} : {asOf: instantFrom(session, asOf)}),
    files: filesFrom(session, options).map(given => ({
      ...given,
      part: options.part,
      password,
      isUnproved: options.unproved,
    })),
    ...(replaces === undefined ? {} : {replaces: replaces.trim()}),
    journals: journal,
    isLive: live,
  };
}

function daysFrom(session: Session, {day, from, to}: Options): Days {
  if (day !== undefined && (from !== undefined || to !== undefined))
    refuseValue({name: '--day', value: day, language: session.language}, '--from … --to …');
  if (from === undefined && to === undefined) {
    const date = dayFrom(session, day);
    return {from: date, to: date};
  }
  return inOrder({from: dayFrom(session, from ?? to), to: dayFrom(session, to)});
}

/** An instant with its offset, or a time or a day by the shop's clock. */
function instantFrom(session: Session, typed: string): number {
  const text = typed.trim();
  try {
    if (/(?:Z|[+-]\d\d:?\d\d)$/.test(text) && text.includes('T')) return Temporal.Instant.from(text).epochMilliseconds;
    return Temporal.PlainDateTime.from(text).toZonedDateTime(configOf(session).zone).epochMilliseconds;
  } catch (error) {
    if (error instanceof Problem) throw error;
    return refuseValue(
      {name: '--as-of', value: cleanText(text, 40), language: session.language},
      '2026-11-21T08:00:00Z',
    );
  }
}

function filesFrom(session: Session, options: Options): readonly GivenSource[] {
  const {language} = session;
  const {providerFile = [], payoutFile = [], bankFile = []} = options;
  const named = {provider: providerFile, payout: payoutFile, bank: bankFile} as const;
  const given = sourceKinds.filter(kind => named[kind].length > 0);
  const interval = options.interval === undefined ? {} : {interval: intervalFrom(session, options.interval)};
  const columns = columnsFrom(session, options.map ?? [], given);
  const said: Partial<Mapping> = {
    ...(options.decimalMark === undefined
      ? {}
      : {decimalMark: oneOf({name: '--decimal-mark', value: options.decimalMark, language}, decimalMarks)}),
    ...(options.separator === undefined ? {} : {separator: separatorFrom(session, options.separator)}),
    ...(options.dateOrder === undefined
      ? {}
      : {dateOrder: oneOf({name: '--date-order', value: options.dateOrder, language}, dateOrders)}),
    ...(options.currency === undefined ? {} : {currency: currencyFrom(session, options.currency)}),
  };
  return given.flatMap(kind => {
    const own = columns[kind];
    const mapping = own === undefined ? said : {...said, columns: own};
    const hasMapping = Object.keys(mapping).length > 0;
    return named[kind].map(file => ({kind, file, ...interval, ...(hasMapping ? {mapping} : {})}));
  });
}

function separatorFrom({language}: Session, value: string): Mapping['separator'] {
  if (value === '\t') return value;
  const name = oneOf({name: '--separator', value, language}, separatorNames);
  return name === 'tab' ? '\t' : name;
}

function currencyFrom({language}: Session, value: string): string {
  const currency = value.trim().toUpperCase();
  return /^[A-Z]{3}$/.test(currency) ? currency : refuseValue({name: '--currency', value, language}, 'KES');
}

function intervalFrom(session: Session, value: string): Days {
  const [from = '', to = from, more] = value.split('..');
  const refuse = () => refuseValue({name: '--interval', value, language: session.language}, '2026-11-20..2026-11-21');
  if (more !== undefined) refuse();
  const days = {from: dayFrom(session, from), to: dayFrom(session, to)};
  return days.from <= days.to ? days : refuse();
}

/** The fields that `--map` can name. A statement may be about several accounts, so `account` names the one to read. */
const namedIn = (kind: SourceKind): readonly string[] => [...fieldsOf(kind), ...(kind === 'bank' ? ['account'] : [])];

type Columns = Partial<Record<SourceKind, Record<string, string>>>;

/** `field=Heading` applies to every kind of file that has the field, `bank.field=Heading` to one kind. */
function columnsFrom({language}: Session, typed: readonly string[], kinds: readonly SourceKind[]): Columns {
  const columns: Columns = {};
  for (const value of typed) {
    const {kind, field, heading} =
      /^(?:(?<kind>[a-z]+)\.)?(?<field>[a-zA-Z]+\d?)=(?<heading>.*)$/su.exec(value)?.groups ?? {};
    const wanted = kinds.filter(
      each => (kind === undefined || kind === each) && namedIn(each).some(known => known === field),
    );
    if (field === undefined || heading === undefined || wanted.length === 0) {
      const fields = [...new Set((kinds.length === 0 ? sourceKinds : kinds).flatMap(namedIn))];
      return refuseValue({name: '--map', value: cleanText(value, 80), language}, `${fields.join(' | ')} = …`);
    }
    for (const each of wanted) {
      // A tax that is named again is another one.
      const free = isTaxField(field) ? taxFields.find(tax => columns[each]?.[tax] === undefined) : undefined;
      columns[each] = {...columns[each], [free ?? field]: heading.trim()};
    }
  }
  return columns;
}

/** The codes to list; all if none is named. */
function codesFrom({language}: Session, typed: string | undefined): ReadonlySet<string> {
  if (typed === undefined) return new Set(codes);
  const named = typed.split(',').map(code => code.trim().toUpperCase());
  return new Set(named.map(value => oneOf({name: '--codes', value, language}, codes)));
}

/** More bytes than any password of a statement needs. */
const longestPassword = 1024;

/** The password of a file, typed at a terminal or piped in. */
async function passwordOf(session: Session): Promise<string> {
  const {face, language} = session;
  const asked = `${messages(language).reconcileCommand.askPassword} `;
  const typed = await face.askLine(asked, face.interrupted);
  if (typed !== undefined) return typed;
  const piped = await pipedInput(session, {mostBytes: longestPassword, signal: face.interrupted});
  return new TextDecoder().decode(piped).replace(/\r?\n$/u, '');
}
