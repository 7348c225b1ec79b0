import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {causesIn, moneyIn} from '../../../src/core/reconcile/result/causes.js';
import {type Reconciliation, reconcile} from '../../../src/core/reconcile/result/reconcile.js';
import {
  groupRule,
  isGroup,
  type LineGroup,
  linesIn,
  workEntries,
} from '../../../src/core/reconcile/result/work-entries.js';
import {plainAmount} from '../../../src/core/reconcile/rows/amount.js';
import {lineStatuses, type ReconciliationLine} from '../../../src/core/reconcile/rows/discrepancy.js';
import {defaultSettings, type Inputs} from '../../../src/core/reconcile/rows/inputs.js';
import type {LocalPayment} from '../../../src/core/reconcile/rows/local.js';
import type {ProviderRow} from '../../../src/core/reconcile/rows/row.js';
import {causeJson, causesOf, reconciliationJson} from '../../../src/core/reconcile/shown/reconciliation-json.js';
import {forAll} from '../../hostile/runs.js';
import {bankFile, inputs, payment, payoutFile, providerFile, referenceOf, row} from './samples.js';

const tills = ['T7K', 'T8M', 'T9P'] as const;

/** Each entry of the list of what is open: a group as its count, what is shared and its sum, a line as its code. */
const listed = (result: Reconciliation): readonly string[] =>
  [...workEntries(result, ({status}) => status !== 'matched')].map(entry => {
    const sum = isGroup(entry) ? (entry.amounts[0] ?? null) : moneyIn(entry);
    const money = sum === null ? '' : ` ${sum.currency} ${plainAmount(sum)}`;
    return isGroup(entry)
      ? `${entry.lines.length} ${entry.code} ${[entry.cause.kind, entry.cause.shared, entry.cause.base].filter(Boolean).join(' ')}${money}`
      : `${entry.code}${money}`;
  });

const cents = (value: number): string => value.toFixed(2);

/** A sale of a month, whose amount no other sale has. */
function sale(number: number): {readonly ours: LocalPayment; readonly theirs: ProviderRow} {
  const amount = 100 + number * 1.37;
  const businessDate = `2026-11-${String(1 + (number % 18)).padStart(2, '0')}`;
  const till = tills[number % tills.length] as string;
  const fee = cents(amount * 0.015);
  const requestedAt = Date.parse(`${businessDate}T09:00:00Z`);
  const ours = payment(number, {
    till,
    reference: referenceOf(number, till),
    businessDate,
    requestedAt,
    fee,
    amount: {currency: 'KES', minor: Math.round(amount * 100)},
  });
  const theirs = row(number, {
    reference: ours.reference,
    amount: cents(amount),
    fee,
    at: businessDate,
    net: cents(amount - Number(fee)),
    payout: `PAID${number % 9}`,
  });
  return {ours, theirs};
}

type Sale = ReturnType<typeof sale>;
type Faulty = {readonly ours?: LocalPayment | undefined; readonly theirs?: readonly ProviderRow[]};

/** What may be wrong with a sale in the files of a provider, each for a cause of its own. */
const faults: Readonly<Record<string, (sale: Sale, number: number) => Faulty>> = {
  vat: ({theirs}) => ({theirs: [{...theirs, net: cents(Number(theirs.net) - Number(theirs.fee) * 0.16)}]}),
  tariff: ({theirs}) => {
    const fee = cents(Number(theirs.amount) * 0.025);
    return {theirs: [{...theirs, fee, net: cents(Number(theirs.amount) - Number(fee))}]};
  },
  commission: ({theirs}) => {
    const amount = cents(Number(theirs.amount) * 0.99);
    return {theirs: [{...theirs, amount, net: cents(Number(amount) - Number(theirs.fee))}]};
  },
  currency: ({theirs}) => ({theirs: [{...theirs, currency: 'USD', payout: null}]}),
  word: ({theirs}) => ({theirs: [{...theirs, status: 'Zurückgelegt'}]}),
  otherTill: ({theirs}, number) => ({ours: undefined, theirs: [{...theirs, reference: referenceOf(number, 'T5Z')}]}),
  otherSystem: ({theirs}, number) => ({ours: undefined, theirs: [{...theirs, reference: `WEB-${number}`}]}),
  twice: ({theirs}, number) => ({theirs: [theirs, {...theirs, serviceReference: `again ${number}`}]}),
  unpaidOut: ({theirs}) => ({theirs: [{...theirs, payout: null}]}),
  lostDay: ({ours}) => ({ours: {...ours, businessDate: '2026-11-19', record: null}, theirs: []}),
};

