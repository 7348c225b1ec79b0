import {createPublicKey} from 'node:crypto';
import {join} from 'node:path';
import {asProblem} from '../../store/as-problem.js';
import {type Disk, nodeDisk} from '../../store/disk.js';
import {takeLock} from '../../store/lock.js';
import {type Checkpoint, checkpointIn, type SignedNote} from '../core/office/checkpoint.js';
import {type Continuation, continues, countersignedText} from '../core/office/witness.js';
import {Problem} from '../core/problem.js';
import {object, type Specified, text} from '../core/spec/spec.js';
import {isSignedBy, makeOwnKey, type OwnKey, ownKeyOf, readAs, signText} from '../shipper/office.js';

/** The result for a note: the witness's signature, or why there is none, with what the witness signed before. */
export type Countersigned =
  | {readonly kind: 'signed'; readonly signature: string}
  | {readonly kind: Exclude<Continuation, 'goes-on'>; readonly known: Checkpoint}
  | {readonly kind: 'unknown-office' | 'no-checkpoint'};

/** A witness's memory: one file with its key and the notes that it has signed. */
export type WitnessBook = {
  readonly publicKey: string;
  /**
   * Handles one note at a time, however many are asked at once. What is signed is on the disk before anybody gets the signature. Rejects
   * with the error of the disk.
   */
  readonly countersign: (signed: SignedNote) => Promise<Countersigned>;
  readonly close: () => Promise<void>;
};

const keyLine = object({privateKey: text()});
const noteLine = object({office: text(), note: text(), signature: text()});
const fileIn = (folder: string) => join(folder, 'witness.jsonl');

/**
 * Opens the book in a folder, or begins one. Only its owner can read it, and only one witness can use it at a time. `offices` are the keys
 * of the offices for whose tills the witness signs. Throws `Problem` journal-locked, journal-not-writable, file-damaged.
 */
export async function openBook(
  folder: string,
  offices: readonly string[],
  since: string,
  disk: Disk = nodeDisk,
): Promise<WitnessBook> {
  const lock = takeLock(folder, {pid: process.pid, command: 'duka witness', since});
  try {
    return await opened(fileIn(folder), {offices, disk, release: lock.release});
  } catch (error) {
    lock.release();
    throw asProblem(error);
  }
}

type Opening = {readonly offices: readonly string[]; readonly disk: Disk; readonly release: () => void};

async function opened(path: string, {offices, disk, release}: Opening): Promise<WitnessBook> {
  const {key, newest} = await read(path, disk);
  // Writes the file anew: the newest note of each till is enough, and a line that a crash has cut off disappears.
  const lines = [
    JSON.stringify({privateKey: key.privateKey}),
    ...[...newest.values()].map(each => JSON.stringify(each)),
  ];
  const whole = Buffer.from(lines.map(line => `${line}\n`).join(''));
  await disk.writeTextAtomically(path, whole.toString(), {durable: true});
  const file = await disk.open(path, 'append');
  let last: Promise<unknown> = Promise.resolve();
  let {length} = whole;
  let isTorn = false;
  // If a write failed, the disk may have a part of its line. That part is cut off before the next line is written.
  const write = async (line: string): Promise<void> => {
    if (isTorn) await disk.truncate(path, length);
    isTorn = true;
    const bytes = Buffer.from(line);
    await file.append(bytes);
    await file.datasync();
    length += bytes.length;
    isTorn = false;
  };
  return {
    publicKey: key.publicKey,
    countersign: signed => {
      const next = last.then(() => countersign(signed, {offices, newest, key, write}));
      last = next.catch(() => undefined);
      return next;
    },
    close: async () => {
      await last;
      await file.close();
      release();
    },
  };
}

type WitnessedNote = Specified<typeof noteLine>;
type Newest = Map<string, WitnessedNote>;
const nameOf = (office: string, {shop, till}: Checkpoint) => `${office} ${shop}/${till}`;

/** Refuses a file that is not as it was written: to remember what was signed is the only purpose of a witness. */
async function read(path: string, disk: Disk): Promise<{readonly key: OwnKey; readonly newest: Newest}> {
  const content = await disk.readText(path);
  const newest: Newest = new Map();
  if (content === null) return {key: makeOwnKey(), newest};
  const [first = '', ...rest] = content.split('\n').slice(0, -1);
  const privateKey = readAs(keyLine, Buffer.from(first))?.privateKey;
  if (privateKey === undefined) throw new Problem('file-damaged', {file: path});
  for (const line of rest) {
    const note = readAs(noteLine, Buffer.from(line));
    const checkpoint = note && checkpointIn(note.note);
    if (note === undefined || checkpoint === undefined || !isSignedBy(note.office, note.note, note.signature))
      throw new Problem('file-damaged', {file: path});
    newest.set(nameOf(note.office, checkpoint), note);
  }
  return {key: ownKeyOf(privateKey), newest};
}

type Signing = {
  readonly offices: readonly string[];
  readonly newest: Newest;
  readonly key: OwnKey;
  readonly write: (line: string) => Promise<void>;
};

async function countersign(
  {note, signature}: SignedNote,
  {offices, newest, key, write}: Signing,
): Promise<Countersigned> {
  const asked = checkpointIn(note);
  if (asked === undefined) return {kind: 'no-checkpoint'};
  const office = offices.find(each => isSignedBy(each, note, signature));
  if (office === undefined) return {kind: 'unknown-office'};
  const name = nameOf(office, asked);
  const before = newest.get(name);
  const known = before && checkpointIn(before.note);
  const found = continues(known, asked);
  if (found !== 'goes-on' && known !== undefined) return {kind: found, known};
  if (known?.seq !== asked.seq) {
    const witnessed = {office, note, signature};
    await write(`${JSON.stringify(witnessed)}\n`);
    newest.set(name, witnessed);
  }
  return {kind: 'signed', signature: signText(countersignedText(note), key.privateKey)};
}

/** Whether a text is a public key in the form that offices and tills use. */
export function isPublicKey(text: string): boolean {
  try {
    return createPublicKey({key: {kty: 'OKP', crv: 'Ed25519', x: text}, format: 'jwk'}).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}
