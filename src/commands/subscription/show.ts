import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {subscriptionAsJson} from '../../core/subscription/json.js';
import type {KnownSubscription, Registry} from '../../core/subscription/registry.js';
import {note, writeJson, writeLines} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import type {Till} from '../../till/till.js';
import {commandOf, type OptionSpecs, type OptionsOf} from '../define.js';
import {withTillOrReading} from '../reading.js';
import {idFrom} from './id.js';
import {learn} from './learn.js';
import {noteMemory} from './memory.js';
import {noteStanding, wholeLines} from './subscription-lines.js';

const options = {'--add': 'subscriptionAdd'} satisfies OptionSpecs;

export const showCommand = commandOf({
  arguments: ['<id>'],
  options,
  examples: ['duka subscription show 14', 'duka subscription show 14 --add --json'],
  action: showSubscription,
});

/**
 * Shows one subscription as the service has it now, or as the till last saw it. `add` makes a subscription from elsewhere this till's own.
 */
async function showSubscription(
  session: Session,
  typed: string,
  {add: adds = false}: OptionsOf<typeof options>,
): Promise<ExitCode> {
  const id = idFrom(typed);
  return withTillOrReading(session, 'subscription show', {
    ask: async ({till}) => {
      const {known, problem} = await till.readSubscription(id, {adds});
      if (problem === undefined) await lookFurther(session, till, known);
      else noteMemory(session, {isListed: false, problem});
      const {registry} = till.state;
      write(session, registry, registry.subscriptions.get(id) ?? known);
      if (adds && problem === undefined) note(session, `✓ ${messages(session.language).subscription.added}`);
      return exitCodes.done;
    },
    read: async ({state: {registry}}) => {
      const known = registry.subscriptions.get(id);
      if (known === undefined) throw new Problem('subscription-not-seen', {id});
      write(session, registry, known);
      return exitCodes.done;
    },
  });
}

/** Reads its charges, and its plan, which an answer about a subscription need not have. */
async function lookFurther(session: Session, till: Till, {planCode, subscription: {id}}: KnownSubscription) {
  if (planCode !== null && !till.state.registry.plans.has(planCode)) {
    await till.readPlan(planCode).catch((problem: unknown) => {
      if (!(problem instanceof Problem) || till.writeFailure() !== undefined) throw problem;
    });
  }
  await learn(session, till, id);
}

function write(session: Session, registry: Registry, known: KnownSubscription): void {
  if (session.isJson) writeJson(session, subscriptionAsJson(registry, known, session.face.world.now()));
  else writeLines(session, wholeLines(session, registry, known));
  noteStanding(session, known);
}
