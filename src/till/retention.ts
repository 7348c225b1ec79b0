import {
  keptCopies,
  keptKeys,
  keysFileOf,
  keysNamed,
  shredCustomers,
  unreadKeys,
  usedKeys,
} from '../../store/customer-keys.js';
import type {Journal} from '../../store/journal.js';
import type {State} from '../core/books/state.js';
import {checkClock} from '../core/day/business-day.js';
import type {StoredEvent} from '../core/events/event.js';
import {copiesToRemove, type MonthPlan, monthOfKey, retentionPlan} from '../core/retention/retention.js';
import type {TillContext} from './context.js';
import {record} from './handler.js';

type Books = {readonly journal: Journal; readonly state: State};

/** What shredding would remove, and what it would leave. */
export type RetentionReport = {
  readonly months: readonly (MonthPlan & {readonly lines: number})[];
  readonly copies: number;
  /** The time by which the months were determined, if that is not the machine's clock; otherwise null. */
  readonly asOf: number | null;
};

/** A difference of a day proves nothing about a clock, and changes no month. */
const sameDayMs = 86_400_000;
/** If a till was open on this many days, its clock was not set wrong only for a short while. */
const fewestDays = 3;

/**
 * The time up to which months count as over: the machine's clock, but not later than the newest time that the service has stated in an
 * answer. For a till that never asked the service, not later than the day before the two newest. Destroying customer data too late does no
 * harm, whereas a clock that was years ahead for one day would destroy everything.
 */
export async function crediblyNow(
  {journal}: {readonly journal: Pick<Journal, 'segments' | 'readAsSealed'>},
  now: number,
): Promise<number> {
  const dates = (await journal.segments()).toReversed();
  for (const date of dates) {
    let heard: number | undefined;
    for await (const event of journal.readAsSealed(date)) {
      const answer = 'answer' in event.data ? event.data.answer : undefined;
      if (answer?.kind === 'answered' && answer.serverTime !== undefined)
        heard = Math.max(heard ?? answer.serverTime, answer.serverTime);
    }
    if (heard !== undefined) return Math.min(now, heard);
  }
  return Math.min(now, Date.parse(dates[fewestDays - 1] ?? dates.at(-1) ?? '') || now);
}

/** Reads the whole journal and changes nothing. Throws `Problem` journal-damaged. */
export async function retentionReport(
  {journal, state}: Books,
  {folder, now, keep}: {readonly folder: string; readonly now: number; readonly keep: number},
): Promise<RetentionReport> {
  const lines = await linesSealed(journal, await journal.segments());
  const until = await crediblyNow({journal}, now);
  const plan = retentionPlan(state, await keptKeys({folder}), {now: until, keep});
  const months = plan.map(each => ({...each, lines: each.keys.reduce((sum, key) => sum + (lines.get(key) ?? 0), 0)}));
  const shredded = [...(state.technical.shredded ?? []), ...dueIn(plan)];
  const {imports} = state.reconciled;
  const copies = dueIn(plan).length === 0 ? [] : copiesToRemove(await keptCopies({folder}), {imports, shredded});
  return {months, copies: copies.length, asOf: now - until > sameDayMs ? until : null};
}

/** How many lines of these segments each key seals. */
async function linesSealed(
  journal: Pick<Journal, 'readAsSealed'>,
  segments: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const lines = new Map<string, number>();
  for (const date of segments) {
    for await (const event of journal.readAsSealed(date)) {
      const {key} = event as StoredEvent & {readonly key?: string};
      if (key !== undefined) lines.set(key, (lines.get(key) ?? 0) + 1);
    }
  }
  return lines;
}

const dueIn = (plan: readonly MonthPlan[]) => plan.filter(({standing}) => standing === 'due').flatMap(({keys}) => keys);

/**
 * Records that the customers of the months that are due must not be read again, and returns the names of their keys. The keys themselves
 * are removed when the till is opened next, before anything else. Throws `Problem` clock-impossible, and as the check of rights does.
 */
export async function decideShredding(
  context: TillContext,
  {person, keep}: {readonly person: string; readonly keep: number},
): Promise<readonly string[]> {
  const {state, settings, world, journal} = context;
  checkClock(world.now());
  const now = await crediblyNow({journal}, world.now());
  const keys = dueIn(retentionPlan(state, await keptKeys(settings), {now, keep}));
  if (keys.length > 0) await record(context, {type: 'customers-shredded', person, data: {keys}});
  return keys;
}

/** Returns what removes all that is shredded and still exists, after a power cut or in a restored backup; undefined if nothing does. */
export async function leftToShred(
  folder: string,
  {technical: {shredded = []}, reconciled: {imports}}: State,
): Promise<(() => Promise<void>) | undefined> {
  if (shredded.length === 0) return undefined;
  const keys = await keysNamed(shredded, {folder});
  if (keys.length === 0) return undefined;
  return async () => {
    const copies = copiesToRemove(await keptCopies({folder}), {imports, shredded});
    await shredCustomers({folder}, {keys, copies});
  };
}

/** The number of keys, the months of lost keys that lines of any day need, and the key files that were put aside unread. */
export async function customerKeysOf(
  {technical: {shredded = []}}: State,
  folder: string,
): Promise<{readonly keys: number; readonly missing: readonly string[]; readonly unread: readonly string[]}> {
  const kept = await keptKeys({folder});
  const known = new Set([...kept, ...shredded]);
  const missing = [...(await usedKeys({folder}))].filter(key => !known.has(key)).map(monthOfKey);
  return {keys: kept.length, missing: [...new Set(missing)].sort(), unread: await unreadKeys({folder})};
}

/** The text of a key file with the keys that seal lines of these segments. */
export async function customerKeysText(
  {journal}: Pick<Books, 'journal'>,
  {folder, segments}: {readonly folder: string; readonly segments: readonly string[]},
): Promise<string> {
  const lines = await linesSealed(journal, segments);
  return keysFileOf(new Set(lines.keys()), {folder});
}
