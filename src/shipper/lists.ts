import {join} from 'node:path';
import {type Disk, nodeDisk} from '../../store/disk.js';
import type {ListVersions} from '../core/office/wire.js';
import {object, type Specified, text} from '../core/spec/spec.js';
import {type ListHead, type ListKind, listHeadIn, listKinds} from '../core/staff/signed-list.js';
import {type Office, readAs} from './office.js';

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
