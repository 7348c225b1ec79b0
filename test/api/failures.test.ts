import {getEventListeners, once} from 'node:events';
import net from 'node:net';
import {setImmediate as turn} from 'node:timers/promises';
import {Worker} from 'node:worker_threads';
import {gzipSync} from 'node:zlib';
import {describe, expect, onTestFinished, test} from 'vitest';
import {answerSpec} from '../../src/core/service/answer.js';
import {parseStrict} from '../../src/core/spec/check.js';
import {closedPort, httpTo, serve, serveRaw} from './local-server.js';

const asWritten = parseStrict(answerSpec());

const order = {path: '/order', body: {amount: 200}};
const json = {'content-type': 'application/json'};

/** Sends an order, and asserts that what comes of it may be journaled. */
async function send(url: string, options: Parameters<typeof httpTo>[1] = {}, signal?: AbortSignal) {
  const answer = await httpTo(url, options).command(order, signal);
  expect(asWritten(answer)).toEqual(answer);
  return answer;
}

describe('a request that provably did not leave', () => {
  test('refused', async () => {
    expect(await send(`http://127.0.0.1:${await closedPort()}`)).toEqual({kind: 'not-sent', code: 'ECONNREFUSED'});
    expect(await send(`https://localhost:${await closedPort()}`)).toEqual({kind: 'not-sent', code: 'ECONNREFUSED'});
  });

  test('no such host', async () => {
    const answer = await send('https://no-such-host.invalid', {timeouts: {lookup: 1000}});
    expect(answer).toMatchObject({kind: 'not-sent', code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/)});
  });

  test('lookup timed out', async () => {
    const answer = await send('https://no-such-host.invalid', {timeouts: {lookup: 0}});
    expect(answer).toMatchObject({kind: 'not-sent', code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/)});
  });

  test.runIf(process.platform === 'linux')('connect timed out', async () => {
    const port = await fullServer();
    const answer = await send(`http://127.0.0.1:${port}`, {timeouts: {connect: 50}});
    expect(answer).toEqual({kind: 'not-sent', code: 'ETIMEDOUT', phase: 'connect'});
  });

  test('TLS handshake timed out', async () => {
    const server = await serveRaw(() => {});
    const url = server.url.replace('http://127.0.0.1', 'https://localhost');
    const answer = await send(url, {timeouts: {secureConnect: 50}});
    expect(answer).toEqual({kind: 'not-sent', code: 'ETIMEDOUT', phase: 'secureConnect'});
  });

  test('TLS to a plain port', async () => {
    const server = await serve({});
    const answer = await send(server.url.replace('http://127.0.0.1', 'https://localhost'));
    expect(answer).toMatchObject({kind: 'not-sent', code: expect.stringMatching(/^(EPROTO|ERR_SSL_)/)});
    expect(server.seen).toEqual([]);
  });

  test('a certificate of an unknown authority', async () => {
    const server = await serveRaw(() => {}, {secure: true});
    expect(await send(server.url)).toEqual({kind: 'not-sent', code: 'DEPTH_ZERO_SELF_SIGNED_CERT'});
    expect(server.connections()).toBe(1);
    expect(server.received()).toBe(0);
  });

  test('reset in the TLS handshake', async () => {
    const server = await serveRaw(socket => socket.resetAndDestroy());
    const answer = await send(server.url.replace('http://127.0.0.1', 'https://localhost'));
    expect(answer).toEqual({kind: 'not-sent', code: 'ECONNRESET'});
  });

  test('closed in the TLS handshake', async () => {
    const server = await serveRaw(socket => socket.end());
    const answer = await send(server.url.replace('http://127.0.0.1', 'https://localhost'));
    expect(answer).toEqual({kind: 'not-sent', code: 'ECONNRESET'});
  });

  test('aborted before it began, by any kind of signal', async () => {
    const server = await serve({});
    expect(await send(server.url, {}, AbortSignal.abort())).toEqual({kind: 'not-sent', code: 'ERR_ABORTED'});
    const timedOut = AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    expect(await send(server.url, {}, timedOut)).toEqual({kind: 'not-sent', code: 'ERR_ABORTED'});
    await turn();
    expect(server.connections()).toBe(0);
  });

  test('aborted in the TLS handshake', async () => {
    const stop = new AbortController();
    const server = await serveRaw(() => stop.abort());
    const answer = await send(server.url.replace('http://127.0.0.1', 'https://localhost'), {}, stop.signal);
    expect(answer).toEqual({kind: 'not-sent', code: 'ERR_ABORTED'});
  });

  test('asked of a client that is closed', async () => {
    const server = await serve({});
    const client = httpTo(server.url);
    client.close();
    expect(await client.command(order)).toEqual({kind: 'not-sent', code: 'ERR_ABORTED'});
    expect(client.traffic()).toEqual({sent: 0, received: 0});
  });

  test('counts no traffic, though the bytes were queued', async () => {
    const client = httpTo(`http://127.0.0.1:${await closedPort()}`);
    await client.command(order);
    expect(client.traffic()).toEqual({sent: 0, received: 0});
  });
});

