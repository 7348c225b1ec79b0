import {isIP} from 'node:net';
import {Problem} from '../core/problem.js';

/** The origins of the sandbox's bank, in the syntax of a Content Security Policy, which has no form for IPv6 addresses. */
export const loopbackSources = ['http://127.0.0.1:*', 'http://localhost:*'];

/**
 * Returns the address to which a challenge is posted, in the form that browsers use. Throws the `Problem` `challenge-address` if it is not
 * https, unless it is on this machine and `allowsLoopback` is set.
 */
export function checkChallengeUrl(text: string, allowsLoopback: boolean): string {
  const url = URL.parse(text);
  const isLocal = url?.protocol === 'http:' && (url.hostname === '127.0.0.1' || url.hostname === 'localhost');
  if (url?.protocol === 'https:' || (allowsLoopback && isLocal)) return url.href;
  throw new Problem('challenge-address', {url: text});
}

/**
 * Returns an IP address in the form that browsers use in addresses and in the Host header. Returns undefined for a name, for an address
 * that is valid on one link only, and for one that means all interfaces, because no browser would use it.
 */
export function hostOfAddress(address: string): string | undefined {
  const family = isIP(address);
  if (family === 0) return undefined;
  const host = URL.parse(`http://${family === 6 ? `[${address}]` : address}`)?.hostname;
  return host === '0.0.0.0' || host === '[::]' ? undefined : host;
}

/** Whether `localhost` also leads to this host. */
export const isLocalhost = (host: string) => host === '127.0.0.1' || host === '[::1]';
