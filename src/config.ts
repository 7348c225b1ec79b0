import {userInfo} from 'node:os';
import {isAbsolute, join} from 'node:path';
import envPaths from 'env-paths';
import * as z from 'zod';
import type {SettingsData} from '../store/settings.js';
import {hideCardNumbers} from './core/card/numbers.js';
import {checkDayStart, checkZone} from './core/day/business-day.js';
import type {Profile} from './core/journal/event.js';
import type {Country} from './core/market/market.js';
import {
  type AmountRules,
  type MerchantNumber,
  marketOf,
  markets,
  merchantNumbersIn,
  thousandsMarkOf,
} from './core/market/markets.js';
import {isLanguage, type Language} from './core/messages/messages.js';
import {decimalOf} from './core/money/decimal.js';
import {type Currency, isCurrency, type Money, parseAmount} from './core/money/money.js';
import {checkEmail} from './core/payment/order.js';
import {Problem} from './core/problem.js';
import {defaultSettings, type ReconciliationSettings} from './core/reconcile/inputs.js';
import {codePages, type PrinterProfile} from './core/slip/slip.js';
import {unnamed} from './core/staff/person-text.js';
import {readTaxRates, type TaxRate} from './core/ticket/tax-rates.js';

export type Theme = 'auto' | 'light' | 'dark';

/** Everything that was decided before the till opens: flags over environment over settings over defaults. Frozen. */
export type Config = {
  readonly home: string;
  readonly profile: Profile;
  readonly till: string | undefined;
  /** A till that is not in the home yet may be made although others lie there. */
  readonly makesTill: boolean;
  readonly person: string;
  /** Who the settings say is at the till, whatever the line and the environment claim. */
  readonly usualPerson: string;
  readonly shop: string;
  /** The shop's address for receipts; undefined until somebody says it, but in the sandbox. */
  readonly email: string | undefined;
  /** The shop's telephone number for card charges; undefined until somebody says it, but in the sandbox. */
  readonly phone: string | undefined;
  readonly country: Country;
  readonly zone: string;
  readonly dayStartsAt: string;
  readonly language: Language;
  /** Of customers in the shop's country; undefined: the country's. */
  readonly customerLanguage: Language | undefined;
  /** Undefined: the embedded sandbox. */
  readonly baseUrl: string | undefined;
  /** The host with its port of a till that works outside of practice at another than the service's own address. */
  readonly unusualHost: string | undefined;
  readonly key: string | undefined;
  readonly scheme: string;
  readonly returnUrl: string | undefined;
  /** The address of this machine on which a bank's page is served to a phone in the shop; undefined: to this machine alone. */
  readonly listen: string | undefined;
  readonly callbackUrl: string | undefined;
  readonly tenantHeaderOnCards: boolean;
  readonly cards: CardSettings;
  readonly printer: Printer | undefined;
  readonly mail: MailServer | undefined;
  readonly cooldownMinutes: number;
  /** For how long nobody presses a key before a till with staff locks itself. */
  readonly idleLockMinutes: number;
  /** By how much a counted drawer may differ without a second person, in minor units by currency. */
  readonly authorisedDifference: Readonly<Record<string, number>>;
  /** Above it a sale wants a second look, in minor units by currency. */
  readonly saleCeiling: Readonly<Record<string, number>>;
  /** Percentages that customers are offered as a tip; none where the shop takes no tips. */
  readonly tips: readonly number[];
  /** Of what is sold by lines. */
  readonly taxRates: readonly TaxRate[];
  /** The shop's own numbers that customers pay to by themselves; they are shown where the till has signed them alone. */
  readonly merchantNumbers: readonly MerchantNumber[];
  /** How amounts are read, the most of one payment by network, and those that have keys of their own. */
  readonly amounts: AmountRules & {readonly quick: readonly Money[]};
  /** What the owner has set for reconciliation; the rest is usual. */
  readonly reconciliation: Partial<ReconciliationSettings>;
  /** The owner's command for a shop's own bell or speech, for the shell as it stands. */
  readonly onPaid: string | undefined;
  readonly networks: Readonly<Record<string, readonly {readonly code: string; readonly name: string}[]>>;
  /** The shop's own keys by action; the screens know which there are. */
  readonly shortcuts: Readonly<Record<string, readonly string[]>>;
  /** What the terminal's background is said to be. */
  readonly theme: Theme;
  /** Sentences instead of frames: for a screen reader, a braille line, a printing terminal. */
  readonly isPlain: boolean;
  /** Nobody has named the shop yet: the till asks before the first sale. */
  readonly isFirstRun: boolean;
};