describe('a request that may have left, without a whole answer', () => {
  test('reset after the request', async () => {
    const server = await serveRaw(socket => socket.resetAndDestroy());
    expect(await send(server.url)).toEqual({kind: 'no-answer', code: 'ECONNRESET'});
  });

  test('closed after the request', async () => {
    const server = await serveRaw(socket => socket.end());
    expect(await send(server.url)).toEqual({kind: 'no-answer', code: 'ECONNRESET'});
  });

  test('closed at once on accept', async () => {
    const server = await serveRaw(socket => socket.end(), {atOnce: true});
    expect(await send(server.url)).toMatchObject({
      kind: 'no-answer',
      code: expect.stringMatching(/^(ECONNRESET|EPIPE)$/),
    });
  });

  test('response timed out', async () => {
    const server = await serve(() => {});
    const answer = await send(server.url, {timeouts: {response: 300}});
    expect(answer).toEqual({kind: 'no-answer', code: 'ETIMEDOUT', phase: 'response'});
    await expect.poll(() => server.seen).toHaveLength(1);
  });

  test('silent for too long', async () => {
    const server = await serve(() => {});
    const answer = await send(server.url, {timeouts: {socket: 300}});
    expect(answer).toEqual({kind: 'no-answer', code: 'ETIMEDOUT', phase: 'socket'});
  });

  test('too long on the whole', async () => {
    const server = await serve(() => {});
    const answer = await send(server.url, {timeouts: {request: 400}});
    expect(answer).toEqual({kind: 'no-answer', code: 'ETIMEDOUT', phase: 'request'});
  });

  test('send timed out with a part of it gone', {tags: ['slow']}, async () => {
    const server = await serveRaw(socket => socket.pause(), {atOnce: true});
    const client = httpTo(server.url, {timeouts: {send: 50}});
    const answer = await client.command({path: '/', body: {text: 'x'.repeat(30_000_000)}});
    expect(answer).toEqual({kind: 'no-answer', code: 'ETIMEDOUT', phase: 'send'});
  });

  test('a body shorter than its length', async () => {
    const server = await serveRaw(socket =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"response_code":"00"}'),
    );
    expect(await send(server.url)).toMatchObject({
      kind: 'no-answer',
      code: expect.stringMatching(/^(ERR_HTTP_CONTENT_LENGTH_MISMATCH|ECONNRESET)$/),
    });
  });

  test('chunked and cut', async () => {
    const server = await serveRaw(socket =>
      socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n'),
    );
    expect(await send(server.url)).toEqual({kind: 'no-answer', code: 'ECONNRESET'});
  });

  test('bad gzip, and gzip that is cut', async () => {
    const headers = {...json, 'content-encoding': 'gzip'};
    const cut = gzipSync('{"response_code":"00"}').subarray(0, -12);
    const server = await serve([
      {headers, body: 'this is no gzip'},
      {headers, body: cut},
    ]);
    const bad = {kind: 'no-answer', code: 'ERR_READING_RESPONSE_STREAM'};
    expect(await send(server.url)).toEqual(bad);
    expect(await send(server.url)).toEqual(bad);
  });

  test('a body that stalls', async () => {
    const server = await serve(response => response.writeHead(200, json).write('{'));
    const answer = await send(server.url, {timeouts: {read: 30}});
    expect(answer).toEqual({kind: 'no-answer', code: 'ETIMEDOUT', phase: 'read'});
  });

  test('a body that drips for ever', async () => {
    const server = await serve(response => {
      const drip = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(drip));
    });
    const answer = await send(server.url, {timeouts: {read: 60, socket: 1000}});
    expect(answer).toEqual({kind: 'no-answer', code: 'ETIMEDOUT', phase: 'read'});
  });

  test('not HTTP', async () => {
    const server = await serveRaw(socket => socket.end('220 mail.example ESMTP\r\n'));
    expect(await send(server.url)).toMatchObject({kind: 'no-answer', code: expect.stringMatching(/^HPE_/)});
  });

  test('a switch of protocols that nobody asked for', async () => {
    const head = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';
    const server = await serveRaw(socket => socket.write(head));
    expect(await send(server.url)).toEqual({kind: 'no-answer', code: 'ERR_PROTOCOL_SWITCHED'});
  });

  test('only a promise of an answer', async () => {
    const server = await serveRaw(socket => socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n'));
    expect(await send(server.url)).toEqual({kind: 'no-answer', code: 'ECONNRESET'});
  });

  test('contradictory lengths', async () => {
    const server = await serveRaw(socket =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}'),
    );
    expect(await send(server.url)).toMatchObject({kind: 'no-answer', code: expect.stringMatching(/^HPE_/)});
  });

  test('a header over 16 kB', async () => {
    const server = await serveRaw(socket => socket.end(`HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n{}`));
    expect(await send(server.url)).toEqual({kind: 'no-answer', code: 'HPE_HEADER_OVERFLOW'});
  });

  test('aborted while the service works', async () => {
    const stop = new AbortController();
    const server = await serve(() => stop.abort());
    expect(await send(server.url, {}, stop.signal)).toEqual({kind: 'no-answer', code: 'ERR_ABORTED'});
    expect(server.seen).toHaveLength(1);
  });

  test('closed while the service works', async () => {
    const server = await serve(() => client.close());
    const client = httpTo(server.url);
    expect(await client.command(order)).toEqual({kind: 'no-answer', code: 'ERR_ABORTED'});
  });

  const tooLarge = {kind: 'no-answer', code: 'ERR_BODY_TOO_LARGE'};

  test('over the cap, of known length', async () => {
    const server = await serve({headers: json, body: `"${'x'.repeat(1_100_000)}"`});
    expect(await send(server.url)).toEqual(tooLarge);
  });

  test('over a small cap, in one piece', async () => {
    const server = await serve({headers: json, body: JSON.stringify('x'.repeat(2000))});
    expect(await send(server.url, {limitBytes: 1000})).toEqual(tooLarge);
  });

  test('endless, and as fast as it can', async () => {
    const server = await serve(response => {
      const pour = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      };
      response.on('drain', pour);
      pour();
    });
    expect(await send(server.url)).toEqual(tooLarge);
  });

  test('a gzip bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
    const server = await serve({headers: {...json, 'content-encoding': 'gzip'}, body: bomb});
    expect(await send(server.url)).toEqual(tooLarge);
  });

  test('a question on a kept connection that the server has dropped', async () => {
    const server = await serve([{body: '{}'}, response => response.socket?.resetAndDestroy()]);
    const client = httpTo(server.url);
    await client.query({path: '/'});
    expect(await client.query({path: '/'})).toEqual({kind: 'no-answer', code: 'ECONNRESET'});
    expect(server.connections()).toBe(1);
  });
});

test('no listener is left on the signal of the caller', async () => {
  const server = await serve([{body: '{}'}, response => response.destroy()]);
  const stop = new AbortController();
  expect(await send(server.url, {}, stop.signal)).toMatchObject({kind: 'answered', http: 200});
  expect(await send(server.url, {}, stop.signal)).toMatchObject({kind: 'no-answer'});
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});

/** The port of a server whose queue of connections is full, so that it answers no further one. */
async function fullServer(): Promise<number> {
  const program = `
    const {parentPort} = require('node:worker_threads');
    const server = require('node:net').createServer().listen({port: 0, host: '127.0.0.1', backlog: 1}, () => {
      parentPort.postMessage(server.address().port);
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
    });`;
  const worker = new Worker(program, {eval: true});
  onTestFinished(async () => {
    await worker.terminate();
  });
  const [port]: number[] = await once(worker, 'message');
  if (port === undefined) throw new Error('the worker said no port');
  const fillers = Array.from({length: 4}, () => net.connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.all(fillers.slice(0, 2).map(filler => once(filler, 'connect')));
  return port;
}
