import {basename} from 'node:path';
import {currencySignIn, type ItemRow} from '../core/item/row.js';
import {Problem} from '../core/problem.js';
import {hideCardNumbers} from '../core/text/card-numbers.js';
import {cleanText} from '../core/text/text.js';
import {type DecimalMark, plainAmount, shownMark} from './amount-text.js';
import {examine, headText} from './bytes.js';
import type {NumberedRecord} from './columns.js';
import {currencyInHeading, plainWords} from './headings.js';
import {openFile} from './open/opener.js';
import {readRecords} from './record-stream.js';
import {firstRecords, type Separator} from './records.js';
import {type Head, longestHeading, recordsBeforeHeadings, separators} from './table-place.js';

/** What a person says about the file. */
export type ItemFileChoice = {
  readonly decimalMark?: DecimalMark | undefined;
  /** The sheet, or the file in an archive, to read. */
  readonly part?: string | undefined;
  readonly password?: string | undefined;
};

/** Headings of each column, as `plainWords`, the likeliest first: those of other tills, in four languages, and those of this program. */
const names = {
  name: 'item name|product name|nom de l article|nom du produit|nome do produto|nome do artigo|jina la bidhaa|name|nom|nome|jina|item|product|article|produit|artigo|produto|bidhaa|designation|libelle|description|descricao|maelezo',
  price:
    'price|sales price|selling price|unit price|list price|lst price|retail price|prix|prix de vente|prix unitaire|prix ttc|preco|preco de venda|preco unitario|bei|bei ya kuuza',
  currency: 'currency|currency code|devise|monnaie|moeda|sarafu|currency id',
  code: 'sku|code|item code|product code|internal reference|default code|plu|reference|ref|reference interne|code article|codigo|codigo do artigo|referencia|msimbo|namba',
  barcode:
    'barcode|bar code|gtin|ean|ean13|ean 13|upc|code barre|code barres|code a barres|codigo de barras|msimbo pau|msimbo wa mstari',
  unit: 'unit|unit of measure|uom|uom id|unit name|unite|unite de mesure|unidade|unidade de medida|kipimo',
  group:
    'group|category|category name|categories|reporting category|pos product category|product category|categ id|pos categ id|department|groupe|categorie|famille|rayon|grupo|categoria|familia|kundi|aina',
  rate: 'tax rate|tax|vat|vat rate|customer taxes|taxes|taxes id|taxe|tva|taux|taux tva|taux de tva|taux de la tva|tva en|taux de taxe|taux taxe|imposto|iva|taxa iva|taxa de iva|taxa de imposto|kodi|kiwango cha kodi',
  handle: 'handle',
  variation: 'variation name|option 1 value',
  option2: 'option 2 value',
  option3: 'option 3 value',
  byWeight: 'sold by weight',
} as const;
type Field = keyof typeof names;
const ranks = Object.entries(names).map(([field, list]) => [field as Field, list.split('|')] as const);

type Place = {
  readonly separator: Separator;
  /** The number of records above the headings. */
  readonly preamble: number;
  readonly headings: readonly string[];
  readonly columns: Readonly<Partial<Record<Field, number>>>;
  /** The indexes of other columns with the heading of the price, ignoring what stands in brackets. */
  readonly otherPrices: readonly number[];
  /** Columns which say whether a tax applies to the item, as other tills write them: `Tax - VAT (16%)`. */
  readonly taxes: readonly {readonly index: number; readonly rate: string}[];
  /** The currency in the heading of the prices, as a code or a sign: `Price (KES)`, `Price ($)`. */
  readonly currency: string;
  /** Headings of the columns that are not used. */
  readonly unused: readonly string[];
};

type ItemFile = {readonly name: string; readonly rows: readonly ItemRow[]; readonly unused: readonly string[]};

/**
 * Reads a price list: a text with columns, or a workbook, which is opened first. Rows are returned as the file has them; `readItems`
 * reports what is wrong with a row. `unused` has the headings of the columns that mean nothing here. Throws the `Problem`s of `openFile`,
 * `examine` and `readRecords`, and `file-empty`, `items-not-table`, `items-heading-missing` and `file-decimal-mark-unclear`.
 */
export async function readItemFile(path: string, choice: ItemFileChoice = {}): Promise<ItemFile> {
  try {
    return await readTable(path, choice);
  } catch (error) {
    if (error instanceof Problem && notTables.has(error.code))
      throw new Problem('items-not-table', {file: String(error.facts.file)});
    throw error;
  }
}

/** The messages of these problems send people to their bank, which knows nothing about prices. */
const notTables: ReadonlySet<string> = new Set(['file-not-table', 'file-is-other', 'file-of-pictures']);

async function readTable(path: string, {decimalMark, ...choice}: ItemFileChoice): Promise<ItemFile> {
  const opened = await openFile(path, choice);
  try {
    const name = hideCardNumbers(cleanText(opened.original?.name ?? basename(path), 200));
    const examined = {...(await examine(opened.path, null, () => undefined)), name};
    const place = placeOf(headText(examined, examined.encoding), name);
    const found = collector(place);
    await readRecords(examined, place.separator, {take: found.take, onBytes: () => undefined});
    return {name, rows: found.rows(decimalMark, name), unused: place.unused};
  } finally {
    await opened.close();
  }
}

