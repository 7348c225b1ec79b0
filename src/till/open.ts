import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {asProblem} from '../../store/as-problem.js';
import {nodeDisk} from '../../store/disk.js';
import {type Journal, openJournal} from '../../store/journal.js';
import {alone} from '../../store/lock.js';
import {copySecrets, secretsPath} from '../../store/staff-secrets.js';
import type {Config, Environment, Flags} from '../config.js';
import {dayJson} from '../core/books/day-json.js';
import {carry, foldEvents, foldVersion, type State, stateAfter} from '../core/books/state.js';
import {businessDate} from '../core/day/business-day.js';
import {possibleOr} from '../core/day/possible-clock.js';
import type {Service} from '../core/endpoints/service.js';
import type {StoredEvent} from '../core/events/event.js';
import type {Profile} from '../core/journal/schema.js';
import {Problem} from '../core/problem.js';
import type {BooksBeside} from '../core/reconcile/records/known-records.js';
import {linesOfSegment} from '../core/sale/finder.js';
import {isLoopback} from '../core/service/loopback.js';
import {besideOf} from '../core/shift/report.js';
import {carriedOver, hasStaff} from '../core/staff/staff.js';
import {
  isChangedOutside,
  isSentElsewhere,
  notAllowed,
  type OutsideValue,
  type SettingsStanding,
} from '../core/technical/settings.js';
import type {Opener} from '../core/technical/technical.js';
import type {World} from '../core/world.js';
import type {ShipperOptions} from '../shipper/run.js';
import {type FoundTill, lastOf, tillPath, tillsIn, tillsOfHome} from './found-tills.js';
import {type CheckedSettings, listenCodeOf} from './home.js';
import {nameKey} from './key-history.js';
import {otherLiveHome, rememberHome} from './known-homes.js';
import {lockTill} from './lock.js';
import {leaveNote} from './notes.js';
import {noticeOffice, shipOnce, startShipping} from './office.js';
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
  /** Starts a process that sends the till’s journal to its head office, and returns the function that ends it. If absent, nothing is sent. */
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
 * the shop’s, whether what is in force in place of settings may be, or whether to take lines as they are although nothing proves that none
 * is missing at the end.
 */
export type OpeningHow = {
  readonly by?: Opener;
  readonly acceptsSettings?: boolean;
  readonly allowsOutside?: boolean;
  readonly opensUnproved?: boolean;
};

/**
 * The composition root: takes the lock, reads the journal, connects to the service, and closes the requests that provably never left.
 * Opening sends nothing that moves money.
 *
 * Throws `Problem` journal-locked, journal-damaged, journal-unproved, journal-newer, journal-not-writable, key-missing, base-url-insecure,
 * settings-send-elsewhere, outside-not-allowed, staff-gone, and as `namedTill` and `checkPlace` do.
 */
export async function openTill(
  surroundings: Surroundings,
  command: string,
  {by = 'command', acceptsSettings = false, allowsOutside = false, opensUnproved = false}: OpeningHow = {},
): Promise<OpenTill> {
  const {config, environment, settings, world, version, startShipper} = surroundings;
  const refusal = refusalOf(surroundings); // checked first: the next change of the settings writes the file anew, with its own rights
  const id = await ownTill(config, settings, world.random);
  const folder = tillFolder(config, id);
  checkPlace({...config, folder});
  const beside = isNewTill(config, id) ? await besideNew(surroundings, id) : undefined; // refused before anything is written
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
    undo.push(() => journal.close());
    if (!journal.readOnly) await carryOver(surroundings, {journal, state, till: id, sign: key.sign, beside});
    if (!hasStaff(state.staff) && journal.unproved !== undefined && existsSync(secretsPath({folder})))
      throw new Problem('staff-gone', {file: secretsPath({folder})});
    if (hasStaff(state.staff) && !allowsOutside) checkAllowed(state, config.outside);
    // If the till has staff, an event names a person only after that person has signed in.
    const person = hasStaff(state.staff) ? config.usualPerson : config.person;
    const named = {...config, person};
    const begun = () => rememberBegun(surroundings, id, journal);
    await begun();
    undo.push(() => begun().catch(() => undefined)); // the next opening tries again
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
      tillsInHome: () => tillsOfHome(config.home, settings.read().tillsBegun),
      sumsInHome: async () => {
        const others = await tillsBeside(surroundings, id, {...everyTill, profiles: [config.profile]});
        return others.map(other => besideOf(other, tillPath(other)));
      },
      aloneInHome: async <T>(work: (beside: readonly BooksBeside[]) => Promise<T>) => {
        const withOthers = async () => work(await tillsBeside(surroundings, id, {profiles: [config.profile]}));
        return alone(join(config.home, 'settings-lock.db'), withOthers).catch(error => {
          throw asProblem(error);
        });
      },
      shareStaff: () => shareStaff(surroundings, id),
      staffInHome: async () => staffIn(await tillsBeside(surroundings, id, everyTill)).map(each => each.staff),
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
    const shipped = {folder, till: id, profile: config.profile};
    await noticeOffice(settings.read(), shipped, surroundings);
    await till.closeNotSubmitted();
    journal.own();
    const refused =
      refusal ?? (isOutside('onPaid') ? new Problem('settings-changed-outside', {names: 'onPaid'}) : undefined);
    undo.push(startOnPaid({...surroundings, till, refusal: refused}));
    if (by === 'screens') undo.push(startShipping(settings.read(), shipped, startShipper));
    // When everything else is closed, so that it neither delays nor changes what the command has done.
    else
      undo.unshift(() => shipOnce(settings.read(), shipped, {seq: journal.tail().seq, now: world.now()}, startShipper));
    const returnUrl =
      (isOutside('returnUrl') ? undefined : config.returnUrl) ??
      (config.profile === 'sandbox' ? new URL('/sandbox/return', baseUrl).href : undefined);
    return {till, journal, service, baseUrl, returnUrl, tornBytes: journal.opening.tornBytes};
  } catch (error) {
    await release();
    throw error;
  }
}

