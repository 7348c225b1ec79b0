import {emptyState, foldEvents, type State} from '../core/books/state.js';
import type {StoredEvent} from '../core/events/event.js';
import type {Messages} from '../core/messages/messages.js';
import {jsonAmount} from '../core/money/money.js';
import {wasNotSubmitted} from '../core/payment/follow-up.js';
import type {Payment, PaymentStatus} from '../core/payment/payment.js';
import type {Refund} from '../core/payment/refund.js';
import type {ProblemFacts} from '../core/problem.js';
import {openHome} from '../till/home.js';
import {openReading, type Surroundings} from '../till/opened-journal.js';
import type {BookedTransaction, Books} from './practice-service.js';
import type {Acknowledged} from './shop.js';

type FindingName = keyof Messages['selftest']['findings'];

export type Finding = {readonly reference: string; readonly name: FindingName; readonly facts: ProblemFacts};

const finding = (reference: string, name: FindingName, facts: ProblemFacts = {}): Finding => ({reference, name, facts});

/** A whole journal and the state that follows from its lines, without using any summary. */
export type WholeJournal = {
  readonly events: readonly StoredEvent[];
  readonly state: State;
  /** Bytes of an unfinished last line. */
  readonly tornBytes: number;
};

/** Reads a journal while a till may be running, and checks every link of its chain. Throws `Problem` journal-damaged. */
export async function readWholeJournal(place: Omit<Surroundings, 'config' | 'settings'>): Promise<WholeJournal> {
  const {settings, decide} = await openHome({flags: {}, environment: place.environment, systemZone: 'UTC'});
  const {journal, tornBytes} = await openReading({...place, config: decide(), settings});
  try {
    await journal.verify();
    const events: StoredEvent[] = [];
    for (const date of await journal.segments()) {
      for await (const event of journal.readSegment(date)) events.push(event);
    }
    const state = emptyState();
    foldEvents(state, events);
    return {events, state, tornBytes};
  } finally {
    await journal.close();
  }
}

/** Compares both books of a till that has asked about everything. No findings: nothing is lost, doubled, different or unexplained. */
export function compareBooks({state}: Pick<WholeJournal, 'state'>, books: Books): readonly Finding[] {
  const payments = [...state.payments.values()];
  const rows = new Map(books.transactions.map(row => [row.transaction_reference, row]));
  return [
    ...soldTwice(payments),
    ...rowsAlone(books.transactions, state.payments),
    ...payments.flatMap(payment => comparePayment(payment, rows.get(payment.reference))),
    ...refundRowsAlone(books, state.payments),
    ...payments.flatMap(payment => compareRefunds(payment, books)),
  ];
}

/** Checks that the journal still has, line for line, every state that was acknowledged. */
export function compareReported(
  {events, state}: Pick<WholeJournal, 'events' | 'state'>,
  acknowledged: readonly Acknowledged[],
): readonly Finding[] {
  const hashes = new Map(events.map(({seq, hash}) => [seq, hash]));
  return acknowledged.flatMap(({reference, status, refunds, seq, head}) => {
    if (seq > 0 && hashes.get(seq) !== head) return [finding(reference, 'told-and-lost', {seq})];
    const payment = state.payments.get(reference);
    if (payment === undefined) return [finding(reference, 'told-and-lost', {seq})];
    const isExpected = mayBecome(status).includes(payment.status);
    const areRefundsExpected = refunds.every((told, index) => isRefundExpected(told, payment.refunds[index]));
    return isExpected && areRefundsExpected
      ? []
      : [finding(reference, 'told-and-taken-back', {told: status, now: payment.status})];
  });
}

/** The states that a payment may have later if it was acknowledged in this state: it can only become clearer. */
function mayBecome(reported: string): readonly PaymentStatus[] {
  const ends: readonly PaymentStatus[] = ['paid', 'mispaid', 'failed', 'disputed'];
  const clearer: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
    requested: ['requested', 'sent', 'unknown', 'pending', ...ends],
    sent: ['sent', 'unknown', 'pending', ...ends],
    unknown: ['unknown', 'pending', ...ends],
    pending: ['pending', ...ends],
    paid: ['paid', 'disputed'],
    'on-book': ['on-book'],
    mispaid: ['mispaid', 'disputed'],
    failed: ['failed', 'disputed'],
    disputed: ['disputed'],
  };
  return clearer[reported as PaymentStatus] ?? [];
}

function isRefundExpected(reported: string, refund: Refund | undefined): boolean {
  if (refund === undefined) return false;
  return (reported !== 'done' && reported !== 'failed') || refund.status === reported;
}

