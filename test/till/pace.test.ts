import {expect, it} from 'vitest';
import type {Answer} from '../../src/core/service/answer.js';
import {order} from './real-till.js';
import {obedientService, openStillShop, stillWorld} from './still-shop.js';

const second = 1000;
const busy: Answer = {kind: 'answered', http: 429, body: null, retryAfterSeconds: 20};

/** A till with four payments that nobody knows the end of, whose time passes as fast as it sleeps. */
async function withOpenPayments(answers: (number: number) => Answer | undefined) {
  const still = stillWorld();
  const world = {...still, sleep: async (milliseconds: number) => still.pass(milliseconds)};
  const {service, accounts} = obedientService();
  const asked: number[] = [];
  const {till} = await openStillShop({
    world,
    service: {
      ...service,
      status: async question => {
        asked.push(world.monotonic());
        return answers(asked.length) ?? service.status(question);
      },
    },
  });
  for (const ending of ['678', '679', '680', '681']) {
    await (await till.collect(order(ending))).finished;
    still.pass(second);
  }
  for (const account of accounts.values()) account.says = 'Completed';
  const instants = () => asked.map(at => (at - (asked[0] ?? 0)) / second);
  return {till, instants};
}

const businessDay = '2026-11-20';
const days = {from: businessDay, to: businessDay};

it('asks about a whole day one question a second, and waits as long as a busy service wants', async () => {
  const {till, instants} = await withOpenPayments(number => (number === 3 ? busy : undefined));
  await till.reconcile({days, isLive: true});
  expect(instants()).toEqual([0, 1, 2, 22, 32]);
  expect([...till.state.payments.values()].map(({status}) => status)).toEqual(['paid', 'paid', 'paid', 'paid']);
});

it('leaves a payment that a busy service does not tell of after three times, and goes on with the next', async () => {
  const {till, instants} = await withOpenPayments(number => (number <= 3 ? busy : undefined));
  await till.reconcile({days, isLive: true});
  expect(instants()).toEqual([0, 20, 50, 80, 95, 102.5]);
  expect([...till.state.payments.values()].map(({status}) => status).sort()).toEqual([
    'paid',
    'paid',
    'paid',
    'unknown',
  ]);
});

it('asks no more when the reconciliation is ended while a busy service is waited for', async () => {
  const ending = new AbortController();
  const {till, instants} = await withOpenPayments(number => {
    if (number === 2) ending.abort();
    return number === 2 ? busy : undefined;
  });
  await till.reconcile({days, isLive: true, signal: ending.signal});
  expect(instants()).toEqual([0, 1]);
});

it('does not ask a busy service again once its link is down', async () => {
  const down: Answer = {kind: 'not-sent', code: 'ENETUNREACH'};
  const {till, instants} = await withOpenPayments(number => (number === 1 ? busy : down));
  await till.reconcile({days, isLive: true});
  expect(instants()).toEqual([0, 20]);
});
