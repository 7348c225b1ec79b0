import {type DateOrder, dateOrders} from '../core/reconcile/rows/row.js';
import {accountCurrencies, currenciesNamed} from './amount-text.js';
import {type DayInterval, isTooOld, plainDate, statedInterval} from './date-text.js';
import {plainWords} from './headings.js';

/** The meaning of a figure next to a label: the balance before or after the rows, the number of rows, or their sum. */
export type StatedAs = 'opening' | 'closing' | 'count' | 'total' | 'credits' | 'debits';

const labels: readonly (readonly [StatedAs, RegExp])[] = [
  [
    'opening',
    /^(?:(?:opening|initial|starting|beginning|previous) bal(?:ance)?|bal(?:ance)? (?:b ?f(?:wd)?|b ?d|brought (?:forward|fwd|down))|b f(?:wd)?|brought forward|(?:ancien )?solde (?:initial|precedent|d ouverture|de debut|reporte|anterieur)|ancien solde(?: (?:crediteur|debiteur))?|saldo (?:inicial|anterior|de abertura|de apertura)|salio (?:la (?:mwanzo|kuanzia|awali)|lililoletwa(?: mbele)?)|anfangssaldo|alter (?:konto)?saldo|(?:begin|start|openings)saldo|(?:vorig|oud) saldo|saldo vorig afschrift|الرصيد الافتتاحي|رصيد افتتاحي|رصيد اول المدة|(?:ال)?رصيد (?:ال)?منقول)(?: (?:(?:as )?(?:at|of|on|from|au|du|de|em|al|am|per|tarehe) .*|.*(?:page|pagina|seite|ukurasa)\b.*))?$/,
  ],
  [
    'closing',
    /^(?:(?:closing|final|ending|end) bal(?:ance)?|bal(?:ance)? (?:c ?f(?:wd)?|c ?d|carried (?:forward|over|fwd|down))|c f(?:wd)?|carried (?:forward|over)|solde (?:final|de cloture|de fin)|(?:solde )?a reporter|(?:saldo )?a transportar|suma y sigue|te transporteren|nouveau solde(?: (?:crediteur|debiteur))?|saldo (?:final|de fecho|de cierre)|salio (?:la (?:mwisho|kufunga)|linalohamishwa(?: mbele)?)|endsaldo|neuer (?:konto)?saldo|(?:eind|slot)saldo|nieuw saldo|saldo (?:huidig|dit) afschrift|الرصيد الختامي|رصيد ختامي|رصيد اخر المدة|(?:ال)?رصيد (?:ال)?مرحل)(?: (?:(?:as )?(?:at|of|on|from|au|du|de|em|al|am|per|tarehe) .*|.*(?:page|pagina|seite|ukurasa)\b.*))?$/,
  ],
  [
    'count',
    /^(?:(?:total )?(?:number|count|no) of (?:transactions|payments|entries|rows|records|operations|items)|(?:transactions?|payments?|rows?|record|entry) count|nombre (?:total )?(?:de |d )?(?:transactions|operations|paiements|ecritures|lignes)|numero (?:total )?de (?:transacoes|operacoes|pagamentos|transacciones|operaciones|pagos|movimientos)|idadi ya (?:miamala|malipo)|anzahl (?:der )?(?:buchungen|umsatze|transaktionen)|aantal (?:transacties|boekingen|mutaties)|عدد (?:المعاملات|العمليات|الحركات))$/,
  ],
  [
    'credits',
    /^(?:total (?:credits?|paid in|money in|deposits?|received)|credits? total|total (?:des )?(?:credits|entrees|encaissements|versements)|total (?:de )?(?:creditos?|entradas|abonos)|jumla ya (?:pesa )?(?:zilizoingia|iliyoingia)|summe (?:der )?(?:gutschriften|haben)|totaal (?:bij|credit)|(?:اجمالي|مجموع) (?:الداين|الايداعات))$/,
  ],
  [
    'debits',
    /^(?:total (?:debits?|paid out|money out|withdrawals?|withdrawn|sent)|debits? total|total (?:des )?(?:debits|sorties|retraits|decaissements)|total (?:de )?(?:debitos?|saidas|cargos|salidas)|jumla ya (?:pesa )?(?:zilizotoka|iliyotoka)|summe (?:der )?(?:lastschriften|soll)|totaal (?:af|debet)|(?:اجمالي|مجموع) (?:المدين|السحوبات))$/,
  ],
  [
    'total',
    /^(?:(?:grand )?total (?:(?:transactions?|payments?|operations?) )?(?:amount|value|volume)|total (?:transactions?|payments?|operations?)|(?:montant|monto|importe|valor) total|total (?:des )?(?:paiements|operations)|total (?:de )?(?:transacoes|operacoes|pagamentos|transacciones|operaciones|pagos)|gesamt(?:summe|betrag)|totaalbedrag|jumla ya (?:miamala|malipo))$/,
  ],
];

