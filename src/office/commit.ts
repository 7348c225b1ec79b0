import type {World} from '../core/world.js';
import type {Client, Database} from './database.js';

type Work = (client: Client) => Promise<void>;
type Waiting = {
  readonly work: Work;
  readonly bytes: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

const mostTogether = 64;
/** So much of what tills send late is one transaction's, so that it is over soon. */
const lateTogether = 1024 * 1024;
const patience = 15;
/** More that waits is sent away: its tills come again. */
const mostWaiting = 1000;

/** So much waits already that nothing more is taken. */
export class Busy extends Error {}

/** Whether so much is of a till that sends what it sells as it sells it; more is of one that has been away. */
export const isPrompt = (bytes: number): boolean => bytes <= 16 * 1024;

/**
 * Commits what many tills send in few transactions: each has its own savepoint, so that one that fails takes no other with it, and is done
 * when the transaction is on the disk. What is prompt goes first, and beside it a little of what is late, so that neither waits for all of
 * the other.
 */
export class CommitQueue {
  readonly #database: Pick<Database, 'transaction'>;
  readonly #world: Pick<World, 'sleep'>;
  readonly #prompt: Waiting[] = [];
  readonly #late: Waiting[] = [];
  #isRunning = false;

  constructor(database: Pick<Database, 'transaction'>, world: Pick<World, 'sleep'>) {
    this.#database = database;
    this.#world = world;
  }

  /** How much waits. */
  get length(): number {
    return this.#prompt.length + this.#late.length;
  }

  /** Resolves after the commit of `work`, which is about so many bytes of lines. Rejects with what `work` threw, with the failure of the transaction, or with `Busy`. */
  run(work: Work, bytes = 0): Promise<void> {
    if (this.length >= mostWaiting) return Promise.reject(new Busy());
    return new Promise((resolve, reject) => {
      (isPrompt(bytes) ? this.#prompt : this.#late).push({work, bytes, resolve, reject});
      if (!this.#isRunning) {
        this.#isRunning = true;
        void this.#world.sleep(this.length >= mostTogether ? 0 : patience).then(() => this.#drain());
      }
    });
  }

  /** One that is late is among them where any waits, however many are prompt. */
  #next(): readonly Waiting[] {
    const group = this.#prompt.splice(0, mostTogether - Math.min(1, this.#late.length));
    let bytes = 0;
    while (group.length < mostTogether && bytes < lateTogether) {
      const next = this.#late.shift();
      if (next === undefined) break;
      group.push(next);
      bytes += next.bytes;
    }
    return group;
  }

  async #drain(): Promise<void> {
    while (this.length > 0) {
      const group = this.#next();
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
