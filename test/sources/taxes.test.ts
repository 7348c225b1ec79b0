// @module-tag slow

import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {forAllAsync} from '../hostile/runs.js';
import {bankRows, expectProblem, providerRows, read} from './support.js';

const file = (lines: readonly string[]) => `${lines.join('\n')}\n`;
const taxesIn = async (lines: readonly string[], columns?: Readonly<Record<string, string>>) =>
  (await providerRows(file(lines), columns && {mapping: {columns}})).map(({tax}) => tax);

describe('a tax beside the fee', () => {
  const vat = [
    'reference,amount,currency,status,fee,vat,net',
    'A-1,1000.00,KES,Completed,15.00,2.40,982.60',
    'A-2,500.00,KES,Completed,7.50,1.20,491.30',
    'A-3,20.00,KES,Completed,0,0,20.00',
  ];

  it('is what lies between amount, fee and net', async () => {
    expect(await taxesIn(vat)).toEqual(['2.4', '1.2', '0']);
    const {mapping} = await read('provider', file(vat));
    expect(mapping?.columns).toMatchObject({fee: 'fee', tax: 'vat', net: 'net'});
  });

  it('may be several, in any places', async () => {
    const several = [
      'Timbre;Référence;Net;TVA sur frais;Montant;Devise;Frais;Accise',
      '50;B-1;9570;63;10000;XAF;300;17',
      '0;B-2;4782;31;5000;XAF;180;7',
    ];
    expect(await taxesIn(several)).toEqual(['130', '38']);
  });

  it('is none where the fee has it already, or the sale', async () => {
    const included = vat.map(line => line.replace('982.60', '985.00').replace('491.30', '492.50'));
    expect(await taxesIn(included)).toEqual([null, null, null]);
  });

  const total = 'Total,1520.00,,,22.50,3.60,1493.90';
  const deducted = vat.map(line => line.replace(/(?<=Completed,)([1-9.]+\d*),(\d)/, '-$1,-$2'));
  it.each([
    ['the sign of its rows', [...deducted, 'Total,1520.00,,,-22.50,-3.60,1493.90']],
    ['no sign', [...deducted, total]],
    [
      'less what was given back',
      [...vat, total, 'A-2,-500.00,KES,Refunded,-7.50,-1.20,-491.30', 'Total,1020.00,,,15.00,2.40,1002.60'],
    ],
  ])('has a total with %s', async (_, lines) => {
    const {source, proof} = await read('provider', file(lines));
    expect(source.rows.map(({tax}) => tax)).toEqual(['2.4', '1.2', '0', '-1.2'].slice(0, source.rows.length));
    expect(proof).toMatchObject({by: 'totals'});
  });

  it('is found by its figures where its heading says nothing', async () =>
    expect(
      await taxesIn(vat.map(line => line.replace('vat', 'NITL 7')).concat('A-4,80.00,KES,Completed,1.20,0.19,78.61')),
    ).toEqual(['2.4', '1.2', '0', '0.19']));

  it('is asked about where nothing shows whether it is taken', async () => {
    const open = vat.map(line => line.slice(0, line.lastIndexOf(',')));
    await expectProblem(providerRows(file(open)), {code: 'file-tax-unclear', column: 'vat', text: '2.40'});
    expect(await taxesIn(open, {tax: 'vat'})).toEqual(['2.4', '1.2', '0']);
    expect(await taxesIn(open, {tax: ''})).toEqual([null, null, null]);
  });

  it('is shown by the balances of a wallet', async () => {
    const wallet = [
      'Transaction ID,External reference,Date / Time,Status,Amount,Fee,TAX,Balance',
      'T1,X1,2026-11-20 10:00,Completed,10000,100,15,109885',
      'T2,X2,2026-11-20 11:00,Completed,5000,50,8,114827',
      'T3,X3,2026-11-20 12:00,Completed,-2000,20,3,112804',
    ];
    const {source, proof} = await read('provider', file(wallet), {mapping: {currency: 'UGX'}});
    expect(proof).toEqual({by: 'balances', count: 2});
    expect(source.rows.map(({tax}) => tax)).toEqual(['15', '8', '3']);
    const bank = wallet.map(line => line.replace('External reference', 'Details'));
    expect((await bankRows(file(bank), {mapping: {currency: 'UGX'}})).map(({amount}) => amount)).toEqual([
      '9885.00',
      '4942.00',
      '-2023.00',
    ]);
  });
});

