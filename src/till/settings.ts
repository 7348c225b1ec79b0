import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {throwAsProblem} from '../../store/as-problem.js';
import {nodeDisk} from '../../store/disk.js';
import {withSetting} from '../../store/settings.js';
import {checkKeyFile, makeKeyFile} from '../../store/staff-secrets.js';
import type {State} from '../core/books/state.js';
import type {EventData} from '../core/events/event.js';
import {countryNamed, type MerchantNumber, merchantNumbersIn} from '../core/market/markets.js';
import {languages, loadMessages} from '../core/messages/messages.js';
import {Problem} from '../core/problem.js';
import {isValid} from '../core/spec/check.js';
import {dictionary, object, text} from '../core/spec/spec.js';
import type {Setting, SettingsData} from '../core/technical/setting-table.js';
import {
  canonicalSettings,
  isValueChanged,
  isWatched,
  type OutsideValue,
  type SettingChange,
  type SettingRow,
  type SettingsStanding,
  settingChanges,
  settingRows,
  settingsStanding,
  settingsWords,
  shownSettings,
  type WatchedSettings,
  watchedOf,
} from '../core/technical/settings.js';
import {hideCardNumbers, holdsCardNumber} from '../core/text/card-numbers.js';
import {jsonIn} from '../core/text/json.js';
import {cleanText} from '../core/text/text.js';
import {isSignedBy} from '../print/signing-key.js';
import type {SettingsBook, TillContext} from './context.js';
import {perform, withMutex} from './handler.js';
import {type Reading, type Surroundings, tillFolder} from './opened-journal.js';
import {namedTill} from './own-till.js';
import {type Sign, storedKey} from './signing.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const watchedIn = (settings: SettingsData): WatchedSettings => watchedOf(settings, sha256);
const digestOf = (watched: WatchedSettings) => sha256(canonicalSettings(watched));

/** The digest of the settings that matter for money. */
export const settingsDigest = (settings: SettingsData): string => digestOf(watchedIn(settings));

const signedPath = (folder: string) => join(folder, 'settings-signed.json');

type Place = {
  readonly folder: string;
  readonly till: string;
  /** The till’s present key. What another key signed is not trusted. */
  readonly publicKey: string;
};

type Signed = {readonly settings: WatchedSettings; readonly digest: string};

const isSignedFile = isValid(object({settings: dictionary(text()), signature: text()}));

/** The settings that the till has signed; undefined if there are none, or if they were not signed with its key. */
async function readSigned({folder, till, publicKey}: Place): Promise<Signed | undefined> {
  const text = await nodeDisk.readText(signedPath(folder)).catch(() => null);
  const file = jsonIn(text ?? '');
  if (!isSignedFile(file)) return undefined;
  const {settings, signature} = file;
  if (!isSignedBy(publicKey, settingsWords(till, settings), signature)) return undefined;
  return {settings, digest: digestOf(settings)};
}

type Signing = Pick<Place, 'folder' | 'till'> & {readonly sign: Sign};

async function writeSigned({folder, till, sign}: Signing, watched: WatchedSettings): Promise<void> {
  const signature = await sign({kind: 'sums', content: settingsWords(till, watched)});
  const text = `${JSON.stringify({settings: watched, signature}, null, 2)}\n`;
  await nodeDisk.writeTextAtomically(signedPath(folder), text, {durable: true}).catch(throwAsProblem);
}

/** How the settings compare with those that the journal has put in force. */
export async function standingOf(
  place: Place,
  settings: SettingsData,
  {technical}: Pick<State, 'technical'>,
): Promise<SettingsStanding> {
  const now = watchedIn(settings);
  const {settings: inForce, settingsOutside: outside} = technical;
  return settingsStanding({signed: await readSigned(place), now, digestNow: digestOf(now), inForce, outside});
}

/** The standing of a till's settings without opening the till. Without its key, nothing counts as signed. */
export async function standingRead(
  {config, settings}: Pick<Surroundings, 'config' | 'settings'>,
  {state}: Pick<Reading, 'state'>,
): Promise<SettingsStanding> {
  const till = namedTill(config) ?? '';
  const folder = tillFolder(config, till);
  const key = await storedKey(folder).catch(() => undefined);
  return standingOf({folder, till, publicKey: key?.publicKey ?? ''}, settings.read(), state);
}

/**
 * Returns whether a setting, by its name, has the value in force. Nobody whom `settings.json` alone names is believed, paid or sent anything.
 * Without its key the till has put nothing in force.
 */
export async function inForce(
  {folder, till}: Pick<Place, 'folder' | 'till'>,
  settings: SettingsData,
  state: Pick<State, 'technical'>,
): Promise<(name: string) => boolean> {
  const key = await storedKey(folder).catch(() => undefined);
  if (key === undefined) return () => false;
  const standing = await standingOf({folder, till, publicKey: key.publicKey}, settings, state);
  return name => standing.kind !== 'first' && !isValueChanged(standing, name);
}

