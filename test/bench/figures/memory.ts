import {setTimeout as pause} from 'node:timers/promises';
import type {Bench, Section} from '../bench.js';
import {compare, type Limits, type Row} from '../row.js';
import {environmentOf, type Lines, memoryOf, openTerminal} from '../terminal.js';

const usually = 150;

type Memory = ReturnType<typeof memoryOf>;

/** The most that a till took beside the Ink hello world; nothing where the system does not tell. `most` is in megabytes. */
export function memoryRow(
  what: string,
  {till, hello}: {readonly till: Memory; readonly hello: Memory},
  most = usually,
): readonly Row[] {
  if (till === undefined || hello === undefined) return [];
  const target: Limits = {of: 'value', unit: 'MB', limits: {p50: most}};
  const row = compare({what, ours: [till], reference: 'Ink hello world', theirs: [hello], shares: [0.5], target});
  return [{...row, target: `< ${most} MB`}];
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
    rows.push(...memoryRow(what, {till: await memoryAfterStart([programs.duka], environment), hello}));
  }
  return {
    title: 'Memory (MB)',
    method: 'The most that the system counted as resident in the three seconds after the first frame.',
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
