import type {PendingEvent} from '../journal/decision.js';
import {verdictOf} from '../payment/payment.js';
import type {Payments} from '../payment/payments.js';
import type {PaymentEvent, SlipFormat} from '../payment/schema.js';
import {Problem} from '../problem.js';
import type {Ledger} from './ledger.js';
import {zName} from './report.js';
import type {ShiftEvent} from './schema.js';

/** What the number of a copy is decided from. */
export type PrintedState = Pick<Payments, 'payments'> & {readonly ledger: Ledger};

export type SlipCommand =
  | {readonly type: 'print-receipt'; readonly reference: string; readonly format: SlipFormat}
  | {readonly type: 'print-z'; readonly number: number; readonly format: SlipFormat}
  /** Nothing of the slip was taken. `printed` is the event that recorded it. */
  | {readonly type: 'release'; readonly printed: PrintedEvent};
type PrintedEvent = Extract<PaymentEvent | ShiftEvent, {type: 'slip-printed' | 'report-printed'}>;

/**
 * Decides the copy number of a slip before it is printed: 0 for the first receipt of a paid payment, and for every slip of a payment that
 * is not paid. The number of a slip of which nothing was taken is released, unless another slip was printed meanwhile. Throws `Problem`
 * payment-unknown, report-unknown.
 */
export function decideSlip(
  state: PrintedState,
  command: SlipCommand,
): readonly PendingEvent<PaymentEvent | ShiftEvent>[] {
  if (command.type === 'release') return release(state, command.printed);
  const {format} = command;
  if (command.type === 'print-z') {
    const {number: z} = command;
    const closed = state.ledger.zs.find(({number}) => number === z);
    if (closed === undefined) throw new Problem('report-unknown', {z: zName(z)});
    return [{type: 'report-printed', data: {z, copy: closed.printed, format}}];
  }
  const {reference} = command;
  const payment = state.payments.get(reference);
  if (payment === undefined) throw new Problem('payment-unknown', {reference});
  const isReceipt = verdictOf(payment) === 'paid';
  const kind = isReceipt ? 'receipt' : 'pending';
  return [{type: 'slip-printed', data: {reference, kind, copy: isReceipt ? payment.receipts : 0, format}}];
}

function release(
  {ledger, payments}: PrintedState,
  printed: PrintedEvent,
): readonly PendingEvent<PaymentEvent | ShiftEvent>[] {
  const {copy} = printed.data;
  if (printed.type === 'report-printed') {
    const {z} = printed.data;
    const isNewest = ledger.zs.some(each => each.number === z && each.printed === copy + 1);
    return z !== null && isNewest ? [{type: 'report-not-printed', data: {z, copy}}] : [];
  }
  const {reference, kind} = printed.data;
  const isNewest = kind === 'pending' || payments.get(reference)?.receipts === copy + 1;
  return isNewest ? [{type: 'slip-not-printed', data: {reference, kind, copy}}] : [];
}
