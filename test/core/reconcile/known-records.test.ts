import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {foldEvents, type State} from '../../../src/core/books/state.js';
import type {SubscriptionCharge} from '../../../src/core/endpoints/subscription/subscription-charges.js';
import {Problem} from '../../../src/core/problem.js';
import {hasSucceeded, madeTwice, recordNames, recordsMade} from '../../../src/core/reconcile/records/known-records.js';
import {noRecords} from '../../../src/core/reconcile/records/records.js';
import {decideReconcile, unaskedRows} from '../../../src/core/reconcile/result/decide.js';
import {learnCharges} from '../../../src/core/subscription/decide.js';
import {forAll, runs} from '../../hostile/runs.js';
import {given, stateAfter} from '../deciding.js';
import {event as at} from '../payment/payment-samples.js';

const on = '2026-11-19';
const subscription = 17;

/** A till of a home, of which everything is decided while no other till of the home decides. */
class Till {
  readonly state: State = stateAfter(
    at(1, 'subscription-seen', {subscription: {id: subscription}, planCode: null, isOwn: true} as never),
  );
  readonly #till: string;
  #seq = 1;
  #charges: readonly SubscriptionCharge[] = [];

  constructor(till: string) {
    this.#till = till;
    this.#record(learnCharges(this.state, {id: subscription, read: {rows: [], isWhole: true}, isFirst: true}, given()));
  }

  /** A reconciliation leaves a row, and a person receives it, by its key or because a customer named its code. */
  receive(name: string, {beside, byClaim}: {readonly beside: readonly State[]; readonly byClaim: boolean}): void {
    const key = `MISSING_LOCALLY:${name}:KES300.00`;
    const open = [{key, firstSeen: on, on}];
    this.#record([{type: 'reconciled', data: {from: on, to: on, asOf: 0, open}}]);
    if (byClaim && !unaskedRows(this.state).some(each => each.key === key)) return;
    try {
      this.#record(decideReconcile(this.state, {type: 'receive', key, person: 'Amina', beside}, this.#given()));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'received-already') throw error;
    }
  }

  /** The service lists a charge of the till's subscription under this reference too. */
  renew(transactionReference: string, beside: readonly State[]): void {
    const unknown = {attemptNumber: 1, description: null, respCode: null, failureReason: null, isRetriable: null};
    const times = {chargedAt: `${on}T10:00:00`, nextRetryAt: null, createdAt: null, updatedAt: null};
    const id = this.#charges.length + 1;
    const charge = {
      id,
      subscriptionId: subscription,
      cycleNumber: id,
      transactionReference,
      amount: '300',
      currency: 'KES',
    };
    this.#charges = [
      ...this.#charges,
      {...unknown, ...times, ...charge, status: 'SUCCESS', isExternal: null, cardServiceResponse: null},
    ];
    const read = {rows: this.#charges, isWhole: true};
    this.#record(learnCharges(this.state, {id: subscription, read, isFirst: false, beside}, this.#given()));
  }

  get requests() {
    return [...this.state.payments.values()].map(({request}) => request);
  }

