import {isLikeReference} from '../core/journal/reference.js';
import type {SourceKind} from '../core/reconcile/rows/row.js';
import {accountCurrencies, isAmount, isZero} from './amount-text.js';
import {type Columns, cellAt, directionIn, indexesOf, isNothing, type Layout} from './columns.js';
import {isDate} from './date-text.js';
import {type HeadingField, isOfEnds, plainWords} from './headings.js';
import {saysCarried, standingAs, statedAs} from './stated.js';

/**
 * The meaning of a record that is not a row: `total` is a sum of rows above it, `dated total` one with a day; `balance` belongs to an account
 * and moves no money; `undated` has an amount without the day of a row. A `named` one has the reference of a row, too, and may be a row in which
 * somebody wrote that word.
 */
type Summing = 'total' | 'dated total' | 'named total' | 'balance' | 'named balance' | 'undated' | undefined;

/** The balance of some day, which is neither an opening nor a closing balance. Without its day it may be that of an order. */
const ofADay =
  /^(?:solde (?:(?:crediteur|debiteur) )?au|balance (?:as )?(?:at|of|on)|saldo (?:em|al|am|per)|salio la tarehe) (?:(?:the |le )?\d|\p{L}{3,9} \d{1,2} \d{4}|(?:the )?(?:period|month|year|day|statement) (?:start|begin|end)|(?:start|begin(?:ning)?|end|close) of )/u;

const listed = (...words: readonly string[]): ReadonlySet<string> => new Set(words.flatMap(each => each.split(' ')));

/** Words for a total, and what may stand beside one. Any other word makes it a name or a text about something else. */
const totalNames = listed(
  'total totals totaux totale subtotal subtotals sum somme cumul suma soma jumla insgesamt gesamt gesamtsumme gesamtbetrag',
  'summe zwischensumme tagessumme endsumme totaal subtotaal tussentotaal eindtotaal dagtotaal اجمالي الاجمالي مجموع المجموع',
);
const besideTotals = listed(
  'grand sub page net gross daily monthly running carried brought forward amount amounts value volume credit credits debit debits in',
  'transaction transactions payment payments operation operations period month day of this the for sale sales sent paid received',
  'collected collection collections receipts settled settlement payout payouts successful failed fee fees commission commissions charge charges tax taxes',
  'sous montant general generale generaux paiement paiements mouvements activites periode mois jour journalier de du des d la le les a l',
  'vente ventes encaissement encaissements recettes frais ttc ht payer reussi reussis reussie reussies echoue echoues echouees',
  'geral parcial valor importe monto vendas ventas operacoes operaciones transacoes transacciones pagamentos pagos taxas',
  'comissoes comisiones periodo mes dia diario do da das dos del el los las',
  'kuu ndogo ya za kwa mauzo malipo miamala mwezi siku ada umsatz buchungen algemeen generaal فرعي الفرعي كلي الكلي عام العام العمليات المعاملات',
);
const nameOfMonth = / \p{L}{3,9}(?= 20\d\d$)/u;

/** Whether a cell says that it is a total. Some short names of a network or a currency may stand behind the word itself. */
function saysTotalAlone(cell: string): boolean {
  if (cell.length > longestWords || !hint.test(cell)) return false;
  const words = plainWords(cell).replace(nameOfMonth, '').split(' ');
  const first = words.findIndex(word => /^tota(?:ls?|ux)$/u.test(word));
  const isShort = (word: string, at: number) => first !== -1 && at > first && /^(?:[a-z]{3}|\d{1,4})$/u.test(word);
  return (
    words.some(word => totalNames.has(word)) &&
    words.every((word, at) => totalNames.has(word) || besideTotals.has(word) || isShort(word, at))
  );
}

/** Words that say by themselves which balance of a provider's file stands here, and words for a balance. */
const openings =
  'opening ouverture abertura apertura mwanzo ufunguzi eroffnung eroffnungssaldo eroffnungsbilanz anfangsbestand beginstand افتتاحي الافتتاحي';
const closings =
  'closing cloture fecho fechamento encerramento cierre mwisho kufunga kufungia schlusssaldo schlussaldo schlussbestand endbestand eindstand ختامي الختامي';
