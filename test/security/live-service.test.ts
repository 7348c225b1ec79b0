import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {describe, expect, inject, it, onTestFinished} from 'vitest';
import {readReceipt} from '../../src/print/signature.js';
import {startLiveService} from '../live-service.js';
import {sandbox} from '../sandbox/support.js';
import {home, open, run} from '../terminal/terminal.js';

const collect = ['collect', '--json', '--phone', '0712345678', '--amount', '200', '--wait', '30'];
const words = {DUKA_EMAIL: 'shop@example.com', DUKA_PHONE: '0712345678'};
/** What may stand only where the practice service is: its cards and its key, and a live key as the service issues them. */
const testCards = /4508750015741019|5123450000000008|5111111111111118|4012000033330026/;
const testKeys = /PZ78-PKTEST/;
const liveKeys = /PKLIVE-[0-9A-F]/;

const dist = () => dirname(inject('duka'));
const bundled = () => readdirSync(dist()).filter(name => /\.c?js$/.test(name));

/** A copy of the bundle in which each file says that it is loaded: a till takes no variable that has Node write what it loads. */
function tellingBundle() {
  const folder = mkdtempSync(join(tmpdir(), 'duka-loaded-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const told = JSON.stringify(join(folder, 'loaded'));
  for (const name of bundled()) {
    const telling = `process.getBuiltinModule('node:fs').appendFileSync(${told}, ${JSON.stringify(`${name}\n`)});\n`;
    const text = readFileSync(join(dist(), name), 'utf8');
    writeFileSync(
      join(folder, name),
      text.replace(/^(?:#!.*\n)?/, firstLine => firstLine + telling),
    );
  }
  const loaded = () => [...new Set(readFileSync(join(folder, 'loaded'), 'utf8').trimEnd().split('\n'))];
  return {program: join(folder, 'duka.js'), loaded};
}

describe('a live till', () => {
  it('asks nothing of the practice service, by whatever way it is pointed there', async () => {
    const server = await sandbox();
    const live = {...words, DUKA_PROFILE: 'live', DUKA_API_KEY: server.apiKey};
    const byFlag = await run(home(), [...collect, '--base-url', server.baseUrl], live);
    const byEnvironment = await run(home(), collect, {...live, DUKA_BASE_URL: server.baseUrl});
    const folder = home();
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({baseUrl: server.baseUrl}), {mode: 0o600});
    const bySettings = await run(folder, collect, live);
    for (const {exit, out, error} of [byFlag, byEnvironment, bySettings]) {
      const host = new URL(server.baseUrl).host;
      expect([exit, JSON.parse(out)]).toMatchObject([5, {error: 'service-host-refused', host}]);
      expect(error).toContain(`"serviceHosts": ["${host}"]`);
    }
    // Where the owner allows even that, the practice service itself answers nobody who says live.
    const allowed = home();
    const settings = {serviceHosts: [new URL(server.baseUrl).host], baseUrl: server.baseUrl};
    writeFileSync(join(allowed, 'settings.json'), JSON.stringify(settings), {mode: 0o600});
    const refused = await run(allowed, collect, live);
    expect([refused.exit, JSON.parse(refused.out)]).toMatchObject([5, {status: 'failed'}]);
    expect(await server.books()).toEqual([]);
  });

  it('writes the address into the journal and the slip’s code, and shows it, where it is another than the service’s', async () => {
    const server = await sandbox(Date.now);
    const service = await startLiveService(server.baseUrl);
    const folder = home();
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(service.settings), {mode: 0o600});
    const live = {...words, ...service.environment};
    const paid = await run(folder, collect, live);
    expect([paid.exit, JSON.parse(paid.out).status]).toEqual([0, 'paid']);
    const journal = join(folder, 'live', 'T7K', 'journal');
    const [name = ''] = readdirSync(journal).filter(file => file.endsWith('.jsonl'));
    const first = JSON.parse(readFileSync(join(journal, name), 'utf8').split('\n')[0] ?? '');
    expect(first).toMatchObject({type: 'segment-opened', data: {service: `http://${service.host}`}});
    const slip = await run(folder, ['receipt', JSON.parse(paid.out).reference, '--json'], live);
    const printed = JSON.parse(slip.out)
      .lines.map((line: string) => line.trim())
      .join('');
    const code = /DUKA1\.[\w-]+\.[\w-]{86}/.exec(printed)?.[0] ?? '';
    expect(readReceipt(code, '')?.claim).toMatchObject({profile: 'live', service: service.host});
    const proved = await run(folder, ['claim', '--qr', code], live);
    expect([proved.exit, proved.out]).toEqual([
      0,
      expect.stringContaining(`! The money was not requested at the provider’s own address but at ${service.host}.`),
    ]);
    writeFileSync(
      join(folder, 'settings.json'),
      JSON.stringify({...JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')), serviceHosts: []}),
    );
    expect((await run(folder, ['claim', '--qr', code], {...live, DUKA_BASE_URL: ''})).exit).toBe(4);
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(service.settings), {mode: 0o600});
    const till = open(folder, live);
    await till.sees(`LIVE ${service.host}`);
  });

  it('is known to the screen of an empty home beside it, before the first sale', async () => {
    const service = await startLiveService((await sandbox(Date.now)).baseUrl);
    const [folder, user] = [home(), home()];
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(service.settings), {mode: 0o600});
    expect((await run(folder, collect, {...words, ...service.environment, HOME: user})).exit).toBe(0);
    const till = open(home(), {HOME: user});
    await till.sees('This folder has no payment yet');
    await till.sees('before you sell.');
  });

  it('loads neither test cards nor test keys, on the screen or by command', async () => {
    const server = await sandbox(Date.now);
    const service = await startLiveService(server.baseUrl);
    const folder = home();
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(service.settings), {mode: 0o600});
    const {program, loaded} = tellingBundle();
    const live = {...words, ...service.environment};
    expect((await run(folder, collect, live, undefined, program)).exit).toBe(0);
    expect((await run(folder, ['doctor', '--json'], live, undefined, program)).out).toContain('"ok"');
    const till = open(folder, live, {program});
    await till.sees('LIVE');
    till.press('ctrl-c');
    await till.ended;
    expect(loaded()).toEqual(expect.arrayContaining(['duka.js', 'main.cjs']));
    expect(loaded().length).toBeGreaterThan(20);
    const isOfPractice = (text: string) => [testCards, testKeys].some(some => some.test(text));
    const ofPractice = () => loaded().filter(name => isOfPractice(readFileSync(join(dist(), name), 'utf8')));
    expect(ofPractice()).toEqual([]);
    expect((await run(home(), ['bank', 'list', 'KES'], {}, undefined, program)).exit).toBe(0);
    expect(ofPractice().length).toBeGreaterThan(0);
  });
});

it('no live key is in the bundle, and the cards and keys for practice are in chunks of their own', () => {
  const texts = new Map(bundled().map(name => [name, readFileSync(join(dist(), name), 'utf8')]));
  const having = (what: RegExp) => [...texts].filter(([, text]) => what.test(text)).map(([name]) => name);
  expect(having(liveKeys)).toEqual([]);
  expect(having(testKeys)).toContain('sandbox-worker.js');
  expect(having(testKeys)).not.toContain('main.cjs');
  expect(having(testCards).length).toBeGreaterThan(0);
  expect(having(testCards)).not.toContain('main.cjs');
});
