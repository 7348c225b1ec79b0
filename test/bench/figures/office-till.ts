import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmod, cp, mkdtemp, rm} from 'node:fs/promises';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Worker} from 'node:worker_threads';
import {openOffice} from '../../../src/office/program.js';
import {ownTransportKey} from '../../../src/shipper/kept.js';
import {openLink} from '../../../src/shipper/link.js';
import {joinByCode, Office} from '../../../src/shipper/office.js';
import {machine} from '../../../src/world.js';
import {genesis} from '../../../store/line.js';
import type {Bench} from '../bench.js';
import {runAlone} from '../reconcile.js';
import {compare, type Limits, type Row, timed} from '../row.js';
import {environmentOf, type Lines, openTerminal} from '../terminal.js';
import {pressed, typings} from './keys.js';

const presses = {quick: 20, full: 500} as const;
const sales = {quick: 2, full: 20} as const;
const target: Limits = {of: 'ratio', unit: '', limits: {p50: 1.05}};

/** A till whose office takes every connection and answers nothing, beside the same till that has never heard of one. */
export async function measureTillOfOffice({folder, isQuick, programs, service}: Bench): Promise<readonly Row[]> {
  const place = await mkdtemp(join(tmpdir(), 'duka-bench-joined-'));
  const [alone, joined] = [join(folder, 'never-joined'), join(folder, 'joined')];
  const known = {DUKA_BASE_URL: service.baseUrl, DUKA_API_KEY: service.apiKey, DUKA_PROFILE: 'sandbox'};
  const run = (home: string, ...line: readonly string[]) =>
    runAlone([programs.duka, ...line, '--json'], environmentOf(home, known));
  await run(alone, 'cash', 'sale', '--amount', '5');
  await cp(alone, joined, {recursive: true, preserveTimestamps: true});
  const office = await openOffice({home: place, beside: place, url: undefined, shop: 'bench', world: machine});
  const {url} = await office.serve(0);
  const answer = await run(joined, 'join', url, await office.code(null));
  await office.close();
  await rm(place, {recursive: true, force: true});
  if (!answer.out.includes('"office"')) throw new Error(`not joined: ${answer.out}`);
  let connections = 0;
  const hanging = createServer(socket => {
    connections += 1;
    socket.on('error', () => undefined).resume();
  });
  hanging.listen(Number(new URL(url).port), '127.0.0.1');
  await once(hanging, 'listening');
  try {
    const [ours, theirs] = [joined, alone].map(home =>
      openTerminal([programs.duka], {environment: environmentOf(home, known)}),
    ) as [ReturnType<typeof openTerminal>, ReturnType<typeof openTerminal>];
    const isOpen = (lines: Lines) => lines.some(line => /\d pending/.test(line));
    await Promise.all([ours.frame(isOpen), theirs.frame(isOpen)]);
    while (connections === 0) await machine.sleep(20);
    const [typing] = typings;
    const typed: [number[], number[]] = [[], []];
    for (let press = 0; press < presses[isQuick ? 'quick' : 'full']; press += 1) {
      typed[0].push(await pressed(ours, typing.key(press), typing.effect));
      typed[1].push(await pressed(theirs, typing.key(press), typing.effect));
    }
    await Promise.all([ours.leave(), theirs.leave()]);
    const sold: [number[], number[]] = [[], []];
    for (let sale = 0; sale < sales[isQuick ? 'quick' : 'full']; sale += 1)
      for (const [at, home] of [joined, alone].entries())
        sold[at as 0 | 1].push((await run(home, 'cash', 'sale', '--amount', '5')).seconds * 1000);
    const row = (what: string, [own, other]: readonly [number[], number[]]) =>
      compare({what, ours: own, reference: 'a till without an office', theirs: other, shares: [0.5], target});
    return [
      row('a key, of a till whose office hangs', typed),
      row('a sale by command, of a till whose office hangs', sold),
    ];
  } finally {
    hanging.close();
  }
}

/** So many connections, each of which asks for a page, or sends a form, again as soon as it is answered or refused. */
const flood = (url: string) => `
  import {Agent, request} from 'node:http';
  const agent = new Agent({keepAlive: true});
  const ask = method => {
    const again = () => setImmediate(ask, method);
    request('${url}sign-in', {method, agent}, answer => answer.resume().on('end', again)).on('error', again).end();
  };
  for (let at = 0; at < 256; at += 1) ask(at % 2 === 0 ? 'GET' : 'POST');`;

/** A till that asks its office while somebody floods that with requests for pages, in turns with quiet. */
export async function measureFlood({isQuick, programs}: Pick<Bench, 'isQuick' | 'programs'>): Promise<readonly Row[]> {
  const home = await mkdtemp(join(tmpdir(), 'duka-bench-flood-'));
  await chmod(home, 0o755); // the database's user enters it
  const line = [programs.duka, 'office', 'start', '--json', '--port', '0'];
  const office = spawn(process.execPath, line, {
    env: environmentOf(join(home, 'till'), {DUKA_OFFICE_HOME: join(home, 'office')}),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [said] = (await once(office.stdout, 'data')) as [Buffer];
    const {url, code} = JSON.parse(said.toString()) as {readonly url: string; readonly code: string};
    const link = await openLink(url, machine);
    const own = {till: 'T7K', key: await ownTransportKey(home)};
    const till = new Office(link, {...own, ...(await joinByCode(link, {...own, code, url}))});
    const ask = async () => {
      const answer = await till.position(async () => ({seq: 0, head: genesis.head}), undefined);
      if (answer.kind !== 'position') throw new Error(JSON.stringify(answer));
    };
    const [flooded, quiet]: [number[], number[]] = [[], []];
    for (let round = 0; round < (isQuick ? 1 : 5); round += 1) {
      quiet.push(...(await timed(isQuick ? 20 : 200, ask)));
      const flooding = new Worker(flood(`${url}/`), {eval: true});
      await machine.sleep(3000); // after the first of its requests, which are answered
      flooded.push(...(await timed(isQuick ? 20 : 200, ask)));
      await flooding.terminate();
    }
    link.close();
    const limits: Limits = {of: 'ratio', unit: '', limits: {p50: 1.11}};
    const against = {reference: 'without it', theirs: quiet, shares: [0.5], target: limits};
    return [compare({what: 'a question of a till in a flood of requests for pages', ours: flooded, ...against})];
  } finally {
    office.kill('SIGTERM');
    await once(office, 'exit');
    await rm(home, {recursive: true, force: true});
  }
}
