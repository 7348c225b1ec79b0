import type {Settings} from '../../store/settings.js';
import {type Config, configure, type Environment, type Flags} from '../config.js';
import {checkZone} from '../core/business-day.js';
import type {Profile} from '../core/event.js';
import {fieldReader} from '../core/form.js';
import {type Country, marketOf} from '../core/markets.js';
import {checkEmail} from '../core/order.js';
import {Problem} from '../core/problem.js';
import type {Language} from '../core/words/fill.js';
import {openHome} from './home.js';
import {type OpenTill, openTill, type Surroundings} from './open.js';

/** What a new shop is asked once, as typed. */
export type FirstRun = {
  readonly shop: string;
  readonly email: string;
  readonly country: string;
  readonly zone: string;
  readonly profile: Profile;
  /** The public key of the service; not asked in the sandbox. */
  readonly key: string;
};
export type FirstRunField = keyof FirstRun;
export type FirstRunProblems = Readonly<Partial<Record<FirstRunField, Problem>>>;

/** What the screens begin with. */
export type Start = {
  readonly language: Language;
  /** How the shop wants its screens. */
  readonly look: Pick<Config, 'shortcuts' | 'theme' | 'isPlain'>;
  /** The answers to begin with; undefined when the shop has been named already. */
  readonly firstRun: FirstRun | undefined;
  /** Checks and keeps the answers; nothing is kept when a field is wrong. */
  readonly keepFirstRun: (answers: FirstRun) => Promise<FirstRunProblems>;
  /** The language for a country, so that the questions follow the answer. */
  readonly languageFor: (country: string) => Language;
  /** Throws `Problem`: see `openTill`, `configure`. */
  readonly open: () => Promise<{config: Config; opened: OpenTill}>;
};

export type StartParts = Omit<Surroundings, 'config' | 'settings'> & {
  readonly flags: Flags;
  readonly environment: Environment;
  readonly systemZone: string;
};

/** Rejects with `Problem` for settings that no answer of the first run could mend. */
export async function prepareStart(parts: StartParts): Promise<Start> {
  const {flags, environment, systemZone} = parts;
  const {settings, decide} = await openHome(parts);
  const isNamed = (flags.shop ?? (environment['DUKA_SHOP'] || settings.read().shop)) !== undefined;
  const config = isNamed
    ? decide()
    : configure(
        {...flags, zone: flags.zone ?? (environment['DUKA_ZONE'] || systemZone)},
        environment,
        settings.read(),
        systemZone,
      );
  const {country, zone, profile, language, shortcuts, theme, isPlain} = config;
  return {
    language,
    look: {shortcuts, theme, isPlain},
    firstRun: isNamed ? undefined : {shop: '', email: settings.read().email ?? '', country, zone, profile, key: ''},
    keepFirstRun: answers => keepFirstRun(answers, settings, environment),
    languageFor: text => (environment['DUKA_LANG'] === undefined ? languageOf(text) : language),
    open: async () => {
      const decided = decide();
      return {config: decided, opened: await openTill({...parts, settings, config: decided}, 'duka')};
    },
  };
}

function languageOf(country: string): Language {
  try {
    return marketOf(country).language;
  } catch {
    return 'en';
  }
}

async function keepFirstRun(
  answers: FirstRun,
  settings: Settings,
  environment: Environment,
): Promise<FirstRunProblems> {
  const {problems, attempt, hasProblems} = fieldReader<FirstRunField>();
  const country = attempt<Country>('country', () => marketOf(answers.country.trim().toUpperCase()).country);
  attempt('zone', () => checkZone(answers.zone.trim()));
  attempt('shop', () => required(answers.shop, 'shop-missing'));
  attempt('email', () => checkShopEmail(answers));
  if (answers.profile !== 'sandbox' && !environment['DUKA_API_KEY']) {
    attempt('key', () => required(answers.key, 'key-missing', {profile: answers.profile, name: 'DUKA_API_KEY'}));
  }
  if (hasProblems() || country === undefined) return problems;
  const {profile, key} = answers;
  const keys =
    profile === 'sandbox' || key.trim() === '' ? {} : {keys: {...settings.read().keys, [profile]: key.trim()}};
  const email = answers.email.trim() === '' ? {} : {email: answers.email.trim()};
  await settings.change({shop: answers.shop.trim(), country, zone: answers.zone.trim(), profile, ...email, ...keys});
  return {};
}

function required(text: string, code: 'shop-missing' | 'key-missing', facts = {}): void {
  if (text.trim() === '') throw new Problem(code, facts);
}

/** In the sandbox an address may be left out: nothing leaves the machine there. */
function checkShopEmail({email, profile}: FirstRun): void {
  const text = email.trim();
  if (text === '' && profile === 'sandbox') return;
  checkEmail(text);
}
