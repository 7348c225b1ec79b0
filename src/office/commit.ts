import type {World} from '../core/world.js';
import type {Client, Database} from './database.js';

type Job = (client: Client) => Promise<void>;
/** `bytes`: roughly what the job stores. `partition`: it may run beside jobs of others; without one it runs after them. */
type JobOptions = {readonly bytes?: number; readonly partition?: string};
type Waiting = {
  readonly job: Job;
  readonly bytes: number;
  readonly partition: string | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

const mostTogether = 64;
/** How many bytes of jobs of the backlog one transaction takes, so that it ends soon. */
const backlogTogether = 1024 * 1024;
const patience = 15;
/** How many jobs may wait. Further ones are refused, and their tills try again. */
const mostWaiting = 1000;

/** The queue is full: no more jobs are accepted. */
export class Busy extends Error {}

/** Whether so few bytes come from a till that sends its sales as they happen. More come from a till that has been away. */
export const isFresh = (bytes: number): boolean => bytes <= 16 * 1024;

/**
 * Commits what many tills send in few transactions; each job is done when its transaction is on the disk. The jobs of a transaction run
 * side by side. If one fails, all run again one after the other, each under a savepoint of its own, so that it does not affect the others.
 * Fresh jobs go first, together with a few of the backlog, so that neither kind has to wait for all of the other.
 */
export class CommitQueue {
  readonly #database: Pick<Database, 'transaction'>;
  readonly #world: Pick<World, 'sleep'>;
  readonly #fresh: Waiting[] = [];
  readonly #backlog: Waiting[] = [];
  #isRunning = false;

  constructor(database: Pick<Database, 'transaction'>, world: Pick<World, 'sleep'>) {
    this.#database = database;
    this.#world = world;
  }

  /** How many jobs wait. */
  get length(): number {
    return this.#fresh.length + this.#backlog.length;
  }

  /** Resolves after the commit of `job`, which may run more than once. Rejects as `job` or the transaction did, or with `Busy`. */
  run(job: Job, {bytes = 0, partition}: JobOptions = {}): Promise<void> {
    if (this.length >= mostWaiting) return Promise.reject(new Busy());
    return new Promise((resolve, reject) => {
      (isFresh(bytes) ? this.#fresh : this.#backlog).push({job, bytes, partition, resolve, reject});
      if (!this.#isRunning) {
        this.#isRunning = true;
        const pause = this.#world.sleep(this.length >= mostTogether ? 0 : patience);
        pause.then(() => this.#drain()).catch((error: unknown) => this.#fail(error));
      }
    });
  }

  /** The jobs of the next transaction. If any job of the backlog waits, at least one is among them, however many are fresh. */
  #next(): readonly Waiting[] {
    const group = this.#fresh.splice(0, mostTogether - Math.min(1, this.#backlog.length));
    let bytes = 0;
    while (group.length < mostTogether && bytes < backlogTogether) {
      const next = this.#backlog.shift();
      if (next === undefined) break;
      group.push(next);
      bytes += next.bytes;
    }
    return group;
  }

  /** Tells everybody who waits: a queue that stopped silently would hold their tills for ever. */
  #fail(error: unknown): void {
    for (const each of [...this.#fresh.splice(0), ...this.#backlog.splice(0)]) each.reject(error);
    this.#isRunning = false;
  }

  async #drain(): Promise<void> {
    while (this.length > 0) {
      const group = this.#next();
      const failed = new Map<Waiting, unknown>();
      try {
        const areDone = await this.#database.transaction(client => together(group, client)).catch(isOfAJob);
        if (!areDone) await this.#database.transaction(client => oneByOne(group, client, failed));
        for (const each of group) failed.has(each) ? each.reject(failed.get(each)) : each.resolve();
      } catch (error) {
        for (const each of group) each.reject(error);
      }
    }
    this.#isRunning = false;
  }
}

/** How many requests to join may wait, how many in vain an address has in a minute, and how many addresses are heard in it. */
const mostJoins = {waiting: 32, ofAddress: 20, addresses: 10_000} as const;
const minute = 60_000;

/** Requests to join, one after the other, so that they take one connection, and only so many in vain of an address a minute. */
export class JoinQueue {
  readonly #world: Pick<World, 'monotonic'>;
  readonly #heard = new Map<string, number>();
  #since = Number.NEGATIVE_INFINITY;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(world: Pick<World, 'monotonic'>) {
    this.#world = world;
  }

  /** Counts a request of an address. Throws `Busy` if there were too many in this minute. */
  admit(address: string): void {
    const now = this.#world.monotonic();
    if (now - this.#since >= minute) {
      this.#since = now;
      this.#heard.clear();
    }
    const count = this.#heard.get(address) ?? 0;
    if (count >= mostJoins.ofAddress || (count === 0 && this.#heard.size >= mostJoins.addresses)) throw new Busy();
    this.#heard.set(address, count + 1);
  }

  /** A till of this address has joined, so its request does not count. */
  joined(address: string): void {
    this.#heard.set(address, Math.max(0, (this.#heard.get(address) ?? 0) - 1));
  }

  /** Resolves with the result of `job`, which begins when all earlier ones have ended. Rejects with `Busy` if too many wait. */
  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#waiting >= mostJoins.waiting) throw new Busy();
    this.#waiting += 1;
    const own = this.#last.then(job);
    this.#last = own
      .catch(() => undefined)
      .finally(() => {
        this.#waiting -= 1;
      });
    return own;
  }
}

/** One of several jobs has failed, so the result of the others is not known. */
class JobFailed extends Error {}

/** Throws anything but `JobFailed`; false for that, since running the jobs one by one may succeed. */
function isOfAJob(error: unknown): false {
  if (error instanceof JobFailed) return false;
  throw error;
}

async function perform({job}: Waiting, client: Client): Promise<void> {
  await job(client);
}

/** Runs the partitions side by side, so that waiting for the answer to one statement does not keep others from being sent. */
async function together(group: readonly Waiting[], client: Client): Promise<true> {
  const partitions = [...Map.groupBy(group, ({partition}) => partition)];
  const inPartitions = partitions.filter(([partition]) => partition !== undefined).map(([, all]) => all);
  const alone = partitions.filter(([partition]) => partition === undefined).map(([, all]) => all);
  for (const each of [inPartitions, alone]) {
    const done = await Promise.allSettled(
      each.map(async all => {
        for (const one of all) await perform(one, client);
      }),
    );
    const failure = done.find(({status}) => status === 'rejected');
    if (failure?.status === 'rejected') throw group.length === 1 ? failure.reason : new JobFailed();
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
