// @module-tag slow

import {createHash} from 'node:crypto';
import {describe, expect, it, test} from 'vitest';
import {headingPrint} from '../../src/sources/headings.js';
import {kenya, openSandbox} from '../sandbox/support.js';
import {expectProblem, problemWith, providerRows, read} from './support.js';

describe('the plain form', () => {
  const plain = 'transaction_reference,amount,currency,status,fee\nS1,1250.00,KES,Completed,12.5\nS2,7,UGX,Failed,\n';

  it('needs no mapping', async () => {
    const {source, mapping, detection} = await read('provider', plain);
    const nothing = {serviceReference: null, tax: null, net: null, at: null, phone: null, payout: null};
    expect(source).toEqual({
      kind: 'provider',
      name: 'file.csv',
      sha256: createHash('sha256').update(plain).digest('hex'),
      interval: null,
      proof: {by: 'nothing', lookAt: [2, 3]},
      rows: [
        {
          line: 2,
          kind: 'payment',
          reference: 'S1',
          amount: '1250.00',
          currency: 'KES',
          status: 'Completed',
          fee: '12.5',
          ...nothing,
        },
        {
          line: 3,
          kind: 'payment',
          reference: 'S2',
          amount: '7',
          currency: 'UGX',
          status: 'Failed',
          fee: null,
          ...nothing,
        },
      ],
    });
    expect(mapping).toEqual({
      encoding: 'utf-8',
      separator: ',',
      decimalMark: '.',
      dateOrder: null,
      columns: {
        reference: 'transaction_reference',
        amount: 'amount',
        currency: 'currency',
        status: 'status',
        fee: 'fee',
      },
      currency: null,
    });
    expect(detection).toMatchObject({format: 'delimited', headingLine: 1});
  });

  it('may have no rows', async () =>
    expect(await providerRows('transaction_reference,amount,currency,status,fee\n')).toEqual([]));

  it('covers the days that a person says', async () => {
    const interval = {from: '2026-11-20', to: '2026-11-20'};
    expect((await read('provider', plain, {interval})).source.interval).toEqual(interval);
  });
});

test('the file of the sandbox is read as it is', async () => {
  const client = await openSandbox();
  await client.charge({...kenya, transaction_reference: 'A,"1'});
  await client.charge({...kenya, transaction_reference: 'B2', amount: 150});
  await client.advance('PT2S');
  const {text} = await client.get('/sandbox/transactions?format=csv');
  expect(await providerRows(text)).toMatchObject([
    {line: 2, kind: 'payment', reference: 'A,"1', amount: '200.00', currency: 'KES', status: 'Completed', fee: '0.00'},
    {line: 3, kind: 'payment', reference: 'B2', amount: '150.00', currency: 'KES'},
  ]);
});

