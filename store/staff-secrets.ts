import {argon2, createHash, randomBytes, timingSafeEqual} from 'node:crypto';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {Problem} from '../src/core/problem.js';
import {parseStrict} from '../src/core/spec/check.js';
import {between, dictionary, form, object, oneOf, optional, type Specified} from '../src/core/spec/spec.js';
import {jsonIn} from '../src/core/text/json.js';
import {asProblem, throwAsProblem} from './as-problem.js';
import type {Disk} from './disk.js';

/**
 * The proof of a person's secret, as argon2id with its own salt (RFC 9106; parameters of the OWASP Password Storage Cheat Sheet). The
 * records are stored beside the journal, which holds only their SHA-256: no export, pack or chain contains anything that PINs could be
 * tried against.
 */
const recordSpec = object({
  algorithm: oneOf(['argon2id']),
  memory: between(8, 1_048_576),
  passes: between(1, 20),
  parallelism: between(1, 8),
  salt: form('16 bytes of base64url', /^[\w-]{22}$/),
  hash: form('32 bytes of base64url', /^[\w-]{43}$/),
  key: optional(
    form('the name of the key outside the home without which the secret cannot be checked', /^[0-9a-f]{16}$/),
    'there was none',
  ),
});
type SecretRecord = Specified<typeof recordSpec>;
const recordsFrom = parseStrict(dictionary(recordSpec));

const usual = {algorithm: 'argon2id', memory: 19_456, passes: 2, parallelism: 1} as const;

/** The folder of a till, the disk that it is on, and the file outside the home whose key new records need to be checked. */
export type SecretPlace = {
  readonly folder: string;
  readonly disk: Pick<Disk, 'readText' | 'writeTextAtomically'>;
  readonly keyFile?: string | undefined;
};

export const secretsPath = ({folder}: Pick<SecretPlace, 'folder'>): string => join(folder, 'staff-secrets.json');

/** Saves the record of a secret. Returns its SHA-256, which names it. Throws `Problem` journal-not-writable, staff-secrets-damaged. */
export async function keepSecret(place: SecretPlace, secret: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await keyIn(place);
  const record: SecretRecord = {
    ...usual,
    salt: salt.toString('base64url'),
    hash: (await derived(secret, {...usual, salt, key})).toString('base64url'),
    ...(key && {key: key.name}),
  };
  const name = sumOf(record);
  const stored = await recordsIn(place);
  await writeRecords(place, {...stored, [name]: record});
  return name;
}

/** Whether a secret matches its record; `missing` without one. Throws `Problem` staff-secrets-damaged, pin-key-missing. */
export async function checkSecret(
  place: SecretPlace,
  name: string,
  secret: string,
): Promise<'right' | 'wrong' | 'missing'> {
  const record = (await recordsIn(place))[name];
  if (record === undefined || sumOf(record) !== name) return 'missing';
  const {salt, hash, key: wanted, ...how} = record;
  const key = wanted === undefined ? undefined : await keyIn(place);
  if (key?.name !== wanted) throw new Problem('pin-key-missing', {file: place.keyFile ?? '-'});
  const found = await derived(secret, {...how, salt: Buffer.from(salt, 'base64url'), key});
  return timingSafeEqual(found, Buffer.from(hash, 'base64url')) ? 'right' : 'wrong';
}

/** The names for which there is no record here, or one that was changed. Throws `Problem` staff-secrets-damaged. */
export async function missingSecrets(place: SecretPlace, names: readonly string[]): Promise<ReadonlySet<string>> {
  const stored = await recordsIn(place);
  return new Set(
    names.filter(name => {
      const record = stored[name];
      return record === undefined || sumOf(record) !== name;
    }),
  );
}

/** How many secrets have a record; infinitely many if that cannot be read. */
export async function countSecrets(place: SecretPlace): Promise<number> {
  const records = await readRecords(place).catch(() => undefined);
  return records === undefined ? Number.POSITIVE_INFINITY : Object.keys(records).length;
}

/** Keeps only these records, so that replaced secrets are gone for good. Throws `Problem` journal-not-writable, staff-secrets-damaged. */
export async function forgetOtherSecrets(place: SecretPlace, names: ReadonlySet<string>): Promise<void> {
  const stored = await recordsIn(place);
  const left = Object.fromEntries(Object.entries(stored).filter(([name]) => names.has(name)));
  if (Object.keys(left).length === Object.keys(stored).length) return;
  await writeRecords(place, left);
}

