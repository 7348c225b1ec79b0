import type {Journal} from '../../store/journal.js';
import {keptCopies, keptKeys, keysFileOf, shredCustomers, unreadKeys, usedKeys} from '../../store/shredding.js';
import {checkClock} from '../core/day/possible-clock.js';
import {namesCustomer} from '../core/journal/customers.js';
import type {StoredEvent} from '../core/journal/event.js';
import type {State} from '../core/journal/state.js';
import {copiesToRemove, type MonthPlan, monthOfKey, retentionPlan} from '../core/retention/retention.js';
import type {TillContext} from './context.js';
import {record} from './handler.js';

type Books = {readonly journal: Journal; readonly state: State};

/** What shredding would take, and what it would leave. */
export type RetentionReport = {
  readonly months: readonly (MonthPlan & {readonly lines: number})[];
  /** Lines that name customers and are under no key: they were written before there were any. */
  readonly clearLines: number;
  /** Copies of files that would go. */
  readonly copies: number;
  /** By when the months were told, where that is not the machine's clock. */
  readonly asOf: number | null;
};

/** A day's difference says nothing of a clock, and nothing of a month. */
const sameDayMs = 86_400_000;
/** A till that was open on so many days had its clock for longer than somebody's mistake. */
const fewestDays = 3;

/**
 * Until when months are over: by the machine's clock, but not later than the newest time that the service has told in an answer; of a till that
 * never asked it, than the day before the two newest. What is destroyed too late does no harm, and a clock that was years ahead for a day would destroy
 * everything.
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
  const lines = new Map<string, number>();
  let clearLines = 0;
  for (const date of await journal.segments()) {
    for await (const event of journal.readAsSealed(date)) {
      const {key} = event as StoredEvent & {readonly key?: string};
      if (key !== undefined) lines.set(key, (lines.get(key) ?? 0) + 1);
      else if (namesCustomer(event)) clearLines += 1;
    }
  }
  const until = await crediblyNow({journal}, now);
  const plan = retentionPlan(state, await keptKeys({folder}), {now: until, keep});
  const months = plan.map(each => ({
    ...each,
    lines: each.keys.reduce((sum, key) => sum + (lines.get(key) ?? 0), 0),
  }));
  const shredded = [...(state.technical.shredded ?? []), ...dueIn(plan)];
  const {imports} = state.reconciled;
  const copies = dueIn(plan).length === 0 ? [] : copiesToRemove(await keptCopies({folder}), {imports, shredded});
  return {months, clearLines, copies: copies.length, asOf: now - until > sameDayMs ? until : null};
}

const dueIn = (plan: readonly MonthPlan[]) => plan.filter(({standing}) => standing === 'due').flatMap(({keys}) => keys);

/**
 * Writes down that the customers of the months that are due are not to be read again; the names of their keys. The keys themselves go when
 * the till is opened next, before anything else. Throws `Problem` clock-impossible, and as the rights do.
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

/** What the journal says is shredded and is still there, after a power cut or in a backup that was put back; undefined where nothing is. */
export async function leftToShred(
  folder: string,
  {technical: {shredded = []}, reconciled: {imports}}: State,
): Promise<(() => Promise<void>) | undefined> {
  if (shredded.length === 0) return undefined;
  const keys = (await keptKeys({folder})).filter(key => shredded.includes(key));
  if (keys.length === 0) return undefined;
  return async () => {
    const copies = copiesToRemove(await keptCopies({folder}), {imports, shredded});
    await shredCustomers({folder}, {keys, copies});
  };
}

/** How many keys there are, the months of those that lines of any day want and that are lost, and files of keys that were put aside unread. */
export async function customerKeysOf(
  {technical: {shredded = []}}: State,
  folder: string,
): Promise<{readonly keys: number; readonly missing: readonly string[]; readonly unread: readonly string[]}> {
  const kept = await keptKeys({folder});
  const known = new Set([...kept, ...shredded]);
  const missing = [...(await usedKeys({folder}))].filter(key => !known.has(key)).map(monthOfKey);
  return {keys: kept.length, missing: [...new Set(missing)].sort(), unread: await unreadKeys({folder})};
}

/** The file of the keys that lines of these segments are under. */
export async function customerKeysText(
  {journal}: Pick<Books, 'journal'>,
  {folder, segments}: {readonly folder: string; readonly segments: readonly string[]},
): Promise<string> {
  const wanted = new Set<string>();
  for (const date of segments) {
    for await (const event of journal.readAsSealed(date)) {
      const {key} = event as StoredEvent & {readonly key?: string};
      if (key !== undefined) wanted.add(key);
    }
  }
  return keysFileOf(wanted, {folder});
}
