import {describe, expect, it} from 'vitest';
import type {Service} from '../../src/core/endpoints/service.js';
import type {NewPlan, Plan} from '../../src/core/endpoints/subscription/plans.js';
import type {Json} from '../../src/core/service/answer.js';
import type {EnrolOptions} from '../../src/till/subscription/enrol.js';
import type {Till} from '../../src/till/till.js';
import {cardOf} from '../core/card/plain-card.js';
import {sandbox} from '../sandbox/support.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {card} from './card-till.js';
import {openRealTill} from './real-till.js';

const weekly: NewPlan = {
  name: 'Gym',
  description: 'Mornings',
  amount: '12.5',
  currency: 'USD',
  interval: 'WEEKLY',
  trialPeriodDays: 0,
};
const amina = 'amina@example.com';
const noAnswer = {kind: 'no-answer', code: 'ECONNRESET'} as const;

/** A till whose enrolments lose their answers, and which cannot read the list while `isListHidden`; `pages` are asked for, whatever it asks for. */
async function gym(plan: Partial<NewPlan> = {}) {
  const server = await sandbox();
  const link = {isListHidden: true, pages: {}, answering: Promise.resolve(), reading: Promise.resolve()};
  const service = (real: Service): Service => ({
    ...real,
    createSubscription: async (...asked) => {
      await real.createSubscription(...asked);
      await link.answering;
      return noAnswer;
    },
    subscriptions: async (asked, signal) =>
      link.isListHidden ? noAnswer : real.subscriptions({...asked, ...link.pages}, signal),
    subscriptionCharges: async (...asked) => {
      const answer = await real.subscriptionCharges(...asked);
      await link.reading;
      return answer;
    },
  });
  const {till} = await openRealTill({...server, folder: '/till', disk: new MemoryDisk(), service});
  return {till, server, link, plan: await till.createPlan({...weekly, ...plan})};
}

/** For a customer who has a subscription, as far as the till knows. */
const anew: EnrolOptions = {again: 'asked for twice'};

const enrol = (till: Till, plan: Plan, customerEmail = amina, options: EnrolOptions = {}) =>
  till.enrol({customerEmail, plan, country: 'KE'}, cardOf({...card, holder: 'AMINA W'}), options);

async function enrolled(till: Till, plan: Plan, customerEmail = amina, options: EnrolOptions = {}): Promise<string> {
  const {enrolment, finished} = await enrol(till, plan, customerEmail, options);
  await finished;
  return enrolment;
}

const statusOf = (till: Till, reference: string) => till.state.registry.enrolments.get(reference)?.status;
const charged = (till: Till) =>
  [...till.state.payments.values()].map(({request}) => (request.method === 'subscription' ? request.cycle : undefined));
const judged = {as: 'made', person: 'Wanjiru', reason: 'seen in the dashboard'} as const;

describe('an enrolment that a person judged while its answer was waited for', () => {
  it('stays as judged when there is none, with its charge written down once', async () => {
    const {till, server, link, plan} = await gym();
    const answering = Promise.withResolvers<void>();
    link.answering = answering.promise;
    link.isListHidden = false;
    const {enrolment, finished} = await enrol(till, plan);
    await expect.poll(server.books).toHaveLength(1);
    await till.resolveEnrolment(enrolment, {...judged, subscription: 1});
    await till.learnCharges(1);
    answering.resolve();
    await finished;
    expect(statusOf(till, enrolment)).toBe('made');
    expect(charged(till)).toEqual([1]);
  });
});

describe('a subscription that an enrolment cannot have made', () => {
  it('is not taken for it from the list, when it is on another plan', async () => {
    const {till, server, link, plan} = await gym();
    const other = await openRealTill({...server, folder: '/other', disk: new MemoryDisk()});
    await enrolled(other.till, await other.till.createPlan({...weekly, amount: '99'}));
    link.isListHidden = false;
    const reference = await enrolled(till, plan);
    expect(await till.lookForEnrolment(reference)).toBe('not-listed');
    expect([statusOf(till, reference), charged(till)]).toEqual(['unknown', []]);
  });

  it.each([
    ['another customer’s', 'baraka@example.com'],
    ['one that was there before', amina],
  ])('cannot be named by a person: %s', async (_, customer) => {
    const {till, link, plan} = await gym();
    link.isListHidden = false;
    await enrolled(till, plan, customer);
    link.isListHidden = true;
    const reference = await enrolled(till, plan, amina, anew);
    await expect(till.resolveEnrolment(reference, {...judged, subscription: 1})).rejects.toMatchObject({
      code: 'enrolment-of-another',
      facts: {id: 1, enrolment: reference},
    });
    expect([statusOf(till, reference), charged(till)]).toEqual(['unknown', [1]]);
  });
});

it('an enrolment is not called missing from a list whose first page comes again and again', async () => {
  const {till, server, link, plan} = await gym();
  const other = await openRealTill({...server, folder: '/other', disk: new MemoryDisk()});
  for (const customer of ['a@example.com', 'b@example.com', amina]) await enrolled(other.till, plan, customer);
  const reference = await enrolled(till, plan);
  link.pages = {page: 0, size: 1};
  link.isListHidden = false;
  expect(await till.lookForEnrolment(reference)).toBe('no-answer');
  expect(await till.refreshSubscriptions()).toMatchObject({isListed: false, problem: {code: 'page-differs'}});
  expect(statusOf(till, reference)).toBe('unknown');
});

