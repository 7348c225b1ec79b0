import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {messages} from '../../src/core/messages/messages.js';
import {cleanText} from '../../src/core/text/text.js';
import {forAllAsync} from '../hostile/runs.js';
import {ask, creq, served} from './support.js';

const page = async (options: Parameters<typeof served>[0] = {}) => ask((await served(options)).url);

/** What a browser reads in a quoted attribute or between tags. */
const decoded = (markup: string) =>
  markup
    .replaceAll('\r', '\n')
    .replaceAll('&#13;', '\r')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');

describe('the page', () => {
  it('shows the payment and posts the one field to the bank', async () => {
    const {status, text} = await page();
    expect(status).toBe(200);
    for (const words of ['1,250.00 KES', 'Corner Shop', 'T7K2PWWRKYACCMG', 'Waiting for the customer…'])
      expect(text).toContain(`>${words.startsWith('T7K') ? 'Reference ' : ''}${words}<`);
    expect(text).toContain('<form method="post" action="https://acs.example/challenge" autocomplete="off">');
    expect(text.match(/<(input|button|select|textarea)\b[^>]*>/g)).toEqual([
      `<input type="hidden" name="creq" value="${creq}">`,
      '<button>',
    ]);
  });

  it('speaks French', async () => {
    const {text} = await page({language: 'fr'});
    expect(text).toContain('<html lang="fr">');
    for (const sentence of Object.values(messages('fr').challenge.sentences)) expect(text).toContain(sentence);
    expect(text).not.toContain('Waiting');
  });

  it('allows its own script and style, frames over https, and nothing else', async () => {
    const {headers, text} = await page();
    const policy = String(headers['content-security-policy']);
    const [, nonce = ''] = /'nonce-([^']{24})'/.exec(policy) ?? [];
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      'frame-src https:',
      'form-action https:',
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]);
    expect(text.split(`nonce="${nonce}"`)).toHaveLength(3);
    expect(text).not.toMatch(/ style=| on\w+=/);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

  it('has a new nonce every time', async () => {
    const {url} = await served();
    const policies = await Promise.all([ask(url), ask(url)]);
    expect(policies[0]?.headers['content-security-policy']).not.toBe(policies[1]?.headers['content-security-policy']);
  });

  it('says of an ended payment how it ended, and asks the bank nothing', async () => {
    const {text} = await page({verdict: () => 'paid'});
    expect(text).toContain('data-standing="paid"');
    expect(text).toContain('>Paid. You can close this page.<');
    expect(text).not.toMatch(/<(form|iframe|script)/);
    expect(text).not.toContain(creq);
  });

  it('keeps every answer out of caches, refusals too', async () => {
    const {url} = await served();
    for (const address of [url, `${url}/state`, `${url}x`]) {
      const {headers} = await ask(address);
      expect(headers).toMatchObject({'cache-control': 'no-store', 'x-content-type-options': 'nosniff'});
    }
  });
});

describe('text from outside', () => {
  const hostile = fc.oneof(
    fc.string({unit: 'grapheme'}),
    fc.string({
      unit: fc.constantFrom('"', "'", '<', '>', '&', '`', '=', ' ', '\r', '\n', '/', 'script', '&amp;', '&#13;'),
    }),
    fc.constantFrom('"><script>alert(1)</script>', "' onfocus=alert(1) '", '</title><b>', '<!--', ']]>', '&quot;'),
  );

  it('stays text, and creq arrives as it was given', () =>
    forAllAsync({numRuns: 60}, hostile, hostile, hostile, hostile, async (field, shop, amount, reference) => {
      const challenge = {url: 'https://acs.example/', creq: field};
      const {text} = await page({challenge, shop, amount, reference});
      expect(decoded(/name="creq" value="([^"]*)">/.exec(text)?.[1] ?? 'none')).toBe(field);
      expect(decoded(/<p class="shop">([^<]*)<\/p>/.exec(text)?.[1] ?? 'none')).toBe(cleanText(shop, 120));
      expect(decoded(/<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? 'none')).toBe(cleanText(amount, 120));
      expect(text.match(/<\w+/g)).toEqual((await page()).text.match(/<\w+/g));
    }));

  it('stays one attribute in the bank’s address', () =>
    forAllAsync({numRuns: 40}, hostile, async rest => {
      const url = `https://acs.example/${rest}`;
      const {text} = await page({challenge: {url, creq}});
      expect(decoded(/<form method="post" action="([^"]*)"/.exec(text)?.[1] ?? 'none')).toBe(new URL(url).href);
    }));
});

describe('the bank’s address', () => {
  it.each([
    'http://acs.example/',
    'http://127.0.0.1:4010/',
    'http://localhost/',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//acs.example/',
    '',
  ])('may not be %j', async url => {
    const problem = {name: 'Problem', code: 'challenge-address', facts: {url}};
    await expect(served({challenge: {url, creq}})).rejects.toMatchObject(problem);
  });

  it.each(['http://127.0.0.1:4010/acs', 'http://localhost:4010/acs'])('may be %s in the sandbox', async url => {
    const {headers, text} = await page({challenge: {url, creq}, allowsLoopback: true});
    expect(text).toContain(`action="${url}"`);
    expect(headers['content-security-policy']).toContain('frame-src https: http://127.0.0.1:* http://localhost:*;');
    expect(headers['content-security-policy']).toContain('form-action https: http://127.0.0.1:* http://localhost:*;');
  });

  it.each([
    'http://acs.example/',
    'http://192.168.1.5/',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'ftp://localhost/',
    'http://127.0.0.1@evil.example/',
  ])('may not be %s, even there', async url => {
    const problem = {code: 'challenge-address', facts: {url}};
    await expect(served({challenge: {url, creq}, allowsLoopback: true})).rejects.toMatchObject(problem);
  });
});
