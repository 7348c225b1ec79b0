import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {nodeDisk} from '../../store/disk.js';
import type {Journal} from '../../store/journal.js';
import {copySecrets, secretsPath} from '../../store/staff-secrets.js';
import type {Config, Flags} from '../config.js';
import type {State} from '../core/books/state.js';
import type {EventData} from '../core/events/event.js';
import type {Profile} from '../core/journal/schema.js';
import {Problem} from '../core/problem.js';
import {unnamed} from '../core/staff/name.js';
import {carriedOver, hasStaff} from '../core/staff/staff.js';
import type {SettingsData} from '../core/technical/setting-table.js';
import {notAllowed, type OutsideValue} from '../core/technical/settings.js';
import {jsonIn} from '../core/text/json.js';
import type {HomeBooks} from './context.js';
import {type FoundTill, lastOf, tillPath, tillsGone, tillsIn} from './found-tills.js';
import {lockTill} from './home.js';
import {instantText, readIn, type Surroundings, tillFolder} from './opened-journal.js';
import {ownTill} from './own-till.js';
import {carrySettingsOver} from './settings.js';
import {type Sign, storedKey} from './signing.js';

export function checkAllowed({technical}: Pick<State, 'technical'>, values: Config['outside']): void {
  const others = notAllowed(values, technical.allowed);
  if (others.length > 0) throw outsideNotAllowed(others);
}

const outsideNotAllowed = (values: Config['outside']) =>
  new Problem('outside-not-allowed', {names: values.map(({from}) => from).join(', ')});

type TillBeside = FoundTill & HomeBooks & Pick<State, 'staff' | 'technical' | 'lastAt' | 'ledger'>;
type Search = {readonly profiles: readonly Profile[]; readonly isLeftOut: (folder: string) => boolean};

/** What is as real as a profile: practice has the people of the real tills, and these have nobody from practice. */
const asReal: Readonly<Record<Profile, readonly Profile[]>> = {
  live: ['live'],
  test: ['live', 'test'],
  sandbox: ['live', 'test', 'sandbox'],
};

/** Every till that can be read, whatever its profile. */
export const everyTill: Search = {profiles: asReal.sandbox, isLeftOut: () => true};
/** A till that sells must not stop to do so because of an old one that is broken, unless that one had people. */
const readableOrStaffed = {isLeftOut: (folder: string) => !existsSync(secretsPath({folder}))};

/**
 * Reads the other tills of the home that are as real as this one: the most real ones first, and of these the one that worked last. A till
 * that cannot be read is left out if `isLeftOut` says so of its folder. Throws `Problem` journal-damaged.
 */
export async function tillsBeside(
  surroundings: Surroundings,
  till: string,
  {isLeftOut = () => false, profiles = asReal[surroundings.config.profile]}: Partial<Search> = {},
): Promise<readonly TillBeside[]> {
  const {config} = surroundings;
  const others = tillsIn(config.home).filter(
    found => profiles.includes(found.profile) && !(found.profile === config.profile && found.till === till),
  );
  const beside: TillBeside[] = [];
  for (const found of others) {
    const at = {...config, profile: found.profile};
    const folder = tillFolder(at, found.till);
    const key = await storedKey(folder).catch(() => undefined); // it may belong to another user
    const read = await readIn({...surroundings, config: at}, found.till, {mode: 'read', key}).catch(error => {
      if (!(error instanceof Problem) || !isLeftOut(folder)) throw error;
    });
    if (read === undefined) continue;
    await read.journal.close();
    const {staff, technical, lastAt, ledger, reconciled, registry, payments, accounts} = read.state;
    beside.push({...found, staff, technical, lastAt, ledger, reconciled, registry, payments, accounts});
  }
  const rank = ({profile}: TillBeside) => profiles.indexOf(profile);
  return beside.sort((a, b) => rank(a) - rank(b) || (a.lastAt > b.lastAt ? -1 : 1));
}

type Named = Pick<State, 'ledger' | 'technical'>;

/** The tills that this one's own reports have named, and that the owner has not given up: no hand takes a name out of a journal. */
function namedTills({ledger: {tills = []}, technical: {allowed = {}}}: Named): readonly string[] {
  const givenUp = jsonIn(allowed['tillsBegun'] ?? '[]');
  return tills.filter(path => !Array.isArray(givenUp) || !givenUp.includes(path));
}

/** The tills that have written in the home, whether or not they are there. */
export const begunTills = (state: Named, {tillsBegun = []}: SettingsData): readonly string[] => [
  ...new Set([...tillsBegun, ...namedTills(state)]),
];

/** Throws `Problem` till-gone for a till of the profile that has written in this home, and whose journal is not there. */
export function checkNoneGone({home, profile}: Config, begun: readonly string[]): void {
  const here = tillsIn(home).map(tillPath);
  const gone = begun.find(path => path.startsWith(`${profile}/`) && !here.includes(path));
  if (gone !== undefined) throw new Problem('till-gone', {till: gone, folder: join(home, gone)});
}

export const withPeople = (beside: readonly TillBeside[]): readonly TillBeside[] =>
  beside.filter(({staff}) => hasStaff(staff));

/** The name of a till that is new in its home, as the owner allows it. */
const newTill = ({profile}: Config, till: string) =>
  ({name: 'till', value: JSON.stringify(tillPath({profile, till})), from: '--new-till'}) as const;

