import {createDecipheriv, createHash, pbkdf2, timingSafeEqual} from 'node:crypto';
import {promisify} from 'node:util';
import {inflateRaw} from 'node:zlib';
import {SaxesParser} from 'saxes';
import {Problem} from '../../core/problem.js';
import type {Archive} from './archive.js';

/** How a file of an OpenDocument package is encrypted, as its manifest says (OpenDocument 1.2, part 3, 4.8). */
type Encryption = {
  readonly size: number;
  readonly checksum: Buffer;
  readonly vector: Buffer;
  readonly salt: Buffer;
  readonly rounds: number;
};

const content = 'content.xml';
/** A key is made in about a second on a till; more rounds are somebody's joke. */
const mostRounds = 2_000_000;
const checkedBytes = 1024;

/**
 * The content of a spreadsheet with a password; `manifest` is what the archive says of its files. Encrypted as OpenDocument 1.2
 * has it (AES-256, PBKDF2): any other way throws `file-is-other`. Throws the `Problem`s `file-locked`, `file-password-wrong`, `file-damaged`, `file-bursts` too.
 */
export async function unlockedOdsContent(
  archive: Archive,
  manifest: string,
  {
    file,
    password,
    mostBytes,
  }: {readonly file: string; readonly password: string | undefined; readonly mostBytes: number},
): Promise<Buffer> {
  const encryption = encryptionIn(manifest, file);
  if (encryption === undefined) throw new Problem('file-is-other', {file, what: 'encrypted'});
  if (password === undefined) throw new Problem('file-locked', {file});
  const {size, checksum, vector, salt, rounds} = encryption;
  if (size > mostBytes) throw new Problem('file-bursts', {file});
  const start = createHash('sha256').update(password).digest();
  const key = await promisify(pbkdf2)(start, salt, rounds, 32, 'sha1');
  const packed = decrypted(await archive.read(content), key, vector);
  const found = packed && createHash('sha256').update(packed.subarray(0, checkedBytes)).digest();
  if (packed === undefined || found === undefined || !isSame(found, checksum))
    throw new Problem('file-password-wrong', {file});
  try {
    return await promisify<Buffer, {maxOutputLength: number}, Buffer>(inflateRaw)(packed, {
      maxOutputLength: mostBytes,
    });
  } catch (error) {
    const isTooMuch = (error as {code?: string}).code === 'ERR_BUFFER_TOO_LARGE';
    throw new Problem(isTooMuch ? 'file-bursts' : 'file-damaged', {file});
  }
}

/** Nothing where it does not fit: the key is another. Blocks are filled up, and the last byte says by how many. */
function decrypted(bytes: Buffer, key: Buffer, vector: Buffer): Buffer | undefined {
  if (bytes.length === 0 || bytes.length % 16 !== 0) return undefined;
  const decipher = createDecipheriv('aes-256-cbc', key, vector).setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(bytes), decipher.final()]);
  const filled = plain.at(-1) ?? 0;
  return filled >= 1 && filled <= 16 ? plain.subarray(0, plain.length - filled) : undefined;
}

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

const known: readonly (readonly [attribute: string, ending: RegExp])[] = [
  ['checksum-type', /#sha256-1k$/u],
  ['algorithm-name', /#aes256-cbc$/u],
  ['key-derivation-name', /(?:^|#)pbkdf2$/iu],
  ['start-key-generation-name', /#sha256$/u],
];

/** How the content is encrypted; nothing where that is in no way that is known here. */
function encryptionIn(manifest: string, file: string): Encryption | undefined {
  let isContent = false;
  const said = new Map<string, string>();
  const parser = new SaxesParser({xmlns: false});
  const refuse = () => {
    throw new Problem('file-damaged', {file});
  };
  parser.on('doctype', refuse);
  parser.on('error', refuse);
  parser.on('opentag', ({name, attributes}) => {
    const values = Object.entries(attributes).map(([key, value]) => [key.slice(key.indexOf(':') + 1), value] as const);
    if (/(?:^|:)file-entry$/u.test(name))
      isContent = values.some(([key, value]) => key === 'full-path' && value === content);
    if (isContent) for (const [key, value] of values) if (!said.has(key)) said.set(key, value);
  });
  parser.write(manifest).close();
  if (known.some(([attribute, ending]) => !ending.test(said.get(attribute) ?? ''))) return undefined;
  const bytes = (attribute: string) => Buffer.from(said.get(attribute) ?? '', 'base64');
  const [size, rounds] = [Number(said.get('size')), Number(said.get('iteration-count'))];
  const [checksum, vector, salt] = [bytes('checksum'), bytes('initialisation-vector'), bytes('salt')];
  const isWhole = Number.isSafeInteger(size) && vector.length === 16 && rounds >= 1 && rounds <= mostRounds;
  return isWhole ? {size, checksum, vector, salt, rounds} : undefined;
}
