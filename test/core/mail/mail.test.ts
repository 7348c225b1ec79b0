import fc from 'fast-check';
import {expect, it} from 'vitest';
import {carry, foldEvents, type State, stateAfter} from '../../../src/core/books/state.js';
import type {EventData, EventType, StoredEvent} from '../../../src/core/events/event.js';
import type {PendingEvent} from '../../../src/core/journal/decision.js';
import {
  addressFor,
  decideLostMails,
  decideMail,
  evolveMails,
  failedSince,
  type Mail,
  type MailCommand,
  type Mails,
  mailDue,
  nextMailAt,
  noMails,
  retryAfter,
} from '../../../src/core/mail/mail.js';
import {mailOutcomes} from '../../../src/core/mail/schema.js';
import {Problem} from '../../../src/core/problem.js';
import {forAll} from '../../hostile/runs.js';
import {afterHearing, event, reference, request as requested} from '../payment/payment-samples.js';

const minute = 60_000;

/** A paid payment, and the clock and the lines of its till. */
class Till {
  state: State = afterHearing('Completed').state;
  readonly events: StoredEvent[] = [];
  now = Date.parse('2026-11-20T12:00:00.000Z');

  #write(decided: readonly PendingEvent<StoredEvent>[]): void {
    for (const {type, data} of decided) {
      const at = new Date(this.now).toISOString();
      const stored = {...event(this.state.lastSeq + 1, type as EventType, data as EventData<EventType>), at};
      this.events.push(stored as StoredEvent);
      foldEvents(this.state, [stored as StoredEvent]);
    }
  }

  do(command: MailCommand): string {
    try {
      this.#write(decideMail(this.state, command, this));
      return 'done';
    } catch (error) {
      if (error instanceof Problem) return error.code;
      throw error;
    }
  }

  restart(): void {
    this.#write(decideLostMails(this.state));
  }
}

const queue = (isAgain = false): MailCommand => ({type: 'queue', reference, to: 'wanjiru@example.com', isAgain});
const step = fc.oneof(
  fc.boolean().map(isAgain => (till: Till) => void till.do(queue(isAgain))),
  fc.nat(6).map(number => (till: Till) => void till.do({type: 'send', number})),
  fc.tuple(fc.nat(6), fc.constantFrom(...mailOutcomes)).map(
    ([number, outcome]) =>
      (till: Till) =>
        void till.do({type: 'answer', number, outcome, text: 'x'}),
  ),
  fc.constant((till: Till) => till.restart()),
  fc.nat(800).map(minutes => (till: Till) => {
    till.now += minutes * minute;
  }),
);

it('leaves again only after the server has said that it may be tried later, or a person that it is to', () =>
  forAll(fc.array(step, {maxLength: 60}), steps => {
    const till = new Till();
    for (const each of steps) each(till);
    const last = new Map<number, string>();
    for (const {type, data} of till.events) {
      if (type === 'receipt-mail-sent') {
        expect(['queued', 'later']).toContain(last.get(data.number));
        last.set(data.number, 'sent');
      } else if (type === 'receipt-mail-queued') last.set(data.number, 'queued');
      else if (type === 'receipt-mail-answered') last.set(data.number, data.outcome);
    }
    const laters = new Map<number, number>();
    for (const {type, data} of till.events)
      if (type === 'receipt-mail-answered' && data.outcome === 'later')
        laters.set(data.number, (laters.get(data.number) ?? 0) + 1);
    const mayArrive = (number: number) =>
      last.get(number) !== 'refused' && (laters.get(number) ?? 0) <= retryAfter.length;
    const copies = till.events.flatMap(({type, data}) =>
      type === 'receipt-mail-queued' && mayArrive(data.number) ? data.copy : [],
    );
    expect(new Set(copies).size).toBe(copies.length);
  }));

it('is tried again after ever longer pauses, and then no more', () => {
  const till = new Till();
  till.do(queue());
  const began = till.now;
  const tried: number[] = [];
  for (let at = nextMailAt(till.state.mails); at !== undefined; at = nextMailAt(till.state.mails)) {
    till.now = at;
    const number = mailDue(till.state.mails, till.now)?.number ?? 0;
    tried.push((till.now - began) / minute);
    till.do({type: 'send', number});
    till.do({type: 'answer', number, outcome: 'later', text: '450 busy'});
  }
  expect(tried).toEqual([0, 1, 6, 21, 81, 321, 1041]);
  expect(tried).toHaveLength(retryAfter.length + 1);
  expect(till.state.mails.list).toMatchObject([{status: 'refused', text: '450 busy'}]);
  expect(till.do(queue())).toBe('done');
});