/** The shop's numbers to which customers pay, as far as they are in force. */
export async function merchantNumbersInForce(
  place: Pick<Place, 'folder' | 'till'>,
  settings: SettingsData,
  state: Pick<State, 'technical'>,
): Promise<readonly MerchantNumber[]> {
  const all = merchantNumbersIn(settings.merchantNumbers ?? {});
  const isInForce = all.length === 0 ? () => false : await inForce(place, settings, state);
  return all.filter(({networkId}) => isInForce(`merchantNumbers.${networkId}`));
}

/** Signs the settings the first time, or again if they are in force. Changes from outside Duka are left for a person to accept. */
export async function signUnchanged(
  place: Signing,
  settings: SettingsData,
  {standing, state}: {readonly standing: SettingsStanding; readonly state: Pick<State, 'technical'>},
) {
  const isInForce = (state.technical.settings ?? settingsDigest(settings)) === settingsDigest(settings);
  if (isInForce && (standing.kind === 'first' || standing.kind === 'sign-again'))
    await writeSigned(place, watchedIn(settings));
}

/** A new till begins with the settings in force at the till that worked last, signed if they were signed there. */
export async function carrySettingsOver(
  {from, to}: {readonly from: Pick<Place, 'folder' | 'till'>; readonly to: Signing},
  {technical: {settings: sha256}}: Pick<State, 'technical'>,
  record: (data: EventData<'settings-carried-over'>) => Promise<unknown>,
): Promise<void> {
  if (sha256 === undefined) return;
  const key = await storedKey(from.folder).catch(() => undefined);
  const signed = key && (await readSigned({...from, publicKey: key.publicKey}));
  await record({from: from.till, sha256});
  if (signed?.digest === sha256) await writeSigned(to, signed.settings);
}

/** A change in the form for the journal. Text that was written into the file by hand is cleaned, and card numbers are hidden. */
export function changesToWrite(changes: readonly SettingChange[]): EventData<'settings-changed'>['changes'] {
  const clean = (value: string | null) => (value === null ? null : cleanText(hideCardNumbers(value), 300));
  return changes.map(({name, from, to}) => ({
    name: cleanText(hideCardNumbers(name), 100),
    from: clean(from),
    to: clean(to),
  }));
}

/** The names of the changed settings for a sentence; a dash if none is known. */
export const namesOf = (changes: readonly SettingChange[]): string =>
  changesToWrite(changes)
    .map(({name}) => name)
    .join(', ') || '-';

export function bookOf({book}: TillContext): SettingsBook {
  if (book === undefined) throw new Error('a till without a home');
  return book;
}

/** The standing of this till's settings, from the file as it is now. */
export async function settingsNow(context: TillContext): Promise<SettingsStanding> {
  const {settings, state} = context;
  const {home, publicKey} = bookOf(context);
  return standingOf({...settings, publicKey}, await home.readAgain(), state);
}

/** The file with the key of PINs that is in force, whatever somebody else has put into the settings; `isKnown` is false if nobody knows it. */
export async function pinKeyFileInForce({settings, state, book}: Pick<TillContext, 'settings' | 'state' | 'book'>) {
  if (book === undefined) return {keyFile: undefined, isKnown: true};
  const {home, publicKey} = book;
  const standing = await standingOf({...settings, publicKey}, home.read(), state);
  const changes = standing.kind === 'changed' ? standing.changes : undefined;
  const changed = changes?.find(({name}) => name === 'pinKeyFile');
  const before = jsonIn(changed?.from ?? 'null');
  const keyFile = changed === undefined ? home.read().pinKeyFile : typeof before === 'string' ? before : undefined;
  return {keyFile, isKnown: changes?.length !== 0};
}

export type SettingsPage = {readonly settings: readonly SettingRow[]; readonly standing: SettingsStanding};

/** Every setting that may be useful to a person, with who changed it last, and the standing of all of them. */
export async function readSettings(context: TillContext): Promise<SettingsPage> {
  const standing = await settingsNow(context);
  const written = bookOf(context).home.read();
  const shown = shownSettings(written, standing, context.settings, context.state.technical.settingsBy);
  return {standing, settings: settingRows(written, shown, context.settings, context.settings.outside)};
}

type SettingSaid = {
  readonly name: string;
  readonly value: string | undefined;
  /** Throws `Problem` for shortcuts of the shop that its screens cannot have. */
  readonly checkKeys?: (shortcuts: Readonly<Record<string, readonly string[]>>) => unknown;
};

