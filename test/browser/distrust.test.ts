import {describe, expect, it} from 'vitest';
import {creq, type Served, served} from '../challenge/support.js';
import {type Bank, finished, openBank, posts, postsText, question, type Reply} from './bank.js';
import {browserOfThisFile, type Visit} from './browser.js';

const {visit} = browserOfThisFile();

/** A waiting payment whose bank's first page is this one. */
async function challengedBy(reply: Reply, field = creq) {
  const bank = await openBank({'/acs': reply});
  const server = await served({challenge: {url: `${bank.origin}/acs`, creq: field}, allowsLoopback: true});
  return {bank, server};
}

/** Counts the messages that reached the page, after the page itself has dealt with each. */
async function counting({page}: Visit): Promise<() => Promise<number>> {
  await page.evaluate(`globalThis.arrived = 0; addEventListener('message', () => { globalThis.arrived += 1; })`);
  return () => page.evaluate<number>('globalThis.arrived');
}

/** The page and the till as they were before anybody wrote. */
async function nothingHappened({page, says}: Pick<Visit, 'page' | 'says'>, server: Served): Promise<void> {
  await page.waitForResponse(`${server.url}/state`);
  expect(await says()).toBe('Waiting for the customer…');
  expect(server.told()).toBe(0);
}

describe('a message of another’s', () => {
  it('is ignored from a frame within the bank’s page', async () => {
    const inner = await openBank({'/inner': question({Forge: postsText(finished({}), 'top')})}, {host: 'localhost'});
    const {server} = await challengedBy(question({}, `<iframe src="${inner.origin}/inner"></iframe>`));
    const seen = await visit(server.url);
    const arrived = await counting(seen);
    await seen.bank.frameLocator('iframe').getByRole('button', {name: 'Forge'}).click();
    await expect.poll(arrived).toBe(1);
    await nothingHappened(seen, server);
  });

  it('is ignored from the page’s own window', async () => {
    const {server} = await challengedBy(question({}));
    const seen = await visit(server.url);
    const arrived = await counting(seen);
    await seen.page.evaluate(postsText(finished({}), 'window'));
    await expect.poll(arrived).toBe(1);
    await nothingHappened(seen, server);
  });

  it('cannot come from a window that the bank’s page opens', async () => {
    const other = await openBank({
      '/popup': question({}, '<p></p><script>document.querySelector("p").append("opener: ", opener)</script>'),
    });
    const {server} = await challengedBy(question({Open: `window.open('${other.origin}/popup')`}));
    const seen = await visit(server.url);
    const popup = seen.context.waitForEvent('page');
    await seen.bank.getByRole('button', {name: 'Open'}).click();
    expect(await (await popup).locator('p').textContent()).toBe('opener: null');
    await nothingHappened(seen, server);
  });

  it('cannot come from a window that opened the page', async () => {
    const {server} = await challengedBy(question({}));
    const evil = await openBank(
      {'/': question({Open: `globalThis.till = window.open('${server.url}')`, Forge: postsText(finished({}), 'till')})},
      {host: 'evil.example'},
    );
    const opener = await visit(`${evil.origin}/`);
    const opened = opener.context.waitForEvent('page');
    await opener.page.getByRole('button', {name: 'Open'}).click();
    const page = await opened;
    await page.locator('iframe').waitFor();
    await expect.poll(() => opener.page.evaluate('till.closed')).toBe(true);
    await opener.page.getByRole('button', {name: 'Forge'}).click();
    await nothingHappened({page, says: () => page.getByRole('status').textContent()}, server);
  });
});

describe('a message of the frame’s', () => {
  const garbage = [
    "'garbage'",
    "'{'",
    "'null'",
    "'[]'",
    "''",
    'null',
    'undefined',
    '42',
    '[true, true]',
    'new Date(0)',
    '{statusOk: true}',
    '{paymentCompleted: true}',
    '{statusOk: 1, paymentCompleted: 1}',
    "{statusOk: 'yes', paymentCompleted: 'no'}",
    '{statusOk: [true], paymentCompleted: {}}',
    JSON.stringify(JSON.stringify({data: {statusOk: true, paymentCompleted: true}})),
  ];

  it('is ignored when it is garbage', async () => {
    const {server} = await challengedBy(question({Post: garbage.map(data => posts(data)).join(';')}));
    const seen = await visit(server.url);
    const arrived = await counting(seen);
    await seen.bank.getByRole('button', {name: 'Post'}).click();
    await expect.poll(arrived).toBe(garbage.length);
    await nothingHappened(seen, server);
    expect(seen.complaints).toEqual([]);
  });

  it.each([
    posts('{statusOk: true, paymentCompleted: false}'),
    posts("{statusOk: 'true', paymentCompleted: 'true', message: 'x'}"),
    postsText(finished({statusOk: 'false', paymentCompleted: 'false'})),
  ])('counts as %s, and nothing in it is passed on', async code => {
    const {server} = await challengedBy(question({Post: code}));
    const {page, bank} = await visit(server.url);
    const request = page.waitForRequest(`${server.url}/message`);
    await bank.getByRole('button', {name: 'Post'}).click();
    const asked = await request;
    await expect.poll(server.told).toBe(1);
    expect([asked.method(), asked.postData()]).toEqual(['POST', null]);
  });
});

