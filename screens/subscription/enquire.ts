import {Problem} from '../../src/core/problem.js';
import {findSubscriptions, type KnownSubscription} from '../../src/core/subscription/registry.js';
import {isOver} from '../../src/core/subscription/state.js';
import type {Till} from '../../src/till/till.js';
import type {Hearing} from './shown.js';

/** Reads the subscription, its plan if that is not known, and its newest charges. Throws the first `Problem`. */
export async function read(id: number, till: Till): Promise<void> {
  const {known, problem} = await till.readSubscription(id);
  if (problem !== undefined) throw problem;
  if (known.planCode !== null && !till.state.registry.plans.has(known.planCode)) await till.readPlan(known.planCode);
  await till.learnCharges(id);
}

/** Adds the subscription to those of this till. Throws the `Problem` because of which it was not added. */
export async function add(id: number, till: Till): Promise<void> {
  const {known, problem} = await till.readSubscription(id, {adds: true});
  if (problem !== undefined && !known.isOwn) throw problem;
}

/**
 * The greatest number of subscriptions whose charges are requested after the list was refreshed, because a connection may be paid for by
 * volume.
 */
const mostLearnt = 10;
/** In milliseconds. Charges that were read within this time are not requested again automatically. */
const freshMs = 12 * 60 * 60_000;

/** Reads the service's list, and then the charges of subscriptions that were not read recently, until there is a problem. */
export async function refresh(till: Till, answer: (hearing: Hearing) => void): Promise<void> {
  const refreshed = await till.refreshSubscriptions();
  const hearing = {kind: 'heard', at: till.now(), ...refreshed} as const;
  const due = refreshed.problem === undefined ? dueOf(till) : [];
  try {
    for (const [asked, id] of due.entries()) {
      answer({...hearing, learning: {asked, count: due.length}});
      await till.learnCharges(id);
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  answer(hearing);
}

function dueOf(till: Till): readonly number[] {
  const isDue = ({subscription, chargesAt}: KnownSubscription) =>
    !isOver(subscription) && (chargesAt === null || till.now() - chargesAt > freshMs);
  return findSubscriptions(till.state.registry, '')
    .filter(isDue)
    .slice(0, mostLearnt)
    .map(({subscription}) => subscription.id);
}
