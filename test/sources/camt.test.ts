// @module-tag slow

import {describe, expect, it, test} from 'vitest';
import {filesWithPages, pageFindings} from '../../src/core/reconcile/result/pages.js';
import {writtenTexts} from '../../src/views/reconcile/file-text.js';
import {bankRows, encoded, entryOf, expectProblem, problemWith, read} from './support.js';

const document = (statements: string, {version = '02', head = '<?xml version="1.0" encoding="UTF-8"?>\n'} = {}) =>
  `${head}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">
<BkToCstmrStmt><GrpHdr><MsgId>AAAASESS-FP-STAT001</MsgId><CreDtTm>2026-11-21T17:00:00+01:00</CreDtTm></GrpHdr>
${statements}
</BkToCstmrStmt>
</Document>
`;
const period = (from: string, to: string) => `<FrToDt><FrDtTm>${from}</FrDtTm><ToDtTm>${to}</ToDtTm></FrToDt>`;
const statement = (entries: string, interval = '') =>
  `<Stmt><Id>1</Id>${interval}<Acct><Id><Othr><Id>123</Id></Othr></Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="KES">500000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>
${entries}</Stmt>`;
const entry = (inner: string, amount = '105678.50') =>
  `<Ntry><NtryRef>N1</NtryRef><Amt Ccy="KES">${amount}</Amt>${inner}</Ntry>\n`;
const booked = '<CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>';

test('entries become rows: credits above zero, debits below', async () => {
  const content = document(
    statement(
      entry(
        `<CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2026-11-20T13:15:00+01:00</DtTm></BookgDt>
<ValDt><Dt>2026-11-22</Dt></ValDt><AcctSvcrRef>AAAASESS-FP-CN_98765/01</AcctSvcrRef>
<BkTxCd><Domn><Cd>PAYM</Cd></Domn></BkTxCd>
<NtryDtls><TxDtls><Refs><EndToEndId>MUELL/FINP/RA12345</EndToEndId></Refs>
<AmtDtls><TxAmt><Amt Ccy="USD">999.00</Amt></TxAmt></AmtDtls>
<RmtInf><Ustrd>Payout PSTK_778 &amp; more</Ustrd><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>
<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs></TxDtls></NtryDtls>
<AddtlNtryInf><![CDATA[Café  <transfer>]]></AddtlNtryInf>`,
      ) +
        entry(
          '<CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AddtlNtryInf>Charges</AddtlNtryInf>',
          '200000',
        ) +
        entry(
          '<RvslInd>true</RvslInd><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>',
          '30.00',
        ),
      period('2026-11-20T08:00:00+01:00', '2026-11-20T17:00:00+01:00'),
    ),
  );
  const {source, mapping, detection} = await read('bank', content, {}, 'statement.xml');
  expect(source).toMatchObject({kind: 'bank', name: 'statement.xml', interval: {from: '2026-11-20', to: '2026-11-20'}});
  expect(source.rows).toEqual([
    entryOf(
      6,
      'AAAASESS-FP-CN_98765/01',
      '105678.50',
      'MUELL/FINP/RA12345 Payout PSTK_778 & more RF18 Café  <transfer>',
    ),
    entryOf(14, 'N1', '-200000', 'Charges'),
    entryOf(15, 'N1', '-30.00', 'RVSL'),
  ]);
  expect(mapping).toBeNull();
  expect(detection).toEqual({
    format: 'camt.053',
    version: 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.02',
    headingPrint: expect.stringMatching(/^[\da-f]{64}$/),
    accounts: ['123'],
    statements: 1,
    notBooked: 0,
    sums: 0,
  });
});

test('a newer version with a prefix, in UTF-16, counts what is not booked', async () => {
  const content = document(
    statement(
      entry('<CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>') +
        entry('<CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts>'),
    ),
    {version: '13', head: '<?xml version="1.0" encoding="UTF-16"?>\r\n'},
  )
    .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1b:')
    .replace('xmlns=', 'xmlns:b=');
  const {source, detection} = await read('bank', encoded(content, 'utf-16le'));
  expect(source.rows).toHaveLength(1);
  expect(detection).toMatchObject({notBooked: 1});
});