/** The shop's own mail server; without `user` it asks nobody who it is. `password` is of the environment, else of a file beside the settings. */
export type MailServer = {
  readonly host: string;
  readonly port: number;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly from: string;
};

/** The shop's printer: its address and what it can do. */
export type Printer = PrinterProfile & {readonly address: string};

/** How the shop takes cards. */
export type CardSettings = {
  /** Whether cards are typed into the till at all. */
  readonly areTyped: boolean;
  /** The first is offered first; `chargedCurrencies` are those of them in which a card can be charged here. */
  readonly currencies: readonly Currency[];
  /** Whether cashiers may take the PIN of a naira card; never in `live`. */
  readonly takesPin: boolean;
  /** Whether the settings let a live till take PINs, which is passed over. */
  readonly isPinIgnored: boolean;
};

/** Flags as the command line gives them; absent ones are undefined. */
export type Flags = Readonly<
  Partial<Record<TextFlag | 'as' | 'approvedBy', string> & {plain: boolean; newTill: boolean; pinStdin: boolean}>
>;
type TextFlag =
  | 'home'
  | 'profile'
  | 'baseUrl'
  | 'till'
  | 'person'
  | 'shop'
  | 'email'
  | 'zone'
  | 'dayStartsAt'
  | 'lang'
  | 'returnUrl'
  | 'listen'
  | 'onPaid';
export type Environment = Readonly<Record<string, string | undefined>>;

const liveAddress = 'https://api.payaza.africa/live';
const serviceOrigin = new URL(liveAddress).origin;
const profileSchema = z.enum(['sandbox', 'test', 'live']);

/** The data folder; known before the settings, which lie in it. One that nobody names never depends on where it starts. */
export function homeOf(flags: Flags, environment: Environment): string {
  return flags.home || environment['DUKA_HOME'] || usualHome();
}

/** Where HOME is empty, the system still knows where this user lives. */
function usualHome(): string {
  const {data} = envPaths('duka', {suffix: ''});
  return isAbsolute(data) ? data : join(userInfo().homedir, data);
}

/**
 * Decides the whole configuration. Throws `Problem` setting-invalid, setting-missing, zone-unknown, country-unknown,
 * home-was-live: a home that was ever test or live never falls back to the sandbox by itself; service-host-refused: a live till
 * asks money of the service alone, or at a host that the owner's settings name; base-url-insecure: the service itself without https.
 */
export function configure(flags: Flags, environment: Environment, settings: SettingsData, systemZone: string): Config {
  const pick = (flag: TextFlag, variable: string, setting?: string): string | undefined =>
    flags[flag] ?? (environment[variable] || undefined) ?? setting;
  const profile = profileOf(pick('profile', 'DUKA_PROFILE'), environment, settings);
  const isSandbox = profile === 'sandbox';
  const zone = zoneOf(pick('zone', 'DUKA_ZONE', settings.zone), {isSandbox, systemZone});
  const country = countryOf(environment['DUKA_COUNTRY'] || settings.country, zone);
  const dayStartsAt = pick('dayStartsAt', 'DUKA_DAY_STARTS_AT', settings.dayStartsAt) ?? '00:00';
  checkDayStart(dayStartsAt);
  const language = languageOf(pick('lang', 'DUKA_LANG', settings.language), country);
  const shop = withoutCard('DUKA_SHOP', pick('shop', 'DUKA_SHOP', settings.shop));
  const baseUrl = pick('baseUrl', 'DUKA_BASE_URL', settings.baseUrl) ?? (isSandbox ? undefined : liveAddress);
  return Object.freeze({
    home: homeOf(flags, environment),
    profile,
    till: tillOf(pick('till', 'DUKA_TILL', settings.till?.[profile])),
    makesTill: flags.newTill === true,
    ...personsOf(pick('person', 'DUKA_PERSON'), settings),
    shop: shop ?? 'Duka',
    email:
      withoutCard('DUKA_EMAIL', pick('email', 'DUKA_EMAIL', settings.email)) ??
      (isSandbox ? 'shop@example.com' : undefined),
    phone: (environment['DUKA_PHONE'] || settings.phone) ?? (isSandbox ? '254700000000' : undefined),
    country,
    zone,
    dayStartsAt,
    language,
    customerLanguage: customersIn(settings),
    baseUrl,
    unusualHost: isSandbox ? undefined : unusualHostOf(baseUrl, profile, settings),
    key: environment['DUKA_API_KEY'] || (isSandbox ? undefined : settings.keys?.[profile]),
    scheme: environment['DUKA_SCHEME'] || settings.scheme || 'Payaza',
    returnUrl: pick('returnUrl', 'DUKA_RETURN_URL', settings.returnUrl),
    listen: flags.listen,
    callbackUrl: environment['DUKA_CALLBACK_URL'] || settings.callbackUrl,
    tenantHeaderOnCards: settings.tenantHeaderOnCards ?? false,
    cards: cardsOf(settings, profile),
    printer: printerOf(settings.printer),
    mail: mailOf(settings.mail, environment),
    authorisedDifference: byCurrency('authorisedDifference', settings),
    saleCeiling: byCurrency('saleCeiling', settings),
    taxRates: readTaxRates(settings.taxRates ?? []),
    tips: settings.tips ?? [],
    merchantNumbers: merchantNumbersIn(settings.merchantNumbers ?? {}),
    amounts: amountsOf(settings, country, language),
    reconciliation: reconciliationOf(settings.reconciliation ?? {}),
    cooldownMinutes: settings.cooldownMinutes ?? 10,
    idleLockMinutes: settings.idleLockMinutes ?? 2,
    onPaid: pick('onPaid', 'DUKA_ON_PAID', settings.onPaid),
    networks: settings.networks ?? {},
    shortcuts: settings.shortcuts ?? {},
    theme: themeOf(settings.theme),
    isPlain: flags.plain ?? settings.plain ?? environment['INK_SCREEN_READER'] === 'true',
    isFirstRun: shop === undefined,
  });
}

