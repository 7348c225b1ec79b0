import {once} from 'node:events';
import https from 'node:https';
import {connect, getCACertificates, setDefaultCACertificates} from 'node:tls';
import {afterAll, beforeAll, describe, expect, onTestFinished, test, vi} from 'vitest';
import {httpTo, serve, serveRaw, testCertificate} from './local-server.js';

const order = {path: '/order', body: {amount: 200}};
const whole = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';

describe('over TLS with a certificate that is trusted', () => {
  const usual = getCACertificates();
  beforeAll(() => setDefaultCACertificates([testCertificate]));
  afterAll(() => setDefaultCACertificates(usual));

  test('a whole answer', async () => {
    const server = await serve({body: '{"response_code":"09"}'}, {secure: true});
    expect(await httpTo(server.url).command(order)).toMatchObject({
      kind: 'answered',
      http: 200,
      body: {response_code: '09'},
    });
  });

  test('a certificate for another name: not sent', async () => {
    const server = await serveRaw(() => {}, {secure: true});
    const answer = await httpTo(`https://127.0.0.1:${server.port}`).command(order);
    expect(answer).toEqual({kind: 'not-sent', code: 'ERR_TLS_CERT_ALTNAME_INVALID'});
    expect(server.received()).toBe(0);
  });

  test('reset or closed after the request, or closed at once after the handshake: no answer', async () => {
    const reset = await serveRaw(socket => socket.destroy(), {secure: true});
    const closed = await serveRaw(socket => socket.end(), {secure: true});
    const early = await serveRaw(socket => socket.end(), {secure: true, atOnce: true});
    for (const {url} of [reset, closed, early]) {
      expect(await httpTo(url).command(order)).toMatchObject({
        kind: 'no-answer',
        code: expect.stringMatching(/^(ECONNRESET|EPIPE)$/),
      });
    }
  });

  test('response timed out: no answer', async () => {
    const server = await serveRaw(() => {}, {secure: true});
    const answer = await httpTo(server.url, {timeouts: {response: 30}}).command(order);
    expect(answer).toEqual({kind: 'no-answer', code: 'ETIMEDOUT', phase: 'response'});
  });

  test('a resumed session changes nothing of the proof', async () => {
    let connection = 0;
    const server = await serveRaw(
      socket => {
        connection += 1;
        if (connection === 1) socket.end(whole);
        else socket.destroy();
      },
      {secure: true},
    );
    const client = httpTo(server.url);
    expect(await client.command(order)).toMatchObject({kind: 'answered'});
    expect(await client.command(order)).toMatchObject({kind: 'no-answer'});
  });

  test('a connection that was there before the request proves nothing, whatever the timings say', async () => {
    const server = await serveRaw(socket => socket.destroy(), {secure: true});
    const ready = connect({port: server.port, host: '127.0.0.1', servername: 'localhost'});
    await once(ready, 'secureConnect');
    vi.spyOn(https.Agent.prototype, 'createConnection').mockReturnValueOnce(ready);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    expect(await httpTo(server.url).command(order)).toEqual({kind: 'no-answer', code: 'ECONNRESET'});
    expect(server.received()).toBeGreaterThan(0);
    expect(server.connections()).toBe(1);
  });

  test('questions keep the connection, and one that is dropped is no answer', async () => {
    const server = await serve([{body: '{}'}, {body: '{}'}, response => response.socket?.destroy()], {secure: true});
    const client = httpTo(server.url);
    expect(await client.query({path: '/'})).toMatchObject({kind: 'answered'});
    expect(await client.query({path: '/'})).toMatchObject({kind: 'answered'});
    expect(await client.query({path: '/'})).toEqual({kind: 'no-answer', code: 'ECONNRESET'});
    expect(server.connections()).toBe(1);
  });
});
