import {mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {lastOf, tillPath, tillsIn} from '../../src/till/found-tills.js';
import {otherLiveHome, rememberHome} from '../../src/till/home.js';
import {temporaryFolder} from '../store/support.js';

const opened = (zone: string) => `${JSON.stringify({type: 'segment-opened', data: {zone, dayStartsAt: '04:00'}})}\n`;

/** A home in which these tills have written, each in the segments that are named. */
function homeOf(tills: Readonly<Record<string, readonly string[]>>): string {
  const home = realpathSync(temporaryFolder());
  for (const [till, segments] of Object.entries(tills)) {
    mkdirSync(join(home, till, 'journal'), {recursive: true});
    for (const name of segments) writeFileSync(join(home, till, 'journal', name), opened(`of ${name.slice(0, 10)}`));
  }
  return home;
}
const day = ['2026-11-20.jsonl'];
const liveHome = () => homeOf({'live/T7K': day});

describe('another home with a live till', () => {
  it('is one that took real money, is another, and still has its till', async () => {
    const record = join(temporaryFolder(), 'state');
    const [own, other, practice, empty] = [liveHome(), liveHome(), homeOf({'sandbox/T7K': day}), homeOf({})];
    const gone = join(own, 'gone');
    expect(await otherLiveHome(record, own)).toBe(undefined);
    for (const home of [own, practice, empty, gone]) await rememberHome(record, home);
    expect(await otherLiveHome(record, own)).toBe(undefined);
    await rememberHome(record, other);
    expect([await otherLiveHome(record, own), await otherLiveHome(record, other)]).toEqual([other, own]);
    expect(await otherLiveHome(record, gone)).toBe(other);
  });

  it('is kept in mind once, by its real place, and the last twenty of them', async () => {
    const record = temporaryFolder();
    const homes = Array.from({length: 21}, liveHome);
    for (const home of homes) await rememberHome(record, home);
    const link = join(temporaryFolder(), 'link');
    symlinkSync(homes[20] ?? '', link);
    await rememberHome(record, link);
    const known = JSON.parse(readFileSync(join(record, 'live-homes.json'), 'utf8'));
    expect(known.homes).toEqual(homes.slice(1).toReversed());
    expect(await otherLiveHome(record, link)).toBe(homes[19]);
  });

  it.each(['no JSON', '{"homes":7}', '{"homes":[7,null]}', '[]'])('is none where the record is %s', async text => {
    const record = temporaryFolder();
    writeFileSync(join(record, 'live-homes.json'), text);
    expect(await otherLiveHome(record, liveHome())).toBe(undefined);
  });
});

it('another home is found beside what is none of ours in the record', async () => {
  const record = temporaryFolder();
  const other = liveHome();
  writeFileSync(join(record, 'live-homes.json'), JSON.stringify({homes: [7, null, other]}));
  expect(await otherLiveHome(record, liveHome())).toBe(other);
});

describe('the tills of a home', () => {
  it('are those that have written, those of real money first', () => {
    const home = homeOf({
      'sandbox/B': day,
      'test/C': day,
      'live/M4': day,
      'live/Z9': day,
      'live/A1': day,
      'live/Q2': day,
      'live/B7': day,
      'live/LONG': day,
      'live/low': day,
      'live/N0': [],
      'live/N1': ['2026-11-20.json'],
      'other/T7K': day,
    });
    expect(tillsIn(home).map(tillPath)).toEqual([
      'live/A1',
      'live/B7',
      'live/M4',
      'live/Q2',
      'live/Z9',
      'test/C',
      'sandbox/B',
    ]);
  });

  it('have the zone and the start of the day of their newest segment', () => {
    const home = homeOf({'live/T7K': ['2026-11-20.jsonl', '2026-11-21.jsonl', 'notes.jsonl']});
    const till = {profile: 'live', till: 'T7K'} as const;
    expect([lastOf('zone', home, till), lastOf('dayStartsAt', home, till)]).toEqual(['of 2026-11-21', '04:00']);
    expect(lastOf('zone', home, {...till, till: 'K7Q'})).toBe(undefined);
  });
});
