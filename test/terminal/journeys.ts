import {setTimeout as sleep} from 'node:timers/promises';
import {stripVTControlCharacters} from 'node:util';
import {expect, it} from 'vitest';
import {type SandboxServer, sandbox} from '../sandbox/support.js';
import {walk} from '../walk.js';
import {home, run, sell as sellIn, type Terminal, until} from './terminal.js';

/** How a till shows itself: the journeys are the same, whatever a person has for eyes. */
export type Face = {
  readonly open: (folder: string, environment: Readonly<Record<string, string>>) => Terminal;
  readonly wallet: RegExp;
  /** What is asked for instead where nobody has a wallet. */
  readonly phone: RegExp;
  readonly network: (name: string) => RegExp;
  readonly paid: RegExp;
  /** How it says that a verdict takes keys again. */
  readonly next: RegExp;
  readonly paidToday: RegExp;
  /** The line of the last outcome on the sale. */
  readonly lastPaid: RegExp;
  readonly paidBehind: RegExp;
};

/** The journeys of a cashier, played before the built bundle in a real terminal: all of them, or those that sell, ask for a code and survive a crash. */
export function journeys(face: Face, which: 'all' | 'first' = 'all'): void {
  const sell = (till: Terminal, amount: string, wallet: string) => sellIn(till, amount, wallet, face.wallet);

  const openTill = (folder: string, server: SandboxServer, more: Record<string, string> = {}) =>
    face.open(folder, {...server.environment, ...more});

  it('a Kenyan payment is asked for, watched and paid', async () => {
    const server = await sandbox();
    const till = openTill(home(), server);
    await sell(till, '1250', '0712345678');
    await walk(till, [
      ['', 'WAITING FOR CUSTOMER', '0712 345 678'],
      [() => server.advance('PT3S'), face.paid, 'Hand over the goods'],
    ]);
    expect(await server.books()).toMatchObject([{amount: 1250, currency: 'KES', status: 'Completed', requests: 1}]);
    await walk(till, [
      ['', face.next],
      ['enter', 'New sale', face.paidToday],
    ]);
  });

  /** The customer says a code, and the cashier types it. */
  const code = (till: Terminal, digits: string, seen: string) =>
    walk(till, [
      ['', '4 digits'],
      [() => till.paste(digits), digits],
      ['enter', seen],
    ]);

  it('an Ivorian payment asks for its code again after a wrong one', async () => {
    const server = await sandbox();
    const till = openTill(home(), server, {DUKA_COUNTRY: 'CI', DUKA_LANG: 'en'});
    await sell(till, '5000', '2250712345678');
    await code(till, '1111', 'Wrong code');
    await walk(till, [
      [() => till.paste('4567'), '4567'],
      ['enter', 'code accepted'],
      [() => server.advance('PT3S'), face.paid],
    ]);
    expect(await server.books()).toMatchObject([{currency: 'XOF', amount: 5000, requests: 1}]);
  });

  it('an Ivorian payment outlives a crash between the request and its code', async () => {
    const server = await sandbox();
    const folder = home();
    const crashed = openTill(folder, server, {DUKA_COUNTRY: 'CI', DUKA_LANG: 'en'});
    await sell(crashed, '5000', '2250712345678');
    await crashed.sees('4 digits');
    crashed.signal('SIGKILL');
    await crashed.ended;
    const till = openTill(folder, server, {DUKA_COUNTRY: 'CI', DUKA_LANG: 'en'});
    await walk(till, [
      ['', '1 pending', 'New sale'],
      [['escape', 'w'], /3 ?4 ?5 ?6 ?7 ?8/],
      ['enter', '4 digits'],
    ]);
    await code(till, '4567', 'code accepted');
    await server.advance('PT3S');
    await till.sees(face.paid);
    expect(await server.books()).toMatchObject([{requests: 1}]);
  });

  if (which === 'first') return;

  /** Turns the networks until the wanted one is marked, and goes on to the confirmation and past it. */
  async function sellOn(till: Terminal, network: string, amount: string, from: {wallet: string} | {phone: string}) {
    await walk(till, [
      ['', 'New sale'],
      [[amount, 'enter'], 'wallet' in from ? face.wallet : face.phone],
      [['wallet' in from ? from.wallet : from.phone, 'tab'], face.network('')], // all keys before are done
    ]);
    const marked = face.network(network);
    const chosen = () => [...till.screen().matchAll(/Network.*/g)].at(-1)?.[0];
    for (let turn = 0; turn < 6 && !marked.test(till.screen()); turn += 1) {
      const before = chosen();
      till.press('right');
      await expect.poll(() => ![undefined, before].includes(chosen())).toBe(true);
    }
    await till.sees(marked);
    till.press('enter');
    await till.sees('Send this request?');
    till.press('enter');
  }

  it('a Wave payment shows its page and is paid there', async () => {
    const server = await sandbox();
    const folder = home();
    const till = openTill(folder, server, {DUKA_COUNTRY: 'CI', DUKA_LANG: 'en'});
    await sellOn(till, 'Wave', '5000', {wallet: '2250712345678'});
    await approve(server, till, folder);
    expect(await server.books()).toMatchObject([{currency: 'XOF', amount: 5000, requests: 1}]);
  });

  it('a South African payment shows its page and is paid there', async () => {
    const server = await sandbox();
    const folder = home();
    const till = openTill(folder, server, {DUKA_COUNTRY: 'ZA', DUKA_LANG: 'en'});
    await sellOn(till, 'EFT', '99.90', {phone: '0711378545'});
    await approve(server, till, folder);
    expect(await server.books()).toMatchObject([{currency: 'ZAR', amount: 99.9, requests: 1}]);
  });

  /** Opens the page that the screen names, as the customer's phone would, and approves. */
  async function approve(server: SandboxServer, till: Terminal, folder: string): Promise<void> {
    await till.sees('/pay/');
    const {out} = await run(folder, ['pending', '--json'], server.environment);
    const path = new URL(JSON.parse(out)[0].next.url).pathname;
    expect(till.screen().replaceAll(/\s/g, '')).toContain(path);
    const page = await (await fetch(`${server.baseUrl}${path}`)).text();
    const action = /action="([^"]+approve)"/.exec(page)?.[1] ?? `no button on ${path}: ${page}`;
    const pressed = await fetch(`${server.baseUrl}${action}`, {method: 'POST', redirect: 'manual'});
    expect(pressed.status).toBe(303);
    await server.advance('PT3S');
    await till.sees(face.paid);
  }

  it('a payment is left, the till quit and started again, and then paid', async () => {
    const server = await sandbox();
    const folder = home();
    const first = openTill(folder, server);
    await sell(first, '300', '0712345103');
    await walk(first, [['', 'accepted, waiting'], ['escape', 'New sale'], ['ctrl-c', /in flight|pending/], ['ctrl-c']]);
    expect((await first.ended).exitCode).toBe(0);
    const till = openTill(folder, server);
    await walk(till, [
      ['', '1 pending'],
      [() => server.advance('PT11M'), face.paidBehind],
    ]);
    expect(await server.books()).toMatchObject([{status: 'Completed', requests: 1}]);
  });

  it('a sale is set aside for another attempt, and both being paid is said loudly', async () => {
    const server = await sandbox();
    const till = openTill(home(), server);
    await sell(till, '700', '0712345103');
    await walk(till, [
      ['', 'accepted, waiting'],
      ['s', /may still pay/],
      ['enter', face.wallet],
      [['0712345678', 'enter'], 'Send this request?'],
      ['enter', 'WAITING FOR CUSTOMER'],
      [() => server.advance('PT11M'), /This sale was paid twice/],
    ]);
    expect(await server.books()).toHaveLength(2);
  });

  it('the same wallet is not asked twice without a reason', async () => {
    const server = await sandbox();
    const till = openTill(home(), server);
    await sell(till, '300', '0712345102');
    await walk(till, [
      ['', 'accepted, waiting'],
      ['escape', 'New sale'],
      [['300', 'enter', '0712345102', 'enter'], /KES 300\.00 was requested/],
      ['enter'],
    ]);
    expect(await server.books()).toHaveLength(1);
    await walk(till, [
      [() => till.paste('another basket'), 'another basket'],
      ['enter', 'WAITING FOR CUSTOMER'],
    ]);
    await expect.poll(async () => (await server.books()).length).toBe(2);
  });

  it('Enter every 0.3 seconds through a whole sale sends once, and shows its verdict before the next sale and above it', async () => {
    const server = await sandbox();
    const till = openTill(home(), server);
    await walk(till, [['', 'New sale'], [['1250', 'enter'], face.wallet], ['0712345678']]);
    const began = till.written().length;
    const since = () => stripVTControlCharacters(till.written().slice(began));
    const isBack = () => /Hand over the goods[\s\S]*New sale/.test(since());
    const tired = (async () => {
      for (let presses = 0; !isBack() && presses < 500; presses += 1) {
        till.press('enter');
        await sleep(300);
      }
    })();
    await until(() => since().includes('WAITING FOR CUSTOMER'));
    await server.advance('PT3S');
    await tired;
    expect(isBack(), since()).toBe(true);
    // What is said is over once another key is pressed.
    await until(() => face.lastPaid.test(till.screen()) || face.lastPaid.test(since()));
    expect([face.lastPaid.test(till.screen()), face.lastPaid.test(since())]).toContain(true);
    expect(await server.books()).toMatchObject([{amount: 1250, status: 'Completed', requests: 1}]);
  });

  it('speaks French in Ivory Coast', async () => {
    const server = await sandbox();
    const till = openTill(home(), server, {DUKA_COUNTRY: 'CI'});
    await walk(till, [
      ['', 'Nouvelle vente'],
      ['?', 'Aide'],
    ]);
  });
}
