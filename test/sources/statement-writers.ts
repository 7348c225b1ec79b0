import fc from 'fast-check';

/** An entry as a bank knows it: `units` of the smallest coin, below zero for what went out. */
export type Entry = {
  readonly units: bigint;
  readonly day: string;
  readonly isReversal: boolean;
  readonly reference: string;
  readonly words: string;
};
export type Statement = {
  readonly account: string;
  readonly currency: string;
  readonly opening: bigint;
  readonly entries: readonly Entry[];
};

const places: Readonly<Record<string, number>> = {KES: 2, XOF: 0, TND: 3};

/** Units as decimal text with this mark. */
export function decimal(units: bigint, currency: string, mark = '.'): string {
  const count = places[currency] ?? 2;
  const digits = String(units < 0n ? -units : units).padStart(count + 1, '0');
  const fraction = count === 0 ? '' : `${mark}${digits.slice(-count)}`;
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - count)}${fraction}`;
}

export const closingOf = ({opening, entries}: Statement): bigint =>
  entries.reduce((sum, {units}) => sum + units, opening);

const absolute = (units: bigint) => (units < 0n ? -units : units);
const compact = (day: string) => day.slice(2).replaceAll('-', '');

const day = fc
  .integer({min: 0, max: 60})
  .map(after => new Date(Date.UTC(2026, 10, 15 + after)).toISOString().slice(0, 10));
const reference = fc
  .array(fc.constantFrom(...'ABCDEFGHJKMNPQRSTUVWXYZ23456789'), {minLength: 4, maxLength: 12})
  .map(letters => letters.join(''));
const words = fc
  .array(fc.constantFrom('PAYOUT', 'of', 'the', 'day', 'Café', '12', 'a/b', 'x-y', '(till 3)'), {maxLength: 6})
  .map(each => each.join(' '));
const units = fc
  .tuple(fc.bigInt({min: 1n, max: 99_999_999_999n}), fc.boolean())
  .map(([size, isOut]) => (isOut ? -size : size));

/** A statement of up to `most` entries. */
export const statements = (most = 12): fc.Arbitrary<Statement> =>
  fc.record({
    account: fc.constantFrom('1104567890', 'KE12ABCD0001', '22-33'),
    currency: fc.constantFrom(...Object.keys(places)),
    opening: fc.bigInt({min: -10_000_000n, max: 10_000_000n}),
    entries: fc.array(fc.record({units, day, isReversal: fc.boolean(), reference, words}), {
      minLength: 1,
      maxLength: most,
    }),
  });

/** How a writer may write what its format leaves open. */
export type Style = {readonly lineEnd: '\n' | '\r\n'; readonly isBare: boolean};
export const styles: fc.Arbitrary<Style> = fc.record({
  lineEnd: fc.constantFrom('\n' as const, '\r\n' as const),
  isBare: fc.boolean(),
});

export type Writer = (statement: Statement, style: Style) => string;

export const mt940: Writer = (statement, {lineEnd, isBare}) => {
  const {account, currency, opening, entries} = statement;
  const balance = (amount: bigint, on: string) =>
    `${amount < 0n ? 'D' : 'C'}${compact(on)}${currency}${amountOf(absolute(amount), currency)}`;
  const lines = entries.flatMap(({units: amount, day: on, isReversal, reference: id, words: said}) => {
    const side = amount < 0n === isReversal ? 'C' : 'D';
    const mark = `${isReversal ? 'R' : ''}${side}`;
    return [
      `:61:${compact(on)}${compact(on).slice(2)}${mark}${amountOf(absolute(amount), currency)}NTRFNONREF//${id}`,
      ...(said === '' ? [] : [`:86:${said}`]),
    ];
  });
  return [
    ...(isBare ? [] : ['{1:F01KCBLKENXAXXX0000000000}{2:O9401200261120KCBLKENXAXXX00000000002611201200N}{4:']),
    ':20:STATEMENT',
    `:25:${account}`,
    ':28C:1/1',
    `:60F:${balance(opening, '2026-11-14')}`,
    ...lines,
    `:62F:${balance(closingOf(statement), '2027-01-14')}`,
    isBare ? '-' : '-}',
    '',
  ].join(lineEnd);
};
const amountOf = (amount: bigint, currency: string) => {
  const text = decimal(amount, currency, ',');
  return text.includes(',') ? text : `${text},`;
};

