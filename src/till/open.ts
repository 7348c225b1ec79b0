import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {asProblem, throwAsProblem} from '../../store/as-problem.js';
import {nodeDisk} from '../../store/disk.js';
import type {Journal} from '../../store/journal.js';
import {alone} from '../../store/lock.js';
import {secretsPath} from '../../store/staff-secrets.js';
import type {Config} from '../config.js';
import type {State} from '../core/books/state.js';
import type {Service} from '../core/endpoints/service.js';
import {Problem} from '../core/problem.js';
import {isLoopback} from '../core/service/answer.js';
import type {Ledger} from '../core/shift/ledger-schema.js';
import type {OtherTill} from '../core/shift/report.js';
import {unnamed} from '../core/staff/name.js';
import {hasStaff} from '../core/staff/staff.js';
import {isChangedOutside, keepsTillClosed, type SettingsStanding} from '../core/technical/settings.js';
import type {Opener} from '../core/technical/technical.js';
import type {HomeBooks, TillContext} from './context.js';
import {tillPath, tillsOfHome} from './found-tills.js';
import {type CheckedSettings, listenCodeOf, lockTill, otherLiveHome, rememberHome} from './home.js';
import {
  begunTills,
  besideNew,
  carryOver,
  checkAllowed,
  checkNoneGone,
  everyTill,
  isNewTill,
  shareStaff,
  tillsBeside,
  withPeople,
} from './home-tills.js';
import {leaveNote, noteStart, type Started} from './notes.js';
import {noticeOffice, shipOnce, startShipping} from './office.js';
import {startOnPaid} from './on-paid.js';
import {
  type How,
  instantText,
  openReading,
  practiceProblem,
  readIn,
  type Surroundings,
  tillFolder,
} from './opened-journal.js';
import {ownTill} from './own-till.js';
import {checkPlace, othersMayWrite} from './place.js';
import {leftToShred} from './retention.js';
import {changesToWrite, namesOf, settingsDigest, signUnchanged, standingOf, standingRead} from './settings.js';
import {ownKey, type TillKey} from './signing.js';
import {checkStaffThere} from './staff.js';
import {createTill, type Till} from './till.js';

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

type Parts = {
  readonly journal: Journal;
  readonly state: Pick<State, 'keys'>;
  readonly till: string;
  readonly person: string;
};

/**
 * Records the key with which the till signs, if the newest line that names a key names another one, or if no line names one. What the
 * previous key signed is still proved by the previous key. If that key still exists (`signing-key.old.pem`), it signs the new one. A
 * journal without lines names its key in its first line.
 */
export async function nameKey({journal, state, till, person}: Parts, {publicKey, vouch}: TillKey): Promise<void> {
  const previous = state.keys.at(-1)?.publicKey ?? null;
  if (journal.readOnly || journal.tail().seq === 0 || previous === publicKey) return;
  const signature = previous === null ? null : await vouch(till, previous);
  await journal.append([{type: 'signing-key', person, data: {publicKey, previous, signature}}]);
}