describe('the day of a row', () => {
  const file = (...days: string[]) =>
    ['reference;amount;currency;date', ...days.map((day, at) => `R${at};1;KES;${day}`), ''].join('\n');
  const days = async (...texts: string[]) => (await providerRows(file(...texts))).map(({at}) => at);

  it.each([
    ['22/11/2026 10:05:09', '2026-11-22 10:05:09'],
    ['13.11.26', '2026-11-13'],
    ['11/22/2026, 10:05', '2026-11-22 10:05'],
    ['22 nov. 2026 10:05', '2026-11-22 10:05'],
    ['2026/11/22T10:05', '2026-11-22T10:05'],
    ['20261122', '2026-11-22'],
    ['20261122100509', '2026-11-22 10:05:09'],
  ])('is made plain: %s', async (text, at) => expect(await days(text)).toEqual([at]));

  it.each(['2026-11-22T10:05:09.123Z', '2026-11-22 10:05:09', '05/11/2026', '31/11/2026', '45981', 'yesterday'])(
    'is left as it stands: %s',
    async text => expect(await days(text)).toEqual([text]),
  );

  it.each([
    ['another row', '', ['12.09.26', '13.09.26 9:30'], {}, ['2026-09-12', '2026-09-13 9:30']],
    ['a stated period', 'Period: 01/09/2026 - 30/09/2026\n', ['05/09/26'], {}, ['2026-09-05']],
    ['today', '', ['12/09/26'], {today: '2026-11-30'}, ['2026-09-12']],
    [
      'the days that a person says',
      '',
      ['05/09/18'],
      {interval: {from: '2018-09-01', to: '2018-09-30'}},
      ['2018-09-05'],
    ],
    ['a file that was once read so', '', ['22.11.26'], {mapping: {dateOrder: null}}, ['22.11.26']],
  ])('has a year of two digits, which %s decides', async (_, above, texts, options, expected) => {
    const rows = await providerRows(above + file(...texts), options);
    expect(rows.map(({at}) => at)).toEqual(expected);
  });

  it.each([
    ['22.11.26', {}, 'file-date-order-unclear'],
    ['26/11/25', {}, 'file-date-order-unclear'],
    ['26/09/18', {mapping: {dateOrder: 'day-first'}}, 'file-date-too-old'],
  ] as const)('is asked about if nothing decides a year of two digits: %s', (text, options, code) =>
    expectProblem(providerRows(file(text), options), {code}),
  );

  it.each(['10:05', '(pending)'])('is left as it stands beside days that are clear: %s', async text =>
    expect(await days('22/11/2026 9:31', text)).toEqual(['2026-11-22 9:31', text]),
  );

  it('is meant as another row shows it, or as a person says', async () => {
    expect(await days('05/11/2026 9:30', '22/11/2026 9:31')).toEqual(['2026-11-05 9:30', '2026-11-22 9:31']);
    const {source, mapping} = await read('provider', file('05/11/2026'), {mapping: {dateOrder: 'day-first'}});
    expect(source.rows[0]?.at).toBe('2026-11-05');
    expect(mapping?.dateOrder).toBe('day-first');
  });
});

