import type {Chance} from './chance.js';

/** Whose work it is that waits; of one who is not alive nothing goes on, and nobody listens any more. */
export type Owner = {isAlive: boolean};

export const newOwner = (): Owner => ({isAlive: true});

/** What does not end with a process: messages on their way, and people. */
export const outside: Owner = newOwner();

type Task = {readonly at: number; readonly rank: number; readonly owner: Owner; readonly run: () => void};

/**
 * The one thing that lets anything go on. Time is virtual and stands still while code runs; of what falls due at one
 * instant, chance says what comes first.
 */
export class Scheduler {
  readonly #chance: Chance;
  #tasks: Task[] = [];
  #between: {readonly step: number; readonly run: () => void}[] = [];
  /** Milliseconds since the simulation began. */
  time = 0;
  steps = 0;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** Returns the way to call it off. */
  after(milliseconds: number, owner: Owner, run: () => void): () => void {
    if (!owner.isAlive) return () => undefined;
    const task = {at: this.time + Math.max(0, milliseconds), rank: this.#chance.next(), owner, run};
    this.#tasks.push(task);
    return () => {
      this.#tasks = this.#tasks.filter(other => other !== task);
    };
  }

  pause(milliseconds: number, owner: Owner): Promise<void> {
    return new Promise(resolve => {
      this.after(milliseconds, owner, resolve);
    });
  }

  /** Does something between two steps, so many steps from now. */
  inSteps(steps: number, run: () => void): void {
    this.#between.push({step: this.steps + steps, run});
  }

  /** Nothing that it waits for will ever come: its promises stay as they are. */
  end(owner: Owner): void {
    owner.isAlive = false;
    this.#tasks = this.#tasks.filter(task => task.owner !== owner);
  }

  /** Does the next thing, and all that follows from it at once. False when nothing waits. */
  async step(): Promise<boolean> {
    const due = this.#between.filter(({step}) => step <= this.steps);
    this.#between = this.#between.filter(({step}) => step > this.steps);
    for (const {run} of due) run();
    let next: Task | undefined;
    for (const task of this.#tasks) {
      if (next === undefined || task.at < next.at || (task.at === next.at && task.rank < next.rank)) next = task;
    }
    if (next === undefined) return false;
    this.#tasks = this.#tasks.filter(task => task !== next);
    this.time = Math.max(this.time, next.at);
    this.steps += 1;
    next.run();
    await new Promise(resolve => setImmediate(resolve)); // every promise that can be settled is, before this one
    return true;
  }
}
