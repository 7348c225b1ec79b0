import {json} from '../answer.js';
import type {ServiceHandler} from '../call.js';
import {findCountry} from '../fixtures/countries.js';
import {type Network, networks} from '../fixtures/networks.js';
import {refuse} from '../refusal.js';

/**
 * `GET /payaza-account/api/v1/mainaccounts/merchant/banks/{currency_code}`: the networks of a currency. Some are
 * inactive or blocked, and it is the client who must not offer those.
 */
export const bankCodes: ServiceHandler = (_world, {values}) => {
  const records = networks.filter(network => network.currency === values.currency_code).map(bankRecord);
  if (records.length === 0) return refuse(400, 'Currency not supported');
  return json(200, {message: 'Banks fetched successfully', status: true, retry_count: 0, data: records});
};

function bankRecord(network: Network): Readonly<Record<string, unknown>> {
  return {
    id: network.id,
    name: network.name,
    avatar: `https://images.example/banks/${network.code.toLowerCase()}.png`,
    code: network.code,
    active: network.active,
    type: 'mobile_money',
    short_name: network.shortName,
    sort_code: null,
    currency_code: network.currency,
    country_code: findCountry(network.country)?.alpha3,
    block_transaction: network.blocked,
  };
}
