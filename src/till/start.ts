import {type Config, type Environment, type Flags, homeOf} from '../config.js';
import {checkZone} from '../core/day/business-day.js';
import {fieldReader} from '../core/form.js';
import type {Profile} from '../core/journal/schema.js';
import {allMarkets, type Country} from '../core/market/market.js';
import {countryOfZone, languageFor, marketOf, usualLanguage} from '../core/market/markets.js';
import {isLanguage, type Language, languages, loadMessages} from '../core/messages/messages.js';
import {checkEmail} from '../core/payment/order.js';
import {pendingPayments} from '../core/payment/payments.js';
import {Problem} from '../core/problem.js';
import {hasStaff} from '../core/staff/staff.js';
import {type FoundTill, lastOf, tillsIn} from './found-tills.js';
import {type CheckedSettings, openHome} from './home.js';
import {type OpenTill, openTill} from './open.js';
import {openReading, type Surroundings} from './opened-journal.js';

/** A till whose journal is in the home although the settings do not name it. */
export type OfferedTill = FoundTill & {
  /** The number of its pending payments; undefined if its journal cannot be read. */
  readonly open: number | undefined;
  readonly lastDay: string;
  /** The country in which it has sold; undefined if it has not, or if that is not known. */
  readonly country: string | undefined;
  readonly isStaffed: boolean;
};

/** The answers of a new shop to the first questions, as typed. */
export type FirstRun = {
  readonly shop: string;
  readonly email: string;
  readonly country: string;
  /** The till's language and that of its customers; undefined if nobody has chosen one, so that it follows from the country. */
  readonly language: Language | undefined;
  readonly customerLanguage: Language | undefined;
  readonly zone: string;
  readonly profile: Profile;
  /** The public key of the service; not asked for in the sandbox. */
  readonly key: string;
  /** The till to continue with, one of those in the home; empty for a new one. */
  readonly till: string;
};
export type FirstRunField = keyof FirstRun;
export type FirstRunProblems = Readonly<Partial<Record<FirstRunField, Problem>>>;

export type Start = {
  readonly language: Language;
  /** The shop's settings for its screens. */
  readonly look: Pick<Config, 'shortcuts' | 'theme' | 'isPlain'>;
  /** The initial answers; undefined if the shop has a name already, or where people sign in: they change its settings, by their rights. */
  readonly firstRun: FirstRun | undefined;
  readonly offered: readonly OfferedTill[];
  /** Checks and saves the answers. If a field is wrong, nothing is saved. */
  readonly keepFirstRun: (answers: FirstRun) => Promise<FirstRunProblems>;
  /** The till's language for a country if nobody chooses one, so that the questions follow the answer. */
  readonly languageFor: (country: string) => Language;
  /** Opens the till. Throws `Problem` as `openTill` and `configure` do. */
  readonly open: () => Promise<{config: Config; opened: OpenTill}>;
};

export type StartParts = Omit<Surroundings, 'config' | 'settings'> & {
  readonly flags: Flags;
  readonly environment: Environment;
  readonly systemZone: string;
  /** The language and the region of this machine, as in `fr-CI`. */
  readonly systemLocale: string;
};

/** Reads what the screens need to start. Rejects with `Problem` for settings that no answer to the first questions could correct. */
export async function prepareStart(parts: StartParts): Promise<Start> {
  const {flags, environment} = parts;
  const {settings, decide} = await openHome(parts);
  const found = tillsIn(homeOf(flags, environment));
  const read = settings.read();
  const isNamed = (flags.shop ?? (environment['DUKA_SHOP'] || read.shop)) !== undefined;
  const isLost = found.length > 0 && read.profilesUsed === undefined && profileSaid(parts, settings) === undefined;
  const decided = isNamed && !isLost ? decide() : undefined;
  const lacksTill = decided !== undefined && decided.till === undefined && !decided.makesTill;
  const asks = decided === undefined || (lacksTill && found.some(each => each.profile === decided.profile));
  const config = decided ?? decide(firstFlags(parts, settings, found));
  const {zone, profile, language, shortcuts, theme, isPlain, till, makesTill} = config;
  await loadMessages(...(asks ? languages : [language]));
  const isOpen = (one: FoundTill) => !makesTill && till === undefined && read.till?.[one.profile] === undefined;
  const known = asks ? await Promise.all(found.map(one => lookAt(one, parts, {settings, config}))) : [];
  const offered = known.filter(isOpen);
  const isStaffed = decided === undefined && known.some(one => one.isStaffed && !isOpen(one));
  const first = offered.find(one => one.profile === profile)?.till ?? '';
  const shop = isNamed ? config.shop : '';
  const isCountrySaid = (environment['DUKA_COUNTRY'] || read.country) !== undefined;
  const sold = offered.find(one => one.till === first && one.profile === profile)?.country;
  const country = isCountrySaid ? config.country : (sold ?? proposedCountry(zone, parts.systemLocale));
  const isLanguageSaid = (flags.lang ?? (environment['DUKA_LANG'] || read.language)) !== undefined;
  const spoken = (of: string) => (isLanguageSaid ? language : machineLanguage(of, parts.systemLocale));
  const asked = {language: undefined, customerLanguage: undefined, email: read.email ?? '', key: ''};
  let mayMake = makesTill;
  return {
    language,
    look: {shortcuts, theme, isPlain},
    firstRun: asks && !isStaffed ? {...asked, shop, country, zone, profile, till: first} : undefined,
    offered,
    keepFirstRun: async answers => {
      mayMake ||= answers.till === '' && offered.some(each => each.profile === answers.profile);
      const its = offered.find(each => each.profile === answers.profile && each.till === answers.till)?.country;
      if (its !== undefined && its !== answers.country)
        return {country: new Problem('country-held', {country: its, other: answers.country})};
      return keepFirstRun(answers, {settings, environment, spoken: isLanguageSaid ? undefined : spoken});
    },
    languageFor: spoken,
    open: async () => {
      const own = decide({...flags, newTill: mayMake});
      return {config: own, opened: await openTill({...parts, settings, config: own}, 'duka', {by: 'screens'})};
    },
  };
}

