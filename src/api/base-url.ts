import {Problem} from '../core/problem.js';
import {isLoopback} from '../core/service/loopback.js';
import type {Redact} from './redact.js';

/**
 * Returns the base address of the service without a slash at its end. A path prefix such as `/live` stays. Throws a `Problem`:
 * `base-url-insecure` for an address that is not https, unless its host is loopback, because the key would travel unencrypted;
 * `setting-invalid` for a text that is not an address, or has a user name, a password, a query or a fragment. Neither shows a secret.
 */
export function checkBaseUrl(text: string, redact: Redact): string {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    const value = redact(text.replace(/[?#].*$/su, '').replace(/\/\/[^/]*@/u, '//'));
    throw new Problem('setting-invalid', {name: 'DUKA_BASE_URL', value});
  }
  const address = `${url.protocol}//${url.host}${url.pathname}`;
  const allowed = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!allowed) throw new Problem('base-url-insecure', {url: redact(address)});
  return address.replace(/\/+$/u, '');
}