const anyBalance = 'balance bal solde saldo salio kontostand saldostand رصيد الرصيد';
const balancesAlone = new Set([
  ...listed(openings, closings, anyBalance, 'report ubertrag uebertrag saldovortrag'),
  'a nouveau',
  'report a nouveau',
]);
const balanceNames = listed(anyBalance, 'balances float');
const openingWords = listed(
  openings,
  'initial starting start beginning previous prev prior op debut depart precedent anterieur ancien inicial inicio previo anterior awali kuanzia lililopita anfang alter begin vorig oud السابق اول',
);
const closingWords = listed(closings, 'final ending end fin fim ende eind النهايي اخر المدة');
/** What may stand beside a word for a balance. Any other word makes it a text about something else. */
const besideBalances = listed(
  'last current available ledger running book actual present net total new old account wallet cash statement period day month',
  'the of at on as in to for from brought carried forward fwd down over b c d f',
  'nouveau disponible courant comptable reporte compte caisse portefeuille periode jour mois crediteur debiteur du de la le l au a',
  'atual disponivel contabilistico contable conta cuenta carteira periodo dia mes do da de em no al transportado',
  'actuel ya wa sasa iliyopo akaunti pochi siku mwezi',
  'neuer aktueller verfugbarer konto der des vom am zum per nieuw huidig beschikbaar rekening van het',
  'الحالي المتاح الحساب المحفظة في',
  `${accountCurrencies.join(' ')} ksh kshs fcfa cfa`.toLowerCase(),
);
const itsDay =
  /(?<= )(?:\d{1,2} (?:de )?(?:\d{1,2}|\p{L}{3,9})(?: de)?|20\d\d \d\d|\p{L}{3,9}(?: \d{1,2})?) (?:20)?\d\d(?: \d\d){0,3}$/u;

/** Whether a cell says that it is a balance, and no more than which one. To a bank's text it may mean something else. */
function saysBalanceAlone(cell: string): boolean {
  if (cell.length > longestWords || !hint.test(cell)) return false;
  const plain = plainWords(cell);
  if (balancesAlone.has(plain)) return true;
  const words = wordsOf(plain);
  const isOne = words.length > 1 && words.some(word => balanceNames.has(word));
  return isOne && words.every(word => ofBalances.some(list => list.has(word)));
}
const ofBalances = [balanceNames, openingWords, closingWords, besideBalances];
const wordsOf = (plain: string) => plain.replace(itsDay, '').trim().split(' ');

/** Returns whether a cell opens or closes the rows of a file of this kind. */
export function standingOf(kind: SourceKind, cell: string): 'opening' | 'closing' | undefined {
  const as = standingAs(cell);
  if (as !== undefined || kind === 'bank' || !saysBalanceAlone(cell)) return as;
  const words = wordsOf(plainWords(cell));
  if (words.some(word => openingWords.has(word))) return 'opening';
  return words.some(word => closingWords.has(word)) ? 'closing' : undefined;
}

/** The fields that distinguish a row from a sum in each kind of file: a sum is not paid and has no reference. A bank's has no day either. */
const ownFields: Readonly<Record<SourceKind, readonly HeadingField[]>> = {
  provider: ['reference', 'serviceReference', 'status'],
  payout: ['payout', 'status'],
  bank: ['entry', 'bookedOn'],
};

const amountFields: readonly HeadingField[] = ['amount', 'gross', 'credit', 'debit', 'net'];
const referenceFields: readonly HeadingField[] = ['entry', 'reference', 'serviceReference', 'payout'];

/**
 * Returns the indexes of the columns in which most rows of a provider's or a payout file have a day (`days`), and of those in which most have
 * one word of a sum (`wordy`), such as a full payment's. The records before the first day and after the last one do not count: balances and
 * totals stand there. A payment that has not ended yet has no day of its end.
 */
