import {areReferences, isReference} from '../core/journal/reference.js';
import {decimalPlaces} from '../core/money/money.js';
import {Problem} from '../core/problem.js';
import {type DateOrder, type Deciding, dateOrders, type SourceKind} from '../core/reconcile/rows/row.js';
import {currencyOfAmounts, firstShown, isWrittenNegative, shownMark} from './amount-text.js';
import {type Columns, cellAt, codesSaid, type Layout, type SourceColumn} from './columns.js';
import {dateShapeOf, hasShortYear, isDate, type PossibleDays, shownOrder} from './date-text.js';
import {decidedColumns} from './deciding-columns.js';
import {
  currencyInHeading,
  fieldsOf,
  type HeadingField,
  isAmountField,
  isTaxField,
  isValueDate,
  kindSaid,
  nameOf,
  neededFields,
  plainWords,
  recognised,
  taxFields,
} from './headings.js';
import {isNote, isOfMultiples} from './notices.js';
import {pageLinesOf} from './page-lines.js';
import {firstRecords} from './records.js';
import {statedCurrency, statedIn, statedPeriod} from './stated.js';
import {
  type About,
  type GivenMapping,
  type Head,
  isBare,
  recordsAbove,
  shownHeadings,
  type TablePlace,
  tablePlace,
} from './table-place.js';
import {withTaxes} from './tax-columns.js';
import {rowMarksOf, summingIn} from './total-rows.js';

const sampleRecords = 1000;
/** Readings are compared on this many rows. The chosen reading is then checked against the whole file. */
const searchedRecords = 300;

/**
 * Returns the layout of a delimited file, by the beginning of the file. Throws a `Problem`: `file-field-unknown`, `file-empty`,
 * `file-heading-missing`, `file-heading-unknown`, `file-heading-twice`, `file-tables-several`, `file-is-other`, `file-column-missing`,
 * `file-currency-missing`, `file-currency-differs`, `file-direction-unclear`, `file-status-unclear`, `file-decimal-mark-unclear`,
 * `file-in-multiples`, `file-in-smallest-unit`, `file-date-order-unclear`, `file-fee-unclear` or `file-tax-unclear`.
 */
export function layoutOf(head: Head, about: About): Layout {
  const {file, kind, given, possible} = about;
  const orderIn = (text: string) => shownOrder(text, possible);
  for (const field of Object.keys(given.columns ?? {})) {
    if (!fieldsOf(kind).some(each => each === field))
      throw new Problem('file-field-unknown', {field, fields: fieldsOf(kind).join(', ')});
  }
  const place = tablePlace(head, about);
  const {separator, preamble, headings} = place;
  const sender = answering.find(({names}) => names.every(name => headings.includes(name)))?.sender;
  if (sender !== undefined) throw new Problem('file-in-smallest-unit', {file, sender});
  const sample = sampleOf(head, place);
  const {columns: all, checked, said} = columnsOf(headings, sample, about);
  const values = (field: HeadingField) => valuesOf(sample, all[field]);
  const amounts = (Object.keys(all) as HeadingField[]).filter(isAmountField).sort(balanceLast);
  const decimalMark =
    given.decimalMark ??
    decide(amounts, values, shownMark, (field, value) => {
      if (field === 'balance') return null;
      const known = currencyOfHeadings(all, amounts) ?? given.currency;
      if (areWithoutCents(known == null ? values('currency') : [known])) return value.includes(',') ? '.' : ',';
      throw new Problem('file-decimal-mark-unclear', {file, column: all[field]?.heading ?? field, text: value});
    });
  const dateOrder =
    given.dateOrder ??
    decide(['bookedOn', 'at'], values, orderIn, (field, value) => {
      const stated = orderAbove(recordsAbove(head, place), value, possible);
      if (stated !== undefined) return stated;
      // A row is not refused because its time is unclear, nor if the file was once read so; but a short year may be the day.
      if (field === 'at' && (given.dateOrder === null || !hasShortYear(value))) return null;
      throw new Problem('file-date-order-unclear', {file, column: all[field]?.heading ?? field, text: value});
    });
  const isSaid = saysTaxes(given) && kind !== 'payout';
  const rows = rowsIn(sample, kind, {columns: all, headings});
  const table = {file, kind, headings, rows, mark: decimalMark ?? '.', given: given.columns};
  const columns = isSaid ? all : withTaxes(all, table);
  const ofHeadings = currencyOfHeadings(columns, amounts);
  const above = ofHeadings === null ? recordsAbove(head, place) : [];
  const own = ofHeadings === null ? (statedCurrency(above) ?? currencyOfGroups(above)) : [ofHeadings];
  const isOwn = columns.currency === undefined && own.length > 0;
  if (isOwn && given.currency != null && !own.includes(given.currency))
    throw new Problem('file-currency-differs', {file, own: own.join(' / '), currency: given.currency});
  const ofFile = () =>
    (own.length === 1 ? own[0] : null) ??
    currencyOfAmounts(amounts.flatMap(values)) ??
    currencyOfAmounts(above.flatMap(statedIn).map(([, figure]) => figure));
  const currency = given.currency ?? (columns.currency === undefined ? ofFile() : null);
  if (currency === null && columns.currency === undefined)
    throw new Problem('file-currency-missing', {file, form: 'table'});
  const areDebitsNegative = areMostlyNegative(values('debit'));
  return {
    separator,
    preamble,
    headings,
    columns,
    possible,
    checked,
    said,
    ...rowMarksOf(kind, {columns, headings}, sample),
    decimalMark,
    dateOrder,
    currency,
    areDebitsNegative,
    areChargesNegative: areMostlyNegative((['fee', 'payerFee', ...taxFields] as const).flatMap(values)) ?? false,
  };
}

