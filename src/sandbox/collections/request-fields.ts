import {isRefusal, type Refusal, refuse} from '../answer.js';
import type {Body} from '../call.js';
import {type Country, findCountry, findNetwork, movesInWholeUnits, type Network} from '../countries.js';

/** The fields of a process-collection request after all checks that the service makes. */
export type CollectionFields = {
  readonly reference: string;
  readonly description: string;
  readonly amount: number;
  readonly country: Country;
  readonly network: Network;
  /** The wallet; for ZAR, which has no wallets, the customer's phone number. */
  readonly account: string;
  readonly payerName: string;
  readonly redirectUrl: string | null;
  readonly cancelUrl: string | null;
};

const longestReference = 100;
const longestText = 255;

const requiredTexts = [
  'transaction_reference',
  'transaction_description',
  'customer_bank_code',
  'currency_code',
  'customer_email',
  'customer_first_name',
  'customer_last_name',
  'customer_phone_number',
  'country_code',
] as const;

type Texts = Readonly<Record<(typeof requiredTexts)[number], string>>;

/** Returns the fields of a body of any of the three variants (momo, XOF, ZAR), or a refusal for the first bad field. */
export function readCollection(body: Body): CollectionFields | Refusal {
  const texts = readTexts(body);
  if (isRefusal(texts)) return texts;
  const place = readPlace(texts);
  if (isRefusal(place)) return place;
  const {country, network} = place;
  const account = readAccount(body, texts, country);
  if (typeof account !== 'string') return account;
  const amount = readAmount(body, country.currency);
  if (typeof amount !== 'number') return amount;
  const links = checkLinks(body, network);
  if (isRefusal(links)) return links;
  return {
    reference: texts.transaction_reference,
    description: texts.transaction_description,
    amount,
    country,
    network,
    account,
    payerName: `${texts.customer_first_name} ${texts.customer_last_name}`,
    ...links,
  };
}

function readTexts(body: Body): Texts | Refusal {
  const texts: Record<string, string> = {};
  for (const name of requiredTexts) {
    const value = body[name];
    if (typeof value !== 'string' || value.trim() === '') return refuse(400, `${name} is required`);
    const longest = name === 'transaction_reference' ? longestReference : longestText;
    if (value.length > longest) return refuse(400, `${name} cannot be longer than ${longest} characters`);
    texts[name] = value;
  }
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(texts.customer_email ?? '')) {
    return refuse(400, 'customer_email is not a valid email address');
  }
  return texts as Texts;
}

function readPlace(texts: Texts): {readonly country: Country; readonly network: Network} | Refusal {
  const {country_code: countryCode, currency_code: currency, customer_bank_code: bankCode} = texts;
  const country = findCountry(countryCode);
  if (country === undefined) return refuse(400, 'INVALID COUNTRY CODE');
  if (country.currency !== currency) return refuse(400, `currency_code ${currency} is not valid for ${countryCode}`);
  const network = findNetwork(bankCode, currency);
  if (network === undefined || network.country !== countryCode) return refuse(400, 'Bank code is not correct');
  if (!network.active || network.blocked) return refuse(400, `${bankCode} is not available at the moment`);
  return {country, network};
}

/** The lengths and prefixes of customer_number are documented; of customer_phone_number only that it consists of digits. */
function readAccount(body: Body, texts: Texts, country: Country): string | Refusal {
  const phone = texts.customer_phone_number;
  if (!/^\d{8,15}$/.test(phone)) return refuse(400, 'customer_phone_number can only be numbers');
  if (country.digits === null) return phone;
  const wallet = body.customer_number;
  if (typeof wallet !== 'string' || wallet === '') return refuse(400, 'customer_number is required');
  if (!/^\d+$/.test(wallet)) return refuse(400, 'customer_number can only be numbers');
  if (wallet.length !== country.digits) return refuse(400, `customer_number must be ${country.digits} digits`);
  if (!wallet.startsWith(country.prefix)) return refuse(400, `customer_number must begin with ${country.prefix}`);
  return wallet;
}

function readAmount(body: Body, currency: string): number | Refusal {
  const amount = body.amount;
  if (typeof amount !== 'number') return refuse(400, 'amount is required');
  if (amount <= 0) return refuse(400, 'amount must be greater than 0');
  const decimals = movesInWholeUnits(currency) ? 0 : 2;
  const pattern = decimals === 0 ? /^\d{1,12}$/ : /^\d{1,12}(\.\d{1,2})?$/;
  if (!pattern.test(String(amount))) return refuse(400, `amount of ${currency} can have ${decimals} decimals at most`);
  return amount;
}

type Links = {readonly redirectUrl: string | null; readonly cancelUrl: string | null};

const longestLink = 2048;
const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Where the customer is sent, or a refusal for a bad link: all three required for ZAR, redirect_url for Wave, optional for XOF. */
function checkLinks(body: Body, network: Network): Links | Refusal {
  if (network.currency === 'ZAR') {
    const redirectUrl = readLink(body, 'redirect_url');
    if (isRefused(redirectUrl)) return redirectUrl;
    const cancelUrl = readLink(body, 'cancel_url');
    if (isRefused(cancelUrl)) return cancelUrl;
    const errorUrl = readLink(body, 'error_url');
    if (isRefused(errorUrl)) return errorUrl;
    return {redirectUrl, cancelUrl};
  }
  const wanted = network.code === 'WAVCIV' || (network.currency === 'XOF' && body.redirect_url !== undefined);
  const redirectUrl = wanted ? readLink(body, 'redirect_url') : null;
  return isRefused(redirectUrl) ? redirectUrl : {redirectUrl, cancelUrl: null};
}

/** Whether the customer pays on a page (documented for Wave and ZAR). */
export function paysOnPage(network: Network): boolean {
  return network.currency === 'ZAR' || network.code === 'WAVCIV';
}

function isRefused(link: string | null | Refusal): link is Refusal {
  return link !== null && typeof link !== 'string' && isRefusal(link);
}

function readLink(body: Body, name: string): string | Refusal {
  const value = body[name];
  if (typeof value !== 'string' || value === '') return refuse(400, `${name} is required`);
  const url = URL.parse(value);
  if (url === null || value.length > longestLink) return refuse(400, `${name} is not a valid URL`);
  // The status was observed. The service only accepts https; the sandbox also accepts its own page.
  if (url.protocol !== 'https:' && !isOwnReturnPage(url)) return refuse(403, `${name} must be an https URL`);
  return url.href;
}

function isOwnReturnPage(url: URL): boolean {
  return url.protocol === 'http:' && loopbackHosts.has(url.hostname) && url.pathname === '/sandbox/return';
}
