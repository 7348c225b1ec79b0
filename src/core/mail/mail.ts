import {isStandIn} from '../journal/customers.js';
import type {DecisionContext, PendingEvent} from '../journal/decision.js';
import {type AnyEvent, isOneOf} from '../journal/envelope.js';
import {checkEmail} from '../payment/order.js';
import {payerKey} from '../payment/payer.js';
import {type Payment, verdictOf} from '../payment/payment.js';
import {mailNumber, type PaymentEvent, paymentEvents} from '../payment/schema.js';
import {Problem} from '../problem.js';
import {restoreEvents} from '../restore/schema.js';
import {decideSlip, type PrintedState} from '../shift/decide.js';
import type {ShiftEvent} from '../shift/schema.js';
import {count, list, object, oneOf, type Specified, text, whole} from '../spec/spec.js';
import {type MailEvent, type MailOutcome, mailEvents} from './schema.js';

const isRead = isOneOf({...paymentEvents, ...mailEvents, ...restoreEvents});

const mailSpec = object({
  number: mailNumber,
  reference: text('of the payment'),
  to: text('the address'),
  copy: count('0 for the original'),
  status: oneOf(
    ['waiting', 'sending', 'accepted', 'refused', 'unknown'],
    'waiting for its time or a connection, sending since the line that records this, accepted or refused for good by the server; unknown: it may have arrived',
  ),
  attempts: count(),
  due: whole('the time from which it may be tried, in epoch milliseconds'),
  text: text('the last reply of the server'),
});
export type Mail = Specified<typeof mailSpec>;

/** All messages that have not ended, the newest ones that have, and the addresses that customers gave. */
export const mailsSpec = object({
  last: count('the number of the newest message'),
  list: list(mailSpec),
  addresses: list(object({payer: text(), to: text()})),
});
export type Mails = Specified<typeof mailsSpec>;

export const noMails: Mails = {last: 0, list: [], addresses: []};

const minute = 60_000;
/** The waits, in milliseconds, after attempts that the server postponed. After the last one the message is `refused`. */
export const retryAfter: readonly number[] = [1, 5, 15, 60, 240, 720].map(minutes => minutes * minute);

const mostEnded = 30;
const mostAddresses = 300;

const isOver = ({status}: Mail): boolean => status !== 'waiting' && status !== 'sending';

/** Returns the messages after an event. `payment` is the payment whose receipt it is about, if it is in the state. */
export function evolveMails(before: Mails, event: AnyEvent, payment: Payment | undefined): Mails {
  if (!isRead(event)) return before;
  switch (event.type) {
    case 'receipt-mail-queued': {
      const {number, reference, to, copy} = event.data;
      const due = Date.parse(event.at);
      const mail: Mail = {number, reference, to, copy, status: 'waiting', attempts: 0, due, text: ''};
      const ended = before.list.filter(isOver).slice(-mostEnded);
      const payer = payment === undefined ? null : payerKey(payment.request);
      const others = before.addresses.filter(each => each.payer !== payer);
      return {
        last: Math.max(before.last, number),
        list: [...ended, ...before.list.filter(each => !isOver(each)), mail],
        addresses: payer === null ? before.addresses : [...others, {payer, to}].slice(-mostAddresses),
      };
    }
    case 'receipt-mail-sent':
      return changed(before, event.data.number, mail => ({...mail, status: 'sending', attempts: event.data.attempt}));
    case 'receipt-mail-answered': {
      const {number, outcome, text} = event.data;
      const at = Date.parse(event.at);
      const {to} = before.list.find(mail => mail.number === number) ?? {};
      // An address that refused a message is not suggested for the next receipt.
      const addresses = outcome === 'refused' ? before.addresses.filter(each => each.to !== to) : before.addresses;
      return changed({...before, addresses}, number, mail => {
        const pause = retryAfter[mail.attempts - 1];
        if (outcome !== 'later') return {...mail, status: outcome, text};
        return pause === undefined
          ? {...mail, status: 'refused', text}
          : {...mail, status: 'waiting', due: at + pause, text};
      });
    }
    case 'journal-restored': // messages that waited then may have been sent since
      return {...before, list: before.list.map(mail => (isOver(mail) ? mail : {...mail, status: 'unknown'}))};
    default:
      return before;
  }
}

const changed = (mails: Mails, number: number, change: (mail: Mail) => Mail): Mails => ({
  ...mails,
  list: mails.list.map(mail => (mail.number === number && !isOver(mail) ? change(mail) : mail)),
});

/** Returns the message that may be sent now: the one due first, except for the numbers in `without`; undefined if there is none. */
export const mailDue = (
  {list}: Mails,
  now: number,
  without: {readonly has: (number: number) => boolean} = new Set(),
): Mail | undefined =>
  list
    .filter(({number, status, due}) => status === 'waiting' && due <= now && !without.has(number))
    .sort((a, b) => a.due - b.due)[0];

/** Returns when the next message may be sent, in epoch milliseconds; undefined if none waits. */
export function nextMailAt({list}: Mails): number | undefined {
  const waiting = list.filter(({status}) => status === 'waiting').map(({due}) => due);
  return waiting.length === 0 ? undefined : Math.min(...waiting);
}

/** Returns the newest message with the receipt of a payment. */
export const mailOf = ({list}: Mails, reference: string): Mail | undefined =>
  list.findLast(mail => mail.reference === reference);

/** Returns the newest message that has not arrived, or may not have arrived, and that had not ended before. */
export function failedSince(before: readonly Mail[], now: readonly Mail[]): Mail | undefined {
  const wasOver = new Set(before.filter(isOver).map(({number}) => number));
  return now.findLast(({number, status}) => (status === 'refused' || status === 'unknown') && !wasOver.has(number));
}

/** Returns the address to suggest for a receipt: of its last message, the customer's last, or the sale's unless it is the shop's. */
export function addressFor(mails: Mails, {reference, request}: Payment, shopEmail: string): string {
  const payer = payerKey(request);
  const known = mails.addresses.findLast(each => each.payer === payer)?.to;
  const typed = 'email' in request && request.email !== shopEmail ? request.email : undefined;
  return [mailOf(mails, reference)?.to, known, typed].find(to => to !== undefined && !isStandIn(to)) ?? '';
}

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
export const decideLostMails = ({mails}: State): readonly PendingEvent<MailEvent | PaymentEvent | ShiftEvent>[] =>
  mails.list
    .filter(({status}) => status === 'sending')
    .map(({number}) => ({type: 'receipt-mail-answered', data: {number, outcome: 'unknown', text: ''}}));
