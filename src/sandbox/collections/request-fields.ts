import type {Body} from '../call.js';
import {type Country, findCountry, movesInWholeUnits} from '../fixtures/countries.js';
import {findNetwork, type Network} from '../fixtures/networks.js';
import {isRefusal, type Refusal, refuse} from '../refusal.js';
import {checkLinks} from './links.js';

/** The fields of a process-collection request after all checks that the service makes. */
export type AskedCollection = {
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
export function readCollection(body: Body): AskedCollection | Refusal {
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
