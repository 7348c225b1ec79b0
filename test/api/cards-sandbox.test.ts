import {expect, test} from 'vitest';
import {interpretCharge} from '../../src/core/endpoints/charge.js';
import {
  findRefund,
  interpretRefund,
  interpretRefundHistory,
  interpretRefundStatus,
} from '../../src/core/endpoints/refund.js';
import type {Service} from '../../src/core/endpoints/service.js';
import {interpretStatus} from '../../src/core/endpoints/status.js';
import {cardOf} from '../core/card/plain-card.js';
import {sandbox as server} from '../sandbox/support.js';
import {serviceAt} from './local-server.js';
import {card, charge} from './samples.js';

const {reference} = charge;
const asked = {currency: 'USD', minor: 2400} as const;
const frictionless = {...card, number: '4012000033330026'} as const;

/** A service over a sandbox with an empty book, and what its clock is pushed by. */
async function sandbox(): Promise<{service: Service; advance: (period: string) => Promise<unknown>}> {
  const {baseUrl, apiKey, advance} = await server();
  return {service: serviceAt(`${baseUrl}/live`, {key: apiKey}), advance};
}

const statusOf = async (service: Service) =>
  interpretStatus(await service.cardStatus({reference}), {reference, asked}).kind;

test('a charge is accepted, and paid by its record', async () => {
  const {service} = await sandbox();
  const answer = await service.charge(charge, cardOf(frictionless));
  expect(interpretCharge(answer, reference)).toMatchObject({kind: 'accepted', details: {isCompleted: true}});
  expect(answer).toMatchObject({body: {amountPaid: 24, valueAmount: 23.664}});
  expect(await statusOf(service)).toBe('paid');
});

test('a charge that the bank wants to confirm has a challenge and is pending', async () => {
  const {service} = await sandbox();
  const outcome = interpretCharge(await service.charge(charge, cardOf(card)), reference);
  expect(outcome).toMatchObject({
    kind: 'accepted',
    details: {isCompleted: false, challenge: {url: expect.stringMatching(/^http:\/\/(127\.0\.0\.1|localhost):/)}},
  });
  const creq = outcome.kind === 'accepted' ? (outcome.details.challenge?.creq ?? '') : '';
  expect(JSON.parse(Buffer.from(creq, 'base64').toString())).toMatchObject({messageType: 'CReq'});
  expect(await statusOf(service)).toBe('pending');
});

test.each([
  ['05', '39', 'refused', 'declined', 'failed'],
  ['04', '27', 'refused', 'declined', 'failed'],
  ['08', '28', 'unknown', 'system-error', 'paid'],
  ['01', '37', 'unknown', 'system-error', 'failed'],
  ['02', '37', 'unknown', 'system-error', 'failed'],
  ['05', '37', 'unknown', 'system-error', 'paid'],
])('the expiry %s/%s: %s %s, and in the end %s', async (expiryMonth, expiryYear, kind, why, end) => {
  const {service, advance} = await sandbox();
  const answer = await service.charge(charge, cardOf({...frictionless, expiryMonth, expiryYear}));
  expect(interpretCharge(answer, reference)).toMatchObject({kind, why});
  await advance('PT3S');
  expect(await statusOf(service)).toBe(end);
});

test('a reference that was used', async () => {
  const {service} = await sandbox();
  await service.charge(charge, cardOf(frictionless));
  const again = interpretCharge(await service.charge(charge, cardOf(frictionless)), reference);
  expect(again).toMatchObject({kind: 'unknown', why: 'duplicate'});
});

test.each([
  ['a wrong code', {securityCode: '999'}],
  ['an unknown card', {number: '4111111111111111'}],
])('%s is refused, and nothing of it is kept', async (_name, wrong) => {
  const {service} = await sandbox();
  const answer = await service.charge(charge, cardOf({...frictionless, ...wrong}));
  expect(interpretCharge(answer, reference)).toMatchObject({kind: 'refused', why: 'field'});
  expect(JSON.stringify(answer)).not.toMatch(/41111|\b999\b(?!Z)/);
});

test('a key that is refused', async () => {
  const {baseUrl} = await server();
  const outcome = interpretCharge(await serviceAt(baseUrl).charge(charge, cardOf(card)), reference);
  expect(outcome).toMatchObject({kind: 'refused', why: 'credentials'});
});

test('a refund is taken, done by its record, found in the history, and refused beyond the rest', async () => {
  const {service, advance} = await sandbox();
  await service.charge(charge, cardOf(frictionless));
  const amount = {currency: 'USD', minor: 1000} as const;
  const order = {reference, amount, reason: 'Came back'};
  const outcome = interpretRefund(await service.refund(order), {payment: reference, amount, known: new Set()});
  if (outcome.kind !== 'accepted') return expect.unreachable(JSON.stringify(outcome));
  const {serviceReference} = outcome;
  const about = {payment: reference, amount};
  const question = {refundReference: serviceReference};
  expect(interpretRefundStatus(await service.refundStatus(question), {...about, serviceReference}).kind).toBe(
    'pending',
  );
  await advance('PT2S');
  expect(interpretRefundStatus(await service.refundStatus(question), {...about, serviceReference}).kind).toBe('done');

  const days = {from: '2020-01-01', to: '2099-12-31', currency: 'USD', page: 1, size: 20};
  const page = interpretRefundHistory(await service.refundHistory(days));
  expect(page?.isWhole).toBe(true);
  const found = findRefund(page?.rows ?? [], {payment: reference, amount, known: new Set()});
  expect(found).toMatchObject({serviceReference, status: 'done', amount: '10'});
  expect(findRefund(page?.rows ?? [], {payment: reference, amount, known: new Set([serviceReference])})).toBe('none');

  const beyond = {currency: 'USD', minor: 1401} as const;
  const tooMuch = await service.refund({...order, amount: beyond});
  expect(interpretRefund(tooMuch, {payment: reference, amount: beyond, known: new Set()})).toMatchObject({
    kind: 'refused',
    why: 'field',
  });
  const unknown = await service.refundStatus({refundReference: 'RF-0'});
  expect(interpretRefundStatus(unknown, {...about, serviceReference: 'RF-0'}).kind).toBe('not-found');
});
