import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {z} from 'zod';
import type {Service} from '../../src/core/endpoints/service.js';
import {answerSpec} from '../../src/core/service/answer.js';
import {parseStrict} from '../../src/core/spec/check.js';
import {cardOf} from '../core/card/plain-card.js';
import {serve, serviceAt} from './local-server.js';
import {account, card, charge, enrolment, momo, otp, plan, refund} from './samples.js';

const asWritten = parseStrict(answerSpec());

/**
 * An answer of the service as documented or observed: JSON in `body`, and in `kept` where not all of it is kept; or `text`
 * and the `excerpt` that is kept of it.
 */
const recording = z.strictObject({
  about: z.string(),
  call: z.enum([
    'collect',
    'processOtp',
    'status',
    'merchantReference',
    'charge',
    'cardStatus',
    'refund',
    'refundStatus',
    'refundHistory',
    'createPlan',
    'plan',
    'plans',
    'createSubscription',
    'subscription',
    'subscriptions',
    'subscriptionCharges',
    'cancelSubscription',
    'resumeSubscription',
    'pauseSubscription',
    'accountHolder',
    'banks',
  ]),
  http: z.number(),
  body: z.unknown().optional(),
  kept: z.unknown().optional(),
  text: z.string().optional(),
  excerpt: z.string().optional(),
});

const folder = new URL('fixtures/answers/', import.meta.url);
const recordings = readdirSync(folder).map(name => {
  const content: unknown = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
  return {name, ...recording.parse(content)};
});

const calls: Readonly<Record<(typeof recordings)[number]['call'], (service: Service) => Promise<unknown>>> = {
  collect: service => service.collect(momo),
  processOtp: service => service.processOtp(otp),
  status: service => service.status({reference: momo.reference, country: momo.country}),
  merchantReference: service => service.merchantReference({reference: momo.reference}),
  charge: service => service.charge(charge, cardOf(card)),
  cardStatus: service => service.cardStatus({reference: charge.reference}),
  refund: service => service.refund({...refund, reason: ''}),
  refundStatus: service => service.refundStatus({refundReference: 'RF20231112-Q232USD'}),
  refundHistory: service =>
    service.refundHistory({from: '2026-11-19', to: '2026-11-20', currency: 'USD', page: 1, size: 100}),
  createPlan: service => service.createPlan(plan),
  plan: service => service.plan({planCode: 'PLAN-XY99ZZ00'}),
  plans: service => service.plans({page: 0, size: 20}),
  createSubscription: service => service.createSubscription(enrolment, cardOf(card)),
  subscription: service => service.subscription({id: 100}),
  subscriptions: service => service.subscriptions({page: 0, size: 20}),
  subscriptionCharges: service => service.subscriptionCharges({id: 100, page: 0, size: 20}),
  cancelSubscription: service => service.cancelSubscription({id: 100, reason: 'Moved away'}),
  resumeSubscription: service => service.resumeSubscription({id: 100}),
  pauseSubscription: service => service.pauseSubscription({id: 100}),
  accountHolder: service => service.accountHolder(account),
  banks: service => service.banks('XAF'),
};

test('there are recordings of every call', () =>
  expect(new Set(recordings.map(({call}) => call))).toEqual(new Set(Object.keys(calls))));

test.each(recordings)('$name', async ({call, http, body, kept = body, text, excerpt}) => {
  const headers = {'content-type': text === undefined ? 'application/json' : 'text/html'};
  const server = await serve({status: http, headers, body: text ?? JSON.stringify(body)});
  const answer = await calls[call](serviceAt(server.url));
  expect(asWritten(answer)).toEqual({
    kind: 'answered',
    http,
    ...(text === undefined ? {body: kept} : {text: excerpt}),
    serverTime: expect.any(Number),
    bytes: expect.any(Number),
  });
});
