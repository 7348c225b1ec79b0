import {describe, expect, it} from 'vitest';
import {problemWith, read} from './support.js';

const inXof = {mapping: {currency: 'XOF'}} as const;
const amountsOf = ({source}: {readonly source: {readonly rows: readonly {readonly amount: string}[]}}) =>
  source.rows.map(({amount}) => Number(amount));

/** What moved, and what the account had before it. */
const moved = [1250, -400, 300, -75, 900, -1000];
const opening = 10_000;
const balances = moved.map((_, at) => opening + moved.slice(0, at + 1).reduce((a, b) => a + b, 0));
const day = (at: number) => `${13 + at}/11/2026`;

describe('headings that nobody knows', () => {
  const rows = moved.map((amount, at) => `${day(at)};Vente numero ${at};${amount};${balances[at]}`);

  it('are no matter where the balances tell the columns', async () => {
    const table = await read('bank', `Siku;Kitu;Kiasi cha X;Y\n${rows.join('\n')}\n`, inXof);
    expect(amountsOf(table)).toEqual(moved);
    expect(table.source.rows[0]).toMatchObject({bookedOn: '2026-11-13', narration: 'Vente numero 0'});
    expect(table.proof).toEqual({by: 'balances', count: 5});
  });

  it('may be missing, and the columns are named by their places for the next file', async () => {
    const {mapping} = await read('bank', `A;;;\n${rows.join('\n')}\n`.replace('A;;;', 'A;B;C;C'), inXof);
    expect(mapping?.columns).toEqual({bookedOn: 'A', narration: 'B', amount: 'C#1', balance: 'C#2'});
    const again = await read('bank', `A;B;C;C\n${rows.join('\n')}\n`, {mapping: mapping ?? {}});
    expect(amountsOf(again)).toEqual(moved);
  });

  it('are asked about in a file without balances, or with a row cut out', async () => {
    const code = {code: 'file-heading-missing'};
    expect(
      await problemWith(read('bank', `A;B;C\n${rows.map(row => row.replace(/;[^;]*$/, '')).join('\n')}\n`, inXof)),
    ).toMatchObject(code);
    expect(await problemWith(read('bank', `A;B;C;D\n${rows.toSpliced(2, 1).join('\n')}\n`, inXof))).toMatchObject(code);
  });
});

describe('amounts without a sign', () => {
  const file = (headings: string, cells: (at: number) => string, first = '') =>
    `${headings}\n${first}${moved.map((amount, at) => `${day(at)};${Math.abs(amount)};${cells(at)};${balances[at]}\n`).join('')}`;

  it('take that of the balances, and the first that of the opening balance', async () => {
    const text = file('Date;Montant;Libellé;Solde', () => 'Mouvement', ';;Solde initial;10000\n');
    expect(amountsOf(await read('bank', text, inXof))).toEqual(moved);
    const newest = text.trim().split('\n');
    const turned = [newest[0], ...newest.slice(1).toReversed(), ''].join('\n');
    expect(amountsOf(await read('bank', turned, inXof))).toEqual(moved.toReversed());
  });

  it('are asked about where nothing tells that of the first', async () => {
    const text = file('Date;Montant;Libellé;Solde', () => 'Mouvement');
    expect(await problemWith(read('bank', text, inXof))).toMatchObject({code: 'file-direction-unclear'});
  });

  it('take that which the words of a column have by the balances', async () => {
    const text = file('Date;Montant;Code;Solde', at => ((moved[at] ?? 0) > 0 ? 'E' : 'S'));
    expect(amountsOf(await read('bank', text, inXof))).toEqual(moved);
  });

  it('are read turned where they all have the other sign', async () => {
    const rows = moved.map((amount, at) => `${day(at)};${-amount};${balances[at]}`);
    expect(amountsOf(await read('bank', `Date;Montant;Solde\n${rows.join('\n')}\n`, inXof))).toEqual(moved);
  });

  it('are those of a provider too, whose file says nothing of it', async () => {
    const rows = moved.map(
      (amount, at) => `R${at},${Math.abs(amount)},${amount > 0 ? 'In' : 'Payout'},${balances[at]},XOF`,
    );
    const table = await read('provider', `Reference,Amount,X,Balance,Currency\n${rows.join('\n')}\n`);
    expect(amountsOf(table)).toEqual(moved);
  });
});

