import {execFileSync} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'duka-export-'));
  onTestFinished(() => rmSync(path, {recursive: true}));
  return path;
}

/** Exports so many events and then three, in a process that may make no file longer than `kilobytes`. */
function exportedBoth(into: string, {events, kilobytes}: {events: number; kilobytes: number}) {
  const script = `
    import {loadMessages} from './src/core/messages/messages.ts';
    import {exportShown} from './src/till/review-export.ts';
    await loadMessages('en');
    const event = {v: 1, at: '2026-07-06T08:00:00.000Z', till: 'T7K', person: 'Amina', type: 'sent'};
    const rows = Array.from({length: ${events}}, (_, seq) => ({...event, seq, data: {reference: 'T7K2Q10Z3000000'}}));
    const ends = [await exportShown(${JSON.stringify(into)}, {kind: 'events', rows}, 'en')];
    ends.push(await exportShown(${JSON.stringify(into)}, {kind: 'events', rows: rows.slice(0, 3)}, 'en'));
    console.log(JSON.stringify(ends));
  `;
  const node = [process.execPath, '--import', './test/bench/typescript.mjs', '--input-type=module', '--eval', script];
  const limited = ['-c', `ulimit -f ${kilobytes}; exec "$@"`, 'bash', ...node];
  return JSON.parse(execFileSync('bash', limited, {encoding: 'utf8'})) as readonly unknown[];
}

it('leaves no half of a table where the disk takes no more, and the next one has its name', () => {
  const into = folder();
  expect(exportedBoth(into, {events: 2000, kilobytes: 16})).toEqual([
    {path: into, code: 'EFBIG'},
    {path: join(into, 'events-1.csv')},
  ]);
  expect(readdirSync(into)).toEqual(['events-1.csv']);
  expect(readFileSync(join(into, 'events-1.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(4);
});
