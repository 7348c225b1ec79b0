import {describe, expect, it} from 'vitest';
import {bankRows, expectProblem, providerRows, read} from './support.js';

/** Statements in the shape of those that wallets send, with rows of our own. */
describe('a statement of a wallet', () => {
  it('of M-Pesa has its headings on line 23, and details that go on below', async () => {
    const above = [
      ...['MPESA FULL STATEMENT', 'Organization Name,Duka Moja', 'Short Code,600000', ',,', 'SUMMARY'],
      ...Array.from({length: 14}, (_, at) => `Transaction type ${at},,`),
      ...['Number of transactions,4', 'Opening Balance,"2,000.00"', 'DETAILED STATEMENT'],
    ];
    const rows = [
      'TKM4,2026-11-22 18:02:11,Merchant Payment Charge,Completed,,-8.00,"5,992.00"',
      'TKM3,2026-11-22 18:02:11,Merchant Payment from 2547***001,Completed,"1,500.00",,"6,000.00"',
      ',,Acc. ORDER-31,,,,',
      'TKM2,2026-11-22 11:15:40,Business Transfer to bank,Completed,,-500.00,"4,500.00"',
      'TKM1,2026-11-22 09:00:01,Merchant Payment from 2547***002,Completed,"3,000.00",,"5,000.00"',
    ];
    const headings = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance';
    expect(above).toHaveLength(22);
    const text = `${[...above, headings, ...rows].join('\n')}\n`;
    const {source, detection, proof} = await read('bank', text, {mapping: {currency: 'KES'}});
    expect(detection).toMatchObject({headingLine: 23});
    expect(source.rows.map(({amount}) => amount)).toEqual(['-8.00', '1500.00', '-500.00', '3000.00']);
    expect(source.rows[1]).toMatchObject({narration: 'Merchant Payment from 2547***001 Acc. ORDER-31', line: 25});
    expect(proof).toEqual({by: 'balances', count: 4});
    const cut = `${[...above, headings, ...rows.toSpliced(3, 1)].join('\n')}\n`;
    await expectProblem(read('bank', cut, {mapping: {currency: 'KES'}}), {code: 'file-balance-differs', line: 25});
  });

  it('of MTN MoMo has many columns of one name', async () => {
    const headings =
      'Id,External id,Date,Status,Type,From,From name,To,To name,Amount,Currency,Fee,Currency,Discount,Currency,Tax,Currency,Balance,Currency';
    const row = (id: number, status: string, amount: number, fee: number, balance: number) =>
      `${id},DK-${id},2026-11-2${id} 10:00:00,${status},Payment,FRI:2567/MSISDN,A,FRI:1/USER,B,${amount},UGX,${fee},UGX,0,UGX,0,UGX,${balance},UGX`;
    const rows = [
      row(1, 'Successful', 5000, 50, 104_950),
      row(2, 'Failed', 900, 0, 104_950),
      row(3, 'Successful', 700, 7, 105_643),
    ];
    const {source, proof} = await read('provider', `${[headings, ...rows].join('\n')}\n`);
    expect(source.rows).toMatchObject([
      {reference: 'DK-1', serviceReference: '1', amount: '5000', fee: '50', currency: 'UGX', status: 'Successful'},
      {reference: 'DK-2', status: 'Failed'},
      {reference: 'DK-3', amount: '700', fee: '7'},
    ]);
    expect(proof).toEqual({by: 'balances', count: 2});
  });

  it('of MTN MoMo may have its fee beside the payer', async () => {
    const text = [
      'Id,External id,Date,Status,Type,From / Fee,Currency,Amount,Currency,Balance,Currency',
      '1,AA1000000000001,2026-11-25 10:00:00,Successful,Payment,97,XAF,9750,XAF,,',
      '',
    ];
    expect(await providerRows(text.join('\n'))).toMatchObject([
      {reference: 'AA1000000000001', serviceReference: '1', amount: '9750', fee: '97', currency: 'XAF'},
    ]);
  });

  it('of Orange Money has headings over two lines and a `Solde initial`', async () => {
    const text = [
      "RELEVE D'OPERATIONS;;;;;;;;",
      ';Date;Heure;Référence;Service;Statut;Montant;Montant;Solde',
      'N°;opération;;opération;;;débit;crédit;',
      ';;;;Solde initial;;;;50 000',
      '1;20/11/2026;10:12;MP1;Paiement marchand;Succès;;12 500;62 500',
      '2;20/11/2026;10:14;MP2;Paiement marchand;Echec;;4 000;62 500',
      '3;21/11/2026;08:00;CO1;Cash out;Succès;10 000;;52 500',
      '',
    ].join('\n');
    const {source, proof, detection} = await read('bank', text, {mapping: {currency: 'XOF'}});
    expect(source.rows).toMatchObject([
      {entry: 'MP1', amount: '12500', bookedOn: '2026-11-20'},
      {entry: 'MP2', amount: '4000', status: 'Echec'},
      {entry: 'CO1', amount: '-10000', bookedOn: '2026-11-21'},
    ]);
    expect(detection).toMatchObject({headingLine: 3, sums: 1});
    expect(proof).toEqual({by: 'balances', count: 3});
  });

  it('of Moov has amounts with their unit', async () => {
    const rows = ['R1;22/11/26 09:00;1 250,00 F CFA;0F;Réussi;', 'R2;22/11/26 09:05;-250F;0F;Annulé;'];
    const text = `Référence transaction;Date;Montant;Frais;Statut;Motif\n${rows.join('\n')}\n`;
    expect(await providerRows(text, {mapping: {currency: 'XOF', dateOrder: 'day-first'}})).toMatchObject([
      {reference: 'R1', amount: '1250.00', at: '2026-11-22 09:00'},
      {reference: 'R2', amount: '-250'},
    ]);
  });

  it('of Wave has net amounts, which were more before their fee', async () => {
    const text = [
      'Timestamp,Transaction ID,Client reference,Net amount,Fee,Balance,Currency',
      '2026-11-22T10:00:00Z,T1,DK-1,990,10,10990,XOF',
      '2026-11-22T10:05:00Z,T2,DK-2,1980,20,12970,XOF',
      '',
    ].join('\n');
    const {source, proof} = await read('provider', text, {mapping: {columns: {reference: 'Client reference'}}});
    expect(source.rows).toMatchObject([
      {amount: '1000.00', net: '990', fee: '10'},
      {amount: '2000.00', net: '1980', fee: '20'},
    ]);
    expect(proof).toEqual({by: 'balances', count: 1});
  });

  it('of Wave has refunds with which the fee comes back, or another is taken', async () => {
    const text = [
      'Timestamp,Transaction ID,Type,Client reference,Net amount,Fee,Currency',
      '2026-11-22T10:00:00Z,T1,merchant_payment,DK-1,990,10,XOF',
      '2026-11-22T10:05:00Z,T2,merchant_payment_refund,DK-1,-990,-10,XOF',
      '2026-11-22T10:06:00Z,T3,merchant_payment_refund,DK-2,-1000,10,XOF',
      '2026-11-22T10:07:00Z,T4,transfer,DK-3,-505,-5,XOF',
      '',
    ].join('\n');
    const amounts = (await providerRows(text)).map(({amount}) => amount);
    expect(amounts).toEqual(['1000.00', '-1000.00', '-990.00', '-500.00']);
  });

  it('of Airtel has a row for what was reversed', async () => {
    const text = [
      'Transaction ID,Reference,Transaction Date,Transaction Amount,Status,Previous Balance,Balance After',
      'CI1,DK-1,20-11-2026 10:00,100.00,Success,0.00,100.00',
      'CI2,DK-2,20-11-2026 10:05,50.00,Reversed,100.00,100.00',
      'CI3,DK-3,20-11-2026 10:09,25.00,Pending,100.00,100.00',
      'CI4,DK-4,20-11-2026 10:15,10.00,Success,100.00,110.00',
      '',
    ].join('\n');
    const {source, proof} = await read('provider', text, {mapping: {currency: 'ZMW'}});
    expect(source.rows.map(({status}) => status)).toEqual(['Success', 'Reversed', 'Pending', 'Success']);
    expect(proof).toEqual({by: 'balances', count: 3});
  });
});

