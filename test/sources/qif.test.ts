import {describe, expect, it, test} from 'vitest';
import {bankRows, expectProblem, read} from './support.js';

const record = (...fields: string[]) => `${[...fields, '^'].join('\n')}\n`;
const bank = (...records: string[]) => `!Type:Bank\n${records.join('')}`;
const plain = bank(
  record("D31/10'26", 'T1,250.00', 'NREF1', 'PMama Njeri', 'MPSTK_778', 'LSales'),
  record("D 1/11' 26", 'T-30.5', 'PFee'),
);
const kes = {mapping: {currency: 'KES'}};

test('the fields of Quicken, with the currency that somebody says', async () => {
  await expectProblem(bankRows(plain), {code: 'file-currency-missing'});
  const {source, mapping, detection, proof} = await read('bank', plain, kes, 'statement.qif');
  expect(source).toMatchObject({interval: null});
  expect(source.rows).toEqual([
    {
      line: 2,
      entry: 'REF1',
      amount: '1250.00',
      currency: 'KES',
      bookedOn: '2026-10-31',
      narration: 'Mama Njeri PSTK_778',
      status: '',
    },
    {line: 9, entry: '', amount: '-30.5', currency: 'KES', bookedOn: '2026-11-01', narration: 'Fee', status: ''},
  ]);
  expect(mapping).toMatchObject({currency: 'KES', dateOrder: 'day-first', decimalMark: '.'});
  expect(detection).toMatchObject({format: 'QIF', statements: 1, sums: 0});
  expect(proof).toEqual({by: 'nothing', lookAt: [2, 9]});
});

test('a bank and a card without names are two accounts', async () => {
  const both = plain + plain.replace('Bank', 'CCard');
  await expectProblem(bankRows(both, kes), {code: 'file-accounts-several', accounts: ['bank', 'ccard']});
  expect(await bankRows(both, {mapping: {currency: 'KES', columns: {account: 'ccard'}}})).toHaveLength(2);
});

describe('dates', () => {
  const dates = async (...written: string[]) =>
    (await bankRows(bank(...written.map(date => record(`D${date}`, 'T1.00'))), kes)).map(({bookedOn}) => bookedOn);

  it.each([
    ["1/31'26", '2026-01-31'],
    ["31/1' 26", '2026-01-31'],
    ['31-01-2026', '2026-01-31'],
    ['31.1.2026', '2026-01-31'],
    ['2026-01-31', '2026-01-31'],
  ])('%s', async (written, day) => expect(await dates(written)).toEqual([day]));

  it('are asked about where no one shows their order', async () => {
    const content = bank(record('D5/11/2026', 'T1.00'));
    await expectProblem(bankRows(content, kes), {code: 'file-date-order-unclear', column: 'D'});
    const said = {mapping: {currency: 'KES', dateOrder: 'month-first' as const}};
    expect(await bankRows(content, said)).toMatchObject([{bookedOn: '2026-05-11'}]);
  });
});

test('accounts of a file are told apart', async () => {
  const account = (name: string, amount: string) =>
    `!Account\n${record(`N${name}`, 'TBank')}${bank(record('D31/10/2026', `T${amount}`))}`;
  const two = `!Option:AutoSwitch\n!Account\n${record('NShop')}${record('NHome')}!Clear:AutoSwitch\n${account('Shop', '1.00')}${account('Home', '2.00')}`;
  await expectProblem(bankRows(two, kes), {code: 'file-accounts-several', accounts: ['Shop', 'Home']});
  const chosen = {mapping: {currency: 'KES', columns: {account: 'Shop'}}};
  const {source, detection} = await read('bank', two, chosen);
  expect(source.rows).toMatchObject([{amount: '1.00'}]);
  expect(detection).toMatchObject({accounts: ['Shop', 'Home'], statements: 1});
});

test('an option between the entries of an account does not end them', async () => {
  const entry = (amount: string) => record('D31/10/2026', `T${amount}`);
  const content = `${bank(entry('1.00'))}!Option:AllXfr\n${entry('2.00')}`;
  expect(await bankRows(content, kes)).toMatchObject([{amount: '1.00'}, {amount: '2.00'}]);
});

