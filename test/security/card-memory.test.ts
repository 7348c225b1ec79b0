import {spawn} from 'node:child_process';
import {closeSync, openSync, readFileSync, readSync} from 'node:fs';
import {expect, inject, it, onTestFinished} from 'vitest';
import {sandbox} from '../sandbox/support.js';
import {home, open} from '../terminal/terminal.js';

const number = '4508750015741019';

/** What stands before each copy of a text in the memory that a process can write to. */
function copiesIn(pid: number, text: string): readonly string[] {
  const wanted = Buffer.from(text);
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  const found: string[] = [];
  for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
    const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/u.exec(line) ?? [];
    if (from === undefined || to === undefined) continue;
    const bytes = Buffer.alloc(Number(BigInt(`0x${to}`) - BigInt(`0x${from}`)));
    try {
      readSync(memory, bytes, 0, bytes.length, BigInt(`0x${from}`));
    } catch {
      continue; // what nobody may read, such as the kernel's own page
    }
    for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) {
      found.push(bytes.toString('latin1', Math.max(0, at - 22), at));
    }
  }
  closeSync(memory);
  return found;
}

it.skipIf(process.platform !== 'linux')(
  'a charge that may have left leaves no body with its card in memory',
  async () => {
    const server = await sandbox();
    const folder = home();
    const env = {PATH: process.env['PATH'] ?? '', HOME: folder, DUKA_HOME: folder, ...server.environment};
    const line = ['charge', '--card-stdin', '--currency', 'USD', '--amount', '106', '--wait', '600'];
    const till = spawn(process.execPath, [inject('duka'), ...line], {
      cwd: folder,
      env,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    onTestFinished(() => void till.kill('SIGKILL'));
    let told = '';
    till.stderr.setEncoding('utf8').on('data', (text: string) => {
      told += text;
    });
    till.stdin.end(JSON.stringify({cardNumber: number, expiryMonth: '01', expiryYear: '39', securityCode: '100'}));
    await expect.poll(() => told).toContain('The request may have gone through');
    const copies = copiesIn(till.pid ?? 0, number);
    expect(copies.filter(before => before.endsWith('"card":{"cardNumber":"'))).toEqual([]);
    // Node leaves one copy of what comes through a pipe, as it cuts the memory that it read into to size.
    expect(copies.length).toBeLessThanOrEqual(1);
    for (const before of copies) expect(before).toMatch(/\{"cardNumber":"$/);
    expect(copiesIn(till.pid ?? 0, '"test-of-the-search-itself"')).toEqual([]);
    expect(copiesIn(till.pid ?? 0, 'The request may have gone through').length).toBeGreaterThan(0);
  },
);

it.skipIf(process.platform !== 'linux')(
  'a card that is typed is once in memory, and nowhere once its form is left',
  async () => {
    const typed = '4556737586899855'; // no test card, which the bundle itself has
    const {environment} = await sandbox();
    const till = open(home(), environment);
    await till.sees('New sale');
    till.type('c');
    await till.sees('Card number');
    till.type('24');
    await till.sees(/24▌/);
    till.press('enter');
    for (const [at, digit] of [...typed].entries()) {
      till.type(digit);
      await till.sees(RegExp(`▸ Card number +(?:• ?){${at + 1}}▌`));
    }
    expect(copiesIn(till.pid, typed)).toHaveLength(1);
    till.press('escape');
    await till.seesNot('Card number');
    expect(copiesIn(till.pid, typed)).toEqual([]);
  },
);