describe('columns', () => {
  it('are known by the likeliest heading, and others are ignored', async () => {
    const content =
      'Transaction ID|Merchant Reference|Reference|Gross Amount|Amount|Net|Currency Code|Payout ID|Colour\nP9|M1|x|10.00|9.00|9.50|kes|B7|red\n';
    expect((await providerRows(content))[0]).toMatchObject({
      serviceReference: 'P9',
      reference: 'M1',
      amount: '10.00',
      net: '9.50',
      currency: 'KES',
      payout: 'B7',
    });
  });

  it('are named by a person where they are not known, or known wrongly', async () => {
    const content = 'Ticket;Reference;Amount;Currency;Till\nT1;R1;10,00;KES;1\n';
    const mapping = {columns: {reference: 'ticket', payout: 'Till', currency: ''}, currency: 'UGX'};
    const {source, mapping: used} = await read('provider', content, {mapping});
    expect(source.rows[0]).toMatchObject({reference: 'T1', payout: '1', currency: 'UGX'});
    expect(used?.columns).toEqual({reference: 'Ticket', amount: 'Amount', payout: 'Till'});
    expect((await read('provider', content, {mapping: used ?? {}})).source.rows).toMatchObject([{reference: 'T1'}]);
  });

  it.each([
    ['Amount,Currency,Status\n', {}, {code: 'file-column-missing', field: 'reference'}],
    ['Reference,Currency,Status\n', {}, {code: 'file-column-missing', field: 'amount'}],
    ['Reference,Amount\nR1,1.00\n', {}, {code: 'file-currency-missing'}],
    ['Reference,Amount,Currency\n', {columns: {fee: 'Cost'}}, {code: 'file-heading-unknown', column: 'Cost'}],
    ['Reference,Amount,Amount,Currency\n', {}, {code: 'file-heading-twice', column: 'Amount'}],
    ['Reference,Amount,Currency\n', {columns: {amuont: 'Amount'}}, {code: 'file-field-unknown', field: 'amuont'}],
    ['S1,1250.00,KES,Completed,12.5\n', {}, {code: 'file-heading-missing'}],
    ['Shop\nPièce;Somme\nS1;200,00\n', {}, {code: 'file-heading-missing', headings: 'Pièce, Somme'}],
    ['4012000033330026;Somme\n', {}, {code: 'file-heading-missing', headings: 'Somme'}],
    ['', {}, {code: 'file-empty'}],
    ['\n \n', {}, {code: 'file-empty'}],
  ])(
    '%j with %j is refused',
    async (content, mapping, problem) => await expectProblem(providerRows(content, {mapping}), problem),
  );

  it('of credits and debits are taken where there is no amount, or a person wants them', async () => {
    const content = 'reference,amount,credit,debit,currency\nR1,9,5,,KES\nR2,9,,6,KES\n';
    const amounts = async (text: string, columns = {}) =>
      (await providerRows(text, {mapping: {columns}})).map(({amount}) => amount);
    expect(await amounts(content)).toEqual(['9', '9']);
    expect(await amounts(content, {credit: 'credit'})).toEqual(['5', '-6']);
    expect(await amounts(content, {amount: ''})).toEqual(['5', '-6']);
    expect(await amounts(content.replace('amount', 'total sum'))).toEqual(['5', '-6']);
  });

  it.each(['t7k0mz4k8q2rd1a', 'T7K0-MZ4K-8Q2R-D1A', ' T7K0MZ4K8Q2RD1A '])(
    'of references have ours however it is written: “%s”',
    async reference => {
      const rows = await providerRows(`reference,amount,currency\n${reference},1.00,KES\ninv-7,1.00,KES\n`);
      expect(rows).toMatchObject([{reference: 'T7K0MZ4K8Q2RD1A'}, {reference: 'inv-7'}]);
    },
  );

  it('of ids that look like references in small letters are no references of a till', async () => {
    const ids =
      'Transaction ID,Client reference,Amount,Currency\npt-2600z9w602tyc,X1,1,XOF\npt-2600z9wx82tye,X2,2,XOF\n';
    expect(await providerRows(ids)).toMatchObject([
      {reference: 'X1', serviceReference: 'pt-2600z9w602tyc'},
      {reference: 'X2'},
    ]);
    const own = ids.replaceAll(/pt-26\w+/gu, text => text.replace('-', '').toUpperCase());
    expect(await providerRows(own)).toMatchObject([{reference: 'PT2600Z9W602TYC'}, {reference: 'PT2600Z9WX82TYE'}]);
  });

  it.each([
    ['Nov 9 2026 12:00:08 AM', '2026-11-09 00:00:08'],
    ['09-Nov-26 12:05 PM', '2026-11-09 12:05'],
    ['2026-11-09 1:05 p.m.', '2026-11-09 13:05'],
    ['2026-11-09 13:05 PM', '2026-11-09 13:05 PM'],
  ])('of times are written in 24 hours: %s', async (time, at) =>
    expect(await providerRows(`Reference,Date,Amount,Currency\nR1,${time},1,KES\n`)).toMatchObject([{at}]),
  );

  it('take the currency of a balance above them', async () => {
    const text = 'Opening Balance,"Ugx 1,500.00"\nClosing Balance,"Ugx 1,510.00"\nReference,Amount\nR1,10.00\n';
    const {source, proof} = await read('provider', text);
    expect(source.rows).toMatchObject([{currency: 'UGX', amount: '10.00'}]);
    expect(proof).toEqual({by: 'closing', count: 1});
  });

  it.each([
    ['of one name', 'Reference,Fee,Currency,Amount,Currency,External amount,Currency'],
    ['that a workbook has numbered', 'Reference,Fee,Currency,Amount,Currency_1,External amount,Currency_2'],
  ])('of currencies are taken behind the amount: columns %s', async (_, headings) => {
    const rows = 'R1,,,5000,UGX,,\nR2,0.10,USD,24.00,USD,24.00,USD\nR3,,,5,UGX,3,USD\n';
    expect((await providerRows(`${headings}\n${rows}`)).map(({currency}) => currency)).toEqual(['UGX', 'USD', 'UGX']);
    const apart = headings.replace(/,Amount,(Currency\w*),/u, ',$1,Amount,').replaceAll(/_\d/gu, '');
    await expectProblem(providerRows(`${apart}\nR1,,,UGX,5,3,USD\n`), {code: 'file-heading-twice', column: 'Currency'});
  });

  it('of types name no payment to the shop where the money went out, unless it failed', async () => {
    const rows =
      'R1,Payment,-5,Completed\nR2,Payment,5,Completed\nR3,Payment,-5,Failed\nR4,Refund of payment,-5,Completed\n';
    const text = `Reference,Type,Amount,Status\n${rows}`;
    expect((await providerRows(text, {mapping: {currency: 'KES'}})).map(({kind}) => kind)).toEqual([
      ...(['adjustment', 'payment', 'payment', 'refund'] as const),
    ]);
  });

  it('of money in and out say more than the name of a service', async () => {
    const text = 'Reference,Service,Debit,Credit,Currency\nR1,Cash in,10000,,XAF\nR2,Cash out,,4000,XAF\n';
    expect(await providerRows(text)).toMatchObject([{amount: '-10000'}, {amount: '4000'}]);
  });

  it('have currencies by the names that a shop knows them by', async () => {
    const rows = 'Reference,Amount,Currency\nR1,"Ksh 1,200.00",KSH\nR2,5.00,Kshs.\nR3,9,USh\nR4,2.50,tzs\n';
    expect((await providerRows(rows)).map(({amount, currency}) => `${currency} ${amount}`)).toEqual([
      ...['KES 1200.00', 'KES 5.00', 'UGX 9', 'TZS 2.50'],
    ]);
    const francs = 'Référence;Montant;Devise\nR1;1500;FCFA\nR2;700;F CFA\n';
    await expectProblem(providerRows(francs), {code: 'file-currency-missing'});
    expect(await providerRows(francs, {mapping: {currency: 'XOF'}})).toMatchObject([
      {currency: 'XOF'},
      {currency: 'XOF'},
    ]);
  });

  it('take the currency of a heading', async () => {
    expect(await providerRows('Reference,Amount (KES)\nR1,1.00\n')).toMatchObject([{currency: 'KES'}]);
    await expectProblem(providerRows('Reference,Montant (FCFA)\nR1,1.00\n'), {code: 'file-currency-missing'});
  });

  it('give a print that is the same for files of one make', () => {
    const print = headingPrint(['Référence', 'Montant']);
    expect(print).toMatch(/^[\da-f]{64}$/);
    expect(headingPrint(['REFERENCE ', 'montant'])).toBe(print);
    expect(headingPrint(['Montant', 'Référence'])).not.toBe(print);
  });
});

