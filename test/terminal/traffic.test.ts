import {expect, it} from 'vitest';
import {type SandboxServer, sandbox} from '../sandbox/support.js';
import {home, open, run, sell, type Terminal} from './terminal.js';

/** What one change may put on a thin link, and an outcome, which changes half of the screen at once. */
const most = 1024;
const mostOfOutcome = 1300; // a verdict is a band in its colour

/** Ink puts each frame between these marks. */
const frame = /\u001B\[\?2026h.*?\u001B\[\?2026l/gsu;
const marks = /\u001B\[\?2026[hl]/gu;
const sizesOf = (written: string) => (written.match(frame) ?? []).map(text => Buffer.byteLength(text));

/** The bytes of each frame so far, once none is half there: a text is seen before the end of its frame has come. */
async function framesSoFar(terminal: Terminal): Promise<readonly number[]> {
  await expect.poll(() => (terminal.written().match(marks) ?? []).length % 2).toBe(0);
  return sizesOf(terminal.written());
}

/** Does something to the screen, waits until it shows, and tells the bytes of each frame that was drawn meanwhile. */
async function framesOf(terminal: Terminal, act: () => unknown, shown: string | RegExp): Promise<readonly number[]> {
  const {length: before} = await framesSoFar(terminal);
  await act();
  await terminal.sees(shown);
  return (await framesSoFar(terminal)).slice(before);
}

/** The same for the next frames that are drawn while nobody does anything. */
async function nextFrames(terminal: Terminal, count: number): Promise<readonly number[]> {
  const {length: before} = await framesSoFar(terminal);
  const frames = () => sizesOf(terminal.written()).slice(before);
  await expect.poll(() => frames().length).toBeGreaterThanOrEqual(count);
  return frames();
}

/** Throws for a change that was not drawn, or with more than a thin link should carry. */
function expectSmall(sizes: Readonly<Record<string, readonly number[]>>, limit = most): void {
  for (const [change, frames] of Object.entries(sizes)) {
    expect(frames.length, change).toBeGreaterThan(0);
    expect(Math.max(...frames), `${change}: ${frames}`).toBeLessThan(limit);
  }
}

async function sellAndWait(till: Terminal, amount: string, wallet: string): Promise<void> {
  await sell(till, amount, wallet);
  await till.sees('accepted, waiting');
}

const collect = (server: SandboxServer, folder: string, wallet: string) =>
  run(folder, ['collect', '--phone', wallet, '--amount', '100', '--wait', '4'], server.environment);

it('draws a digit and an age in less than a kilobyte each, and an outcome in little more', async () => {
  const server = await sandbox();
  const till = open(home(), server.environment);
  await till.sees('online');
  const digits: number[] = [];
  for (const [at, digit] of [...'1250'].entries()) {
    const shown = new RegExp(`▸ Amount.*${'1250'.slice(0, at + 1)}▌`);
    digits.push(...(await framesOf(till, () => till.type(digit), shown)));
  }
  till.press('escape');
  await till.seesNot('1250▌');
  await sellAndWait(till, '1250', '0712345103');
  const ages = await nextFrames(till, 4);
  const paid = await framesOf(till, () => server.advance('PT11M'), '✓ PAID');
  expectSmall({digits, ages});
  expectSmall({paid}, mostOfOutcome);
});

it('renews the list of pending payments in less than a kilobyte', async () => {
  const server = await sandbox();
  const folder = home();
  for (const wallet of ['0712345102', '0712346102', '0712347102']) await collect(server, folder, wallet);
  const till = open(folder, server.environment);
  await till.sees('3 pending');
  till.press('escape');
  till.type('w');
  await till.sees('…347 102');
  expectSmall({pending: await nextFrames(till, 5)});
});

it('shows a customer each change in one small frame, and draws nothing between them', async () => {
  const server = await sandbox();
  const folder = home();
  const customer = open(folder, server.environment, {args: ['display']});
  await customer.sees('Welcome.');
  const asked = await framesOf(customer, () => collect(server, folder, '0712345103'), 'Please approve');
  const watching = () => run(folder, ['pending', '--watch'], server.environment);
  await server.advance('PT11M');
  const paid = await framesOf(customer, watching, 'Thank you, your payment has arrived.');
  expectSmall({asked, paid});
  expect(asked.length).toBeLessThanOrEqual(3); // nothing, about to be sent, waiting
  expect(paid).toHaveLength(1);
});
