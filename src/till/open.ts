import {join} from 'node:path';
import {asProblem} from '../../store/as-problem.js';
import {nodeDisk} from '../../store/disk.js';
import {type Journal, openJournal} from '../../store/journal.js';
import {copySecrets} from '../../store/staff-secrets.js';
import type {Config, Environment} from '../config.js';
import {businessDate} from '../core/day/business-day.js';
import {possibleOr} from '../core/day/possible-clock.js';
import type {StoredEvent} from '../core/journal/event.js';
import {carry, foldEvents, foldVersion, type State, stateAfter} from '../core/journal/state.js';
import {Problem} from '../core/problem.js';
import {dayJson} from '../core/reconcile/day-json.js';
import {linesOfSegment} from '../core/sale/finder.js';
import {isLoopback} from '../core/service/loopback.js';
import type {Service} from '../core/service/service.js';
import {carriedOver, hasStaff} from '../core/staff/staff.js';
import {elsewhere, isChangedOutside, type SettingsStanding} from '../core/technical/settings.js';
import type {Opener} from '../core/technical/technical.js';
import type {World} from '../core/world.js';
import type {ShipperOptions} from '../shipper/run.js';
import {tillPath, tillsIn} from './found-tills.js';
import {type CheckedSettings, listenCodeOf} from './home.js';
import {nameKey} from './key-history.js';
import {otherLiveHome, rememberHome} from './known-homes.js';
import {lockTill} from './lock.js';
import {leaveNote} from './notes.js';
import {officeProblem, officeStanding, startShipping} from './office.js';
import {startOnPaid} from './on-paid.js';
import {namedTill, ownTill} from './own-till.js';
import {checkPlace} from './place.js';
import {noteRestore} from './restored.js';
import {leftToShred} from './retention.js';
import {othersMayWrite} from './rights.js';
import {changesToWrite, namesOf, settingsDigest, signUnchanged, standingOf} from './settings.js';
import {ownKey, storedKey, type TillKey} from './signing.js';
import {noteStart} from './starts.js';
import {createTill, type Till} from './till.js';

export type Surroundings = {
  readonly config: Config;
  readonly environment: Environment;
  readonly settings: CheckedSettings;
  readonly world: World;
  readonly version: string;
  /** Starts the sandbox of this home and tells where it is. */
  readonly startSandbox: (folder: string) => Promise<{baseUrl: string; apiKey: string; close: () => Promise<void>}>;
  /** Starts a process that sends the till’s journal to its head office, and tells how to end it; absent: nobody does. */
  readonly startShipper?: (options: ShipperOptions) => () => void;
  /** This user's folder outside of every home, where the homes of live tills are remembered; absent: nowhere. */
  readonly userFolder?: string;
  /** Told of what fails beside the till and does not keep it from working. */
  readonly notice?: (problem: Problem) => void;
};

export type OpenTill = {
  readonly till: Till;
  readonly journal: Journal;
  readonly service: Service;
  readonly baseUrl: string;
  /** Where a customer comes back to from a page of the service; undefined when the merchant has none. */
  readonly returnUrl: string | undefined;
  /** Bytes of an unfinished last line that a crash left and nobody had been told of. */
  readonly tornBytes: number;
};

/** A journal that is only read: of a till that may be at work in another process. */
export type Reading = {readonly state: State; readonly journal: Journal; readonly tornBytes: number};

/** The folder of a till's journal and lock. */
export function tillFolder({home, profile}: Config, till: string): string {
  return join(home, profile, till);
}

/** `acceptsSettings`: the owner is about to say whether settings that send money elsewhere are the shop’s. */
export type OpeningHow = {readonly by?: Opener; readonly acceptsSettings?: boolean};

/**
 * The composition root: takes the lock, reads the journal, closes what provably never left, and connects to the service.
 * Nothing that moves money is sent by opening.
 *
 * Throws `Problem` journal-locked, journal-damaged, journal-newer, journal-not-writable, key-missing, base-url-insecure, settings-send-elsewhere, and as
 * `namedTill` and `checkPlace` do.
 */
