import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {eventSpecs, type StoredEvent, technicalTypes} from '../../../src/core/events/event.js';
import {technicalEvents} from '../../../src/core/technical/schema.js';
import {
  clockJump,
  clockJumpMs,
  evolveTechnical,
  findingsAtStart,
  isWitnessDue,
  nothingTechnical,
  type StartFacts,
  startOf,
  startRules,
} from '../../../src/core/technical/technical.js';
import {forAll} from '../../hostile/runs.js';

const at = '2026-11-20T08:00:00.000Z';
const quiet: StartFacts = {
  by: 'screens',
  command: 'duka',
  version: '0.2.0',
  now: Date.parse(at),
  lastAt: at,
  settings: '0'.repeat(64),
  tornBytes: 0,
};

describe('a start', () => {
  it('is told at once by the screens, and with its first line by a command', () =>
    expect(startRules).toEqual({
      screens: {start: 'at-once', isEndTold: true},
      command: {start: 'with-first-line', isEndTold: false},
    }));

  it.each([
    ['screens', '', {by: 'screens', version: '0.2.0'}],
    ['screens', '0.2.0', {by: 'screens', version: '0.2.0'}],
    ['screens', '0.1.0', {by: 'screens', version: '0.2.0', previousVersion: '0.1.0'}],
    ['command', '0.2.0', {by: 'command', command: 'duka', version: '0.2.0'}],
  ] as const)('by the %s after version %j', (by, version, data) =>
    expect(startOf({version}, {...quiet, by})).toEqual({type: 'started', data: {...data, settings: quiet.settings}}),
  );

  it.each([
    ['nothing to find', {}, []],
    ['a first start', {lastAt: ''}, []],
    ['a torn line', {tornBytes: 7}, [{type: 'journal-repaired', data: {tornBytes: 7}}]],
    ['a clock an hour back', {now: quiet.now - 3_600_000}, [clockSet(-3600, 'between-starts')]],
    ['a clock that lags by less than a minute', {now: quiet.now - clockJumpMs}, []],
    ['a night', {now: quiet.now + 12 * 3_600_000}, []],
  ] as const)('finds with %s', (_, facts, found) => expect(findingsAtStart({...quiet, ...facts})).toEqual(found));

  it('is of the version that the newest day or start has named', () => {
    const opened = {type: 'segment-opened', data: {version: '0.1.0'}} as StoredEvent;
    const started = {type: 'started', data: {by: 'screens', version: '0.2.0'}} as StoredEvent;
    const other = {type: 'stopped', data: {why: 'left'}} as StoredEvent;
    expect([opened, started, other].reduce(evolveTechnical, nothingTechnical)).toEqual({version: '0.2.0'});
  });
});

const started = (version: string, settings?: string) => ({
  type: 'started',
  data: {version, ...(settings && {settings})},
});
const changed = (by: string, sha256: string) => ({
  type: 'settings-changed',
  at,
  person: 'Amina',
  data: {by, changes: [], sha256},
});
const carriedOver = (sha256: string) => ({type: 'settings-carried-over', data: {from: 'K7Q', sha256}});
const shredded = (keys: readonly string[]) => ({type: 'customers-shredded', data: {keys}});

it.each<[string, readonly object[], object]>([
  [
    'the settings of the first start that names some, whatever a later one found',
    [started('1'), started('2', 'a'), started('3', 'b')],
    {version: '3', settings: 'a'},
  ],
  [
    'the settings that the owner put in force last, and those found changed since',
    [started('2', 'a'), changed('owner', 'b'), changed('outside', 'c'), started('2', 'c')],
    {settings: 'b', settingsOutside: 'c'},
  ],
  [
    'the settings in force at the till that worked before it, and not those of its first start',
    [carriedOver('a'), started('2', 'b')],
    {settings: 'a'},
  ],
  ['nothing anew of settings that another till had in force', [started('2', 'a'), carriedOver('b')], {settings: 'a'}],
  [
    'each destroyed key once, in order',
    [shredded(['2026-02', '2026-01']), shredded(['2026-02', '2025-12'])],
    {shredded: ['2025-12', '2026-01', '2026-02']},
  ],
  ['no witness where there was none', [{type: 'segment-opened', data: {version: '2'}}], {witnessed: undefined}],
])('the till knows of itself: %s', (_, events, known) => {
  const technical = (events as readonly StoredEvent[]).reduce(evolveTechnical, nothingTechnical);
  expect({...technical, witnessed: technical.witnessed}).toMatchObject(known);
});

