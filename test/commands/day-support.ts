import {createServer} from 'node:net';
import {it, type onTestFinished} from 'vitest';
import type {Environment} from '../../src/config.js';
import {businessDate} from '../../src/core/day/business-day.js';
import {openShop, type Ran, type Shop} from './support.js';

const zone = 'Africa/Nairobi';

/** A shop whose days pass when its test says so, with the service’s. */
export type ShopDays = {
  readonly world: Shop['world'];
  readonly run: (...line: readonly string[]) => Promise<Ran>;
  /** Lets the night pass: it is ten in the morning of the next day. */
  readonly nextMorning: () => Promise<void>;
  readonly today: () => string;
};

/** Begins in the morning, so that no day ends in the midst of a test. */
export async function beginDays(shop: Shop): Promise<ShopDays> {
  const {world} = shop;
  const nextMorning = async () => {
    const wall = Temporal.Instant.fromEpochMilliseconds(world.now()).toZonedDateTimeISO(zone);
    const morning = wall.add({days: 1}).with({hour: 10, minute: 0, second: 0, millisecond: 0});
    await world.pass(morning.epochMilliseconds - world.now());
  };
  await nextMorning();
  const run = (...line: readonly string[]) => shop.run(line, {world});
  return {world, run, nextMorning, today: () => businessDate(world.now(), zone, '00:00')};
}

/** A test that has a shop of its own, and its days from the first morning on where it asks for them. */
export const inShop = (environment: Environment = {}) =>
  it
    .extend('shop', ({onTestFinished}) => openShop(environment, onTestFinished))
    .extend('days', ({shop}) => beginDays(shop))
    .extend('run', ({days}) => days.run)
    .extend('world', ({days}) => days.world)
    .extend('today', ({days}) => days.today)
    .extend('nextMorning', ({days}) => days.nextMorning);

/** Rows of RFC 4180 as objects by the names of the first one. */
export function csvRows(csv: string): Readonly<Record<string, string>>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  const [header = [], ...body] = rows.slice(0, -1);
  return body.map(row => Object.fromEntries(header.map((name, column) => [name, row[column] ?? ''])));
}

/** A printer on the network, and all that it was sent. */
export async function openPrinter(whenFinished: typeof onTestFinished) {
  const chunks: Buffer[] = [];
  const server = createServer(socket => {
    socket.on('data', chunk => chunks.push(Buffer.from(chunk)));
    socket.on('end', () => socket.end());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  whenFinished(async () => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the printer has no port');
  return {address: `127.0.0.1:${address.port}`, printed: () => Buffer.concat(chunks)};
}
