import {accountEnquiry} from './accounts/account-enquiry.js';
import type {OwnHandler} from './call.js';
import {cardStatus} from './cards/card-status.js';
import {chargeDialect} from './cards/charge-answers.js';
import {chargeCard} from './cards/charge-card.js';
import {approveCollection} from './collections/approve-collection.js';
import {bankCodes} from './collections/bank-codes.js';
import {checkStatus} from './collections/check-status.js';
import {processCollection} from './collections/process-collection.js';
import {processOtp} from './collections/process-otp.js';
import {transactionQuery} from './collections/transaction-query.js';
import {showBooks, showRefunds} from './control/books.js';
import {moveClock, showClock} from './control/clock-control.js';
import {setFaults, showFaults} from './control/fault-control.js';
import {
  approveChallenge,
  beginChallenge,
  declineChallenge,
  leaveChallenge,
  showChallenge,
} from './pages/challenge-page.js';
import {approveOnPage, declineOnPage, showPaymentPage, showReturnPage} from './pages/payment-page.js';
import {refundPayment} from './refunds/refund.js';
import {refundHistory} from './refunds/refund-history.js';
import {refundStatus} from './refunds/refund-status.js';
import {accountDialect, bankDialect, collectionDialect, queryDialect, refundDialect, statusDialect} from './refusal.js';
import type {Route} from './route-table.js';
import type {ServiceRoute} from './service-route.js';
import {subscriptionRoutes} from './subscriptions/subscription-routes.js';

const collectionHeaders = {tenant: 'required', product: true, badKeyStatus: 401} as const;

const cardHeaders = {tenant: 'optional', product: false, badKeyStatus: 401} as const;

/**
 * The calls of the service. The header matrix is documented. It was observed that the query rejects X-TenantID, and that bank codes answer
 * 403.
 */
export const serviceRoutes: readonly ServiceRoute[] = [
  {
    name: 'process-collection',
    method: 'POST',
    path: '/subsidiary/collections/v1/process-collection',
    headers: collectionHeaders,
    dialect: collectionDialect,
    handle: processCollection,
  },
  {
    name: 'process-otp',
    method: 'POST',
    path: '/subsidiary/collections/v1/process-otp',
    headers: collectionHeaders,
    dialect: collectionDialect,
    handle: processOtp,
  },
  {
    name: 'check-status',
    method: 'GET',
    path: '/subsidiary/collections/v1/check-status',
    headers: collectionHeaders,
    dialect: statusDialect,
    handle: checkStatus,
  },
  {
    name: 'approve-collection',
    method: 'POST',
    path: '/subsidiary/funding/v1/process-collection',
    headers: collectionHeaders,
    dialect: collectionDialect,
    handle: approveCollection,
  },
  {
    name: 'transaction-query',
    method: 'GET',
    path: '/merchant-collection/transfer_notification_controller/merchant/transaction-query',
    headers: {tenant: 'rejected', product: false, badKeyStatus: 401},
    dialect: queryDialect,
    handle: transactionQuery,
  },
  {
    name: 'banks',
    method: 'GET',
    path: '/payaza-account/api/v1/mainaccounts/merchant/banks/{currency_code}',
    headers: {tenant: 'required', product: false, badKeyStatus: 403},
    dialect: bankDialect,
    handle: bankCodes,
  },
  {
    name: 'card-charge',
    method: 'POST',
    path: '/card/card_charge/',
    headers: cardHeaders,
    dialect: chargeDialect,
    handle: chargeCard,
  },
  {
    name: 'card-status',
    method: 'POST',
    path: '/card/card_charge/transaction_status',
    headers: cardHeaders,
    dialect: queryDialect,
    handle: cardStatus,
  },
  {
    name: 'refund',
    method: 'POST',
    path: '/refund-chargeback/refund/merchant/api/refund',
    headers: cardHeaders,
    dialect: refundDialect,
    handle: refundPayment,
  },
  {
    name: 'refund-status',
    method: 'POST',
    path: '/card/card_charge/refund_status',
    headers: cardHeaders,
    dialect: queryDialect,
    handle: refundStatus,
  },
  {
    name: 'refund-history',
    method: 'GET',
    path: '/refund-chargeback/refund/merchant/api/refund_history',
    headers: cardHeaders,
    dialect: refundDialect,
    handle: refundHistory,
  },
  {
    name: 'account-enquiry',
    method: 'POST',
    path: '/payaza-account/api/v1/mainaccounts/merchant/provider/enquiry',
    headers: {tenant: 'required', product: false, badKeyStatus: 401},
    dialect: accountDialect,
    handle: accountEnquiry,
  },
  ...subscriptionRoutes,
];

/** What the service does not have: the pages for customers and the controls of the sandbox. */
export const ownRoutes: readonly Route<{readonly handle: OwnHandler}>[] = [
  {method: 'GET', path: '/pay/{token}', handle: showPaymentPage},
  {method: 'POST', path: '/pay/{token}/approve', handle: approveOnPage},
  {method: 'POST', path: '/pay/{token}/decline', handle: declineOnPage},
  {method: 'POST', path: '/3ds/challenge', handle: beginChallenge},
  {method: 'GET', path: '/acs/{token}', handle: showChallenge},
  {method: 'POST', path: '/acs/{token}', handle: showChallenge},
  {method: 'POST', path: '/acs/{token}/approve', handle: approveChallenge},
  {method: 'POST', path: '/acs/{token}/decline', handle: declineChallenge},
  {method: 'POST', path: '/acs/{token}/later', handle: leaveChallenge},
  {method: 'GET', path: '/sandbox/return', handle: showReturnPage},
  {method: 'GET', path: '/sandbox/transactions', handle: showBooks},
  {method: 'GET', path: '/sandbox/refunds', handle: showRefunds},
  {method: 'GET', path: '/sandbox/clock', handle: showClock},
  {method: 'POST', path: '/sandbox/clock', handle: moveClock},
  {method: 'GET', path: '/sandbox/faults', handle: showFaults},
  {method: 'POST', path: '/sandbox/faults', handle: setFaults},
];
