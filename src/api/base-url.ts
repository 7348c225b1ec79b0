import {Problem} from '../core/problem.js';
import {isLoopback} from '../core/service/loopback.js';
import type {Redact} from './redact.js';

/**
 * The base address of the service without a slash at its end; a path prefix such as `/live` stays. Throws a `Problem`:
 * `base-url-insecure` for one that is not https unless its host is loopback, since it would carry the key in the open;
 * `setting-invalid` for one that is no address, or has a user name, a query or a fragment. Neither tells a secret.
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