test('the value date stands for a missing booking date, and is counted', async () => {
  const valued = '<CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><ValDt><Dt>2026-11-22</Dt></ValDt>';
  const {source, detection} = await read('bank', document(statement(entry(booked) + entry(valued))));
  expect(source.rows.map(({bookedOn}) => bookedOn)).toEqual(['2026-11-20', '2026-11-22']);
  expect(detection).toMatchObject({valueDates: 1});
  expect(writtenTexts(detection as {valueDates: number}, 'en')).toEqual([
    '1 entry has no booking date: the value date stands for it',
  ]);
});

test('version 01 names its message, balances, accounts and details in its own way', async () => {
  const content = document(
    statement(
      entry(
        `${booked}<TxDtls><Refs><EndToEndId>E2E</EndToEndId></Refs></TxDtls><AddtlNtryInf>Payout</AddtlNtryInf>`,
        '20.00',
      ),
    )
      .replaceAll(/<(\/?)Othr>/g, '<$1PrtryAcct>')
      .replace(
        '</Stmt>',
        '<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="KES">500020</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal></Stmt>',
      )
      .replaceAll(/<\/?CdOrPrtry>/g, ''),
    {version: '01'},
  ).replaceAll(/<(\/?)BkToCstmrStmt>/g, '<$1BkToCstmrStmtV01>');
  const {source, detection, proof} = await read('bank', content);
  expect(source.rows).toMatchObject([{amount: '20.00', narration: 'E2E Payout'}]);
  expect(detection).toMatchObject({format: 'camt.053', accounts: ['123']});
  expect(proof).toEqual({by: 'closing', count: 1});
});

test('a third decimal that is zero is none, since XML has no thousands', async () =>
  expect(await bankRows(document(statement(entry(booked, '12.500'))))).toMatchObject([{amount: '12.500'}]));

test('a national namespace is that of the message', async () => {
  const austrian = document(statement(entry(booked))).replace(
    'urn:iso:std:iso:20022:tech:xsd:camt.053.001.02',
    'APC:STUZZA:payments:ISO:camt:053:001:02:austrian:003',
  );
  expect(await bankRows(austrian)).toHaveLength(1);
});

describe('the interval', () => {
  const interval = async (...periods: [string, string][]) =>
    (await read('bank', document(periods.map(each => statement(entry(booked), period(...each))).join('\n')))).source
      .interval;

  it('ends with the day before where it ends at midnight', async () =>
    expect(await interval(['2026-11-20T00:00:00', '2026-11-21T00:00:00'])).toEqual({
      from: '2026-11-20',
      to: '2026-11-20',
    }));
  it('spans statements that follow each other, and none that leave a day out', async () => {
    const first: [string, string] = ['2026-11-19T00:00:00', '2026-11-19T23:59:59'];
    const second: [string, string] = ['2026-11-20T00:00:00', '2026-11-20T23:59:59'];
    const fourth: [string, string] = ['2026-11-22T00:00:00', '2026-11-22T23:59:59'];
    expect(await interval(second, first)).toEqual({from: '2026-11-19', to: '2026-11-20'});
    expect(await interval(first, second, fourth)).toBeNull();
    expect(await interval(first, ['', ''])).toBeNull();
  });
});

