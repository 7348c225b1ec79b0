import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {emptyState, foldEvents} from '../../../src/core/books/state.js';
import type {EventData, EventType, StoredEvent} from '../../../src/core/events/event.js';
import {
  type Activity,
  ActivityBook,
  type ActivityPeriod,
  activityCounts,
  activityPeriods,
  activitySums,
  noticeRules,
  noticesOf,
} from '../../../src/core/present/staff-activity.js';
import {noStaff, type Staff} from '../../../src/core/staff/staff.js';
import {forAll} from '../../hostile/runs.js';
import {accepted, reference as momo, record, request} from '../payment/payment-samples.js';

const start = Date.parse('2026-11-20T06:00:00.000Z');
const kes = (minor: number) => ({currency: 'KES', minor}) as const;

type Line = readonly [minute: number, person: string, type: EventType, data: object];

/** Lines of a journal, numbered and dated: the minute is counted from the beginning. */
function journal(lines: readonly Line[]): readonly StoredEvent[] {
  return lines.map(([minute, person, type, data], at) => {
    const businessDate = new Date(start + minute * 60_000).toISOString().slice(0, 10);
    const dated = ['requested', 'refund-in-cash'].includes(type) ? {businessDate, ...data} : data;
    const event = {seq: at + 1, v: 1, till: 'T7K', hash: '', person, type, data: dated};
    return {...event, at: new Date(start + minute * 60_000).toISOString()} as unknown as StoredEvent;
  });
}

const cash = (reference: string, minor: number): Partial<EventData<'requested'>> & object => ({
  reference,
  sale: reference,
  method: 'cash',
  amount: kes(minor),
  tendered: kes(minor),
  description: '',
  country: 'KE',
});
const back = (reference: string, minor: number, refund = 1) => ({reference, refund, amount: kes(minor), reason: 'r'});
const day = 24 * 60;
const opened: Line = [0, 'Amina', 'segment-opened', {zone: 'UTC', dayStartsAt: '00:00', businessDate: '2026-11-20'}];

function rowsOf(
  lines: readonly Line[],
  by: ActivityPeriod = 'person',
  staff: Staff = noStaff,
  isCounted = true,
): readonly Activity[] {
  const events = journal([opened, ...lines]);
  const state = emptyState();
  foldEvents(state, events);
  const {period} = state.ledger;
  const ledger = {...state.ledger, period: isCounted ? {...period, drawers: {}} : period};
  const book = new ActivityBook(by, {ledger});
  book.add(events, state.payments, staff);
  return book.rows();
}

const staff: Staff = {
  ...noStaff,
  people: [
    {number: 1, name: 'Amina', role: 'owner', language: null, status: 'active', credentials: {}, refusals: 0},
    {number: 2, name: 'Baraka', role: 'cashier', language: null, status: 'active', credentials: {}, refusals: 0},
  ],
  rights: {'refund-in-cash cashier': {right: 'yes', most: [kes(10_000)], mostInShift: []}},
};

const limit = {verb: 'refund-in-cash', role: 'cashier', right: 'yes', mostInShift: []};
const limitOf = (...most: readonly object[]): Line => [1, 'Amina', 'rights-changed', {...limit, most}];

const bread = {kind: 'text', group: null, tax: null, discount: null, listPrice: null, amount: kes(500)};
const tip = {...bread, kind: 'tip', amount: kes(50)};
const ticket = (minute: number, person: string, total: number, ...lines: readonly object[]): Line => [
  ...([minute, person, 'ticket-opened'] as const),
  {ticket: 'T', total: kes(total), lines},
];
const refundOf = (minor: number, ...lines: readonly object[]): Line => [
  ...([2, 'Amina', 'refund-in-cash'] as const),
  {...back('A', minor), lines},
];
/** One sum of shillings, and how many came to it. */
const sum = (minor: number, count: number) => [{...kes(minor), count}];
/** What Baraka took by telephone. */
const paid: readonly Line[] = [
  [1, 'Baraka', 'requested', request],
  [2, 'Baraka', 'sent', {reference: momo}],
  [3, 'Baraka', 'answered', {reference: momo, answer: accepted()}],
  [
    4,
    'Baraka',
    'status-answered',
    {reference: momo, question: 'status', answer: record('Completed', '00'), repeated: 0},
  ],
];

