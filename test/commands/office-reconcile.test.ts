import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {officeHome} from '../office/office-home.js';
import {charging, piped} from './card-support.js';
import {beginDays} from './day-support.js';
import {addedUp, found, linesIn, own, providerFile} from './reconcile-support.js';
import {begin, collecting, openShop, paymentIn, type Ran} from './support.js';

const tills = ['T7K', 'B2', 'C3'] as const;
/** Wallets by what becomes of their payments: paid, refused, short, silent, paid late, contradicted. */
const endings = ['678', '101', '104', '106', '110', '113', '115'] as const;

test('the books of three tills are the same in the office as side by side, byte for byte', async ({onTestFinished}) => {
  const home = await officeHome('head');
  onTestFinished(() => rmSync(home, {recursive: true, force: true}));
  const shop = await openShop({...own, DUKA_OFFICE_HOME: home}, onTestFinished);
  const {world, today, nextMorning} = await beginDays(shop);
  // Each till is a machine of its own.
  const homeOf = (till: string) => (till === 'T7K' ? shop.home : join(shop.home, 'machines', till));
  const of = (till: string) => ({
    DUKA_TILL: till,
    DUKA_HOME: homeOf(till),
    DUKA_BASE_URL: shop.baseUrl,
    DUKA_API_KEY: shop.apiKey,
  });
  const at = (till: string, ...line: readonly string[]): Promise<Ran> => shop.run(line, {world, environment: of(till)});
  const running = begin(shop, ['office', 'start', '--port', '0', '--json']);
  await running.until('The office serves tills');
  const [url = ''] = /http:\S+\d/.exec(running.said()) ?? [];
  expect(url, running.said()).not.toBe('');

  const first = today();
  const taken: string[] = [];
  for (const [place, till] of tills.entries()) {
    for (const ending of place === 0 ? endings : endings.slice(0, 2 + place))
      taken.push(paymentIn(await at(till, ...collecting(`0712345${ending}`))).reference);
    await at(till, 'cash', 'sale', '--amount', String(100 * (place + 1)));
  }
  // One card at two tills: nothing differs in either payment, and both together look like one that was taken twice.
  for (const till of ['B2', 'C3']) {
    const ran = await shop.run(charging('24'), {input: piped(), world, environment: of(till)});
    expect(paymentIn(ran)).toMatchObject({status: 'paid'});
  }
  const [silent = '', second = ''] = [taken[3], taken[endings.length]];
  await world.pass(240_000);
  await at('T7K', 'resolve', silent, '--as', 'paid', '--person', 'Amina', '--reason', 'seen on the telephone');
  await at('B2', 'shift', 'z', '--person', 'Otieno', '--skip-questions', '--count', 'KES:200');
  const send = async () => {
    for (const till of tills) {
      expect(await shop.run(['ship', '--once', '--json'], {environment: of(till)})).toMatchObject({exit: 0});
    }
  };
  for (const till of tills) {
    const {code} = (await shop.run(['office', 'till', 'add', '--json'])).json as {code: string};
    expect(await shop.run(['join', url, code], {environment: of(till)})).toMatchObject({exit: 0});
  }
  await send();
  // What is told of a day after it has come is told of it here, too.
  await nextMorning();
  await at('B2', 'refund', second, '--amount', '50', '--cash', '--person', 'Otieno', '--reason', 'returned');
  await at('C3', 'cash', 'sale', '--amount', '20');
  await at('T7K', 'status', taken[6] ?? '');
  await send();

  // The provider has one payment less, one of another amount, and one that nobody knows.
  const file = await providerFile(shop, 'provider.csv', text =>
    `${text
      .split('\n')
      .filter(row => !row.includes(taken[endings.length + 1] ?? ''))
      .join('\n')
      .trimEnd()}\n`.replace(new RegExp(`(${second},[^\\n]*?)200(\\.00)?`), '$1210$2'),
  );
  const foreign = readFileSync(file, 'utf8').trimEnd().split('\n');
  writeFileSync(file, `${[...foreign, (foreign[1] ?? '').replaceAll(taken[0] ?? '', 'B200000000000X')].join('\n')}\n`);
  const compared = async (out: string, ...days: readonly string[]) => {
    const line = [...days, '--provider-file', file, '--as-of', `${today()}T18:00:00Z`, '--all', '--out'];
    // Their lines alone, as the office has them: the keys of their customers stay with them.
    const others = ['B2', 'C3'].flatMap(till => ['--journal', join(homeOf(till), 'sandbox', till, 'journal')]);
    const [beside, there] = [join(shop.home, `beside.${out}`), join(shop.home, `there.${out}`)];
    const lasts = [
      await shop.run(['reconcile', ...others, ...line, beside], {world}),
      await shop.run(['office', 'reconcile', ...line, there], {world}),
    ];
    expect(lasts.map(({exit}) => exit)).toEqual([4, 4]);
    expect(readFileSync(there, 'utf8')).toBe(readFileSync(beside, 'utf8'));
    for (const each of [beside, there]) rmSync(each);
  };
  const day = ['--day', first];
  const ran = await shop.run(['office', 'reconcile', ...day, '--provider-file', file, '--json'], {world});
  expect(ran.json).toMatchObject({
    coverage: {journal: {tills: ['B2', 'C3', 'T7K'], missingTills: []}},
    tills: [{till: 'B2', head: expect.stringMatching(/^[0-9a-f]{64}$/)}, {till: 'C3'}, {till: 'T7K'}],
  });
  expect(found(ran).map(each => each.split(' ')[0])).toEqual(
    expect.arrayContaining([
      'AMOUNT_OVER',
      'DUPLICATE_SAME_CUSTOMER',
      'MISSING_AT_PROVIDER',
      'MISSING_LOCALLY',
      'STATUS_LOCAL_PAID',
    ]),
  );
  await compared('jsonl', ...day);
  await compared('csv', '--from', first, '--to', today());
  await compared('jsonl', '--day', today()); // with what the days before have left

  // The workbook of all tills can be added up in a spreadsheet.
  const book = join(shop.home, 'office.xlsx');
  const files = ['--provider-file', file, '--out', book];
  expect(await shop.run(['office', 'reconcile', ...day, ...files], {world})).toMatchObject({exit: 4});
  const {added, stated, items} = addedUp(readFileSync(book));
  expect(added).toEqual(stated);
  expect(new Set(items.flatMap(({till}) => till ?? []))).toEqual(new Set(['B2', 'C3', 'T7K']));

  const alone = await shop.run(['office', 'reconcile', '--day', '2020-01-01'], {world});
  expect(alone.out).toContain('? Nothing was compared: no file was imported.\n');
  const nobody = await shop.run(['office', 'reconcile', ...day, '--provider-file', file, '--shop', 'other', '--json']);
  expect(nobody).toMatchObject({exit: 2, json: {error: 'office-shop-unknown'}});
  const shown = await shop.run(['office', 'reconcile', ...day, '--provider-file', file], {world});
  expect(shown.out).toMatch(/^shop\/B2: books up to line \d+, last contact 20.*\.$/m);
  expect(shown.out).toContain('duka office reconcile accept KEY');
  const one = linesIn(ran).find(({code}) => code === 'MISSING_LOCALLY');
  const named = ['office', 'reconcile', 'accept', one?.key ?? '', '--note', 'of the market', '--json'];
  expect((await shop.run(named)).json).toMatchObject({error: 'person-missing'});
  expect((await shop.run([...named, '--person', 'Amina', '--shop', 'third'])).json.error).toBe('difference-unknown');
  expect(await shop.run([...named, '--person', 'Amina'])).toMatchObject({exit: 0, json: {accepted: {by: 'Amina'}}});
  const after = await shop.run(['office', 'reconcile', ...day, '--provider-file', file, '--json'], {world});
  expect(linesIn(after).filter(({key}) => key === one?.key)).toMatchObject([{status: 'accepted', accepted: {}}]);
  expect(after.json.since).toMatchObject({added: [], gone: [one?.key]});
  expect(ran.json.since).toBeNull();
  // Rules are those of a shop that is named, or of all shops together.
  const rules = (...words: readonly string[]) => shop.run(['office', 'reconcile', 'rules', ...words, '--json']);
  expect((await rules('add', 'sms charge', '--account', '631')).json).toMatchObject({error: 'person-missing'});
  expect(await rules('add', 'sms charge', '--account', '631', '--person', 'Amina')).toMatchObject({
    exit: 0,
    json: {text: 'SMS CHARGE', account: '631'},
  });
  expect((await rules('list')).json).toMatchObject([{text: 'SMS CHARGE', account: '631', by: 'Amina'}]);
  expect((await rules('list', '--shop', 'shop')).json).toEqual([]);
  const bank = join(shop.home, 'bank.csv');
  writeFileSync(bank, `Date,Reference,Narration,Amount,Currency\n${first},FT1,SMS CHARGE,-12.00,KES\n`);
  const ruled = await shop.run(['office', 'reconcile', ...day, '--bank-file', bank, '--json'], {world});
  expect(ruled.json.rules).toMatchObject([{text: 'SMS CHARGE', account: '631', entries: 1}]);
  expect((await rules('remove', 'interest', '--person', 'Amina')).json).toMatchObject({error: 'rule-unknown'});
  expect(await rules('remove', 'SMS CHARGE', '--person', 'Amina')).toMatchObject({exit: 0});
  expect((await rules('add', 'rent', '--account', '613', '--person', 'Amina', '--shop', 'shop')).exit).toBe(0);
  expect((await shop.run(['office', 'verify'])).out).toMatch(/^✓ office: \d+ lines .*\n✓ office\/shop: 1 line /m);
  expect((await rules('list')).json).toEqual([]);
  // A till whose books come late makes another version of the same days.
  const late = taken.at(-1) ?? '';
  await at('C3', 'resolve', late, '--as', 'paid', '--person', 'Amina', '--reason', 'seen on the telephone');
  await send();
  const again = await shop.run(['office', 'reconcile', '--from', first, '--to', today(), '--provider-file', file], {
    world,
  });
  expect(again.out).toMatch(/^Since these days were reconciled .*: 1 difference is new, 2 are gone\.$/m);
  expect(again.out).toContain(`  + MISSING_AT_PROVIDER:${late}:KES-200.00`);
  expect(again.out).toContain(`  − MISSING_AT_PROVIDER:${late}\n`);
  running.interrupt();
  await running.ended;
});
