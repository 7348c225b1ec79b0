import {Problem} from '../core/problem.js';
import {isLoopback} from '../core/service/loopback.js';

/**
 * The address of an office as it was typed, without a slash at its end. Throws `Problem` office-address for a text that is no address, and
 * for an address without https that is not on this machine: what the journal says about customers would be sent unprotected.
 */
export function officeAddress(typed: string): string {
  const url = URL.parse(typed.trim());
  const isBare = url !== null && [url.username, url.password, url.search, url.hash].every(part => part === '');
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url === null || !isBare || !isSafe)
    throw new Problem('office-address', {url: (url?.host ?? typed).slice(0, 100)});
  return `${url.protocol}//${url.host}${url.pathname}`.replace(/\/+$/u, '');
}