/** Copies the records of one till to another. Throws `Problem` journal-not-writable and staff-secrets-damaged. */
export async function copySecrets(from: SecretPlace, to: SecretPlace): Promise<void> {
  await writeRecords(to, {...(await recordsIn(to)), ...(await recordsIn(from))});
}

type PinKey = {readonly name: string; readonly bytes: Buffer};

/** The key in the file outside the home; undefined if no file is named, or if it is not there. */
async function keyIn({disk, keyFile}: SecretPlace): Promise<PinKey | undefined> {
  const text = keyFile === undefined ? null : await disk.readText(keyFile).catch(() => null);
  const bytes = Buffer.from(text?.trim() ?? '');
  if (bytes.length < 32) return undefined;
  return {name: createHash('sha256').update('duka pin key').update(bytes).digest('hex').slice(0, 16), bytes};
}

/** Throws `Problem` pin-key-missing if a record needs a key that is not in `keyFile`, so that its owner could not sign in any more. */
export async function checkKeyFile(place: SecretPlace, keyFile: string | undefined): Promise<void> {
  const wanted = new Set(Object.values(await recordsIn(place)).flatMap(({key}) => key ?? []));
  const found = (await keyIn({...place, keyFile}))?.name;
  if ([...wanted].some(name => name !== found)) throw new Problem('pin-key-missing', {file: keyFile ?? '-'});
}

/** Makes the key if the file is not there. Throws `Problem` journal-not-writable, and setting-invalid for a file with something else. */
export async function makeKeyFile({disk}: Pick<SecretPlace, 'disk'>, keyFile: string): Promise<void> {
  try {
    if ((await disk.readText(keyFile)) === null)
      await disk.writeTextAtomically(keyFile, `${randomBytes(32).toString('base64url')}\n`, {durable: true});
  } catch (error) {
    throw asProblem(error);
  }
  if ((await keyIn({folder: '', disk, keyFile})) === undefined)
    throw new Problem('setting-invalid', {name: 'pinKeyFile', value: keyFile});
}

/** Removes a file of records that cannot be read, so that new ones can be saved. Throws `Problem` journal-not-writable. */
export async function dropDamagedSecrets(place: SecretPlace): Promise<void> {
  if ((await readRecords(place)) === undefined) await writeRecords(place, {});
}

/** Throws `Problem` journal-not-writable. */
async function writeRecords(place: SecretPlace, records: Readonly<Record<string, SecretRecord>>): Promise<void> {
  const text = `${JSON.stringify(records, null, 1)}\n`;
  await place.disk.writeTextAtomically(secretsPath(place), text, {durable: true}).catch(throwAsProblem);
}

async function recordsIn(place: SecretPlace): Promise<Readonly<Record<string, SecretRecord>>> {
  const records = await readRecords(place);
  if (records === undefined) throw new Problem('staff-secrets-damaged', {file: secretsPath(place)});
  return records;
}

/** Undefined if the file cannot be understood. Throws `Problem` staff-secrets-damaged if it cannot be read. */
async function readRecords(place: SecretPlace): Promise<Readonly<Record<string, SecretRecord>> | undefined> {
  const file = secretsPath(place);
  const text = await place.disk.readText(file).catch(() => {
    throw new Problem('staff-secrets-damaged', {file});
  });
  if (text === null) return {};
  try {
    const records = recordsFrom(jsonIn(text));
    return Object.keys(records).every(name => /^[0-9a-f]{64}$/.test(name)) ? records : undefined;
  } catch {
    return undefined;
  }
}

type Derivation = Pick<SecretRecord, 'memory' | 'passes' | 'parallelism'> & {
  readonly salt: Buffer;
  readonly key: PinKey | undefined;
};

const derived = (secret: string, {salt, key, memory, passes, parallelism}: Derivation) =>
  promisify(argon2)('argon2id', {
    message: Buffer.from(secret.normalize('NFKC')),
    nonce: salt,
    tagLength: 32,
    memory,
    passes,
    parallelism,
    ...(key && {secret: key.bytes}),
  });

function sumOf({algorithm, memory, passes, parallelism, salt, hash, key}: SecretRecord): string {
  const members = JSON.stringify({algorithm, memory, passes, parallelism, salt, hash, key});
  return createHash('sha256').update(members).digest('hex');
}