/** Records that a restored journal may not know all about its pending payments; the watcher asks about them before anything else. */
export async function noteRestore(journal: Journal, {open}: State, person: string): Promise<void> {
  if (!journal.isRestored || journal.readOnly) return;
  await journal.append([{type: 'journal-restored', person, data: {open: [...open]}}]);
}

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
  const {config, environment, settings, world} = surroundings;
  const refusal = refusalOf(surroundings); // checked first: the next change of the settings writes the file anew, with its own rights
  const id = await ownTill(config, settings, world.random);
  const folder = tillFolder(config, id);
  checkPlace({...config, folder});
  const beside = isNewTill(config, id) ? await besideNew(surroundings, id, allowsOutside) : undefined; // refused before anything is written
  const now = world.now();
  const lock = lockTill(folder, {pid: process.pid, command, since: instantText(now)}, {...config, now});
  const undo: (() => unknown)[] = [() => lock.release()];
  const release = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    // A disk that refuses the key would refuse the journal, too, and gives the same `Problem`s.
    const key = await ownKey(folder, settings, config.profile).catch(throwAsProblem);
    const opening = readShredded(surroundings, id, {mode: 'write', key, opensUnproved});
    const noted = {folder, key, person: existsSync(secretsPath({folder})) ? unnamed : config.person, now};
    const {journal, state, tell} = await opening.catch(error => noteRefusal(error, noted));
    undo.push(() => journal.close());
    const into = {journal, state, till: id, sign: key.sign, beside, isAllowed: allowsOutside};
    if (!journal.readOnly) await carryOver(surroundings, into);
    await checkStaffThere(folder, state.staff, journal.unproved === undefined);
    if (hasStaff(state.staff) && !allowsOutside) checkAllowed(state, config.outside);
    // If the till has staff, an event names a person only after that person has signed in, whoever may be in the settings.
    const person = hasStaff(state.staff) ? unnamed : config.person;
    const named = {...config, person};
    const begun = () => rememberBegun(surroundings, id, journal);
    await begun();
    undo.push(() => begun().catch(() => undefined)); // the next opening tries again
    const {service, baseUrl, stop} = await connect(surroundings);
    undo.push(stop);
    await rememberProfile(config, settings);
    await noticeOtherHome(surroundings, state);
    const {publicKey, sign} = key;
    const place = {folder, till: id, publicKey, sign};
    const standing = await standingOf(place, settings.read(), state);
    const isOutside = (setting: string) => isChangedOutside(standing, setting);
    const shipped = {folder, till: id, profile: config.profile};
    const run = {place, standing, key, now, by, command, acceptsSettings, undo};
    const started = await beginRun({...surroundings, config: named}, {journal, state}, run);
    const {till, onEvents} = createTill({
      settings: settingsOf(surroundings, named, {till: id, folder, baseUrl, isOutside, state}),
      environment,
      world,
      service,
      journal,
      disk: nodeDisk,
      state,
      sign,
      book: {home: settings, publicKey},
      version: surroundings.version,
      ship: shipping(surroundings, {journal, state}, shipped),
      started,
      release,
      ...(surroundings.notice === undefined ? {} : {notice: surroundings.notice}),
    });
    tell(onEvents);
    await nameKey({journal, state, till: id, person}, key);
    await noteOpened(till, {...surroundings, config: named}, {journal, state, shipped});
    startBeside(undo, {...surroundings, till}, {by, journal, state, shipped, isOutside, refusal});
    const returnUrl = returnUrlOf(config, baseUrl, isOutside('returnUrl'));
    return {till, journal, service, baseUrl, returnUrl, tornBytes: journal.opening.tornBytes};
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * What the Z of another till of the home tells of this one, so that a second drawer cannot stay unseen: the sums of its last Z, and how many
 * payments it has taken since, but not their sums, because its own drawer is still to be counted.
 */
function besideOf({ledger: {z, books, period}}: {readonly ledger: Ledger}, till: string): OtherTill {
  const taken = Object.values(period.tenders).reduce((sum, {count}) => sum + count, 0);
  return {till, z: z === 0 ? null : z, perpetual: [...books.perpetual], taken};
}

