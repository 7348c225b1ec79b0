// @module-tag slow

import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {forAllAsync} from '../hostile/runs.js';
import {expectProblem, providerRows, read} from './support.js';

describe('a record without the day that all rows have', () => {
  it.each([
    [
      'a balance with the number of its wallet',
      [
        'Date,Reference,Amount,Currency,Details',
        ',WALLET-1,50000.00,KES,Opening balance',
        '2026-11-25,REF1,1000.00,KES,Sale',
        '2026-11-26,REF2,2000.00,KES,Sale',
        ',WALLET-1,53000.00,KES,Closing balance',
      ],
      {rows: ['1000.00', '2000.00'], sums: 2, proof: {by: 'closing', count: 1}},
    ],
    [
      'a total with a count among the references',
      [
        'No,Date,Reference,Amount,Currency',
        '1,2026-11-25,REF1,1000.00,KES',
        '2,2026-11-26,REF2,2000.00,KES',
        'Total,,2 payments,3000.00,KES',
      ],
      {rows: ['1000.00', '2000.00'], sums: 1, proof: {by: 'totals', count: 1}},
    ],
    [
      'the balances and the activity of an Orange wallet, with its currency above groups of columns',
      [
        'Relevé de compte,,,,,,,,,,,,,,,,',
        ',,,,Opération,,,,Agent,,,Correspondant,,Montant (XAF),,Commissions (XAF),',
        'N°,Date,Heure,Référence,Service,Paiement,Statut,Mode,N° de Compte,Wallet,N° Pseudo,N° de Compte,Wallet,Débit,Crédit,Compte: 1,Sous-réseau',
        ',,,Opérations réussies,Wallet Normal,,,,1,Normal,,Solde initial,,,2603575,,',
        '1,02/07/2026,14:10:01,MP1,Merchant Payment,Transaction,Succès,USSD,1,Normal,,2,Normal,,10000,0,0',
        '2,13/07/2026,16:40:40,MP2,Merchant Payment,Transaction,Succès,USSD,1,Normal,,3,Normal,,2000,0,0',
        'Total,,,Opérations réussies,Wallet Normal,,,,1,Normal,,Total activités,,,12000,,',
        'Solde,,,Opérations réussies,Wallet Normal,,,,1,Normal,,Solde final,,,2615575,,',
      ],
      {rows: ['10000', '2000'], sums: 3, proof: {by: 'closing', count: 1}},
    ],
  ])('is no payment: %s', async (_, lines, {rows, sums, proof: expected}) => {
    const {source, detection, proof} = await read('provider', `${lines.join('\n')}\n`);
    expect(source.rows.map(({amount}) => amount)).toEqual(rows);
    expect(detection).toMatchObject({sums});
    expect(proof).toEqual(expected);
  });

  it('is a payment with a reference of a till or a status, and so is one with a mistyped day', async () => {
    const text = [
      'Date,Reference,Amount,Currency,Status',
      '2026-11-25,REF1,1000.00,KES,Completed',
      ',AA10ABCDEF0G1H2,2000.00,KES,',
      ',REF3,3000.00,KES,Completed',
      '2026-11-2S,REF4,4000.00,KES,',
      '2026-11-26,REF5,5000.00,KES,Completed',
      '2026-11-26,REF6,5000.00,KES,Completed',
      '2026-11-27,REF7,5000.00,KES,Completed',
    ];
    expect(await providerRows(`${text.join('\n')}\n`)).toHaveLength(7);
  });

  it('is no payout', async () => {
    const text = 'payout_id,amount,currency,payout_date\nPO-1,100.00,KES,2026-11-16\nWALLET-1,900.00,KES,\n';
    const {source, detection} = await read('payout', text);
    expect(source.rows).toMatchObject([{payout: 'PO-1'}]);
    expect(detection).toMatchObject({sums: 1});
  });
});

