import {expect} from 'vitest';
import type {Service} from '../../src/core/endpoints/service.js';
import {serve, serviceAt, testKeyBase64} from './local-server.js';

const everywhere = {
  authorization: `Payaza ${testKeyBase64}`,
  'user-agent': 'duka/0.1.0',
  accept: 'application/json',
  'accept-encoding': 'gzip',
};
export const tenant = {'x-tenantid': 'test'};
export const product = {...tenant, 'x-productid': 'app'};

/** The one request that a call makes. */
export async function requestOf(
  call: (service: Service) => Promise<unknown>,
  options: Parameters<typeof serviceAt>[1] = {},
) {
  const server = await serve({body: '{}'});
  await call(serviceAt(server.url, options));
  expect(server.seen).toHaveLength(1);
  const {method, url, headers, body} = server.seen[0] ?? {method: '', url: '', headers: {}, body: ''};
  const {Host, host, Connection, connection, ...ours} = Object.fromEntries(Object.entries(headers));
  expect(host ?? Host).toBe(`127.0.0.1:${server.port}`);
  return {method, url, headers: ours, body, connection: connection ?? Connection};
}

/** A request that moves money or changes something, as it has to be seen. */
export function order(path: string, body: string, headers: object = product, method = 'POST') {
  const content = {'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body))};
  return {method, url: path, headers: {...everywhere, ...headers, ...content}, body, connection: 'close'};
}

/** A question, as it has to be seen. */
export const question = (url: string, headers: object) => ({
  method: 'GET',
  url,
  headers: {...everywhere, ...headers},
  body: '',
  connection: 'keep-alive',
});

/** A question that is a POST, as it has to be seen. */
export const asked = (path: string, body: string, headers: object = {}) => ({
  ...order(path, body, headers),
  connection: 'keep-alive',
});
