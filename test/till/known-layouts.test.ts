import {readFileSync, writeFileSync} from 'node:fs';
import {describe, expect, it, test} from 'vitest';
import type {LearnedLayout} from '../../src/core/reconcile/layouts.js';
import {noRecords} from '../../src/core/reconcile/records.js';
import type {Mapping, SourceKind} from '../../src/core/reconcile/row.js';
import {layoutsIn, layoutsText} from '../../src/sources/layout-file.js';
import {shippedLayouts} from '../../src/sources/shipped.js';
import {readGiven, withOpened} from '../../src/till/reconcile-sources.js';
import {pdfOf, printedTable} from '../sources/containers.js';
import {listed, pathOf, problemWith} from '../sources/support.js';

const by = {at: 0, person: 'Amina'};

/** Reads this as a till does that has learned those layouts. */
async function readAt(
  kind: SourceKind,
  text: string,
  {layouts = [], mapping}: {layouts?: readonly LearnedLayout[]; mapping?: Partial<Mapping>} = {},
) {
  writeFileSync(pathOf('sent.csv'), text);
  const kept = {...noRecords, layouts: layouts.map(each => ({...each, ...by}))};
  const given = {kind, file: pathOf('sent.csv'), original: null, ...(mapping === undefined ? {} : {mapping})};
  return listed(await readGiven(kept, given, () => undefined));
}

const table = (...lines: readonly string[]) => `${lines.join('\n')}\n`;

type Case = readonly [
  name: string,
  kind: SourceKind,
  text: string,
  currency: string | undefined,
  amounts: readonly string[],
];

/** One for each layout that ships, with the headings that its sender writes and rows of our own; its days can be read in two ways. */
const cases: readonly Case[] = [
  [
    'M-Pesa organisation statement',
    'bank',
    table(
      'Short Code,600000',
      'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.',
      'TKB2,03-11-2026 10:05:00,03-11-2026 10:04:58,Pay Bill to bank,Completed,,-200.00,900.00,TRUE,Transfer,A,,',
      'TKB1,02-11-2026 09:00:00,02-11-2026 08:59:58,Pay Bill from 2547***001,Completed,100.00,,1100.00,TRUE,Pay Bill,B,,DK1',
    ),
    'KES',
    ['-200.00', '100.00'],
  ],
  [
    'M-Pesa statement',
    'bank',
    table(
      'MPESA FULL STATEMENT',
      'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance',
      'TKP2,2026-11-03 10:05:00,Sent to B,Completed,,-200.00,900.00',
      'TKP1,2026-11-02 09:00:00,Received from A,Completed,100.00,,1100.00',
    ),
    'KES',
    ['-200.00', '100.00'],
  ],
  [
    'MTN MoMo transactions',
    'provider',
    table(
      'Id,External id,Date,Status,Type,From,From name,To,To name,Amount,Currency,Fee,Currency,Balance,Currency',
      '1,DK-1,02/11/2026 10:00,Successful,Payment,256,A,257,B,5000,UGX,50,UGX,104950,UGX',
      '2,DK-2,03/11/2026 10:00,Successful,Payment,256,A,257,B,700,UGX,7,UGX,105643,UGX',
    ),
    undefined,
    ['5000', '700'],
  ],
  [
    "Orange Money, relevé d'opérations",
    'bank',
    table(
      ';Date;Heure;Référence;Service;Statut;Montant;Montant;Solde',
      'N°;opération;;opération;;;débit;crédit;',
      '1;02/11/2026;10:12;MP1;Paiement;Succès;;12 500;62 500',
      '2;03/11/2026;08:00;CO1;Cash out;Succès;10 000;;52 500',
    ),
    'XOF',
    ['12500', '-10000'],
  ],
  [
    'Airtel Money transactions',
    'provider',
    table(
      'Transaction ID,Reference,Transaction Date,Transaction Amount,Status,Previous Balance,Balance After',
      'CI1,DK-1,02-11-2026 10:00,100.00,Success,0.00,100.00',
      'CI2,DK-2,03-11-2026 10:05,50.00,Success,100.00,150.00',
    ),
    'ZMW',
    ['100.00', '50.00'],
  ],
  [
    'Wave Business transactions',
    'provider',
    table(
      'Timestamp,Transaction ID,Client reference,Net amount,Fee,Balance,Currency',
      '2026-11-02T10:00:00Z,T1,DK-1,990,10,10990,XOF',
      '2026-11-03T10:05:00Z,T2,DK-2,1980,20,12970,XOF',
    ),
    undefined,
    ['1000.00', '2000.00'],
  ],
  [
    'Equity Bank statement',
    'bank',
    table(
      'Transaction Date,Value Date,Particulars,Money Out,Money In,Balance',
      '02/11/2026,02/11/2026,MPS 2547,,"1,250.00","11,250.00"',
      '03/11/2026,03/11/2026,Charge,50.00,,"11,200.00"',
    ),
    'KES',
    ['1250.00', '-50.00'],
  ],
  [
    'KCB statement',
    'bank',
    table(
      'Transaction Date,Value Date,Transaction Details,Money Out,Money In,Ledger Balance,Bank Reference Number',
      '02/11/2026,02/11/2026,MPESA,,"1,250.00","11,250.00",FT1',
      '03/11/2026,03/11/2026,Charge,50.00,,"11,200.00",FT2',
    ),
    'KES',
    ['1250.00', '-50.00'],
  ],
  [
    'GTBank statement',
    'bank',
    table(
      'Trans. Date,Value. Date,Reference,Debits,Credits,Balance,Originating Branch,Remarks',
      '02/11/2026,02/11/2026,R1,,"1,250.00","11,250.00",IKEJA,NIP A',
      '03/11/2026,03/11/2026,R2,50.00,,"11,200.00",IKEJA,CHARGE',
    ),
    'NGN',
    ['1250.00', '-50.00'],
  ],
  [
    'Zenith Bank statement',
    'bank',
    table(
      'Trans Date,Value Date,Description,Debit,Credit,Balance',
      '02/11/2026,02/11/2026,NIP A,,"1,250.00","11,250.00"',
      '03/11/2026,03/11/2026,CHARGE,50.00,,"11,200.00"',
    ),
    'NGN',
    ['1250.00', '-50.00'],
  ],
];

