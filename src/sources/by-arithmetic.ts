import type {DecimalMark} from './amount-text.js';
import type {FileOrder} from './balance-chain.js';
import {type Columns, directionIn, directionSaid, isNothing} from './columns.js';
import {decidingValues} from './deciding.js';
import {type HeadingField, taxFields} from './headings.js';
import {type BalanceStep, type Figures, figureColumns, isEvidence, stepsOf} from './table-figures.js';

/** The columns of a table by their index, as the table's own balances show them. */
export type Arithmetic = {
  readonly decimalMark: DecimalMark;
  readonly order: FileOrder;
  readonly balance: number;
  /** One column of amounts, or one of credits and one of debits. */
  readonly amount: number | readonly [credit: number, debit: number];
  readonly fee: number | undefined;
  /** The columns of taxes that are taken beside the fee. */
  readonly taxes: readonly number[];
  /** Whether the amounts carry the sign of what they moved, the opposite sign, or none. */
  readonly signs: 'own' | 'turned' | 'none';
  /** For amounts without a sign: the column whose words give the direction, and the meaning of each word. */
  readonly ways: {readonly column: number; readonly words: ReadonlyMap<string, 'credit' | 'debit'>} | undefined;
  /** The column whose words mark the rows that moved nothing. */
  readonly idle: number | undefined;
  /** What each record moved. Two readings with the same value count as one. */
  readonly moved: string;
};

/** What the headings or a person already say about the columns. */
export type Hints = {
  readonly amount: number | undefined;
  readonly pair: readonly [number, number] | undefined;
  readonly balance: number | undefined;
  readonly fee: number | undefined;
  readonly taxes: readonly number[];
  readonly direction: number | undefined;
  readonly status: number | undefined;
  /** Columns that hold something other than money. */
  readonly others: ReadonlySet<number>;
  /** Whether a person has said which columns hold the amounts, and whether a person has said that their signs are right. */
  readonly isAmountSaid: boolean;
  readonly isSignSaid: boolean;
};

type Table = {readonly records: readonly (readonly string[])[]; readonly figures: ReadonlyMap<number, Figures>};
type Charges = Pick<Arithmetic, 'fee' | 'taxes'>;
type Movement = Charges & Pick<Arithmetic, 'amount' | 'signs' | 'ways' | 'idle'>;

const fewestSteps = 3;

/**
 * Returns every reading of a table under which its balances hold, one for each different set of movements. `rising` is the order that the
 * days of the table show.
 */
export function readingsThatHold(
  records: readonly (readonly string[])[],
  marks: readonly DecimalMark[],
  hints: Hints,
  rising: FileOrder | undefined,
): readonly Arithmetic[] {
  const found = new Map<string, Arithmetic>();
  const orders: readonly FileOrder[] = rising === undefined ? ['oldest-first', 'newest-first'] : [rising];
  const fewest = (balance: number) =>
    balance === hints.balance && (hints.amount ?? hints.pair) !== undefined ? 1 : fewestSteps;
  for (const decimalMark of marks) {
    const figures = figureColumns(records, decimalMark);
    const candidates = [...figures]
      .filter(([index]) => !hints.others.has(index) && index !== hints.amount)
      .flatMap(([balance, figuresOf]) => orders.map(order => ({balance, order, steps: stepsOf(figuresOf, order)})));
    for (const {balance, order, steps} of candidates) {
      if (!isEvidence(steps, fewest(balance))) continue;
      const movement = movementOf({records, figures}, steps, balance, hints);
      const moved = JSON.stringify(steps.filter(({difference}) => difference !== 0));
      if (movement !== undefined && !found.has(moved))
        found.set(moved, {decimalMark, order, balance, moved, ...movement});
    }
  }
  return [...found.values()];
}

/**
 * Finds the amounts that make these steps. It tries amounts with their own sign first, then credits and debits, then amounts without a
 * sign.
 */
function movementOf(table: Table, steps: readonly BalanceStep[], balance: number, hints: Hints): Movement | undefined {
  const free = [...table.figures.keys()].filter(index => index !== balance && !hints.others.has(index));
  const singles = hints.isAmountSaid ? [hints.amount].filter(each => each !== undefined) : first(hints.amount, free);
  const pairs = hints.isAmountSaid ? [hints.pair].filter(each => each !== undefined) : pairsOf(table, free, hints.pair);
  const fees = [undefined, ...first(hints.fee, free)];
  const ofTaxes = hints.taxes.filter(index => table.figures.has(index));
  const taxes = ofTaxes.length === 0 ? [[]] : [[], ofTaxes];
  for (const charges of taxes.flatMap(each => fees.map(fee => ({fee, taxes: each})))) {
    const others = [charges.fee, ...charges.taxes];
    for (const amount of [...singles, ...pairs]) {
      if ([amount].flat().some(each => others.includes(each))) continue;
      const movement = signed(table, steps, amount, charges, hints);
      if (movement !== undefined) return movement;
    }
  }
  if (hints.isSignSaid) return undefined;
  for (const amount of singles) {
    const movement = withoutSigns(table, steps, amount, hints);
    if (movement !== undefined) return movement;
  }
  return undefined;
}

