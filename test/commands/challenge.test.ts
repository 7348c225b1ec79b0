import {chmodSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, vi} from 'vitest';
import {callbackListener} from '../callback-listener.js';
import {type BankPage, goToBank, linksIn, tellTill} from './bank-page.js';
import {challengedCards, charging, piped} from './card-support.js';
import {inShop} from './day-support.js';
import {begin, openShop, paymentIn, type Shop} from './support.js';

const it = inShop();

const [cardNumber] = challengedCards;

/** A charge that waits for its bank, and the address that it has told. */
async function waiting(shop: Shop, line = charging('24'), environment = {}, card: string = cardNumber) {
  const running = begin(shop, line, environment, {input: piped({cardNumber: card})});
  await running.until(/The customer confirms here[\s\S]*?:\d+\/[\w-]{43}/);
  const [link = ''] = linksIn(running.said());
  return {...running, link};
}

/** What the customer does at the bank. */
const deeds: readonly (readonly [string, (bank: BankPage) => Promise<BankPage>, number, object])[] = [
  ['approves', bank => bank.submit('approve', {code: '1234'}), 0, {status: 'paid', releaseGoods: true}],
  ['declines', bank => bank.submit('decline'), 1, {status: 'failed', releaseGoods: false}],
  [
    'types three wrong codes',
    async bank => {
      const second = await bank.submit('approve', {code: '1111'});
      const third = await second.submit('approve', {code: '2222'});
      return third.submit('approve', {code: '3333'});
    },
    1,
    {status: 'failed', releaseGoods: false},
  ],
  [
    'types a wrong code and then the right one',
    async bank => (await bank.submit('approve', {code: '1111'})).submit('approve', {code: '1234'}),
    0,
    {status: 'paid'},
  ],
];

