import {expect, it} from 'vitest';
import {explain, releaseText} from '../../src/core/books/selectors.js';
import {waitingFor} from '../../src/core/payment/waiting.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {Problem} from '../../src/core/problem.js';
import type {ChallengePage} from '../../src/till/challenge.js';
import {cardOf} from '../core/card/plain-card.js';
import {sandbox} from '../sandbox/support.js';
import {card, cardOrder, challenged, statusOf} from './card-till.js';
import {openRealTill, order} from './real-till.js';

/** A card payment that its bank asks about; `asked` counts the questions to the service about it. */
async function withChallenge() {
  const server = await sandbox();
  const questions: string[] = [];
  const opened = await openRealTill({
    ...server,
    service: real => ({
      ...real,
      cardStatus: (question, signal) => {
        questions.push(question.reference);
        return real.cardStatus(question, signal);
      },
    }),
  });
  const {reference, finished} = await opened.till.charge(cardOrder(), cardOf(challenged));
  await finished;
  return {...opened, server, reference, asked: () => questions.length};
}

const post = (address: string, fields: Record<string, string>, headers = {}) =>
  fetch(address, {method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual'});

/** The cardholder at the bank: where the form on the page leads, and the step there. */
async function atTheBank({url}: ChallengePage, step: string, fields: Record<string, string> = {}): Promise<void> {
  const page = await (await fetch(url)).text();
  const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? '';
  const creq = /name="creq"[^>]* value="([^"]+)"/.exec(page)?.[1] ?? '';
  const bank = (await post(action, {creq})).headers.get('location') ?? '';
  await post(`${bank}/${step}`, fields);
}

/** What the page does when its frame says that it is finished. */
const message = ({url}: ChallengePage) => post(`${url}/message`, {}, {origin: new URL(url).origin});
const standing = async ({url}: ChallengePage) =>
  ((await (await fetch(`${url}/state`)).json()) as {verdict: string}).verdict;
const served = (page: ChallengePage | undefined): ChallengePage => {
  if (page === undefined) throw new Error('no page is served');
  return page;
};

it('serves one page for a payment, however often and however quickly it is asked for', async () => {
  const {till, reference} = await withChallenge();
  const pages = await Promise.all([till.challenge(reference), till.challenge(reference)]);
  const later = await till.challenge(reference);
  expect(new Set([...pages, later].map(page => page?.url)).size).toBe(1);
  const {url} = served(later);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{40,}$/);
  const page = await (await fetch(url)).text();
  expect(page).toContain('Duka');
  expect(page).toContain('24.00');
  const fixed = page.replaceAll(/127\.0\.0\.1:\d+|nonce="[^"]*"/g, ''); // any digits may stand in a port and in a nonce
  expect(fixed).not.toMatch(/4508\d|1019\d|\d{12,}/);
});

it.each([
  ['en', /page is unsafe or incomplete/, /may still be charged/],
  ['fr', /n’est pas sûre, ou incomplète/, /peut encore être débitée/],
] as const)(
  'a bank’s page that is not https is no refusal: the charge may stand (%s)',
  async (language, why, problem) => {
    const server = await sandbox();
    const abroad = 'http://acs.bank.example/3ds';
    const {till} = await openRealTill({
      ...server,
      service: real => ({
        ...real,
        charge: async (...asked) =>
          JSON.parse(
            JSON.stringify(await real.charge(...asked)).replace(/"threeDsUrl":"[^"]*"/, `"threeDsUrl":"${abroad}"`),
          ),
      }),
    });
    const {reference, finished} = await till.charge(cardOrder(), cardOf(challenged));
    await finished;
    const payment = await till.payment(reference);
    expect([payment.status, waitingFor(payment)]).toEqual(['pending', 'no-page']);
    expect(explain(payment, language)).toMatch(why);
    expect(releaseText(till.state, payment, {language: 'en', now: 0})).toBe(
      'Keep the goods. Do not charge again. Duka keeps checking.',
    );
    expect(await till.challenge(reference)).toBeUndefined();
    const refused = new Problem('challenge-address', {url: abroad});
    expect(problemText(refused, language)).toMatch(problem);
    expect(problemText(refused, language)).not.toMatch(/Nothing was charged|another card|Rien n’a été/);
  },
);

