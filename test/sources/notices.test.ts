import {describe, expect, it} from 'vitest';
import {isOfMultiples, multipleNotice, partNotice} from '../../src/sources/notices.js';
import {bankRows, expectProblem, read} from './support.js';

const headings = 'Date,Details,Amount,Currency';
const rows = ['2026-11-20,Sale to ACME Limited,5.00,KES', '2026-11-21,Rent in thousands of ways,-2.00,KES'];
const text = (...lines: readonly string[]) => `${lines.join('\n')}\n`;

describe('a line that says that rows are not there', () => {
  it.each([
    ...[
      'Only the first 1000 rows are shown',
      'Showing first 500 records',
      'Truncated',
      'The list is truncated at 1,000 rows.',
    ],
    ...[
      'Note: only the first 1,000 transactions were exported. Narrow the dates.',
      'Results truncated',
      '*** TRUNCATED ***',
    ],
    ...['Seules les 1 000 premières lignes sont affichées', 'Liste tronquée', 'Affichage des 500 premiers résultats'],
    ...[
      'São mostradas apenas as primeiras 1000 linhas',
      'Lista truncada',
      'Solo se muestran los primeros 500 registros',
    ],
    ...['Safu 1000 za kwanza tu zinaonyeshwa', 'Orodha imekatwa', 'Nur die ersten 1.000 Zeilen werden angezeigt'],
    ...[
      'Alleen de eerste 500 regels worden getoond',
      'عرض اول 500 سجل فقط',
      ...[
        '1000 row limit reached',
        'Maximum number of rows exceeded',
        'Preview: first 100 rows',
        'Limite de lignes atteinte',
      ],
    ],
  ])('is known: %s', text => expect(partNotice([text])).toMatchObject({atMost: 0}));

  it.each([
    ...['limited to 1000 rows', 'Export limited to 1 000 records', 'Maximum of 1,000 rows', 'Limité à 1000 lignes'],
    ...['Limitado a 1000 linhas', 'Upeo wa safu 1000', 'Auf 1.000 Zeilen begrenzt', 'Beperkt tot 1000 regels'],
  ])('may hold of a whole file: %s', text => expect(partNotice([text])).toMatchObject({atMost: 1000}));

  it.each([
    ...[
      'ACME Limited',
      'Equity Bank (Kenya) Limited',
      'Limited',
      'truncated spur',
      'Long descriptions are truncated',
      'first 100',
    ],
    ...[
      'The first 100 customers win',
      'Last 10 transactions',
      '3 transactions',
      'Limited to the account holder',
      'Results',
    ],
    ...[
      'Showing the last 90 days',
      'Only 5 shillings a payment',
      'Showing first 500 of 500 records',
      'Paiement de la première ligne',
    ],
  ])('is no other: %s', text => expect(partNotice([text])).toBeUndefined());
});

describe('amounts that are a multiple of what is written', () => {
  it.each([
    ...[
      'Amounts in thousands of KES',
      "in '000",
      "(KES '000)",
      'Statement of account (in thousands)',
      "All figures in KES '000'",
    ],
    ...[
      'KES’000',
      'KES 000',
      'Amounts in 000s',
      "Amounts in 000's",
      'Amounts x 1,000',
      'Figures are in thousands unless otherwise stated',
      "Transactions (KES '000) of November",
    ],
    ...[
      'Montants en milliers de FCFA',
      'en milliers',
      'em milhares',
      'Valores em milhões',
      'Kiasi kwa maelfu ya shilingi',
    ],
    ...['Beträge in Tsd. EUR', 'Bedragen in duizenden', 'Importes en miles', 'المبالغ بالآلاف'],
  ])('are told by a line: %s', text => expect(multipleNotice([text])).toBeDefined());

  it('are told by two cells', () => expect(multipleNotice(['Unit', 'Thousands', ''])).toBe('Unit Thousands'));

  it.each([
    ...[
      'We serve you in thousands of ways',
      'Thousands of customers',
      'Million Dollar Shop',
      'Branch 000',
      'Unit 000',
      "1'000",
    ],
    ...[
      'Opening balance 1,000',
      "Balance: KES 1'000",
      'KES 5,000',
      'KES 5000',
      'Million',
      'Amounts in KES',
      'Mille Collines Ltd',
      'KES 12 000',
    ],
  ])('are not told by: %s', text => expect(multipleNotice([text])).toBeUndefined());

  it('are told by a heading', () => {
    for (const heading of [
      "Amount (KES '000)",
      'Montant en milliers',
      'Amount KES 000',
      'Valor (milhares)',
      "Paid in ('000)",
    ])
      expect([heading, isOfMultiples(heading)]).toEqual([heading, true]);
    for (const heading of ['Amount', 'Amount (KES)', 'Montant', 'Paid in 1', 'Amount #2'])
      expect([heading, isOfMultiples(heading)]).toEqual([heading, false]);
  });
});