/** Whether amounts in these currencies have no cents, so that what stands behind a mark in them are thousands. */
const areWithoutCents = (currencies: readonly string[]): boolean =>
  currencies.length > 0 && currencies.every(currency => decimalPlaces(currency.trim().toUpperCase()) === 0);

function areMostlyNegative(cells: readonly string[]): boolean | null {
  const amounts = cells.filter(cell => /[1-9]/.test(cell));
  return amounts.length === 0 ? null : amounts.filter(isWrittenNegative).length * 2 > amounts.length;
}

/** Services whose answers to programs have amounts in the smallest unit, by names that only these answers have. */
const answering: readonly {readonly sender: string; readonly names: readonly string[]}[] = [
  {sender: 'Paystack', names: ['gateway_response', 'requested_amount', 'authorization.last4']},
  {sender: 'Stripe', names: ['object', 'livemode', 'amount', 'created']},
];

/** The first records below the headings, without the lines that printing has put between them. */
export function sampleOf({text, isWhole}: Head, {separator, preamble, headings}: TablePlace): readonly string[][] {
  const records = firstRecords(text, separator, preamble + 1 + sampleRecords, isWhole);
  const pageLine = pageLinesOf(records.slice(0, preamble + 1), isBare(headings));
  return records.slice(preamble + 1).filter(record => pageLine(record) === undefined);
}

/** Returns the first records without totals and notes. Balances on lines of their own are included. */
export function rowsIn(
  sample: readonly string[][],
  kind: SourceKind,
  {columns, headings}: Pick<Layout, 'columns' | 'headings'>,
): readonly string[][] {
  const summing = summingIn(kind, {columns, ...rowMarksOf(kind, {columns, headings}, sample)});
  return sample
    .slice(0, searchedRecords)
    .filter(record => isFilled(record) && summing(record) !== 'total' && !isNote({columns}, record));
}

const dateIn = /(?<![\p{L}\d])\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}(?!\d)/gu;

/** Returns the order of an ambiguous date by the dates above the headings: one of its form, or a period's first and last day. */
function orderAbove(
  above: readonly (readonly string[])[],
  text: string,
  possible: PossibleDays,
): DateOrder | undefined {
  const orders = new Set(
    above
      .flatMap(record => record.flatMap(cell => cell.match(dateIn) ?? []))
      .filter(date => dateShapeOf(date) === dateShapeOf(text))
      .map(date => shownOrder(date, possible)),
  );
  const [only, second] = dateOrders.filter(order => orders.has(order));
  if (only !== undefined) return second === undefined ? only : undefined;
  const period = statedPeriod(above, null);
  const inPeriod = period === null ? undefined : shownOrder(text, period);
  return inPeriod === 'either' ? undefined : inPeriod;
}

