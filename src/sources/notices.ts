import {accountCurrencies} from './amount-unit.js';
import {plainWords} from './headings.js';

/** A list of words in each of the languages whose headings are known, as `plainWords`. */
const listed = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.join(' ').split(' '));

/** What joins the words below and says nothing. */
const joining = listed(
  'the this these a an is are was were be been has have of to at in by after your note warning notice please nb and there',
  'le la les l des de du d un une au aux est sont ete ont ce cette en par apres attention remarque',
  'o os as do da dos das em no na nos foi foram sao estao por nota aviso',
  'el los las del se ha han fueron son estan',
  'ya wa za la kwa ni katika baada kumbuka',
  'die der das es werden wird wurde wurden auf von nach ist sind hinweis den dem',
  'het een zijn worden wordt werd tot van op let',
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
  'only shown showing show shows displayed displaying displays listed listing exported included',
  'seuls seules seulement uniquement affiches affichees affichage exportes exportees',
  'apenas somente so mostrando mostrados mostradas exibindo exibidos exibidas apresentados apresentadas exportados exportadas',
  'solo solamente muestran mostrado mostrada',
  'tu pekee inaonyesha zinaonyeshwa yanaonyeshwa inaonyeshwa',
  'nur angezeigt gezeigt aufgefuhrt exportiert alleen enkel slechts getoond weergegeven geexporteerd',
  'فقط عرض يعرض',
);
const limitWords = listed(
  'limited limit maximum max capped restricted exceeded reached',
  'limite limitee limites limitees plafonne plafonnee depasse depassee atteint atteinte',
  'limitado limitada limitados limitadas maximo atingido excedido alcanzado superado',
  'kikomo upeo begrenzt beschrankt maximal hochstens erreicht beperkt maximaal bereikt',
  'محدود محدودة الحد حد اقصى الاقصى',
);
const cutWords = listed(
  'truncated tronque tronquee tronques tronquees truncado truncada truncados truncadas',
  'imekatwa zimekatwa yamekatwa abgeschnitten afgekapt ingekort مقتطع مقتطعة مبتور مبتورة',
);

/** That rows are not there: `atMost`, where it holds of a file with fewer rows. */
export type PartNotice = {readonly text: string; readonly atMost: number};

/**
 * What a line that is no row says of rows that are left out: *Only the first 1000 rows are shown*, *Truncated*, *Limited to 1000 rows*.
 * No word of the sentence may be another one.
 */
export function partNotice(record: readonly string[]): PartNotice | undefined {
  for (const text of sentencesIn(record)) {
    const words = plainWords(text)
      .replaceAll(/(?<=\d) (?=\d{3}\b)/gu, '')
      .split(' ');
    const has = (list: ReadonlySet<string>) => words.some(word => list.has(word));
    const [figure, second] = words.filter(word => /^\d+$/u.test(word));
    const others = words.filter(word => !/^\d+$/u.test(word));
    const isOfRows = figure !== undefined && second === undefined && has(rowNames);
    const isLimit = isOfRows && has(limitWords);
    const isShown = isOfRows && has(ends) && has(shownWords);
    if (!(isLimit || isShown || has(cutWords))) continue;
    if (!others.every(word => ofParts.some(list => list.has(word)))) continue;
    return {text, atMost: isLimit && !isShown && !has(cutWords) ? Number(figure) : 0};
  }
  return undefined;
}
const ofParts = [joining, wholes, rowNames, ends, shownWords, limitWords, cutWords];

const multiples = listed(
  'thousand thousands million millions billion billions lakh lakhs crore crores mn mln mio tsd teur',
  'millier milliers milliard milliards milhar milhares milhao milhoes miles millares millon millones',
  'elfu maelfu milioni mamilioni tausend tausenden millionen duizend duizenden duizendtallen miljoen miljoenen',
  'الاف الالاف بالالاف بالاف ملايين الملايين بالملايين',
);
const amountWords = listed(
  'amount amounts figures values balances all expressed stated shown reported presented given quoted as unit units scale currency',
  'montant montants tous toutes chiffres valeurs exprimes exprimees indiques unite unites devise',
  'valor valores montante montantes todos todas expressos expressas quantias unidade unidades moeda',
  'importe importes cifras expresados expresadas unidad unidades moneda',
  'kiasi viasi vyote yote kimeonyeshwa zimeonyeshwa vimeonyeshwa sarafu',
  'betrag betrage alle angaben werte angegeben einheit wahrung bedrag bedragen vermeld eenheid munt',
  'المبالغ جميع القيم مبالغ الوحدة العملة',
);
const moneyWords = listed(
  accountCurrencies.join(' ').toLowerCase(),
  'ksh kshs ush ugsh tsh fcfa cfa f us naira cedi cedis rand rands shilling shillings dollar dollars euro euros franc francs',
  'metical meticais kwacha birr shilingi faranga dola dolares kenya kenyan uganda ugandan tanzania tanzanian nigerian ghana rwanda',
);
const ofMultiples = [joining, amountWords, moneyWords, multiples];
/** `KES '000`, `(000)`, `x 1,000`. */
const thousandsSign =
  /(?<![\d'’‘`´])['’‘`´]\s?000s?(?![\d,.'’])['’]?|\(\s*000s?\s*\)|(?<![\d.,\s]\s*)\b000['’]?s\b|[x×]\s?1[.,' ]?000\b/giu;
const withWords = (text: string) => plainWords(text.replaceAll(thousandsSign, ' in thousands '));

/** What a line that is no row says of amounts that are a multiple of what is written: *in thousands of KES*, *(KES '000)*. */
export function multipleNotice(record: readonly string[]): string | undefined {
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

/** `in 000`, `KES 000`. */
const isThousand = (words: readonly string[], at: number) =>
  /^000s?$/u.test(words[at] ?? '') && (words[at - 1] === 'in' || moneyWords.has(words[at - 1] ?? ''));

/** The same of a heading of amounts. */
export const isOfMultiples = (heading: string): boolean =>
  withWords(heading)
    .split(' ')
    .some((word, at, words) => multiples.has(word) || isThousand(words, at));

const longest = 200;

/** The sentences of each cell, and of all of them together. What stands in brackets is one. */
function sentencesIn(record: readonly string[]): readonly string[] {
  const filled = record.map(cell => cell.trim()).filter(cell => cell !== '' && cell.length <= longest);
  const texts = filled.length > 1 ? [...filled, filled.join(' ')] : filled;
  return texts.flatMap(text => {
    const signs = text.replaceAll(/\(\s*(['’‘`´]?\s?000s?|[x×]\s?1[.,' ]?000)\s*\)/giu, ' $1 ');
    return [text, ...(signs === text ? [] : [signs]), ...text.split(between)].map(each => each.trim());
  });
}
const between = /[;!?()[\]{}*|]+|[.,](?=\s|$)|\s[-–—]+\s/u;
