// @module-tag slow

import {describe, expect, it, test} from 'vitest';
import {bankRows, encoded, entryOf, expectProblem, problemWith, read} from './support.js';

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
  await expectProblem(bankRows(text), {code: 'file-currency-missing'});
  expect(await bankRows(encoded(text, 'windows-1252'), {mapping: {currency: 'XOF'}})).toEqual([
    entryOf(4, 'OP1', '125000.00', 'VIR PSTK_778 REMISE', {currency: 'XOF', bookedOn: '2026-11-03'}),
    entryOf(5, 'OP2', '-2500.00', 'Frais de tenue de compte', {currency: 'XOF'}),
    entryOf(7, '', '0.00', 'Agios', {currency: 'XOF'}),
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
    {entry: 'SKL1', amount: '1250.00', bookedOn: '2026-11-20', status: 'Completed'},
    {entry: 'SKL2', amount: '-9000.00', narration: 'Withdrawal to bank', status: 'Completed'},
  ]);
});

describe('the direction of an entry', () => {
  const file = (...rows: string[]) =>
    ['date,amount,type,currency', ...rows.map(row => `2026-11-20,${row},KES`), ''].join('\n');
  const amounts = async (...rows: string[]) => (await bankRows(file(...rows))).map(({amount}) => amount);

  it('stands in a column of its own', async () => {
    expect(await amounts('5.00,CR', '6.00,DR', '-7.00,debit', '0,Débit')).toEqual(['5.00', '-6.00', '-7.00', '0']);
    await expectProblem(bankRows(file('5.00,CR', '-6.00,CR')), {code: 'file-row-invalid', line: 3});
  });

  it('stands in the sign where the type says nothing of it, or the same', async () => {
    expect(await amounts('5.00,Transfer', '-6.00,Fee')).toEqual(['5.00', '-6.00']);
    expect(await amounts('5.00,Credit', '-6.00,Debit', '-7.00,Cheque')).toEqual(['5.00', '-6.00', '-7.00']);
    const late = Array.from({length: 1000}, () => '1.00,Cheque');
    const file = bankRows(
      [
        'date,amount,type,currency',
        ...['5.00,CR', '-6.00,DR', ...late, '7.00,DR'].map(row => `2026-11-20,${row},KES`),
        '',
      ].join('\n'),
    );
    await expectProblem(file, {code: 'file-direction-unclear', column: 'type', text: 'DR'});
  });

  it('is refused with its line where a column that says it does not say it of a row', async () => {
    await expectProblem(bankRows(file('5.00,Transfer', '6.00,DR')), {
      code: 'file-row-invalid',
      line: 2,
      text: 'Transfer',
    });
    expect(await amounts('5.00,CR', '0.00,', '6.00,DR')).toEqual(['5.00', '0.00', '-6.00']);
  });

  it.each([
    ['an opening balance without one', ['2026-11-01,"10,000.00",,Opening balance']],
    ['a total without one', [',"-1,001.00",,Total']],
    ['both, and a word of its own', ['2026-11-01,"10,000.00",B/F,Balance brought forward', ',"-1,001.00",-,Total']],
  ])('is not lost for %s', async (_, odd) => {
    const rows = ['2026-11-20,5.00,CR,Sale', '2026-11-20,"1,006.00",DR,Rent'];
    const text = (order: readonly string[]) => `Date,Amount,Dr/Cr,Narration\n${order.join('\n')}\n`;
    const total = odd.filter(row => row.endsWith('Total'));
    const balance = odd.filter(row => !row.endsWith('Total'));
    const {source, detection} = await read('bank', text([...balance, ...rows, ...total]), {mapping: {currency: 'KES'}});
    expect(source.rows.map(({amount}) => amount)).toEqual(['5.00', '-1006.00']);
    expect(detection).toMatchObject({sums: odd.length});
  });

  const unsigned = (heading: string, credit: string, debit: string) =>
    `Date,Amount,Currency,${heading}\n2026-11-20,5.00,KES,${credit}\n2026-11-21,2.00,KES,${debit}\n`;

  it.each([
    ['Type', 'Deposit', 'Withdrawal'],
    ['Transaction Type', 'Credit Transfer', 'Debit Order'],
    ['Nature', 'Versement', 'Retrait'],
    ['Remark', 'Money in', 'Money out'],
    ['CRDR', 'C', 'D'],
  ])('is read under %s as %s and %s', async (heading, credit, debit) =>
    expect((await bankRows(unsigned(heading, credit, debit))).map(({amount}) => amount)).toEqual(['5.00', '-2.00']),
  );

  it.each([
    ['Type', 'Received', 'Sent'],
    ['Transaction Type', 'E', 'S'],
    ['CRDR', 'E', 'S'],
    ['Sign', 'Plus', 'Minus'],
    ['+/-', 'E', 'S'],
  ])('is asked about where nothing but %s can tell it, as %s and %s', async (heading, credit, debit) => {
    const text = unsigned(heading, credit, debit);
    await expectProblem(bankRows(text), {code: 'file-direction-unclear', column: heading, text: credit});
    const named = await bankRows(text, {mapping: {columns: {direction: heading}}});
    expect(named.map(({amount}) => amount)).toEqual(['5.00', '-2.00']);
  });

  it('is refused where a minus alone tells it, which is how tables write nothing', async () =>
    await expectProblem(bankRows(unsigned('Sign', '+', '-')), {code: 'file-row-invalid', line: 3}));

  it('is asked about where few rows of an unknown column say it, and is as a person says', async () => {
    const rows = ['DR', ...Array.from({length: 5}, () => 'Transfer')];
    const text = `Date,Amount,Remark,Currency\n${rows.map(word => `2026-11-20,5.00,${word},KES\n`).join('')}`;
    expect(await problemWith(bankRows(text))).toEqual({
      code: 'file-direction-unclear',
      file: 'file.csv',
      column: 'Remark',
      text: 'DR',
      by: 'words',
    });
    const without = await bankRows(text, {mapping: {columns: {direction: ''}}});
    expect(without.every(({amount}) => amount === '5.00')).toBe(true);
    const given = {mapping: {columns: {direction: 'Remark'}}};
    await expectProblem(bankRows(text, given), {code: 'file-row-invalid', line: 3});
  });

  it('is held against credits and debits that have columns of their own', async () => {
    const text = (word: string) => `date,credit,debit,D/C,currency\n2026-11-20,,3.00,${word},KES\n`;
    expect(await bankRows(text('D'))).toMatchObject([{amount: '-3.00'}]);
    await expectProblem(bankRows(text('C')), {code: 'file-direction-unclear', column: 'D/C'});
  });

  it('is not guessed from a column that comes to say something else', async () => {
    const rows = Array.from({length: 1000}, () => '1.00,CR');
    await expectProblem(bankRows(file(...rows, '2.00,Transfer')), {code: 'file-row-invalid', line: 1002});
  });

  it.each([
    [',', {code: 'file-row-without-amount'}],
    ['1.00,2.00', {code: 'file-row-invalid', text: '1.00 / 2.00'}],
    ['0.00,-2.00', {code: 'file-row-invalid', column: 'debit'}],
  ])('is refused for credit and debit %s', async (pair, problem) => {
    const text = `date,credit,debit,currency\n2026-11-20,,3.00,KES\n2026-11-20,${pair},KES\n`;
    await expectProblem(bankRows(text), {...problem, line: 3});
  });
});

