// @module-tag slow

import {describe, expect, it} from 'vitest';
import type {ReadOptions} from '../../src/sources/source.js';
import {bankRows, expectProblem, problemWith, providerRows, read} from './support.js';

describe('dates', () => {
  const file = (...dates: string[]) =>
    ['date;crédit;débit;devise', ...dates.map(date => `${date};1,00;;XOF`), ''].join('\n');
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
    ['13/11/26 10:00', '2026-11-13'],
    ['05-Nov-26', '2026-11-05'],
    ['26.11.26', '2026-11-26'],
    ['05/05/2026', '2026-05-05'],
  ])('%s is %s', async (text, day) => expect(await days(text)).toEqual([day]));

  it.each(['', '29.02.2026', '2026-13-01', '31/11/2026', 'yesterday', '05/Foo/2026', '45981'])(
    '“%s” is none',
    async text => await expectProblem(bankRows(file(text)), {code: 'file-row-invalid', line: 2, column: 'date', text}),
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
    await expectProblem(bankRows(file('20/11/2026', '11/20/2026')), {code: 'file-row-invalid', line: 3});
    const {source, mapping} = await read('bank', file('05/11/2026'), {mapping: {dateOrder: 'day-first'}});
    expect(source.rows[0]?.bookedOn).toBe('2026-11-05');
    expect(mapping?.dateOrder).toBe('day-first');
  });
});

describe('a date of two readings', () => {
  const file = (...dates: string[]) =>
    ['date;crédit;débit;devise', ...dates.map(date => `${date};1,00;;XOF`), ''].join('\n');
  const days = async (dates: readonly string[], options: ReadOptions) =>
    (await bankRows(file(...dates), options)).map(({bookedOn}) => bookedOn);
  const today = '2026-11-28';

  it('is not that of a day to come', async () => {
    expect(await days(['03/12/2026', '05/11/2026'], {today})).toEqual(['2026-03-12', '2026-05-11']);
    expect(await days(['12/03/2026', '11/05/2026'], {today})).toEqual(['2026-03-12', '2026-05-11']);
    expect(await days(['26/10/31', '26/11/05'], {today})).toEqual(['2026-10-31', '2026-11-05']);
    const at = 'reference,date,amount,currency\nR1,03/12/2026 10:00,5.00,KES\nR2,05/11/2026 10:00,5.00,KES\n';
    expect((await providerRows(at, {today})).map(row => row.at)).toEqual(['2026-03-12 10:00', '2026-05-11 10:00']);
  });

  it('is one of the days that a person says the file covers', async () => {
    const november = {interval: {from: '2026-11-01', to: '2026-11-30'}};
    expect(await days(['03/11/2026', '05/11/2026'], november)).toEqual(['2026-11-03', '2026-11-05']);
    expect(await days(['11/03/2026', '11/05/2026'], november)).toEqual(['2026-11-03', '2026-11-05']);
  });

  it.each([
    ['Period: 01/11/2026 - 20/11/2026', '2026-11-03'],
    ['Period: 11/01/2026 - 11/20/2026', '2026-03-11'],
    ['Du 2026-11-01 au 2026-11-20', '2026-11-03'],
    ['From 2026-03-01 to 2026-03-31', '2026-03-11'],
  ])('is one of the period above the headings: %s', async (period, day) =>
    expect(await bankRows(`${period};;;\n${file('03/11/2026')}`)).toMatchObject([{bookedOn: day}]),
  );

  it.each([
    ['Printed on 2026-11-20'],
    ['Period: 01/11/2026 - 02/11/2026'],
    ['Du 2026-01-01 au 2026-12-31'],
    ['Period: 01/11/2026 - 20/11/2026, printed 11/20/2026'],
  ])(
    'is asked about if the lines above decide nothing: %s',
    async line => await expectProblem(bankRows(`${line};;;\n${file('03/11/2026')}`), {code: 'file-date-order-unclear'}),
  );

  it.each([
    ['both days are past', '03/11/2026', {today}],
    ['both are to come', '11/12/2027', {today}],
    ['it is tomorrow, which may have begun elsewhere', '03/12/2026', {today: '2026-12-02'}],
    ['neither is a day of the file', '03/11/2026', {interval: {from: '2026-01-01', to: '2026-01-31'}}],
    ['nothing is known', '03/12/2026', {}],
  ])(
    'is asked about where %s',
    async (_, text, options) => await expectProblem(days([text], options), {code: 'file-date-order-unclear', text}),
  );
});

