import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {Problem} from '../../src/core/problem.js';
import type {Mapping, SourceKind} from '../../src/core/reconcile/rows/row.js';
import type {StatementFormat} from '../../src/sources/statement/read.js';
import {encoded, read, writtenIn} from '../sources/support.js';
import {expectHarmless, expectPrintable, readAwaited, textsIn} from './harm.js';
import {damaged, hostileText} from './mutations.js';
import {forAllAsync, patience, runs} from './runs.js';

const provider = [
  'transaction_reference,amount,currency,status,fee,date,phone',
  'S1,"1,250.00",KES,Completed,12.5,2026-11-20 14:02:07,254712345678',
  'S2,7.00,KES,Failed,,2026-11-20 14:03:07,254712345678',
  'S3,-30.00,KES,Reversed,0,2026-11-21 00:03:07,0712345678',
  '',
].join('\r\n');
const bank = [
  'Compte;CI93 0001 2345;;;',
  'Date opération;Référence;Libellé;Débit;Crédit',
  '03/11/2026;OP1;VIR PSTK_778 REMISE;;125 000,00',
  '20/11/2026;OP2;"Frais de tenue\nde compte";2 500,00;',
  '',
].join('\r\n');
const entry = (inner: string) =>
  `<Ntry><NtryRef>N1</NtryRef><Amt Ccy="KES">105678.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>${inner}</Ntry>`;
