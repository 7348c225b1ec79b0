import {describe, expect, it} from 'vitest';
import {everyLine} from '../../../src/core/reconcile/result/reconcile.js';
import {plainAmount} from '../../../src/core/reconcile/rows/amount.js';
import type {Inputs} from '../../../src/core/reconcile/rows/inputs.js';
import type {LocalPayment} from '../../../src/core/reconcile/rows/local.js';
import {widthOf} from '../../../src/core/text/width.js';
import {reconciliationText} from '../../../src/views/reconcile/reconciliation-text.js';
import {
  bankFile,
  bytesOf,
  day,
  inputs,
  lineOf,
  open,
  payment,
  payoutFile,
  providerFile,
  reconciled,
  referenceOf,
  row,
  termsOf,
  told,
  unexplained,
} from './samples.js';

describe('files that overlap', () => {
  const first = providerFile([row(1, {status: 'Initialized', fee: null}), row(2)], {name: 'a.csv', sha256: '0a'});
  const second = providerFile([row(1, {line: 9}), row(3, {line: 10})], {name: 'b.csv', sha256: '0b'});
  const payments = [payment(1), payment(2), payment(3)];

  it('count a row twice where neither has the name that its file gives others, and its time is another', () => {
    const at = (hour: string) => row(2, {at: `2026-11-20T${hour}:00:00Z`});
    const named = (number: number) => row(number, {serviceReference: `S${number}`});
    const files = (hour: string) => [
      providerFile([named(1), at('09')], {name: 'a.csv', sha256: '0a'}),
      providerFile([named(3), at(hour)], {name: 'b.csv', sha256: '0b'}),
    ];
    expect(told(reconciled({payments, providerFiles: files('09')}))).toEqual([]);
    expect(told(reconciled({payments, providerFiles: files('12')})).join()).toContain('DUPLICATE_SAME_REF');
  });

  it('count a row once, with the later of its words, and say how many rows repeat', () => {
    const result = reconciled({payments, providerFiles: [first, second]});
    expect(told(result)).toEqual([]);
    expect(result.coverage.provider.map(({name, rows, repeated}) => [name, rows, repeated])).toEqual([
      ['a.csv', 2, 0],
      ['b.csv', 2, 1],
    ]);
    expect(everyLine(result).at(0)?.rows).toEqual([
      {kind: 'provider', file: 'a.csv', line: 2},
      {kind: 'provider', file: 'b.csv', line: 9},
    ]);
  });

  it('add nothing when one of them is given again, under whatever name', () => {
    const once = reconciled({payments, providerFiles: [first, second]});
    const again = reconciled({payments, providerFiles: [second, {...first, name: 'copy of a.csv'}, second, first]});
    expect(bytesOf(again)).toBe(bytesOf(once));
  });

  it('are two payments where the provider numbers them as two', () => {
    const one = providerFile([row(1, {serviceReference: 'S1'})], {sha256: '0a'});
    const other = providerFile([row(1, {serviceReference: 'S2'})], {sha256: '0b'});
    const result = reconciled({payments: [payment(1)], providerFiles: [one, other]});
    expect(told(result)).toEqual(['DUPLICATE_SAME_REF listed-again KES 200.00']);
  });

  it('are a list of transactions and the settlement of them', () => {
    const listed = providerFile([row(1, {at: '2026-11-20T09:01:30Z'})], {sha256: '0a'});
    const settled = providerFile([row(1, {at: '2026-11-22', status: '', net: '199.50', payout: 'P1'})], {sha256: '0b'});
    expect(told(reconciled({payments: [payment(1)], providerFiles: [settled, listed]}))).toEqual([]);
  });
});

it('takes of two copies of a journal what the fuller one knows, in whatever order they come', () => {
  const copies = [payment(1), payment(1, open)];
  const files = [providerFile([row(1)])];
  expect(told(reconciled({payments: copies, providerFiles: files}))).toEqual([]);
  expect(told(reconciled({payments: copies.toReversed(), providerFiles: files}))).toEqual([]);
});

