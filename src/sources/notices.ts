import {accountCurrencies, isAmount} from './amount-text.js';
import type {Layout} from './columns.js';
import {plainWords, taxFields} from './headings.js';
import {saysDays} from './stated.js';

/** Makes one set from lists of words, one list for each language whose headings are known, as `plainWords`. */
const listed = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.join(' ').split(' '));

/** Words that join the words below and have no meaning of their own. */
const joining = listed(
  'the this these a an is are was were be been has have of to at in by after your note warning notice please nb and there number',
  'le la les l des de du d un une au aux est sont ete ont ce cette en par apres attention remarque nombre',
  'o os as do da dos das em no na nos foi foram sao estao por nota aviso numero',
  'el los las del se ha han fueron son estan',
  'ya wa za la kwa ni katika baada kumbuka idadi',
  'die der das es werden wird wurde wurden auf von nach ist sind hinweis den dem anzahl',
  'het een zijn worden wordt werd tot van op let aantal',
  'تم يتم من في الى على هذا هذه',
);
const wholes = listed(
  'file list report page statement export output data view table extract',
  'fichier liste releve rapport exportation',
  'ficheiro arquivo lista relatorio extrato extracto pagina exportacao',
  'archivo listado informe exportacion',
  'faili orodha ripoti ukurasa taarifa',
  'datei bericht seite auszug ausgabe',
  'bestand lijst overzicht',
  'ملف الملف قائمة القائمة تقرير التقرير كشف الكشف',
);
const rowNames = listed(
  'rows records entries lines transactions results items payments row record line',
  'lignes enregistrements operations ecritures resultats paiements',
  'linhas registos registros transacoes operacoes resultados movimentos pagamentos',
  'filas lineas transacciones operaciones movimientos pagos',
  'safu mistari rekodi miamala malipo matokeo',
  'zeilen datensatze datensatzen buchungen umsatze umsatzen eintrage eintragen ergebnisse transaktionen zahlungen',
  'regels rijen transacties boekingen resultaten mutaties betalingen',
  'صف صفا صفوف سطر سطرا سجل سجلا سجلات معاملة معاملات عملية عمليات نتيجة نتائج النتائج',
);
const ends = listed(
  'first last latest top most recent',
  'premiers premieres derniers dernieres',
  'primeiros primeiras ultimos ultimas primeros primeras',
  'kwanza mwisho ersten letzten eerste laatste اول اخر',
);
const shownWords = listed(
  'only shown showing show shows displayed displaying displays listed listing exported included preview',
  'seuls seules seulement uniquement affiches affichees affichage exportes exportees apercu',
  'apenas somente so mostrando mostrados mostradas exibindo exibidos exibidas apresentados apresentadas exportados exportadas previa',
  'solo solamente muestran mostrado mostrada',
  'tu pekee inaonyesha zinaonyeshwa yanaonyeshwa inaonyeshwa',
  'nur angezeigt gezeigt aufgefuhrt exportiert vorschau voorbeeld alleen enkel slechts getoond weergegeven geexporteerd',
  'فقط عرض يعرض',
);
const limitWords = listed(
  'limited limit maximum max capped restricted',
  'limite limitee limites limitees plafonne plafonnee',
  'limitado limitada limitados limitadas maximo',
  'kikomo upeo begrenzt beschrankt maximal hochstens beperkt maximaal',
  'محدود محدودة الحد حد اقصى الاقصى',
);
/** In addition to the words for a limit: words which say that it was reached, so there were more rows. */
const hitWords = listed(
  'exceeded reached depasse depassee atteint atteinte atingido excedido ultrapassado alcanzado superado',
  'umefikiwa kimefikiwa umezidi kimezidi erreicht uberschritten bereikt overschreden',
);
const cutWords = listed(
  'truncated tronque tronquee tronques tronquees truncado truncada truncados truncadas',
  'imekatwa zimekatwa yamekatwa abgeschnitten afgekapt ingekort مقتطع مقتطعة مبتور مبتورة',
);

