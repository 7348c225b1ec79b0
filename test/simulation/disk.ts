import {hash} from 'node:crypto';
import {dirname} from 'node:path';
import type {Disk, DiskFile, DiskPlace} from '../../store/disk.js';
import type {Chance} from './chance.js';

type Content = {bytes: Buffer; length: number; synced: number; isNamed: boolean; identity: number; before?: Buffer};

/** What a process waits for at every operation. */
export type Pause = () => Promise<void>;

/**
 * The disk of one till. A power cut may tear what was appended since the last sync and take away a file whose folder was
 * not synced; a process that is killed loses nothing that it had written.
 */
export class SimulatedDisk {
  readonly #chance: Chance;
  readonly #files = new Map<string, Content>();
  #made = 0;
  isFull = false;
  failsNextSync = false;
  /** Told after whatever may have made more of it durable. */
  onDurable: () => void = () => undefined;
  /** Told when an operation was refused. */
  onFailure: (code: string) => void = () => undefined;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** A file that was there before anybody looked. */
  put(path: string, bytes: Buffer): void {
    const {length} = bytes;
    this.#files.set(path, {bytes, length, synced: length, isNamed: true, identity: this.#next()});
  }

  /** What a power cut would leave for certain, by path. */
  durable(): readonly (readonly [string, Buffer])[] {
    return [...this.#files]
      .filter(([, {isNamed}]) => isNamed)
      .map(([path, {bytes, synced}]) => [path, bytes.subarray(0, synced)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
  }

  cutPower(): void {
    for (const [path, file] of this.#files) {
      if (!file.isNamed && this.#chance.isTrue(0.5)) this.#files.delete(path);
      if (file.before !== undefined && this.#chance.isTrue(0.5)) file.bytes = file.before;
      delete file.before;
      const kept = this.#chance.between(file.synced, file.length);
      // A file system may have made the file longer before it wrote what belongs there.
      if (this.#chance.isTrue(0.2)) file.bytes.fill(0, kept, file.length);
      else file.length = kept;
      file.synced = file.length;
      file.isNamed = true;
    }
    this.onDurable();
  }

  /** The disk as a process sees it, which waits at every operation; at a write before and after it. */
  seenBy(pause: Pause): Disk {
    return {
      list: async folder => {
        await pause();
        const paths = [...this.#files.keys()].filter(path => dirname(path) === folder);
        return paths.map(path => path.slice(folder.length + 1));
      },
      size: async path => {
        await pause();
        return this.#files.get(path)?.length ?? null;
      },
      makeFolder: pause,
      syncFolder: async folder => {
        await pause();
        for (const [path, file] of this.#files) if (dirname(path) === folder) file.isNamed = true;
        this.onDurable();
        await pause();
      },
      truncate: async (path, bytes) => {
        await pause();
        const file = this.#file(path);
        file.length = Math.min(file.length, bytes);
        file.synced = file.length;
        await pause();
      },
      remove: async path => {
        await pause();
        this.#file(path);
        this.#files.delete(path);
      },
      rename: async (path, other) => {
        await pause();
        this.#files.set(other, this.#file(path));
        this.#files.delete(path);
      },
      readText: async path => {
        await pause();
        const file = this.#files.get(path);
        return file === undefined ? null : file.bytes.toString('utf8', 0, file.length);
      },
      writeTextAtomically: async (path, text) => {
        await pause();
        if (this.isFull) throw this.#refusal('ENOSPC');
        const bytes = Buffer.from(text);
        this.#files.set(path, {
          bytes,
          length: bytes.length,
          synced: bytes.length,
          isNamed: true,
          identity: this.#next(),
        });
      },
      openPlace: path => this.#openPlace(path, pause),
      traceOf: path => {
        const file = this.#files.get(path);
        return file === undefined ? null : {identity: String(file.identity), stamp: stampOf(file)};
      },
      open: (path, mode) => this.#open(path, mode, pause),
    };
  }

  async #open(path: string, mode: 'read' | 'append', pause: Pause): Promise<DiskFile> {
    await pause();
    if (mode === 'append' && !this.#files.has(path)) {
      if (this.isFull) throw this.#refusal('ENOSPC');
      this.#files.set(path, {bytes: Buffer.alloc(4096), length: 0, synced: 0, isNamed: false, identity: this.#next()});
    }
    const file = this.#file(path);
    return {
      size: async () => {
        if (this.#files.get(path) !== file) throw systemError('ENOENT');
        return file.length;
      },
      read: async (buffer, position) => {
        await pause();
        return position >= file.length ? 0 : file.bytes.copy(buffer, 0, position, file.length);
      },
      append: async bytes => {
        await pause();
        if (!this.isFull) add(file, bytes);
        else {
          add(file, bytes.subarray(0, this.#chance.between(0, bytes.length)));
          throw this.#refusal('ENOSPC');
        }
        await pause();
      },
      datasync: async () => {
        const {length} = file; // what is appended while it runs may not be synced by it
        await pause();
        if (this.failsNextSync) {
          this.failsNextSync = false;
          throw this.#refusal('EIO');
        }
        file.synced = Math.max(file.synced, Math.min(length, file.length));
        this.onDurable();
        await pause();
      },
      close: async () => undefined,
    };
  }

  async #openPlace(path: string, pause: Pause): Promise<DiskPlace> {
    await pause();
    const file = this.#file(path);
    return {
      put: bytes => {
        if (this.#files.get(path) !== file) throw systemError('ENOENT');
        file.before ??= file.bytes;
        file.bytes = Buffer.from(bytes);
      },
      datasync: async () => {
        await pause();
        delete file.before;
      },
      close: async () => undefined,
    };
  }

  #next(): number {
    this.#made += 1;
    return this.#made;
  }

  #file(path: string): Content {
    const file = this.#files.get(path);
    if (file === undefined) throw systemError('ENOENT');
    return file;
  }

  #refusal(code: string): Error {
    this.onFailure(code);
    return systemError(code);
  }
}

const stampOf = ({bytes, length}: Content) => hash('sha256', bytes.subarray(0, length));

function add(file: Content, bytes: Uint8Array): void {
  if (file.length + bytes.length > file.bytes.length) {
    const larger = Buffer.alloc((file.length + bytes.length) * 2);
    file.bytes.copy(larger, 0, 0, file.length);
    file.bytes = larger;
  }
  file.bytes.set(bytes, file.length);
  file.length += bytes.length;
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), {code});
}
