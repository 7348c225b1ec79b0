import type {Plan} from '../../src/core/endpoints/subscription/plans.js';
import {isStandIn} from '../../src/core/journal/customers.js';
import {payerKey} from '../../src/core/payment/payer.js';
import type {Payment} from '../../src/core/payment/payment.js';
import type {CardOrder} from '../../src/core/payment/schema.js';
import type {Till} from '../../src/till/till.js';
import {cardOf, type PlainCard} from '../core/card/plain-card.js';
import type {Chance} from './chance.js';
import type {Counter} from './counter.js';
import {newWallet, orderOf, type Wallet} from './goods.js';
import type {Departure} from './network.js';
import {staffRefusals} from './people.js';
import {outside, type Scheduler} from './scheduler.js';
import type {SimulatedService} from './service.js';
import type {StateChecks} from './state-checks.js';

/** What a till may refuse, without harm, of what is asked of it at random. */
const refusals: ReadonlySet<string> = new Set([
  ...[
    'payment-not-open',
    'payment-not-resendable',
    'earlier-payment',
    'paid-just-now',
    'sale-amount-differs',
    'restore-unheard',
  ],
  ...[
    'refund-not-paid',
    'refund-not-offered',
    'refund-not-unasked',
    'refund-not-by-page',
    'refund-unclear',
    'refund-above-rest',
    'refund-changed',
  ],
  ...['refund-history-unheard', 'key-refused'],
  ...[
    'sale-paid',
    'ticket-above-left',
    'ticket-paid',
    'ticket-abandoned',
    'code-not-asked',
    'code-not-other',
    'code-unclear',
    'judged-too-early',
    'judged-unseen',
  ],
  ...staffRefusals,
  ...['shift-open-already', 'shift-not-open', 'count-missing', 'report-unknown', 'till-closing'],
]);

/** `isSetAside`: at once, when it is barely decided. */
type TakeHow = {
  readonly amount?: number;
  readonly sale?: string;
  readonly again?: string | undefined;
  readonly isSetAside?: boolean | undefined;
  readonly ticket?: string | undefined;
  /** The account of which it pays what is owed. */
  readonly paysOff?: number;
  /** What else the till may refuse of this. */
  readonly more?: readonly string[] | undefined;
};

/** One person at one till: impatient, careless, and now and then wrong. */
export class Cashier {
  readonly counter: Counter;
  readonly chance: Chance;
  readonly #checks: StateChecks;
  readonly #scheduler: Scheduler;
  readonly #wallets: Wallet[] = [];
  readonly #service: SimulatedService;
  /** The customers whom this person was asked to enrol. */
  readonly emails: string[] = [];

  constructor({
    counter,
    checks,
    chance,
    scheduler,
    service,
  }: {counter: Counter; checks: StateChecks; chance: Chance; scheduler: Scheduler; service: SimulatedService}) {
    this.counter = counter;
    this.chance = chance;
    this.#checks = checks;
    this.#scheduler = scheduler;
    this.#service = service;
  }

  /** `more`: what else the till may refuse of this. */
  perform(name: string, run: () => Promise<unknown>, more: readonly string[] = []): void {
    this.counter.perform(name, run, more.length === 0 ? refusals : new Set([...refusals, ...more]));
  }

  get plans(): readonly Plan[] {
    return this.#service.plans;
  }

