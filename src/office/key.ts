import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import {accessSync, constants, existsSync} from 'node:fs';
import {link, mkdir, open} from 'node:fs/promises';
import {nodeDisk, removed, renamed} from '../../store/disk.js';
import {keyId} from '../core/office/wire.js';
import {Problem} from '../core/problem.js';
import type {Database} from './database.js';
import {dataPath, hasData, keyFile} from './postgres.js';

/** The office's own key, with which it signs what it has. `publicKey` is 32 bytes in base64url. */
export type OfficeKey = {
  readonly publicKey: string;
  readonly digest: Buffer;
  /** In PEM, for a backup. */
  readonly privateKey: string;
  /** Returns an Ed25519 signature in base64. */
  readonly sign: (text: string | Uint8Array) => string;
};

/**
 * The office's key, made (0600) if there is none and no till trusts another. Throws `Problem` office-key-gone if it is missing, and
 * office-key-other if it is not the one that every till trusts whose node answers.
 */
export async function officeKey(
  home: string,
  {query, ofShops}: Pick<Database, 'query' | 'ofShops'>,
): Promise<OfficeKey> {
  await mkdir(home, {recursive: true, mode: 0o700});
  const file = keyFile(home);
  if (!existsSync(file)) {
    if ((await query('select 1 from till limit 1')).length > 0) throw new Problem('office-key-gone', {file});
    const {privateKey: made} = generateKeyPairSync('ed25519');
    const part = await written(home, made.export({format: 'pem', type: 'pkcs8'}).toString());
    // If two offices begin at once, the first one's key stays.
    await link(part, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await removed(part);
  }
  const privateKey = (await nodeDisk.readText(file).catch(() => null)) ?? ''; // no pipe and no device is waited for
  const key = keyIn(privateKey);
  if (key === undefined) throw new Problem('office-key-gone', {file});
  const {x: publicKey = ''} = createPublicKey(key).export({format: 'jwk'});
  const other = "select 1 from till where shop = any($2) and record ->> 'office' <> $1 limit 1";
  const trustOther = await ofShops(
    shops => query(other, [publicKey, shops]),
    () => true, // what is left out is told by whatever reads more of it
  );
  if (trustOther.length > 0) throw new Problem('office-key-other', {file});
  return {
    publicKey,
    digest: sha256(Buffer.from(publicKey, 'base64url')),
    privateKey,
    sign: text => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

/** Throws `Problem` office-database-gone for a home with a key, which is made after the database, and without its database. */
export function checkDatabaseThere(home: string): void {
  const file = keyFile(home);
  if (existsSync(file) && !hasData(home)) throw new Problem('office-database-gone', {folder: dataPath(home), file});
}

function keyIn(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

/** Whether this process could read the key again: where the administrator has started the office, it has given that right up. */
export function isKeyReadable(home: string): boolean {
  try {
    accessSync(keyFile(home), constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Makes this the office's key, in place of the present one. */
export async function keepOfficeKey(home: string, privateKey: string): Promise<void> {
  await renamed(await written(home, privateKey), keyFile(home));
}

/** Writes the key into a file of its own and syncs it, before it takes the key file's place. */
async function written(home: string, privateKey: string): Promise<string> {
  const part = `${keyFile(home)}.${randomUUID()}.part`;
  const handle = await open(part, 'wx', 0o600);
  await handle.writeFile(privateKey);
  await handle.sync();
  await handle.close();
  return part;
}

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** The id of a till's public key; undefined if the text is no such key. */
export const keyIdOf = (publicKey: string): string | undefined =>
  publicKeyOf(publicKey) === undefined ? undefined : keyId(sha256(Buffer.from(publicKey, 'base64url')));

/** Whether the holder of a public key (base64url) signed a text; false if the key or the signature is not one. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const key = publicKeyOf(publicKey);
  return key !== undefined && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
}

function publicKeyOf(publicKey: string): KeyObject | undefined {
  if (!/^[\w-]{43}$/.test(publicKey)) return undefined;
  try {
    return createPublicKey({key: {kty: 'OKP', crv: 'Ed25519', x: publicKey}, format: 'jwk'});
  } catch {
    return undefined;
  }
}

/** What adds to a text what only this office can. */
export type Marking = {readonly markOf: (text: string) => string};
/** A record as it is stored, and what this office alone adds to it. Whoever can only write to the database makes no such record. */
export type Marked<T> = {readonly of: T; readonly mark: string};

/** The same text for the same record, in whatever order the database keeps its members. */
const inOrder = (record: object): string =>
  JSON.stringify(record, (_, value) =>
    value instanceof Object && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
  );

export const markOf = (seal: Marking, name: string, record: object): string =>
  seal.markOf(`${name} ${inOrder(record)}`);

export const marked = <T extends object>(seal: Marking, name: string, record: T): string =>
  JSON.stringify({of: record, mark: markOf(seal, name, record)} satisfies Marked<T>);

/** The record that this office has stored; undefined if it is another's. */
export const unmarked = <T extends object>(seal: Marking, name: string, {of, mark}: Marked<T>): T | undefined =>
  mark === markOf(seal, name, of) ? of : undefined;
