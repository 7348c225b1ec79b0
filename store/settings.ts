import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {Low} from 'lowdb';
import {Problem} from '../src/core/problem.js';
import {hasAmounts, parseSettings, type SettingsData, settingFacts} from '../src/core/technical/setting-table.js';
import {type AmountPlace, settingForm, valueInWords} from '../src/core/technical/setting-words.js';
import {jsonIn} from '../src/core/text/json.js';
import {asProblem} from './as-problem.js';
import {errorCode, nodeDisk} from './disk.js';

/** Members to replace; a member that is `undefined` is removed. */
type SettingsPatch = Partial<SettingsData>;

/**
 * Returns the settings with one of them set, by its name (`zone`, `printer.address`), or removed if `typed` is undefined. A value is text,
 * or JSON or words if the setting is not a text; amounts are in the words of the shop. Throws `Problem` setting-unknown and setting-invalid.
 */
export function withSetting(
  now: SettingsData,
  name: string,
  typed: string | undefined,
  place: AmountPlace,
): SettingsData {
  const [top = '', ...rest] = name.split('.');
  const part = rest.join('.');
  if (settingFacts(top) === undefined) throw new Problem('setting-unknown', {name});
  const group = (now as Readonly<Record<string, unknown>>)[top];
  const isGroup = group === undefined || (typeof group === 'object' && group !== null && !Array.isArray(group));
  if (part !== '' && !isGroup) throw new Problem('setting-unknown', {name});
  for (const value of typed === undefined ? [undefined] : meantBy(name, typed, place)) {
    const next = {...now, [top]: part === '' ? value : withPart(group as object | undefined, part, value)};
    const result = parseSettings(jsonIn(JSON.stringify(next)));
    if ('data' in result) return result.data;
  }
  const form = hasAmounts(top) ? settingForm(top, place) : undefined;
  throw new Problem('setting-invalid', {name, value: typed ?? '', ...(form !== undefined && {form})});
}

/** Returns the values that typed text may be, the likeliest first. */
function meantBy(name: string, typed: string, place: AmountPlace): readonly unknown[] {
  const [top = '', part] = name.split('.');
  if (part === undefined || !hasAmounts(top)) {
    const words = [valueInWords(name, typed, place), jsonIn(typed)].filter(value => value !== undefined);
    return hasAmounts(name) ? words : [typed, ...words.toReversed()];
  }
  const ofPart = valueInWords(top, `${part} ${typed}`, place); // of one currency, such as `saleCeiling.KES`
  return Object.values(ofPart ?? {});
}

/** Removing the only part of a setting removes the setting. */
function withPart(group: object = {}, part: string, value: unknown): object | undefined {
  const others = Object.keys(group).filter(name => name !== part);
  return value === undefined && others.length === 0 ? undefined : {...group, [part]: value};
}

/** The settings of a home folder, the only part of a till that is changed in place. */
export type HomeSettings = {
  readonly read: () => SettingsData;
  /** Reads the file again, which another process may have changed, for `read` from then on. Throws `settings-damaged`. */
  readonly readAgain: () => Promise<SettingsData>;
  /**
   * Replaces the named members; `undefined` removes one. A function is given the present content of the file, and no other process changes
   * the file until the function's result is saved. Resolves when the change survives a power cut. Throws `settings-damaged`,
   * `journal-not-writable`, and what the function throws.
   */
  readonly change: (patch: SettingsPatch | ((now: SettingsData) => SettingsPatch)) => Promise<void>;
};

/**
 * Reads `settings.json` in the home folder. If there is no such file, there are no settings.
 *
 * Throws `settings-damaged` with the `file` and the `name` of the invalid member (the file's own name if it is no JSON object, the
 * operating system's name for the error if it cannot be read).
 */
export async function openSettings(home: string): Promise<HomeSettings> {
  const file = settingsPath(home);
  const readFile = () =>
    readIn(home).catch(error => {
      throw errorCode(error) === undefined ? error : damaged(String(errorCode(error)), file);
    });
  let current = await readFile();
  const change = async (patch: SettingsPatch | ((now: SettingsData) => SettingsPatch), stillAlone: () => void) => {
    const next = await readIn(home);
    next.data = checked({...next.data, ...(typeof patch === 'function' ? patch(next.data) : patch)}, file);
    stillAlone();
    await next.write();
    current = next;
  };
  return {
    read: () => current.data,
    readAgain: async () => {
      current = await readFile();
      return current.data;
    },
    change: async patch => {
      try {
        const {alone} = await import('./lock.js'); // a caller that only reads, such as a confined review, needs no SQLite
        await nodeDisk.makeFolder(home);
        await alone(join(home, 'settings-lock.db'), stillAlone => change(patch, stillAlone));
      } catch (error) {
        throw asProblem(error);
      }
    },
  };
}

/** The settings in lowdb, over a small file with secrets: it is private, and after a crash it is either the old file or the new one. */
async function readIn(home: string): Promise<Low<SettingsData>> {
  const path = settingsPath(home);
  const read = async (): Promise<SettingsData> => {
    const text = await nodeDisk.readText(path);
    // An editor on Windows may put a byte order mark before the text.
    return text === null ? {} : checked(jsonIn(text.replace(/^\uFEFF/, '')), path);
  };
  const write = async (data: SettingsData): Promise<void> => {
    await nodeDisk.writeTextAtomically(path, `${JSON.stringify(data, null, 2)}\n`, {durable: true});
    await removeCutShort(home).catch(() => {}); // they only take up space
  };
  const low = new Low<SettingsData>({read, write}, {});
  await low.read();
  return low;
}

const cutShort = /^settings\.json\.[0-9a-f-]{36}\.tmp$/;
/** In milliseconds. A write that is under way in another process is younger than that. */
const longAgo = 60_000;

/** Removes what killed processes left beside the settings while writing, including any keys. */
async function removeCutShort(home: string): Promise<void> {
  const {mtimeMs: written} = await stat(settingsPath(home));
  for (const name of await nodeDisk.list(home)) {
    const path = join(home, name);
    if (cutShort.test(name) && (await stat(path)).mtimeMs < written - longAgo) await nodeDisk.remove(path);
  }
}

const settingsPath = (home: string): string => join(home, 'settings.json');

function checked(value: unknown, file: string): SettingsData {
  const result = parseSettings(value);
  if ('data' in result) return result.data;
  throw damaged(result.wrong.join('.') || 'settings.json', file);
}

/** `tills` is filled in by callers that look for the tills in the folder. */
const damaged = (name: string, file: string) => new Problem('settings-damaged', {name, file, tills: '-'});
