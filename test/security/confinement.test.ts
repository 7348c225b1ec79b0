import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync, readFileSync, realpathSync, writeFileSync} from 'node:fs';
import {builtinModules} from 'node:module';
import {type AddressInfo, createServer} from 'node:net';
import {getPriority, tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {text} from 'node:stream/consumers';
import {pathToFileURL} from 'node:url';
import {expect, it, onTestFinished} from 'vitest';
import * as z from 'zod';
import {reviewConfinement} from '../../src/commands/review/confinement.js';
import {confinement} from '../../src/runtime/confinement.js';
import {shipperOptions} from '../../src/shipper/confinement.js';
import {openerOptions} from '../../src/sources/open/opener.js';
import {temporaryFolder} from '../store/support.js';

const root = resolve('.');
const home = join(tmpdir(), 'home-of-duka');

/** Runs the attempts under these options, and returns those that succeeded. */
async function waysOutUnder(options: readonly string[]) {
  const outside = realpathSync(temporaryFolder());
  const secret = join(outside, 'secret.js');
  writeFileSync(secret, 'key = 1');
  const reached: string[] = [];
  const server = createServer(socket => {
    reached.push('a connection');
    socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const {port} = server.address() as AddressInfo;
  const shut = pathToFileURL('src/runtime/confinement.ts').href;
  const told = JSON.stringify({shut, outside, secret, port, parent: process.pid});
  const before = getPriority();
  const child = spawn(process.execPath, [...options, 'test/security/ways-out.mjs', told], {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const answer: unknown = said === '' ? complaints : JSON.parse(said);
  expect([readdirSync(outside), readFileSync(secret, 'utf8'), getPriority()]).toEqual([
    ['secret.js'],
    'key = 1',
    before,
  ]);
  return {answer, reached};
}

it.each([
  ['the process that opens foreign files', openerOptions(root)],
  ['a review', reviewConfinement({program: root, journal: home, exports: join(home, 'exports')})],
  ['any confined process', confinement({reads: [root]})],
])('%s has none of the ways out that Node has', async (_, options) => {
  const {answer, reached} = await waysOutUnder(options);
  expect(answer).toMatchObject({open: [], tried: 66});
  expect(reached).toEqual([]);
});

it('the shipper has none but the network', async () => {
  const {answer} = await waysOutUnder(shipperOptions(home, root));
  const {open} = z.object({open: z.array(z.string())}).parse(answer);
  expect(open).toContain('network: connect');
  expect(open.filter(way => !way.startsWith('network: '))).toEqual([]);
});

/** What Node had when the ways out were looked for. Whoever adds a module looks for its ways out first. */
it('all modules of Node have been looked at', () => {
  const known =
    '_http_agent _http_client _http_common _http_incoming _http_outgoing _http_server _tls_common _tls_wrap assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns dns/promises domain events fs fs/promises http http2 https inspector inspector/promises module net os path path/posix path/win32 perf_hooks process punycode querystring readline readline/promises repl stream stream/consumers stream/promises stream/web string_decoder sys timers timers/promises tls trace_events tty url util util/types v8 vm wasi worker_threads zlib node:ffi node:sea node:sqlite node:test node:test/reporters';
  expect(builtinModules.filter(name => !known.split(' ').includes(name))).toEqual([]);
});
