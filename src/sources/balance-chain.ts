/** Whether the first row of a file is the oldest or the newest. This decides whether rows lead up to a balance or down from it. */
export type FileOrder = 'oldest-first' | 'newest-first';

/** A place at which a balance differs from the sum of the rows. Both figures are in thousandths. */
export type Break = {readonly line: number; readonly stated: number; readonly reached: number};

/**
 * A row as it stands before a balance. `moved` is in thousandths. If it has no sign (`isUnsigned`), the balances show its direction. `word`
 * is the text that may say that the row moved nothing; `undefined` if no text can say so.
 */
export type Moving = {
  readonly line: number;
  readonly index: number;
  readonly moved: number;
  readonly isUnsigned: boolean;
  readonly word: string | undefined;
};

/** What the balances of a file have shown about its rows. */
export type Chain = {
  /** Takes the next line. `balance` is `undefined` if the row has none; `row` is `undefined` if a balance stands on a line of its own. */
  take(line: number, row: Moving | undefined, balance: number | undefined): void;
  isBroken(): boolean;
  end(): {
    readonly agreed: number;
    /** Whether any of the rows that agreed moved something. */
    readonly hasMoved: boolean;
    /** The first place at which a balance differs from the sum of the rows, and the number of such places. */
    readonly broken: Break | undefined;
    readonly breaks: number;
    /** Words of rows that moved nothing, and words of rows that moved the amount they state. */
    readonly idle: ReadonlySet<string>;
    readonly moving: ReadonlySet<string>;
    /** `taken` has the indexes of the rows without a sign that took money. `unexplained` has those whose direction nothing shows. */
    readonly taken: ReadonlySet<number>;
    readonly unexplained: readonly Moving[];
    /** Rows that may have moved something but stand next to only one balance. */
    readonly untested: readonly Moving[];
  };
};

/**
 * Checks rows against the balances next to them, one after the other, assuming one order. A row whose word is not yet known to move money
 * may have moved nothing. In that case no row with that word moved anything.
 */
export function balanceChain(order: FileOrder): Chain {
  let known: number | undefined;
  let knownLine = 0;
  let pending: Moving[] = [];
  let sum = 0;
  let agreed = 0;
  let broken: Break | undefined;
  let breaks = 0;
  let hasMoved = false;
  const untested: Moving[] = [];
  const idle = new Set<string>();
  const moving = new Set<string>();
  const taken = new Set<number>();
  const unexplained: Moving[] = [];
  const isIdle = ({word}: Moving) => word !== undefined && idle.has(word);
  const add = (row: Moving) => {
    pending.push(row);
    if (!isIdle(row)) sum += row.moved;
  };
  /** If the only row before a balance has no sign of its own, it takes the direction in which the balance changed. */
  const takeSign = (difference: number) => {
    const [row] = pending;
    if (pending.length !== 1 || row?.isUnsigned !== true || isIdle(row) || Math.abs(difference) !== row.moved) return;
    if (difference < 0) taken.add(row.index);
    sum = difference;
  };
  const isDecided = () => pending.length === 1 || pending.every(({isUnsigned}) => !isUnsigned);
  /** Whether the rows since the known balance add up to the difference to the next one. */
  const explains = (difference: number): boolean => {
    takeSign(difference);
    const mayMove = pending.filter(row => row.word !== undefined && row.moved !== 0 && !isIdle(row));
    if (sum === difference && isDecided()) {
      for (const {word = ''} of mayMove) moving.add(word);
      return true;
    }
    const doubtful = mayMove.filter(({word = ''}) => !moving.has(word));
    if (doubtful.length === 0 || sum - doubtful.reduce((all, {moved}) => all + moved, 0) !== difference) return false;
    for (const {word = ''} of doubtful) idle.add(word);
    return true;
  };
  const compare = (line: number, balance: number) => {
    // An amount that is too large to be exact neither proves nor disproves a balance.
    if (known !== undefined && !Number.isNaN(sum)) {
      const difference = order === 'oldest-first' ? balance - known : known - balance;
      if (explains(difference)) {
        agreed += pending.length > 0 ? 1 : 0;
        hasMoved ||= difference !== 0;
      } else {
        breaks += 1;
        broken ??=
          order === 'oldest-first'
            ? {line, stated: balance, reached: known + sum}
            : {line: knownLine, stated: known, reached: balance + sum};
      }
    } else if (known === undefined)
      unexplained.push(...pending.filter(({isUnsigned, moved}) => isUnsigned && moved !== 0));
    if (known === undefined) untested.push(...pending.filter(({moved}) => moved !== 0));
    known = balance;
    knownLine = line;
    pending = [];
    sum = 0;
  };
  /** A quick test that nearly every row passes: it has a sign and a balance, and no word that could say that it moved nothing. */
  const isPlain = (row: Moving | undefined) => row !== undefined && !row.isUnsigned && row.word === undefined;
  const isNext = (row: Moving | undefined, balance: number): boolean => {
    if (known === undefined || !isPlain(row)) return false;
    if (order === 'oldest-first') return pending.length === 0 && balance - known === row?.moved;
    return pending.length === 1 && isPlain(pending[0]) && known - balance === sum;
  };
  return {
    take(line, row, balance) {
      if (balance !== undefined && row !== undefined && isNext(row, balance)) {
        agreed += 1;
        hasMoved ||= balance !== known;
        known = balance;
        knownLine = line;
        if (order === 'oldest-first') return;
        pending[0] = row;
        sum = row.moved;
        return;
      }
      if (order === 'oldest-first' && row !== undefined) add(row);
      if (balance !== undefined) compare(line, balance);
      if (order === 'newest-first' && row !== undefined) add(row);
    },
    isBroken: () => broken !== undefined,
    end() {
      const last = pending.filter(each => each.isUnsigned && each.moved !== 0 && !isIdle(each));
      return {
        agreed,
        hasMoved,
        broken,
        breaks,
        idle,
        moving,
        taken,
        unexplained: [...unexplained, ...last],
        untested: [...untested, ...pending.filter(({moved}) => moved !== 0)].filter(row => !isIdle(row)),
      };
    },
  };
}