const first = (known: number | undefined, others: readonly number[]) =>
  known === undefined ? others : [known, ...others.filter(each => each !== known)];

/** Finds pairs of columns such that each record fills only one of the two. */
function pairsOf({figures, records}: Table, free: readonly number[], known: readonly [number, number] | undefined) {
  const some = (index: number, at: number) => (figures.get(index)?.[at] ?? 0) !== 0;
  const isPair = (a: number, b: number) =>
    a !== b &&
    records.every((_, at) => !(some(a, at) && some(b, at))) &&
    records.some((_, at) => some(a, at) && !some(b, at));
  const found = free.flatMap(a => free.filter(b => isPair(a, b) && isPair(b, a)).map(b => [a, b] as const));
  return known === undefined ? found : [known, ...found];
}

/** Returns the records that moved nothing although they have an amount. Returns `undefined` if an amount contradicts the balances. */
function idleAmong(
  steps: readonly BalanceStep[],
  movedAt: (record: number) => number | undefined,
): readonly number[] | undefined {
  const idle: number[] = [];
  for (const {record, difference} of steps) {
    const moved = movedAt(record);
    if (moved === difference) continue;
    if (moved === undefined || difference !== 0) {
      if (moved === undefined && difference === 0) continue;
      return undefined;
    }
    idle.push(record);
  }
  return idle.length * 2 > steps.length ? undefined : idle;
}

function signed(
  table: Table,
  steps: readonly BalanceStep[],
  amount: Arithmetic['amount'],
  {fee, taxes}: Charges,
  hints: Hints,
): Movement | undefined {
  const at = (index: number | undefined, record: number) =>
    index === undefined ? undefined : table.figures.get(index)?.[record];
  const idle = idleAmong(steps, record => {
    const own = typeof amount === 'number' ? at(amount, record) : pairAt(at(amount[0], record), at(amount[1], record));
    const charged = [fee, ...taxes].reduce<number>((sum, index) => sum + Math.abs(at(index, record) ?? 0), 0);
    return own === undefined ? undefined : own - charged;
  });
  if (idle === undefined) return undefined;
  const direction = directionBy(table, steps, idle, hints);
  return direction === undefined
    ? undefined
    : {amount, fee, taxes, signs: 'own', ways: undefined, idle: direction.column};
}

const pairAt = (credit: number | undefined, debit: number | undefined): number | undefined =>
  credit === undefined && debit === undefined ? undefined : (credit ?? 0) - Math.abs(debit ?? 0);

/** Reads amounts that all have the opposite sign, or no sign at all. If a column has both signs, they are never ignored. */
function withoutSigns(table: Table, steps: readonly BalanceStep[], amount: number, hints: Hints): Movement | undefined {
  const figures = table.figures.get(amount) ?? [];
  const isTurned = figures.some(figure => (figure ?? 0) < 0);
  const turned = steps.map(({record, difference}) => ({record, difference: -difference}));
  const sizes = steps.map(({record, difference}) => ({record, difference: Math.abs(difference)}));
  const idle = idleAmong(isTurned ? turned : sizes, record => figures[record]);
  const direction = idle === undefined ? undefined : directionBy(table, steps, idle, hints);
  if (direction === undefined) return undefined;
  const ways = isTurned ? undefined : waysOf(table, steps, hints);
  return {amount, fee: undefined, taxes: [], signs: isTurned ? 'turned' : 'none', ways, idle: direction.column};
}

const mostWords = 12;
const longestWord = 40;
/** Words that describe a row repeat; names and numbers do not. */
const areWords = (words: ReadonlySet<string>, records: number) =>
  words.size <= mostWords &&
  words.size < records &&
  words.size <= Math.max(2, records / 3) &&
  [...words].every(word => word.length <= longestWord);

const wordAt = ({records}: Table, record: number, index: number) => (records[record]?.[index] ?? '').trim();
const widthOf = ({records}: Table) => Math.max(0, ...records.map(record => record.length));
/** Columns whose words may describe their rows. If one is already known for it, it comes first. */
const textColumns = (table: Table, {others, status, direction}: Hints, known: number | undefined): readonly number[] =>
  first(
    known,
    Array.from({length: widthOf(table)}, (_, index) => index).filter(
      index => !table.figures.has(index) && (index === status || index === direction || !others.has(index)),
    ),
  );

