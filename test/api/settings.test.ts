import {describe, expect, test} from 'vitest';
import {checkBaseUrl, createService} from '../../src/api/service.js';
import {Problem} from '../../src/core/problem.js';
import {testKey} from './local-server.js';

const asIs = (text: string) => text;

function problemOf(act: () => unknown) {
  try {
    act();
  } catch (error) {
    if (error instanceof Problem) return {code: error.code, facts: error.facts};
    throw error;
  }
  return undefined;
}

describe('the base address', () => {
  test.each([
    ['https://api.payaza.africa/live', 'https://api.payaza.africa/live'],
    ['https://api.payaza.africa/live/', 'https://api.payaza.africa/live'],
    ['https://example.com', 'https://example.com'],
    ['https://EXAMPLE.com:443//', 'https://example.com'],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
    ['http://127.9.8.7:4010/live', 'http://127.9.8.7:4010/live'],
    ['http://localhost:4010/', 'http://localhost:4010'],
    ['http://[::1]:4010/', 'http://[::1]:4010'],
  ])('%s', (given, used) => expect(checkBaseUrl(given, asIs)).toBe(used));

  test.each([
    'http://api.payaza.africa/live',
    'http://127.0.0.1.example.com/',
    'http://localhost.example.com/',
    'http://192.168.1.5/',
    'http://0.0.0.0/',
    'http://[::2]/',
    'ftp://localhost/',
    'ws://127.0.0.1/',
  ])('%s would carry the key in the open', url =>
    expect(problemOf(() => checkBaseUrl(url, asIs))).toEqual({code: 'base-url-insecure', facts: {url}}),
  );

  test.each([
    ['', ''],
    ['api.payaza.africa', 'api.payaza.africa'],
    ['https://', 'https://'],
    ['https://user:secret@example.com/live', 'https://example.com/live'],
    ['https://example.com?secret=b', 'https://example.com'],
    ['https://example.com/#secret', 'https://example.com/'],
  ])('"%s" is none', (url, value) => {
    const facts = {name: 'DUKA_BASE_URL', value};
    expect(problemOf(() => checkBaseUrl(url, asIs))).toEqual({code: 'setting-invalid', facts});
  });
});

describe('the service is not made', () => {
  const settings = {baseUrl: 'https://example.com', key: testKey, tenant: 'test', version: '0.1.0'} as const;

  test('without a key', () =>
    expect(problemOf(() => createService({...settings, key: ''}))).toEqual({
      code: 'key-missing',
      facts: {profile: 'test'},
    }));

  test.each(['', 'Two words', 'Line\r\nX-Injected: 1'])('with the scheme %j', scheme =>
    expect(problemOf(() => createService({...settings, scheme}))).toMatchObject({code: 'setting-invalid'}),
  );

  test('for an insecure address', () =>
    expect(problemOf(() => createService({...settings, baseUrl: 'http://example.com'}))).toMatchObject({
      code: 'base-url-insecure',
    }));
});
