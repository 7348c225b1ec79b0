import {isByCard} from '../../src/core/payment/payer.js';
import {awaitsOtp, type Payment} from '../../src/core/payment/payment.js';
import {owedOf} from '../../src/core/payment/schema.js';
import type {Till} from '../../src/till/till.js';
import type {Cashier} from './cashier.js';
import type {Chance, Weights} from './chance.js';
import {newCard, newCardOrder} from './goods.js';
import {staffActs, usualStaffActs} from './people.js';
import {subscriptionActs, usualSubscriptionActs} from './subscription-acts.js';
import {ticketActs, usualTicketActs} from './ticket-acts.js';
import {unaskedActs, usualUnaskedActs} from './unasked.js';

/**
 * What people do at a counter, without waiting for anything; false when there is nothing that it could be done to. The
 * acts of a new part of the till are added here and to `usualActs`.
 */
export type Act = (cashier: Cashier, till: Till) => unknown;

const reasons = ['another basket', undefined, undefined] as const;

/** An act that is done to a payment which the till has at hand. */
const toPayment =
  (which: (payment: Payment) => boolean, act: (cashier: Cashier, till: Till, payment: Payment) => unknown): Act =>
  (cashier, till) => {
    const payment = cashier.payment(which);
    return payment !== undefined && act(cashier, till, payment);
  };
const any = () => true;
const isInKenya = ({request}: Payment) => request.method === 'mobile-money' && request.country === 'KE';

const sellingActs = {
  sell: (cashier, till) => cashier.take(till, cashier.wallet(true)),
  'sell twice at once': (cashier, till) => {
    const [wallet, again] = [cashier.wallet(cashier.chance.isTrue(0.7)), cashier.chance.pick(reasons)];
    cashier.take(till, wallet, {amount: 300, again});
    cashier.take(till, wallet, {amount: 300, again});
  },
  'sell and think better of it': (cashier, till) => cashier.take(till, cashier.wallet(true), {isSetAside: true}),
  'sell to a wallet again': (cashier, till) =>
    cashier.take(till, cashier.wallet(false), {again: cashier.chance.pick(reasons)}),
  'next attempt': toPayment(isInKenya, (cashier, till, {request, sale}) => {
    const wallet = {country: 'KE', network: 'SAFKEN', number: `0712346${cashier.chance.between(200, 999)}`};
    cashier.take(till, wallet, {amount: owedOf(request).minor / 100, sale});
  }),
  'two next attempts at once': toPayment(isInKenya, (cashier, till, {request, sale}) => {
    for (const number of ['0712347222', '0712347333'])
      cashier.take(till, {country: 'KE', network: 'SAFKEN', number}, {amount: owedOf(request).minor / 100, sale});
  }),
  charge: (cashier, till) => {
    const {chance} = cashier;
    cashier.charge(till, newCardOrder(chance), newCard(chance), chance.pick(reasons));
  },
  'charge twice at once': (cashier, till) => {
    const [order, card] = [newCardOrder(cashier.chance), newCard(cashier.chance)];
    cashier.charge(till, order, card, undefined);
    cashier.charge(till, order, card, undefined);
  },
} satisfies Record<string, Act>;

