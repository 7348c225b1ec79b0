import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {build} from 'esbuild';
import {afterAll, beforeAll, expect, onTestFinished, test} from 'vitest';
import {startEmbeddedSandbox} from '../../src/sandbox/embedded.js';
import {clientOf, fullHeaders, kenya} from './support.js';

const folder = mkdtempSync(join(tmpdir(), 'duka-embedded-'));
const entry = pathToFileURL(join(folder, 'worker.js'));
const till = join(folder, 'till.js');
const standalone = join(folder, 'standalone.js');

const chargePath = '/subsidiary/collections/v1/process-collection';

/** A process that charges once, prints the HTTP status and ends without closing its sandbox. */
const tillSource = `
  import {startEmbeddedSandbox} from './embedded.js';
  const {baseUrl} = await startEmbeddedSandbox(process.argv[2], new URL('./worker.js', import.meta.url));
  const body = JSON.stringify({...${JSON.stringify(kenya)}, transaction_reference: 'REF' + process.pid});
  const headers = ${JSON.stringify(fullHeaders)};
  const {status} = await fetch(baseUrl + '${chargePath}', {method: 'POST', headers, body});
  console.log(status);
`;

/** A process that closes its sandbox while an answer of an hour is awaited. */
const standaloneSource = `
  import {startSandbox} from './server.js';
  const sandbox = await startSandbox({data: ':memory:'});
  const headers = ${JSON.stringify(fullHeaders)};
  const post = (path, body) => fetch(sandbox.baseUrl + path, {method: 'POST', headers, body: JSON.stringify(body)});
  const slow = {route: 'process-collection', fault: 'slow', rate: 1, seed: 1, seconds: 3600};
  await post('/sandbox/faults', {rules: [slow]});
  post('${chargePath}', ${JSON.stringify(kenya)}).catch(() => {});
  while ((await (await fetch(sandbox.baseUrl + '/sandbox/transactions')).json()).length === 0);
  await sandbox.close();
`;

const runTill = (data: string) => promisify(execFile)(process.execPath, [till, data]);
const source = (name: string) => join(import.meta.dirname, '../../src/sandbox', name);

beforeAll(async () => {
  await build({
    entryPoints: {worker: source('worker.ts'), embedded: source('embedded.ts'), server: source('server.ts')},
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(till, tillSource);
  writeFileSync(standalone, standaloneSource);
});

afterAll(() => rmSync(folder, {recursive: true}));

test('runs in a worker, keeps its books in the folder, and the next one goes on with them', async () => {
  const data = join(folder, 'kept');
  const first = await startEmbeddedSandbox(data, entry);
  expect((await clientOf(first).charge(kenya)).json.response_code).toBe('09');
  await first.close();
  await expect(clientOf(first).banks('KES')).rejects.toMatchObject({code: 'ECONNREFUSED'});
  const second = await startEmbeddedSandbox(data, entry);
  onTestFinished(() => second.close());
  expect(second.apiKey).toBe(first.apiKey);
  expect(await clientOf(second).books()).toHaveLength(1);
});

test('closes at once, even while an answer is awaited, and any number of times', async () => {
  const sandbox = await startEmbeddedSandbox(join(folder, 'closed'), entry);
  const client = clientOf(sandbox);
  const waiting = client.charge({...kenya, customer_number: '254712345110'}).catch(() => 'gone');
  await expect.poll(client.books).toHaveLength(1);
  await Promise.all([sandbox.close(), sandbox.close()]);
  expect(await waiting).toBe('gone');
});

test('one that dies says so', async () => {
  const dying = join(folder, 'dying.mjs');
  writeFileSync(
    dying,
    `import {parentPort} from 'node:worker_threads';
     parentPort.postMessage({baseUrl: '', apiKey: ''});
     setImmediate(() => Promise.reject(new TypeError('a promise that nobody waits for')));`,
  );
  const told: unknown[] = [];
  const tell = (trouble: unknown) => told.push(trouble);
  // Node may deliver the error before the message, which was posted first: then there is no sandbox that could end.
  await startEmbeddedSandbox(folder, pathToFileURL(dying), tell).catch(error =>
    tell({what: 'ended', code: error.name}),
  );
  await expect.poll(() => told).toEqual([{what: 'ended', code: 'TypeError'}]);
});

test('does not keep its process alive, and prints nothing', async () => {
  const {stdout, stderr} = await runTill(join(folder, 'left'));
  expect(stdout).toMatch(/^200\n$/);
  expect(stderr).toBe('');
});

test('a process that closed its sandbox is held up by no answer', () =>
  promisify(execFile)(process.execPath, [standalone]));

test('many processes can make the same books at once', async () => {
  const data = join(folder, 'many');
  const tills = await Promise.all(Array.from({length: 4}, () => runTill(data)));
  expect(tills.map(till => till.stdout)).toEqual(Array(4).fill('200\n'));
  const sandbox = await startEmbeddedSandbox(data, entry);
  onTestFinished(() => sandbox.close());
  expect(await clientOf(sandbox).books()).toHaveLength(4);
});

test('says why it cannot start', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await expect(startEmbeddedSandbox(file, entry)).rejects.toThrow(/EEXIST|ENOTDIR/);
});
