/** Whether the first row of a file is the oldest or the newest. This decides whether rows lead up to a balance or down from it. */
export const orders = ['oldest-first', 'newest-first'] as const;
export type FileOrder = (typeof orders)[number];

/** A place at which a balance differs from the sum of the rows. Both figures are in thousandths. */
export type Break = {readonly line: number; readonly stated: number; readonly reached: number};

/**
 * A row as it stands before a balance. `moved` is in thousandths. If it has no sign (`isUnsigned`), the balances show its direction: it is
 * `movedOut` if money went out. `word` is the text that may say that the row moved nothing; `undefined` if no text can say so.
 */
export type Moving = {
  readonly line: number;
  readonly index: number;
  readonly moved: number;
  readonly movedOut: number;
  readonly isUnsigned: boolean;
  readonly word: string | undefined;
};

/** What the balances of a file have shown about its rows. */
export type ChainEnd = {
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

/** Whether a row has a sign, and no word that could say that it moved nothing. */
const isPlain = (row: Moving | undefined) => row !== undefined && !row.isUnsigned && row.word === undefined;

/**
 * Checks rows against the balances next to them, one after the other, assuming one order. A row whose word is not yet known to move money
 * may have moved nothing. In that case no row with that word moved anything.
 */
export class BalanceChain {
  readonly #isOldestFirst: boolean;
  readonly #untested: Moving[] = [];
  readonly #idle = new Set<string>();
  readonly #moving = new Set<string>();
  readonly #taken = new Set<number>();
  readonly #unexplained: Moving[] = [];
  #known: number | undefined;
  #knownLine = 0;
  #pending: Moving[] = [];
  #sum = 0;
  #agreed = 0;
  #broken: Break | undefined;
  #breaks = 0;
  #hasMoved = false;

  constructor(order: FileOrder) {
    this.#isOldestFirst = order === 'oldest-first';
  }

  /** Takes the next line. `balance` is `undefined` if the row has none; `row` is `undefined` if a balance stands on a line of its own. */
  take(line: number, row: Moving | undefined, balance: number | undefined): void {
    if (balance !== undefined && row !== undefined && this.#isNext(row, balance)) {
      this.#agreed += 1;
      this.#hasMoved ||= balance !== this.#known;
      this.#known = balance;
      this.#knownLine = line;
      if (this.#isOldestFirst) return;
      this.#pending[0] = row;
      this.#sum = row.moved;
      return;
    }
    if (this.#isOldestFirst && row !== undefined) this.#add(row);
    if (balance !== undefined) this.#compare(line, balance);
    if (!this.#isOldestFirst && row !== undefined) this.#add(row);
  }

  isBroken(): boolean {
    return this.#broken !== undefined;
  }

  end(): ChainEnd {
    const last = this.#pending.filter(each => each.isUnsigned && each.moved !== 0 && !this.#isIdle(each));
    const untested = [...this.#untested, ...this.#pending.filter(({moved}) => moved !== 0)];
    return {
      agreed: this.#agreed,
      hasMoved: this.#hasMoved,
      broken: this.#broken,
      breaks: this.#breaks,
      idle: this.#idle,
      moving: this.#moving,
      taken: this.#taken,
      unexplained: [...this.#unexplained, ...last],
      untested: untested.filter(row => !this.#isIdle(row)),
    };
  }

  /** A quick test that nearly every row passes: it is plain, and the balances next to it agree. */
  #isNext(row: Moving, balance: number): boolean {
    if (this.#known === undefined || !isPlain(row)) return false;
    if (this.#isOldestFirst) return this.#pending.length === 0 && balance - this.#known === row.moved;
    return this.#pending.length === 1 && isPlain(this.#pending[0]) && this.#known - balance === this.#sum;
  }

  #isIdle({word}: Moving): boolean {
    return word !== undefined && this.#idle.has(word);
  }

  #add(row: Moving): void {
    this.#pending.push(row);
    if (!this.#isIdle(row)) this.#sum += row.moved;
  }

  #compare(line: number, balance: number): void {
    const known = this.#known;
    if (known === undefined) {
      const moving = this.#pending.filter(({moved}) => moved !== 0);
      this.#unexplained.push(...moving.filter(({isUnsigned}) => isUnsigned));
      this.#untested.push(...moving);
    }
    // An amount that is too large to be exact neither proves nor disproves a balance.
    else if (!Number.isNaN(this.#sum)) {
      const difference = this.#isOldestFirst ? balance - known : known - balance;
      if (this.#explains(difference)) {
        this.#agreed += this.#pending.length > 0 ? 1 : 0;
        this.#hasMoved ||= difference !== 0;
      } else {
        this.#breaks += 1;
        this.#broken ??= this.#isOldestFirst
          ? {line, stated: balance, reached: known + this.#sum}
          : {line: this.#knownLine, stated: known, reached: balance + this.#sum};
      }
    }
    this.#known = balance;
    this.#knownLine = line;
    this.#pending = [];
    this.#sum = 0;
  }

  /** Whether the rows since the known balance add up to the difference to the next one. */
  #explains(difference: number): boolean {
    this.#takeSign(difference);
    const mayMove = this.#pending.filter(row => row.word !== undefined && row.moved !== 0 && !this.#isIdle(row));
    const isDecided = this.#pending.length === 1 || this.#pending.every(({isUnsigned}) => !isUnsigned);
    if (this.#sum === difference && isDecided) {
      for (const {word = ''} of mayMove) this.#moving.add(word);
      return true;
    }
    const doubtful = mayMove.filter(({word = ''}) => !this.#moving.has(word));
    const left = this.#sum - doubtful.reduce((all, {moved}) => all + moved, 0);
    if (doubtful.length === 0 || left !== difference) return false;
    for (const {word = ''} of doubtful) this.#idle.add(word);
    return true;
  }

  /** If the only row before a balance has no sign of its own, it takes the direction in which the balance changed. */
  #takeSign(difference: number): void {
    const [row, second] = this.#pending;
    if (second !== undefined || row?.isUnsigned !== true || this.#isIdle(row)) return;
    if (difference !== row.moved && difference !== row.movedOut) return;
    if (difference !== row.moved) this.#taken.add(row.index);
    this.#sum = difference;
  }
}