/** Their senders state no balance and no total: nothing can prove them. */
const unproved: readonly Case[] = [
  [
    'Moov Money, transactions',
    'provider',
    table(
      'Référence transaction;Date;Montant;Frais;Statut;Motif',
      'R1;02/11/2026 09:00;1 250,00;0;Réussi;',
      'R2;03/11/2026 09:05;250,00;0;Réussi;',
    ),
    'XOF',
    ['1250.00', '250.00'],
  ],
  [
    'Wave transactions',
    'provider',
    table(
      'timestamp,transaction_id,transaction_type,amount,fee,currency,counterparty_mobile,client_reference',
      '2026-11-02T10:00:00Z,TW1,merchant_payment,1980,20,XOF,,DK-1',
    ),
    undefined,
    ['2000.00'],
  ],
  [
    'Paystack transactions',
    'provider',
    table(
      'Transaction Date,Reference,Amount Paid,Paystack Fees,Currency,Status,Channel,Customer Email',
      '2026-11-02 10:00,DK-1,1250.00,18.75,NGN,success,card,a@example.com',
      '2026-11-03 10:00,DK-2,200.00,3.00,NGN,abandoned,card,b@example.com',
    ),
    undefined,
    ['1250.00', '200.00'],
  ],
  [
    'Flutterwave transactions',
    'provider',
    table(
      'id,tx_ref,flw_ref,amount,currency,charged_amount,app_fee,merchant_fee,status,payment_type,created_at',
      '1,DK-1,FLW1,1250.00,NGN,1250.00,17.50,0,successful,card,2026-11-02T10:00:00Z',
      '2,DK-2,FLW2,200.00,NGN,200.00,2.80,0,failed,card,2026-11-03T10:00:00Z',
    ),
    undefined,
    ['1250.00', '200.00'],
  ],
  [
    'Stripe payouts, itemised',
    'payout',
    table(
      'payout_id,effective_at_utc,currency,gross,fee,net,reporting_category,balance_transaction_id,payout_status',
      'po_1,2026-11-02 00:00:00,EUR,-97.10,0.00,97.10,payout,txn_1,paid',
      'po_2,2026-11-03 00:00:00,EUR,-10.00,0.00,10.00,payout,txn_2,paid',
    ),
    undefined,
    ['97.10', '10.00'],
  ],
];