describe('a statement in sections', () => {
  const columns = (account: string) =>
    `N°,Date,Heure,Référence,Service,Statut,N° de Compte,Correspondant,Débit,Crédit,Compte: ${account}`;
  const groups = ',,,,Opération,,Agent,,Montant (XAF),,Commissions';
  const above = (account: string) => ['.,,,', `Compte Orange Money :,,,${account}`, '.', groups, columns(account)];
  const failed = [
    ',,,Transactions échouées,Wallet Inconnu,,1,,,,',
    '1,02/11/2026,08:00:00,MP1,Merchant Payment,Echec,1,2,600,,0',
  ];
  const paid = [
    ',,,Transactions réussies,Wallet Normal,,1,Solde initial,,1000,',
    '2,02/11/2026,09:00:00,MP2,Merchant Payment,Succès,1,2,,250,0',
    '3,02/11/2026,09:30:00,CI3,Cash in,Succès,1,2,100,,0',
    'Total,,,Transactions réussies,Wallet Normal,,1,Total activités,100,250,',
    'Solde,,,Transactions réussies,Wallet Normal,,1,Solde final,,1150,',
  ];
  const commissions = (closing: string) => [
    ',,,Transactions réussies,Wallet commission,,9,Solde initial,,70.5,',
    '4,,,,Commissions,,9,8,,19.25,',
    '5,02/11/2026,18:00:00,TR5,C2C Transfer,Succès,9,8,,10,0',
    'Total,,,Transactions réussies,Wallet commission,,9,Total activités,,29.25,',
    `Solde,,,Transactions réussies,Wallet commission,,9,Solde final,,${closing},`,
  ];
  const text = (closing: string) =>
    [
      ...['Relevé de vos opérations', 'Réseau :,,,Cameroun', ...above('600000001')],
      ...[',,,Transactions réussies,Wallet vide,,7,Solde initial,,40,', 'Solde,,,,Wallet vide,,7,Solde final,,40,'],
      ...[...above('600000001'), ...failed, 'Total,,,Transactions échouées,Wallet Inconnu,,1,Total échecs,600,,'],
      ...[...above('600000001'), ...paid, ...above('600000009'), ...commissions(closing), ''],
    ].join('\n');

  it('is proved section by section, with what has no day but without what failed', async () => {
    const {source, proof} = await read('provider', text('99.75'));
    expect(source.rows.map(({reference, amount, status}) => [reference, amount, status])).toEqual([
      ['MP1', '-600', 'Echec'],
      ['MP2', '250', 'Succès'],
      ['CI3', '-100', 'Succès'],
      ['TR5', '10', 'Succès'],
    ]);
    expect(proof).toEqual({by: 'closing', count: 2});
  });

  it('is refused where a section does not add up', async () => {
    await expectProblem(read('provider', text('99.74')), {code: 'file-balance-differs', line: 37});
    const cut = text('99.75').replace(/3,02.*\n/u, '');
    await expectProblem(read('provider', cut), {code: 'file-total-differs'});
  });
});

it.each([
  ['status', ['2026-11-25,,50000.00,KES,Opening balance', 'R1', 'R2', '2026-11-26,,53000.00,KES,Solde final']],
  ['reference', ['2026-11-25,Saldo inicial,50000.00,KES,', 'R1', 'R2', '2026-11-26,TOTAL,3000.00,KES,']],
  ['reference, among the rows', ['R1', '2026-11-25,Subtotal,1000.00,KES,', 'R2', '2026-11-26,Total,3000.00,KES,']],
])('a balance or a total is no payment because it has a day: in the %s', async (_, lines) => {
  const row = (line: string) => line.replace(/^R(\d)$/u, '2026-11-2$1,R$1,$1000.00,KES,Paid');
  const text = ['Date,Reference,Amount,Currency,Status', ...lines.map(row), ''].join('\n');
  const {source, detection} = await read('provider', text);
  expect(source.rows.map(({amount}) => amount)).toEqual(['1000.00', '2000.00']);
  expect(detection).toMatchObject({sums: 2});
});

it('the total of payouts is none because it has a day', async () => {
  const text = 'payout_id,amount,currency,payout_date\nPO-1,100.00,KES,2026-11-16\nTotal,100.00,KES,2026-11-16\n';
  const {source, detection} = await read('payout', text);
  expect(source.rows).toMatchObject([{payout: 'PO-1'}]);
  expect(detection).toMatchObject({sums: 1});
});

