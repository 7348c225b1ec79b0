import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync, symlinkSync, unlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {expect, inject, it, onTestFinished} from 'vitest';
import {openOffice} from '../../src/office/program.js';
import {machine} from '../../src/world.js';
import {isProving} from '../hostile/runs.js';
import {joined, shopJournal} from '../office/support.js';

/** How often the office is killed while a till sends. */
const kills = isProving ? 50 : 3;

it('an office that is killed under load has every line that it has acknowledged, once', {
  timeout: isProving ? 600_000 : 60_000,
}, async () => {
  const home = mkdtempSync(join(tmpdir(), 'duka-killed-'));
  const start = async (port: string) => {
    const env = {...process.env, DUKA_OFFICE_HOME: home, DUKA_OFFICE_SHOP: 'corner'};
    const child = spawn(process.execPath, [inject('duka'), 'office', 'start', '--port', port, '--json'], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const {url, code} = JSON.parse(line) as {url: string; code: string};
    return {
      url,
      code,
      child,
      kill: async (signal: NodeJS.Signals) => {
        child.kill(signal);
        await once(child, 'exit');
      },
    };
  };
  // The database is a package beside the program's, where the program was not installed alone.
  const packages = join(dirname(inject('duka')), '../node_modules');
  symlinkSync(resolve('node_modules'), packages);
  onTestFinished(() => unlinkSync(packages));
  let office = await start('0');
  const port = new URL(office.url).port;
  const journal = await shopJournal();
  const till = await joined(journal.folder, {url: office.url, code: () => office.code});
  let acknowledged = 0;
  for (let killed = 0; killed < kills; killed += 1) {
    await journal.sell(300);
    const leaving = new AbortController();
    const shipping = till.shipOnce({
      signal: leaving.signal,
      onStanding: ({seq}) => {
        acknowledged = Math.max(acknowledged, seq);
      },
    });
    await expect.poll(() => acknowledged > killed * 300, {interval: 1}).toBe(true);
    await office.kill('SIGKILL');
    leaving.abort();
    await shipping;
    office = await start(port);
  }
  expect(await till.shipOnce()).toMatchObject({kind: 'all'});
  await office.kill('SIGTERM');
  const read = await openOffice({home, beside: home, url: undefined, shop: 'corner', world: machine});
  onTestFinished(async () => {
    await read.close();
    rmSync(home, {recursive: true, force: true});
  });
  const parts: Buffer[] = [];
  for await (const each of read.journal('T7K')) parts.push(Buffer.from(each));
  expect(Buffer.concat(parts).toString()).toBe(journal.bytes());
  expect(await read.verify()).toMatchObject([{wrong: null}]);
  expect(await read.incidents()).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
});
