import {chmodSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import {checkRuntime} from '../../src/commands/doctor/machine.js';
import {nodeWarning} from '../../src/commands/reading.js';
import {setUp} from './card-support.js';
import {inShop} from './day-support.js';
import {collectAndLeave, collectAndSettle, collecting, openShop, type Ran, segmentsOf} from './support.js';

const it = inShop();

const names = [
  'runtime',
  'files',
  'tills',
  'disk',
  'settings',
  'zone',
  'journal',
  'key',
  'clock',
  'link',
  'approval',
  'printer',
];

function state({json}: Ran, name: string) {
  return json.checks.find((check: {name: string}) => check.name === name);
}

describe('doctor', () => {
  it('finds a sound till sound, and asks for no money', async () => {
    const shop = await openShop({DUKA_TILL: 'T7K'});
    const ran = await shop.run(['doctor', '--json']);
    expect(ran.exit).toBe(0);
    expect(ran.json.ok).toBe(true);
    expect(ran.json.checks.map(({name}: {name: string}) => name)).toEqual(names);
    expect(state(ran, 'key')).toMatchObject({state: 'ok', facts: {profile: 'sandbox', count: 3}});
    expect(state(ran, 'approval')).toMatchObject({state: 'unknown'});
    expect(state(ran, 'disk').facts.milliseconds).toBeGreaterThanOrEqual(0);
    expect(await shop.books()).toEqual([]);
  });

  it('knows from the journal that the account takes its currency', async () => {
    const shop = await openShop({DUKA_TILL: 'T7K'});
    await shop.run(['cash', 'sale', '--amount', '250', '--description', 'a card']);
    expect(state(await shop.run(['doctor', '--json']), 'approval')).toMatchObject({state: 'unknown'});
    const {reference} = (await collectAndSettle(shop, collecting('0712345678'))).json;
    const ran = await shop.run(['doctor', '--json']);
    expect(state(ran, 'approval')).toMatchObject({state: 'ok', facts: {currency: 'KES', reference}});
    await shop.run(['shift', 'z', '--person', 'Amina', '--skip-questions', '--count', 'KES:250']);
    const {out} = await shop.run(['doctor']);
    expect(out).toContain(`KES is enabled for this account: payment ${reference} was paid in it on`);
  });

  it('has a line for each, with a glyph and a word, and ends with whether the till is ready', async ({shop}) => {
    const {exit, out} = await shop.run(['doctor']);
    expect(exit).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines.pop()).toBe('✓ Ready to sell.');
    expect(lines).toHaveLength(names.length);
    for (const line of lines) expect(line).toMatch(/^[✓!?✗] \w+ +\S.*\.$/);
  });

  it('ends with the first thing to do where something is bad', async () => {
    const shop = await openShop({DUKA_PROFILE: 'live'});
    const {out} = await shop.run(['doctor']);
    const [, message] = /^✗ settings +(.*)$/m.exec(out) ?? [];
    expect(out.trimEnd().split('\n').at(-1)).toBe(`✗ Not ready to sell. First: ${message}`);
    expect((await shop.run(['doctor', '--json'])).json).toMatchObject({ok: false, first: 'settings'});
  });

  it('warns of a Node with known security faults', () => {
    const facts = {version: '26.10.0', secure: '26.12.1'};
    const {message, ...check} = checkRuntime({language: 'en'}, '26.10.0');
    expect(check).toEqual({name: 'runtime', state: 'warning', facts});
    expect(message).toMatch(/^This Node \(26\.10\.0\) has known security faults\. .* Node 26\.12\.1 or newer/);
    // So does every command that opens a till of real money, on standard error.
    expect(nodeWarning('live', 'en', '26.10.0')).toBe(message);
    for (const [profile, version] of [
      ['live', '26.12.1'],
      ['test', '26.10.0'],
      ['sandbox', '26.10.0'],
    ] as const)
      expect(nodeWarning(profile, 'en', version)).toBeUndefined();
  });

  it('exits 5 for a key that is refused, and never shows it', async () => {
    const shop = await openShop({DUKA_API_KEY: 'PZ78-PKTEST-hidden-hidden', DUKA_PROFILE: 'sandbox'});
    const ran = await shop.run(['doctor', '--json']);
    expect(ran.exit).toBe(5);
    expect(state(ran, 'key')).toMatchObject({state: 'bad', facts: {error: 'key-refused'}});
    expect(ran.out + ran.err).not.toContain('hidden');
  });

  it('exits 5 for settings that cannot be, and looks at the rest', async () => {
    const shop = await openShop({DUKA_PROFILE: 'live'});
    const ran = await shop.run(['doctor', '--json']);
    expect(ran.exit).toBe(5);
    expect(state(ran, 'settings')).toMatchObject({state: 'bad', facts: {error: 'setting-missing', name: 'DUKA_ZONE'}});
    expect(state(ran, 'disk').state).not.toBe('bad');
  });

  it('exits 6 for a service that is away', async () => {
    const shop = await openShop({
      DUKA_BASE_URL: 'http://127.0.0.1:1',
      DUKA_API_KEY: 'PZ78-PKTEST-0',
      DUKA_PROFILE: 'sandbox',
    });
    const ran = await shop.run(['doctor', '--json']);
    expect(ran.exit).toBe(6);
    expect(state(ran, 'key').facts.error).toBe('service-unreachable');
  });

  it('exits 7 for a damaged journal', async ({shop}) => {
    await collectAndLeave(shop, collecting('0712345102'));
    const [path = ''] = segmentsOf(shop);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"minor":20000', '"minor":10000'));
    const ran = await shop.run(['doctor', '--json']);
    expect(ran.exit).toBe(7);
    expect(state(ran, 'journal')).toMatchObject({state: 'bad', facts: {error: 'journal-damaged', line: 3}});
  });

  it.each([
    [300, 'warning', 0],
    [-7200, 'bad', 5],
  ])('looks at the clock: %i seconds off is %s', async (clockSkewSeconds, expected, exit) => {
    const shop = await openShop();
    await shop.faults({switches: {clockSkewSeconds}});
    const ran = await shop.run(['doctor', '--json']);
    expect(state(ran, 'clock').state).toBe(expected);
    expect(Math.abs(state(ran, 'clock').facts.skewSeconds + clockSkewSeconds)).toBeLessThan(5);
    expect(ran.exit).toBe(exit);
  });

  it('says that a live till passes cardPin over', async () => {
    const shop = await openShop({DUKA_PROFILE: 'live', DUKA_ZONE: 'Africa/Lagos', DUKA_API_KEY: 'not-of-practice'});
    setUp(shop, {cardPin: true, serviceHosts: [new URL(shop.baseUrl).host]});
    const ran = await shop.run(['doctor', '--json'], {environment: {DUKA_BASE_URL: shop.baseUrl}});
    expect(state(ran, 'settings')).toMatchObject({state: 'warning', facts: {profile: 'live', ignored: 'cardPin'}});
    expect(state(ran, 'settings').message).toContain('a live till takes no card PINs');
  });

  it('warns of files that others can read', async ({shop}) => {
    await collectAndLeave(shop, collecting('0712345102'));
    chmodSync(join(shop.home, 'settings.json'), 0o644);
    const ran = await shop.run(['doctor', '--json']);
    expect(ran.exit).toBe(0);
    expect(state(ran, 'files')).toMatchObject({state: 'warning', facts: {count: 1, file: 'settings.json'}});
  });

  it.each(['', 'sandbox'])('warns of a folder that others can write in: %j', async name => {
    const shop = await openShop();
    await collectAndLeave(shop, collecting('0712345102'));
    const folder = join(shop.home, name);
    chmodSync(folder, 0o777);
    const ran = await shop.run(['doctor', '--json']);
    expect(ran.exit).toBe(0);
    expect(state(ran, 'files')).toMatchObject({state: 'warning', facts: {folder}});
  });
});

