import {brotliCompressSync, gzipSync} from 'node:zlib';
import {describe, expect, test} from 'vitest';
import {answerSpec} from '../../src/core/service/answer.js';
import {parseStrict} from '../../src/core/spec/check.js';
import {cleanText} from '../../src/core/text/text.js';
import {httpTo, type Reply, serve, serveRaw} from './local-server.js';

const asWritten = parseStrict(answerSpec());

const order = {path: '/order', body: {amount: 200}};

async function answerTo(reply: Reply) {
  const server = await serve(reply);
  const answer = await httpTo(server.url).command(order);
  expect(asWritten(answer)).toEqual(answer);
  expect(server.seen).toHaveLength(1);
  if (answer.kind !== 'answered') throw new Error(`not answered: ${answer.code}`);
  const {serverTime: _time, bytes: _bytes, ...rest} = answer;
  return rest;
}

describe('whatever the status, an answer is an answer, and is not asked for again', () => {
  test.each([200, 201, 304, 400, 401, 403, 404, 408, 409, 413, 429, 500, 502, 503, 504, 521, 599])(
    '%i',
    async status => {
      const body = status === 304 ? '' : '{"response_code":"09"}';
      const content = status === 304 ? {text: ''} : {body: {response_code: '09'}};
      expect(await answerTo({status, body})).toEqual({kind: 'answered', http: status, ...content});
    },
  );

  test.each([300, 301, 302, 303, 307, 308])('%i is not followed', async status => {
    const elsewhere = await serve({body: '{}'});
    const reply = {status, headers: {location: `${elsewhere.url}/order`}, body: 'moved'};
    expect(await answerTo(reply)).toEqual({kind: 'answered', http: status, text: 'moved'});
    expect(elsewhere.connections()).toBe(0);
  });

  test('nor is a question', async () => {
    const server = await serve({status: 302, headers: {location: '/again'}, body: ''});
    expect(await httpTo(server.url).query({path: '/'})).toMatchObject({kind: 'answered', http: 302, text: ''});
    const unavailable = await serve({status: 503, headers: {'retry-after': '0'}, body: ''});
    expect(await httpTo(unavailable.url).query({path: '/'})).toMatchObject({kind: 'answered', http: 503});
    expect([server.seen.length, unavailable.seen.length]).toEqual([1, 1]);
  });
});

describe('the body', () => {
  test.each([
    ['an object', '{"a":{"b":[1,"2",true,null]}}', {a: {b: [1, '2', true, null]}}],
    ['JSON with a byte order mark', '\uFEFF{"a":1}', {a: 1}],
    ['an array', '[]', []],
    ['null', 'null', null],
    ['a text', '"OK"', 'OK'],
    ['a number', '7', 7],
  ])('is JSON under any content type: %s', async (_name, text, body) =>
    expect(await answerTo({headers: {'content-type': 'text/html'}, body: text})).toEqual({
      kind: 'answered',
      http: 200,
      body,
    }),
  );

  test('is 200 characters of text when it is not JSON, even under the type of JSON', async () => {
    const page = `<html>\n\n<b>Karibu\u001B[31m</b>\u202E${'x'.repeat(500)}`;
    const answer = await answerTo({headers: {'content-type': 'application/json'}, body: page});
    expect(answer).toEqual({kind: 'answered', http: 200, text: cleanText(page, 200)});
    expect(answer.text).toMatch(/^<html> <b>Karibu ?<\/b> ?x{100,}…$/);
  });

  test('is empty text when there is none', async () => {
    expect(await answerTo({status: 204})).toEqual({kind: 'answered', http: 204, text: ''});
    expect(await answerTo({status: 200})).toEqual({kind: 'answered', http: 200, text: ''});
  });

  test('of unstated length that ended early is text', async () => {
    const server = await serveRaw(socket => socket.end('HTTP/1.1 200 OK\r\n\r\n{"response_code":"00","transaction_st'));
    expect(await httpTo(server.url).command(order)).toMatchObject({
      kind: 'answered',
      http: 200,
      text: '{"response_code":"00","transaction_st',
    });
  });

  test('comes in gzip', async () => {
    const body = gzipSync('{"response_message":"Pending — Orange"}');
    expect(await answerTo({headers: {'content-encoding': 'gzip'}, body})).toMatchObject({
      body: {response_message: 'Pending — Orange'},
    });
  });

  test('comes in an encoding that was not asked for', async () => {
    const body = brotliCompressSync('{"a":1}');
    expect(await answerTo({headers: {'content-encoding': 'br'}, body})).toMatchObject({body: {a: 1}});
    expect(await answerTo({headers: {'content-encoding': 'rot13'}, body: '{"n":1}'})).toMatchObject({body: {n: 1}});
  });
});

describe('the headers', () => {
  const date = 'Mon, 02 Mar 2026 09:41:07 GMT';
  const serverTime = 1_772_444_467_000;
  const read = async (headers: Record<string, string>) => {
    const server = await serve({status: 429, headers, body: '{}'});
    const {bytes: _bytes, ...answer} = {bytes: 0, ...(await httpTo(server.url).command(order))};
    return answer;
  };
  const answered = {kind: 'answered', http: 429, body: {}};

  test('say the server’s time', async () => expect(await read({date})).toEqual({...answered, serverTime}));

  test.each([
    '',
    'yesterday',
    '0',
    '2026-03-02T09:41:07',
    'Mon, 02 Mar 2026 09:41:07 +0100',
    'Mon, 99 Mar 2026 09:41:07 GMT',
  ])('say no time in %j', async text => expect(await read({date: text})).toEqual(answered));

  test.each([
    ['120', 120],
    ['0', 0],
    ['Mon, 02 Mar 2026 09:41:37 GMT', 30],
    ['Mon, 02 Mar 2026 09:00:00 GMT', 0],
  ])('say when to come back: %s', async (text, retryAfterSeconds) =>
    expect(await read({date, 'retry-after': text})).toEqual({...answered, serverTime, retryAfterSeconds}),
  );

  test.each(['-1', 'soon', '1.5', '99999999999', '2, 3', ''])('say nothing of it in %j', async text =>
    expect(await read({date, 'retry-after': text})).toEqual({...answered, serverTime}),
  );

  test('give a date to come back on no meaning without a Date', async () =>
    expect(await read({date: '', 'retry-after': date})).toEqual(answered));
});