/** Whether no journal of the till is in the home yet. */
export const isNewTill = ({home, profile}: Config, till: string): boolean =>
  !tillsIn(home).some(found => found.profile === profile && found.till === till);

/**
 * The tills beside a new one. Where people sign in at them it begins only while the owner allows it: a word for later would hold for a second
 * till of that name after the first one was deleted. Throws `Problem` outside-not-allowed, staff-gone, journal-damaged.
 */
export async function besideNew(
  surroundings: Surroundings,
  till: string,
  isAllowed: boolean,
): Promise<readonly TillBeside[]> {
  const {config} = surroundings;
  const beside = await tillsBeside(surroundings, till);
  const [staffed] = withPeople(beside);
  if (staffed !== undefined && !isAllowed) {
    const names = [...notAllowed(config.outside, staffed.technical.allowed), newTill(config, till)];
    throw outsideNotAllowed(names);
  }
  const files = tillsGone(config.home)
    .filter(({profile}) => profile === config.profile)
    .map(gone => secretsPath({folder: tillFolder(config, gone.till)}));
  const file = files.find(each => existsSync(each));
  if (staffed === undefined && file !== undefined) throw new Problem('staff-gone', {file});
  return beside;
}

type CarriedInto = {
  readonly journal: Journal;
  readonly state: State;
  readonly till: string;
  readonly sign: Sign;
  readonly beside: readonly TillBeside[] | undefined;
  readonly isAllowed?: boolean;
};

/**
 * In a home where people sign in at one till they sign in at every till, and a new till has the settings in force of the till of its profile
 * that worked last, so that nobody escapes the rights, or puts other settings in force, at another till. Throws `Problem` journal-damaged,
 * staff-secrets-damaged and outside-not-allowed.
 */
export async function carryOver(
  surroundings: Surroundings,
  {journal, state, till, sign, beside: found, isAllowed = false}: CarriedInto,
): Promise<void> {
  const {config} = surroundings;
  const isNew = journal.tail().seq === 0;
  if (!isNew && hasStaff(state.staff)) return;
  const beside =
    found ??
    (isNew ? await besideNew(surroundings, till, isAllowed) : await tillsBeside(surroundings, till, readableOrStaffed));
  const [staffed] = withPeople(beside);
  const person = staffed === undefined ? config.person : unnamed;
  const placeOf = (of: FoundTill) => ({till: of.till, folder: tillFolder({...config, profile: of.profile}, of.till)});
  const to = placeOf({profile: config.profile, till});
  const isSettled = ({profile, technical}: TillBeside) =>
    profile === config.profile && technical.settings !== undefined;
  const settled = isNew ? beside.find(isSettled) : undefined;
  const record = (data: EventData<'settings-carried-over'>) =>
    journal.append([{type: 'settings-carried-over', person, data}]);
  if (settled) await carrySettingsOver({from: placeOf(settled), to: {...to, sign}}, settled, record);
  if (staffed === undefined) return;
  // If the power goes before the people have come, too, they come at the next opening.
  if (journal.tail().seq === 0) await journal.appendAfterAll(() => []);
  await copySecrets({...placeOf(staffed), disk: nodeDisk}, {...to, disk: nodeDisk});
  const data = carriedOver(staffed.till, staffed.staff, staffed.technical.allowed);
  await journal.append([{type: 'staff-carried-over', person, data}]);
}

/** A till's people are put into the home's other journals too, now or at their next opening, so that damage to one frees nobody. */
export async function shareStaff(surroundings: Surroundings, from: string): Promise<void> {
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

/** The tills that are gone, and whose names were taken out of the settings, for the owner to give up. */
function givenUp(
  tills: readonly TillBeside[],
  {config, settings}: Surroundings,
  till: string,
): readonly OutsideValue[] {
  const own = tills.find(each => each.profile === config.profile && each.till === till);
  const {tillsBegun = []} = settings.read();
  const there = [...tillsBegun, ...tillsIn(config.home).map(tillPath)];
  const paths = own === undefined ? [] : (own.ledger.tills ?? []).filter(path => !there.includes(path));
  return paths.length === 0 ? [] : [{name: 'tillsBegun', value: JSON.stringify(paths)}];
}

/** What the owner is asked to allow, and the till at which: with its own day, whatever the command line and the environment say of it. */
type Allowing = {
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
  const isNew = lastOf('zone', config.home, {profile: config.profile, till}) === undefined; // not one line is whole
  const [from] = isNew ? withPeople(await tillsBeside(surroundings, till)) : [];
  if (isNew && from === undefined) return undefined;
  const added = isNew
    ? [newTill(config, till)]
    : givenUp(await tillsBeside(surroundings, '', everyTill), surroundings, till);
  const values = [...config.outside, ...added].map(({name, value}) => ({name, value}));
  const found = {profile: from?.profile ?? config.profile, till: from?.till ?? till};
  const zone = lastOf('zone', config.home, found);
  const dayStartsAt = lastOf('dayStartsAt', config.home, found);
  return values.length === 0
    ? undefined
    : {values, at: {...found, ...(zone !== undefined && {zone}), ...(dayStartsAt !== undefined && {dayStartsAt})}};
}
