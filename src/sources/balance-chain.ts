/** Whether the first row of a file is the oldest or the newest; by that the rows go up to or come down from a balance. */
export type FileOrder = 'oldest-first' | 'newest-first';

/** Where a balance is not what the rows come to; both in thousandths. */
export type Break = {readonly line: number; readonly stated: number; readonly reached: number};

/**
 * A row as it stands before a balance. `moved` is in thousandths; without a sign (`isUnsigned`) the balances tell it.
 * `word` is what may say that it moved nothing at all; `undefined` where nothing says so.
 */
export type Moving = {
  readonly line: number;
  readonly index: number;
  readonly moved: number;
  readonly isUnsigned: boolean;
  readonly word: string | undefined;
};

/** What the balances of a file have shown of its rows. */
export type Chain = {
  /** `balance` is `undefined` where the row has none, `row` where a balance stands alone. */
  take(line: number, row: Moving | undefined, balance: number | undefined): void;
  isBroken(): boolean;
  end(): {
    readonly agreed: number;
    /** Whether any of those moved something. */
    readonly hasMoved: boolean;
    /** The first place where a balance is not what the rows come to, and how many such places there are. */
    readonly broken: Break | undefined;
    readonly breaks: number;
    /** Words of rows that moved nothing, and of such as moved what they say. */
    readonly idle: ReadonlySet<string>;
    readonly moving: ReadonlySet<string>;
    /** By their index, rows without a sign that took money, and those that nothing tells it of. */
    readonly taken: ReadonlySet<number>;
    readonly unexplained: readonly Moving[];
    /** The rows that may have moved something and stand beside one balance only. */
    readonly untested: readonly Moving[];
  };
};

/**
 * Holds rows against the balances that stand beside them, one after the other and in one order. A row of a word that is
 * not known to have moved anything may have moved nothing; then no row of that word did.
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
  /** The one row before a balance goes the way of the balance, where it has no sign of its own. */
  const takeSign = (difference: number) => {
    const [row] = pending;
    if (pending.length !== 1 || row?.isUnsigned !== true || isIdle(row) || Math.abs(difference) !== row.moved) return;
    if (difference < 0) taken.add(row.index);
    sum = difference;
  };
  const isDecided = () => pending.length === 1 || pending.every(({isUnsigned}) => !isUnsigned);
  /** Whether the rows since the known balance make the difference to the next. */
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
    // An amount that is too large to be exact says nothing, and refutes nothing.
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
  /** Nearly every row: with a sign, a balance beside it, and no word that could say that it moved nothing. */
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
