import type {StoredEvent} from '../../src/core/events/event.js';
import {readCardOrder, requireOrder} from '../../src/core/payment/order.js';
import type {Payment} from '../../src/core/payment/payment.js';
import type {Refund} from '../../src/core/payment/refund.js';
import type {CardOrder} from '../../src/core/payment/schema.js';
import type {Till} from '../../src/till/till.js';
import type {Disk} from '../../store/disk.js';
import {cardOf, type PlainCard} from '../core/card/plain-card.js';
import {sandbox} from '../sandbox/support.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {systemError} from '../store/support.js';
import {type Opened, openRealTill} from './real-till.js';

/** A documented test card that no bank asks about; `challenged` is one that its bank does ask about. */
export const card: PlainCard = {number: '5111111111111118', expiryMonth: '01', expiryYear: '39', securityCode: '100'};
export const challenged: PlainCard = {...card, number: '4508750015741019'};

export function cardOrder(amount = '24', currency = 'USD'): CardOrder {
  const form = {
    amount,
    currency,
    email: 'shop@example.com',
    phone: '254712345678',
    firstName: 'Customer',
    lastName: 'Duka',
    description: '',
  };
  return requireOrder(readCardOrder(form, {currencies: ['NGN', 'USD'], takesPin: true, country: 'KE'}));
}

export const dollars = (amount: number) => ({currency: 'USD', minor: amount * 100}) as const;

/** What the disk has, in the order in which it was written. */
export function eventsOn(disk: MemoryDisk): StoredEvent[] {
  const segments = [...disk.files].filter(([path]) => path.endsWith('.jsonl')).sort(([a], [b]) => (a < b ? -1 : 1));
  return segments.flatMap(([, {bytes}]) => linesOf(bytes));
}

const linesOf = (bytes: Uint8Array): StoredEvent[] =>
  new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as StoredEvent);

/** A disk that tells of every event that it is given and of every sync, and breaks before an event of the type `fails`. */
export function toldDisk(disk: Disk, log: string[], fails?: StoredEvent['type']): Disk {
  const told: Pick<Disk, 'open'> = {
    open: async (path, mode) => {
      const file = await disk.open(path, mode);
      return {
        ...file,
        append: async bytes => {
          const types = linesOf(bytes).map(({type}) => type);
          if (fails !== undefined && types.includes(fails)) throw systemError('EIO');
          await file.append(bytes);
          log.push(...types.map(type => `write ${type}`));
        },
        datasync: async () => {
          await file.datasync();
          log.push('sync');
        },
      };
    },
  };
  return {...methodsOf(disk), ...told};
}

/**
 * A disk in memory that takes a while over every event of a type, or until `until` resolves; `writing` resolves when it begins the first of
 * them.
 */
export function slowDisk(
  slow: StoredEvent['type'],
  memory: MemoryDisk = new MemoryDisk(),
  until: () => Promise<unknown> = () => new Promise(resolve => setImmediate(resolve)),
) {
  const writing = Promise.withResolvers<void>();
  const told: Pick<Disk, 'open'> = {
    open: async (path, mode) => {
      const file = await memory.open(path, mode);
      const append = async (bytes: Uint8Array) => {
        if (linesOf(bytes).some(({type}) => type === slow)) {
          writing.resolve();
          await until();
        }
        await file.append(bytes);
      };
      return {...file, append};
    },
  };
  return {disk: {...methodsOf(memory), ...told}, writing: writing.promise};
}

/** The operations of a disk that is an object of a class. */
export function methodsOf(disk: Disk): Disk {
  return {
    list: folder => disk.list(folder),
    size: path => disk.size(path),
    makeFolder: path => disk.makeFolder(path),
    syncFolder: path => disk.syncFolder(path),
    open: (path, mode) => disk.open(path, mode),
    truncate: (path, bytes) => disk.truncate(path, bytes),
    remove: path => disk.remove(path),
    rename: (path, other) => disk.rename(path, other),
    readText: path => disk.readText(path),
    writeTextAtomically: (path, text, how) => disk.writeTextAtomically(path, text, how),
    openPlace: path => disk.openPlace(path),
    traceOf: path => disk.traceOf(path),
  };
}

export const statusOf = (till: Till, reference: string) => till.state.payments.get(reference)?.status;
export const refundsOf = (till: Till, reference: string): readonly Refund[] =>
  (till.state.payments.get(reference) as Payment).refunds;

/** A till on a disk in memory, and a card payment of so many dollars on it that is paid. */
export async function withPaidCard(
  amount: string,
  more: Partial<Parameters<typeof openRealTill>[0]> = {},
): Promise<Opened & {server: Awaited<ReturnType<typeof sandbox>>; memory: MemoryDisk; reference: string}> {
  const server = await sandbox();
  const memory = new MemoryDisk();
  const opened = await openRealTill({...server, folder: '/till', disk: memory, ...more});
  const {reference, finished} = await opened.till.charge(cardOrder(amount), cardOf(card));
  await finished;
  await opened.till.check(reference);
  return {...opened, server, memory, reference};
}