describe('suggestions', () => {
  const near = {requestedAt: Date.parse('2026-11-20T09:00:00Z'), digits: '254712345678'};
  const loose = (more: Parameters<typeof row>[1]) =>
    row(50, {reference: 'MPESA-1', phone: '0712345678', at: '2026-11-20T09:10:00Z', ...more});
  const guess = (more: Parameters<typeof row>[1], ...others: ReturnType<typeof payment>[]) =>
    reconciled({payments: [payment(1, near), ...others], providerFiles: [providerFile([loose(more)])]});

  it('are made by telephone, amount and time, and never carried out', () => {
    const result = guess({});
    expect(result.suggestions).toEqual([
      {
        key: 'MISSING_LOCALLY:MPESA-1:KES200.00',
        fitting: 1,
        candidates: [
          {
            reference: referenceOf(1),
            till: 'T7K',
            basis: ['phone', 'time'],
            key: `MISSING_AT_PROVIDER:${referenceOf(1)}:KES-200.00`,
          },
        ],
      },
    ]);
    expect([...result.lines].map(({code, status}) => [code, status])).toEqual([
      ['MISSING_AT_PROVIDER', 'suggested'],
      ['MISSING_LOCALLY', 'suggested'],
    ]);
    expect(result.totals.remaining).toBe(2);
    expect(unexplained(result)).toEqual(['a KES 0.00']);
  });

  it.each([
    ['the amount is another', {amount: '200.01'}],
    ['the telephone is another', {phone: '0712345679'}],
    ['it is eleven minutes later', {at: '2026-11-20T09:11:00Z'}],
    ['nothing but the amount is known', {phone: null, at: null}],
    ['the date is two days off', {at: '2026-11-22 09:00:00'}],
  ])('are not made when %s', (_, more) => expect(guess(more).suggestions).toEqual([]));

  it('know a time of an unknown zone to a day alone', () =>
    expect(guess({at: '2026-11-21 01:00:00'}).suggestions[0]?.candidates[0]?.basis).toEqual(['phone', 'day']));

  it.each([
    ['the shop', '2026-11-20 12:08:00', '0712345678', ['phone', 'time']],
    ['the shop, without a telephone', '2026-11-20 12:08:00', null, ['time']],
    ['the world', '2026-11-20 09:08:00', null, ['time']],
    ['nobody', '2026-11-20 10:08:00', null, undefined],
    ['nobody, with the telephone', '2026-11-20 10:08:00', '0712345678', ['phone', 'day']],
  ])('take a time without a zone by the clock of %s', (_, at, phone, basis) =>
    expect(guess({at, phone}).suggestions[0]?.candidates[0]?.basis).toEqual(basis),
  );

  it('take the zone of the provider where it is known, and no other', () => {
    const known = {settings: {...inputs({}).settings, providerZone: 'UTC'}};
    for (const phone of [null, '0712345678']) {
      const files = [providerFile([loose({at: '2026-11-20 12:08:00', phone})])];
      expect(reconciled({...known, payments: [payment(1, near)], providerFiles: files}).suggestions).toEqual([]);
    }
  });

  it('list every payment that fits', () => {
    const result = guess({}, payment(2, {...near, ...open}), payment(3, {...near, method: 'card', digits: ''}));
    expect(result.suggestions[0]?.candidates.map(({reference}) => reference)).toEqual(
      [1, 2, 3].map(n => referenceOf(n)),
    );
  });
});