describe('dates that a spreadsheet has turned', () => {
  const text = (...days: readonly string[]) =>
    [
      'Date,Details,Amount,Currency',
      ...days.map((day, at) => `${day},Sale,${at % 2 === 0 ? '' : '-'}5.00,KES`),
      '',
    ].join('\n');
  it('are refused: its own may all be turned, and none of the texts', async () => {
    expect(await problemWith(bankRows(text('2026-05-11', '2026-06-11', '13/11/2026', '20/11/2026')))).toEqual({
      code: 'file-dates-turned',
      file: 'file.csv',
      column: 'Date',
      day: '2026-05-11',
      text: '13/11/2026',
    });
    const twelfth = text('2026-05-12', '2026-12-11', '13/11/2026');
    await expectProblem(bankRows(twelfth), {code: 'file-dates-turned', day: '2026-05-12'});
    const monthFirst = text('2026-05-11', '11/13/2026', '11/20/2026');
    await expectProblem(bankRows(monthFirst), {code: 'file-dates-turned', text: '11/13/2026'});
    const provider = 'reference,date,amount,currency\nR1,2026-05-11 09:00:00,5.00,KES\nR2,13/11/2026 09:01,5.00,KES\n';
    await expectProblem(providerRows(provider), {code: 'file-dates-turned', column: 'date'});
  });
  it.each([
    [['2026-05-11', '2026-05-13', '13/11/2026']],
    [['2026-05-11', '05/11/2026', '13/11/2026']],
    [['2026-05-11', '2026-05-12']],
    [['13/11/2026', '14/11/2026']],
  ])('are other ones than %j', async days => expect(await bankRows(text(...days))).toHaveLength(days.length));
});

describe('years of two figures', () => {
  const file = (...dates: string[]) =>
    ['date;crédit;débit;devise', ...dates.map(date => `${date};1,00;;XOF`), ''].join('\n');
  const days = async (dates: string[], dateOrder?: 'day-first' | 'month-first' | 'year-first') =>
    (await bankRows(file(...dates), dateOrder === undefined ? {} : {mapping: {dateOrder}})).map(
      ({bookedOn}) => bookedOn,
    );

  it.each([['20/11/26'], ['26/11/20'], ['26-11-25'], ['20-nov-26'], ['26-Nov-05'], ['22.02.18']])(
    'are asked about where %s can be two days',
    async text => await expectProblem(days([text]), {code: 'file-date-order-unclear', text}),
  );

  it('are read as another row shows, or as a person says', async () => {
    expect(await days(['20/11/26', '13/11/26'])).toEqual(['2026-11-20', '2026-11-13']);
    expect(await days(['26/11/05', '26/11/20'], 'year-first')).toEqual(['2026-11-05', '2026-11-20']);
    expect(await days(['20/11/26'], 'day-first')).toEqual(['2026-11-20']);
    expect(await days(['11/20/26'], 'month-first')).toEqual(['2026-11-20']);
  });

  it('from before 2020 are named, and read where a person says that the file has such days', async () => {
    expect(await problemWith(days(['22.02.18'], 'day-first'))).toEqual({
      code: 'file-date-too-old',
      file: 'file.csv',
      line: 2,
      column: 'date',
      text: '22.02.18',
      day: '2018-02-22',
      form: 'table',
    });
    await expectProblem(days(['13/11/05']), {code: 'file-date-too-old', day: '2005-11-13'});
    const asked = {interval: {from: '2018-02-01', to: '2018-02-28'}};
    expect(await bankRows(file('22.02.18'), asked)).toMatchObject([{bookedOn: '2018-02-22'}]);
    await expectProblem(bankRows(file('22.02.17', '22.02.18'), asked), {code: 'file-date-too-old', day: '2017-02-22'});
    expect(await days(['22.02.2018'])).toEqual(['2018-02-22']);
  });

  it('of no till’s time are no years', async () => {
    await expectProblem(days(['13/11/63'], 'day-first'), {code: 'file-row-invalid'});
    await expectProblem(days(['05/11/2026'], 'year-first'), {code: 'file-row-invalid'});
  });
});

describe('the day of an entry', () => {
  it.each([
    ['Txn Date', 'Value Date'],
    ['F. contable', 'Fecha valor'],
    ['Jour', 'Date de valeur'],
    ['Buchung', 'Valuta'],
  ])('is not that of interest where the file has another: %s', async (day, value) => {
    const table = `${value};${day};Details;Montant\n2026-11-23;2026-11-20;Sale;5,00\n2026-11-24;2026-11-21;Rent;-2,00\n`;
    expect(await bankRows(table, {mapping: {currency: 'EUR'}})).toMatchObject([
      {bookedOn: '2026-11-20', amount: '5.00'},
      {bookedOn: '2026-11-21', amount: '-2.00'},
    ]);
  });

  it('is that of interest where there is no other, or two', async () => {
    const alone = 'Value Date,Details,Amount (EUR)\n2026-11-23,Sale,-5.00\n';
    expect(await bankRows(alone)).toMatchObject([{bookedOn: '2026-11-23', currency: 'EUR'}]);
    const two = 'Printed,Asked,Value Date,Details,Amount (GBP)\n2026-11-01,2026-11-02,2026-11-23,Sale,-5.00\n';
    expect(await bankRows(two)).toMatchObject([{bookedOn: '2026-11-23', currency: 'GBP'}]);
  });
});
