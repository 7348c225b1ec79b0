import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {emptyState, foldEvents} from '../../../src/core/books/state.js';
import {type StoredEvent, toWrite} from '../../../src/core/events/event.js';
import {checkClosing, nextToClose, sumOf, sumsOfZ} from '../../../src/core/shift/closing.js';
import type {BooksClosing} from '../../../src/core/shift/closing-schema.js';
import {decideClosing} from '../../../src/core/shift/decide.js';
import {reportOf} from '../../../src/core/shift/report.js';
import type {Report} from '../../../src/core/shift/report-schema.js';
import {forAll} from '../../hostile/runs.js';
import {codeOf, given} from '../deciding.js';
import {event, request} from '../payment/payment-samples.js';

const noon = (day: string) => Date.parse(`${day}T12:00:00+03:00`);

const blank = reportOf(emptyState(), {
  kind: 'z',
  till: 'T7K',
  shop: 'Duka',
  profile: 'sandbox',
  zone: 'Africa/Nairobi',
  businessDate: '2026-11-20',
  closedAt: 0,
  head: '',
  difference: null,
  notAsked: 0,
});

type Sold = {readonly currency: 'KES' | 'XOF'; readonly minor: number; readonly person: string};

function zOf(number: number, day: string, {currency, minor, person}: Sold): Report {
  const total = {currency, minor};
  return {
    ...blank,
    number,
    businessDate: day,
    openedAt: noon(day),
    closedAt: noon(day) + 1000,
    tenders: [{method: 'cash', channel: 'cash', total, count: 1, fee: '0.5', feesUnknown: 0}],
    cashiers: [{person, total, count: 1}],
    corrections: [{reference: 'T7K0MZ4K8Q2RDWX', amount: {currency, minor: -1}, z: null}],
    drawers: [
      {
        currency,
        float: 0,
        sales: minor,
        refunds: 0,
        paidIn: 0,
        paidOut: 0,
        drops: 0,
        expected: minor,
        counted: minor - 2,
        difference: -2,
      },
    ],
    // Of each ticket a part is left open, which the next Z begins with.
    tickets: [
      {
        currency: 'KES',
        count: 1,
        paid: minor,
        before: number - 1,
        taken: minor + 1,
        adjusted: 0,
        beyond: 0,
        abandoned: 0,
        open: number,
      },
    ],
    groups: [{group: person, total: {currency: 'KES', minor}, count: 1}],
    taxes: [
      {
        rate: '16',
        gross: {currency: 'KES', minor},
        net: {currency: 'KES', minor: minor - 1},
        tax: {currency: 'KES', minor: 1},
      },
    ],
    counts: {...blank.counts, receipts: 1},
    perpetual: [{currency, sales: minor, refunds: 0, corrections: 0}],
  };
}

/** A journal to which Zs and closings are added. */
function journal(...days: readonly string[]) {
  const state = emptyState();
  const closings: BooksClosing[] = [];
  let seq = 0;
  const add = (next: StoredEvent) => foldEvents(state, [next]);
  const z = (day: string, sold: Sold = {currency: 'KES', minor: 100, person: 'Amina'}) => {
    seq += 1;
    add(event(seq, 'z-reported', {report: zOf(state.ledger.z + 1, day, sold)}));
  };
  const close = (type: 'close-month' | 'close-year', today: string, of?: string) => {
    const decided = codeOf(() => decideClosing(state, {type, person: 'Amina', of}, given({now: noon(today)})));
    if (typeof decided === 'string') return decided;
    const [closed] = decided;
    if (closed?.type !== 'books-closed') throw new Error('not a closing');
    seq += 1;
    toWrite({...closed, person: 'Amina'});
    add({...event(seq, 'books-closed', closed.data), hash: String(seq).padStart(64, '0')});
    closings.push(closed.data.closing);
    return closed.data.closing.of;
  };
  for (const day of days) z(day);
  return {state, closings, z, close, add};
}

