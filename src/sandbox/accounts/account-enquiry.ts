import {randomInt} from 'node:crypto';
import {json} from '../answer.js';
import type {ServiceHandler} from '../call.js';
import {fieldsOf} from '../cards/charge-fields.js';
import {findNetwork} from '../fixtures/networks.js';
import {nigerianBanks} from '../fixtures/nigerian-banks.js';
import {type Refusal, refuse} from '../refusal.js';
import {holderOf} from './holders.js';

/**
 * `POST /payaza-account/api/v1/mainaccounts/merchant/provider/enquiry`: who holds an account, for NGN and GHS. The two currencies and the
 * words of the refusals are documented, their HTTP status is not.
 */
export const accountEnquiry: ServiceHandler = (_world, {body}) => {
  const {currency, bank_code: bank, account_number: account} = fieldsOf(body.service_payload) ?? {};
  if (typeof currency !== 'string' || currency === '') return refuse(400, 'currency is required');
  if (typeof bank !== 'string' || bank === '') return refuse(400, 'bank_code is required');
  if (typeof account !== 'string' || account === '') return refuse(400, 'account_number is required');
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
