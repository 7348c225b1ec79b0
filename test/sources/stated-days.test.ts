import {describe, expect, it} from 'vitest';
import {contentsOf} from '../../src/sources/open/contents.js';
import {expectProblem, read} from './support.js';

const september = {from: '2026-09-01', to: '2026-09-30'};

/** What a file says of its days, with this above its headings and rows of the 3rd and the 11th in the middle. */
async function daysBelow(above: string, rows = ['03/09/2026', '21/09/2026'], below = '') {
  const lines = rows.map((day, at) => `${day};REF${at};1000.00;KES`);
  const text = [...above.split('\n'), 'Date;Reference;Amount;Currency', ...lines, below, ''].join('\n');
  return (await read('provider', text, {today: '2026-11-30'})).source;
}

/** What JSON says of its days, with this beside a list of rows of the 3rd and the 21st. */
async function daysBeside(said: object) {
  const rows = ['03', '21'].map(day => ({
    date: `2026-09-${day}`,
    reference: `REF${day}`,
    amount: '1.00',
    currency: 'KES',
  }));
  const {content, opened} = await contentsOf(Buffer.from(JSON.stringify({...said, rows})), {
    file: 'sent',
    mostBytes: 9e6,
  });
  const text = (await Array.fromAsync(content)).join('');
  return (await read('provider', text, {original: {name: 'sent', sha256: '', opened}, today: '2026-11-30'})).source;
}

