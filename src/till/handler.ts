import type {State} from '../core/books/state.js';
import type {NewEvent, StoredEvent} from '../core/events/event.js';
import type {DecisionContext, PendingEvent} from '../core/journal/decision.js';
import {Problem} from '../core/problem.js';
import {checkLeaving} from '../core/restore/restored.js';
import {type Action, actionText} from '../core/rights/actions.js';
import {ApprovalNeeded, checkActions, checkRights, mayApprove} from '../core/rights/rights.js';
import type {Answer} from '../core/service/answer.js';
import {looksLike} from '../core/staff/name.js';
import {hasStaff, type Person, personOf} from '../core/staff/staff.js';
import {clockJump} from '../core/technical/technical.js';
import {type HomeBooks, observe, type TillContext} from './context.js';
import {asExhaustion, causeOf} from './home.js';

/** Returns the events that a command leads to; none if there is nothing to do. Throws the `Problem` for which the command is refused. */
type Decider<Command> = (
  state: State,
  command: Command,
  given: DecisionContext,
) => readonly PendingEvent<StoredEvent>[];

/** Saves events to the disk and then folds them into the state. After a write failure every later call fails. */
export async function record(
  context: TillContext,
  ...events: readonly PendingEvent<StoredEvent>[]
): Promise<readonly StoredEvent[]> {
  if (events.length === 0) return [];
  return stoppingAtFailure(context, context.journal.append(permitted(context, events)));
}

/** Decides on the present state and records the decision. The caller holds the mutex if other decisions depend on the same facts. */
export const perform = <Command>(
  context: TillContext,
  decide: Decider<Command>,
  command: Command,
): Promise<readonly StoredEvent[]> =>
  approving(context, () => record(context, ...decide(context.state, command, circumstances(context))));

/** Writes the first lines of a journal without any: what is left beside it from now on says that there were some. */
export async function beginLines({journal}: Pick<TillContext, 'journal'>): Promise<void> {
  if (!journal.readOnly && journal.tail().seq === 0) await journal.append([]);
}

/** `perform` for the whole home: no other till decides meanwhile, and `decide` knows their records. Throws `Problem` journal-damaged. */
export function performInHome<Command>(
  context: TillContext,
  decide: Decider<Command & {readonly beside: readonly HomeBooks[]}>,
  command: Command,
): Promise<readonly StoredEvent[]> {
  const aloneInHome = context.settings.aloneInHome ?? (work => work([]));
  return approving(context, () =>
    aloneInHome(beside => record(context, ...decide(context.state, {...command, beside}, circumstances(context)))),
  );
}

/**
 * Like `perform`, but decides only when everything written before is on the disk and in the state. Use it for decisions that an answer
 * still on its way to the disk could change. The command must lead to at least one event. If `decide` throws, its error is passed on and
 * nothing is recorded.
 */
export function performAfterAll<Command>(
  context: TillContext,
  decide: Decider<Command>,
  command: Command,
): Promise<readonly StoredEvent[]> {
  const make = () => permitted(context, decide(context.state, command, circumstances(context)));
  return approving(context, () => stoppingAtFailure(context, context.journal.appendAfterAll(make)));
}

/** A request to the service. `intent` is on disk before `ask` sends a byte, `response` before the submission is done. */
type Submission = {
  readonly intent: () => Promise<unknown>;
  readonly ask: () => Promise<Answer>;
  readonly response: (answer: Answer) => Promise<unknown>;
};

/** The only way out for what moves money or changes something at the service. Throws what `intent` throws; nothing is sent then. */
export async function submit(context: TillContext, {intent, ask, response}: Submission): Promise<Answer> {
  await intent();
  const answer = await ask();
  observe(context, answer);
  await response(answer);
  return answer;
}

/** Makes the till wait for `work` before it closes its journal. A rejection is left to the caller that awaits `work`. */
export function underWay<T>(context: TillContext, work: Promise<T>): Promise<T> {
  const settled = work.catch(() => undefined).finally(() => context.underWay.delete(settled));
  context.underWay.add(settled);
  return work;
}

/** Like `underWay`, for work that nobody waits for: what it fails with is told, and stops nothing else. */
export function inBackground(context: TillContext, work: Promise<unknown>): void {
  underWay(context, work).catch(context.tell);
}