function placeOf({text, isWhole}: Head, file: string): Place {
  let best: (Place & {readonly score: number}) | undefined;
  for (const separator of separators)
    for (const [preamble, record] of firstRecords(text, separator, recordsBeforeHeadings, isWhole).entries()) {
      const place = columnsIn(record);
      const score = Object.keys(place.columns).length;
      const isList = place.columns.name !== undefined && place.columns.price !== undefined;
      if (isList && score > (best?.score ?? 0)) best = {...place, separator, preamble, score};
    }
  if (best !== undefined) return best;
  if (text.trim() === '' && isWhole) throw new Problem('file-empty', {file});
  throw new Problem('items-heading-missing', {file});
}

const behindName = /\s*[[(].*[\])]\s*$/u;
const taxHeading = /^tax\b.*\(\s*(?<rate>\d{1,2}(?:[.,]\d{1,3})?)\s*%\s*\)\s*$/iu;

function columnsIn(record: readonly string[]): Omit<Place, 'separator' | 'preamble'> {
  const headings = record.map(cell => cleanText(cell, longestHeading));
  const plain = headings.map(heading => plainWords(heading));
  // The brackets hold the store, the unit or the currency.
  const bare = headings.map(heading => plainWords(heading.replace(behindName, '')));
  const columns: Partial<Record<Field, number>> = {};
  const taken = new Set<number>();
  for (const [field, list] of ranks) {
    const at = list
      .flatMap(each => [plain.indexOf(each), bare.indexOf(each)])
      .find(index => index >= 0 && !taken.has(index));
    if (at === undefined) continue;
    columns[field] = at;
    taken.add(at);
  }
  const taxes = headings.flatMap((heading, index) => {
    const rate = taxHeading.exec(heading)?.groups?.['rate'];
    return rate === undefined ? [] : [{index, rate}];
  });
  if (taxes.some(({index}) => index === columns.rate)) delete columns.rate;
  const priceHeading = bare[columns.price ?? -1];
  const otherPrices = bare.flatMap((each, at) => (each === priceHeading && at !== columns.price ? [at] : []));
  const heading = headings[columns.price ?? -1] ?? '';
  const used = new Set([...Object.values(columns), ...otherPrices, ...taxes.map(({index}) => index)]);
  return {
    headings,
    columns,
    otherPrices,
    taxes,
    currency: currencyInHeading(heading) ?? currencySignIn(heading),
    unused: headings.filter((heading, at) => heading !== '' && !used.has(at)).map(hideCardNumbers),
  };
}

const isYes = (cell: string): boolean => /^(?:y|yes|true|1|x|oui|sim|ndiyo)$/iu.test(cell.trim());
const rateInText = /(?<rate>\d{1,2}(?:[.,]\d{1,3})?)\s*%/u;
/** Names that other tills give to the only form of an item that has no variants. */
const noVariation = /^(?:regular|normal|default)$/iu;

type ReadRow = Omit<ItemRow, 'price'>;

function collector({columns, otherPrices, taxes, preamble, currency}: Place) {
  const rows: ReadRow[] = [];
  let passed = 0;
  let last = {handle: '', name: ''};
  const rateOf = (cells: readonly string[], said: string): string => {
    const applied = taxes.filter(({index}) => isYes(cells[index] ?? ''));
    if (applied.length > 0) return applied.map(({rate}) => rate).join(' + ');
    return rateInText.exec(said)?.groups?.['rate'] ?? said;
  };
  return {
    take({number, record}: NumberedRecord): void {
      passed += 1;
      if (passed <= preamble + 1 || record.every(cell => cell.trim() === '')) return;
      const at = (field: Field) => record[columns[field] ?? -1]?.trim() ?? '';
      const handle = at('handle');
      // A variant of the item above has the name of that item.
      const name = at('name') === '' && handle !== '' && handle === last.handle ? last.name : at('name');
      last = {handle, name};
      const variant = [at('variation'), at('option2'), at('option3')].filter(
        text => text !== '' && text !== name && !noVariation.test(text),
      );
      rows.push({
        line: number,
        name: [name, ...(name === '' ? [] : variant)].join(' '),
        priceText: at('price'),
        otherPrices: otherPrices.map(index => record[index]?.trim() ?? ''),
        currency: at('currency') || currency,
        code: at('code'),
        barcode: at('barcode'),
        unit: at('unit') || (isYes(at('byWeight')) ? 'kg' : ''),
        group: at('group'),
        rate: rateOf(record, at('rate')),
      });
    },
    rows(said: DecimalMark | undefined, file: string): readonly ItemRow[] {
      const mark = said ?? markOf(rows, file);
      return rows.map(row => ({...row, price: row.priceText === '' ? '' : plainAmount(row.priceText, mark)}));
    },
  };
}

/** The one decimal mark that the prices show. If they only show doubtful marks, or both, a person has to say it. */
function markOf(rows: readonly ReadRow[], file: string): DecimalMark {
  const shown = rows.map(({priceText}) => ({priceText, mark: shownMark(priceText)}));
  const [one, other] = (['.', ','] as const).map(mark => shown.find(each => each.mark === mark));
  const either = shown.find(({mark}) => mark === 'either');
  const unclear =
    one !== undefined && other !== undefined ? other : one === undefined && other === undefined ? either : undefined;
  if (unclear !== undefined)
    throw new Problem('file-decimal-mark-unclear', {file, column: 'price', text: unclear.priceText});
  return other === undefined ? '.' : ',';
}
