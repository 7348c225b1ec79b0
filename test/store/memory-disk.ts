import {hash} from 'node:crypto';
import {dirname} from 'node:path';
import type {Disk, DiskFile, DiskPlace} from '../../store/disk.js';
import {systemError} from './support.js';

type Content = {bytes: Buffer; synced: number; identity?: number; durable?: Buffer};

/**
 * A disk in memory that loses what a real one may lose. After a power cut a file has what was synced and any part of
 * what was appended since; a name that its folder was not synced for may be gone.
 */
export class MemoryDisk implements Disk {
  readonly files = new Map<string, Content>();
  readonly #named = new Set<string>();
  /** After so many more operations the power is gone: every later one fails. */
  #made = 0;
  operationsLeft = Number.POSITIVE_INFINITY;
  openFiles = 0;

  /** The process was killed and the machine runs on: everything that was written is there, synced or not. */
  restartProcess(): void {
    this.operationsLeft = Number.POSITIVE_INFINITY;
    this.openFiles = 0;
  }

  /** The power comes back. `chance` gives numbers from 0 to 1 that decide what survived. */
  restart(chance: () => number): void {
    this.restartProcess();
    for (const [path, file] of this.files) {
      if (!this.#named.has(path) && chance() < 0.5) this.files.delete(path);
      // What was written over in place and not synced may be the old bytes again.
      if (file.durable !== undefined && chance() < 0.5) file.bytes = file.durable;
      delete file.durable;
      const kept = file.synced + Math.floor(chance() * (file.bytes.length - file.synced + 1));
      file.bytes = file.bytes.subarray(0, kept);
      file.synced = kept;
      this.#named.add(path);
    }
  }

  async list(folder: string) {
    this.#operation();
    return [...this.files.keys()].filter(path => dirname(path) === folder).map(path => path.slice(folder.length + 1));
  }

  async size(path: string) {
    this.#operation();
    return this.files.get(path)?.bytes.length ?? null;
  }

  async makeFolder() {
    this.#operation();
  }

  async syncFolder(folder: string) {
    this.#operation();
    for (const path of this.files.keys()) if (dirname(path) === folder) this.#named.add(path);
  }

  async truncate(path: string, bytes: number) {
    this.#operation();
    const file = this.#file(path);
    file.bytes = file.bytes.subarray(0, bytes);
    file.synced = bytes;
  }

  async remove(path: string) {
    this.#operation();
    this.#file(path);
    this.files.delete(path);
    this.#named.delete(path);
  }

  async rename(path: string, other: string) {
    this.#operation();
    this.files.set(other, this.#file(path));
    this.files.delete(path);
    if (this.#named.delete(path)) this.#named.add(other);
  }

  async readText(path: string) {
    this.#operation();
    return this.files.get(path)?.bytes.toString('utf8') ?? null;
  }

  async writeTextAtomically(path: string, text: string) {
    this.#operation();
    const bytes = Buffer.from(text);
    this.files.set(path, {bytes, synced: bytes.length, identity: this.#next()});
  }

  async openPlace(path: string): Promise<DiskPlace> {
    this.#operation();
    const file = this.#file(path);
    this.openFiles += 1;
    return {
      put: bytes => {
        this.#operation();
        if (this.files.get(path) !== file) throw systemError('ENOENT');
        file.durable ??= file.bytes;
        file.bytes = Buffer.from(bytes);
      },
      datasync: async () => {
        this.#operation();
        delete file.durable;
      },
      close: async () => {
        this.openFiles -= 1;
      },
    };
  }

  traceOf(path: string) {
    const file = this.files.get(path);
    if (file === undefined) return null;
    return {identity: String(file.identity), stamp: hash('sha256', file.bytes)};
  }

  async open(path: string, mode: 'read' | 'append'): Promise<DiskFile> {
    this.#operation();
    if (mode === 'append' && !this.files.has(path)) {
      this.files.set(path, {bytes: Buffer.alloc(0), synced: 0, identity: this.#next()});
    }
    const file = this.#file(path);
    this.openFiles += 1;
    return {
      size: async () => {
        this.#operation();
        if (this.files.get(path) !== file) throw systemError('ENOENT');
        return file.bytes.length;
      },
      read: async (buffer, position) => {
        this.#operation();
        return file.bytes.copy(buffer, 0, position);
      },
      append: async bytes => {
        // Also what is cut off by the power may reach the disk.
        file.bytes = Buffer.concat([file.bytes, bytes]);
        this.#operation();
      },
      datasync: async () => {
        this.#operation();
        file.synced = file.bytes.length;
      },
      close: async () => {
        this.openFiles -= 1;
      },
    };
  }

  #operation(): void {
    if (this.operationsLeft <= 0) throw systemError('EIO');
    this.operationsLeft -= 1;
  }

  #next(): number {
    this.#made += 1;
    return this.#made;
  }

  #file(path: string): Content {
    const file = this.files.get(path);
    if (file === undefined) throw systemError('ENOENT');
    return file;
  }
}
