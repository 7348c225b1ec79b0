import {groupMarkOf, type Language, languages, loadedLanguages, loadMessages, messages} from '../messages/messages.js';
import type {UsualLanguages} from '../messages/reader-language.js';
import {type AmountMarks, type Money, moneyText} from '../money/money.js';
import {Problem} from '../problem.js';
import {hideCardNumbers, holdsCardNumber} from '../text/card-numbers.js';
import {cleanText, foldedText} from '../text/text.js';
import {allMarkets, type Country, isServed, type Market, markets, type Network, type ServedMarket} from './market.js';

export {allMarkets, markets};

const byCountry: ReadonlyMap<string, Market> = new Map(allMarkets.map(market => [market.country, market]));

/** Returns the market of an alpha-2 code, in upper or lower case. Throws a `Problem` `country-unknown` (fact `country`). */
export function marketOf(country: string): Market {
  const found = byCountry.get(country.trim().toUpperCase());
  if (found === undefined) throw new Problem('country-unknown', {country: cleanText(country, 40)});
  return found;
}

/** Does the same for a country in which the service collects. Also throws `Problem` country-without-wallets (fact `country`). */
export function servedMarketOf(country: string): ServedMarket {
  const market = marketOf(country);
  if (!isServed(market)) throw new Problem('country-without-wallets', {country: market.country});
  return market;
}

/** The country of a shop in no known time zone. */
export const usualCountry: Country = 'KE';

/** Returns the usual language of customers in a country: English where they speak none of the till's. */
export const usualLanguage = (country: string): Language => marketOf(country).languages[0] ?? 'en';

/** Loads the messages of every language that is usual in a country, for who searches: they may be searched for in each of them. */
export const loadUsualMessages = (): Promise<void> =>
  loadMessages(...markets.flatMap(({languages: [usual]}) => usual ?? []));

/** Returns what tells the language of a shop before its configuration is known. Of several countries in a zone, the first counts. */
export const usualLanguages = (): UsualLanguages<Language> =>
  new Map([
    ...languages.map(language => [`language ${language}`, language] as const),
    ...allMarkets.map(({country}) => [`country ${country}`, usualLanguage(country)] as const),
    ...allMarkets.map(({country, zone}) => [`zone ${zone}`, usualLanguage(country)] as const).reverse(),
    ['zone', usualLanguage(usualCountry)],
  ]);

/** Returns the language to offer customers of a country: the till's if they speak it, else their usual one. */
export const languageFor = (country: string, till: Language): Language =>
  marketOf(country).languages.includes(till) ? till : usualLanguage(country);

const namesIn = new Map<Language, Intl.DisplayNames>();

/** Returns a country's name in the language. Another text is returned as it is. */
export function countryName(country: string, language: Language): string {
  if (!byCountry.has(country)) return country;
  const {[country]: name} = messages(language).country as Readonly<Record<string, string>>;
  return name ?? namesIn.getOrInsertComputed(language, () => namesOf(language)).of(country) ?? country;
}

const namesOf = (language: Language) => new Intl.DisplayNames(messages(language).intl.tag, {type: 'region'});

/** Returns the country in which clocks have this time zone, slowly; undefined for a zone of none, such as UTC. */
export function countryOfZone(zone: string): Country | undefined {
  const own = allMarkets.find(market => market.zone === zone);
  const hasZone = ({country}: Market) => new Intl.Locale('und', {region: country}).getTimeZones()?.includes(zone);
  return (own ?? (zone.includes('/') ? allMarkets.find(hasZone) : undefined))?.country;
}

/**
 * Returns the countries that typed words may mean, by name. Each word begins one of a country's names in the languages that are loaded, its
 * two letters or its currency. Two letters come first, then names in this language. All countries fit an empty text.
 */
export function countriesFound(typed: string, language: Language): readonly Market[] {
  const wanted = wordsIn(typed);
  const loaded = loadedLanguages();
  const all = namedIn.getOrInsertComputed(`${language} ${loaded}`, () => namedFor(language, loaded));
  const fits = (words: readonly string[]) => wanted.every(word => words.some(each => each.startsWith(word)));
  const isCode = ({country}: Market) => wanted.join('') === country.toLowerCase();
  const found = all.filter(({words}) => fits(words));
  const codes = found.filter(({market}) => isCode(market));
  const [named, others] = [true, false].map(isOwn => found.filter(({ownWords}) => fits(ownWords) === isOwn));
  return [...new Set([codes, named ?? [], others ?? []].flat())].map(({market}) => market);
}

type Named = {readonly market: Market; readonly ownWords: readonly string[]; readonly words: readonly string[]};
const namedIn = new Map<string, readonly Named[]>();
const wordsIn = (text: string): readonly string[] => foldedText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns all countries by their names in a language, with the words by which they are found. */
function namedFor(language: Language, loaded: readonly Language[]): readonly Named[] {
  const {compare} = new Intl.Collator(messages(language).intl.tag);
  const named = allMarkets.map(market => {
    const {country, currency} = market;
    const name = countryName(country, language);
    const names = loaded.map(each => countryName(country, each));
    return {market, name, ownWords: wordsIn(name), words: wordsIn([country, currency, ...names].join(' '))};
  });
  return named.sort((a, b) => compare(a.name, b.name));
}