it('headings may stand over three lines, the last of which has their units', async () => {
  const text = [
    'Statement of Duka Moja;;;;;',
    'Transaction;Completion;Transaction;Paid;Withdrawn;Balance',
    'reference;time;status;in;;',
    '(own);[EAT];;(KES);(KES);(KES)',
    'DK-1;2026-11-20 10:00;Completed;100.00;;1100.00',
    'DK-2;2026-11-20 10:05;Completed;;1.00;1099.00',
    '',
  ].join('\n');
  const {source, proof, detection} = await read('provider', text);
  expect(source.rows).toMatchObject([
    {reference: 'DK-1', amount: '100.00', currency: 'KES', at: '2026-11-20 10:00'},
    {reference: 'DK-2', amount: '-1.00', status: 'Completed'},
  ]);
  expect(detection).toMatchObject({headingLine: 4});
  expect(proof).toEqual({by: 'balances', count: 1});
});

it('of an acquirer of cards has its RRN for its own reference', async () => {
  const text = [
    'Terminal ID,RRN,Auth Code,Transaction Type,Transaction Date,Transaction Amount,Commission,VAT,Net Amount',
    'BJ01,="003042448545",A1B2C3,PURCHASE,25/11/2026 13:10,227.80,4.20,0.21,223.39',
    'Total,,,,,227.80,4.20,0.21,223.39',
    '',
  ].join('\n');
  const {source, proof} = await read('provider', text, {mapping: {currency: 'KES'}});
  expect(source.rows).toMatchObject([{serviceReference: '003042448545', amount: '227.80', fee: '4.20', tax: '0.21'}]);
  expect(proof).toMatchObject({by: 'totals'});
});