describe('a row that cannot be read', () => {
  const head = 'reference,amount,currency,fee\n"R\n1",1.00,KES,0\n';
  it.each([
    ['R2,,KES,0', {code: 'file-row-without-amount'}],
    ['R2,twelve,KES,0', {code: 'file-row-invalid', column: 'amount', text: 'twelve'}],
    ['R2,1.25E+05,KES,0', {code: 'file-row-invalid', column: 'amount'}],
    ['R2,1.00,Sh.,0', {code: 'file-row-invalid', column: 'currency', text: 'Sh.'}],
    ['R2,1.00,,0', {code: 'file-row-invalid', column: 'currency'}],
    ['R2,1.00,KES,free', {code: 'file-row-invalid', column: 'fee'}],
    ['R2,1.00,KES', {code: 'file-row-uneven', given: 3, expected: 4}],
    ['R2,1.00,KES,0,x', {code: 'file-row-uneven', given: 5, expected: 4}],
    ['"R2,1.00,KES,0', {code: 'file-quote-open'}],
  ])('%s is never left out', async (row, problem) => {
    const last = '\nR3,1.00,KES,0\n';
    await expectProblem(providerRows(`${head}${row}${last}`), {...problem, line: 4});
  });
});

describe('the kind of a row', () => {
  it.each([
    ['Payment', 'Completed', '1', 'payment'],
    ['Encaissement', '', '1', 'payment'],
    ['Card', 'Completed', '1', 'payment'],
    ['', 'Refunded', '1', 'payment'],
    ['Partial refund', '', '-1', 'refund'],
    ['Paiement remboursé', '', '1', 'refund'],
    ['Payment reversal', '', '-1', 'reversal'],
    ['CHARGE_BACK', '', '-1', 'chargeback'],
    ['chargebackFee', '', '-1', 'fee'],
    ['Frais', '', '-1', 'fee'],
    ['Reserve held', '', '-1', 'reserve-held'],
    ['Reserve release', '', '1', 'reserve-released'],
    ['Refund reversal', '', '1', 'adjustment'],
    ['', 'Completed', '-1', 'adjustment'],
    ['', 'Remboursée', '-1', 'refund'],
    ['', 'Reversed', '-1', 'reversal'],
    ['', '', '-0.00', 'payment'],
    ['Pagamento', '', '1', 'payment'],
    ['Reembolso', '', '1', 'refund'],
    ['Estorno de pagamento', '', '1', 'reversal'],
    ['Comissão', '', '1', 'fee'],
    ['Taxa de estorno', '', '-1', 'adjustment'],
    ['Correcção', '', '1', 'adjustment'],
    ['Devolución', '', '1', 'refund'],
    ['Contracargo', '', '1', 'chargeback'],
    ['Comisión', '', '1', 'fee'],
    ['Malipo', '', '1', 'payment'],
    ['Marejesho ya malipo', '', '1', 'refund'],
    ['Ada ya muamala', '', '1', 'fee'],
    ['Rückerstattung', '', '1', 'refund'],
    ['Gebühr', '', '1', 'fee'],
    ['Terugbetaling', '', '1', 'refund'],
    ['استرداد', '', '1', 'refund'],
    ['رسوم', '', '1', 'fee'],
  ])('of type “%s”, status “%s” and amount %s is %s', async (type, status, amount, kind) =>
    expect(
      await providerRows(`reference,type,status,amount,currency\nR,${type},${status},${amount},KES\n`),
    ).toMatchObject([{kind}]),
  );

  it('is found in the one column whose heading and cells are about kinds', async () => {
    const kinds = async (heading: string, cells: readonly string[]) => {
      const rows = cells.map((cell, at) => `R${at},${cell},${at + 1}.00,KES\n`);
      return (await providerRows(`reference,${heading},amount,currency\n${rows.join('')}`)).map(({kind}) => kind);
    };
    for (const heading of ['Tipo de operação', 'Type of record', 'Aina ya rekodi', 'Nature du mouvement'])
      expect(await kinds(heading, ['Pagamento', 'Reembolso', 'Frais'])).toEqual(['payment', 'refund', 'fee']);
    expect(await kinds('Payment type', ['Card', 'Cash', 'Refundable'])).toEqual(['payment', 'payment', 'payment']);
    expect(await kinds('Customer', ['Payment', 'Refund', 'Fee'])).toEqual(['payment', 'payment', 'payment']);
    expect(await kinds('Type,Kind of goods', ['Payment,Fees', 'Refund,Fees', 'x,y'])).toEqual([
      ...['payment', 'refund', 'payment'],
    ]);
  });
});

