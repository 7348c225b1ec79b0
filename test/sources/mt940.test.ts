import {describe, expect, it, test} from 'vitest';
import {bankRows, encoded, entryOf, expectProblem, read} from './support.js';

/** As the SWIFT User Handbook has it, with the header and the trailer of a message. */
const statement = [
  '{1:F01KCBLKENXAXXX0000000000}{2:O9401200261120KCBLKENXAXXX00000000002611201200N}{4:',
  ':20:STMT261120',
  ':25:1104567890',
  ':28C:231/1',
  ':60F:C261119KES500000,00',
  ':61:2611201120C105678,5NTRFNONREF//FT26325XYZ',
  'PAYOUT OF THE DAY',
  ':86:PSTK_778 REMITTANCE /ROC/ORDER 12',
  'TO MAMA NJERI',
  ':61:2611201120D2500,NCHGFEE-11//FT26325ABC',
  ':86:LEDGER FEE',
  ':61:2611201120RC100,25NTRFPSTK_700',
  ':61:2611201120RD40,NMSC',
  ':61:2611201120CR7,NTRF',
  ':62F:C261120KES603125,25',
  ':64:C261120KES600000,00',
  ':86:PLEASE ASK YOUR BRANCH',
  '-}',
  '',
];
const text = statement.join('\r\n');

test('entries become rows: credits above zero, what takes them back below', async () => {
  const {source, mapping, detection, proof} = await read('bank', text, {}, 'statement.sta');
  expect(source.rows).toEqual([
    entryOf(6, 'FT26325XYZ', '105678.5', 'PAYOUT OF THE DAY PSTK_778 REMITTANCE /ROC/ORDER 12 TO MAMA NJERI'),
    entryOf(10, 'FT26325ABC', '-2500', 'FEE-11 LEDGER FEE'),
    entryOf(12, 'PSTK_700', '-100.25', 'RVSL PSTK_700'),
    entryOf(13, '', '40', 'RVSL'),
    entryOf(14, '', '7', ''),
  ]);
  expect(source.interval).toEqual({from: '2026-11-20', to: '2026-11-20'});
  expect(mapping).toBeNull();
  expect(detection).toMatchObject({format: 'MT940', accounts: ['1104567890'], statements: 1, notBooked: 0});
  expect(proof).toEqual({by: 'closing', count: 1});
});

describe('the same statement', () => {
  it.each([
    ['without its header', statement.slice(1).join('\n')],
    ['ending in a dash', text.replace('-}', '-')],
    ['ending without a sign', statement.filter(line => line !== '-}').join('\n')],
    ['in the letters of Windows', encoded(text.replace('NJERI', 'NJÉRI'), 'windows-1252')],
    ['behind other lines of its bank', `ABNANL2A\r\n940\r\nABNANL2A\r\n${statement.slice(1).join('\r\n')}`],
  ])('%s', async (_, content) => expect(await bankRows(content)).toHaveLength(5));

  it('once more in one file covers the next day', async () => {
    const next = [
      ':20:B',
      ':25:1104567890',
      ':28C:232/1',
      ':60F:C261120KES603125,25',
      ':61:261121C1,NTRFX',
      ':62F:C261123KES603126,25',
      '-',
    ];
    const {source, proof} = await read('bank', `${text}${next.join('\n')}\n`);
    expect(source.interval).toEqual({from: '2026-11-20', to: '2026-11-23'});
    expect(proof).toEqual({by: 'closing', count: 2});
  });
});