it('a balance with a day and a reference is none among the rows', async () => {
  const text = (closing: string) =>
    [
      'Date,Reference,Amount,Currency,Details',
      '2026-11-24,WALLET-1,50000.00,KES,Opening balance',
      '2026-11-25,REF1,1000.00,KES,Previous balance',
      '2026-11-26,REF2,2000.00,KES,Sale',
      `2026-11-26,WALLET-1,${closing},KES,Closing balance`,
      '',
    ].join('\n');
  const {source, proof} = await read('provider', text('53000.00'));
  expect(source.rows.map(({reference}) => reference)).toEqual(['REF1', 'REF2']);
  expect(proof).toEqual({by: 'closing', count: 1});
  await expectProblem(read('provider', text('53001.00')), {code: 'file-balance-differs', line: 5});
});

describe('a total with a day', () => {
  const rows = ['2026-11-25,REF1,1000.00,KES,Sale,', '2026-11-26,REF2,2000.00,KES,Sale,Completed'];
  const textOf = (lines: readonly string[]) => `Date,Reference,Amount,Currency,Details,Status\n${lines.join('\n')}\n`;
  const word = (label: string, amount: string, at = 4, reference = '') =>
    ['2026-11-26', reference, amount, 'KES', '', ''].with(at, label).join(',');

  it.each([
    ['that holds, last', [...rows, word('Total', '3000.00')], {by: 'totals', count: 1}],
    ['that holds, first', [word('Jumla', '3000.00'), ...rows], {by: 'nothing'}],
    ['that holds, in its reference', [...rows, word('Totaux', '3000.00', 1)], {by: 'totals', count: 1}],
    ['of each day', [rows[0], word('Sous-total', '1000.00'), rows[1], word('Sous-total', '2000.00')], {by: 'nothing'}],
    ['that does not hold, last', [...rows, word('Total', '777.00')], {line: 4, reached: '3000.00'}],
    [
      'that does not hold, beside a reference',
      [...rows, word('Summe', '777.00', 4, 'X1')],
      {line: 4, reached: '3000.00'},
    ],
    ['that does not hold, as a status', [...rows, word('Total', '777.00', 5, 'X1')], {line: 4, reached: '3000.00'}],
    ['that does not hold, first', [word('Subtotal', '777.00'), ...rows], {line: 2, reached: '3000.00'}],
    ['that does not hold, between', [rows[0], word('Total', '777.00'), rows[1]], {line: 3, reached: '1000.00'}],
  ])('is no payment, and shown if it does not hold: %s', async (_, lines, expected) => {
    const {source, detection, proof} = await read('provider', textOf(lines as string[]));
    expect(source.rows).toMatchObject([{amount: '1000.00'}, {amount: '2000.00'}]);
    expect(detection).toMatchObject({sums: lines.length - 2});
    const figure = 'by' in expected ? expected : {by: 'nothing', differs: [{said: '777.00', ...expected}]};
    expect(proof).toMatchObject(figure);
    if ('by' in expected) expect(proof).not.toHaveProperty('differs');
  });

  it('need not hold if balances prove the rows', async () => {
    const text = textOf([
      word('Balance brought forward from August', '500.00'),
      ...rows,
      word('Total', '777.00'),
      word('Closing balance', '3500.00'),
    ]);
    const {source, proof} = await read('provider', text);
    expect(source.rows).toHaveLength(2);
    expect(proof).toEqual({by: 'closing', count: 1});
  });

  it('is the payment of a customer of that name with a reference and a status, and of the rows of which most have the word', async () => {
    expect(await providerRows(textOf([...rows, '2026-11-26,REF3,777.00,KES,Total,Completed']))).toHaveLength(3);
    const full = [1, 2, 3, 4, 5].map(at => `2026-11-2${at},REF${at},10.00,KES,Total,`);
    expect(await providerRows(textOf(full))).toHaveLength(5);
  });

  it('is the payment of a customer of that name in a file without days, too', async () => {
    const text = (status: string) =>
      `Reference,Customer,Amount,Currency,Status\nR1,Amina,5.00,KES,Paid\nR2,Total,6.00,KES,${status}\nR3,Amina,7.00,KES,Paid\n`;
    expect(await providerRows(text('Paid'))).toHaveLength(3);
    expect(await providerRows(text(''))).toHaveLength(2);
  });

  it.each([
    'Grand total',
    'Total for September 2026',
    'TOTAL SALES',
    'Total des ventes',
    'Jumla ya mauzo',
    'Net total',
  ])('may say %s', async said => {
    const {source, proof} = await read('provider', textOf([...rows, word(said, '3000.00', 4, 'X1')]));
    expect(source.rows).toHaveLength(2);
    expect(proof).toEqual({by: 'totals', count: 1});
  });

  it('may be of each kind below fewer rows', async () => {
    const kinds = ['MTN', 'USD', 'KES', 'du mois'].map(kind => word(`Total ${kind}`, '3000.00', 4, 'X1'));
    expect(await providerRows(textOf([...rows, ...kinds]))).toHaveLength(2);
  });

  it('is no payment where a balance stands between the rows without others that prove it', async () => {
    const {source, detection} = await read(
      'provider',
      textOf([...rows, word('Solde initial', '5000.00', 4, 'W1'), ...rows]),
    );
    expect(source.rows).toHaveLength(4);
    expect(detection).toMatchObject({sums: 1});
  });

  it('is no payout', async () => {
    const text = 'payout_id,amount,currency,payout_date\nPO-1,100.00,KES,2026-11-16\nTotal,777.00,KES,2026-11-17\n';
    const {source, proof} = await read('payout', text);
    expect(source.rows).toMatchObject([{payout: 'PO-1'}]);
    expect(proof).toMatchObject({differs: [{line: 3}]});
  });
});

