import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {forAllAsync} from '../hostile/runs.js';
import {ask, post, said, served} from './support.js';

const refused = {status: 404, text: 'Not found\n'};

describe('the address of the page', () => {
  it('is on loopback, on a free port, under 256 random bits, and another for every payment', async () => {
    const [one, other] = [await served(), await served()];
    expect(one.url).toMatch(new RegExp(String.raw`^http://127\.0\.0\.1:${one.port}/[\w-]{43}$`));
    expect(new URL(other.url).pathname).not.toBe(new URL(one.url).pathname);
    expect(await ask(`${new URL(one.url).origin}${new URL(other.url).pathname}`)).toMatchObject(refused);
  });

  it('serves the page again and again, to a cashier who reloads and to another device', async () => {
    const {url} = await served();
    const [first, second] = [await ask(url), await ask(url)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.text).toContain('name="creq"');
  });

  it('serves nothing after close, which may be called twice', async () => {
    const {url, close} = await served();
    expect((await ask(url)).status).toBe(200);
    await Promise.all([close(), close()]);
    for (const place of ['', '/state']) await expect(ask(`${url}${place}`)).rejects.toThrow('ECONNREFUSED');
    await expect(post(url)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a request for anything else', () => {
  it.each(['', '/', '/state', '/message', '/favicon.ico', '/..', '//'])('is refused at %s', async path => {
    const {url} = await served();
    expect(await ask(new URL(url).origin + path)).toMatchObject(refused);
  });

  it.each(['/', '/state/', '/message', '/State', '?', '?x=1', '/state?x', '/constructor', '/../state'])(
    'is refused behind the secret at %s',
    async rest => {
      const {url} = await served();
      expect(await ask(url + rest)).toMatchObject(refused);
    },
  );

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'])('is refused as %s of the page', async method => {
    const {url, told} = await served();
    const headers = {origin: new URL(url).origin};
    expect(await ask(url, {method, headers})).toMatchObject(refused);
    expect(await ask(`${url}/state`, {method, headers})).toMatchObject(refused);
    expect(told()).toBe(0);
  });

  it('is refused as HEAD, and as GET or PUT of the message', async () => {
    const {url, told} = await served();
    expect((await ask(url, {method: 'HEAD'})).status).toBe(404);
    for (const method of ['GET', 'PUT']) expect(await ask(`${url}/message`, {method})).toMatchObject(refused);
    expect(told()).toBe(0);
  });

  it('learns nothing from a guess, however near', async () => {
    const {url} = await served();
    const {origin, pathname} = new URL(url);
    const secret = pathname.slice(1);
    const near = fc.oneof(
      fc.integer({min: 0, max: secret.length - 1}).map(length => secret.slice(0, length)),
      fc.integer({min: 0, max: secret.length - 1}).map(at => `${secret.slice(0, at)}~${secret.slice(at + 1)}`),
      fc.stringMatching(/^[\w-]{43}$/),
      fc.constant(secret.toUpperCase() === secret ? secret.toLowerCase() : secret.toUpperCase()),
    );
    const guess = fc.tuple(near, fc.constantFrom('', '/state', '/message'), fc.constantFrom('GET', 'POST'));
    await forAllAsync({numRuns: 60}, guess, async ([path, place, method]) => {
      const {status, text, headers} = await ask(`${origin}/${path}${place}`, {method, headers: {origin}});
      expect({status, text}).toEqual(refused);
      expect(headers).not.toHaveProperty('allow');
    });
  });
});

describe('the name under which the page is asked for', () => {
  it.each(['127.0.0.1', 'localhost'])('may be %s', async host => {
    const {url, port} = await served();
    expect((await ask(url, {headers: {host: `${host}:${port}`}})).status).toBe(200);
  });

  it.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    'localhost',
    '127.0.0.1:1',
    '127.0.0.2:PORT',
    '[::1]:PORT',
  ])('may not be %s, to which somebody else could have pointed it', async host => {
    const {url, port, told} = await served();
    const headers = {host: host.replace('PORT', String(port))};
    for (const place of ['', '/state']) expect(await ask(url + place, {headers})).toMatchObject(refused);
    expect(await post(url, {...headers, origin: `http://${headers.host}`})).toMatchObject(refused);
    expect(told()).toBe(0);
  });

  it('is the address of the interface alone when one is given', async () => {
    const listen = '127.0.0.2';
    const {url, port} = await served({listen});
    expect(url).toMatch(`http://${listen}:${port}/`);
    expect((await ask(url)).status).toBe(200);
    for (const host of ['localhost', '127.0.0.1'])
      expect(await ask(url, {headers: {host: `${host}:${port}`}})).toMatchObject(refused);
  });

  it.each(['203.0.113.9', '0.0.0.0', '::', 'localhost', 'shop.example', '', '127.0.0.1:80', 'fe80::1%eth0'])(
    'is no address of this machine in %j',
    async listen => {
      const problem = {name: 'Problem', code: 'listen-failed', facts: {address: listen}};
      await expect(served({listen})).rejects.toMatchObject(problem);
    },
  );
});