  /** The number of a customer's subscription, as whoever looks into the service's dashboard sees it. */
  booked(email: string): number | undefined {
    const all = [...this.#service.subscriptions.values()];
    return all.findLast(subscription => subscription.email === email.toLowerCase())?.id;
  }

  /** Does something a moment later, if the till is at work then. */
  later(milliseconds: number, act: (till: Till) => void): void {
    this.#scheduler.after(milliseconds, outside, () => {
      if (this.counter.till !== undefined) act(this.counter.till);
    });
  }

  /** A payment that the till has at hand, of those that `which` lets through. */
  payment(which: (payment: Payment) => boolean = () => true): Payment | undefined {
    return this.chance.pickAny([...(this.counter.till?.state.payments.values() ?? [])].filter(which));
  }

  wallet(isNew: boolean): Wallet {
    const known = isNew ? undefined : this.chance.pickAny(this.#wallets);
    const wallet = known ?? newWallet(this.chance);
    this.#wallets.push(wallet);
    return wallet;
  }

  take(till: Till, wallet: Wallet, options: TakeHow = {}): void {
    const {amount = this.chance.between(2, 9) * 100, sale, ticket, paysOff, again, isSetAside, more} = options;
    this.#take('collect', till, {again, isSetAside, more}, () =>
      till.collect(orderOf(wallet, amount), {
        ...(sale === undefined ? {} : {sale}),
        ...(ticket === undefined ? {} : {ticket}),
        ...(paysOff === undefined ? {} : {paysOff}),
        ...(again === undefined ? {} : {again}),
      }),
    );
  }

  charge(till: Till, order: CardOrder, card: PlainCard, again: string | undefined): void {
    this.#take('charge', till, {again}, () => till.charge(order, cardOf(card), again === undefined ? {} : {again}));
  }

  #take(
    kind: 'collect' | 'charge',
    till: Till,
    {again, isSetAside, more}: TakeHow,
    run: () => ReturnType<Till['collect']>,
  ): void {
    const {orders} = this.counter;
    const errand = orders.ask(kind);
    this.perform(
      kind,
      async () => {
        try {
          const {reference, finished} = await run();
          errand.reference = reference;
          const payment = till.state.payments.get(reference);
          const payer = (payment && payerKey(payment.request)) ?? reference;
          orders.onDecision({reference, payer, again: again !== undefined}, till.state.payments);
          if (isSetAside) this.setAside(till, reference);
          if (this.chance.isTrue(0.7)) till.focus(reference);
          await finished;
        } finally {
          errand.isOver = true;
        }
      },
      more,
    );
  }

  sendAgain(till: Till, reference: string): void {
    this.errand('send again', ['collect', reference], () => till.sendAgain(reference));
  }

  enterCode(till: Till, reference: string, code: string): void {
    const request = till.state.payments.get(reference)?.request;
    // A new machine in the place of a lost one has no keys of its customers.
    const isSealed = request?.method === 'mobile-money' && isStandIn(request.phone);
    this.errand(
      `code ${code}`,
      ['otp', reference],
      () => till.enterOtp(reference, code, {isOther: this.chance.isTrue(0.5)}),
      isSealed ? ['customer-lost'] : [],
    );
  }

  refund(till: Till, {reference, request}: Payment, minor: number): void {
    const amount = {...request.amount, minor: Math.min(minor, request.amount.minor)};
    // Somebody who cannot wait gives back though the service does not tell of earlier refunds.
    const unheard = this.chance.isTrue(0.5) ? {unheard: 'no time'} : {};
    this.errand('refund', ['refund', reference], async () => {
      const {finished} = await till.refund(reference, {amount, reason: 'broken', ...unheard});
      await finished;
    });
  }

  /** Does what lets one request leave, for a payment or what else a departure of this kind is known by. */
  errand(
    name: string,
    [kind, reference]: readonly [Departure['kind'], string],
    run: () => Promise<unknown>,
    more: readonly string[] = [],
  ): void {
    const {orders} = this.counter;
    const errand = orders.ask(kind, reference);
    const performed = async () => {
      let isDone = false;
      try {
        await run();
        isDone = true;
      } finally {
        orders.end(errand, isDone);
      }
    };
    this.perform(name, performed, more);
  }

  setAside(till: Till, reference: string): void {
    this.perform('set aside', async () => {
      await till.supersede(reference);
      this.counter.orders.noteSetAside(reference);
    });
  }

  judge(till: Till, reference: string, as: 'paid' | 'not-paid'): void {
    this.#checks.judged.add(`${reference} ${as}`);
    this.perform(`judge ${as}`, () => till.resolve(reference, {as, person: 'Wanjiru', reason: 'seen on the phone'}));
  }
}