const longestLabel = 60;
/** Matches the notice of a view of some rows: *Showing 1 to 50 of 500 entries*, *1-50 of 500*, *Showing first 50 of 500*. */
const part =
  /^(?:(?:(?:showing|displaying|viewing|results?|records?|rows|entries|transactions|affichage|resultats|lignes|mostrando|exibindo|resultados|registros|movimientos|inaonyesha|matokeo|ergebnisse|zeilen)(?: [\p{L} ]+)? )?\d+ (?:(?:to|a|hadi|bis|tot) )?\d+|(?!.*\b(?:page|pagina|ukurasa)\b)(?:showing|displaying|viewing|affichage|mostrando|exibindo|inaonyesha)(?: [\p{L} ]+)? \d+(?: \p{L}+)?) (?:of|sur|de|von|van|kati ya) (?<all>\d{1,3}(?: \d{3})+|\d+)(?: \p{L}+)*$/u;
/**
 * Matches *500 records found* and *You have 500 transactions*. The text must be alone on its line, since next to another text it may be
 * about some rows only. A count of zero does not match: it is about another list.
 */
const found =
  /^(?:(?:you have|found|(?:a )?total(?: of)?|il y a|total de|jumla ya) )?(?<all>[1-9]\d{0,2}(?: \d{3})+|[1-9]\d*) (?:transactions?|records?|rows|entries|payments|results|operations|ecritures|lignes|transacoes|transacciones|registros|operacoes|operaciones|resultados|miamala|buchungen|umsatze|transaktionen|transacties)(?: (?:found|in total|in all|trouvee?s|encontrad[oa]s|au total|gefunden|gevonden))?$/u;
/** A quick test: nearly every cell has none of these. */
const hint =
  /bal|brought|carried|sald|sold|tota|count|number|no of|nombre|n[uú]mero|idadi|anzahl|aantal|jumla|salio|summe|report|transport|sigue|[bc] ?[/.] ?f|رصيد|جمالي|مجموع|عدد/iu;

/** Returns the meaning that a cell gives to the figure next to it, or `undefined` if it gives none. */
export function statedAs(cell: string): StatedAs | undefined {
  if (cell.length > longestLabel || !hint.test(cell)) return undefined;
  const plain = plainWords(cell);
  return labels.find(([, sign]) => sign.test(plain))?.[0];
}

/** Words for a balance carried from page to page that mean other things elsewhere. A record with any other field of a row is a row. */
const carriedWord =
  /^(?:report|(?:solde )?reporte|transporte?|(?:saldo )?(?:transportado|ubertrag|uebertrag)|suma anterior)(?: .*(?:page|pagina|seite)\b.*)?$/;

/** Returns whether a cell consists of one of the words in `carriedWord`, with or without a page number. */
export const saysCarried = (cell: string): boolean =>
  cell.length <= longestLabel && carriedHint.test(cell) && carriedWord.test(plainWords(cell));
const carriedHint = /report|transport|bertrag|anterior/iu;

/** Returns what kind of balance a line among the rows is. A balance that is carried opens the rows after it. */
export function standingAs(cell: string): 'opening' | 'closing' | undefined {
  const as = statedAs(cell);
  if (as === 'opening' || as === 'closing') return as;
  return saysCarried(cell) ? 'opening' : undefined;
}

/** The labels of a record outside the rows, each with the figure that follows it in its cell or in the next one. */
export function statedIn(record: readonly string[]): readonly (readonly [StatedAs, string])[] {
  const isAlone = record.filter(cell => cell.trim() !== '').length === 1;
  return record.flatMap((cell, at) => {
    const plain = cell.length > longestLabel ? '' : plainWords(cell);
    const all = (part.exec(plain) ?? (isAlone ? found.exec(plain) : null))?.groups?.['all'];
    if (all !== undefined) return [['count', all.replaceAll(' ', '')] as const];
    const [label = '', ...rest] = cell.split(':');
    const as = statedAs(label);
    const inCell = rest.join(':').trim();
    const figure = inCell === '' ? record.slice(at + 1).find(each => each.trim() !== '') : inCell;
    return as === undefined || figure === undefined ? [] : [[as, figure.trim()] as const];
  });
}