/** Finds the column that separates rows that moved nothing from rows that did. If there are no such rows, no column is needed. */
function directionBy(
  table: Table,
  steps: readonly BalanceStep[],
  idle: readonly number[],
  hints: Hints,
): {readonly column: number | undefined} | undefined {
  const {says, isNotPaid} = decidingValues();
  if (idle.length === 0) return {column: ofTheOldest(table, steps, hints, isNotPaid)};
  const isIdle = new Set(idle);
  const column = textColumns(table, hints, hints.status).find(index => {
    const wordsOf = (records: readonly number[]) => new Set(records.map(record => wordAt(table, record, index)));
    const idleValues = wordsOf(idle);
    const moving = wordsOf(
      steps.filter(({record, difference}) => !isIdle.has(record) && difference !== 0).map(({record}) => record),
    );
    if ([...idleValues].some(word => moving.has(word) || isNothing(word))) return false;
    if ([...idleValues, ...moving].every(word => directionSaid(word) !== undefined)) return false;
    return (
      [...idleValues].every(word => says('status', word)) || areWords(new Set([...idleValues, ...moving]), steps.length)
    );
  });
  return column === undefined ? undefined : {column};
}

/**
 * The column which says that the oldest row moved nothing and says so of no other row. The oldest row stands next to only one balance,
 * which shows nothing about it.
 */
function ofTheOldest(
  table: Table,
  steps: readonly BalanceStep[],
  hints: Hints,
  saysNot: (word: string) => boolean,
): number | undefined {
  const records = steps.map(({record}) => record);
  const ends = [Math.min(...records) - 1, Math.max(...records) + 1];
  return textColumns(table, hints, hints.status).find(
    index =>
      ends.some(record => saysNot(wordAt(table, record, index))) &&
      !records.some(record => saysNot(wordAt(table, record, index))),
  );
}

/** The column whose words follow the direction of the money, if there is one. */
function waysOf(table: Table, steps: readonly BalanceStep[], hints: Hints): Arithmetic['ways'] {
  for (const column of textColumns(table, hints, hints.direction)) {
    const words = new Map<string, 'credit' | 'debit'>();
    const isOne = steps.every(({record, difference}) => {
      if (difference === 0) return true;
      const word = wordAt(table, record, column);
      const way = difference < 0 ? 'debit' : 'credit';
      const known = words.get(word) ?? way;
      words.set(word, way);
      return known === way;
    });
    const hasBoth = new Set(words.values()).size === 2;
    if (isOne && hasBoth && areWords(new Set(words.keys()), steps.length)) return {column, words};
  }
  return undefined;
}

const chargesOf: readonly (readonly HeadingField[])[] = [[], ['fee'], taxFields, ['fee', ...taxFields]];

/**
 * Among the columns that nothing is read from, returns the index of the one that holds the balances of these amounts. If a row is missing
 * from the file, the column still counts: most of its balances hold, and the file is refused at the one that does not.
 */
export function balancesBeside(
  records: readonly (readonly string[])[],
  columns: Columns,
  mark: DecimalMark,
): number | undefined {
  const figures = figureColumns(records, mark);
  const at = (field: HeadingField, record: number) => figures.get(columns[field]?.index ?? -1)?.[record];
  const amountAt = (record: number) => {
    const amount = at('amount', record);
    if (amount === undefined) return pairAt(at('credit', record), at('debit', record));
    const said = directionIn(records[record]?.[columns.direction?.index ?? -1] ?? '');
    return said === 'debit' ? -Math.abs(amount) : amount;
  };
  const used = new Set(Object.values(columns).map(({index}) => index));
  const free = [...figures].filter(([index]) => !used.has(index));
  const found = free.flatMap(([index, balances]) =>
    (['oldest-first', 'newest-first'] as const).flatMap(order => {
      const steps = stepsOf(balances, order);
      return chargesOf.flatMap(charges => {
        const held = steps.filter(({record, difference}) => {
          const amount = amountAt(record);
          const charged = charges.reduce((sum, field) => sum + Math.abs(at(field, record) ?? 0), 0);
          return amount !== undefined && amount - charged === difference;
        });
        const isMost = held.length > steps.length * mostly && isEvidence(held, fewestSteps);
        return isMost ? [{index, broken: steps.length - held.length}] : [];
      });
    }),
  );
  return found.toSorted((a, b) => a.broken - b.broken)[0]?.index;
}

const mostly = 0.5;
