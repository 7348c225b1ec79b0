import type {Service} from '../../src/core/endpoints/service.js';
import type {Money} from '../../src/core/money/money.js';
import {type Answer, type Json, wireAmount} from '../../src/core/service/answer.js';
import type {World} from '../../src/core/world.js';
import type {TillSettings} from '../../src/till/context.js';
import type {Sign} from '../../src/till/signing.js';
import type {Till} from '../../src/till/till.js';
import type {Journal} from '../../store/journal.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {openTillOverJournal} from './over-journal.js';

/** A world that stands still until it is told; its wall clock can be set back alone. */
export function stillWorld(start = Date.UTC(2026, 10, 20, 11)) {
  let mono = 0;
  let skew = 0;
  let drawn = 0;
  const world: World = {
    now: () => start + mono + skew,
    monotonic: () => mono,
    sleep: () => Promise.resolve(),
    random: count => {
      drawn += 1;
      return Uint8Array.from({length: count}, (_, place) => (drawn >> (8 * (place % 3))) % 256);
    },
  };
  const pass = (milliseconds: number) => {
    mono += milliseconds;
  };
  const rewind = (milliseconds: number) => {
    skew -= milliseconds;
  };
  return {...world, pass, rewind};
}

export type Says = 'Completed' | 'Failed' | 'Reversed' | 'Initialized';
type Account = {says: Says; readonly amount: number; readonly currency: string};

/** The service in this process: every payment and refund stands as the test last said. */
export function obedientService() {
  const accounts = new Map<string, Account>();
  const refunds: {says: 'Success' | 'Failed' | 'Initialized'; readonly payment: string; readonly lost: boolean}[] = [];
  const answered = (body: Json): Answer => ({kind: 'answered', http: 200, body});
  const lost: Answer = {kind: 'no-answer', code: 'ECONNRESET'};
  const recordOf = async ({reference}: {readonly reference: string}) => {
    const account = accounts.get(reference);
    if (account === undefined) return lost;
    const {says, amount, currency} = account;
    const data = {
      transaction_status: says,
      amount_received: amount,
      currency,
      transaction_fee: 1.5,
      merchant_transaction_reference: reference,
    };
    return answered({success: true, message: 'ok', data});
  };
  const open = async ({reference, amount}: {reference: string; amount: Money}) => {
    accounts.set(reference, {says: 'Initialized', amount: wireAmount(amount), currency: amount.currency});
    return lost;
  };
  const service: Service = {
    collect: open,
    charge: open,
    status: recordOf,
    cardStatus: recordOf,
    merchantReference: async () => lost,
    processOtp: async () => lost,
    banks: async () => lost,
    refund: async ({reference}) => {
      refunds.push({says: 'Initialized', payment: reference, lost: refunds.length % 3 === 2});
      if (refunds.at(-1)?.lost) return lost;
      const data = {refund_transaction_reference: `RF${refunds.length}`, payment_transaction_reference: reference};
      return answered({message: 'ok', data: {...data, status: 'INITIALIZED', successful: false}});
    },
    refundStatus: async ({refundReference}) => {
      const says = refunds[Number(refundReference.slice(2)) - 1]?.says ?? 'Initialized';
      return answered({success: true, data: {refund_transaction_reference: refundReference, status: says}});
    },
    refundHistory: async () =>
      answered({
        success: true,
        message: 'ok',
        data: {content: [], page: 1, size: 100, totalElements: 0, totalPages: 0},
      }),
    createPlan: async () => lost,
    plan: async () => lost,
    plans: async () => lost,
    createSubscription: async () => lost,
    subscription: async () => lost,
    subscriptions: async () => lost,
    subscriptionCharges: async () => lost,
    cancelSubscription: async () => lost,
    resumeSubscription: async () => lost,
    pauseSubscription: async () => lost,
    accountHolder: async () => lost,
    traffic: () => ({sent: 0, received: 0}),
    close: () => undefined,
  };
  return {service, accounts, refunds};
}

export type Place = {
  readonly zone: string;
  readonly dayStartsAt: string;
  readonly authorisedDifference?: Readonly<Record<string, number>>;
};

export const nairobi: Place = {zone: 'Africa/Nairobi', dayStartsAt: '00:00'};

export const kes = (minor: number): Money => ({currency: 'KES', minor});
export const usd = (minor: number): Money => ({currency: 'USD', minor});

export type ShopParts = {
  readonly disk?: MemoryDisk;
  readonly world?: World;
  readonly service?: Service;
  readonly place?: Place & Partial<TillSettings>;
  readonly sign?: Sign;
  readonly linesPerSummary?: number | undefined;
};

/** The real till over the real journal on a disk in memory, with a service in this process. */
export async function openStillShop({
  disk = new MemoryDisk(),
  world = stillWorld(),
  service = obedientService().service,
  place = nairobi,
  ...more
}: ShopParts = {}): Promise<{readonly till: Till; readonly journal: Journal; readonly disk: MemoryDisk}> {
  const {till, journal} = await openTillOverJournal({folder: '/till', disk, world, service, settings: place, ...more});
  return {till, journal, disk};
}
