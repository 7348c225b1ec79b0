import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {zstdCompressSync} from 'node:zlib';
import {describe, expect, it, onTestFinished} from 'vitest';
import {collectAndLeave, openShop, type Ran, run, type Shop} from '../commands/support.js';
import {cutAfter} from '../cut-disk.js';
import {startOffice} from './office.js';
import {journalBytes} from './support.js';

const till = 'T7K';
const sale = ['cash', 'sale', '--amount', '200'];
const collect = ['collect', '--phone', '0712345678', '--country', 'KE', '--amount', '250', '--wait', '1', '--json'];
const restore = ['journal', 'restore', '--from-office', '--json'];
const countOf = (bytes: string) => bytes.split('\n').length - 1;
const folderOf = (home: string) => join(home, 'sandbox', till);

function emptyHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'duka-lost-'));
  onTestFinished(() => rmSync(home, {recursive: true, force: true}));
  return home;
}

async function shopWithOffice() {
  const office = await startOffice();
  onTestFinished(() => office.close());
  const shop = await openShop({DUKA_TILL: till});
  for (const _ of [1, 2, 3, 4]) await shop.run(sale);
  await shop.run(['join', office.url, office.code()]);
  await shop.run(['ship', '--once']);
  return {office, shop};
}

/** Another machine of the same merchant. */
const at =
  ({baseUrl, apiKey}: Shop, home: string) =>
  (line: readonly string[]): Promise<Ran> =>
    run(line, {environment: {DUKA_HOME: home, DUKA_TILL: till, DUKA_BASE_URL: baseUrl, DUKA_API_KEY: apiKey}});

