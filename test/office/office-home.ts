import {createHash} from 'node:crypto';
import {cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {openDatabase} from '../../src/office/database.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What the first files of a database depend on. */
const sources = ['src/office/postgres.ts', 'src/office/database.ts', 'src/office/migrations.ts', 'package-lock.json'];

/**
 * A new home of an office whose database has its first files: they are made by the office once, and copied after that, since to make them
 * takes a second of a processor. Who tests how they are made begins with an empty folder.
 */
export async function officeHome(name: string): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), `duka-${name}-`));
  cpSync(await firstFiles(), join(home, 'postgres'), {recursive: true});
  return home;
}

async function firstFiles(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(join(root, source)));
  const cache = join(root, 'node_modules/.cache/office-database');
  const name = hash.digest('hex').slice(0, 16);
  const kept = join(cache, name);
  if (existsSync(kept)) return kept;
  const home = mkdtempSync(join(tmpdir(), 'duka-first-'));
  await (await openDatabase({home, url: undefined})).close();
  mkdirSync(cache, {recursive: true});
  // Of other sources: those of these may be copied by another process of these tests already.
  for (const each of readdirSync(cache))
    if (!each.startsWith(name)) rmSync(join(cache, each), {recursive: true, force: true});
  const part = mkdtempSync(`${kept}-`);
  cpSync(join(home, 'postgres'), join(part, 'postgres'), {recursive: true});
  rmSync(home, {recursive: true, force: true});
  try {
    renameSync(join(part, 'postgres'), kept);
  } catch (error) {
    if (!existsSync(kept)) throw error; // else another process of these tests was faster
  }
  rmSync(part, {recursive: true, force: true});
  return kept;
}