type Told = readonly [what: string, lines: readonly Line[], sums: object | undefined, counts: object | undefined];

describe('what a person did', () => {
  it.each<Told>([
    ['a sale', [[1, 'Baraka', 'requested', cash('A', 500)]], {sales: sum(500, 1)}, {}],
    [
      'a tip, once, of whoever took the last part',
      [
        ticket(1, 'Amina', 850, {...bread, amount: kes(800)}, tip),
        [2, 'Amina', 'requested', {...cash('A', 500), ticket: 'T'}],
        [3, 'Baraka', 'requested', {...cash('B', 350), ticket: 'T'}],
      ],
      {sales: sum(350, 1), tips: sum(50, 1)},
      {},
    ],
    [
      'a tip that somebody else gave back',
      [
        [1, 'Amina', 'requested', cash('A', 500)],
        refundOf(50, {...tip, line: 2, tip: {person: 'Baraka', method: 'cash', channel: 'cash'}}),
      ],
      {tips: sum(-50, 0)},
      {},
    ],
    [
      'a refund of a cash sale, whose customer nobody knows',
      [
        [1, 'Amina', 'requested', cash('A', 500)],
        [2, 'Baraka', 'refund-in-cash', back('A', 200)],
      ],
      {refunds: sum(200, 1)},
      {refundsWithoutCustomer: 1},
    ],
    [
      'a refund just under the limit',
      [
        [1, 'Amina', 'requested', cash('A', 20_000)],
        [2, 'Baraka', 'refund-in-cash', back('A', 9_000)],
        [3, 'Baraka', 'refund-in-cash', back('A', 8_999, 2)],
      ],
      {refunds: sum(17_999, 2)},
      {refundsWithoutCustomer: 2, refundsNearLimit: 1},
    ],
    [
      'a refund just under the limit of its time',
      [
        [1, 'Amina', 'requested', cash('A', 90_000)],
        [2, 'Baraka', 'refund-in-cash', back('A', 9_000)],
        [3, 'Amina', 'rights-changed', {...limit, most: [kes(50_000)]}],
        [4, 'Baraka', 'refund-in-cash', back('A', 9_000, 2)],
        [5, 'Baraka', 'refund-in-cash', back('A', 46_000, 3)],
        [6, 'Amina', 'rights-changed', {...limit, most: []}],
      ],
      {refunds: sum(64_000, 3)},
      {refundsWithoutCustomer: 3, refundsNearLimit: 2},
    ],
    [
      'the drawer opened between two sales',
      [
        [1, 'Baraka', 'requested', cash('A', 500)],
        [2, 'Baraka', 'drawer-opened', {reason: 'change'}],
        [9, 'Baraka', 'requested', cash('B', 500)],
        [10, 'Baraka', 'drawer-opened', {reason: 'change'}],
        [40, 'Baraka', 'requested', cash('C', 500)],
      ],
      {sales: sum(1500, 3)},
      {drawerOpenings: 2, drawerBetweenSales: 1},
    ],
    [
      'wrong PINs, and an approval that was asked for',
      [
        [1, '', 'sign-in-refused', {number: 2, by: 'pin', for: 'sign-in'}],
        [2, 'Amina', 'approved', {verb: 'refund', action: '', for: 2}],
      ],
      {},
      {refusedSignIns: 1, approvalsAsked: 1},
    ],
    [
      'the rest of a split sale given up',
      [[1, 'Baraka', 'ticket-abandoned', {ticket: 'T', reason: 'left'}]],
      {},
      {ticketsAbandoned: 1},
    ],
    [
      'a copy of a slip',
      [[1, 'Baraka', 'slip-printed', {reference: 'X', kind: 'receipt', copy: 1}]],
      {},
      {reprints: 1},
    ],
    [
      'no sale of what was not paid',
      [
        [1, 'Baraka', 'requested', request],
        [2, 'Baraka', 'drawer-opened', {reason: 'r'}],
      ],
      {},
      {drawerOpenings: 1},
    ],
    [
      'a sale and a refund of money by telephone, whose customer is known',
      [
        ...paid,
        [5, 'Baraka', 'refund-requested', back(momo, 9000)],
        [6, 'Baraka', 'refund-requested', back(momo, 700, 2)],
        [7, 'Baraka', 'refund-never-left', {reference: momo, refund: 2}],
      ],
      {sales: sum(20_000, 1), refunds: sum(9000, 1)},
      {},
    ],
    [
      'discounts and changed prices of lines, and no tip where none is',
      [
        ticket(
          1,
          'Baraka',
          500,
          ...[{discount: kes(30)}, {discount: kes(20)}, {listPrice: kes(9)}].map(each => ({...bread, ...each})),
        ),
        [2, 'Baraka', 'requested', {...cash('A', 500), ticket: 'T'}],
      ],
      {sales: sum(500, 1), discounts: sum(50, 2)},
      {priceChanges: 1},
    ],
    [
      'a tip, whatever lines follow it',
      [ticket(1, 'Baraka', 550, tip, bread), [2, 'Baraka', 'requested', {...cash('A', 550), ticket: 'T'}]],
      {sales: sum(550, 1), tips: sum(50, 1)},
      {},
    ],
    [
      'a tip once, though more was paid for its ticket than it costs',
      [
        ticket(1, 'Baraka', 50, tip),
        [2, 'Baraka', 'requested', {...cash('A', 50), ticket: 'T'}],
        [3, 'Baraka', 'requested', {...cash('B', 50), ticket: 'T'}],
      ],
      {sales: sum(100, 2), tips: sum(50, 1)},
      {},
    ],
    [
      'a refund of goods and of a tip that nobody is named for',
      [
        [1, 'Baraka', 'requested', cash('A', 500)],
        refundOf(70, {...tip, line: 1, kind: 'text', tip: null}, {...tip, line: 2, tip: null, amount: kes(20)}),
      ],
      {sales: sum(500, 1), tips: sum(-20, 0)},
      {},
    ],
    ...(
      [
        [9000, 1],
        [8999, 0],
        [10_000, 1],
        [10_001, 0],
      ] as const
    ).map(
      ([minor, near]): Told => [
        `a refund of ${minor} where the limit is 10000`,
        [
          [1, 'Amina', 'requested', cash('A', 20_000)],
          [2, 'Baraka', 'refund-in-cash', back('A', minor)],
        ],
        {refunds: sum(minor, 1)},
        {refundsWithoutCustomer: 1, ...(near === 1 && {refundsNearLimit: 1})},
      ],
    ),
    [
      'a refund just under one of two limits',
      [
        limitOf({currency: 'USD', minor: 1}, kes(10_000), {currency: 'UGX', minor: 9500}),
        [2, 'Amina', 'requested', cash('A', 20_000)],
        [3, 'Baraka', 'refund-in-cash', back('A', 9500)],
      ],
      {refunds: sum(9500, 1)},
      {refundsWithoutCustomer: 1, refundsNearLimit: 1},
    ],
    [
      'a refund just under a limit of another currency, or of another way back',
      [
        limitOf({currency: 'UGX', minor: 9500}),
        [2, 'Amina', 'rights-changed', {...limit, verb: 'refund', most: [kes(9500)]}],
        [3, 'Amina', 'requested', cash('A', 20_000)],
        [4, 'Baraka', 'refund-in-cash', back('A', 9500)],
      ],
      {refunds: sum(9500, 1)},
      {refundsWithoutCustomer: 1},
    ],
    [
      'a refund just under the limit, not in cash',
      [
        ...paid,
        [5, 'Amina', 'rights-changed', {...limit, verb: 'refund', most: [kes(9500)]}],
        [6, 'Baraka', 'refund-requested', back(momo, 9500)],
      ],
      {sales: sum(20_000, 1), refunds: sum(9500, 1)},
      {refundsNearLimit: 1},
    ],
    ...(
      [
        ['before any sale', 1, 2, 3, 0],
        ['between two sales', 3, 1, 4, 1],
        ['ten minutes after a sale', 11, 1, 12, 1],
        ['later after it', 12, 1, 13, 0],
        ['ten minutes before the next', 2, 1, 12, 1],
        ['earlier before it', 2, 1, 13, 0],
      ] as const
    ).map(
      ([when, at, first, next, between]): Told => [
        `a drawer opened ${when}`,
        (
          [
            [first, 'Baraka', 'requested', cash('A', 500)],
            [at, 'Baraka', 'drawer-opened', {reason: 'r'}],
            [next, 'Baraka', 'requested', cash('B', 500)],
            [next + 1, 'Baraka', 'requested', cash('C', 500)],
          ] as const
        ).toSorted(([a], [b]) => a - b),
        {sales: sum(1500, 3)},
        {drawerOpenings: 1, ...(between === 1 && {drawerBetweenSales: 1})},
      ],
    ),
    [
      'what others are told of, and nobody whom they do not know',
      [
        [1, '', 'sign-in-refused', {number: null, by: 'pin', for: 'sign-in'}],
        [2, '', 'sign-in-refused', {number: 9, by: 'pin', for: 'sign-in'}],
        [3, 'Baraka', 'approved', {verb: 'refund', action: '', for: 9}],
        [4, 'Amina', 'staff-locked', {number: 2, reason: 'r'}],
      ],
      {},
      {approvalsGiven: 1},
    ],
    ['no copy', [[1, 'Baraka', 'slip-printed', {reference: 'X', kind: 'receipt', copy: 0}]], undefined, undefined],
  ])('%s', (_, lines, sums, counts) => {
    const row = rowsOf(lines, 'person', staff).find(({person}) => person === 'Baraka');
    if (counts === undefined) return expect(row).toBeUndefined();
    expect(row?.sums).toEqual({sales: [], tips: [], refunds: [], discounts: [], differences: [], ...sums});
    expect(Object.fromEntries(Object.entries(row?.counts ?? {}).filter(([, count]) => count > 0))).toEqual(counts);
  });

  it('is by shift from its opening to its Z, and by ISO week', () => {
    const lines: readonly Line[] = [
      [1, 'Amina', 'drawer-opened', {reason: 'r'}],
      [2, 'Amina', 'shift-opened', {shift: 7, floats: [], zone: 'UTC', dayStartsAt: '00:00'}],
      [3, 'Amina', 'drawer-opened', {reason: 'r'}],
      [3 * day, 'Amina', 'drawer-opened', {reason: 'r'}],
    ];
    const of = (by: ActivityPeriod) => rowsOf(lines, by).map(({period, counts}) => [period, counts.drawerOpenings]);
    expect(of('person')).toEqual([['', 3]]);
    expect(of('shift')).toEqual([
      ['', 1],
      ['7', 2],
    ]);
    expect(of('week')).toEqual([
      ['2026-W47', 2],
      ['2026-W48', 1],
    ]);
    expect(of('day')).toEqual([
      ['2026-11-20', 2],
      ['2026-11-23', 1],
    ]);
  });

  it('has every count, by period and then by person, and a shift up to its Z', () => {
    const drawers = [
      {currency: 'KES', difference: -30},
      {currency: 'USD', difference: 0},
      {currency: 'UGX', difference: null},
      {currency: 'AAA', difference: 5},
    ];
    const lines: readonly Line[] = [
      [1, 'Zuri', 'shift-opened', {shift: 10, floats: [], zone: 'UTC', dayStartsAt: '00:00'}],
      [2, 'Zuri', 'drawer-opened', {reason: 'r'}],
      [3, 'Amina', 'drawer-opened', {reason: 'r'}],
      [4, 'Zuri', 'shift-opened', {shift: 9, floats: [], zone: 'UTC', dayStartsAt: '00:00'}],
      [5, 'Baraka', 'drawer-opened', {reason: 'r'}],
    ];
    const z: Line = [6, 'Baraka', 'z-reported', {report: {number: 1, businessDate: '2026-11-20', drawers}}];
    const after: Line = [7, 'Baraka', 'drawer-opened', {reason: 'r'}];
    const told = new ActivityBook('shift', {ledger: emptyState().ledger});
    told.add(journal([opened, ...lines, z, after]), new Map(), noStaff);
    expect(told.rows().map(({period, person, counts}) => [period, person, counts.drawerOpenings])).toEqual([
      ['', 'Baraka', 1],
      ['9', 'Baraka', 1],
      ['10', 'Amina', 1],
      ['10', 'Zuri', 1],
    ]);
    expect(told.rows().map(({sums}) => sums.differences)).toEqual([
      [],
      [
        {currency: 'AAA', minor: 5, count: 1},
        {currency: 'KES', minor: -30, count: 1},
      ],
      [],
      [],
    ]);
    const [row] = rowsOf([
      [1, 'Baraka', 'requested', cash('A', 500)],
      [2, 'Baraka', 'refund-in-cash', back('A', 1)],
    ]);
    expect(Object.keys(row?.counts ?? {})).toEqual([...activityCounts]);
  });

  it('has no sum of cash whose drawer is not counted, and says of how much', () => {
    const lines: readonly Line[] = [
      [1, 'Baraka', 'requested', cash('A', 500)],
      [2, 'Baraka', 'requested', cash('B', 500)],
      [3, 'Baraka', 'refund-in-cash', {...back('A', 70), lines: [{line: 1, kind: 'tip', tip: null, amount: kes(70)}]}],
    ];
    expect(rowsOf(lines, 'person', noStaff, false)).toMatchObject([
      {withheld: 3, sums: {sales: [], refunds: [], tips: []}, counts: {refundsWithoutCustomer: 1}},
    ]);
    expect(rowsOf(lines)).toMatchObject([{withheld: 0, sums: {sales: [{minor: 1000}], tips: [{minor: -70}]}}]);
  });

  it('has nothing of a payment or a refund that is not there', () => {
    const book = new ActivityBook('person', {ledger: emptyState().ledger});
    const lines: readonly Line[] = [
      [1, 'Baraka', 'requested', cash('A', 500)],
      [2, 'Baraka', 'refund-in-cash', back('A', 70)],
    ];
    const state = emptyState();
    foldEvents(state, journal([opened, [1, 'Baraka', 'requested', cash('A', 500)]]));
    book.add(journal(lines), new Map(), noStaff);
    book.add(journal(lines.slice(1)), state.payments, noStaff);
    expect(book.rows()).toEqual([]);
  });

  it('comes to the same by whatever period, and in whatever parts the journal is read', () => {
    const person = fc.constantFrom('Amina', 'Baraka');
    const minute = fc.integer({min: 0, max: 20 * day});
    const step = fc.constantFrom('sale', 'drawer', 'shift');
    forAll(fc.array(fc.tuple(minute, person, step, fc.integer({min: 1, max: 900})), {maxLength: 25}), steps => {
      const lines = steps
        .toSorted(([a], [b]) => a - b)
        .map(([at, who, kind, minor], number): Line => {
          if (kind === 'sale') return [at, who, 'requested', cash(`R${number}`, minor)];
          if (kind === 'drawer') return [at, who, 'drawer-opened', {reason: 'r'}];
          return [at, who, 'shift-opened', {shift: number + 1, floats: [], zone: 'UTC', dayStartsAt: '00:00'}];
        });
      const totals = activityPeriods.map(by => totalOf(rowsOf(lines, by)));
      for (const total of totals) expect(total).toEqual(totals[0]);
    });
  });
});

it.each(noticeRules)('$count stands out from $atLeast on', ({count, atLeast}) => {
  const none = Object.fromEntries(activityCounts.map(name => [name, 0])) as Activity['counts'];
  expect(noticesOf({counts: {...none, [count]: atLeast - 1}})).toEqual([]);
  expect(noticesOf({counts: {...none, [count]: atLeast}})).toEqual([count]);
});

/** All figures of each person, whatever the periods. */
function totalOf(rows: readonly Activity[]) {
  const total: Record<string, number> = {};
  const add = (key: string, by: number) => {
    if (by !== 0) total[key] = (total[key] ?? 0) + by;
  };
  for (const {person, sums, counts} of rows) {
    for (const name of activitySums)
      for (const {currency, minor, count} of sums[name]) {
        add(`${person} ${name} ${currency}`, minor);
        add(`${person} ${name} ${currency} count`, count);
      }
    for (const name of activityCounts) add(`${person} ${name}`, counts[name]);
  }
  return total;
}
