import {promisify} from 'node:util';
import {crc32} from 'node:zlib';
import {type Entry, fromBuffer, type Options, type ZipFile} from 'yauzl';
import {Problem} from '../../core/problem.js';

/** The files of an archive, by their paths in it. `read` gives the bytes of one, never more than it declares. */
export type Archive = {readonly names: readonly string[]; readonly read: (name: string) => Promise<Buffer>};
export type Limits = {readonly file: string; readonly mostBytes: number};

const mostEntries = 10_000;
const openZip: (bytes: Buffer, options: Options) => Promise<ZipFile> = promisify(fromBuffer);

/**
 * Opens a zip; no file of it is written anywhere. Throws the `Problem` `file-damaged` for one that is cut or lies about
 * itself, `file-locked` for one with a password, `file-bursts` for more than `mostBytes` in a file of it.
 */
export async function openArchive(bytes: Buffer, {file, mostBytes}: Limits): Promise<Archive> {
  const damaged = () => new Problem('file-damaged', {file});
  const zip = await openZip(bytes, {validateEntrySizes: true, autoClose: false}).catch(() => Promise.reject(damaged()));
  const entries = await entriesOf(zip).catch(() => Promise.reject(damaged()));
  const byName = new Map(entries.map(entry => [entry.fileName, entry]));
  // Of two files of one name nobody knows which is meant.
  if (byName.size !== entries.length) throw damaged();
  return {
    names: [...byName.keys()].filter(name => !name.endsWith('/')),
    async read(name) {
      const entry = byName.get(name);
      if (entry === undefined) throw damaged();
      if (entry.isEncrypted()) throw new Problem('file-locked', {file});
      if (entry.uncompressedSize > mostBytes) throw new Problem('file-bursts', {file});
      return contentOf(zip, entry).catch(() => Promise.reject(damaged()));
    },
  };
}

function entriesOf(zip: ZipFile): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      if (entries.push(entry) > mostEntries) reject(new RangeError('too many files'));
    });
    zip.once('end', () => resolve(entries));
    zip.once('error', reject);
  });
}

async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const open = promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip));
  const chunks: Buffer[] = [];
  for await (const chunk of await open(entry)) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (crc32(bytes) !== entry.crc32) throw new RangeError('other bytes than were packed');
  return bytes;
}
