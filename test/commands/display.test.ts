import {appendFileSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import type {World} from '../../src/core/world.js';
import {machine} from '../../src/world.js';
import {inShop} from './day-support.js';
import {collectAndLeave, collecting, openShop, paymentIn, type Shop, segmentsOf} from './support.js';

const it = inShop();

/** A display that is running beside a till; `seen` when a line that it printed is as it should be. */
function beginDisplay(shop: Shop, line: readonly string[] = ['--json'], world: World = machine) {
  const interruption = new AbortController();
  const said: string[] = [];
  const ended = shop.run(['display', ...line], {
    interrupted: interruption.signal,
    onOutput: text => void said.push(...text.trimEnd().split('\n')),
    world,
  });
  return {
    ended,
    said,
    last: () => JSON.parse(said.at(-1) ?? 'null'),
    sees: (what: object) => expect.poll(() => JSON.parse(said.at(-1) ?? 'null')).toMatchObject(what),
    leave: async () => {
      interruption.abort('SIGINT');
      return ended;
    },
  };
}

/** The machine's world, whose clocks a test can push. */
function pushedWorld() {
  let pushed = 0;
  const world: World = {...machine, now: () => machine.now() + pushed, monotonic: () => machine.monotonic() + pushed};
  return {
    world,
    push: (milliseconds: number) => {
      pushed += milliseconds;
    },
  };
}

const idle = {verdict: null, amount: null, say: null, wallet: null};

describe('display', () => {
  it('follows the sale in front of another process, which works as if it were not there', async () => {
    const shop = await openShop({DUKA_SHOP: 'Corner Shop'});
    const {world, push} = pushedWorld();
    const display = beginDisplay(shop, ['--json'], world);
    await display.sees({...idle, shop: 'Corner Shop', profile: 'sandbox', language: 'en'});
    const asked = paymentIn(await collectAndLeave(shop, collecting('0712345678')));
    const {reference} = asked;
    await display.sees({
      reference,
      amount: '200.00',
      currency: 'KES',
      verdict: 'not-known',
      say: 'Please approve the payment on your phone.',
      wallet: '…345 678',
      url: null,
      receipt: null,
    });
    await shop.advance('PT3S');
    expect((await shop.run(['status', reference, '--json'])).exit).toBe(0);
    await display.sees({reference, verdict: 'paid', say: 'Thank you, your payment has arrived.'});
    const {receipt} = display.last();
    expect(receipt).toMatch(/^DUKA2:/);
    const proved = await shop.run(['claim', '--qr', receipt, '--json']);
    expect(proved).toMatchObject({exit: 0, json: {genuine: true, agrees: true, journal: 'paid', claim: {reference}}});
    const forged = receipt.slice(0, 60) + (receipt[60] === 'A' ? 'B' : 'A') + receipt.slice(61);
    expect((await shop.run(['claim', '--qr', forged, '--json'])).exit).not.toBe(0);
    push(21_000);
    await display.sees(idle);
    const {exit, out, err} = await display.leave();
    expect({exit, err}).toEqual({exit: 130, err: ''});
    expect(out).not.toMatch(/254712|712345|Customer|@/);
  });

  it('speaks to the customer in the language that was chosen, as the receipt does', async ({shop}) => {
    const display = beginDisplay(shop);
    const collected = collecting('0712345678', '--customer-language', 'SW');
    const {reference, say} = paymentIn(await collectAndLeave(shop, collected));
    expect(say).toBe('Tafadhali thibitisha malipo kwenye simu yako.');
    await display.sees({reference, language: 'sw', say});
    await shop.advance('PT3S');
    expect((await shop.run(['status', reference])).out).toContain('“Asante, malipo yako yamefika.”');
    await display.sees({reference, verdict: 'paid', say: 'Asante, malipo yako yamefika.'});
    await display.leave();
    expect((await shop.run(['receipt', reference])).out).toMatch(/RISITI[\s\S]+Asante\./);
    expect((await shop.run(['journal', 'show', reference, '--json'])).out).toContain('"customerLanguage":"sw"');
  });

  it('takes a payment away that is set aside, and shows the next attempt', async ({shop}) => {
    const display = beginDisplay(shop);
    const first = paymentIn(await collectAndLeave(shop, collecting('0712345102')));
    await display.sees({reference: first.reference});
    const second = paymentIn(await collectAndLeave(shop, collecting('0722345102', '--sale', first.sale)));
    await display.sees({reference: second.reference, wallet: '…345 102'});
    await display.leave();
  });

  it('says it in plain sentences, in the customer’s language, with the page to open', async () => {
    const shop = await openShop({DUKA_COUNTRY: 'CI', DUKA_SHOP: 'Chez Awa'});
    const display = beginDisplay(shop, []);
    await collectAndLeave(shop, [
      'collect',
      '--phone',
      '2250712345678',
      '--amount',
      '5000',
      '--network',
      'WAVCIV',
      '--json',
    ]);
    await expect
      .poll(() => display.said.at(-1))
      .toMatch(
        /^Chez Awa {3}5 000 XOF {3}EN ATTENTE\. {3}Veuillez ouvrir cette page.* {3}Numéro …345 678 {3}La page est à l’adresse : +http/,
      );
    expect((await display.leave()).out).toMatch(/^Chez Awa {3}Bienvenue\. {3}SANDBOX\n/);
  });

  it('shows the shop’s own number that customers pay to, where the till has signed it, and so does the receipt', async () => {
    const shop = await openShop({DUKA_TILL: 'T7K'});
    const {reference} = paymentIn(await shop.run(['cash', 'sale', '--amount', '50', '--tendered', '50', '--json']));
    const set = (number: string) => shop.run(['settings', 'set', 'merchantNumbers.SAFARICOM_KE', number, '--json']);
    expect((await set('none')).exit).not.toBe(0);
    expect((await set('4012 0000 3333 0026')).exit).not.toBe(0);
    expect(await set('till 123456')).toMatchObject({exit: 0});
    const display = beginDisplay(shop);
    await display.sees({merchantNumbers: [{network: 'M-Pesa', number: 'till 123456'}]});
    await display.leave();
    expect((await shop.run(['receipt', reference])).out).toContain('Pay next time: M-Pesa till 123456');
    // Whoever writes one by hand would have customers pay to somebody else.
    const file = join(shop.home, 'settings.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('till 123456', 'till 654321'));
    const changed = beginDisplay(shop);
    await changed.sees({merchantNumbers: []});
    await changed.leave();
    expect((await shop.run(['receipt', reference])).out).not.toContain('Pay next time');
  });

  it('waits for the first till of a home, and for its journal', async ({shop}) => {
    const display = beginDisplay(shop);
    await display.sees(idle);
    expect(existsSync(`${shop.home}/settings.json`)).toBe(false);
    const {reference} = paymentIn(await collectAndLeave(shop, collecting('0712345102')));
    await display.sees({reference, verdict: 'not-known'});
    await display.leave();
  });

  it('reads again what a writer took back, and exits with 7 if the journal was changed', async ({shop}) => {
    const {reference} = paymentIn(await collectAndLeave(shop, collecting('0712345102')));
    const display = beginDisplay(shop);
    await display.sees({reference});
    const [path = ''] = segmentsOf(shop);
    const text = readFileSync(path, 'utf8');
    const lines = text.trimEnd().split('\n');
    writeFileSync(path, `${lines.slice(0, -1).join('\n')}\n`);
    await display.sees({reference, say: 'One moment, please.'});
    writeFileSync(path, text);
    await display.sees({reference, say: 'Please approve the payment on your phone.'});
    appendFileSync(path, '{"not":"a line of ours"}\n');
    const {exit, json, err} = await display.ended;
    expect(exit).toBe(7);
    expect(json).toMatchObject({error: 'journal-damaged', why: 'without-hash'});
    expect(err).toMatch(/^✗ [^\n]+\n$/);
  });

  it('opens the screen where there is a terminal, and prints lines there under --json', async ({shop}) => {
    const opened: object[] = [];
    const openDisplay = async (flags: object) => {
      opened.push(flags);
      return 0 as const;
    };
    const interrupted = AbortSignal.abort();
    const {exit} = await shop.run(['display', '--till', 'T7K'], {isTerminal: true, openDisplay, interrupted});
    expect([exit, opened]).toEqual([0, [{till: 'T7K'}]]);
    expect((await shop.run(['display', '--json'], {isTerminal: true, openDisplay, interrupted})).exit).toBe(130);
    expect(opened).toHaveLength(1);
  });

  it('says what is wrong with the settings in one line', async () => {
    const shop = await openShop({DUKA_PROFILE: 'live'});
    expect(await shop.run(['display', '--json'])).toMatchObject({exit: 5, json: {error: 'setting-missing'}});
  });
});
