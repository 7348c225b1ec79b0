/**
 * One commit at a time. What is added while one runs goes together into the next, so that many share one sync of the
 * disk, in the order in which they came.
 */
export class GroupCommit<Item, Result> {
  readonly #commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  #waiting: Item[] = [];
  #next: Promise<readonly Result[]> | undefined;
  #running: Promise<unknown> = Promise.resolve();

  /** `commit` resolves with one result for each item, in their order. */
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

  /** Commits by themselves, after everything that was added before, the items that `make` then returns. */
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
    this.#running = run.catch(() => {}); // whoever added the items hears of it
    return run;
  }
}