describe('pages', () => {
  const page = (opening: string, entry: string, closing: string) =>
    [':20:P', ':25:9', ':28C:1/1', `:60${opening}`, entry, `:62${closing}`, '-', ''].join('\n');
  const first = page('F:C261119KES10,', ':61:261120C5,NTRFA', 'M:C261120KES15,');
  const last = page('M:C261120KES15,', ':61:261120D1,NTRFB', 'F:C261120KES14,');

  it('are each proved by their own balances', async () => {
    const {source, proof} = await read('bank', first + last);
    expect(source.rows.map(({amount}) => amount)).toEqual(['5', '-1']);
    expect(source.interval).toEqual({from: '2026-11-20', to: '2026-11-20'});
    expect(proof).toEqual({by: 'closing', count: 2});
  });

  it('are told, so that one which is in no file is missed', async () => {
    const pagesOf = async (text: string) => (await read('bank', text)).source.pages;
    const about = {account: '9', statement: '1'};
    expect(await pagesOf(first + last)).toEqual([
      {...about, number: 1, isLast: false},
      {...about, number: 2, isLast: true},
    ]);
    expect(await pagesOf(first)).toEqual([{...about, number: 1, isLast: false}]);
    expect(await pagesOf(last.replace('1/1', '1/4'))).toEqual([{...about, number: 4, isLast: true}]);
    expect(await pagesOf(page('F:C261119KES10,', ':61:261120C5,NTRFA', 'F:C261120KES15,'))).toBeUndefined();
  });

  it('are not continued by a statement that begins', async () => {
    const next = page('F:C261120KES15,', ':61:261120D1,NTRFB', 'M:C261120KES14,').replace('1/1', '2/1');
    const {source} = await read('bank', first + next);
    expect(source.pages).toMatchObject([
      {statement: '1', number: 1},
      {statement: '2', number: 1},
    ]);
  });

  it('begin with what the page before ended with', async () => {
    const middle = page('M:C261120KES15,', ':61:261120C2,NTRFC', 'M:C261120KES17,');
    const other = page('M:C261120KES17,', ':61:261120D1,NTRFB', 'F:C261120KES16,');
    expect(await bankRows(first + middle + other)).toHaveLength(3);
    await expectProblem(bankRows(first + other), {
      code: 'file-balance-differs',
      line: 11,
      reached: 'KES 15.00',
      balance: 'KES 17.00',
    });
  });
});

it('statements of one file lead on from each other, whatever their order', async () => {
  const statementOf = (day: number, from: string, entry: string, to: string) =>
    [
      ':20:S',
      ':25:9',
      ':28C:1',
      `:60F:C2611${day}KES${from}`,
      `:61:2611${day + 1}${entry}`,
      `:62F:C2611${day + 1}KES${to}`,
    ]
      .concat('-', '')
      .join('\n');
  const [a, b, c] = [
    statementOf(19, '10,', 'C5,NTRFA', '15,'),
    statementOf(20, '15,', 'D1,NTRFB', '14,'),
    statementOf(21, '14,', 'C2,NTRFC', '16,'),
  ];
  expect(await bankRows(a + b + c)).toHaveLength(3);
  expect(await bankRows(c + b + a)).toHaveLength(3);
  const code = {code: 'file-balance-differs'};
  await expectProblem(bankRows(a + b + b), {...code, line: 18, reached: 'KES 14.00'});
  await expectProblem(bankRows(a + c.replaceAll('261121', '261120')), code);
  const quiet = (balance: string) => statementOf(20, balance, '', balance).replace(/:61:.*\n/u, '');
  const next = statementOf(21, '15,', 'C2,NTRFE', '17,');
  expect(await bankRows(a + quiet('15,') + next)).toHaveLength(2);
  await expectProblem(bankRows(a + quiet('99,') + next), code);
  const afterOneDay = statementOf(21, '50,', 'C2,NTRFD', '52,'); // nothing says what moved on the day between
  expect(await bankRows(a + afterOneDay)).toHaveLength(2);
  expect((await read('bank', a + a, {isUnproved: true})).proof).toMatchObject({by: 'nothing', differs: [{line: 11}]});
});

it('a page of another account continues nothing', async () => {
  const page = (account: string, from: string, to: string) =>
    [':20:S', `:25:${account}`, ':28C:1/1', `:60${from}`, ':61:261120C5,NTRFA', `:62${to}`, '-', ''].join('\n');
  const pages = page('8', 'F:C261119KES10,', 'M:C261120KES15,') + page('9', 'M:C261119KES40,', 'F:C261120KES45,');
  const columns = {account: '9'};
  expect(await bankRows(pages, {mapping: {columns}})).toMatchObject([{amount: '5'}]);
});

