import type {Answer, Call, Json} from '../service/answer.js';
import {asBoolean, asObject} from '../service/body.js';
import {isValid} from '../spec/check.js';
import {flag, object, type Specified, someText, text} from '../spec/spec.js';

/** Lists the banks and wallets of a currency. The call moves no money. */
export const banksRequest = (currency: string): Call => ({
  path: `/payaza-account/api/v1/mainaccounts/merchant/banks/${encodeURIComponent(currency)}`,
});

/** A bank or wallet in the service's list. `country` is ISO 3166-1 alpha-3; `type` is `mobile_money` for wallets. */
const bank = object({
  code: someText(),
  name: text(),
  shortName: text(),
  type: text(),
  active: flag(),
  blocked: flag(),
  country: text(),
  currency: text(),
});
export type Bank = Specified<typeof bank>;
const isBank = isValid(bank);

function bankIn(told: Json): Bank | undefined {
  const record = asObject(told);
  const word = (name: string) => (typeof record[name] === 'number' ? String(record[name]) : record[name]);
  const textOf = (name: string) => (record[name] == null ? '' : word(name));
  const bank = {
    code: word('code'),
    name: textOf('name'),
    shortName: textOf('short_name'),
    type: textOf('type'),
    active: asBoolean(record['active']),
    blocked: asBoolean(record['block_transaction']),
    country: textOf('country_code'),
    currency: textOf('currency_code'),
  };
  return isBank(bank) ? bank : undefined;
}

/**
 * Returns the banks in an answer to `banks`, in the form that the service documents; undefined if the answer is not such a list. A record
 * that lacks its code, or does not say whether it is active and open to transactions, is left out, because the till could not offer it.
 */
export function interpretBanks(answer: Answer): readonly Bank[] | undefined {
  if (answer.kind !== 'answered' || answer.http < 200 || answer.http > 299) return undefined;
  const {data, status = true} = asObject(answer.body);
  if (!Array.isArray(data) || asBoolean(status) !== true) return undefined;
  const banks = data.flatMap(record => bankIn(record) ?? []);
  return banks.length === 0 && data.length > 0 ? undefined : banks;
}