describe('a table', () => {
  it.each([
    ['Only the first 1000 rows are shown', 'Only the first 1000 rows are shown'],
    ['Note: only the first 1,000 rows are shown', 'Note: only the first 1 000 rows are shown'],
    ['Truncated', 'Truncated'],
    ['Export limited to 2 rows', 'Export limited to 2 rows'],
  ])('of which rows are left out is refused, or read unproved: %s', async (notice, said) => {
    for (const content of [text(notice, '', headings, ...rows), text(headings, ...rows, notice)]) {
      await expectProblem(bankRows(content), {code: 'file-goes-on', text: said, readWith: '--unproved'});
      const {source, proof} = await read('bank', content, {isUnproved: true});
      expect(source.rows).toHaveLength(2);
      expect(proof).toMatchObject({by: 'nothing', differs: [{said, reached: '2'}]});
    }
  });

  it.each(['bank', 'provider'] as const)(
    'whose last line has no end is whole if it ends in a whole day: %s',
    async kind => {
      const whole = 'Reference,Amount,Currency,Date\nR1,-5.00,KES,2026-11-20\nR2,6.00,KES,2026-11-21';
      expect((await read(kind, whole)).source.rows).toHaveLength(2);
      await expectProblem(read(kind, whole.slice(0, -1)), {code: 'file-cut-off'});
    },
  );

  it('that has fewer rows than it might is whole, and its rows may say anything', async () => {
    const words = [
      'truncated',
      'first 100',
      'Only the first 1000 rows are shown',
      'limited to 2 rows',
      "in '000",
      'Thousands',
    ];
    const own = words.map(word => `2026-11-22,${word},-1.00,KES`);
    const content = text('Exports are limited to 1000 rows', 'ACME Limited', headings, ...rows, ...own);
    expect(await bankRows(content)).toHaveLength(rows.length + own.length);
  });

  it('shows so many of them as it says', async () => {
    const below = (line: string) => bankRows(text(headings, ...rows, line));
    await expectProblem(below('Showing first 2 of 500 rows'), {code: 'file-total-differs'});
    expect(await below('Showing first 2 of 2 rows')).toHaveLength(2);
  });

  it('may have a balance with a reference of zeros', async () => {
    const zeros = text(
      'Date,Reference,Debit,Credit,Balance,Remarks',
      "01-Nov-2026,'000,,,10000.00,Opening Balance",
      "05-Nov-2026,'000,,1000.00,11000.00,SALE",
    );
    expect(await bankRows(zeros, {mapping: {currency: 'NGN'}})).toMatchObject([{amount: '1000.00'}]);
  });

  it.each([
    ['above it', text('Amounts in thousands of KES', headings, ...rows)],
    ['below it', text(headings, ...rows, "(KES '000)")],
    ['in a heading', text(headings.replace('Amount', "Amount (KES '000)"), ...rows)],
    ['below a heading', text(headings, ',,(thousands),', ...rows)],
  ])('whose amounts are a multiple of what is written is refused where that stands %s', async (_, content) => {
    const mapping = {columns: {amount: '#3'}};
    for (const options of [{}, {mapping}, {mapping, isUnproved: true}])
      await expectProblem(bankRows(content, options), {code: 'file-in-multiples'});
  });
});