/** Returns the country meant by two letters or words of a name. Throws `Problem` country-unknown, country-unclear (with `countries`). */
export function countryNamed(typed: string, language: Language): Country {
  const code = typed.trim().toUpperCase();
  const name = wordsIn(typed).join(' ');
  const found = name === '' || byCountry.has(code) ? [] : countriesFound(typed, language);
  const isCalled = ({country}: Market) =>
    loadedLanguages().some(each => wordsIn(countryName(country, each)).join(' ') === name);
  const [only, ...others] = found.length > 1 && found.some(isCalled) ? found.filter(isCalled) : found;
  if (only === undefined) return marketOf(code).country;
  if (others.length === 0) return only.country;
  const countries = found.slice(0, mostNamed).map(({country}) => `${countryName(country, language)} (${country})`);
  throw new Problem('country-unclear', {country: cleanText(typed, 40), countries});
}

const mostNamed = 6;

/** A number of the shop to which customers pay by themselves: a till number, or a paybill with its account. */
export type MerchantNumber = {readonly networkId: string; readonly network: string; readonly number: string};

/** Returns the settings' merchant numbers by network id. Throws `setting-invalid` for an unknown network or what is no such number. */
export const merchantNumbersIn = (said: Readonly<Record<string, string>>): readonly MerchantNumber[] =>
  Object.entries(said).map(([networkId, number]) => {
    const network = markets.flatMap(({networks}) => networks).find(({id}) => id === networkId);
    if (network === undefined) throw new Problem('setting-invalid', {name: 'merchantNumbers', value: networkId});
    const isNumber = /^[\p{L}\d][\p{L}\d .*#+-]{1,38}$/u.test(number) && /\d/.test(number);
    if (!isNumber || holdsCardNumber(number))
      throw new Problem('setting-invalid', {name: 'merchantNumbers', value: hideCardNumbers(number)});
    return {networkId, network: network.brand, number};
  });

/**
 * Returns the network of a market by its id or bank code, in upper or lower case. If networks share a code, the wallet's prefix decides; if
 * it does not, the first of them is used, because the service itself tells them apart. Throws a `Problem`: `network-unknown` (facts
 * `network`, `country`), or `network-of-another-country` (also fact `other`).
 */
export function networkOf(market: Market, idOrCode: string, walletDigits?: string): Network {
  const wanted = idOrCode.trim().toUpperCase();
  const matches = ({id, code}: Network) => id === wanted || code === wanted;
  const found = market.networks.filter(matches);
  const guessed = walletDigits === undefined ? undefined : guessNetwork(walletDigits, market);
  const network = found.find(({id}) => id === guessed?.id) ?? found[0];
  if (network !== undefined) return network;
  const facts = {network: cleanText(idOrCode, 40), country: market.country};
  const other = markets.find(({networks}) => networks.some(matches));
  if (other === undefined) throw new Problem('network-unknown', facts);
  throw new Problem('network-of-another-country', {...facts, other: other.country});
}

/** Returns the network of a wallet by its prefix; the longest prefix that fits decides. `digits` are international. */
export function guessNetwork(digits: string, market: Market): Network | undefined {
  const code = market.wallets?.diallingCode;
  if (code === undefined || !digits.startsWith(code)) return undefined;
  const national = digits.slice(code.length);
  const fits = market.networks.flatMap(network =>
    network.prefixes.filter(prefix => national.startsWith(prefix)).map(({length}) => ({network, length})),
  );
  return fits.sort((a, b) => b.length - a.length)[0]?.network;
}

/** Countries in which the comma is the decimal mark although their language uses it between thousands. */
const commaBeforeDecimals: readonly Country[] = ['ZA', 'NA', 'LS', 'SZ'];

/** Returns how a shop writes amounts: a mark between thousands if language and country agree, and its mark before decimals. */
export function amountMarksOf(country: Country, language: Language): AmountMarks {
  const mark = groupMarkOf(language);
  const [usual] = marketOf(country).languages;
  const isShared = usual !== undefined && groupMarkOf(usual) === mark && !commaBeforeDecimals.includes(country);
  return {
    thousandsMark: isShared && (mark === ',' || mark === '.') ? mark : undefined,
    decimalMark: mark === ',' ? '.' : ',',
  };
}

/** The shop's settings for amounts: how it writes them, and the highest amount of one payment by network id. */
export type AmountRules = AmountMarks & {readonly ceilings?: Readonly<Record<string, Money>> | undefined};

/**
 * Refuses an amount that the network would refuse, before anything is sent. Throws `Problem` amount-above-maximum (facts `amount`,
 * `maximum`, `network`), by the shop's ceiling or else by the known maximum. Throws a `TypeError` for an amount in another currency, which
 * is a bug in Duka.
 */
export function amountAllowed(
  money: Money,
  market: Market,
  network: Network,
  {ceilings = {}}: Pick<AmountRules, 'ceilings'> = {},
): void {
  if (money.currency !== market.currency) throw new TypeError(`${money.currency} is not of ${market.country}`);
  const most = ceilings[network.id] ?? network.maximum;
  if (most !== undefined && money.minor > most.minor) {
    const maximum = moneyText(most);
    throw new Problem('amount-above-maximum', {maximum}, {amount: moneyText(money), network: network.brand});
  }
}

/** Whether customers of a country pay on a web page and not from a wallet. Their telephone number is then not a source of money. */
export const isWalletless = ({networks}: Pick<Market, 'networks'>): boolean =>
  networks.length > 0 && networks.every(({prefixes}) => prefixes.length === 0);