export const camt: Writer = (statement, {lineEnd, isBare}) => {
  const {account, currency, opening, entries} = statement;
  const amount = (sum: bigint) => [
    `<Amt Ccy="${currency}">${decimal(absolute(sum), currency)}</Amt>`,
    `<CdtDbtInd>${sum < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`,
  ];
  const balance = (code: string, sum: bigint) => [
    '<Bal>',
    `<Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>`,
    ...amount(sum),
    '<Dt><Dt>2026-11-20</Dt></Dt>',
    '</Bal>',
  ];
  const status = isBare ? '<Sts>BOOK</Sts>' : '<Sts><Cd>BOOK</Cd></Sts>';
  return [
    `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${isBare ? '02' : '08'}"><BkToCstmrStmt>`,
    '<Stmt>',
    `<Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>`,
    ...balance('OPBD', opening),
    ...balance('CLBD', closingOf(statement)),
    ...entries.flatMap(({units: sum, day: on, isReversal, reference: id, words: said}) => [
      '<Ntry>',
      ...amount(sum),
      ...(isReversal ? ['<RvslInd>true</RvslInd>'] : []),
      status,
      `<BookgDt><Dt>${on}</Dt></BookgDt>`,
      `<AcctSvcrRef>${id}</AcctSvcrRef>`,
      `<AddtlNtryInf>${said}</AddtlNtryInf>`,
      '</Ntry>',
    ]),
    '</Stmt>',
    '</BkToCstmrStmt></Document>',
    '',
  ].join(lineEnd);
};

export const bai2: Writer = (statement, {lineEnd, isBare}) => {
  const {account, currency, opening, entries} = statement;
  const closing = closingOf(statement);
  // A file has one day for a group: every entry is of it.
  const rows = entries.map(
    ({units: amount, reference: id, words: said}) =>
      `16,${amount < 0n ? '475' : '195'},${absolute(amount)},${isBare ? '' : 'Z'},${id},,${said}`,
  );
  const sum = entries.reduce((all, {units: amount}) => all + absolute(amount), opening + closing);
  return [
    '01,SENDER,RECEIVER,261120,0800,1,,,2/',
    `02,RECEIVER,SENDER,1,261120,2400,${currency},2/`,
    `03,${account},,010,${opening},,,015,${closing},,/`,
    ...rows,
    `49,${sum},${rows.length + 2}/`,
    `98,${sum},1,${rows.length + 4}/`,
    `99,${sum},1,${rows.length + 6}/`,
    '',
  ].join(lineEnd);
};

export const ofx: Writer = ({account, currency, entries}, {lineEnd, isBare}) => {
  const leaf = (name: string, text: string) => `<${name}>${text}${isBare ? '' : `</${name}>`}`;
  return [
    ...(isBare
      ? ['OFXHEADER:100', 'DATA:OFXSGML', 'VERSION:103', 'ENCODING:USASCII', 'CHARSET:1252', '']
      : ['<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="220"?>']),
    '<OFX><BANKMSGSRSV1><STMTTRNRS>',
    '<STMTRS>',
    leaf('CURDEF', currency),
    `<BANKACCTFROM>${leaf('ACCTID', account)}</BANKACCTFROM>`,
    '<BANKTRANLIST>',
    ...entries.flatMap(({units: amount, day: on, reference: id, words: said}, index) => [
      '<STMTTRN>',
      leaf('TRNTYPE', 'OTHER'),
      leaf('DTPOSTED', `${on.replaceAll('-', '')}120000[+3:EAT]`),
      leaf('TRNAMT', decimal(amount, currency)),
      leaf('FITID', `${id}${index}`),
      leaf('NAME', said),
      '</STMTTRN>',
    ]),
    '</BANKTRANLIST>',
    '</STMTRS>',
    '</STMTTRNRS></BANKMSGSRSV1></OFX>',
    '',
  ].join(lineEnd);
};

export const qif: Writer = ({currency, entries}, {lineEnd, isBare}) =>
  [
    '!Type:Bank',
    ...entries.flatMap(({units: amount, day: on, reference: id, words: said}) => {
      const [year = '', month = '', dayOfMonth = ''] = on.split('-');
      return [
        isBare ? `D${Number(dayOfMonth)}/${Number(month)}'${year.slice(2)}` : `D${dayOfMonth}-${month}-${year}`,
        `T${decimal(amount, currency)}`,
        `N${id}`,
        `P${said}`,
        '^',
      ];
    }),
    '',
  ].join(lineEnd);
