import {join} from 'node:path';
import {type Disk, nodeDisk} from '../../store/disk.js';
import type {ListVersions} from '../core/office/wire.js';
import {
  count,
  fields,
  form,
  made,
  object,
  oneOf,
  optional,
  orNull,
  positive,
  type Specified,
  text,
} from '../core/spec/spec.js';
import {type ListHead, type ListKind, listHeadIn, listKinds} from '../core/staff/signed-list.js';
import {makeOwnKey, type Office, type OwnKey, ownKeyOf, readAs} from './office.js';

const shipped = object({
  note: text('that the office has signed'),
  signature: text(),
  body: text('the list, compressed with zstd, in base64'),
});
/** A list as an office sends it, of which nothing is trusted yet. */
export type ShippedList = Specified<typeof shipped>;

const renewAfterMs = 86_400_000;

/** The file in the folder of a till in which the shipper leaves a list for it. */
export const listPath = (folder: string, kind: ListKind): string => join(folder, `office-${kind}.json`);

/** The list that the shipper has left; undefined if there is none, or half of one. */
export async function readShippedList(folder: string, kind: ListKind): Promise<ShippedList | undefined> {
  const stored = await nodeDisk.readText(listPath(folder, kind)).catch(() => null);
  return stored === null ? undefined : readAs(shipped, Buffer.from(stored));
}

/** Fetches the lists of an office for a till, which alone judges them. */
export class ListFetcher {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #heads = new Map<ListKind, ListHead | undefined>();
  /** What was asked for: an office that sends another version than it names is not asked again for the same one. */
  readonly #asked = new Map<ListKind, string>();

  constructor(folder: string, disk: Disk = nodeDisk) {
    this.#folder = folder;
    this.#disk = disk;
  }

  /** Fetches what the office names and the till has not. What fails is tried again at the next contact. */
  async fetch(
    office: Pick<Office, 'list'>,
    versions: ListVersions,
    {now, signal}: {readonly now: number; readonly signal: AbortSignal},
  ): Promise<void> {
    for (const kind of listKinds) {
      const version = versions[kind];
      if (version === undefined) continue;
      if (!this.#heads.has(kind)) {
        const note = (await readShippedList(this.#folder, kind))?.note;
        this.#heads.set(kind, listHeadIn(note ?? ''));
      }
      const head = this.#heads.get(kind);
      const isOld = head !== undefined && now - Date.parse(head.at) >= renewAfterMs;
      const wanted = `${version} ${isOld ? head.at : ''}`;
      if ((head?.version === version && !isOld) || this.#asked.get(kind) === wanted) continue;
      const text = await office.list(kind, signal);
      const list = text === undefined ? undefined : readAs(shipped, text);
      if (text === undefined || list === undefined) continue;
      await this.#disk.writeTextAtomically(listPath(this.#folder, kind), text.toString(), {durable: false});
      this.#asked.set(kind, wanted);
      this.#heads.set(kind, listHeadIn(list.note));
    }
  }
}

/** What keeps the lines from the office. The cause is the connection, the office, this journal, or its disk. */
export const troubles = [
  'unreachable',
  'busy',
  'unclear',
  'refused',
  'damaged',
  'unreadable',
  'forked',
  'till-behind',
] as const;
export type Trouble = (typeof troubles)[number];

const hash64 = form('64 hexadecimal digits', /^[0-9a-f]{64}$/);
const spec = object({
  office: text('the key of the office that it is about'),
  seq: count('up to which line the office said last that it has the journal'),
  head: hash64,
  checkpoint: orNull(object({note: text(), signature: text()}), 'the office has signed nothing yet'),
  heardAt: orNull(text('when the office was heard last, as an instant'), 'it never was'),
  rolledBack: orNull(
    object({
      from: count('the line up to which it had signed'),
      to: count('the line that it had then'),
      at: text('when that was found, as an instant'),
    }),
    'it never had less than it had signed for',
  ),
  trouble: orNull(
    object({kind: oneOf(troubles), detail: text('a word of it'), since: text('since when, as an instant')}),
    'there is none',
  ),
  atWork: optional(
    object({pid: positive('its process'), until: text('when it has ended or written this file again, as an instant')}),
    'no shipper is at work',
  ),
});

/** How the till stands with its office. The shipper keeps it beside the journal. The till reads it and trusts what is signed. */
export type ShipperStanding = Specified<typeof spec>;

/** What a script is told each time that the office has more, or that there is a trouble. */
export const shipperNews = fields({
  seq: count('up to which line the office has the journal'),
  head: text('the hash of that line'),
  trouble: made(
    orNull(oneOf(troubles, 'what is in the way'), 'nothing is'),
    ({trouble}: ShipperStanding) => trouble?.kind ?? null,
  ),
  detail: made(
    orNull(text('a word of it'), 'nothing is in the way'),
    ({trouble}: ShipperStanding) => trouble?.detail ?? null,
  ),
});

export const standingPath = (folder: string): string => join(folder, 'office.json');
const keyPath = (folder: string) => join(folder, 'office-key.pem');

/** The stored standing with this office; undefined if there is none, or it is about another office. */
export async function readStanding(
  folder: string,
  office: string,
  disk: Disk = nodeDisk,
): Promise<ShipperStanding | undefined> {
  const stored = await disk.readText(standingPath(folder)).catch(() => null);
  const read = stored === null ? undefined : readAs(spec, Buffer.from(stored));
  return read?.office === office ? read : undefined;
}

/** How long a shipper may write nothing and still be at work, in milliseconds: longer than its longest pause and a round of requests. */
export const atWorkMs = 1_800_000;

/** Whether the shipper that wrote this still runs. The number of its process may be another's by now, so that alone proves nothing. */
export function isAtWork({atWork}: ShipperStanding, now: number): boolean {
  const left = atWork === undefined ? 0 : Date.parse(atWork.until) - now;
  if (atWork === undefined || !(left > 0 && left <= atWorkMs)) return false;
  try {
    return process.kill(atWork.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // it runs as another user
  }
}

const cutShort = /^office(?:-staff|-items)?\.json\.[0-9a-f-]{36}\.tmp$/;

/** Removes temporary files that a killed shipper left behind. */
export async function removeCutShort(folder: string): Promise<void> {
  for (const name of (await nodeDisk.list(folder)).filter(each => cutShort.test(each))) {
    await nodeDisk.remove(join(folder, name)).catch(() => undefined); // another shipper may be about to use it
  }
}

/** The till's transport key; undefined if there is none, or it cannot be read. */
export async function readOwnKey(folder: string): Promise<OwnKey | undefined> {
  const stored = await nodeDisk.readText(keyPath(folder)).catch(() => null);
  try {
    return stored === null ? undefined : ownKeyOf(stored);
  } catch {
    return undefined;
  }
}

/** The till's transport key, made if there is none. It is not the key for slips, and only its owner can read it (0600). */
export async function ownTransportKey(folder: string): Promise<OwnKey> {
  const stored = await readOwnKey(folder);
  if (stored !== undefined) return stored;
  const made = makeOwnKey();
  await nodeDisk.makeFolder(folder);
  await nodeDisk.writeTextAtomically(keyPath(folder), made.privateKey, {durable: true});
  return made;
}

/** Removes the key and the standing, so that a till that has left an office sends nothing there by mistake. */
export async function forgetOffice(folder: string): Promise<void> {
  const lists = listKinds.map(kind => listPath(folder, kind));
  for (const path of [standingPath(folder), keyPath(folder), ...lists]) {
    if ((await nodeDisk.size(path)) !== null) await nodeDisk.remove(path);
  }
}
