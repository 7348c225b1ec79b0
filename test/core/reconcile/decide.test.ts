import {describe, expect, it} from 'vitest';
import type {State} from '../../../src/core/books/state.js';
import type {EventData, StoredEvent} from '../../../src/core/events/event.js';
import {replaceable} from '../../../src/core/reconcile/records/records.js';
import {decideReconcile, type ReconcileCommand} from '../../../src/core/reconcile/result/decide.js';
import {type Reconciliation, reconcile} from '../../../src/core/reconcile/result/reconcile.js';
import {eachOnce} from '../../../src/core/reconcile/rows/local.js';
import {laterOf, type ProviderStanding} from '../../../src/core/reconcile/rows/standing.js';
import {given, stateAfter, typesOf} from '../deciding.js';
import {event as at} from '../payment/payment-samples.js';
import {
  bankFile,
  bytesOf,
  day,
  inputs,
  open as notYet,
  payment,
  payoutFile,
  providerFile,
  reconciled,
  row,
  told,
} from './samples.js';

const source = {
  kind: 'provider',
  name: 'may.csv',
  sha256: 'a'.repeat(64),
  rows: 2,
  interval: null,
  headingPrint: 'h',
  mapping: {columns: {reference: 'Ref', amount: 'Amount'}, decimalMark: '.'},
} as const;
const imported = at(1, 'source-imported', source as never);
const decide = (events: readonly StoredEvent[], command: ReconcileCommand) =>
  typesOf(() => decideReconcile(stateAfter(...events), command, given()));

describe('a file', () => {
  it.each<[string, object, readonly string[]]>([
    ['that was read in this way before adds nothing', {}, []],
    ['under another name adds nothing', {name: 'copy.csv'}, []],
    [
      'whose columns come in another order adds nothing',
      {mapping: {decimalMark: '.', columns: {amount: 'Amount', reference: 'Ref'}}},
      [],
    ],
    [
      'that is understood otherwise is written down',
      {mapping: {...source.mapping, decimalMark: ','}},
      ['source-imported'],
    ],
    ['of other days is written down', {interval: {from: '2026-05-01', to: '2026-05-31'}}, ['source-imported']],
    ['of another kind is written down', {kind: 'bank'}, ['source-imported']],
  ])('%s', (_name, more, decided) =>
    expect(decide([imported], {type: 'import', source: {...source, ...more} as never})).toEqual(decided),
  );

  it('teaches a till the layouts that it does not know, and those alone', () => {
    const mapping = {columns: source.mapping.columns, decimalMark: '.', dateOrder: null, currency: null};
    const layouts = [
      {kind: 'provider', name: 'may', headingPrint: 'h', mapping},
      {kind: 'bank', name: 'bank', headingPrint: 'b', mapping},
    ] as const;
    const known = at(1, 'source-imported', {
      ...source,
      mapping: {...mapping, headingLine: 1, encoding: 'utf-8'},
    } as never);
    expect(decideReconcile(stateAfter(known), {type: 'keep-layouts', layouts} as never, given())).toEqual([
      {type: 'layout-kept', data: layouts[1]},
    ]);
  });

  it('is taken out when it was read in', () => {
    const withdraw = {type: 'withdraw', kind: 'provider', sha256: source.sha256} as const;
    expect([decide([imported], withdraw), decide([], withdraw)]).toEqual([['source-withdrawn'], 'file-not-imported']);
  });
});

