import {describe, expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {
  carriedTo,
  evolveRecords,
  noRecords,
  type ReconciliationRecords,
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
        ...{method: 'mobile-money', reference: `R${number}`, businessDate},
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
