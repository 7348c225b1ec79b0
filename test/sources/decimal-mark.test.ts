// @module-tag slow

import {describe, expect, it} from 'vitest';
import {bankRows, encoded, expectProblem, problemWith, providerRows, read} from './support.js';

describe('what a spreadsheet in French saves', () => {
  const text = [
    'Relevé des transactions;;;;;;;;',
    'Boutique : Chez Aïcha;;;;;;;;',
    '',
    'Réf. marchand;Type d’opération;Montant (XOF);Frais;Net;Statut;Téléphone;Date;Libellé',
    'V-1;Paiement;1 250,00;12,50;1 237,50;Réussi;+225 07 48 29 39 75;20/11/2026 10:02;"Pain\nde mie ; ""frais"""',
    'V-2;Remboursement;-350,00;0,00;-350,00;Réussi;;20/11/2026 10:05;',
    ';;;;;;;;',
    'V-3;Paiement;12\u00A0000\u202F000;1,00;;Échoué;;20/11/2026 11:00;€',
    '',
  ].join('\r\n');
  const expected = [
    {
      line: 5,
      kind: 'payment',
      reference: 'V-1',
      amount: '1250.00',
      fee: '12.50',
      net: '1237.50',
      status: 'Réussi',
      phone: '2250748293975',
    },
    {line: 7, kind: 'refund', reference: 'V-2', amount: '-350.00', fee: '0.00', net: '-350.00', at: '2026-11-20 10:05'},
    {
      line: 9,
      kind: 'payment',
      reference: 'V-3',
      amount: '12000000',
      fee: '1.00',
      net: null,
      status: 'Échoué',
      phone: null,
    },
  ].map(row => ({...row, currency: 'XOF', serviceReference: null, payout: null}));
  const withoutNarrowSpace = text.replace('\u00A0000\u202F000', '\u00A0000\u00A0000');

  it.each([
    ['UTF-8 with a mark', encoded(text, 'bom'), 'utf-8', ';'],
    ['UTF-8 without', encoded(text, 'utf-8'), 'utf-8', ';'],
    ['windows-1252', encoded(withoutNarrowSpace, 'windows-1252'), 'windows-1252', ';'],
    ['“Unicode text”', encoded(text.replaceAll(';', '\t'), 'utf-16le'), 'utf-16le', '\t'],
    ['UTF-16 of another machine', encoded(text, 'utf-16be'), 'utf-16be', ';'],
  ])('is read from %s', async (_, bytes, encoding, separator) => {
    const {source, mapping, detection} = await read('provider', bytes);
    expect(source.rows).toMatchObject(expected);
    expect(mapping).toMatchObject({encoding, separator, decimalMark: ',', currency: 'XOF'});
    expect(detection).toMatchObject({headingLine: 4});
  });
});