/** A notice that rows are missing. `atMost` is the number of rows from which the notice applies; with fewer rows the file is complete. */
export type PartNotice = {readonly text: string; readonly atMost: number};

/**
 * Returns what a line that is not a row says about rows that are left out: *Only the first 1000 rows are shown*, *Truncated*, *Limited to
 * 1000 rows*. The sentence must not have any other word.
 */
export function partNotice(record: readonly string[]): PartNotice | undefined {
  if (!wordsIn(record).some(word => signsOfParts.some(list => list.has(word)))) return undefined;
  for (const text of sentencesIn(record)) {
    const words = plainWords(text)
      .replaceAll(/(?<=\d) (?=\d{3}\b)/gu, '')
      .split(' ');
    const has = (list: ReadonlySet<string>) => words.some(word => list.has(word));
    const [figure, second] = words.filter(word => /^\d+$/u.test(word));
    const others = words.filter(word => !/^\d+$/u.test(word));
    const isOfRows = figure !== undefined && second === undefined && has(rowNames);
    const isShown = isOfRows && has(ends) && has(shownWords);
    const isHit = has(rowNames) && has(limitWords) && has(hitWords);
    const isLeftOut = isShown || isHit || has(cutWords);
    if (!isLeftOut && !(isOfRows && has(limitWords))) continue;
    if (!others.every(word => ofParts.some(list => list.has(word)))) continue;
    return {text, atMost: isLeftOut ? 0 : Number(figure)};
  }
  return undefined;
}
/** A quick test: nearly every line has none of these words. */
const signsOfParts = [ends, limitWords, cutWords];
const ofParts = [joining, wholes, rowNames, ends, shownWords, limitWords, hitWords, cutWords];