/**
 * Sets one setting, or removes it. The change is recorded before it is made, and then signed. Throws `Problem` setting-unknown,
 * setting-invalid, text-has-card, logo-unusable, settings-changed-outside, country-held and pin-key-missing, as `countryNamed` and the check of rights do, and as `configure`
 * does for settings with which the till could not be opened. If it throws one of these, nothing was changed.
 */
export async function changeSetting(
  context: TillContext,
  {name, value, checkKeys}: SettingSaid,
): Promise<readonly SettingChange[]> {
  if (value !== undefined && holdsCardNumber(value)) throw new Problem('text-has-card');
  if (name === 'receipt.logo' && value !== undefined) {
    const {readPicture} = await import('../print/picture.js');
    await readPicture(value);
  }
  const said = name === 'country' && value !== undefined ? await countrySaid(value, context) : value;
  return withMutex(context, async () => {
    const {home} = bookOf(context);
    const standing = await settingsNow(context);
    if (isWatched(name) && standing.kind === 'changed')
      throw new Problem('settings-changed-outside', {names: namesOf(standing.changes)}); // the changes from outside would be signed, too
    const before = home.read();
    const next = withSetting(before, name, said, context.settings);
    checkCountry(context, {from: context.settings.country, to: home.check(next).country});
    const top = (name.split('.')[0] ?? '') as Setting;
    // Checked only for the shortcuts, because for another setting the problem would be about something else.
    if (top === 'shortcuts') await checkKeys?.(next.shortcuts ?? {});
    const {pinKeyFile} = next;
    const place = {folder: context.settings.folder, disk: context.disk};
    if (top === 'pinKeyFile') await checkKeyFile(place, pinKeyFile);
    const changes = settingChanges(watchedIn(before), watchedIn(next));
    if (changes.length > 0) await writeDown(context, watchedIn(next), changes);
    if (top === 'pinKeyFile' && pinKeyFile !== undefined) await makeKeyFile(place, pinKeyFile);
    await home.change(now => ({[top]: withSetting(now, name, said, context.settings)[top]}));
    if (changes.length > 0) await writeSigned({...context.settings, sign: context.sign}, watchedIn(next));
    return changes;
  });
}

/** Returns the two letters of a country that may be called by its name in any of the languages. */
async function countrySaid(typed: string, {settings}: TillContext): Promise<string> {
  await loadMessages(...languages);
  return countryNamed(typed, settings.language);
}

/** No other country once a till of the profile has sold: prices, drawer and books are in its currency. Throws `Problem` country-held. */
function checkCountry({settings, state}: TillContext, {from, to}: {readonly from: string; readonly to: string}): void {
  const {profile, till, tillsInHome} = settings;
  const isOfOther = (path: string) => path.startsWith(`${profile}/`) && path !== `${profile}/${till}`;
  const hasSold = state.lastReference !== undefined || tillsInHome?.().some(isOfOther) === true;
  if (from !== to && hasSold) throw new Problem('country-held', {country: from, other: to});
}

/** The owner allows these values in place of settings, besides those that were allowed before. Throws as the check of rights does. */
export async function allowOutside(context: TillContext, values: readonly OutsideValue[]): Promise<void> {
  await withMutex(context, () => allowAlso(context, values));
}

/** Does the same for a caller that holds the mutex. */
export async function allowAlso(context: TillContext, values: readonly OutsideValue[]): Promise<void> {
  const named = new Map(Object.entries(context.state.technical.allowed ?? {}));
  for (const {name, value} of values) named.set(name, value);
  await allowOnly(context, named);
}

async function allowOnly(context: TillContext, named: ReadonlyMap<string, string>): Promise<void> {
  const allowed = [...named].map(([name, value]) => ({name, value}));
  await perform(context, () => [{type: 'settings-allowed', data: {allowed}}], undefined);
}

/** The owner accepts and signs the settings; returns what had changed. Throws `Problem` country-held, and as the check of rights. */
export async function acceptSettings(context: TillContext): Promise<readonly SettingChange[]> {
  return withMutex(context, async () => {
    const standing = await settingsNow(context);
    const changes = standing.kind === 'changed' ? standing.changes : [];
    const now = watchedIn(bookOf(context).home.read());
    const from = jsonIn(changes.find(({name}) => name === 'country')?.from ?? '');
    if (typeof from === 'string') checkCountry(context, {from, to: context.settings.country});
    await writeDown(context, now, changes);
    if (Object.keys(context.state.technical.allowed ?? {}).length > 0) await allowOnly(context, new Map());
    await writeSigned({...context.settings, sign: context.sign}, now);
    return changes;
  });
}

async function writeDown(context: TillContext, now: WatchedSettings, changes: readonly SettingChange[]): Promise<void> {
  const data = {by: 'owner', changes: changesToWrite(changes), sha256: digestOf(now)} as const;
  await perform(context, () => [{type: 'settings-changed', data}], undefined);
}
