import {describe, expect, it} from 'vitest';
import type {Service} from '../../src/core/endpoints/service.js';
import type {NewPlan, Plan} from '../../src/core/endpoints/subscription/plans.js';
import type {Answer} from '../../src/core/service/answer.js';
import {openEnrolments} from '../../src/core/subscription/registry.js';
import type {Till} from '../../src/till/till.js';
import {cardOf, type PlainCard} from '../core/card/plain-card.js';
import {sandbox} from '../sandbox/support.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {card, cardOrder, challenged, dollars, eventsOn, statusOf, toldDisk} from './card-till.js';
import {type Opening, openRealTill} from './real-till.js';

const monthly: NewPlan = {
  name: 'Gym',
  description: 'Mornings',
  amount: '12.5',
  currency: 'USD',
  interval: 'MONTHLY',
  trialPeriodDays: 0,
};
const amina = 'amina@example.com';
const named = (own: PlainCard): PlainCard => ({...own, holder: 'AMINA W'});

async function gym(more: Partial<NewPlan> = {}, opening: Partial<Opening> = {}) {
  const server = await sandbox();
  const opened = await openRealTill({...server, folder: '/till', disk: new MemoryDisk(), ...opening});
  const plan = await opened.till.createPlan({...monthly, ...more});
  return {...opened, server, plan};
}

async function enrolled(till: Till, plan: Plan, own: PlainCard = card, customerEmail = amina): Promise<string> {
  const {enrolment, finished} = await till.enrol({customerEmail, plan, country: 'KE'}, cardOf(named(own)));
  await finished;
  return enrolment;
}

const enrolmentOf = (till: Till, reference: string) => till.state.registry.enrolments.get(reference);
const subscriptions = (till: Till) => [...till.state.registry.subscriptions.values()];

