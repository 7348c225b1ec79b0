/**
 * Runs one commit at a time. Items added while a commit runs go together into the next one, in the order in which they were added, so that
 * many of them share one sync of the disk.
 */
export class GroupCommit<Item, Result> {
  readonly #commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  #waiting: Item[] = [];
  #next: Promise<readonly Result[]> | undefined;
  #running: Promise<unknown> = Promise.resolve();

  /** `commit` resolves with one result for each item, in the same order. */
  constructor(commit: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#commit = commit;
  }

  /** Resolves with the results of these items when their commit is done; rejects with its error. */
  async add(items: readonly Item[]): Promise<readonly Result[]> {
    const from = this.#waiting.length;
    for (const item of items) this.#waiting.push(item);
    this.#next ??= this.#run(this.#running);
    const results = await this.#next;
    return results.slice(from, from + items.length);
  }

  /**
   * After everything that was added before, commits the items that `make` then returns, in a commit of their own. Items added later may join
   * a commit that already waits, and are then done before `make` is called.
   */
  alone(make: () => readonly Item[]): Promise<readonly Result[]> {
    const run = this.#running.then(() => this.#commit(make()));
    this.#running = run.catch(() => {});
    return run;
  }

  /** Resolves when nothing runs and nothing waits; never rejects. */
  async idle(): Promise<void> {
    for (let last: unknown; last !== this.#running; ) {
      last = this.#running;
      await last;
    }
  }

  #run(before: Promise<unknown>): Promise<readonly Result[]> {
    const run = before.then(() => {
      const items = this.#waiting;
      this.#waiting = [];
      this.#next = undefined;
      return this.#commit(items);
    });
    this.#running = run.catch(() => {}); // the caller that added the items gets the error
    return run;
  }
}
