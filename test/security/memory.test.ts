import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, inject, it, onTestFinished} from 'vitest';
import {home} from '../terminal/terminal.js';

/** The till at work, in a process of its own. */
async function working(environment: Readonly<Record<string, string>> = {}, options: readonly string[] = []) {
  const folder = home();
  const child = spawn(process.execPath, [...options, inject('duka'), 'sandbox', '--port', '0'], {
    cwd: folder,
    env: {PATH: process.env['PATH'] ?? '', HOME: folder, DUKA_HOME: folder, ...environment},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  await once(child.stdout, 'data');
  const end = async () => {
    child.kill('SIGTERM');
    await once(child, 'close');
    return complaints;
  };
  return {child, folder, end};
}

it.skipIf(process.platform === 'win32')(
  'no signal opens the debugger, with which others could read the memory',
  async () => {
    const {child, end} = await working();
    child.kill('SIGUSR1');
    // The debugger is opened, and says so, before anything that comes later is heard.
    const complaints = await end();
    expect(complaints).toContain('practice service');
    expect(complaints).not.toContain('ebugger');
  },
);

it.skipIf(process.platform === 'win32')('a report of Node itself has nothing of the environment in it', async () => {
  const key = 'PZ78-PKTEST-in-the-environment';
  const {child, folder, end} = await working({DUKA_API_KEY: key}, ['--report-on-signal']);
  child.kill('SIGUSR2');
  const reports = () => readdirSync(folder).filter(name => name.startsWith('report.'));
  await expect.poll(reports).toHaveLength(1);
  await end();
  const report = readFileSync(join(folder, reports()[0] ?? ''), 'utf8');
  expect(report).toContain('"commandLine"');
  expect(report).not.toContain(key);
});
