import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, describe, expect, it} from 'vitest';
import {mintTill} from '../../src/core/journal/reference.js';
import {Problem} from '../../src/core/problem.js';
import {lastOf, tillsIn} from '../../src/till/found-tills.js';
import {checkEnvironment, namedTill, ownTill} from '../../src/till/own-till.js';
import {openSettings} from '../../store/settings.js';
import {temporaryFolder} from './real-till.js';

let home = '';
beforeEach(() => {
  home = temporaryFolder();
});

/** A till that has written on these days, by the rules of each. */
function written(path: string, days: Readonly<Record<string, string>> = {'2026-11-20': ''}): void {
  mkdirSync(join(home, path, 'journal'), {recursive: true});
  for (const [day, rules] of Object.entries(days))
    writeFileSync(join(home, path, 'journal', `${day}.jsonl`), `{"seq":1${rules}}\n{"zone":"Africa/Cairo"}\n`);
}

/** What is said of it, or the answer. */
function answerOf(ask: () => unknown): unknown {
  try {
    return ask();
  } catch (error) {
    if (error instanceof Problem) return {code: error.code, ...error.facts};
    throw error;
  }
}

type Known = Parameters<typeof checkEnvironment>[0];
type Given = Partial<Omit<Known, 'config'>> & {readonly config?: Partial<Known['config']>};

describe('an environment in a home that takes real money', () => {
  const live = [{profile: 'live', till: 'K7Q'}] as const;
  const isLive = (name: string, value: string) => ({code: 'home-is-live', name, value, flag: `--profile ${value}`});
  const differs = (name: string, value: string, own: string, setting: string, flag: string) => ({
    code: 'home-differs',
    name,
    value,
    own,
    setting,
    flag: `${flag} ${value}`,
  });
  const practice = {config: {profile: 'sandbox'}, environment: {DUKA_PROFILE: 'sandbox'}} as const;
  const nairobi = {zone: 'Africa/Nairobi', dayStartsAt: '05:00'};

  it.each<readonly [what: string, given: Given, answer: object | undefined]>([
    ['says nothing', {}, undefined],
    ['names another profile', {...practice}, isLive('DUKA_PROFILE', 'sandbox')],
    [
      'has a key of another profile',
      {config: {profile: 'test'}, environment: {DUKA_API_KEY: 'x'}},
      isLive('DUKA_API_KEY', 'test'),
    ],
    ['names a profile that a flag names', {config: {profile: 'sandbox'}, flags: {profile: 'sandbox'}}, undefined],
    ['names a profile that is the settings’', {config: {profile: 'test'}, settings: {profile: 'test'}}, undefined],
    [
      'names another profile than the settings',
      {config: {profile: 'test'}, settings: {profile: 'live'}, environment: {DUKA_PROFILE: 'test'}},
      isLive('DUKA_PROFILE', 'test'),
    ],
    [
      'is for practice, as the settings are',
      {config: {profile: 'sandbox'}, settings: {profile: 'sandbox'}, environment: {DUKA_PROFILE: 'sandbox'}},
      isLive('DUKA_PROFILE', 'sandbox'),
    ],
    ['is for practice where no real money is taken', {tills: [{profile: 'test', till: 'K7Q'}], ...practice}, undefined],
    [
      'names another till',
      {environment: {DUKA_TILL: 'ZZZ'}},
      differs('DUKA_TILL', 'ZZZ', 'K7Q', '"till": {"live": "ZZZ"}', '--till'),
    ],
    [
      'names a till that is not the one of the settings',
      {environment: {DUKA_TILL: 'K7Q'}, settings: {till: {live: 'ABC'}}},
      differs('DUKA_TILL', 'K7Q', 'ABC', '"till": {"live": "K7Q"}', '--till'),
    ],
    ['names the till that is there', {environment: {DUKA_TILL: 'K7Q'}}, undefined],
    ['names no till', {environment: {DUKA_TILL: ''}}, undefined],
    ['names a till that a flag names', {environment: {DUKA_TILL: 'ZZZ'}, flags: {till: 'ZZZ'}}, undefined],
    [
      'names another till of another profile',
      {config: {profile: 'test'}, flags: {profile: 'test'}, environment: {DUKA_TILL: 'ZZZ'}},
      undefined,
    ],
    [
      'has another time zone',
      {environment: {DUKA_ZONE: 'Africa/Lagos'}, settings: nairobi},
      differs('DUKA_ZONE', 'Africa/Lagos', 'Africa/Nairobi', '"zone": "Africa/Lagos"', '--zone'),
    ],
    [
      'begins the day at another hour',
      {environment: {DUKA_ZONE: 'Africa/Nairobi', DUKA_DAY_STARTS_AT: '00:00'}, settings: nairobi},
      differs('DUKA_DAY_STARTS_AT', '00:00', '05:00', '"dayStartsAt": "00:00"', '--day-starts-at'),
    ],
    ['has a zone that a flag has', {environment: {DUKA_ZONE: 'X'}, flags: {zone: 'X'}, settings: nairobi}, undefined],
    ['has a zone where none is known', {environment: {DUKA_ZONE: 'Africa/Lagos'}}, undefined],
    [
      'has another key',
      {config: {key: 'another'}, settings: {keys: {live: 'ours'}}},
      {code: 'key-differs', name: 'DUKA_API_KEY'},
    ],
    ['has the key of the settings', {config: {key: 'ours'}, settings: {keys: {live: 'ours'}}}, undefined],
    ['has a key where the settings have none', {config: {key: 'ours'}}, undefined],
  ])('%s', (_, {config, ...given}, answer) => {
    const known = {flags: {}, environment: {}, settings: {}, tills: live, ...given};
    const whole = {home, profile: 'live', till: undefined, key: undefined, ...config} as const;
    expect(answerOf(() => checkEnvironment({...known, config: whole}))).toEqual(answer);
  });

  it('has another time zone than that by which the one till, or the one that is named, sold last', () => {
    written('live/K7Q', {'2026-11-19': ',"zone":"Africa/Lagos"', '2026-11-20': ',"zone":"Africa/Nairobi"'});
    const [other] = [{profile: 'live', till: 'ABC'}] as const;
    const asked = (till: string | undefined, tills: Known['tills']) => {
      const config = {home, profile: 'live', till, key: undefined} as const;
      const environment = {DUKA_ZONE: 'Africa/Lagos'};
      return answerOf(() => checkEnvironment({config, flags: {}, environment, settings: {}, tills}));
    };
    const another = {code: 'home-differs', name: 'DUKA_ZONE', own: 'Africa/Nairobi'};
    expect(asked(undefined, live)).toMatchObject(another);
    expect(asked('K7Q', [...live, other])).toMatchObject(another);
    expect(asked(undefined, [...live, other])).toBeUndefined();
  });
});

