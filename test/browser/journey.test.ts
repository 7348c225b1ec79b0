import {describe, expect, it} from 'vitest';
import type {PageStanding} from '../../src/challenge/page.js';
import type {ChallengeOptions} from '../../src/challenge/server.js';
import {ask, creq, served} from '../challenge/support.js';
import {finished, openBank, postsText, question} from './bank.js';
import {browserOfThisFile} from './browser.js';

const {visit} = browserOfThisFile();

const buttons = {
  Approve: postsText(finished({})),
  Decline: postsText(finished({statusOk: false, paymentCompleted: false, message: 'Transaction Failed'})),
};

/** A payment whose gateway sends the frame on to the bank at another origin; `ends` is the till's own finding. */
async function challenged(options: Partial<ChallengeOptions> = {}) {
  let standing: PageStanding = 'waiting';
  const bank = await openBank({'/question': question(buttons)}, {host: 'localhost'});
  const gateway = await openBank({'/start': {to: `${bank.origin}/question`, status: 307}});
  const challenge = {url: `${gateway.origin}/start`, creq};
  const server = await served({challenge, allowsLoopback: true, verdict: () => standing, ...options});
  return {
    server,
    gateway,
    bank,
    ends: (as: PageStanding) => {
      standing = as;
    },
  };
}

