import {brandName, brandOfCard} from '../card/card.js';
import {markets} from '../market/market.js';
import {type Language, messages} from '../messages/messages.js';
import type {PaymentRequest} from '../payment/schema.js';
import {cleanText} from '../text/text.js';
import {byHand, isByHand} from './payer.js';

/**
 * What a payment's money goes through, as the books name it. `channel` is an id and is never shown as it is: a network
 * of the market table, `received` for money that came unasked, `by-hand` for money that only a person says is there, a card brand (`american-express`, or `card` if the brand
 * is not known), `enrolment`, `renewal`, `cash`, or `account` for what is on the book.
 */
export type Tender = {readonly method: PaymentRequest['method']; readonly channel: string};

export function tenderOf(request: PaymentRequest): Tender {
  const {method} = request;
  if (method === 'cash' || method === 'account') return {method, channel: method};
  if (method === 'card') return {method, channel: brandOfCard(request.card)};
  if (method === 'subscription') return {method, channel: request.charge === null ? 'enrolment' : 'renewal'};
  if (isByHand(request)) return {method, channel: byHand};
  return {method, channel: request.received === undefined ? request.network : 'received'};
}

/** Returns the name of a tender for people. An unknown id is returned as it is, without control characters and cut to 64 characters. */
export function tenderName({method, channel}: Tender, language: Language): string {
  if (method === 'cash' || method === 'account') return messages(language).tender[method];
  if (method === 'card') return channel === 'card' ? messages(language).tender.card : brandName(channel);
  if (method === 'subscription')
    return channel === 'enrolment' || channel === 'renewal'
      ? messages(language).tender[channel]
      : cleanText(channel, 64);
  const {received, byHand: hand} = messages(language).tender;
  if (channel === byHand) return hand;
  return channel === 'received' ? received : networkName(channel);
}

const networks = new Map(markets.flatMap(market => market.networks).map(each => [each.id, each] as const));

const networkName = (id: string): string => networks.get(id)?.brand ?? cleanText(id, 64);

/** The name of a tender in exports and for scripts, which never changes: in English, with `cash` in lower case. */
export function operatorOf({method, channel}: Tender): string {
  if (method === 'account') return 'On the book';
  if (method === 'card') return brandName(channel);
  if (method === 'subscription') return charges[channel] ?? cleanText(channel, 64);
  if (channel === byHand) return 'By hand';
  return channel === 'received' ? 'Received' : networkName(channel);
}

const charges: Readonly<Record<string, string>> = {enrolment: 'Enrolment', renewal: 'Renewal'};

export const channelName = (request: PaymentRequest, language: Language): string =>
  tenderName(tenderOf(request), language);