describe('a debit with another sign than the others', () => {
  const statement = (...rows: string[]) => ['Date,Description,Debit,Credit,Balance', ...rows, ''].join('\n');
  const kes = {mapping: {currency: 'KES'}};
  const taken = '2026-11-25,A,100.00,,900.00';
  const back = '2026-11-26,REFUND,-30.00,,930.00';
  const given = '2026-11-26,B,,50.00,980.00';
  const amounts = async (text: string) => (await bankRows(text, kes)).map(({amount}) => amount);

  it('gives money back where the balances prove it', async () => {
    expect(await amounts(statement(taken, back, given))).toEqual(['-100.00', '30.00', '50.00']);
    expect(await amounts(statement(given, back, taken))).toEqual(['50.00', '30.00', '-100.00']);
    const turned = [taken, back, '2026-11-26,E,20.00,,910.00'].map(row =>
      row.replace(/(?<=[A-Z],)-?(?=\d)/u, sign => (sign === '' ? '-' : '')),
    );
    expect(await amounts(statement(...turned))).toEqual(['-100.00', '30.00', '-20.00']);
  });

  it('may be in the totals of its column, or in those of money that came in', async () => {
    for (const total of ['Total,,70.00,50.00,', 'Total,,100.00,80.00,'])
      expect((await read('bank', statement(taken, back, given, total), kes)).proof).toMatchObject({by: 'balances'});
    await expectProblem(bankRows(statement(taken, back, given, 'Total,,130.00,50.00,'), kes), {
      code: 'file-total-differs',
    });
  });

  it.each([
    ['there is no balance', statement(taken, back, given).replaceAll(/,[^,\n]*(?=\n)/g, '')],
    [
      'its balance is that of the oldest row',
      statement(back, '2026-11-26,E,20.00,,910.00', taken.replace('900', '810')),
    ],
  ])(
    'is refused where %s',
    async (_, text) => await expectProblem(bankRows(text, kes), {code: 'file-row-invalid', text: '-30.00'}),
  );

  it('is refused where the balances contradict it', async () =>
    await expectProblem(bankRows(statement(taken, back.replace('930', '870'), given), kes), {
      code: 'file-balance-differs',
    }));
});

