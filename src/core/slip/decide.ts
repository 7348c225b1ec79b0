import type {Decided} from '../decision.js';
import type {State} from '../journal/state.js';
import {verdictOf} from '../payment/payment.js';
import type {SlipFormat} from '../payment/schema.js';
import {Problem} from '../problem.js';
import {zName} from '../shift/report.js';

export type SlipCommand =
  | {readonly type: 'print-receipt'; readonly reference: string; readonly format: SlipFormat}
  | {readonly type: 'print-z'; readonly number: number; readonly format: SlipFormat};

/**
 * Decides the copy number of a slip before it is printed: 0 for the first receipt of a paid payment, and for every slip of a payment that
 * is not paid. Throws `Problem` payment-unknown, report-unknown.
 */
export function decideSlip(state: State, command: SlipCommand): readonly Decided[] {
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
