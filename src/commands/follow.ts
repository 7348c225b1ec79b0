import {awaitsOtp, type Payment, verdictOf} from '../core/payment/payment.js';
import type {Face} from '../session/face.js';
import type {Till} from '../till/till.js';
import {refundIn} from './payment-lines.js';

export type Following = {
  readonly face: Pick<Face, 'world' | 'interrupted'>;
  readonly till: Till;
  readonly reference: string;
  /** The number of a refund of the payment. If it is given, the refund is followed instead of the payment. */
  readonly refund?: number;
  /** The monotonic instant after which to give up. */
  readonly until: number;
  /** A request that is being sent. Once the payment has ended, `follow` does not wait for it. */
  readonly sending?: Promise<void>;
  readonly onChange: (payment: Payment) => void;
};

/**
 * How long a request that is being sent may take to leave this machine, in milliseconds, even if the time of the command is over. A slow
 * start may have used that time up, and if a request is broken off at once, nobody knows whether it arrived.
 */
export const leaving = 10_000;

/**
 * Asks about one payment or refund on the schedule of the core until it has ended, needs a code from the customer, or the time is over.
 * Asks nothing about the till's other payments: the command ends before their answers could be used.
 * Throws what the sending or a question failed with: the journal's problems, or a defect.
 */
export async function follow(following: Following): Promise<Payment> {
  const {face, till, reference, refund, until, sending, onChange} = following;
  const {world, interrupted} = face;
  const hasLeft = world.monotonic() + leaving;
  let wake = new AbortController();
  let isSending = sending !== undefined;
  let isChecking = false;
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    wake.abort();
  };
  const sent = () => {
    isSending = false;
    wake.abort();
  };
  sending?.catch(fail).then(sent, sent);
  const checked = () => {
    isChecking = false;
    wake.abort();
  };
  const check = () => {
    isChecking = true;
    till.check(reference).catch(fail).then(checked, checked);
  };
  const unsubscribe = till.subscribe(() => wake.abort());
  till.focus(reference);
  try {
    for (;;) {
      wake = new AbortController();
      const payment = await till.payment(reference);
      failure ??= till.writeFailure();
      if (failure !== undefined) throw failure;
      onChange(payment);
      const left = (isSending ? Math.max(until, hasLeft) : until) - world.monotonic();
      if (hasEnded(payment, {refund, isSending}) || left <= 0 || interrupted.aborted) return payment;
      // A refund is watched under its payment's reference and its own number.
      const {inMs, isAsking} = till.outlook(reference, refund);
      const isBusy = isAsking || isChecking;
      if (inMs === 0 && !isBusy) check();
      const pause = isBusy || !inMs ? left : Math.min(inMs, left);
      await world.sleep(pause, AbortSignal.any([wake.signal, interrupted]));
    }
  } finally {
    unsubscribe();
  }
}

function hasEnded(
  payment: Payment,
  {refund, isSending}: {readonly refund: number | undefined; readonly isSending: boolean},
): boolean {
  if (refund === undefined) return verdictOf(payment) !== 'not-known' || (awaitsOtp(payment) && !isSending);
  const {status} = refundIn(payment, refund);
  return status === 'done' || status === 'failed';
}