function month(faultOf: (number: number) => string | undefined, sales: number): Inputs {
  const all = Array.from({length: sales}, (_, number) => {
    const one = sale(number);
    const fault = faults[faultOf(number) ?? ''];
    return {ours: one.ours, theirs: [one.theirs], ...fault?.(one, number)} as Faulty;
  });
  const rows = all.flatMap(({theirs = []}) => theirs);
  const days = {from: '2026-11-01', to: '2026-11-30'};
  const isPaidOut = ({status, payout}: ProviderRow) => status === 'Completed' && payout !== null;
  const paidOut = Object.entries(Object.groupBy(rows.filter(isPaidOut), ({payout}) => payout ?? '')).map(
    ([payout, own = []]) => ({payout, net: own.reduce((sum, {net}) => sum + Math.round(Number(net) * 100), 0) / 100}),
  );
  const at = '2026-11-23';
  const payouts = paidOut.map(({payout, net}) => ({payout, amount: cents(net), at}));
  const credits = [
    ...paidOut.map(({payout, net}) => ({narration: `TRF ${payout}`, amount: cents(net - 25), bookedOn: at})),
    ...Array.from({length: 9}, (_, at) => ({
      narration: `INTEREST EARNED 2026-11-${at + 10}`,
      amount: cents(3 + at),
      bookedOn: `2026-11-${at + 10}`,
    })),
  ];
  return inputs({
    days,
    asOf: Date.parse('2026-12-01T06:00:00Z'),
    tills: {loaded: tills, missing: ['T5Z']},
    payments: all.flatMap(({ours}) => ours ?? []),
    providerFiles: [
      providerFile(
        rows.map((each, at) => ({...each, line: at + 2})),
        {interval: days},
      ),
    ],
    payoutFiles: [payoutFile(payouts, {interval: days})],
    bankFiles: [bankFile(credits, {interval: days})],
    settings: {
      ...defaultSettings,
      tariffs: [{method: 'mobile-money', currency: 'KES', basisPoints: 150, fixed: '0'}],
      feeTolerance: {KES: '0.01'},
    },
  });
}

const names = Object.keys(faults);
const everySecond = month(number => (number % 2 === 0 ? names[(number / 2) % names.length] : undefined), 600);

