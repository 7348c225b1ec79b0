import {inspect} from 'node:util';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {NewSubscription} from '../../src/core/endpoints/subscription/create-subscription.js';
import type {Answer, Json} from '../../src/core/service/answer.js';
import {cardOf, type PlainCard} from '../core/card/plain-card.js';
import {forAllAsync} from '../hostile/runs.js';
import {closedPort, serve, serveRaw, serviceAt} from './local-server.js';
import {card, enrolment, plan} from './samples.js';

/** A card with marks that nothing else in an answer has, but for its noughts, which times have too. */
const marked = {...card, number: '5123450000000008', securityCode: '739', holder: 'AMINA W'} as const;

function written(value: unknown): string {
  return `${inspect(value, {depth: 20, showHidden: true, getters: true})}\n${JSON.stringify(value)}`;
}

function expectNoCard(value: unknown): void {
  const text = written(value);
  for (const digits of [marked.number, '512345', '51234500']) expect(text).not.toContain(digits);
  expect(text).not.toMatch(/(?<![\d.])739(?!\d)/);
}

function enrol(url: string, order: NewSubscription, given: PlainCard): Promise<Answer> {
  return serviceAt(url).createSubscription(order, cardOf(given));
}

async function bodyOf(body: Json, order: NewSubscription = enrolment): Promise<Json | undefined> {
  const answer = await enrol((await serve({body: JSON.stringify(body)})).url, order, marked);
  return answer.kind === 'answered' ? answer.body : answer.code;
}

describe('a card that is enrolled is not in', () => {
  test('the service afterwards, and not in the answer that repeats the request', async () => {
    const server = await serve({body: '{}'});
    const service = serviceAt(server.url);
    await service.createSubscription(enrolment, cardOf(marked));
    expect(server.seen[0]?.body).toContain(marked.number);
    expectNoCard(service);
    const request = JSON.parse(server.seen[0]?.body ?? '') as Json;
    const echo = await bodyOf({message: JSON.stringify(request), request});
    expectNoCard(echo);
    expect(echo).toMatchObject({
      request: {
        customerEmail: enrolment.customerEmail,
        planCode: enrolment.plan.planCode,
        cardDetails: {cardNumber: '[card …0008]', expiryMonth: '01', expiryYear: '39', present: true},
      },
    });
    expect(echo).not.toHaveProperty('request.cardDetails.securityCode');
  });

  test('what comes of an enrolment that failed', async () => {
    const reset = await serveRaw(socket => socket.resetAndDestroy());
    const noise = await serveRaw(socket => socket.end(JSON.stringify(marked)));
    const cut = await serveRaw(socket => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n${marked.number}`));
    const refused = `http://127.0.0.1:${await closedPort()}`;
    for (const url of [reset.url, noise.url, cut.url, refused]) {
      const answer = await enrol(url, enrolment, marked);
      expect(answer.kind).toBe(url === refused ? 'not-sent' : 'no-answer');
      expectNoCard(answer);
    }
  });

  test('an error page', async () => {
    const answer = await enrol(
      (await serve({status: 500, body: '<pre>cardNumber=5123+4500+0000+0008&securityCode=739</pre>'})).url,
      enrolment,
      marked,
    );
    expect(answer).toMatchObject({http: 500, text: '<pre>cardNumber=[card …0008]&securityCode=[code]</pre>'});
  });

  test('what is thrown for an amount that cannot be written', async () => {
    const {url} = await serve({});
    const order = {...enrolment, plan: {...plan, amount: '1.0'}};
    const thrown: unknown = await enrol(url, order, marked).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(RangeError);
    expectNoCard(thrown);
  });
});

describe('what the service counts and names by itself stays whole', () => {
  test('when it has the digits of the code or of the card', async () => {
    const body = {
      message: 'ok',
      data: {
        subscription: {
          id: 739,
          enrollmentReference: 'ENR-739-00000',
          enrollmentTxnReference: 'SUB-512345-739',
          nextChargeDate: '2026-08-01T00:00:00.000000',
          trialEndDate: '2026-08-01',
        },
        chargeResult: {amount: 739, fees: 73.9, transactionReference: 'SUB-512345-739'},
        plan: {id: 1_000_000, planCode: 'PLAN-739', trialPeriodDays: 739, billingLimit: 739},
      },
    };
    expect(await bodyOf(body)).toEqual(body);
  });

  test('but not where it is the number of the card', async () =>
    expect(await bodyOf({data: {id: 5_123_450_000_000_008, enrollmentReference: marked.number}})).toEqual({
      data: {id: '[card …0008]', enrollmentReference: '[card …0008]'},
    }));

  test('and so does what was sent beside the card', async () => {
    const order = {
      customerEmail: 'gym739@example.com',
      plan: {...plan, name: 'Club 739', description: 'For 739 days', amount: '739.5'},
    };
    const body = {customerEmail: order.customerEmail, name: 'Club 739', description: 'For 739 days', text: '739.50'};
    expect(await bodyOf(body, order)).toEqual(body);
    expect(await bodyOf({planCode: 'P-739', text: 'P-739 739'}, {...enrolment, plan: {planCode: 'P-739'}})).toEqual({
      planCode: 'P-739',
      text: 'P-739 [code]',
    });
  });

  test('and a time inside a longer text does not hide a number', async () =>
    expect(await bodyOf({message: '2026-08-01T00:00:00 5123450000000008'})).toEqual({
      message: '2026-08-01T00:00:00 [card …0008]',
    }));

  test('any time, of any card', {tags: ['slow']}, async () => {
    const digits = (least: number, most: number) => fc.stringMatching(RegExp(`^\\d{${least},${most}}$`));
    const time = fc
      .date({min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true})
      .map(date => `${date.toISOString().slice(0, -1)}000`);
    let body: Json = null;
    const server = await serve(response => response.end(JSON.stringify(body)));
    const service = serviceAt(server.url);
    await forAllAsync(
      {numRuns: 50},
      digits(13, 19),
      digits(3, 4),
      fc.array(time, {maxLength: 9}),
      async (number, code, times) => {
        body = {times};
        const answer: Answer = await service.createSubscription(
          enrolment,
          cardOf({...card, number, securityCode: code}),
        );
        expect(answer).toMatchObject({body});
      },
    );
  });
});