describe('what was known before', () => {
  const missing = {payments: [payment(1)], providerFiles: [providerFile([])]};
  const key = `MISSING_AT_PROVIDER:${referenceOf(1)}:KES-200.00`;
  const acceptance = {key, who: 'Amina', note: 'paid by hand', when: '2026-11-21T05:00:00Z'};

  it('is accepted by a named person, for that amount alone', () => {
    const result = reconciled({...missing, accepted: [acceptance]});
    expect(lineOf(result, 'MISSING_AT_PROVIDER')).toMatchObject({status: 'accepted', acceptance});
    expect(result.totals.remaining).toBe(0);
    const other = reconciled({...missing, accepted: [{...acceptance, key: key.replace('200', '100')}]});
    expect(lineOf(other, 'MISSING_AT_PROVIDER').status).toBe('exception');
  });

  it('ages from the first time in whole days', () => {
    const at = (asOf: string, firstSeen: string) =>
      lineOf(reconciled({...missing, asOf: Date.parse(asOf), carried: [{key, firstSeen}]}), 'MISSING_AT_PROVIDER');
    expect(at('2026-11-20T20:59:59Z', '2026-11-20')).toMatchObject({
      age: 0,
      status: 'carried',
      firstSeen: '2026-11-20',
    });
    expect(at('2026-11-20T21:00:00Z', '2026-11-20').age).toBe(1);
    expect(at('2026-11-23T06:00:00Z', '2026-11-18').age).toBe(5);
    expect(at('2026-11-01T06:00:00Z', '2026-11-20').age).toBe(0);
  });

  const nextDay = {days: {from: '2026-11-21', to: '2026-11-21'}, asOf: Date.parse('2026-11-22T06:00:00Z')};
  it('is cleared by the row that comes the day after', () => {
    const late = `TIMING:${referenceOf(1)}:KES-200.00`;
    const carried = [{key: late, firstSeen: day}];
    const files = [providerFile([row(1)], {interval: nextDay.days})];
    const result = reconciled({...nextDay, payments: [payment(1)], providerFiles: files, carried});
    expect(result.cleared).toEqual(carried);
    expect(told(result)).toEqual(['TIMING in-another-window']);
    expect(termsOf(result, 'a')).toEqual({'sold-on-other-days': '200.00', 'provider-gross': '200.00'});
  });

  it('stays open where nothing that is loaded speaks of it', () => {
    const carried = [
      {key, firstSeen: day},
      {key: 'MISSING_LOCALLY:INV-7:USD12.50', firstSeen: '2026-11-19'},
    ];
    const result = reconciled({...nextDay, carried, payments: [payment(1)]});
    expect([...result.lines].map(({code, reason, age, status}) => [code, reason, age, status])).toEqual([
      ['MISSING_AT_PROVIDER', 'not-in-these-sources', 2, 'carried'],
      ['MISSING_LOCALLY', 'not-in-these-sources', 3, 'carried'],
    ]);
    expect(lineOf(result, 'MISSING_LOCALLY').delta).toEqual({currency: 'USD', value: {digits: 125n, scale: 1}});
    expect(result.totals.remaining).toBe(2);
  });

  it('weighs no more on the next day than it did', () => {
    const absent = `MISSING_AT_PROVIDER:${referenceOf(1)}`;
    const carried = [absent, 'MISSING_LOCALLY:INV-7'].map(each => ({key: each, firstSeen: day}));
    const weights = (more: Partial<LocalPayment>) =>
      Array.from(reconciled({...nextDay, carried, payments: [payment(1, more)]}).lines, ({severity}) => severity);
    expect(weights(open)).toEqual(['info', 'low']);
    expect(weights({...open, status: 'disputed'})).toEqual(['high', 'low']);
    expect(reconciled({...nextDay, carried: carried.slice(0, 1), payments: [payment(1, open)]}).totals.remaining).toBe(
      0,
    );
  });

  it('is of no payment where it was of many', () => {
    const carried = [{key: 'FEE_MISMATCH:fees/KES:KES10.87', firstSeen: day}];
    const result = reconciled({...nextDay, carried, payments: [payment(1)]});
    expect(lineOf(result, 'FEE_MISMATCH')).toMatchObject({reference: '', status: 'carried'});
  });

  it('is looked for when the next window did not bring it in three days', () => {
    const carried = [{key: `TIMING:${referenceOf(1)}:KES-200.00`, firstSeen: day}];
    const at = (asOf: string) => reconciled({...nextDay, carried, payments: [payment(1)], asOf: Date.parse(asOf)});
    expect(lineOf(at('2026-11-23T06:00:00Z'), 'TIMING')).toMatchObject({age: 3, status: 'carried'});
    expect(lineOf(at('2026-11-24T06:00:00Z'), 'TIMING')).toMatchObject({age: 4, status: 'exception'});
    expect(at('2026-11-24T06:00:00Z').totals.remaining).toBe(1);
  });

  const paidOut = {payoutFiles: [payoutFile([{payout: 'P1'}])]};
  const banked = {bankFiles: [bankFile([{entry: 'E7', narration: 'TRANSFER'}])]};
  const provided = {providerFiles: [providerFile([row(1)])]};
  const sold = {payments: [payment(1)], ...provided};
  const waiting = providerFile([], {interval: {from: '2026-11-19', to: '2026-11-19'}});
  const ofNextDay = {providerFiles: [providerFile([row(1)], {interval: nextDay.days})]};
  it.each<[string, Partial<Inputs>, boolean]>([
    [`UNSETTLED:${referenceOf(1)}:KES-199.50`, {...sold, ...paidOut}, true],
    [`UNSETTLED:${referenceOf(1)}:KES-199.50`, sold, false],
    [`UNSETTLED:${referenceOf(2)}:KES-199.50`, {...sold, ...paidOut}, false],
    ['PAYOUT_MISMATCH:P1:KES5.00', {...provided, ...paidOut}, true],
    ['PAYOUT_MISMATCH:P1:KES5.00', paidOut, false],
    ['PAYOUT_MISMATCH:P2:KES5.00', {...provided, ...paidOut}, false],
    ['BANK_MISSING:P1:KES-5.00', {...banked, ...paidOut}, true],
    ['BANK_MISSING:P1:KES-5.00', paidOut, false],
    ['BANK_MISSING:P1:KES-5.00', banked, false],
    ['BANK_MISSING:P1/E7/2026-11-20', {...banked, ...paidOut}, true],
    ['TIMING:P1:KES-5.00', {...banked, ...paidOut}, true],
    ['TIMING:P1:KES-5.00', paidOut, false],
    ['BANK_EXTRA:E7/2026-11-24:KES5.00', {...banked, ...paidOut}, true],
    ['BANK_EXTRA:E7/2026-11-24:KES5.00', banked, false],
    ['BANK_EXTRA:E8/2026-11-24:KES5.00', {...banked, ...paidOut}, false],
    ['UNKNOWN_STATUS:P1', paidOut, true],
    ['UNKNOWN_STATUS:E7/2026-11-24', banked, true],
    ['UNKNOWN_STATUS:P2', {...banked, ...paidOut}, false],
    ['NOT_COMPARED:bank', {}, true],
    ['SEQUENCE_GAP:T7K/812', {chains: [{till: 'T7K', state: 'whole', seq: null}]}, true],
    ['SEQUENCE_GAP:T7K/812', {chains: [{till: 'T8M', state: 'whole', seq: null}]}, false],
    ['CHAIN_BROKEN:T7K/812', {chains: [{till: 'T7K', state: 'whole', seq: null}]}, true],
    ['CHAIN_BROKEN:T7K/812', {chains: ['T8M', 'T7K'].map(till => ({till, state: 'whole', seq: null}))}, true],
    ['CLOCK_SKEW:T7K', {}, true],
    ['CLOCK_SKEW:T8M', {}, false],
    ['TIME_DIFFERS:T7K', {}, true],
    ['MISSING_LOCALLY:T7K:KES5.00', {}, false],
    [`AMOUNT_OVER:${referenceOf(1)}:KES5.00`, {...sold, providerFiles: [waiting]}, false],
    [`EXPIRED_UNPAID:${referenceOf(1)}`, {payments: [payment(1, {...open, status: 'failed'})]}, true],
    [`EXPIRED_UNPAID:${referenceOf(1)}`, {payments: [payment(1, open)], ...nextDay}, false],
    [`MISSING_AT_PROVIDER:${referenceOf(1)}`, {payments: [payment(1, {...open, status: 'failed'})], ...nextDay}, true],
    [`AMOUNT_OVER:${referenceOf(1)}:KES5.00`, {payments: [payment(1, {...open, status: 'failed'})], ...nextDay}, false],
    [`MISSING_AT_PROVIDER:${referenceOf(1)}`, {...nextDay, payments: [payment(1)], ...ofNextDay}, true],
    [
      `MISSING_AT_PROVIDER:${referenceOf(1)}`,
      {payments: [payment(1, {isLate: true})], providerFiles: [waiting]},
      false,
    ],
    [`AMOUNT_OVER:${referenceOf(1)}:KES5.00`, sold, true],
    [`AMOUNT_OVER:${referenceOf(1)}:KES5.00`, {...provided, payments: [payment(1, open)]}, true],
    [`AMOUNT_OVER:${referenceOf(1)}:KES5.00`, {payments: [payment(1, open)]}, false],
    [
      `AMOUNT_OVER:${referenceOf(1)}:KES5.00`,
      {...provided, ...nextDay, payments: [payment(2), payment(1, open)]},
      false,
    ],
  ])('is over only where what is loaded would show it again: %s (row %#)', (open, given, isOver) => {
    const carried = [{key: open, firstSeen: '2026-11-19'}];
    const result = reconciled({...given, carried});
    expect(result.cleared).toEqual(isOver ? carried : []);
    expect([...result.lines].filter(({reason}) => reason === 'not-in-these-sources')).toHaveLength(isOver ? 0 : 1);
  });

  it('is one line where it is found again', () => {
    const result = reconciled({...missing, carried: [{key, firstSeen: day}]});
    expect(told(result)).toHaveLength(1);
    expect(result.cleared).toEqual([]);
  });

  it('keeps the words of its entry, and its acceptance', () => {
    const [bank, other] = ['BANK_EXTRA:E8/2026-11-24:KES5.00', 'BANK_EXTRA:E9/2026-11-24:KES6.00'];
    const carried = [
      {key: bank, firstSeen: day, text: 'RENT'},
      {key: other, firstSeen: day},
    ];
    const accepted = [{key: bank, who: 'Amina', note: 'of the landlord', when: day}];
    const {lines} = reconciled({...nextDay, carried, accepted});
    expect([...lines].map(({key, facts, status}) => [key, facts, status])).toEqual([
      [bank, {subject: 'E8/2026-11-24', narration: 'RENT'}, 'accepted'],
      [other, {subject: 'E9/2026-11-24'}, 'carried'],
    ]);
  });

  it('is over in the same order whatever the order it was carried in, beside keys that nobody can read', () => {
    const carried = ['NOT_COMPARED:a', 'NOT_COMPARED:b', 'NOT_COMPARED:c', 'of a later version'].map(each => ({
      key: each,
      firstSeen: day,
    }));
    const {cleared, lines} = reconciled({carried: carried.toReversed()});
    expect(cleared).toEqual(carried.slice(0, 3));
    expect(lines).toHaveLength(0);
  });

  it('is over once the payment became paid', () => {
    const carried = [{key: `STATUS_LOCAL_OPEN:${referenceOf(1)}:KES200.00`, firstSeen: day}];
    expect(reconciled({...nextDay, carried, payments: [payment(1)]}).cleared).toEqual(carried);
    const still = reconciled({...nextDay, carried, payments: [payment(1, open)]});
    expect(still.cleared).toEqual([]);
    expect(told(still)).toEqual(['STATUS_LOCAL_OPEN not-in-these-sources KES 200.00']);
  });
});

