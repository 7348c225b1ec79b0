import {describe, expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {
  type LearnedLayout,
  layoutAs,
  learnedLayouts,
  mayBeGiven,
  takenOver,
} from '../../../src/core/reconcile/records/layouts.js';
import {
  carriedTo,
  evolveRecords,
  importNamed,
  noRecords,
  type ReconciliationRecords,
  replaceable,
} from '../../../src/core/reconcile/records/records.js';

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T18:00:00.000Z`;

function eventOf(type: string, data: object, day = 20): StoredEvent {
  return {seq: day, v: 1, at: at(day), till: 'T7K', person: 'Amina', type, data, hash: '0'.repeat(64)} as StoredEvent;
}

const imported = (sha: string, more: object = {}, day = 20) =>
  eventOf(
    'source-imported',
    {
      kind: 'provider',
      name: `${sha}.csv`,
      sha256: sha.repeat(64),
      rows: 2,
      interval: null,
      headingPrint: null,
      mapping: null,
      ...more,
    },
    day,
  );
const reconciled = (to: string, keys: readonly string[]) =>
  eventOf('reconciled', {from: to, to, asOf: 0, open: keys.map(key => ({key, firstSeen: to}))});
const acceptedOf = (key: string, note: string, day = 20) =>
  eventOf('discrepancy-accepted', {key, code: 'MISSING_LOCALLY', reference: 'R', note}, day);
const fold = (...events: readonly StoredEvent[]): ReconciliationRecords => events.reduce(evolveRecords, noRecords);

describe('what reconciliations leave behind', () => {
  it('has a file once, as it was read last, with who read it and when', () => {
    const {imports} = fold(imported('a'), imported('b'), imported('a', {rows: 3}, 21), imported('a', {kind: 'bank'}));
    expect(imports.map(({sha256, kind, rows}) => [sha256[0], kind, rows])).toEqual([
      ['b', 'provider', 2],
      ['a', 'provider', 3],
      ['a', 'bank', 2],
    ]);
    expect(imports[1]).toMatchObject({person: 'Amina', at: Date.parse(at(21))});
  });

  it('has the last word about a difference', () => {
    const {accepted} = fold(
      acceptedOf('A:1', 'told'),
      acceptedOf('B:1', 'seen'),
      acceptedOf('A:1', 'seen in writing', 21),
    );
    expect(accepted).toEqual([
      {key: 'B:1', who: 'Amina', note: 'seen', when: at(20)},
      {key: 'A:1', who: 'Amina', note: 'seen in writing', when: at(21)},
    ]);
  });

  it('carries what the nearest earlier day left, whatever the order in which days were reconciled', () => {
    const kept = fold(
      reconciled('2026-11-20', ['B:1']),
      reconciled('2026-11-18', ['A:1']),
      reconciled('2026-11-20', ['C:1']),
    );
    expect(carriedTo(kept, '2026-11-18')).toEqual([]);
    expect(carriedTo(kept, '2026-11-20')).toEqual([{key: 'A:1', firstSeen: '2026-11-18'}]);
    expect(carriedTo(kept, '2026-11-25')).toEqual([{key: 'C:1', firstSeen: '2026-11-20'}]);
  });

  it('does not grow for ever', () => {
    const days = Array.from({length: 30}, (_, day) =>
      reconciled(`2026-11-${String(day + 1).padStart(2, '0')}`, ['A:1']),
    );
    const files = Array.from({length: 450}, (_, number) => imported('a', {sha256: String(number).padStart(64, '0')}));
    const kept = fold(...days, ...files);
    expect(kept.left.map(({to}) => to)).toEqual(Array.from({length: 10}, (_, day) => `2026-11-${day + 21}`));
    expect(kept.imports).toHaveLength(400);
    expect(kept.imports.at(-1)?.sha256).toMatch(/449$/);
  });

  it('remembers payments made of rows by whole days, the newest ones, and up to when some are forgotten', () => {
    const received = (number: number, businessDate: string) =>
      eventOf('requested', {
        method: 'mobile-money',
        reference: `R${number}`,
        businessDate,
        received: {row: `MISSING_LOCALLY:Q${number}:KES5.00`, providerReference: `Q${number}`},
      });
    const days = ['2026-11-18', '2026-11-16', '2026-11-17'];
    const before = fold(...Array.from({length: 6}, (_, number) => received(number, days[number % 3] ?? '')));
    const full = {...before, made: Array.from({length: 20_000}, (_, at) => before.made[at % 6] ?? before.made[0])};
    expect(before.forgottenTo).toBeNull();
    const after = evolveRecords(full as ReconciliationRecords, received(7, '2026-11-19'));
    expect(after.forgottenTo).toBe('2026-11-16');
    expect(new Set(after.made.map(({on}) => on))).toEqual(new Set(['2026-11-17', '2026-11-18', '2026-11-19']));
    expect(after.made.length).toBeGreaterThan(13_000);
  });

  it('knows up to when matches are forgotten whose rows no other list has', () => {
    const match = (number: number, day: number) =>
      eventOf('match-confirmed', {key: `MISSING_LOCALLY:Q${number}:KES5.00`, reference: `R${number}`}, day);
    const full = Array.from({length: 5000}, (_, number) => match(number, 18));
    expect(fold(...full).forgottenTo).toBeNull();
    expect(fold(...full, match(5000, 20)).forgottenTo).toBe('2026-11-18');
  });

  it('is not touched by other events', () => {
    const kept = fold(reconciled('2026-11-20', ['A:1']));
    expect(evolveRecords(kept, eventOf('sent', {reference: 'R'}))).toBe(kept);
  });
});

describe('a file that a person names', () => {
  const kept = fold(
    imported('a'),
    imported('b'),
    imported('c', {name: 'twice.csv'}),
    imported('d', {name: 'twice.csv'}),
  );

  it.each([
    ['a.csv', 'a'],
    ['bbbbbb', 'b'],
    ['BBBBBBB', 'b'],
    ['c'.repeat(64), 'c'],
  ])('is found by its name or the beginning of its hash: %s', (typed, sha) =>
    expect(importNamed(kept, typed).sha256).toBe(sha.repeat(64)),
  );

  it.each([
    ['twice.csv', 'file-ambiguous'],
    ['bbbbb', 'file-not-imported'],
    ['bbbbbbx', 'file-not-imported'],
    ['A.csv', 'file-not-imported'],
    ['', 'file-not-imported'],
  ])('is refused otherwise: %j', (typed, code) =>
    expect(() => importNamed(kept, typed)).toThrow(expect.objectContaining({code})),
  );

  it('may replace those of its kind, headings and days with other bytes', () => {
    const interval = {from: '2026-11-01', to: '2026-11-30'};
    const about = {headingPrint: '1'.repeat(64), interval};
    const others = [
      {...about, kind: 'bank'},
      {...about, headingPrint: '2'.repeat(64)},
      {...about, interval: {...interval, from: '2026-11-02'}},
      {...about, interval: {...interval, to: '2026-11-29'}},
      {...about, interval: null},
    ].map((more, at) => imported(String(at), more));
    const told = imported('b', {...about, interval: null, told: interval});
    const records = fold(imported('a', about), told, ...others);
    const file = {kind: 'provider', sha256: 'b'.repeat(64), interval, headingPrint: about.headingPrint} as const;
    expect(replaceable(records, {...file, sha256: 'f'.repeat(64)}).map(({name}) => name)).toEqual(['a.csv', 'b.csv']);
    expect(replaceable(records, file).map(({name}) => name)).toEqual(['a.csv']);
    expect(replaceable(records, {...file, interval: null})).toEqual([]);
  });

  it('passes what it replaced to the file of its kind that takes its place', () => {
    const by = 'b'.repeat(64);
    const withdrawn = (sha: string, next: string) =>
      eventOf('source-withdrawn', {kind: 'provider', name: `${sha}.csv`, sha256: sha.repeat(64), by: next});
    const all = [imported('a'), imported('b'), imported('b', {kind: 'bank'}), imported('c')];
    const records = fold(...all, withdrawn('a', by), withdrawn('b', 'c'.repeat(64)));
    expect(records.imports.map(({kind, name, replaces}) => [kind, name, replaces])).toEqual([
      ['bank', 'b.csv', undefined],
      ['provider', 'c.csv', ['a.csv', 'b.csv']],
    ]);
    expect(fold(...all, withdrawn('c', by), imported('b')).imports.at(-1)).toMatchObject({replaces: ['c.csv']});
  });
});

describe('the layouts that a till knows', () => {
  const mapping = {columns: {amount: 'Betrag'}, decimalMark: null, dateOrder: null, currency: 'KES'} as const;
  const print = (digit: number) => String(digit).repeat(64);
  const layout = (digit: number, more: object = {}) => ({
    kind: 'bank',
    name: `${digit}.csv`,
    headingPrint: print(digit),
    mapping,
    ...more,
  });
  const keptAs = (given: object, day = 20) => eventOf('layout-kept', given, day);
  const named = (layouts: readonly {readonly name: string}[]) => layouts.map(({name}) => name);
  const full = {...mapping, encoding: 'utf-8', separator: ',', said: ['status'], dateShape: '99.99.99'};

  it('are the latest of each kind and headings, of files and of other tills, without what each file shows', () => {
    const records = fold(
      ...[keptAs(layout(1), 20), keptAs(layout(2), 22), keptAs(layout(1, {name: 'later.csv'}), 21)],
      keptAs(layout(1, {kind: 'provider'}), 19),
      imported('a', {headingPrint: print(2), mapping: full, kind: 'bank'}, 23),
      imported('b', {headingPrint: print(1), mapping: full, kind: 'bank'}, 18),
      imported('c', {headingPrint: null, mapping: full}, 24),
      imported('d', {headingPrint: print(4), mapping: null}, 24),
      imported('e', {headingPrint: print(5), mapping: {...full, decimalMark: '*'}}, 24),
    );
    expect(named(records.layouts)).toEqual(['2.csv', 'later.csv', '1.csv']);
    const learned = learnedLayouts(records);
    expect(named(learned)).toEqual(['a.csv', 'later.csv', '1.csv']);
    expect(learned[0]?.mapping).toEqual({...mapping, said: ['status'], dateShape: '99.99.99'});
    expect(learned[1]?.mapping).toEqual(mapping);
  });

  it('are so many', () => {
    const many = Array.from({length: 401}, (_, at) => keptAs(layout(1, {headingPrint: String(at).padStart(64, '0')})));
    expect(fold(...many).layouts).toHaveLength(400);
  });

  it('are new, the same or others for the till that takes them over', () => {
    const known = [layout(1), layout(2, {mapping: full})] as unknown as readonly LearnedLayout[];
    const columns = {status: 'Lage', amount: 'Betrag'};
    const others = [
      layout(1),
      layout(1, {kind: 'provider'}),
      layout(3),
      layout(2, {mapping: {...mapping, dateShape: '99.99.99', said: ['status']}}),
      ...[
        {columns},
        {decimalMark: ','},
        {dateOrder: 'day-first'},
        {currency: 'USD'},
        {said: ['tax']},
        {dateShape: '9'},
      ].map(more => layout(1, {mapping: {...mapping, ...more}})),
    ] as unknown as readonly LearnedLayout[];
    const {added, same, replaced} = takenOver(known, others);
    expect([added, same, replaced].map(({length}) => length)).toEqual([2, 2, 6]);
    expect(named(added)).toEqual(['1.csv', '3.csv']);
    const turned = (first: boolean) =>
      ({
        ...layout(7, {
          mapping: {
            ...mapping,
            columns: Object.fromEntries(first ? Object.entries(columns) : Object.entries(columns).toReversed()),
            said: first ? ['tax', 'status'] : ['status', 'tax'],
          },
        }),
      }) as unknown as LearnedLayout;
    expect(layoutAs([turned(true)], turned(false))).toBe('the same');
  });

  it('may be given to another till unless they name an account', () => {
    const of = (columns: object) => ({mapping: {...mapping, columns}}) as unknown as LearnedLayout;
    expect(mayBeGiven(of({amount: 'Betrag'}))).toBe(true);
    expect(mayBeGiven(of({amount: 'Betrag', account: '77'}))).toBe(false);
  });
});

describe('what a person decided', () => {
  it('is withdrawn by its key, and rules by their text', () => {
    const rule = (text: string, more: object = {}) => eventOf('rule-added', {text, account: '701', ...more});
    const records = fold(
      ...[acceptedOf('A:1', 'told'), acceptedOf('B:1', 'seen'), eventOf('acceptance-withdrawn', {key: 'A:1'})],
      ...[rule('INTEREST', {learned: 3}), rule('RENT'), rule('RENT', {tolerance: '1.00'}), rule('FEE')],
      eventOf('rule-removed', {text: 'FEE'}),
    );
    expect(records.accepted.map(({key}) => key)).toEqual(['B:1']);
    const rules = [
      {text: 'INTEREST', learned: 3, tolerance: null},
      {text: 'RENT', tolerance: '1.00'},
    ];
    expect(records.rules).toMatchObject(rules);
    expect(records.rules[1]).not.toHaveProperty('learned');
    const many = fold(...Array.from({length: 401}, (_, at) => rule(`R${at}`)));
    expect([many.rules.length, many.rules.at(-1)?.text]).toEqual([400, 'R400']);
  });

  it('is kept apart where it was accepted together with another again', () => {
    const together = (key: string, first: string) =>
      eventOf('discrepancy-accepted', {
        key,
        code: 'MISSING_LOCALLY',
        reference: 'R',
        note: 'x',
        text: 'T',
        together: {first, lines: 2},
      });
    const firsts = (...events: readonly StoredEvent[]) =>
      fold(...events).accepted.map(({key, together: of}) => [key, of?.first]);
    const [first, second] = [together('A:1', 'A:1'), together('B:1', 'A:1')];
    expect(firsts(first, second)).toEqual([
      ['A:1', 'A:1'],
      ['B:1', 'A:1'],
    ]);
    expect(firsts(first, second, together('C:1', 'C:1'))).toContainEqual(['B:1', 'A:1']);
    expect(firsts(first, second, together('A:1', 'A:1'))).toEqual([
      ['B:1', undefined],
      ['A:1', 'A:1'],
    ]);
    expect(fold(first).accepted).toMatchObject([{text: 'T'}]);
    expect(fold(acceptedOf('A:1', 'x')).accepted[0]).not.toHaveProperty('text');
  });

  it('makes a match of a row that became a payment, and none of what a person recorded by hand', () => {
    const requested = (more: object) =>
      eventOf('requested', {method: 'mobile-money', reference: 'R1', businessDate: '2026-11-20', ...more});
    const row = 'MISSING_LOCALLY:Q1:KES5.00';
    const received = {received: {row, providerReference: 'Q1'}};
    expect(fold(requested(received))).toMatchObject({
      made: [{row, on: '2026-11-20', payment: 'R1'}],
      matches: [{key: row, reference: 'R1'}],
    });
    expect(fold(requested({}))).toMatchObject({made: [], matches: []});
    expect(fold(requested({...received, method: 'cash'})).made).toEqual([]);
    const charge = {method: 'subscription', transactionReference: 'C1', amount: {currency: 'KES', minor: 500}};
    expect(fold(requested({...charge, charge: {chargedAt: '2026-11-18T10:00:00'}}))).toMatchObject({
      made: [{charge: 'C1', on: '2026-11-18'}],
      matches: [],
    });
    expect(fold(requested(charge)).made).toMatchObject([{on: '2026-11-20'}]);
  });
});
