import {timingSafeEqual} from 'node:crypto';
import type {IncomingMessage} from 'node:http';

/** The requests that are allowed, by their method and the path after its secret part. */
const places = {'GET ': 'page', 'GET /state': 'state', 'POST /message': 'message'} as const;
export type PagePlace = (typeof places)[keyof typeof places];

export type Door = {
  /** The only values of the Host header that are accepted. Any other name that leads here belongs to an attack. */
  readonly hosts: readonly string[];
  /** The part of the path that nobody can guess. */
  readonly secret: string;
};

/** Returns what the request asks for, or undefined if it must be refused. The refusal gives no reason. */
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
 * Whether every program that reads the request understands it in the same way: host and origin are given only once, and no body has a
 * transfer encoding, which the page never uses. With one, two programs could disagree about where the body ends.
 */
function isPlain({method, headers, headersDistinct}: IncomingMessage): boolean {
  const isSaidOnce = ['host', 'origin', 'sec-fetch-site'].every(name => (headersDistinct[name]?.length ?? 0) < 2);
  const hasBody = method === 'GET' && (headers['content-length'] ?? '0') !== '0';
  return isSaidOnce && !hasBody && headers['transfer-encoding'] === undefined && headers.upgrade === undefined;
}

/** A page from another origin sends its origin when it posts. A browser that sends none must confirm that the page is ours. */
function comesFromOurPage(method: string | undefined, headers: IncomingMessage['headers'], ours: string): boolean {
  if (headers.origin !== undefined) return headers.origin === ours;
  return method === 'GET' || headers['sec-fetch-site'] === 'same-origin';
}

/** Compares in constant time, so that a nearly correct guess takes as long as any other. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