describe('what is refused', () => {
  const good = document(statement(entry(booked)));
  const bomb = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "${'&lol;'.repeat(1000)}">]>`;
  it.each([
    ['an unknown entity', good.replace('N1', '&lol;'), {code: 'file-not-understood', line: 6}],
    ['a bomb of entities', good.replace('<Document', `${bomb}<Document`), {code: 'file-xml-unsafe'}],
    [
      'a document type',
      good.replace('<Document', '<!DOCTYPE Document SYSTEM "file:///etc/passwd"><Document'),
      {code: 'file-xml-unsafe'},
    ],
    ['a comment without an end', good.replace('<Stmt>', `<!--${'x'.repeat(3_000_000)}`), {code: 'file-xml-unsafe'}],
    ['an endless attribute', good.replace('Ccy="KES', `Ccy="${'x'.repeat(3_000_000)}`), {code: 'file-xml-unsafe'}],
    ['an endless text', good.replace('N1', 'x'.repeat(3_000_000)), {code: 'file-xml-unsafe'}],
    ['a text too long', good.replace('N1', 'x'.repeat(100_000)), {code: 'file-record-too-long'}],
    ['a well without a bottom', good.replace('<Stmt>', '<a>'.repeat(100_000)), {code: 'file-xml-unsafe'}],
    ['a web page', '<?xml version="1.0"?><html></html>', {code: 'file-is-other', what: 'page'}],
    [
      'a workbook in XML',
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
      {code: 'file-is-other', what: 'workbook'},
    ],
    ['orders to the bank', good.replace('camt.053', 'pain.001'), {code: 'file-is-other', what: 'orders'}],
    ['other XML', '<?xml version="1.0"?><books></books>', {code: 'file-is-other', what: 'xml'}],
    ['no statement', document(''), {code: 'file-is-other', what: 'xml'}],
    [
      'an amount that is none',
      good.replace('105678.50', '105,678.50'),
      {code: 'file-row-invalid', line: 6, column: 'Amt'},
    ],
    [
      'an amount finer than its currency',
      good.replace('105678.50', '105678.505'),
      {code: 'file-amount-too-fine', line: 6, column: 'Amt', currency: 'KES'},
    ],
    ['an entry below zero', good.replace('105678.50', '-1'), {code: 'file-row-invalid', column: 'Amt'}],
    [
      'an entry of two amounts',
      good.replace(
        '</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>',
        '</Amt><Amt Ccy="USD">5</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>',
      ),
      {code: 'file-row-invalid', line: 6, column: 'Amt'},
    ],
    [
      'an entry of two directions',
      good.replace('<Sts>BOOK', '<CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK'),
      {code: 'file-row-invalid', column: 'CdtDbtInd', text: 'DBIT'},
    ],
    ['no currency', good.replace('<Amt Ccy="KES">105', '<Amt>105'), {code: 'file-row-invalid', column: 'Ccy'}],
    [
      'no direction',
      good.replace('<CdtDbtInd>CRDT</CdtDbtInd><Sts>', '<Sts>'),
      {code: 'file-row-invalid', column: 'CdtDbtInd'},
    ],
    [
      'no date',
      good.replace('<Dt>2026-11-20</Dt></BookgDt>', '</BookgDt>'),
      {code: 'file-row-invalid', column: 'BookgDt'},
    ],
    ['an unknown state', good.replace('BOOK', 'MAYB'), {code: 'file-row-invalid', column: 'Sts', text: 'MAYB'}],
  ])('%s', async (_, content, problem) => await expectProblem(bankRows(content), problem));

  it('a statement that was cut, wherever', async () => {
    expect(await bankRows(good)).toHaveLength(1);
    for (let length = 60; length < good.trimEnd().length; length += 7)
      expect((await problemWith(bankRows(good.slice(0, length)))).code).toMatch(/^file-(cut-off|not-understood)$/);
  });

  it('a statement where a provider’s file was asked for', async () =>
    await expectProblem(read('provider', good), {code: 'file-is-statement'}));
});

test('what a bank writes cannot move the cursor', async () => {
  const content = document(statement(entry(`${booked}<AddtlNtryInf>\u202Eevil\u009B31m&#x85;x</AddtlNtryInf>`)));
  expect(await bankRows(content)).toMatchObject([{narration: 'evil  x'}]);
});

