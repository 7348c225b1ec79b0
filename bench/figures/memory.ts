import {setTimeout as pause} from 'node:timers/promises';
import type {Bench, Section} from '../bench.js';
import {compare, type Limits, type Row} from '../row.js';
import {environmentOf, type Lines, memoryOf, openTerminal} from '../terminal.js';

const target: Limits = {of: 'value', unit: 'MB', limits: {p50: 150}};

type Memory = ReturnType<typeof memoryOf>;

/** The memory of a till beside that of the Ink hello world; nothing where the system does not tell. */
export function memoryRows(
  {till, hello}: {readonly till: Memory; readonly hello: Memory},
  {what}: {readonly what: string},
): readonly Row[] {
  if (till === undefined || hello === undefined) return [];
  const row = (when: string, ours: number, theirs: number): Row =>
    compare({
      what: `resident ${when}, ${what}`,
      ours: [ours],
      reference: 'Ink hello world',
      theirs: [theirs],
      shares: [0.5],
      target,
    });
  return [row('now', till.now, hello.now), row('at most', till.most, hello.most)];
}

/** What a till takes that has just opened, with the service far away and with the sandbox inside it. */
export async function measureMemory({homes, programs, service}: Bench): Promise<Section> {
  const known = {DUKA_BASE_URL: service.baseUrl, DUKA_API_KEY: service.apiKey, DUKA_PROFILE: 'sandbox'};
  const cases = [
    {what: 'empty journal', environment: environmentOf(homes.empty, known)},
    {what: 'empty journal, the sandbox in the same process', environment: environmentOf(homes.empty)},
    {what: `${homes.events.toLocaleString('en')} events`, environment: environmentOf(homes.full, known)},
  ];
  const hello = await memoryAfterStart([programs.hello], environmentOf(homes.empty));
  const rows: Row[] = [];
  for (const {what, environment} of cases) {
    rows.push(...memoryRows({till: await memoryAfterStart([programs.duka], environment), hello}, {what}));
  }
  return {
    title: 'Memory (MB)',
    method: 'What the system counts as resident three seconds after the first frame.',
    rows,
  };
}

async function memoryAfterStart(args: readonly string[], environment: Record<string, string>): Promise<Memory> {
  const terminal = openTerminal(args, {environment});
  await terminal.frame((lines: Lines) => lines.some(line => /\d pending/.test(line)));
  await pause(3000);
  const memory = memoryOf(terminal.pid);
  await terminal.leave();
  return memory;
}