it('may have arrived where nobody heard its end: after a crash, and in a journal that was put back', () => {
  const till = new Till();
  till.do(queue());
  till.do({type: 'send', number: 1});
  till.restart();
  expect(till.state.mails.list).toMatchObject([{status: 'unknown'}]);
  expect(till.do(queue())).toBe('mail-sent');
  expect(till.do(queue(true))).toBe('done');
  foldEvents(till.state, [event(90, 'journal-restored', {open: []})]);
  expect(till.state.mails.list.map(({status}) => status)).toEqual(['unknown', 'unknown']);
});

it('waits on in the next segment, and its customer’s address is known there', () => {
  const till = new Till();
  till.do(queue());
  const next = stateAfter(carry({carried: [], totals: null}, till.events), []);
  expect(next.mails.list).toMatchObject([{number: 1, status: 'waiting', to: 'wanjiru@example.com'}]);
  expect(next.mails.last).toBe(1);
});

it('that is refused is told once, and its address is offered to correct it, and to no other sale', () => {
  const till = new Till();
  const seen = [till.state.mails.list];
  const step = (command: MailCommand) => {
    till.do(command);
    const before = seen.at(-1) ?? [];
    seen.push(till.state.mails.list);
    return failedSince(before, till.state.mails.list)?.status;
  };
  const {email: typed} = requested;
  const addresses = () => {
    const payment = till.state.payments.get(reference);
    if (payment === undefined) throw new Error('no payment');
    const other = {...payment, reference: 'T7K0MZ4K8Q2RDWY'};
    const stranger = {...other, request: {...other.request, wallet: '254700000000'}} as typeof payment;
    expect(addressFor(till.state.mails, stranger, '')).toBe(typed);
    return [payment, other].map(each => addressFor(till.state.mails, each, ''));
  };
  expect(step(queue())).toBeUndefined();
  expect(addresses()).toEqual(['wanjiru@example.com', 'wanjiru@example.com']);
  expect(step({type: 'send', number: 1})).toBeUndefined();
  expect(step({type: 'answer', number: 1, outcome: 'refused', text: '550 no'})).toBe('refused');
  expect(addresses()).toEqual(['wanjiru@example.com', typed]);
  expect(step(queue())).toBeUndefined();
  expect(till.state.mails.list.map(({copy}) => copy)).toEqual([0, 0]);
  expect(till.events.filter(({type}) => type === 'slip-printed')).toHaveLength(1);
  step({type: 'send', number: 2});
  expect(step({type: 'answer', number: 2, outcome: 'unknown', text: ''})).toBe('unknown');
  expect(addresses()).toEqual(['wanjiru@example.com', 'wanjiru@example.com']);
});

it('is of a paid payment, to one address', () => {
  const open = new Till();
  open.state = afterHearing('Pending').state;
  expect(open.do(queue())).toBe('mail-not-paid');
  const till = new Till();
  expect(till.do({...queue(), reference: 'T7K0MZ4K8Q2RDWY'} as MailCommand)).toBe('payment-unknown');
  for (const to of [
    'a@example.com, b@example.com',
    'a@example.com\nBcc: b@example.com',
    'nobody',
    '4012000033330026@example.com',
  ])
    expect(till.do({type: 'queue', reference, to, isAgain: false})).toMatch(/email-invalid|text-has-card/);
});

it('is queued again only where the customer has none, or a person asks for it, or to another address', () => {
  const to = 'wanjiru@example.com';
  const after = (...outcomes: readonly ('waiting' | 'sending' | 'accepted' | 'refused')[]) => {
    const till = new Till();
    till.do(queue());
    const [last] = outcomes;
    if (last !== 'waiting') till.do({type: 'send', number: 1});
    if (last === 'accepted' || last === 'refused') till.do({type: 'answer', number: 1, outcome: last, text: ''});
    return till;
  };
  const other: MailCommand = {type: 'queue', reference, to: 'otieno@example.com', isAgain: false};
  for (const last of ['waiting', 'sending'] as const)
    for (const command of [queue(), queue(true), other]) expect(after(last).do(command)).toBe('mail-under-way');
  expect(after('accepted').do(queue())).toBe('mail-sent');
  expect(after('accepted').do(queue(true))).toBe('done');
  expect(after('accepted').do(other)).toBe('done');
  expect(after('refused').do(queue())).toBe('done');
  expect(() => decideMail(after('sending').state, queue(), {now: 0})).toThrow(
    expect.objectContaining({facts: {reference, to}}),
  );
});

it('is sent when it is due and answered when it was sent, and a crash ends only what was being sent', () => {
  const till = new Till();
  till.do(queue());
  const early = till.now - 1;
  expect(decideMail(till.state, {type: 'send', number: 1}, {now: early})).toEqual([]);
  expect(decideMail(till.state, {type: 'answer', number: 1, outcome: 'accepted', text: ''}, till)).toEqual([]);
  for (const number of [0, 2]) expect(decideMail(till.state, {type: 'send', number}, till)).toEqual([]);
  expect(decideLostMails(till.state)).toEqual([]);
  till.do({type: 'send', number: 1});
  expect(decideMail(till.state, {type: 'send', number: 1}, till)).toEqual([]);
  expect(decideMail(till.state, {type: 'answer', number: 2, outcome: 'accepted', text: ''}, till)).toEqual([]);
  expect(decideLostMails(till.state)).toMatchObject([{data: {number: 1, outcome: 'unknown'}}]);
});