/** The settings of a till that opens, and what it may ask of the other tills in its home. */
function settingsOf(
  surroundings: Surroundings,
  config: Config,
  at: {till: string; folder: string; baseUrl: string; isOutside: (setting: string) => boolean; state: State},
): TillContext['settings'] {
  const {till, folder, baseUrl, isOutside, state} = at;
  const begun = () => begunTills(state, surroundings.settings.read());
  const ownersOf = (name: 'authorisedDifference' | 'cashStep' | 'walletStep') => (isOutside(name) ? {} : config[name]);
  return {
    ...config,
    callbackUrl: isOutside('callbackUrl') ? undefined : config.callbackUrl,
    // By these, less is booked than was paid, nobody else has to accept what is missing, or what differs agrees.
    authorisedDifference: ownersOf('authorisedDifference'),
    cashStep: ownersOf('cashStep'),
    walletStep: ownersOf('walletStep'),
    reconciliation: isOutside('reconciliation') ? {} : config.reconciliation,
    till,
    folder,
    isServiceHere: config.profile !== 'live' && isLoopback(URL.parse(baseUrl)?.hostname ?? ''),
    tillsInHome: isRead => tillsOfHome(config.home, begun(), isRead),
    sumsInHome: async () => {
      const others = await tillsBeside(surroundings, till, {...everyTill, profiles: [config.profile]});
      return others.map(other => besideOf(other, tillPath(other)));
    },
    aloneInHome: async <T>(work: (beside: readonly HomeBooks[]) => Promise<T>) => {
      const withOthers = async (stillAlone: () => void) => {
        checkNoneGone(config, begun());
        const beside = await tillsBeside(surroundings, till, {profiles: [config.profile]});
        stillAlone();
        return work(beside);
      };
      return alone(join(config.home, 'settings-lock.db'), withOthers).catch(throwAsProblem);
    },
    shareStaff: () => shareStaff(surroundings, till),
    staffInHome: async () => withPeople(await tillsBeside(surroundings, till, everyTill)).map(each => each.staff),
    isMailChangedOutside: isOutside('mail'),
  };
}

/** Throws `Problem` settings-send-elsewhere for settings changed outside Duka by which money or customers go elsewhere, or count elsewhere. */
function refuseElsewhere(standing: SettingsStanding, profile: Config['profile']): void {
  if (standing.kind === 'changed' && keepsTillClosed(standing, profile))
    throw new Problem('settings-send-elsewhere', {names: namesOf(standing.changes)});
}

type Run = Pick<Parameters<typeof noteStart>[0], 'key' | 'now' | 'by' | 'command'> & {
  readonly place: Parameters<typeof signUnchanged>[0];
  readonly standing: SettingsStanding;
  readonly acceptsSettings: boolean;
  readonly undo: (() => unknown)[];
};

/** Records that this run begins, and how the settings stand. Throws `Problem` settings-send-elsewhere unless the owner accepts them. */
async function beginRun(
  surroundings: Surroundings,
  {journal, state}: Pick<TillContext, 'journal' | 'state'>,
  {place, standing, acceptsSettings, undo, ...run}: Run,
): Promise<Started> {
  const {config, settings, version, notice} = surroundings;
  const sha256 = settingsDigest(settings.read());
  const digest = standing.kind === 'changed' ? undefined : sha256;
  const isOlderThanStaff = state.lastAt !== '' && state.technical.settings === undefined && !hasStaff(state.staff);
  const started = await noteStart({
    journal,
    state,
    version,
    folder: place.folder,
    person: config.person,
    settings: digest,
    ...run,
  });
  await noteSettings(surroundings, journal, {standing, sha256});
  // The line of this start is the first of its kind, so the notice is given only once.
  if (isOlderThanStaff && !journal.readOnly) notice?.(new Problem('staff-not-yet'));
  if (!acceptsSettings) refuseElsewhere(standing, config.profile);
  const found = settings.read();
  const sign = () => signUnchanged(place, found, {standing, state});
  await sign();
  undo.push(() => sign().catch(() => undefined)); // the next opening tries again
  return started;
}

type Beside = Pick<TillContext, 'journal' | 'state'> & {
  readonly by: Opener;
  readonly shipped: Parameters<typeof startShipping>[1];
  readonly isOutside: (setting: string) => boolean;
  readonly refusal: Problem | undefined;
};

/** Returns what ships the journal once. */
const shipping =
  (
    {settings, world, startShipper}: Surroundings,
    {journal, state}: Pick<TillContext, 'journal' | 'state'>,
    shipped: Parameters<typeof startShipping>[1],
  ) =>
  () =>
    shipOnce(settings.read(), shipped, {seq: journal.tail().seq, now: world.now(), state}, startShipper);

