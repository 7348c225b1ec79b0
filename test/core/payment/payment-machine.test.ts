import {describe, expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {
  beginPayment,
  evolve,
  maySend,
  type Payment,
  type PaymentStatus,
  verdictOf,
} from '../../../src/core/payment/payment.js';
import {resolvableIn} from '../../../src/core/payment/resolving.js';
import {accepted, answered, event, noAnswer, notFound, notSent, record, reference, request} from './payment-samples.js';

/** Every kind of thing that can happen to a payment, and when the till lets it happen. */
const happenings: readonly {
  name: string;
  may: (payment: Payment, depth: number) => boolean;
  event: (seq: number) => StoredEvent;
}[] = [
  {name: 'sent', may: maySend, event: seq => event(seq, 'sent', {reference})},
  ...Object.entries({
    'answer: not sent': notSent,
    'answer: busy': answered(429, {message: 'slow down', status: false}),
    'answer: none': noAnswer,
    'answer: portal': answered(404),
    'answer: accepted': accepted(),
    'answer: accepted, code wanted': accepted({requires_otp: true, otp_length: 4}),
    'answer: declined': accepted({response_code: '06'}),
    'answer: system error': answered(200, {response_code: '96', response_message: 'Service Unavailable'}),
    'answer: key refused': answered(401, {message: 'Authentication failed', status: false, retry_count: 0}),
  }).map(([name, answer]) => ({
    name,
    may: ({sends}: Payment) => sends.begun > 0 && sends.last === undefined,
    event: (seq: number) => event(seq, 'answered', {reference, answer}),
  })),
  ...Object.entries({
    'record: waiting': record('Initialized', '09'),
    'record: paid': record('Completed', '00'),
    'record: less': record('Completed', '00', {transaction_amount: 100}),
    'record: failed': record('Failed', '06'),
    'record: reversed': record('Reversed', '06'),
    'record: contradicts itself': record('Completed', '06'),
    'question: not found': notFound,
    'question: refused': answered(400, {response_code: '96', response_message: 'INVALID COUNTRY CODE'}),
    'question: no answer': noAnswer,
  }).map(([name, answer]) => ({
    name,
    may: ({sends}: Payment) => sends.begun > 0,
    event: (seq: number) => event(seq, 'status-answered', {reference, question: 'status', answer, repeated: 0}),
  })),
  {
    name: 'code sent',
    may: ({details, status}) => status === 'pending' && details?.requiresOtp === true,
    event: seq => event(seq, 'otp-sent', {reference}),
  },
  ...Object.entries({'code: right': '00', 'code: wrong': '06'}).map(([name, code]) => ({
    name,
    may: ({otp}: Payment) => otp.sent > 0 && otp.last === undefined,
    event: (seq: number) =>
      event(seq, 'otp-answered', {reference, answer: answered(200, {response_code: code, response_message: 'x'})}),
  })),
  {name: 'set aside', may: ({isSuperseded}) => !isSuperseded, event: seq => event(seq, 'set-aside', {reference})},
  {
    name: 'never left',
    may: ({status, sends}) => status === 'requested' && sends.begun === 0,
    event: seq => event(seq, 'never-left', {reference}),
  },
  ...(['paid', 'not-paid'] as const).map(as => ({
    name: `judged ${as}`,
    may: (payment: Payment) => resolvableIn(payment, 0) !== undefined,
    event: (seq: number) => event(seq, 'resolved', {reference, as, reason: 'r', evidence: 'e'}),
  })),
];

/** What of a payment decides its future: everything but counts, instants and texts. */
function key(payment: Payment): string {
  const {status, isSuperseded, details, resolution, otp, sends, finals} = payment;
  return JSON.stringify([
    status,
    isSuperseded,
    details?.requiresOtp,
    resolution && [resolution.as, resolution.over, resolution.contradicted],
    [otp.sent > 0, otp.last?.kind],
    [
      sends.begun > 0,
      sends.begun === sends.notSent,
      sends.last?.kind,
      sends.resendable,
      sends.known,
      sends.notSubmitted,
    ],
    finals,
  ]);
}

const depthMost = 8;

describe('the payment machine, every order of events to depth 8', () => {
  const begun = beginPayment(event(1, 'requested', request) as StoredEvent & {type: 'requested'});
  const seen = new Map<string, Payment>([[key(begun), begun]]);
  const moves: {before: Payment; after: Payment; name: string}[] = [];
  let frontier = [begun];
  for (let depth = 1; depth <= depthMost; depth += 1) {
    const next: Payment[] = [];
    for (const before of frontier) {
      for (const {name, may, event: make} of happenings) {
        if (!may(before, depth)) continue;
        const after = evolve(before, make(depth + 1));
        moves.push({before, after, name});
        if (seen.has(key(after))) continue;
        seen.set(key(after), after);
        next.push(after);
      }
    }
    frontier = next;
  }
  process.stdout.write(`payment machine: ${seen.size} states, ${moves.length} transitions to depth ${depthMost}\n`);

  it('reaches every status', () => {
    const statuses = new Set([...seen.values()].map(({status}) => status));
    const all: PaymentStatus[] = ['requested', 'sent', 'unknown', 'pending', 'paid', 'mispaid', 'failed', 'disputed'];
    expect([...statuses].sort()).toEqual(all.sort());
    expect(seen.size).toBeGreaterThan(200);
  });

  it('never demotes a paid payment but to disputed', () => {
    for (const {before, after, name} of moves) {
      if (before.status === 'paid' && !name.startsWith('judged'))
        expect(['paid', 'disputed'], name).toContain(after.status);
    }
  });

  it('calls nothing paid without a record that says so or a person who says so', () => {
    for (const {before, after, name} of moves) {
      if (after.status !== 'paid' || before.status === 'paid') continue;
      expect(name === 'record: paid' || name === 'judged paid', name).toBe(true);
    }
  });

  it('calls nothing failed by a question that failed, by silence or by not being found', () => {
    for (const {before, after, name} of moves) {
      if (after.status !== 'failed' || before.status === 'failed') continue;
      expect(
        [
          'answer: not sent',
          'answer: busy',
          'answer: declined',
          'answer: key refused',
          'record: failed',
          'record: reversed',
          'never left',
          'judged not-paid',
        ],
        name,
      ).toContain(name);
    }
  });

  it('leaves unknown only by evidence or by a person', () => {
    for (const {before, after, name} of moves) {
      if (before.status !== 'unknown' || after.status === 'unknown') continue;
      expect(name).toMatch(/^(record|judged)/);
    }
  });

  it('never lets a request leave again that may have left before', () => {
    for (const payment of seen.values()) {
      if (maySend(payment)) expect(payment.sends.begun === payment.sends.notSent, key(payment)).toBe(true);
    }
  });

  it('needs a person whenever final words contradict each other', () => {
    for (const {finals, resolution, status} of seen.values()) {
      const words = [finals.paid, finals.mispaid, finals.failed].filter(Boolean).length;
      if (words > 1 && resolution === undefined) expect(status).toBe('disputed');
    }
  });

  it('releases goods in one verdict alone', () => {
    for (const payment of seen.values()) expect(verdictOf(payment) === 'paid').toBe(payment.status === 'paid');
  });
});