describe('who changed a setting last', () => {
  const change = (by: 'owner' | 'outside', person: string, ...changes: readonly (readonly [string, string | null])[]) =>
    ({
      type: 'settings-changed',
      at,
      person,
      data: {by, changes: changes.map(([name, to]) => ({name, from: null, to})), sha256: ''},
    }) as unknown as StoredEvent;
  const zone = change('owner', 'Amina', ['zone', '1']);

  it.each([
    ['nobody', [], undefined],
    ['the owner', [zone], {zone: {at, person: 'Amina'}}],
    ['the later one', [zone, change('owner', 'Baraka', ['zone', '2'])], {zone: {at, person: 'Baraka'}}],
    ['nobody here', [zone, change('outside', 'Baraka', ['zone', '2'])], {zone: {at, person: null}}],
    ['nobody, of what is set no more', [zone, change('owner', 'Amina', ['zone', null])], {}],
    ['nobody knows, where nobody knows what changed', [zone, change('outside', 'Baraka')], {}],
    [
      'the owner still, who accepts what nobody knows',
      [zone, change('owner', 'Baraka')],
      {zone: {at, person: 'Amina'}},
    ],
    [
      'the owner, whatever its name',
      [change('owner', 'Amina', ['__proto__', '1'])],
      {['__proto__']: {at, person: 'Amina'}},
    ],
  ] as const)('is %s', (_, events, authors) => {
    const {settingsBy} = (events as readonly StoredEvent[]).reduce(evolveTechnical, nothingTechnical);
    expect(settingsBy === undefined ? undefined : Object.entries(settingsBy)).toEqual(
      authors === undefined ? undefined : Object.entries(authors),
    );
  });
});

it('a clock is set when it moves by a minute against one that only goes forward, and by as much', () =>
  forAll(fc.integer({min: -1e12, max: 1e12}), fc.integer({min: -1e6, max: 1e6}), (before, by) => {
    const told = clockJump(before, before + by);
    expect(told !== undefined).toBe(Math.abs(by) >= clockJumpMs);
    if (told?.type === 'clock-set') expect(Math.abs(told.data.seconds * 1000 - by)).toBeLessThanOrEqual(500);
  }));

it('what the office has signed is written down once a day at most, and of a later line each time', () => {
  const opened = {type: 'segment-opened', data: {version: '1'}} as StoredEvent;
  const day = fc.array(fc.nat(50), {maxLength: 6});
  forAll(fc.array(day, {maxLength: 6}), days => {
    let technical = nothingTechnical;
    let last = 0;
    for (const signed of days) {
      technical = evolveTechnical(technical, opened);
      const written = signed.filter(seq => {
        if (!isWitnessDue(technical, seq, false)) return false;
        technical = evolveTechnical(technical, {type: 'witnessed', data: {seq}} as StoredEvent);
        return true;
      });
      expect(written).toEqual(signed.filter(seq => seq > last).slice(0, 1));
      last = Math.max(last, ...written);
    }
    expect(technical.witnessed?.seq ?? 0).toBe(last);
    expect(isWitnessDue(technical, last, true)).toBe(false);
    expect(isWitnessDue(technical, last + 1, true)).toBe(true);
  });
});

it('every event of this room is technical, and no event of money', () => {
  for (const type of Object.keys(technicalEvents)) expect(technicalTypes).toContain(type);
  for (const type of technicalTypes) expect(eventSpecs).toHaveProperty([type]);
  for (const type of ['requested', 'refund-requested', 'cash-moved', 'z-reported'])
    expect(technicalTypes).not.toContain(type);
});

function clockSet(seconds: number, seen: 'running' | 'between-starts') {
  return {type: 'clock-set', data: {seconds, seen}};
}