describe('what the doctor says of the link', () => {
  it('is what a list has taken, and a sale and a check by the journal', async ({shop}) => {
    expect(state(await shop.run(['doctor', '--json']), 'link')).toMatchObject({
      state: 'ok',
      message: expect.stringMatching(/^The list of networks took \d+ bytes out and \d+ in\. .* no sale to measure\.$/),
    });
    await collectAndSettle(shop, collecting('0712345678'));
    const {message, facts} = state(await shop.run(['doctor', '--json']), 'link');
    expect(facts).toMatchObject({sales: 1});
    for (const name of ['sent', 'received', 'perQuestion']) {
      expect(facts[name], name).toBeGreaterThan(200);
      expect(facts[name], name).toBeLessThan(4000);
    }
    expect(facts.perSale).toBeGreaterThan(facts.perQuestion);
    expect(message).toContain(`A sale takes ${facts.perSale} bytes and a check ${facts.perQuestion}, `);
  });

  it('is not known of a service that is away and a journal without sales', async () => {
    const shop = await openShop({DUKA_BASE_URL: 'http://127.0.0.1:1', DUKA_API_KEY: 'PZ78-0', DUKA_PROFILE: 'sandbox'});
    expect(state(await shop.run(['doctor', '--json', '--lang', 'fr']), 'link')).toMatchObject({
      state: 'unknown',
      message: 'Le dernier jour du journal n’a pas de vente à mesurer.',
    });
  });
});

