// @module-tag slow

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

describe('headings that nobody knows, of a table with a row cut out', () => {
  const longer = [...moved, 50, 60, -70, 80, -15, 5];
  const reached = longer.map((_, at) => opening + longer.slice(0, at + 1).reduce((a, b) => a + b, 0));
  const rows = longer.map((amount, at) => `${day(at)};Vente;${amount};${reached[at]}`);
  const unsigned = longer.map(
    (amount, at) => `${day(at)};Vente;${Math.abs(amount)};${amount < 0 ? 'ont' : 'toe'};${reached[at]}`,
  );

  it.each(longer.keys().drop(1).take(10).toArray())('are no matter to tell where it was: %i', async at => {
    const where = {code: 'file-balance-differs', line: at + 2, balance: `${reached[at + 1]}.00`};
    const cut = (lines: readonly string[]) => lines.toSpliced(at, 1);
    expect(await problemWith(read('bank', `A;B;C;D\n${cut(rows).join('\n')}\n`, inXof))).toMatchObject(where);
    expect(await problemWith(read('bank', `A;B;C;D;E\n${cut(unsigned).join('\n')}\n`, inXof))).toMatchObject(where);
    const upside = cut(rows).toReversed().join('\n');
    expect(await problemWith(read('bank', `A;B;C;D\n${upside}\n`, inXof))).toMatchObject({
      code: 'file-balance-differs',
      balance: `${reached[at + 1]}.00`,
    });
  });
});

describe('what amounts say of their money', () => {
  const amountsTold = async (cells: readonly string[], mapping = {}) => {
    const lines = cells.map((cell, at) => `${day(at)};Vente;${cell}`);
    const {source} = await read('bank', `Date;Details;Amount\n${lines.join('\n')}\n`, {mapping});
    return source.rows.map(({currency, amount}) => `${currency} ${amount}`);
  };

  it.each([
    [
      ['GH¢50', '-GH₵1,250.50'],
      ['GHS 50', 'GHS -1250.50'],
    ],
    [
      ['KES 5.50', '-7.25'],
      ['KES 5.50', 'KES -7.25'],
    ],
    [
      ['Ksh 1,250/=', 'KES -300'],
      ['KES 1250', 'KES -300'],
    ],
  ])('%j are of the currency that they name', async (cells, expected) => {
    expect(await amountsTold(cells)).toEqual(expected);
  });

  it.each([
    [['R 5.50', '-R 7.25']],
    [['$5.50', '-$7.25']],
    [['1 250F', '-300F']],
    [['5,000/=', '-12,500/=']],
    [['KES 5', '-UGX 5']],
    [['UGX 5,000/=', '-KES 5/=']],
  ])('%j may be of several, and are asked about', async cells => {
    expect(await problemWith(amountsTold(cells))).toMatchObject({code: 'file-currency-missing'});
  });

  it('shillings have no cents: what stands before them are thousands', async () => {
    expect(await amountsTold(['5,000/=', '-12.500/-'], {currency: 'TZS'}).catch(({code}) => code)).toBe(
      'file-amount-too-fine',
    );
    expect(await amountsTold(['5,000/=', '-12,500/='], {currency: 'TZS'})).toEqual(['TZS 5000', 'TZS -12500']);
    expect(await problemWith(amountsTold(['5,000', '-12,500'], {currency: 'TZS'}))).toMatchObject({
      code: 'file-decimal-mark-unclear',
    });
  });
});

describe('the letters of Soll and Haben', () => {
  const marked = moved.map((amount, at) => `${day(at)};Zahlung;${Math.abs(amount)},00;${amount < 0 ? 'S' : 'H'}`);

  it.each(['S/H', 'Soll/Haben'])('tell the way under their own heading, also without balances: %s', async heading => {
    const table = `Buchungstag;Verwendungszweck;Betrag;${heading}\n${marked.join('\n')}\n`;
    expect(amountsOf(await read('bank', table, inXof))).toEqual(moved);
    expect(await problemWith(read('bank', table.replace(';H\n', ';X\n'), {mapping: {currency: 'KES'}}))).toMatchObject({
      code: 'file-direction-unclear',
      column: heading,
    });
  });

  it('are no direction under another heading', async () => {
    const table = `Date;Narration;Amount;Status\n${marked.join('\n')}\n`;
    expect(await problemWith(read('bank', table, inXof))).toMatchObject({code: 'file-direction-unclear'});
  });
});

describe('balances under a heading that nobody knows', () => {
  const rows = moved.map(
    (amount, at) => `${day(at)};Vente;${amount > 0 ? amount : ''};${amount < 0 ? -amount : ''};${balances[at]}`,
  );
  const file = (lines: readonly string[]) => `Date;Libellé;Crédit;Débit;Position\n${lines.join('\n')}\n`;

  it('prove a file, and refuse one with a row cut out where it was', async () => {
    expect((await read('bank', file(rows), inXof)).proof).toEqual({by: 'balances', count: 5});
    for (const at of [1, 4])
      expect(await problemWith(read('bank', file(rows.toSpliced(at, 1)), inXof))).toMatchObject({
        ...{code: 'file-balance-differs', line: at + 2, balance: `${balances[at + 1]}.00`},
      });
  });

  it('are other figures where hardly any of them is what the rows come to', async () => {
    const others = rows.map((row, at) => row.replace(/\d+$/u, String(at < 2 ? balances[at] : 7919 * at)));
    expect((await read('bank', file(others), inXof)).proof).toMatchObject({by: 'nothing'});
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