/** Who is at the till: as is claimed for one run, and as the settings say. */
function personsOf(claimed: string | undefined, settings: SettingsData): Pick<Config, 'person' | 'usualPerson'> {
  const usualPerson = withoutCard('DUKA_PERSON', settings.person) ?? unnamed;
  return {person: withoutCard('DUKA_PERSON', claimed) ?? usualPerson, usualPerson};
}

/** What is written beside payments holds no card number. */
function withoutCard(name: string, value: string | undefined): string | undefined {
  const hidden = hideCardNumbers(value ?? '');
  if (hidden !== (value ?? '')) throw new Problem('setting-invalid', {name, value: hidden});
  return value;
}

function profileOf(asked: string | undefined, environment: Environment, settings: SettingsData): Profile {
  const said = asked ?? settings.profile ?? profileOfKey(environment);
  const wasReal = settings.profilesUsed?.some(used => used !== 'sandbox') === true;
  if (said === undefined || (asked === undefined && said === 'sandbox')) {
    if (wasReal)
      throw new Problem('home-was-live', {profile: settings.profilesUsed?.includes('live') ? 'live' : 'test'});
    return 'sandbox';
  }
  const parsed = profileSchema.safeParse(said);
  if (!parsed.success) throw new Problem('setting-invalid', {name: 'DUKA_PROFILE', value: said});
  return parsed.data;
}

/** The service tells its keys apart in their text; a test key for an address on this machine is the sandbox's. */
function profileOfKey({DUKA_API_KEY: key, DUKA_BASE_URL: url}: Environment): Profile | undefined {
  if (!key) return undefined;
  if (key.includes('PKLIVE')) return 'live';
  return url !== undefined && /^http:\/\/(127\.|localhost|\[::1\])/.test(url) ? undefined : 'test';
}

/** An address that is none is for the client to refuse. */
function unusualHostOf(baseUrl = '', profile: Profile, {serviceHosts = []}: SettingsData): string | undefined {
  const url = URL.parse(baseUrl);
  if (url === null || url.origin === serviceOrigin) return undefined;
  if (profile === 'live' && !serviceHosts.includes(url.host)) {
    // The service itself, in the clear: no host is to be named.
    if (url.protocol === 'http:' && url.host === new URL(serviceOrigin).host)
      throw new Problem('base-url-insecure', {url: url.origin});
    throw new Problem('service-host-refused', {host: url.host, service: serviceOrigin});
  }
  return url.host;
}

function zoneOf(said: string | undefined, {isSandbox, systemZone}: {isSandbox: boolean; systemZone: string}): string {
  if (said === undefined && !isSandbox) throw new Problem('setting-missing', {name: 'DUKA_ZONE'});
  const zone = said ?? systemZone;
  checkZone(zone);
  return zone;
}

function countryOf(said: string | undefined, zone: string): Country {
  if (said !== undefined) return marketOf(said.toUpperCase()).country;
  return markets.find(market => market.zone === zone)?.country ?? 'KE';
}

function languageOf(said: string | undefined, country: Country): Language {
  return said === undefined ? marketOf(country).language : spokenIn('DUKA_LANG', said);
}

const customersIn = ({customerLanguage: said}: SettingsData): Language | undefined =>
  said === undefined ? undefined : spokenIn('customerLanguage', said);

function spokenIn(name: string, said: string): Language {
  if (!isLanguage(said)) throw new Problem('setting-invalid', {name, value: said});
  return said;
}

