import {existsSync, realpathSync} from 'node:fs';
import {join} from 'node:path';
import {makeFolder, nodeDisk} from '../../store/disk.js';
import {type Holder, type Lock, takeLock} from '../../store/lock.js';
import {type HomeSettings, openSettings} from '../../store/settings.js';
import {type Config, configure, type Environment, type Flags, homeOf} from '../config.js';
import {businessDate, clockText, dateText} from '../core/day/business-day.js';
import {Problem} from '../core/problem.js';
import {isValid} from '../core/spec/check.js';
import {json, list, object} from '../core/spec/spec.js';
import type {SettingsData} from '../core/technical/setting-table.js';
import {jsonIn} from '../core/text/json.js';
import {tillPath, tillsIn} from './found-tills.js';
import {checkEnvironment} from './own-till.js';

export {asExhaustion, causeOf} from '../../store/as-problem.js';
/** Creates a folder of the user, with its missing parents, accessible only to that user. Throws the operating system's error. */
export {makeMissing} from '../../store/disk.js';

/** The operating system's name for why a port could not be listened on; undefined for every other error. */
export function listenCodeOf(error: unknown): string | undefined {
  const isOfListening = error instanceof Error && 'syscall' in error && error.syscall === 'listen';
  return isOfListening && 'code' in error ? String(error.code) : undefined;
}

/** Where a till finds its settings: the command line, the environment and the machine. */
export type HomeParts = {readonly flags: Flags; readonly environment: Environment; readonly systemZone: string};

/** The settings of a home. `check` returns what they decide, and throws as `configure` does if no till could be opened with them. */
export type CheckedSettings = HomeSettings & {readonly check: (settings: SettingsData) => Config};

/** The settings of a home. `decide` makes the configuration from them, and throws as `configure` and `checkEnvironment` do. */
type Home = {readonly settings: CheckedSettings; readonly decide: (flags?: Flags) => Config};

/** Reads the settings of the home. Throws `Problem` settings-damaged, with the `tills` whose journals are there all the same. */
export async function openHome({flags, environment, systemZone}: HomeParts): Promise<Home> {
  const home = homeOf(flags, environment);
  const nameTills = (error: unknown): never => {
    if (!(error instanceof Problem) || error.code !== 'settings-damaged') throw error;
    throw error.with({tills: tillsIn(home).map(tillPath).join(', ') || '-'});
  };
  const opened = await openSettings(home).catch(nameTills);
  const settings = {
    ...opened,
    check: (next: SettingsData) => configure(flags, environment, next, systemZone),
    change: (patch: Parameters<HomeSettings['change']>[0]) => opened.change(patch).catch(nameTills),
  };
  const decide = (given = flags) => {
    const tills = tillsIn(home);
    const read = settings.read();
    const used = [...(read.profilesUsed ?? []), ...tills.map(({profile}) => profile)];
    const config = configure(given, environment, {...read, profilesUsed: [...new Set(used)]}, systemZone);
    checkEnvironment({config, flags: given, environment, settings: read, tills});
    return config;
  };
  return {settings, decide};
}

type Reader = Pick<Config, 'zone' | 'language'> & {readonly now: number};

/** Like `takeLock`. In `Problem` journal-locked, `since` is an instant, for scripts, and `opened` the same by the shop's clock. */
export function lockTill(folder: string, holder: Holder, reader: Reader): Lock {
  try {
    return takeLock(folder, holder);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'journal-locked') throw error;
    throw error.with({opened: openedText(String(error.facts['since']), reader)});
  }
}

function openedText(since: string, {zone, language, now}: Reader): string {
  const at = Date.parse(since);
  if (Number.isNaN(at)) return '?';
  const [day, today] = [at, now].map(instant => businessDate(instant, zone, '00:00'));
  const time = clockText(at, zone);
  return day === undefined || day === today ? time : `${dateText(day, language)}, ${time}`;
}

/** The most folders in the list, which is for messages to people. What Duka did not write there names none. */
const longest = 20;
const isRecord = isValid(object({homes: list(json())}));
const recordIn = (folder: string) => join(folder, 'live-homes.json');

/** Remembers, in a folder of this user outside every home, that a home takes real money. For information only: never rejects. */
export async function rememberHome(folder: string, home: string): Promise<void> {
  try {
    const own = realpathSync(home);
    const known = await knownIn(folder);
    if (known.includes(own)) return;
    makeFolder(folder);
    const homes = [own, ...known].slice(0, longest);
    await nodeDisk.writeTextAtomically(recordIn(folder), `${JSON.stringify({homes}, null, 2)}\n`, {durable: true});
  } catch {
    // A user without such a folder is not shown other homes.
  }
}

/** Another home of this user with a live till in it; undefined if there is none. Never rejects. */
export async function otherLiveHome(folder: string, home: string): Promise<string | undefined> {
  try {
    const own = existsSync(home) ? realpathSync(home) : home;
    const others = (await knownIn(folder)).filter(known => known !== own);
    return others.find(other => tillsIn(other).some(({profile}) => profile === 'live'));
  } catch {
    return undefined;
  }
}

async function knownIn(folder: string): Promise<readonly string[]> {
  const text = await nodeDisk.readText(recordIn(folder)).catch(() => null);
  const told = jsonIn(text ?? '');
  return (isRecord(told) ? told.homes : []).filter(home => typeof home === 'string');
}
