import {momentText} from '../day/business-day.js';
import {countryName, languageFor, usualLanguage} from '../market/markets.js';
import {isLanguage, type Language, type Messages, messages} from '../messages/messages.js';
import {unnamed} from '../staff/name.js';
import {jsonIn} from '../text/json.js';
import {cleanText} from '../text/text.js';
import {type SettingPage, settingFacts, settingNames, settingPages, settingSpec, yesOrNo} from './setting-table.js';
import {type AmountPlace, settingForm, wordsOf} from './setting-words.js';
import type {SettingAuthor, SettingAuthors} from './technical.js';

/** The settings whose change can cost money, by name, such as `printer.address`. Values are JSON; of a secret, a digest. */
export type WatchedSettings = Readonly<Record<string, string>>;

export const isTillsOwn = (name: string): boolean => settingFacts(name)?.by === 'till';
/** A setting that this version does not know is watched, too. */
export const isWatched = (name: string): boolean => settingFacts(name)?.by === undefined;
export const isSecret = (name: string): boolean => settingFacts(name)?.isSecret === true || name === mailPassword;

/** What is set beside the settings, in a file of its own, but shown and typed as one of them. */
export const mailPassword = 'mail.password';

type Plain = {readonly [name: string]: unknown};
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every value that is set by its name, with the parts of a group such as `printer.address`. */
const partsOf = (settings: object): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(settings)
    .flatMap(([name, value]) =>
      isPlain(value)
        ? Object.entries(value).map(([part, each]) => [`${name}.${part}`, each] as const)
        : [[name, value] as const],
    )
    .filter(([, value]) => value !== undefined);

