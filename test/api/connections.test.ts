import {gzipSync} from 'node:zlib';
import {describe, expect, test} from 'vitest';
import {cardOf} from '../core/card/plain-card.js';
import {httpTo, serve, serveRaw, serviceAt} from './local-server.js';
import {card, charge, momo, otp, refund} from './samples.js';

const question = {reference: momo.reference, country: momo.country};

describe('connections', () => {
  test('questions share one that is kept alive', async () => {
    const server = await serve({body: '{}'});
    const service = serviceAt(server.url);
    await service.status(question);
    await service.merchantReference(question);
    await service.banks('KES');
    expect(server.seen).toHaveLength(3);
    expect(server.connections()).toBe(1);
  });

  test('whatever moves money has one of its own, with one idle or not', async () => {
    const server = await serve({body: '{}'});
    const service = serviceAt(server.url);
    await service.status(question);
    await service.collect(momo);
    await service.collect(momo);
    await service.processOtp(otp);
    await service.status(question);
    expect(server.connections()).toBe(4);
    expect(server.seen.map(({headers}) => headers['Connection'] ?? headers['connection'])).toEqual([
      'keep-alive',
      'close',
      'close',
      'close',
      'keep-alive',
    ]);
  });

  test('of cards too: questions share one, whatever moves money has its own, and nothing is asked twice', async () => {
    const server = await serve([{body: '{}'}, response => response.destroy()]);
    const service = serviceAt(server.url);
    await service.cardStatus({reference: charge.reference});
    expect(await service.charge(charge, cardOf(card))).toMatchObject({kind: 'no-answer'});
    expect(await service.refund(refund)).toMatchObject({kind: 'no-answer'});
    expect(server.seen.map(({headers}) => headers['Connection'] ?? headers['connection'])).toEqual([
      'keep-alive',
      'close',
      'close',
    ]);
  });

  test('questions that are POSTs share one that is kept alive', async () => {
    const server = await serve({body: '{}'});
    const service = serviceAt(server.url);
    await service.cardStatus({reference: charge.reference});
    await service.refundStatus({refundReference: 'RF-1'});
    await service.refundHistory({from: '2026-11-19', to: '2026-11-20', currency: 'USD', page: 1, size: 100});
    await service.status(question);
    expect(server.seen).toHaveLength(4);
    expect(server.connections()).toBe(1);
  });

  test('questions at the same time have one each', async () => {
    const server = await serve({body: '{}'});
    const service = serviceAt(server.url);
    await Promise.all(Array.from({length: 5}, () => service.status(question)));
    await service.status(question);
    expect(server.connections()).toBe(5);
  });
});

describe('traffic', () => {
  const reply = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\n{}';

  test('is what the server saw and said, on fresh and on kept connections', async () => {
    const server = await serveRaw(
      socket => {
        socket.on('data', () => socket.write(reply));
      },
      {atOnce: true},
    );
    const client = httpTo(server.url);
    const answers = [
      await client.query({path: '/a'}),
      await client.query({path: '/somewhat-longer'}),
      await client.command({path: '/', body: {amount: 1}}),
    ];
    const {sent, received} = client.traffic();
    expect(sent).toBe(server.received());
    expect(received).toBe(3 * reply.length);
    expect(answers.map(answer => (answer.kind === 'answered' ? (answer.bytes ?? 0) : 0)).reduce((a, b) => a + b)).toBe(
      sent + received,
    );
    expect(server.connections()).toBe(2);
  });

  test('counts a body as it travels, compressed', async () => {
    const body = gzipSync(JSON.stringify('x'.repeat(10_000)));
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`;
    const server = await serveRaw(socket => socket.end(Buffer.concat([Buffer.from(head), body])));
    const client = httpTo(server.url);
    expect(await client.command({path: '/', body: {amount: 1}})).toMatchObject({kind: 'answered', http: 200});
    expect(client.traffic()).toEqual({sent: server.received(), received: head.length + body.length});
  });

  test('counts an answer that was not whole', async () => {
    const half = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{}';
    const server = await serveRaw(socket => socket.end(half));
    const client = httpTo(server.url);
    expect(await client.command({path: '/', body: {amount: 1}})).toMatchObject({kind: 'no-answer'});
    expect(client.traffic()).toEqual({sent: server.received(), received: half.length});
  });

  test('begins at nothing', async () =>
    expect(serviceAt('https://example.com').traffic()).toEqual({sent: 0, received: 0}));
});
