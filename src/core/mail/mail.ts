import {isStandIn} from '../journal/customers.js';
import type {StoredEvent} from '../journal/event.js';
import {payerKey} from '../payment/payer.js';
import type {Payment} from '../payment/payment.js';

/** A receipt on its way by e-mail. */
export type Mail = {
  readonly number: number;
  readonly reference: string;
  readonly to: string;
  readonly copy: number;
  /**
   * `waiting` for its time or for a link; `sending` since the line that says so; `accepted` by the server; `refused` for good;
   * `unknown`: it may have arrived.
   */
  readonly status: 'waiting' | 'sending' | 'accepted' | 'refused' | 'unknown';
  readonly attempts: number;
  /** Epoch milliseconds from which on it may be tried. */
  readonly due: number;
  /** What the server said last. */
  readonly text: string;
};

/** All messages that have not ended, the newest that have, and where customers had theirs sent. */
export type Mails = {
  readonly last: number;
  readonly list: readonly Mail[];
  readonly addresses: readonly {readonly payer: string; readonly to: string}[];
};

export const noMails: Mails = {last: 0, list: [], addresses: []};

const minute = 60_000;
/** How long after an attempt that led to nothing the next one is made; after the last of them a person decides. */
export const retryAfter: readonly number[] = [1, 5, 15, 60, 240, 720].map(minutes => minutes * minute);

const mostEnded = 30;
const mostAddresses = 300;

const isOver = ({status}: Mail): boolean => status !== 'waiting' && status !== 'sending';

/** The messages after an event; `payment` is the one whose receipt it is about, where it is at hand. */
export function evolveMails(before: Mails, event: StoredEvent, payment: Payment | undefined): Mails {
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
      // Where nothing arrives, the next receipt need not go.
      const addresses = outcome === 'refused' ? before.addresses.filter(each => each.to !== to) : before.addresses;
      return changed({...before, addresses}, number, mail => {
        const pause = retryAfter[mail.attempts - 1];
        if (outcome !== 'later') return {...mail, status: outcome, text};
        return pause === undefined
          ? {...mail, status: 'refused', text}
          : {...mail, status: 'waiting', due: at + pause, text};
      });
    }
    case 'journal-restored': // what waited then may have left since
      return {...before, list: before.list.map(mail => (isOver(mail) ? mail : {...mail, status: 'unknown'}))};
    default:
      return before;
  }
}

const changed = (mails: Mails, number: number, change: (mail: Mail) => Mail): Mails => ({
  ...mails,
  list: mails.list.map(mail => (mail.number === number && !isOver(mail) ? change(mail) : mail)),
});

/** The message that may leave now: the one that has waited longest, but for the numbers `without`; undefined where none may. */
export function mailDue(
  {list}: Mails,
  now: number,
  without: {readonly has: (number: number) => boolean} = new Set(),
): Mail | undefined {
  return list
    .filter(({number, status, due}) => status === 'waiting' && due <= now && !without.has(number))
    .sort((a, b) => a.due - b.due)[0];
}

/** When the next message may leave, in epoch milliseconds; undefined where none waits. */
export function nextMailAt({list}: Mails): number | undefined {
  const waiting = list.filter(({status}) => status === 'waiting').map(({due}) => due);
  return waiting.length === 0 ? undefined : Math.min(...waiting);
}

/** The newest message with the receipt of a payment. */
export const mailOf = ({list}: Mails, reference: string): Mail | undefined =>
  list.findLast(mail => mail.reference === reference);

/** The newest message that has not arrived, or may not have, and was not over before. */
export function failedSince(before: readonly Mail[], now: readonly Mail[]): Mail | undefined {
  const wasOver = new Set(before.filter(isOver).map(({number}) => number));
  return now.findLast(({number, status}) => (status === 'refused' || status === 'unknown') && !wasOver.has(number));
}

/**
 * Where a receipt for this payment would go: where its last one went, or this customer's, else the address of the sale, unless it is the
 * shop's own.
 */
export function addressFor(mails: Mails, {reference, request}: Payment, shopEmail: string): string {
  const {addresses} = mails;
  const payer = payerKey(request);
  const known = addresses.findLast(each => each.payer === payer)?.to;
  const typed = 'email' in request && request.email !== shopEmail ? request.email : undefined;
  return [mailOf(mails, reference)?.to, known, typed].find(to => to !== undefined && !isStandIn(to)) ?? '';
}
