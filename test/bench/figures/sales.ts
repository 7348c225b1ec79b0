import {setTimeout as pause} from 'node:timers/promises';
import type {Bench, Section} from '../bench.js';
import {compare, type Limits} from '../row.js';
import {environmentOf, keys, type Lines, openTerminal, type Terminal} from '../terminal.js';

const rounds = {quick: 1, full: 8} as const;
const searching: Limits = {of: 'value', unit: 'ms', limits: {p99: 150}};

/** The newest, a wallet's tail, an amount, a state and an amount, what half of all have, and what none has. */
const asked = ['t7k', '000123', '3999.00', 'paid 1250', 'cashier kes', 'nowhere'] as const;

const isListed = (lines: Lines) =>
  lines.some(line => /^ Sales .*\d/u.test(line)) && !lines.join().includes('Searching');
const isFoundAs = (text: string) => (lines: Lines) => isListed(lines) && lines.some(line => line.includes(`${text}▌`));

/** The list of all sales of a large till, searched as it is typed. */
export async function measureSales({homes, programs, service, isQuick}: Bench): Promise<Section> {
  const known = {DUKA_BASE_URL: service.baseUrl, DUKA_API_KEY: service.apiKey, DUKA_PROFILE: 'sandbox'};
  const till = openTerminal([programs.duka], {environment: environmentOf(homes.full, known)});
  await till.frame(lines => lines.some(line => /\d pending/.test(line)));
  till.write('l');
  await till.frame(isListed);
  const ours: number[] = [];
  for (let round = 0; round < rounds[isQuick ? 'quick' : 'full']; round += 1)
    for (const text of asked) ours.push(await searched(till, text));
  await till.leave();
  const row = {what: 'first page of a search', ours, reference: '', theirs: [], target: searching};
  return {
    title: 'Sales search (ms)',
    method:
      `The list of all ${homes.payments.toLocaleString('en')} sales in ${homes.events.toLocaleString('en')} events, on a till of ` +
      '80x24 that is at work: from the last letter of what is typed to the last byte of its first page.',
    rows: [compare(row)],
    notes: [
      'What many sales have is found in the newest days; what none has is looked for in the indexes of all of them, which are ' +
        'read from the disk, sixteen at once, and are at hand until the memory is wanted for something else.',
    ],
  };
}

async function searched(till: Terminal, text: string): Promise<number> {
  till.write(text.slice(0, -1));
  await till.frame(isFoundAs(text.slice(0, -1)));
  await pause(20);
  const begun = performance.now();
  till.write(text.slice(-1));
  const shown = await till.frame(isFoundAs(text));
  till.write(keys.escape);
  await till.frame(lines => isListed(lines) && !lines.some(line => line.includes(`${text}▌`)));
  await pause(20);
  return shown - begun;
}
