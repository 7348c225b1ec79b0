import {brandName, brandOfCard} from '../card/brand.js';
import type {PaymentRequest} from '../journal/event.js';
import {markets} from '../market/table.js';
import {type Language, messages} from '../messages/messages.js';
import {cleanText} from '../text/text.js';

/**
 * What money goes through, as the books name it. `channel` is an id, never a word that is shown: a network of the market
 * table, `received` for what came unasked, a brand of cards (`american-express`, `card` where it is not known), `enrolment` or `renewal`, `cash`.
 */
export type Tender = {readonly method: PaymentRequest['method']; readonly channel: string};

/** The tender of a payment. */
export function tenderOf(request: PaymentRequest): Tender {
  const {method} = request;
  if (method === 'cash') return {method, channel: 'cash'};
  if (method === 'card') return {method, channel: brandOfCard(request.card)};
  if (method === 'subscription') return {method, channel: request.charge === null ? 'enrolment' : 'renewal'};
  return {method, channel: request.received === undefined ? request.network : 'received'};
}

/** A tender as people call it; an id that is not known, as it is. */
export function tenderName({method, channel}: Tender, language: Language): string {
  if (method === 'cash') return messages(language).tender.cash;
  if (method === 'card') return channel === 'card' ? messages(language).tender.card : brandName(channel);
  if (method === 'subscription')
    return channel === 'enrolment' || channel === 'renewal'
      ? messages(language).tender[channel]
      : cleanText(channel, 64);
  return channel === 'received' ? messages(language).tender.received : networkName(channel);
}

const networks = new Map(markets.flatMap(market => market.networks).map(each => [each.id, each] as const));

function networkName(id: string): string {
  return networks.get(id)?.brand ?? cleanText(id, 64);
}

/** A tender as scripts and accounts have had it since version 0.1.0: in English, and `cash` in lower case. */
export function operatorOf({method, channel}: Tender): string {
  if (method === 'card') return brandName(channel);
  if (method === 'subscription') return charges[channel] ?? cleanText(channel, 64);
  return channel === 'received' ? 'Received' : networkName(channel);
}

const charges: Readonly<Record<string, string>> = {enrolment: 'Enrolment', renewal: 'Renewal'};

/** What a payment goes through, as people call it. */
export function channelName(request: PaymentRequest, language: Language): string {
  return tenderName(tenderOf(request), language);
}
