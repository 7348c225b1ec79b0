import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import {join} from 'node:path';
import type {NewEvent, StoredEvent} from '../src/core/events/event.js';
import {
  beginsScope,
  customersIn,
  monthOf,
  namesCustomer,
  type Seal,
  type SealedWith,
  scopeOf,
  sealedData,
  standInOf,
  type Unseal,
} from '../src/core/journal/customers.js';
import {Problem} from '../src/core/problem.js';
import {isValid} from '../src/core/spec/check.js';
import {form, tuple} from '../src/core/spec/spec.js';
import {jsonIn} from '../src/core/text/json.js';
import {causeOf} from './as-problem.js';
import {type Disk, nodeDisk} from './disk.js';
import {lineBytesMax, type WaitingEvent} from './line.js';
import {listSegments, segmentFolder, segmentPath} from './segment.js';

/**
 * The keys that seal customers' numbers, one for each month. A value is sealed with a synthetic nonce in the manner of RFC 5297, with
 * HMAC-SHA-256 and AES-256-CTR: the nonce is the code of the sealed value and proves the value when it is opened. So no nonce is ever used
 * for two values, and equal values of one payment are sealed to equal texts. Without the key, none of it can be opened or compared any
 * more.
 */
type MonthKey = {readonly mac: KeyObject; readonly cipher: KeyObject};

/** `2026-11-3f9a`: the month and the beginning of the key's hash, so that a new key is not taken for a lost one. */
const keyName = /^\d{4}-\d\d-[0-9a-f]{4}$/;
const isKey = isValid(tuple([form('the name of a key', keyName), form('a key', /^[\w-]{43}$/)]));
type StoredKeys = Readonly<Record<string, string>>;

export type KeyPlace = {
  readonly folder: string;
  readonly disk: Pick<Disk, 'readText' | 'writeTextAtomically' | 'makeFolder' | 'rename'>;
};

const keysFile = 'customer-keys.json';
const keysPath = ({folder}: Pick<KeyPlace, 'folder'>) => join(folder, keysFile);

/** The text of the key file in a till's folder; null if there is none. Rejects with the operating system's error. */
const keysText = (place: Pick<KeyPlace, 'folder'> & {readonly disk: Pick<Disk, 'readText'>}) =>
  place.disk.readText(keysPath(place));

const mayHoldKeys = (name: string): boolean => name === keysFile || isUnreadKeys(name) || isCutShortKeys(name);

/** Whether a file of this name is a key file that could not be read and was put aside. */
const isUnreadKeys = (name: string): boolean => name.startsWith(`${keysFile}.`) && name.endsWith('.unread');

/** Whether a file of this name is a key file whose writing was cut short. */
const isCutShortKeys = (name: string): boolean => name.startsWith(`${keysFile}.`) && name.endsWith('.tmp');

export class CustomerKeys {
  readonly #stored: Map<string, string>;
  readonly #made = new Map<string, MonthKey>();
  /** Opened values, because the lines of one payment repeat the same value many times. */
  readonly #opened = new Map<string, string>();
  /** True if there is a key file that could not be read completely. It is never overwritten with a new key; it is put aside first. */
  #isUnread: boolean;

  private constructor(stored: StoredKeys, isUnread: boolean) {
    this.#stored = new Map(Object.entries(stored));
    this.#isUnread = isUnread;
  }

  /** Reads the keys of a till's folder. If the file is missing or unreadable, there are no keys, and the till can sell all the same. */
  static async in(place: KeyPlace): Promise<CustomerKeys> {
    return CustomerKeys.from(await keysText(place).catch(() => undefined));
  }

  /** The keys in the text of a key file. `text` is null if there is no file, and undefined if the file could not be read. */
  static from(text: string | null | undefined): CustomerKeys {
    if (text === null) return new CustomerKeys({}, false);
    const told: unknown = text === undefined ? undefined : jsonIn(text);
    const entries = typeof told === 'object' && told !== null ? Object.entries(told) : undefined;
    const keys = entries?.filter(isKey) ?? [];
    return new CustomerKeys(Object.fromEntries(keys), keys.length !== entries?.length);
  }

