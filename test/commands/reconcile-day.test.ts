import {cpSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {takeLock} from '../../store/lock.js';
import {readSheets} from './book-readers.js';
import {charging, piped} from './card-support.js';
import {beginDays, csvRows, type ShopDays} from './day-support.js';
import {equationsIn, found, type Line, linesIn, own, providerFile, unexplained} from './reconcile-support.js';
import {aminas, enrolling, nowhere, planOf} from './subscription-support.js';
import {collecting, paymentIn, type Shop, startShop} from './support.js';

/** The same rows as a spreadsheet in French writes them. */
function inFrench(text: string): string {
  const rows = csvRows(text.replaceAll('\n', '\r\n')).map(row => {
    const {transaction_reference: reference = '', amount = '', currency = '', status = '', fee = '', date = ''} = row;
    const comma = (figure: string) => figure.replace('.', ',');
    return [`"vente\r\nau comptoir"`, reference, comma(amount), currency, status, comma(fee), date].join(';');
  });
  return `\uFEFF${['Libellé;Référence marchand;Montant brut;Devise;Statut;Frais;Date', ...rows, ''].join('\r\n')}`;
}

describe('a day with every ending', () => {
  let shop: Shop;
  let days: ShopDays;
  let file: string;
  let fresh: string;
  const references: Record<string, string> = {};
  const asOf = () => ['--as-of', `${days.today()}T18:00:00Z`];
  const elsewhere = (line: readonly string[]) => shop.run(line, {world: days.world, environment: {DUKA_HOME: fresh}});

  beforeAll(async () => {
    shop = await startShop(own);
    days = await beginDays(shop);
    const {run, world} = days;
    for (const ending of ['678', '101', '104', '105', '106', '107', '108', '109', '110', '111', '113', '115']) {
      references[ending] = paymentIn(await run(...collecting(`0712345${ending}`))).reference;
    }
    await world.pass(240_000);
    for (const ending of ['106', '108']) {
      const judging = ['--as', 'paid', '--person', 'Amina', '--reason', 'seen on the telephone'];
      await run('resolve', references[ending] ?? '', ...judging);
    }
    await run('cash', 'sale', '--amount', '350');
    const card = paymentIn(await shop.run(charging('24'), {input: piped(), world}));
    references['card'] = card.reference;
    await run('refund', card.reference, '--amount', '10');
    const planCode = await planOf(shop, '12.50', '--interval', 'DAILY');
    const enrolled = await shop.run(enrolling(planCode, '--json'), {input: aminas(), world});
    references['subscription'] = String(enrolled.json.subscription.id);
    await world.pass(120_000);
    file = await providerFile(shop, 'provider.csv');
    fresh = join(shop.home, 'copy');
    for (const name of ['settings.json', 'sandbox'])
      cpSync(join(shop.home, name), join(fresh, name), {recursive: true});
  });
  afterAll(() => shop.close());

  it('shows each difference under its code, and no other', async () => {
    const ran = await days.run('reconcile', '--provider-file', file, '--json', ...asOf());
    expect(ran.exit).toBe(4);
    const of = (code: string, ending: string) => `${code} ${references[ending]}`;
    expect(found(ran)).toEqual(
      [
        of('AMOUNT_UNDER', '104'),
        of('MISSING_AT_PROVIDER', '106'),
        of('MISSING_AT_PROVIDER', '108'),
        of('STATUS_LOCAL_OPEN', '115'),
        of('STATUS_LOCAL_PAID', '113'),
      ].sort(),
    );
    expect(unexplained(ran)).toEqual(['a KES 0.00', 'a USD 0.00']);
    expect(ran.json.coverage.journal).toMatchObject({tills: ['T7K'], payments: 15, cash: 1});
    expect(ran.json.totals.byCode.OK).toBe(9);
    expect(ran.json.sources).toMatchObject([
      {
        kind: 'provider',
        file: 'provider.csv',
        rows: 12,
        mapping: {separator: ',', decimalMark: '.', encoding: 'utf-8'},
      },
    ]);
  });

  it('gives the same bytes again, and writes nothing that it has written', async () => {
    const line = ['reconcile', '--provider-file', file, '--json', '--all', ...asOf()];
    const once = await days.run(...line);
    const before = await days.run('journal', 'verify', '--json');
    const again = await days.run(...line);
    expect(again.out).toBe(once.out);
    expect((await days.run('journal', 'verify', '--json')).json).toEqual(before.json);
    expect((await days.run('reconcile', 'files', '--json')).json).toMatchObject([{file: 'provider.csv', rows: 12}]);
    expect(readdirSync(join(shop.home, 'sandbox', 'T7K', 'sources'))).toHaveLength(1);
    const [copy = ''] = readdirSync(join(shop.home, 'sandbox', 'T7K', 'sources'));
    expect(statSync(join(shop.home, 'sandbox', 'T7K', 'sources', copy)).mode & 0o777).toBe(0o600);
    // The kept file goes on counting where nobody names it again.
    const kept = await days.run('reconcile', '--json', '--all', ...asOf());
    expect(kept.json.lines).toEqual(once.json.lines);
  });

  it('takes the rows of a spreadsheet in French for the same, and remembers its columns', async () => {
    const french = join(shop.home, 'relevé.csv');
    writeFileSync(french, inFrench(readFileSync(file, 'utf8')));
    const plain = await days.run('reconcile', '--provider-file', file, '--json', ...asOf());
    const ran = await elsewhere(['reconcile', '--provider-file', french, '--json', ...asOf()]);
    expect(ran.exit).toBe(4);
    const withoutPlaces = (lines: readonly Line[]) => lines.map(line => ({...line, rows: []}));
    expect(withoutPlaces(linesIn(ran))).toEqual(withoutPlaces(linesIn(plain)));
    expect(equationsIn(ran)).toEqual(equationsIn(plain));
    expect(ran.json.sources[0].mapping).toMatchObject({
      separator: ';',
      decimalMark: ',',
      columns: {amount: 'Montant brut'},
    });
    // The fees stand in the wrong column: corrected once, it holds for the next file of these headings.
    const corrected = await elsewhere(['reconcile', '--provider-file', french, '--map', 'fee=', '--json', ...asOf()]);
    expect(corrected.json.sources[0].mapping.columns).not.toHaveProperty('fee');
    const next = join(shop.home, 'suite.csv');
    writeFileSync(next, `${readFileSync(french, 'utf8')}"autre";XX-1;5,00;KES;Completed;0,00;2020-01-01 00:00:00\r\n`);
    const later = await elsewhere(['reconcile', '--provider-file', next, '--json', ...asOf()]);
    expect(later.json.sources[0].mapping.columns).not.toHaveProperty('fee');
  });

  it('asks whether taxes are taken beside the fee, and reads those that a person names', async () => {
    const taxed = join(shop.home, 'taxed.csv');
    const row = ['X-1', '1000.00', 'KES', 'Completed', '15.00', '2.40', '0.50'];
    writeFileSync(taxed, `reference,amount,currency,status,fee,vat,levy\n${row.join(',')}\n`);
    const line = ['reconcile', '--provider-file', taxed, '--json', ...asOf()];
    expect((await elsewhere(line)).json.error).toBe('file-tax-unclear');
    expect((await elsewhere([...line, '--map', 'tax=vat', '--map', 'tax=levy'])).json.sources[0]).toMatchObject({
      mapping: {columns: {fee: 'fee', tax: 'vat', tax2: 'levy'}},
      overview: {taxes: [{currency: 'KES', amount: '2.90'}]},
    });
    // What was said holds for the next file of these headings.
    writeFileSync(taxed, `reference,amount,currency,status,fee,vat,levy\n${row.join(',').replace('X-1', 'X-2')}\n`);
    expect((await elsewhere(line)).json.sources[0].mapping.columns).toMatchObject({tax: 'vat', tax2: 'levy'});
  });

  it('tells a person what the file was taken for, what to do, and what it rests on', async () => {
    const {exit, out} = await days.run('reconcile', '--provider-file', file, ...asOf());
    expect(exit).toBe(4);
    expect(out).toMatch(/Provider’s file provider\.csv, rows: 12, \d{4}-\d\d-\d\d by its rows/);
    expect(out).toContain('reference=transaction_reference');
    expect(out).toContain('--map field=Heading');
    expect(out).toContain(`AMOUNT_UNDER · urgent · today · ${references['104']}`);
    expect(out).toMatch(/Here +KES +200\.00\n +Provider +KES +100\.00\n +Difference +−KES +100\.00\n/);
    expect(out).toContain('Payouts: not loaded');
    expect(out).toContain('! Differences still to look at: 5.');
    expect(out).not.toContain('OK · info');
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    const french = await days.run('reconcile', '--lang', 'fr', '--codes', 'AMOUNT_UNDER', ...asOf());
    expect(french.out).toContain('AMOUNT_UNDER');
    expect(french.out).not.toContain('MISSING_AT_PROVIDER');
    expect(french.out).toContain('Écarts encore à examiner : 5.');
    expect((await days.run('reconcile', '--all', ...asOf())).out).toContain(`OK · info · matched`);
  });

  it('goes into a workbook, JSON Lines or CSV, for its owner alone and over no other file', async () => {
    for (const ending of ['xlsx', 'jsonl', 'csv']) {
      const out = join(shop.home, `found.${ending}`);
      const ran = await days.run('reconcile', '--out', out, '--json', ...asOf());
      expect(ran).toMatchObject({exit: 4, json: {file: out, count: 5, remaining: 5}});
      expect(statSync(out).mode & 0o777).toBe(0o600);
      const again = await days.run('reconcile', '--out', out, '--json', ...asOf());
      expect(again).toMatchObject({exit: 2, json: {error: 'file-exists'}});
    }
    const rows = csvRows(readFileSync(join(shop.home, 'found.csv'), 'utf8'));
    expect(rows.find(({code}) => code === 'AMOUNT_UNDER')).toMatchObject({
      local: '200.00',
      provider: '100.00',
      delta: '-100.00',
      why: 'The provider has another amount than was requested.',
      action: 'Collect what is missing or refund what is too much.',
    });
    const [first = '', ...lines] = readFileSync(join(shop.home, 'found.jsonl'), 'utf8').trimEnd().split('\n');
    expect(JSON.parse(first)).toMatchObject({schema: 'duka.reconciliation/1', lines: 5, totals: {remaining: 5}});
    expect(lines.map(line => JSON.parse(line).code)).toContain('STATUS_LOCAL_PAID');
    const {Summary: summary = [], Exceptions: exceptions = []} = readSheets(
      readFileSync(join(shop.home, 'found.xlsx')),
    );
    expect(exceptions.map(({action}) => typeof action)).toEqual(Array(5).fill('string'));
    const equation = summary.filter(
      ({section, currency, item}) => section === 'Journal to provider' && currency === 'KES' && item !== 'proof',
    );
    const figure = (wanted: string) => equation.find(({item}) => item === wanted)?.['amount'];
    expect(equation.slice(0, -2).reduce((sum, {amount}) => sum + Number(amount), 0)).toBe(figure('provider-gross'));
    expect(figure('unexplained')).toBe(0);
    expect((await days.run('reconcile', '--out', join(shop.home, 'found.pdf'), '--json')).json.error).toBe(
      'unknown-option',
    );
  });

  it('works from the journal alone where the till is open elsewhere, and keeps nothing', async () => {
    const lock = takeLock(join(fresh, 'sandbox', 'T7K'), {pid: 1, command: 'duka', since: '2026-11-20T10:00:00Z'});
    const before = await elsewhere(['reconcile', 'files', '--json']);
    try {
      const ran = await elsewhere(['reconcile', '--provider-file', file, '--live', '--json', ...asOf()]);
      expect(ran).toMatchObject({exit: 4, json: {isReadOnly: true, coverage: {live: null}}});
      expect(ran.err).toContain('open in another window');
      expect(ran.err).toContain('Nothing was saved');
      expect(found(ran)).toContain(`AMOUNT_UNDER ${references['104']}`);
      const accepting = ['reconcile', 'accept', references['104'] ?? '', '--person', 'Amina', '--note', 'x', '--json'];
      expect(await elsewhere(accepting)).toMatchObject({exit: 7, json: {error: 'journal-locked'}});
    } finally {
      lock.release();
    }
    expect((await elsewhere(['reconcile', 'files', '--json'])).json).toEqual(before.json);
  });

  it('asks about every payment when it is told to, and writes down what it hears', async () => {
    const answers = async () => {
      const events = (await days.run('journal', 'show', references['678'] ?? '', '--json')).json;
      return events.filter(({type}: {type: string}) => type === 'status-answered').length;
    };
    const before = await answers();
    const ran = await days.run('reconcile', '--live', '--json', ...asOf());
    expect(ran.json.coverage.live).toEqual({asked: 14, unanswered: []});
    expect(paymentIn(await days.run('status', references['115'] ?? '', '--json')).status).toBe('disputed');
    expect(linesIn(ran).find(({reference}) => reference === references['113'])).toMatchObject({
      code: 'STATUS_LOCAL_PAID',
    });
    expect(await answers()).toBe(before + 1);
    const offline = await shop.run(['reconcile', '--live', '--json', ...asOf()], {
      world: days.world,
      environment: nowhere,
    });
    expect(offline.json.coverage.live.unanswered).toHaveLength(14);
    expect(linesIn(offline)).toEqual(linesIn(ran));
  });

  it('knows a renewal by the service’s own reference', async () => {
    await days.nextMorning();
    await days.nextMorning();
    expect((await days.run('subscription', 'charges', references['subscription'] ?? '', '--json')).exit).toBe(0);
    const later = await providerFile(shop, 'later.csv', text =>
      text
        .split('\n')
        .filter(line => !Object.values(references).some(reference => line.startsWith(reference)))
        .join('\n'),
    );
    const ran = await days.run(
      'reconcile',
      '--from',
      days.today(),
      '--to',
      days.today(),
      '--provider-file',
      later,
      '--json',
      '--all',
    );
    expect(linesIn(ran).filter(({code}) => code === 'MISSING_LOCALLY')).toEqual([]);
    expect(
      linesIn(ran).filter(({code, reference}) => code === 'OK' && reference.startsWith('T7K')).length,
    ).toBeGreaterThan(0);
  });
});
