import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {EventData, EventType, StoredEvent} from '../../../src/core/journal/event.js';
import {emptyState, foldEvents} from '../../../src/core/journal/state.js';
import {
  type Activity,
  ActivityBook,
  type ActivityPeriod,
  activityCounts,
  activityPeriods,
  activitySums,
  noticeRules,
  noticesOf,
} from '../../../src/core/staff/activity.js';
import {noStaff, type Staff} from '../../../src/core/staff/staff.js';

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
  ...{reference, sale: reference, method: 'cash', amount: kes(minor), tendered: kes(minor)},
  ...{description: '', country: 'KE'},
});
const back = (reference: string, minor: number, refund = 1) => ({reference, refund, amount: kes(minor), reason: 'r'});
const day = 24 * 60;
const opened: Line = [0, 'Amina', 'segment-opened', {zone: 'UTC', dayStartsAt: '00:00', businessDate: '2026-11-20'}];

function rowsOf(lines: readonly Line[], by: ActivityPeriod = 'person', staff: Staff = noStaff): readonly Activity[] {
  const events = journal([opened, ...lines]);
  const state = emptyState();
  foldEvents(state, events);
  const ledger = {...state.ledger, period: {...state.ledger.period, drawers: {}}}; // all of it is counted
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

describe('what a person did', () => {
  it.each([
    ['a sale', [[1, 'Baraka', 'requested', cash('A', 500)]], {sales: [{...kes(500), count: 1}]}, {}],
    [
      'a tip, once, of whoever took the last part',
      [
        [
          1,
          'Amina',
          'ticket-opened',
          {
            ticket: 'T',
            total: kes(850),
            lines: [
              {kind: 'text', group: null, tax: null, discount: null, amount: kes(800)},
              {kind: 'tip', group: null, tax: null, discount: null, amount: kes(50)},
            ],
          },
        ],
        [2, 'Amina', 'requested', {...cash('A', 500), ticket: 'T'}],
        [3, 'Baraka', 'requested', {...cash('B', 350), ticket: 'T'}],
      ],
      {sales: [{...kes(350), count: 1}], tips: [{...kes(50), count: 1}]},
      {},
    ],
    [
      'a tip that somebody else gave back',
      [
        [1, 'Amina', 'requested', cash('A', 500)],
        [
          2,
          'Amina',
          'refund-in-cash',
          {
            ...back('A', 50),
            lines: [{line: 2, kind: 'tip', tip: {person: 'Baraka', method: 'cash', channel: 'cash'}, amount: kes(50)}],
          },
        ],
      ],
      {tips: [{...kes(-50), count: 0}]},
      {},
    ],
    [
      'a refund of a cash sale, whose customer nobody knows',
      [
        [1, 'Amina', 'requested', cash('A', 500)],
        [2, 'Baraka', 'refund-in-cash', back('A', 200)],
      ],
      {refunds: [{...kes(200), count: 1}]},
      {refundsWithoutCustomer: 1},
    ],
    [
      'a refund just under the limit',
      [
        [1, 'Amina', 'requested', cash('A', 20_000)],
        [2, 'Baraka', 'refund-in-cash', back('A', 9_000)],
        [3, 'Baraka', 'refund-in-cash', back('A', 8_999, 2)],
      ],
      {refunds: [{...kes(17_999), count: 2}]},
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
      {refunds: [{...kes(64_000), count: 3}]},
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
      {sales: [{...kes(1500), count: 3}]},
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
    ['no copy', [[1, 'Baraka', 'slip-printed', {reference: 'X', kind: 'receipt', copy: 0}]], undefined, undefined],
  ] as const)('%s', (_, lines, sums, counts) => {
    const row = rowsOf(lines as unknown as readonly Line[], 'person', staff).find(({person}) => person === 'Baraka');
    if (counts === undefined) return expect(row).toBeUndefined();
    expect(row?.sums).toEqual({sales: [], tips: [], refunds: [], discounts: [], differences: [], ...sums});
    const told = Object.fromEntries(Object.entries(row?.counts ?? {}).filter(([, count]) => count > 0));
    expect(told).toEqual(counts);
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

  it('comes to the same by whatever period, and in whatever parts the journal is read', () => {
    const person = fc.constantFrom('Amina', 'Baraka');
    const minute = fc.integer({min: 0, max: 20 * day});
    const step = fc.constantFrom('sale', 'drawer', 'shift');
    fc.assert(
      fc.property(fc.array(fc.tuple(minute, person, step, fc.integer({min: 1, max: 900})), {maxLength: 25}), steps => {
        const lines = steps
          .toSorted(([a], [b]) => a - b)
          .map(([at, who, kind, minor], number): Line => {
            if (kind === 'sale') return [at, who, 'requested', cash(`R${number}`, minor)];
            if (kind === 'drawer') return [at, who, 'drawer-opened', {reason: 'r'}];
            return [at, who, 'shift-opened', {shift: number + 1, floats: [], zone: 'UTC', dayStartsAt: '00:00'}];
          });
        const totals = activityPeriods.map(by => totalOf(rowsOf(lines, by)));
        for (const total of totals) expect(total).toEqual(totals[0]);
      }),
    );
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
