import {expect, it} from 'vitest';
import {cardOf} from '../core/card/plain-card.js';
import {sandbox} from '../sandbox/support.js';
import {cardOrder, challenged as challengedCard, statusOf} from '../till/card-till.js';
import {openRealTill} from '../till/real-till.js';
import {browserOfThisFile, type Visit} from './browser.js';

const {visit} = browserOfThisFile();

/** The real till before the real sandbox, with a card payment whose bank asks, and the page for it. */
async function asked() {
  const service = await sandbox();
  const {till} = await openRealTill(service);
  till.watch();
  const {reference, finished} = await till.charge(cardOrder(), cardOf(challengedCard));
  await finished;
  const {url} = (await till.challenge(reference)) ?? {url: ''};
  const books = async () => (await service.books()).map(({status, requests}) => [status, requests]);
  return {till, reference, url, books, status: () => statusOf(till, reference)};
}

/** In the frame, as the customer sees it. */
async function approve({bank}: Visit, code = '1234') {
  await bank.getByLabel('The code that your bank sent you').fill(code);
  await bank.getByRole('button', {name: 'Approve'}).click();
}

it('is paid when the customer approves in the frame, charged once, and the page says so', async () => {
  const {url, status, books} = await asked();
  const seen = await visit(url);
  await approve(seen);
  await expect.poll(status).toBe('paid');
  await expect.poll(seen.says).toBe('Paid. You can close this page.');
  expect(await books()).toEqual([['Completed', 1]]);
  expect(seen.complaints).toEqual([]);
});

it('is not paid when the customer declines, and the page says so', async () => {
  const {url, status, books} = await asked();
  const seen = await visit(url);
  await seen.bank.getByRole('button', {name: 'Decline'}).click();
  await expect.poll(status).toBe('failed');
  await expect.poll(seen.says).toBe('Not paid: see the till.');
  expect(await books()).toEqual([['Failed', 1]]);
});

it('is not paid after three wrong codes', async () => {
  const {url, status, till, reference} = await asked();
  const seen = await visit(url);
  for (const code of ['1111', '2222', '3333']) {
    await seen.bank.locator('body').evaluate('document.body.dataset.answered = "yes"');
    await approve(seen, code);
    await seen.bank.locator('body:not([data-answered])').waitFor(); // the bank's next page, and no late word of this one
  }
  await expect.poll(status).toBe('failed');
  expect(till.state.payments.get(reference)?.failure?.text).toContain('AUTHENTICATION_FAILED');
});

it('waits for a customer who leaves the tab and approves on another device', async () => {
  const {url, status, till, reference, books} = await asked();
  const left = await visit(url);
  await left.bank.getByRole('button', {name: 'Decide later'}).click();
  await left.page.close();
  await till.check(reference);
  expect(status()).toBe('pending');
  const phone = await visit(url, {viewport: {width: 390, height: 844}, isPhone: true});
  await approve(phone);
  await expect.poll(status).toBe('paid');
  expect(await books()).toEqual([['Completed', 1]]);
});

it('is served no more under its path when the till has closed', async () => {
  const {url, till} = await asked();
  await till.close();
  await expect(fetch(url)).rejects.toThrow();
});
