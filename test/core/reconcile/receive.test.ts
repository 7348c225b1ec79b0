import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {tenderOf} from '../../../src/core/payment/tender.js';
import {Problem} from '../../../src/core/problem.js';
import {
  decideReconcile,
  type ReconcileCommand,
  receivableIn,
  unaskedIn,
  unaskedRows,
} from '../../../src/core/reconcile/result/decide.js';
import type {ReconciliationLine} from '../../../src/core/reconcile/rows/discrepancy.js';
import {readKey} from '../../../src/core/reconcile/rows/finish.js';
import {forAll} from '../../hostile/runs.js';
import {given, stateAfter, typesOf} from '../deciding.js';
import {event as at, record} from '../payment/payment-samples.js';

const decide = (events: readonly StoredEvent[], command: ReconcileCommand) =>
  typesOf(() => decideReconcile(stateAfter(...events), command, given()));

describe('a row whose money came unasked', () => {
  const on = '2026-11-19';
  const left = (...keys: readonly string[]) =>
    at(1, 'reconciled', {
      from: on,
      to: '2026-11-20',
      asOf: 0,
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
      status: 'paid',
      paidSeq: 2,
      request: {
        method: 'mobile-money',
        amount: {currency: 'KES', minor: 30_000},
        businessDate: on,
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
      from: on,
      to: '2026-11-28',
      asOf: 0,
      open: [{key, firstSeen: '2026-11-28', on: '2026-11-28'}],
    } as never);
    expect(decided([later])?.data).toMatchObject({businessDate: '2026-11-20'});
  });

  it('is offered by its code, and what is no such row is not', () => {
    const others = [
      ...['BANK_EXTRA:E7/2026-11-24:KES7.00', 'PAYOUT_MISMATCH:P1:KES5.00', 'MISSING_LOCALLY:T7K000000000001:KES1.00'],
      ...[nameless, `${key}#12`, 'MISSING_LOCALLY:QA1:KES-5.00', 'MISSING_LOCALLY:QA2:QQQ5.00', 'MISSING_LOCALLY:QA3'],
    ];
    expect(unaskedRows(stateAfter(left(key, ...others)))).toEqual([
      {key, code: 'QKX12ABC99', amount: {currency: 'KES', minor: 30_000}},
    ]);
  });

  const wallet = '254712345678';
  const asked = (more: object = {}) =>
    at(2, 'requested', {
      method: 'mobile-money',
      reference: 'T7K0MZ4K8Q2RDWX',
      sale: 'T7K0MZ4K8Q2RDWX',
      country: 'KE',
      again: null,
      businessDate: on,
      amount: {currency: 'KES', minor: 30_000},
      description: '',
      network: 'MPESA',
      bankCode: '',
      phone: wallet,
      email: '',
      firstName: '',
      lastName: '',
      wallet,
      returnUrl: null,
      ...more,
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
        method: 'subscription',
        reference: 'T7K000000000001',
        sale: 'T7K000000000001',
        country: 'KE',
        again: null,
        businessDate: on,
        amount: {currency: 'KES', minor: 30_000},
        description: '',
        subscription: 7,
        cycle: 2,
        customerEmail: 'a@b.c',
        transactionReference,
        card: null,
        challenge: null,
        charge: null,
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

  it('waits in a restored till until its open payments were asked about', () => {
    const restored = at(2, 'journal-restored', {file: 'b', at: '', lines: 1, open: ['T7K000000000009']} as never);
    expect(decide([left(key), restored], receive())).toBe('restore-unheard');
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
