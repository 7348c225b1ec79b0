import {describe, expect, it, test} from 'vitest';
import {bankRows, entryOf, expectProblem, read} from './support.js';

/** As the Cash Management Balance Reporting Specifications have it. */
const text = [
  '01,122099999,123456789,261120,0800,1,80,10,2/',
  '02,031001234,122099999,1,261120,2400,USD,2/',
  '03,0975312468,,010,500000,,,015,570000,,,100,100000,2,/',
  '88,400,30000,1,Z/',
  '16,142,70000,S,50000,10000,10000,B-1,PSTK_778,REMITTANCE, OF THE DAY',
  '88,AND MORE, WITH COMMAS',
  '16,195,30000,V,261121,0900,B-2,,/',
  '16,475,30000,D,2,0,20000,1,10000,B-3,CHK 12,CHECK PAID/',
  '16,890,,,NOTE,,CALL YOUR BRANCH',
  '49,1330000,8/',
  '98,1330000,1,10/',
  '99,1330000,1,12/',
  '',
].join('\n');

test('a group from before the first till is named, and read where a person says that the file has such days', async () => {
  const old = text.replaceAll('261120', '181120');
  await expectProblem(bankRows(old), {code: 'file-date-too-old', line: 2, day: '2018-11-20'});
  const [row] = await bankRows(old, {interval: {from: '2018-11-01', to: '2018-11-30'}});
  expect(row?.bookedOn).toBe('2018-11-20');
});

test('entries become rows, in the direction of their type', async () => {
  const {source, mapping, detection, proof} = await read('bank', text, {}, 'statement.bai');
  expect(source).toMatchObject({interval: {from: '2026-11-20', to: '2026-11-20'}});
  expect(source.rows).toEqual([
    entryOf(5, 'B-1', '700.00', 'PSTK_778 REMITTANCE, OF THE DAY AND MORE, WITH COMMAS', {currency: 'USD'}),
    entryOf(7, 'B-2', '300.00', '', {currency: 'USD'}),
    entryOf(8, 'B-3', '-300.00', 'CHK 12 CHECK PAID', {currency: 'USD'}),
  ]);
  expect(mapping).toBeNull();
  expect(detection).toMatchObject({format: 'BAI2', version: '2', accounts: ['0975312468'], statements: 1});
  expect(proof).toEqual({by: 'closing', count: 1});
});

test('without ledger balances its totals prove it', async () => {
  const content = text.replace('010,500000,,,015,570000,,,', '').replaceAll('1330000', '260000');
  expect((await read('bank', content)).proof).toEqual({by: 'totals', count: 5});
});

test('a summary without an amount says nothing', async () =>
  expect(await bankRows(text.replace('03,0975312468,,', '03,0975312468,,040,,,,072,,,,'))).toEqual(
    await bankRows(text),
  ));

test('a currency that is not stated is asked for', async () => {
  const content = text.replace(',USD,', ',,');
  await expectProblem(bankRows(content), {code: 'file-currency-missing'});
  expect(await bankRows(content, {mapping: {currency: 'XOF'}})).toMatchObject([{amount: '70000'}, {}, {}]);
});

test('an interim report covers no day', async () =>
  expect((await read('bank', text.replace('USD,2/', 'USD,3/'))).source.interval).toBeNull());

describe('what is refused', () => {
  it.each([
    [
      'a row cut out',
      text.replace('16,195,30000,V,261121,0900,B-2,,/\n', ''),
      {code: 'file-total-differs', line: 9, reached: 'USD 13000.00', text: 'USD 13300.00'},
    ],
    ['an amount changed', text.replace('195,30000', '195,30001'), {code: 'file-total-differs', line: 10}],
    [
      'a sign turned',
      text.replace('16,195', '16,495'),
      {code: 'file-balance-differs', line: 3, reached: 'USD 5100.00', balance: 'USD 5700.00'},
    ],
    ['a count of records', text.replace('49,1330000,8', '49,1330000,9'), {line: 10, reached: '8', text: '9'}],
    ['a count of accounts', text.replace('98,1330000,1', '98,1330000,2'), {line: 11, reached: '1', text: '2'}],
    ['a sum of groups', text.replace('99,1330000', '99,1330001'), {line: 12, code: 'file-total-differs'}],
    ['a file that was cut', text.slice(0, text.indexOf('98,')), {code: 'file-cut-off'}],
    ['a file that was cut in a record', text.slice(0, text.indexOf('98,') + 5), {code: 'file-cut-off'}],
    ['a file that was cut in the code of one', text.slice(0, text.lastIndexOf('99,') + 1), {code: 'file-cut-off'}],
    ['a correction', text.replace('122099999,1,261120,2400', '122099999,3,261120,2400'), {code: 'file-row-invalid'}],
    ['a type of no direction', text.replace('16,195', '16,720'), {code: 'file-row-invalid', line: 7, text: '720'}],
    [
      'an amount with a point',
      text.replace('195,30000', '195,300.00'),
      {code: 'file-row-invalid', line: 7, form: 'statement'},
    ],
    ['a record that is none', text.replace('16,195', '17,195'), {code: 'file-not-understood', line: 7}],
    ['an entry of no account', text.replace(/03,.*\n88,.*\n/u, ''), {code: 'file-not-understood', line: 3}],
  ])('%s', async (_, content, problem) => await expectProblem(bankRows(content), problem));
});
