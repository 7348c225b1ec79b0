import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {join, relative, sep} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {archiveFormat} from './manual.js';

/** The file with the checksums of all other files. Its signature is in a file beside it, as 64 raw bytes. */
export const sumsFile = 'SHA256SUMS';

/** The files of an archive except the checksums and their signature, sorted, with `/` between folders. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, {recursive: true, withFileTypes: true});
  return found
    .filter(entry => !entry.isDirectory())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter(name => name !== sumsFile && name !== `${sumsFile}.sig`)
    .sort();
}

/** The SHA-256 of a file, in hexadecimal. Reads the file in pieces, since a day may be larger than the longest string. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

export type FileSum = {readonly name: string; readonly sha256: string};

/**
 * The text for `sha256sum --check`. The comment at its top names what was signed, so that the signature cannot be taken for that of
 * anything else.
 */
export function sumsText(till: string, sums: readonly FileSum[]): string {
  return [`# ${archiveFormat} ${till}`, ...sums.map(({name, sha256}) => `${sha256}  ${name}`), ''].join('\n');
}

/** The content of such a text; undefined if `sumsText` did not write it. A name can only lead into the archive. */
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
