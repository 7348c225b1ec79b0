// @module-tag slow

import {describe, expect, it} from 'vitest';
import type {ReadOptions} from '../../src/sources/source.js';
import {expectProblem, problemWith, read} from './support.js';

const inKes: ReadOptions = {mapping: {currency: 'KES'}};
/** A statement with one line for each entry, its oldest first. */
const entries = [
  '20/11/2026,Sales,,"1,250.00","11,250.00"',
  '21/11/2026,Rent,"4,000.00",,"7,250.00"',
  '22/11/2026,Sales,,300.50,"7,550.50"',
  '23/11/2026,Charge,0.50,,"7,550.00"',
];
const statement = (...lines: readonly string[]) => `${['Date,Narrative,Debit,Credit,Balance', ...lines].join('\n')}\n`;
const amounts = ['1250.00', '-4000.00', '300.50', '-0.50'];

describe('running balances', () => {
  it.each([
    ['oldest first', entries, amounts],
    ['newest first', entries.toReversed(), amounts.toReversed()],
  ])('prove a statement with its rows %s', async (_, lines, expected) => {
    const {source, proof} = await read('bank', statement(...lines), inKes);
    expect(source.rows.map(({amount}) => amount)).toEqual(expected);
    expect(proof).toEqual({by: 'balances', count: 3});
  });

  it('prove the first row too, by the opening balance', async () => {
    const opening = '20/11/2026,Solde initial,,"10,000.00",';
    const {source, proof} = await read('bank', statement(opening, ...entries), inKes);
    expect(source.rows).toHaveLength(4);
    expect(proof).toEqual({by: 'balances', count: 4});
    const above = `Opening balance,"10,000.00"\nClosing balance:,"7,550.00"\n\n${statement(...entries.toReversed())}`;
    expect((await read('bank', above, inKes)).proof).toEqual({by: 'balances', count: 4});
  });

  it('say nothing of a row that stands beside one of them alone', async () => {
    const untested = async (...lines: readonly string[]) =>
      (await read('bank', statement(...lines), inKes)).source.untested;
    expect(await untested(...entries)).toEqual([2]);
    expect(await untested(...entries.toReversed())).toEqual([5]);
    expect(await untested('20/11/2026,Solde initial,,"10,000.00",', ...entries)).toBeUndefined();
    expect(await untested(...entries, ',TOTAL,"4,000.50","1,550.50",')).toBeUndefined();
  });

  it('name the place where a row was cut out', async () => {
    const cut = statement(...entries.toSpliced(1, 1));
    expect(await problemWith(read('bank', cut, inKes))).toEqual({
      code: 'file-balance-differs',
      form: 'table',
      file: 'file.csv',
      line: 3,
      balance: '7550.50',
      reached: '11550.50',
    });
    const reversed = statement(...entries.toReversed().toSpliced(1, 1));
    await expectProblem(read('bank', reversed, inKes), {line: 2, balance: '7550.00'});
  });

  it('are those after the fee too, and stand in few rows only', async () => {
    const fees =
      'Reference,Amount,Fee,Balance,Currency\nR1,100.00,1.00,99.00,KES\nR2,50.00,0.50,,KES\nR3,10.00,0,158.50,KES\n';
    expect((await read('provider', fees)).proof).toEqual({by: 'balances', count: 1});
    const bank = 'Date,Amount,Fee,Balance\n2026-11-20,100,,500\n2026-11-21,-50,2,448\n2026-11-22,20,1,467\n';
    const {source, proof} = await read('bank', bank, inKes);
    expect(source.rows.map(({amount}) => Number(amount))).toEqual([100, -52, 19]);
    expect(proof).toEqual({by: 'balances', count: 2});
  });

  it('of a wallet have gaps where it lists only some movements, and are left out if a person says so', async () => {
    const file =
      'Reference,Amount,Balance,Currency\nR1,5.00,105.00,XOF\nR2,7.00,112.00,XOF\nR3,2.00,114.00,XOF\nR4,8.00,150.00,XOF\n';
    await expectProblem(read('provider', file), {
      code: 'file-balance-differs',
      line: 5,
      balance: '150.00',
      reached: '122.00',
      form: 'wallet',
    });
    const {source, proof, mapping} = await read('provider', file, {mapping: {columns: {balance: ''}}});
    expect(source.rows.map(({amount}) => amount)).toEqual(['5.00', '7.00', '2.00', '8.00']);
    expect(proof).toEqual({by: 'nothing', lookAt: [2, 5]});
    expect(mapping?.columns).not.toHaveProperty('balance');
    const whole = file.replace('150.00', '122.00');
    expect((await read('provider', whole, {mapping: {columns: {balance: ''}}})).proof.by).toBe('nothing');
  });

  it('show that a row that failed moved nothing, and that another did', async () => {
    const file = (third: string) =>
      `Reference,Status,Amount,Balance,Currency\nR1,Completed,5.00,105.00,KES\nR2,Failed,7.00,105.00,KES\nR3,${third},1.00,106.00,KES\n`;
    expect(await read('provider', file('Completed'))).toMatchObject({
      proof: {by: 'balances', count: 2},
      source: {rows: [{amount: '5.00'}, {amount: '7.00', status: 'Failed'}, {amount: '1.00'}]},
    });
    // One word cannot mean both.
    await expectProblem(read('provider', file('Failed')), {code: 'file-balance-differs', line: 4});
  });

  it('show that money moved by a word of a status that nobody knows', async () => {
    const file = (last: string) =>
      `Date,Narration,Status,Amount,Balance\n${['20,Sale,A1,5.00,105.00', '21,Sale,X4,7.00,105.00', '22,Rent,A1,-1.00,104.00', last].map(row => `2026-11-${row}\n`).join('')}`;
    const {source} = await read('bank', file('23,Sale,Completed,2.00,106.00'), inKes);
    expect(source.rows.map(({status}) => status)).toEqual(['A1', 'A1', 'Completed']);
    expect(source.paidWords).toEqual(['A1']);
    // Of one that stands in the oldest row alone they say nothing.
    const [head = '', first = '', ...others] = file('23,Sale,Completed,2.00,106.00').split('\n');
    const oldest = [head, first.replace('A1', 'B2'), ...others].join('\n');
    expect((await read('bank', oldest, inKes)).source.paidWords).toEqual(['A1']);
    expect((await read('bank', statement(...entries), inKes)).source.paidWords).toBeUndefined();
  });

  it('of two currencies are two accounts', async () => {
    const rows = ['R1,1.00,KES,11.00', 'R2,2.00,USD,22.00', 'R3,3.00,KES,14.00', 'R4,4.00,USD,26.00'];
    const {proof} = await read('provider', `Reference,Amount,Currency,Balance\n${rows.join('\n')}\n`);
    expect(proof).toEqual({by: 'balances', count: 2});
  });

  it('of a provider’s file that lists some of the rows alone are no proof, and no reason to refuse it', async () => {
    const rows = ['R1,1.00,KES,11.00', 'R2,2.00,KES,18.00', 'R3,3.00,KES,24.00'];
    const {proof} = await read('provider', `Reference,Amount,Currency,Balance\n${rows.join('\n')}\n`);
    expect(proof).toEqual({by: 'nothing', lookAt: [2, 4]});
  });
});

