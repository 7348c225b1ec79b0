import {spawn} from 'node:child_process';
import {createInterface} from 'node:readline';
import {stripVTControlCharacters} from 'node:util';

/** What `npm test` does at once: what computes, beside what mostly waits for other programs. */
const parts = [
  'vitest run --project unit --project till --maxWorkers 3',
  'vitest run --project program --maxWorkers 3',
  'npm run -s lint',
  'npm run -s types',
];

const counts = new Map<string, number>();

/** Adds up a line such as `Tests  1 failed | 68 passed (69)`; false if it is another. */
function isCounted(line: string): boolean {
  const [, told] = /^ +Tests +(.*)$/.exec(stripVTControlCharacters(line)) ?? [];
  for (const [, count, state = ''] of told?.matchAll(/(\d+) (\w+)/g) ?? [])
    counts.set(state, (counts.get(state) ?? 0) + Number(count));
  return told !== undefined;
}

/** Of the first part that goes on, every line is shown as it comes; those of the others follow when it has ended. */
const kept = parts.map((): string[] => []);
let shown = 0;
function show(part: number, line: string): void {
  if (part === shown) process.stdout.write(`${line}\n`);
  else kept[part]?.push(line);
}

const colors = process.stdout.isTTY ? {FORCE_COLOR: '1'} : {};
const ended = new Set<number>();
async function run(command: string, part: number): Promise<void> {
  const env = {...process.env, ...colors};
  const child = spawn(`${command} 2>&1`, {shell: true, stdio: ['ignore', 'pipe', 'inherit'], env});
  const exit = new Promise<number | null>(resolve => child.once('close', resolve));
  for await (const line of createInterface({input: child.stdout})) if (!isCounted(line)) show(part, line);
  if ((await exit) !== 0) {
    show(part, `${command}: failed`);
    process.exitCode = 1;
  }
  ended.add(part);
  for (; ended.has(shown); shown++) for (const line of kept[shown + 1] ?? []) process.stdout.write(`${line}\n`);
}

await Promise.all(parts.map(run));
const told = [...counts].map(([state, count]) => `${count} ${state}`);
process.stdout.write(
  `      Tests  ${told.join(' | ')} (${[...counts.values()].reduce((sum, each) => sum + each, 0)})\n`,
);