describe('an enrolment', () => {
  it('makes a payment of what it charges, which is paid when its status record says so', async () => {
    const {till, server, plan} = await gym();
    const reference = await enrolled(till, plan);
    const [known] = subscriptions(till);
    const transaction = known?.subscription.enrollmentTxnReference ?? '';
    expect(enrolmentOf(till, reference)).toMatchObject({status: 'made', subscription: known?.subscription.id});
    expect(statusOf(till, reference)).toBe('pending');
    await till.check(reference);
    expect(till.state.payments.get(reference)).toMatchObject({
      status: 'paid',
      request: {method: 'subscription', cycle: 1, transactionReference: transaction, customerEmail: amina},
    });
    expect(await server.books()).toMatchObject([{transaction_reference: transaction, amount: 12.5, requests: 1}]);
    const {tenders} = till.state.ledger.period;
    expect(Object.values(tenders)).toMatchObject([
      {method: 'subscription', channel: 'enrolment', total: {currency: 'USD', minor: 1250}, count: 1},
    ]);
  });

  it('with a trial makes none, until the service charges at its end', async () => {
    const {till, server, plan} = await gym({trialPeriodDays: 3});
    const reference = await enrolled(till, plan);
    expect(till.state.payments.size).toBe(0);
    expect(enrolmentOf(till, reference)).toMatchObject({status: 'made'});
    await server.advance('P4D');
    const [known] = subscriptions(till);
    const id = known?.subscription.id ?? 0;
    await till.learnCharges(id);
    await till.learnCharges(id);
    expect([...till.state.payments.values()]).toMatchObject([
      {
        status: 'paid',
        request: {cycle: 1, amount: {minor: 1250}, transactionReference: known?.subscription.enrollmentTxnReference},
      },
    ]);
  });

  it('whose bank asks waits for the challenge, and is paid when the bank is content', async () => {
    const {till, plan} = await gym();
    const reference = await enrolled(till, plan, challenged);
    expect(subscriptions(till)).toMatchObject([{subscription: {status: 'REQUIRES_ACTION'}}]);
    expect(till.state.payments.get(reference)).toMatchObject({
      status: 'pending',
      details: {challenge: {creq: expect.any(String)}},
    });
    expect(await till.challenge(reference)).toMatchObject({url: expect.stringMatching(/^http:\/\/127\.0\.0\.1/)});
  });

  it('whose first charge is declined stands, and its payment has failed', async () => {
    const {till, server, plan} = await gym();
    const reference = await enrolled(till, plan, {...card, expiryMonth: '05'});
    expect(enrolmentOf(till, reference)).toMatchObject({status: 'made'});
    expect(subscriptions(till)).toMatchObject([{subscription: {status: 'INCOMPLETE'}}]);
    await till.check(reference);
    expect(statusOf(till, reference)).toBe('failed');
    expect(await server.books()).toMatchObject([{status: 'Failed'}]);
  });

  it('that is refused is over, and makes no payment', async () => {
    const {till, server, plan} = await gym();
    const reference = await enrolled(till, plan, {...card, number: '4111111111111111'});
    expect(enrolmentOf(till, reference)).toMatchObject({status: 'not-made', proof: {kind: 'refused'}});
    expect([till.state.payments.size, subscriptions(till).length, await server.books()]).toEqual([0, 0, []]);
    await enrolled(till, plan);
    expect(subscriptions(till)).toHaveLength(1);
  });

  it('of a customer who has one is refused by the service', async () => {
    const {till, plan} = await gym();
    await enrolled(till, plan);
    const order = {customerEmail: amina, plan, country: 'KE'} as const;
    const known = [...till.state.registry.enrolments.keys()];
    await expect(till.enrol({...order, customerEmail: amina.toUpperCase()}, cardOf(named(card)))).rejects.toMatchObject(
      {code: 'customer-enrolled', facts: {subscription: 1}},
    );
    expect([...till.state.registry.enrolments.keys()]).toEqual(known);
    const {enrolment, finished} = await till.enrol(order, cardOf(named(card)), {again: 'cancelled by mail'});
    await finished;
    expect(enrolmentOf(till, enrolment)).toMatchObject({
      status: 'not-made',
      proof: {kind: 'duplicate'},
      again: 'cancelled by mail',
    });
  });

  it('has the sent event on the disk before a byte leaves', async () => {
    const log: string[] = [];
    const {till, plan} = await gym(
      {},
      {
        disk: toldDisk(new MemoryDisk(), log),
        service: real => ({
          ...real,
          createSubscription: (...asked) => {
            log.push('enrol');
            return real.createSubscription(...asked);
          },
        }),
      },
    );
    log.length = 0;
    await enrolled(till, plan);
    expect(log.slice(0, 5)).toEqual(['write enrolment-requested', 'sync', 'write enrolment-sent', 'sync', 'enrol']);
  });

  it('keeps nothing of the card but its brand and last four digits', async () => {
    const memory = new MemoryDisk();
    const {till, plan} = await gym({}, {disk: memory});
    await enrolled(till, plan);
    const text = [...memory.files.values()].map(({bytes}) => new TextDecoder().decode(bytes)).join('');
    expect(text).toContain('"lastFour":"1118"');
    for (const secret of [card.number, 'AMINA W', '"100"']) expect(text).not.toContain(secret);
  });
});