describe('an opening and a closing balance', () => {
  const file = (closing: string) =>
    `Date,Narration,Amount,Currency\n,Opening balance,100.00,KES\n2026-11-20,Sale,25.00,KES\n,Closing balance,${closing},KES\n`;

  it('prove the rows between them, and which way they went', async () => {
    const {source, proof} = await read('bank', file('125.00'));
    expect(source.rows).toMatchObject([{amount: '25.00'}]);
    expect(proof).toEqual({by: 'closing', count: 1});
  });

  it('refuse them with both figures', async () =>
    expect(await problemWith(read('bank', file('75.00')))).toEqual({
      code: 'file-balance-differs',
      form: 'table',
      file: 'file.csv',
      line: 4,
      balance: '75.00',
      reached: '125.00',
    }));
});

describe('an opening and a closing balance above the headings', () => {
  const file = (closing: string, ...rows: readonly string[]) =>
    ['Opening balance,"1,000.00"', `Closing balance,"${closing}"`, 'Date,Narration,Paid in,Paid out', ...rows, ''].join(
      '\n',
    );
  const rows = ['2026-11-20,Sale,200.00,', '2026-11-21,Charge,,50.00', '2026-11-21,Charge,,5.00'];

  it('prove a file without balances beside its rows', async () => {
    const {source, proof} = await read('bank', file('1,145.00', ...rows), inKes);
    expect(source.rows).toHaveLength(3);
    expect(proof).toEqual({by: 'closing', count: 1});
  });

  it('prove it with one of them below', async () => {
    const below = file('', ...rows, ',Closing balance,"1,145.00",').replace('Closing balance,""\n', '');
    expect((await read('bank', below, inKes)).proof).toEqual({by: 'closing', count: 1});
  });

  it('refuse one of which a row is missing, also where it was the only one', async () => {
    const problem = {code: 'file-balance-differs', line: 2, balance: '1145.00'};
    await expectProblem(read('bank', file('1,145.00', ...rows.slice(1)), inKes), {...problem, reached: '945.00'});
    for (const empty of [file('1,145.00'), file('1,145.00').replace('Paid out', 'Paid out,Balance')])
      await expectProblem(read('bank', empty, inKes), {...problem, reached: '1000.00'});
  });

  it('are read by the decimal mark of the rows', async () => {
    const text = 'Solde initial;1.000\nSolde final;1.005\nDate;Libellé;Crédit;Débit\n2026-11-20;Vente;5,00;\n';
    expect((await read('bank', text, inKes)).proof).toEqual({by: 'closing', count: 1});
  });
});

