import type {World} from '../core/world.js';
import type {Client, Database} from './database.js';

type Work = (client: Client) => Promise<void>;
type Waiting = {readonly work: Work; readonly resolve: () => void; readonly reject: (error: unknown) => void};

const mostTogether = 64;
const patience = 15;
/** More that waits is sent away: its tills come again. */
const mostWaiting = 1000;

/** So much waits already that nothing more is taken. */
export class Busy extends Error {}

/**
 * Commits what many tills send in few transactions: each has its own savepoint, so that one that fails takes no other with it, and is done
 * when the transaction is on the disk.
 */
export class CommitQueue {
  readonly #database: Pick<Database, 'transaction'>;
  readonly #world: Pick<World, 'sleep'>;
  #waiting: Waiting[] = [];
  #isRunning = false;

  constructor(database: Pick<Database, 'transaction'>, world: Pick<World, 'sleep'>) {
    this.#database = database;
    this.#world = world;
  }

  /** How much waits. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Resolves after the commit. Rejects with what `work` threw, with the failure of the transaction, or with `Busy`. */
  run(work: Work): Promise<void> {
    if (this.#waiting.length >= mostWaiting) return Promise.reject(new Busy());
    return new Promise((resolve, reject) => {
      this.#waiting.push({work, resolve, reject});
      if (!this.#isRunning) {
        this.#isRunning = true;
        void this.#world.sleep(this.#waiting.length >= mostTogether ? 0 : patience).then(() => this.#drain());
      }
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, mostTogether);
      const failed = new Map<Waiting, unknown>();
      try {
        await this.#database.transaction(async client => {
          for (const each of group) {
            await client.query('savepoint one');
            try {
              await each.work(client);
              await client.query('release savepoint one');
            } catch (error) {
              await client.query('rollback to savepoint one');
              failed.set(each, error);
            }
          }
        });
        for (const each of group) failed.has(each) ? each.reject(failed.get(each)) : each.resolve();
      } catch (error) {
        for (const each of group) each.reject(error);
      }
    }
    this.#isRunning = false;
  }
}
