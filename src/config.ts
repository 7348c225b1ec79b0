import {createHash} from 'node:crypto';
import {isAbsolute, relative, resolve, sep} from 'node:path';
import {checkDayStart, checkZone} from './core/day/business-day.js';
import {labelPatternOf, type ScannerSettings} from './core/item/code.js';
import type {LabelPattern} from './core/item/list.js';
import {isTillName} from './core/journal/reference.js';
import {type Profile, profile as profileSpec} from './core/journal/schema.js';
import type {Country} from './core/market/market.js';
import {
  type AmountRules,
  allMarkets,
  amountMarksOf,
  languageFor,
  type MerchantNumber,
  marketOf,
  markets,
  merchantNumbersIn,
  usualCountry,
  usualLanguage,
} from './core/market/markets.js';
import {isLanguage, type Language} from './core/messages/messages.js';
import {decimalOf} from './core/money/decimal.js';
import {type Currency, isCurrency, type Money, parseAmount} from './core/money/money.js';
import {checkEmail} from './core/payment/order.js';
import type {ShopOnSlip} from './core/present/receipt.js';
import {Problem} from './core/problem.js';
import {defaultSettings, type ReconciliationSettings} from './core/reconcile/rows/inputs.js';
import {isLoopback, type PageParameters, usualPageParameters} from './core/service/answer.js';
import {codePages, type PrinterProfile} from './core/slip/slip.js';
import {isValid} from './core/spec/check.js';
import {unnamed} from './core/staff/name.js';
import {needsSentences} from './core/technical/environment.js';
import {
  everySetting,
  type PlainSettings,
  plainSettings,
  type Setting,
  type SettingsData,
  settingFacts,
  type settingTable,
} from './core/technical/setting-table.js';
import {isSecret, isWatched, type OutsideValue, secretDigest} from './core/technical/settings.js';
import {hideCardNumbers} from './core/text/card-numbers.js';
import {readTaxRates, type TaxRate} from './core/ticket/line.js';
import {usualHome} from './runtime/home-folder.js';

const themes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/**
 * Everything that is decided before the till opens. Flags take precedence over the environment, the environment over the settings, and the
 * settings over the defaults. Frozen.
 */
export type Config = PlainSettings & {
  readonly home: string;
  readonly profile: Profile;
  readonly till: string | undefined;
  /** Whether a till that the home does not have yet may be made although the home has others. */
  readonly makesTill: boolean;
  readonly person: string;
  readonly shop: string;
  /** The shop's address for receipts; undefined until it is set, except in the sandbox. */
  readonly email: string | undefined;
  /** The shop's telephone number for card charges; undefined until it is set, except in the sandbox. */
  readonly phone: string | undefined;
  readonly country: Country;
  readonly zone: string;
  readonly language: Language;
  /** The language of customers in the shop's country, by default the till's if they speak it; undefined for their usual one. */
  readonly customerLanguage: Language | undefined;
  /** The address of the service; undefined for the embedded sandbox. */
  readonly baseUrl: string | undefined;
  /** The host and port of the service, if a till outside practice uses another address than the service's own. */
  readonly unusualHost: string | undefined;
  readonly key: string | undefined;
  readonly scheme: string;
  readonly returnUrl: string | undefined;
  /**
   * The address of this machine on which the till serves a bank's page to a phone in the shop; undefined to serve it to this machine only.
   */
  readonly listen: string | undefined;
  readonly callbackUrl: string | undefined;
  /** The names of the parameters with which the service's lists are asked for page by page. */
  readonly pageParameters: PageParameters;
  readonly cards: CardSettings;
  readonly printer: Printer | undefined;
  readonly receipt: ShopOnSlip;
  readonly mail: MailServer | undefined;
  /** By how much a counted drawer may differ without a second person, in minor units by currency. */
  readonly authorisedDifference: Readonly<Record<string, number>>;
  /** Above this amount the till asks for a second look at a sale, in minor units by currency. */
  readonly saleCeiling: Readonly<Record<string, number>>;
  /** The steps in which cash and wallets pay where they are not the usual ones, in minor units by currency. */
  readonly cashStep: Readonly<Record<string, number>>;
  readonly walletStep: Readonly<Record<string, number>>;
  /** How the shop's scanner begins and ends what it types. */
  readonly scanner: ScannerSettings;
  /** How the labels of the shop's scales are read. */
  readonly labels: readonly LabelPattern[];
  readonly taxRates: readonly TaxRate[];
  /** The shop's own numbers to which customers pay by themselves. They are shown only if the till has signed them. */
  readonly merchantNumbers: readonly MerchantNumber[];
  /** How amounts are read, the largest payment by network, and the amounts that have shortcut keys. */
  readonly amounts: AmountRules & {readonly quick: readonly Money[]};
  /** The owner's settings for reconciliation; for the others there are defaults. */
  readonly reconciliation: Partial<ReconciliationSettings>;
  /** The owner's command for a bell or speech of the shop, which the shell runs as it is written. */
  readonly onPaid: string | undefined;
  /** The terminal's background, as the settings or the environment state it. */
  readonly theme: Theme;
  /** Sentences instead of frames, for a screen reader, a braille line or a printing terminal. */
  readonly isPlain: boolean;
  /** The values in force that matter for money and are not those of the settings. */
  readonly outside: readonly (OutsideValue & {readonly from: string})[];
};

