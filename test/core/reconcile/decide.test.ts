import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {State} from '../../../src/core/books/state.js';
import type {EventData, StoredEvent} from '../../../src/core/events/event.js';
import {tenderOf} from '../../../src/core/payment/tender.js';
import {Problem} from '../../../src/core/problem.js';
import {replaceable} from '../../../src/core/reconcile/records/records.js';
import {
  decideReconcile,
  type ReconcileCommand,
  receivableIn,
  unaskedIn,
  unaskedRows,
} from '../../../src/core/reconcile/result/decide.js';
import {type Reconciliation, reconcile} from '../../../src/core/reconcile/result/reconcile.js';
import type {ReconciliationLine} from '../../../src/core/reconcile/rows/discrepancy.js';
import {readKey} from '../../../src/core/reconcile/rows/finish.js';
import {eachOnce} from '../../../src/core/reconcile/rows/local.js';
import {laterOf, type ProviderStanding} from '../../../src/core/reconcile/rows/standing.js';
import {forAll} from '../../hostile/runs.js';
import {given, stateAfter, typesOf} from '../deciding.js';
import {event as at, record} from '../payment/payment-samples.js';
import {bytesOf, day, inputs, open as notYet, payment, providerFile, reconciled, row, told} from './samples.js';

const source = {
  ...{kind: 'provider', name: 'may.csv', sha256: 'a'.repeat(64), rows: 2, interval: null, headingPrint: 'h'},
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
    ...{reference, amount: {currency: 'KES', minor: 10_000}},
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

describe('a row whose money came unasked', () => {
  const on = '2026-11-19';
  const left = (...keys: readonly string[]) =>
    at(1, 'reconciled', {
      ...{from: on, to: '2026-11-20', asOf: 0},
      open: keys.map(key => ({key, firstSeen: '2026-11-20', on})),
    } as never);
  const key = 'MISSING_LOCALLY:QKX12ABC99:KES300.00';
  const nameless = 'MISSING_LOCALLY:row/2026-11-19T10_00_00/254712345678/:KES300.00';
  const receive = (row = key, person = 'Amina') => ({type: 'receive', key: row, person}) as const;
  const decided = (events: readonly StoredEvent[], row = key) =>
    decideReconcile(stateAfter(...events), receive(row), given())[0];
  const made = (seq: number, row = key) => at(seq, 'requested', decided([left(row)], row)?.data as never);
  const matched = at(2, 'match-confirmed', {key, reference: 'T7K000000000002'});
  const lineOf = (row: string) =>
    ({
      key: row,
      code: 'MISSING_LOCALLY',
      reason: 'reference-foreign',
      delta: {},
      acceptance: null,
    }) as never as ReconciliationLine;

  it('becomes a payment that is paid, of the day of the row, and is matched with it', () => {
    const event = made(2);
    const state = stateAfter(left(key), event);
    const [payment] = [...state.payments.values()];
    expect(payment).toMatchObject({
      ...{status: 'paid', paidSeq: 2},
      request: {
        ...{method: 'mobile-money', amount: {currency: 'KES', minor: 30_000}, businessDate: on},
        received: {row: key, providerReference: 'QKX12ABC99'},
      },
    });
    expect(state.reconciled).toMatchObject({
      made: [{row: key, on, payment: payment?.reference}],
      matches: [{key, reference: payment?.reference}],
    });
    expect(payment === undefined ? '' : tenderOf(payment.request)).toEqual({
      method: 'mobile-money',
      channel: 'received',
    });
    expect(decided([left(nameless)], nameless)).toMatchObject({data: {received: {providerReference: ''}}});
  });

  it.each<[what: string, row: string, refusal: string, events?: readonly StoredEvent[]]>([
    ['that no reconciliation has left', key, 'difference-unknown', []],
    ['of another kind', 'FEE_MISSING:QKX12ABC99', 'receive-not-paid'],
    ['of a currency that no till took', 'NOT_COMPARED:rows/2026-11-28/UGX:UGX12000', 'receive-not-paid'],
    ['that says of no money', 'MISSING_LOCALLY:Q1', 'receive-not-paid'],
    ['that went out', 'MISSING_LOCALLY:Q1:KES-5.00', 'receive-not-paid'],
    ['in a currency that nobody has', 'MISSING_LOCALLY:Q1:QQQ5.00', 'receive-not-paid'],
    ['of a payment of another till', 'MISSING_LOCALLY:T8K0MZ4K8Q2RDWX:KES5.00', 'receive-of-till'],
    ['that was received', key, 'received-already', [left(key), made(2)]],
    [
      'that was received under another amount',
      'MISSING_LOCALLY:QKX12ABC99:KES300.000',
      'received-already',
      [left(key), made(2), left(`${key}0`)],
    ],
    ['that is matched', key, 'received-already', [left(key), matched]],
    ['of a payment of another till, spelt by a person', 'MISSING_LOCALLY:t8k-0mz4k8-q2rdwx:KES5.00', 'receive-of-till'],
    ['that is one of two alike', `${nameless}#2`, 'receive-not-sole'],
  ])('is none %s', (_, row, expected, events = [left(row)]) => {
    const again = events.map((event, index) => ({...event, seq: index + 1}));
    expect(typesOf(() => decideReconcile(stateAfter(...again), receive(row), given()))).toBe(expected);
  });

  const row = (subject: string, sum = '300.00') => `MISSING_LOCALLY:${subject}:KES${sum}`;
  const one: readonly (readonly string[])[] = [
    ['QKX12ABC99', 'qkx12abc99', 'QKX-12AB-C99', 'QKX12_ABC99', '00QKX12ABC99'].map(each => row(each)),
    ['12345678901', '012345678901', '12345678901.0', '1.2345678901E+10', '1.23457E+10'].map(each => row(each)),
    ['2026-11-19T10_00_35', '2026-11-19T10_00'].map(at => row(`row/${at}/254712345678/`)),
  ];
  it.each(one)('is one, however its file spells it: %s', (...spellings) => {
    for (const first of spellings) {
      for (const again of spellings) {
        const state = stateAfter(left(first), made(2, first), {...left(...spellings), seq: 3});
        expect(typesOf(() => decideReconcile(state, receive(again), given()))).toBe('received-already');
        expect(unaskedIn(state)(lineOf(again))).toBeUndefined();
        expect(unaskedRows(state).map(({key: each}) => each)).not.toContain(again);
      }
    }
  });

  it.each([
    ['another code', row('QKX12ABC99'), row('QKX12ABC98')],
    ['a number that begins alike', row('12345678901'), row('12345678902')],
    ['a number of another sum that a spreadsheet cuts alike', row('12345678901'), row('1.23457E+10', '310.00')],
    ['a code that only looks like a power', row('1E10'), row('10000000000')],
    ['the same minute at another second', row('row/2026-11-19T10_00_35//'), row('row/2026-11-19T10_00_36//')],
    ['the same moment of another sum', row('row/2026-11-19T10_00_35//'), row('row/2026-11-19T10_00//', '310.00')],
  ])('is another one than %s', (_, first, other) =>
    expect(decide([left(first, other), made(2, first)], receive(other))).toEqual(['requested']),
  );

  it.each([
    ['received', made(2, row('qkx-12abc99'))],
    ['matched with a payment', matched],
  ])('is no payment if another till of the home has it %s', (_, event) => {
    const beside = [stateAfter(left(key), event)];
    expect(typesOf(() => decideReconcile(stateAfter(left(key)), {...receive(), beside}, given()))).toBe(
      'received-already',
    );
    expect(
      typesOf(() => decideReconcile(stateAfter(left(key)), {...receive(), beside: [stateAfter()]}, given())),
    ).toEqual(['requested']);
  });

  it('is not offered if it may be the money of a payment', () => {
    const state = stateAfter(left(key));
    expect(receivableIn(state)(lineOf(key))).toBe(true);
    expect(receivableIn(state)({...lineOf(key), status: 'suggested'})).toBe(false);
    for (const reason of ['till-loaded', 'till-not-loaded', 'till-unknown', 'refund-not-ours'] as const)
      expect(unaskedIn(state)({...lineOf(key), reason}), reason).toBeUndefined();
    expect(unaskedIn(state)({...lineOf(key), reason: 'reference-missing'})).toBeNull();
    expect(unaskedIn(state)({...lineOf(key), delta: null})).toBeUndefined();
    expect(unaskedIn(state)({...lineOf(key), acceptance: {} as never})).toBeUndefined();
  });

  it('is of today where its file dates it later', () => {
    const later = at(1, 'reconciled', {
      ...{from: on, to: '2026-11-28', asOf: 0},
      open: [{key, firstSeen: '2026-11-28', on: '2026-11-28'}],
    } as never);
    expect(decided([later])?.data).toMatchObject({businessDate: '2026-11-20'});
  });

  it('is offered by its code, and what is no such row is not', () => {
    const others = [
      'BANK_EXTRA:E7/2026-11-24:KES7.00',
      'PAYOUT_MISMATCH:P1:KES5.00',
      'MISSING_LOCALLY:T7K000000000001:KES1.00',
    ];
    expect(unaskedRows(stateAfter(left(key, ...others)))).toMatchObject([{key, code: 'QKX12ABC99'}]);
  });

  const wallet = '254712345678';
  const asked = (more: object = {}) =>
    at(2, 'requested', {
      ...{method: 'mobile-money', reference: 'T7K0MZ4K8Q2RDWX', sale: 'T7K0MZ4K8Q2RDWX', country: 'KE', again: null},
      ...{businessDate: on, amount: {currency: 'KES', minor: 30_000}, description: '', network: 'MPESA', bankCode: ''},
      ...{phone: wallet, email: '', firstName: '', lastName: '', wallet, returnUrl: null, ...more},
    } as never);
  const found = (seq = 1) => {
    const {data} = left(key) as {data: {open: readonly object[]}};
    return at(seq, 'reconciled', {
      ...data,
      open: data.open.map(each => ({...each, candidate: 'T7K0MZ4K8Q2RDWX'})),
    } as never);
  };
  const said = (as: 'paid' | 'not-paid', seq = 3) =>
    at(seq, 'resolved', {reference: 'T7K0MZ4K8Q2RDWX', as, reason: 'seen'} as never);
  /** What the service’s record says of it. */
  const recorded = (status: string, code: string, sum = 300) => {
    const answer = record(status, code, {transaction_amount: sum});
    return at(3, 'status-answered', {reference: 'T7K0MZ4K8Q2RDWX', question: 'status', answer, repeated: 0} as never);
  };

  it.each<[string, readonly StoredEvent[], string, boolean]>([
    ['the reconciliation found', [found()], key, true],
    ['is open, of its day and its sum', [left(key), asked()], key, true],
    ['is open, of its wallet and its sum', [left(nameless), asked({businessDate: '2026-10-01'})], nameless, true],
    ['is open, of the day before and its sum', [left(key), asked({businessDate: '2026-11-18'})], key, true],
    ['a person called not paid', [left(nameless), asked(), said('not-paid')], nameless, true],
    [
      'a person called not paid over its record',
      [left(nameless), asked(), recorded('Completed', '00', 310), said('not-paid', 4)],
      nameless,
      true,
    ],
    ['a person called paid, without a record', [left(nameless), asked(), said('paid')], nameless, true],
    ['a person has to decide', [left(nameless), asked(), recorded('Completed', '00', 310)], nameless, true],
    ['its record calls paid', [left(nameless), asked(), recorded('Completed', '00')], nameless, false],
    ['its record calls failed', [left(nameless), asked(), recorded('Failed', '06')], nameless, false],
    ['was given in cash', [left(key), asked({method: 'cash', given: {currency: 'KES', minor: 30_000}})], key, false],
    ['is of another sum', [left(key), asked({amount: {currency: 'KES', minor: 30_001}})], key, false],
    ['is of another currency', [left(key), asked({amount: {currency: 'TZS', minor: 30_000}})], key, false],
    ['is of another wallet', [left(nameless), asked({wallet: '254712345679'})], nameless, false],
    ['is of another day, and of no known wallet', [left(key), asked({businessDate: '2026-11-17'})], key, false],
    ['itself came unasked', [left(key, nameless), made(2)], nameless, false],
  ])('may be the money of a payment that %s', (_, events, its, mayBe) => {
    const state = stateAfter(...events);
    const here = stateAfter(left(its));
    expect(typesOf(() => decideReconcile(state, receive(its), given()))).toEqual(
      mayBe ? 'receive-may-be-of' : ['requested'],
    );
    expect(typesOf(() => decideReconcile(here, {...receive(its), beside: [state]}, given()))).toEqual(
      mayBe ? 'receive-may-be-of' : ['requested'],
    );
    expect(receivableIn(state)({...lineOf(its), since: on})).toBe(!mayBe);
    expect(unaskedIn(state)({...lineOf(its), since: on})).toBe(mayBe ? 'T7K0MZ4K8Q2RDWX' : null);
    if (its === key) expect(unaskedRows(state)).toHaveLength(mayBe ? 0 : 1);
    const again = decideReconcile(state, {...receive(its), again: 'paid twice'}, given());
    expect(again).toMatchObject([
      {data: {again: mayBe ? {reason: 'paid twice', earlier: 'T7K0MZ4K8Q2RDWX'} : null, received: {row: its}}},
    ]);
    expect(typesOf(() => decideReconcile(state, {...receive(its), again: ' '}, given()))).toBe('reason-missing');
  });

  it.each(one)(
    'is no charge of a subscription that is a payment, however its file spells it: %s',
    (first, ...others) => {
      const {subject: transactionReference = ''} = readKey(first ?? '') ?? {};
      const renewed = at(2, 'requested', {
        ...{method: 'subscription', reference: 'T7K000000000001', sale: 'T7K000000000001', country: 'KE', again: null},
        ...{businessDate: on, amount: {currency: 'KES', minor: 30_000}, description: '', subscription: 7, cycle: 2},
        ...{customerEmail: 'a@b.c', transactionReference, card: null, challenge: null, charge: null},
      } as never);
      for (const its of transactionReference.startsWith('row/') ? [] : others)
        expect(decide([left(its), renewed], receive(its))).toBe('received-already');
    },
  );

  it.each(one)('is no row that is matched with a payment, however its file spells it: %s', (first = '', ...others) => {
    const confirmed = at(2, 'match-confirmed', {key: first, reference: 'T7K000000000002'});
    for (const its of others) expect(decide([left(its), confirmed], receive(its))).toBe('received-already');
  });

  it.each([
    ['of a day that is whole', null, ['requested']],
    ['of a day of which some are forgotten', on, 'receive-too-old'],
    ['that another file may date a day earlier', '2026-11-18', 'receive-too-old'],
    ['of a later day', '2026-11-17', ['requested']],
  ])('that is %s is received only if all payments of that day are known', (_, forgottenTo, expected) => {
    const state = stateAfter(left(key));
    const old = {...state, reconciled: {...state.reconciled, forgottenTo}};
    expect(typesOf(() => decideReconcile(old, receive(), given()))).toEqual(expected);
    expect(typesOf(() => decideReconcile(state, {...receive(), beside: [old]}, given()))).toEqual(expected);
    expect(unaskedRows(old)).toHaveLength(expected === 'receive-too-old' ? 0 : 1);
  });

  it('is received by somebody, while the till is open, and its match stays', () => {
    expect(typesOf(() => decideReconcile(stateAfter(left(key)), receive(key, ' '), given()))).toBe('person-missing');
    expect(typesOf(() => decideReconcile(stateAfter(left(key)), receive(), given({isClosing: true})))).toBe(
      'till-closing',
    );
    expect(decide([left(key), made(2)], {type: 'unmatch', key})).toBe('received-already');
  });

  it('is received once, whatever is said of it again, and in whichever order', () => {
    const rows = [key, 'MISSING_LOCALLY:QKX12ABC99:KES310.00', nameless, 'MISSING_LOCALLY:QKX12ABD00:KES300.00'];
    const said = fc.constantFrom('receive', 'unmatch', 'match', 'left');
    forAll(fc.array(fc.tuple(said, fc.constantFrom(...rows)), {maxLength: 30}), acts => {
      const events: StoredEvent[] = [left(...rows)];
      const add = (decidedNow: () => readonly {readonly type: string; readonly data: unknown}[]) => {
        try {
          for (const {type, data} of decidedNow()) events.push(at(events.length + 1, type as never, data as never));
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
        }
      };
      for (const [act, row] of acts) {
        const state = stateAfter(...events);
        const amount = {currency: 'KES', minor: row.includes('310') ? 31_000 : 30_000} as const;
        if (act === 'left') events.push({...left(...rows), seq: events.length + 1});
        else if (act === 'receive')
          add(() =>
            decideReconcile(state, receive(row), given({chance: size => new Uint8Array(size).fill(events.length)})),
          );
        else if (act === 'unmatch') add(() => decideReconcile(state, {type: 'unmatch', key: row}, given()));
        else
          add(() =>
            decideReconcile(
              state,
              {type: 'match', keys: [row], payments: [{reference: 'T7K000000000009', amount}], person: 'p'},
              given(),
            ),
          );
      }
      const {payments} = stateAfter(...events);
      const names = [...payments.values()].map(({request}) =>
        request.method === 'mobile-money' ? request.received?.providerReference || request.received?.row : '',
      );
      expect(new Set(names).size).toBe(names.length);
    });
  });
});
