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
import {isChangedOutside, isSentElsewhere, type SettingsStanding} from '../core/technical/settings.js';
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
import {carrySettingsOver, changesToWrite, namesOf, settingsDigest, signUnchanged, standingOf} from './settings.js';
import {ownKey, type Sign, storedKey, type TillKey} from './signing.js';
import {noteStart} from './starts.js';
import {createTill, type Till} from './till.js';

export type Surroundings = {
  readonly config: Config;
  readonly environment: Environment;
  readonly settings: CheckedSettings;
  readonly world: World;
  readonly version: string;
  /** Starts the sandbox of this home and returns its address and key. `tell` hears what goes wrong beside its answers. */
  readonly startSandbox: (
    folder: string,
    tell: (trouble: PracticeTrouble) => void,
  ) => Promise<{baseUrl: string; apiKey: string; close: () => Promise<void>}>;
  /**
   * Starts a process that sends the till’s journal to its head office, and returns the function that ends it. If absent, nothing is sent.
   */
  readonly startShipper?: (options: ShipperOptions) => () => void;
  /** This user's folder outside every home, which lists the homes of live tills. If absent, they are not remembered. */
  readonly userFolder?: string;
  /** Called with failures that do not stop the till from working. */
  readonly notice?: (problem: Problem) => void;
};

/** What a practice service cannot say in an answer: a callback was not posted, or the service itself has ended. */
export type PracticeTrouble =
  | {readonly what: 'callback'; readonly url: string; readonly code: string}
  | {readonly what: 'ended'; readonly code: string};

/** The same for a person. */
export function practiceProblem({code, ...trouble}: PracticeTrouble): Problem {
  return trouble.what === 'ended'
    ? new Problem('practice-ended', {code})
    : new Problem('practice-callback-lost', {url: trouble.url, code});
}

export type OpenTill = {
  readonly till: Till;
  readonly journal: Journal;
  readonly service: Service;
  readonly baseUrl: string;
  /** The address to which a page of the service sends the customer back; undefined if the merchant has none. */
  readonly returnUrl: string | undefined;
  /** The length in bytes of an unfinished last line that a crash left and that was not reported before. */
  readonly tornBytes: number;
};

/** A journal opened for reading only. Its till may be running in another process. */
export type Reading = {readonly state: State; readonly journal: Journal; readonly tornBytes: number};

/** The folder of a till's journal and lock. */
export function tillFolder({home, profile}: Config, till: string): string {
  return join(home, profile, till);
}

/**
 * What an owner is about to say, for which the till opens although it is otherwise closed: whether settings that send money elsewhere are
 * the shop’s, or whether to take lines as they are although nothing proves that none is missing at the end.
 */
export type OpeningHow = {
  readonly by?: Opener;
  readonly acceptsSettings?: boolean;
  readonly opensUnproved?: boolean;
};

/**
 * The composition root: takes the lock, reads the journal, connects to the service, and closes the requests that provably never left.
 * Opening sends nothing that moves money.
 *
 * Throws `Problem` journal-locked, journal-damaged, journal-unproved, journal-newer, journal-not-writable, key-missing, base-url-insecure,
 * settings-send-elsewhere, and as `namedTill` and `checkPlace` do.
 */
