import {readdir, stat} from 'node:fs/promises';
import {join, relative} from 'node:path';
import {doctorWords} from '../../core/words/doctor.js';
import {fill} from '../../core/words/fill.js';
import type {Session} from '../session.js';
import type {Check} from './check.js';

const othersMayRead = 0o077;
const hasModes = process.platform !== 'win32';

/** Whether anybody but the owner can read what lies in the home: names, numbers, perhaps the key. */
export async function checkFiles({home, language}: Session): Promise<Check> {
  const words = doctorWords[language];
  if (!hasModes) return {name: 'files', state: 'unknown', message: words.filesNotKnown, facts: {}};
  const paths = await everyFile(home);
  const open: string[] = [];
  for (const path of paths) {
    const mode = (await stat(path).catch(() => undefined))?.mode ?? 0;
    if ((mode & othersMayRead) !== 0) open.push(relative(home, path));
  }
  const [file] = open;
  if (file === undefined) {
    return {
      name: 'files',
      state: 'ok',
      message: fill(words.files, {count: paths.length}),
      facts: {count: paths.length},
    };
  }
  const facts = {count: open.length, file};
  return {name: 'files', state: 'warning', message: fill(words.filesOpen, facts), facts};
}

/** Files alone: one in a folder that nobody else may enter is safe, but copies of it take its own mode along. */
async function everyFile(home: string): Promise<readonly string[]> {
  const entries = await readdir(home, {recursive: true, withFileTypes: true}).catch(() => []);
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
}
