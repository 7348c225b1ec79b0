import {accountHolderRequest} from '../core/endpoints/account-holder.js';
import {banksRequest} from '../core/endpoints/banks.js';
import type {Service} from '../core/endpoints/service.js';
import type {Http} from './http.js';

/** Makes the calls about banks. `headers` are the tenant's. */
export function createBanks(
  http: Http,
  headers: Readonly<Record<string, string>>,
): Pick<Service, 'banks' | 'accountHolder'> {
  return {
    banks: (currency, signal) => http.query({...banksRequest(currency), headers}, signal),
    accountHolder: (question, signal) => http.query({...accountHolderRequest(question), headers}, signal),
  };
}
