import {connect} from 'node:net';
import {text} from 'node:stream/consumers';
import {expect, test} from 'vitest';
import {fullHeaders, kenya, openSandbox, send} from './support.js';

const charge = '/live/subsidiary/collections/v1/process-collection';
const faults = JSON.stringify({switches: {unapproved: ['KES']}});

/** Both kinds of place: a call of the service with its headers, and a control of the sandbox, which needs none. */
const calls: readonly (readonly [string, string, Record<string, string>, string | undefined])[] = [
  [charge, 'POST', fullHeaders, JSON.stringify(kenya)],
  ['/sandbox/faults', 'POST', {'Content-Type': 'text/plain'}, faults],
  ['/sandbox/transactions', 'GET', {}, undefined],
];

test.each([
  'shop.example',
  'shop.example:PORT',
  'localhost.shop.example:PORT',
  '127.0.0.1',
  '127.0.0.1:1',
  '127.0.0.1.shop.example:PORT',
  '[::1]:PORT',
])('a caller who means the host %s is turned away, and nothing happens', async host => {
  const client = await openSandbox();
  const {port} = new URL(client.baseUrl);
  for (const [path, method, headers, body] of calls) {
    const sent = {method, headers: {...headers, Host: host.replace('PORT', port)}, ...(body && {body})};
    const reply = await send(client.baseUrl + path, sent);
    expect([reply.status, reply.json.status]).toEqual([403, false]);
  }
  expect(await client.books()).toEqual([]);
  expect((await client.charge(kenya)).json.response_code).toBe('09');
});

test.each(['https://shop.example', 'http://127.0.0.1:1', 'https://127.0.0.1:PORT', 'http://shop.example:PORT', 'null'])(
  'a page of the origin %s is turned away, and nothing happens',
  async origin => {
    const client = await openSandbox();
    const {port} = new URL(client.baseUrl);
    for (const [path, method, headers, body] of calls) {
      const sent = {method, headers: {...headers, Origin: origin.replace('PORT', port)}, ...(body && {body})};
      expect((await send(client.baseUrl + path, sent)).status).toBe(403);
    }
    expect(await client.books()).toEqual([]);
    expect((await client.charge(kenya)).json.response_code).toBe('09');
  },
);

test('its own pages are answered, and so are callers who are no page', async () => {
  const client = await openSandbox();
  const sent = {method: 'POST', headers: {Origin: client.baseUrl}, body: faults};
  expect((await send(`${client.baseUrl}/sandbox/faults`, sent)).status).toBe(200);
  const {port} = new URL(client.baseUrl);
  const named = {headers: {Host: `localhost:${port}`}};
  expect((await send(`${client.baseUrl}/sandbox/clock`, named)).status).toBe(200);
});

test('a page that nobody can guess is open to the page that sends the customer there', async () => {
  const client = await openSandbox();
  for (const path of ['/3ds/challenge', '/acs/unknown', '/pay/unknown/approve']) {
    const reply = await send(client.baseUrl + path, {method: 'POST', headers: {Origin: 'http://192.168.1.7:4020'}});
    expect([reply.status, reply.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  }
});

test('who names two hosts is turned away', async () => {
  const client = await openSandbox();
  const {port, host} = new URL(client.baseUrl);
  const socket = connect(Number(port), '127.0.0.1');
  socket.end(`GET /sandbox/transactions HTTP/1.1\r\nHost: ${host}\r\nHost: shop.example\r\nConnection: close\r\n\r\n`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d /);
});

test.each([
  ['/pay/../sandbox/faults', 403],
  ['/acs/%2e%2e/sandbox/faults', 403],
  ['/pay/./../live/../sandbox/faults', 403],
  ['http://[/', 400],
])('a page is let in by the path that its request is routed by: %s', async (path, status) => {
  const client = await openSandbox();
  const {port, host} = new URL(client.baseUrl);
  const lines = [`POST ${path} HTTP/1.1`, `Host: ${host}`, 'Origin: http://shop.example', 'Connection: close'];
  const socket = connect(Number(port), '127.0.0.1');
  socket.end(`${[...lines, `Content-Length: ${faults.length}`].join('\r\n')}\r\n\r\n${faults}`);
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect((await client.charge(kenya)).json.response_code).toBe('09');
});
