import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {emptyState} from '../../src/core/books/state.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import {crediblyNow, leftToShred} from '../../src/till/retention.js';
import {temporaryFolder} from '../store/support.js';

const day = (date: number) => Date.UTC(2026, 10, date);
const told = (serverTime: number) => ({kind: 'answered', serverTime});
const never = Array.from({length: 4}, (_, at) => [`2026-11-${20 - at}`, []] as const);

it.each<readonly [what: string, days: readonly (readonly [string, readonly object[]])[], now: number, wanted: number]>([
  ['no line', [], day(25), day(25)],
  ['a service that told a time before', [['2026-11-20', [told(day(20))]]], day(25), day(20)],
  ['a service that told a later time', [['2026-11-20', [told(day(27))]]], day(25), day(25)],
  [
    'the latest of the times of a day',
    [['2026-11-20', [told(day(19)), told(day(21)), told(day(20))]]],
    day(25),
    day(21),
  ],
  [
    'the times of the newest day that has one',
    [
      ['2026-11-20', [{kind: 'answered'}, {kind: 'lost', serverTime: day(24)}]],
      ['2026-11-19', [told(day(19))]],
      ['2026-11-18', [told(day(23))]],
    ],
    day(25),
    day(19),
  ],
  ['a service that was never asked', never, day(25), day(18)],
  ['two days without it', never.slice(0, 2), day(25), day(19)],
  ['one day without it', never.slice(0, 1), day(25), day(20)],
  ['days that are still to come', never, day(2), day(2)],
])('months are over by %s', async (_, days, now, wanted) => {
  const answers = new Map(days);
  const journal = {
    segments: async () => days.map(([date]) => date).sort(),
    readAsSealed: async function* (date: string) {
      yield {data: {}} as StoredEvent;
      for (const answer of answers.get(date) ?? []) yield {data: {answer}} as unknown as StoredEvent;
    },
  };
  expect(await crediblyNow({journal}, now)).toBe(wanted);
});

it.each(['customer-keys.json', 'customer-keys.json.77aa.unread', 'customer-keys.json.1.tmp'])(
  'a key that is to go goes from %s too, which cannot be read',
  async name => {
    const folder = temporaryFolder();
    const empty = emptyState();
    const state = {...empty, technical: {...empty.technical, shredded: ['2026-08-3f9a']}};
    writeFileSync(join(folder, name), '{"2026-09-77aa": "H4pk8jq');
    expect(await leftToShred(folder, state)).toBeUndefined();
    writeFileSync(join(folder, name), '{"2026-08-3f9a": "H4pk8jq');
    await (await leftToShred(folder, state))?.();
    const left = readdirSync(folder).map(each => readFileSync(join(folder, each), 'utf8'));
    expect(left.join()).not.toContain('H4pk8jq');
    expect(await leftToShred(folder, state)).toBeUndefined();
  },
);
