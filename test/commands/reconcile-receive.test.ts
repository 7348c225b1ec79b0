import {renameSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import {folding} from '../../src/core/books/state.js';
import {storedKey} from '../../src/till/signing.js';
import {openJournal} from '../../store/journal.js';
import {options} from '../store/support.js';
import {inShop} from './day-support.js';
import {fileOf, linesIn, own, unexplained} from './reconcile-support.js';
import type {Shop} from './support.js';

const it = inShop(own);

/** A wallet's file with one row. */
const walletFile = (shop: Shop, row: string, name = 'wallet.csv') =>
  fileOf(shop, name, 'Receipt No,Completion Time,Details,Paid In,Withdrawn,Currency', [row]);

describe.concurrent('a row whose money came unasked', () => {
  it('makes one sale of a row whose money came unasked: found, counted and refunded', async ({shop, run, today}) => {
    const file = walletFile(shop, `QKX99ZZZ,${today()} 10:00:00,Payment from 254712345678 - AMINA W,350.00,,KES`);
    const line = ['reconcile', '--provider-file', file];
    expect((await run(...line)).out).toContain('duka reconcile receive KEY --person NAME');
    expect((await run('reconcile', 'receive', 'QKX99ZZZ', '--json')).json).toMatchObject({error: 'person-missing'});
    const message = 'QKX99ZZZ Confirmed. You have received Ksh350.00 from AMINA W 0712345678 on 1/2/26 at 6:02 AM';
    for (const said of ['QKX99ZZZ', message])
      expect(await run('claim', said, '--json')).toMatchObject({
        exit: 4,
        json: {outcome: 'unasked', releaseGoods: false, unasked: {code: 'QKX99ZZZ', amount: '350.00', currency: 'KES'}},
      });
    expect((await run('claim', message.replace('350', '351'), '--json')).json).toMatchObject({outcome: 'never-asked'});
    expect((await run('claim', 'QKX99ZZZ')).out).toContain('duka reconcile receive QKX99ZZZ --person NAME');
    const received = await run('reconcile', 'receive', 'QKX99ZZZ', '--person', 'Amina', '--json');
    expect(received).toMatchObject({exit: 0, json: {by: 'Amina'}});
    const {key, reference} = received.json as {key: string; reference: string};
    const after = await run(...line, '--all', '--json');
    expect(after).toMatchObject({exit: 0, json: {lines: [{code: 'OK', reason: 'agrees-by-person', reference}]}});
    expect(unexplained(after)).toEqual(['a KES 0.00']);
    expect((await run('reconcile', 'receive', 'QKX99ZZZ', '--person', 'Joe', '--json')).json.error).toBe(
      'difference-unknown',
    );
    expect((await run('reconcile', 'unmatch', key, '--json')).json).toMatchObject({error: 'received-already'});
    // The same row in another file, under another amount, is no second sale.
    const edited = walletFile(
      shop,
      `QKX99ZZZ,${today()} 10:00:00,Payment from 254712345678 - AMINA W,950.00,,KES`,
      'edited.csv',
    );
    const other = await run('reconcile', '--provider-file', edited, '--json');
    const [different] = linesIn(other).filter(({code}) => code === 'MISSING_LOCALLY') as unknown as [{key: string}];
    expect((await run('reconcile', 'receive', different.key, '--person', 'Amina', '--json')).json.error).toBe(
      'received-already',
    );
    expect((await run('shift', 'x', '--json')).json).toMatchObject({
      takings: [{method: 'mobile-money', channelId: 'received', amount: '350.00', currency: 'KES', count: 1}],
    });
    expect((await run('shift', 'x')).out).toMatch(/Unrequested +1 +KES 350\.00/);
    expect((await run('sales', '--search', 'qkx99')).out).toContain('350.00');
    for (const said of ['QKX99ZZZ', message])
      expect(await run('claim', said, '--json')).toMatchObject({exit: 0, json: {outcome: 'paid', unasked: null}});
    expect(await run('status', reference, '--json')).toMatchObject({exit: 0, json: {verdict: 'paid'}});
    expect((await run('receipt', reference)).out).toContain('350.00');
    expect((await run('why', reference)).out).toContain('received without a request');
    expect((await run('refund', reference, '--amount', '50', '--reason', 'spoiled', '--json')).json.error).toBe(
      'refund-not-unasked',
    );
    const back = await run('cash', 'refund', reference, '--amount', '50', '--reason', 'spoiled', '--json');
    expect(back).toMatchObject({exit: 0});
    expect(await run('journal', 'export', '--format', 'hledger')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('350.00'),
    });
  });

  it('makes a sale of a row that may be that of a payment only for a reason', async ({shop, run, world, today}) => {
    const stall = {world, environment: {DUKA_TILL: 'B2'}};
    const asked = await shop.run(['collect', '--phone', '0712345102', '--amount', '350', '--json'], stall);
    const {reference} = asked.json as {reference: string};
    const file = walletFile(shop, `QKX99ZZZ,${today()} 10:00:00,Payment from 254712345102,350.00,,KES`);
    await run('reconcile', '--provider-file', file);
    const receive = (...more: readonly string[]) =>
      run('reconcile', 'receive', 'QKX99ZZZ', '--person', 'Amina', '--json', ...more);
    expect(await receive()).toMatchObject({exit: 2, json: {error: 'receive-may-be-of', reference}});
    const made = await receive('--again', 'paid twice');
    expect(made).toMatchObject({exit: 0});
    expect((await run('status', made.json.reference, '--json')).json).toMatchObject({earlier: reference});
    expect((await shop.run(['reconcile', '--provider-file', file], stall)).out).not.toContain('reconcile receive');
  });

  for (const [till, when] of ['T7K', 'B2'].flatMap(each => [[each, 'today'] as const, [each, 'yesterday'] as const]))
    it(`asks before a row becomes a sale that ${till} recorded by hand ${when}, before its journal was summed up`, async ({
      shop,
      run,
      world,
      today,
      nextMorning,
    }) => {
      const there = (...line: readonly string[]) => shop.run(line, {world, environment: {DUKA_TILL: till}});
      const file = walletFile(shop, `QKX99ZZZ,${today()} 10:00:00,Payment from 254712345102,350.00,,KES`);
      await run('reconcile', '--provider-file', file);
      const {reference} = (await there('cash', 'sale', '--amount', '350', '--json')).json;
      await there('cash', 'correct', reference, '--code', 'QKX99ZZY', '--reason', 'no cash', '--person', 'Amina');
      const newest = when === 'today' ? 24 : 1;
      for (let sale = 0; sale < newest; sale += 1) await there('cash', 'sale', '--amount', '10');
      if (when === 'yesterday') await nextMorning();
      else await world.pass(20 * 60_000);
      const key = await storedKey(join(shop.home, 'sandbox', till));
      expect.assert(key !== undefined);
      const how = {till, key, ...folding, linesPerSummary: 4, now: world.now, businessDate: today};
      const journal = await openJournal(options(join(shop.home, 'sandbox', till), how));
      await journal.append([{type: 'attention-seen', person: 'Amina', data: {key: 'x', note: 'x'}}]);
      await journal.close();
      expect(await run('reconcile', 'receive', 'QKX99ZZZ', '--person', 'Amina', '--json')).toMatchObject({
        exit: 2,
        json: {error: 'receive-may-be-of', reference},
      });
    });

  for (const till of ['T7K', 'B2'])
    it(`asks before a row becomes a sale that ${till} has, whose record a person overruled yesterday`, async ({
      shop,
      run,
      world,
      today,
      nextMorning,
    }) => {
      const there = (...line: readonly string[]) => shop.run(line, {world, environment: {DUKA_TILL: till}});
      const asked = await there('collect', '--phone', '0712345104', '--amount', '350', '--json');
      const {reference} = asked.json as {reference: string};
      await there('resolve', reference, '--as', 'not-paid', '--person', 'Amina', '--reason', 'too little');
      for (let question = 0; question < 3; question += 1)
        expect((await there('status', reference, '--json')).json).toMatchObject({status: 'failed'});
      await there('cash', 'sale', '--amount', '10');
      await nextMorning();
      await there('cash', 'sale', '--amount', '10');
      const file = walletFile(shop, `QKX99ZZZ,${today()} 10:00:00,Payment from 254712345104,350.00,,KES`);
      await run('reconcile', '--provider-file', file);
      expect(await run('reconcile', 'receive', 'QKX99ZZZ', '--person', 'Amina', '--json')).toMatchObject({
        exit: 2,
        json: {error: 'receive-may-be-of', reference},
      });
    });

  it('makes one sale of a row that two tills receive at once in two spellings', async ({shop, run, world, today}) => {
    const stall = {world, environment: {DUKA_TILL: 'B2'}};
    const fileAs = (code: string) =>
      walletFile(shop, `${code},${today()} 10:00:00,Payment from 254712345678,350.00,,KES`, `${code}.csv`);
    await run('reconcile', '--provider-file', fileAs('QKX99ZZZ'));
    await shop.run(['reconcile', '--provider-file', fileAs('qkx-99zzz')], stall);
    const [here, there] = await Promise.all([
      run('reconcile', 'receive', 'QKX99ZZZ', '--person', 'Amina', '--json'),
      shop.run(['reconcile', 'receive', 'qkx-99zzz', '--person', 'Joe', '--json'], stall),
    ]);
    expect([here.exit, there.exit].toSorted()).toEqual([0, 2]);
    expect([here.json.error, there.json.error]).toContain('received-already');
    // Nor is it two when somebody moves the books of the till that has it.
    const [taker, other, code] = here.exit === 0 ? ['T7K', stall, 'qkx-99zzz'] : ['B2', {world}, 'QKX99ZZZ'];
    renameSync(join(shop.home, 'sandbox', taker), join(shop.home, 'aside'));
    const again = await shop.run(['reconcile', 'receive', code, '--person', 'Amina', '--json'], other);
    expect(again).toMatchObject({exit: 7, json: {error: 'till-gone', till: `sandbox/${taker}`}});
  });

  /** How files spell one record; the time of day names a row without a code. */
  const spellings = {
    'a code': ['QKX99ZZZ', 'qkx-99zzz', '00QKX99ZZZ', 'QKX 99ZZZ', "'qkx99zzz"],
    'a number': ['1234567890', '001234567890', '1234567890.0', '1.23457E+09', '"1,234,567,890"'],
    'a time': ['10:00:35', '10:00', '10:00:35.000', '10:00:35', '10:00'],
  };
  for (const [what, names] of Object.entries(spellings))
    for (const [order, each] of [
      ['the plain one first', names],
      ['the plain one last', names.toReversed()],
    ] as const)
      it(`makes one sale of ${what} in five spellings, over two tills: ${order}`, async ({shop, run, world, today}) => {
        const stall = {world, environment: {DUKA_TILL: 'B2'}};
        const isTime = what === 'a time';
        const made: string[] = [];
        for (const [at, name] of each.entries()) {
          const [code, time] = isTime ? ['', name] : [name, '10:00:35'];
          const row = `${code},${today()} ${time},Payment from 254712345678,350.00,,KES`;
          const file = walletFile(shop, row, `${at}.csv`);
          const there = (...line: readonly string[]) => (at % 2 === 0 ? run(...line) : shop.run(line, stall));
          const lines = linesIn(await there('reconcile', '--provider-file', file, '--json'));
          for (const {key} of lines.filter(({code}) => code === 'MISSING_LOCALLY')) {
            const received = await there('reconcile', 'receive', key, '--person', 'Amina', '--json');
            if (received.exit === 0) made.push(received.json.reference);
            else expect(['received-already', 'difference-unknown']).toContain(received.json.error);
          }
        }
        expect(made).toHaveLength(1);
      });

  it('makes of yesterday’s row a sale in yesterday’s books and today’s Z', async ({shop, run, today, nextMorning}) => {
    const yesterday = today();
    await run('cash', 'sale', '--amount', '100', '--tendered', '100', '--json');
    await run('shift', 'z', '--person', 'Amina', '--skip-questions', '--count', 'KES:100', '--json');
    await nextMorning();
    const file = walletFile(shop, `QKX99ZZZ,${yesterday} 10:00:00,Payment from 254712345678 - AMINA W,350.00,,KES`);
    const line = ['reconcile', '--day', yesterday, '--provider-file', file];
    expect((await run(...line)).exit).toBe(4);
    expect(await run('reconcile', 'receive', 'QKX99ZZZ', '--person', 'Amina', '--json')).toMatchObject({exit: 0});
    const closed = await run(...line, '--all', '--json');
    expect(closed).toMatchObject({exit: 0, json: {lines: [{code: 'OK', reason: 'agrees-by-person'}]}});
    expect(unexplained(closed)).toEqual(['a KES 0.00']);
    expect((await run('reconcile', '--day', today(), '--json')).exit).toBe(0);
    const takings = async (day: string) => (await run('day', '--date', day, '--json')).json.totals;
    expect(await takings(yesterday)).toMatchObject([{amount: '450.00', count: 2}]);
    await run('shift', 'z', '--person', 'Amina', '--skip-questions', '--json');
    const of = async (z: string) => (await run('shift', 'show', '--z', z, '--json')).json.takings;
    expect([await of('1'), await of('2')]).toMatchObject([
      [{method: 'cash', amount: '100.00'}],
      [{channelId: 'received', amount: '350.00'}],
    ]);
    await nextMorning();
    expect(await run(...line, '--all', '--json')).toMatchObject({exit: 0, json: {lines: [{code: 'OK'}]}});
    expect((await run('journal', 'verify', '--json')).json).toMatchObject({ok: true});
  });
});
