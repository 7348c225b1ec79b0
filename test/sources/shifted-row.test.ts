import {describe, expect, it} from 'vitest';
import {bankRows, problemWith, providerRows, read} from './support.js';

const mapping = {currency: 'KES'};
const text = (...lines: readonly string[]) => `${lines.join('\n')}\n`;
const amounts = (rows: readonly {readonly amount: string}[]) => rows.map(({amount}) => amount);

describe('a separator in a text without quotation marks', () => {
  it.each([
    ['a column without a heading takes what is left', 'Date,Narration,Amount,', 'Invoice 12,300,50.00', 'Rent,-7.00'],
    ['of rows that end in a separator', 'Date,Narration,Amount,Note', 'Invoice 12,300,50.00,', 'Rent,-7.00,'],
    ['of the narration that has three', 'Date,Narration,Amount,Note', 'A,Shop 3,-300,-50.00,', 'Rent,-7.00,'],
    ['of an amount', 'Date,Narration,Amount,Note', 'Shop,-1,250.00,', 'Rent,-7.00,'],
    ['of an amount before its narration', 'Date,Amount,Narration,', '-1,250.00,Shop', '-7.00,Shop'],
  ])('is refused where it moves the amounts: %s', async (_, headings, shifted, plain) => {
    const rows = [`2026-11-20,${shifted}`, `2026-11-21,${plain}`, `2026-11-22,${plain}`];
    for (const order of [rows, rows.toReversed()]) {
      const problem = await problemWith(bankRows(text(headings, ...order), {mapping}));
      expect(problem).toMatchObject({code: 'file-row-uneven', line: order === rows ? 2 : 4});
    }
  });

  it.each([
    ['the state where the amount should be', 'Ref,Details,Status,Amount,Remark,', 'R1,ANN, KAMPALA,Success,1000,,'],
    ['a text where the direction should be', 'Ref,Details,Amount,Credit/Debit,Note,', 'R1,ANN, KAMPALA,1000,Credit,,'],
    ['two texts where the fee should be', 'Ref,Amount,Details,Fee,Status,', 'R1,1000,ANN, KAMPALA,10,Success,'],
  ])('names the row, and no cell of it: %s', async (_, headings, shifted) => {
    const rows = [shifted, shifted.replace(', ', ' ')];
    for (const order of [rows, rows.toReversed()]) {
      const problem = await problemWith(providerRows(text(headings, ...order), {mapping}));
      expect(problem).toMatchObject({code: 'file-row-uneven', line: order === rows ? 2 : 3, given: 7, expected: 6});
    }
  });

  it('names the row although the cell of the day has moved', async () => {
    const content = text('Description,Date,Amount,Note,', 'ANN, KAMPALA,2026-11-20,50.00,,', 'Bob,2026-11-21,7.00,,');
    expect(await problemWith(bankRows(content, {mapping}))).toMatchObject({code: 'file-row-uneven', line: 2});
  });

  it('names the cell if no two cells of the row are one', async () => {
    const content = text('Ref,Details,Status,Amount,', 'R1,ANN,Success,lots,,', 'R2,BOB,Success,5,,');
    expect(await problemWith(providerRows(content, {mapping}))).toMatchObject({code: 'file-row-invalid', text: 'lots'});
  });

  it.each([
    ['all rows end in one separator more', 'Date,Narration,Amount', ['Rent 12,-300,', 'Fee,-7.00,']],
    ['a row has empty cells at its end', 'Date,Narration,Amount', ['Rent 12,-300,,', 'Fee,-7.00']],
    ['a row has a remark', 'Date,Narration,Amount,', ['Rent 12,-300,by Ann', 'Fee,-7.00']],
    [
      'a row has a reference behind its amount',
      'Date,Amount,Reference,Narration',
      ['-300,12345,Rent,', '-7.00,12346,Fee'],
    ],
    ['all rows have a number behind', 'Date,Narration,Amount,', ['Rent 12,-300,4', 'Fee,-7.00,5']],
  ])('is none where %s', async (_, headings, rows) => {
    const found = await bankRows(text(headings, ...rows.map(row => `2026-11-20,${row}`)), {mapping});
    expect(amounts(found)).toEqual(['-300', '-7.00']);
  });

  it('is none where balances prove the amounts', async () => {
    const rows = ['2026-11-20,Rent 12,-300,1000,', '2026-11-21,Fee,-7,993', '2026-11-22,Fee,-3,990'];
    const {source, proof} = await read('bank', text('Date,Narration,Amount,Balance', ...rows), {mapping});
    expect(amounts(source.rows)).toEqual(['-300', '-7', '-3']);
    expect(proof.by).toBe('balances');
  });
});
