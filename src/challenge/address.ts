import {isIP} from 'node:net';
import {Problem} from '../core/problem.js';

/** Where the sandbox's bank lives, as a policy of a page writes it; policies know no IPv6 addresses. */
export const loopbackSources = ['http://127.0.0.1:*', 'http://localhost:*'];

/**
 * The address to which a challenge is posted, as browsers write it. Throws a `Problem` `challenge-address` for one that
 * is not https, unless it is on this machine and `allowsLoopback`.
 */
export function checkChallengeUrl(text: string, allowsLoopback: boolean): string {
  const url = URL.parse(text);
  const isLocal = url?.protocol === 'http:' && (url.hostname === '127.0.0.1' || url.hostname === 'localhost');
  if (url?.protocol === 'https:' || (allowsLoopback && isLocal)) return url.href;
  throw new Problem('challenge-address', {url: text});
}

/**
 * An IP address as browsers write it in an address and in the Host header; undefined for a name, for an address that
 * belongs to one link alone, and for those that mean every interface, under which no browser would come.
 */
export function hostOfAddress(address: string): string | undefined {
  const family = isIP(address);
  if (family === 0) return undefined;
  const host = URL.parse(`http://${family === 6 ? `[${address}]` : address}`)?.hostname;
  return host === '0.0.0.0' || host === '[::]' ? undefined : host;
}

/** Whether `localhost` leads there as well. */
export const isLocalhost = (host: string) => host === '127.0.0.1' || host === '[::1]';
