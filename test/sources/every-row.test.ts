// @module-tag slow

import fc from 'fast-check';
import {expect, it} from 'vitest';
import {Problem} from '../../src/core/problem.js';
import {forAllAsync, runs} from '../hostile/runs.js';
import {read} from './support.js';

/** What a cell of somebody's own words may hold: what means nothing, what means a sum, and what means neither. */
const nothing = ['', '-', 'N/A', 'NULL', 'nil'];
const totals = ['Total', 'TOTAL :', 'Sous-total', 'Totaux', 'Total KES'];
const balances = ['Solde initial', 'Closing balance'];
const others = ['DK1', 'Totalenergies', 'Total Energies', 'Soldes', 'Balance 7', '0'];
const cell = fc.constantFrom(...nothing, ...totals, ...balances, ...others);
const isOwn = (text: string) => !nothing.includes(text) && !totals.includes(text);
const cases = {...runs(60, 5000), seed: 20_261_122};

it('every row of a provider with something of its own and no word of a sum stays, and all that is left out is counted', async () => {
  const row = fc.record({reference: cell, service: cell, status: cell, date: cell, note: cell});
  await forAllAsync(cases, fc.array(row, {minLength: 1, maxLength: 8}), async rows => {
    const heading = 'reference;service_reference;amount;currency;status;date;note';
    const lines = rows.map(
      ({reference, service, status, date, note}, at) =>
        `${reference};${service};${at + 1}.00;KES;${status};${date};${note}`,
    );
    const reading = await read('provider', `${[heading, ...lines].join('\n')}\n`).catch((error: unknown) => error);
    // What calls itself a total or a balance around the rows, and is not what they come to, is for a person.
    if (reading instanceof Problem) {
      expect(reading.code).toMatch(/^file-(?:total|balance)-differs$/u);
      return;
    }
    const {source, detection} = reading as Awaited<ReturnType<typeof read<'provider'>>>;
    const amounts = source.rows.map(({amount}) => Number(amount));
    const isSum = (text: string) => totals.includes(text) || balances.includes(text);
    const are = (is: (each: (typeof rows)[number]) => boolean) =>
      rows.flatMap((each, at) => (is(each) ? [at + 1] : []));
    const owns = ({reference, service, status, date}: (typeof rows)[number]) => [reference, service, status, date];
    const kept = are(each => !Object.values(each).some(isSum) && owns(each).some(isOwn));
    // A word that most rows have in one column says nothing.
    const isUsual = Object.keys(rows[0] ?? {}).some(
      name => rows.filter(each => isSum(each[name as keyof typeof each])).length > 2,
    );
    const sums = isUsual ? [] : are(each => owns(each).some(isSum));
    expect(amounts.filter(amount => sums.includes(amount))).toEqual([]);
    expect(amounts).toEqual(expect.arrayContaining(kept));
    expect([...amounts].sort((a, b) => a - b)).toEqual(amounts);
    expect(detection).toMatchObject({sums: rows.length - amounts.length});
  });
});

it('every row of a statement that moves money on a day stays, and no other moves any', async () => {
  const amount = fc.constantFrom('', '-', '0,00', '0', '1250,00', '1 000,00');
  const row = fc.record({narration: cell, credit: amount, day: fc.constantFrom('23/11/2026', '')});
  const moves = (credit: string) => /[1-9]/.test(credit);
  const moneyOf = ({credit}: {readonly credit: string}) =>
    moves(credit) ? [Number(credit.replace(' ', '').replace(',', '.'))] : [];
  await forAllAsync(cases, fc.array(row, {minLength: 1, maxLength: 8}), async rows => {
    const balanceAfter = (count: number) =>
      10_000 +
      rows
        .slice(0, count)
        .flatMap(moneyOf)
        .reduce((a, b) => a + b, 0);
    const lines = rows.map(
      ({narration, credit, day}, at) => `${day};${narration};;${credit};${balanceAfter(at + 1)},00`,
    );
    const last = `24/11/2026;last;;1,00;${balanceAfter(rows.length) + 1},00`;
    const file = `${['Date;Libellé;Débit;Crédit;Solde', ...lines, last].join('\n')}\n`;
    const reading = read('bank', file, {mapping: {currency: 'XOF'}});
    const {source} = await reading.catch(() => ({source: undefined}));
    const isPlain = rows.every(({narration, credit, day}) =>
      moves(credit) ? day !== '' : balances.includes(narration),
    );
    // A line without money that calls itself nothing, or money of no day, is for a person: the file is refused whole.
    if (source === undefined) expect(isPlain).toBe(false);
    else expect(source.rows.map(({amount}) => Number(amount)).filter(Boolean)).toEqual([...rows.flatMap(moneyOf), 1]);
  });
});