/** Throws `Problem` outside-not-allowed for values in place of settings that nobody has allowed. */
function checkAllowed({technical}: Pick<State, 'technical'>, values: Config['outside']): void {
  const names = notAllowed(values, technical.allowed).map(({from}) => from);
  if (names.length > 0) throw new Problem('outside-not-allowed', {names: names.join(', ')});
}

type Beside = FoundTill & BooksBeside & Pick<State, 'staff' | 'technical' | 'lastAt' | 'ledger'>;
type Search = {readonly profiles: readonly Profile[]; readonly isLeftOut: (folder: string) => boolean};

/** What is as real as a profile: practice has the people of the real tills, and these have nobody from practice. */
const asReal: Readonly<Record<Profile, readonly Profile[]>> = {
  live: ['live'],
  test: ['live', 'test'],
  sandbox: ['live', 'test', 'sandbox'],
};

/** Every till that can be read, whatever its profile. */
const everyTill: Search = {profiles: asReal.sandbox, isLeftOut: () => true};
/** A till that sells must not stop to do so because of an old one that is broken, unless that one had people. */
const readableOrStaffed = {isLeftOut: (folder: string) => !existsSync(secretsPath({folder}))};

/**
 * Reads the other tills of the home that are as real as this one: the most real ones first, and of these the one that worked last. A till
 * that cannot be read is left out if `isLeftOut` says so of its folder. Throws `Problem` journal-damaged.
 */
async function tillsBeside(
  surroundings: Surroundings,
  till: string,
  {isLeftOut = () => false, profiles = asReal[surroundings.config.profile]}: Partial<Search> = {},
): Promise<readonly Beside[]> {
  const {config} = surroundings;
  const others = tillsIn(config.home).filter(
    found => profiles.includes(found.profile) && !(found.profile === config.profile && found.till === till),
  );
  const beside: Beside[] = [];
  for (const found of others) {
    const at = {...config, profile: found.profile};
    const folder = tillFolder(at, found.till);
    const key = await storedKey(folder).catch(() => undefined); // it may belong to another user
    const read = await readIn({...surroundings, config: at}, found.till, {mode: 'read', key}).catch(error => {
      if (!(error instanceof Problem) || !isLeftOut(folder)) throw error;
    });
    if (read === undefined) continue;
    await read.journal.close();
    const {staff, technical, lastAt, ledger, reconciled, registry, payments} = read.state;
    beside.push({...found, staff, technical, lastAt, ledger, reconciled, registry, payments});
  }
  const rank = ({profile}: Beside) => profiles.indexOf(profile);
  return beside.sort((a, b) => rank(a) - rank(b) || (a.lastAt > b.lastAt ? -1 : 1));
}

const staffIn = (beside: readonly Beside[]): readonly Beside[] => beside.filter(({staff}) => hasStaff(staff));

/** The name of a till that is new in its home, as the owner allows it. */
const newTill = ({profile}: Config, till: string) =>
  ({name: 'till', value: JSON.stringify(tillPath({profile, till})), from: '--new-till'}) as const;

/** Whether no journal of the till is in the home yet. */
const isNewTill = ({home, profile}: Config, till: string): boolean =>
  !tillsIn(home).some(found => found.profile === profile && found.till === till);

/**
 * The tills beside a new one, which the owner has allowed if people sign in at them. Throws `Problem` outside-not-allowed, and
 * journal-damaged if one of them cannot be read.
 */
async function besideNew(surroundings: Surroundings, till: string): Promise<readonly Beside[]> {
  const {config} = surroundings;
  const beside = await tillsBeside(surroundings, till);
  const [staffed] = staffIn(beside);
  if (staffed !== undefined) checkAllowed(staffed, [...config.outside, newTill(config, till)]);
  return beside;
}

/**
 * In a home where people sign in at one till they sign in at every till, and a new till has the settings in force of the till of its profile
 * that worked last, so that nobody escapes the rights, or puts other settings in force, at another till. Throws `Problem` journal-damaged,
 * staff-secrets-damaged and outside-not-allowed.
 */
