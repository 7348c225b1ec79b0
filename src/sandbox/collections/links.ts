import type {Body} from '../call.js';
import type {Network} from '../fixtures/networks.js';
import {isRefusal, type Refusal, refuse} from '../refusal.js';

type Links = {readonly redirectUrl: string | null; readonly cancelUrl: string | null};

const longestLink = 2048;
const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Returns where the customer is sent after the payment page, or a refusal for the first bad link. All three links are required for ZAR,
 * redirect_url for Wave; redirect_url is optional for XOF.
 */
export function checkLinks(body: Body, network: Network): Links | Refusal {
  if (network.currency === 'ZAR') {
    const redirectUrl = readLink(body, 'redirect_url');
    if (isRefused(redirectUrl)) return redirectUrl;
    const cancelUrl = readLink(body, 'cancel_url');
    if (isRefused(cancelUrl)) return cancelUrl;
    const errorUrl = readLink(body, 'error_url');
    if (isRefused(errorUrl)) return errorUrl;
    return {redirectUrl, cancelUrl};
  }
  const wanted = network.code === 'WAVCIV' || (network.currency === 'XOF' && body.redirect_url !== undefined);
  const redirectUrl = wanted ? readLink(body, 'redirect_url') : null;
  return isRefused(redirectUrl) ? redirectUrl : {redirectUrl, cancelUrl: null};
}

/** Whether the customer pays on a page (documented for Wave and ZAR). */
export function paysOnPage(network: Network): boolean {
  return network.currency === 'ZAR' || network.code === 'WAVCIV';
}

function isRefused(link: string | null | Refusal): link is Refusal {
  return link !== null && typeof link !== 'string' && isRefusal(link);
}

function readLink(body: Body, name: string): string | Refusal {
  const value = body[name];
  if (typeof value !== 'string' || value === '') return refuse(400, `${name} is required`);
  const url = URL.parse(value);
  if (url === null || value.length > longestLink) return refuse(400, `${name} is not a valid URL`);
  // The status was observed. The service only accepts https; the sandbox also accepts its own page.
  if (url.protocol !== 'https:' && !isOwnReturnPage(url)) return refuse(403, `${name} must be an https URL`);
  return url.href;
}

function isOwnReturnPage(url: URL): boolean {
  return url.protocol === 'http:' && loopbackHosts.has(url.hostname) && url.pathname === '/sandbox/return';
}