describe('a layout that ships with the till', () => {
  it.each([...cases, ...unproved])('is known by its headings: %s', async (name, kind, text, currency, amounts) => {
    // What nobody's headings say is asked for once, and is all that a person has to say.
    const asked = currency === undefined ? undefined : await problemWith(readAt(kind, text)).catch(() => undefined);
    if (asked !== undefined) expect(['file-currency-missing', 'file-date-order-unclear']).toContain(asked.code);
    const first = await readAt(kind, text, currency === undefined ? {} : {mapping: {currency}});
    expect(first.source.rows.map(({amount}) => amount)).toEqual(amounts);
    expect(first.source.rows.every(row => ('bookedOn' in row ? row.bookedOn : row.at)?.startsWith('2026-11-0'))).toBe(
      true,
    );
    expect(first.layout).toEqual({from: 'shipped', name});
  });

  it.each(cases)('is proved by the balances of its file: %s', async (_, kind, text, currency) => {
    const {proof} = await readAt(kind, text, currency === undefined ? {} : {mapping: {currency}});
    expect(proof).toMatchObject({by: 'balances'});
  });

  it('is known in a PDF with a password too', async () => {
    const titles = [
      'Receipt No.',
      'Completion Time',
      'Details',
      'Transaction Status',
      'Paid In',
      'Withdrawn',
      'Balance',
    ];
    const columns = [...[30, 95, 190, 300].map(x => ({x})), ...[440, 500, 560].map(x => ({x, right: true}))];
    const rows = Array.from({length: 12}, (_, at) => {
      const amount = 10 + at;
      const balance = 1000 + ((at + 1) * (20 + at)) / 2;
      return [
        `TKP${at}`,
        `2026-11-02 10:${10 + at}:00`,
        `Received from A${at}`,
        'Completed',
        `${amount}.00`,
        '',
        `${balance}.00`,
      ];
    });
    writeFileSync(pathOf('sent.pdf'), await pdfOf([printedTable([titles, ...rows], columns)], '254700'));
    const given = {kind: 'bank', file: pathOf('sent.pdf'), password: '254700', mapping: {currency: 'KES'}} as const;
    const read = await withOpened([given], async ([opened]) => {
      if (opened === undefined) throw new RangeError('one file was given');
      return readGiven(noRecords, opened, () => undefined);
    });
    expect(read.layout).toEqual({from: 'shipped', name: 'M-Pesa statement'});
    expect(read.source.rows).toHaveLength(12);
    expect(read.proof).toEqual({by: 'balances', count: 11});
  });

  it('is one of those that are tried here', () => {
    expect([...cases, ...unproved].map(([name]) => name).sort()).toEqual(
      shippedLayouts()
        .map(({name}) => name)
        .sort(),
    );
  });

  it('is not used where the balances refute it', async () => {
    const headings = 'Trans Date,Value Date,Description,Debit,Credit,Balance';
    const turned = table(
      headings,
      '02/11/2026,02/11/2026,A,1250.00,,11250.00',
      '03/11/2026,03/11/2026,B,,50.00,11200.00',
      '04/11/2026,04/11/2026,C,300.00,,11500.00',
    );
    const read = await readAt('bank', turned, {mapping: {currency: 'NGN', dateOrder: 'day-first'}});
    expect(read.source.rows.map(({amount}) => amount)).toEqual(['1250.00', '-50.00', '300.00']);
    expect(read.proof.by).toBe('balances');
    expect(read.layout).toBeNull();
  });

  it('goes before no date that the file shows otherwise', async () => {
    const text = table(
      'Trans Date,Value Date,Description,Debit,Credit,Balance',
      '11/22/2026,11/22/2026,A,,10.00,110.00',
      '11/23/2026,11/23/2026,B,,10.00,120.00',
    );
    const {source, mapping} = await readAt('bank', text, {mapping: {currency: 'NGN'}});
    expect(mapping).toMatchObject({dateOrder: 'month-first'});
    expect(source.rows[0]).toMatchObject({bookedOn: '2026-11-22'});
  });
});

describe('dates', () => {
  const bank = (headings: string, rows: readonly string[]) => table(headings, ...rows);
  const first = bank('Date,Libelle,Debit,Credit', ['02.11.26,A,,10.00', '03.11.26,B,5.00,']);
  const next = bank('Date,Libelle,Debit,Credit,Agence', ['04.11.26,C,,11.00,X', '05.11.26,D,7.00,,X']);
  const learned = async (text: string, mapping: Partial<Mapping>): Promise<LearnedLayout> => {
    const {mapping: found, detection} = await readAt('bank', text, {mapping});
    return {kind: 'bank', name: 'first.csv', headingPrint: detection.headingPrint, mapping: found as Mapping};
  };

  it('are asked about once, and remembered by their shape for another file of the same sender', async () => {
    expect(await problemWith(readAt('bank', first, {mapping: {currency: 'XAF'}}))).toMatchObject({
      code: 'file-date-order-unclear',
    });
    const layouts = [await learned(first, {currency: 'XAF', dateOrder: 'day-first'})];
    expect(layouts[0]?.mapping.dateShape).toBe('99.99.99');
    const {source, layout} = await readAt('bank', next, {layouts, mapping: {currency: 'XAF'}});
    expect(source.rows.map(row => ('bookedOn' in row ? row.bookedOn : ''))).toEqual(['2026-11-04', '2026-11-05']);
    expect(layout).toEqual({from: 'learned', name: 'first.csv'});
  });

  it.each([
    ['written in another shape', next.replaceAll(/(\d\d)\.(\d\d)\.26/g, '$1/$2/2026')],
    ['under another heading', next.replace('Date', 'Date valeur')],
    ['of another sender', next.replace('Libelle,Debit,Credit', 'Texte du mouvement,Sortie,Entree')],
    ['of a bank with another currency', next, 'KES'],
  ])('are asked about again where they are %s', async (_, text, currency = 'XAF') => {
    const layouts = [await learned(first, {currency: 'XAF', dateOrder: 'day-first'})];
    expect(await problemWith(readAt('bank', text, {layouts, mapping: {currency}}))).toMatchObject({
      code: 'file-date-order-unclear',
    });
  });

  it('are asked about again where two answers are known', async () => {
    const layouts = [
      await learned(first, {currency: 'XAF', dateOrder: 'day-first'}),
      await learned(first.replace('Libelle', 'Motif'), {currency: 'XAF', dateOrder: 'month-first'}),
    ];
    expect(await problemWith(readAt('bank', next, {layouts, mapping: {currency: 'XAF'}}))).toMatchObject({
      code: 'file-date-order-unclear',
    });
  });
});