describe('a challenge', () => {
  it('that the customer approves is paid when the till says so, not when the bank’s page does', async () => {
    const {server, gateway, bank, ends} = await challenged();
    const seen = await visit(server.url);
    expect(await seen.says()).toBe('Waiting for the customer…');
    await seen.bank.getByRole('button', {name: 'Approve'}).click();
    await expect.poll(server.told).toBe(1);
    await seen.page.waitForResponse(`${server.url}/state`);
    expect(await seen.says()).toBe('The bank has answered; checking…');
    ends('paid');
    await expect.poll(seen.says).toBe('Paid. You can close this page.');
    for (const place of [gateway.at('/start'), bank.at('/question')])
      expect(place.map(({method, body}) => [method, body])).toEqual([['POST', `creq=${encodeURIComponent(creq)}`]]);
    expect(seen.complaints).toEqual([]);
  });

  it('keeps its verdict when the till has closed the page', async () => {
    const {server, ends} = await challenged();
    const {says, page, bank} = await visit(server.url);
    ends('paid');
    await expect.poll(says).toBe('Paid. You can close this page.');
    await server.close();
    const unheard = page.waitForEvent('requestfailed');
    await bank.getByRole('button', {name: 'Approve'}).click();
    expect((await unheard).url()).toBe(`${server.url}/message`);
    expect(await says()).toBe('Paid. You can close this page.');
  });

  it('that the customer declines is not paid, and the same message as before brought the till to ask', async () => {
    const {server, ends} = await challenged();
    const {bank, says} = await visit(server.url);
    await bank.getByRole('button', {name: 'Decline'}).click();
    await expect.poll(server.told).toBe(1);
    ends('not-paid');
    await expect.poll(says).toBe('Not paid: see the till.');
  });

  it('that is approved in the frame and not by the service needs a person', async () => {
    const {server, ends} = await challenged();
    const {bank, says} = await visit(server.url);
    await bank.getByRole('button', {name: 'Approve'}).click();
    await expect.poll(server.told).toBe(1);
    ends('needs-person');
    await expect.poll(says).toBe('Call the manager: see the till.');
  });

  it('that nobody answers ends as the till finds, which nobody disturbed', async () => {
    const {server, ends} = await challenged();
    const {page, bank, says} = await visit(server.url);
    await bank.getByRole('button', {name: 'Approve'}).waitFor();
    for (let round = 0; round < 2; round += 1) await page.waitForResponse(`${server.url}/state`);
    expect(await says()).toBe('Waiting for the customer…');
    ends('not-paid');
    await expect.poll(says).toBe('Not paid: see the till.');
    expect(server.told()).toBe(0);
  });

  it('whose tab is closed goes on, and may be finished on another device', async () => {
    const {server, bank, ends} = await challenged();
    const {page} = await visit(server.url);
    await expect.poll(() => bank.at('/question').length).toBe(1);
    await page.close();
    expect((await ask(`${server.url}/state`)).text).toBe('{"verdict":"waiting"}');
    const phone = await visit(server.url, {viewport: {width: 390, height: 844}});
    await phone.bank.getByRole('button', {name: 'Approve'}).click();
    await expect.poll(server.told).toBe(1);
    expect(bank.at('/question')).toHaveLength(2);
    ends('paid');
    await expect.poll(phone.says).toBe('Paid. You can close this page.');
  });

  it('is asked again when the page is loaded again, until the payment has ended', async () => {
    const {server, bank, ends} = await challenged();
    const {page, says} = await visit(server.url);
    await expect.poll(() => bank.at('/question').length).toBe(1);
    await page.reload();
    await expect.poll(() => bank.at('/question').length).toBe(2);
    ends('paid');
    await page.reload();
    expect(await says()).toBe('Paid. You can close this page.');
    expect(await page.locator('iframe').count()).toBe(0);
    expect(bank.at('/question')).toHaveLength(2);
  });

  it('says when the till is gone, and leaves the bank’s page open', async () => {
    const {server} = await challenged();
    const {bank, says} = await visit(server.url);
    await bank.getByRole('button', {name: 'Approve'}).waitFor();
    await server.close();
    const gone = 'The till no longer answers; the payment continues: see the till.';
    await expect.poll(says).toBe(gone);
    await bank.getByRole('button', {name: 'Approve'}).click();
    await expect.poll(says).toBe(gone);
  });

  it('speaks French', async () => {
    const {server, ends} = await challenged({language: 'fr'});
    const {bank, says} = await visit(server.url);
    expect(await says()).toBe('En attente du client…');
    await bank.getByRole('button', {name: 'Approve'}).click();
    await expect.poll(says).toBe('La banque a répondu ; vérification…');
    ends('paid');
    await expect.poll(says).toBe('Payé. Vous pouvez fermer cette page.');
  });

  it('leads to the bank in the same tab where no script runs', async () => {
    const {server, bank} = await challenged();
    const {page} = await visit(server.url, {runsScripts: false});
    for (const hidden of ['iframe', '[role=status]']) expect(await page.locator(hidden).isVisible()).toBe(false);
    await page.getByRole('button', {name: 'Continue to the bank'}).click();
    await page.waitForURL(`${bank.origin}/question`);
    expect(bank.at('/question').map(({body}) => body)).toEqual([`creq=${encodeURIComponent(creq)}`]);
  });
});

describe.each([
  {width: 1280, height: 800},
  {width: 390, height: 844},
  {width: 390, height: 500},
])('in a window of $width x $height', viewport => {
  it('the bank has at least 390 x 400 and all that is left, and nothing hangs out at the side', async () => {
    const {server} = await challenged();
    const {page} = await visit(server.url, {viewport});
    const box = await page.locator('iframe').boundingBox();
    expect(box?.width).toBe(viewport.width);
    expect(box?.height).toBeGreaterThanOrEqual(400);
    const bottom = (box?.y ?? 0) + (box?.height ?? 0);
    expect(bottom).toBeCloseTo(Math.max(viewport.height, (box?.y ?? 0) + 400), 0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
  });
});

it('a phone that is narrower than the bank needs shows the page whole, a little smaller', async () => {
  const {server} = await challenged();
  const {page} = await visit(server.url, {viewport: {width: 360, height: 640}, isPhone: true});
  await expect.poll(() => page.evaluate('Math.round(visualViewport.width)')).toBe(390);
  expect((await page.locator('iframe').boundingBox())?.width).toBe(390);
  for (const part of ['header', '[role=status]']) expect((await page.locator(part).boundingBox())?.width).toBe(390);
});
