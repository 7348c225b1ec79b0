import type {IncomingMessage} from 'node:http';
import {type Answer, json} from './answer.js';
import type {Addresses} from './dispatch.js';

/**
 * Pages with addresses that cannot be guessed. A merchant's page sends the customer there, so the browser states that page's origin, or
 * none.
 */
const secretPlace = /^\/(?:pay\/|acs\/|3ds\/challenge$|sandbox\/return$)/;

/**
 * Returns the refusal of a caller that is at the wrong address or was sent by a foreign page: one that came here under another name (a web
 * page whose name was pointed to this machine, DNS rebinding), or a page of another origin. Undefined for all others. `path` is the one by
 * which the request is routed.
 */
export function turnAway(
  {headersDistinct}: Pick<IncomingMessage, 'headersDistinct'>,
  path: string,
  addresses: Addresses,
): Answer | undefined {
  const origins = [addresses.baseUrl, addresses.bankUrl];
  const [host, ...otherHosts] = headersDistinct['host'] ?? [];
  if (otherHosts.length > 0 || !origins.includes(`http://${host}`)) return refusal('The sandbox has another address');
  const isOurs = (headersDistinct['origin'] ?? []).every(origin => origins.includes(origin));
  return isOurs || secretPlace.test(path) ? undefined : refusal('The sandbox answers no page of another origin');
}

const refusal = (message: string): Answer => json(403, {message, status: false}, {Connection: 'close'});
