import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, inject, it, onTestFinished} from 'vitest';
import {shipperOptions} from '../../src/shipper/confinement.js';
import {readStanding} from '../../src/shipper/kept.js';
import type {ShipperOptions} from '../../src/shipper/run.js';
import {startOffice} from '../office/office.js';
import {joined, shopJournal} from '../office/support.js';

/** Megabytes that a process has in memory; undefined where the system does not say. */
function megabytesOf({pid}: ChildProcess): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

it('ships from a small program, however often that is killed, and ends with the till', async () => {
  const office = await startOffice();
  onTestFinished(() => office.close());
  const journal = await shopJournal();
  const {own} = await joined(journal.folder, office);
  const how = {once: false, untilInputEnds: true, tells: 'nothing'} as const;
  const told: ShipperOptions = {
    folder: journal.folder,
    url: office.url,
    shop: own.shop,
    office: own.office,
    till: own.till,
    ...how,
  };
  const program = join(dirname(inject('duka')), 'ship.js');
  const start = () => {
    const child = spawn(
      process.execPath,
      [...shipperOptions(journal.folder, dirname(program)), program, JSON.stringify(told)],
      {stdio: ['pipe', 'ignore', 'inherit']},
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  for (let round = 0; round < 4; round += 1) {
    const before = office.requests.length;
    const child = start();
    await journal.sell(300);
    await expect.poll(() => office.requests.length).toBeGreaterThan(before + round); // in the midst of it
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const options = shipperOptions(journal.folder, dirname(program));
  const peek = (file: string) =>
    spawnSync(process.execPath, [
      ...options,
      '--input-type=module',
      '-e',
      `await (await import('node:fs/promises')).open(${JSON.stringify(file)})`,
    ]);
  expect(String(peek(join(journal.folder, 'signing-key.pem')).stderr)).toContain('ERR_ACCESS_DENIED');
  expect(String(peek(join(journal.folder, 'office-key.pem')).stderr)).toBe('');
  const last = start();
  await journal.sell(300); // so that it is at work
  await expect.poll(() => office.recordOf('T7K')?.seq).toBe(journal.tail().seq);
  expect(office.bytesOf('T7K')).toBe(journal.bytes());
  expect(office.incidents).toEqual([]);
  await expect.poll(async () => (await readStanding(journal.folder, office.key))?.seq).toBe(journal.tail().seq);
  expect(megabytesOf(last) ?? 0).toBeLessThan(70);
  last.stdin?.destroy(); // as the system does it when the till is gone
  expect(await once(last, 'exit')).toEqual([0, null]);
});
