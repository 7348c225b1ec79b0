import {describe, expect, it} from 'vitest';
import {bankRows, expectProblem, problemWith, providerRows, read} from './support.js';

const heading = 'N° de commande;;Montant;Devise;Statut;Frais;Date;;';
const rows = [
  'T7K1;;1 250,00;KES;Réussi;12,50;22/11/2026 09:10;;',
  'T7K2;;(50,00);KES;Réussi;;23/11/2026 09:12;;',
  ';;;;;;;;',
];
const inExcel = (...below: string[]) =>
  ['RELEVÉ DES TRANSACTIONS;;;;;;;;', ';;;;;;;;', heading, ...rows, ...below, ''].join('\r\n');

describe('totals', () => {
  it.each([
    'Total général;;1 200,00;;;12,50;;;',
    ';;TOTAL;1 200,00;;12,50;;;',
    'TOTAL :;;1 200,00;KES;;;;;',
    'Sous-total;;1 200,00',
    'Total;-;1 200,00;KES;-;12,50;-;;',
    'Somme;;1 200,00;;;;;;',
    'Total for the period;;1 200,00;KES;;;;;',
    'Montant total;;1 200,00',
    'TOTAL DES MOUVEMENTS;;1 200,00',
    'Page total;;1 200,00',
    'Grand Total;;1200;;;;;;\r\n;;;;;;;;\r\nTotaux;;1200;;;;;;',
  ])('below the rows are left out and counted: %s', async total => {
    const {source, detection} = await read('provider', inExcel(total));
    expect(source.rows).toMatchObject([
      {reference: 'T7K1', amount: '1250.00', fee: '12.50'},
      {reference: 'T7K2', amount: '-50.00'},
    ]);
    expect(detection).toMatchObject({sums: total.includes('\n') ? 2 : 1});
  });

  it.each([
    ['Total transactions', '3'],
    ['Total amount', '1 201,00'],
    ['Montant total', '1 250,50'],
    ['Showing 1 to 2 of 500 entries', ''],
    ['Affichage de 1 à 2 sur 1 500 éléments', ''],
    ['Mostrando 1-2 de 12', ''],
    ['Results 1 - 2 of 500', ''],
    ['You have 500 transactions', ''],
    ['500 records found', ''],
  ])('above or below the rows must hold: %s %s', async (label, figure) => {
    const refused = {code: 'file-total-differs'};
    const above = inExcel().replace('RELEVÉ DES TRANSACTIONS;', `${label};${figure}`);
    await expectProblem(read('provider', above), refused);
    if (figure === '') await expectProblem(read('provider', inExcel(label)), refused);
  });

  it.each([
    'Total transactions;2',
    'Total transactions;1 200,00',
    'Total amount;1 187,50',
    'Showing 1 to 2 of 2 entries;',
    '2 transactions found;',
  ])('above the rows hold: %s', async line => {
    const {source, proof} = await read('provider', inExcel().replace('RELEVÉ DES TRANSACTIONS;', line));
    expect(source.rows).toHaveLength(2);
    expect(proof).toMatchObject({by: 'totals', count: 1});
  });

  it('need no end of the last line: what stands above them is whole', async () =>
    expect(await providerRows(inExcel('Total;;1 200,0').trimEnd())).toHaveLength(2));

  it('are no rows where rows follow, whether those have days or not', async () => {
    const text = (...lines: string[]) => `Reference;Amount;Currency;Date\n${lines.join('\n')}\n`;
    const referencesIn = async (file: string) => (await providerRows(file)).map(({reference}) => reference);
    expect(await referencesIn(text('T1;5.00;KES;', 'Total;5.00;KES;', 'T2;6.00;KES;'))).toEqual(['T1', 'T2']);
    const days = text('T1;5.00;KES;2026-11-22', 'Total;5.00;KES;', 'T2;6.00;KES;2026-11-23');
    expect(await referencesIn(days)).toEqual(['T1', 'T2']);
  });

  it.each([
    ['a reference', 'T7K3;Total;5,00;KES;Réussi;;24/11/2026;;'],
    ['another word', ';Totalenergies;5,00;KES;;;24/11/2026;;'],
    ['a name', ';Total Kenya;5,00;KES;;;24/11/2026;;'],
    ['a reference of a till', 'AA10ABCDEF0G1H2;Total;5,00;KES;;;;;'],
  ])('are none with %s of their own', async (_, row) =>
    expect((await providerRows(inExcel(row))).at(-1)).toMatchObject({amount: '5.00'}),
  );
});

it('a total with a status but no day must be the sum of the rows', async () => {
  const total = (amount: string) => providerRows(inExcel(`;Total;${amount};KES;Réussi;;;;`));
  expect(await total('1 200,00')).toHaveLength(2);
  await expectProblem(total('5,00'), {code: 'file-total-differs', text: '5.00'});
});