test('the year of a booking is the nearest to its value date', async () => {
  const days = async (...entries: string[]) => {
    const lines = [':20:Y', ':25:1', ':28C:1', ':60F:C251230KES0,', ...entries, ':62F:C260105KES2,', '-', ''];
    return (await bankRows(lines.join('\n'))).map(({bookedOn}) => bookedOn);
  };
  expect(await days(':61:2512310102C1,NTRFA', ':61:2601021231C1,NTRFA')).toEqual(['2026-01-02', '2025-12-31']);
});

test('details by parts are joined where a part was full', async () => {
  const details = [
    ':86:166?00CREDIT TRANSFER?109310?20EREF+PSTK_7781234567890ABCD?21EF MORE?30BANKBIC?31DE12',
    '?32MAMA NJERI SHOPS?60LAST WORDS',
  ];
  const lines = [
    ':20:D',
    ':25:1',
    ':28C:1',
    ':60F:C261119EUR0,',
    ':61:261120C1,NTRFNONREF',
    ...details,
    ':62F:C261120EUR1,',
    '-',
    '',
  ];
  expect((await bankRows(lines.join('\r\n')))[0]?.narration).toBe(
    'CREDIT TRANSFER EREF+PSTK_7781234567890ABCDEF MORE LAST WORDS MAMA NJERI SHOPS',
  );
});

test('a word that a full line breaks is whole', async () => {
  const broken = `${'x'.repeat(58)} PSTK_7\n78 MORE`;
  const content = text.replace('PSTK_778 REMITTANCE /ROC/ORDER 12\r\nTO MAMA NJERI', broken);
  expect((await bankRows(content))[0]?.narration).toContain('PSTK_778 MORE');
});

describe('an interim report', () => {
  const report = (...more: string[]) =>
    [
      ':20:INTERIM',
      ':25:1104567890',
      ':28C:1/1',
      ':34F:KES0,',
      ':13D:2611201300+0300',
      ':61:2611201120C10,NTRFA//B1',
      ':86:PSTK_1',
      ':61:261120EC99,NTRFA//B2',
      ':61:261120D3,5NTRFA//B3',
      ...more,
      '-',
      '',
    ].join('\n');

  it('is proved by its sums, covers no day, and leaves out what is expected', async () => {
    const {source, detection, proof} = await read('bank', report(':90D:1KES3,50', ':90C:1KES10,00'));
    expect(source).toMatchObject({interval: null, rows: [{amount: '10'}, {amount: '-3.5'}]});
    expect(detection).toMatchObject({format: 'MT942', statements: 1, notBooked: 1});
    expect(proof).toEqual({by: 'totals', count: 2});
  });

  it('without them, or with one side alone, is not proved', async () => {
    expect((await read('bank', report())).proof).toEqual({by: 'nothing', lookAt: [6, 9]});
    expect((await read('bank', report(':90C:1KES10,'))).proof).toMatchObject({by: 'nothing'});
  });

  it.each([
    [':90C:1KES10,01', {line: 10, reached: 'KES 10.00', text: 'KES 10.01'}],
    [':90D:2KES3,5', {line: 10, reached: '1', text: '2'}],
  ])(
    'whose sum is another is refused: %s',
    async (sum, facts) => await expectProblem(bankRows(report(sum)), {code: 'file-total-differs', ...facts}),
  );
});

const without = (start: string) => statement.filter(line => !line.startsWith(start)).join('\r\n');

