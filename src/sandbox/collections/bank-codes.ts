import {json} from '../answer.js';
import type {ServiceHandler} from '../call.js';
import {findCountry} from '../fixtures/countries.js';
import {type Network, networks} from '../fixtures/networks.js';
import {type NigerianBank, nigerianBanks} from '../fixtures/nigerian-banks.js';
import {refuse} from '../refusal.js';

type Entry = Omit<Network, 'country'>;

/**
 * `GET /payaza-account/api/v1/mainaccounts/merchant/banks/{currency_code}`: the networks of a currency, or its banks. The list includes
 * inactive and blocked ones, which the client must not offer.
 */
export const bankCodes: ServiceHandler = (_world, {values}) => {
  const currency = values.currency_code;
  const records =
    currency === 'NGN'
      ? nigerianBanks.map(nairaRecord)
      : networks.filter(of => of.currency === currency).map(walletRecord);
  if (records.length === 0) return refuse(400, 'Currency not supported');
  return json(200, {message: 'Banks fetched successfully', status: true, retry_count: 0, data: records});
};

function walletRecord(network: Network): Readonly<Record<string, unknown>> {
  return bankRecord(network, 'mobile_money', findCountry(network.country)?.alpha3);
}

/** No document names the type of a bank. `nuban` is the type of payouts to a bank. */
function nairaRecord(bank: NigerianBank): Readonly<Record<string, unknown>> {
  return bankRecord({...bank, currency: 'NGN', blocked: false}, 'nuban', 'NGA');
}

function bankRecord(entry: Entry, type: string, country: string | undefined): Readonly<Record<string, unknown>> {
  return {
    id: entry.id,
    name: entry.name,
    avatar: `https://images.example/banks/${entry.code.toLowerCase()}.png`,
    code: entry.code,
    active: entry.active,
    type,
    short_name: entry.shortName,
    sort_code: null,
    currency_code: entry.currency,
    country_code: country,
    block_transaction: entry.blocked,
  };
}
