import type {Circumstances, Decided, Decider} from '../core/decision.js';
import type {NewEvent, StoredEvent} from '../core/journal/event.js';
import {Problem} from '../core/problem.js';
import type {Answer} from '../core/service/answer.js';
import {clockJump} from '../core/technical/technical.js';
import {observe, type TillContext} from './context.js';

/** Puts events on the disk and then into the state; after a failure every later call fails. */
export async function record(context: TillContext, ...events: readonly Decided[]): Promise<readonly StoredEvent[]> {
  if (events.length === 0) return [];
  return stoppingAtFailure(context, context.journal.append(withPerson(context, events)));
}

/** Decides on the state as it is, and records what was decided: within the mutex where others decide on the same. */
export function perform<Command>(
  context: TillContext,
  decide: Decider<Command>,
  command: Command,
): Promise<readonly StoredEvent[]> {
  return record(context, ...decide(context.state, command, circumstances(context)));
}

/**
 * As `perform`, deciding when all that was written before is on the disk and in the state: for what an answer on its way to
 * the disk could change. The command leads to one event or more. What `decide` throws is thrown, and nothing is written.
 */
export function performAfterAll<Command>(
  context: TillContext,
  decide: Decider<Command>,
  command: Command,
): Promise<readonly StoredEvent[]> {
  const make = () => withPerson(context, decide(context.state, command, circumstances(context)));
  return stoppingAtFailure(context, context.journal.appendAfterAll(make));
}

/** A request to the service: `intent` is on the disk before `ask` sends a byte, and `response` before it is done. */
export type Submission = {
  readonly intent: () => Promise<unknown>;
  readonly ask: () => Promise<Answer>;
  readonly response: (answer: Answer) => Promise<unknown>;
};

/** The one way in which what moves money, or changes something at the service, leaves. Throws what `intent` does: nothing is sent then. */
export async function submit(context: TillContext, {intent, ask, response}: Submission): Promise<Answer> {
  await intent();
  const answer = await ask();
  observe(context, answer);
  await response(answer);
  return answer;
}

/** Lets the till wait for `work` before its journal closes; a rejection is for whoever awaits it. */
export function underWay<T>(context: TillContext, work: Promise<T>): Promise<T> {
  const kept = work.catch(() => undefined).finally(() => context.underWay.delete(kept));
  context.underWay.add(kept);
  return work;
}

/** Runs after every decision before it has run, so that two impatient presses cannot both find that nothing was asked yet. */
export function withMutex<T>(context: TillContext, decide: () => Promise<T>): Promise<T> {
  const decided = context.mutex.then(decide);
  context.mutex = decided.catch(() => undefined);
  return decided;
}

/** The machine's clock less the one that only goes forward: it stays as it is until somebody sets the clock. */
export const clockOffset = ({now, monotonic}: TillContext['world']): number => now() - monotonic();

export function circumstances({settings, world, journal, isClosing}: TillContext): Circumstances {
  const {head} = journal.tail();
  return {settings, now: world.now(), chance: world.random, isClosing, head};
}

/** Whoever is signed in did it; in a till without staff, who has the drawer has the sales. */
function withPerson(context: TillContext, events: readonly Decided[]): readonly NewEvent[] {
  const {state, settings, actor} = context;
  const person = actor?.name ?? state.ledger.shift?.person ?? settings.person;
  noteClock(context, person);
  return events.map(event => ({person, ...event}) as NewEvent);
}

/** A clock that jumped while the till was open: the line that says so stands before those that are dated by it. */
function noteClock(context: TillContext, person: string): void {
  const offset = clockOffset(context.world);
  const jump = clockJump(context.clockOffset, offset);
  if (jump === undefined || context.journal.readOnly) return;
  context.clockOffset = offset;
  context.journal.precede([{...jump, person}]);
}

/** What the disk refused is in doubt from then on; what an event was refused for is its own matter. */
export async function stoppingAtFailure<T>(context: TillContext, written: Promise<T>): Promise<T> {
  return written.catch(error => {
    if (error instanceof Problem && error.code.startsWith('journal-')) {
      context.writeFailure ??= error;
      context.changed();
    }
    throw error;
  });
}