const currencyLabel =
  /^(?:account |statement |konto|rekening)?(?:currency|ccy|devise|monnaie|moeda|moneda|divisa|sarafu|wahrung|valuta|munt|العملة|عملة)(?: (?:code|of (?:the )?(?:account|statement)|du compte|da conta|de la cuenta|ya akaunti|des kontos|van de rekening|الحساب))?(?: (?<said>.+))?$/u;

/** Returns all currencies that the one name above the headings may mean; `undefined` if there is none, or another name. */
export function statedCurrency(records: readonly (readonly string[])[]): readonly string[] | undefined {
  const found = new Map<string, readonly string[]>();
  for (const record of records)
    for (const [at, cell] of record.entries()) {
      const label = cell.length > longestLabel ? null : currencyLabel.exec(plainWords(cell));
      if (label === null) continue;
      const said = label.groups?.['said'] ?? plainWords(record.slice(at + 1).find(each => each.trim() !== '') ?? '');
      for (const may of currenciesIn(said.toUpperCase())) found.set(may.join(' '), may);
    }
  const [only] = found.values();
  return found.size === 1 ? only : undefined;
}

/** The currencies that each word may mean. A single word is the text next to the label: a code, `KSh`, or one unknown here. */
function currenciesIn(said: string): readonly (readonly string[])[] {
  const words = said.split(' ');
  if (words.length > 1) return words.filter(word => accountCurrencies.some(each => each === word)).map(word => [word]);
  const named = currenciesNamed(said);
  if (named.length > 0) return [named];
  return /^[A-Z]{3}$/u.test(said) ? [[said]] : [];
}

const dated =
  /(?<![\p{L}\d])(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}(?!\d)|\d{1,2}(?:st|nd|rd|th|er|º)?[-/. ]{0,3}(?:de )?\p{L}{3,12}\.?(?: de)?[-/., ]{0,3}\d{4}|\p{L}{3,12}\.? \d{1,2},? \d{4})(?!\d)/gu;
const time = String.raw`(?:t? ?\d{1,2}(?: \d\d){1,2}(?: \d{3})? ?)?(?:[ap]m )?(?:gmt|utc|eat|wat|cat|z)? ?`;
const upTo = new RegExp(
  `^${time}(?:(?:date|fecha|data|period|tarehe) )?(?:to|till?|until|through|and|au|et(?: le)?|jusqu au|a|ao|ate|al|hasta|e|y|hadi|mpaka|na|bis|t m|tot(?: en met)?|(?:الى|حتى)|(?:ya )?(?:end|ending|fin|final|fim|mwisho|ende|enddatum|einddatum)|(?:de |do )?(?:fin|fim)|ya (?:kuisha|mwisho))(?: (?:date|datum|time|le|the|du|tarehe))*$`,
  'u',
);
const since =
  /(?:^| )(?:(?:statement|reporting|time|date) )?(?:period|periode|periodo|range|between|entre|from|since|start(?:ing)?|begin|debut|inicio|inicial|du|depuis|desde|de|kipindi|kuanzia|kutoka|kuanza|mwanzo|kati|zeitraum|von|vom|startdatum|van|begindatum|الفترة|من)(?: (?:cha|ya|du|de|from|of|date|time|le|the|kuanzia|tarehe|von|vom|van|het|covered))*$/u;
const ofOtherThings =
  /\b(?:valid\w*|valable|vigencia|halali|gultig|geldig|tarifs?|tariffs?|rates?|contract|contrat|opened|fiscal|exercice|exercicio|ejercicio|subscription|abonnement)\b/u;
const month =
  /(?:^| )(?:period|periode|periodo|month|mois|mes|kipindi|mwezi|zeitraum|monat|maand|الفترة|شهر)(?: (?:of|de|du|cha|wa))* (?:(?<name>\p{L}{3,12}|\d\d) (?:de )?(?<year>20\d\d)|(?<before>20\d\d) (?<number>\d\d))$/u;

/** Whether a line without amounts says no more than which days a file covers, or which is the first or the last of them. */
export function saysDays(record: readonly string[]): boolean {
  const cells = record.filter(cell => cell.trim() !== '');
  const text = cells.join(' ').trim();
  if (text.length > longestLabel * 2) return false;
  const [date, second] = [...text.matchAll(dated)];
  if (date?.index === 0 && cells.length > 1) return false;
  const isEnd = (label: string) => since.test(label) || upTo.test(label);
  if (date !== undefined && second === undefined) return isEnd(plainWords(text.slice(0, date.index)));
  return dateOrders.some(order => periodsIn([record], order).length > 0);
}