/** The flags for a shop without a name: the time zone of its journals or of this machine, and the profile of the journals in its home. */
function firstFlags(
  {flags, environment, systemZone}: StartParts,
  settings: CheckedSettings,
  found: readonly FoundTill[],
): Flags {
  const [first] = found;
  const earlier = first && lastOf('zone', homeOf(flags, environment), first);
  const zone = flags.zone ?? (environment['DUKA_ZONE'] || settings.read().zone || earlier || systemZone);
  const profile = profileSaid({flags, environment}, settings) ?? first?.profile;
  return profile === undefined ? {...flags, zone} : {...flags, zone, profile};
}

const profileSaid = ({flags, environment}: Pick<StartParts, 'flags' | 'environment'>, settings: CheckedSettings) =>
  flags.profile ?? (environment['DUKA_PROFILE'] || settings.read().profile);

/** What a person must know about a till to choose it. A till whose journal cannot be read is offered as well. */
async function lookAt(
  found: FoundTill,
  parts: StartParts,
  {settings, config}: {readonly settings: CheckedSettings; readonly config: Config},
): Promise<OfferedTill> {
  try {
    const {state, journal} = await openReading({...parts, settings, config: {...config, ...found}});
    const last = state.payments.get(state.lastReference ?? '') ?? [...state.payments.values()].at(-1);
    const home = {
      ...found,
      open: pendingPayments(state).length,
      lastDay: journal.tail().segment,
      country: last?.request.country,
      isStaffed: hasStaff(state.staff),
    };
    await journal.close();
    return home;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {...found, open: undefined, lastDay: '', country: undefined, isStaffed: false};
  }
}

/** Returns the country that a machine seems to be in. One that was never told anything says UTC and American English. */
function proposedCountry(zone: string, locale: string): string {
  const {language, region} = new Intl.Locale(locale);
  const isTold = `${language}-${region}` !== 'en-US' && allMarkets.some(({country}) => country === region);
  return countryOfZone(zone) ?? (isTold && region ? region : 'KE');
}

/** Returns the language of the machine if it is one of a country's, and else the country's. */
function machineLanguage(country: string, locale: string): Language {
  const {language} = new Intl.Locale(locale);
  return isLanguage(language) ? languageFor(country, language) : usualLanguage(country);
}

type Keeping = {
  readonly settings: CheckedSettings;
  readonly environment: Environment;
  /** The language for a country; undefined if the settings or the environment name one. */
  readonly spoken: ((country: string) => Language) | undefined;
};

/** Saves the answers. A language that follows from the country is not written, so that it goes with the country. */
async function keepFirstRun(answers: FirstRun, {settings, environment, spoken}: Keeping): Promise<FirstRunProblems> {
  const {profile, key, till, customerLanguage} = answers;
  const mayLackKey = Boolean(environment['DUKA_API_KEY'] || (profile !== 'sandbox' && settings.read().keys?.[profile]));
  const problems = checkFirstRun(answers, mayLackKey);
  if (Object.keys(problems).length > 0) return problems;
  const {country} = marketOf(answers.country.trim().toUpperCase());
  const language = answers.language ?? spoken?.(country);
  const isOwn = answers.language === undefined && language === usualLanguage(country);
  const email = answers.email.trim() === '' ? {} : {email: answers.email.trim()};
  await settings.change(now => ({
    shop: answers.shop.trim(),
    country,
    zone: answers.zone.trim(),
    profile,
    ...email,
    ...(language && !isOwn && {language}),
    ...(customerLanguage && {customerLanguage}),
    ...(profile === 'sandbox' || key.trim() === '' ? {} : {keys: {...now.keys, [profile]: key.trim()}}),
    ...(till === '' ? {} : {till: {...now.till, [profile]: till}}),
  }));
  return {};
}

/** The problems of the answers, by field. `mayLackKey` is true if the service's key is known already, or cannot be known here. */
export function checkFirstRun(answers: FirstRun, mayLackKey: boolean): FirstRunProblems {
  const {problems, attempt} = fieldReader<FirstRunField>();
  const {profile} = answers;
  attempt<Country>('country', () => marketOf(answers.country.trim().toUpperCase()).country);
  attempt('zone', () => checkZone(answers.zone.trim()));
  attempt('shop', () => required(answers.shop, new Problem('shop-missing')));
  attempt('email', () => checkShopEmail(answers));
  if (profile !== 'sandbox' && !mayLackKey)
    attempt('key', () => required(answers.key, new Problem('key-missing', {profile}, {name: 'DUKA_API_KEY'})));
  return problems;
}

function required(text: string, missing: Problem): void {
  if (text.trim() === '') throw missing;
}

/** In the sandbox the address may be left out, because nothing leaves the machine there. */
function checkShopEmail({email, profile}: FirstRun): void {
  const text = email.trim();
  if (text === '' && profile === 'sandbox') return;
  checkEmail(text);
}
