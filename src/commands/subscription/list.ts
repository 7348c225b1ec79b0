import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import {subscriptionAsJson} from '../../core/subscription/json.js';
import {
  findSubscriptions,
  type KnownSubscription,
  openEnrolments,
  type Registry,
} from '../../core/subscription/registry.js';
import {isOver} from '../../core/subscription/state.js';
import {note, writeJson, writeLines} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import type {Refreshed} from '../../till/plans.js';
import type {Till} from '../../till/till.js';
import {inColumns} from '../../views/text.js';
import {commandOf, type OptionSpecs, type OptionsOf} from '../define.js';
import {withTillOrReading} from '../reading.js';
import {enrolmentHead} from './enrolment-lines.js';
import {learn} from './learn.js';
import {noted, noteMemory} from './memory.js';
import {subscriptionCells} from './subscription-lines.js';

const options = {
  '--status <state>': 'subscriptionStatus',
  '--search <text>': 'subscriptionSearch',
  '--charges': 'subscriptionCharges',
} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

export const listCommand = commandOf({
  options,
  examples: ['duka subscription list', 'duka subscription list --charges', 'duka subscription list --status PAUSED'],
  action: listSubscriptions,
});

/**
 * Lists subscriptions, after the enrolments whose result is not known. Under `--json` only subscriptions are in the list, and those
 * enrolments are notes beside it.
 */
async function listSubscriptions(session: Session, options: Options): Promise<ExitCode> {
  return withTillOrReading(session, 'subscription list', {
    ask: async ({till}) => {
      const refreshed = await till.refreshSubscriptions();
      if (options.charges === true && refreshed.problem === undefined) await learnAll(session, till);
      return write(session, till.state.registry, refreshed, options);
    },
    read: async ({state}) => write(session, state.registry, noted, options),
  });
}

async function learnAll(session: Session, till: Till): Promise<void> {
  const own = [...till.state.registry.subscriptions.values()].filter(known => known.isOwn && isWanted(known));
  for (const {subscription} of own) {
    if (session.face.interrupted.aborted || !(await learn(session, till, subscription.id))) return;
  }
}

/** Whether to read the charges: an ended subscription is not charged any more, but the till may not know its last charges yet. */
const isWanted = ({subscription, chargesAt, seenAt}: KnownSubscription) =>
  !isOver(subscription) || chargesAt === null || chargesAt < seenAt;

function write(
  session: Session,
  registry: Registry,
  refreshed: Refreshed,
  {status = '', search = ''}: Options,
): ExitCode {
  const words = messages(session.language).subscription;
  noteMemory(session, refreshed);
  const wanted = status.trim().toUpperCase();
  const found = findSubscriptions(registry, search).filter(
    ({subscription}) => wanted === '' || subscription.status?.toUpperCase() === wanted,
  );
  const unclear = openEnrolments(registry).map(enrolment => enrolmentHead(enrolment, session.language));
  if (session.isJson) {
    const now = session.face.world.now();
    for (const line of unclear) note(session, line);
    writeJson(
      session,
      found.map(known => subscriptionAsJson(registry, known, now)),
    );
    return exitCodes.done;
  }
  const none = registry.subscriptions.size === 0 ? words.none : words.noneSuch;
  const rows = found.map(known => subscriptionCells(session, registry, known));
  writeLines(session, [...unclear, ...(rows.length === 0 ? [none] : inColumns(rows))]);
  return exitCodes.done;
}
