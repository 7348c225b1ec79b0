import {timingSafeEqual} from 'node:crypto';
import type {IncomingMessage} from 'node:http';

/** What may be asked for, by method and by what follows the secret part of the path. */
const places = {'GET ': 'page', 'GET /state': 'state', 'POST /message': 'message'} as const;
export type PagePlace = (typeof places)[keyof typeof places];

export type Door = {
  /** The only values of the Host header that are ours: any other name that leads here is somebody's trick. */
  readonly hosts: readonly string[];
  /** The part of the path that nobody can guess. */
  readonly secret: string;
};

/** What the request asks for, or undefined when it is to be refused; the refusal does not say why. */
export function admit(request: IncomingMessage, {hosts, secret}: Door): PagePlace | undefined {
  const {method, url = '', headers} = request;
  if (!isPlain(request)) return undefined;
  const {host = ''} = headers;
  const end = secret.length + 1;
  if (!isSame(url.slice(0, end), `/${secret}`) || !hosts.includes(host)) return undefined;
  if (!comesFromOurPage(method, headers, `http://${host}`)) return undefined;
  const asked = `${method} ${url.slice(end)}`;
  return Object.hasOwn(places, asked) ? places[asked as keyof typeof places] : undefined;
}

/**
 * Whether the request has one meaning to everybody who reads it: the host and the origin are said once, and no body comes in a
 * coding, which our page never uses: two readers can find its end in two places.
 */
function isPlain({method, headers, headersDistinct}: IncomingMessage): boolean {
  const isSaidOnce = ['host', 'origin', 'sec-fetch-site'].every(name => (headersDistinct[name]?.length ?? 0) < 2);
  const hasBody = method === 'GET' && (headers['content-length'] ?? '0') !== '0';
  return isSaidOnce && !hasBody && headers['transfer-encoding'] === undefined && headers.upgrade === undefined;
}

/** A page of somebody else's says its origin when it posts; a browser that leaves it out must vouch for ours. */
function comesFromOurPage(method: string | undefined, headers: IncomingMessage['headers'], ours: string): boolean {
  if (headers.origin !== undefined) return headers.origin === ours;
  return method === 'GET' || headers['sec-fetch-site'] === 'same-origin';
}

/** Takes as long for a guess that is nearly right as for one that is not. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
