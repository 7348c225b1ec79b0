import {ForksPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest} from 'vitest/node';

type Listener = (...all: unknown[]) => void;

/** So many runs in one process; what tests leave behind in it does not pile up. */
const mostRuns = 200;
const reply = {__vitest_worker_response__: true};

let idle: ForksPoolWorker | undefined;
let runs = 0;

/**
 * The process in which tests run, kept for the next run: to start one takes ten times as long as most mutants need. Each run has a number,
 * by which `afresh.ts` knows that it is another one.
 */
export class KeptProcess implements PoolWorker {
  readonly name = 'kept-process';
  readonly cacheFs = true;
  readonly #process: ForksPoolWorker;
  readonly #isStarted = idle !== undefined;
  readonly #listeners = new Set<Listener>();
  #config: unknown;
  #isKept = false;

  constructor(options: PoolOptions) {
    this.#process = idle ?? new ForksPoolWorker(options);
    idle = undefined;
    runs += 1;
  }

  on(event: string, listener: Listener): void {
    if (event === 'message') this.#listeners.add(listener);
    this.#process.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    this.#listeners.delete(listener);
    this.#process.off(event, listener);
  }

  send(message: WorkerRequest): void {
    if (message.type === 'start') {
      this.#config = message.context.config;
      if (this.#isStarted) this.#tell({...reply, type: 'started'});
      else this.#process.send({...message, context: {...message.context, pool: 'forks'}});
    } else if (message.type === 'run') {
      const {context} = message;
      const providedContext = {...context.providedContext, run: runs};
      this.#process.send({...message, context: {...context, config: this.#config, providedContext}} as WorkerRequest);
    } else if (message.type === 'stop' && runs % mostRuns !== 0) {
      this.#isKept = true;
      this.#tell({...reply, type: 'stopped'});
    } else this.#process.send(message);
  }

  #tell(message: object): void {
    queueMicrotask(() => {
      for (const listener of this.#listeners) listener(message);
    });
  }

  async start(): Promise<void> {
    if (!this.#isStarted) await this.#process.start();
  }

  async stop(): Promise<void> {
    for (const listener of this.#listeners) this.#process.off('message', listener);
    if (this.#isKept) idle = this.#process;
    else await this.#process.stop();
  }

  deserialize(data: unknown): unknown {
    return data;
  }
}
