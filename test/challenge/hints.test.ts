import {execFile} from 'node:child_process';
import {chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, it, onTestFinished} from 'vitest';
import {challengeHints, openBrowser} from '../../src/challenge/page.js';

const page = {url: 'http://127.0.0.1:40123/secret', port: 40123} as const;
const linux = {...page, platform: 'linux'} as const;

describe('how the cashier gets to the page', () => {
  it('is a browser where there is a screen', () => {
    for (const environment of [{DISPLAY: ':0'}, {WAYLAND_DISPLAY: 'wayland-0'}])
      expect(challengeHints({...linux, environment})).toEqual({opensBrowser: true});
    for (const platform of ['darwin', 'win32'] as const)
      expect(challengeHints({...page, platform, environment: {}})).toEqual({opensBrowser: true});
  });

  it('is the link alone on a machine without one', () =>
    expect(challengeHints({...linux, environment: {DISPLAY: ''}})).toEqual({opensBrowser: false}));

  it('is a tunnel over SSH, even if a screen is forwarded', () => {
    const connection = {SSH_CONNECTION: '10.0.0.9 50022 10.0.0.2 22', SSH_TTY: '/dev/pts/0', DISPLAY: 'localhost:10.0'};
    const named = {user: 'amina', host: 'till'};
    for (const platform of ['linux', 'darwin'] as const)
      expect(challengeHints({...page, platform, environment: connection, ...named})).toEqual({
        opensBrowser: false,
        ssh: 'ssh -L 40123:127.0.0.1:40123 amina@till',
      });
    expect(challengeHints({...linux, environment: {SSH_TTY: '/dev/pts/0'}, ...named}).ssh).toContain('amina@till');
  });

  it('is told by the session where nobody said who and where', () => {
    const environment = {SSH_CONNECTION: '10.0.0.9 50022 10.0.0.2 22', USER: 'amina'};
    expect(challengeHints({...linux, environment}).ssh).toBe('ssh -L 40123:127.0.0.1:40123 amina@10.0.0.2');
  });

  it('is the link as it is when the page is on the shop’s network', () => {
    const environment = {SSH_CONNECTION: '10.0.0.9 50022 10.0.0.2 22'};
    expect(challengeHints({...linux, url: 'http://10.0.0.2:40123/secret', environment})).toEqual({opensBrowser: false});
  });
});

/** A program that the system takes for its browser; it is loud, and writes down what it was given. */
function loudBrowser(): {program: string; opened: () => string} {
  const folder = mkdtempSync(join(tmpdir(), 'duka-browser-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const [program, file] = [join(folder, 'browser'), join(folder, 'opened')];
  writeFileSync(
    program,
    `#!/bin/sh\necho loud; echo louder >&2\nprintf %s "$1" > '${file}.part' && mv '${file}.part' '${file}'\n`,
  );
  chmodSync(program, 0o755);
  return {program, opened: () => (existsSync(file) ? readFileSync(file, 'utf8') : '')};
}

describe('the browser', () => {
  it('is given the page’s address, and the terminal stays as it is', async () => {
    const {program, opened} = loudBrowser();
    const source = new URL('../../src/challenge/page.ts', import.meta.url).href;
    const script = `const {openBrowser} = await import('${source}'); if (!(await openBrowser('${page.url}'))) process.exit(9);`;
    const bare = dirname(program); // an installed browser is known by its entry in one of these folders, and is opened first
    const folders = {XDG_DATA_DIRS: bare, XDG_DATA_HOME: bare, XDG_CONFIG_HOME: bare, XDG_CONFIG_DIRS: bare};
    const environment = {PATH: process.env['PATH'], HOME: tmpdir(), DISPLAY: ':9', BROWSER: program, ...folders};
    const loader = [
      '--disable-warning=ExperimentalWarning',
      '--import',
      new URL('../typescript.mjs', import.meta.url).href,
    ];
    const line = [...loader, '--input-type=module', '-e', script];
    const run = await promisify(execFile)(process.execPath, line, {env: environment});
    expect([run.stdout, run.stderr]).toEqual(['', '']);
    await expect.poll(opened).toBe(page.url);
  });

  it('is not opened with what no program can be given, and nothing is thrown', async () =>
    expect(await openBrowser('http://127.0.0.1/\0')).toBe(false));
});
