import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {projectionsFrom, type StoredTotals, totalsOf} from '../../src/core/books/projections.js';
import type {NewEvent, StoredEvent} from '../../src/core/events/event.js';
import type {MobileMoneyRequest} from '../../src/core/payment/schema.js';
import {Problem} from '../../src/core/problem.js';
import {type Disk, nodeDisk} from '../../store/disk.js';
import type {Carry, JournalOptions} from '../../store/journal.js';
import {request} from '../core/payment/payment-samples.js';

/** A real folder for one test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'duka-store-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  return folder;
}

/** A clock that a test sets; it stands still otherwise. */
export function clockAt(instant: string) {
  const clock = {
    now: 0,
    set: (to: string) => {
      clock.now = Temporal.Instant.from(to).epochMilliseconds;
    },
  };
  clock.set(instant);
  return clock;
}

const header = {profile: 'sandbox', zone: 'Africa/Nairobi', dayStartsAt: '00:00', version: '0.1.0'} as const;

export const noTotals = totalsOf(projectionsFrom(null), {seq: 0, now: 0});
/** Totals in their form that count events: as shifts. */
export const totalsOfEvents = (count: number): StoredTotals => ({
  ...noTotals,
  ledger: {...noTotals.ledger, shifts: count},
});

/** The events of every reference that was requested and not resolved; the totals count all events. */
export const carry: Carry = (before, events) => {
  const all = [...before.carried, ...events].filter(event => 'reference' in event.data);
  const resolved = new Set(all.filter(event => event.type === 'resolved').map(event => referenceIn(event)));
  const carried = all.filter(event => !resolved.has(referenceIn(event)));
  return {carried, totals: totalsOfEvents((before.totals?.ledger.shifts ?? 0) + events.length)};
};

function referenceIn(event: StoredEvent): string {
  return 'reference' in event.data ? event.data.reference : '';
}

/** Options with a UTC day as the business date and a clock that stands at noon on 20 November 2026. */
export function options(folder: string, more: Partial<JournalOptions> = {}): JournalOptions {
  const {epochMilliseconds} = Temporal.Instant.from('2026-11-20T12:00:00Z');
  return {
    folder,
    mode: 'write',
    till: 'T7K',
    header,
    businessDate: at => Temporal.Instant.fromEpochMilliseconds(at).toString().slice(0, 10),
    now: () => epochMilliseconds,
    carry,
    foldVersion: 1,
    ...more,
  };
}

export function reference(number: number): string {
  return `T7K${String(number).padStart(8, '0')}`;
}

export function sent(number: number, person = 'cashier'): NewEvent {
  return {type: 'sent', data: {reference: reference(number)}, person};
}

export function requested(number: number, more: Partial<MobileMoneyRequest> = {}): NewEvent {
  const data: MobileMoneyRequest = {
    ...request,
    reference: reference(number),
    sale: reference(number),
    network: 'SAFKEN',
    lastName: 'Adébáyọ̀ 小店',
    description: 'Sale',
    ...more,
  };
  return {type: 'requested', data, person: 'cashier'};
}

export function resolved(number: number): NewEvent {
  return {
    type: 'resolved',
    data: {reference: reference(number), as: 'paid', reason: 'seen on the phone', evidence: 'none'},
    person: 'Amina',
  };
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  return Array.fromAsync(items);
}

/** The problem that a promise rejects with, as `code` and facts. */
export async function problemOf(promise: Promise<unknown>): Promise<{code: string} & Record<string, unknown>> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Problem) return {...error.facts, code: error.code};
    throw error;
  }
  throw new Error('nothing was thrown');
}

export type Call = {readonly call: string; readonly path: string};

/** A disk that writes down what it is asked; `before` runs first and may throw. */
export function watched(before: (call: Call) => void = () => {}, disk: Disk = nodeDisk) {
  const calls: Call[] = [];
  const noted = async <T>(call: string, path: string, run: () => Promise<T>): Promise<T> => {
    calls.push({call, path});
    before({call, path});
    return run();
  };
  const watching: Disk = {
    list: folder => noted('list', folder, () => disk.list(folder)),
    size: path => noted('size', path, () => disk.size(path)),
    makeFolder: path => noted('makeFolder', path, () => disk.makeFolder(path)),
    syncFolder: path => noted('syncFolder', path, () => disk.syncFolder(path)),
    truncate: (path, bytes) => noted('truncate', path, () => disk.truncate(path, bytes)),
    remove: path => noted('remove', path, () => disk.remove(path)),
    rename: (path, other) => noted('rename', path, () => disk.rename(path, other)),
    readText: path => noted('readText', path, () => disk.readText(path)),
    writeTextAtomically: (path, text, how) => noted('writeText', path, () => disk.writeTextAtomically(path, text, how)),
    traceOf: path => disk.traceOf(path),
    openPlace: async path => {
      const place = await noted('open place', path, () => disk.openPlace(path));
      const put = (bytes: Uint8Array) => {
        calls.push({call: 'put', path});
        before({call: 'put', path});
        place.put(bytes);
      };
      return {...place, put, datasync: () => noted('place datasync', path, () => place.datasync())};
    },
    open: async (path, mode) => {
      const file = await noted(`open to ${mode}`, path, () => disk.open(path, mode));
      return {
        size: () => noted('file size', path, () => file.size()),
        read: (buffer, position) => noted('read', path, () => file.read(buffer, position)),
        append: bytes => noted('append', path, () => file.append(bytes)),
        datasync: () => noted('datasync', path, () => file.datasync()),
        close: () => noted('close', path, () => file.close()),
      };
    },
  };
  return {disk: watching, calls, count: (call: string) => calls.filter(made => made.call === call).length};
}

/** An error as the operating system makes it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(code), {code});
}