describe('what was charged before an enrolment was found', () => {
  it('is written down, though it was read as another’s', async () => {
    const {till, server, link, plan} = await gym();
    const reference = await enrolled(till, plan);
    link.isListHidden = false;
    await till.refreshSubscriptions();
    await server.advance('P8D');
    await till.learnCharges(1);
    expect(charged(till)).toEqual([]);
    expect(await till.lookForEnrolment(reference)).toBe('found');
    await till.learnCharges(1);
    await till.learnCharges(1);
    expect(charged(till)).toEqual([1, 2]);
  });

  it('is written down, though it was found while that was read', async () => {
    const {till, server, link, plan} = await gym();
    const reference = await enrolled(till, plan);
    link.isListHidden = false;
    await till.refreshSubscriptions();
    await server.advance('P8D');
    const reading = Promise.withResolvers<void>();
    link.reading = reading.promise;
    const learnt = till.learnCharges(1);
    await till.lookForEnrolment(reference);
    reading.resolve();
    await learnt;
    expect(charged(till)).toEqual([1, 2]);
  });
});

it('can be looked for twice at once', async () => {
  const {till, link, plan} = await gym();
  const reference = await enrolled(till, plan);
  link.isListHidden = false;
  expect(await Promise.all([till.lookForEnrolment(reference), till.lookForEnrolment(reference)])).toEqual([
    'found',
    'found',
  ]);
  expect(charged(till)).toEqual([1]);
});

describe('an enrolment that the service calls a duplicate', () => {
  /** A till whose enrolments arrive twice, with the second answer alone coming back. */
  async function doubled() {
    const server = await sandbox();
    const link = {isDoubled: true, isListHidden: false, isWithoutEnd: false};
    const service = (real: Service): Service => ({
      ...real,
      createSubscription: async (...asked) => {
        if (link.isDoubled) await real.createSubscription(...asked);
        return real.createSubscription(...asked);
      },
      subscriptions: async (...asked) => {
        const answer = await real.subscriptions(...asked);
        if (link.isListHidden) return noAnswer;
        if (!link.isWithoutEnd || answer.kind !== 'answered') return answer;
        if ((asked[0].page ?? 0) > 0) return {kind: 'answered', http: 404, body: null};
        const {data} = answer.body as {readonly data: {readonly content: Json}};
        return {...answer, body: {success: true, message: 'ok', data: {content: data.content}}};
      },
    });
    const {till} = await openRealTill({...server, folder: '/till', disk: new MemoryDisk(), service});
    return {till, server, link, plan: await till.createPlan(weekly)};
  }

  it('is not called “not made” when it may have been doubled on its way: a person decides', async () => {
    const {till, server, plan} = await doubled();
    const reference = await enrolled(till, plan);
    expect([statusOf(till, reference), charged(till)]).toEqual(['unknown', []]);
    expect(await till.lookForEnrolment(reference)).toBe('doubtful');
    await expect(enrol(till, plan)).rejects.toMatchObject({code: 'enrolment-unclear', facts: {enrolment: reference}});
    await till.readSubscription(1);
    await till.resolveEnrolment(reference, {...judged, subscription: 1});
    expect([statusOf(till, reference), charged(till)]).toEqual(['made', [1]]);
    expect(await server.books()).toHaveLength(1);
  });

  it('cannot be told from another till’s of the same time, and says so', async () => {
    const {till, server, link, plan} = await doubled();
    link.isDoubled = false;
    const other = await openRealTill({...server, folder: '/other', disk: new MemoryDisk()});
    await enrolled(other.till, plan);
    const reference = await enrolled(till, plan);
    const enrolment = till.state.registry.enrolments.get(reference);
    if (enrolment === undefined) throw new Error(`no ${reference}`);
    expect([enrolment.status, await till.lookForEnrolment(reference)]).toEqual(['unknown', 'doubtful']);
    await till.resolveEnrolment(reference, {as: 'not-made', person: 'Wanjiru', reason: 'made at the other till'});
    expect([statusOf(till, reference), charged(till)]).toEqual(['not-made', []]);
  });

  it('was not made when the customer has another one, on another plan', async () => {
    const {till, server, link, plan} = await doubled();
    link.isDoubled = false;
    const other = await openRealTill({...server, folder: '/other', disk: new MemoryDisk()});
    await enrolled(other.till, await other.till.createPlan({...weekly, amount: '99'}));
    const reference = await enrolled(till, plan);
    expect([statusOf(till, reference), charged(till)]).toEqual(['not-made', []]);
    expect(till.state.registry.enrolments.get(reference)?.resolved?.by).toBe('list');
  });

  it('stays unclear while the list does not answer, and is looked for before another is sent', async () => {
    const {till, link, plan} = await doubled();
    link.isListHidden = true;
    const reference = await enrolled(till, plan);
    expect([statusOf(till, reference), await till.lookForEnrolment(reference)]).toEqual(['unknown', 'no-answer']);
    link.isListHidden = false;
    await expect(enrol(till, plan)).rejects.toMatchObject({code: 'enrolment-unclear'});
  });

  it('is not called “not made” because the page after the last is not there', async () => {
    const {till, link, plan} = await doubled();
    link.isWithoutEnd = true;
    const reference = await enrolled(till, plan);
    expect([statusOf(till, reference), await till.lookForEnrolment(reference)]).toEqual(['unknown', 'doubtful']);
  });

  it('is not called “not made” where the service has no list to show whose the subscription is', async () => {
    const {till, server, plan} = await doubled();
    await server.faults({switches: {withoutOptional: true}});
    const reference = await enrolled(till, plan);
    expect([statusOf(till, reference), await till.lookForEnrolment(reference)]).toEqual(['unknown', 'not-offered']);
    await expect(enrol(till, plan)).rejects.toMatchObject({code: 'enrolment-unclear'});
    expect(await server.books()).toHaveLength(1);
  });
});