describe('a word for a balance alone, beside the reference of a row and its day', () => {
  const named = (said: string, amount = '51000.00', day = '2026-11-25') => `${day},WALLET-1,${amount},KES,${said}`;
  const sale = (day: number, amount: string, said = 'Sale') => `2026-11-${day},REF${day},${amount},KES,${said}`;
  const fileOf = (...lines: readonly string[]) => ['Date,Reference,Amount,Currency,Details', ...lines, ''].join('\n');

  it.each([
    ...[
      'Balance',
      'BALANCE :',
      'Available balance',
      'Opening',
      'Closing float',
      'Wallet balance (KES)',
      'Balance on 25/11/2026',
    ],
    ...['Solde', 'Solde de départ', 'Ouverture', 'Clôture', 'Solde du compte', 'Solde au 25 novembre 2026', 'Report'],
    ...['Saldo', 'Saldo disponível', 'Saldo da conta', 'Abertura', 'Fecho', 'Apertura', 'Cierre', 'Saldo actual'],
    ...['Salio', 'Salio la sasa', 'Mwanzo', 'Mwisho', 'Kontostand', 'Aktueller Saldo', 'Übertrag', 'Huidig saldo'],
    ...['Prev. balance', 'Report à nouveau', 'Saldo a 30 de novembro de 2026', 'Eröffnungssaldo', 'Salio lililopita'],
    ...['Total fees', 'Total settled', 'Running total', 'Grand total (2 transactions)', 'Sum of amounts', 'Total MTN'],
    ...['Total des commissions', 'Total activités', 'Total à payer', 'Total des opérations réussies', 'Cumul du mois'],
    ...[
      'Total vendas do dia',
      'Soma total',
      'Total del día',
      'Jumla ya siku',
      'Tagessumme',
      'Dagtotaal',
      'مجموع العمليات',
    ],
    ...['الرصيد', 'الرصيد الحالي', 'Zwischensumme', 'Tussentotaal', 'المجموع الفرعي', 'Subtotal', 'Monto total'],
  ])('is no payment: %s', async said => {
    const rows = [sale(23, '1000.00'), sale(26, '2000.00')];
    for (const at of [0, 1, 2]) {
      const {source, detection} = await read('provider', fileOf(...rows.toSpliced(at, 0, named(said))));
      expect(source.rows.map(({amount}) => amount)).toEqual(['1000.00', '2000.00']);
      expect(detection).toMatchObject({sums: 1});
    }
  });

  it.each([
    ...['Total Kenya Ltd', 'Balance of the order', 'Balance due', 'Opening night', 'Solde de chaussures', 'Transport'],
    ...[
      'Kim Total',
      'Total Kenya',
      'Sum of all fears',
      'Jumla Traders',
      'Saldo 7',
      'Salio la viatu',
      'Closing sale',
      'Report 7',
      'Reporting',
      'Totalenergies',
    ],
  ])('is a payment with any other word: %s', async said => {
    expect(await providerRows(fileOf(sale(23, '1000.00'), sale(24, '7.00', said), sale(26, '2000.00')))).toHaveLength(
      3,
    );
  });

  it('is a payment where the balances of its file prove it, and none where they do not', async () => {
    const [opening, closing] = [named('Opening', '50000.00', '2026-11-22'), named('Closing', '53000.00', '2026-11-26')];
    for (const said of ['Balance', 'Previous balance', 'Total', 'Solde']) {
      const rows = [opening, sale(23, '1000.00', said), sale(26, '2000.00'), closing];
      const {source, proof} = await read('provider', fileOf(...rows));
      expect(source.rows.map(({amount}) => amount)).toEqual(['1000.00', '2000.00']);
      expect(proof).toEqual({by: 'closing', count: 1});
      const between = rows.with(1, sale(23, '1000.00')).toSpliced(2, 0, named(said));
      const other = await read('provider', fileOf(...between));
      expect(other.source.rows.map(({reference}) => reference)).toEqual(['REF23', 'REF26']);
      expect(other.proof).toEqual({by: 'closing', count: 1});
    }
  });

  it('opens and closes each of several days', async () => {
    const days = [
      ...[named('Opening balance', '50000.00', '2026-11-23'), sale(23, '1000.00'), named('Closing balance')],
      ...[named('Opening balance'), sale(26, '2000.00'), named('Closing balance', '53000.00', '2026-11-26')],
    ];
    const {source, proof} = await read('provider', fileOf(...days));
    expect(source.rows).toHaveLength(2);
    expect(proof.by).toBe('closing');
    await expectProblem(read('provider', fileOf(...days.with(4, sale(26, '2000.01')))), {code: 'file-balance-differs'});
  });

  it('is a payment beside its running balance', async () => {
    const text = (said: string, more = '') =>
      [
        'Date,Reference,Customer,Amount,Balance,Currency',
        '2026-11-24,REF0,Amina,500.00,700.00,KES',
        `2026-11-25,REF1,${said},1000.00,1700.00,KES`,
        ...(more === '' ? [] : [more]),
        '2026-11-26,REF2,Joe,2000.00,3700.00,KES',
        `2026-11-27,REF3,${said},50.00,3750.00,KES`,
        '',
      ].join('\n');
    for (const said of ['Total', 'Balance', 'Solde'])
      for (const more of ['', '2026-11-25,WALLET-1,Total,1500.00,,KES', '2026-11-25,WALLET-1,Balance,,1700.00,KES']) {
        const {source, proof} = await read('provider', text(more === '' ? said : 'Ali', more));
        expect(source.rows).toHaveLength(4);
        expect(proof).toEqual({by: 'balances', count: 3});
      }
  });

  it('is a total beside a status, too, where its figure holds', async () => {
    const text = (amount: string) =>
      [
        'Date,Reference,Amount,Currency,Details,Status',
        ...['23', '26'].map(day => `2026-11-${day},REF${day},1000.00,KES,Sale,Completed`),
        `2026-11-26,2 payments,${amount},KES,Total,Completed`,
        '',
      ].join('\n');
    expect(await providerRows(text('2000.00'))).toHaveLength(2);
    expect(await providerRows(text('777.00'))).toHaveLength(3);
  });
});

