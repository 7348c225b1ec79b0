import {createDecipheriv, createHash, pbkdf2, timingSafeEqual} from 'node:crypto';
import {promisify} from 'node:util';
import {inflateRaw} from 'node:zlib';
import {SaxesParser} from 'saxes';
import {Problem} from '../../core/problem.js';
import type {Archive} from './archive.js';

/** How a file in an OpenDocument package is encrypted, according to its manifest (OpenDocument 1.2, part 3, 4.8). */
type Encryption = {
  readonly size: number;
  readonly checksum: Buffer;
  readonly vector: Buffer;
  readonly salt: Buffer;
  readonly rounds: number;
};

const content = 'content.xml';
/** A till derives a key with this many rounds in about a second. A file that demands more is refused. */
const mostRounds = 2_000_000;
const checkedBytes = 1024;

/**
 * Returns the decrypted content of a spreadsheet with a password. `manifest` is the archive's list of its files. Only the encryption of
 * OpenDocument 1.2 (AES-256, PBKDF2) is supported; any other throws `file-is-other`. Also throws the `Problem`s `file-locked`,
 * `file-password-wrong`, `file-damaged` and `file-bursts`.
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

/**
 * Decrypts the bytes. Returns undefined if the padding is wrong, which means that the key is. The last byte says how many bytes of padding
 * there are.
 */
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

/** Returns how the content is encrypted; undefined if the method is not supported. */
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
