import type {RecordAsked} from '../endpoints/status.js';
import type {
  CardRequest,
  CashRequest,
  MobileMoneyRequest,
  PaymentRequest,
  SubscriptionRequest,
} from '../journal/event.js';
import {displayWallet, maskWallet} from '../market/wallet.js';
import {Problem} from '../problem.js';

/** As much of a request as says where the money comes from. */
export type Payer =
  | Pick<CardRequest, 'method' | 'card' | 'amount'>
  | Pick<MobileMoneyRequest, 'method' | 'wallet'>
  | Pick<CashRequest, 'method'>
  | Pick<SubscriptionRequest, 'method'>;

/**
 * What the money of a payment comes from, so that a second request for it can be noticed: a wallet's number, or a card's
 * last four digits with the amount, since more of a card is not kept. Null where there is nothing to compare.
 */
export function payerKey(request: Payer): string | null {
  if (request.method === 'cash' || request.method === 'subscription') return null;
  if (request.method === 'mobile-money') return request.wallet;
  const {currency, minor} = request.amount;
  return `card ${request.card.lastFour} ${currency} ${minor}`;
}

/** What the provider’s file says of money that came unasked. */
export const receivedOf = (request: PaymentRequest): MobileMoneyRequest['received'] =>
  request.method === 'mobile-money' ? request.received : undefined;

/** The payer as a cashier in the country `home` reads it: `0712 345 678`, `···· 1019`. */
export function displayPayer(request: PaymentRequest, home?: string): string {
  if (request.method === 'cash') return '';
  if (request.method === 'subscription') return request.customerEmail;
  if (request.method === 'card') return `···· ${request.card.lastFour}`;
  return request.received?.providerReference ?? displayWallet(request.phone, home);
}

/** The payer with no more than its owner needs to know it by: `…345 678`, `…1019`. */
export function maskPayer(request: PaymentRequest): string {
  if (request.method === 'cash') return '';
  if (request.method === 'subscription') return maskEmail(request.customerEmail);
  if (request.method === 'card') return `…${request.card.lastFour}`;
  return request.received?.providerReference ?? maskWallet(request.phone);
}

/** As `maskPayer`, empty for a payment without a wallet: the telephone number is not what was asked for money. */
export function maskSource(request: PaymentRequest): string {
  return request.method === 'mobile-money' && request.wallet === null ? '' : maskPayer(request);
}

/** Why money of a payment cannot be given back through the service, as a card's can. */
export function notGivenBack(request: PaymentRequest): Problem {
  const {reference} = request;
  if (receivedOf(request)) return new Problem('refund-not-unasked', undefined, {reference});
  if (maskSource(request) === '') return new Problem('refund-not-by-page', undefined, {reference});
  return new Problem('refund-not-offered', {wallet: displayPayer(request)}, {reference});
}

/** `amina@example.com` as `a…@example.com`. */
export function maskEmail(email: string): string {
  const [first = ''] = email;
  return email.includes('@') ? `${first}…${email.slice(email.indexOf('@'))}` : email;
}

/** Whether the money comes from a card, which the service asks and gives back to in its own way. */
export function isByCard(request: PaymentRequest): request is CardRequest | SubscriptionRequest {
  return request.method === 'card' || request.method === 'subscription';
}

/** The reference under which the service knows a payment: ours, but for what it charges by itself. */
export function providerReferenceOf(request: PaymentRequest): string {
  return request.method === 'subscription' ? request.transactionReference : request.reference;
}

/** What a status record has to be of, to be one of this payment. */
export function recordAskedOf({
  request,
  details,
}: {
  readonly request: PaymentRequest;
  readonly details: {readonly serviceReference?: string} | undefined;
}): RecordAsked {
  return {
    reference: providerReferenceOf(request),
    serviceReference: details?.serviceReference,
    asked: request.amount,
  };
}
