// @module-tag slow

import {describe, expect, it} from 'vitest';
import {expectProblem, read} from './support.js';

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
  const named = {bookedOn: 'Siku', narration: 'Kitu', amount: 'Kiasi cha X', balance: 'Y'};

  it.each([
    ['are asked about, and a person names them once', 'Siku;Kitu;Kiasi cha X;Y\n', named],
    [
      'may be the same, and are named with their place',
      'A;B;C;C\n',
      {...named, bookedOn: 'A', narration: 'B', amount: 'C#1', balance: 'C#2'},
    ],
    [
      'may be missing, and are named by their place',
      '',
      {bookedOn: '#1', narration: '#2', amount: '#3', balance: '#4'},
    ],
  ])('%s', async (_, line, columns) => {
    const file = (lines: readonly string[]) => `${line}${lines.join('\n')}\n`;
    await expectProblem(read('bank', file(rows), inXof), {code: 'file-heading-missing'});
    const said = {mapping: {currency: 'XOF', columns}};
    const table = await read('bank', file(rows), said);
    expect(amountsOf(table)).toEqual(moved);
    expect(table.source.rows[0]).toMatchObject({bookedOn: '2026-11-13', narration: 'Vente numero 0'});
    expect(table.proof).toEqual({by: 'balances', count: 5});
    expect(table.mapping?.columns).toEqual(columns);
    await expectProblem(read('bank', file(rows.toSpliced(2, 1)), said), {
      code: 'file-balance-differs',
      balance: `${balances[3]}.00`,
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
    await expectProblem(amountsTold(cells), {code: 'file-currency-missing'});
  });

  it.each(['XOF', 'UGX'])(
    'in %s they have no cents, so that three digits behind a mark are thousands',
    async currency => {
      const inColumn = `Date;Details;Amount;Currency\n${day(1)};Vente;1,250;${currency}\n${day(2)};Vente;-300;${currency}\n`;
      expect(amountsOf(await read('bank', inColumn))).toEqual([1250, -300]);
      expect(await amountsTold(['1.250', '-12.500'], {currency})).toEqual([`${currency} 1250`, `${currency} -12500`]);
    },
  );

  it('shillings have no cents: what stands before them are thousands', async () => {
    expect(await amountsTold(['5,000/=', '-12.500/-'], {currency: 'TZS'}).catch(({code}) => code)).toBe(
      'file-amount-too-fine',
    );
    expect(await amountsTold(['5,000/=', '-12,500/='], {currency: 'TZS'})).toEqual(['TZS 5000', 'TZS -12500']);
    await expectProblem(amountsTold(['5,000', '-12,500'], {currency: 'TZS'}), {code: 'file-decimal-mark-unclear'});
  });
});