const mail = (number: number, more: Partial<Mail> = {}): Mail => ({
  number,
  reference: `R${number}`,
  to: `c${number}@example.com`,
  copy: 0,
  status: 'waiting',
  attempts: 0,
  due: 0,
  text: '',
  ...more,
});
const mailsOf = (...list: readonly Mail[]): Mails => ({...noMails, last: list.length, list});
const queued = (number: number, to: string) => event(number, 'receipt-mail-queued', {number, reference, to, copy: 0});

it('that is due first goes first, of those that wait and are not being sent otherwise', () => {
  const mails = mailsOf(
    mail(1, {due: 30}),
    mail(2, {due: 10}),
    mail(3, {due: 20}),
    mail(4, {due: 5, status: 'sending'}),
    mail(5, {due: 90}),
  );
  const numbers = (now: number, ...without: readonly number[]) => mailDue(mails, now, new Set(without))?.number;
  expect([numbers(9), numbers(10), numbers(50), numbers(50, 2), numbers(50, 1, 2, 3)]).toEqual([
    ...[undefined, 2, 2, 3, undefined],
  ]);
  expect(nextMailAt(mails)).toBe(10);
});

it('is kept while it has not ended; of those that have, the newest 30 are, and the newest 300 addresses', () => {
  const ended = Array.from({length: 35}, (_, at) => mail(at + 2, {status: 'accepted'}));
  const {payment} = afterHearing('Completed');
  const before = {...mailsOf(mail(1), ...ended), addresses: [{payer: 'x', to: 'x@example.com'}]};
  const after = evolveMails(before, queued(40, 'wanjiru@example.com'), payment);
  expect(after.list.map(({number}) => number)).toEqual([...ended.slice(-30).map(({number}) => number), 1, 40]);
  expect(after.addresses.map(({to}) => to)).toEqual(['x@example.com', 'wanjiru@example.com']);
  const again = evolveMails(after, queued(41, 'otieno@example.com'), payment);
  expect(again.addresses.map(({to}) => to)).toEqual(['x@example.com', 'otieno@example.com']);
  expect(evolveMails(after, queued(41, 'otieno@example.com'), undefined).addresses).toEqual(after.addresses);
  const many = Array.from({length: 300}, (_, at) => ({payer: `p${at}`, to: `p${at}@example.com`}));
  const full = evolveMails({...noMails, addresses: many}, queued(1, 'wanjiru@example.com'), payment).addresses;
  expect([full.length, full[0]?.to, full.at(-1)?.to]).toEqual([300, 'p1@example.com', 'wanjiru@example.com']);
});

it('is changed by its own answer alone, and by none after its end', () => {
  const before = mailsOf(mail(1, {status: 'sending'}), mail(2, {status: 'sending'}), mail(3, {status: 'accepted'}));
  const statuses = (number: number) =>
    evolveMails(
      before,
      event(9, 'receipt-mail-answered', {number, outcome: 'refused', text: '550'}),
      undefined,
    ).list.map(({status}) => status);
  expect(statuses(1)).toEqual(['refused', 'sending', 'accepted']);
  expect(statuses(3)).toEqual(['sending', 'sending', 'accepted']);
  const known = {
    ...before,
    addresses: [
      {payer: 'a', to: 'c1@example.com'},
      {payer: 'b', to: 'b@example.com'},
    ],
  };
  const refused = event(9, 'receipt-mail-answered', {number: 1, outcome: 'refused', text: '550'});
  expect(evolveMails(known, refused, undefined).addresses).toEqual([{payer: 'b', to: 'b@example.com'}]);
});

it('is offered the address of the sale, unless that is the shop’s own', () => {
  const {payment} = afterHearing('Completed');
  expect(addressFor(noMails, payment, 'owner@example.com')).toBe(requested.email);
  expect(addressFor(noMails, payment, requested.email)).toBe('');
});

it('is not sent again unasked however many others went since', () => {
  const till = new Till();
  till.do(queue());
  till.do({type: 'send', number: 1});
  till.do({type: 'answer', number: 1, outcome: 'accepted', text: ''});
  till.state.mails = {...till.state.mails, list: []};
  expect(till.do(queue())).toBe('mail-sent');
  expect(till.do({...queue(), to: 'otieno@example.com'} as MailCommand)).toBe('done');
  expect(till.do(queue(true))).not.toBe('mail-sent');
});