/** A balance may show how amounts are written, but an unclear balance is no reason to ask. */
const balanceLast = (a: HeadingField, b: HeadingField) => Number(a === 'balance') - Number(b === 'balance');

/** Returns the headings of the fields, by their usual names and by what a person says. Whoever names a tax names all of them. */
function namedFields(
  kind: SourceKind,
  headings: readonly string[],
  given: GivenMapping,
): Partial<Record<HeadingField, string>> {
  const named = recognised(kind, headings);
  if (saysTaxes(given)) for (const field of taxFields) delete named[field];
  return {...named, ...given.columns};
}

const saysTaxes = ({columns = {}}: GivenMapping): boolean => Object.keys(columns).some(isTaxField);

function columnsOf(
  headings: readonly string[],
  sample: readonly string[][],
  {file, kind, given}: About,
): Pick<Layout, 'columns' | 'checked' | 'said'> {
  const named = {...kindColumn(kind, headings, sample), ...namedFields(kind, headings, given)};
  const day = given.columns?.['bookedOn'] === undefined ? otherDay(named.bookedOn, headings, sample) : undefined;
  if (day !== undefined) named.bookedOn = day;
  const own =
    kind === 'provider' && given.columns?.['reference'] === undefined
      ? ownColumn(headings, sample, named.serviceReference)
      : undefined;
  if (own !== undefined) {
    if (named.serviceReference === own) delete named.serviceReference;
    named.reference = own;
  }
  // In German and Dutch, one word (*Valuta*) means both the currency and the value date.
  if (isDays(sample, headings.indexOf(named.currency ?? ''))) delete named.currency;
  const chosen = (field: HeadingField) => given.columns?.[field] !== undefined;
  const isSaid = (field: Deciding) =>
    chosen(field) && (given.said === undefined || given.said.includes(field) || given.columns?.[field] === '');
  // So may *Value* be the value date, and *Debit/Credit* the direction.
  const ofAmounts = headings.indexOf(named.amount ?? '');
  const areWords = named.amount === named.direction && !sample.some(record => /\d/u.test(record[ofAmounts] ?? ''));
  if (!chosen('amount') && (areWords || isDays(sample, ofAmounts))) delete named.amount;
  chooseAmounts(kind, headings, named, chosen);
  const columns: Columns = Object.fromEntries(
    Object.entries(named).flatMap(([field, heading]) =>
      heading && (chosen(field as HeadingField) || !isOneOfMany(headings, field, heading))
        ? [[field, columnOf({headings, sample, file}, {field, heading, isChosen: chosen(field as HeadingField)})]]
        : [],
    ),
  );
  // A net amount shows the original amount only together with its fee, and so does a gross amount what was paid out.
  const beforeFee = columns.fee === undefined ? undefined : kind === 'provider' ? columns.net : columns.gross;
  const hasAmount = (columns.amount ?? columns.credit ?? beforeFee) !== undefined;
  const has: Partial<Record<HeadingField, boolean>> = {
    amount: hasAmount,
    // A wallet's own statement has receipt numbers but no references of a till.
    reference: (columns.reference ?? columns.serviceReference) !== undefined,
  };
  const missing = neededFields[kind].find(field => !(has[field] ?? columns[field] !== undefined));
  if (missing !== undefined) throw withoutColumn(file, missing, headings);
  const said = (['direction', 'status'] as const).filter(isSaid);
  const {direction: _, status: __, ...others} = columns;
  const {checked, ...decided} = decidedColumns({file, kind, headings, columns, sample, isSaid});
  return {columns: {...others, ...decided}, checked, said};
}

function withoutColumn(file: string, field: HeadingField, headings: readonly string[]): Problem {
  const text = field === 'amount' ? headings.find(isOfMultiples) : undefined;
  return text === undefined
    ? new Problem('file-column-missing', {file, field, headings: shownHeadings(headings)})
    : new Problem('file-in-multiples', {file, text});
}