describe('what the doctor shows of a scanner', () => {
  const typed = (text: string, gap: number) => [...text].map((each, at) => ({text: each, at: at * gap}));

  it.each([
    ['5901234123457\r', 4, 0, {code: '5901234123457', suffix: 'enter', isRecognised: true, characters: 14}],
    ['5901234123457\t', 4, 5, {code: '5901234123457', suffix: 'tab', isRecognised: false}],
    ['5901234123457', 4, 5, {code: '5901234123457', suffix: 'none', isRecognised: false}],
    ['5901234123457\r', 120, 5, {code: null, suffix: 'enter', isRecognised: false, milliseconds: 1560}],
    ['4508750015741019\r', 4, 0, {code: '[card …1019]'}],
    [']E05901234123457\r', 4, 0, {mark: ']E0', prefix: null, isRecognised: true}],
    ['~5901234123457\r', 4, 0, {mark: null, prefix: '~'}],
  ] as const)('%j', async (text, gap, exit, json) => {
    const shop = await openShop({DUKA_TILL: 'T7K'});
    const ran = await shop.run(['doctor', '--scanner', '--json'], {keys: typed(text, gap)});
    expect(ran).toMatchObject({exit, json});
    expect(ran.err).toContain('Scan a code now.');
  });

  it('tells the mark of a symbology from a prefix, and names the setting for a prefix', async () => {
    const shop = await openShop({DUKA_TILL: 'T7K'});
    const {out} = await shop.run(['doctor', '--scanner'], {keys: typed('~]E05901234123457\r', 4)});
    expect(out).toContain('It begins with ]E0, the mark of its kind (AIM).');
    expect(out).toContain('duka settings set scanner.prefix "~"');
  });

  it('names the setting for a scanner that ends a code in another way', async () => {
    const shop = await openShop({DUKA_TILL: 'T7K'});
    const {out} = await shop.run(['doctor', '--scanner'], {keys: typed('5901234123457\t', 4)});
    expect(out).toContain('ended by Tab. If the scanner is meant to be so: duka settings set scanner.suffix tab');
    expect((await shop.run(['settings', 'set', 'scanner.suffix', 'tab'])).exit).toBe(0);
    expect((await shop.run(['doctor', '--scanner'], {keys: typed('5901234123457\t', 4)})).exit).toBe(0);
    expect(await shop.run(['doctor', '--scanner', '--json'])).toMatchObject({exit: 2, json: {error: 'no-terminal'}});
  });
});
