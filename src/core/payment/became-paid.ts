import {isOpen, type Payment, verdictOf} from './payment.js';
import type {Payments} from './payments.js';

/**
 * Returns the payments that were open when they were last seen and are paid now. `awaited` holds the references of the
 * open payments; this function updates it. A payment that was already paid when the till opened, or that comes from an
 * older day, was never awaited. A payment that needs a person stays awaited, because it has not ended yet.
 */
export function becamePaid(
  {payments, open}: Pick<Payments, 'payments' | 'open'>,
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