it('adds up every figure of two Zs under its own name', () => {
  const sold = {currency: 'KES', minor: 100, person: 'Amina'} as const;
  const counted = (by: number) => ({
    notPaid: by,
    notSent: 2 * by,
    setAside: 3 * by,
    judgements: 4 * by,
    receipts: 5 * by,
    copies: 6 * by,
    pendingSlips: 7 * by,
    drawerOpenings: 8 * by,
  });
  const refunded = (by: number, method: 'card' | 'cash') => ({
    method,
    total: {currency: 'KES' as const, minor: 10 * by},
    done: by,
    requested: 2 * by,
    failed: 3 * by,
  });
  const first: Report = {...zOf(1, '2026-11-20', sold), refunds: [refunded(1, 'card')], counts: counted(1)};
  const second: Report = {
    ...zOf(2, '2026-11-21', {...sold, minor: 250}),
    refunds: [refunded(10, 'card'), refunded(1, 'cash')],
    counts: counted(10),
  };
  const [tickets] = first.tickets ?? [];
  const adjusted: Report = {
    ...first,
    tickets: tickets && [{...tickets, adjusted: 3, beyond: 5, abandoned: 7}],
  } as Report;
  expect(sumOf([second, adjusted].map(sumsOfZ))).toMatchObject({
    zs: 2,
    firstZ: 1,
    lastZ: 2,
    counts: counted(11),
    tenders: [{method: 'cash', channel: 'cash', total: {currency: 'KES', minor: 350}, count: 2, fee: '1'}],
    cashiers: [{person: 'Amina', total: {currency: 'KES', minor: 350}, count: 2}],
    refunds: [refunded(11, 'card'), refunded(1, 'cash')],
    corrections: [{total: {currency: 'KES', minor: -2}, count: 2}],
    drawers: [{currency: 'KES', counted: 2, differing: 2, difference: -4}],
    tickets: [{count: 2, paid: 350, before: 0, taken: 352, adjusted: 3, beyond: 5, abandoned: 7, open: 2}],
    groups: [{group: 'Amina', total: {currency: 'KES', minor: 350}, count: 2}],
    taxes: [{rate: '16', gross: {currency: 'KES', minor: 350}, net: {minor: 348}, tax: {minor: 2}}],
  });
  expect(sumOf([sumOf([]), sumsOfZ(second)])).toEqual(sumsOfZ(second));
  const {tickets: _, ...without} = first;
  expect(sumOf([sumsOfZ(without)])).not.toHaveProperty('tickets');
  const even: Report = {...first, drawers: first.drawers.map(drawer => ({...drawer, difference: 0}))};
  const uncounted: Report = {...first, drawers: first.drawers.map(drawer => ({...drawer, counted: null}))};
  expect([even, uncounted].map(each => sumsOfZ(each).drawers)).toMatchObject([[{counted: 1, differing: 0}], []]);
});

it('begins with what open tickets held before the first of its Zs, in whatever order they come', () => {
  const sums = (z: number | null, before: number, open: number) => ({
    ...sumOf([]),
    ...(z !== null && {firstZ: z, lastZ: z}),
    tickets: [
      {
        currency: 'KES' as const,
        count: 0,
        paid: 0,
        before,
        taken: open - before,
        adjusted: 0,
        beyond: 0,
        abandoned: 0,
        open,
      },
    ],
  });
  const parts = [sums(8, 30, 70), sums(7, 10, 30), sums(9, 70, 100)];
  for (const all of [parts, parts.toReversed()])
    expect(sumOf(all).tickets).toEqual([expect.objectContaining({before: 10, taken: 90, open: 100})]);
  const [first] = parts;
  const both = (z: number, kes: number, usd: number) => {
    const [shillings, dollars] = [sums(z, kes, kes + 1), sums(z, usd, usd + 1)];
    const inDollars = dollars.tickets.map(each => ({...each, currency: 'USD' as const}));
    return {...shillings, tickets: [...shillings.tickets, ...inDollars]};
  };
  expect(sumOf([both(8, 30, 3), both(7, 29, 2)]).tickets).toEqual([
    expect.objectContaining({currency: 'KES', before: 29, open: 31}),
    expect.objectContaining({currency: 'USD', before: 2, open: 4}),
  ]);
  const {tickets: _, ...none} = sums(6, 5, 5);
  expect(sumOf([none, sums(7, 10, 30)]).tickets).toEqual([expect.objectContaining({before: 0, open: 20})]);
  const abroad = {...sums(6, 5, 5), tickets: []};
  expect(sumOf([abroad, ...(first ? [first] : [])]).tickets).toEqual([expect.objectContaining({before: 0, open: 40})]);
});

it('adds up how many payments lack a fee', () => {
  const z = zOf(1, '2026-11-20', {currency: 'KES', minor: 100, person: 'Amina'});
  const tenders = z.tenders.map(tender => ({...tender, feesUnknown: 2}));
  const [tender] = sumOf([sumsOfZ({...z, tenders}), sumsOfZ({...z, tenders})]).tenders;
  expect(tender?.feesUnknown).toBe(4);
});

