import {cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import {machine} from '../../src/world.js';
import {inShop} from './day-support.js';
import {run} from './support.js';

const it = inShop({DUKA_TILL: 'T7K'});

/** Where nobody answers: on a slow machine the till has asked by itself before it sells. */
const withoutLink = <Options extends {readonly environment: Readonly<Record<string, string>>}>(there: Options) => ({
  ...there,
  environment: {...there.environment, DUKA_BASE_URL: 'http://127.0.0.1:1'},
});

describe.concurrent('a journal that was put back', () => {
  it('asks the service about what was open before it asks for more', async ({onTestFinished, shop}) => {
    const collect = ['collect', '--phone', '0712345102', '--country', 'KE', '--amount', '250', '--wait', '1', '--json'];
    const {json: first} = await shop.run(collect);
    const home = mkdtempSync(join(tmpdir(), 'duka-restored-'));
    onTestFinished(() => rmSync(home, {recursive: true, force: true}));
    cpSync(shop.home, home, {recursive: true});
    const there = {
      environment: {DUKA_HOME: home, DUKA_TILL: 'T7K', DUKA_BASE_URL: shop.baseUrl, DUKA_API_KEY: shop.apiKey},
    };
    const other = collect.map(word => (word === '0712345102' ? '0712345678' : word));
    expect(await run(other, withoutLink(there))).toMatchObject({exit: 2, json: {error: 'restore-unheard', count: 1}});
    const change = ['subscription', 'pause', '7', '--json'];
    expect(await run(change, withoutLink(there))).toMatchObject({exit: 2, json: {error: 'restore-unheard'}});
    expect((await shop.books()).length).toBe(1);
    expect((await run(['cash', 'sale', '--amount', '50', '--tendered', '50'], there)).exit).toBe(0);
    await run(['status', first.reference, '--wait', '1'], there);
    const missing = {warnings: [{code: 'restored', message: expect.stringContaining('may be missing here')}]};
    expect((await run(other, there)).json).toMatchObject(missing);
    expect((await shop.books()).length).toBe(2);
    const third = collect.map(word => (word === '0712345102' ? '0712345679' : word));
    expect((await run(third, there)).json).toMatchObject({warnings: []});
  });
});

describe.concurrent('a backup', () => {
  it('is one encrypted file; put back, it asks before it sells', async ({onTestFinished, shop}) => {
    const {json: sale} = await shop.run([
      ...['collect', '--phone', '0712345102', '--country', 'KE', '--amount', '250', '--wait', '1', '--json'],
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'duka-backups-'));
    onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
    const backup = (line: readonly string[], running = {}) => shop.run(['backup', ...line, '--json'], running);
    const {json: key} = await backup(['key', join(folder, 'owner.key')]);
    expect(key.recipient).toMatch(/^age1/);
    expect(statSync(join(folder, 'owner.key')).mode & 0o077).toBe(0);
    expect((await backup(['create', '--out', `${folder}/`])).json).toMatchObject({error: 'backup-unlocked'});
    expect((await backup(['create', '--out', `${folder}/`, '--recipient', 'age1x'])).json.error).toBe(
      'backup-recipient-invalid',
    );
    const {exit, json: made} = await backup(['create', '--out', `${folder}/`, '--recipient', key.recipient]);
    expect([exit, made.till]).toEqual([0, 'T7K']);
    expect(statSync(made.file).mode & 0o077).toBe(0);
    expect(readFileSync(made.file, 'latin1')).toMatch(/^age-encryption.org\/v1\n/);
    expect((await backup(['create', '--out', made.file, '--recipient', key.recipient])).json.error).toBe('file-exists');
    const own = ['--identity', join(folder, 'owner.key')];
    expect((await backup(['verify', made.file])).json.message).toContain('--identity');
    expect(await backup(['verify', made.file, ...own])).toMatchObject({exit: 0, json: {ok: true, head: made.head}});
    await backup(['key', join(folder, 'other.key')]);
    expect((await backup(['verify', made.file, '--identity', join(folder, 'other.key')])).json.error).toBe(
      'backup-locked',
    );
    const spoilt = join(folder, 'spoilt.age');
    const bytes = readFileSync(made.file);
    for (const at of [10, 150, bytes.length >> 1, bytes.length - 5]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(spoilt, changed);
      expect((await backup(['verify', spoilt, ...own])).json.error).toMatch(/^backup-(?:damaged|locked)$/);
    }
    writeFileSync(spoilt, bytes.subarray(0, bytes.length - 100));
    expect((await backup(['verify', spoilt, ...own])).json).toMatchObject({error: 'backup-damaged'});
    expect((await backup(['restore', made.file, ...own])).json).toMatchObject({error: 'backup-till-exists'});

    const home = join(folder, 'home');
    const there = {
      environment: {DUKA_HOME: home, DUKA_TILL: 'T7K', DUKA_BASE_URL: shop.baseUrl, DUKA_API_KEY: shop.apiKey},
    };
    expect((await run(['backup', 'restore', made.file, ...own, '--json'], there)).exit).toBe(0);
    const journalOf = (of: string) => {
      const journal = join(of, 'sandbox/T7K/journal');
      return readdirSync(journal)
        .filter(name => name.endsWith('.jsonl'))
        .map(name => readFileSync(join(journal, name), 'utf8'));
    };
    expect(journalOf(home)).toEqual(journalOf(shop.home));
    const other = ['collect', '--phone', '0712345678', '--country', 'KE', '--amount', '99', '--wait', '1', '--json'];
    expect((await run(other, withoutLink(there))).json).toMatchObject({error: 'restore-unheard'});
    const confirm = ['backup', 'confirm', '--person', 'Amina', '--reason', 'compared', '--json'];
    expect((await run(confirm, withoutLink(there))).json).toEqual({confirmed: true});
    expect((await run(confirm, there)).json).toEqual({confirmed: false});
    expect((await run(other, there)).json.error).toBeUndefined();
    expect((await run(['status', sale.reference, '--wait', '1', '--json'], there)).json.reference).toBe(sale.reference);

    const secret = {secrets: ['correct horse battery', 'correct horse battery']};
    const {json: locked} = await backup(['create', '--out', join(folder, 'by-words.age')], secret);
    expect((await backup(['verify', locked.file], {secrets: ['wrong horse battery']})).json.error).toBe(
      'backup-locked',
    );
    expect((await backup(['verify', locked.file, '--passphrase-stdin'], {input: 'correct horse battery\n'})).exit).toBe(
      0,
    );
    expect(readdirSync(folder).filter(name => name.startsWith('.') || name.endsWith('.part'))).toEqual([]);
  });

  it('is not made of a journal with damage in an older day, which no restore would take', async ({
    onTestFinished,
    shop,
  }) => {
    const sale = ['cash', 'sale', '--currency', 'KES', '--amount', '50'];
    await shop.run(sale);
    await shop.run(sale, {world: {...machine, now: () => machine.now() + 24 * 3_600_000}});
    const journal = join(shop.home, 'sandbox/T7K/journal');
    const [older = ''] = readdirSync(journal).filter(name => name.endsWith('.jsonl'));
    const lines = readFileSync(join(journal, older), 'utf8');
    writeFileSync(join(journal, older), lines.replace('"minor":5000', '"minor":4000'));
    const folder = mkdtempSync(join(tmpdir(), 'duka-backups-'));
    onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
    const {json: key} = await shop.run(['backup', 'key', join(folder, 'owner.key'), '--json']);
    const made = await shop.run(['backup', 'create', '--out', `${folder}/`, '--recipient', key.recipient, '--json']);
    expect(made).toMatchObject({exit: 7, json: {error: 'journal-damaged', segment: older.slice(0, 10)}});
    expect(readdirSync(folder)).toEqual(['owner.key']);
  });
});