/** The name of the only one of these columns; undefined if there is none, or another. */
const nameOfOnly = (headings: readonly string[], [only, second]: readonly number[]): string | undefined =>
  only === undefined || second !== undefined ? undefined : nameOf(headings, only);

/** The only other column of days next to one of value dates. It has the days of the entries, whatever its heading is. */
function otherDay(
  known: string | undefined,
  headings: readonly string[],
  sample: readonly string[][],
): string | undefined {
  if (known === undefined || !isValueDate(known)) return undefined;
  const others = [...headings.keys()].filter(index => !isValueDate(headings[index] ?? '') && isDays(sample, index));
  return nameOfOnly(headings, others);
}

/** Leaves either the amount or the pair of credit and debit among the columns, with the currency and the fee that belong to it. */
function chooseAmounts(
  kind: SourceKind,
  headings: readonly string[],
  named: Partial<Record<HeadingField, string>>,
  chosen: (field: HeadingField) => boolean,
): void {
  if (named.gross && chosen('gross') && !chosen('amount')) delete named.amount;
  const hasPair = Boolean(named.credit) && Boolean(named.debit);
  const wantsPair = chosen('credit') || chosen('debit') || (kind === 'bank' && !chosen('amount'));
  if (hasPair && (wantsPair || !named.amount)) {
    delete named.amount;
  } else {
    delete named.credit;
    delete named.debit;
  }
  // A fee of only one side is the fee.
  if (named.payerFee && !named.fee) {
    named.fee = named.payerFee;
    delete named.payerFee;
  }
  for (const field of ['currency', 'direction'] as const) {
    const behind = chosen(field) ? undefined : behindAmount(field, headings, named);
    if (behind !== undefined) named[field] = behind;
  }
}

/**
 * The column of the currency or the direction directly behind the amount, if there are several. A wallet repeats the currency behind each
 * of its amounts, also of those that a row does not have; a bank may repeat the direction behind the balance; a workbook numbers the
 * headings of such columns (`Currency_14`).
 */
function behindAmount(
  field: 'currency' | 'direction',
  headings: readonly string[],
  {amount, credit, net, [field]: known}: Partial<Record<HeadingField, string>>,
): string | undefined {
  const moved = amount || credit || net;
  if (!moved || !known) return undefined;
  const isKnown = (index: number) => plainWords(headings[index] ?? '').replace(/ \d+$/u, '') === plainWords(known);
  const at = [...headings.keys()].find(index => headings[index] === moved || nameOf(headings, index) === moved);
  const places = [...headings.keys()].filter(isKnown);
  return at !== undefined && places.length > 1 && isKnown(at + 1) ? nameOf(headings, at + 1) : undefined;
}

/**
 * The only column with references of the till, whatever its heading is. A service may have ids that are such a reference in small letters and
 * with a dash, so a column with the heading of its ids must have the references as the till writes them.
 */
function ownColumn(
  headings: readonly string[],
  sample: readonly string[][],
  ids: string | undefined,
): string | undefined {
  const own = [...headings.keys()].filter(index => {
    const texts = textsIn(sample, index);
    return areReferences(texts) && (headings[index] !== ids || areReferences(texts.filter(isReference)));
  });
  return nameOfOnly(headings, own);
}

const ofKinds = /(?:^| )(?:types?|kind|nature|categor(?:y|ie|ia)|tipo|clase|aina|art|soort|نوع)(?: |$)/u;
const mostly = 0.5;

/** The only column whose heading has a word for a kind and most of whose cells name one, whatever else its heading says. */
function kindColumn(kind: SourceKind, headings: readonly string[], sample: readonly string[][]): {kind?: string} {
  const ofKind = [...headings.keys()].filter(index => {
    if (kind !== 'provider' || !ofKinds.test(plainWords(headings[index] ?? ''))) return false;
    const filled = textsIn(sample, index);
    return filled.filter(text => kindSaid(text) !== undefined).length > filled.length * mostly;
  });
  const name = nameOfOnly(headings, ofKind);
  return name === undefined ? {} : {kind: name};
}