it('the payouts of a file are found in the languages of its headings', async () => {
  const payouts = async (text: string) => (await read('payout', text)).source.rows;
  const lote = 'Lote;Data;Valor bruto;Taxa;Valor líquido;Moeda\n77;18/11/2026;1.250,00;15,44;1.234,56;MZN\n';
  expect(await payouts(lote)).toMatchObject([{payout: '77', amount: '1234.56', currency: 'MZN', at: '2026-11-18'}]);
  const kundi = 'Namba ya kundi,Tarehe,Kiasi,Ada,Kiasi halisi,Sarafu\nP1,2026-11-19,1000,15,985,TZS\n';
  expect(await payouts(kundi)).toMatchObject([{payout: 'P1', amount: '985', currency: 'TZS'}]);
});

describe('an answer to a program', () => {
  it.each([
    [
      'Paystack',
      ['id', 'reference', 'amount', 'gateway_response', 'currency', 'requested_amount', 'authorization.last4'],
    ],
    ['Stripe', ['id', 'object', 'amount', 'created', 'currency', 'livemode', 'metadata.reference', 'status']],
  ])('of %s has its amounts in the smallest unit, and is refused', async (sender, names) =>
    expect(await problemWith(providerRows(`${names.join('\t')}\n`))).toEqual({
      code: 'file-in-smallest-unit',
      file: 'file.csv',
      sender,
    }),
  );
});