describe('a bank statement', () => {
  const statement = (...lines: string[]) =>
    ['Date,Narrative,Debit,Credit,Balance', ...lines, '23/11/2026,SET-1 PAYAZA,,"1,022.02","11,022.02"', ''].join('\n');

  it('may have balances, which move no money', async () => {
    const below = ',,Closing balance,,,"11,022.02"\n'.replace(',,', ',');
    const {source, detection} = await read(
      'bank',
      `${statement(',Opening Balance,,,"10,000.00"', '22/11/2026,Solde précédent,0.00,0.00,"10,000.00"', '22/11/2026,BALANCE B/F,,,"10,000.00"', '22/11/2026,Bal. B/Fwd,,,"10,000.00"')}${below}`,
      {mapping: {currency: 'KES'}},
    );
    expect(source.rows).toMatchObject([{bookedOn: '2026-11-23', amount: '1022.02'}]);
    expect(detection).toMatchObject({sums: 5});
  });

  it('may have balances with a nothing that is written in French', async () => {
    const french = [
      'Date;Libellé;Débit;Crédit;Solde',
      ';Ancien solde;0,00;0,00;10 000,00',
      '23/11/2026;SET-1 PAYAZA;;1 022,00;11 022,00',
      ';Nouveau solde;0,000;0 F CFA;11 022,00',
    ];
    const {source, detection} = await read('bank', `${french.join('\r\n')}\r\n`, {mapping: {currency: 'XOF'}});
    expect(source.rows).toMatchObject([{bookedOn: '2026-11-23', amount: '1022.00'}]);
    expect(detection).toMatchObject({sums: 2});
  });

  it('has a credit where a line called balance moves money', async () => {
    const mapping = {mapping: {currency: 'KES'}};
    const moved = [',Solde initial,,,"9,995.00"', '22/11/2026,Opening balance,,5.00,"10,000.00"'];
    expect(await bankRows(statement(...moved), mapping)).toMatchObject([
      {amount: '5.00', narration: 'Opening balance'},
      {amount: '1022.02'},
    ]);
    await expectProblem(bankRows(statement('22/11/2026,Card fee,,,"10,000.00"'), mapping), {
      code: 'file-row-without-amount',
    });
  });

  it('has a balance and no credit where the opening balance stands among the credits', async () => {
    const opening = '22/11/2026,Opening balance,,"10,000.00","10,000.00"';
    const {source, detection, proof} = await read('bank', statement(opening), {mapping: {currency: 'KES'}});
    expect(source.rows).toMatchObject([{amount: '1022.02'}]);
    expect(detection).toMatchObject({sums: 1});
    expect(proof).toEqual({by: 'balances', count: 1});
  });

  it('is named where it is given as another file', async () => {
    const camt =
      '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt/></Document>';
    expect(await problemWith(read('provider', camt, {}, 'bank.xml'))).toEqual({
      code: 'file-is-statement',
      file: 'bank.xml',
    });
  });
});

describe('amounts with their currency', () => {
  const of = (amount: string, currency = 'KES') => `reference;amount;currency\nR1;${amount};${currency}\n`;

  it.each([
    ['KES 1,250.00', 'KES', '1250.00'],
    ['1,250.50 KES', 'KES', '1250.50'],
    ['KSh1,250.00', 'KES', '1250.00'],
    ['-KES 5.00', 'KES', '-5.00'],
    ['(KES 5.00)', 'KES', '-5.00'],
    ['KES -5.00', 'KES', '-5.00'],
    ['12\u00A0500 FCFA', 'XOF', '12500'],
    ['12\u00A0500\u00A0F\u00A0CFA', 'XAF', '12500'],
    ['₦1,000.00', 'NGN', '1000.00'],
    ['$24.00', 'USD', '24.00'],
    ['5.00 DR', 'KES', '-5.00'],
  ])('%s of %s is %s', async (amount, currency, plain) =>
    expect(await providerRows(of(amount, currency))).toMatchObject([{amount: plain, currency}]),
  );

  it('show the decimal mark of their file as plain ones do', async () =>
    expect(await providerRows('reference;amount;currency\nR1;KES 1,250;KES\nR2;KES 1,250.50;KES\n')).toMatchObject([
      {amount: '1250'},
      {amount: '1250.50'},
    ]));

  it.each([
    ['USD 24.00', 'KES'],
    ['24.00 FCFA', 'KES'],
    ['about 24.00', 'KES'],
    ['KES', 'KES'],
    ['KES KES 5.00', 'KES'],
  ])(
    '%s of %s is refused',
    async (amount, currency) =>
      await expectProblem(providerRows(of(amount, currency)), {code: 'file-row-invalid', line: 2, text: amount}),
  );
});

describe('cells that say that they hold nothing', () => {
  it.each(['N/A', 'n/a', '#N/A', 'NULL', 'null', 'Nil', '-', ''])('%j is nothing', async word => {
    const heading = 'reference,service_reference,amount,currency,status,fee,date,payout_id,phone';
    const {source} = await read(
      'provider',
      `${heading}\n${word},${word},5.00,KES,Completed,${word},${word},${word},${word}\n`,
    );
    const [row] = source.rows;
    expect(row).toMatchObject({
      reference: '',
      serviceReference: null,
      amount: '5.00',
      fee: null,
      at: null,
      phone: null,
      payout: null,
    });
  });

  it('is an amount all the same where one is needed, and a status nobody knows', async () => {
    await expectProblem(providerRows('reference,amount,currency\nR1,N/A,KES\n'), {code: 'file-row-without-amount'});
    expect(await providerRows('reference,amount,currency,status\nR1,5.00,KES,NULL\n')).toMatchObject([
      {status: 'NULL'},
    ]);
  });
});

describe('headings of gateways and wallets', () => {
  it.each([
    ['N° de commande;Montant;Devise', {reference: 'N° de commande'}],
    ['No. de facture;Montant;Devise', {reference: 'No. de facture'}],
    ['Receipt No.;A/C No.;Paid In;Withdrawn;Devise', {reference: 'A/C No.', serviceReference: 'Receipt No.'}],
    ['tx_ref;amount;currency;app_fee;merchant_fee;amount_settled', {fee: 'app_fee', net: 'amount_settled'}],
  ])('%s', async (headings, columns) => {
    const {mapping} = await read('provider', `${headings}\n`);
    expect(mapping?.columns).toMatchObject(columns);
  });

  it('are told where one is missing, for a person to choose', async () =>
    await expectProblem(providerRows('Beleg;Amount;;Currency\nR1;5.00;;KES\n'), {
      code: 'file-column-missing',
      field: 'reference',
      headings: 'Beleg, Amount, Currency',
    }));
});
