import {genesis} from '../../store/line.js';
import type {State} from '../core/books/state.js';
import {businessDate, possibleOr} from '../core/day/business-day.js';
import type {Profile} from '../core/journal/schema.js';
import {checkpointIn} from '../core/office/checkpoint.js';
import {Problem} from '../core/problem.js';
import type {SettingsData} from '../core/technical/setting-table.js';
import {isWitnessDue} from '../core/technical/technical.js';
import type {World} from '../core/world.js';
import {isAtWork, readOwnKey, readStanding, removeCutShort, type ShipperStanding} from '../shipper/kept.js';
import {type Membership, type VerifiedCheckpoint, verifiedCheckpoint} from '../shipper/office.js';
import type {ShipperOptions} from '../shipper/run.js';
import type {TillContext} from './context.js';
import {inForce} from './settings.js';

export const officeSettled = ({office}: SettingsData, profile: Profile) => office?.[profile];

type Place = {readonly profile: Profile; readonly till: string; readonly folder: string};

type Known = Pick<State, 'technical'>;

/** The office in force. One that was set outside Duka is none: it is sent nothing, and nothing that it has signed is believed. */
async function officeInForce(settings: SettingsData, place: Place, state: Known) {
  const settled = officeSettled(settings, place.profile);
  const isInForce = settled && (await inForce(place, settings, state));
  return isInForce?.(`office.${place.profile}`) === true ? settled : undefined;
}

/** The identity with which the till speaks to the office in force; undefined if there is none, or if the till has no key for it. */
export async function settledMembership(
  settings: SettingsData,
  place: Place,
  state: Known,
): Promise<(Membership & {readonly url: string}) | undefined> {
  const settled = await officeInForce(settings, place, state);
  const key = settled && (await readOwnKey(place.folder));
  if (settled === undefined || key === undefined) return undefined;
  const {url, shop, key: office} = settled;
  return {url, shop, office, till: place.till, key};
}

/** The last news of the office, and the newest line for which it has signed. That line is trusted only if its signature is right. */
export async function officeStanding(
  settings: SettingsData,
  {till, folder, profile}: Place,
  state: Known,
): Promise<{readonly standing?: ShipperStanding; readonly newest?: VerifiedCheckpoint}> {
  const settled = await officeInForce(settings, {till, folder, profile}, state);
  const standing = settled === undefined ? undefined : await readStanding(folder, settled.key);
  if (settled === undefined || standing === undefined) return {};
  const own = {shop: settled.shop, till, office: settled.key};
  const newest = standing.checkpoint === null ? undefined : verifiedCheckpoint(standing.checkpoint, own);
  return {standing, ...(newest && {newest})};
}

/** How long a till reports at its start that its office had lost lines, which were sent again: seven days. */
const recentMilliseconds = 7 * 86_400_000;

/** What a person who opens the till must know about its office; undefined if there is no trouble, or none that a person could correct. */
export function officeProblem({trouble, rolledBack}: ShipperStanding, now: number): Problem | undefined {
  if (trouble?.kind === 'till-behind') return new Problem('office-till-behind', {line: trouble.detail});
  if (trouble?.kind === 'forked') return new Problem('office-forked');
  if (rolledBack === null || now - Date.parse(rolledBack.at) > recentMilliseconds) return undefined;
  const {from, to} = rolledBack;
  return new Problem('office-rolled-back', {from, to});
}

/** Tells the same of the office in force. */
export async function noticeOffice(
  settings: SettingsData,
  place: Place,
  state: Known,
  {world, notice}: {readonly world: Pick<World, 'now'>; readonly notice?: (problem: Problem) => void},
): Promise<void> {
  const {standing} = await officeStanding(settings, place, state);
  const problem = standing && officeProblem(standing, world.now());
  if (problem !== undefined) notice?.(problem);
}

/** What an office has signed for a journal; `agrees` is false if the journal's line of that number is another, or missing. */
export type OfficeWord = {readonly seq: number; readonly agrees: boolean};

/**
 * Whether a journal agrees with what its office signed last, as shipper and journal stored it, and with the line that the office said it has
 * since, which the shipper keeps no signature of if the journal has another; undefined if nothing is known.
 */
