import {closeSync, constants, fstatSync, opendirSync, openSync, readdirSync, readSync} from 'node:fs';
import {join} from 'node:path';
import {isTillName} from '../core/journal/reference.js';
import type {Profile} from '../core/journal/schema.js';

/** A till whose journal is in a home. */
export type FoundTill = {readonly profile: Profile; readonly till: string};

const profiles: readonly Profile[] = ['live', 'test', 'sandbox'];
const segmentName = /^\d{4}-\d\d-\d\d\.jsonl$/;

/** What a till makes only once it has written lines: where it is left and no line is, the lines were taken away. A head may be before them. */
const trace =
  /^(?:(?:head|contents|staff-secrets|basket|office|office-staff|office-items)\.json|notes(?:-taken)?\.jsonl|slips|signing-key\.old\.pem)$/;
const madeOfLines = /\.(?:summary\.json|digest\.json|index\.txt)$/;

/** Whether a till that has written lines has left something in its folder. */
export const hasTrace = (folder: string): boolean =>
  namesIn(folder).some(name => trace.test(name) && !isOfNoLine(join(folder, name))) ||
  namesIn(join(folder, 'journal')).some(name => madeOfLines.test(name));

const isOfNoLine = (path: string) => path.endsWith('head.json') && firstLine(path).startsWith('{"seq":0,');

/** Every till that has written in a home, live ones first. A folder that cannot be read counts as empty. */
export const tillsIn = (home: string): readonly FoundTill[] =>
  foldersIn(home, folder => hasSegment(join(folder, 'journal')));

/** The tills that have written in a home and whose lines are gone, as what else they have left says. */
export const tillsGone = (home: string): readonly FoundTill[] =>
  foldersIn(home, folder => !hasSegment(join(folder, 'journal')) && hasTrace(folder));

const foldersIn = (home: string, is: (folder: string) => boolean): readonly FoundTill[] =>
  profiles.flatMap(profile =>
    namesIn(join(home, profile))
      .filter(till => isTillName(till) && is(join(home, profile, till)))
      .sort()
      .map(till => ({profile, till})),
  );

/** The till's name with the folder of its profile, `live/K7Q`, as reports and messages show it. */
export const tillPath = ({profile, till}: FoundTill): string => `${profile}/${till}`;

/** The tills of a home as reports name them. One that has written there, and whose journal is gone or not read, has a question mark. */
export function tillsOfHome(
  home: string,
  begun: readonly string[] = [],
  isRead: (path: string) => boolean = () => true,
): readonly string[] {
  const here = tillsIn(home).map(tillPath);
  const gone = new Set([...begun, ...tillsGone(home).map(tillPath)].filter(path => !here.includes(path)));
  return [...here.map(path => (isRead(path) ? path : `${path} ?`)), ...[...gone].map(path => `${path} ?`)];
}

/** The settings that determine the business day, which the first line of each segment states. */
export type DayRule = 'zone' | 'dayStartsAt';

/** The time zone, or the start of the day, with which a till last opened a segment; undefined if the first line cannot be read. */
export function lastOf(rule: DayRule, home: string, {profile, till}: FoundTill): string | undefined {
  const folder = join(home, profile, till, 'journal');
  const newest = namesIn(folder)
    .filter(name => segmentName.test(name))
    .sort()
    .at(-1);
  if (newest === undefined) return undefined;
  return new RegExp(`"${rule}":"([^"\\\\]+)"`).exec(firstLine(join(folder, newest)))?.[1];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Looks only until it finds a segment, because an old till has thousands. */
function hasSegment(folder: string): boolean {
  try {
    const entries = opendirSync(folder);
    try {
      for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
        if (segmentName.test(entry.name)) return true;
      }
      return false;
    } finally {
      entries.closeSync();
    }
  } catch {
    return false;
  }
}

/** Longer than any first line, in bytes. */
const longestHeader = 4096;

function firstLine(path: string): string {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (!fstatSync(file).isFile()) return '';
    const bytes = Buffer.alloc(longestHeader);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, longestHeader, 0)).split('\n')[0] ?? '';
  } catch {
    return '';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
