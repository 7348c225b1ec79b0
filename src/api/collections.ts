import {collectionRequest} from '../core/endpoints/collect.js';
import {otpRequest} from '../core/endpoints/process-otp.js';
import type {Service} from '../core/endpoints/service.js';
import {merchantReferenceRequest, statusRequest} from '../core/endpoints/status.js';
import type {Http} from './http.js';
import {type Redact, redactCode} from './redact.js';
import {redactCardLike} from './redact-card.js';

/**
 * Makes the calls about collections. `headers` are those of the tenant and the product. The older query by merchant reference is sent
 * without them: the service refuses it if it names the tenant (observed).
 */
export function createCollections(
  http: Http,
  headers: Readonly<Record<string, string>>,
): Pick<Service, 'collect' | 'processOtp' | 'status' | 'merchantReference'> {
  return {
    collect: async (collection, signal) => http.command({...collectionRequest(collection), headers}, signal),

    processOtp: (otp, signal) => {
      const {code, reference, paymentToken, payee} = otp;
      const kept = [reference, paymentToken, payee];
      const [hideCards, hideCode] = [redactCardLike(kept), redactCode({code, kept})];
      const redact: Redact = (text, member) => hideCode(hideCards(text, member));
      return http.command({...otpRequest(otp), headers, redact}, signal);
    },

    status: (question, signal) => http.query({...statusRequest(question), headers}, signal),
    merchantReference: (question, signal) => http.query(merchantReferenceRequest(question), signal),
  };
}
