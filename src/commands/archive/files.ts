import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {join, relative, sep} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {archiveFormat} from './manual.js';

/** The file that has the sums of all others; its signature lies beside it, as 64 raw bytes. */
export const sumsFile = 'SHA256SUMS';

/** The files of an archive but for the sums and their signature, with `/` between folders, by name. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, {recursive: true, withFileTypes: true});
  return found
    .filter(entry => !entry.isDirectory())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter(name => name !== sumsFile && name !== `${sumsFile}.sig`)
    .sort();
}

/** In hexadecimal. The file is read in pieces: a day may be larger than the longest string. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

export type FileSum = {readonly name: string; readonly sha256: string};

/** What `sha256sum --check` reads. The comment before it says what was signed, so that it can be nothing else. */
export function sumsText(till: string, sums: readonly FileSum[]): string {
  return [`# ${archiveFormat} ${till}`, ...sums.map(({name, sha256}) => `${sha256}  ${name}`), ''].join('\n');
}

/** Undefined for a text that `sumsText` did not write. A name leads nowhere but into the archive. */
export function readSums(text: string): {readonly till: string; readonly sums: readonly FileSum[]} | undefined {
  const [first = '', ...lines] = text.split('\n');
  const till = /^# duka\.archive\/1 (?<till>[A-Z0-9]{1,3})$/.exec(first)?.groups?.['till'];
  if (till === undefined || lines.pop() !== '') return undefined;
  const sums: FileSum[] = [];
  for (const line of lines) {
    const {sha256, name} = /^(?<sha256>[0-9a-f]{64}) {2}(?<name>[\w./-]+)$/.exec(line)?.groups ?? {};
    if (sha256 === undefined || name === undefined || name.startsWith('/') || name.split('/').includes('..'))
      return undefined;
    sums.push({name, sha256});
  }
  return {till, sums};
}