describe('a reconciliation', () => {
  const open = reconciled({payments: [payment(1)], providerFiles: [providerFile([])]});

  it('carries what it left open once', () => {
    const first = decideReconcile(stateAfter(), {type: 'carry', result: open}, given());
    expect(first).toMatchObject([{type: 'reconciled', data: {open: [...open.lines].map(({key}) => ({key}))}}]);
    const [event] = first;
    const kept = at(1, 'reconciled', event?.data as never);
    expect(decide([kept], {type: 'carry', result: open})).toEqual([]);
    expect(decide([kept], {type: 'carry', result: {...open, lines: []}})).toEqual(['reconciled']);
  });

  it('leaves to later days what is to be looked at and what waits, but not what was accepted or agrees', () => {
    const accepted = [{key: `MISSING_AT_PROVIDER:${payment(2).reference}:KES-200.00`, who: 'A', note: 'n', when: ''}];
    const result = reconciled({
      payments: [payment(1), payment(2), payment(3), payment(4, notYet)],
      providerFiles: [providerFile([row(3), row(4, {status: 'Pending'}), row(9, {reference: 'Q9'})])],
      carried: [{key: `MISSING_AT_PROVIDER:${payment(1).reference}:KES-200.00`, firstSeen: '2026-11-17'}],
      accepted,
      payoutFiles: [payoutFile([])],
      bankFiles: [bankFile([1, 2].map(at => ({entry: `E${at}`, narration: `SMS FEE ${at}`, bookedOn: day})))],
    });
    const found = decideReconcile(stateAfter(), {type: 'carry', result}, given())[0]?.data as EventData<'reconciled'>;
    const cause = {cause: 'BANK_EXTRA/SMS_FEE/2026-11-20', text: 'SMS FEE'};
    expect(found.open.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual([
      {key: `BANK_EXTRA:E1/${day}:KES199.50`, firstSeen: day, ...cause},
      {key: `BANK_EXTRA:E2/${day}:KES199.50`, firstSeen: day, ...cause},
      {key: `EXPIRED_UNPAID:${payment(4).reference}`, firstSeen: day},
      {key: `MISSING_AT_PROVIDER:${payment(1).reference}:KES-200.00`, firstSeen: '2026-11-17'},
      {key: 'MISSING_LOCALLY:Q9:KES200.00', firstSeen: day, on: day},
    ]);
  });

  it('keeps the payment whose money a row may be, also if later files do not have the row', () => {
    const ours = payment(1, {...notYet, digits: '254712345678'});
    const unasked = row(1, {reference: 'QKX12ABC99', phone: '254712345678'});
    const first = reconciled({payments: [ours], providerFiles: [providerFile([unasked])]});
    const carry = (state: State, result: Reconciliation) =>
      decideReconcile(state, {type: 'carry', result}, given())[0]?.data as EventData<'reconciled'>;
    const its = expect.arrayContaining([expect.objectContaining({candidate: ours.reference})]);
    const {open: carried} = carry(stateAfter(), first);
    expect(carried).toEqual(its);
    const state = stateAfter(at(1, 'reconciled', {from: day, to: day, asOf: 0, open: carried} as never));
    const days = {from: '2026-11-21', to: '2026-11-21'};
    expect(carry(state, reconciled({days, payments: [ours], carried})).open).toEqual(its);
  });

  it('has differences that stay by a name and for a reason', () => {
    const [line] = open.lines;
    if (line === undefined) throw new Error('nothing is open');
    const accept = (person: string, note: string) => decide([], {type: 'accept', lines: [line], said: {person, note}});
    expect([accept('Amina', 'known'), accept(' ', 'known'), accept('Amina', '')]).toEqual([
      ['discrepancy-accepted'],
      'person-missing',
      'reason-missing',
    ]);
  });

  it('has differences that are accepted at once, each by itself, and whose acceptance is withdrawn at once', () => {
    const said = {person: 'Amina', note: 'the fee of the bank'};
    const line = (key: string) => ({key, code: 'BANK_EXTRA' as const, reference: ''});
    const accepting = (state: State, ...keys: readonly string[]) =>
      decideReconcile(state, {type: 'accept', lines: keys.map(line), said}, given());
    const stateOf = (...decided: ReturnType<typeof accepting>) =>
      stateAfter(...decided.map(({type, data}, seq) => at(seq + 1, type, data as never)));
    const left = (state: State, key: string) => {
      const withdrawn = decideReconcile(state, {type: 'unaccept', key, person: 'Amina'}, given());
      return withdrawn.map(each => [each.type, (each.data as {key: string}).key]);
    };
    const batch = accepting(stateAfter(), 'a', 'b', 'a', 'c');
    expect(batch.map(({data}) => data)).toEqual(
      ['a', 'b', 'c'].map(key => ({...line(key), note: said.note, together: {first: 'a', count: 3}})),
    );
    const [one] = accepting(stateAfter(), 'd');
    expect(one?.data).not.toHaveProperty('together');
    const all = stateOf(...batch, ...accepting(stateAfter(), 'd'));
    for (const key of ['a', 'b', 'c'])
      expect(left(all, key)).toEqual(['a', 'b', 'c'].map(its => ['acceptance-withdrawn', its]));
    expect(left(all, 'd')).toEqual([['acceptance-withdrawn', 'd']]);
    expect(() => left(all, 'e')).toThrow('difference-unknown');
    // A later batch that begins with the same difference is another one.
    const later = stateOf(...batch, ...accepting(stateAfter(), 'a', 'd'));
    expect(left(later, 'd')).toEqual(['a', 'd'].map(its => ['acceptance-withdrawn', its]));
    expect(left(later, 'b')).toEqual([['acceptance-withdrawn', 'b']]);
  });
});

describe('of two rows of one reference', () => {
  const words = ['Completed', 'Failed', 'Pending', 'Reversed'] as const;
  const standings = {Completed: 'paid', Failed: 'failed', Pending: 'open', Reversed: 'reversed'} as const;
  const pairs = words.flatMap(a => words.map(b => [a, b] as const));
  const of = (...statuses: readonly string[]) =>
    inputs({
      payments: [payment(1)],
      providerFiles: statuses.map((status, index) =>
        providerFile([row(1, {status})], {name: 'p.csv', sha256: `${'a'.repeat(63)}${index}`}),
      ),
    });

  it.each(pairs)('in two files, %s and %s, the one counts that comes later in a payment’s life', (a, b) => {
    const order: readonly ProviderStanding[] = ['open', 'failed', 'paid', 'reversed'];
    const later = order.indexOf(standings[a]) < order.indexOf(standings[b]) ? b : a;
    expect(laterOf(standings[a], standings[b])).toBe(standings[later]);
    expect(told(reconcile(of(a, b)))).toEqual(told(reconcile(of(later, later))));
  });

  it('in two journals the till’s own counts, before its copy and that before another', () => {
    const [own, copy, third] = ['paid', 'pending', 'failed'].map(status => payment(1, {status: status as never}));
    const other = payment(2);
    if (own === undefined || copy === undefined || third === undefined) throw new Error('there are three');
    expect(eachOnce([[own], [copy, other]]).toSorted((a, b) => (a.reference < b.reference ? -1 : 1))).toEqual([
      own,
      other,
    ]);
    expect(eachOnce([[], [copy], [third]])).toEqual([copy]);
    // By its code the reference is of another till than the first journal's.
    const minted = {...own, till: own.reference.slice(0, -12)};
    const foreign = {...own, till: 'B2', status: 'failed' as const};
    expect(eachOnce([[foreign], [minted]])).toEqual([minted]);
    expect(eachOnce([[minted], [foreign]])).toEqual([minted]);
    expect(eachOnce([])).toEqual([]);
  });

  it('the same files in another order give the same bytes', () => {
    for (const [a, b] of pairs) {
      const {providerFiles, ...rest} = of(a, b);
      expect(bytesOf(reconcile({...rest, providerFiles: providerFiles.toReversed()}))).toBe(
        bytesOf(reconcile(of(a, b))),
      );
    }
  });
});

describe('a file in the place of another', () => {
  const interval = {from: '2026-05-01', to: '2026-05-31'};
  const [a, b, c] = ['a', 'b', 'c'].map(each => each.repeat(64)) as [string, string, string];
  const read = (seq: number, sha256: string, more: object = {}) =>
    at(seq, 'source-imported', {...source, interval, sha256, name: `${sha256[0]}.csv`, ...more} as never);
  const replace = {type: 'withdraw', kind: 'provider', sha256: a, by: b} as const;

  it('takes its place, and names it for ever', () => {
    const [withdrawn] = decideReconcile(stateAfter(read(1, a), read(2, b)), replace, given());
    expect(withdrawn).toEqual({type: 'source-withdrawn', data: {kind: 'provider', sha256: a, name: 'a.csv', by: b}});
    const replaced = at(3, 'source-withdrawn', withdrawn?.data as never);
    const after = stateAfter(read(1, a), read(2, b), replaced, read(4, b, {rows: 3})).reconciled.imports;
    expect(after).toMatchObject([{sha256: b, rows: 3, replaces: ['a.csv']}]);
    const again = at(6, 'source-withdrawn', {kind: 'provider', sha256: b, name: 'b.csv', by: c});
    expect(stateAfter(read(1, a), read(2, b), replaced, read(5, c), again).reconciled.imports).toMatchObject([
      {sha256: c, replaces: ['a.csv', 'b.csv']},
    ]);
  });

  it.each([
    ['one that was not read', [read(1, a)], replace],
    ['itself', [read(1, a)], {...replace, by: a}],
  ])('is not %s', (_, events, command) => expect(decide(events, command)).toBe('file-not-imported'));

  it.each([
    ['of the same sender and the same days', {}, ['a.csv']],
    ['of days that its rows tell', {interval: null, told: interval}, ['a.csv']],
    ['that is the same', {sha256: a}, []],
    ['of other days', {interval: {...interval, to: '2026-05-30'}}, []],
    ['of another sender', {headingPrint: 'other'}, []],
    ['of another kind', {kind: 'bank'}, []],
    ['of no days', {interval: null}, []],
  ])('is offered for one %s', (_, more, names) => {
    const file = {kind: 'provider', sha256: b, interval, headingPrint: 'h', ...more} as const;
    const {reconciled} = stateAfter(read(1, a));
    expect(replaceable(reconciled, file as never).map(({name}) => name)).toEqual(names);
  });
});

describe('a match that a person confirms', () => {
  const key = 'MISSING_LOCALLY:QKX12ABC:KES200.00';
  const its = {reference: 'T7K000000000001', amount: {currency: 'KES', minor: 20_000}} as const;
  const halves = ['T7K000000000002', 'T7K000000000003'].map(reference => ({
    reference,
    amount: {currency: 'KES', minor: 10_000},
  }));
  const parts = ['MISSING_LOCALLY:B1:KES150.00', 'MISSING_LOCALLY:B2:KES50.00'];
  const confirmed = at(1, 'match-confirmed', {key, reference: its.reference});
  const ofHalves = at(1, 'match-confirmed', {key, reference: 'T7K000000000002', references: ['T7K000000000003']});
  const match = (more: object = {}) =>
    ({type: 'match', keys: [key], payments: [its], person: 'Amina', ...more}) as const;

  it.each<[string, readonly StoredEvent[], object, readonly string[] | string]>([
    ['is written down', [], {}, ['match-confirmed']],
    ['is written down once', [confirmed], {}, []],
    [
      'may be of another payment later',
      [confirmed],
      {payments: [{...its, reference: 'T7K000000000002'}]},
      ['match-confirmed'],
    ],
    ['has a name', [], {person: ' '}, 'person-missing'],
    ['is of one amount', [], {payments: [{...its, amount: {currency: 'KES', minor: 20_001}}]}, 'match-amount'],
    ['is of one currency', [], {payments: [{...its, amount: {currency: 'TZS', minor: 20_000}}]}, 'match-amount'],
    ['is of a row that has no payment', [], {keys: ['AMOUNT_OVER:QKX12ABC:KES200.00']}, 'difference-unknown'],
    ['is of several payments that come to it', [], {payments: halves}, ['match-confirmed']],
    ['is of no payment twice', [], {payments: [halves[0], halves[0]]}, 'match-amount'],
    ['is of several rows that come to it', [], {keys: parts}, ['match-confirmed']],
    ['is of no row twice', [], {keys: [parts[0], parts[0]]}, 'match-amount'],
    ['is of one row or of one payment', [], {keys: parts, payments: halves}, 'match-several'],
    ['of several is written down once', [ofHalves], {payments: halves.toReversed()}, []],
  ])('%s', (_, events, more, expected) => expect(decide(events, match(more) as never)).toEqual(expected));

  it.each<[string, object, object]>([
    ['one row and one payment', {}, {key, reference: its.reference}],
    ['its other payments', {payments: halves}, {key, reference: 'T7K000000000002', references: ['T7K000000000003']}],
    ['its other rows', {keys: parts}, {key: parts[0], reference: its.reference, keys: [parts[1]]}],
  ])('names %s, and nothing else', (_, more, data) =>
    expect(decideReconcile(stateAfter(), match(more) as never, given())).toEqual([
      {type: 'match-confirmed', person: 'Amina', data},
    ]),
  );

  it('is withdrawn by any of its rows, and gives way to another match of one of them', () => {
    const [first = '', second = ''] = parts;
    const ofParts = at(1, 'match-confirmed', {key: first, reference: its.reference, keys: [second]});
    const {matches} = stateAfter(ofParts).reconciled;
    expect(matches).toMatchObject([{key: first, reference: its.reference, keys: [second]}]);
    expect(decideReconcile(stateAfter(ofParts), {type: 'unmatch', key: second}, given())).toMatchObject([
      {data: {key: first}},
    ]);
    const other = at(2, 'match-confirmed', {key: second, reference: 'T7K000000000002'});
    expect(stateAfter(ofParts, other).reconciled.matches).toMatchObject([{key: second}]);
  });

  it('can be withdrawn', () => {
    expect(decide([confirmed], {type: 'unmatch', key})).toEqual(['match-withdrawn']);
    expect(decide([], {type: 'unmatch', key})).toBe('difference-unknown');
    expect(stateAfter(confirmed, at(2, 'match-withdrawn', {key})).reconciled.matches).toEqual([]);
  });
});

describe('a rule of the shop', () => {
  const said = {text: 'sms charge', amount: null, tolerance: null, account: '631'};
  const added = at(1, 'rule-added', {text: 'SMS CHARGE', account: '631'});
  const add = (more: object = {}) => ({type: 'add-rule', rule: {...said, ...more}, person: 'Amina'}) as const;
  const remove = {type: 'remove-rule', text: 'Sms  Charge', person: 'Amina'} as const;

  it('is written down once, takes the place of one with its text, and can be removed', () => {
    expect(decide([], add())).toEqual(['rule-added']);
    expect(decide([added], add())).toEqual([]);
    expect(decide([added], add({tolerance: '1 %'}))).toEqual(['rule-added']);
    const split = {account: 'Rent 80% (tax 16%) + Water'};
    const kept = at(1, 'rule-added', {text: 'SMS CHARGE', ...split, split: true});
    expect(decide([kept], add(split))).toEqual([]);
    expect(decide([at(1, 'rule-added', {text: 'SMS CHARGE', ...split})], add(split))).toEqual(['rule-added']);
    expect(decide([], add({account: 'Rent 80%'}))).toBe('split-invalid');
    expect(stateAfter(kept).reconciled.rules).toMatchObject([{...split, split: true}]);
    expect(decide([added], remove)).toEqual(['rule-removed']);
    expect(decide([], remove)).toBe('rule-unknown');
    expect(decide([], {...add(), person: ''})).toBe('person-missing');
    const again = at(2, 'rule-added', {text: 'SMS CHARGE', tolerance: '1 %'});
    expect(stateAfter(added, again).reconciled.rules).toMatchObject([{account: null, tolerance: '1 %'}]);
    expect(stateAfter(added, at(2, 'rule-removed', {text: 'SMS CHARGE'})).reconciled.rules).toEqual([]);
  });
});
