import type {RecordAsked} from '../endpoints/status.js';
import {displayWallet, maskWallet} from '../market/wallet.js';
import type {
  AccountRequest,
  CardRequest,
  CashRequest,
  MobileMoneyRequest,
  PaymentRequest,
  SubscriptionRequest,
} from '../payment/schema.js';
import {Problem} from '../problem.js';

/** The part of a request that says where the money comes from. */
type Payer =
  | Pick<CardRequest, 'method' | 'card' | 'amount'>
  | Pick<MobileMoneyRequest, 'method' | 'wallet'>
  | Pick<CashRequest | AccountRequest, 'method'>
  | Pick<SubscriptionRequest, 'method'>;

/**
 * Returns what the money of a payment comes from, so that the till notices a second request to it: a wallet's number, or a card's last four
 * digits with the amount, since no more of a card is kept. Returns null if there is nothing to compare.
 */
export function payerKey(request: Payer): string | null {
  if (request.method === 'mobile-money') return request.wallet;
  if (request.method !== 'card') return null;
  const {currency, minor} = request.amount;
  return `card ${request.card.lastFour} ${currency} ${minor}`;
}

/** Whether the service knows nothing of payments by this method: what is in the drawer, and what is on the book. */
export const isOfShop = ({method}: {readonly method: PaymentRequest['method']}): boolean =>
  method === 'cash' || method === 'account';

/** What the provider's file says about money that came unasked; undefined for any other payment. */
export const receivedOf = (request: PaymentRequest): MobileMoneyRequest['received'] =>
  request.method === 'mobile-money' ? request.received : undefined;

/** The row of a payment that no file has: a person says that the money is there. */
export const byHand = 'by-hand';

/** Whether the money is on the shop's own number only by a person's word. */
export const isByHand = (request: PaymentRequest): boolean => receivedOf(request)?.row === byHand;

/** The payer as a cashier in the country `home` reads it: `0712 345 678`, `···· 1019`. */
export function displayPayer(request: PaymentRequest, home?: string): string {
  if (request.method === 'cash') return '';
  if (request.method === 'account') return request.name;
  if (request.method === 'subscription') return request.customerEmail;
  if (request.method === 'card') return `···· ${request.card.lastFour}`;
  return request.received?.providerReference ?? displayWallet(request.phone, home);
}

/** The payer, with only as much as its owner needs to recognise it: `…345 678`, `…1019`. */
export function maskPayer(request: PaymentRequest): string {
  if (request.method === 'cash') return '';
  if (request.method === 'account') return request.name;
  if (request.method === 'subscription') return maskEmail(request.customerEmail);
  if (request.method === 'card') return `…${request.card.lastFour}`;
  return request.received?.providerReference ?? maskWallet(request.phone);
}

/** Like `maskPayer`, but empty for a payment without a wallet, whose money does not come from the telephone number. */
export const maskSource = (request: PaymentRequest): string =>
  request.method === 'mobile-money' && request.wallet === null ? '' : maskPayer(request);

/** Returns the problem that says why the service cannot give back the money of this payment, as it can for a card. */
export function notGivenBack(request: PaymentRequest): Problem {
  const {reference} = request;
  if (receivedOf(request)) return new Problem('refund-not-unasked', undefined, {reference});
  if (maskSource(request) === '') return new Problem('refund-not-by-page', undefined, {reference});
  return new Problem('refund-not-offered', {wallet: displayPayer(request)}, {reference});
}

/** Masks `amina@example.com` as `a…@example.com`. */
export function maskEmail(email: string): string {
  const [first = ''] = email;
  return email.includes('@') ? `${first}…${email.slice(email.indexOf('@'))}` : email;
}

/** Whether the money comes from a card. The service has other calls to charge and refund cards. */
export const isByCard = (request: PaymentRequest): request is CardRequest | SubscriptionRequest =>
  request.method === 'card' || request.method === 'subscription';

/** The reference by which the service knows a payment: the till's own, except for a charge of a subscription. */
export const providerReferenceOf = (request: PaymentRequest): string =>
  request.method === 'subscription' ? request.transactionReference : request.reference;

/** What a status record has to match to count as the record of this payment. */
export function recordAskedOf({
  request,
  details,
}: {
  readonly request: PaymentRequest;
  readonly details: {readonly serviceReference?: string} | undefined;
}): RecordAsked {
  return {reference: providerReferenceOf(request), serviceReference: details?.serviceReference, asked: request.amount};
}