export function rowMarksOf(
  kind: SourceKind,
  {columns, headings}: Pick<Layout, 'columns' | 'headings'>,
  sample: readonly (readonly string[])[],
): Pick<Layout, 'days' | 'wordy'> {
  if (kind === 'bank') return {days: [], wordy: []};
  const {at, ...others} = columns;
  const taken = new Set(Object.values(others).map(({index}) => index));
  const amounts = indexesOf(columns, amountFields);
  const all = sample.filter(record => amounts.some(index => !isNothing(cellAt(record, index))));
  const rows = all.filter(record => !record.some(saysSum));
  const width = all.reduce((widest, record) => Math.max(widest, record.length), 0);
  const indexes = Array.from({length: width}, (_, index) => index);
  const days = indexes.filter(index => {
    if (taken.has(index) || isOfEnds(headings[index] ?? '')) return false;
    const dated = rows.map(record => isDate(cellAt(record, index)));
    const between = dated.slice(Math.max(0, dated.indexOf(true)), dated.lastIndexOf(true) + 1);
    return between.filter(Boolean).length * 2 > between.length;
  });
  const inner = all.slice(1, -1);
  const wordy = indexes.filter(index => {
    const words = Map.groupBy(inner.map(record => cellAt(record, index)).filter(saysSum), plainWords);
    return [...words.values()].some(({length}) => length >= fewestWords && length * 2 > inner.length);
  });
  return {days, wordy};
}

/** So many rows with a word of a sum are no sums if they are most. */
const fewestWords = 3;

/**
 * Returns a function that recognises a record without the day that the rows of its file have. A day with a typing error is a day, and so
 * is one that stands in a wrong column. A record with a reference of a till is a row, and so is one with a status, unless it names a sum
 * or a balance.
 */
export function undatedIn({columns, days}: Pick<Layout, 'columns' | 'days'>): (record: readonly string[]) => boolean {
  const names = indexesOf(columns, referenceFields);
  const isWithout = (cell = '') => isNothing(cell.trim()) || saysSum(cell) || /^[\p{L}\s]+$/u.test(cell);
  const isDay = (cell: string) => /\D/u.test(cell) && isDate(cell.trim());
  return record =>
    days.length > 0 &&
    days.every(index => isWithout(record[index])) &&
    !record.some(isDay) &&
    (record.some(saysSum) || isWithoutStatus(columns, record)) &&
    !names.some(index => isLikeReference(cellAt(record, index)));
}

/**
 * Returns a function that recognises sums and balances by a word that fills a cell. In the file of a provider or of payouts that is enough,
 * unless the record has a reference of a till, or all that a payment by somebody of that name has. A bank's record lacks what only rows have, too; its balance has no amounts, or no direction
 * while rows have one, and if it stands in the column of amounts, it is there instead of, or is equal to, the running balance.
 */