/**
 * The shop's own mail server. Without `user` the till does not log in. `password` is only that of the environment; without it, the till's
 * folder may have one.
 */
export type MailServer = {
  readonly host: string;
  readonly port: number;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly from: string;
};

export type Printer = PrinterProfile & {readonly address: string};

/** How the shop takes cards. */
type CardSettings = {
  readonly areTyped: boolean;
  /** The first one is offered first. `chargedCurrencies` returns those in which a card can be charged here. */
  readonly currencies: readonly Currency[];
  /** Whether cashiers may take the PIN of a naira card; never in `live`. */
  readonly takesPin: boolean;
  /** Whether the settings allow a live till to take PINs, which is ignored. */
  readonly isPinIgnored: boolean;
};

/** The flags of the command line; those that are not given are undefined. */
export type Flags = Readonly<
  Partial<Record<TextFlag | 'as' | 'approvedBy', string> & {plain: boolean; newTill: boolean; pinStdin: boolean}>
>;
type TextFlag = 'home' | 'listen' | FlagOf<(typeof settingTable)[Setting]['facts']>;
type FlagOf<Facts> = Facts extends {readonly flag: infer Flag extends string} ? Flag : never;
export type Environment = Readonly<Record<string, string | undefined>>;

type TextSetting = {
  readonly [Name in Setting]-?: SettingsData[Name] extends string | undefined ? Name : never;
}[Setting];

type Said = {readonly value: string; readonly from: string};

