import {createPublicKey, hash, verify} from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'vitest';
import {readSums} from '../../src/commands/archive.js';
import {makeSigningKey, signText} from '../../src/print/signing-key.js';
import {cutAfter} from '../cut-disk.js';
import {beginDays} from './day-support.js';
import {openShop} from './support.js';

describe.concurrent('an archive', () => {
  it('is the books of its days, which anybody can check without Duka or with it', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K', DUKA_SHOP: 'Corner Shop'}, onTestFinished);
    const {run, nextMorning, today} = await beginDays(shop);
    if (today().endsWith('-12-31')) await nextMorning(); // both days are of one year
    const year = today().slice(0, 4);
    const out = join(shop.home, 'books');
    const archive = (...more: readonly string[]) => run('archive', '--year', year, '--out', out, ...more);
    expect(await run('archive', '--year', '2001', '--out', out, '--json')).toMatchObject({exit: 5});
    await run('shift', 'open', '--person', 'Amina');
    await run('cash', 'sale', '--amount', '350', '--tendered', '350');
    await run('shift', 'z', '--person', 'Amina', '--count', 'KES:350');
    expect(await run('archive', '--year', '2001', '--out', out, '--json')).toMatchObject({
      exit: 2,
      json: {error: 'archive-empty'},
    });
    await nextMorning();
    await run('cash', 'sale', '--amount', '120', '--tendered', '120');
    const made = await archive('--json');
    expect(made).toMatchObject({exit: 0, json: {folder: out, firstSeq: 1}});
    expect(await archive('--json')).toMatchObject({exit: 2, json: {error: 'file-exists'}});
    expect(readdirSync(shop.home).filter(name => name.endsWith('.part'))).toEqual([]);

    const text = readFileSync(join(out, 'SHA256SUMS'), 'utf8');
    const pem = createPublicKey(readFileSync(join(out, 'public-key.pem')));
    expect(verify(null, Buffer.from(text), pem, readFileSync(join(out, 'SHA256SUMS.sig')))).toBe(true);
    const names = readSums(text)?.sums.map(({name}) => name) ?? [];
    expect(names).toEqual(
      expect.arrayContaining(['README.txt', 'books/lines.csv', 'books/sold.csv', 'reports/Z-0001.txt']),
    );
    expect(names.filter(name => name.startsWith('journal/'))).toHaveLength(2);
    for (const name of names) expect(statSync(join(out, name)).mode & 0o077).toBe(0);
    expect(readFileSync(join(out, 'books/lines.csv'), 'utf8')).toContain('350.00');
    expect(readFileSync(join(out, 'reports/Z-0001.txt'), 'utf8')).toContain('350.00');
    expect(readFileSync(join(out, 'README.txt'), 'utf8')).toContain(made.json.head);

    const check = (folder = out, ...more: readonly string[]) => run('archive', 'verify', folder, '--json', ...more);
    expect(await check()).toMatchObject({exit: 0, json: {ok: true, signature: 'proved', difference: null}});
    expect((await run('archive', 'verify', out)).out).toContain('as they were written');
    const elsewhere = await openShop({}, onTestFinished);
    const far = (...more: readonly string[]) => elsewhere.run(['archive', 'verify', out, '--json', ...more]);
    expect(await far()).toMatchObject({exit: 0, json: {ok: true, signature: 'unproved'}});
    expect(await far('--key', made.json.key)).toMatchObject({exit: 0, json: {signature: 'proved'}});
    expect(await far('--key', 'A'.repeat(43))).toMatchObject({exit: 4, json: {ok: false, signature: 'forged'}});

    const copy = join(shop.home, 'copy');
    const changed = async (change: () => void) => {
      cpSync(out, copy, {recursive: true});
      change();
      const {exit, json} = await check(copy);
      rmSync(copy, {recursive: true});
      return [exit, json.difference ?? json.error, json.signature];
    };
    for (const name of names)
      expect(await changed(() => appendFileSync(join(copy, name), ' '))).toEqual([4, name, 'proved']);
    expect(await changed(() => rmSync(join(copy, 'README.txt')))).toEqual([4, 'README.txt', 'proved']);
    expect(await changed(() => writeFileSync(join(copy, 'books/more.csv'), ''))).toEqual([
      4,
      'books/more.csv',
      'proved',
    ]);
    expect(await changed(() => writeFileSync(join(copy, 'SHA256SUMS'), text.replace('T7K', 'T7L')))).toEqual([
      4,
      undefined,
      'forged',
    ]);
    // Whoever has the key signs anew what was changed; the record does not follow.
    const resigned = await changed(() => {
      const [name = ''] = names.filter(each => each.startsWith('journal/'));
      const lines = readFileSync(join(copy, name), 'utf8');
      const bent = lines.replaceAll('"minor":35000', '"minor":25000');
      writeFileSync(join(copy, name), bent);
      const sum = (of: string) => hash('sha256', of);
      const sums = text.replace(sum(lines), sum(bent));
      writeFileSync(join(copy, 'SHA256SUMS'), sums);
      const key = readFileSync(join(shop.home, 'sandbox/T7K/signing-key.pem'), 'utf8');
      writeFileSync(join(copy, 'SHA256SUMS.sig'), Buffer.from(signText(sums, key), 'base64url'));
    });
    expect(resigned).toEqual([4, expect.stringMatching(/^journal\/\d{4}-\d\d-\d\d\.jsonl:\d+$/), 'proved']);
    // Nor does it help to put the key of a forger into the settings, in the archive's name.
    const forger = makeSigningKey();
    const settings = readFileSync(join(shop.home, 'settings.json'), 'utf8');
    const forged = await changed(() => {
      writeFileSync(join(shop.home, 'settings.json'), settings.replace(made.json.key, forger.publicKey));
      const scope = readFileSync(join(copy, 'archive.json'), 'utf8');
      const bent = scope.replace(made.json.key, forger.publicKey);
      writeFileSync(join(copy, 'archive.json'), bent);
      const sums = text.replace(hash('sha256', scope), hash('sha256', bent));
      writeFileSync(join(copy, 'SHA256SUMS'), sums);
      writeFileSync(join(copy, 'SHA256SUMS.sig'), Buffer.from(signText(sums, forger.privateKey), 'base64url'));
    });
    writeFileSync(join(shop.home, 'settings.json'), settings);
    expect(forged).toEqual([0, undefined, 'unproved']);
    expect(await changed(() => rmSync(join(copy, 'SHA256SUMS.sig')))).toEqual([2, 'archive-unreadable', undefined]);
  });
});

it('that cannot be written names its folder, and does not stop the till', async ({expect, onTestFinished}) => {
  const shop = await openShop({DUKA_TILL: 'T7K', DUKA_SHOP: 'Corner Shop'}, onTestFinished);
  const {run, today} = await beginDays(shop);
  await run('cash', 'sale', '--amount', '350', '--tendered', '350');
  const stick = join(shop.home, 'stick');
  mkdirSync(stick);
  const out = join(stick, 'books');
  const refused: unknown[] = [];
  for (const most of [0, 1, 2, 4, 8])
    await cutAfter(stick, most, async () => {
      const {exit, json} = await run('archive', '--from', today(), '--to', today(), '--out', out, '--json');
      refused.push([exit, json.error, existsSync(out)]);
    });
  expect(refused).toEqual(refused.map(() => [2, 'file-not-writable', false]));
});
