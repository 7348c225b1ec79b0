import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {it as base, describe, expect, onTestFinished, vi} from 'vitest';
import type {Problem} from '../../src/core/problem.js';
import {startOnPaid} from '../../src/till/on-paid.js';
import type {Till} from '../../src/till/till.js';
import {machine} from '../../src/world.js';
import {sandbox} from '../sandbox/support.js';
import {openRealTill, order, temporaryFolder} from './real-till.js';

const it = base.extend('server', () => sandbox());

type Server = Awaited<ReturnType<typeof sandbox>>;

/** A till whose shop has a bell; what failed beside it is in `problems`. */
async function tillWith(command: string | undefined, {server, folder}: {server: Server; folder?: string}) {
  const {till} = await openRealTill({...server, ...(folder === undefined ? {} : {folder})});
  const problems: Problem[] = [];
  const config = {onPaid: command, language: 'en'} as const;
  const stop = startOnPaid({till, config, world: machine, notice: problem => void problems.push(problem)});
  onTestFinished(async () => stop());
  return {till, problems, stop};
}

async function pay(till: Till, server: Server, ...given: Parameters<typeof order>): Promise<string> {
  const {reference, finished} = await till.collect(order(...given));
  await finished;
  await server.advance('PT3S');
  await till.check(reference);
  expect(till.state.payments.get(reference)?.status).toBe('paid');
  return reference;
}

const linesIn = (file: string) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(line => line !== '')
    : [];
const sees = (file: string, count: number) => expect.poll(() => linesIn(file)).toHaveLength(count);

