import type {Messages} from '../messages/messages.js';
import type {SettingAuthor, SettingAuthors} from './technical.js';

/**
 * What the settings say that can cost somebody money, by the name of each value: `printer.address`. A value is JSON; of a secret it is a
 * digest.
 */
export type WatchedSettings = Readonly<Record<string, string>>;

/** Settings by which no money goes anywhere else: everything else is watched, and so is every setting that is added later. */
const unwatched: ReadonlySet<string> = new Set([
  'person',
  'language',
  'customerLanguage',
  'theme',
  'plain',
  'shortcuts',
]);

/** What the till writes into its settings by itself, and no person has to set. */
const tillsOwn: ReadonlySet<string> = new Set(['till', 'signingKeys', 'profilesUsed']);

const secrets: ReadonlySet<string> = new Set(['keys']);

const topOf = (name: string): string => name.split('.')[0] ?? '';

export const isTillsOwn = (name: string): boolean => tillsOwn.has(topOf(name));
export const isWatched = (name: string): boolean => !unwatched.has(topOf(name)) && !isTillsOwn(name);
export const isSecret = (name: string): boolean => secrets.has(topOf(name));

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

/** A setting as a person is shown it. */
export type ShownSetting = {
  readonly name: string;
  /** Undefined where it is not set; of a secret, that there is one. */
  readonly text: string | undefined;
  /** Who changed it last, of those that the journal knows; undefined where it was changed since. */
  readonly author: SettingAuthor | undefined;
  readonly isChangedOutside: boolean;
};

/** What is set, the parts of a group as `printer.address`, and who changed it last. */
export function shownSettings(
  settings: object,
  standing: SettingsStanding,
  authors: SettingAuthors = {},
): readonly ShownSetting[] {
  const known = new Map(Object.entries(authors));
  return settingValues(settings).map(([name, value]) => {
    const isChangedOutside = isWatched(name) && isValueChanged(standing, name);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return {name, text, author: isChangedOutside ? undefined : known.get(name), isChangedOutside};
  });
}

/** Every value under its name, the parts of a group as `printer.address`; a secret is told by dots. */
export function settingValues(settings: object): readonly (readonly [string, unknown])[] {
  return Object.entries(settings).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
    const parts = isPlain(value)
      ? Object.entries(value).map(([part, each]) => [`${name}.${part}`, each] as const)
      : undefined;
    return (parts ?? [[name, value] as const])
      .filter(([, each]) => each !== undefined)
      .map(([path, each]) => [path, isSecret(path) ? '…' : each] as const);
  });
}

/** Settings by which payments reach somebody else than before. */
const towards: readonly string[] = ['baseUrl', 'serviceHosts', 'keys'];

/** Which of the changes send a live till’s payments elsewhere: with these it does not open before the owner accepts them. */
export function elsewhere(standing: SettingsStanding, profile: string): readonly SettingChange[] {
  if (standing.kind !== 'changed' || profile !== 'live') return [];
  const isKeyOfOther = (name: string) => name.startsWith('keys.') && name !== `keys.${profile}`;
  return standing.changes.filter(({name}) => towards.includes(name.split('.')[0] ?? '') && !isKeyOfOther(name));
}

/** What a setting may be set to, as it is typed, where its name and its sentence do not tell. */
const examples: Readonly<Record<string, string>> = {
  zone: 'Africa/Nairobi',
  dayStartsAt: '04:00',
  country: 'KE',
  customerLanguage: 'sw',
  serviceHosts: '["proxy.example:8443"]',
  returnUrl: 'https://shop.example/paid',
  callbackUrl: 'https://shop.example/reports',
  'backup.folder': '/media/usb',
  'backup.recipients': '["age1…"]',
  authorisedDifference: '{"KES": "50"}',
  quickAmounts: '["50", "100", "250"]',
  tips: '[5, 10, 15]',
  ceilings: '{"SAFARICOM_KE": "70000"}',
  merchantNumbers: '{"SAFARICOM_KE": "till 123456"}',
  saleCeiling: '{"KES": "50000"}',
  taxRates: '[{"name": "VAT", "percent": "16", "default": true}]',
  'printer.address': '192.168.1.9',
  'printer.codePage': 'cp858',
  'mail.host': 'smtp.example.com',
  'mail.from': 'till@example.com',
  'reconciliation.providerZone': 'Africa/Lagos',
  'reconciliation.feeTolerance': '{"KES": "1"}',
  'reconciliation.bankTolerance': '{"KES": "1"}',
  'reconciliation.tariffs': '[{"method": "mobile-money", "currency": "KES", "basisPoints": 150, "fixed": "0"}]',
  'reconciliation.holidays': '["2026-12-25"]',
  'reconciliation.statusWords': '{"SETTLED": "paid"}',
  onPaid: 'notify-send "$DUKA_SENTENCE"',
  cardCurrencies: '["USD", "NGN"]',
  networks: '{"ZM": [{"code": "ZAMZMB", "name": "Zamtel"}]}',
  shortcuts: '{"check": ["c"]}',
};

/** What a setting is for, and what it may be set to as it is typed; undefined of one that this version does not know. */
export type SettingMeaning = {readonly about: string; readonly example: string | undefined};

/** The meaning of a setting by its name; a part of a group has its own or that of the group. */
export function settingMeaning(name: string, words: Messages['setting']): SettingMeaning | undefined {
  const [top = '', ...part] = name.split('.');
  const group = Object.hasOwn(words, top) ? words[top as keyof typeof words] : undefined;
  const about = typeof group === 'object' ? (group as Readonly<Record<string, string>>)[part.join('.')] : group;
  if (about === undefined) return undefined;
  return {about, example: examples[name] ?? examples[top]};
}
