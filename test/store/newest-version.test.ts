import {hash} from 'node:crypto';
import {expect, it} from 'vitest';
import {openJournal} from '../../store/journal.js';
import {MemoryDisk} from './memory-disk.js';
import {options, requested, sent} from './support.js';

const path = '/till/journal/2026-11-20.jsonl';

/** A segment whose lines after the header were written by these versions. */
async function diskOf(versions: readonly number[]): Promise<MemoryDisk> {
  const disk = new MemoryDisk();
  const journal = await openJournal(options('/till', {disk}));
  await journal.append([requested(1)]);
  await journal.close();
  const [header = ''] = disk.files.get(path)?.bytes.toString().split('\n') ?? [];
  let {hash: head} = JSON.parse(header) as {hash: string};
  const lines = versions.map((v, index) => {
    const body = `{"seq":${index + 2},"v":${v},"at":"2026-11-20T12:00:00.000Z","till":"T7K","person":"cashier","type":"drawer-opened","data":{"reason":"change"}}`;
    head = hash('sha256', head + body);
    return `${body.slice(0, -1)},"hash":"${head}"}`;
  });
  const bytes = Buffer.from(`${[header, ...lines].join('\n')}\n`);
  const next = new MemoryDisk();
  next.files.set(path, {bytes, synced: bytes.length});
  return next;
}

it.each<[versions: number[], newest: number | undefined]>([
  [[], undefined],
  [[1, 1], undefined],
  [[1, 2], 2],
  [[2, 1], 2],
  [[3, 2, 1], 3],
  [[1, 3, 2], 3],
])('a segment of lines of versions %j is of the newest of them: %s', async (versions, newest) => {
  const journal = await openJournal(options('/till', {disk: await diskOf(versions)}));
  expect(journal.readOnly).toBe(newest !== undefined);
  if (newest !== undefined)
    await expect(journal.append([sent(1)])).rejects.toMatchObject({code: 'journal-newer', facts: {version: newest}});
  await journal.close();
});