/** Returns the watched part of `settings.json`. `digest` must return a text from which a secret cannot be recovered. */
export function watchedOf(settings: object, digest: (text: string) => string): WatchedSettings {
  const values = partsOf(settings)
    .filter(([name]) => isWatched(name))
    .map(([name, value]) => {
      const text = JSON.stringify(value);
      return [name, isSecret(name) ? secretDigest(name, text, digest) : text] as const;
    });
  return Object.fromEntries(values.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the text by which a secret value, as JSON, is recorded. */
export const secretDigest = (path: string, text: string, digest: (text: string) => string): string =>
  JSON.stringify(`sha256:${digest(`${path} ${text}`).slice(0, 16)}`);

/** A value that is in force in place of a setting, by the name of the setting, as JSON. `till` is a till that is new in its home. */
export type OutsideValue = {readonly name: string; readonly value: string};

/** Returns the values that nobody has allowed. `allowed` has the values that somebody with the right `settings` has, by name. */
export const notAllowed = <T extends OutsideValue>(
  values: readonly T[],
  allowed: Readonly<Record<string, string>> = {},
): readonly T[] => values.filter(({name, value}) => !Object.hasOwn(allowed, name) || allowed[name] !== value);

/** Returns the same text for the same values, whatever their order in the file. */
export function canonicalSettings(watched: WatchedSettings): string {
  const names = Object.keys(watched).sort();
  return JSON.stringify(names.map(name => [name, watched[name]]));
}

/** Returns the text of the settings that a till signs. */
export const settingsWords = (till: string, watched: WatchedSettings): string =>
  `DUKASETTINGS1\n${till}\n${canonicalSettings(watched)}`;

export type SettingChange = {readonly name: string; readonly from: string | null; readonly to: string | null};

/** Returns the values that have changed, by name. `from` or `to` is null if there was, or is, no value. */
export function settingChanges(before: WatchedSettings, now: WatchedSettings): readonly SettingChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return names
    .map(name => ({name, from: valueIn(before, name), to: valueIn(now, name)}))
    .filter(({from, to}) => from !== to);
}

const valueIn = (watched: WatchedSettings, name: string): string | null =>
  Object.hasOwn(watched, name) ? (watched[name] ?? null) : null;

/** What is known about the settings when a till is opened. Digests are of `canonicalSettings`. */
type SettingsKnown = {
  /** What the till has signed, with its digest; undefined if there is no signature, or it is not by the till's key. */
  readonly signed: {readonly settings: WatchedSettings; readonly digest: string} | undefined;
  readonly now: WatchedSettings;
  readonly digestNow: string;
  /** The digest of the settings that a line of the journal has put in force; undefined if none has. */
  readonly inForce: string | undefined;
  /** The digest of the settings that were last recorded as changed from outside; undefined if none were since. */
  readonly outside: string | undefined;
};

/**
 * The standing of the settings: in force and signed as they are, in a home in which none are in force yet, in force but not signed as they
 * are, or changed by somebody else. `changes` is empty if what was in force is not known. `isNews`: the journal does not have the change yet.
 */
export type SettingsStanding =
  | {readonly kind: 'as-signed' | 'first' | 'sign-again'}
  | {readonly kind: 'changed'; readonly changes: readonly SettingChange[]; readonly isNews: boolean};

/**
 * Only the journal says which settings are in force: those of its first start, or the last ones that an owner has put in force. What the
 * till has signed gives their values, and stands in for the journal only until its first line.
 */
export function settingsStanding({signed, now, digestNow, inForce, outside}: SettingsKnown): SettingsStanding {
  const known = inForce ?? signed?.digest;
  if (known === undefined) return {kind: 'first'};
  if (known === digestNow) return {kind: signed?.digest === digestNow ? 'as-signed' : 'sign-again'};
  const changes = signed?.digest === known ? settingChanges(signed.settings, now) : [];
  return {kind: 'changed', changes, isNews: outside !== digestNow};
}

/** Whether somebody else has changed this setting or a part of it, or may have. */
export const isChangedOutside = (standing: SettingsStanding, setting: string): boolean =>
  standing.kind === 'changed' &&
  (standing.changes.length === 0 || standing.changes.some(({name}) => name.split('.')[0] === setting));

/** Whether this value was changed after the till had signed it, or may have been. */
export const isValueChanged = (standing: SettingsStanding, path: string): boolean =>
  standing.kind === 'changed' && (standing.changes.length === 0 || standing.changes.some(({name}) => name === path));

type ShownSetting = {
  readonly name: string;
  /** Undefined if it is not set. For a secret, only dots. */
  readonly text: string | undefined;
  /** Who changed it last, as far as the journal knows; undefined if it was changed outside since. */
  readonly author: SettingAuthor | undefined;
  readonly isChangedOutside: boolean;
};

/** Returns the settings that are set, with the parts of a group such as `printer.address`, and who changed each of them last. */
export function shownSettings(
  settings: object,
  standing: SettingsStanding,
  place: AmountPlace,
  authors: SettingAuthors = {},
): readonly ShownSetting[] {
  const known = new Map(Object.entries(authors));
  return settingValues(settings).map(([name, value]) => {
    const isChangedOutside = isWatched(name) && isValueChanged(standing, name);
    return {
      name,
      text: wordsOf(name, value, place),
      author: isChangedOutside ? undefined : known.get(name),
      isChangedOutside,
    };
  });
}

/** Returns every value by its name, with the parts of a group such as `printer.address`. Dots stand for a secret. */
export const settingValues = (settings: object): readonly (readonly [string, unknown])[] =>
  partsOf(settings).map(([name, value]) => [name, isSecret(name) ? '…' : value] as const);

/** Whether a live till stays closed until the owner accepts settings changed from outside that may send payments elsewhere. */
export function keepsTillClosed(standing: SettingsStanding, profile: string): boolean {
  if (standing.kind !== 'changed' || profile !== 'live') return false;
  const isKeyOfOther = (name: string) => name.startsWith('keys.') && name !== `keys.${profile}`;
  const closes = ({name}: SettingChange) => settingFacts(name)?.closesTill === true && !isKeyOfOther(name);
  return standing.changes.length === 0 || standing.changes.some(closes);
}

type SettingMeaning = {readonly name: string; readonly about: string; readonly example: string | undefined};

/** Returns a setting's meaning by name; undefined if this version does not know it. A group's part has its own or the group's. */
export function settingMeaning(
  name: string,
  words: Messages['setting'],
  place?: AmountPlace,
): SettingMeaning | undefined {
  const said = wordsAt(words, name.split('.'));
  return said && {...said, example: settingForm(name, place)};
}

/** Returns the value that is in force, as a person reads it, safe for the terminal whatever the file contains. */
export function shownValue(
  {name, text, usual, outside}: Pick<SettingRow, 'name' | 'text' | 'usual' | 'outside'>,
  language: Language,
): string {
  const {settingsScreen: words, language: languages} = messages(language);
  const value = outside?.text ?? text ?? (usual === '' ? undefined : usual);
  if (value === undefined) return words.unset;
  if (name === 'country') return cleanText(countryName(value, language), 200);
  if ((name === 'language' || name === 'customerLanguage') && isLanguage(value)) return languages[value];
  const isYesOrNo = settingSpec(name) === yesOrNo;
  return isYesOrNo && (value === 'true' || value === 'false')
    ? words[value === 'true' ? 'yes' : 'no']
    : cleanText(value, 200);
}

/** Returns where that value comes from: a flag or a variable, a person, or nobody; empty if that is not known. */
export function shownOrigin(
  {text, usual, outside, author, isChangedOutside}: SettingRow,
  {settings, settingsScreen, staff}: Pick<Messages, 'settings' | 'settingsScreen' | 'staff'>,
  zone: string,
): string {
  if (outside !== undefined) return outside.from;
  if (isChangedOutside) return settingsScreen.outside;
  if (author === undefined)
    return text === undefined && usual !== undefined && usual !== '' ? settingsScreen.usual : '';
  const when = momentText(Date.parse(author.at), zone);
  return author.person === null
    ? settings.setOutside({when})
    : settings.setBy({person: author.person === unnamed ? staff.roles.cashier : cleanText(author.person, 40), when});
}

type Words = {readonly [part: string]: string | Words};

function wordsAt(
  words: Words,
  [top = '', ...rest]: readonly string[],
): Pick<SettingMeaning, 'name' | 'about'> | undefined {
  const inner = Object.hasOwn(words, top) ? words[top] : undefined;
  if (typeof inner !== 'object') return undefined;
  const {name, about} = inner;
  if (typeof name === 'string' && typeof about === 'string') return {name: [name, ...rest].join(' · '), about};
  return wordsAt(inner, rest);
}

/** A setting of a page: what is written, and what is in force in place of it. */
export type SettingRow = ShownSetting & {
  readonly page: SettingPage;
  /** What is in force if nothing is written. */
  readonly usual: string | undefined;
  /** What a flag or a variable says in place of it. */
  readonly outside: {readonly text: string; readonly from: string} | undefined;
};

/**
 * Returns a row for each setting that a person can set, page by page, and then for what this version does not know. What is typed as a whole,
 * such as `saleCeiling`, is one row, by whoever changed a part of it last.
 */
export function settingRows(
  settings: object,
  shown: readonly ShownSetting[],
  place: AmountPlace,
  outside: readonly (OutsideValue & {readonly from: string})[] = [],
): readonly SettingRow[] {
  const partsOf = (name: string) => shown.filter(each => each.name === name || each.name.startsWith(`${name}.`));
  const known = settingPages.flatMap(page =>
    settingNames().filter(name => settingFacts(name)?.page === page && !isTillsOwn(name)),
  );
  const others = shown.filter(
    ({name}) => !isTillsOwn(name) && !known.some(each => partsOf(each).some(part => part.name === name)),
  );
  const follows: {readonly [name: string]: Language} = {
    language: usualLanguage(place.country),
    customerLanguage: languageFor(place.country, place.language),
  };
  return [...known, ...others.map(({name}) => name)].map(name => {
    const parts = partsOf(name);
    const [own] = parts;
    const {page = 'advanced', usual = follows[name]} = settingFacts(name) ?? {};
    const said = outside.find(each => each.name === name);
    return {
      name,
      page,
      text: own === undefined || own.name === name ? own?.text : wordsOf(name, valueAt(settings, name), place),
      author: parts.flatMap(({author}) => author ?? []).sort((a, b) => (a.at < b.at ? 1 : -1))[0],
      isChangedOutside: parts.some(part => part.isChangedOutside),
      usual: usual === undefined ? undefined : wordsOf(name, usual, place),
      outside: said && {text: isSecret(name) ? '…' : wordsOf(name, jsonIn(said.value), place), from: said.from},
    };
  });
}

function valueAt(settings: object, name: string): unknown {
  const [top = '', ...part] = name.split('.');
  const value = (settings as Plain)[top];
  return part.length === 0 || !isPlain(value) ? value : value[part.join('.')];
}