function printerOf(said: SettingsData['printer']): Printer | undefined {
  if (said === undefined) return undefined;
  const {address, columns = 48, codePage: page = 'cp858', cut = true, drawer = false, qr = 'native'} = said;
  const codePage = codePages.find(known => known === page);
  if (codePage === undefined) throw new Problem('setting-invalid', {name: 'printer.codePage', value: page});
  return {address, columns, codePage, cut, drawer, qr};
}

function mailOf(said: SettingsData['mail'], environment: Environment): MailServer | undefined {
  const {host, port = 587, user, from} = said ?? {};
  if (host !== undefined && !/^[\w.:-]+$/.test(host))
    throw new Problem('setting-invalid', {name: 'mail.host', value: host});
  if (host === undefined || from === undefined) return undefined; // they are set one after the other
  return {host, port, user, password: environment['DUKA_MAIL_PASSWORD'] || undefined, from: checkEmail(from)};
}

function byCurrency(
  name: 'authorisedDifference' | 'saleCeiling',
  {[name]: amounts = {}}: SettingsData,
): Readonly<Record<string, number>> {
  const read = Object.entries(amounts).map(([currency, amount]) => {
    if (!isCurrency(currency)) throw new Problem('setting-invalid', {name, value: currency});
    return [currency, amountOf(name, amount, currency).minor] as const;
  });
  return Object.fromEntries(read);
}

function amountsOf(
  {quickAmounts = [], ceilings = {}}: SettingsData,
  country: Country,
  language: Language,
): Config['amounts'] {
  const networks = markets.flatMap(market => market.networks.map(({id}) => ({id, currency: market.currency})));
  const most = Object.entries(ceilings).map(([id, amount]) => {
    const network = networks.find(each => each.id === id);
    if (network === undefined) throw new Problem('setting-invalid', {name: 'ceilings', value: id});
    return [id, amountOf('ceilings', amount, network.currency)] as const;
  });
  return {
    thousandsMark: thousandsMarkOf(country, language),
    ceilings: Object.fromEntries(most),
    quick: quickAmounts.map(amount => amountOf('quickAmounts', amount, marketOf(country).currency)),
  };
}

/** An amount in a setting. Throws `Problem` setting-invalid. */
function amountOf(name: string, amount: string, currency: Currency): Money {
  try {
    return parseAmount(amount, currency);
  } catch {
    throw new Problem('setting-invalid', {name, value: amount});
  }
}

function reconciliationOf(said: NonNullable<SettingsData['reconciliation']>): Partial<ReconciliationSettings> {
  const {providerZone, feeTolerance = {}, bankTolerance = {}, tariffs = [], holidays = []} = said;
  if (providerZone !== undefined) checkZone(providerZone);
  const fixed = tariffs.map(tariff => tariff.fixed);
  for (const amount of [...Object.values(feeTolerance), ...Object.values(bankTolerance), ...fixed]) {
    if (decimalOf(amount) === undefined) throw new Problem('setting-invalid', {name: 'reconciliation', value: amount});
  }
  for (const day of holidays) {
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Problem('setting-invalid', {name: 'reconciliation', value: day});
  }
  const given = Object.entries(said).filter(
    ([name, value]) => Object.hasOwn(defaultSettings, name) && value !== undefined,
  );
  return Object.fromEntries(given) as Partial<ReconciliationSettings>;
}

/** The service charges cards in naira and in dollars alone (documented). A keyboard is no device for the PIN of a real card. */
function cardsOf({typedCards, cardPin, cardCurrencies}: SettingsData, profile: Profile): CardSettings {
  // No country of the till has naira of its own: outside of practice dollars come first.
  const usual = profile === 'sandbox' ? ['NGN', 'USD'] : ['USD', 'NGN'];
  const currencies = (cardCurrencies ?? usual).map(text => {
    if (!isCurrency(text)) throw new Problem('setting-invalid', {name: 'cardCurrencies', value: text});
    return text;
  });
  const isLive = profile === 'live';
  const takesPin = !isLive && (cardPin ?? profile === 'sandbox');
  return {areTyped: typedCards ?? true, currencies, takesPin, isPinIgnored: isLive && cardPin === true};
}

function themeOf(said: string | undefined): Theme {
  const parsed = z.enum(['auto', 'light', 'dark']).default('auto').safeParse(said);
  if (!parsed.success) throw new Problem('setting-invalid', {name: 'theme', value: said ?? ''});
  return parsed.data;
}

function tillOf(said: string | undefined): string | undefined {
  if (said !== undefined && !/^[A-Z0-9]{1,3}$/.test(said))
    throw new Problem('setting-invalid', {name: 'DUKA_TILL', value: said});
  return said;
}