describe('what is refused', () => {
  it.each([
    ['no closing balance', without(':62F:'), {code: 'file-part-missing', line: 2, part: ':62F:'}],
    ['no balance', without(':62F:').replace(/:60F:.*\r\n/u, ''), {code: 'file-part-missing', part: ':60F:'}],
    [
      'no balance and no entry in one message',
      [':20:X', ':25:1104567890', ':28C:230/1', '-}', text].join('\r\n'),
      {code: 'file-part-missing', part: ':60F:'},
    ],
    ['no opening balance', without(':60F:'), {code: 'file-part-missing', line: 2, part: ':60F:'}],
    ['no account', without(':25:'), {code: 'file-part-missing', line: 2, part: ':25:'}],
    [
      'another closing balance',
      text.replace('603125,25', '603125,24'),
      {code: 'file-balance-differs', line: 15, reached: 'KES 603125.25', balance: 'KES 603125.24'},
    ],
    ['a sign turned', text.replace('1120D2500', '1120C2500'), {code: 'file-balance-differs', line: 15}],
    ['an entry that is none', text.replace('1120D2500,', '1120X2500,'), {code: 'file-row-invalid', line: 10}],
    ['a day that is none', text.replace('2611201120D', '2611311120D'), {code: 'file-row-invalid', line: 10}],
    [
      'a year from before the first till',
      text.replaceAll('261120', '181120').replaceAll('261119', '181119'),
      {code: 'file-date-too-old', column: ':61:', day: '2018-11-20', form: 'statement'},
    ],
    ['too fine an amount', text.replace('D2500,', 'D2500,001'), {code: 'file-amount-too-fine', line: 10}],
    ['a second currency', text.replace('62F:C261120KES', '62F:C261120USD'), {code: 'file-row-invalid', line: 15}],
    ['the middle of it', statement.slice(0, 11).join('\r\n'), {code: 'file-part-missing', part: ':62F:'}],
    ['an endless line', text.replace('LEDGER', 'x'.repeat(100_000)), {code: 'file-record-too-long', line: 11}],
  ])('%s', async (_, content, problem) => await expectProblem(bankRows(content), problem));

  it('two accounts, until one is named', async () => {
    const two = text + text.replace(':25:1104567890', ':25:2204567890');
    await expectProblem(bankRows(two), {code: 'file-accounts-several', accounts: ['1104567890', '2204567890']});
    expect(await bankRows(two, {mapping: {columns: {account: '2204567890'}}})).toHaveLength(5);
  });

  it('a statement where a provider’s file was asked for', async () =>
    await expectProblem(read('provider', text), {code: 'file-is-statement'}));
});

test.each([
  ['no closing balance', without(':62F:'), {line: 2, part: ':62F:'}],
  [
    'another one',
    text.replace('62F:C261120KES603125,25', '62F:C261120KES603125,26'),
    {line: 15, said: 'KES 603125.26', reached: 'KES 603125.25'},
  ],
  [
    'an entry that is not there',
    without(':61:2611201120RD40'),
    {line: 14, said: 'KES 603125.25', reached: 'KES 603085.25'},
  ],
])('with %s it is read where a person says so, and told as not proved', async (_, content, differing) => {
  await expectProblem(bankRows(content), {readWith: '--unproved'});
  const {source, proof} = await read('bank', content, {isUnproved: true});
  expect(proof).toMatchObject({by: 'nothing', differs: [differing], lookAt: [6, 10, expect.any(Number)]});
  expect(source.rows.length).toBeGreaterThan(3);
});

test('what is right is proved, whatever a person said of it', async () =>
  expect((await read('bank', text, {isUnproved: true})).proof).toEqual({by: 'closing', count: 1}));

it.each(['261125    D25,03NTRFNONREF', '261125D25,03NOV NONREF'])('blanks may stand in an entry: %s', async entry => {
  const lines = [
    ':20:ST1',
    ':25:KE1234',
    ':28C:1/1',
    ':60F:C261124KES1000,00',
    `:61:${entry}`,
    ':86:X',
    ':62F:C261125KES974,97',
    '-',
  ];
  const {source, proof} = await read('bank', `${lines.join('\n')}\n`, {}, 'statement.sta');
  expect(source.rows).toMatchObject([{amount: '-25.03', bookedOn: '2026-11-25', currency: 'KES', entry: ''}]);
  expect(proof).toMatchObject({by: 'closing'});
});