/** What the command line or the environment says in place of a setting. */
function saidOf(name: Setting, flags: Flags, environment: Environment): Said | undefined {
  const {flag, variable} = settingFacts(name) ?? {};
  const typed = flag === undefined ? undefined : flags[flag as TextFlag];
  if (flag !== undefined && typed !== undefined)
    return {value: typed, from: `--${flag.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`};
  const value = variable === undefined ? undefined : environment[variable] || undefined;
  return variable === undefined || value === undefined ? undefined : {value, from: variable};
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The watched settings that come from elsewhere, with another value than in the settings. */
function outsideOf(
  flags: Flags,
  environment: Environment,
  settings: SettingsData,
  profile: Profile,
): Config['outside'] {
  const usualProfile = settings.profile ?? (wasReal(settings) ? undefined : 'sandbox');
  const own = {...settings, profile: usualProfile, keys: profile === 'sandbox' ? undefined : settings.keys?.[profile]};
  return [...everySetting].sort().flatMap(name => {
    const isOwners = isWatched(name) && settingFacts(name)?.isAlwaysAllowed !== true;
    const said = isOwners ? saidOf(name, flags, environment) : undefined;
    if (said === undefined || said.value === own[name]) return [];
    const text = JSON.stringify(said.value);
    return [{name, value: isSecret(name) ? secretDigest(name, text, sha256) : text, from: said.from}];
  });
}

const liveAddress = 'https://api.payaza.africa/live';
const serviceOrigin = new URL(liveAddress).origin;

const isProfile = isValid(profileSpec);

/** The data folder. It is known before the settings, which it contains. */
export const homeOf = (flags: Flags, environment: Environment): string =>
  flags.home || environment['DUKA_HOME'] || usualHome();

/** Whether somebody has named the data folder, on the command line or in the environment. */
export const isHomeNamed = (flags: Flags, environment: Environment): boolean =>
  Boolean(flags.home || environment['DUKA_HOME']);

/**
 * Decides the whole configuration. Throws `Problem` setting-invalid, setting-missing, zone-unknown, country-unknown; home-was-live, since a
 * home that was ever test or live never falls back to the sandbox by itself; service-host-refused, since a live till requests money only
 * from the service itself, or from a host that the owner's settings name; base-url-insecure for the service itself without https.
 */
export function configure(flags: Flags, environment: Environment, settings: SettingsData, systemZone: string): Config {
  const said = (name: Setting) => saidOf(name, flags, environment)?.value;
  const pick = (name: TextSetting) => said(name) ?? settings[name];
  const profile = profileOf(said('profile'), environment, settings);
  const isSandbox = profile === 'sandbox';
  const zone = zoneOf(pick('zone'), {isSandbox, systemZone});
  const country = countryOf(pick('country'), zone);
  const plain = plainSettings(settings, said);
  checkDayStart(plain.dayStartsAt);
  const language = languageOf(pick('language'), country);
  const shop = withoutCard('DUKA_SHOP', pick('shop'));
  const baseUrl = pick('baseUrl') ?? (isSandbox ? undefined : liveAddress);
  const home = homeOf(flags, environment);
  checkPinKeyFile(settings.pinKeyFile, home);
  return Object.freeze({
    ...plain,
    home,
    profile,
    till: tillOf(said('till') ?? settings.till?.[profile]),
    makesTill: flags.newTill === true,
    person: withoutCard('DUKA_PERSON', pick('person')) ?? unnamed,
    shop: shop ?? 'Duka',
    email: withoutCard('DUKA_EMAIL', pick('email')) ?? (isSandbox ? 'shop@example.com' : undefined),
    phone: pick('phone') ?? (isSandbox ? samplePhone(country) : undefined),
    country,
    zone,
    language,
    customerLanguage: customersIn(settings, country, language),
    baseUrl,
    unusualHost: isSandbox ? undefined : unusualHostOf(baseUrl, profile, settings),
    key: said('keys') ?? (isSandbox ? undefined : settings.keys?.[profile]),
    scheme: pick('scheme') || 'Payaza',
    returnUrl: pick('returnUrl'),
    listen: flags.listen,
    callbackUrl: pick('callbackUrl'),
    pageParameters: pageParametersOf(settings),
    cards: cardsOf(settings, profile),
    printer: printerOf(settings.printer),
    receipt: receiptOf(settings.receipt),
    mail: mailOf(settings.mail, said('mail')),
    authorisedDifference: byCurrency('authorisedDifference', settings),
    saleCeiling: byCurrency('saleCeiling', settings),
    cashStep: byCurrency('cashStep', settings),
    walletStep: byCurrency('walletStep', settings),
    taxRates: readTaxRates(settings.taxRates ?? []),
    scanner: {prefix: settings.scanner?.prefix ?? '', suffix: settings.scanner?.suffix ?? 'enter'},
    labels: (settings.scanner?.labels ?? []).map(labelPatternOf),
    merchantNumbers: merchantNumbersIn(settings.merchantNumbers ?? {}),
    amounts: amountsOf(settings, country, language),
    reconciliation: reconciliationOf(settings.reconciliation ?? {}),
    onPaid: pick('onPaid'),
    theme: themeOf(settings.theme),
    isPlain: flags.plain ?? settings.plain ?? needsSentences(environment),
    outside: outsideOf(flags, environment, settings, profile),
  });
}

/** Who copies the home must not get the key with it. Throws `Problem` setting-invalid. */
function checkPinKeyFile(file: string | undefined, home: string): void {
  if (file === undefined) return;
  const way = relative(resolve(home), file); // on another drive it is absolute
  if (!isAbsolute(file) || !(way.split(sep)[0] === '..' || isAbsolute(way)))
    throw new Problem('setting-invalid', {name: 'pinKeyFile', value: file});
}

/** Texts that are stored beside payments must not contain a card number. Throws `Problem` setting-invalid. */
function withoutCard(name: string, value: string | undefined): string | undefined {
  const hidden = hideCardNumbers(value ?? '');
  if (hidden !== (value ?? '')) throw new Problem('setting-invalid', {name, value: hidden});
  return value;
}

const wasReal = ({profilesUsed = []}: SettingsData): boolean => profilesUsed.some(used => used !== 'sandbox');

function profileOf(asked: string | undefined, environment: Environment, settings: SettingsData): Profile {
  const said = asked ?? settings.profile ?? profileOfKey(environment);
  if (said === undefined || (asked === undefined && said === 'sandbox')) {
    if (wasReal(settings))
      throw new Problem('home-was-live', {profile: settings.profilesUsed?.includes('live') ? 'live' : 'test'});
    return 'sandbox';
  }
  if (!isProfile(said)) throw new Problem('setting-invalid', {name: 'DUKA_PROFILE', value: said});
  return said;
}

/**
 * The profile by the text of the key, which shows whether it is a live or a test key. A test key for an address on this machine belongs to
 * the sandbox.
 */
function profileOfKey({DUKA_API_KEY: key, DUKA_BASE_URL: url}: Environment): Profile | undefined {
  if (!key) return undefined;
  if (key.includes('PKLIVE')) return 'live';
  const address = URL.parse(url ?? '');
  return address?.protocol === 'http:' && isLoopback(address.hostname) ? undefined : 'test';
}

/** Throws `Problem` setting-invalid for a name that cannot be one, or for the same name twice. */
function pageParametersOf({pageParameters: set = {}}: SettingsData): PageParameters {
  const {page, size} = usualPageParameters;
  const names = {page: set.page || page, size: set.size || size};
  const value = Object.values(names).find(name => !/^[\w.-]{1,40}$/u.test(name));
  if (value !== undefined) throw new Problem('setting-invalid', {name: 'pageParameters', value});
  if (names.page === names.size) throw new Problem('setting-invalid', {name: 'pageParameters', value: names.page});
  return names;
}

/** The host if it is not the service's own. An invalid address is left to the client to refuse. */
function unusualHostOf(baseUrl = '', profile: Profile, {serviceHosts = []}: SettingsData): string | undefined {
  const url = URL.parse(baseUrl);
  if (url === null || url.origin === serviceOrigin) return undefined;
  if (profile === 'live' && !serviceHosts.includes(url.host)) {
    // The service itself, but without https: naming the host in the settings would not help.
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

/** Returns a number of nobody in the country, in that of Kenya where the service has no wallets. */
function samplePhone(country: Country): string {
  const {diallingCode, length} = marketOf(country).wallets ?? {diallingCode: '254', length: 12};
  return `${diallingCode}7`.padEnd(length, '0');
}

function countryOf(said: string | undefined, zone: string): Country {
  if (said !== undefined) return marketOf(said.toUpperCase()).country;
  return allMarkets.find(market => market.zone === zone)?.country ?? usualCountry;
}

const languageOf = (said: string | undefined, country: Country): Language =>
  said === undefined ? usualLanguage(country) : spokenIn('DUKA_LANG', said);

function customersIn({customerLanguage: said}: SettingsData, country: Country, till: Language): Language | undefined {
  if (said !== undefined) return spokenIn('customerLanguage', said);
  const spoken = languageFor(country, till);
  return spoken === usualLanguage(country) ? undefined : spoken;
}

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

/** What is printed on every receipt can be read by anybody, so a card number is refused. */
function receiptOf(said: SettingsData['receipt'] = {}): ShopOnSlip {
  for (const part of ['address', 'phone', 'taxNumber', 'above', 'below'] as const) {
    const value = said[part];
    if (value !== undefined) withoutCard(`receipt.${part}`, value);
  }
  return said;
}

function mailOf(said: SettingsData['mail'], password: string | undefined): MailServer | undefined {
  const {host, port = 587, user, from} = said ?? {};
  if (host !== undefined && !/^[\w.:-]+$/.test(host))
    throw new Problem('setting-invalid', {name: 'mail.host', value: host});
  if (host === undefined || from === undefined) return undefined; // the two are set one after the other
  return {host, port, user, password, from: checkEmail(from)};
}

function byCurrency(
  name: 'authorisedDifference' | 'saleCeiling' | 'cashStep' | 'walletStep',
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
    ...amountMarksOf(country, language),
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

/** The service charges cards only in naira and dollars (documented). A keyboard is no device for the PIN of a real card. */
function cardsOf({typedCards, cardPin, cardCurrencies}: SettingsData, profile: Profile): CardSettings {
  // None of the till's countries uses naira, so outside practice dollars come first.
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
  const found = themes.find(theme => theme === (said ?? 'auto'));
  if (found === undefined) throw new Problem('setting-invalid', {name: 'theme', value: said ?? ''});
  return found;
}

function tillOf(said: string | undefined): string | undefined {
  if (said !== undefined && !isTillName(said)) throw new Problem('setting-invalid', {name: 'DUKA_TILL', value: said});
  return said;
}
