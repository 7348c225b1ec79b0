import {join} from 'node:path';
import {asProblem} from '../../store/as-problem.js';
import {type Journal, openJournal} from '../../store/journal.js';
import type {Settings} from '../../store/settings.js';
import type {Config, Environment} from '../config.js';
import {businessDate} from '../core/business-day.js';
import type {StoredEvent} from '../core/event.js';
import {Problem} from '../core/problem.js';
import {dayJson} from '../core/reconcile/day-json.js';
import {mintTill} from '../core/reference.js';
import type {Service} from '../core/service.js';
import {carry, foldEvents, foldVersion, type State, stateAfter} from '../core/state.js';
import type {World} from '../core/world.js';
import {tillPath, tillsIn} from './found-tills.js';
import {listenCodeOf} from './home.js';
import {nameKey} from './key-history.js';
import {lockTill} from './lock.js';
import {startOnPaid} from './on-paid.js';
import {othersMayWrite} from './rights.js';
import {keptKey, ownKey, type TillKey} from './signing.js';
import {createTill, type Till} from './till.js';

export type Surroundings = {
  readonly config: Config;
  readonly environment: Environment;
  readonly settings: Settings;
  readonly world: World;
  readonly version: string;
  /** Starts the sandbox of this home and tells where it is. */
  readonly startSandbox: (folder: string) => Promise<{baseUrl: string; apiKey: string; close: () => Promise<void>}>;
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

/**
 * The composition root: takes the lock, reads the journal, closes what provably never left, and connects to the service.
 * Nothing that moves money is sent by opening.
 *
 * Throws `Problem` journal-locked, journal-damaged, journal-newer, journal-not-writable, key-missing, base-url-insecure.
 */
export async function openTill(surroundings: Surroundings, command: string): Promise<OpenTill> {
  const {config, environment, settings, world} = surroundings;
  const refusal = refusalOf(surroundings); // the next change writes the file anew, with its rights
  const id = await ownTill(surroundings);
  const folder = tillFolder(config, id);
  const now = world.now();
  const lock = lockTill(folder, {pid: process.pid, command, since: instantText(now)}, {...config, now});
  const undo: (() => unknown)[] = [() => lock.release()];
  const release = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const key = await keyFor(folder, surroundings);
    const {journal, state, tell} = await readIn(surroundings, id, {mode: 'write', key});
    undo.push(() => journal.close());
    const {service, baseUrl, stop} = await connect(surroundings);
    undo.push(stop);
    await rememberProfile(config, settings);
    const own = {...config, till: id, folder, tillsInHome: () => tillsIn(config.home).map(tillPath)};
    const {sign} = key;
    const {till, onEvents} = createTill({settings: own, environment, world, service, journal, state, sign, release});
    tell(onEvents);
    await nameKey({journal, state, person: config.person}, key.publicKey);
    await till.closeNeverLeft();
    journal.own();
    undo.push(startOnPaid({...surroundings, till, refusal}));
    const returnUrl =
      config.returnUrl ?? (config.profile === 'sandbox' ? new URL('/sandbox/return', baseUrl).href : undefined);
    return {till, journal, service, baseUrl, returnUrl, tornBytes: journal.opening.tornBytes};
  } catch (error) {
    await release();
    throw error;
  }
}

/** A command that stands in settings which others can change would be theirs, and run as this user. */
function refusalOf({config: {home, onPaid}, settings}: Surroundings): Problem | undefined {
  if (onPaid !== settings.read().onPaid) return undefined;
  const file = [home, join(home, 'settings.json')].find(othersMayWrite);
  return file === undefined ? undefined : new Problem('on-paid-unsafe', {file});
}

/** Opens the journal to be read alone, beside a till that may be at work; never repairs and never writes. */
export async function openReading(surroundings: Surroundings): Promise<Reading> {
  const {config} = surroundings;
  const till = config.till ?? '';
  const key = await keptKey(tillFolder(config, till)).catch(() => undefined); // of another user, perhaps
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

type How = {readonly mode: 'write' | 'read'; readonly key: TillKey | undefined};

async function readIn({config, world, version}: Surroundings, till: string, {mode, key}: How) {
  const {profile, zone, dayStartsAt, baseUrl} = config;
  let told: Listener = () => undefined;
  const journal = await openJournal({
    folder: tillFolder(config, till === '' ? 'none' : till),
    mode,
    till,
    header: {profile, zone, dayStartsAt, version, ...(baseUrl !== undefined && {service: baseUrl})},
    businessDate: at => businessDate(at, zone, dayStartsAt),
    now: world.now,
    carry,
    foldVersion,
    digest: dayJson,
    key,
    onEvents: events => {
      foldEvents(state, events);
      told(events);
    },
  });
  const state = await stateOf(journal);
  const tell = (listener: Listener) => {
    told = listener;
  };
  return {journal, state, tell};
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

/** Connects to the service of the profile, which is the sandbox of this home when no address was given. */
export async function connect({config, startSandbox, version}: Surroundings) {
  const {profile, scheme, key, tenantHeaderOnCards} = config;
  const sandbox = config.baseUrl === undefined ? await startOwn(startSandbox, config) : undefined;
  const baseUrl = sandbox?.baseUrl ?? config.baseUrl ?? '';
  const ownKey = key ?? sandbox?.apiKey;
  if (ownKey === undefined) throw new Problem('key-missing', {profile, name: 'DUKA_API_KEY'});
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

/** The id of this machine's till in this profile, made at random the first time and kept in the settings. */
async function ownTill({config, settings, world}: Surroundings): Promise<string> {
  if (config.till !== undefined) return config.till;
  const id = mintTill(world.random(8));
  await settings.change({till: {...settings.read().till, [config.profile]: id}});
  return id;
}

/** Only once it has a key: a mistyped profile must not lock the home out of its sandbox. */
async function rememberProfile({profile}: Config, settings: Settings): Promise<void> {
  const used = settings.read().profilesUsed ?? [];
  if (!used.includes(profile)) await settings.change({profilesUsed: [...used, profile]});
}

function instantText(now: number): string {
  return Temporal.Instant.fromEpochMilliseconds(Math.round(now)).toString();
}