describe('a journal out of the head office', () => {
  it('comes back to a lost till byte for byte, which then asks about what was open before it sells', async () => {
    const {office, shop} = await shopWithOffice();
    const open = await collectAndLeave(shop, [...collect.slice(0, 1), '--phone', '0712345102', ...collect.slice(3)]);
    await shop.run(['ship', '--once']);
    const home = emptyHome();
    const there = at(shop, home);
    const restored = await there([...restore, office.url, office.code(till)]);
    const lines = office.recordOf(till)?.seq;
    expect(restored).toMatchObject({
      exit: 0,
      json: {till, profile: 'sandbox', url: office.url, seq: lines, added: lines},
    });
    expect(journalBytes(folderOf(home))).toBe(journalBytes(folderOf(shop.home)));
    for (const name of globSync('**', {cwd: home, withFileTypes: true}).filter(each => each.isFile()))
      expect(statSync(join(name.parentPath, name.name)).mode & 0o077).toBe(0);
    expect(readdirSync(folderOf(home)).filter(name => name.startsWith('.restore'))).toEqual([]);
    // The till's key was lost with it, so nothing here proves that the office has all of its lines.
    expect(await there(collect)).toMatchObject({exit: 7, json: {error: 'journal-unproved', why: 'head-key-missing'}});
    const accepted = await there(['journal', 'accept', '--person', 'Amina', '--json']);
    expect(accepted).toMatchObject({exit: 0, json: {accepted: 'head-key-missing'}});
    expect(await there(['journal', 'verify'])).toMatchObject({exit: 0});
    // What it asks is not answered yet.
    const alone = at({...shop, baseUrl: 'http://127.0.0.1:1'}, home);
    expect(await alone(collect)).toMatchObject({exit: 2, json: {error: 'restore-unheard', count: 1}});
    expect(await shop.books()).toHaveLength(1);
    await there(['status', open.json.reference, '--wait', '1']);
    expect((await there(collect)).json.error).toBeUndefined();
    // The settings of the new machine are not those in force: nothing is sent before the owner accepts them.
    expect(await there(['ship', '--once', '--json'])).toMatchObject({exit: 5, json: {error: 'office-not-settled'}});
    expect(await there(['settings', 'accept'])).toMatchObject({exit: 0});
    expect(await there(['ship', '--once'])).toMatchObject({exit: 0});
    expect(office.bytesOf(till)).toBe(journalBytes(folderOf(home)));
    expect(office.recordOf(till)).toMatchObject({branches: []});
  });

  it('is put behind an older copy of it, and a till that has all of it is left alone', async () => {
    const {office, shop} = await shopWithOffice();
    const home = emptyHome();
    cpSync(shop.home, home, {recursive: true});
    await shop.run(sale);
    await shop.run(['ship', '--once']);
    const there = at(shop, home);
    expect(await there(['ship', '--once', '--json'])).toMatchObject({exit: 4, json: {trouble: 'till-behind'}});
    expect(await there(restore)).toMatchObject({exit: 0, err: ''});
    expect(journalBytes(folderOf(home))).toBe(journalBytes(folderOf(shop.home)));
    expect(await there(restore)).toMatchObject({
      exit: 2,
      json: {error: 'office-behind', line: office.recordOf(till)?.seq},
    });
    await there(sale);
    const types = (await there(['journal', 'events', '--technical', '--json'])).json.map(
      ({type}: {type: string}) => type,
    );
    expect(types).toContain('journal-restored');
    expect(await there(['ship', '--once'])).toMatchObject({exit: 0});
    expect(office.bytesOf(till)).toBe(journalBytes(folderOf(home)));
  });

  it('is contradicted by what the office has of it, although what it had signed is deleted', async () => {
    const {office, shop} = await shopWithOffice();
    const home = emptyHome();
    cpSync(shop.home, home, {recursive: true});
    await shop.run(sale);
    await shop.run(['ship', '--once']);
    const seq = office.recordOf(till)?.seq;
    const there = at(shop, home);
    for (const trouble of ['till-behind', 'forked']) {
      rmSync(join(folderOf(home), 'office.json'));
      expect(await there(['ship', '--once', '--json'])).toMatchObject({exit: 4, json: {trouble}});
      const verified = await there(['journal', 'verify', '--json']);
      expect(verified).toMatchObject({exit: 4, json: {ok: true, office: {seq, agrees: false}}});
      await there(sale);
    }
  });

  it('comes without a code from no office that the lines have put out of force', async () => {
    const {office, shop} = await shopWithOffice();
    const trusted = [
      'settings.json',
      join('sandbox', till, 'settings-signed.json'),
      join('sandbox', till, 'office-key.pem'),
    ];
    const kept = trusted.map(name => readFileSync(join(shop.home, name)));
    await shop.run(['leave']);
    for (const [at, name] of trusted.entries()) writeFileSync(join(shop.home, name), kept[at] ?? '', {mode: 0o600});
    const before = journalBytes(folderOf(shop.home));
    expect(await shop.run(restore)).toMatchObject({exit: 5, json: {error: 'office-not-settled', url: office.url}});
    expect(journalBytes(folderOf(shop.home))).toBe(before);
  });

  it('is not believed where the office had signed for more than it gives back', async () => {
    const {office, shop} = await shopWithOffice();
    const older = emptyHome();
    cpSync(shop.home, older, {recursive: true});
    for (const _ of [1, 2, 3]) await shop.run(sale);
    await shop.run(['ship', '--once']);
    const signed = office.recordOf(till)?.seq ?? 0;
    // A journal that was put back beside what the shipper has kept; and the office was put back too.
    const kept = join(folderOf(older), 'office.json');
    cpSync(join(folderOf(shop.home), 'office.json'), kept);
    office.rollBack(till, signed - 1);
    const before = journalBytes(folderOf(older));
    const there = at(shop, older);
    const facts = {error: 'office-restore-older', from: signed, to: signed - 1, file: kept};
    expect(await there(restore)).toMatchObject({exit: 4, json: facts});
    expect(await there([...restore, office.url, office.code(till)])).toMatchObject({exit: 4, json: facts});
    expect(journalBytes(folderOf(older))).toBe(before);
    expect(office.incidents.map(({kind}) => kind)).toContain('office-rolled-back');
    // Nor where it has others by now in the place of those that it had signed for.
    const other = emptyHome();
    cpSync(older, other, {recursive: true});
    rmSync(join(folderOf(other), 'office.json'));
    office.rollBack(till, countOf(before));
    for (const _ of [1, 2, 3, 4, 5]) await at(shop, other)(sale);
    await at(shop, other)(['ship', '--once']);
    expect(office.recordOf(till)?.seq).toBeGreaterThan(signed);
    expect(await there(restore)).toMatchObject({
      exit: 2,
      json: {error: 'office-lines-differ', why: 'signed-otherwise'},
    });
    expect(journalBytes(folderOf(older))).toBe(before);
    // Nobody has the later lines any more: a person says so by taking away what says that there were any.
    rmSync(kept);
    expect(await there(restore)).toMatchObject({exit: 0, json: {seq: office.recordOf(till)?.seq}});
  });

  /** What a power cut may come into: how the home is before, and what is under way there. */
  const ways: Readonly<Record<string, {readonly has: 'nothing' | 'older lines'; readonly byCode: boolean}>> = {
    'an empty home, by a code': {has: 'nothing', byCode: true},
    'an older copy, by a code': {has: 'older lines', byCode: true},
    'an older copy that had joined': {has: 'older lines', byCode: false},
  };

  const linesIn = (home: string) => (existsSync(join(folderOf(home), 'journal')) ? journalBytes(folderOf(home)) : '');

  it.each(Object.entries(ways))('may be cut off by the power at every file: %s', async (_, {has, byCode}) => {
    const {office, shop} = await shopWithOffice();
    const older = emptyHome();
    cpSync(shop.home, older, {recursive: true});
    for (const _ of [1, 2, 3]) await shop.run(sale);
    await shop.run(['ship', '--once']);
    const lines = office.bytesOf(till) ?? '';
    const restoring = () => (byCode ? [...restore, office.url, office.code(till)] : restore);
    let cut = 0;
    for (let isCut = true; isCut; cut += 1) {
      const home = emptyHome();
      if (has === 'older lines') cpSync(older, home, {recursive: true});
      const there = at(shop, home);
      isCut = (await cutAfter(home, cut, () => there(restoring()))) > cut;
      // Whoever goes on without it sells behind all lines, or none of the office's, and then nothing of it is sent there.
      const other = emptyHome();
      cpSync(home, other, {recursive: true});
      const before = linesIn(other);
      const {json} = await at(shop, other)([...sale, '--json']);
      const mayOpen = [linesIn(older), lines, ''].includes(before);
      expect([cut, mayOpen, json.error ?? 'none']).toEqual([
        ...[cut, mayOpen],
        mayOpen && json.error === undefined ? 'none' : 'journal-unproved',
      ]);
      if (before === '') await at(shop, other)(['ship', '--once']);
      expect(office.incidents.map(({kind}) => kind)).not.toContain('forked');
      expect([cut, office.bytesOf(till)]).toEqual([cut, lines]);
      // Done again, it is whole.
      const again = await there(restoring());
      expect([cut, again.exit === 0 || again.json.error === 'office-behind' ? 'done' : again.err]).toEqual([
        cut,
        'done',
      ]);
      expect(journalBytes(folderOf(home))).toBe(lines);
      if (has === 'nothing') {
        expect(await there(['journal', 'accept', '--person', 'Amina'])).toMatchObject({exit: 0});
        expect(await there(['settings', 'accept'])).toMatchObject({exit: 0});
      }
      expect([cut, (await there(['journal', 'verify'])).err]).toEqual([cut, '']);
      expect([cut, (await there([...sale, '--json'])).exit]).toEqual([cut, 0]);
    }
    expect(cut).toBeGreaterThan(5);
  });

  it('goes nowhere near a journal that went on by itself', async () => {
    const {office, shop} = await shopWithOffice();
    const home = emptyHome();
    cpSync(shop.home, home, {recursive: true});
    const there = at(shop, home);
    await there(sale);
    for (const _ of [1, 2, 3]) await shop.run(sale);
    await shop.run(['ship', '--once']);
    const before = journalBytes(folderOf(home));
    expect(await there(restore)).toMatchObject({exit: 2, json: {error: 'office-lines-differ', why: 'own-lines'}});
    expect(journalBytes(folderOf(home))).toBe(before);
    expect(office.incidents.map(({kind}) => kind)).not.toContain('cloned');
  });

  it.each<[string, (lines: string) => Uint8Array | string, string]>([
    ['a changed amount', lines => lines.replace('"minor":20000', '"minor":10000'), 'wrong-hash'],
    ['a line left out', lines => lines.split('\n').toSpliced(2, 1).join('\n'), 'wrong-hash'],
    ['another till’s lines', lines => lines.replaceAll('"till":"T7K"', '"till":"T7L"'), 'wrong-hash'],
    ['half a line', lines => lines.slice(0, -30), 'not-lines'],
    ['nothing', () => '', 'not-lines'],
    ['no text', () => Buffer.from([0xff, 0xfe, 10]), 'not-text'],
    ['a page', () => '<html>\n', 'without-hash'],
  ])('is refused with %s, and nothing is changed', async (_, spoil, why) => {
    const {office, shop} = await shopWithOffice();
    const home = emptyHome();
    const there = at(shop, home);
    const lines = office.bytesOf(till);
    office.behave(({path}) =>
      path.startsWith('/v1/journal/lines') ? {http: 200, body: zstdCompressSync(spoil(lines))} : undefined,
    );
    const ran = await there([...restore, office.url, office.code(till)]);
    expect(ran).toMatchObject({exit: 2, json: {error: 'office-lines-differ', why: expect.stringContaining(why)}});
    expect(existsSync(join(folderOf(home), 'journal'))).toBe(false);
    expect(existsSync(join(home, 'settings.json'))).toBe(false);
  });

  it('is refused where what answers bursts, has gone, or says no', async () => {
    const {office, shop} = await shopWithOffice();
    const there = at(shop, emptyHome());
    const bomb = zstdCompressSync(Buffer.alloc(200 * 1024 * 1024));
    const lines = (body: Uint8Array, http = 200) =>
      office.behave(({path}) => (path.startsWith('/v1/journal/lines') ? {http, body} : undefined));
    lines(bomb);
    expect((await there([...restore, office.url, office.code(till)])).json.error).toBe('office-lines-differ');
    lines(Buffer.from('no zstd'));
    expect((await there([...restore, office.url, office.code(till)])).json.error).toBe('office-lines-differ');
    lines(Buffer.from('{}'), 503);
    expect((await there([...restore, office.url, office.code(till)])).json).toMatchObject({error: 'office-refused'});
    office.behave(({path}) => (path.startsWith('/v1/journal?') ? {http: 200, body: {}} : undefined));
    expect((await there([...restore, office.url, office.code(till)])).json.error).toBe('office-not-trusted');
    expect((await there([...restore, office.url])).exit).toBe(2);
    expect((await there(restore)).json).toMatchObject({error: 'office-none'});
    expect((await there(['journal', 'restore'])).exit).toBe(2);
  });

  it('is what a backup is followed by, before the till is opened', async () => {
    const {office, shop} = await shopWithOffice();
    const folder = emptyHome();
    const file = join(folder, 'till.age');
    const pass = {input: 'a long enough passphrase\n'};
    const create = ['backup', 'create', '--out', file, '--passphrase-stdin', '--json'];
    expect(await shop.run(create, pass)).toMatchObject({exit: 0});
    await shop.run(sale);
    await shop.run(['ship', '--once']);
    const home = emptyHome();
    const environment = {DUKA_HOME: home, DUKA_TILL: till, DUKA_BASE_URL: shop.baseUrl, DUKA_API_KEY: shop.apiKey};
    const back = await run(['backup', 'restore', file, '--passphrase-stdin'], {...pass, environment});
    expect(back).toMatchObject({exit: 0, err: expect.stringContaining('duka journal restore --from-office')});
    expect(await at(shop, home)(restore)).toMatchObject({exit: 0});
    await at(shop, home)(sale);
    await at(shop, home)(['ship', '--once']);
    expect(office.bytesOf(till)).toBe(journalBytes(folderOf(home)));
    expect(office.incidents.map(({kind}) => kind)).toEqual(['rolled-back']);
  });
});