describe('what is told', () => {
  const result = reconciled({
    payments: [payment(1), payment(2), payment(3, {amount: {currency: 'XOF', minor: 1_250_000}}), payment(4)],
    providerFiles: [providerFile([row(1, {amount: '150.00'}), row(2), row(3, {amount: '1250000', currency: 'XOF'})])],
    live: {asked: 3, unanswered: [referenceOf(4)]},
  });

  it('has stable names and decimal texts for programs', () => {
    const json = JSON.parse(bytesOf(result));
    expect(json).toMatchObject({
      schema: 'duka.reconciliation/1',
      from: day,
      to: day,
      asOf: '2026-11-21T06:00:00.000Z',
      totals: {
        byCode: {AMOUNT_UNDER: 1, MISSING_AT_PROVIDER: 1, OK: 2},
        remaining: 2,
        journalPaid: [
          {currency: 'KES', amount: '600.00'},
          {currency: 'XOF', amount: '1250000'},
        ],
      },
      coverage: {live: {asked: 3, unanswered: [referenceOf(4)]}, payouts: [], bank: [], providerZone: null},
    });
    expect(json.lines[1]).toEqual({
      key: `AMOUNT_UNDER:${referenceOf(1)}:KES-50.00`,
      code: 'AMOUNT_UNDER',
      reason: 'amount-differs',
      facts: {status: 'Completed'},
      severity: 'high',
      status: 'exception',
      owner: 'manager',
      reference: referenceOf(1),
      till: 'T7K',
      local: {currency: 'KES', amount: '200.00'},
      provider: {currency: 'KES', amount: '150.00'},
      delta: {currency: 'KES', amount: '-50.00'},
      since: day,
      ageDays: 1,
      firstSeen: null,
      accepted: null,
      rows: [{kind: 'provider', file: 'provider.csv', line: 2}],
    });
    expect(json.equations[0]).toMatchObject({
      id: 'a',
      currency: 'KES',
      total: {name: 'provider-gross', amount: '350.00'},
      unexplained: '0.00',
    });
  });

  it.each(['en', 'fr'] as const)('fits its paper and ends its equations at nothing (%s)', language => {
    for (const width of [32, 48, 80]) {
      const text = [...reconciliationText(result, {language, width})];
      expect(Math.max(...text.map(widthOf))).toBeLessThanOrEqual(width);
      expect(text.join('\n')).not.toMatch(/[{}?]|undefined/);
    }
    const text = [...reconciliationText(result, {language, width: 80})];
    const unexplainedRows = text.filter(line => /^ {2}(Unexplained|Inexpliqué) /.test(line));
    expect(unexplainedRows.map(line => line.trim().split(/ +/).at(-1))).toEqual([
      language === 'en' ? '0.00' : '0,00',
      '0',
    ]);
    expect(text).toContain(`AMOUNT_UNDER · ${language === 'en' ? 'urgent · 1 day' : 'urgent · 1 jour'}`);
  });

  it('says what to do, what it rests on and how the sums come about', () => {
    const text = [...reconciliationText(result, {language: 'en', width: 80})];
    expect(text).toContain('  Here        KES\u00A0200.00');
    expect(text).toContain('  Provider    KES\u00A0150.00');
    expect(text).toContain('  Difference  −KES\u00A050.00');
    expect(text).toContain('  Now         manager: Collect what is missing or refund what is too much.');
    expect(text).toContain('  Paid in the journal   600.00');
    expect(text).toContain('+ Not at the provider  −200.00');
    expect(text).toContain('+ Amount differences    −50.00');
    expect(text).toContain('= Provider’s gross      350.00');
    expect(text).toContain('Provider: provider.csv, no period stated, rows: 3');
    expect(text).toContain('Bank: not loaded');
  });

  it('rests on the payments of its days, on tills and on answers that are named once and in order', () => {
    const elsewhere = [payment(7, {businessDate: '2026-11-19'}), payment(8, {businessDate: '2026-11-21'})];
    const {coverage} = reconciled({
      payments: [payment(5), payment(6, {method: 'cash', record: null}), ...elsewhere],
      tills: {loaded: ['T8M', 'T7K', 'T8M'], missing: ['T9P', 'T5Z', 'T9P']},
      live: {asked: 4, unanswered: [referenceOf(6), referenceOf(5)]},
    });
    expect(coverage.journal).toEqual({tills: ['T7K', 'T8M'], missingTills: ['T5Z', 'T9P'], payments: 2, cash: 1});
    expect(coverage.live).toEqual({asked: 4, unanswered: [referenceOf(5), referenceOf(6)]});
  });

  it('counts what waits and what was accepted beside what is to be looked at', () => {
    const key = (number: number) => `MISSING_AT_PROVIDER:${referenceOf(number)}:KES-200.00`;
    const accepted = [1, 2].map(number => ({
      key: key(number),
      who: 'Amina',
      note: 'lost',
      when: '2026-11-21T05:00:00Z',
    }));
    const {totals} = reconciled({
      payments: [...[1, 2, 3].map(number => payment(number)), payment(4, open)],
      providerFiles: [providerFile([row(4, {status: 'Pending'})])],
      accepted,
    });
    expect(totals).toMatchObject({remaining: 1, setAside: {carried: 1, accepted: 2}});
  });

  it('keeps amounts exact', () => {
    expect(plainAmount({currency: 'KES', value: {digits: -1n, scale: 3}})).toBe('-0.001');
    expect(plainAmount({currency: 'XOF', value: {digits: 1_250_000n, scale: 0}})).toBe('1250000');
  });
});
