import {randomInt} from 'node:crypto';
import {hostileText} from './amounts.js';
import {fieldsOf, isRefusal, json, type Refusal, refuse, requireTexts} from './answer.js';
import type {ServiceHandler} from './call.js';
import {findCountry, findNetwork, type Network, networks} from './countries.js';

/** `POST /payaza-account/api/v1/mainaccounts/merchant/provider/enquiry`: who holds an account. The HTTP status of refusals is a guess. */
export const accountEnquiry: ServiceHandler = (_world, {body}) => {
  const asked = requireTexts(fieldsOf(body.service_payload), ['currency', 'bank_code', 'account_number']);
  if (isRefusal(asked)) return asked;
  const {currency, bank_code: bank, account_number: account} = asked;
  const wrong = currency === 'NGN' ? checkNaira(bank, account) : checkCedi(currency, bank, account);
  if (wrong !== undefined) return wrong;
  const holder = holderOf(account);
  if (holder === undefined) return refuse(400, 'Invalid Account');
  return json(200, {
    response_code: 200,
    response_message: 'Approved or completely successful',
    response_content: {
      account_number: account,
      bank_code: bank,
      account_name: holder.name,
      account_status: holder.status,
      transaction_reference: randomInt(10 ** 9, 10 ** 10),
    },
    response_content_class: 'AccountNameEnquiryResponse',
  });
};

function checkNaira(bank: string, account: string): Refusal | undefined {
  if (bank.length !== 6) return refuse(400, 'Bank code should be 6 values');
  if (!nigerianBanks.some(({code}) => code === bank)) return refuse(400, 'Unknown Bank Code');
  if (account.length !== 10) return refuse(400, 'Account number should be 10 values');
  return /^\d+$/.test(account) ? undefined : refuse(400, 'Invalid Account');
}

/** Accounts in cedis are wallets. */
function checkCedi(currency: string, bank: string, account: string): Refusal | undefined {
  if (currency !== 'GHS') return refuse(400, 'Currency not supported');
  if (findNetwork(bank, currency) === undefined) return refuse(400, 'Unknown Bank Code');
  return /^233\d{9}$/.test(account) ? undefined : refuse(400, 'Invalid Account');
}

const names = [
  'ADAEZE NGOZI OKAFOR',
  'KWAME NANA BOATENG',
  'BÚKỌ́LÁ ÀDÙKẸ́ AJÀYÍ',
  'IBRAHIM MUSA BELLO',
  'ABENA SERWAA MENSAH',
  'CHINEDU EMEKA EZE',
  'FATIMA ZAINAB YUSUF',
  'MAMA TOLU SUPERMARKET LTD',
  'KOFI ADJEI OWUSU',
  'ESI EFUA QUAYE',
];

/** An account's holder, or undefined. The last three digits decide: 101 is nobody, 102 dormant, 114 has a hostile name. */
function holderOf(account: string): {readonly name: string; readonly status: 'ACTIVE' | 'DORMANT'} | undefined {
  const name = names[Number(account.slice(-1))] ?? '';
  switch (account.slice(-3)) {
    case '101':
      return undefined;
    case '102':
      return {name, status: 'DORMANT'};
    case '114':
      return {name: hostileText(name), status: 'ACTIVE'};
    default:
      return {name, status: 'ACTIVE'};
  }
}

type Entry = Omit<Network, 'country'>;

/** `GET /payaza-account/api/v1/mainaccounts/merchant/banks/{currency_code}`: networks or banks, with inactive and blocked ones. */
export const bankCodes: ServiceHandler = (_world, {values}) => {
  const currency = values.currency_code;
  const records =
    currency === 'NGN'
      ? nigerianBanks.map(nairaRecord)
      : networks
          .filter(of => of.currency === currency)
          .map(network => bankRecord(network, 'mobile_money', findCountry(network.country)?.alpha3));
  if (records.length === 0) return refuse(400, 'Currency not supported');
  return json(200, {message: 'Banks fetched successfully', status: true, retry_count: 0, data: records});
};

/** No document names the type of a bank. `nuban` is the type of payouts to a bank. */
const nairaRecord = (bank: NigerianBank): Readonly<Record<string, unknown>> =>
  bankRecord({...bank, currency: 'NGN', blocked: false}, 'nuban', 'NGA');

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

/** A bank of Nigeria. The codes are those of the interbank system, with six digits (documented). */
type NigerianBank = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly shortName: string;
  readonly active: boolean;
};

const rows: readonly (readonly [string, string, string, boolean])[] = [
  ['000013', 'Guaranty Trust Bank', 'GTB', true],
  ['000014', 'Access Bank', 'ACCESS', true],
  ['000016', 'First Bank of Nigeria', 'FBN', true],
  ['000015', 'Zenith Bank', 'ZENITH', true],
  ['000004', 'United Bank for Africa', 'UBA', true],
  ['000001', 'Sterling Bank', 'STERLING', true],
  ['000003', 'First City Monument Bank', 'FCMB', true],
  ['000007', 'Fidelity Bank', 'FIDELITY', true],
  ['000010', 'Ecobank Nigeria', 'ECOBANK', true],
  ['000012', 'Stanbic IBTC Bank', 'STANBIC', true],
  ['000017', 'Wema Bank', 'WEMA', true],
  ['000018', 'Union Bank of Nigeria', 'UNION', true],
  ['000020', 'Heritage Bank', 'HERITAGE', false],
];

const nigerianBanks: readonly NigerianBank[] = rows.map(([code, name, shortName, active], position) => ({
  id: 201 + position,
  code,
  name,
  shortName,
  active,
}));