const followingActs = {
  'enter a code': toPayment(awaitsOtp, (cashier, till, {reference}) => enterCode(cashier, till, reference)),
  'enter a code twice at once': toPayment(awaitsOtp, (cashier, till, {reference}) => {
    enterCode(cashier, till, reference);
    enterCode(cashier, till, reference);
  }),
  'enter a code and soon another': toPayment(awaitsOtp, (cashier, till, {reference}) => {
    if (cashier.chance.isTrue(0.5)) cashier.perform('check', () => till.check(reference));
    enterCode(cashier, till, reference);
    cashier.later(cashier.chance.between(10, 900), now => enterCode(cashier, now, reference));
  }),
  'enter a code for another': toPayment(any, (cashier, till, {reference}) => enterCode(cashier, till, reference)),
  'send again': toPayment(
    ({sends, status}) => sends.resendable || status === 'unknown',
    (cashier, till, {reference}) => cashier.sendAgain(till, reference),
  ),
  'send again twice at once': toPayment(
    ({sends}) => sends.resendable,
    (cashier, till, {reference}) => {
      cashier.sendAgain(till, reference);
      cashier.sendAgain(till, reference);
    },
  ),
  'another way': toPayment(any, (cashier, till, {reference}) => cashier.setAside(till, reference)),
  'set aside what did not leave, and send it': toPayment(
    ({sends}) => sends.resendable,
    (cashier, till, {reference}) => {
      cashier.setAside(till, reference);
      cashier.later(cashier.chance.between(0, 2000), now => cashier.sendAgain(now, reference));
    },
  ),
  'look at another': toPayment(any, (_, till, {reference}) => till.focus(reference)),
  check: toPayment(any, (cashier, till, {reference}) => cashier.perform('check', () => till.check(reference))),
  'check what was paid': toPayment(
    ({status, request}) => status === 'paid' && request.method !== 'cash',
    (cashier, till, {reference}) => cashier.perform('check', () => till.check(reference)),
  ),
  judge: toPayment(
    ({status}) => status !== 'paid' && status !== 'failed',
    (cashier, till, {reference}) => {
      const as = cashier.chance.pick(['paid', 'not-paid'] as const);
      cashier.judge(till, reference, as); // which is too early where nobody knew for less than three minutes
      cashier.later(cashier.chance.between(60_000, 300_000), now => cashier.judge(now, reference, as));
    },
  ),
  'give a receipt': toPayment(any, (cashier, till, {reference}) =>
    cashier.perform('receipt', () => till.issueReceipt(reference, {format: 'text', width: 32})),
  ),
} satisfies Record<string, Act>;

const isPaidCard = ({request, status}: Payment) => isByCard(request) && status === 'paid';

const refundingActs = {
  refund: toPayment(isPaidCard, (cashier, till, payment) => refund(cashier, till, payment)),
  'refund twice at once': toPayment(isPaidCard, (cashier, till, payment) => {
    refund(cashier, till, payment);
    refund(cashier, till, payment);
  }),
  'refund and soon again': toPayment(isPaidCard, (cashier, till, payment) => {
    refund(cashier, till, payment);
    cashier.later(cashier.chance.between(100, 2500), now => refund(cashier, now, payment));
  }),
  'refund what was refunded': toPayment(
    ({refunds}) => refunds.length > 0,
    (cashier, till, payment) => refund(cashier, till, payment),
  ),
  'judge a refund': toPayment(
    ({refunds}) => refunds.some(({status}) => status === 'unknown'),
    (cashier, till, {reference}) => {
      const as = cashier.chance.pick(['done', 'failed'] as const);
      const judge = (now: Till) =>
        cashier.perform(`refund ${as}`, () => now.resolveRefund(reference, {as, person: 'Wanjiru', reason: 'seen'}));
      judge(till); // which is too early where nobody knew for less than three minutes
      cashier.later(cashier.chance.between(60_000, 300_000), judge);
    },
  ),
  'give cash back': toPayment(
    ({status}) => status === 'paid',
    (cashier, till, {reference}) =>
      cashier.perform('cash refund', () => till.refundInCash(reference, {reason: 'broken'})),
  ),
} satisfies Record<string, Act>;

/** Counted as none: a drawer that should hold something has to be counted before a shift is opened. */
const noOther = (['USD', 'XOF', 'ZAR'] as const).map(currency => ({currency, minor: 0}));

