import {fdatasyncSync, openSync, writeSync} from 'node:fs';
import {type AddressInfo, createServer, connect as join} from 'node:net';
import {join as path} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import type {Bench, Section} from '../bench.js';
import {compare, type Limits} from '../row.js';
import {environmentOf, keys, type Lines, openTerminal, type Terminal} from '../terminal.js';

const charges = {quick: 5, full: 100} as const;
/** The last Enter, as a terminal sends it that tells a press from a repetition, and as any other does. */
const enters = [
  {
    what: 'Enter to the first byte, beyond the write, where a press is told from a repetition',
    bytes: '\u001B[13;1:1u',
    most: 20,
  },
  {what: 'Enter to the first byte, beyond the write', bytes: '\r', most: 115},
] as const;
const limitsOf = (p99: number): Limits => ({of: 'value', unit: 'ms', limits: {p99}});
/** The lines `requested` and `sent` of a card payment, which must be safe before a byte leaves. */
const lineBytes = [620, 230] as const;

/** The way to the service, which tells when the first byte of a charge passes. */
async function openWay(target: URL) {
  let passed: ((at: number) => void) | undefined;
  const server = createServer(socket => {
    const upstream = join(Number(target.port), target.hostname);
    socket.on('data', data => {
      if (data.includes('POST /live/card/card_charge/ ') || data.includes('POST /card/card_charge/ '))
        passed?.(performance.now());
      // The service answers under its own address alone.
      upstream.write(Buffer.from(data.toString('latin1').replace(/^host: .*$/im, `Host: ${target.host}`), 'latin1'));
    });
    socket.on('end', () => upstream.end());
    upstream.pipe(socket);
    socket.on('error', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${target.pathname === '/' ? '' : target.pathname}`,
    nextCharge: () =>
      new Promise<number>(resolve => {
        passed = resolve;
      }),
    close: () => server.close(),
  };
}

const says = (text: string) => (lines: Lines) => (lines.some(line => line.includes(text)) ? text : '');

/** A text that is not taken for a scanner's, as it would be if it were typed so fast. */
const pasted = (text: string) => `\u001B[200~${text}\u001B[201~`;

/** Enters a card on the sale screen, up to the question that the last Enter answers. */
async function typeCard(till: Terminal, charge: number): Promise<void> {
  await till.press('c', says('New sale by card'));
  const amount = `${100 + charge}.${String(charge % 90).padStart(2, '0')}`;
  for (const text of [amount, '5111111111111118', '01/39', '100']) {
    till.write(pasted(text));
    await pause(40);
    till.write('\r');
    await pause(40);
  }
  const asked = till.frame(lines => lines.some(line => line.includes('Charge this card?')));
  till.write(`${pasted('1234')}\r`);
  await asked;
  await pause(60);
}

/** The milliseconds that the two lines take by raw system calls. */
function writeRaw(file: number): number {
  const startedAt = performance.now();
  for (const bytes of lineBytes) {
    writeSync(file, 'x'.repeat(bytes));
    fdatasyncSync(file);
  }
  return performance.now() - startedAt;
}

/** From the last key of a card payment to the first byte of its request on the wire. */
export async function measureCharge({folder, homes, programs, service, isQuick}: Bench): Promise<Section> {
  const way = await openWay(new URL(service.baseUrl));
  const known = {DUKA_BASE_URL: way.baseUrl, DUKA_API_KEY: service.apiKey, DUKA_PROFILE: 'sandbox', SSH_TTY: 'none'};
  const till = openTerminal([programs.duka], {environment: environmentOf(homes.full, known)});
  const file = openSync(path(folder, 'charge-reference'), 'a');
  const taken = enters.map(enter => ({...enter, ours: [] as number[], writes: [] as number[]}));
  await till.frame(lines => lines.some(line => line.includes('New sale')));
  const warmUps = 3;
  for (let round = 0; round < (isQuick ? charges.quick : charges.full) + warmUps; round += 1) {
    for (const [turn, {bytes, ours, writes}] of taken.entries()) {
      await typeCard(till, round * taken.length + turn);
      const first = way.nextCharge();
      const pressedAt = performance.now();
      till.write(bytes);
      const took = (await first) - pressedAt;
      const wrote = writeRaw(file);
      if (round >= warmUps) {
        ours.push(Math.max(0, took - wrote));
        writes.push(wrote);
      }
      await till.frame(lines => lines.some(line => line.includes('1118 · Mastercard')));
      await till.press(keys.escape, says('New sale'));
      await pause(60);
    }
  }
  await till.leave();
  way.close();
  return {
    title: 'A card’s last key to the wire (ms)',
    method:
      'A card is typed on the screen of a till over the full journal, and charged with Enter; the clock stops when the first ' +
      'byte of the request passes a relay before the service. What two lines of the journal take to be written and synced ' +
      'by raw system calls in the same moment is taken off, and stands beside it. Each charge has a connection of its own.',
    rows: taken.map(({what, ours, writes, most}) =>
      compare({what, ours, reference: 'two raw writes + fdatasync', theirs: writes, target: limitsOf(most)}),
    ),
    notes: [
      'A tenth of a second is waited on purpose where the terminal does not tell a press from a repetition: a key that decides is a decision only if it does not come again at once, ' +
        'since one that is held down would charge on a question that nobody has read.',
    ],
  };
}
