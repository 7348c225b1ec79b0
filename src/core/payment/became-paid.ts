import type {State} from '../journal/state.js';
import {isOpen, type Payment, verdictOf} from './payment.js';

/**
 * Payments that were seen without an end and are paid now; `awaited` keeps what was seen. One that was paid when the
 * till opened, or that is read back from an older day, was never awaited. What needs a person has no end yet.
 */
export function becamePaid(
  {payments, open}: Pick<State, 'payments' | 'open'>,
  awaited: Set<string>,
): readonly Payment[] {
  const paid: Payment[] = [];
  for (const reference of awaited) {
    const payment = payments.get(reference);
    if (payment !== undefined && (isOpen(payment) || verdictOf(payment) === 'needs-person')) continue;
    awaited.delete(reference);
    if (payment?.status === 'paid') paid.push(payment);
  }
  for (const reference of open) awaited.add(reference);
  return paid;
}