const drawerActs = {
  'sell for cash': (cashier, till) => {
    const amount = {
      currency: 'KES',
      minor: cashier.chance.between(1, 9) * 5000 + cashier.chance.between(0, 2) * 49,
    } as const;
    cashier.perform('cash sale', () => till.takeCash({amount, country: 'KE', description: 'bread'}));
  },
  'move cash': (cashier, till) => {
    const kind = cashier.chance.pick(['in', 'out', 'drop'] as const);
    const amount = {currency: 'KES', minor: 10_000} as const;
    cashier.perform(`cash ${kind}`, () => till.moveCash({kind, amount, reason: 'change'}, {isSure: true}));
  },
  'open shift': (cashier, till) =>
    cashier.perform('shift', () => till.openShift('Amina', [{currency: 'KES', minor: 50_000}, ...noOther])),
  'hand over': (cashier, till) => cashier.perform('hand over', () => till.handOver('Baraka')),
  'make an X': (cashier, till) => cashier.perform('X', () => till.reportX()),
  'close the period': closePeriod,
} satisfies Record<string, Act>;

/** Counts whatever may be in the drawer, and makes a Z. */
export function closePeriod(cashier: Cashier, till: Till): void {
  const counts = (['KES', 'USD', 'XOF', 'ZAR'] as const).map(currency => ({currency, minor: 0, pieces: []}));
  cashier.perform('Z', async () => {
    await till.countDrawer('Wanjiru', counts);
    await till.reportZ({person: 'Wanjiru', note: 'all to the bank', approver: 'Amina', notAsked: 0});
  });
}

function enterCode(cashier: Cashier, till: Till, reference: string): void {
  cashier.enterCode(till, reference, cashier.chance.pick(['4567', '4567', '1111']));
}

/** In cents; the sandbox loses its answer to a refund of 105 or 107 dollars. */
function refund(cashier: Cashier, till: Till, payment: Payment): void {
  cashier.refund(till, payment, cashier.chance.pick([1000, 10_500, 10_700, 999_999]));
}

const acts = {...sellingActs, ...followingActs, ...refundingActs, ...drawerActs};

const usualActs: Weights<keyof typeof acts> = {
  sell: 14,
  'sell twice at once': 4,
  'sell and think better of it': 2,
  'sell to a wallet again': 5,
  'next attempt': 4,
  'two next attempts at once': 3,
  charge: 7,
  'charge twice at once': 2,
  'enter a code': 9,
  'enter a code twice at once': 4,
  'enter a code and soon another': 10,
  'enter a code for another': 1,
  'send again': 5,
  'send again twice at once': 2,
  'another way': 3,
  'set aside what did not leave, and send it': 3,
  'look at another': 2,
  check: 4,
  'check what was paid': 4,
  judge: 2,
  'give a receipt': 1,
  refund: 6,
  'refund twice at once': 3,
  'refund and soon again': 4,
  'refund what was refunded': 2,
  'judge a refund': 3,
  'give cash back': 1,
  'sell for cash': 4,
  'move cash': 2,
  'open shift': 2,
  'hand over': 1,
  'make an X': 1,
  'close the period': 3,
};

const mostTries = 6;

/** What one person is given to, and the way to let that person do something now. */
export function habitsOf(
  chance: Chance,
  {
    hasPlans,
    splits,
    hasStaff,
    hasUnasked,
  }: {readonly hasPlans: boolean; readonly splits: boolean; readonly hasStaff: boolean; readonly hasUnasked: boolean},
): (cashier: Cashier) => void {
  const usual = chance.varied(usualActs, 'sell');
  const weights = {
    ...usual,
    ...(hasPlans ? chance.varied(usualSubscriptionActs, 'enrol') : {}),
    ...(splits ? chance.varied(usualTicketActs, 'open a ticket') : {}),
    ...(hasStaff ? chance.varied(usualStaffActs, 'sign in') : {}),
    ...(hasUnasked ? chance.varied(usualUnaskedActs, 'make a sale of what came unasked') : {}),
  };
  const every: Readonly<Record<string, Act>> = {
    ...acts,
    ...subscriptionActs,
    ...ticketActs,
    ...staffActs,
    ...unaskedActs,
  };
  return cashier => {
    const {till} = cashier.counter;
    for (let tries = 0; tries < mostTries && till !== undefined; tries += 1) {
      const name = chance.weighted<string>(weights);
      cashier.counter.trace(`> ${name}`);
      if (every[name]?.(cashier, till) !== false) return;
    }
  };
}
