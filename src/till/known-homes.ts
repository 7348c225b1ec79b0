import {existsSync, realpathSync} from 'node:fs';
import {join} from 'node:path';
import * as z from 'zod';
import {makeFolder, nodeDisk} from '../../store/disk.js';
import {jsonIn} from '../core/text/json.js';
import {tillsIn} from './found-tills.js';

/** The most folders in the list, which is for messages to people. What Duka did not write there names none. */
const longest = 20;
const recordSchema = z.object({homes: z.array(z.unknown())});
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
  const {homes} = recordSchema.safeParse(jsonIn(text ?? '')).data ?? {homes: []};
  return homes.filter(home => typeof home === 'string');
}