describe('the decimal mark', () => {
  const file = (...amounts: string[]) =>
    ['reference\tamount\tcurrency', ...amounts.map((amount, at) => `R${at}\t${amount}\tKES`), ''].join('\n');
  const amounts = async (...texts: string[]) => (await providerRows(file(...texts))).map(({amount}) => amount);

  it.each([
    [
      ['1,250.00', '1,250', '3'],
      ['1250.00', '1250', '3'],
    ],
    [
      ['1.250', '1.250,5'],
      ['1250', '1250.5'],
    ],
    [
      ['1,25', '0,5'],
      ['1.25', '0.5'],
    ],
    [['1,250,000'], ['1250000']],
    [
      ['1250', '-7', '007'],
      ['1250', '-7', '007'],
    ],
    [
      ["1'250.50", '(3.50)', '4.00-', '\u22125.00', '6.00 DR', '7.00CR'],
      ['1250.50', '-3.50', '-4.00', '-5.00', '-6.00', '7.00'],
    ],
    [['-0.00'], ['0.00']],
  ])('of %j', async (texts, plain) => expect(await amounts(...texts)).toEqual(plain));

  it('is asked for where all can be read in two ways', async () => {
    expect(await problemWith(providerRows(file('1,250', '3')))).toEqual({
      code: 'file-decimal-mark-unclear',
      file: 'file.csv',
      column: 'amount',
      text: '1,250',
    });
    const rows = await providerRows(file('1,250', '3'), {mapping: {decimalMark: '.'}});
    expect(rows.map(({amount}) => amount)).toEqual(['1250', '3']);
  });

  it('is that of the beginning for all that follows', async () => {
    await expectProblem(providerRows(file('1.50', '1,50')), {code: 'file-row-invalid', line: 3, text: '1,50'});
    const whole = Array.from({length: 1500}, () => '3');
    expect((await amounts(...whole, '1,50')).at(-1)).toBe('1.50');
    await expectProblem(providerRows(file(...whole, '1,250')), {code: 'file-decimal-mark-unclear'});
    await expectProblem(providerRows(file(...whole, '1,50', '2.50')), {code: 'file-row-invalid', line: 1503});
  });

  it.each([
    ['KES', '1,250', '7,50', {line: 2, text: '1,250'}],
    ['KES', '1250.505', '7.50', {line: 2, text: '1250.505'}],
    ['KES', '7.50', '12.000', {line: 3, text: '12.000'}],
    ['XOF', '7.50', '3', {line: 2, text: '7.50'}],
    ['UGX', '1500', '1500.5', {line: 3, text: '1500.5'}],
    ['KWD', '1.2505', '1', {line: 2, text: '1.2505'}],
  ])('leaves no amount of %s finer than its currency: %s, %s', async (currency, first, second, problem) => {
    const text = `reference\tamount\tcurrency\nR1\t${first}\t${currency}\nR2\t${second}\t${currency}\n`;
    await expectProblem(providerRows(text), {code: 'file-amount-too-fine', column: 'amount', currency, ...problem});
  });

  it.each([
    ['UGX', '1500.00', '1500.00'],
    ['KES', '1250.5000', '1250.5000'],
    ['KWD', '0.250', '0.250'],
    ['IQD', '0.250', '0.250'],
    ['HUF', '7.50', '7.50'],
  ])(
    'takes noughts that a database writes, and a currency with three decimals: %s %s',
    async (currency, amount, plain) =>
      expect(await providerRows(`reference,amount,currency\nR1,${amount},${currency}\n`)).toMatchObject([
        {amount: plain},
      ]),
  );

  it.each([
    ['another amount has three decimals', ['12.500', '0.750', '1250.000'], ['12.500', '0.750', '1250.000']],
    ['another has three behind thousands', ['12,500', '1.250,000'], ['12.500', '1250.000']],
  ])('takes a third decimal that is zero where %s', async (_, texts, plain) =>
    expect(await amounts(...texts)).toEqual(plain),
  );

  it('takes a third decimal that is zero where the balances hold, and asks where they would hold as thousands too', async () => {
    const statement = (...rows: string[]) => ['Date;Amount;Balance', ...rows, ''].join('\n');
    const options = {mapping: {currency: 'KES', decimalMark: '.'}} as const;
    const shown = statement('2026-11-20;-12.500;1000.50', '2026-11-21;10.000;1010.50', '2026-11-22;20.500;1031.000');
    expect((await bankRows(shown, options)).map(({amount}) => amount)).toEqual(['-12.500', '10.000', '20.500']);
    const open = statement('2026-11-20;-12.500;100.500', '2026-11-21;10.000;110.500', '2026-11-22;20.000;130.500');
    await expectProblem(bankRows(open, options), {code: 'file-amount-too-fine', line: 2});
  });

  it('takes fees and nets that were computed', async () => {
    const text = 'reference,amount,currency,fee,net\nR1,24.00,KES,0.336,23.664\n';
    expect(await providerRows(text)).toMatchObject([{fee: '0.336', net: '23.664'}]);
  });

  it('is not made up for a file that shows none', async () =>
    expect((await read('provider', file('3'))).mapping?.decimalMark).toBeNull());
});