  get names(): readonly string[] {
    return [...this.#stored.keys()].sort();
  }

  /** The name of a month's key; undefined if there is none. */
  of(month: string): string | undefined {
    return this.names.findLast(name => name.startsWith(`${month}-`));
  }

  /** The name of a month's key. If there is none, the key is created, and it is on the disk when this resolves. */
  async made(month: string, place: KeyPlace): Promise<string> {
    const known = this.of(month);
    if (known !== undefined) return known;
    const key = randomBytes(32);
    const name = `${month}-${hash('sha256', key).slice(0, 4)}`;
    await place.disk.makeFolder(place.folder); // the first line of a journal may already name a customer
    if (this.#isUnread) await putAside(place);
    this.#isUnread = false;
    await keep({...Object.fromEntries(this.#stored), [name]: key.toString('base64url')}, place);
    this.#stored.set(name, key.toString('base64url'));
    return name;
  }

  /** The text of a key file with only these keys. */
  fileOf(names: ReadonlySet<string>): string {
    return fileText(Object.fromEntries([...this.#stored].filter(([name]) => names.has(name))));
  }

  /**
   * Destroys these keys, together with entries of the key file that could not be read. They are gone from the disk when this resolves. If
   * none of the names is a known key and everything could be read, nothing changes.
   */
  async forget(names: readonly string[], place: KeyPlace): Promise<void> {
    const left = [...this.#stored].filter(([name]) => !names.includes(name));
    if (left.length === this.#stored.size && !this.#isUnread) return;
    await keep(Object.fromEntries(left), place);
    this.#isUnread = false;
    for (const name of names) this.#stored.delete(name);
  }

  sealOf({key: name, till, scope}: SealedWith): Seal {
    const key = this.#key(name);
    if (key === undefined) throw new RangeError(`no key ${name}`);
    return value => {
      const code = codeOf(key, {till, scope}, value);
      const cipher = createCipheriv('aes-256-ctr', key.cipher, nonceOf(code));
      const sealed = Buffer.concat([code, cipher.update(value, 'utf8'), cipher.final()]).toString('base64url');
      const plain = plainOf(value);
      const before = plain === value ? '' : `${codeOf(key, {till, scope}, plain).toString('base64url')}.`;
      return `~${before}${sealed}~`;
    };
  }

  unsealOf({key: name, till, scope}: SealedWith): Unseal {
    const key = this.#key(name);
    if (key === undefined) return standInOf;
    return sealed => {
      const known = this.#opened.get(`${name} ${till} ${scope} ${sealed}`);
      if (known !== undefined) return known;
      const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1 || 1, -1), 'base64url');
      const code = bytes.subarray(0, codeBytes);
      if (code.length < codeBytes) return undefined;
      const cipher = createDecipheriv('aes-256-ctr', key.cipher, nonceOf(code));
      const value = Buffer.concat([cipher.update(bytes.subarray(codeBytes)), cipher.final()]).toString();
      if (!codeOf(key, {till, scope}, value).equals(code)) return undefined;
      if (this.#opened.size >= mostOpened) this.#opened.clear();
      this.#opened.set(`${name} ${till} ${scope} ${sealed}`, value);
      return value;
    };
  }

  #key(name: string): MonthKey | undefined {
    const stored = this.#stored.get(name);
    if (stored === undefined) return undefined;
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    const secret = Buffer.from(stored, 'base64url');
    const part = (purpose: string) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `duka customers ${purpose}`, 32)));
    const made = {mac: part('code'), cipher: part('cipher')};
    this.#made.set(name, made);
    return made;
  }
}

const mostOpened = 1000;

const fileText = (stored: StoredKeys) => `${JSON.stringify(stored, null, 1)}\n`;

const keep = (stored: StoredKeys, place: KeyPlace) =>
  place.disk.writeTextAtomically(keysPath(place), fileText(stored), {durable: true});

/** A person may still be able to read it. */
const putAside = (place: KeyPlace) =>
  place.disk.rename(keysPath(place), `${keysPath(place)}.${randomBytes(4).toString('hex')}.unread`);

/** 72 bits, 12 characters in base64url: among the several hundred thousand values of a month no two share a code in practice. */
const codeBytes = 9;

const codeOf = ({mac}: MonthKey, {till, scope}: Omit<SealedWith, 'key'>, value: string): Buffer =>
  createHmac('sha256', mac).update(`${till}\n${scope}\n${value}`).digest().subarray(0, codeBytes);

/** The counter that follows the code begins at 0. */
const nonceOf = (code: Buffer) => Buffer.concat([code, Buffer.alloc(16 - codeBytes)]);

/** An e-mail address in the form in which addresses are compared; any other value unchanged. */
const plainOf = (value: string) => (value.includes('@') ? value.trim().toLowerCase() : value);

/** The source of the earlier events of a payment. */
type DuplicateWarning = {
  readonly eventsOf: (reference: string) => Promise<readonly StoredEvent[]>;
  /** Whether it is a payment of the open day. */
  readonly isInFirst: (reference: string) => boolean;
};

/** What is known of a payment or an enrolment: the values that name its customer, and the month in which it was requested. */
type Scope = {readonly values: readonly string[]; readonly month: string};

/**
 * Seals what names a customer in events on their way to the disk. Everything about one payment is sealed with the key of the month in which
 * the payment was requested, so that all its customer data are shredded together. A key is on the disk before the first line that is sealed
 * with it.
 */
export class CustomerSealer {
  readonly #place: KeyPlace;
  readonly #keys: CustomerKeys;
  readonly #scopes = new Map<string, Scope>();

  private constructor(place: KeyPlace, keys: CustomerKeys) {
    this.#place = place;
    this.#keys = keys;
  }

  /** Creates the sealer of a till's folder. `known` are earlier events of the payments that still matter. */
  static async of(place: KeyPlace, known: readonly StoredEvent[]): Promise<CustomerSealer> {
    const sealer = new CustomerSealer(place, await CustomerKeys.in(place));
    for (const event of known) sealer.#note(event, Date.parse(event.at));
    return sealer;
  }

  /** Returns the events with drafts that name no customer. Rejects with the operating system's error if a key cannot be saved. */
  async sealed(
    at: number,
    waiting: readonly WaitingEvent[],
    earlier: DuplicateWarning,
  ): Promise<readonly WaitingEvent[]> {
    const all: WaitingEvent[] = [];
    for (const each of waiting) all.push(await this.#sealed(at, each, earlier));
    return all;
  }

  async #sealed(at: number, {event, draft}: WaitingEvent, earlier: DuplicateWarning): Promise<WaitingEvent> {
    this.#note(event, at);
    const {values, month} = await this.#scopeOf(event, at, earlier);
    const known = this.#keys.of(month);
    if (known === undefined && !namesCustomer(event, values)) return {event, draft};
    const key = known ?? (await this.#keys.made(monthOf(at), this.#place));
    const sealed = sealedData(event, values, this.#keys.sealOf({key, till: draft.till, scope: scopeOf(event)}));
    if (sealed === event.data) return {event, draft};
    const data = JSON.stringify(sealed);
    if (Buffer.byteLength(data) > lineBytesMax - 4096) throw new RangeError(`${event.type} is too long when sealed`);
    return {event, draft: {...draft, key, data}};
  }

  #note(event: NewEvent | StoredEvent, at: number): void {
    if (!beginsScope(event) || this.#scopes.has(scopeOf(event))) return;
    this.#scopes.set(scopeOf(event), {values: customersIn(event), month: monthOf(at)});
  }

  /** The event may belong to a payment of an earlier day, for example if it is a refund: then the payment is looked up in the journal. */
  async #scopeOf(event: NewEvent, at: number, earlier: DuplicateWarning): Promise<Scope> {
    const scope = scopeOf(event);
    const known = this.#scopes.get(scope);
    if (known !== undefined) return known;
    if ('reference' in event.data && ('answer' in event.data || earlier.isInFirst(scope))) {
      const found = (await earlier.eventsOf(scope)).find(beginsScope);
      if (found !== undefined) this.#note(found, Date.parse(found.at));
    }
    return this.#scopes.get(scope) ?? {values: [], month: monthOf(at)};
  }
}

type ShreddingPlace = {readonly folder: string; readonly disk?: Disk};

export const keptKeys = async ({folder, disk = nodeDisk}: ShreddingPlace): Promise<readonly string[]> =>
  (await CustomerKeys.in({folder, disk})).names;

const keyOfLine = /"key":"(\d{4}-\d\d-[0-9a-f]{4})"/g;
const longestKeyOfLine = 20;
const chunkBytes = 1_048_576;

/** The names of the keys that seal lines of any day. Found by the bytes only, which are not verified: ten years take seconds. */
export async function usedKeys({folder, disk = nodeDisk}: ShreddingPlace): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  const chunk = Buffer.alloc(chunkBytes);
  for (const date of await listSegments(disk, folder)) {
    const file = await disk.open(segmentPath(folder, date), 'read');
    try {
      let before = '';
      for (let at = 0, read = -1; read !== 0; at += read) {
        read = await file.read(chunk, at);
        const text = before + chunk.toString('latin1', 0, read);
        for (const [, key = ''] of text.matchAll(keyOfLine)) used.add(key);
        before = text.slice(-longestKeyOfLine);
      }
    } finally {
      await file.close();
    }
  }
  return used;
}

export const keysFileOf = async (
  names: ReadonlySet<string>,
  {folder, disk = nodeDisk}: ShreddingPlace,
): Promise<string> => (await CustomerKeys.in({folder, disk})).fileOf(names);

/** Which of these keys a key file names, even one of which the keys cannot be read. */
export async function keysNamed(
  names: readonly string[],
  {folder, disk = nodeDisk}: ShreddingPlace,
): Promise<readonly string[]> {
  const files = (await disk.list(folder)).filter(mayHoldKeys);
  const texts = await Promise.all(files.map(name => disk.readText(join(folder, name)).catch(() => null)));
  return names.filter(name => texts.some(text => text?.includes(name)));
}

const copyName = /^[0-9a-f]{64}(?:\.part)?$/;

/** The names of the copies of files that reconciliations have read, complete or not. */
export const keptCopies = async ({folder, disk = nodeDisk}: ShreddingPlace): Promise<readonly string[]> =>
  (await disk.list(join(folder, 'sources'))).filter(name => copyName.test(name));

/** The names of key files that could not be read and were put aside. */
export const unreadKeys = async ({folder, disk = nodeDisk}: ShreddingPlace): Promise<readonly string[]> =>
  (await disk.list(folder)).filter(isUnreadKeys);

/** Whether a file of this name is a cache, complete or not, that can be made again from the segment's lines. */
const isCache = (name: string): boolean =>
  /^\d{4}-\d\d-\d\d\.(?:(?:summary|digest)\.json|index\.txt)(?:\.|$)/.test(name);

/**
 * Removes what was made from the lines, these copies of files, every other file that may hold one of these keys, and then the keys. The
 * journal must not be open. If the call is interrupted, it is made again from the beginning: as long as a key exists, the rest may, too.
 * Throws `Problem` customers-not-shredded.
 */
export async function shredCustomers(
  {folder, disk = nodeDisk}: ShreddingPlace,
  {keys: names, copies}: {readonly keys: readonly string[]; readonly copies: readonly string[]},
): Promise<void> {
  try {
    await removeAll(disk, segmentFolder(folder), isCache);
    const gone = new Set(copies);
    await removeAll(disk, join(folder, 'sources'), name => gone.has(name));
    await removeAll(disk, folder, name => isCutShortKeys(name) || isUnreadKeys(name));
    // A key file that the disk does not give may hold other keys, and is not overwritten.
    const keys = CustomerKeys.from(await keysText({folder, disk}));
    await keys.forget(names, {folder, disk});
  } catch (error) {
    throw new Problem('customers-not-shredded', {cause: causeOf(error) ?? String(error)});
  }
}

async function removeAll(disk: Disk, folder: string, isMeant: (name: string) => boolean): Promise<void> {
  const names = (await disk.list(folder)).filter(isMeant);
  for (const name of names) await disk.remove(join(folder, name));
  if (names.length > 0) await disk.syncFolder(folder);
}