it('a narration with a word of a direction is one beside amounts with signs', async () => {
  const table = (deposit: string) =>
    bankRows(`Date,Description,Amount\n2026-11-25,Deposit,${deposit}\n2026-11-26,Rent,-20.00\n2026-11-27,Sale,5.00\n`, {
      mapping: {currency: 'KES'},
    });
  expect((await table('100.00')).map(({amount}) => amount)).toEqual(['100.00', '-20.00', '5.00']);
  await expectProblem(table('-100.00'), {code: 'file-direction-unclear', text: 'Deposit'});
});

describe('headings in other languages', () => {
  it.each([
    [
      'Portuguese',
      'Data;Descrição;Débito;Crédito;Saldo',
      '20/11/2026;Venda;;5,00;105,00\n21/11/2026;Renda;2,00;;103,00',
    ],
    ['Spanish', 'Fecha;Concepto;Cargo;Abono;Saldo', '20/11/2026;Venta;;5,00;105,00\n21/11/2026;Renta;2,00;;103,00'],
    [
      'Swahili',
      'Tarehe;Maelezo;Zilizotoka;Zilizoingia;Salio',
      '20/11/2026;Mauzo;;5,00;105,00\n21/11/2026;Kodi;2,00;;103,00',
    ],
    [
      'German',
      'Buchungstag;Verwendungszweck;Soll;Haben;Kontostand',
      '20.11.2026;Verkauf;;5,00;105,00\n21.11.2026;Miete;2,00;;103,00',
    ],
    ['Dutch', 'Datum;Omschrijving;Af;Bij;Saldo', '20-11-2026;Verkoop;;5,00;105,00\n21-11-2026;Huur;2,00;;103,00'],
    ['Arabic', 'التاريخ;البيان;مدين;دائن;الرصيد', '20/11/2026;بيع;;5,00;105,00\n21/11/2026;إيجار;2,00;;103,00'],
  ])('are known: %s', async (_, headings, rows) => {
    const {source, proof} = await read('bank', `${headings}\n${rows}\n`, {mapping: {currency: 'KES'}});
    expect(source.rows).toMatchObject([
      {bookedOn: '2026-11-20', amount: '5.00'},
      {bookedOn: '2026-11-21', amount: '-2.00'},
    ]);
    expect(source.rows.every(({narration}) => narration !== '')).toBe(true);
    expect(proof).toEqual({by: 'balances', count: 1});
  });

  it.each([
    ['5 outubro 2026', '2026-10-05'],
    ['5 Dez 2026', '2026-12-05'],
    ['5 Machi 2026', '2026-03-05'],
    ['5 Agosti 2026', '2026-08-05'],
    ['5 enero 2026', '2026-01-05'],
    ['5. März 2026', '2026-03-05'],
    ['5 mrt 2026', '2026-03-05'],
  ])('have months: %s', async (text, expected) => {
    const file = `Date;Credit;Debit;Currency\n${text};5.00;;KES\n`;
    expect(await bankRows(file)).toMatchObject([{bookedOn: expected}]);
  });
});