describe('the letters of Soll and Haben', () => {
  const marked = moved.map((amount, at) => `${day(at)};Zahlung;${Math.abs(amount)},00;${amount < 0 ? 'S' : 'H'}`);

  it.each(['S/H', 'Soll/Haben'])('tell the way under their own heading, also without balances: %s', async heading => {
    const table = `Buchungstag;Verwendungszweck;Betrag;${heading}\n${marked.join('\n')}\n`;
    expect(amountsOf(await read('bank', table, inXof))).toEqual(moved);
    await expectProblem(read('bank', table.replace(';H\n', ';X\n'), {mapping: {currency: 'KES'}}), {
      code: 'file-direction-unclear',
      column: heading,
    });
  });

  it('are no direction under another heading', async () => {
    const table = `Date;Narration;Amount;Status\n${marked.join('\n')}\n`;
    await expectProblem(read('bank', table, inXof), {code: 'file-direction-unclear'});
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
      await expectProblem(read('bank', file(rows.toSpliced(at, 1)), inXof), {
        code: 'file-balance-differs',
        line: at + 2,
        balance: `${balances[at + 1]}.00`,
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
    await expectProblem(read('bank', text, inXof), {code: 'file-direction-unclear'});
    const rows = moved.map((amount, at) => `R${at},${Math.abs(amount)},${balances[at]},XOF`);
    const provider = `Reference,Amount,Balance,Currency\n${rows.join('\n')}\n`;
    await expectProblem(read('provider', provider), {code: 'file-direction-unclear'});
  });

  it('are no income because balances that fell by them rise if read from below', async () => {
    const file = (...days: readonly number[]) =>
      `Reference,Date,Amount,Balance,Currency\n${days.map((of, at) => `R${of},2026-11-${of},500,${500 * (at + 1)},XOF\n`).join('')}`;
    await expectProblem(read('provider', file(22, 21, 20)), {code: 'file-direction-unclear', by: 'signs'});
    expect(amountsOf(await read('provider', file(20, 21, 22)))).toEqual([500, 500, 500]);
  });

  it('may be less than what moved by the fee, whichever way they went', async () => {
    const charged = (at: number) => (moved[at] ?? 0) - 10;
    const rows = moved.map((amount, at) => {
      const balance = opening + moved.slice(0, at + 1).reduce((all, _, of) => all + charged(of), 0);
      return `${day(at)};${Math.abs(amount)};10;Mouvement;${balance}`;
    });
    const text = ['Date;Montant;Frais;Libellé;Solde', ';;;Solde initial;10000', ...rows, ''].join('\n');
    const table = await read('bank', text, inXof);
    expect(amountsOf(table)).toEqual(moved.map((_, at) => charged(at)));
    const provider = text.replace('Date', 'Horodatage').replace('Libellé', 'Référence');
    expect(amountsOf(await read('provider', provider, inXof))).toEqual(moved);
    await expectProblem(read('bank', text.replace('13/11/2026;1250;10', '13/11/2026;1250;11'), inXof), {
      code: 'file-balance-differs',
    });
  });

  it('take the fee of the side that the balances show', async () => {
    const rows = ['R1,97,0,9750,109653', 'R2,0,50,700,108903', 'R3,5,60,200,109098'];
    const lines = ['Reference,To / Fee,From / Fee,Amount,Balance,Currency', 'Opening balance,,,,100000,XAF'];
    const {source} = await read('provider', [...lines, ...rows.map(row => `${row},XAF`), ''].join('\n'));
    expect(source.rows.map(({amount, fee}) => `${amount} ${fee}`)).toEqual(['9750 97', '-700 50.00', '200 5']);
  });

  it.each([
    ['E/S', 'E', 'S'],
    ['Sens', 'E', 'S'],
    ['Direction', 'T1', 'T2'],
    ['D/C', 'Z', 'A'],
  ])('take that of their codes under %s, where the balances show what those mean', async (heading, into, out) => {
    const text = file(`Date;Montant;${heading};Solde`, at => ((moved[at] ?? 0) < 0 ? out : into));
    const table = await read('bank', text, inXof);
    expect(amountsOf(table)).toEqual(moved);
    expect(amountsOf(await read('bank', text, {mapping: table.mapping ?? {}}))).toEqual(moved);
    const other = text.replace(`;300;${into};`, `;300;${out};`);
    await expectProblem(read('bank', other, inXof), {code: 'file-direction-unclear'});
  });

  it('take that of the two texts of a type only where many balances show it', async () => {
    const text = file('Date;Montant;Type;Solde', at => ((moved[at] ?? 0) < 0 ? 'POS' : 'NIP'));
    await expectProblem(read('bank', text, inXof), {code: 'file-direction-unclear', column: 'Type'});
    const more = `${text}20/11/2026;25;NIP;11000\n21/11/2026;500;POS;10500\n`;
    expect(amountsOf(await read('bank', more, inXof))).toEqual([...moved, 25, -500]);
  });

  it('take that of codes in a column that a person names', async () => {
    const text = file('Date;Montant;Code;Solde', at => ((moved[at] ?? 0) < 0 ? 'T2' : 'T1'));
    await expectProblem(read('bank', text, inXof), {code: 'file-direction-unclear'});
    const named = {mapping: {currency: 'XOF', columns: {direction: 'Code'}}};
    expect(amountsOf(await read('bank', text, named))).toEqual(moved);
  });

  it.each(['bank', 'provider'] as const)(
    'take that of codes whose meaning a person says, without any balance: %s',
    async kind => {
      const rows = moved.map(
        (amount, at) => `R${at};${day(at)};${Math.abs(amount)};${amount < 0 ? 'B7' : at === 0 ? 'A1' : 'A2'}`,
      );
      const text = `Reference;Date;Amount;Vorgang\n${rows.join('\n')}\n`;
      const said = (direction: string) => ({mapping: {currency: 'XOF', columns: {direction}}});
      await expectProblem(read(kind, text, said('Vorgang')), {
        code: 'file-direction-unclear',
        column: 'Vorgang',
        text: 'A1',
      });
      const table = await read(kind, text, said('Vorgang:A1, A2/B7'));
      expect(amountsOf(table)).toEqual(moved);
      expect(amountsOf(await read(kind, text, {mapping: table.mapping ?? {}}))).toEqual(moved);
      await expectProblem(read(kind, text, said('Vorgang:A1/B7')), {code: 'file-row-invalid', text: 'A2'});
    },
  );

  it('are read turned where they all have the other sign', async () => {
    const rows = moved.map((amount, at) => `${day(at)};${-amount};${balances[at]}`);
    expect(amountsOf(await read('bank', `Date;Montant;Solde\n${rows.join('\n')}\n`, inXof))).toEqual(moved);
  });
});

describe('rows that moved nothing', () => {
  const codes = ['T1', 'T1', 'X9', 'T1', 'X9', 'T1'];
  let balance = opening;
  const rows = moved.map((amount, at) => {
    if (codes[at] === 'T1') balance += amount;
    return `R${at},${amount},${codes[at]},${balance},XOF`;
  });

  const file = (heading: string) => `Reference,Amount,${heading},Balance,Currency\n${rows.join('\n')}\n`;

  it('are left out and counted, although nobody knows the word for it', async () => {
    const table = await read('provider', file('Status'));
    expect(amountsOf(table)).toEqual([1250, -400, -75, -1000]);
    expect(table).toMatchObject({detection: {unmoved: 2}, proof: {by: 'balances', count: 5}});
  });

  it.each([
    ['are refused under a heading that says nothing', 'T1', 'file-balance-differs'],
    ['are asked about there where the words are those of a status', 'Completed', 'file-status-unclear'],
  ])('%s', async (_, word, code) => {
    const text = file('Zz').replaceAll('T1', word);
    await expectProblem(read('provider', text), {code});
  });
});

it.each([
  [
    'decimal mark',
    'file-decimal-mark-unclear',
    ['1,250;1,250', '2,500;3,750', '3,000;6,750', '-1500;5,250'],
    {decimalMark: '.'},
  ],
  ['order of dates', 'file-date-order-unclear', ['5;5', '7;12', '-2;10'], {dateOrder: 'day-first'}],
] as const)('a %s that nothing shows is asked for, whatever the balances are', async (what, code, rows, said) => {
  const days = what === 'decimal mark' ? rows.map((_, at) => day(at)) : ['05/11/26', '07/11/26', '09/11/26'];
  const text = `Date;Amount;Balance\n${rows.map((row, at) => `${days[at]};${row}`).join('\n')}\n`;
  await expectProblem(read('bank', text, {mapping: {currency: 'KES'}}), {code});
  const {proof} = await read('bank', text, {mapping: {currency: 'KES', ...said}});
  expect(proof).toEqual({by: 'balances', count: rows.length - 1});
});

it('a column that is called as the amount gives way to the one that the balances prove', async () => {
  const file = (proved: readonly number[]) => {
    const rows = moved.map((amount, at) => `${day(at)};${amount + 1};${proved[at]};${balances[at]}`);
    return `Date;Montant;Mouvement;Solde\n${rows.join('\n')}\n`;
  };
  const table = await read('bank', file(moved), inXof);
  expect(amountsOf(table)).toEqual(moved);
  expect(table.mapping?.columns['amount']).toBe('Mouvement');
  const withCurrency = file(moved).replaceAll('\n', ';XOF\n').replace(';XOF', ';Devise');
  for (const [text, mapping] of [
    [file(moved.with(2, 7)), inXof.mapping],
    [withCurrency, {}],
    [file(moved), {...inXof.mapping, columns: {amount: 'Montant'}}],
  ] as const)
    await expectProblem(read('bank', text, {mapping}), {code: 'file-balance-differs'});
});
