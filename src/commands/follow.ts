import {nextOf} from '../core/books/selectors.js';
import {messages} from '../core/messages/messages.js';
import {awaitsOtp, type Payment, verdictOf} from '../core/payment/payment.js';
import {Problem} from '../core/problem.js';
import {qrLines} from '../core/text/qr.js';
import {note, noteProblem} from '../session/print.js';
import type {Face, Session} from '../session/session.js';
import type {ChallengePage} from '../till/challenge.js';
import type {Till} from '../till/till.js';
import {progressOf, refundIn} from './payment-lines.js';

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

/** Milliseconds that a request may take to leave, even after the command's time: broken off at once, nobody knows if it arrived. */
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

type Serving = {
  /** To be called after every change of the payment. Says what the payment waits for, and serves its page. */
  readonly onChange: (payment: Payment) => void;
  /** The page's address once it is served; undefined for a payment without one. Rejects only because of a defect. */
  readonly page: () => Promise<string | undefined>;
};

/** A page that cannot be served is only reported: the charge was sent, and the payment goes on. */
export function serveChallenge(session: Session, till: Till): Serving {
  const progress = progressOf(session);
  let serving: Promise<string | undefined> | undefined;
  return {
    onChange: payment => {
      progress(payment);
      if (nextOf(payment).kind !== 'challenge') return;
      serving ??= serve(session, till, payment.reference);
      serving.catch(() => undefined); // `page` reports the rejection
    },
    page: async () => serving,
  };
}

async function serve(session: Session, till: Till, reference: string): Promise<string | undefined> {
  try {
    const page = await till.challenge(reference);
    if (page !== undefined) await show(session, till, page);
    return page?.url;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    noteProblem(session, error);
    return undefined;
  }
}

/** Always shows the link: the browser may open where nobody sees it, or not at all. */
async function show(session: Session, till: Till, {url, ssh, opensBrowser}: ChallengePage): Promise<void> {
  const {face, flags, language} = session;
  const words = messages(language).command;
  note(session, `  ${words.openChallenge({url})}`);
  if (ssh !== undefined) note(session, `  ${words.challengeOverSsh({command: ssh})}`);
  if (flags.listen !== undefined) for (const line of qrLines(url)) note(session, line);
  if (opensBrowser && face.complainsToTerminal) await till.openPage(url);
}
