import {describe, expect, it, test} from 'vitest';
import type {ReadOptions} from '../../src/sources/source.js';
import {writtenTexts} from '../../src/views/reconcile/file-text.js';
import {bankRows, encoded, entryOf, expectProblem, read} from './support.js';

const header = [
  'OFXHEADER:100',
  'DATA:OFXSGML',
  'VERSION:102',
  'SECURITY:NONE',
  'ENCODING:USASCII',
  'CHARSET:1252',
  'COMPRESSION:NONE',
  'OLDFILEUID:NONE',
  'NEWFILEUID:NONE',
  '',
  '',
].join('\r\n');
const entry = (inner: string) => `<STMTTRN>\r\n${inner}\r\n</STMTTRN>\r\n`;
const entries = [
  entry(
    '<TRNTYPE>CREDIT\r\n<DTPOSTED>20261120120000.000[+3:EAT]\r\n<TRNAMT>105678.50\r\n<FITID>F1\r\n<NAME>PSTK_778 <12> &amp; MORE\r\n<MEMO>CAF&Eacute;',
  ),
  entry('<TRNTYPE>FEE\r\n<DTPOSTED>20261121\r\n<TRNAMT>-250,75\r\n<FITID>F2\r\n<NAME>LEDGER FEE\r\n<MEMO>'),
];
const statement = (list: string, {account = '1104567890', currency = '<CURDEF>KES\r\n'} = {}) =>
  `<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS>\r\n${currency}<BANKACCTFROM><BANKID>68<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261120<DTEND>20261121\r\n${list}</BANKTRANLIST>
<LEDGERBAL><BALAMT>605427.75<DTASOF>20261121</LEDGERBAL><AVAILBAL><BALAMT>1.00<DTASOF>20261121</AVAILBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1>\r\n`;
const signOn =
  '<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261121<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>';
const document = (inner: string) => `${header}<OFX>${signOn}\r\n${inner}</OFX>\r\n`;
const text = document(statement(entries.join('')));

test('SGML: a value ends at the next tag', async () => {
  const {source, mapping, detection, proof} = await read('bank', text, {}, 'statement.qfx');
  expect(source).toMatchObject({interval: {from: '2026-11-20', to: '2026-11-21'}});
  expect(source.rows).toEqual([
    entryOf(16, 'F1', '105678.50', 'PSTK_778 <12> & MORE CAFÉ'),
    entryOf(24, 'F2', '-250.75', 'LEDGER FEE', {bookedOn: '2026-11-21'}),
  ]);
  expect(mapping).toBeNull();
  expect(detection).toMatchObject({format: 'OFX', version: '102', accounts: ['1104567890'], statements: 1});
  // A balance without another one before it proves nothing.
  expect(proof).toEqual({by: 'nothing', lookAt: [16, 24]});
});