const multiples = listed(
  'thousand thousands million millions billion billions lakh lakhs crore crores mn mln mio tsd teur',
  'millier milliers milliard milliards milhar milhares milhao milhoes miles millares millon millones',
  'elfu maelfu milioni mamilioni tausend tausenden millionen duizend duizenden duizendtallen miljoen miljoenen',
  'الاف الالاف بالالاف بالاف ملايين الملايين بالملايين',
);
const amountWords = listed(
  'amount amounts figures values balances all expressed stated shown reported presented given quoted as unit units scale currency unless otherwise noted indicated',
  'montant montants tous toutes chiffres valeurs exprimes exprimees indiques unite unites devise sauf indication contraire',
  'valor valores montante montantes todos todas expressos expressas quantias unidade unidades moeda salvo indicacao contrario',
  'importe importes cifras expresados expresadas unidad unidades moneda',
  'kiasi viasi vyote yote kiko viko iko kimeonyeshwa zimeonyeshwa vimeonyeshwa sarafu',
  'betrag betrage alle angaben werte angegeben sofern nicht anders einheit wahrung bedrag bedragen vermeld eenheid munt',
  'المبالغ جميع القيم مبالغ الوحدة العملة',
);
const moneyWords = listed(
  accountCurrencies.join(' ').toLowerCase(),
  'ksh kshs ush ugsh tsh fcfa cfa f us naira cedi cedis rand rands shilling shillings dollar dollars euro euros franc francs',
  'metical meticais kwacha birr shilingi faranga dola dolares kenya kenyan uganda ugandan tanzania tanzanian nigerian ghana rwanda',
);
const ofMultiples = [joining, amountWords, moneyWords, multiples];
/** Matches `KES '000`, `(000)` and `x 1,000`. */
const thousandsSign =
  /(?<![\d'’‘`´])['’‘`´]\s?000s?(?![\d,.'’])['’]?|\(\s*000s?\s*\)|(?<![\d.,]\s?)\b000['’]?s\b|[x×]\s?1[.,' ]?000\b/giu;
const withWords = (text: string) => plainWords(text.replaceAll(thousandsSign, ' in thousands '));

/** Returns what a line that is not a row says about amounts in thousands or the like: *in thousands of KES*, *(KES '000)*. */
export function multipleNotice(record: readonly string[]): string | undefined {
  if (!record.some(cell => cell.includes('000')) && !wordsIn(record).some(word => multiples.has(word)))
    return undefined;
  return sentencesIn(record).find(text => {
    const words = withWords(text).split(' ');
    const isUnit = (word: string, at: number) => multiples.has(word) || isThousand(words, at);
    return (
      words.length > 1 &&
      words.some(isUnit) &&
      words.every((word, at) => isUnit(word, at) || ofMultiples.some(list => list.has(word)))
    );
  });
}

/** Matches `in 000` and `KES 000`. */
const isThousand = (words: readonly string[], at: number) =>
  /^000s?$/u.test(words[at] ?? '') && (words[at - 1] === 'in' || moneyWords.has(words[at - 1] ?? ''));

/** Like `multipleNotice`, for a heading of amounts. */
export const isOfMultiples = (heading: string): boolean =>
  withWords(heading)
    .split(' ')
    .some((word, at, words) => multiples.has(word) || isThousand(words, at));

const longest = 200;
const wordsIn = (record: readonly string[]) => plainWords(record.join(' ')).split(' ');

/** The sentences in each cell, and in all cells together. A text in brackets is a sentence. */
function sentencesIn(record: readonly string[]): readonly string[] {
  const filled = record.map(cell => cell.trim()).filter(cell => cell !== '' && cell.length <= longest);
  const texts = filled.length > 1 ? [...filled, filled.join(' ')] : filled;
  return texts.flatMap(text => {
    const signs = text.replaceAll(/\(\s*(['’‘`´]?\s?000s?|[x×]\s?1[.,' ]?000)\s*\)/giu, ' $1 ');
    return [text, ...(signs === text ? [] : [signs]), ...text.split(between)].map(each => each.trim());
  });
}
const between = /[;!?()[\]{}*|]+|[.,](?=\s|$)|\s[-–—]+\s/u;

/** A note (the author of the file, a page number, the end of a statement) has at most this many filled cells. */
const mostCells = 3;
/** A period may have a cell for each of its days and their names. */
const mostOfDays = 5;
/** Matches two words or more. A single word may be a reference. */
const words = /\p{L}{2}.*[^\p{L}\d].*[\p{L}\d]/u;

/**
 * Whether a record is a note: a few words for people, or a notice about all rows. No cell has an amount or a day, or a text that may be a
 * misspelled one. A text that stands only in the column of the narration is not a note: it continues the narration of the row above it.
 */
export function isNote({columns}: Pick<Layout, 'columns'>, record: readonly string[]): boolean {
  const filled = [...record.keys()].filter(index => record[index]?.trim() !== '');
  if (filled.length > mostOfDays || filled.every(index => index === columns.narration?.index)) return false;
  if (!filled.some(index => isAmount(record[index]?.trim() ?? '')) && saysDays(record)) return true;
  if (filled.length > mostCells) return false;
  if (filled.length === 1 && (partNotice(record) ?? multipleNotice(record)) !== undefined) return true;
  const ofMoney = new Set(
    (['amount', 'gross', 'credit', 'debit', 'balance', 'fee', 'payerFee', ...taxFields, 'net'] as const).map(
      field => columns[field]?.index,
    ),
  );
  return (
    filled.some(index => words.test(record[index] ?? '')) &&
    filled.every(index => isWords(record[index] ?? '', ofMoney.has(index) ? 2 : 1))
  );
}

/** Whether a cell has more than `times` as many letters as digits. */
function isWords(cell: string, times: number): boolean {
  const count = (sign: RegExp) => cell.match(sign)?.length ?? 0;
  return count(/\p{L}/gu) > count(/\d/gu) * times;
}