async function carryOver(
  surroundings: Surroundings,
  {
    journal,
    state,
    till,
    sign,
    beside: found,
  }: {
    readonly journal: Journal;
    readonly state: State;
    readonly till: string;
    readonly sign: Sign;
    readonly beside: readonly Beside[] | undefined;
  },
): Promise<void> {
  const {config} = surroundings;
  const person = config.usualPerson;
  const isNew = journal.tail().seq === 0;
  if (!isNew && hasStaff(state.staff)) return;
  const beside =
    found ?? (isNew ? await besideNew(surroundings, till) : await tillsBeside(surroundings, till, readableOrStaffed));
  const placeOf = (of: FoundTill) => ({till: of.till, folder: tillFolder({...config, profile: of.profile}, of.till)});
  const to = placeOf({profile: config.profile, till});
  const isSettled = ({profile, technical}: Beside) => profile === config.profile && technical.settings !== undefined;
  const settled = isNew ? beside.find(isSettled) : undefined;
  const settings = settled && (await carrySettingsOver({from: placeOf(settled), to: {...to, sign}}, settled));
  const [staffed] = staffIn(beside);
  if (staffed !== undefined) await copySecrets({...placeOf(staffed), disk: nodeDisk}, {...to, disk: nodeDisk});
  const data = staffed && carriedOver(staffed.till, staffed.staff, staffed.technical.allowed);
  const events = [
    ...(settings ? [{type: 'settings-carried-over', person, data: settings} as const] : []),
    ...(data ? [{type: 'staff-carried-over', person, data} as const] : []),
  ];
  if (events.length > 0) await journal.append(events);
}

/**
 * The people of a till are from now on in the journals of the other tills of its profile too, so that whoever damages one journal finds no
 * till without people. A till that is open elsewhere, or cannot be read, takes them over at its next opening.
 */
async function shareStaff(surroundings: Surroundings, from: string): Promise<void> {
  const {profile, home} = surroundings.config;
  const others = tillsIn(home).filter(found => found.profile === profile && found.till !== from);
  for (const {till} of others) await takeOverStaff(surroundings, till).catch(() => undefined);
}

async function takeOverStaff(surroundings: Surroundings, till: string): Promise<void> {
  const {config, world} = surroundings;
  const folder = tillFolder(config, till);
  const now = world.now();
  const lock = lockTill(folder, {pid: process.pid, command: 'duka', since: instantText(now)}, {...config, now});
  try {
    const key = await storedKey(folder);
    if (key === undefined) return;
    const {journal, state} = await readIn(surroundings, till, {mode: 'write', key});
    try {
      const isUsed = !journal.readOnly && journal.tail().seq > 0;
      if (isUsed) await carryOver(surroundings, {journal, state, till, sign: key.sign, beside: undefined});
    } finally {
      await journal.close();
    }
  } finally {
    lock.release();
  }
}

/** What the owner is asked to allow, and the till at which: with its own day, whatever the command line and the environment say of it. */
export type Allowing = {
  readonly values: readonly OutsideValue[];
  readonly at: Pick<Flags, 'profile' | 'till' | 'zone' | 'dayStartsAt'>;
};

/**
 * Returns what is in force in place of settings, and may be a new till, for the owner to allow. It is recorded at the till itself or, if
 * that is new, at the till whose people it takes over. Undefined if nothing has to be allowed. Throws `Problem` as `openTill` does.
 */
export async function toAllow(surroundings: Surroundings): Promise<Allowing | undefined> {
  const {config, settings, world} = surroundings;
  const till = await ownTill(config, settings, world.random);
  const isNew = isNewTill(config, till);
  const [from] = isNew ? staffIn(await tillsBeside(surroundings, till)) : [];
  if (isNew && from === undefined) return undefined;
  const values = [...config.outside, ...(isNew ? [newTill(config, till)] : [])].map(({name, value}) => ({name, value}));
  const found = {profile: from?.profile ?? config.profile, till: from?.till ?? till};
  const zone = lastOf('zone', config.home, found);
  const dayStartsAt = lastOf('dayStartsAt', config.home, found);
  return values.length === 0
    ? undefined
    : {values, at: {...found, ...(zone !== undefined && {zone}), ...(dayStartsAt !== undefined && {dayStartsAt})}};
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

async function readIn({config, settings, world, version}: Surroundings, till: string, {mode, key, opensUnproved}: How) {
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
  if (journal.tail().seq === 0 && settings.read().tillsBegun?.includes(tillPath({profile, till})) === true) {
    await journal.close();
    throw new Problem('journal-gone', {till: tillPath({profile, till}), folder: tillFolder(config, till)});
  }
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

/** Remembers that the till has written lines: from then on, an empty journal is one that was taken away. */
async function rememberBegun(
  {config: {profile}, settings}: Surroundings,
  till: string,
  journal: Pick<Journal, 'tail'>,
): Promise<void> {
  const path = tillPath({profile, till});
  if (journal.tail().seq === 0 || settings.read().tillsBegun?.includes(path) === true) return;
  await settings.change(({tillsBegun = []}) => ({tillsBegun: [...new Set([...tillsBegun, path])]}));
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