describe('amounts as they are written', () => {
  it.each([
    ['R 1,250.00', 'ZAR', '1250.00'],
    ['R1 250.00', 'ZAR', '1250.00'],
    ['GH¢50', 'GHS', '50'],
    ['GH₵50.00', 'GHS', '50.00'],
    ['5,000/=', 'TZS', '5000'],
    ['1250F', 'XOF', '1250'],
    ['£5', 'GBP', '5'],
    ['1 250,00 F CFA', 'XAF', '1250.00'],
  ])('%s of %s', async (text, currency, plain) => {
    const decimalMark =
      text.includes(',') && !text.includes('.') ? ({decimalMark: text.endsWith('/=') ? '.' : ','} as const) : {};
    expect(
      await providerRows(`reference;amount;currency\nR1;${text};${currency}\n`, {mapping: decimalMark}),
    ).toMatchObject([{amount: plain, currency}]);
  });
});

describe('columns of one name', () => {
  const file = 'reference,amount,amount,currency\nR1,5.00,6.00,KES\n';

  it('are told by their number or their place', async () => {
    await expectProblem(providerRows(file), {code: 'file-heading-twice', column: 'amount'});
    const {source, mapping} = await read('provider', file, {mapping: {columns: {amount: 'amount#2'}}});
    expect(source.rows).toMatchObject([{amount: '6.00'}]);
    expect(mapping?.columns['amount']).toBe('amount#2');
    expect(await providerRows(file, {mapping: {columns: {amount: '#2'}}})).toMatchObject([{amount: '5.00'}]);
    await expectProblem(providerRows(file, {mapping: {columns: {amount: '#9'}}}), {code: 'file-heading-unknown'});
  });
});

it('what was refunded of a payment is a refund beside it, but for one that says so itself', async () => {
  const rows = ['R1,100.00,40.00,KES,Completed', 'R2,50.00,0,KES,Completed', 'R3,70.00,70.00,KES,Reversed'];
  expect(await providerRows(`Reference,Amount,Amount refunded,Currency,Status\n${rows.join('\n')}\n`)).toMatchObject([
    {reference: 'R1', kind: 'payment', amount: '100.00'},
    {reference: 'R1', kind: 'refund', amount: '-40.00', line: 2},
    {reference: 'R2', amount: '50.00'},
    {reference: 'R3', kind: 'payment', amount: '70.00', status: 'Reversed'},
  ]);
});

