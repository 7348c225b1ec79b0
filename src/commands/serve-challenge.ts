import {nextOf} from '../core/books/selectors.js';
import {messages} from '../core/messages/messages.js';
import type {Payment} from '../core/payment/payment.js';
import {problemText} from '../core/present/problem-text.js';
import {Problem} from '../core/problem.js';
import {qrLines} from '../core/text/qr.js';
import {note} from '../session/print.js';
import type {Session} from '../session/session.js';
import type {ChallengePage} from '../till/challenge.js';
import type {Till} from '../till/till.js';
import {progressOf} from './payment-lines.js';

/** Serves the bank's page while a command waits. */
export type Serving = {
  /**
   * To be called after every change of the payment. It says what the payment waits for, and serves the page when the payment waits for it.
   */
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
    note(session, `! ${problemText(error, session.language)}`);
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
