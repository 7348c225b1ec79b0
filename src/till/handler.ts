import type {Circumstances, Decided, Decider} from '../core/decision.js';
import type {NewEvent, StoredEvent} from '../core/journal/event.js';
import {Problem} from '../core/problem.js';
import type {Answer} from '../core/service/answer.js';
import {type Action, actionText} from '../core/staff/actions.js';
import {looksLike} from '../core/staff/name.js';
import {ApprovalNeeded, checkActions, checkRights, mayApprove} from '../core/staff/rights.js';
import {hasStaff, type Person, personOf} from '../core/staff/staff.js';
import {clockJump} from '../core/technical/technical.js';
import {observe, type TillContext} from './context.js';

/** Puts events on the disk and then into the state; after a failure every later call fails. */
export async function record(context: TillContext, ...events: readonly Decided[]): Promise<readonly StoredEvent[]> {
  if (events.length === 0) return [];
  return stoppingAtFailure(context, context.journal.append(permitted(context, events)));
}

/** Decides on the state as it is, and records what was decided: within the mutex where others decide on the same. */
export function perform<Command>(
  context: TillContext,
  decide: Decider<Command>,
  command: Command,
): Promise<readonly StoredEvent[]> {
  return approving(context, () => record(context, ...decide(context.state, command, circumstances(context))));
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
  const make = () => permitted(context, decide(context.state, command, circumstances(context)));
  return approving(context, () => stoppingAtFailure(context, context.journal.appendAfterAll(make)));
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
  const settled = work.catch(() => undefined).finally(() => context.underWay.delete(settled));
  context.underWay.add(settled);
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

export function circumstances({settings: own, world, journal, isClosing, actor}: TillContext): Circumstances {
  const {head} = journal.tail();
  // Whoever is signed in is the person of what is done.
  const settings = actor === undefined ? own : {...own, person: actor.name};
  return {settings, now: world.now(), chance: world.random, isClosing, head};
}

/**
 * The events as whoever is signed in may do them, and with who did it. In a till without staff, who has the drawer has the sales. Throws
 * `Problem` as `checkRights` does, person-not-signed-in where another person was named.
 */
function permitted(context: TillContext, events: readonly Decided[]): readonly NewEvent[] {
  const {state, settings} = context;
  const {staff} = state;
  if (!hasStaff(staff)) {
    const person = state.ledger.shift?.person ?? settings.person;
    noteClock(context, person);
    return events.map(event => ({person, ...event}) as NewEvent);
  }
  const actor = whoActs(context);
  takeOut(context, checkRights(staff, actor, events, isApprovedFor(context, actor)));
  noteClock(context, actor?.name ?? settings.person);
  return events.map(event => ({...event, person: personOfEvent(event, actor, context)}) as NewEvent);
}

/** Whether somebody else has approved it for whoever does it, could still do so now, and it was not done yet. */
const isApprovedFor =
  ({approvals, world, state}: TillContext, actor: Person | undefined) =>
  (action: Action): boolean => {
    const number = actor?.number ?? 0;
    const approval = approvals.get(actionText(action, number));
    if (approval === undefined || approval.until <= world.monotonic()) return false;
    return mayApprove(state.staff, approval.by, action, number);
  };

function takeOut({approvals, actor}: TillContext, approved: readonly Action[]): void {
  for (const action of approved) approvals.delete(actionText(action, actor?.number ?? 0));
}

/** The same check, before something is asked of the service that is no event until it is answered. Throws what `checkRights` does. */
export function allow(context: TillContext, action: Action): Promise<void> {
  return approving(context, async () => {
    const {staff} = context.state;
    if (!hasStaff(staff)) return;
    const actor = whoActs(context);
    if (actor === undefined) throw new Problem('sign-in-needed');
    takeOut(context, checkActions(staff, actor, [action], isApprovedFor(context, actor)));
  });
}

/** Who is signed in, as the staff is now: rights are those of today, and whoever was locked or removed meanwhile has none. */
function whoActs({state, actor}: TillContext): Person | undefined {
  const now = actor === undefined ? undefined : personOf(state.staff, actor.number);
  return now?.status === 'active' ? now : undefined;
}

function personOfEvent({type, person: named}: Decided, actor: Person | undefined, {state, settings}: TillContext) {
  if (type === 'approved') return named ?? '';
  if (actor === undefined) return named ?? state.ledger.shift?.person ?? settings.person; // what the till does by itself
  if (named !== undefined && !looksLike(named, actor.name))
    throw new Problem('person-not-signed-in', {name: named, actor: actor.name});
  return actor.name;
}

/** Where a command can ask for the second person, it does, and decides once more. */
async function approving<T>(context: TillContext, attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApprovalNeeded) || context.askApproval === undefined) throw error;
      if (!(await context.askApproval(error.action))) throw error;
    }
  }
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