describe('the charges of an M-Pesa organisation', () => {
  const heading =
    'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.';
  const rowOf = (receipt: string, [into, out, balance]: readonly string[], type: string, linked = '', account = '') =>
    [receipt, '20-11-2026 10:05:00', '20-11-2026 10:04:58', type, 'Completed', into, out, balance, 'TRUE', type, 'A']
      .concat([linked, account])
      .join(',');
  const textOf = (...rows: readonly string[]) => `Short Code,600000\n${heading}\n${rows.join('\n')}\n`;
  const paid = rowOf('TK1', ['100.00', '', '1100.00'], 'Pay Bill', '', 'DK1');
  const readText = (...rows: readonly string[]) =>
    read('provider', textOf(...rows), {mapping: {currency: 'KES', dateOrder: 'day-first'}});

  it.each([
    ['by its own receipt number', rowOf('TK1', ['', '-1.50', '1098.50'], 'Pay Bill Charge')],
    ['by the number that it is linked to', rowOf('TK9', ['', '-1.50', '1098.50'], 'Pay Bill Charge', 'TK1')],
  ])('are the fees of their payments, %s', async (_, charge) => {
    const free = rowOf('TK2', ['50.00', '', '1148.50'], 'Pay Bill');
    const bought = rowOf('TK3', ['', '-40.00', '1108.50'], 'Transfer to bank');
    const {source, proof} = await readText(bought, free, charge, paid);
    expect(source.rows).toMatchObject([
      {serviceReference: 'TK3', amount: '-40.00', fee: null},
      {serviceReference: 'TK2', amount: '50.00', fee: '0.00'},
      {serviceReference: 'TK1', amount: '100.00', fee: '1.50', kind: 'payment'},
    ]);
    expect(proof).toMatchObject({by: 'balances'});
  });

  it('are added up where a payment has two, and a payment without one has none where nothing proves that it was free', async () => {
    const [first, second, other] = [
      rowOf('TK1', ['', '-1.50', ''], 'Pay Bill Charge'),
      rowOf('TK1', ['', '-0.50', ''], 'Pay Bill Charge'),
      rowOf('TK2', ['50.00', '', ''], 'Pay Bill'),
    ];
    const {source} = await readText(rowOf('TK1', ['100.00', '', ''], 'Pay Bill'), first, second, other);
    expect(source.rows.map(({amount, fee}) => [amount, fee])).toEqual([
      ['100.00', '2.00'],
      ['50.00', null],
    ]);
  });

  it.each([
    ['of no payment', rowOf('TK8', ['', '-1.00', '1099.00'], 'Pay Bill Charge', 'TK7')],
    ['that is none', rowOf('TK1', ['', '-1.00', '1099.00'], 'Transfer to bank')],
    ['that came back', rowOf('TK1', ['1.00', '', '1101.00'], 'Pay Bill Charge')],
    ['that takes the payment back', rowOf('TK9', ['', '-1.00', '1099.00'], 'Charge back', 'TK1')],
  ])('stay rows of their own: one %s', async (_, other) => {
    const {source} = await readText(other, paid);
    expect(source.rows).toHaveLength(2);
    expect(source.rows.at(-1)).toMatchObject({serviceReference: 'TK1', fee: null});
  });

  it('stay rows of their own where the payment failed', async () => {
    const charge = rowOf('TK1', ['', '-1.50', ''], 'Pay Bill Charge');
    const failed = rowOf('TK1', ['100.00', '', ''], 'Pay Bill').replace('Completed', 'Failed');
    const {source} = await readText(charge, failed);
    expect(source.rows).toMatchObject([{amount: '-1.50'}, {amount: '100.00', fee: null}]);
  });

  it('stay rows of their own where two payments have the number', async () => {
    const charge = rowOf('TK1', ['', '-1.50', '1198.50'], 'Pay Bill Charge');
    const {source} = await readText(charge, rowOf('TK1', ['100.00', '', '1200.00'], 'Pay Bill'), paid);
    expect(source.rows).toHaveLength(3);
  });
});