/** Starts what works beside the till, and adds how it ends to `undo`. */
function startBeside(
  undo: (() => unknown)[],
  surroundings: Surroundings & {readonly till: Till},
  {by, journal, state, shipped, isOutside, refusal}: Beside,
): void {
  const {settings, startShipper} = surroundings;
  const onPaidOutside = isOutside('onPaid') && new Problem('settings-changed-outside', {names: 'onPaid'});
  undo.push(startOnPaid({...surroundings, refusal: refusal ?? (onPaidOutside || undefined)}));
  if (by === 'screens') undo.push(startShipping(settings.read(), shipped, state, startShipper));
  // When everything else is closed, so that it neither delays nor changes what the command has done.
  if (by !== 'screens') undo.unshift(shipping(surroundings, {journal, state}, shipped));
}

/** Records what the opening has shown, and closes the requests that provably never left. */
async function noteOpened(
  till: Till,
  surroundings: Surroundings,
  opened: Pick<TillContext, 'journal' | 'state'> & {readonly shipped: Parameters<typeof noticeOffice>[1]},
): Promise<void> {
  const {config, settings} = surroundings;
  const {journal, state, shipped} = opened;
  await nameService(journal, config);
  await noteRestore(journal, state, config.person);
  await till.noteWitness();
  await noticeOffice(settings.read(), shipped, state, surroundings);
  await till.closeNotSubmitted();
  journal.own();
}

/** The address to which a page sends the customer back. One that was changed outside Duka is not used. */
function returnUrlOf({profile, returnUrl}: Config, baseUrl: string, isOutside: boolean): string | undefined {
  const own = isOutside ? undefined : returnUrl;
  return own ?? (profile === 'sandbox' ? new URL('/sandbox/return', baseUrl).href : undefined);
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

/** A damaged journal takes no lines, so the refusal is left as a note that is recorded once the journal is whole again. */
async function noteRefusal(
  error: unknown,
  at: {readonly folder: string; readonly key: TillKey; readonly person: string; readonly now: number},
): Promise<never> {
  if (error instanceof Problem && (error.code === 'journal-damaged' || error.code === 'journal-unproved')) {
    const {segment, line, why} = error.facts;
    const data = {at: instantText(at.now), segment: String(segment), line: Number(line), why: String(why)};
    await leaveNote(at.folder, {type: 'journal-refused', person: at.person, data}, at.key).catch(() => undefined); // the damage is what has to be reported
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

/** Records that the service has another address than the day's journal says so far. A journal without lines says it in its first line. */
async function nameService(journal: Journal, {profile, person, baseUrl, unusualHost}: Config): Promise<void> {
  if (profile !== 'live' || baseUrl === undefined || journal.readOnly || journal.tail().seq === 0) return;
  const {carried, events} = journal.opening;
  const said = [...carried, ...events].findLast(({type}) => type === 'segment-opened' || type === 'service-changed');
  const previous = (said?.data as {readonly service?: string} | undefined)?.service ?? null;
  // Where no line names an address, the service's usual one is no change.
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
 * Connects for what opens no till. Whom the owner has not put in force is not asked here either, since the key would go there. Throws as
 * `connect` and `openReading` do, settings-send-elsewhere and outside-not-allowed.
 */
export async function connectBeside(surroundings: Surroundings) {
  const config = {...surroundings.config, makesTill: false}; // a new till would have no settings in force
  const reading = await openReading({...surroundings, config});
  await reading.journal.close();
  refuseElsewhere(await standingRead({...surroundings, config}, reading), config.profile);
  if (hasStaff(reading.state.staff)) checkAllowed(reading.state, config.outside);
  return connect(surroundings);
}

/** A practice service that cannot store its books means no journal either; a port that it cannot use has its own `Problem`. */
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
