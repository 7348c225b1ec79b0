import {describe, expect} from 'vitest';
import type {World} from '../../src/core/world.js';
import {machine} from '../../src/world.js';
import {inShop} from './day-support.js';
import {collectAndLeave, collecting, paymentIn, type Shop} from './support.js';

const it = inShop();

/** Codes for XOF Orange; the service's documented test code is 4567. */
const orange = (ending: string, ...more: readonly string[]) =>
  [
    'collect',
    '--json',
    '--country',
    'CI',
    '--network',
    'MOMCIV',
    '--phone',
    `2250712345${ending}`,
    '--amount',
    '350',
    ...more,
  ] as const;

/** A world in which no wait ends by itself. */
const timeless: World = {
  ...machine,
  sleep: (_, signal) => new Promise(resolve => signal?.addEventListener('abort', () => resolve(), {once: true})),
};

async function openPayment(shop: Shop, ending = '678'): Promise<string> {
  const ran = await shop.run(orange(ending));
  return paymentIn(ran).reference;
}

describe.concurrent('a payment that needs a one-time password', () => {
  it('returns at once and names the command', async ({shop}) => {
    const {exit, json, err} = await shop.run(orange('678'), {world: timeless});
    expect(exit).toBe(3);
    expect(json).toMatchObject({status: 'pending', next: {kind: 'otp', length: 4}, releaseGoods: false});
    expect(json.next.before).toContain('#144*82#');
    expect(err).toContain(`duka otp ${json.reference}\n`);
  });

  it('says that a code is wrong, and is paid with the right one', async ({shop}) => {
    const reference = await openPayment(shop);
    const wrong = await shop.run(['otp', reference, '1111', '--json']);
    expect(wrong.exit).toBe(3);
    expect(wrong.json).toMatchObject({
      status: 'pending',
      next: {kind: 'otp'},
      say: 'Ce code n’est pas bon. Veuillez me le relire.',
    });
    const right = await shop.run(['otp', reference.toLowerCase(), '45 67', '--json']);
    expect(right.exit).toBe(0);
    expect(right.json).toMatchObject({reference, status: 'paid'});
    expect(await shop.books()).toMatchObject([{requests: 1}]);
  });

  it('takes the code from standard input, or asks for it at a terminal', async ({shop}) => {
    const piped = await shop.run(['otp', await openPayment(shop), '--json'], {input: '45 67\n'});
    expect(piped).toMatchObject({exit: 0, json: {status: 'paid'}});
    expect(piped.err).not.toContain('command line');
    const typed = await shop.run(['otp', await openPayment(shop, '679'), '--json'], {typed: '4567', input: '1111'});
    expect(typed).toMatchObject({exit: 0, json: {status: 'paid'}});
    expect(typed.err).toContain('The customer’s code: ');
    const known = await shop.run(orange('680', '--otp-stdin'), {input: '4567'});
    expect(known).toMatchObject({exit: 0, json: {status: 'paid'}});
    const reference = await openPayment(shop, '681');
    for (const input of ['', '4'.repeat(65), 'abcd'])
      expect(await shop.run(['otp', reference, '--json'], {input})).toMatchObject({
        exit: 2,
        json: {error: 'code-wrong-length'},
      });
    expect(await shop.run(orange('682', '--otp-stdin'), {input: ''})).toMatchObject({exit: 2});
    const events = (await shop.run(['journal', 'list', '--json'])).json as {type: string}[];
    expect(events.filter(({type}) => type === 'otp-sent')).toHaveLength(3);
  });

  it('takes the code on the command line still, and says who can see it there', async ({shop}) => {
    const paid = await shop.run(['otp', await openPayment(shop), '4567']);
    expect(paid).toMatchObject({exit: 0});
    expect(paid.err).toContain('! Other programs and the shell’s history see a code on the command line.');
    expect((await shop.run(orange('679', '--otp', '4567', '--lang', 'fr'))).err).toContain('! D’autres programmes');
  });

  it('is over after three wrong ones', async ({shop}) => {
    const reference = await openPayment(shop);
    const exits = [];
    for (const code of ['1111', '2222', '3333']) exits.push((await shop.run(['otp', reference, code, '--json'])).exit);
    expect(exits).toEqual([3, 3, 1]);
  });

  it('takes a code that the customer has already', async ({shop}) => {
    const {exit, json} = await shop.run(orange('678', '--otp', '4567'));
    expect(exit).toBe(0);
    expect(json.status).toBe('paid');
  });

  it('sends such a code once', async ({shop}) => {
    const {exit, json} = await shop.run(orange('678', '--otp', '1111'));
    expect(exit).toBe(3);
    const {json: events} = await shop.run(['journal', 'show', json.reference, '--json']);
    expect(events.filter(({type}: {type: string}) => type === 'otp-sent')).toHaveLength(1);
  });

  it('keeps such a code back where the service wants another length, and goes on waiting', async ({shop}) => {
    const {exit, json, err} = await shop.run(orange('678', '--otp', '45678'));
    expect(exit).toBe(3);
    expect(json).toMatchObject({status: 'pending', next: {kind: 'otp'}});
    expect(err).toContain('✗ The code has 4 digits.');
  });

  it.for(['12', '12345', 'abcd'])('refuses %s before anything is sent', async (code, {shop}) => {
    const reference = await openPayment(shop);
    const {exit, json} = await shop.run(['otp', reference, code, '--json']);
    expect(exit).toBe(2);
    expect(json).toMatchObject({error: 'code-wrong-length'});
    expect((await shop.run(['journal', 'list', '--json'])).out).not.toContain('otp-sent');
  });

  it('refuses a code that nobody asked for', async ({shop}) => {
    const {json} = await collectAndLeave(shop, collecting('0712345102'));
    const asked = await shop.run(['otp', json.reference, '4567', '--json']);
    expect(asked).toMatchObject({exit: 2, json: {error: 'code-not-asked', reference: json.reference}});
    const paid = await shop.run(orange('678', '--otp', '4567'));
    const again = await shop.run(['otp', paymentIn(paid).reference, '4567', '--json']);
    expect(again).toMatchObject({exit: 2, json: {error: 'code-not-asked'}});
  });

  it('is paid although the answer to the code was lost', async ({shop}) => {
    const {exit, json} = await shop.run(orange('105', '--otp', '4567'));
    expect(exit).toBe(0);
    expect(json.status).toBe('paid');
  });

  it('wants another code a minute after an answer was lost, and a word that it is another', async ({shop}) => {
    const {exit, json} = await shop.run(orange('106', '--otp', '4567', '--wait', '6'));
    expect([exit, json.next.kind]).toEqual([3, 'none']);
    expect(json.reason).toContain('No answer to the code yet. Do not type another');
    const soon = await shop.run(['otp', json.reference, '4567', '--json', '--wait', '3']);
    expect(soon).toMatchObject({exit: 3, json: {error: 'code-unclear'}});
    const later = {...machine, now: () => machine.now() + 61_000};
    const {json: asked} = await shop.run(['status', json.reference, '--json'], {world: later});
    expect(asked.next.kind).toBe('otp');
    expect(asked.reason).toContain('Ask the customer for a new one');
    const same = await shop.run(['otp', json.reference, '4567', '--json'], {world: later});
    expect(same).toMatchObject({exit: 2, json: {error: 'code-not-other', reference: json.reference}});
    const {json: events} = await shop.run(['journal', 'show', json.reference, '--json']);
    expect(events.filter(({type}: {type: string}) => type === 'otp-sent')).toHaveLength(1);
  });

  it('takes no second code while the provider does not say that it still waits', async ({shop}) => {
    const reference = await openPayment(shop);
    const silent = {rules: [{route: 'check-status', fault: 'http-502-html', rate: 1, seed: 1}]};
    await shop.faults({rules: [...silent.rules, {route: 'process-otp', fault: 'reset-before', rate: 1, seed: 1}]});
    const lost = await shop.run(['otp', reference, '1111', '--json', '--wait', '3']);
    expect(lost).toMatchObject({exit: 3, json: {status: 'pending', next: {kind: 'none'}}});
    await shop.faults(silent);
    const again = await shop.run(['otp', reference, '4567', '--other', '--json', '--wait', '3']);
    expect(again).toMatchObject({exit: 3, json: {error: 'code-unclear', reference}});
    await shop.faults({rules: []});
    await shop.world.pass(61_000);
    const other = await shop.run(['otp', reference, '4567', '--other', '--json']);
    expect(other).toMatchObject({exit: 0, json: {status: 'paid'}});
    const {json: events} = await shop.run(['journal', 'show', reference, '--json']);
    expect(events.filter(({type}: {type: string}) => type === 'otp-sent')).toHaveLength(2);
  });

  it('never writes a code down', async ({shop}) => {
    const {json} = await shop.run(orange('678', '--otp', '4567'));
    const {out} = await shop.run(['journal', 'show', json.reference, '--json']);
    expect(out).not.toMatch(/(?<!\w)4567"/); // a hash may end like that
    expect(out).not.toContain('otp_code');
  });

  it('exits 6 for a code that did not leave', async ({shop}) => {
    const reference = await openPayment(shop);
    const nowhere = {DUKA_BASE_URL: 'http://127.0.0.1:1', DUKA_API_KEY: 'PZ78-PKTEST-0'};
    const {exit, json} = await shop.run(['otp', reference, '4567', '--json', '--wait', '5'], {environment: nowhere});
    expect(json).toMatchObject({status: 'pending', next: {kind: 'otp'}});
    expect(exit).toBe(6);
  });
});