describe.concurrent('a card whose bank asks the customer', () => {
  it.for(challengedCards.flatMap(number => deeds.map(deed => [number, ...deed] as const)))(
    '%s: she %s',
    async ([number, , act, exit, outcome], {expect, shop}) => {
      const {ended, link} = await waiting(shop, charging('24'), {}, number);
      expect((await act(await goToBank(link))).text).toContain('data-result=');
      await tellTill(link);
      const ran = await ended;
      expect(ran.exit).toBe(exit);
      expect(ran.json).toMatchObject({...outcome, next: {kind: 'none'}});
      expect(await shop.books()).toMatchObject([{method: 'card', requests: 1}]);
    },
  );

  it('is found out by asking, whatever its page says or nobody says', async ({expect, shop}) => {
    const {ended, link, said} = await waiting(shop);
    await tellTill(link);
    const bank = await goToBank(link);
    expect(said()).not.toContain('PAID');
    await bank.submit('approve', {code: '1234'});
    expect(await ended).toMatchObject({exit: 0, json: {status: 'paid'}});
  });

  it('is believed by no till on a callback, be it real or false', async ({expect, onTestFinished}) => {
    const listener = await callbackListener();
    onTestFinished(async () => void (await listener.close()));
    const shop = await openShop({}, onTestFinished);
    const {ended, link, said} = await waiting(shop, charging('24'), {DUKA_CALLBACK_URL: listener.url});
    const [sale] = await shop.books();
    const reference = sale?.transaction_reference ?? '';
    expect(reference).not.toBe('');
    const forged = {statusOk: true, message: 'Approved', paymentCompleted: true, amountPaid: 24, do3dsAuth: false};
    const payload = JSON.stringify({...forged, transactionReference: reference, customerReference: reference});
    // Wherever the till listens it takes no callback: it may be made to ask, and the record says what is so.
    for (const address of [link, `${link}/message`, `${link}/callback`, new URL(link).origin])
      await fetch(address, {
        method: 'POST',
        body: new URLSearchParams({payload}),
        headers: {Origin: new URL(link).origin},
      });
    const bank = await goToBank(link);
    expect(said()).not.toContain('PAID');
    await bank.submit('decline');
    await expect.poll(() => listener.posted).toHaveLength(1);
    expect(listener.posted[0]?.payload).toMatchObject({paymentCompleted: false, transactionReference: reference});
    await tellTill(link);
    expect(await ended).toMatchObject({exit: 1, json: {reference, status: 'failed', releaseGoods: false}});
    const events = (await shop.run(['journal', 'list', '--json'])).json as {type: string}[];
    expect(JSON.stringify(events)).not.toContain('"paymentCompleted":true');
  });

  it('is not known when the wait is over, and is served again by status', async ({expect, shop}) => {
    const {ended, link} = await waiting(shop, charging('24', '--wait', '12'));
    await (await goToBank(link)).submit('later');
    const left = await ended;
    expect(left.exit).toBe(3);
    expect(left.json).toMatchObject({status: 'pending', releaseGoods: false, next: {kind: 'challenge', url: link}});
    const {reference} = paymentIn(left);
    expect(left.err).toContain(`duka status ${reference} --wait 300`);
    await expect(fetch(link)).rejects.toThrow();

    const once = await shop.run(['status', reference, '--json']);
    expect(once).toMatchObject({exit: 3, json: {next: {kind: 'challenge'}}});
    expect(once.json.next).not.toHaveProperty('url');
    expect(linksIn(once.err)).toEqual([]);

    const again = begin(shop, ['status', reference, '--wait', '60', '--json']);
    await again.until(/http:\/\/\S+:\d+\/[\w-]{43}/);
    const [second = ''] = linksIn(again.said());
    expect(second).not.toBe(link);
    await (await goToBank(second)).submit('approve', {code: '1234'});
    await tellTill(second);
    expect(await again.ended).toMatchObject({exit: 0, json: {reference, status: 'paid'}});
    expect(await shop.books()).toMatchObject([{status: 'Completed', requests: 1}]);
  });

  it('is one link, and no QR code, no tunnel and no browser, on a screen of its own', async ({expect, shop}) => {
    const {ended, interrupt, link, said} = await waiting(shop);
    interrupt();
    const {exit, json} = await ended;
    expect(exit).toBe(130);
    expect(json.next).toEqual({kind: 'challenge', url: link});
    expect(linksIn(said())).toEqual([link]);
    expect(said()).not.toMatch(/ssh -L|█/);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:/);
  });

  it('is brought to another machine by the line that is said over SSH', async ({expect, shop}) => {
    const environment = {SSH_CONNECTION: '192.0.2.7 50000 192.0.2.9 22', USER: 'amina'};
    const {ended, interrupt, link, until, said} = await waiting(shop, charging('24'), environment);
    await until('ssh -L');
    const {port} = new URL(link);
    expect(said()).toContain(`bring the page there first: ssh -L ${port}:127.0.0.1:${port} amina@192.0.2.9\n`);
    interrupt();
    await ended;
  });

  it('is shown as a QR code with --listen', async ({expect, shop}) => {
    const {ended, interrupt, link, until, said} = await waiting(shop, charging('24', '--listen', '127.0.0.1'));
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:/);
    await until(/█{20,}\n[\s\S]*█{20,}\n/);
    const rows = said().match(/^[█▀▄ ]{20,}$/gm) ?? [];
    expect(new Set(rows.map(row => row.length)).size).toBe(1);
    expect(rows.length).toBeGreaterThan(15);
    expect((await fetch(link)).status).toBe(200);
    interrupt();
    expect((await ended).out).not.toContain('█');
  });

  it('can be rehearsed by a till for tests, before a sandbox on this machine', async ({expect, shop}) => {
    const environment = {
      DUKA_PROFILE: 'test',
      DUKA_BASE_URL: shop.baseUrl,
      DUKA_API_KEY: shop.apiKey,
      DUKA_SHOP: 'Duka',
      DUKA_EMAIL: 'shop@example.com',
      DUKA_PHONE: '254712345678',
      DUKA_ZONE: 'Africa/Nairobi',
    };
    const {ended, link} = await waiting(shop, charging('24'), environment);
    expect((await (await goToBank(link)).submit('approve', {code: '1234'})).text).toContain('data-result=');
    await tellTill(link);
    expect(await ended).toMatchObject({exit: 0, json: {status: 'paid'}});
  });

  it('goes on without a page where it cannot be served', async ({expect, shop}) => {
    const line = charging('24', '--listen', '203.0.113.7');
    const running = {input: piped({cardNumber})};
    const {exit, err, json} = await shop.run(line, running);
    expect(exit).toBe(3);
    expect(json).toMatchObject({status: 'pending', next: {kind: 'challenge'}});
    expect(json.next).not.toHaveProperty('url');
    expect(err.match(/The bank’s page cannot be served on 203\.0\.113\.7/g)).toHaveLength(1);
  });

  it('speaks the shop’s language on its page and at the till', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_LANG: 'fr', DUKA_SHOP: 'Chez Awa'}, onTestFinished);
    const running = begin(shop, charging('24'), {}, {input: piped({cardNumber})});
    await running.until(/Le client confirme ici[\s\S]*?:\d+\/[\w-]{43}/);
    const [link = ''] = linksIn(running.said());
    const page = await (await fetch(link)).text();
    expect(page).toContain('<html lang="fr">');
    expect(page).toContain('Chez Awa');
    running.interrupt();
    await running.ended;
  });

  it('stands in the list of pending payments and in the proof like any other payment', async ({expect, shop}) => {
    const {ended, interrupt} = await waiting(shop);
    interrupt();
    const {reference} = paymentIn(await ended);
    const pending = await shop.run(['pending']);
    expect(pending.out).toMatch(new RegExp(`^\\? +\\d+:\\d\\d +USD 24\\.00 +…1019 +Visa +${reference} +accepted`));
    expect((await shop.run(['why', reference])).out).toContain('accepted, waiting for the customer');
    expect((await shop.run(['receipt', reference])).out).toMatch(/PENDING - NOT A RECEIPT[\s\S]*Card ending in +…1019/);
    expect(await shop.run(['journal', 'verify'])).toMatchObject({exit: 0});
  });
});

describe('where there is a browser', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('opens the page in it on a terminal, and not for a script', async ({shop}) => {
    const [program, file] = [join(shop.home, 'browser'), join(shop.home, 'opened')];
    writeFileSync(program, `#!/bin/sh\necho "$1" >> '${file}'\n`);
    chmodSync(program, 0o755);
    // A browser that is installed is known by its entry in one of these folders, and is opened before the one that is named.
    for (const name of ['XDG_DATA_DIRS', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_CONFIG_DIRS'])
      vi.stubEnv(name, shop.home);
    vi.stubEnv('BROWSER', program).stubEnv('DISPLAY', ':9');
    const serve = async (line: readonly string[], complainsToTerminal: boolean) => {
      const running = begin(shop, line, {DISPLAY: ':9'}, {input: piped({cardNumber}), complainsToTerminal});
      await running.until(/The customer confirms here[\s\S]*?:\d+\/[\w-]{43}/);
      return {...running, links: linksIn(running.said())};
    };
    const script = await serve(charging('24'), false);
    script.interrupt();
    const {reference} = paymentIn(await script.ended);
    const terminal = await serve(['status', reference, '--wait', '60'], true);
    const opened = () => (existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []);
    await expect.poll(opened).toEqual(terminal.links);
    terminal.interrupt();
    await terminal.ended;
  });
});