describe('the proof', () => {
  const balance = (code: string, amount: string, {day = '2026-11-20', direction = 'CRDT'} = {}) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="KES">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>\n`;
  const debit = '<CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>';
  const two = entry(booked, '100.50') + entry(debit, '0.75');
  const stating = (inner: string) => document(`<Stmt><Id>1</Id>${inner}</Stmt>`);

  it('is the closing balance, of which the interim one is none', async () => {
    const whole = stating(balance('OPBD', '1000') + balance('ITBD', '7') + balance('CLBD', '1099.75') + two);
    expect((await read('bank', whole)).proof).toEqual({by: 'closing', count: 1});
    const interim = stating(balance('OPBD', '1000') + balance('ITBD', '1099.75') + two);
    expect((await read('bank', interim)).proof).toEqual({by: 'nothing', lookAt: [6, 7]});
    const below = stating(
      balance('PRCD', '100', {direction: 'DBIT'}) + balance('CLBD', '0.25', {direction: 'DBIT'}) + two,
    );
    expect((await read('bank', below)).proof).toEqual({by: 'closing', count: 1});
  });

  it('is no balance of another currency', async () => {
    const dollars = entry(booked, '3').replace('"KES"', '"USD"');
    const mixed = stating(balance('OPBD', '1000') + balance('CLBD', '1099.75') + two + dollars);
    expect((await read('bank', mixed)).proof).toEqual({by: 'nothing', lookAt: [6, 7, 8]});
  });

  it('takes the first and the last of several days', async () => {
    const days = [
      balance('OPBD', '0', {day: '2026-11-19'}),
      balance('CLBD', '5', {day: '2026-11-19'}),
      balance('OPBD', '5', {day: '2026-11-20'}),
      balance('CLBD', '99.75', {day: '2026-11-20'}),
    ];
    expect((await read('bank', stating([...days, two].join('')))).proof).toEqual({by: 'closing', count: 1});
  });

  it('refuses a statement with a row cut out, with both figures', async () => {
    const cut = stating(balance('OPBD', '1000') + balance('CLBD', '1099.75') + entry(booked, '100.50'));
    expect(await problemWith(bankRows(cut))).toEqual({
      code: 'file-balance-differs',
      form: 'statement',
      file: 'file.csv',
      line: 5,
      reached: 'KES 1100.50',
      balance: 'KES 1099.75',
      readWith: '--unproved',
    });
  });

  it('is the summary of its entries', async () => {
    const summary = (net: string, count = 2) =>
      `<TxsSummry><TtlNtries><NbOfNtries>${count}</NbOfNtries><Sum>101.25</Sum><TtlNetNtry><Amt>${net}</Amt><CdtDbtInd>CRDT</CdtDbtInd></TtlNetNtry></TtlNtries>
<TtlCdtNtries><NbOfNtries>1</NbOfNtries><Sum>100.50</Sum></TtlCdtNtries></TxsSummry>`;
    expect((await read('bank', stating(summary('99.75') + two))).proof).toEqual({by: 'totals', count: 3});
    await expectProblem(bankRows(stating(summary('101.25') + two)), {
      code: 'file-total-differs',
      line: 4,
      reached: 'KES 99.75',
      text: 'KES 101.25',
    });
    await expectProblem(bankRows(stating(summary('99.75', 3) + two)), {
      code: 'file-total-differs',
      reached: '2',
      text: '3',
    });
  });
});

describe('a batch', () => {
  const batch = (stated: string, count: number, amounts: readonly string[]) => {
    const details = amounts.map(amount => `<TxDtls><Refs/><Amt Ccy="KES">${amount}</Amt></TxDtls>`);
    const inner = `<Btch><NbOfTxs>${count}</NbOfTxs><TtlAmt Ccy="KES">${stated}</TtlAmt></Btch>${details.join('')}`;
    return document(statement(entry(`${booked}<NtryDtls>${inner}</NtryDtls>`, '30.00')));
  };

  it('is what the payments in it come to, where they are told', async () => {
    expect((await read('bank', batch('30.00', 2, ['10.00', '20.00']))).source.rows).toHaveLength(1);
    expect((await read('bank', batch('30.00', 25, []))).source.rows).toHaveLength(1);
    expect((await read('bank', batch('30.00', 25, ['30.00']))).source.rows).toHaveLength(1);
  });

  it('of which one is missing or another refuses the file, with both figures', async () => {
    await expectProblem(bankRows(batch('30.00', 3, ['10.00', '20.00'])), {
      code: 'file-total-differs',
      line: 6,
      reached: '2',
      text: '3',
    });
    await expectProblem(bankRows(batch('30.00', 2, ['10.00', '21.00'])), {
      code: 'file-total-differs',
      reached: 'KES 31.00',
      text: 'KES 30.00',
    });
  });

  it('of which one differs is read as not proved, where a person has looked at it', async () => {
    const {source, proof} = await read('bank', batch('30.00', 3, ['10.00', '21.00']), {isUnproved: true});
    expect(source.rows).toHaveLength(1);
    expect(proof).toMatchObject({
      by: 'nothing',
      differs: [
        {said: '3', reached: '2'},
        {said: 'KES 30.00', reached: 'KES 31.00'},
      ],
    });
  });
});

describe('pages of one statement', () => {
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="KES">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>\n`;
  const page = (number: number, isLast: boolean, inner: string, account = '123') =>
    `<Stmt><Id>1</Id><StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${isLast}</LastPgInd></StmtPgntn><Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>\n${inner}</Stmt>\n`;
  const first = page(1, false, balance('OPBD', '100') + balance('ITBD', '110') + entry(booked, '10.00'));
  const second = page(2, false, balance('ITBD', '110') + balance('ITBD', '130') + entry(booked, '20.00'));
  const last = page(3, true, balance('ITBD', '130') + balance('CLBD', '160') + entry(booked, '30.00'));

  it('are one, proved by its balances', async () => {
    const {source, proof, detection} = await read('bank', document(first + second + last));
    expect(source.rows.map(({amount}) => amount)).toEqual(['10.00', '20.00', '30.00']);
    expect(detection).toMatchObject({statements: 1});
    expect(proof).toEqual({by: 'closing', count: 1});
  });

  it('are each proved where the others are in files of their own', async () => {
    for (const alone of [first, second, last, first + second, second + last])
      expect((await read('bank', document(alone))).proof).toEqual({by: 'closing', count: 1});
  });

  it('tell which they are, so that one that is in no file is named', async () => {
    const about = {account: '123', statement: '1'};
    const {source} = await read('bank', document(second + last));
    const figures = (opening: string, moved: string, closing: string) => ({currency: 'KES', opening, moved, closing});
    expect(source.pages).toEqual([
      {...about, number: 2, isLast: false, figures: figures('110.00', '20.00', '130.00')},
      {...about, number: 3, isLast: true, figures: figures('130.00', '30.00', '160.00')},
    ]);
    const numbered = second.replace('<Acct>', '<ElctrncSeqNb>77</ElctrncSeqNb><Acct>');
    expect((await read('bank', document(numbered))).source.pages).toMatchObject([{statement: '77', number: 2}]);
    const [file] = [(await read('bank', document(second))).source];
    expect(pageFindings({bankFiles: [file], days: {from: '2026-11-20', to: '2026-11-20'}})).toMatchObject([
      {code: 'NOT_COMPARED', reason: 'page-missing', facts: {pages: '1, 3', statement: '1', account: '123'}},
    ]);
    expect((await read('bank', document(`<Stmt><Id>1</Id>${entry(booked)}</Stmt>`))).source.pages).toBeUndefined();
  });

  it('are told by their message where it is of one report, and prove each other', async () => {
    const message = (number: number, isLast: boolean, inner: string) =>
      document(
        `<Stmt><Id>1</Id><ElctrncSeqNb>9</ElctrncSeqNb><Acct><Id><IBAN>KE12</IBAN></Id></Acct>\n${inner}</Stmt>\n`,
      ).replace('</GrpHdr>', `<MsgPgntn><PgNb>${number}</PgNb><LastPgInd>${isLast}</LastPgInd></MsgPgntn></GrpHdr>`);
    const one = await read('bank', message(1, false, balance('OPBD', '100') + entry(booked, '10.00')), {}, 'one.xml');
    const two = await read('bank', message(2, true, balance('CLBD', '130') + entry(booked, '20.00')), {}, 'two.xml');
    expect(one.source.pages).toMatchObject([{account: 'KE12', statement: '9', number: 1, isLast: false}]);
    expect([one.proof.by, two.proof.by]).toEqual(['nothing', 'nothing']);
    const together = filesWithPages({bankFiles: [one.source, two.source]});
    expect(together.map(({proof}) => proof)).toEqual([1, 2].map(() => ({by: 'closing', count: 1})));
    expect(filesWithPages({bankFiles: [one.source]})[0]?.proof?.by).toBe('nothing');
  });

  it('are refused where one is missing between them, or a row in one', async () => {
    await expectProblem(bankRows(document(first + last)), {
      code: 'file-balance-differs',
      reached: 'KES 110.00',
      balance: 'KES 130.00',
    });
    const cut = second.replace(entry(booked, '20.00'), '');
    await expectProblem(bankRows(document(first + cut + last)), {
      code: 'file-balance-differs',
      reached: 'KES 110.00',
      balance: 'KES 130.00',
    });
  });

  it('of two accounts are two statements', async () => {
    const other = page(1, false, balance('OPBD', '0') + balance('ITBD', '5') + entry(booked, '5.00'), '456');
    await expectProblem(bankRows(document(first + other)), {accounts: ['123', '456']});
    const {proof, source} = await read('bank', document(first + other), {mapping: {columns: {account: '456'}}});
    expect(source.rows).toMatchObject([{amount: '5.00'}]);
    expect(proof).toEqual({by: 'closing', count: 1});
  });
});