describe('what the bank is given', () => {
  it.each([creq, 'a+b/c==', '"><script>alert(1)</script>', "' onfocus=alert(1) x='", '&amp;&quot;&#13;%41+ é🦩'])(
    'is the one field, byte for byte: %s',
    async field => {
      const {server, bank} = await challengedBy(question({}), field);
      const {complaints} = await visit(server.url);
      await expect.poll(() => bank.at('/acs').length).toBe(1);
      const [asked] = bank.at('/acs');
      expect(asked?.headers['content-type']).toBe('application/x-www-form-urlencoded');
      expect([...new URLSearchParams(asked?.body)]).toEqual([['creq', field]]);
      expect(complaints).toEqual([]);
    },
  );

  it('tells nothing of our address', async () => {
    const {server, bank} = await challengedBy(
      question({Where: "document.querySelector('h1').replaceChildren('from: ', document.referrer)"}),
    );
    const seen = await visit(server.url);
    await seen.bank.getByRole('button', {name: 'Where'}).click();
    expect(await seen.bank.getByRole('heading').textContent()).toBe('from: ');
    const [asked] = bank.at('/acs');
    expect([asked?.headers.referer, asked?.headers.origin]).toEqual([undefined, 'null']);
    expect(JSON.stringify(bank.heard)).not.toContain(new URL(server.url).pathname.slice(1));
  });
});

describe('the page', () => {
  it('shows hostile text as text', async () => {
    const bank = await openBank({'/acs': question({})});
    const shop = '<img src=x onerror=alert(1)>"><script>alert(2)</script>';
    const reference = "</p></header><iframe srcdoc='<script>alert(3)</script>'>";
    const server = await served({challenge: {url: `${bank.origin}/acs`, creq}, shop, reference, allowsLoopback: true});
    const {page, complaints} = await visit(server.url);
    expect(await page.locator('.shop').textContent()).toBe(shop);
    expect(await page.locator('.reference').textContent()).toBe(`Reference ${reference}`);
    expect(await page.locator('iframe').count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('is not found under a name that somebody else has pointed at this machine', async () => {
    const {server} = await challengedBy(question({}));
    const {page} = await visit(server.url.replace('127.0.0.1', 'evil.example'));
    expect(await page.locator('body').textContent()).toBe('Not found\n');
  });
});

describe('the frame', () => {
  /** A gateway over https, as every real one is, that sends the browser on to this address. */
  async function redirected(to: Bank, {status = 307 as 302 | 303 | 307, allowsLoopback = false} = {}) {
    const gateway = await openBank(
      {'/start': {to: `${to.origin}/acs`, status}},
      {host: 'gateway.example', secure: true},
    );
    const challenge = {url: `${gateway.origin}/start`, creq};
    return {gateway, seen: await visit((await served({challenge, allowsLoopback})).url)};
  }

  it.each([302, 303, 307] as const)('follows a bank that leads to another over https with %i', async status => {
    const bank = await openBank({'/acs': question({Approve: ''})}, {host: 'acs.example', secure: true});
    const {seen} = await redirected(bank, {status});
    await seen.bank.getByRole('button', {name: 'Approve'}).waitFor();
    expect(bank.at('/acs').map(({method}) => method)).toEqual([status === 307 ? 'POST' : 'GET']);
    expect(seen.complaints).toEqual([]);
  });

  it.each([
    ['plain.example', false],
    ['plain.example', true],
    ['127.0.0.1', false],
    ['localhost', false],
  ])('does not go to http on %s (sandbox: %s)', async (host, allowsLoopback) => {
    const plain = await openBank({'/acs': question({})}, {host});
    const {gateway, seen} = await redirected(plain, {allowsLoopback});
    await expect.poll(() => seen.complaints.join('\n')).toMatch(/Content Security Policy/);
    expect(gateway.at('/start')).toHaveLength(1);
    expect(plain.heard).toEqual([]);
  });
});