/** Words in each of the eight languages of headings. */
const words = {
  opening: [
    ...['Opening balance', 'Opening', 'Solde initial', 'Ouverture', 'Saldo inicial', 'Abertura', 'Saldo de apertura'],
    ...['Apertura', 'Salio la mwanzo', 'Mwanzo', 'Anfangssaldo', 'Anfangsbestand', 'Beginsaldo', 'رصيد افتتاحي'],
  ],
  total: [
    ...['Total', 'Subtotal', 'Total général', 'Sous-total', 'Total geral', 'Soma', 'Suma', 'Total parcial', 'Jumla'],
    ...['Jumla kuu', 'Gesamtbetrag', 'Zwischensumme', 'Totaal', 'المجموع'],
  ],
  closing: [
    ...['Closing balance', 'Closing', 'Solde final', 'Clôture', 'Saldo final', 'Fecho', 'Saldo de cierre', 'Cierre'],
    ...['Salio la mwisho', 'Mwisho', 'Endsaldo', 'Endbestand', 'Eindsaldo', 'رصيد ختامي'],
  ],
};
const fields = ['No', 'Reference', 'Transaction ID', 'Channel', 'Counter', 'Status'] as const;
const text = fc.constantFrom('', 'WALLET-1', '2 payments', 'Normal', '254712000001', 'Opérations réussies', '-');