/** The cells of a line for what names and values beside a list say of its days: their first and last, unless there are others, and a period. */
export function daysBeside(said: readonly (readonly [name: string, value: string])[]): readonly string[] {
  const [first = [], last = []] = [since, upTo].map(sign => {
    const found = said.filter(([name, value]) => sign.test(name) && value.search(dated) === 0);
    return new Set(found.map(([, value]) => value)).size === 1 ? found[0] : undefined;
  });
  const periods = said.filter(each => dateOrders.some(order => periodsIn([each], order).length > 0));
  return [...(first.length > 0 && last.length > 0 ? [...first, ...last] : []), ...periods.flat()];
}

/** The days that the lines around a table say it covers; null if they name none or several, or can be read in two ways. */
export function statedPeriod(records: readonly (readonly string[])[], rows: DateOrder | null): DayInterval | null {
  const found = new Map(periodsIn(records, rows).map(days => [`${days.from} ${days.to}`, days]));
  const [only = null] = found.values();
  return found.size === 1 ? only : null;
}

function periodsIn(records: readonly (readonly string[])[], rows: DateOrder | null): readonly DayInterval[] {
  const lines = records.map(record => record.filter(cell => cell.trim() !== '').join('\t'));
  const text = lines.join('\n').normalize('NFC');
  const dates = [...text.matchAll(dated)].filter(([date]) => readings(date).size > 0);
  const ranges = dates.flatMap(({0: first, index}, at): readonly DayInterval[] => {
    const next = dates[at + 1];
    if (next === undefined) return [];
    const before = dates[at - 1];
    const label =
      text
        .slice(before === undefined ? 0 : before.index + before[0].length, index)
        .split('\n')
        .at(-1) ?? '';
    if (!isRange(label, text.slice(index + first.length, next.index))) return [];
    const isMidnight = /^[T\s]*00:00(?![:\d]*[1-9])/u.test(text.slice(next.index + next[0].length));
    const days = inOrders(first, next[0], rows);
    return days === null ? [] : [statedInterval(days.from, isMidnight ? `${days.to}T00:00` : days.to) ?? days];
  });
  return ranges.length > 0 ? ranges : lines.flatMap(line => monthIn(plainWords(line)) ?? []);
}

function isRange(before: string, between: string): boolean {
  const label = plainWords((before.split('\t').findLast(cell => cell.trim() !== '') ?? '').slice(-longestLabel));
  const isNamed = since.test(label) && !ofOtherThings.test(plainWords(before));
  const words = plainWords(between);
  const isJoined = upTo.test(words) || (/[-\u2013\u2014]/u.test(between) && new RegExp(`^${time}$`, 'u').test(words));
  return isJoined ? isNamed || label === '' : isNamed && words === '' && !between.includes('\n');
}

/** A date in each order in which it can be read. */
function readings(text: string): ReadonlyMap<DateOrder, string> {
  const plain = text.replaceAll(/(?<=\d)(?:st|nd|rd|th|er|º)/gu, '').replaceAll(/[-\s]+de\s+/gu, ' ');
  return new Map(
    dateOrders.flatMap(order => {
      const day = plainDate(plain, order);
      return day === undefined || isTooOld(plain, day, {}) ? [] : [[order, day] as const];
    }),
  );
}

function inOrders(first: string, last: string, rows: DateOrder | null): DayInterval | null {
  const [froms, tos] = [readings(first), readings(last)];
  const ways = dateOrders.flatMap(order => {
    const [from, to] = [froms.get(order), tos.get(order)];
    return from === undefined || to === undefined || from > to ? [] : [{order, from, to}];
  });
  const days = new Map(ways.map(each => [`${each.from} ${each.to}`, each]));
  const [only] = days.values();
  const way = days.size === 1 ? only : ways.find(({order}) => order === rows);
  return way === undefined ? null : {from: way.from, to: way.to};
}

function monthIn(line: string): DayInterval | undefined {
  const {before = '', number = '', name = number, year = before} = month.exec(line)?.groups ?? {};
  const from = plainDate(/^\d/u.test(name) ? `${year}-${name}-01` : `1 ${name} ${year}`, 'day-first');
  if (from === undefined) return undefined;
  const to = Temporal.PlainDate.from(from).add({months: 1}).subtract({days: 1}).toString();
  return {from, to};
}
