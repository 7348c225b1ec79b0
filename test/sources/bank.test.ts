import {describe, expect, it, test} from 'vitest';
import {bankRows, encoded, problemWith, read} from './support.js';

test('a French bank: credits and debits apart, a preamble, no currency', async () => {
  const text = [
    'Compte;CI93 0001 2345;;;',
    'Période;01/11/2026 - 20/11/2026;;;',
    'Date opération;Référence;Libellé;Débit;Crédit',
    '03/11/2026;OP1;VIR PSTK_778 REMISE;;125 000,00',
    '20/11/2026;OP2;"Frais de tenue\nde compte";2 500,00;',
    '20/11/2026;;Agios;0,00;0,00',
    '',
  ].join('\r\n');
  expect(await problemWith(bankRows(text))).toMatchObject({code: 'file-currency-missing'});
  expect(await bankRows(encoded(text, 'windows-1252'), {mapping: {currency: 'XOF'}})).toEqual([
    {
      line: 4,
      entry: 'OP1',
      amount: '125000.00',
      currency: 'XOF',
      bookedOn: '2026-11-03',
      narration: 'VIR PSTK_778 REMISE',
    },
    {
      line: 5,
      entry: 'OP2',
      amount: '-2500.00',
      currency: 'XOF',
      bookedOn: '2026-11-20',
      narration: 'Frais de tenue de compte',
    },
    {line: 7, entry: '', amount: '0.00', currency: 'XOF', bookedOn: '2026-11-20', narration: 'Agios'},
  ]);
});

test('a statement of a wallet', async () => {
  const text = [
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance',
    'SKL1,2026-11-20 10:02:11,Merchant Payment from 2547***678,Completed,"1,250.00",,"9,000.00"',
    'SKL2,2026-11-20 10:03:00,Withdrawal to bank,Completed,,"-9,000.00",0.00',
    '',
  ].join('\n');
  expect(await bankRows(text, {mapping: {currency: 'KES'}})).toMatchObject([
    {entry: 'SKL1', amount: '1250.00', bookedOn: '2026-11-20'},
    {entry: 'SKL2', amount: '-9000.00', narration: 'Withdrawal to bank'},
  ]);
});

describe('the direction of an entry', () => {
  const file = (...rows: string[]) =>
    ['date,amount,type,currency', ...rows.map(row => `2026-11-20,${row},KES`), ''].join('\n');
  const amounts = async (...rows: string[]) => (await bankRows(file(...rows))).map(({amount}) => amount);

  it('stands in a column of its own', async () => {
    expect(await amounts('5.00,CR', '6.00,DR', '-7.00,debit', '0,Débit')).toEqual(['5.00', '-6.00', '-7.00', '0']);
    expect(await problemWith(bankRows(file('5.00,CR', '-6.00,CR')))).toMatchObject({code: 'file-row-invalid', line: 3});
  });

  it('stands in the sign where the type says something else', async () => {
    expect(await amounts('5.00,Transfer', '-6.00,CR')).toEqual(['5.00', '-6.00']);
  });

  it('is not guessed from a column that comes to say something else', async () => {
    const rows = Array.from({length: 1000}, () => '1.00,CR');
    expect(await problemWith(bankRows(file(...rows, '2.00,Transfer')))).toMatchObject({
      code: 'file-row-invalid',
      line: 1002,
    });
  });

  it.each([
    [',', {code: 'file-row-invalid', text: ' / '}],
    ['1.00,2.00', {code: 'file-row-invalid', text: '1.00 / 2.00'}],
    ['0.00,-2.00', {code: 'file-row-invalid', column: 'debit'}],
  ])('is refused for credit and debit %s', async (pair, problem) => {
    const text = `date,credit,debit,currency\n2026-11-20,,3.00,KES\n2026-11-20,${pair},KES\n`;
    expect(await problemWith(bankRows(text))).toMatchObject({...problem, line: 3});
  });
});

describe('dates', () => {
  const file = (...dates: string[]) => ['date;montant;devise', ...dates.map(date => `${date};1,00;XOF`), ''].join('\n');
  const days = async (...dates: string[]) => (await bankRows(file(...dates))).map(({bookedOn}) => bookedOn);

  it.each([
    ['2026-11-05', '2026-11-05'],
    ['2026/11/5', '2026-11-05'],
    ['20261105', '2026-11-05'],
    ['20261105103000', '2026-11-05'],
    ['2026-11-05T23:59:59+03:00', '2026-11-05'],
    ['05-Nov-2026', '2026-11-05'],
    ['5 févr. 2026', '2026-02-05'],
    ['05-août-26', '2026-08-05'],
    ['1 juillet 2026', '2026-07-01'],
    ['1 juin 2026', '2026-06-01'],
    ['Nov 5, 2026', '2026-11-05'],
    ['29.02.2028', '2028-02-29'],
    ['20/11/26 10:00', '2026-11-20'],
    ['05/05/2026', '2026-05-05'],
  ])('%s is %s', async (text, day) => expect(await days(text)).toEqual([day]));

  it.each(['', '29.02.2026', '2026-13-01', '31/11/2026', 'yesterday', '05/Foo/2026', '45981'])(
    '“%s” is none',
    async text => {
      expect(await problemWith(bankRows(file(text)))).toMatchObject({
        code: 'file-row-invalid',
        line: 2,
        column: 'date',
        text,
      });
    },
  );

  it('have one order in a file, which a person states where no date shows it', async () => {
    expect(await days('05/11/2026', '20/11/2026')).toEqual(['2026-11-05', '2026-11-20']);
    expect(await days('05/11/2026', '11/20/2026')).toEqual(['2026-05-11', '2026-11-20']);
    expect(await problemWith(bankRows(file('05/11/2026')))).toEqual({
      code: 'file-date-order-unclear',
      file: 'file.csv',
      column: 'date',
      text: '05/11/2026',
    });
    expect(await problemWith(bankRows(file('20/11/2026', '11/20/2026')))).toMatchObject({
      code: 'file-row-invalid',
      line: 3,
    });
    const {source, mapping} = await read('bank', file('05/11/2026'), {mapping: {dateOrder: 'day-first'}});
    expect(source.rows[0]?.bookedOn).toBe('2026-11-05');
    expect(mapping?.dateOrder).toBe('day-first');
  });
});

test('a person can prefer the amount to credits and debits', async () => {
  const text = 'date,amount,credit,debit,currency\n2026-11-20,-9,5,,KES\n';
  expect(await bankRows(text)).toMatchObject([{amount: '5'}]);
  expect(await bankRows(text, {mapping: {columns: {amount: 'amount'}}})).toMatchObject([{amount: '-9'}]);
});

test('payouts', async () => {
  const text = 'Payout ID,Payout Date,Amount,Currency,Status\nB7,2026-11-21,"9,500.00",KES,Paid\n';
  expect((await read('payout', text)).source.rows).toEqual([
    {line: 2, payout: 'B7', amount: '9500.00', currency: 'KES', status: 'Paid', at: '2026-11-21'},
  ]);
  const french = 'Référence de versement;Date de versement;Montant net;Devise\nB7;21/11/2026;9 500,00;KES\n';
  expect((await read('payout', french)).source.rows).toMatchObject([{amount: '9500.00', at: '2026-11-21'}]);
  expect(await problemWith(read('payout', text.replace('B7', '')))).toMatchObject({
    code: 'file-row-invalid',
    column: 'Payout ID',
  });
});
