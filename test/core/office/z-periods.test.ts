import {describe, expect, it} from 'vitest';
import {emptyState, foldEvents} from '../../../src/core/books/state.js';
import {zRow} from '../../../src/core/books/z-row.js';
import {drawerDifferences, periodsOf} from '../../../src/core/office/z-periods.js';
import {reportOf} from '../../../src/core/shift/report.js';
import type {Report} from '../../../src/core/shift/report-schema.js';
import {describeZ, differsText} from '../../../src/views/office/zs.js';
import {event, request} from '../payment/payment-samples.js';

const money = (minor: number) => ({currency: 'KES', minor}) as const;
const z = (
  businessDate: string,
  people: readonly string[],
  taken: number,
  back: number,
  difference: number | null,
) => ({
  businessDate,
  report: {
    people,
    tenders: [{total: money(taken), count: 1}],
    corrections: [],
    refunds: [{method: 'cash', total: money(back), done: 1, requested: 1, failed: 0}],
    drawers: [{currency: 'KES', difference}],
  } as unknown as Report,
});

const zs = [
  z('2026-10-30', ['Amina'], 1000, 100, -50),
  z('2026-11-01', ['Amina'], 2000, 0, -20),
  z('2026-11-02', ['Baraka'], 3000, 500, 30),
  z('2025-12-31', ['Amina', 'Baraka'], 700, 0, 0),
  z('2026-11-03', ['Baraka'], 10, 0, null),
];

it('adds up the Zs of months and years, the newest first', () => {
  const shown = (kind: 'month' | 'year') =>
    periodsOf(zs, kind).map(({period, zs: count, net}) => [period, count, ...net.map(({minor}) => minor)]);
  expect(shown('month')).toEqual([
    ['2026-11', 3, 4510],
    ['2026-10', 1, 900],
    ['2025-12', 1, 700],
  ]);
  expect(shown('year')).toEqual([
    ['2026', 4, 5410],
    ['2025', 1, 700],
  ]);
});

it('tells who had the till when a drawer was short or over, how often and by how much', () =>
  expect(drawerDifferences(zs)).toEqual([
    {people: 'Amina', currency: 'KES', counts: 2, short: {count: 2, minor: -70}, over: {count: 0, minor: 0}},
    {people: 'Amina, Baraka', currency: 'KES', counts: 1, short: {count: 0, minor: 0}, over: {count: 0, minor: 0}},
    {people: 'Baraka', currency: 'KES', counts: 1, short: {count: 0, minor: 0}, over: {count: 1, minor: 30}},
  ]));

describe('a Z that its till signed although its lines say otherwise', () => {
  const {network, bankCode, wallet, returnUrl, phone, email, firstName, lastName, ...common} = request;
  const amount = {currency: 'KES', minor: 50_000} as const;
  const state = emptyState();
  foldEvents(state, [
    event(1, 'requested', {...common, amount, tendered: amount, method: 'cash'}),
    event(2, 'cash-counted', {counts: [{currency: 'KES', minor: 30_000, pieces: []}]}),
  ]);
  const day = {till: 'T7K', shop: 'Duka', profile: 'sandbox', zone: 'UTC', businessDate: '2026-11-20'} as const;
  const frame = {...day, kind: 'z', closedAt: 0, head: 'f'.repeat(64), notAsked: 0} as const;
  const difference = {note: 'a thief', approver: 'Joseph'};
  const honest = reportOf(state, {...frame, difference, counts: state.ledger.period.counted ?? []});
  const differs = (changed: Partial<Report>) =>
    zRow(state, event(3, 'z-reported', {report: {...honest, ...changed}}))?.differs;
  const [drawer] = honest.drawers;
  if (drawer === undefined) throw new Error('the Z has no drawer');
  const sum = {currency: 'KES', minor: 1} as const;

  it('agrees if it says what its lines say', () => expect(differs({})).toEqual([]));

  it('says what its lines come to beside its slip, in the words of the slip', () => {
    const row = zRow(state, event(3, 'z-reported', {report: {...honest, tenders: []}}));
    if (row === undefined) throw new Error('it is no Z');
    expect(row).toMatchObject({differs: ['tenders'], own: {tenders: honest.tenders}});
    const z = {...row, shop: 'corner', till: 'T7K'};
    expect(differsText(z, 'en')).toBe('Cash, Total KES');
    const page = describeZ(z, 'en');
    expect(page.find(({id}) => id === 'by-lines')).toMatchObject({
      lines: [expect.stringMatching(/^Cash +1 +KES 500\.00$/), expect.stringMatching(/^Total KES +1 +KES 500\.00$/)],
    });
    expect(differsText({...z, differs: ['number'], own: z.report}, 'en')).toBe('number');
  });

  it.each<[string, Partial<Report>]>([
    ['drawers', {drawers: [{...drawer, counted: 50_000, difference: 0}]}],
    ['drawers', {drawers: [{...drawer, sales: 30_000, expected: 30_000, difference: 0}]}],
    ['drawers', {drawers: []}],
    ['recount', {recount: {times: 2, first: []}}],
    ['accounts', {accounts: [{currency: 'KES', before: 0, sold: 1, returned: 0, paid: 0, after: 1, count: 1}]}],
    ['groups', {groups: [{group: 'Food', total: sum, count: 1}]}],
    ['tips', {tips: [{person: 'Amina', method: 'cash', channel: 'cash', total: sum, count: 1}]}],
    ['rounding', {rounding: [{total: sum, count: 1}]}],
    ['newKeys', {newKeys: [{publicKey: 'k', isSigned: true}]}],
    ['unproved', {unproved: ['Amina']}],
    ['needsPerson', {needsPerson: [{reference: 'T7K0MZ4K8Q00009', amount: sum, status: 'unknown', since: 0}]}],
    ['people', {people: ['Amina']}],
    ['throughSeq', {throughSeq: 0}],
  ])('is shown with %s (%j)', (name, changed) => expect(differs(changed)).toEqual([name]));
});
