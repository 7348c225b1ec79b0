import {describe, expect, it, test} from 'vitest';
import {bankRows, encoded, problemWith, read} from './support.js';

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
    {
      line: 6,
      entry: 'AAAASESS-FP-CN_98765/01',
      amount: '105678.50',
      currency: 'KES',
      bookedOn: '2026-11-20',
      narration: 'MUELL/FINP/RA12345 Payout PSTK_778 & more RF18 Café  <transfer>',
      status: '',
    },
    {
      line: 14,
      entry: 'N1',
      amount: '-200000',
      currency: 'KES',
      bookedOn: '2026-11-20',
      narration: 'Charges',
      status: '',
    },
    {line: 15, entry: 'N1', amount: '-30.00', currency: 'KES', bookedOn: '2026-11-20', narration: 'RVSL', status: ''},
  ]);
  expect(mapping).toBeNull();
  expect(detection).toEqual({
    format: 'camt.053',
    namespace: 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.02',
    statements: 1,
    notBooked: 0,
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

describe('the interval', () => {
  const interval = async (...periods: [string, string][]) =>
    (await read('bank', document(periods.map(each => statement(entry(booked), period(...each))).join('\n')))).source
      .interval;

  it('ends with the day before where it ends at midnight', async () => {
    expect(await interval(['2026-11-20T00:00:00', '2026-11-21T00:00:00'])).toEqual({
      from: '2026-11-20',
      to: '2026-11-20',
    });
  });
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
    ['other XML', '<?xml version="1.0"?><html></html>', {code: 'file-not-table'}],
    ['another message', good.replace('camt.053', 'camt.054'), {code: 'file-not-table'}],
    ['no statement', document(''), {code: 'file-not-table'}],
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
  ])('%s', async (_, content, problem) => {
    expect(await problemWith(bankRows(content))).toMatchObject(problem);
  });

  it('a statement that was cut, wherever', async () => {
    expect(await bankRows(good)).toHaveLength(1);
    for (let length = 60; length < good.trimEnd().length; length += 7)
      expect((await problemWith(bankRows(good.slice(0, length)))).code).toMatch(/^file-(cut-off|not-understood)$/);
  });

  it('a statement where a provider’s file was asked for', async () => {
    expect(await problemWith(read('provider', good))).toMatchObject({code: 'file-is-statement'});
  });
});

test('what a bank writes cannot move the cursor', async () => {
  const content = document(statement(entry(`${booked}<AddtlNtryInf>\u202Eevil\u009B31m&#x85;x</AddtlNtryInf>`)));
  expect(await bankRows(content)).toMatchObject([{narration: 'evil  x'}]);
});
