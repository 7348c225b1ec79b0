import {once} from 'node:events';
import {cp, mkdtemp, rm} from 'node:fs/promises';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openOffice} from '../../../src/office/program.js';
import {machine} from '../../../src/world.js';
import type {Bench} from '../bench.js';
import {runAlone} from '../reconcile.js';
import {compare, type Limits, type Row} from '../row.js';
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