  #given() {
    return given({chance: size => new Uint8Array(size).fill(this.#seq)}, {till: this.#till});
  }

  #record(decided: readonly {readonly type: string; readonly data: unknown}[]): void {
    for (const {type, data} of decided) {
      this.#seq += 1;
      foldEvents(this.state, [at(this.#seq, type as never, data as never)]);
    }
  }
}

/** What names a record: a code, a number or, for a row without either, its time and payer. None has the form of a till’s reference. */
type RecordOf = {readonly kind: 'code' | 'number' | 'time'; readonly text: string};
const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const records: fc.Arbitrary<RecordOf> = fc.oneof(
  fc
    .tuple(fc.string({unit: fc.constantFrom(...upper), minLength: 4, maxLength: 6}), fc.integer({min: 10, max: 9999}))
    .map(([letters, number]): RecordOf => ({kind: 'code', text: letters + number})),
  fc
    .oneof(fc.integer({min: 10_000_001, max: 9_999_999_999}), fc.bigInt({min: 10n ** 16n, max: 10n ** 20n}))
    .map((number): RecordOf => ({kind: 'number', text: String(number)})),
  fc
    .tuple(fc.integer({min: 10, max: 23}), fc.integer({min: 10, max: 59}), fc.integer({min: 10, max: 59}))
    .map((parts): RecordOf => ({kind: 'time', text: parts.join('_')})),
);

/** How a file or an answer may spell it; `cut` is the digits that a spreadsheet leaves of a number. */
function spellings({kind, text}: RecordOf, cut: number): readonly string[] {
  const [first = '', ...rest] = text;
  if (kind === 'time') {
    const times = [text, text.slice(0, 5), `${text}.000`, `${text}Z`, `${text}_UTC`, text.replaceAll('_', '')];
    return ['T', '_'].flatMap(mark => times.map(time => `row/${on}${mark}${time}/254712345678/`));
  }
  const usual = [
    text,
    `'${text}`,
    `${text.slice(0, 2)}\u200b${text.slice(2)}`,
    `00${text}`,
    `${text.slice(0, 3)}-${text.slice(3)}`,
    `${text.slice(0, 2)}_${text.slice(2)}`,
  ];
  if (kind === 'code') return [...usual, text.toLowerCase(), `${text.slice(0, 3)}\u2013${text.slice(3)}`.toLowerCase()];
  const powers = text.length > 15 ? [] : [`${first}.${rest.join('')}E+${rest.length}`];
  const digits = (place: number) =>
    Number(text)
      .toExponential(place)
      .replace(/e.*|\./gu, '')
      .padEnd(text.length, '0');
  const long = text.length > 15 ? [14, 15, 16].map(digits) : [];
  const marked = [',', '.'].map(mark => text.replaceAll(/\B(?=(?:\d{3})+$)/gu, mark));
  const cutDigits = Number(text).toExponential(cut).toUpperCase();
  return [...usual, ...marked, ...long, `${text}.0`, `${text},00`, ...powers, cutDigits];
}

const acts = fc.array(
  fc.record({via: fc.constantFrom('file', 'claim', 'renewal'), home: fc.nat(1), till: fc.nat(1), spelling: fc.nat(40)}),
  {minLength: 1, maxLength: 12},
);

describe('a record of the provider', () => {
  it(
    'is one payment of a home, and an office tells of each other one, however it comes and is spelt',
    {tags: ['thorough']},
    () =>
      forAll(runs(400, 20_000), records, fc.integer({min: 4, max: 6}), acts, (record, cut, all) => {
        const names = spellings(record, cut);
        const homes = ['A', 'B'].map(home => ['1', '2'].map(till => new Till(home + till)));
        for (const {via, home, till, spelling} of all) {
          const tills = homes[home] ?? [];
          const own = tills[till];
          const beside = tills.filter(each => each !== own).map(({state}) => state);
          const name = names[spelling % names.length] ?? '';
          if (via !== 'renewal') own?.receive(name, {beside, byClaim: via === 'claim'});
          else if (record.kind !== 'time') own?.renew(name, beside);
        }
        const made = homes.map(tills => tills.flatMap(({requests}) => requests));
        for (const requests of made) expect(requests.length).toBeLessThanOrEqual(1);
        const rows = made.flat().map(request => ({records: recordNames(request)}));
        expect(madeTwice(rows)).toHaveLength(Math.max(0, rows.length - 1));
      }),
  );

  it('of a charge of a subscription is known where the till had settled it, of its own subscriptions alone', () => {
    const charge = (id: number, status: string, transactionReference: string | null = `C${id}`) => ({
      id,
      status,
      transactionReference,
    });
    const charges = [
      charge(1, 'PAID'),
      charge(2, 'unsuccessful'),
      charge(3, 'successful'),
      charge(4, 'SUCCESS'),
      charge(5, 'paid', null),
    ];
    const known = recordsMade([
      {
        payments: new Map(),
        reconciled: noRecords,
        registry: {
          subscriptions: new Map([
            [1, {isOwn: true, charges, settledThrough: 3}],
            [2, {isOwn: false, charges: [charge(6, 'paid')], settledThrough: 9}],
          ]),
        },
      } as never,
    ]);
    const sum = {currency: 'KES', minor: 500} as const;
    expect([1, 2, 3, 4, 5, 6].filter(id => known.hasCharge(`C${id}`, sum))).toEqual([1, 3]);
    expect(['paid', 'Completed', 'success', 'success later', 'unpaid', 'successful'].filter(hasSucceeded)).toEqual([
      ...['paid', 'Completed', 'success', 'successful'],
    ]);
  });

  it.each([
    ['cut twice', '1.23457E+10', '1.235E+10', 1],
    ['of other digits', '1.23457E+10', '1.23458E+10', 0],
    ['of another sum', 'QKX12ABC99', 'QKX12ABC99', 1],
  ])('is another’s money in an office only if it may be the same: %s', (_, first, second, twice) => {
    const namesOf = (name: string, sum = '300.00') =>
      recordNames({
        method: 'mobile-money',
        reference: 'T7K000000000001',
        businessDate: on,
        received: {row: `MISSING_LOCALLY:${name}:KES${sum}`, providerReference: ''},
      } as never);
    expect(madeTwice([{records: namesOf(first)}, {records: namesOf(second)}])).toHaveLength(twice);
  });

  it('without a name and a time of day has no names in an office, and those of a row do not name its payer', () => {
    const namesOf = (row: string) =>
      recordNames({
        method: 'mobile-money',
        reference: 'T7K000000000001',
        businessDate: on,
        received: {row: `MISSING_LOCALLY:${row}:KES300.00`, providerReference: ''},
      } as never);
    expect(namesOf(`row/${on}/254712345678/`)).toEqual([]);
    expect(namesOf(`row/${on}T10_00_35/254712345678/`).join(' ')).not.toContain('254712345678');
    expect(namesOf(`row/${on}T10_00_35/254712345678/`)).toEqual(namesOf(`row/${on}T10_00_35/sealed-bcdfghjkmnpq/`));
    expect(namesOf(`row/${on}_9_00_35/254712345678/`)).toEqual(namesOf(`row/${on}T09_00_35.5/254712345678/`));
  });
});