describe('a closing', () => {
  it.each<[string, readonly string[], 'close-month' | 'close-year', string, string | undefined, string]>([
    [
      'closes the first month with a Z',
      ['2026-09-30', '2026-10-31'],
      'close-month',
      '2026-11-20',
      undefined,
      '2026-09',
    ],
    ['closes no month before the first Z', [], 'close-month', '2026-11-20', undefined, 'closing-nothing'],
    ['closes no month that is not over', ['2026-11-01'], 'close-month', '2026-11-30', undefined, 'closing-not-over'],
    ['closes a month on the day after it', ['2026-11-01'], 'close-month', '2026-12-01', undefined, '2026-11'],
    ['closes months in their order', ['2026-09-30'], 'close-month', '2026-11-20', '2026-10', 'closing-out-of-order'],
    [
      'closes no year whose months are open',
      ['2025-12-01'],
      'close-year',
      '2026-11-20',
      undefined,
      'closing-month-open',
    ],
    ['closes no year that is not over', ['2026-01-01'], 'close-year', '2026-11-20', undefined, 'closing-not-over'],
  ])('%s', (_name, days, type, today, of, expected) => expect(journal(...days).close(type, today, of)).toBe(expected));

  it('is made once, and then comes the next', () => {
    const {close, state} = journal('2026-09-30');
    expect(close('close-month', '2026-11-20', '2026-09')).toBe('2026-09');
    expect(close('close-month', '2026-11-20', '2026-09')).toBe('closing-out-of-order');
    expect(close('close-month', '2026-11-20')).toBe('2026-10');
    expect(nextToClose(state.ledger.books, 'month')).toBe('2026-11');
    expect(close('close-month', '2026-11-20')).toBe('closing-not-over');
  });

  it('has a late Z in the first month that is open, and any other in its own', () => {
    const {close, z, state} = journal('2026-09-30');
    close('close-month', '2026-11-20');
    for (const day of ['2026-09-15', '2026-10-02', '2026-11-03']) z(day);
    const {months} = state.ledger.books;
    expect(Object.fromEntries(Object.entries(months).map(([month, {zs}]) => [month, zs]))).toEqual({
      '2026-09': 1,
      '2026-10': 2,
      '2026-11': 1,
    });
  });

  it('waits for the Z of a day of its month', () => {
    const {close, add} = journal('2026-10-30');
    add({...event(9, 'requested', request), at: '2026-10-31T18:00:00.000Z'});
    expect(close('close-month', '2026-11-20')).toBe('closing-day-open');
    const later = journal('2026-10-30');
    later.add({...event(9, 'requested', request), at: '2026-11-01T18:00:00.000Z'});
    expect(later.close('close-month', '2026-11-20')).toBe('2026-10');
  });

  it('needs a name', () => {
    const {state} = journal('2026-09-30');
    expect(codeOf(() => decideClosing(state, {type: 'close-month', person: ' '}, given()))).toBe('person-missing');
  });

  it('follows the one before it by its line, and says what was taken since the journal began', () => {
    const {close, closings, state} = journal('2026-09-30');
    close('close-month', '2026-11-20');
    close('close-month', '2026-11-20');
    const [first, second] = closings;
    expect(first).toMatchObject({number: 1, previous: null, zs: 1, firstZ: 1, lastZ: 1});
    expect(second).toMatchObject({number: 2, zs: 0, firstZ: null, tenders: [], perpetual: first?.perpetual});
    expect(second?.previous).toEqual({number: 1, line: '2'.padStart(64, '0')});
    expect(state.ledger.books.closings.map(({date}) => date)).toEqual(['2026-11-20', '2026-11-20']);
  });

  it('has a Z in the month in which its period began, and of a year that is closed no months', () => {
    const {state, add, close} = journal('2025-11-30', '2026-01-02');
    const sold = {currency: 'KES', minor: 100, person: 'Amina'} as const;
    const late = zOf(3, '2025-12-01', sold);
    add(event(3, 'z-reported', {report: {...late, openedAt: noon('2025-11-30')}}));
    add(event(4, 'z-reported', {report: {...late, number: 4, openedAt: null}}));
    const zs = () => Object.entries(state.ledger.books.months).map(([month, sums]) => [month, sums.zs]);
    expect(zs()).toEqual([
      ['2025-11', 2],
      ['2026-01', 1],
      ['2025-12', 1],
    ]);
    expect([close('close-month', '2026-11-20'), close('close-month', '2026-11-20')]).toEqual(['2025-11', '2025-12']);
    expect(zs()).toHaveLength(3);
    expect(close('close-year', '2026-11-20')).toBe('2025');
    expect(zs()).toEqual([['2026-01', 1]]);
  });

  it('is found where it does not add up to its Zs, or does not follow the one before it', () => {
    const {close, closings, state} = journal('2026-09-30');
    const {books} = state.ledger;
    close('close-month', '2026-11-20');
    const [made] = closings;
    if (made === undefined) throw new Error('nothing was closed');
    expect(checkClosing(made, books)).toEqual({name: 'M-2026-09', addsUp: true, follows: true});
    const [tender] = made.tenders;
    const forged = tender && {...made, tenders: [{...tender, total: {...tender.total, minor: tender.total.minor - 1}}]};
    expect(checkClosing(forged ?? made, books)).toMatchObject({addsUp: false});
    expect(checkClosing({...made, taxes: []}, books)).toMatchObject({addsUp: false});
    const owed = {currency: 'KES', before: 0, sold: 1, returned: 0, paid: 0, after: 1, count: 1} as const;
    expect(checkClosing({...made, accounts: [owed]}, books)).toMatchObject({addsUp: false});
    const {tickets: _, groups: __, taxes: ___, ...partly} = made;
    expect(checkClosing(partly, books)).toMatchObject({addsUp: false});
    const after = state.ledger.books;
    close('close-month', '2026-11-20');
    const second = closings[1] ?? made;
    const elsewhere = {...second, previous: second.previous && {...second.previous, line: '9'}};
    expect([second, elsewhere].map(each => checkClosing(each, after).follows)).toEqual([true, false]);
    expect(checkClosing({...made, number: 2}, books)).toMatchObject({follows: false});
    expect(checkClosing({...made, perpetual: []}, books)).toMatchObject({addsUp: false});
    expect(checkClosing(made, state.ledger.books)).toMatchObject({follows: false});
  });

  it('has each Z in exactly one month and one year, whenever it was made, and adds up to them', () => {
    const day = fc.integer({min: 0, max: 700}).map(count => {
      return Temporal.PlainDate.from('2024-11-15').add({days: count}).toString();
    });
    const sold = fc.record({
      currency: fc.constantFrom('KES' as const, 'XOF' as const),
      minor: fc.integer({min: 2, max: 9000}),
      person: fc.constantFrom('Amina', 'Joseph'),
    });
    const step = fc.oneof(fc.record({day, sold}), fc.constant('month' as const), fc.constant('year' as const));
    forAll({numRuns: 60}, fc.array(step, {maxLength: 40}), steps => {
      const {state, closings, z, close} = journal();
      const zs: Report[] = [];
      for (const each of steps) {
        if (typeof each === 'string') close(`close-${each}`, '2026-11-20');
        else {
          zs.push(zOf(state.ledger.z + 1, each.day, each.sold));
          z(each.day, each.sold);
        }
      }
      while (close('close-month', '2027-01-01').length === 7);
      while (close('close-year', '2027-01-01').length === 4);
      const all = sumOf(zs.map(sumsOfZ));
      for (const kind of ['month', 'year'] as const) {
        const own = closings.filter(closing => closing.kind === kind);
        expect(sumOf(own.map(({zs: count, ...rest}) => ({...sumOf([{zs: count, ...rest}])})))).toEqual(all);
        expect(own.map(({of}) => of)).toEqual([...new Set(own.map(({of}) => of))].sort());
      }
      for (const sums of [all, ...closings])
        for (const {before, taken, paid, open} of sums.tickets ?? []) {
          expect(open).toBe(before + taken - paid);
          expect(sums.groups?.reduce((sum, {total}) => sum + total.minor, 0)).toBe(paid);
          expect(sums.taxes?.reduce((sum, {net, tax}) => sum + net.minor + tax.minor, 0)).toBe(paid);
        }
      const names = Object.keys(all);
      for (const year of closings.filter(({kind}) => kind === 'year')) {
        const months = closings.filter(({kind, of}) => kind === 'month' && of.startsWith(year.of));
        const [told, sum] = [year, sumOf(months)].map(each =>
          Object.fromEntries(Object.entries(each).filter(([name]) => names.includes(name))),
        );
        expect(told).toEqual(sum);
      }
      expect(closings.map(({number}) => number)).toEqual(closings.map((_, at) => at + 1));
    });
  });
});