/** The same in XML: every value has its end. */
const xml = (sgml: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE"?>\n${sgml
    .slice(header.length)
    .replaceAll(/<([A-Z.]+)>([^<\r\n]+(?:<12>[^<\r\n]*)?)/g, '<$1>$2</$1>')
    .replaceAll('<12>', '&lt;12>')
    .replace('&Eacute;', 'É')}`;

test('XML is read as SGML is', async () => {
  const {source, detection} = await read('bank', xml(text));
  const sgml = await bankRows(text);
  expect(source.rows.map(row => ({...row, line: 0}))).toEqual(sgml.map(row => ({...row, line: 0})));
  expect(detection).toMatchObject({format: 'OFX', version: '211'});
});

describe('also', () => {
  it.each([
    ['without a header', text.slice(header.length)],
    ['in the letters of Windows', encoded(text.replace('&Eacute;', 'É'), 'windows-1252')],
    ['in one line', text.replaceAll('\r\n', ' ')],
    ['of a card', text.replaceAll('STMTRS>', 'CCSTMTRS>').replaceAll('BANKACCTFROM', 'CCACCTFROM')],
  ])('%s', async (_, content) => {
    const rows = await bankRows(content);
    expect(rows.map(({amount}) => amount)).toEqual(['105678.50', '-250.75']);
    expect(rows[0]?.narration).toContain('CAFÉ');
  });

  describe('an entry whose type contradicts its sign', () => {
    const entry = (amount: string, type: string, id: string) =>
      `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20261121<TRNAMT>${amount}<FITID>${id}</STMTTRN>\r\n`;
    const rows = ['90', '-80', '1', '2', '-70'].map((amount, at) =>
      entry(amount, amount.startsWith('-') ? 'DEBIT' : 'CREDIT', `F${at}`),
    );
    const contradicting = rows.with(2, entry('1', 'DEBIT', 'F2')).with(3, entry('-2', 'CREDIT', 'F3'));
    const by = (direction: string): ReadOptions => ({mapping: {columns: {direction}}});
    const lookAt = async (given: readonly string[], options?: ReadOptions) => {
      const {proof, source} = await read('bank', document(statement(given.join(''))), options);
      const lines = proof.by === 'nothing' ? proof.lookAt : [];
      return source.rows.filter(({line}) => lines.includes(line)).map(({entry: id}) => id);
    };
    const amounts = async (given: readonly string[], direction: string) =>
      (await bankRows(document(statement(given.join(''))), by(direction))).map(({amount}) => amount);

    it('is asked about', async () =>
      await expectProblem(bankRows(document(statement(contradicting.join('')))), {
        code: 'file-direction-contradicted',
        text: 'DEBIT 1',
      }));

    it('is read as a person says, and is the first to look at', async () => {
      expect(await amounts(contradicting, '')).toEqual(['90', '-80', '1', '-2', '-70']);
      expect(await amounts(contradicting, 'TRNTYPE')).toEqual(['90', '-80', '-1', '2', '-70']);
      expect(await lookAt(rows)).toEqual(['F0', 'F1', 'F4']);
      expect(await lookAt(contradicting, by(''))).toEqual(['F0', 'F2', 'F3']);
    });

    it('keeps what a person said, for the copy and for the next file of the account', async () => {
      const {mapping} = await read('bank', document(statement(contradicting.join(''))), by('TRNTYPE'));
      expect(mapping).toMatchObject({columns: {direction: 'TRNTYPE'}, currency: null});
    });

    it('keeps its sign if its type may mean either direction', async () => {
      const either = [entry('5', 'XFER', 'F1'), entry('-6', 'INT', 'F2'), entry('7', 'FEE', 'F3')];
      expect(await amounts(either, 'TRNTYPE')).toEqual(['5', '-6', '-7']);
    });
  });

  it('what is announced is counted', async () => {
    const pending =
      '<BANKTRANLISTP><STMTTRNP><TRNTYPE>DEBIT<TRNAMT>-5<NAME>LATER</STMTTRNP></BANKTRANLISTP><LEDGERBAL>';
    const {source, detection} = await read('bank', text.replace('<LEDGERBAL>', pending));
    expect(source.rows).toHaveLength(2);
    expect(detection).toMatchObject({notBooked: 1});
  });

  it('a currency that is not stated is asked for', async () => {
    const content = document(statement(entries.join(''), {currency: ''}));
    await expectProblem(bankRows(content), {code: 'file-currency-missing', form: 'statement'});
    expect(await bankRows(content, {mapping: {currency: 'KES'}})).toMatchObject([{currency: 'KES'}, {}]);
  });

  it('an id is of one account alone', async () => {
    const two = document(statement(entries.join('')) + statement(entries.join(''), {account: '22'}));
    await expectProblem(bankRows(two), {code: 'file-accounts-several', accounts: ['1104567890', '22']});
    expect(await bankRows(two, {mapping: {columns: {account: '22'}}})).toHaveLength(2);
  });

  it('two entries with one id that say different things are two', async () =>
    expect(await bankRows(text.replace('<FITID>F2', '<FITID>F1'))).toHaveLength(2));
});

const portfolio = `<INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><CURDEF>KES<INVACCTFROM><ACCTID>9</INVACCTFROM><INVTRANLIST><INVBANKTRAN><STMTTRN>
<TRNTYPE>DEBIT<DTPOSTED>20261120<TRNAMT>-9.00<FITID>I1</STMTTRN></INVBANKTRAN></INVTRANLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1>`;

test('investments beside the entries of an account are left out and named', async () => {
  const {source, detection} = await read('bank', document(statement(entries.join('')) + portfolio));
  expect(source.rows.map(({entry: id}) => id)).toEqual(['F1', 'F2']);
  expect(detection).toMatchObject({accounts: ['1104567890'], statements: 1, investments: 1});
  expect(writtenTexts(detection as {investments: number}, 'en')).toEqual([
    '1 statement of investments is in the file and left out: nothing of it is compared',
  ]);
});

describe('what is refused', () => {
  const doubled = document(statement(entries.join('') + (entries[0] ?? '')));
  const answer = document('<BANKMSGSRSV1><STMTTRNRS><STATUS><CODE>2000</STATUS></STMTTRNRS></BANKMSGSRSV1>');
  const investments = document(portfolio);
  it.each([
    ['an entry that stands there twice', doubled, {code: 'file-entry-twice', entry: 'F1', earlier: 16}],
    ['an answer without a statement', answer, {code: 'file-is-other', what: 'answer'}],
    ['investments', investments, {code: 'file-is-other', what: 'investments'}],
    ['no amount', text.replace('<TRNAMT>-250,75\r\n', ''), {code: 'file-row-invalid', line: 24, column: 'TRNAMT'}],
    ['thousands', text.replace('105678.50', '105,678.50'), {code: 'file-row-invalid', line: 16, column: 'TRNAMT'}],
    ['too fine an amount', text.replace('105678.50', '105678.505'), {code: 'file-amount-too-fine', line: 16}],
    ['what may be thousands', text.replace('105678.50', '105.000'), {code: 'file-amount-too-fine', line: 16}],
    ['no day', text.replace('<DTPOSTED>20261121', '<DTPOSTED>'), {code: 'file-row-invalid', column: 'DTPOSTED'}],
    [
      'fees without a sign',
      text.replace('-250,75', '250,75'),
      {code: 'file-direction-contradicted', line: 24, text: 'FEE 250.75'},
    ],
    [
      'an entry that corrects another',
      text.replace('<FITID>F2', '<FITID>F2<CORRECTFITID>F1<CORRECTACTION>DELETE'),
      {code: 'file-row-invalid', column: 'CORRECTACTION'},
    ],
    ['an entry in an entry', text.replace('</STMTTRN>', ''), {code: 'file-not-understood', line: 24}],
    ['an endless value', text.replace('LEDGER', 'x'.repeat(100_000)), {code: 'file-record-too-long'}],
  ])('%s', async (_, content, problem) => await expectProblem(bankRows(content), problem));

  it('a file that was cut, wherever', async () => {
    for (let length = 250; length < text.length - 8; length += 37)
      await expectProblem(bankRows(text.slice(0, length)), {
        code: expect.stringMatching(/^file-(?:cut-off|row-invalid)$/),
      });
  });

  it('a statement where payouts were asked for', async () =>
    await expectProblem(read('payout', text), {code: 'file-is-statement'}));
});