describe('an enrolment whose answer was lost', () => {
  /** The first answer is. */
  const lost: Pick<Opening, 'service'> = {
    service: real => {
      let count = 0;
      return {
        ...real,
        createSubscription: async (...asked) => {
          const answer = await real.createSubscription(...asked);
          count += 1;
          return count === 1 ? {kind: 'no-answer', code: 'ECONNRESET'} : answer;
        },
      };
    },
  };

  it('is found in the service’s list, and its money is asked about', async () => {
    const {till, server, plan} = await gym({}, lost);
    const reference = await enrolled(till, plan);
    expect(enrolmentOf(till, reference)).toMatchObject({status: 'made', resolved: {by: 'list'}});
    await till.check(reference);
    expect(statusOf(till, reference)).toBe('paid');
    expect(await server.books()).toHaveLength(1);
  });

  it('blocks its customer where there is no list, until a person judges', async () => {
    const {till, server, plan} = await gym({}, lost);
    await server.faults({switches: {withoutOptional: true}});
    const reference = await enrolled(till, plan);
    expect(openEnrolments(till.state.registry)).toMatchObject([{reference, status: 'unknown'}]);
    const again = till.enrol({customerEmail: 'Amina@Example.com', plan, country: 'KE'}, cardOf(named(card)));
    await expect(again).rejects.toMatchObject({code: 'enrolment-unclear', facts: {enrolment: reference}});
    expect(await server.books()).toHaveLength(1);
    await till.resolveEnrolment(reference, {as: 'not-made', person: 'Wanjiru', reason: 'not in the dashboard'});
    const second = await enrolled(till, plan);
    expect(enrolmentOf(till, second)).toMatchObject({status: 'unknown', proof: {kind: 'duplicate'}});
  });

  it('is unknown after a crash, and never sent by starting', async () => {
    const server = await sandbox();
    const memory = new MemoryDisk();
    const before = new MemoryDisk();
    const crashing: Opening['service'] = real => ({
      ...real,
      createSubscription: async (...asked) => {
        for (const [path, file] of memory.files) before.files.set(path, {...file, bytes: Buffer.from(file.bytes)});
        return real.createSubscription(...asked);
      },
    });
    const {till} = await openRealTill({...server, folder: '/till', disk: memory, service: crashing});
    const plan = await till.createPlan(monthly);
    await enrolled(till, plan);
    const {till: after} = await openRealTill({...server, folder: '/till', disk: before});
    const [open] = openEnrolments(after.state.registry);
    expect(open).toMatchObject({status: 'unknown'});
    expect(after.state.payments.size).toBe(0);
    expect(await after.lookForEnrolment(open?.reference ?? '')).toBe('found');
    await after.check(open?.reference ?? '');
    expect(statusOf(after, open?.reference ?? '')).toBe('paid');
    expect(await server.books()).toMatchObject([{requests: 1}]);
  });
});

describe('renewals', () => {
  it('are written down once each, on their own line, and survive the night', async () => {
    const memory = new MemoryDisk();
    const {till, server, plan} = await gym({interval: 'WEEKLY'}, {disk: memory});
    const reference = await enrolled(till, plan);
    await till.check(reference);
    const id = subscriptions(till)[0]?.subscription.id ?? 0;
    await till.learnCharges(id);
    expect(till.state.payments.size).toBe(1);
    await server.advance('P22D');
    await till.learnCharges(id);
    await till.learnCharges(id);
    const renewals = [...till.state.payments.values()].filter(each => each.reference !== reference);
    expect(renewals.map(({request, status}) => [request.method, status])).toEqual(
      Array.from({length: 3}, () => ['subscription', 'paid']),
    );
    expect(
      Object.values(till.state.ledger.period.tenders).map(({channel, count, total}) => [channel, count, total.minor]),
    ).toEqual([
      ['enrolment', 1, 1250],
      ['renewal', 3, 3750],
    ]);
    await till.close();
    const {till: next} = await openRealTill({...server, folder: '/till', disk: memory});
    await next.learnCharges(id);
    expect(next.state.payments.size).toBe(4);
    expect(eventsOn(memory).filter(({type}) => type === 'requested')).toHaveLength(4);
  });

  it('come down again when the service takes one back, however old it is', async () => {
    const memory = new MemoryDisk();
    const {till, server, plan} = await gym({interval: 'DAILY'}, {disk: memory});
    await till.check(await enrolled(till, plan));
    const id = subscriptions(till)[0]?.subscription.id ?? 0;
    await till.learnCharges(id);
    await server.advance('P45D');
    await till.learnCharges(id);
    const taken = [...till.state.payments.values()].find(({request}) => 'cycle' in request && request.cycle === 3);
    const {transactionReference = ''} = taken?.request.method === 'subscription' ? taken.request : {};
    await till.close();
    const service = (real: Service): Service => ({
      ...real,
      subscriptionCharges: async (...asked) => {
        const answer = await real.subscriptionCharges(...asked);
        const said = JSON.stringify(answer);
        const record = said.indexOf(transactionReference);
        const succeeded = said.indexOf('"SUCCESS"', record);
        if (record < 0) return answer;
        return JSON.parse(`${said.slice(0, succeeded)}"REVERSED"${said.slice(succeeded + '"SUCCESS"'.length)}`);
      },
    });
    const {till: next} = await openRealTill({...server, folder: '/till', disk: memory, service});
    next.state.payments.clear(); // as on a later day
    await next.learnCharges(id);
    await next.learnCharges(id);
    expect([...next.state.payments.values()]).toMatchObject([
      {reference: taken?.reference, status: 'disputed', failure: {reason: 'reversed'}},
    ]);
    expect(next.state.needPerson).toContain(taken?.reference);
    expect(eventsOn(memory).filter(({type}) => type === 'charge-taken-back')).toHaveLength(1);
    await next.close();
    const {till: again} = await openRealTill({...server, folder: '/till', disk: memory});
    expect(again.state.payments.get(taken?.reference ?? '')).toMatchObject({status: 'disputed'});
  });

  it('of one that was made elsewhere count from when it was added', async () => {
    const {till: other, server, plan} = await gym({interval: 'WEEKLY'});
    await enrolled(other, plan);
    await server.advance('P15D');
    const {till} = await openRealTill({...server, folder: '/other', disk: new MemoryDisk()});
    await till.refreshSubscriptions();
    const id = subscriptions(till)[0]?.subscription.id ?? 0;
    expect(subscriptions(till)).toMatchObject([{isOwn: false, planCode: plan.planCode}]);
    await till.readSubscription(id, {adds: true});
    await till.learnCharges(id);
    expect(till.state.payments.size).toBe(0);
    await server.advance('P7D');
    await till.learnCharges(id);
    expect(till.state.payments.size).toBe(1);
  });
});

