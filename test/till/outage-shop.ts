import {marketOf} from '../../src/core/market/markets.js';
import {decimalText} from '../../src/core/money/money.js';
import {readOrder, requireOrder} from '../../src/core/payment/order.js';
import type {Payment} from '../../src/core/payment/payment.js';
import type {WalletOrder} from '../../src/core/payment/schema.js';
import type {Answer} from '../../src/core/service/answer.js';
import type {Till} from '../../src/till/till.js';
import {writeJournal} from '../bench/journals.js';
import {hastyDisk} from './hasty-disk.js';
import {openRealTill, temporaryFolder} from './real-till.js';
import {scriptedService} from './scripted-service.js';
import {type VirtualWorld, virtualWorld} from './virtual-world.js';

const noon = Date.UTC(2026, 10, 20, 9);

/** A question as it was asked: when, by the monotonic clock, and about which payment. */
export type Question = {readonly at: number; readonly reference: string};

export type OutageShop = {
  readonly till: Till;
  readonly world: VirtualWorld;
  readonly asked: readonly Question[];
  /** What the service says of the payments that waited before the till opened; it may take its time. */
  readonly answers: {about: (payment: Payment) => Answer | Promise<Answer>};
  readonly order: (amount: string) => WalletOrder;
};

/** The record of a payment that its customer has or has not paid. */
export function recordOf({reference, request}: Payment, status: 'Initialized' | 'Completed'): Answer {
  const body = {
    response_code: status === 'Completed' ? '00' : '09',
    transaction_reference: reference,
    transaction_amount: Number(decimalText(request.amount)),
    transaction_fee: 0,
    transaction_status: status,
    currency: request.amount.currency,
  };
  return {kind: 'answered', http: 200, body, bytes: 900};
}

/** A real till that opens at noon, in a virtual world, over a journal in which so many payments wait since so long ago. */
export async function openAfterOutage(waiting: number, since = 60 * 60_000): Promise<OutageShop> {
  const folder = temporaryFolder();
  const events = 3 * waiting + 1;
  await writeJournal(folder, {events, segments: 1, pendingToday: waiting, now: noon - since});
  const world = virtualWorld(noon);
  const scripted = scriptedService(world, {courseOf: () => ({after: 60_000, ends: 'Completed'})});
  const answers: OutageShop['answers'] = {about: payment => recordOf(payment, 'Initialized')};
  const asked: Question[] = [];
  const {till} = await openRealTill({
    baseUrl: 'http://127.0.0.1:9',
    apiKey: 'none',
    folder,
    disk: hastyDisk,
    world,
    service: () => ({
      ...scripted,
      status: async (question, signal) => {
        const {reference} = question;
        asked.push({at: world.monotonic(), reference});
        const payment = old.get(reference);
        return payment === undefined ? scripted.status(question, signal) : answers.about(payment);
      },
    }),
  });
  const old: ReadonlyMap<string, Payment> = new Map(till.state.payments);
  return {till, world, asked, answers, order: orderOf};
}

function orderOf(amount: string): WalletOrder {
  const form = {
    amount,
    currency: '',
    country: 'KE',
    network: '',
    wallet: `0722${amount.padStart(6, '0')}`,
    email: 'shop@example.com',
    firstName: 'Customer',
    lastName: 'Duka',
    description: '',
  };
  return requireOrder(readOrder(form, {returnUrl: undefined, offered: marketOf('KE').networks}));
}