describe('the message', () => {
  it('reaches the till from our page, with nothing in it', async () => {
    const {url, told} = await served({verdict: () => 'paid'});
    const {status, text} = await post(url);
    expect([status, text, told()]).toEqual([200, '{"verdict":"paid"}', 1]);
  });

  it('reaches it from a browser that gives no origin and vouches for ours', async () => {
    const {url, told} = await served();
    expect((await post(url, {'sec-fetch-site': 'same-origin'})).status).toBe(200);
    expect(told()).toBe(1);
  });

  it.each<Record<string, string>>([
    {},
    {origin: 'null'},
    {origin: 'https://evil.example'},
    {origin: 'http://127.0.0.1:1'},
    {origin: 'https://evil.example', 'sec-fetch-site': 'same-origin'},
    {'sec-fetch-site': 'same-site'},
    {'sec-fetch-site': 'cross-site'},
    {'sec-fetch-site': 'none'},
  ])('is refused with %j', async headers => {
    const {url, told} = await served();
    expect(await post(url, headers)).toMatchObject(refused);
    expect(told()).toBe(0);
  });

  it('is refused from the other of our two names', async () => {
    const {url, port, told} = await served();
    expect(await post(url, {origin: `http://localhost:${port}`})).toMatchObject(refused);
    expect(told()).toBe(0);
  });

  it('disturbs the till once a second at most', async () => {
    const {url, told, pass} = await served();
    for (let count = 0; count < 5; count += 1) expect((await post(url)).status).toBe(200);
    expect(told()).toBe(1);
    pass(999);
    await post(url);
    expect(told()).toBe(1);
    pass(1);
    await post(url);
    expect(told()).toBe(2);
  });
});

it('says where the payment stands, to our own page alone', async () => {
  let standing: 'waiting' | 'not-paid' = 'waiting';
  const {url, told} = await served({verdict: () => standing});
  expect((await ask(`${url}/state`)).text).toBe('{"verdict":"waiting"}');
  standing = 'not-paid';
  expect((await ask(`${url}/state`)).text).toBe('{"verdict":"not-paid"}');
  expect(await ask(`${url}/state`, {headers: {origin: 'https://evil.example'}})).toMatchObject(refused);
  expect(told()).toBe(0);
});

describe('a request that two readers can read differently is refused, and nothing after it is read', () => {
  const state = (path: string, host: string, lines: readonly string[], body = '') =>
    [`GET ${path}/state HTTP/1.1`, `Host: ${host}`, ...lines, '', body].join('\r\n');

  it.each([
    ['with two hosts', (host: string) => [`Host: ${host}`]],
    ['with another host beside', () => ['Host: evil.example']],
    ['with the other host in other letters', () => ['HOST: evil.example']],
    ['with two origins', (host: string) => [`Origin: http://${host}`, 'Origin: http://evil.example']],
    ['with a coding that nobody knows', () => ['Transfer-Encoding: cow']],
    ['with a known coding', () => ['Transfer-Encoding: chunked']],
    ['with two codings', () => ['Transfer-Encoding: chunked, identity']],
    ['with a coding twice', () => ['Transfer-Encoding: chunked', 'Transfer-Encoding: cow']],
    ['with a coding after a tab', () => ['Transfer-Encoding:\tchunked']],
    ['with a coding in a name with a blank', () => ['Transfer-Encoding : chunked']],
    ['with a coding on a folded line', () => ['X: y', ' Transfer-Encoding: chunked']],
    ['with a coding and a length', () => ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['with two lengths', () => ['Content-Length: 0', 'Content-Length: 5']],
    ['with a length with a sign', () => ['Content-Length: +0']],
    ['with a body', () => ['Content-Length: 5']],
    ['that wants to go on', () => ['Expect: 100-continue']],
    ['that wants another protocol', () => ['Connection: Upgrade', 'Upgrade: websocket']],
  ])('%s', async (_, lines) => {
    const {url, port} = await served();
    const {host, pathname} = new URL(url);
    const good = state(pathname, host, []);
    expect(await said(port, state(pathname, host, ['Connection: close']))).toContain('"verdict"');
    const answer = await said(port, `${state(pathname, host, lines(host), '0\r\n\r\n')}${good}`);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toContain('verdict');
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});
