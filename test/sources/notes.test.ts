import {describe, expect, it} from 'vitest';
import {bankRows, expectProblem, problemWith, read} from './support.js';

const table = [
  'Date,Reference,Narration,Debit,Credit,Balance',
  '2026-11-20,FT1,Payout,,50.00,1050.00',
  '2026-11-21,FT2,Rent,20.00,,1030.00',
];
const text = (...below: readonly string[]) => [...table, ...below].join('\n');
const mapping = {currency: 'KES'};

describe('a note below the rows of a table', () => {
  it.each([
    '*** End of statement ***',
    '*** End of statement ***,,,,,',
    'Generated on 23/11/2026 10:00 by user 1',
    ',,,,,Page 1 of 1',
    'Note: charges are subject to change,,,Page 1',
  ])('is left out and counted: %s', async note => {
    const {source, detection, proof} = await read('bank', text('', note, ''), {mapping});
    expect(source.rows.map(({amount}) => amount)).toEqual(['50.00', '-20.00']);
    expect(detection).toMatchObject({sums: 1});
    expect(proof.by).toBe('balances');
  });

  it.each([
    ['an amount', '2026-11-22,FT3,Sale,,5.00,1035.00'],
    ['an amount alone', ',,Total of some,,5.00,'],
  ])('is none with %s', async (_, row) =>
    expect(await bankRows(text(row, ''), {mapping}).catch(() => [])).not.toHaveLength(2),
  );

  it.each([
    ['an amount that is written wrongly', ',Sale of shoes,,,KES 1.25O,'],
    ['a day', '2026-11-22,FT3 of Ann,,,,'],
    ['a reference alone', ',FT3,,,,'],
    ['rows below it', `Printed by Ann\n2026-11-22,FT3,Sale,,5.00,1035.00`],
  ])('is none with %s, and refused', async (_, row) =>
    expect((await problemWith(bankRows(text(row, ''), {mapping}))).code).toMatch(/^file-row-/),
  );

  it('may be a row that was cut, unless its line is ended or it is framed', async () => {
    expect(await bankRows(text('*** End of statement ***'), {mapping})).toHaveLength(2);
    await expectProblem(bankRows(text('Transfer from Ann'), {mapping}), {code: 'file-cut-off'});
  });
});