describe('the days that a file states around its table', () => {
  it.each([
    ['Period: 01/09/2026 - 30/09/2026'],
    ['Period;01/09/2026;-;30/09/2026'],
    ['Statement Period:;01 Sep 2026 - 30 Sep 2026'],
    ['Statement Period:\n01 September 2026 to 30 September 2026'],
    ['Time Period:;From 01-09-2026 00:00:00 To 30-09-2026 23:59:59'],
    ['From 2026-09-01 00:00:00 To 2026-10-01 00:00:00'],
    ['Transactions from 1st September 2026 to 30th September 2026'],
    ['Start Date;01/09/2026\nEnd Date;30/09/2026'],
    ['Date From:;01/09/2026;Date To:;30/09/2026'],
    ['Duka Moja;From;01/09/2026;To;30/09/2026;Currency;KES'],
    ['Sep 1, 2026 through Sep 30, 2026'],
    ['Printed on 02/10/2026;Period: 01/09/2026 – 30/09/2026'],
    ['Période : du 01/09/2026 au 30/09/2026'],
    ['Du 1er septembre 2026 au 30 septembre 2026'],
    ['Du;01/09/2026\nAu;30/09/2026'],
    ['Date de début;01/09/2026\nDate de fin;30/09/2026'],
    ['Período: 01/09/2026 a 30/09/2026'],
    ['De 1 de setembro de 2026 até 30 de setembro de 2026'],
    ['Data inicial: 01/09/2026\nData final: 30/09/2026'],
    ['Fecha desde: 01/09/2026 hasta: 30/09/2026'],
    ['Kipindi: kuanzia 01/09/2026 hadi 30/09/2026'],
    ['Kuanzia tarehe 01/09/2026 mpaka tarehe 30/09/2026'],
    ['Zeitraum: vom 01.09.2026 bis 30.09.2026'],
    ['Periode;01-09-2026 t/m 30-09-2026'],
    ['الفترة من 01/09/2026 إلى 30/09/2026'],
    ['01/09/2026 - 30/09/2026'],
    ['Period: 09/01/2026 - 09/30/2026'],
    ['Period: 01/09/26 - 30/09/26'],
    ['Period: September 2026'],
    ['Mois de septembre 2026'],
    ['Mwezi: 09/2026'],
    ['Period: 01/09/2026 - 30/09/2026\nDetails\nPeriod: 01/09/2026 - 30/09/2026'],
  ])('are its days: %s', async above => {
    const source = await daysBelow(above);
    expect(source.interval).toEqual(september);
    expect(source.rows).toHaveLength(2);
    if (above.includes('Printed') || above.includes('Duka')) return;
    for (const below of [above, `Total;;2000.00;KES\n${above}`])
      expect(await daysBelow('Duka Moja', undefined, below)).toMatchObject({interval: september, rows: {length: 2}});
  });

  it('are not known if those below its table are others', async () => {
    const [below, other] = ['Period: 01/09/2026 - 30/09/2026', 'Period: 02/09/2026 - 30/09/2026'];
    expect((await daysBelow(below, undefined, below)).interval).toEqual(september);
    expect((await daysBelow(other, undefined, below)).interval).toBeNull();
  });

  it('are no row that lost its amount', async () => {
    const text = 'Date;Amount;Value date;Reference\n2026-09-03;1.00;2026-09-03;R1\n2026-09-04;-;2026-09-05;\n';
    await expectProblem(read('provider', text, {mapping: {currency: 'KES'}}), {line: 3});
  });

  it.each([
    {from: '2026-09-01', to: '2026-09-30'},
    {startDate: '2026-09-01', generatedAt: '2026-10-02T10:00:00Z', endDate: '2026-09-30'},
    {period: {start: '2026-09-01', end: '2026-09-30'}},
    {meta: {total: 2, dateRange: {from: '2026-09-01T00:00:00Z', to: '2026-10-01T00:00:00Z'}}},
    {filters: {date_from: '2026-09-01', date_to: '2026-09-30'}},
    {period: '2026-09-01 to 2026-09-30'},
    {statement_period: '01/09/2026 - 30/09/2026'},
    {month: '2026-09'},
    {date_debut: '2026-09-01', date_fin: '2026-09-30'},
    {dataInicial: '2026-09-01', dataFinal: '2026-09-30'},
    {kuanzia: '2026-09-01', hadi: '2026-09-30'},
    {startTime: '2026-09-01T00:00:00', endTime: '2026-09-30T23:59:59', period: 'September 2026'},
  ])('are its days in JSON: %j', async said => {
    expect(await daysBeside(said)).toMatchObject({interval: september, rows: {length: 2}});
  });

  it.each([
    {meta: {from: 1, to: 2, total: 2}},
    {validFrom: '2026-01-01', validTo: '2026-12-31'},
    {from: '2026-09-01', to: '2026-09-15'},
    {from: '2026-09-01'},
    {from: '2026-09-01', to: '2026-09-30', period: {from: '2026-09-02', to: '2026-09-30'}},
    {account: {from: '2026-09-01', to: '2026-09-30'}},
  ])('are not known from JSON: %j', async said => {
    expect(await daysBeside(said)).toMatchObject({interval: null, rows: {length: 2}});
  });

  it.each([
    ['nothing', 'Duka Moja'],
    ['a single day', 'Printed on 02/10/2026'],
    ['two days of other things', 'Account opened 01/01/2026, printed 02/10/2026'],
    ['days of a tariff', 'Tariff valid from 01/01/2026 to 31/12/2026'],
    ['days of a year of the books', 'Exercice du 01/01/2026 au 31/12/2026'],
    ['days of a subscription', 'Abonnement du 01/01/2026 au 31/12/2026'],
    ['two periods', 'Period: 01/09/2026 - 30/09/2026\nPeriod: 01/10/2026 - 31/10/2026'],
    ['a period that a row is not of', 'Period: 01/09/2026 - 15/09/2026'],
    ['days in the wrong order', 'Period: 30/09/2026 - 01/09/2026'],
    ['days that are none', 'Period: 31/09/2026 - 32/09/2026'],
  ])('are not known from %s', async (_, above) => {
    expect((await daysBelow(above)).interval).toBeNull();
  });

  it('are read in the order of the rows, and not known where that is not known either', async () => {
    const above = 'Period: 01/09/2026 - 10/09/2026';
    expect((await daysBelow(above, ['03/09/2026', '13/09/2026'])).interval).toBeNull();
    expect((await daysBelow(`${above}, printed 30/09/2026`, ['03/09/2026'])).interval).toEqual({
      ...september,
      to: '2026-09-10',
    });
    expect((await daysBelow(above, ['2026-09-03'])).interval).toBeNull();
  });

  it.each(['payout', 'bank'] as const)('are known for the file of a %s, too', async kind => {
    const text = `Period: 01/09/2026 - 30/09/2026\nDate,Reference,Amount,Currency\n2026-09-13,PO-1,${kind === 'bank' ? '-' : ''}100.00,KES\n`;
    expect((await read(kind, text)).source).toMatchObject({interval: september, told: {to: '2026-09-13'}});
  });

  it('are looked for in long lines without end at once', async () => {
    const long = [`01${' '.repeat(60_000)}Sep 2026`, `${'de '.repeat(20_000)}x 01/09/2026 - 30/09/2026`];
    for (const above of long) expect((await daysBelow(Array(8).fill(above).join('\n'))).interval).toBeNull();
  });

  it('are those that a person says, if one does', async () => {
    const text = 'Period: 01/09/2026 - 30/09/2026\nDate,Reference,Amount,Currency\n2026-09-13,REF1,100.00,KES\n';
    const interval = {from: '2026-09-01', to: '2026-09-15'};
    expect((await read('provider', text, {interval})).source).toMatchObject({interval});
  });
});
