import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {Problem} from '../../src/core/problem.js';
import {forAllAsync, patience, runs} from '../hostile/runs.js';
import {bankRows, expectProblem, problemWith, providerRows, read} from './support.js';

const mapping = {currency: 'KES'};
const text = (...lines: readonly string[]) => `${lines.join('\n')}\n`;
const amounts = (rows: readonly {readonly amount: string}[]) => rows.map(({amount}) => amount);

const headings = 'Date,Reference,Narration,Debit,Credit,Balance';
const first = ['2026-11-20,FT1,Payout,,50.00,1050.00', '2026-11-21,FT2,Rent,20.00,,1030.00'];
const second = ['2026-11-22,FT3,Sale,,5.00,1035.00', '2026-11-23,FT4,Fee,1.00,,1034.00'];

describe('a table that was printed on pages', () => {
  it.each([
    ['its headings again', [headings]],
    ['the number of a page alone', ['Page 1 of 2']],
    ['a foot and the headings', ['Page 1 of 2,,,,,', '', headings]],
    ['a note, a foot and the headings', ['Printed by Ann,,,,,', 'Page 1/2', headings]],
    ['a balance that is carried', [',,Balance carried forward,,,1030.00', headings, ',,Balance b/f,,,1030.00']],
    ['the same in French', [',,Solde à reporter,,,1030.00', headings, ',,Report,,,1030.00']],
    ['the same in German', [',,Übertrag,,,1030.00', headings, ',,Übertrag,,,1030.00']],
  ])('is one table: %s', async (_, between) => {
    const found = await read('bank', text(headings, ...first, ...between, ...second), {mapping});
    expect(amounts(found.source.rows)).toEqual(['50.00', '-20.00', '5.00', '-1.00']);
    expect(found.source.rows.map(({narration}) => narration)).toEqual(['Payout', 'Rent', 'Sale', 'Fee']);
    expect(found.proof).toEqual({by: 'balances', count: 3});
  });

  it('has the lines above its headings again, and headings of several lines', async () => {
    const head = ['Corner Shop,,', 'Account 123,,', 'Date of,Narration,', 'entry,,Amount (KES)'];
    const rows = ['2026-11-20,Payout,50.00', '2026-11-21,Rent,-20.00'];
    const found = await bankRows(text(...head, rows[0] ?? '', 'Page 1 of 2', ...head, rows[1] ?? ''), {
      mapping: {columns: {bookedOn: 'Date of entry'}},
    });
    expect(amounts(found)).toEqual(['50.00', '-20.00']);
  });

  it.each([
    ['a row', [first[0] ?? '', headings, ...second]],
    ['the row above a balance that is carried', [first[0] ?? '', ',,Carried forward,,,1030.00', headings, ...second]],
    ['a page', [...first, ',,Carried forward,,,1030.00', headings, ',,Brought forward,,,1060.00', ...second]],
  ])('is refused where %s was cut out', async (_, lines) =>
    expect((await problemWith(bankRows(text(headings, ...lines), {mapping}))).code).toBe('file-balance-differs'),
  );

  describe('that says which page of how many each is', () => {
    const others = [
      ...['Page 1 sur 3', 'Página 1 de 3', 'Ukurasa 1 wa 3', 'Seite 1 von 3', 'Pagina 1 van 3', 'Pág. 1/3'],
      ...[
        'صفحة 1 من 3',
        'Printed by Ann,,Page 1 of 3,,,',
        '*** Page 1/3 ***',
        'Sheet 1 of 3',
        'Blatt 1 von 3',
        'Part 1/3',
        'Statement of Ann,Page: 1 of 3',
      ],
    ];
    it.each(others)('is refused where the others are not there: %s', async mark => {
      for (const lines of [
        [headings, ...first, ...second, mark],
        [mark, headings, ...first, ...second],
      ])
        await expectProblem(bankRows(text(...lines), {mapping}), {
          code: 'file-part-missing',
          readWith: '--unproved',
          part: expect.stringContaining('2, 3'),
        });
    });

    it.each(['Continued on next page', 'Suite page 2', 'Continúa en la página 2', 'Inaendelea ukurasa wa 2'])(
      'is refused where its last row is not the last: %s',
      async foot => {
        const refused = {code: 'file-goes-on', text: foot, readWith: '--unproved'};
        await expectProblem(bankRows(text(headings, ...first, foot), {mapping}), refused);
        expect(await bankRows(text(headings, ...first, foot, headings, ...second), {mapping})).toHaveLength(4);
      },
    );

    it.each([
      ...['0 transactions', 'Statement sheet 11/2026', 'Parte 3 de 2026', 'Rates continued on www.bank.example'],
      ...['Statement page 05/11/2026', '"""Account"": 123"', '"Account": 123'],
    ])('is read where a line above it says nothing of the kind: %s', async line =>
      expect(await bankRows(text(line, headings, ...first), {mapping})).toHaveLength(2),
    );

    const feet = (...marks: readonly (readonly [number, number])[]) =>
      [...first, ...second].flatMap((row, at) => {
        const mark = marks.find(([, behind]) => behind === at + 1)?.[0];
        return mark === undefined ? [row] : [row, `Page ${mark} of 3`];
      });
    const withoutBalance = (lines: readonly string[]) => [headings, ...lines].map(line => line.replace(/,[^,]*$/u, ''));

    it.each([
      ['all pages', feet([1, 1], [2, 2], [3, 4])],
      ['all but the foot of the last', feet([1, 1], [2, 2])],
      ['all but the head of the first', feet([2, 1], [3, 2])],
      [
        'each of two statements',
        ['Page 1 of 1', first[0] ?? '', 'Page 1 of 2', second[0] ?? '', 'Page 2 of 2', second[1] ?? ''],
      ],
    ])('is read with %s', async (_, lines) =>
      expect(await bankRows(text(...withoutBalance(lines)), {mapping})).not.toHaveLength(0),
    );

    it.each([
      ['all but one of many', [...first, 'Page 1 of 16'], 'Page 2, 3, 4 … of 16'],
      ['the last', feet([1, 1], [2, 4]), 'Page 3 of 3'],
      ['the second', feet([1, 1], [3, 4]), 'Page 2 of 3'],
      ['the first', feet([2, 2], [3, 4]), 'Page 1 of 3'],
      ['one of several feet', feet([1, 2]), 'Page 3 of 3'],
    ])('is refused without %s', async (_, lines, part) => {
      const content = text(...withoutBalance(lines));
      await expectProblem(bankRows(content, {mapping}), {code: 'file-part-missing', part});
      const {proof} = await read('bank', content, {mapping, isUnproved: true});
      expect(proof).toMatchObject({by: 'nothing', differs: [{part}]});
    });
  });

  const plain = 'Date,Reference,Narration,Amount';
  const pages = (carried: string, brought: string) =>
    text(
      plain,
      ',,Opening balance,1000.00',
      '2026-11-20,FT1,Payout,50.00',
      `,,Balance carried forward,${carried}`,
      plain,
      ...(brought === '' ? [] : [`,,Balance brought forward,${brought}`]),
      '2026-11-22,FT3,Sale,5.00',
      ',,Closing balance,1055.00',
    );

  it.each([['1050.00'], ['']])('is proved by balances that are carried, without running ones (%s)', async brought => {
    const {source, proof} = await read('bank', pages('1050.00', brought), {mapping});
    expect(amounts(source.rows)).toEqual(['50.00', '5.00']);
    expect(proof).toEqual({by: 'closing', count: 2});
  });

  it.each([
    ['1040.00', '1050.00'],
    ['1040.00', ''],
    ['1050.00', '1040.00'],
  ])('is refused where a carried balance is wrong (%s, %s)', async (carried, brought) => {
    const reading = bankRows(pages(carried, brought), {mapping});
    const line = carried === '1050.00' ? 6 : 4;
    await expectProblem(reading, {code: 'file-balance-differs', line});
  });

  it('has both balances above its rows or below them, where it is one page', async () => {
    const rows = ['2026-11-20,FT1,Payout,50.00', '2026-11-22,FT3,Sale,5.00'];
    const both = [',,Balance b/f,1000.00', ',,Balance c/f,1055.00'];
    for (const lines of [
      [...both, ...rows],
      [...rows, ...both],
    ])
      expect((await read('bank', text(plain, ...lines), {mapping})).proof).toEqual({by: 'closing', count: 1});
  });

  it('is not proved by a closing balance of its first page alone', async () => {
    const lines = [plain, ',,Opening balance,1000.00', '2026-11-20,FT1,Payout,50.00', ',,Carried forward,1050.00'];
    const said = {...mapping, columns: {direction: ''}};
    const {proof} = await read('bank', text(...lines, plain, '2026-11-22,FT3,Sale,5.00'), {mapping: said});
    expect(proof.by).toBe('nothing');
  });

  const sales = 'Reference,Amount,Status';
  const totalled = (one: string, two: string) =>
    text(sales, 'R1,100.00,paid', 'R2,50.00,paid', `Page total,${one},`, sales, 'R3,7.00,paid', `Total,${two},`);

  it.each([
    ['150.00', '157.00', 'totals'],
    ['150.00', '7.00', 'nothing'],
  ])('holds the sums of its pages against them (%s, %s)', async (one, two, by) => {
    const {source, proof} = await read('provider', totalled(one, two), {mapping});
    expect([amounts(source.rows), proof.by]).toEqual([['100.00', '50.00', '7.00'], by]);
  });

  it.each([
    ['140.00', '157.00'],
    ['150.00', '156.00'],
  ])('is refused where one of them is wrong (%s, %s)', async (one, two) =>
    expect((await problemWith(providerRows(totalled(one, two), {mapping}))).code).toBe('file-total-differs'),
  );

  it('may have been cut where its last line is that of its headings', async () => {
    const cut = text(headings, ...first, headings).trimEnd();
    expect((await problemWith(bankRows(cut, {mapping}))).code).toBe('file-cut-off');
  });

  it('counts no payment without a reference as a balance for a word in it', async () => {
    const rows = await providerRows(text('Reference,Amount,Note', 'R1,100.00,', ',500.00,Transport'), {mapping});
    expect(amounts(rows)).toEqual(['100.00', '500.00']);
  });

  it('gives the rows that it gives unprinted, or with a row cut out is refused', {
    tags: ['slow'],
    timeout: patience,
  }, () => {
    const minor = fc.integer({min: -99_999, max: 99_999}).filter(each => each !== 0);
    const pagesOf = fc.array(fc.array(minor, {minLength: 1, maxLength: 5}), {minLength: 2, maxLength: 5});
    const money = (value: number) => (value / 100).toFixed(2);
    const print = (all: readonly (readonly number[])[], gone: number) => {
      let balance = 100_000;
      let at = -1;
      const lines = all.flatMap((page, number) => {
        const rows = page.flatMap(each => {
          balance += each;
          at += 1;
          return at === gone ? [] : [`2026-11-20,FT${at},Sale,${money(each)},${money(balance)}`];
        });
        const head = ['Date,Reference,Narration,Amount,Balance', `,,Brought forward,,${money(balance - sumOf(page))}`];
        return [...head, ...rows, `,,Carried forward,,${money(balance)}`, `Page ${number + 1} of ${all.length},,,,`];
      });
      return text(...lines);
    };
    const sumOf = (page: readonly number[]) => page.reduce((sum, each) => sum + each, 0);
    return forAllAsync(runs(30), pagesOf, fc.nat(), async (all, which) => {
      const wanted = all.flat().map(money);
      expect(amounts(await bankRows(print(all, -1), {mapping}))).toEqual(wanted);
      const gone = which % wanted.length;
      expect(await bankRows(print(all, gone), {mapping}).catch((error: unknown) => error)).toBeInstanceOf(Problem);
    });
  });
});