it('a page of this machine is opened where the service is on it, and by no live till', async () => {
  const server = await sandbox();
  const till = async (isServiceHere: boolean) => {
    const opened = await openRealTill({...server, settings: {isServiceHere}});
    const {reference, finished} = await opened.till.charge(cardOrder(), cardOf(challenged));
    await finished;
    return opened.till.challenge(reference);
  };
  expect((await till(true))?.url).toMatch(/^http:\/\/127\.0\.0\.1/);
  await expect(till(false)).rejects.toMatchObject({code: 'challenge-address'});
});

it('has none for a payment without a challenge', async () => {
  const {till, server} = await withChallenge();
  const frictionless = await till.charge(cardOrder('25'), cardOf(card));
  const wallet = await till.collect(order('102'));
  const declined = await till.charge(cardOrder('26'), cardOf({...challenged, expiryMonth: '05'}));
  await Promise.all([frictionless, wallet, declined].map(({finished}) => finished));
  for (const {reference} of [frictionless, wallet, declined]) {
    expect(await till.challenge(reference)).toBeUndefined();
  }
  await expect(till.challenge('T7K0MZ4K8AAAAAA')).rejects.toMatchObject({code: 'payment-unknown'});
  expect(await server.books()).toHaveLength(4);
});

it('asks the service when the page has a message, and believes the service alone', async () => {
  const {till, reference, asked} = await withChallenge();
  const page = served(await till.challenge(reference));
  expect(asked()).toBe(0);
  expect((await message(page)).status).toBe(200);
  await expect.poll(() => asked()).toBe(1);
  await expect.poll(() => till.outlook(reference).isAsking).toBe(false);
  const payment = till.state.payments.get(reference);
  expect([payment?.status, payment && waitingFor(payment), await standing(page)]).toEqual([
    ...['pending', 'challenge', 'waiting'],
  ]);
});

it('finds a payment paid that was approved at the bank, and says so on the page', async () => {
  const {till, reference, server} = await withChallenge();
  const page = served(await till.challenge(reference));
  await atTheBank(page, 'approve', {code: '1234'});
  expect(statusOf(till, reference)).toBe('pending');
  await message(page);
  await expect.poll(() => statusOf(till, reference)).toBe('paid');
  expect(await standing(page)).toBe('paid');
  expect(await till.challenge(reference)).toBeUndefined();
  expect(await server.books()).toMatchObject([{transaction_reference: reference, requests: 1, status: 'Completed'}]);
});

it('finds out without any message too: a closed browser loses nothing', async () => {
  const {till, reference} = await withChallenge();
  await atTheBank(served(await till.challenge(reference)), 'decline');
  await till.check(reference);
  expect(till.state.payments.get(reference)).toMatchObject({status: 'failed', failure: {reason: 'record'}});
});

it('ends the page of a payment that is over when the next one is served', async () => {
  const {till, reference} = await withChallenge();
  const first = served(await till.challenge(reference));
  await atTheBank(first, 'approve', {code: '1234'});
  await till.check(reference);
  const next = await till.charge(cardOrder('25'), cardOf(challenged));
  await next.finished;
  expect(await standing(first)).toBe('paid');
  const second = served(await till.challenge(next.reference));
  expect(second.url).not.toBe(first.url);
  await expect(fetch(first.url)).rejects.toThrow();
  expect(await standing(second)).toBe('waiting');
});

it('closes with the till, and is served again by the next one', async () => {
  const {till, reference, folder, server} = await withChallenge();
  const page = served(await till.challenge(reference));
  await till.close();
  await expect(fetch(page.url)).rejects.toThrow();
  const {till: back} = await openRealTill({...server, folder});
  const again = served(await back.challenge(reference));
  expect(again.url).not.toBe(page.url);
  await atTheBank(again, 'approve', {code: '1234'});
  await message(again);
  await expect.poll(() => statusOf(back, reference)).toBe('paid');
});

it('serves nothing that was asked for in the moment of closing', async () => {
  const {till, reference} = await withChallenge();
  const asked = till.challenge(reference);
  await till.close();
  expect(await asked).toBeUndefined();
});
