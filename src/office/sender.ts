import type {IncomingMessage} from 'node:http';
import {isLoopback} from '../core/service/answer.js';

type Headers = Pick<IncomingMessage, 'headers' | 'headersDistinct'>;

/** Whether a request is to this machine and from no page: one whose name leads here (DNS rebinding) says another name. */
export function isOfThisMachine({headersDistinct: {host = [], origin}}: Headers): boolean {
  const [name = '', ...others] = host;
  return others.length === 0 && origin === undefined && isLoopback(URL.parse(`http://${name}`)?.hostname ?? '');
}

/** The same of a request that may have been passed on by a proxy, which says so and keeps the name by which the office is called. */
export const isOfTill = (request: Headers): boolean =>
  isOfThisMachine(request) ||
  (request.headers['x-forwarded-for'] !== undefined && request.headersDistinct['origin'] === undefined);

/** Where a request comes from, as the proxy or the connection says: of IPv6 the network, since a machine has many addresses there. */
export function addressOf({headers, socket}: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  const address = forwarded || (socket.remoteAddress ?? '');
  return address.split(':').slice(0, 4).join(':');
}

/** The path under which a proxy shows the office, without a slash at its end; empty without one, undefined for what can be none. */
export function prefixOf({headers}: Pick<Headers, 'headers'>): string | undefined {
  const said = headers['x-forwarded-for'] === undefined ? '' : String(headers['x-forwarded-prefix'] ?? '');
  return /^(?:\/[\w-][\w.-]*)*\/?$/.test(said) ? said.replace(/\/$/, '') : undefined;
}

/** The address of the office in a browser, with a slash at its end, on this machine or by https; undefined for others, on whose way words could be read. */
export function originOf({headers, headersDistinct: {host = []}}: Headers): URL | undefined {
  const [name = '', ...others] = host;
  const prefix = prefixOf({headers});
  const isForwarded = headers['x-forwarded-for'] !== undefined;
  const protocol = isForwarded
    ? String(headers['x-forwarded-proto'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : 'http';
  const origin = URL.parse(`${protocol}://${name}${prefix}/`);
  if (origin === null || others.length > 0 || origin.href !== `${origin.origin}${prefix}/`) return undefined;
  return protocol === 'https' || (!isForwarded && isLoopback(origin.hostname)) ? origin : undefined;
}
