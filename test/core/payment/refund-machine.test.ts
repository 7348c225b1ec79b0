import {beforeAll, describe, expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {evolve, type Payment} from '../../../src/core/payment/payment.js';
import {
  isRefundOpen,
  isRefundUnclear,
  mayRefund,
  type Refund,
  type RefundStatus,
  refundedOf,
  refundRest,
} from '../../../src/core/payment/refund.js';
import type {Answer} from '../../../src/core/service/answer.js';
import {
  begunWith,
  cardRecord,
  cardRequest,
  dollars,
  heardOf,
  type RefundRow,
  refundHistory,
  refundRecord,
  refundTaken,
} from '../card/card-samples.js';
import {answered, event, noAnswer, notSent, reference} from './payment-samples.js';

/**
 * The till and the service at once: what the till has folded, and what the service's books say. The service tells the
 * truth, late or not at all; a person may say anything.
 */
type Book = RefundRow & {readonly of: number};
type Place = {readonly payment: Payment; readonly books: readonly Book[]; readonly answered: readonly number[]};
type Move = {readonly name: string; readonly to: Place};

const amounts = [1000, 1400];
const mostRefunds = 2;
const depthMost = 9;

const fresh = (place: Place, payment: Payment, more: Partial<Place> = {}): Place => ({...place, ...more, payment});
const isMade = ({status}: Book) => status !== 'Failed';
const sum = (rows: readonly {readonly amount: number}[]) => rows.reduce((total, {amount}) => total + amount, 0);

/** Everything that can happen next, by the till's hand, the service's or a person's. */
function movesFrom(place: Place, seq: number): Move[] {
  const {payment, books} = place;
  return [
    ...amounts.flatMap(amount => requestMoves(place, amount, seq)),
    ...payment.refunds.flatMap(refund => movesOf(place, refund, seq)),
    ...books.flatMap((book, index) => {
      if (book.status !== 'Initialized') return [];
      return ['Success', 'Failed'].map(status => ({
        name: `service: ${status}`,
        to: {...place, books: books.with(index, {...book, status})},
      }));
    }),
  ];
}

function requestMoves(place: Place, amount: number, seq: number): Move[] {
  const {payment} = place;
  const rest = refundRest(payment).minor;
  if (!mayRefund(payment) || amount > rest || payment.refunds.length >= mostRefunds) return [];
  const refund = payment.refunds.length + 1;
  const data = {reference, refund, amount: dollars(amount), reason: 'broken', businessDate: '2026-11-20'};
  return [{name: 'requested', to: fresh(place, evolve(payment, event(seq, 'refund-requested', data)))}];
}

function movesOf(place: Place, refund: Refund, seq: number): Move[] {
  const {payment, books} = place;
  const {number, amount, status, sentAt} = refund;
  const about = {reference, refund: number};
  const told = (one: StoredEvent) => evolve(payment, one);
  if (status === 'requested') {
    const sent = told(event(seq, 'refund-sent', about));
    const book = {serviceReference: `RF${number}`, amount: amount.minor, status: 'Initialized', of: number};
    return [
      {name: 'never left', to: fresh(place, told(event(seq, 'refund-never-left', about)))},
      {name: 'sent, processed', to: fresh(place, sent, {books: [...books, book]})},
      {name: 'sent, not processed', to: fresh(place, sent)},
    ];
  }
  const own = books.find(({of}) => of === number);
  const judged = (['done', 'failed'] as const).map(as => ({
    name: `judged ${as}`,
    to: fresh(place, told(event(seq, 'refund-resolved', {...about, as, reason: 'seen', evidence: ''}, 'Amina'))),
  }));
  return [
    ...(sentAt === undefined ? [] : answersOf(place, number, own, seq)),
    ...(sentAt !== undefined && isRefundOpen(refund) ? questionsOf(place, refund, own, seq) : []),
    ...(refund.resolution === undefined && sentAt !== undefined ? judged : []),
  ];
}

function answersOf(place: Place, number: number, own: Book | undefined, seq: number): Move[] {
  if (place.answered.includes(number)) return [];
  const proofs: Record<string, Answer> =
    own === undefined
      ? {'not sent': notSent, refused: answered(400, {message: 'Amount is wrong', success: false, status: false})}
      : {
          accepted: refundTaken(own.serviceReference, 'INITIALIZED', false),
          ...(own.status === 'Success' ? {done: refundTaken(own.serviceReference, 'SUCCESS', true)} : {}),
        };
  return Object.entries({...proofs, none: noAnswer}).map(([name, answer]) => ({
    name: `answer: ${name}`,
    to: fresh(place, evolve(place.payment, event(seq, 'refund-answered', {reference, refund: number, answer})), {
      answered: [...place.answered, number],
    }),
  }));
}

function questionsOf({payment, ...place}: Place, refund: Refund, own: Book | undefined, seq: number): Move[] {
  const ask = (name: string, question: 'refund-status' | 'refund-history', answer: Answer) => ({
    name,
    to: fresh(
      {payment, ...place},
      evolve(
        payment,
        event(seq, 'refund-status-answered', {reference, refund: refund.number, question, answer, repeated: 0}),
      ),
    ),
  });
  const known = place.books.find(({serviceReference}) => serviceReference === refund.serviceReference);
  const late = place.books.filter(book => book !== own);
  return [
    ask('history', 'refund-history', refundHistory(...place.books)),
    ask('history: late', 'refund-history', refundHistory(...late)),
    ask('history: none', 'refund-history', noAnswer),
    ask('history: portal', 'refund-history', answered(404)),
    ...(known === undefined
      ? []
      : [
          ask('record', 'refund-status', refundRecord(known)),
          ask('record: not found', 'refund-status', answered(400, {message: 'Refund not found', status: false})),
        ]),
  ];
}

const keyOf = ({payment, books, answered: heard}: Place) =>
  JSON.stringify([
    payment.status,
    payment.refunds.map(({status, amount, isProven, serviceReference, resolution, sentAt, failure}) => [
      ...[status, amount.minor, isProven, serviceReference, resolution?.as, sentAt !== undefined, failure?.reason],
    ]),
    books.map(({serviceReference, status}) => [serviceReference, status]),
    [...heard].sort(),
  ]);

describe(`the refunds of a payment and the service’s books, every order of events to depth ${depthMost}`, {
  tags: ['thorough'],
}, () => {
  const seen = new Map<string, Place>();
  const moves: (Move & {readonly from: Place})[] = [];
  let pairs: readonly {readonly name: string; readonly from: Place; readonly before: Refund; readonly after: Refund}[] =
    [];

  beforeAll(() => {
    const paid = [event(2, 'sent', {reference}), heardOf(3, cardRecord('Completed'))].reduce(
      evolve,
      begunWith(cardRequest),
    );
    const begun: Place = {payment: paid, books: [], answered: []};
    seen.set(keyOf(begun), begun);
    let frontier = [begun];
    for (let depth = 1; depth <= depthMost; depth += 1) {
      const next: Place[] = [];
      for (const from of frontier) {
        for (const move of movesFrom(from, depth + 10)) {
          moves.push({...move, from});
          const key = keyOf(move.to);
          if (seen.has(key)) continue;
          seen.set(key, move.to);
          next.push(move.to);
        }
      }
      frontier = next;
    }
    process.stdout.write(`refund machine: ${seen.size} states, ${moves.length} transitions to depth ${depthMost}\n`);
    pairs = moves.flatMap(({name, from, to}) =>
      from.payment.refunds.map((before, index) => ({name, from, before, after: to.payment.refunds[index] as Refund})),
    );
  });

  it('reaches every status, and two refunds at once', () => {
    const statuses = new Set([...seen.values()].flatMap(({payment}) => payment.refunds.map(({status}) => status)));
    const all: RefundStatus[] = ['requested', 'sent', 'unknown', 'pending', 'done', 'failed'];
    expect([...statuses].sort()).toEqual(all.sort());
    expect(seen.size).toBeGreaterThan(1000);
    expect([...seen.values()].some(({payment}) => payment.refunds.every(({status}) => status === 'done'))).toBe(true);
  });

  it('counts no more as given back than the books prove, however the rows are told apart', () => {
    for (const place of seen.values()) {
      const proven = place.payment.refunds.filter(({status, isProven}) => status === 'done' && isProven);
      const given = place.books.filter(({status}) => status === 'Success');
      expect(sum(proven.map(({amount}) => ({amount: amount.minor}))), keyOf(place)).toBeLessThanOrEqual(sum(given));
    }
  });

  it('counts as done nothing that neither the service nor a person calls done', () => {
    for (const place of seen.values()) {
      const words = place.payment.refunds.filter(({resolution}) => resolution?.as === 'done');
      const given = place.books.filter(({status}) => status === 'Success');
      expect(refundedOf(place.payment, 'done').minor, keyOf(place)).toBeLessThanOrEqual(
        sum(given) + sum(words.map(({amount}) => ({amount: amount.minor}))),
      );
    }
  });

  it('never offers more than the books have left, unless a person said that money did not go', () => {
    for (const place of seen.values()) {
      if (place.payment.refunds.some(({resolution}) => resolution?.as === 'failed')) continue;
      const left = cardRequest.amount.minor - sum(place.books.filter(isMade));
      expect(refundRest(place.payment).minor, keyOf(place)).toBeLessThanOrEqual(left);
      expect(left).toBeGreaterThanOrEqual(0);
    }
  });

  it('counts as made what a person called failed and the service turns out to have', () => {
    for (const {name, before, after, from} of pairs) {
      const own = from.books.find(({serviceReference}) => serviceReference === after.serviceReference);
      const isNews = before.serviceReference === undefined && after.serviceReference !== undefined;
      if (!isNews || before.resolution?.as !== 'failed' || own === undefined || !isMade(own)) continue;
      expect(['pending', 'done'], name).toContain(after.status);
    }
  });

  it('begins no other while nobody knows whether the service has one', () => {
    for (const {payment} of seen.values()) {
      expect(payment.refunds.filter(isRefundUnclear).length).toBeLessThanOrEqual(1);
      if (payment.refunds.some(isRefundUnclear)) expect(mayRefund(payment)).toBe(false);
    }
  });

  it('lets a proven end stay, whatever comes after', () => {
    for (const {name, before, after} of pairs) {
      if (!before.isProven) continue;
      expect([name, after.status, after.isProven]).toEqual([name, before.status, true]);
      expect(['done', 'failed']).toContain(after.status);
    }
  });

  it('leaves unknown only by the service’s word or a person’s, and pending by an end alone', () => {
    for (const {name, before, after} of pairs) {
      if (before.status === 'unknown' && after.status !== 'unknown') expect(name).toMatch(/^(history|judged)/);
      if (before.status === 'pending') expect(['pending', 'done', 'failed'], name).toContain(after.status);
      if (after.status === 'sent' && after !== before) expect(name).not.toMatch(/^(answer|judged)/);
    }
  });

  it('fails nothing by silence, by a failed question or by not being found', () => {
    for (const {name, before, after} of pairs) {
      if (after.status !== 'failed' || before.status === 'failed') continue;
      expect(name).toMatch(/^(never left|answer: (not sent|refused)|history|history: late|record|judged failed)$/);
    }
  });

  it('goes on asking after a person’s word, and the service’s word then stands over it', () => {
    for (const {name, before, after} of pairs) {
      if (name.startsWith('judged') && after.resolution !== before.resolution && !before.isProven) {
        expect([after.status, isRefundOpen(after)]).toEqual([after.resolution?.as, true]);
      }
      if (after.isProven && !before.isProven && before.resolution !== undefined && name === 'record') {
        expect(after.failure?.reason).not.toBe('judged');
      }
    }
  });

  it('never gives one row to two refunds', () => {
    for (const place of seen.values()) {
      const claimed = place.payment.refunds.flatMap(({serviceReference}) => serviceReference ?? []);
      expect(new Set(claimed).size, keyOf(place)).toBe(claimed.length);
    }
  });

  it('changes nothing of the payment itself', () => {
    for (const {payment} of seen.values()) expect(payment.status).toBe('paid');
  });
});
