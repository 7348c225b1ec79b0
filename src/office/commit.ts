import type {World} from '../core/world.js';
import type {Client, Database} from './database.js';

type Work = (client: Client) => Promise<void>;
/** `bytes`: about how much of lines it is. `lane`: beside works of other lanes it may be done at once, else it is done alone. */
export type WorkParts = {readonly bytes?: number; readonly lane?: string};
type Waiting = {
  readonly work: Work;
  readonly bytes: number;
  readonly lane: string | undefined;
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
 * Commits what many tills send in few transactions: each is done when the transaction is on the disk. They are done side by side, and where
 * one fails all of them again, one after the other, each under a savepoint of its own, so that it takes no other with it. What is prompt goes
 * first, and beside it a little of what is late, so that neither waits for all of the other.
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

  /**
   * Resolves after the commit of `work`, which may be done more than once. Rejects with what `work` threw, with the failure of the transaction,
   * or with `Busy`.
   */
  run(work: Work, {bytes = 0, lane}: WorkParts = {}): Promise<void> {
    if (this.length >= mostWaiting) return Promise.reject(new Busy());
    return new Promise((resolve, reject) => {
      (isPrompt(bytes) ? this.#prompt : this.#late).push({work, bytes, lane, resolve, reject});
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
        const areDone = await this.#database.transaction(client => together(group, client)).catch(isOfAWork);
        if (!areDone) await this.#database.transaction(client => oneByOne(group, client, failed));
        for (const each of group) failed.has(each) ? each.reject(failed.get(each)) : each.resolve();
      } catch (error) {
        for (const each of group) each.reject(error);
      }
    }
    this.#isRunning = false;
  }
}

/** A work of several has failed, and nobody knows what of the others with it. */
class WorkFailed extends Error {}

/** False for what another try may mend. */
function isOfAWork(error: unknown): false {
  if (error instanceof WorkFailed) return false;
  throw error;
}

async function perform({work}: Waiting, client: Client): Promise<void> {
  await work(client);
}

/** Each lane beside the others: who waits for the answer to one statement keeps no other from being sent. */
async function together(group: readonly Waiting[], client: Client): Promise<true> {
  const lanes = [...Map.groupBy(group, ({lane}) => lane)];
  const inLanes = lanes.filter(([lane]) => lane !== undefined).map(([, all]) => all);
  const alone = lanes.filter(([lane]) => lane === undefined).map(([, all]) => all);
  for (const each of [inLanes, alone]) {
    const done = await Promise.allSettled(
      each.map(async all => {
        for (const one of all) await perform(one, client);
      }),
    );
    const failure = done.find(({status}) => status === 'rejected');
    if (failure?.status === 'rejected') throw group.length === 1 ? failure.reason : new WorkFailed();
  }
  return true;
}

async function oneByOne(group: readonly Waiting[], client: Client, failed: Map<Waiting, unknown>): Promise<void> {
  for (const each of group) {
    await client.query('savepoint one');
    try {
      await perform(each, client);
      await client.query('release savepoint one');
    } catch (error) {
      await client.query('rollback to savepoint one');
      failed.set(each, error);
    }
  }
}