describe('the owner’s command for paid payments', () => {
  it('finds the payment in its environment, and no secret', async ({server}) => {
    const file = join(temporaryFolder(), 'said');
    for (const name of ['DUKA_API_KEY', 'DUKA_TOKEN', 'DUKA_MAIL_PASSWORD']) {
      process.env[name] = 'hidden';
      onTestFinished(() => void delete process.env[name]);
    }
    const {till} = await tillWith(`env | grep '^DUKA_' | sort > '${file}.part' && mv '${file}.part' '${file}'`, {
      server,
    });
    const reference = await pay(till, server, '678', {amount: '1250'});
    await expect.poll(() => existsSync(file)).toBe(true);
    expect(linesIn(file)).toEqual([
      'DUKA_AMOUNT=1250.00',
      'DUKA_CURRENCY=KES',
      'DUKA_LANGUAGE=en',
      `DUKA_REFERENCE=${reference}`,
      'DUKA_SENTENCE=Paid: 1250 Kenyan shillings.',
    ]);
  });

  it('goes to the shell as the owner wrote it, and nothing that others wrote does', async ({server}) => {
    const folder = temporaryFolder();
    const file = join(folder, 'said');
    const trap = join(folder, 'trap');
    const hostile = `$(touch ${trap}) \`touch ${trap}\` '; touch ${trap}; " && touch ${trap} #`;
    const {till} = await tillWith(`printf '%s|%s\\n' "$DUKA_SENTENCE" "$DUKA_REFERENCE" >> "${file}"`, {server});
    const asked = {...order('114'), firstName: hostile, lastName: hostile, description: hostile};
    const {reference, finished} = await till.collect(asked);
    await finished;
    await server.advance('PT3S');
    await till.check(reference);
    await sees(file, 1);
    expect(linesIn(file)).toEqual([`Paid: 200 Kenyan shillings.|${reference}`]);
    expect(existsSync(trap)).toBe(false);
  });

  it('rings once for each, not for what does not become paid, and not for what was paid before', async ({server}) => {
    const folder = temporaryFolder();
    const file = join(temporaryFolder(), 'said');
    const before = await tillWith(undefined, {server, folder});
    await pay(before.till, server, '600');
    const waiting = await before.till.collect(order('601'));
    await waiting.finished;
    await before.till.close();
    const {till} = await tillWith(`echo "$DUKA_REFERENCE" >> '${file}'`, {server, folder});
    const declined = await till.collect(order('101'));
    await declined.finished;
    const paid = await pay(till, server, '602');
    await sees(file, 1);
    await till.check(declined.reference);
    await till.check(waiting.reference);
    await till.check(paid);
    await sees(file, 2);
    expect(linesIn(file)).toEqual([paid, waiting.reference]);
  });

  it('runs one at a time, and leaves out what a shop could not hear any more', async ({server}) => {
    const folder = temporaryFolder();
    const [file, gate] = [join(folder, 'said'), join(folder, 'gate')];
    const {till} = await tillWith(
      `echo "begins" >> '${file}'; until [ -e '${gate}' ]; do sleep 0.02; done; echo "ends" >> '${file}'`,
      {server},
    );
    for (let number = 0; number < 9; number += 1) await pay(till, server, `60${number}`);
    expect(linesIn(file)).toEqual(['begins']);
    writeFileSync(gate, '');
    await sees(file, 12);
    expect(linesIn(file).join(' ')).toBe(Array.from({length: 6}, () => 'begins ends').join(' '));
  });

  it.each([
    ['is not there', 'no-such-bell-anywhere', 'exit 127'],
    ['fails', 'exit 3', 'exit 3'],
    ['kills itself', 'kill -TERM $$', 'SIGTERM'],
    ['cannot be', 'echo \0', 'ERR_INVALID_ARG_VALUE'],
  ])('disturbs nothing when it %s, and is told of once', async (_, command, cause) => {
    const server = await sandbox();
    const {till, problems} = await tillWith(command, {server});
    await pay(till, server, '678');
    await pay(till, server, '679');
    await expect.poll(() => problems.length).toBe(1);
    await pay(till, server, '680');
    expect(problems.map(({code, facts}) => [code, facts['cause']])).toEqual([['on-paid-failed', cause]]);
    expect(till.writeFailure()).toBeUndefined();
  });

  it.for(['linux', 'win32'])(
    'is ended with all that it started when it takes too long, on %s',
    async (platform, {server}) => {
      const folder = temporaryFolder();
      const file = join(folder, 'said');
      const {till} = await openRealTill(server);
      const problems: Problem[] = [];
      let wake = () => {};
      const world = {
        sleep: (_: number, signal?: AbortSignal) =>
          new Promise<void>(resolve => {
            wake = resolve;
            signal?.addEventListener('abort', () => resolve(), {once: true});
          }),
      };
      const command = `sh -c 'echo $$; exec sleep 60' >> '${file}'; echo after >> '${file}'`;
      const config = {onPaid: command, language: 'en'} as const;
      const stop = startOnPaid({till, config, world, notice: problem => void problems.push(problem)});
      await pay(till, server, '678');
      await sees(file, 1);
      // The program of Windows, as far as it is asked for.
      const asked = '[ "$1 $3 $4" = "/pid /t /f" ] && kill -s KILL -- "-$2"';
      writeFileSync(join(folder, 'taskkill'), `#!/bin/sh\n${asked}\n`, {mode: 0o755});
      vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
      const {platform: own} = process;
      Object.defineProperty(process, 'platform', {value: platform});
      onTestFinished(() => void Object.defineProperty(process, 'platform', {value: own}));
      wake();
      await expect.poll(() => problems.map(({facts}) => facts['cause'])).toEqual(['10 s']);
      const [child = ''] = linesIn(file);
      await expect.poll(() => isAlive(Number(child))).toBe(false);
      expect(linesIn(file)).toHaveLength(1);
      await stop();
    },
  );

  it('goes on by itself when the till closes, which waits for nothing', async ({server}) => {
    const folder = temporaryFolder();
    const [file, gate] = [join(folder, 'said'), join(folder, 'gate')];
    const {till, stop, problems} = await tillWith(
      `until [ -e '${gate}' ]; do sleep 0.02; done; echo done >> '${file}'`,
      {server},
    );
    await pay(till, server, '678');
    await stop();
    expect(linesIn(file)).toEqual([]);
    writeFileSync(gate, '');
    await sees(file, 1);
    expect(problems).toEqual([]);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
