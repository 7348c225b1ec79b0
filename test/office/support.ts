import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import type {World} from '../../src/core/world.js';
import {JournalLines} from '../../src/shipper/journal-lines.js';
import {ownTransportKey} from '../../src/shipper/kept.js';
import {type Link, openLink} from '../../src/shipper/link.js';
import {joinByCode, Office} from '../../src/shipper/office.js';
import {type ShipParts, ship} from '../../src/shipper/ship.js';
import {machine} from '../../src/world.js';
import {openJournal} from '../../store/journal.js';
import {segmentFolder} from '../../store/segment.js';
import {clockAt, options, requested} from '../store/support.js';
import type {TestOffice} from './office.js';

/** A till's folder whose journal a test writes on, as the till does. */
export async function shopJournal(folder = mkdtempSync(join(tmpdir(), 'duka-office-'))) {
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const clock = clockAt('2026-11-20T12:00:00Z');
  let journal = await openJournal(options(folder, {now: () => clock.now}));
  let number = 0;
  onTestFinished(() => journal.close());
  return {
    folder,
    clock,
    /** So many more lines, a payment each. */
    sell: async (lines: number) => {
      const events = Array.from({length: lines}, () => requested(++number));
      await journal.append(events);
    },
    tail: () => journal.tail(),
    bytes: () => journalBytes(folder),
    close: () => journal.close(),
    open: async () => {
      journal = await openJournal(options(folder, {now: () => clock.now}));
    },
  };
}

/** The bytes of a till's journal, in the order of its days. */
export function journalBytes(folder: string): string {
  const names = readdirSync(segmentFolder(folder)).filter(name => name.endsWith('.jsonl'));
  return names
    .sort()
    .map(name => readFileSync(join(segmentFolder(folder), name), 'utf8'))
    .join('');
}

/** A world in which nobody waits. */
export const hasty: World = {
  ...machine,
  sleep: async (milliseconds, signal) => {
    // A request may wait for its answer; everything else goes on at once.
    if (milliseconds >= 60_000) return machine.sleep(milliseconds, signal);
    await new Promise(resolve => setImmediate(resolve));
  },
};

/** The parts by which a till that has joined sends its journal; `through` is where the office is reached. */
export async function joined(
  folder: string,
  office: Pick<TestOffice, 'url' | 'code'> & {readonly till?: string},
  through = office.url,
) {
  const {till = 'T7K'} = office;
  const key = await ownTransportKey(folder);
  const direct = await openLink(office.url, machine);
  const {shop, office: officeKey} = await joinByCode(direct, {code: office.code(), till, key, url: office.url});
  direct.close();
  const own = {shop, till, office: officeKey, key};
  const links: Link[] = [];
  onTestFinished(() => {
    for (const link of links) link.close();
  });
  /** A process of its own that knows nothing of the one before. */
  const shipper = async (more: Partial<ShipParts> = {}): Promise<ShipParts> => {
    const link = await openLink(through, machine);
    links.push(link);
    return {
      folder,
      own,
      lines: new JournalLines(folder),
      office: new Office(link, own),
      world: hasty,
      signal: new AbortController().signal,
      once: true,
      ...more,
    };
  };
  return {own, shipper, shipOnce: async (more: Partial<ShipParts> = {}) => ship(await shipper(more))};
}
