import type {DecisionContext, PendingEvent} from '../journal/decision.js';
import {checkEmail} from '../payment/order.js';
import {verdictOf} from '../payment/payment.js';
import type {PaymentEvent} from '../payment/schema.js';
import {Problem} from '../problem.js';
import type {ShiftEvent} from '../shift/schema.js';
import {decideSlip, type PrintedState} from '../shift/slip-decide.js';
import {type Mails, mailOf} from './mail.js';
import type {MailEvent, MailOutcome} from './schema.js';

type State = PrintedState & {readonly mails: Mails};

export type MailCommand =
  | {readonly type: 'queue'; readonly reference: string; readonly to: string; readonly isAgain: boolean}
  | {readonly type: 'send'; readonly number: number}
  | {readonly type: 'answer'; readonly number: number; readonly outcome: MailOutcome; readonly text: string};

/**
 * Decides about the e-mail with a receipt. A receipt is queued once, unless a person asks to send it again. It is sent only after the line
 * that records this, and a message with an unknown result is not sent again automatically, because the customer may have it. Throws
 * `Problem` payment-unknown, mail-not-paid, mail-under-way, mail-sent, email-invalid, text-has-card.
 */
export function decideMail(
  state: State,
  command: MailCommand,
  {now}: Pick<DecisionContext, 'now'>,
): readonly PendingEvent<MailEvent | PaymentEvent | ShiftEvent>[] {
  const {mails} = state;
  if (command.type === 'queue') {
    const {reference, isAgain} = command;
    const to = checkEmail(command.to);
    const payment = state.payments.get(reference);
    if (payment === undefined) throw new Problem('payment-unknown', {reference});
    if (verdictOf(payment) !== 'paid') throw new Problem('mail-not-paid', {reference});
    const last = mailOf(mails, reference);
    if (last?.status === 'waiting' || last?.status === 'sending')
      throw new Problem('mail-under-way', {reference, to: last.to});
    // Of older messages only the addresses are known.
    const mayHaveIt = last === undefined ? payment.mailedTo.includes(to) : last.status !== 'refused' && last.to === to;
    if (mayHaveIt && !isAgain) throw new Problem('mail-sent', {reference, to});
    // Nobody has the slip of a message that was refused. The same slip goes to the right address, and is not a copy.
    const isLost = last?.status === 'refused';
    const slips = isLost ? [] : decideSlip(state, {type: 'print-receipt', reference, format: 'html'});
    const copy = isLost ? last.copy : payment.receipts;
    return [...slips, {type: 'receipt-mail-queued', data: {number: mails.last + 1, reference, to, copy}}];
  }
  const mail = mails.list.find(({number}) => number === command.number);
  if (command.type === 'send') {
    if (mail?.status !== 'waiting' || mail.due > now) return [];
    return [{type: 'receipt-mail-sent', data: {number: mail.number, attempt: mail.attempts + 1}}];
  }
  if (mail?.status !== 'sending') return [];
  const {number, outcome, text} = command;
  return [{type: 'receipt-mail-answered', data: {number, outcome, text}}];
}

/** Returns an `unknown` result for every message that a crash or a power cut has left without an answer. */
export function decideLostMails({mails}: State): readonly PendingEvent<MailEvent | PaymentEvent | ShiftEvent>[] {
  return mails.list
    .filter(({status}) => status === 'sending')
    .map(({number}) => ({type: 'receipt-mail-answered', data: {number, outcome: 'unknown', text: ''}}));
}