export async function officeWord(
  settings: SettingsData,
  place: Place,
  state: Known,
  hashOf: (seq: number) => Promise<string | undefined>,
): Promise<OfficeWord | undefined> {
  const {newest, standing} = await officeStanding(settings, place, state);
  const {witnessed} = state.technical;
  const written =
    witnessed &&
    verifiedCheckpoint(
      {note: witnessed.checkpoint, signature: witnessed.signature},
      {shop: checkpointIn(witnessed.checkpoint)?.shop ?? '', till: place.till, office: witnessed.office},
    );
  if (witnessed !== undefined && written === undefined) return {seq: witnessed.seq, agrees: false};
  let word: OfficeWord | undefined;
  for (const each of [written, newest]) {
    if (each === undefined || word?.agrees === false) continue;
    const {seq, head} = each.checkpoint;
    word = {seq, agrees: (await hashOf(seq)) === head};
  }
  const {seq, head} = standing ?? genesis;
  const isAnother = word?.agrees !== false && seq > 0 && (await hashOf(seq)) !== head;
  return isAnother ? {seq, agrees: false} : word;
}

/** Starts the process that ships the journal, once the receiver is certain, without waiting for it. Returns what ends it. */
export function startShipping(
  settings: SettingsData,
  place: Place,
  state: Known,
  start: ((options: ShipperOptions) => () => void) | undefined,
): () => void {
  let stop = () => {};
  let isOver = start === undefined || officeSettled(settings, place.profile) === undefined;
  const begin = async () => {
    const own = isOver ? undefined : await settledMembership(settings, place, state);
    if (own !== undefined) await removeCutShort(place.folder);
    if (own === undefined || isOver || start === undefined) return;
    const {url, shop, office, till} = own;
    const how = {once: false, untilInputEnds: true, tells: 'nothing'} as const;
    stop = start({folder: place.folder, url, shop, office, till, ...how});
  };
  begin().catch(() => undefined); // the till sells all the same, and `duka doctor` reports that the office is silent
  return () => {
    isOver = true;
    stop();
  };
}

/** How long a shipper works that a command leaves behind, in milliseconds. The next command starts one for what is left. */
const mostAfterCommand = 120_000;

/** Starts a process that ships once and outlives this one, if the office lacks lines and no shipper is at work. Never rejects. */
export async function shipOnce(
  settings: SettingsData,
  place: Place,
  {seq, now, state}: {readonly seq: number; readonly now: number; readonly state: Known},
  start: ((options: ShipperOptions) => () => void) | undefined,
): Promise<void> {
  try {
    const own = start === undefined ? undefined : await settledMembership(settings, place, state);
    const {standing, newest} = await officeStanding(settings, place, state);
    const known = Math.min(standing?.seq ?? 0, newest?.checkpoint.seq ?? 0);
    if (own === undefined || known >= seq || (standing !== undefined && isAtWork(standing, now))) return;
    const {url, shop, office, till} = own;
    const how = {once: true, endsAfter: mostAfterCommand, untilInputEnds: false, tells: 'nothing'} as const;
    start?.({folder: place.folder, url, shop, office, till, ...how});
  } catch {
    // The lines stay in the journal, and `duka doctor` reports that the office is silent.
  }
}

/** Puts what the office has signed before the next line, once a day. Whatever the shipper's file holds, the till does not fail. */
export async function noteWitness({settings, book, journal, state, world}: TillContext): Promise<void> {
  if (journal.readOnly || journal.tail().seq === 0 || book === undefined) return;
  const {profile, till, folder, zone, dayStartsAt, person} = settings;
  const {newest} = await officeStanding(book.home.read(), {profile, till, folder}, state);
  if (newest === undefined) return;
  const {checkpoint, note, signature} = newest;
  const isNewDay = businessDate(possibleOr(world.now()), zone, dayStartsAt) > journal.tail().segment;
  if (checkpoint.seq > journal.tail().seq || !isWitnessDue(state.technical, checkpoint.seq, isNewDay)) return;
  const office = officeSettled(book.home.read(), profile)?.key ?? '';
  journal.precede([{type: 'witnessed', person, data: {seq: checkpoint.seq, checkpoint: note, signature, office}}]);
}
