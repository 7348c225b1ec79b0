import type {Json} from '../core/service/answer.js';
import type {Collection, Service} from '../core/service/service.js';
import {amountNumber} from './amount-number.js';
import type {Http} from './http.js';
import {type Redact, redactCode} from './redact.js';
import {redactCardLike} from './redact-card.js';

const collectionsPath = '/subsidiary/collections/v1';
const merchantReferencePath = '/merchant-collection/transfer_notification_controller/merchant/transaction-query';

/**
 * The calls about collections. `headers` are the tenant's and the product's. The older query by merchant reference
 * goes without them: it is refused when the tenant is named (observed).
 */
export function createCollections(
  http: Http,
  headers: Readonly<Record<string, string>>,
): Pick<Service, 'collect' | 'processOtp' | 'status' | 'merchantReference'> {
  return {
    collect: async (collection, signal) =>
      http.command({path: `${collectionsPath}/process-collection`, headers, body: collectionBody(collection)}, signal),

    processOtp: ({reference, code, paymentToken, payee, paymentMethod, transactionChannel, country}, signal) => {
      const body = {
        payment_token: paymentToken,
        otp_code: code,
        payee,
        payment_method: paymentMethod,
        transaction_reference: reference,
        transaction_channel: transactionChannel,
        country_code: country,
      };
      const kept = [reference, paymentToken, payee];
      const [hideCards, hideCode] = [redactCardLike(kept), redactCode({code, kept})];
      const redact: Redact = (text, member) => hideCode(hideCards(text, member));
      return http.command({path: `${collectionsPath}/process-otp`, headers, body, redact}, signal);
    },

    status: ({reference, country}, signal) => {
      const query = {transaction_reference: reference, country_code: country};
      return http.query({path: `${collectionsPath}/check-status`, headers, query}, signal);
    },

    merchantReference: ({reference}, signal) =>
      http.query({path: merchantReferencePath, query: {merchant_reference: reference}}, signal),
  };
}

/** The body of a collection: the Momo form as documented, XOF and ZAR as documented by field and observed. */
function collectionBody(collection: Collection): {readonly [name: string]: Json} {
  return {
    amount: amountNumber(collection.amount),
    ...(collection.variant === 'zar' ? {} : {customer_number: collection.wallet}),
    transaction_reference: collection.reference,
    transaction_description: collection.description,
    customer_bank_code: collection.bankCode,
    currency_code: collection.currency,
    customer_email: collection.email,
    customer_first_name: collection.firstName,
    customer_last_name: collection.lastName,
    customer_phone_number: collection.phone,
    country_code: collection.country,
    ...returnAddresses(collection),
  };
}

function returnAddresses(collection: Collection): {readonly [name: string]: Json} {
  if (collection.variant === 'momo' || collection.returnUrl === undefined) return {};
  const {returnUrl} = collection;
  if (collection.variant === 'xof') return {redirect_url: returnUrl};
  return {redirect_url: returnUrl, cancel_url: returnUrl, error_url: returnUrl};
}
