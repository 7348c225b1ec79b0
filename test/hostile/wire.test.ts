import {readdirSync, readFileSync} from 'node:fs';
import {brotliCompressSync, gzipSync, zstdCompressSync} from 'node:zlib';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Service} from '../../src/core/endpoints/service.js';
import {interpretStatus} from '../../src/core/endpoints/status.js';
import {answerSpec} from '../../src/core/service/answer.js';
import {parseStrict} from '../../src/core/spec/check.js';
import {httpTo, serveRaw, serviceAt, testKey, testKeyBase64} from '../api/local-server.js';
import {account, card, charge, enrolment, momo, otp, plan} from '../api/samples.js';
import {cardOf} from '../core/card/plain-card.js';
import {expectHarmless, readAwaited, textsIn} from './harm.js';
import {damaged, hostileText} from './mutations.js';
import {forAllAsync, patience, runs} from './runs.js';

const asWritten = parseStrict(answerSpec());

const folder = new URL('../api/fixtures/answers/', import.meta.url);
const bodies = readdirSync(folder).map(name => {
  const {body, text} = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as {body?: unknown; text?: string};
  return text ?? JSON.stringify(body);
});

const calls: readonly ((service: Service) => Promise<unknown>)[] = [
  service => service.collect(momo),
  service => service.processOtp(otp),
  service => service.status({reference: momo.reference, country: momo.country}),
  service => service.merchantReference({reference: momo.reference}),
  service => service.charge(charge, cardOf(card)),
  service => service.cardStatus({reference: charge.reference}),
  service => service.createPlan(plan),
  service => service.createSubscription(enrolment, cardOf(card)),
  service => service.accountHolder(account),
  service => service.banks('XAF'),
];

const line = fc.oneof(
  {weight: 6, arbitrary: fc.constantFrom('HTTP/1.1 200 OK', 'HTTP/1.1 400 Bad Request', 'HTTP/1.1 502 Bad Gateway')},
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'HTTP/1.0 200',
      'HTTP/1.1 101 Switching Protocols',
      'HTTP/1.1 204',
      'HTTP/1.1 999 ?',
      'ICY 200 OK',
      '',
    ),
  },
);
const header = fc.oneof(
  fc.constantFrom(
    ...['Content-Type: application/json', 'Content-Type: text/html', 'Content-Encoding: gzip', 'Content-Encoding: br'],
    ...[
      'Transfer-Encoding: chunked',
      'Content-Length: 5',
      'Content-Length: 99999999',
      'Content-Length: -1',
      'Location: file:///etc/passwd',
    ],
    ...[
      'Retry-After: 1e9',
      'Date: Thu, 99 Foo 0000 00:00:00 GMT',
      'Set-Cookie: a=b',
      'Connection: upgrade',
      'Upgrade: h2c',
    ],
  ),
  hostileText.map(text => `X-Hostile: ${text}`),
);
/** Every byte of an answer, its status line and headers too. */
const raw = damaged(
  fc.tuple(line, fc.array(header, {maxLength: 3}), fc.constantFrom(...bodies)).map(([first, headers, body]) => {
    return new Uint8Array(Buffer.from(`${[first, ...headers].join('\r\n')}\r\n\r\n${body}`));
  }),
);

test(
  'whatever bytes come over the wire, every call has an answer that can be written down',
  async () => {
    let bytes: Uint8Array = new Uint8Array();
    const server = await serveRaw(socket => socket.end(bytes));
    const timeouts = {response: 500, read: 500, socket: 500, request: 900};
    const service = serviceAt(server.url, {timeouts});
    await forAllAsync(runs(150, 20_000), raw, fc.constantFrom(...calls), async (given, call) => {
      bytes = given;
      const answer = asWritten(await readAwaited(async () => call(service)));
      for (const text of textsIn(answer)) expectHarmless(text);
      const told = JSON.stringify(answer);
      for (const secret of [testKey, testKeyBase64, card.number]) expect(told).not.toContain(secret);
      const outcome = interpretStatus(answer, {reference: 'ANOTHER0', asked: {currency: 'KES', minor: 20_000}});
      if (outcome.kind === 'paid') expect(told).not.toContain('transaction_reference":"DK17');
    });
  },
  patience,
);

test('an answer without an end is broken off before it fills the memory', async () => {
  const piece = Buffer.alloc(65_536, '[');
  let sent = 0;
  const server = await serveRaw(socket => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n');
    const more = () => {
      while (!socket.destroyed && socket.write(piece)) sent += piece.length;
      if (!socket.destroyed) socket.once('drain', more);
    };
    more();
  });
  expect(await httpTo(server.url).query({path: '/'})).toMatchObject({kind: 'no-answer', code: 'ERR_BODY_TOO_LARGE'});
  expect(sent).toBeLessThan(30_000_000);
});

/** What never ends, in pieces that are far smaller than what they cost. */
const dripped: Readonly<Record<string, readonly [begin: string, again: string]>> = {
  'one letter at a time': ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\n \r\n'],
  'announced for ever': ['', 'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n'],
  'to be continued': ['', 'HTTP/1.1 100 Continue\r\n\r\n'],
};

test.each(Object.keys(dripped))('an answer %s is broken off long before its time is over', async name => {
  const [begin = '', again = ''] = dripped[name] ?? [];
  let sent = 0;
  const server = await serveRaw(socket => {
    socket.write(begin);
    const piece = again.repeat(100);
    const more = () => {
      while (!socket.destroyed && socket.write(piece)) sent += 100;
      if (!socket.destroyed) socket.once('drain', more);
    };
    more();
  });
  const client = httpTo(server.url);
  for (const answer of [client.query({path: '/'}), client.command({path: '/', body: {}})])
    expect(await answer).toEqual(expect.objectContaining({kind: 'no-answer', code: 'ERR_BODY_TOO_LARGE'}));
  expect(sent).toBeLessThan(2_000_000);
});

test('a long page over a link that delivers it in the smallest packets is read to its end', async () => {
  const records = Array.from({length: 1000}, (_, at) => ({...momo, description: 'x'.repeat(250), at}));
  const body = JSON.stringify({data: records});
  const server = await serveRaw(socket => {
    socket.setNoDelay();
    socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`);
    let at = 0;
    const more = () => {
      if (socket.destroyed || at >= body.length) return;
      socket.write(body.slice(at, at + 88));
      at += 88;
      setImmediate(more);
    };
    more();
  });
  expect(body.length).toBeGreaterThan(400_000);
  expect(await httpTo(server.url).query({path: '/'})).toMatchObject({kind: 'answered', body: {data: {length: 1000}}});
});

const pressers: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: bytes => gzipSync(bytes),
  br: bytes => brotliCompressSync(bytes),
  zstd: bytes => zstdCompressSync(bytes),
};

test.each(['gzip', 'br', 'zstd', 'gzip, gzip'])(
  'a body made small by %s is measured at its full size',
  async encoding => {
    let pressed: Buffer = Buffer.alloc(10_000_000, ' ');
    for (const name of encoding.split(', ')) pressed = pressers[name]?.(pressed) ?? pressed;
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${pressed.length}\r\n\r\n`;
    const server = await serveRaw(socket => {
      socket.write(head);
      socket.end(pressed);
    });
    expect(await httpTo(server.url).query({path: '/'})).toMatchObject({kind: 'no-answer', code: 'ERR_BODY_TOO_LARGE'});
  },
);
