import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, chownSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {createInterface} from 'node:readline';
import {expect, inject, it, onTestFinished} from 'vitest';
import type {World} from '../../src/core/world.js';
import {openOffice} from '../../src/office/program.js';
import {shipperOptions} from '../../src/shipper/confinement.js';
import {openLink} from '../../src/shipper/link.js';
import {Office} from '../../src/shipper/office.js';
import {type ShipParts, ship} from '../../src/shipper/ship.js';
import {machine} from '../../src/world.js';
import {isProving} from '../hostile/runs.js';
import {PersonBrowser} from '../office/person-browser.js';
import {joined, shopJournal} from '../office/support.js';

/** A machine on which an answer may take its time, and nothing else. */
const impatient: World = {
  ...machine,
  sleep: (milliseconds, signal) =>
    machine.sleep(milliseconds === 60_000 ? milliseconds : Math.min(milliseconds, 20), signal),
};
/** How often each of them is killed while a till sends. */
const kills = isProving ? 50 : 3;

it('an office has every line that it has acknowledged, once, though it, its database and those who send are killed under load', {
  timeout: isProving ? 1_800_000 : 900_000,
}, async () => {
  const home = mkdtempSync(join(tmpdir(), 'duka-killed-'));
  const start = async () => {
    const env = {...process.env, DUKA_OFFICE_HOME: home, DUKA_OFFICE_SHOP: 'corner'};
    const child = spawn(process.execPath, [inject('duka'), 'office', 'start', '--port', '0', '--json'], {
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
  let office = await start();
  const journal = await shopJournal();
  const {own, shipper} = await joined(journal.folder, {url: office.url, code: () => office.code});
  let acknowledged = 0;
  const onStanding = ({seq}: {readonly seq: number}) => {
    acknowledged = Math.max(acknowledged, seq);
  };
  const {shop, office: pinned, till} = own;
  const options = () => ({folder: journal.folder, url: office.url, shop, office: pinned, till});
  /** To wherever the office is now: its port may be another's by the time that it is back. */
  const shipOnce = async (more: Partial<ShipParts> = {}) => {
    const link = await openLink(office.url, machine);
    const parts = {...(await shipper()), office: new Office(link, own), ...more};
    return ship(parts).finally(link.close);
  };
  /** The process that a till starts beside itself. */
  const startShipper = () => {
    const words = {...options(), once: false, untilInputEnds: false, tells: 'json'};
    const program = join(dirname(inject('duka')), 'ship.js');
    const confined = shipperOptions(journal.folder, dirname(program));
    const child = spawn(process.execPath, [...confined, program, JSON.stringify(words)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    createInterface(child.stdout).on('line', line => onStanding(JSON.parse(line) as {seq: number}));
    return child;
  };
  /** What is killed while lines are on their way, and put up again by whoever has to. */
  const victims = {
    office: async () => {
      await office.kill('SIGKILL');
      office = await start();
    },
    shipper: async () => undefined,
    database: async () => {
      process.kill(Number(readFileSync(join(home, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    },
  };
  for (let killed = 0; killed < kills; killed += 1) {
    for (const [name, kill] of Object.entries(victims)) {
      const before = acknowledged;
      await journal.sell(300);
      const leaving = new AbortController();
      const isProcess = name === 'shipper';
      const sender = isProcess ? startShipper() : undefined;
      const shipping = isProcess
        ? undefined
        : shipOnce({world: impatient, once: false, signal: leaving.signal, onStanding});
      await expect.poll(() => acknowledged > before, {interval: 1}).toBe(true);
      await kill();
      leaving.abort();
      await shipping;
      if (sender !== undefined) {
        sender.kill('SIGKILL');
        await once(sender, 'exit');
      }
    }
  }
  await expect.poll(async () => (await shipOnce()).kind).toBe('all');
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

/** A user without rights. */
const nobody = {uid: 65_534, gid: 65_534};

/**
 * An office in a process of its own, with a till that has sent three sales, and an owner who is signed in. An administrator starts it as
 * another user if `isOfUser`.
 */
async function officeWithOwner({isOfUser = false} = {}) {
  const home = mkdtempSync(join(tmpdir(), 'duka-pages-'));
  onTestFinished(() => rmSync(home, {recursive: true, force: true}));
  const isElse = isOfUser && process.getuid?.() === 0;
  if (isElse) {
    chownSync(home, nobody.uid, nobody.gid);
    chmodSync(join(dirname(inject('duka')), '..'), 0o755);
  }
  const run = (...line: readonly string[]) =>
    spawn(process.execPath, [inject('duka'), 'office', ...line], {
      env: {...process.env, DUKA_OFFICE_HOME: home, DUKA_OFFICE_SHOP: 'corner', ...(isElse && {HOME: home})},
      stdio: ['ignore', 'pipe', 'ignore'],
      ...(isElse && nobody),
    });
  const office = run('start', '--port', '0', '--json');
  onTestFinished(async () => {
    office.kill('SIGTERM');
    if (office.exitCode === null) await once(office, 'exit');
  });
  const [line] = (await once(createInterface(office.stdout), 'line')) as [string];
  const {url, code, owner} = JSON.parse(line) as Record<'url' | 'code' | 'owner', string>;
  const journal = await shopJournal();
  await journal.sell(3);
  const {shipOnce} = await joined(journal.folder, {url, code: () => code});
  await shipOnce();
  const who = new PersonBrowser({url});
  const invitation = new URL(owner).searchParams.get('code') ?? '';
  await who.enrol(invitation, {name: 'Amina', passphrase: 'four words are good', now: Date.now()});
  expect(who.last.text, 'in a folder that only the administrator can read').toContain('Recovery codes');
  return {office, run, who, journal, shipOnce};
}

it('a page of an office has the bytes that a command of the program writes, whoever has started the office', async () => {
  const {run, who} = await officeWithOwner();
  const folder = join(dirname(inject('duka')), '..');
  chmodSync(folder, 0o755);
  onTestFinished(() => chmodSync(folder, 0o700));
  const days = ['2026-11-01', '2026-11-30'] as const;
  const page = await who.open(`/exports/T7K.hledger?from=${days[0]}&to=${days[1]}`);
  const command = run('export', '--till', 'T7K', '--format', 'hledger', '--from', days[0], '--to', days[1]);
  const written = (await Array.fromAsync(command.stdout, String)).join('');
  expect(page.status, page.text).toBe(200);
  expect(written).toContain('corner');
  expect(page.body).toBe(written);
});

/** How many thousands of rows are compared. */
const thousands = isProving ? 200 : 20;

it('a comparison of many rows holds up no till, and a page says that one was killed', async () => {
  const {office, who, journal, shipOnce} = await officeWithOwner({isOfUser: true});
  const rows = Array.from(
    {length: thousands * 1000},
    (_, at) => `B2X${String(at).padStart(12, '0')},50.00,KES,Completed,2026-11-20`,
  );
  await who.open('/reconcile');
  const token = who.hidden('token');
  const said = {token, do: 'files', from: '2026-11-01', to: '2026-11-30'};
  const text = ['transaction_reference,amount,currency,status,date', ...rows].join('\n');
  expect(await who.upload('/reconcile', said, {field: 'provider', name: 'nov.csv', text})).toMatchObject({status: 303});
  /** Begins to compare, and sends a signal to the process that does. */
  const compare = async (signal: NodeJS.Signals) => {
    const comparing = who.send('/reconcile', {token, do: 'compare'});
    const line = new RegExp(`^\\s*(\\d+)\\s+${office.pid}\\s.* office reconcile `, 'm');
    const found = () => line.exec(execFileSync('ps', ['-axwwo', 'pid=,ppid=,args='], {encoding: 'utf8'}))?.[1];
    await expect.poll(found, {interval: 1}).toBeDefined();
    const pid = Number(found());
    process.kill(pid, signal);
    return {comparing, pid};
  };
  const ship = async () => {
    await journal.sell(20);
    expect(await shipOnce()).toMatchObject({kind: 'all'});
  };
  const {comparing, pid} = await compare('SIGSTOP');
  await ship();
  process.kill(pid, 'SIGCONT');
  await ship();
  expect(await comparing).toMatchObject({status: 303});
  expect((await who.open('/reconcile')).text).toMatch(new RegExp(`To look at: ${thousands},0\\d\\d`));
  const killed = await compare('SIGKILL');
  expect(await killed.comparing).toMatchObject({
    status: 400,
    text: expect.stringContaining('ended before it was done'),
  });
  await ship();
});