export async function openTill(
  surroundings: Surroundings,
  command: string,
  {by = 'command', acceptsSettings = false}: OpeningHow = {},
): Promise<OpenTill> {
  const {config, environment, settings, world, version, startShipper} = surroundings;
  const refusal = refusalOf(surroundings); // the next change writes the file anew, with its rights
  const id = await ownTill(config, settings, world.random);
  const folder = tillFolder(config, id);
  checkPlace({...config, folder});
  const now = world.now();
  const lock = lockTill(folder, {pid: process.pid, command, since: instantText(now)}, {...config, now});
  const undo: (() => unknown)[] = [() => lock.release()];
  const release = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const key = await keyFor(folder, surroundings);
    const opening = readShredded(surroundings, id, {mode: 'write', key});
    const {journal, state, tell} = await opening.catch(error =>
      noteRefusal(error, {folder, person: config.person, now}),
    );
    if (journal.tail().seq === 0 && !journal.readOnly) await carryStaffOver(surroundings, {journal, till: id});
    // Where people sign in, nobody is who the line says before that is proved.
    const person = hasStaff(state.staff) ? config.usualPerson : config.person;
    const named = {...config, person};
    undo.push(() => journal.close());
    const {service, baseUrl, stop} = await connect(surroundings);
    undo.push(stop);
    await rememberProfile(config, settings);
    await noticeOtherHome(surroundings, state);
    const isServiceHere = config.profile !== 'live' && isLoopback(URL.parse(baseUrl)?.hostname ?? '');
    const {sign} = key;
    const place = {folder, till: id, publicKey: key.publicKey, sign};
    const standing = await standingOf(place, settings.read(), state);
    const own = {
      ...named,
      till: id,
      folder,
      isServiceHere,
      tillsInHome: () => tillsIn(config.home).map(tillPath),
      isMailChangedOutside: isChangedOutside(standing, 'mail'),
    };
    const digest = settingsDigest(settings.read());
    const isOlderThanStaff = state.lastAt !== '' && state.technical.settings === undefined && !hasStaff(state.staff);
    const started = await noteStart({journal, state, folder, person, now, version, by, command, settings: digest});
    await noteSettings({...surroundings, config: named}, journal, {standing, digest});
    // The line of this start is the first of its kind: it is told once.
    if (isOlderThanStaff && !journal.readOnly) surroundings.notice?.(new Problem('staff-not-yet'));
    const moved = acceptsSettings ? [] : elsewhere(standing, config.profile);
    if (moved.length > 0) throw new Problem('settings-send-elsewhere', {names: namesOf(moved)});
    await signUnchanged(place, settings.read(), standing);
    const parts = {
      settings: own,
      environment,
      world,
      service,
      journal,
      disk: nodeDisk,
      state,
      sign,
      book: {home: settings, publicKey: key.publicKey},
      started,
      release,
    };
    const {till, onEvents} = createTill(parts);
    tell(onEvents);
    await nameKey({journal, state, till: id, person}, key);
    await nameService(journal, named);
    await noteRestore(journal, state, person);
    await till.noteWitness();
    await noticeOffice(surroundings, id);
    await till.closeNotSubmitted();
    journal.own();
    undo.push(startOnPaid({...surroundings, till, refusal}));
    if (by === 'screens')
      undo.push(startShipping(settings.read(), {folder, till: id, profile: config.profile}, startShipper));
    const returnUrl =
      config.returnUrl ?? (config.profile === 'sandbox' ? new URL('/sandbox/return', baseUrl).href : undefined);
    return {till, journal, service, baseUrl, returnUrl, tornBytes: journal.opening.tornBytes};
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * A new till in a home in which people sign in has the people of the till there that worked last, in its first line: nobody leaves the rights
 * behind by making another till. Throws `Problem` journal-damaged, staff-secrets-damaged where a till beside it cannot be read.
 */
async function carryStaffOver(
  surroundings: Surroundings,
  {journal, till}: {readonly journal: Journal; readonly till: string},
): Promise<void> {
  const {config} = surroundings;
  const beside = tillsIn(config.home).filter(each => each.profile === config.profile && each.till !== till);
  let newest: {readonly from: string; readonly state: State} | undefined;
  for (const {till: from} of beside) {
    const read = await readIn(surroundings, from, {mode: 'read', key: undefined});
    await read.journal.close();
    if (hasStaff(read.state.staff) && read.state.lastAt > (newest?.state.lastAt ?? '')) newest = {from, ...read};
  }
  if (newest === undefined) return;
  const [from, to] = [newest.from, till].map(each => ({folder: tillFolder(config, each), disk: nodeDisk}));
  if (from !== undefined && to !== undefined) await copySecrets(from, to);
  const data = carriedOver(newest.from, newest.state.staff);
  await journal.append([{type: 'staff-carried-over', person: config.usualPerson, data}]);
}

/** Settings that somebody else has changed are told at every start until the owner accepts them, and written down once. */
async function noteSettings(
  {config: {person}, notice}: Surroundings,
  journal: Journal,
  {standing, digest: sha256}: {readonly standing: SettingsStanding; readonly digest: string},
): Promise<void> {
  if (standing.kind !== 'changed') return;
  const changes = changesToWrite(standing.changes);
  if (standing.isNews && !journal.readOnly)
    await journal.append([{type: 'settings-changed', person, data: {by: 'outside', changes, sha256}}]);
  notice?.(new Problem('settings-changed-outside', {names: namesOf(standing.changes)}));
}

/** A command that stands in settings which others can change would be theirs, and run as this user. */
function refusalOf({config: {home, onPaid}, settings}: Surroundings): Problem | undefined {
  if (onPaid !== settings.read().onPaid) return undefined;
  const file = [home, join(home, 'settings.json')].find(othersMayWrite);
  return file === undefined ? undefined : new Problem('on-paid-unsafe', {file});
}

/**
 * Opens the journal to be read alone, beside a till that may be at work; never repairs and never writes. Throws `Problem` as
 * `namedTill` does, and journal-damaged.
 */
export async function openReading(surroundings: Surroundings): Promise<Reading> {
  const {config} = surroundings;
  const till = namedTill(config) ?? '';
  const key = await storedKey(tillFolder(config, till)).catch(() => undefined); // of another user, perhaps
  const {journal, state} = await readIn(surroundings, till, {mode: 'read', key});
  return {journal, state, tornBytes: journal.opening.tornBytes};
}

type Listener = (events: readonly StoredEvent[]) => void;

/** The till's key, made the first time. A disk that does not take it takes no journal either. */
async function keyFor(folder: string, {settings, config: {profile}}: Surroundings): Promise<TillKey> {
  try {
    return await ownKey(folder, settings, profile);
  } catch (error) {
    throw asProblem(error);
  }
}

/** A damaged journal takes no line: that somebody met it so is written down once it is whole again. */
async function noteRefusal(
  error: unknown,
  {folder, person, now}: {readonly folder: string; readonly person: string; readonly now: number},
): Promise<never> {
  if (error instanceof Problem && error.code === 'journal-damaged') {
    const {segment, line, why} = error.facts;
    const data = {at: instantText(now), segment: String(segment), line: Number(line), why: String(why)};
    await leaveNote(folder, {type: 'journal-refused', person, data}).catch(() => undefined); // the damage is what is to be told
  }
  throw error;
}

/** What the journal says is shredded goes before anything else. */
async function readShredded(surroundings: Surroundings, till: string, how: How): ReturnType<typeof readIn> {
  const found = await readIn(surroundings, till, how);
  const {journal, state} = found;
  const shred = journal.readOnly ? undefined : await leftToShred(tillFolder(surroundings.config, till), state);
  if (shred === undefined) return found;
  await journal.close();
  // What cannot be taken away now is tried again at every opening; a till sells all the same.
  await shred().catch(error => {
    if (!(error instanceof Problem)) throw error;
    surroundings.notice?.(error);
  });
  return readIn(surroundings, till, how);
}

type How = {readonly mode: 'write' | 'read'; readonly key: TillKey | undefined};

async function readIn({config, world, version}: Surroundings, till: string, {mode, key}: How) {
  const {profile, zone, dayStartsAt, baseUrl} = config;
  let onEvent: Listener = () => undefined;
  const journal = await openJournal({
    folder: tillFolder(config, till === '' ? 'none' : till),
    mode,
    till,
    header: {profile, zone, dayStartsAt, version, ...(baseUrl !== undefined && {service: baseUrl})},
    businessDate: at => businessDate(possibleOr(at), zone, dayStartsAt),
    now: world.now,
    carry,
    foldVersion,
    digest: dayJson,
    index: linesOfSegment,
    key,
    onEvents: events => {
      foldEvents(state, events);
      onEvent(events);
    },
  });
  const state = await stateOf(journal);
  const listen = (listener: Listener) => {
    onEvent = listener;
  };
  return {journal, state, tell: listen};
}

/** A journal that somebody wrote by hand may be whole and make no sense: its file is not to stay open then. */
async function stateOf(journal: Journal): Promise<State> {
  try {
    return stateAfter(journal.opening, journal.opening.events);
  } catch (error) {
    await journal.close();
    throw error;
  }
}

/** Writes down that money is asked for elsewhere than the day's journal says so far; a journal without lines says it in its first. */
async function nameService(journal: Journal, {profile, person, baseUrl, unusualHost}: Config): Promise<void> {
  if (profile !== 'live' || baseUrl === undefined || journal.readOnly || journal.tail().seq === 0) return;
  const said = journal.opening.events.findLast(({type}) => type === 'segment-opened' || type === 'service-changed');
  const previous = (said?.data as {readonly service?: string} | undefined)?.service ?? null;
  // A journal of version 0.1.0 names none: there the service's own address is no news.
  if (baseUrl === previous || (previous === null && unusualHost === undefined)) return;
  await journal.append([{type: 'service-changed', person, data: {service: baseUrl, previous}}]);
}

/** Connects to the service of the profile, which is the sandbox of this home when no address was given. */
export async function connect({config, startSandbox, version}: Surroundings) {
  const {profile, scheme, key, tenantHeaderOnCards} = config;
  const sandbox = config.baseUrl === undefined ? await startOwn(startSandbox, config) : undefined;
  const baseUrl = sandbox?.baseUrl ?? config.baseUrl ?? '';
  const ownKey = key ?? sandbox?.apiKey;
  if (ownKey === undefined) throw new Problem('key-missing', {profile}, {name: 'DUKA_API_KEY'});
  const {createService} = await import('../api/service.js'); // reading the journal needs no HTTP client
  const tenant = profile === 'live' ? 'live' : 'test';
  const options = {baseUrl, key: ownKey, scheme, tenant, version, tenantOnCards: tenantHeaderOnCards} as const;
  const service = createService(options);
  const stop = async () => {
    service.close();
    await sandbox?.close();
  };
  return {service, baseUrl, stop};
}

/**
 * The practice service keeps its books on the same disk as the till: where those cannot be, no journal can. A port that it
 * cannot have is no fault of the disk.
 */
async function startOwn(startSandbox: Surroundings['startSandbox'], {home}: Config) {
  try {
    return await startSandbox(join(home, 'sandbox', 'service'));
  } catch (error) {
    const code = listenCodeOf(error);
    throw code === undefined ? asProblem(error) : new Problem('practice-port-unusable', {code});
  }
}

async function noticeOffice({settings, config, world, notice}: Surroundings, till: string): Promise<void> {
  const {profile} = config;
  const {standing} = await officeStanding(settings.read(), {profile, till, folder: tillFolder(config, till)});
  const problem = standing && officeProblem(standing, world.now());
  if (problem !== undefined) notice?.(problem);
}

/** A till without a payment may be one that was opened by mistake, beside the one that has them. */
async function noticeOtherHome({config, userFolder, notice}: Surroundings, state: State): Promise<void> {
  const {home, profile} = config;
  if (userFolder === undefined) return;
  const {z, perpetual} = state.ledger;
  const isUnused = state.payments.size === 0 && z === 0 && Object.keys(perpetual).length === 0;
  const other = isUnused ? await otherLiveHome(userFolder, home) : undefined;
  if (other !== undefined) notice?.(new Problem('live-home-elsewhere', {home: other, own: home}));
  if (profile === 'live') await rememberHome(userFolder, home);
}

/** Only once it has a key: a mistyped profile must not lock the home out of its sandbox. */
async function rememberProfile({profile}: Config, settings: CheckedSettings): Promise<void> {
  if (settings.read().profilesUsed?.includes(profile) === true) return;
  await settings.change(({profilesUsed = []}) =>
    profilesUsed.includes(profile) ? {} : {profilesUsed: [...profilesUsed, profile]},
  );
}

function instantText(now: number): string {
  return Temporal.Instant.fromEpochMilliseconds(Math.round(now)).toString();
}