export function summingIn(
  kind: SourceKind,
  {columns, days, wordy}: Pick<Layout, 'columns' | 'days' | 'wordy'>,
): (record: readonly string[]) => Summing {
  const indexOf = (field: HeadingField) => columns[field]?.index;
  const indexes = (fields: readonly HeadingField[]) => indexesOf(columns, fields);
  const isUndated = undatedIn({columns, days});
  const moved = indexes(amountFields);
  const own = indexes(ownFields[kind]);
  const names = indexes(referenceFields);
  const amounts = indexes(['amount', 'gross', 'credit', 'debit']);
  const direction = indexOf('direction');
  const running = indexOf('balance');
  const day = indexOf('bookedOn') ?? indexOf('at');
  const saidBy = (record: readonly string[], says: (cell: string) => boolean) =>
    record.some((cell, index) => !wordy.includes(index) && says(cell));
  const isAmongAmounts = (record: readonly string[]) => {
    const stated = cellAt(record, running);
    return isNothing(stated) || amounts.some(index => cellAt(record, index) === stated);
  };
  const ofUndated = (record: readonly string[]): Summing => {
    if (record.some(saysBalance)) return 'balance';
    if (record.some(saysTotal)) return 'total';
    const hasAmount = moved.some(index => isFilledAt(record, index));
    return hasAmount || !names.some(index => /\d/u.test(record[index] ?? '')) ? 'undated' : undefined;
  };
  const ofBank = (record: readonly string[]): Summing => {
    const hasNoneOfItsOwn = own.every(index => !isFilledAt(record, index) || saysTotal(record[index] ?? ''));
    if (hasNoneOfItsOwn && record.some(saysTotal)) return 'total';
    if (!record.some(saysBankBalance)) return undefined;
    const hasNoDirection = direction !== undefined && directionIn(record[direction] ?? '') === undefined;
    const isNamed = names.some(index => isFilledAt(record, index) && !saysBankBalance(record[index]));
    const isBalance =
      hasNoDirection || amounts.every(index => movesNothing(record[index])) || (!isNamed && isAmongAmounts(record));
    return isBalance ? 'balance' : undefined;
  };
  const ofOthers = (record: readonly string[]): Summing => {
    const isNamed = names.some(index => isFilledAt(record, index) && !saysSum(record[index] ?? ''));
    const isOfItsOwn = (says: (cell: string) => boolean) => [...own, day].some(index => says(cellAt(record, index)));
    if (names.some(index => isLikeReference(cellAt(record, index)))) return undefined;
    if (saidBy(record, saysBalance)) {
      if (!isNamed || isOfItsOwn(saysBalance)) return 'balance';
      return isAmongAmounts(record) || amounts.every(index => movesNothing(record[index]))
        ? 'named balance'
        : undefined;
    }
    if (!saidBy(record, saysTotal)) return undefined;
    const cell = cellAt(record, day);
    const hasNoDay = isNothing(cell) || saysTotal(cell);
    if (isNamed && !isOfItsOwn(saysTotal) && (day === undefined || !hasNoDay)) return 'named total';
    return hasNoDay ? 'total' : 'dated total';
  };
  const byWords = (record: readonly string[]): Summing => {
    if (!mayBeSum(record)) return undefined;
    const summing = kind === 'bank' ? ofBank(record) : ofOthers(record);
    if (summing !== undefined || kind === 'payout' || day === undefined) return summing;
    const hasNone = [day, ...own].every(index => !isFilledAt(record, index));
    return hasNone && record.some(saysCarried) ? 'balance' : undefined;
  };
  return record => (isUndated(record) ? ofUndated(record) : byWords(record));
}

const ofOneDay = /\btotal\b.*\d[-/.]\d{1,2}[-/.]\d/iu;
/** Whether a cell names the total of one day: `Total du 20/11/2026`. */
export const saysTotalOfDay = (cell: string): boolean => cell.length <= longestWords && ofOneDay.test(cell);

const longestWords = 60;
/** A quick test: nearly every cell has none of these. */
const hint =
  /tota|cumul|nouveau|bal|brought|carried|sold|sald|salio|sum|somm?[ae]|gesamt|jumla|number|count|nombre|n[uú]mero|idadi|anzahl|aantal|report|transport|bertrag|opening|closing|ffnung|ouvert|cl[oô].?t|a[bp]ert|fech|cierre|encerra|mwanzo|mwisho|kufung|ufungu|stand|float|رصيد|جمالي|مجموع|عدد|فتتاح|ختام|^ ?[bc] ?[/.] ?f/iu;
/** A quick test of whether a record may be a sum at all. */
export const mayBeSum = (record: readonly string[]): boolean => record.some(cell => hint.test(cell));
const says = (sign: RegExp, cell: string) =>
  cell.length <= longestWords && hint.test(cell) && sign.test(plainWords(cell));
const saysTotal = (cell: string) =>
  saysTotalAlone(cell) || ['count', 'credits', 'debits', 'total'].includes(statedAs(cell) ?? '');
const saysBalance = (cell: string) => saysBankBalance(cell) || saysBalanceAlone(cell);
const saysBankBalance = (cell = '') => {
  const as = statedAs(cell);
  return as === 'opening' || as === 'closing' || says(ofADay, cell);
};
/** Whether nothing in a record says how the payment ended. */
export const isWithoutStatus = ({status}: Columns, record: readonly string[]): boolean => {
  const cell = record[status?.index ?? -1] ?? '';
  return isNothing(cell.trim()) || saysSum(cell);
};
const isFilledAt = (record: readonly string[], index: number) => !isNothing(cellAt(record, index));
const saysSum = (cell: string) => saysTotal(cell) || saysBalance(cell);
const movesNothing = (cell = '') => isNothing(cell.trim()) || (isZero(cell) && isAmount(cell.trim()));
