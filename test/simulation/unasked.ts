// Loaded before anything is played: what a till loads at its first use would come in real time.
import '../../src/till/reconcile.js';
import type {NewEvent} from '../../src/core/events/event.js';
import {isByHand} from '../../src/core/payment/payer.js';
import {isReceived} from '../../src/core/payment/payment.js';
import type {Till} from '../../src/till/till.js';
import type {Act} from './acts.js';
import type {Cashier} from './cashier.js';
import type {Weights} from './chance.js';
import type {Counter} from './counter.js';
import type {Findings} from './findings.js';

/** Money that came in unasked, as a provider's files have it: a row without a code, two under one code, and one that a file spells otherwise. */
const rows = [
  {key: 'MISSING_LOCALLY:QGH7A1B2C3:KES250', minor: 25_000},
  {key: 'MISSING_LOCALLY:QGH7A1B2C4:KES1201', minor: 120_100},
  {key: 'MISSING_LOCALLY:QGH7A1B2C4:KES1200', minor: 120_000},
  {key: 'MISSING_LOCALLY:row/5f0c1e:KES70', minor: 7000},
  {key: 'MISSING_LOCALLY:qgh7-a1b2c3:KES250', minor: 25_000},
] as const;

const day = '2026-11-19';

/** What a reconciliation has left: the rows of the day before that no payment has. */
export const foundUnasked = (asOf: number): NewEvent => ({
  type: 'reconciled',
  person: 'Wanjiru',
  data: {from: day, to: day, asOf, open: rows.map(({key}) => ({key, firstSeen: day, on: day}))},
});

/** What a till may refuse of a row, without harm. */
const refused = ['received-already', 'receive-may-be-of'];

const receive = (cashier: Cashier, till: Till, {key}: (typeof rows)[number]): void =>
  cashier.perform(`receive ${key}`, () => till.receiveRow({key, person: 'Wanjiru'}), refused);

export const unaskedActs = {
  'make a sale of what came unasked': (cashier, till) => receive(cashier, till, cashier.chance.pick(rows)),
  'make a sale of it twice at once': (cashier, till) => {
    const row = cashier.chance.pick(rows);
    receive(cashier, till, row);
    receive(cashier, till, row);
  },
  'make a sale of each row of a code at once': (cashier, till) => {
    for (const row of rows) receive(cashier, till, row);
  },
  'make a sale of it and soon again': (cashier, till) => {
    const row = cashier.chance.pick(rows);
    receive(cashier, till, row);
    cashier.later(cashier.chance.between(0, 900), now => receive(cashier, now, row));
  },
} satisfies Record<string, Act>;

export const usualUnaskedActs: Weights<keyof typeof unaskedActs> = {
  'make a sale of what came unasked': 4,
  'make a sale of it twice at once': 3,
  'make a sale of each row of a code at once': 1,
  'make a sale of it and soon again': 3,
};

/** Money that came once is one sale, of what came. */
export function checkReceived({id, log}: Counter, findings: Findings): void {
  const sales = new Map<string, string>();
  for (const {reference, request, status} of log.state.payments.values()) {
    if (!isReceived(request) || isByHand(request) || request.method !== 'mobile-money') continue;
    const {row = '', providerReference = ''} = request.received ?? {};
    const code = (providerReference || row).replaceAll('-', '').toUpperCase();
    const before = sales.get(code);
    if (before !== undefined) findings.report('received-twice', `${id} ${code}: ${before} and ${reference}`);
    sales.set(code, reference);
    const came = rows.find(({key}) => key === row)?.minor;
    if (status !== 'paid' || request.amount.minor !== came)
      findings.report('received-twice', `${id} ${reference}: ${status}, ${request.amount.minor} of ${came}`);
  }
}