/** Each sale was made once, so only one payment may have its description, which both books keep. */
function soldTwice(payments: readonly Payment[]): readonly Finding[] {
  const first = new Map<string, string>();
  return payments.flatMap(({reference, request}) => {
    const other = first.get(request.description);
    first.set(request.description, other ?? reference);
    return other === undefined ? [] : [finding(reference, 'sold-twice', {other})];
  });
}

function rowsAlone(rows: readonly BookedTransaction[], payments: ReadonlyMap<string, Payment>): readonly Finding[] {
  const seen = new Set<string>();
  return rows.flatMap(({transaction_reference: reference, requests, status}) => {
    const isAgain = seen.has(reference);
    seen.add(reference);
    if (isAgain) return [finding(reference, 'row-doubled')];
    if (!payments.has(reference)) return [finding(reference, 'row-without-line', {status})];
    return requests === 1 ? [] : [finding(reference, 'asked-twice', {requests})];
  });
}

function comparePayment(payment: Payment, row: BookedTransaction | undefined): readonly Finding[] {
  const {reference, request, status, sends} = payment;
  if (request.method === 'cash') return row === undefined ? [] : [finding(reference, 'row-of-cash')];
  if (status === 'requested') return [finding(reference, 'left-open')];
  if (row === undefined) return compareWithoutRow(payment);
  if (sends.begun === 0) return [finding(reference, 'left-unwritten', {status: row.status})];
  return compareEnds(payment, row);
}

/** No row: it provably never left, was refused, or its result cannot be known and the till has asked the service. */
function compareWithoutRow(payment: Payment): readonly Finding[] {
  const {reference, status, finals, notFound, sends} = payment;
  if (finals.paid || finals.mispaid) return [finding(reference, 'paid-here-only', {status})];
  if (status === 'failed') {
    const isProven = wasNotSubmitted(payment) || sends.last?.kind === 'refused';
    return isProven ? [] : [finding(reference, 'failed-without-proof')];
  }
  if (sends.known) return [finding(reference, 'known-without-row', {status})];
  return notFound.count > 0 ? [] : [finding(reference, 'not-asked', {status})];
}

function compareEnds({reference, request, status, finals}: Payment, row: BookedTransaction): readonly Finding[] {
  const facts = {here: status, there: row.status};
  const isWhole = String(row.amount) === jsonAmount(request.amount) && row.currency === request.amount.currency;
  switch (row.status) {
    case 'Completed':
      if (isWhole) return finals.paid ? [] : [finding(reference, 'paid-there-only', facts)];
      return finals.mispaid ? [] : [finding(reference, 'amounts-differ', {...facts, amount: row.amount})];
    case 'Failed':
      return finals.failed && !finals.paid ? [] : [finding(reference, 'ends-differ', facts)];
    case 'Reversed':
      return finals.failed ? [] : [finding(reference, 'ends-differ', facts)];
    default:
      return status === 'pending' ? [] : [finding(reference, 'ends-differ', facts)];
  }
}

const refundRowsAlone = ({refunds}: Books, payments: ReadonlyMap<string, Payment>): readonly Finding[] =>
  refunds
    .filter(({payment_transaction_reference: reference}) => !payments.has(reference))
    .map(({payment_transaction_reference: reference}) => finding(reference, 'refund-without-line'));

/** The service's refunds do not carry the till's reference, so they are counted by their amounts. */
function compareRefunds({reference, refunds}: Payment, books: Books): readonly Finding[] {
  const rows = books.refunds.filter(row => row.payment_transaction_reference === reference);
  const byCard = refunds.filter(({method}) => method === 'card');
  const amounts = new Set(rows.map(({amount}) => String(amount)));
  const doubled = [...amounts].flatMap(amount => {
    const there = rows.filter(row => String(row.amount) === amount).length;
    const here = byCard.filter(refund => refund.sentAt !== undefined && jsonAmount(refund.amount) === amount).length;
    return there > here ? [finding(reference, 'refund-doubled', {amount, there, here})] : [];
  });
  const named = new Map(byCard.map(refund => [refund.serviceReference, refund]));
  const there = rows.flatMap(row => {
    const here = named.get(row.refund_transaction_reference)?.status ?? '-';
    const ends: Readonly<Record<string, string>> = {Success: 'done', Failed: 'failed', Initialized: 'pending'};
    const isSame = here === ends[row.status];
    return isSame ? [] : [finding(reference, 'refunds-differ', {here, there: row.status})];
  });
  const known = new Set(rows.map(row => row.refund_transaction_reference));
  const here = byCard.flatMap(({status, serviceReference}) => {
    if (status === 'requested' || status === 'sent') return [finding(reference, 'left-open')];
    const isThere = serviceReference !== undefined && known.has(serviceReference);
    return status === 'done' && !isThere ? [finding(reference, 'refunds-differ', {here: status, there: '-'})] : [];
  });
  return [...doubled, ...there, ...here];
}