export async function openTill(
  surroundings: Surroundings,
  command: string,
  {by = 'command', acceptsSettings = false, opensUnproved = false}: OpeningHow = {},
): Promise<OpenTill> {
  const {config, environment, settings, world, version, startShipper} = surroundings;
  const refusal = refusalOf(surroundings); // checked first: the next change of the settings writes the file anew, with its own rights
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
    const opening = readShredded(surroundings, id, {mode: 'write', key, opensUnproved});
    const {journal, state, tell} = await opening.catch(error =>
      noteRefusal(error, {folder, key, person: config.usualPerson, now}),
    );
    if (journal.tail().seq === 0 && !journal.readOnly)
      await carryOver(surroundings, {journal, till: id, sign: key.sign});
    // If the till has staff, an event names a person only after that person has signed in.
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
    const isOutside = (setting: string) => isChangedOutside(standing, setting);
    const own = {
      ...named,
      callbackUrl: isOutside('callbackUrl') ? undefined : config.callbackUrl,
      till: id,
      folder,
      isServiceHere,
      tillsInHome: () => tillsIn(config.home).map(tillPath),
      isMailChangedOutside: isOutside('mail'),
    };
    const sha256 = settingsDigest(settings.read());
    const digest = standing.kind === 'changed' ? undefined : sha256;
    const isOlderThanStaff = state.lastAt !== '' && state.technical.settings === undefined && !hasStaff(state.staff);
    const started = await noteStart({journal, state, folder, key, person, now, version, by, command, settings: digest});
    await noteSettings({...surroundings, config: named}, journal, {standing, sha256});
    // The line of this start is the first of its kind, so the notice is given only once.
    if (isOlderThanStaff && !journal.readOnly) surroundings.notice?.(new Problem('staff-not-yet'));
    if (!acceptsSettings && standing.kind === 'changed' && isSentElsewhere(standing, config.profile))
      throw new Problem('settings-send-elsewhere', {names: namesOf(standing.changes)});
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
      ...(surroundings.notice === undefined ? {} : {notice: surroundings.notice}),
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
    const refused =
      refusal ?? (isOutside('onPaid') ? new Problem('settings-changed-outside', {names: 'onPaid'}) : undefined);
    undo.push(startOnPaid({...surroundings, till, refusal: refused}));
    if (by === 'screens')
      undo.push(startShipping(settings.read(), {folder, till: id, profile: config.profile}, startShipper));
    const returnUrl =
      (isOutside('returnUrl') ? undefined : config.returnUrl) ??
      (config.profile === 'sandbox' ? new URL('/sandbox/return', baseUrl).href : undefined);
    return {till, journal, service, baseUrl, returnUrl, tornBytes: journal.opening.tornBytes};
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * The first lines of a new till take over the staff and the settings in force of the tills that worked in the home last, so that nobody
 * escapes the rights, or puts other settings in force, by creating another till. Throws `Problem` journal-damaged and staff-secrets-damaged
 * if another till of the home cannot be read.
 */
async function carryOver(
  surroundings: Surroundings,
  {journal, till, sign}: {readonly journal: Journal; readonly till: string; readonly sign: Sign},
): Promise<void> {
  const {config} = surroundings;
  const person = config.usualPerson;
  const placeOf = (of: string) => ({till: of, folder: tillFolder(config, of)});
  const lastWith = await tillsBeside(surroundings, till);
  const settled = lastWith(({technical}) => technical.settings !== undefined);
  const settings =
    settled && (await carrySettingsOver({from: placeOf(settled.till), to: {...placeOf(till), sign}}, settled));
  const staffed = lastWith(({staff}) => hasStaff(staff));
  if (staffed !== undefined) {
    const [from, to] = [staffed.till, till].map(each => ({...placeOf(each), disk: nodeDisk}));
    if (from !== undefined && to !== undefined) await copySecrets(from, to);
  }
  await journal.append([
    ...(settings ? [{type: 'settings-carried-over', person, data: settings} as const] : []),
    ...(staffed ? [{type: 'staff-carried-over', person, data: carriedOver(staffed.till, staffed.staff)} as const] : []),
  ]);
}

type Beside = Pick<State, 'staff' | 'technical' | 'lastAt'> & {readonly till: string};

/** Reads the other tills of the profile, and returns a function that finds the one that worked last among those with a property. */
async function tillsBeside(surroundings: Surroundings, till: string) {
  const {home, profile} = surroundings.config;
  const beside: Beside[] = [];
  for (const {till: other} of tillsIn(home).filter(each => each.profile === profile && each.till !== till)) {
    const key = await storedKey(tillFolder(surroundings.config, other)).catch(() => undefined);
    const {journal, state} = await readIn(surroundings, other, {mode: 'read', key});
    await journal.close();
    beside.push({till: other, staff: state.staff, technical: state.technical, lastAt: state.lastAt});
  }
  const last = (one: Beside | undefined, other: Beside) => ((one?.lastAt ?? '') < other.lastAt ? other : one);
  return (has: (till: Beside) => boolean) => beside.filter(has).reduce<Beside | undefined>(last, undefined);
}

/** Reports settings that were changed outside Duka at every start until the owner accepts them, and records the change once. */
async function noteSettings(
  {config: {person}, notice}: Surroundings,
  journal: Journal,
  {standing, sha256}: {readonly standing: SettingsStanding; readonly sha256: string},
): Promise<void> {
  if (standing.kind !== 'changed') return;
  const changes = changesToWrite(standing.changes);
  if (standing.isNews && !journal.readOnly)
    await journal.append([{type: 'settings-changed', person, data: {by: 'outside', changes, sha256}}]);
  notice?.(new Problem('settings-changed-outside', {names: namesOf(standing.changes)}));
}

/** Refuses the on-paid command if other users can change the settings that contain it: they could make it run as this user. */
function refusalOf({config: {home, onPaid}, settings}: Surroundings): Problem | undefined {
  if (onPaid !== settings.read().onPaid) return undefined;
  const file = [home, join(home, 'settings.json')].find(othersMayWrite);
  return file === undefined ? undefined : new Problem('on-paid-unsafe', {file});
}

/**
 * Opens the journal for reading only, even while a till may be running on it. Never repairs and never writes. Throws `Problem` as
 * `namedTill` does, and journal-damaged.
 */
export async function openReading(surroundings: Surroundings): Promise<Reading> {
  const {config} = surroundings;
  const till = namedTill(config) ?? '';
  const key = await storedKey(tillFolder(config, till)).catch(() => undefined); // it may belong to another user
  const {journal, state} = await readIn(surroundings, till, {mode: 'read', key});
  return {journal, state, tornBytes: journal.opening.tornBytes};
}

type Listener = (events: readonly StoredEvent[]) => void;

/** The till's key, created the first time. A disk that refuses the key would refuse the journal, too, and gives the same `Problem`s. */
async function keyFor(folder: string, {settings, config: {profile}}: Surroundings): Promise<TillKey> {
  try {
    return await ownKey(folder, settings, profile);
  } catch (error) {
    throw asProblem(error);
  }
}

/** A damaged journal takes no lines, so the refusal is left as a note that is recorded once the journal is whole again. */
async function noteRefusal(
  error: unknown,
  {
    folder,
    key,
    person,
    now,
  }: {readonly folder: string; readonly key: TillKey; readonly person: string; readonly now: number},
): Promise<never> {
  if (error instanceof Problem && (error.code === 'journal-damaged' || error.code === 'journal-unproved')) {
    const {segment, line, why} = error.facts;
    const data = {at: instantText(now), segment: String(segment), line: Number(line), why: String(why)};
    await leaveNote(folder, {type: 'journal-refused', person, data}, key).catch(() => undefined); // the damage is what has to be reported
  }
  throw error;
}

/** Shreds what the journal says is shredded before anything else happens. */
async function readShredded(surroundings: Surroundings, till: string, how: How): ReturnType<typeof readIn> {
  const found = await readIn(surroundings, till, how);
  const {journal, state} = found;
  const shred = journal.readOnly ? undefined : await leftToShred(tillFolder(surroundings.config, till), state);
  if (shred === undefined) return found;
  await journal.close();
  // What cannot be removed now is tried again at every opening. The till can sell all the same.
  await shred().catch(error => {
    if (!(error instanceof Problem)) throw error;
    surroundings.notice?.(error);
  });
  return readIn(surroundings, till, how);
}

type How = {readonly mode: 'write' | 'read'; readonly key: TillKey | undefined; readonly opensUnproved?: boolean};

async function readIn({config, world, version}: Surroundings, till: string, {mode, key, opensUnproved}: How) {
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
    opensUnproved,
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

/** A journal that was written by hand can be intact and still make no sense. Its file must not stay open then. */
async function stateOf(journal: Journal): Promise<State> {
  try {
    return stateAfter(journal.opening, journal.opening.events);
  } catch (error) {
    await journal.close();
    throw error;
  }
}

/** Records that the service has another address than the day's journal says so far. A journal without lines says it in its first line. */
async function nameService(journal: Journal, {profile, person, baseUrl, unusualHost}: Config): Promise<void> {
  if (profile !== 'live' || baseUrl === undefined || journal.readOnly || journal.tail().seq === 0) return;
  const said = journal.opening.events.findLast(({type}) => type === 'segment-opened' || type === 'service-changed');
  const previous = (said?.data as {readonly service?: string} | undefined)?.service ?? null;
  // A journal of version 0.1.0 names no address. There the service's usual address is no change.
  if (baseUrl === previous || (previous === null && unusualHost === undefined)) return;
  await journal.append([{type: 'service-changed', person, data: {service: baseUrl, previous}}]);
}

/** Connects to the service of the profile. If no address was given, that is the sandbox of this home. Throws `Problem` key-missing. */
export async function connect(surroundings: Surroundings) {
  const {config, version} = surroundings;
  const {profile, scheme, key, tenantHeaderOnCards, pageParameters} = config;
  const sandbox = config.baseUrl === undefined ? await startOwn(surroundings) : undefined;
  const baseUrl = sandbox?.baseUrl ?? config.baseUrl ?? '';
  const ownKey = key ?? sandbox?.apiKey;
  if (ownKey === undefined) throw new Problem('key-missing', {profile}, {name: 'DUKA_API_KEY'});
  const {createService} = await import('../api/service.js'); // reading the journal needs no HTTP client
  const tenant = profile === 'live' ? 'live' : 'test';
  const tenantOnCards = tenantHeaderOnCards;
  const options = {baseUrl, key: ownKey, scheme, tenant, version, tenantOnCards, pageParameters} as const;
  const service = createService(options);
  const stop = async () => {
    service.close();
    await sandbox?.close();
  };
  return {service, baseUrl, stop};
}

/**
 * The practice service keeps its books on the same disk as the till. If they cannot be stored, a journal cannot be, either. A port that the
 * practice service cannot listen on is not the disk's fault, and has its own `Problem`.
 */
async function startOwn({startSandbox, config: {home}, notice}: Surroundings) {
  try {
    return await startSandbox(join(home, 'sandbox', 'service'), trouble => notice?.(practiceProblem(trouble)));
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

/** A till without payments may have been opened by mistake, while another home has the shop's payments. */
async function noticeOtherHome({config, userFolder, notice}: Surroundings, state: State): Promise<void> {
  const {home, profile} = config;
  if (userFolder === undefined) return;
  const {z, perpetual} = state.ledger;
  const isUnused = state.payments.size === 0 && z === 0 && Object.keys(perpetual).length === 0;
  const other = isUnused ? await otherLiveHome(userFolder, home) : undefined;
  if (other !== undefined) notice?.(new Problem('live-home-elsewhere', {home: other, own: home}));
  if (profile === 'live') await rememberHome(userFolder, home);
}

/** Remembers the profile only once it has a key: a mistyped profile must not lock the home out of its sandbox. */
async function rememberProfile({profile}: Config, settings: CheckedSettings): Promise<void> {
  if (settings.read().profilesUsed?.includes(profile) === true) return;
  await settings.change(({profilesUsed = []}) =>
    profilesUsed.includes(profile) ? {} : {profilesUsed: [...profilesUsed, profile]},
  );
}

function instantText(now: number): string {
  return Temporal.Instant.fromEpochMilliseconds(Math.round(now)).toString();
}