describe('totals', () => {
  const rows = ['R1,100.00,1.00,KES,Completed', 'R2,50.00,0.50,KES,Failed', 'R3,-20.00,0,KES,Completed'];
  const file = (...lines: readonly string[]) => `Reference,Amount,Fee,Currency,Status\n${lines.join('\n')}\n`;

  it.each([
    ['of all rows', 'Total,130.00,1.50,,', 2],
    ['of those that were paid', 'Total,80.00,1.00,KES,', 2],
    ['of credits', 'Total credits,150.00,,,', 1],
    ['of how many they are', 'Number of transactions,3,,,', 1],
  ])('prove a file: %s', async (_, total, count) =>
    expect((await read('provider', file(...rows, total))).proof).toEqual({by: 'totals', count}),
  );

  it('stand above the headings too', async () => {
    const above = `Nombre de transactions;3\nTotal credits: 150.00\n\n${file(...rows).replaceAll(',', ';')}`;
    expect((await read('provider', above)).proof).toEqual({by: 'totals', count: 2});
  });

  it('refuse a file of which a row is missing', async () => {
    const page = file(...rows.slice(1), 'Total,130.00,1.50,,');
    const figures = {line: 4, reached: '30.00'};
    expect(await problemWith(read('provider', page))).toEqual({
      code: 'file-total-differs',
      form: 'table',
      file: 'file.csv',
      readWith: '--unproved',
      ...figures,
      text: '130.00',
    });
    const {proof} = await read('provider', page, {isUnproved: true});
    expect(proof).toMatchObject({by: 'nothing', differs: [{...figures, said: '130.00'}, {said: '1.50'}]});
  });
});

it('without any such figure there are rows to look at: the largest, one that took money, the last', async () => {
  const file = 'reference,amount,currency\nR1,5.00,KES\nR2,-6.00,KES\nR3,70.00,KES\nR4,8.00,KES\n';
  expect((await read('provider', file)).proof).toEqual({by: 'nothing', lookAt: [3, 4, 5]});
});

it('a statement of which nothing says whether money came or went is asked about', async () => {
  const file = 'Date,Narration,Amount,Currency\n2026-11-20,Sale,25.00,KES\n2026-11-21,Rent,15.00,KES\n';
  expect(await problemWith(read('bank', file))).toEqual({
    code: 'file-direction-unclear',
    file: 'file.csv',
    column: 'Amount',
    text: '25.00',
    by: 'signs',
  });
  const said = await read('bank', file, {mapping: {columns: {direction: ''}}});
  expect(said.source.rows).toMatchObject([{amount: '25.00'}, {amount: '15.00'}]);
});

describe('a text of a provider’s file that goes on below', () => {
  const headings = 'Receipt No.,Completion Time,Details,Transaction Status,Amount,Balance,Currency';
  const rows = [
    'QK1,2026-11-20 09:00,Pay bill from 2547,Completed,100.00,1100.00,KES',
    ',,Acc. DK-1,,,,',
    'QK2,2026-11-20 09:05,Pay bill from 2548,Completed,50.00,1150.00,KES',
  ];
  const table = (lines: readonly string[], head = headings) => `${[head, ...lines].join('\n')}\n`;

  it('is read where the balances prove it', async () => {
    const {source, proof} = await read('provider', table(rows));
    expect(source.rows.map(({amount, line}) => [line, amount])).toEqual([
      [2, '100.00'],
      [4, '50.00'],
    ]);
    expect(proof).toEqual({by: 'balances', count: 1});
  });

  it.each([
    ['nothing proves it', table(rows.map(row => row.replace(/,1\d50.00,KES|,1100.00,KES/u, ',,KES')))],
    ['it is a figure', table(rows.with(1, ',,,,70.00,,'))],
    ['it is a reference', table(rows.with(1, 'QK9,,,,,,'))],
    ['it stands above all rows', table([rows[1] ?? '', rows[0] ?? '', rows[2] ?? ''])],
  ])('is refused as a row where %s', async (_, text) =>
    expect((await problemWith(read('provider', text))).code).toMatch(/^file-row-(?:invalid|without-amount)$/),
  );
});