function isDays(sample: readonly string[][], index: number): boolean {
  const values = textsIn(sample, index);
  return values.length > 0 && values.every(isDate);
}

const textsIn = (sample: readonly string[][], index: number): readonly string[] =>
  sample.map(record => cellAt(record, index)).filter(text => text !== '');

/** If a file has the wallets of both sides, nothing shows which one is the payer's, and nothing depends on it. */
const isOneOfMany = (headings: readonly string[], field: string, heading: string) =>
  field === 'phone' && headings.filter(each => plainWords(each) === plainWords(heading)).length > 1;

type Table = {readonly headings: readonly string[]; readonly sample: readonly string[][]; readonly file: string};

/** `#5` is the fifth column of a file, and `Amount#2` is the second column with that heading. */
const place = /^(?<words>.*)#(?<number>\d{1,4})$/u;

/** Only the column of the direction may have codes whose meaning is said. */
function columnOf(
  table: Table,
  {field, heading: said, isChosen}: {readonly field: string; readonly heading: string; readonly isChosen: boolean},
): SourceColumn {
  const isPlain = field !== 'direction' || table.headings.includes(said);
  const {heading, codes} = isPlain ? {heading: said} : codesSaid(said);
  const column = columnNamed(table, heading, isChosen);
  return codes === undefined ? column : {...column, codes, said};
}

/** Finds the column with a heading: the first of several with the same content, unless a person named one. */
function columnNamed({headings, sample, file}: Table, heading: string, isChosen: boolean): SourceColumn {
  const exact = headings.flatMap((each, index) => (each === heading ? [index] : []));
  const {words = '', number = ''} = (exact.length === 0 ? place.exec(heading)?.groups : undefined) ?? {};
  const called = number === '' ? heading : words.trim();
  const alike = headings.flatMap((each, index) => (plainWords(each) === plainWords(called) ? [index] : []));
  const found = exact.length > 0 ? exact : number !== '' && called === '' ? [...headings.keys()] : alike;
  const [index, second] = number === '' ? found : found.slice(Number(number) - 1, Number(number));
  if (index === undefined) throw new Problem('file-heading-unknown', {file, column: heading});
  const isSame =
    !isChosen && sample.length > 0 && sample.every(record => found.every(each => record[each] === record[index]));
  if (second !== undefined && !isSame) throw new Problem('file-heading-twice', {file, column: heading});
  return {index, heading: nameOf(headings, index)};
}

function currencyOfHeadings(columns: Columns, amounts: readonly HeadingField[]): string | null {
  const said = new Set(
    amounts.map(field => currencyInHeading(columns[field]?.heading ?? '')).filter(each => each !== null),
  );
  const [only = null] = said;
  return said.size === 1 ? only : null;
}

/** The only currency in brackets in the line above the headings, which names groups of columns: `Montant (XAF)`. */
function currencyOfGroups(above: readonly (readonly string[])[]): readonly string[] {
  const said = (above.at(-1) ?? []).flatMap(cell => (/\)\s*$/u.test(cell) ? [currencyInHeading(cell)] : []));
  const [only, second] = new Set(said.filter(each => each !== null));
  return only === undefined || second !== undefined ? [] : [only];
}

const valuesOf = (sample: readonly string[][], column: SourceColumn | undefined): readonly string[] =>
  column === undefined ? [] : sample.map(record => record[column.index] ?? '');

/** Returns what the first clear value shows. If all values that show anything can be read in two ways, `unclear` decides. */
function decide<Shown extends string>(
  fields: readonly HeadingField[],
  values: (field: HeadingField) => readonly string[],
  shown: (text: string) => Shown | 'either' | undefined,
  unclear: (field: HeadingField, value: string) => Exclude<Shown, 'either'> | null,
): Exclude<Shown, 'either'> | null {
  const written = Iterator.from(fields).flatMap(field => values(field).map(text => ({field, text})));
  const {clear, doubtful} = firstShown(written, shown);
  return clear ?? (doubtful === undefined ? null : unclear(doubtful.field, doubtful.text));
}

export const isFilled = (record: readonly string[]): boolean => record.some(cell => cell.trim() !== '');