describe('the other messages of an account', () => {
  const message = (number: string, [root, report]: readonly [string, string], inner: string) =>
    `<Envelope xmlns="urn:bank"><Header/><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${number}.001.08">
<${root}><GrpHdr/><${report}><Id>1</Id>${period('2026-11-20T00:00:00', '2026-11-20T13:00:00')}<Acct><Id><IBAN>KE12</IBAN></Id></Acct>
${inner}</${report}></${root}></Document></Envelope>`;

  it.each([
    ['052', ['BkToCstmrAcctRpt', 'Rpt']],
    ['054', ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']],
  ] as const)('camt.%s is read, and covers no day', async (number, names) => {
    const {source, detection, proof} = await read('bank', message(number, names, entry(booked)));
    expect(source).toMatchObject({interval: null, rows: [{line: 3, amount: '105678.50'}]});
    expect(detection).toMatchObject({format: `camt.${number}`, accounts: ['KE12'], statements: 1});
    expect(proof).toEqual({by: 'nothing', lookAt: [3]});
  });
});

describe('several accounts', () => {
  const of = (account: string, amount: string) =>
    `<Stmt><Id>1</Id><Acct><Id><IBAN>${account}</IBAN></Id></Acct>${entry(booked, amount)}</Stmt>`;
  const two = document(of('KE1', '1.00') + of('KE2', '2.00'));

  it('are named, and one is read when it is said which', async () => {
    expect(await problemWith(bankRows(two))).toEqual({
      code: 'file-accounts-several',
      file: 'file.csv',
      accounts: ['KE1', 'KE2'],
    });
    const chosen = await read('bank', two, {mapping: {columns: {account: 'KE2'}}});
    expect(chosen.source.rows).toMatchObject([{amount: '2.00'}]);
    expect(chosen.mapping).toMatchObject({columns: {account: 'KE2'}});
    await expectProblem(bankRows(two, {mapping: {columns: {account: 'KE3'}}}), {
      code: 'file-account-missing',
      account: 'KE3',
    });
  });
});