test('a file may end without a line end only where nothing can be missing', async () => {
  const rows = 'reference,amount,currency,fee\nR1,1.00,KES,0.50\nR2,1.00,KES,0.25';
  expect(await providerRows(rows)).toHaveLength(2);
  expect(await problemWith(providerRows(rows.slice(0, -1)))).toEqual({code: 'file-cut-off', file: 'file.csv'});
  expect(await problemWith(providerRows('reference,amount,currency,fee'))).toEqual({
    code: 'file-cut-off',
    file: 'file.csv',
  });
  const words = 'reference,amount,currency,status\nR1,1.00,KES,Failed\nR2,1.00,KES,Completed\nR3,1.00,KES,';
  expect(await providerRows(`${words}Completed`)).toHaveLength(3);
  await expectProblem(providerRows(`${words}Complete`), {code: 'file-cut-off'});
});

test('progress comes to its end', async () => {
  const seen: number[] = [];
  const rows = Array.from({length: 30_000}, (_, at) => `R${at},1.00,KES\n`).join('');
  await read('provider', `reference,amount,currency\n${rows}`, {
    onProgress: ({done, total}) => seen.push(done / total),
  });
  expect(seen.length).toBeGreaterThan(3);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.at(-1)).toBe(1);
});

describe('references of a till', () => {
  const own = ['T7K2NAGS8003N4J', 't7k 2nags8 003p5k', 'T7K2NAGS8003Q6M'];
  const table = (heading: string, cells: readonly string[], more = 'Reference') =>
    `${heading},${more},Amount,Currency\n${cells.map((cell, at) => `${cell},Z${at}91,${at + 1}.00,KES`).join('\n')}\n`;

  it.each(['Note du client', 'Narrative', 'Transaction ID', 'Invoice'])(
    'tell their column, whatever it is called, and whatever else is called a reference: %s',
    async heading =>
      expect((await providerRows(table(heading, own))).map(({reference}) => reference)).toEqual([
        'T7K2NAGS8003N4J',
        'T7K2NAGS8003P5K',
        'T7K2NAGS8003Q6M',
      ]),
  );

  it.each([
    ['one alone', ['T7K2NAGS8003N4J', 'ORDER 31', 'ORDER 32']],
    ['numbers', ['2026111310001', '2026111310002', '2026111310003']],
    ['of other times', ['T7KZZZZZ8003N4J', 'T7KZZZZZ8003N4K', 'T7KZZZZZ8003N4M']],
  ])('are none: %s', async (_, cells) =>
    expect((await providerRows(table('Note', cells))).map(({reference}) => reference)).toEqual([
      'Z091',
      'Z191',
      'Z291',
    ]),
  );

  it('go behind the column that a person names', async () => {
    const said = {mapping: {columns: {reference: 'Reference'}}};
    expect(await providerRows(table('Narrative', own), said)).toMatchObject([{reference: 'Z091'}, {}, {}]);
  });
});

it('what was paid is not what is left of it after a fee that nobody knows', async () => {
  const table = 'Reference,Net amount,Currency\nR1,990,XOF\n';
  await expectProblem(providerRows(table), {code: 'file-column-missing', field: 'amount'});
  const said = {mapping: {columns: {amount: 'Net amount'}}};
  expect(await providerRows(table, said)).toMatchObject([{amount: '990'}]);
});

it('the references of a till are no references of the service, whatever their heading says', async () => {
  const rows = ['AA10ABCDEF0G1H2,5.00,KES', 'AA10ABCDEG0G1H3,6.00,KES'];
  expect(await providerRows(['Transaction ID,Amount,Currency', ...rows, ''].join('\n'))).toMatchObject([
    {reference: 'AA10ABCDEF0G1H2', serviceReference: null},
    {reference: 'AA10ABCDEG0G1H3', serviceReference: null},
  ]);
});