describe('a total of a day', () => {
  const text = (...rows: readonly string[]) => ['Date,Details,Debit,Credit', ...rows, ''].join('\n');
  it('is no entry, wherever it stands', async () => {
    const rows = [
      ...['19/11/2026,Sale,,1000.00', '19/11/2026,Sale,,500.00', 'Total du 19/11/2026,,,1500.00'],
      ...['20/11/2026,Rent,10.00,', 'Total for 20/11/2026,,10.00,'],
    ];
    const {source, detection} = await read('bank', text(...rows), {mapping: {currency: 'KES'}});
    expect(source.rows.map(({amount}) => amount)).toEqual(['1000.00', '500.00', '-10.00']);
    expect(detection).toMatchObject({sums: 2});
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
  await expectProblem(read('payout', text.replace('B7', '')), {code: 'file-row-invalid', column: 'Payout ID'});
});

describe('the currency that stands above the headings', () => {
  const table = 'Date,Details,Amount\n2026-11-20,Sale,5.00\n2026-11-21,Rent,-2.00\n';
  it.each([
    ['Currency,KES', 'KES'],
    ['Account No: 0180291234567\nCurrency: UGX', 'UGX'],
    ['ACCOUNT CURRENCY  NGN', 'NGN'],
    ['Currency:,,"Kenya Shilling (KES)"', 'KES'],
    ['Devise du compte : XOF - Franc CFA', 'XOF'],
    ['Moeda;MZN', 'MZN'],
    ['Sarafu ya akaunti,TZS', 'TZS'],
    ['Kontowährung: EUR', 'EUR'],
    ['Currency,CHF', 'CHF'],
  ])('is that of all its rows: %s', async (above, currency) => {
    const text = above.includes(';') ? table.replaceAll(',', ';') : table;
    expect(await bankRows(`${above}\n${text}`)).toMatchObject([{amount: '5.00', currency}, {currency}]);
  });

  it.each(['Currency,KES\nCurrency,USD', 'Currency,see below', 'KES', 'Our currency desk is open for KES'])(
    'is asked for where nothing says it, or two things do: %s',
    async above => await expectProblem(bankRows(`${above}\n${table}`), {code: 'file-currency-missing'}),
  );

  it('goes behind that of a column and of a heading', async () => {
    const own = table.replace('Amount', 'Amount (USD)');
    expect(await bankRows(`Currency,KES\n${own}`)).toMatchObject([{currency: 'USD'}, {}]);
    const column = 'Date,Details,Amount,Currency\n2026-11-20,Sale,-5.00,UGX\n';
    expect(await bankRows(`Currency,KES\n${column}`)).toMatchObject([{currency: 'UGX'}]);
  });

  it.each([
    [`Currency: USD\n${table}`, 'USD', 'KES'],
    [table.replace('Amount', 'Amount (USD)'), 'USD', 'KES'],
    [`Devise : FCFA\n${table}`, 'XOF / XAF', 'USD'],
  ])('and what a person says must be the same: %j', async (text, own, currency) => {
    const refused = {code: 'file-currency-differs', own, currency};
    await expectProblem(bankRows(text, {mapping: {currency}}), refused);
  });

  it.each([
    ['Currency: KSH', 'KES', undefined],
    ['Currency: KShs', 'KES', 'KES'],
    ['Devise : FCFA', 'XAF', 'XAF'],
    ['Currency,KES\nCurrency,USD', 'USD', 'USD'],
  ])('may be a name of it: %j', async (above, currency, said) => {
    const mapping = said === undefined ? {} : {currency: said};
    expect(await bankRows(`${above}\n${table}`, {mapping})).toMatchObject([{currency}, {currency}]);
  });
});

describe('a balance beside a row', () => {
  const table = (...balances: readonly string[]) =>
    `Date,Details,Debit,Credit,Balance\n${balances.map((balance, at) => `2026-11-2${at},Sale,,${at + 1}.00,${balance}`).join('\n')}\n`;
  const inShillings = {mapping: {currency: 'KES'}} as const;

  it('may have two signs that say the same', async () => {
    const {proof} = await read('bank', table('-9.00 DR', '(7.00)', '4.00 DR', '+0.00 CR', '+5.00CR'), inShillings);
    expect(proof).toEqual({by: 'balances', count: 4});
  });

  it.each(['+9.00 DR', 'see above', '9.00 *'])('that cannot be read leaves no file half proved: %s', async balance => {
    await expectProblem(bankRows(table('7.00', '9.00', balance), inShillings), {
      code: 'file-row-invalid',
      line: 4,
      column: 'Balance',
      text: balance,
    });
    expect(
      await bankRows(table('7.00', '9.00', balance), {mapping: {currency: 'KES', columns: {balance: ''}}}),
    ).toHaveLength(3);
  });
});

describe('a table of several accounts', () => {
  const table = (heading: string, rows: readonly string[]) =>
    `${heading};Date;Narration;Amount;Currency\n${rows.join('\n')}\n`;
  const rows = [
    '111;2026-11-20;Sale of bread;5.00;KES',
    '222;2026-11-20;Sale of tea;7.00;KES',
    '111;2026-11-21;Rent of the shop;-9.00;KES',
  ];
  const amountsOf = async (text: string, account?: string) =>
    (await bankRows(text, account === undefined ? {} : {mapping: {columns: {account}}})).map(({amount}) => amount);

  it.each(['Account', 'Account Number', 'Auftragskonto', 'Compte', 'Número de conta', 'Rekening', 'Akaunti'])(
    'is asked about, and read of the one that is named: %s',
    async heading => {
      const text = table(heading, rows);
      expect(await problemWith(bankRows(text))).toEqual({
        code: 'file-accounts-several',
        file: 'file.csv',
        accounts: ['111', '222'],
      });
      expect(await amountsOf(text, '111')).toEqual(['5.00', '-9.00']);
      expect(await amountsOf(text, '')).toEqual(['5.00', '7.00', '-9.00']);
      await expectProblem(amountsOf(text, '333'), {code: 'file-account-missing'});
      const {mapping} = await read('bank', text, {mapping: {columns: {account: '111'}}});
      expect(mapping?.columns['account']).toBe('111');
    },
  );

  it.each([
    ['Account: 111', 'Account: 222'],
    ['Account number;0011 222', 'Account number;0011 333'],
    ['Compte n° 111', 'Compte n° 222'],
    ['IBAN KE11 0001', 'IBAN KE11 0002'],
  ])('may have them in sections, each below its own line: %s', async (first, second) => {
    const headings = 'Date;Narration;Amount (KES)';
    const one = ['2026-11-20;Sale;5.00', '2026-11-21;Rent;-9.00', 'Total;;-4.00'];
    const other = ['2026-11-20;Sale;-7.00', 'Total;;-7.00'];
    const sections = (line: string) => [first, headings, ...one, line, headings, ...other, ''].join('\n');
    const number = (line: string) => /[;:°N] ?(?<number>\S*\d.*)$/u.exec(line)?.groups?.['number'] ?? '';
    const accounts = [number(first), number(second)];
    await expectProblem(bankRows(sections(second)), {code: 'file-accounts-several', accounts});
    expect(await amountsOf(sections(second), accounts[0])).toEqual(['5.00', '-9.00']);
    expect(await amountsOf(sections(second), accounts[1])).toEqual(['-7.00']);
    expect(await amountsOf(sections(first))).toHaveLength(3);
  });

  it('has a column of them, or none can be named', async () => {
    const text = 'Date;Narration;Amount;Currency\n2026-11-20;Sale of bread;-5.00;KES\n';
    await expectProblem(amountsOf(text, '111'), {code: 'file-account-missing'});
  });

  it('has balances for each, which prove the one that is named', async () => {
    const balances = ['100.00', '50.00', '91.00'];
    const text = table('Account', rows).replaceAll(/;KES$/gm, '').replace(';Currency', ';Balance');
    const filled = text
      .split('\n')
      .map((line, at) => (at === 0 || line === '' ? line : `${line};${balances[at - 1]}`))
      .join('\n');
    const inKes = {currency: 'KES'};
    await expectProblem(read('bank', filled, {mapping: inKes}), {code: 'file-accounts-several'});
    const {proof} = await read('bank', filled, {mapping: {...inKes, columns: {account: '111'}}});
    expect(proof).toEqual({by: 'balances', count: 1});
  });

  it('is of one where one chain of balances goes through all of them: the column is of those who paid', async () => {
    const balances = ['105.00', '112.00', '103.00'];
    const lines = rows.map((row, at) => row.replace(/;KES$/, `;${balances[at]}`));
    const text = `Account;Date;Narration;Amount;Balance\n${lines.join('\n')}\n`;
    expect((await read('bank', text, {mapping: {currency: 'KES'}})).proof).toEqual({by: 'balances', count: 2});
  });
});

test('a file of two tables is read as neither of them', async () => {
  const first = 'Date,Amount\n2026-11-20,-5.00\n2026-11-21,6.00\n';
  const second = 'Date,Narration,Reference,Amount\n2026-11-20,Sale,R1,7.00\n2026-11-21,Rent,R2,-8.00\n';
  expect(await problemWith(bankRows(`${first}\n${second}`, {mapping: {currency: 'KES'}}))).toEqual({
    code: 'file-tables-several',
    file: 'file.csv',
    first: 'Date, Amount',
    second: 'Date, Narration, Reference, Amount',
  });
  const above = 'Date,20/11/2026\nOpening balance,01/11/2026,100.00\n';
  expect(await bankRows(above + second, {mapping: {currency: 'KES'}})).toHaveLength(2);
});

it('a payee is a person, and a French participle only with its accent', async () => {
  const file = (heading: string) =>
    `Date,${heading},Amount\n2026-11-20,Grocery Store,-12.00\n2026-11-21,Hardware Shop,50.00\n`;
  const options = {mapping: {currency: 'KES'}};
  expect(await bankRows(file('Payee'), options)).toMatchObject([
    {narration: 'Grocery Store', amount: '-12.00'},
    {amount: '50.00'},
  ]);
  await expectProblem(bankRows(file('Payée'), options), {code: 'file-status-unclear'});
  const said = file('Payee').replace('Grocery Store', 'Oui').replace('Hardware Shop', 'Non');
  await expectProblem(bankRows(said, options), {code: 'file-status-unclear', column: 'Payee', text: 'Oui'});
});

/** Headings as banks and their customers' exports have them; `out` and `in` are the two rows below them, `bal` what each leaves. */
it.each([
  [
    'Date Posted,Value Dt,Transaction Narration,Withdrawal Amt.,Deposit Amt.,Closing Balance',
    'day,day,text,out,in,bal',
  ],
  ['Txn Date,Transaction Remarks,Withdrawal Amount (KES),Deposit Amount (KES),Balance (KES)', 'day,text,out,in,bal'],
  ['Tran Date,Particulars,DR,CR,BAL', 'day,text,out,in,bal'],
  ['Date,Description,Amount,Running Bal.', 'day,text,signed,bal'],
  ['Date / Time,Payment Details,Lodgements,Withdrawals,Current Balance', 'day,text,in,out,bal'],
  ['dateOp;dateVal;label;amount;accountbalance', 'day;day;text;signed;bal'],
  ['Date,Counter Party,Type,Amount (KES),Balance (KES)', 'day,text,word,signed,bal'],
  ['Booking Date,Value Date,Partner Name,Amount (KES)', 'day,day,text,signed'],
  ['Datum;Naam tegenpartij;Bedrag;Saldo na trn', 'day;text;signed;bal'],
  ['Data e hora;Descrição;Valor;Saldo', 'day;text;signed;bal'],
  ['Fecha;Concepto;Importe;Disponible', 'day;text;signed;bal'],
  ['Effective Date,Description,Pay In,Pay Out,Balance', 'day,text,in,out,bal'],
  ['Date,Description,Amount,Dr / Cr,Balance,Dr / Cr', 'day,text,size,way,bal,CR'],
  ['Transfer date,Description,Value,Balance', 'day,text,signed,bal'],
  ['Date,Merchant/Description,Debit/Credit,Balance', 'day,text,signed,bal'],
  ['Booked At,Text,Credit/Debit Amount,Balance,Valuta Date', 'day,text,signed,bal,day'],
  ['Dt Opé;Libellé écriture;Dt Val;Dépôt;Retrait;Solde progressif', 'day;text;day;in;out;bal'],
  ['DATE OPE;LIBELLE OPERATION;DATE VAL;MVT DEBIT;MVT CREDIT', 'day;text;day;out;in'],
  ['Date Oper;Opération;Capitaux Débit;Capitaux Crédit;Solde cumulé', 'day;text;out;in;bal'],
  ['Date comptable;Libellé;Mouvement débit;Mouvement crédit', 'day;text;out;in'],
  ['Data Movimento;Descritivo;Débitos;Créditos;Saldo', 'day;text;out;in;bal'],
  ['Datum;Avisierungstext;Gutschrift in KES;Lastschrift in KES;Valuta', 'day;text;in;out;day'],
  ['Data Contabile;Data Valuta;Descrizione;Accrediti;Addebiti;Saldo', 'day;day;text;in;out;bal'],
  ['Bokföringsdag;Valutadag;Beskrivning;Belopp;Bokfört saldo', 'day;day;text;signed;bal'],
  ['#Data operacji;#Opis operacji;#Kwota;#Saldo po operacji', 'day;text;signed;bal'],
])('a statement with the headings %s needs no question', async (headings, form) => {
  const rows: readonly Readonly<Record<string, string>>[] = [
    {day: '2026-11-03', text: 'Rent', size: '20.00', way: 'DR', out: '20.00', in: '', signed: '-20.00', bal: '80.00'},
    {day: '2026-11-14', text: 'Sales', size: '50.00', way: 'CR', out: '', in: '50.00', signed: '50.00', bal: '130.00'},
  ];
  const lines = rows.map(row => form.replaceAll(/\w+/g, name => ({word: 'Transfer', ...row})[name] ?? name));
  const text = `${[headings, ...lines].join('\n')}\n`;
  const first = await read('bank', text, {mapping: {currency: 'KES'}});
  for (const {source} of [first, await read('bank', text, {mapping: first.mapping ?? {}})])
    expect(source.rows.map(({bookedOn, narration, amount}) => [bookedOn, narration, amount])).toEqual([
      ['2026-11-03', 'Rent', '-20.00'],
      ['2026-11-14', 'Sales', '50.00'],
    ]);
});

it.each(['Value', 'Debit/Credit'])('the heading %s is of amounts only where amounts stand below it', async heading => {
  const cells = heading === 'Value' ? ['2026-11-20', '2026-11-21'] : ['Debit', 'Credit'];
  const text = `Date,Narration,Sum,${heading}\n2026-11-20,Rent,5.00,${cells[0]}\n2026-11-21,Sale,7.00,${cells[1]}\n`;
  await expectProblem(bankRows(text), {code: 'file-column-missing', field: 'amount'});
});