describe('rows that moved nothing', () => {
  const codes = ['T1', 'T1', 'X9', 'T1', 'X9', 'T1'];
  let balance = opening;
  const rows = moved.map((amount, at) => {
    if (codes[at] === 'T1') balance += amount;
    return `R${at},${amount},${codes[at]},${balance},XOF`;
  });

  it('are left out and counted, although a code that nobody knows says so under a heading that says nothing', async () => {
    const table = await read('provider', `Reference,Amount,Zz,Balance,Currency\n${rows.join('\n')}\n`);
    expect(amountsOf(table)).toEqual([1250, -400, -75, -1000]);
    expect(table).toMatchObject({detection: {unmoved: 2}, proof: {by: 'balances', count: 5}});
  });

  it('stay with a status that is known', async () => {
    const known = rows.map(row => row.replace('T1', 'Completed').replace('X9', 'Expired'));
    const table = await read('provider', `Reference,Amount,Zz,Balance,Currency\n${known.join('\n')}\n`);
    expect(table.source.rows.map(({status}) => status)).toContain('Expired');
    expect(amountsOf(table)).toEqual(moved);
    expect(table.proof).toEqual({by: 'balances', count: 5});
  });
});

it('the oldest row, of which no balance shows whether it moved, is left out where a word that is known says that it failed', async () => {
  const rows = ['4;Failed;50000', '-5;Completed;49995', '7;Completed;50002', '8;Completed;50010'];
  const text = (lines: readonly string[]) => `Qa;Qb;Qc;Qd\n${lines.map((row, at) => `${day(at)};${row}`).join('\n')}\n`;
  const statuses = ({source}: Awaited<ReturnType<typeof read>>) => source.rows.map(({status}) => status);
  expect(statuses(await read('bank', text(rows), inXof))).toEqual(['Failed', 'Completed', 'Completed', 'Completed']);
  const all = rows.map(row => row.replace('Failed', 'Completed'));
  expect(statuses(await read('bank', text(all), inXof))).toEqual(['', '', '', '']);
});

it('the decimal mark is that under which the balances hold', async () => {
  const rows = ['1,250;1,250', '2,500;3,750', '3,000;6,750', '-1500;5,250'];
  const text = `Date;Amount;Balance\n${rows.map((row, at) => `${day(at)};${row}`).join('\n')}\n`;
  expect(amountsOf(await read('bank', text, inXof))).toEqual([1250, 2500, 3000, -1500]);
});

it('the order of dates is that in which the days follow each other', async () => {
  const days = ['05/11/26', '07/11/26', '09/11/26', '02/12/26', '03/12/26', '04/12/26'];
  const rows = moved.map((amount, at) => `${days[at]};${amount};${balances[at]}`);
  const {source, mapping} = await read('bank', `Date;Montant;Solde\n${rows.join('\n')}\n`, inXof);
  expect(source.rows.map(({bookedOn}) => bookedOn)).toEqual([
    '2026-11-05',
    '2026-11-07',
    '2026-11-09',
    '2026-12-02',
    '2026-12-03',
    '2026-12-04',
  ]);
  expect(mapping?.dateOrder).toBe('day-first');
});

it('a column that is called as the amount is not read where the balances refute it', async () => {
  const rows = moved.map((amount, at) => `${day(at)};${amount + 1};${amount};${balances[at]}`);
  const table = await read('bank', `Date;Montant;Mouvement;Solde\n${rows.join('\n')}\n`, inXof);
  expect(amountsOf(table)).toEqual(moved);
});