describe('the causes of differences', () => {
  it('make twelve groups of a month of three tills in which every second sale has one of twelve causes, by their money', () =>
    expect(listed(reconcile(everySecond))).toEqual([
      '60 UNSETTLED file provider.csv KES 30742.20',
      '30 MISSING_AT_PROVIDER day 2026-11-19 KES -15658.80',
      '30 DUPLICATE_SAME_REF file provider.csv KES 15494.40',
      '30 MISSING_LOCALLY file provider.csv KES 15412.20',
      '30 MISSING_LOCALLY till T5Z KES 15330.00',
      '30 UNKNOWN_STATUS word Zurückgelegt KES -15247.80',
      '30 CURRENCY_MISMATCH currency KES USD KES 15165.60',
      '9 BANK_MISSING amount KES-25.00 KES -225.00',
      '30 AMOUNT_UNDER rate -1 amount KES -150.81',
      '30 FEE_MISMATCH rate 1 amount KES 149.97',
      '9 BANK_EXTRA text INTEREST EARNED KES 63.00',
      '30 NET_MISMATCH rate -16 fee KES -35.82',
    ]));

  it('take no line twice and lose none, whatever is listed and in whatever order the rows are', () => {
    const faulty = fc.array(fc.constantFrom(undefined, ...names), {minLength: 1, maxLength: 40});
    forAll({numRuns: 60}, faulty, fc.constantFrom(...lineStatuses, 'all'), (of, status) => {
      const given = month(number => of[number], of.length);
      const isListed = (line: ReconciliationLine) => status === 'all' || line.status === status;
      const result = reconcile(given);
      const entries = [...workEntries(result, isListed)];
      expect(entries.flatMap(entry => [...linesIn(entry)].map(({key}) => key)).toSorted()).toEqual(
        [...result.lines]
          .filter(isListed)
          .map(({key}) => key)
          .toSorted(),
      );
      expect(new Set(entries.map(({key}) => key)).size).toBe(entries.length);
      const [file] = given.providerFiles;
      const turned = {
        ...given,
        providerFiles: file === undefined ? [] : [{...file, rows: [...file.rows].toReversed()}],
      };
      expect(listed(reconcile(turned))).toEqual(listed(result));
    });
  });

  it('are in JSON with what they share and the keys of their lines, beside counts by code in the order of the letters', () => {
    const result = reconcile(everySecond);
    const causes = Array.from(
      causesOf(result, ({status}) => status !== 'matched'),
      causeJson,
    ) as {shared: object; count: number; keys: string[]}[];
    expect(causes).toHaveLength(12);
    expect(causes.map(({shared}) => shared)).toEqual(
      expect.arrayContaining([
        {kind: 'rate', value: '-16', of: 'fee'},
        {kind: 'rate', value: '-1', of: 'amount'},
        {kind: 'till', value: 'T5Z'},
      ]),
    );
    for (const {count, keys} of causes) expect(new Set(keys).size).toBe(count);
    const keys = new Set(Array.from(result.lines, ({key}) => key));
    expect(causes.flatMap(cause => cause.keys).every(key => keys.has(key))).toBe(true);
    const {byCode} = (reconciliationJson(result, []) as {totals: {byCode: object}}).totals;
    expect(Object.keys(byCode)).toEqual(Object.keys(byCode).toSorted());
    expect(Object.keys(byCode).length).toBeGreaterThan(5);
  });

  it('are not made of one line, nor of a rate that two lines share', () => {
    const of = (faulty: number) => reconcile(month(number => (number < faulty ? 'vat' : undefined), 20));
    expect(listed(of(1)).filter(text => text.includes('NET'))).toEqual(['NET_MISMATCH KES -0.24']);
    expect(listed(of(2)).filter(text => text.includes('NET'))).toHaveLength(2);
    expect(listed(of(3)).filter(text => text.includes('NET'))).toEqual(['3 NET_MISMATCH rate -16 fee KES -0.73']);
  });

  it('keep what was accepted apart from what is open', () => {
    const accepted = [...reconcile(everySecond).lines]
      .filter(({code}) => code === 'NET_MISMATCH')
      .slice(0, 12)
      .map(({key}) => ({key, who: 'Amina', note: 'told', when: '2026-12-01T06:00:00.000Z'}));
    expect(listed(reconcile({...everySecond, accepted})).filter(text => text.includes('NET'))).toEqual([
      '18 NET_MISMATCH rate -16 fee KES -23.59',
      '12 NET_MISMATCH rate -16 fee KES -12.23',
    ]);
  });

  it('list what is critical before more money that is not', () => {
    const chains = [{till: 'T7K', state: 'broken' as const, seq: 7}];
    expect(listed(reconcile({...everySecond, chains}))[0]).toBe('CHAIN_BROKEN');
  });

  it('list the most money first, each currency by itself, and what has no money last', () => {
    const keys = [
      'UNKNOWN_STATUS:P1',
      'BANK_EXTRA:E1:USD9.00',
      'BANK_EXTRA:E2:KES5.00',
      'PAYOUT_MISMATCH:P2:KES-70.00',
    ];
    const carried = [...keys, 'UNSETTLED:INV-1:KES7.00'].map(key => ({key, firstSeen: '2026-11-01'}));
    expect(listed(reconcile(inputs({carried})))).toEqual([
      ...['PAYOUT_MISMATCH KES -70.00', 'UNSETTLED KES 7.00', 'BANK_EXTRA KES 5.00', 'BANK_EXTRA USD 9.00'],
      'UNKNOWN_STATUS',
    ]);
  });

  it('have ids that name one cause each and can be typed', () => {
    const groups = [...workEntries(reconcile(everySecond), () => true)].filter(isGroup);
    expect(groups.map(({cause}) => cause.id)).toContain('NET_MISMATCH/-16%-fee/2026-11-30');
    for (const {cause} of groups) expect(cause.id).toMatch(/^[\p{L}\p{N}.%+/#_-]+$/u);
  });
});

/** A line as it is told, of which only what causes are made of matters. */
const lineOf = (reason: ReconciliationLine['reason'], more: Partial<ReconciliationLine> = {}): ReconciliationLine => ({
  key: '',
  code: 'UNSETTLED',
  reason,
  facts: {},
  severity: 'high',
  status: 'exception',
  owner: 'manager',
  reference: '',
  till: null,
  rows: [],
  local: null,
  provider: null,
  delta: null,
  since: '2026-11-20',
  effects: [],
  age: 0,
  firstSeen: null,
  acceptance: null,
  ...more,
});
const times = (count: number, ...lines: readonly ReconciliationLine[]) =>
  Array.from({length: count}, () => lines).flat();
const kes = (minor: number) => ({currency: 'KES', value: {digits: BigInt(minor), scale: 2}});

/** The cause of each line, as its id; of a line without one, nothing. */
const idsOf = (...lines: readonly ReconciliationLine[]) => {
  const {causeAt} = causesIn(lines, {from: '2026-11-20', to: '2026-11-30'});
  return lines.map((_, at) => causeAt(at)?.id.replace('UNSETTLED/', '').replace('/2026-11-30', ''));
};

describe('what lines share', () => {
  const word = (status: string, more: Partial<ReconciliationLine> = {}) =>
    lineOf('still-open', {facts: {status}, ...more});
  const file = (name: string) => [{kind: 'provider', file: name, line: 2} as const];
  it.each<[string, readonly ReconciliationLine[], readonly (string | undefined)[]]>([
    ['a word, from two lines on', [word('Held'), word('Held'), word('Odd')], ['Held', 'Held', undefined]],
    ['nothing where it is empty', times(3, word('')), [undefined, undefined, undefined]],
    ['nothing where they agree', times(3, word('Held', {status: 'matched'})), [undefined, undefined, undefined]],
    [
      'the till that a fact names before that of the line',
      [
        lineOf('till-unknown', {facts: {till: 'T5Z'}, till: 'T7K'}),
        lineOf('till-unknown', {facts: {till: 'T5Z'}}),
        ...times(2, lineOf('till-unknown', {till: 'T7K'})),
      ],
      ['T5Z', 'T5Z', 'T7K', 'T7K'],
    ],
    ['no till', times(2, lineOf('till-unknown')), [undefined, undefined]],
    [
      'the file that a fact names before that of the row, from three lines on',
      [
        ...times(2, lineOf('reference-missing', {facts: {file: 'a.csv'}, rows: file('b.csv')})),
        lineOf('reference-missing', {rows: file('a.csv')}),
        ...times(2, lineOf('reference-missing', {rows: file('b.csv')})),
      ],
      ['a.csv', 'a.csv', 'a.csv', undefined, undefined],
    ],
    ['that no file has them', times(3, lineOf('reference-missing')), ['_', '_', '_']],
    [
      'both currencies',
      [
        ...times(2, lineOf('other-currency', {local: kes(1), provider: {...kes(1), currency: 'USD'}})),
        ...times(2, lineOf('other-currency', {provider: {...kes(1), currency: 'USD'}})),
      ],
      ['KES_USD', 'KES_USD', 'USD', 'USD'],
    ],
    [
      'a day, if a quarter of the lines and three of them have it',
      [
        ...times(4, lineOf('paid-absent', {since: '2026-11-03'})),
        ...times(3, lineOf('paid-absent', {since: '2026-11-04'})),
        ...Array.from({length: 9}, (_, at) => lineOf('paid-absent', {since: `2026-11-1${at}`, facts: {file: `${at}`}})),
      ],
      [
        ...times(4, word('')).map(() => '2026-11-03'),
        ...Array.from({length: 12}, (_, at) => (at < 3 ? '_' : undefined)),
      ],
    ],
  ])('is %s', (_, lines, wanted) => expect(idsOf(...lines)).toEqual(wanted));

  const fee = (delta: number, amount: string, paid = '1.00') =>
    lineOf('amount-differs', {delta: kes(delta), facts: {amount, fee: paid}});
  it.each<[string, readonly ReconciliationLine[], readonly (string | undefined)[]]>([
    ['an amount before a rate', times(3, fee(-100, '100.00')), ['KES-1.00', 'KES-1.00', 'KES-1.00']],
    ['a rate of the amount', [fee(-100, '100.00'), fee(-200, '200.00'), fee(-300, '300.00')], ['-1%', '-1%', '-1%']],
    [
      'a rate of the fee, rounded to the cent',
      [fee(-5, '9.11', '0.33'), fee(-11, '7.77', '0.67'), fee(-16, '1.90', '1.00')],
      ['-16%-fee', '-16%-fee', '-16%-fee'],
    ],
    [
      'a rate with four decimals',
      [fee(12_300, '1000000.00'), fee(24_600, '2000000.00'), fee(36_900, '3000000.00')],
      ['0.0123%', '0.0123%', '0.0123%'],
    ],
    [
      'no rate with five',
      [fee(12_345, '1000000.00'), fee(24_690, '2000000.00'), fee(37_035, '3000000.00')],
      [undefined, undefined, undefined],
    ],
    [
      'the rate that fits all, not one that fits some and is simpler',
      [fee(-3, '2.00', '0'), fee(-2, '1.00', '0'), fee(-5, '3.00', '0')],
      ['-1.5%', '-1.5%', '-1.5%'],
    ],
    [
      'no rate of nothing',
      times(3, lineOf('amount-differs', {local: kes(0), delta: null})),
      [undefined, undefined, undefined],
    ],
    [
      'no rate of three kinds',
      [fee(-100, '100.00'), fee(-500, '211.00'), fee(-300, '977.00')],
      [undefined, undefined, undefined],
    ],
  ])('in money is %s', (_, lines, wanted) => expect(idsOf(...lines)).toEqual(wanted));

  it('is named once: what is open first, then what waits, then what was accepted', () => {
    const held = (more: Partial<ReconciliationLine>) => times(2, word('Held', more));
    const lines = [...held({status: 'accepted'}), ...held({status: 'carried', severity: 'info'}), ...held({})];
    expect(idsOf(...lines)).toEqual(['Held#3', 'Held#3', 'Held#2', 'Held#2', 'Held', 'Held']);
    expect(idsOf(...lines.toReversed())).toEqual(['Held', 'Held', 'Held#2', 'Held#2', 'Held#3', 'Held#3']);
  });

  it('is the words before the first figure of what a bank writes', () =>
    expect(
      idsOf(
        ...['INTEREST EARNED 12', 'INTEREST EARNED 1311', 'LEDGER FEE', 'LEDGER FEE', 'LEDGER FEE A9'].map(narration =>
          lineOf('credit-unexplained', {facts: {narration}}),
        ),
      ),
    ).toEqual(['INTEREST_EARNED', 'INTEREST_EARNED', 'LEDGER_FEE', 'LEDGER_FEE', 'LEDGER_FEE']));

  it('goes to the larger group, and the file of what is left comes last', () => {
    const of = (status: string, name: string) => lineOf('not-found', {since: status, rows: file(name)});
    const lines = [
      ...times(5, of('2026-11-02', 'a.csv')),
      ...times(3, of('2026-11-03', 'a.csv')),
      of('2026-11-04', 'a.csv'),
    ];
    expect(idsOf(...lines)).toEqual([
      ...times(5, word('')).map(() => '2026-11-02'),
      ...times(3, word('')).map(() => '2026-11-03'),
      undefined,
    ]);
  });
});

describe('a group', () => {
  const usd = (minor: number) => ({...kes(minor), currency: 'USD'});
  const listOf = (
    lines: readonly ReconciliationLine[],
    isListed: (line: ReconciliationLine) => boolean = () => true,
  ) => [...workEntries({lines, causes: () => causesIn(lines, {from: '2026-11-01', to: '2026-11-30'})}, isListed)];
  const groupOf = (...lines: readonly ReconciliationLine[]) => listOf(lines)[0] as LineGroup;
  const held = (more: Partial<ReconciliationLine>) => lineOf('still-open', {facts: {status: 'Held'}, ...more});
  const amounts = ({amounts}: LineGroup) => amounts.map(each => `${each.currency} ${plainAmount(each)}`);

  it('is as grave as its gravest line, as urgent as its most urgent and as old as its oldest', () => {
    const lines = [
      held({severity: 'medium', owner: 'accountant', status: 'suggested', since: '2026-11-05', age: 15}),
      held({severity: 'high', owner: 'manager', status: 'suggested', since: '2026-11-03', age: 17}),
      held({severity: 'low', owner: 'nobody', status: 'exception', since: '2026-11-09', age: 11}),
    ] as const;
    for (const order of [lines, lines.toReversed()])
      expect(groupOf(...order)).toMatchObject({
        severity: 'high',
        owner: 'manager',
        status: 'exception',
        since: '2026-11-03',
        age: 17,
      });
  });

  it.each<[string, readonly Partial<ReconciliationLine>[], readonly string[], readonly (string | null)[]]>([
    [
      'differences, where all have one',
      [{delta: kes(-5)}, {delta: kes(20), local: kes(700)}],
      ['KES 0.15'],
      [null, null, '0.15'],
    ],
    [
      'what is here, where one has no difference',
      [{delta: kes(1), local: kes(30)}, {local: kes(40)}],
      ['KES 0.70'],
      ['0.70', null, null],
    ],
    [
      'what is there, where nothing is here',
      [{provider: kes(3)}, {provider: kes(4)}],
      ['KES 0.07'],
      [null, '0.07', null],
    ],
    [
      'what each is about, without a sign, where they have no side in common',
      [{delta: kes(-5)}, {local: kes(9)}],
      ['KES 0.14'],
      [null, null, null],
    ],
    [
      'each currency by itself',
      [{local: kes(5)}, {local: usd(7)}, {local: kes(1)}],
      ['KES 0.06', 'USD 0.07'],
      [null, null, null],
    ],
    ['nothing, where there is no money', [{}, {}], [], [null, null, null]],
  ])('comes to %s', (_, lines, sums, sides) => {
    const group = groupOf(...lines.map(held));
    expect(amounts(group)).toEqual(sums);
    expect([group.local, group.provider, group.delta].map(each => each && plainAmount(each))).toEqual(sides);
  });

  it('is a line where only one of it is listed, in its place among those of the same weight', () => {
    const [first, other, second] = [
      held({key: '1'}),
      lineOf('same-payer', {key: '2'}),
      held({key: '3', owner: 'cashier'}),
    ];
    const keys = (isListed: (line: ReconciliationLine) => boolean) =>
      listOf([first, other, second], isListed).map(({key}) => key);
    expect(keys(() => true)).toEqual(['UNSETTLED/Held/2026-11-30', '2']);
    expect(keys(({owner}) => owner !== 'cashier')).toEqual(['1', '2']);
    expect(keys(({key}) => key !== '1')).toEqual(['2', '3']);
    expect(keys(() => false)).toEqual([]);
  });

  it('is listed by money, each currency by itself, after what is critical and before what nobody has to look at', () => {
    const of = (key: string, more: Partial<ReconciliationLine>) => lineOf('same-payer', {key, ...more});
    const lines = [
      ...[of('accepted', {delta: kes(900), status: 'accepted'}), of('none', {}), of('usd', {delta: usd(800)})],
      ...[of('small', {delta: kes(-3)}), of('large', {delta: kes(-70)}), of('critical', {severity: 'critical'})],
    ];
    expect(listOf(lines).map(({key}) => key)).toEqual(['critical', 'large', 'small', 'usd', 'none', 'accepted']);
  });

  const bank = (delta: number, more: Partial<ReconciliationLine> = {}, narration = 'TRF DUKA 17') =>
    lineOf('bank-differs', {delta: kes(delta), local: kes(10_000), facts: {narration}, ...more});
  it.each<[string, readonly ReconciliationLine[], ReturnType<typeof groupRule>]>([
    [
      'the text of credits that nothing explains',
      [1, 2].map(at => lineOf('credit-unexplained', {facts: {narration: `INTEREST EARNED ${at}`}})),
      {text: 'INTEREST EARNED', tolerance: null},
    ],
    ['entries that differ by one amount', times(3, bank(-2500)), {text: 'TRF DUKA', tolerance: '25.00'}],
    [
      'entries that differ by one share, to the most that any does',
      [bank(-100), bank(-201, {local: kes(20_050)}), bank(-300, {local: kes(30_000)})],
      {text: 'TRF DUKA', tolerance: '1.0025 %'},
    ],
    ['nothing, where their texts differ', [...times(2, bank(-2500)), bank(-2500, {}, 'CHQ 17')], null],
    ['nothing, where they have no text', times(3, bank(-2500, {}, '17')), null],
    ['nothing, where they are of no bank', [1, 2].map(() => held({})), null],
  ])('makes a rule of %s', (_, lines, rule) => expect(groupRule(groupOf(...lines))).toEqual(rule));
});