it('the opening, total and closing of a file are no payments, whatever stands in their other cells', async () => {
  const cells = fc.tuple(text, text, text, text, text);
  const sums = fc.record({opening: cells, total: cells, closing: cells});
  const none = {Reference: '', 'Transaction ID': '', Status: ''};
  await forAllAsync(
    {numRuns: 60, seed: 20_261_128},
    fc.shuffledSubarray([...fields, 'Date', 'Amount'], {minLength: 8}),
    fc.array(fc.integer({min: 1, max: 99_999}), {minLength: 2, maxLength: 6}),
    fc.constantFrom(...fields),
    fc.nat({max: 13}),
    sums,
    fc.constantFrom('undated', 'dated', 'dated, with a reference'),
    fc.record({
      separator: fc.constantFrom(';', ',', '\t', '|'),
      above: fc.boolean(),
      blank: fc.boolean(),
      place: fc.nat({max: 5}),
    }),
    async (columns, amounts, named, word, {opening, total, closing}, shape, {separator, above, blank, place}) => {
      const first = 500_000;
      const all = amounts.reduce((sum, amount) => sum + amount, 0);
      const isWhole = place >= amounts.length;
      const sofar = amounts.slice(0, isWhole ? undefined : place + 1).reduce((sum, amount) => sum + amount, 0);
      const line = (of: Readonly<Record<string, string>>) => columns.map(column => of[column] ?? '').join(separator);
      const sum = (kind: keyof typeof words, others: readonly string[], amount: number) =>
        line({
          ...Object.fromEntries(fields.map((field, at) => [field, others[at] ?? ''])),
          ...(shape !== 'undated' && {...(shape === 'dated' && none), Date: '2026-11-25'}),
          [named]: words[kind][word] ?? '',
          Amount: `${amount}.00`,
        });
      const rows = amounts.map((amount, at) =>
        line({
          No: String(at + 1),
          Reference: `REF${at}`,
          'Transaction ID': `T${at}`,
          Channel: 'USSD',
          Counter: 'A',
          Status: 'Paid',
          Date: `2026-11-${10 + at}`,
          Amount: `${amount}.00`,
        }),
      );
      const file = [
        ...(above ? ['Duka Moja', 'Printed on 30/11/2026', ''] : []),
        columns.join(separator),
        sum('opening', opening, first),
        ...rows.toSpliced(isWhole ? amounts.length : place + 1, 0, ...(blank ? [''] : []), sum('total', total, sofar)),
        sum('closing', closing, first + all),
        '',
      ];
      const {source, detection, proof} = await read('provider', file.join('\n'), {mapping: {currency: 'KES'}});
      expect(source.rows.map(({amount}) => Number(amount))).toEqual(amounts);
      expect(detection).toMatchObject({sums: 3});
      expect(proof).toEqual({by: 'closing', count: 1});
    },
  );
});