const statement = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
${entry('<BookgDt><Dt>2026-11-20</Dt></BookgDt><AddtlNtryInf><![CDATA[Café  <transfer>]]></AddtlNtryInf>')}
${entry('<BookgDt><DtTm>2026-11-20T13:15:00+01:00</DtTm></BookgDt><AddtlNtryInf>Payout &amp; more</AddtlNtryInf>')}
</Stmt></BkToCstmrStmt></Document>
`;

const doctypes = [
  '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
  `<!DOCTYPE x [<!ENTITY a "${'ha'.repeat(50)}"><!ENTITY b "${'&a;'.repeat(50)}"><!ENTITY c "${'&b;'.repeat(50)}">]>`,
];

const message = [
  '{1:F01KCBLKENXAXXX0000000000}{2:O9401200261120KCBLKENXAXXX00000000002611201200N}{4:',
  ':20:S1',
  ':25:1104567890',
  ':28C:1/1',
  ':60F:C261119KES0,',
  ':61:2611201120C105678,50NTRFN1//B1',
  ':86:Payout',
  ':62F:C261120KES105678,50',
  '-}',
  '',
].join('\r\n');
const ofx = [
  'OFXHEADER:100',
  '<OFX><STMTRS><CURDEF>KES<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>',
  '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261120<TRNAMT>105678.50<FITID>N1<NAME>Payout</STMTTRN>',
  '</BANKTRANLIST></STMTRS></OFX>',
  '',
].join('\n');
const qif = ['!Type:Bank', 'D20/11/2026', 'T105678.50', 'NN1', 'PPayout', '^', ''].join('\n');
const bai2 = [
  '01,S1,R,261120,0800,1,,,2/',
  '02,R,S1,1,261120,,KES,2/',
  '03,1104,,/',
  '16,195,10567850,,N1,,Payout',
  '49,10567850,3/',
  '98,10567850,1,5/',
  '99,10567850,1,7/',
  '',
].join('\n');

const ofxXml = ofx
  .replace('OFXHEADER:100\n', '<?xml version="1.0"?>\n<?OFX OFXHEADER="200" VERSION="220"?>\n')
  .replaceAll(
    /<(?<tag>CURDEF|ACCTID|TRNTYPE|DTPOSTED|TRNAMT|FITID|NAME)>(?<value>[^<\n]*)/gu,
    '<$<tag>>$<value></$<tag>>',
  );
const interim = message
  .replace('{2:O940', '{2:O942')
  .replace(':60F:C261119KES0,', ':34F:KES0,\r\n:13D:2611201200+0300')
  .replace(/:62F:[^\r]*/u, ':90C:1KES105678,50');
const camtOf = (message: string, report: string, version: string) =>
  statement
    .replaceAll('BkToCstmrStmt', message)
    .replaceAll(/(?<=<\/?)Stmt(?=>)/gu, report)
    .replace('camt.053.001.02', version);

type Sample = {readonly kind: SourceKind; readonly content: string; readonly mapping?: {readonly currency: string}};
/** Every reader of texts. */
const samplesOf: Readonly<Record<StatementFormat | 'table', readonly Sample[]>> = {
  table: [
    {kind: 'provider', content: provider},
    {kind: 'bank', content: bank, mapping: {currency: 'XOF'}},
  ],
  'camt.052': [{kind: 'bank', content: camtOf('BkToCstmrAcctRpt', 'Rpt', 'camt.052.001.06')}],
  'camt.053': [{kind: 'bank', content: statement}],
  'camt.054': [{kind: 'bank', content: camtOf('BkToCstmrDbtCdtNtfctn', 'Ntfctn', 'camt.054.001.08')}],
  MT940: [{kind: 'bank', content: message}],
  MT942: [{kind: 'bank', content: interim}],
  OFX: [
    {kind: 'bank', content: ofx},
    {kind: 'bank', content: ofxXml},
  ],
  QIF: [{kind: 'bank', content: qif, mapping: {currency: 'KES'}}],
  BAI2: [{kind: 'bank', content: bai2}],
};
const samples = Object.values(samplesOf).flat();

/** A file of one of the kinds with cells of somebody's making in it, in any encoding, with its bytes damaged. */
const file = fc
  .record({
    sample: fc.constantFrom(...samples),
    encoding: fc.constantFrom(...writtenIn),
    text: hostileText,
    place: fc.constantFrom(
      'S1',
      'PSTK_778',
      'Libellé',
      'Completed',
      'KES',
      '1,250.00',
      '125 000,00',
      '20/11/2026',
      'Payout',
      'N1',
      '105678.50',
      '105678,50',
      '10567850',
      '1104',
    ),
  })
  .chain(({sample, encoding, text, place}) => {
    const content = new Uint8Array(
      encoded(
        sample.content.replace(place, () => text),
        encoding,
      ),
    );
    return fc.record({sample: fc.constant(sample), bytes: damaged(fc.constant(content), 2)});
  });

/** How a person may say that a file is to be read, which need not be right. */
const mapping = fc.oneof(
  {weight: 3, arbitrary: fc.constant({})},
  {
    weight: 1,
    arbitrary: fc.record(
      {
        columns: fc.dictionary(
          fc.constantFrom('reference', 'amount', 'currency', 'date', '__proto__', 'toString'),
          hostileText,
          {maxKeys: 2},
        ),
        encoding: fc.constantFrom<Mapping['encoding']>('utf-8', 'windows-1252', 'utf-16le', 'utf-16be'),
        currency: fc.constantFrom('KES', 'XOF', 'ZZZ'),
      },
      {requiredKeys: []},
    ),
  },
);

describe('a file of somebody else', () => {
  test.each(Object.entries(samplesOf))('is read whole where nothing of it is changed: %s', async (format, each) => {
    for (const {kind, content, mapping} of each) {
      const {detection} = await read(kind, content, mapping === undefined ? {} : {mapping}, 'file');
      expect(detection.format).toBe(format === 'table' ? 'delimited' : format);
    }
  });

  test(
    'is read whole or refused by a problem, and what was read can be shown',
    async () => {
      let wholes = 0;
      await forAllAsync(runs(250), file, mapping, async ({sample, bytes}, given) => {
        const options = {mapping: {...sample.mapping, ...given}};
        const result = await readAwaited(() => read(sample.kind, bytes, options, 'file'));
        if (result instanceof Problem) {
          expect(result.code).toMatch(/^(?:file|setting|currency)-/);
          return;
        }
        wholes += 1;
        const texts = textsIn(result.source.rows);
        for (const text of texts) expectHarmless(text);
        expectPrintable([...texts.slice(-3), ...textsIn(result.detection).slice(-2)]);
      });
      expect(wholes).toBeGreaterThan(10);
    },
    patience,
  );

  test.each(doctypes)('expands nothing and fetches nothing: %s', async doctype => {
    const content = statement.replace('?>\n', `?>\n${doctype}`).replace('Payout', 'Payout &a;&b;&c;');
    expect(await readAwaited(() => read('bank', content, {}, 'file.xml'))).toBeInstanceOf(Problem);
  });

  test('is read in no more memory than its rows take', async () => {
    const deep = `${statement.slice(0, statement.indexOf('<Stmt>'))}${'<a>'.repeat(300_000)}`;
    const wide = `${provider.split('\r\n')[0]}\n${'"'.repeat(900_000)}`;
    for (const content of [deep, wide])
      expect(await readAwaited(() => read('bank', content, {}, 'file'))).toBeInstanceOf(Problem);
  });
});
