import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync} from 'node:fs';
import {text} from 'node:stream/consumers';
import {describe, expect, inject, it, onTestFinished} from 'vitest';
import {hush} from '../../src/runtime/guard.js';
import {piped} from '../commands/card-support.js';
import {sandbox} from '../sandbox/support.js';
import {home} from '../terminal/terminal.js';

const key = 'PZ78-PKTEST-in-the-environment';

/** The built till with an environment. */
function start(words: readonly string[], environment: Readonly<Record<string, string>>) {
  const folder = home();
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    DUKA_HOME: folder,
    XDG_CACHE_HOME: inject('cache'),
    DUKA_SHOP: 'Corner Shop',
    DUKA_ZONE: 'Africa/Nairobi',
    DUKA_EMAIL: 'a@example.com',
    DUKA_PHONE: '0712345678',
    ...environment,
  };
  const child = spawn(process.execPath, [inject('duka'), ...words], {cwd: folder, env});
  onTestFinished(() => void child.kill('SIGKILL'));
  return {child, folder};
}

/** Runs it to its end; what is said is of both streams. */
async function run(words: readonly string[], environment: Readonly<Record<string, string>>, input = '') {
  const {child} = start(words, environment);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  child.stdin.end(input);
  const [out, err, [exit]] = await ended;
  return {exit, out, err, said: out + err};
}

/** A till that goes on working, started with options for Node in its environment. */
async function working(options: string) {
  const {child, folder} = start(['sandbox', '--port', '0'], {NODE_OPTIONS: options});
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (said: string) => {
    err += said;
  });
  await once(child.stdout, 'data');
  return {child, folder, err: () => err};
}

describe.skipIf(process.platform === 'win32')('an environment that makes Node tell what it holds', () => {
  it('writes neither the key nor a card anywhere', async () => {
    const {baseUrl} = await sandbox();
    const service = {DUKA_BASE_URL: baseUrl, DUKA_API_KEY: key, DUKA_PROFILE: 'sandbox'};
    const charge = ['charge', '--json', '--card-stdin', '--currency', 'USD', '--amount', '5', '--wait', '60'];
    const debug = {NODE_DEBUG: 'http,net,tls,stream,https', NODE_DEBUG_NATIVE: 'http,crypto'};
    const {exit, out, said} = await run(charge, {...service, ...debug}, piped());
    expect([exit, JSON.parse(out.trimEnd().split('\n').at(-1) ?? '').status]).toEqual([5, 'failed']);
    expect(said).not.toContain(key);
    expect(said).not.toContain('4012000033330026');
    expect(said).not.toMatch(/^(?:HTTP|NET|TLS|STREAM) \d/m);
  });

  it.each(['--inspect=127.0.0.1:0', '"--ins\\pect=127.0.0.1:0"'])(
    'opens no debugger to the other users of the machine: %s',
    async options => {
      const {child, err} = await working(options);
      const port = () => /ws:\/\/127\.0\.0\.1:(\d+)/.exec(err())?.[1];
      await expect.poll(port).toBeDefined();
      // Whoever has the port by now tells of no debugger.
      const list = await fetch(`http://127.0.0.1:${port()}/json`)
        .then(answer => answer.text())
        .catch(() => '');
      expect(list).not.toContain('webSocketDebuggerUrl');
      child.kill('SIGTERM');
    },
  );

  it.each([
    '--heapsnapshot-signal=SIGUSR2 --tls-keylog=keys.log',
    '--heapsnapshot_signal=SIGUSR2 --tls_keylog=keys.log',
  ])('leaves no memory in a file: %s', async options => {
    const {child, folder} = await working(options);
    child.kill('SIGUSR2');
    await expect.poll(() => child.signalCode).toBe('SIGUSR2');
    expect(readdirSync(folder).filter(name => !name.startsWith('sandbox'))).toEqual([]);
  });

  it('is left as it is where it tells nothing, and Node is started once', () => {
    const quiet = {NODE_OPTIONS: '--max-old-space-size=4096', NODE_DEBUG: '', PATH: '/bin', DUKA_API_KEY: key};
    const kept = {...quiet};
    expect([hush(kept), kept]).toEqual([false, quiet]);
    const loud = {...quiet, NODE_DEBUG: 'http', NODE_OPTIONS: '--inspect-brk'};
    expect([hush(loud), loud]).toEqual([true, {PATH: '/bin', DUKA_API_KEY: key, NODE_OPTIONS: ''}]);
    expect(hush(loud)).toBe(false);
  });

  it.each([
    ...[
      '--inspect',
      '--inspect-brk',
      '--inspect_brk',
      '--inspect_brk=0.0.0.0:9229',
      '--tls_keylog=/tmp/k',
      '--tls-keylog=/tmp/k',
    ],
    ...[
      '--trace_tls',
      '--heapsnapshot_near_heap_limit=3',
      '--heap_prof',
      '--cpu-prof',
      '--report-on-signal',
      '--abort_on_uncaught_exception',
    ],
    ...[
      '"--ins\\pect"',
      '"--inspect"',
      '--ins"pect"',
      '\\--inspect',
      '--require ./of-others.js',
      '-r ./of-others.js',
      '--import=data:text/javascript,1',
    ],
    ...[
      '--loader ./of-others.js',
      '--env-file=.env',
      '--openssl-config=/tmp/c',
      '--disable-warning=DEP0001\t--inspect',
      '--no-such-option-yet',
    ],
  ])('loses %j, and keeps what only says how much memory there is', options => {
    for (const said of [`--max-old-space-size=4096 ${options}`, `${options} --max-old-space-size=4096`]) {
      const environment: NodeJS.ProcessEnv = {NODE_OPTIONS: said};
      expect([hush(environment), environment]).toEqual([true, {NODE_OPTIONS: '--max-old-space-size=4096'}]);
      expect(hush(environment)).toBe(false);
    }
    const alone: NodeJS.ProcessEnv = {NODE_OPTIONS: options};
    expect([hush(alone), alone]).toEqual([true, {NODE_OPTIONS: ''}]);
  });

  it.each([
    ['quoted', '"--max-old-space-size=4096 --inspect"'],
    ['with what Node reads as one word', '--max-old-space-size=4096\u00a0--inspect --tls_keylog=k'],
    ['after an option that takes the next word', '--title --inspect'],
  ])('is not deceived by words %s', (_, options) => {
    const environment: NodeJS.ProcessEnv = {NODE_OPTIONS: options};
    expect(hush(environment)).toBe(true);
    expect(environment['NODE_OPTIONS'] ?? '').toMatch(/^(--max-old-space-size=4096)?$/);
  });

  it.each(['NODE_DEBUG_NATIVE', 'NODE_V8_COVERAGE', 'NODE_USE_ENV_PROXY', 'SSL_CERT_FILE', 'SSL_CERT_DIR'])(
    'has no %s',
    name => {
      const environment: NodeJS.ProcessEnv = {PATH: '/bin', [name]: '1'};
      expect([hush(environment), environment]).toEqual([true, {PATH: '/bin'}]);
    },
  );

  it('keeps the exit code, the words and what is piped in', async () => {
    const {exit, err} = await run(['claim', 'a b', '--bogus'], {NODE_DEBUG: 'http'});
    expect([exit, err]).toEqual([2, expect.stringContaining('--bogus')]);
    expect((await run(['--version'], {NODE_DEBUG: 'fs'})).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