/** Returns what tells a person once of each failure in the background. A journal that stops the sales is on the screen already. */
export function failureTeller(
  notice: (problem: Problem) => void,
  {writeFailure}: {readonly writeFailure: () => Problem | undefined},
): (error: unknown) => void {
  const told = new Set<string>();
  return error => {
    const known = asExhaustion(error);
    const cause = causeOf(error) ?? (error instanceof Error ? error.name : 'error');
    const problem = known instanceof Problem ? known : new Problem('background-failed', {cause});
    if (problem.code === writeFailure()?.code || told.has(problem.message)) return;
    told.add(problem.message);
    notice(problem);
  };
}

/** Runs `decide` with the office's newest lists after every earlier decision, so that two quick keys cannot both find nothing requested. */
export function withMutex<T>(context: TillContext, decide: () => Promise<T>): Promise<T> {
  const decided = context.mutex.then(() => context.takeLists?.()).then(decide);
  context.mutex = decided.catch(() => undefined);
  return decided;
}

/** The difference between the system clock and the monotonic clock. It stays the same until somebody sets the system clock. */
export const clockOffset = ({now, monotonic}: TillContext['world']): number => now() - monotonic();

/** What a decider is given beside the state and the command. If a person is signed in, the settings name that person. */
export function circumstances({settings: own, world, journal, isClosing, actor}: TillContext): DecisionContext {
  const {head} = journal.tail();
  // The signed-in person is recorded as the person of the event.
  const settings = actor === undefined ? own : {...own, person: actor.name};
  return {settings, now: world.now(), chance: world.random, isClosing, head};
}

/**
 * Returns the events with the person who acts, after checking that this person has the rights. In a till without staff, sales belong to the
 * person of the open shift. Throws `Problem` as `checkLeaving` and `checkRights` do, and person-not-signed-in if another person was named.
 */
function permitted(context: TillContext, events: readonly PendingEvent<StoredEvent>[]): readonly NewEvent[] {
  const {state, settings} = context;
  const {staff} = state;
  checkLeaving(state, events);
  const actor = whoActs(context);
  takeOut(context, checkRights(staff, actor, events, isApprovedFor(context, actor)));
  if (!hasStaff(staff) && actor === undefined) {
    const person = state.ledger.shift?.person ?? settings.person;
    noteClock(context, person);
    return events.map(event => ({person, ...event}) as NewEvent);
  }
  noteClock(context, actor?.name ?? settings.person);
  return events.map(event => ({...event, person: personOfEvent(event, actor, context)}) as NewEvent);
}

/** Whether another person has approved the action for the one who acts, could still approve it, and it is neither used nor expired. */
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

/** The check of rights for a question that becomes an event with its answer. Throws `Problem` sign-in-needed, and as `checkRights`. */
export const allow = (context: TillContext, action: Action): Promise<void> =>
  approving(context, async () => {
    await context.takeLists?.();
    const {staff} = context.state;
    if (!hasStaff(staff)) return;
    const actor = whoActs(context);
    if (actor === undefined) throw new Problem('sign-in-needed');
    takeOut(context, checkActions(staff, actor, [action], isApprovedFor(context, actor)));
  });

/** The signed-in person as the staff is now. Today's rights count, and a person who was locked or removed meanwhile has none. */
function whoActs({state, actor}: TillContext): Person | undefined {
  const now = actor === undefined ? undefined : personOf(state.staff, actor.number);
  return now?.status === 'active' ? now : undefined;
}

function personOfEvent(
  {type, person: named}: PendingEvent<StoredEvent>,
  actor: Person | undefined,
  {state, settings}: TillContext,
) {
  if (type === 'approved') return named ?? '';
  if (actor === undefined) return named ?? state.ledger.shift?.person ?? settings.person; // what the till does by itself
  if (named !== undefined && !looksLike(named, actor.name))
    throw new Problem('person-not-signed-in', {name: named, actor: actor.name});
  return actor.name;
}

/** If the command can ask for a second person, asks for the approval and then decides again. */
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

/** If the clock jumped while the till was open, records the jump before the events that are dated by the new clock. */
function noteClock(context: TillContext, person: string): void {
  const offset = clockOffset(context.world);
  const jump = clockJump(context.clockOffset, offset);
  if (jump === undefined || context.journal.readOnly) return;
  context.clockOffset = offset;
  context.journal.precede([{...jump, person}]);
}

/** Stops the till at a write failure, since what is on the disk is in doubt then. A refused event does not stop it. */
export const stoppingAtFailure = async <T>(context: TillContext, written: Promise<T>): Promise<T> =>
  written.catch(error => {
    if (error instanceof Problem && error.code.startsWith('journal-')) {
      context.writeFailure ??= error;
      context.changed();
    }
    throw error;
  });