describe('a change', () => {
  it('pauses, resumes and cancels, and keeps what the service said', async () => {
    const {till, plan} = await gym();
    await enrolled(till, plan);
    const id = subscriptions(till)[0]?.subscription.id ?? 0;
    const stand = () => till.state.registry.subscriptions.get(id)?.subscription.status;
    await till.readSubscription(id);
    await till.changeSubscription(id, {change: 'pause', reason: 'holidays'});
    expect(stand()).toBe('PAUSED');
    await till.changeSubscription(id, {change: 'resume', reason: ''});
    expect(stand()).toBe('ACTIVE');
    await expect(till.changeSubscription(id, {change: 'resume', reason: ''})).rejects.toThrow('subscription-refused');
    await till.changeSubscription(id, {change: 'cancel', reason: 'moved away'});
    expect(till.state.registry.subscriptions.get(id)?.subscription).toMatchObject({
      status: 'CANCELLED',
      cancellationReason: 'moved away',
      nextChargeDate: null,
    });
  });

  it('does not hold up a sale', async () => {
    const answering = Promise.withResolvers<Answer>();
    const {till, plan} = await gym({}, {service: real => ({...real, resumeSubscription: () => answering.promise})});
    await enrolled(till, plan);
    const id = subscriptions(till)[0]?.subscription.id ?? 0;
    const resumed = till.changeSubscription(id, {change: 'resume', reason: ''});
    const {finished} = await till.charge(cardOrder(), cardOf(card));
    await finished;
    answering.resolve({kind: 'no-answer', code: 'ECONNRESET'});
    await expect(resumed).rejects.toMatchObject({code: 'subscription-unclear'});
    expect([...till.state.payments.values()].map(({request}) => request.method)).toEqual(['subscription', 'card']);
  });

  it('of what nobody knows, or that the service does not offer, says so', async () => {
    const {till, server, plan} = await gym();
    await enrolled(till, plan);
    const id = subscriptions(till)[0]?.subscription.id ?? 0;
    await expect(till.changeSubscription(999, {change: 'cancel', reason: 'x'})).rejects.toThrow('subscription-refused');
    await expect(till.readSubscription(999)).rejects.toMatchObject({code: 'subscription-unknown'});
    await server.faults({switches: {withoutOptional: true}});
    await expect(till.changeSubscription(id, {change: 'pause', reason: ''})).rejects.toThrow('call-not-offered');
    expect(await till.refreshSubscriptions()).toEqual({isListed: false, problem: undefined});
    expect(await till.readSubscription(id)).toMatchObject({
      problem: undefined,
      known: {subscription: {customerEmail: amina}},
    });
  });
});

it('gives the money of an enrolment back under the service’s reference', async () => {
  const {till, server, plan} = await gym();
  const reference = await enrolled(till, plan);
  await till.check(reference);
  const {finished} = await till.refund(reference, {reason: 'changed his mind', amount: dollars(5)});
  await finished;
  await server.advance('PT2S');
  await till.check(reference);
  expect(till.state.payments.get(reference)?.refunds).toMatchObject([{status: 'done', amount: dollars(5)}]);
});