test('categories are no entries, and an opening balance is counted', async () => {
  const content = `!Type:Cat\n${record('NSales', 'I')}${bank(
    record('D31/10/2026', 'T500.00', 'CX', 'POpening Balance', 'L[Shop]'),
    record('D31/10/2026', 'U5.00', 'T5.00', 'SSales', 'EOrder 1', '$3.00', 'SSales', '$2.00'),
    record('D31/10/2026', 'T-3.00', 'PTo savings', 'L[Savings]'),
    record('D31/10/2026', 'T2.00', 'POpening Balance', 'LGifts'),
  )}`;
  const {source, detection} = await read('bank', content, kes);
  expect(source.rows).toMatchObject([{amount: '5.00', narration: 'Order 1'}, {amount: '-3.00'}, {amount: '2.00'}]);
  expect(detection).toMatchObject({sums: 1});
});

it('a third decimal that is zero is read where another amount shows that there are three', async () => {
  const content = bank(record('D31/10/2026', 'T12,500'), record('D31/10/2026', 'T0,500'));
  const said = {mapping: {currency: 'KES', decimalMark: ','}} as const;
  expect(await bankRows(content, said)).toMatchObject([{amount: '12.500'}, {amount: '0.500'}]);
});

it('blank lines are none of a record', async () =>
  expect(await bankRows(plain.replaceAll('\n', '\n \n'), kes)).toEqual(
    await bankRows(plain, kes).then(rows => rows.map(row => ({...row, line: 2 * row.line - 1}))),
  ));

describe('what is refused', () => {
  it.each([
    ['investments', '!Type:Invst\nD31/10/2026\n^\n', {code: 'file-is-other', what: 'investments'}],
    ['a portfolio', '!Type:Port\nD31/10/2026\n^\n', {code: 'file-is-other', what: 'investments'}],
    ['securities alone', `!Type:Security\n${record('NAcme', 'TStock')}`, {code: 'file-is-other', what: 'investments'}],
    ['categories alone', `!Type:Cat\n${record('NSales', 'I')}`, {code: 'file-is-other', what: 'lists'}],
    ['a list that nobody knows', `!Type:Loan\n${record('T5')}${plain}`, {code: 'file-not-understood', line: 1}],
    ['a record without its end', plain.slice(0, -2), {code: 'file-cut-off'}],
    ['a list that begins in a record', `${plain.slice(0, -2)}${plain}`, {code: 'file-not-understood'}],
    ['an amount of two readings', bank(record('D31/10/2026', 'T1,250')), {code: 'file-decimal-mark-unclear'}],
    ['two amounts', bank(record('D31/10/2026', 'T5.00', 'U6.00')), {code: 'file-row-invalid', line: 4, column: 'U'}],
    ['no amount', bank(record('D31/10/2026', 'PX')), {code: 'file-row-invalid', line: 2, column: 'T'}],
    ['no day', bank(record('T1.00', 'PX')), {code: 'file-row-invalid', line: 2, column: 'D'}],
    [
      'another order of dates',
      bank(record('D31/10/2026', 'T1.00'), record('D10/31/2026', 'T1.00')),
      {line: 5, text: '10/31/2026'},
    ],
    ['a field that nobody knows', bank(record('D31/10/2026', 'T1.00', '?')), {code: 'file-not-understood', line: 4}],
    [
      'a split that is not the whole',
      bank(record('D31/10/2026', 'T5.00', 'SSales', '$3.00')),
      {code: 'file-total-differs', line: 5, reached: 'KES 3.00', text: 'KES 5.00'},
    ],
  ])('%s', async (_, content, problem) => await expectProblem(bankRows(content, kes), problem));
});

it('a split that is not the whole is read as not proved, where a person has looked at it', async () => {
  const content = bank(record('D31/10/2026', 'T5.00', 'SSales', '$3.00'));
  const {source, proof} = await read('bank', content, {...kes, isUnproved: true});
  expect(source.rows[0]).toMatchObject({amount: '5.00'});
  expect(proof).toMatchObject({by: 'nothing', differs: [{line: 5, said: 'KES 5.00', reached: 'KES 3.00'}]});
});