describe('a file of layouts', () => {
  const layout: LearnedLayout = {
    kind: 'bank',
    name: 'statement.csv',
    headingPrint: 'a'.repeat(64),
    mapping: {
      columns: {amount: 'Montant', bookedOn: 'Date'},
      decimalMark: ',',
      dateOrder: 'day-first',
      currency: 'XAF',
    },
  };

  it('gives the same layouts again', () => {
    const other = {
      ...layout,
      kind: 'provider',
      mapping: {...layout.mapping, columns: {reference: 'Réf'}, said: []},
    } as const;
    expect(layoutsIn(layoutsText([layout, other]), 'layouts.json')).toEqual([layout, other]);
  });

  it('leaves out what names an account', () => {
    const named = {...layout, mapping: {...layout.mapping, columns: {account: 'KE 0123'}}};
    expect(layoutsText([named])).not.toContain('0123');
  });

  it('says how the till may read it, and nothing else', async () => {
    const at = (change: object) =>
      JSON.stringify({
        format: 'duka.layouts/1',
        layouts: [{...JSON.parse(layoutsText([layout])).layouts[0], ...change}],
      });
    const place = async (text: string) =>
      (await problemWith(Promise.resolve().then(() => layoutsIn(text, 'layouts.json'))))['place'];
    expect(await place('{')).toBe('JSON');
    expect(await place('[]')).toBe('format');
    expect(await place('{"format":"duka.layouts/2","layouts":[]}')).toBe('format');
    expect(await place(at({kind: 'shop'}))).toBe('layouts.0.kind');
    expect(await place(at({columns: {price: 'x'}}))).toBe('layouts.0.columns');
    expect(await place(at({currency: 'shilling'}))).toBe('layouts.0.currency');
    expect(await place(at({headingPrint: '../../x'}))).toBe('layouts.0.headingPrint');
    const [clean] = layoutsIn(at({name: '\u001B[2Jx\u202Ey', columns: {amount: '4111111111111111'}}), 'layouts.json');
    expect(JSON.stringify(clean)).not.toMatch(/\u001B|\u202E|4111111111111111/);
  });
});

test('the layouts that ship are plain data that this version can take over', () => {
  const text = readFileSync(new URL('../../src/sources/shipped-layouts.json', import.meta.url), 'utf8');
  expect(JSON.parse(text)).toHaveLength(shippedLayouts().length);
});

test('what was said of a table without headings holds for no other', async () => {
  const moved = [1250, -400, 300, -75];
  const rows = moved.map((amount, at) => {
    const balance = 5000 + moved.slice(0, at + 1).reduce((a, b) => a + b, 0);
    return [`2026-11-1${at}`, `Sale ${at}`, String(amount), String(balance)];
  });
  const first = table('Currency: XOF', ...rows.map(cells => cells.join(';')));
  const {mapping, detection} = await readAt('bank', first);
  if (mapping === null) throw new TypeError('a table has a mapping');
  const layouts = [{kind: 'bank', name: 'first.csv', headingPrint: detection.headingPrint, mapping}] as const;
  const other = table(
    'Currency: XOF',
    ...rows.map(([day, text, amount, balance]) => [balance, amount, text, day].join(';')),
  );
  const {source} = await readAt('bank', other, {layouts});
  expect(source.rows.map(({amount}) => Number(amount))).toEqual(moved);
});
