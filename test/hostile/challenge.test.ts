import {connect} from 'node:net';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {challengePage, checkChallengeUrl, hostOfAddress} from '../../src/challenge/page.js';
import {Problem} from '../../src/core/problem.js';
import {ask, creq, served} from '../challenge/support.js';
import {read} from './harm.js';
import {damaged, hostileText} from './mutations.js';
import {forAll, forAllAsync, patience, runs} from './runs.js';

/** Sends bytes and gives back all that came before the connection ended, which a second after the last byte it has. */
function exchange(port: number, bytes: Uint8Array): Promise<string> {
  return new Promise(resolve => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    const done = () => resolve(text);
    socket.setTimeout(3000, () => socket.destroy(new Error('the page hangs')));
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', done).on('close', done);
  });
}

test(
  'whatever is sent to the page, who does not know its address gets nothing, and the till hears nothing',
  async () => {
    const {url, port, told} = await served();
    const {host, origin, pathname} = new URL(url);
    const request = (method: string, path: string, more = '') =>
      `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nConnection: close\r\n${more}\r\n`;
    const near = [
      pathname.slice(0, -1),
      `${pathname}x`,
      `/x${pathname}`,
      '/',
      `/%2e%2e${pathname.toLowerCase()}`,
      `//${pathname}/..`,
    ];
    const requests = near.flatMap(path => [
      request('GET', path),
      request('POST', `${path}/message`, 'Content-Length: 3\r\n'),
      request('POST', `${path}/message`, 'Transfer-Encoding: chunked\r\nContent-Length: 3\r\n'),
    ]);
    // Damage may take away the very letter that was too much: then the address is known.
    const isAddress = (given: Uint8Array) =>
      / (\S+?)(?:\/message)? HTTP/.exec(Buffer.from(given).toString('latin1'))?.[1] === pathname;
    const bytes = damaged(fc.constantFrom(...requests).map(text => new Uint8Array(Buffer.from(text)))).filter(
      given => !isAddress(given),
    );
    await forAllAsync(runs(150, 20_000), bytes, async given => {
      const answer = await exchange(port, given);
      expect(answer).not.toContain('creq');
      expect(answer).not.toContain('verdict');
      for (const [status] of answer.matchAll(/HTTP\/1\.1 \d+/g)) expect(status).toMatch(/ (?:4\d\d|501|505)$/);
    });
    expect(told()).toBe(0);
    expect((await ask(url)).status).toBe(200);
  },
  patience,
);

test(
  'a message of the page is heard without a word of it being read',
  async () => {
    const {url, told, pass} = await served();
    const headers = {origin: new URL(url).origin};
    await forAllAsync(runs(40, 5000), fc.oneof(hostileText, fc.json()), async body => {
      const before = told();
      pass(1000);
      const {status, text} = await ask(`${url}/message`, {method: 'POST', headers, body});
      expect([status, text]).toEqual([200, '{"verdict":"waiting"}']);
      expect(told()).toBe(before + 1);
    });
  },
  patience,
);

test(
  'nothing that the service or the shop says leaves its place in the page',
  () => {
    const hostile = fc.oneof(
      hostileText,
      fc.constantFrom(
        '"><script>alert(1)</script>',
        "'--></style><img onerror=x>",
        '&quot;',
        '</title>',
        '\u0000<',
        'javascript:alert(1)',
      ),
    );
    const plain = challengePage(pageOf('x', 'x')).markup.match(/<[a-z!/]/g)?.length;
    forAll(runs(300), hostile, hostile, (text, other) => {
      const {markup, headers} = challengePage(pageOf(text, other));
      expect(markup.match(/<[a-z!/]/g)).toHaveLength(plain ?? 0);
      const nonce = /nonce-([^']+)'/.exec(headers['Content-Security-Policy'] ?? '')?.[1] ?? '';
      expect(markup.split(`nonce="${nonce}"`)).toHaveLength(3);
      for (const value of Object.values(headers)) expect(value).not.toMatch(/[\r\n]/);
    });
  },
  patience,
);

const pageOf = (text: string, other: string) =>
  ({
    challenge: {url: `https://acs.example/?${new URLSearchParams({text}).toString()}`, creq: `${creq}${other}`},
    amount: text,
    shop: other,
    reference: text,
    language: 'fr',
    allowsLoopback: false,
    standing: 'waiting',
  }) as const;

test(
  'an address is one that a browser may be sent to, or a problem',
  () => {
    const address = fc.oneof(
      hostileText,
      fc.webUrl(),
      fc.constantFrom(
        'javascript:alert(1)',
        'data:text/html,x',
        'file:///etc/passwd',
        'https:/\\evil',
        'http://127.0.0.1.evil/',
        'http://127.1/',
        'HTTP://LOCALHOST:1/',
        '//x',
      ),
    );
    forAll(runs(500), address, fc.boolean(), (text, allowsLoopback) => {
      const found = read(() => checkChallengeUrl(text, allowsLoopback));
      if (!(found instanceof Problem))
        expect(found).toMatch(allowsLoopback ? /^https:|^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/ : /^https:/);
      const host = hostOfAddress(text);
      if (host !== undefined) expect(host).toMatch(/^[\d.]+$|^\[[\da-f:.]+\]$/);
    });
  },
  patience,
);