describe('a home', () => {
  it('has the tills that have written in it, those of real money first', () => {
    for (const path of ['sandbox/B2', 'test/C3', 'live/Z9', 'live/A1', 'live/no till', 'live/A1B2', 'live/a1'])
      written(path);
    written('live/D4', {});
    written('live/E5', {'2026-11-20.jsonl.part': '', notes: ''});
    expect(tillsIn(home).map(({profile, till}) => `${profile}/${till}`)).toEqual([
      ...['live/A1', 'live/Z9', 'test/C3', 'sandbox/B2'],
    ]);
    expect(tillsIn(join(home, 'nowhere'))).toEqual([]);
  });

  it('has its days by the rules of its newest day, as the first line has them', () => {
    const till = {profile: 'live', till: 'K7Q'} as const;
    expect(lastOf('zone', home, till)).toBeUndefined();
    written('live/K7Q', {
      '2026-11-19': ',"zone":"A/B"',
      '2026-11-20': ',"dayStartsAt":"05:00"',
      '2026-11-21.old': ',"zone":"C/D"',
    });
    expect(lastOf('zone', home, till)).toBeUndefined();
    expect(lastOf('dayStartsAt', home, till)).toBe('05:00');
  });

  it.each<readonly [what: string, asked: Partial<Parameters<typeof namedTill>[0]>, answer: unknown]>([
    ['a new till beside it', {till: 'ABC', makesTill: true}, 'ABC'],
    ['a new till that nobody named', {makesTill: true}, undefined],
    ['the till that is there', {till: 'K7Q'}, 'K7Q'],
    [
      'a till that is not there',
      {till: 'ABC'},
      {code: 'till-not-here', till: 'ABC', tills: 'B2, K7Q', first: 'B2', setting: '"till": {"live": "B2"}'},
    ],
    ['no till', {}, {code: 'till-not-named', tills: 'B2, K7Q', first: 'B2', setting: '"till": {"live": "B2"}'}],
    ['no till, where there is none of its profile', {profile: 'test'}, undefined],
    ['a till of practice that is not there', {profile: 'sandbox', till: 'ABC'}, 'ABC'],
    ['no till of practice', {profile: 'sandbox'}, {code: 'till-not-named', tills: 'C3', profile: 'sandbox'}],
  ])('is asked for %s', (_, asked, answer) => {
    for (const path of ['live/K7Q', 'live/B2', 'sandbox/C3']) written(path);
    const named = answerOf(() => namedTill({home, profile: 'live', till: undefined, makesTill: false, ...asked}));
    if (typeof answer === 'object' && answer !== null) expect(named).toMatchObject(answer);
    else expect(named).toBe(answer);
  });

  it('gets a till at random once, and keeps its name', async () => {
    const settings = await openSettings(home);
    const config = {home, profile: 'live', till: undefined, makesTill: false} as const;
    const first = await ownTill(config, settings, bytes => new Uint8Array(bytes));
    expect(first).toMatch(/^[A-Z0-9]{3}$/);
    expect(settings.read().till).toEqual({live: first});
    expect(await ownTill(config, settings, bytes => new Uint8Array(bytes).fill(7))).toBe(first);
    expect(await ownTill({...config, till: 'ABC'}, settings, bytes => new Uint8Array(bytes))).toBe('ABC');
    const practice = await ownTill({...config, profile: 'sandbox'}, settings, bytes => new Uint8Array(bytes).fill(7));
    expect(settings.read().till).toEqual({live: first, sandbox: practice});
  });

  it('gets none that lies in it already, though chance gives that again', async () => {
    const [own, other] = [0, 7].map(value => mintTill(new Uint8Array(8).fill(value)));
    written(`live/${own}`);
    const drawn = [0, 0, 7];
    const config = {home, profile: 'live', till: undefined, makesTill: true} as const;
    const random = (bytes: number) => new Uint8Array(bytes).fill(drawn.shift() ?? 7);
    expect(await ownTill(config, await openSettings(home), random)).toBe(other);
  });
});
