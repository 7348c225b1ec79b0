/**
 * What the settings say that can cost somebody money, by the name of each value: `printer.address`. A value is JSON; of a secret it is a
 * digest.
 */
export type WatchedSettings = Readonly<Record<string, string>>;

/** Settings by which no money goes anywhere else: everything else is watched, and so is every setting that is added later. */
const unwatched: ReadonlySet<string> = new Set([
  'person',
  'language',
  'theme',
  'plain',
  'shortcuts',
  'till',
  'signingKeys',
  'profilesUsed',
]);

const secrets: ReadonlySet<string> = new Set(['keys']);

export const isWatched = (name: string): boolean => !unwatched.has(name.split('.')[0] ?? '');
export const isSecret = (name: string): boolean => secrets.has(name.split('.')[0] ?? '');

type Plain = {readonly [name: string]: unknown};
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The watched part of what `settings.json` says. `digest` makes of a secret what does not tell it. */
export function watchedOf(settings: object, digest: (text: string) => string): WatchedSettings {
  const values: [string, string][] = [];
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined || !isWatched(name)) continue;
    const parts: readonly (readonly [string, unknown])[] = isPlain(value)
      ? Object.entries(value).map(([part, each]) => [`${name}.${part}`, each] as const)
      : [[name, value]];
    for (const [path, each] of parts) {
      if (each === undefined) continue;
      const text = JSON.stringify(each);
      values.push([path, isSecret(name) ? JSON.stringify(`sha256:${digest(`${path} ${text}`).slice(0, 16)}`) : text]);
    }
  }
  return Object.fromEntries(values.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The same values have the same text, in whatever order the file has them. */
export function canonicalSettings(watched: WatchedSettings): string {
  const names = Object.keys(watched).sort();
  return JSON.stringify(names.map(name => [name, watched[name]]));
}

/** What a till signs of its settings. */
export const settingsWords = (till: string, watched: WatchedSettings): string =>
  `DUKASETTINGS1\n${till}\n${canonicalSettings(watched)}`;

export type SettingChange = {readonly name: string; readonly from: string | null; readonly to: string | null};

/** What is another value now, by name; null where there was, or is, none. */
export function settingChanges(before: WatchedSettings, now: WatchedSettings): readonly SettingChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return names
    .map(name => ({name, from: valueIn(before, name), to: valueIn(now, name)}))
    .filter(({from, to}) => from !== to);
}

const valueIn = (watched: WatchedSettings, name: string): string | null =>
  Object.hasOwn(watched, name) ? (watched[name] ?? null) : null;

/** What a start knows of the settings. Digests are of `canonicalSettings`. */
export type SettingsKnown = {
  /** What the till has signed; undefined where there is nothing, or not by its key. */
  readonly signed: WatchedSettings | undefined;
  readonly now: WatchedSettings;
  readonly digestNow: string;
  /** The digest that the newest line with one says; undefined where none does. */
  readonly digestInJournal: string | undefined;
};

/**
 * How the settings stand: as they were signed, never signed, signed again (the signature is lost and the journal knows these values), or
 * changed by somebody else. `isNews`: the journal does not know it yet.
 */
export type SettingsStanding =
  | {readonly kind: 'as-signed' | 'first' | 'sign-again'}
  | {readonly kind: 'changed'; readonly changes: readonly SettingChange[]; readonly isNews: boolean};

export function settingsStanding({signed, now, digestNow, digestInJournal}: SettingsKnown): SettingsStanding {
  const isKnown = digestInJournal === digestNow;
  if (signed === undefined) {
    if (digestInJournal === undefined) return {kind: 'first'};
    return isKnown ? {kind: 'sign-again'} : {kind: 'changed', changes: [], isNews: true};
  }
  const changes = settingChanges(signed, now);
  if (changes.length > 0) return {kind: 'changed', changes, isNews: !isKnown};
  // An older file with the signature that was beside it then.
  return isKnown || digestInJournal === undefined ? {kind: 'as-signed'} : {kind: 'changed', changes, isNews: true};
}

/** Whether somebody else has changed this setting or a part of it, or may have. */
export const isChangedOutside = (standing: SettingsStanding, setting: string): boolean =>
  standing.kind === 'changed' &&
  (standing.changes.length === 0 || standing.changes.some(({name}) => name.split('.')[0] === setting));

/** Whether this value was changed since the till has signed it, or may have been. */
export const isValueChanged = (standing: SettingsStanding, path: string): boolean =>
  standing.kind === 'changed' && (standing.changes.length === 0 || standing.changes.some(({name}) => name === path));

/** Settings by which payments reach somebody else than before. */
const towards: readonly string[] = ['baseUrl', 'serviceHosts', 'keys'];

/** Which of the changes send a live till’s payments elsewhere: with these it does not open before the owner accepts them. */
export function elsewhere(standing: SettingsStanding, profile: string): readonly SettingChange[] {
  if (standing.kind !== 'changed' || profile !== 'live') return [];
  const isKeyOfOther = (name: string) => name.startsWith('keys.') && name !== `keys.${profile}`;
  return standing.changes.filter(({name}) => towards.includes(name.split('.')[0] ?? '') && !isKeyOfOther(name));
}