describe('a payout', () => {
  const heads = 'payout_id,gross_amount,fee,currency,status,payout_date';
  const payouts = [heads, 'P-1,1000.00,20.00,KES,paid,2026-11-16', 'P-2,500.00,-10.00,KES,paid,2026-11-17'];
  const paidOut = async (lines: readonly string[], columns?: Readonly<Record<string, string>>) =>
    (await read('payout', file(lines), columns && {mapping: {columns}})).source.rows.map(({amount}) => amount);
  /** The same with a tax, in the last column. */
  const taxed = payouts.map((line, at) => `${line},${['vat', '3.20', '1.60'][at]}`);
  const named = (name: string) => [heads.replace('gross_amount', name), ...payouts.slice(1)];

  it('without a net is what was collected less the fee', async () => {
    expect(await paidOut(payouts)).toEqual(['980', '490']);
    const {mapping} = await read('payout', file(payouts));
    expect(mapping?.columns).toEqual({
      payout: 'payout_id',
      gross: 'gross_amount',
      fee: 'fee',
      currency: 'currency',
      status: 'status',
      at: 'payout_date',
    });
    expect(await paidOut(payouts, mapping?.columns)).toEqual(['980', '490']);
  });

  it('without a net asks whether a tax is taken beside the fee', async () => {
    await expectProblem(paidOut(taxed), {code: 'file-tax-unclear', column: 'vat', text: '3.20'});
    expect(await paidOut(taxed, {tax: 'vat'})).toEqual(['976.8', '488.4']);
    expect(await paidOut(taxed, {tax: ''})).toEqual(['980', '490']);
  });

  it('is asked about where its fee may still be in it', async () => {
    const unclear = {code: 'file-fee-unclear', column: 'amount', fee: 'fee'};
    await expectProblem(paidOut(named('amount')), unclear);
    expect(await paidOut(named('amount'), {amount: 'amount'})).toEqual(['1000.00', '500.00']);
    expect(await paidOut(named('amount'), {gross: ''})).toEqual(['1000.00', '500.00']);
    expect(await paidOut(named('amount'), {gross: 'amount'})).toEqual(['980', '490']);
    expect(await paidOut(named('amount'), {fee: ''})).toEqual(['1000.00', '500.00']);
    expect(await paidOut(named('net'))).toEqual(['1000.00', '500.00']);
    const free = named('amount').map(line => line.replace(/,-?[12]0\.00,/, ',0.00,'));
    expect(await paidOut(free)).toEqual(['1000.00', '500.00']);
  });

  it('has a net amount if the file shows that nothing more is taken from it', async () => {
    const nets = taxed.map((line, at) => `${line},${['amount', '976.80', '488.40'][at]}`);
    expect(await paidOut(nets)).toEqual(['976.80', '488.40']);
    const others = taxed.map((line, at) => `${line},${['amount', '1000.00', '500.00'][at]}`);
    await expectProblem(paidOut(others), {code: 'file-fee-unclear', column: 'amount'});
  });

  it('that was taken back has a fee of which nobody knows the sign', async () => {
    const back = [...payouts, 'P-3,-100.00,2.00,KES,paid,2026-11-18'];
    await expectProblem(paidOut(back), {code: 'file-row-invalid', line: 4});
    expect(await paidOut([...payouts, 'P-3,-100.00,0.00,KES,paid,2026-11-18'])).toEqual(['980', '490', '-100']);
  });
});

type Charges = {readonly amount: number; readonly fee: number; readonly taxes: readonly number[]};
const shapes = ['net', 'balance', 'neither'] as const;
const headings = [
  ['VAT', 'Excise duty', 'E-Levy'],
  ['TVA', 'Droit de timbre', 'Accise'],
  ['Kodi ya VAT', 'Ushuru', 'Tozo'],
  ['IVA', 'Imposto de selo', 'Retenção na fonte'],
] as const;

it('balances, or is asked about, with any taxes in any columns', async () => {
  const charges = fc.record({
    amount: fc.integer({min: 20_000, max: 900_000}),
    fee: fc.integer({min: 0, max: 5000}),
    taxes: fc.tuple(fc.nat({max: 900}), fc.nat({max: 900}), fc.nat({max: 900})),
  });
  await forAllAsync(
    {numRuns: 60},
    fc.array(charges, {minLength: 1, maxLength: 8}),
    fc.record({
      shape: fc.constantFrom(...shapes),
      names: fc.constantFrom(...headings),
      count: fc.integer({min: 1, max: 3}),
      order: fc.infiniteStream(fc.nat()),
      isTaken: fc.boolean(),
      isSigned: fc.boolean(),
    }),
    async (given, {shape, names, count, order, isTaken, isSigned}) => {
      const money = (minor: number) => (minor / 100).toFixed(2);
      const taken = (each: Charges) => (isTaken ? each.taxes.slice(0, count).reduce((all, tax) => all + tax, 0) : 0);
      const netOf = (each: Charges) => each.amount - each.fee - taken(each);
      let balance = 0;
      const rows = given.map((each, at): Readonly<Record<string, string>> => {
        balance += netOf(each);
        const minus = isSigned ? '-' : '';
        return {
          Reference: `A-${at}`,
          Amount: money(each.amount),
          Currency: 'KES',
          Status: 'Completed',
          Date: `2026-11-2${at} 10:00`,
          Fee: `${minus}${money(each.fee)}`,
          ...Object.fromEntries(
            names.slice(0, count).map((name, tax) => [name, `${minus}${money(each.taxes[tax] ?? 0)}`]),
          ),
          ...(shape === 'net' && {Net: money(netOf(each))}),
          ...(shape === 'balance' && {Balance: money(balance)}),
        };
      });
      const places = Object.keys(rows[0] ?? {}).map(name => ({name, at: order.next().value ?? 0}));
      const columns = places.toSorted((a, b) => a.at - b.at).map(({name}) => name);
      const content = file([columns.join(','), ...rows.map(row => columns.map(name => row[name]).join(','))]);
      const hasTax = given.some(each => each.taxes.slice(0, count).some(tax => tax > 0));
      const read = providerRows(content).catch((error: unknown) => error);
      const found = await read;
      if (!Array.isArray(found)) {
        expect(found).toMatchObject({code: 'file-tax-unclear'});
        // One row has no balance before it that could show what it moved.
        expect(shape === 'neither' || (shape === 'balance' && given.length === 1)).toBe(true);
        return;
      }
      expect(shape !== 'neither' || !hasTax).toBe(true);
      const charged = found.map(({amount, fee, tax}) =>
        Math.round((Number(amount) - Math.abs(Number(fee)) - Number(tax ?? 0)) * 100),
      );
      expect(charged).toEqual(given.map(netOf));
    },
  );
});
