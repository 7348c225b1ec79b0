import {cpSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import {machine} from '../../src/world.js';
import {charge, paidByCard} from './card-support.js';
import {inShop} from './day-support.js';
import {begin, collectAndSettle, collecting, paymentIn, type Ran, type Shop} from './support.js';

const it = inShop();

const refunding = (reference: string, ...more: readonly string[]) => ['refund', reference, '--json', ...more];

/** Gives money back, and hurries through all that has to be waited for. */
function refund(shop: Shop, reference: string, ...more: readonly string[]): Promise<Ran> {
  return shop.run(refunding(reference, ...more));
}

describe.concurrent('a refund', () => {
  it('gives back a part, and then all that is left, and no more', async ({shop}) => {
    const reference = await paidByCard(shop, '24');
    const part = await refund(shop, reference, '--amount', '10', '--reason', 'one shirt came back');
    expect(part.exit).toBe(0);
    expect(part.json).toMatchObject({
      reference,
      refund: {refund: 1, status: 'done', amount: '10.00', currency: 'USD', why: 'one shirt came back', reason: null},
      payment: {reference, status: 'paid', refunds: [{refund: 1, status: 'done'}]},
    });
    expect(part.json.refund.serviceReference).toMatch(/^RF/);
    const rest = await refund(shop, reference.toLowerCase());
    expect(rest).toMatchObject({exit: 0, json: {refund: {refund: 2, amount: '14.00', why: 'Refund'}}});
    const more = await refund(shop, reference);
    expect(more).toMatchObject({exit: 2, json: {error: 'refund-above-rest', rest: 'USD 0.00'}});
    expect(await shop.refunds()).toMatchObject([
      {payment_transaction_reference: reference, amount: 10, status: 'Success'},
      {payment_transaction_reference: reference, amount: 14, status: 'Success'},
    ]);
  });

  it('prints the result as sentences', async ({shop}) => {
    const reference = await paidByCard(shop, '24');
    const {out, err, exit} = await shop.run(['refund', reference, '--amount', '10']);
    expect(exit).toBe(0);
    expect(out).toBe(`✓ Refund 1   refunded   USD 10.00   Refund\n✓ PAID   USD 24.00   …0026   Visa   ${reference}\n`);
    expect(err).toContain(`Payment ${reference}: refunding USD 10.00 to the card ···· 0026, Visa.\n`);
    const french = await shop.run(['refund', reference, '--lang', 'fr']);
    expect(french.out).toContain('✓ Remboursement 2   remboursé   14,00 USD   Remboursement\n');
  });

  it('shows in everything that is read of its payment', async ({shop}) => {
    const reference = await paidByCard(shop, '24');
    await refund(shop, reference, '--reason', 'wrong size');
    const status = await shop.run(['status', reference]);
    expect(status.out).toContain('  Keep the goods. The full amount was refunded.\n');
    expect(status.out).toContain('  ✓ Refund 1   refunded   USD 24.00   wrong size\n');
    expect(status.out).not.toContain('Hand over');
    expect((await shop.run(['status', reference, '--json'])).json.refunds).toMatchObject([{refund: 1, status: 'done'}]);
    const why = await shop.run(['why', reference]);
    expect(why.out).toMatch(/refund 1: recorded as done +Success/);
    expect(why.out.trimEnd().split('\n').at(-1)).toBe('✓ Refund 1   refunded   USD 24.00   wrong size');
    expect((await shop.run(['receipt', reference])).out).toMatch(/^Refunded +USD 24\.00$/m);
    const list = await shop.run(['journal', 'list', '--json']);
    expect(list.json).toContainEqual(expect.objectContaining({type: 'refund-requested', reference, amount: '24.00'}));
    expect(list.json).toContainEqual(
      expect.objectContaining({type: 'refund-answered', raw: 'HTTP 200 INITIALIZED Operation Completed'}),
    );
    expect((await shop.run(['journal', 'show', reference])).out).toContain('"reason": "wrong size"');
    expect(await shop.run(['journal', 'verify'])).toMatchObject({exit: 0});
    expect(await shop.run(['pending'])).toMatchObject({exit: 0, out: 'Nothing is pending.\n', err: ''});
  });

  it('stands beside the takings of its day, with the net', async ({shop}) => {
    const first = await paidByCard(shop, '24');
    const second = await paidByCard(shop, '10');
    await refund(shop, first, '--amount', '6');
    await refund(shop, second);
    expect((await shop.run(['day', '--json'])).json).toMatchObject({
      totals: [{amount: '34.00', currency: 'USD', count: 2, refunded: '16.00', net: '18.00'}],
      givenBack: 1,
      withheld: [],
    });
    const {out} = await shop.run(['day']);
    expect(out).toMatch(/^Total USD +2 +USD +34\.00$/m);
    expect(out).toMatch(/^Refunded USD +USD +−16\.00$/m);
    expect(out).toMatch(/^Net USD +USD +18\.00$/m);
    expect(out).toMatch(/^Paid and fully refunded +1$/m);
  });

  it('that fails gives nothing back, and may be made again', async ({shop}) => {
    const reference = await paidByCard(shop);
    const failed = await refund(shop, reference, '--amount', '101');
    expect(failed).toMatchObject({exit: 1, json: {refund: {status: 'failed', amount: '101.00'}}});
    expect(failed.json.refund.reason).toContain('Failed');
    expect(await refund(shop, reference, '--amount', '400')).toMatchObject({exit: 0, json: {refund: {refund: 2}}});
    expect(await shop.refunds()).toMatchObject([{status: 'Failed'}, {status: 'Success', amount: 400}]);
  });
});

describe.concurrent('a refund whose answer is lost', () => {
  it.for(['105', '107', '109', '110'])(
    'USD %s is found in the history: done, and made once',
    async (amount, {shop}) => {
      const reference = await paidByCard(shop);
      const {exit, json} = await refund(shop, reference, '--amount', amount);
      expect(exit).toBe(0);
      expect(json.refund).toMatchObject({status: 'done', amount: `${amount}.00`});
      const [booked, ...others] = await shop.refunds();
      expect(booked).toMatchObject({status: 'Success', refund_transaction_reference: json.refund.serviceReference});
      expect(others).toEqual([]);
      expect(await shop.run(['status', reference, '--json'])).toMatchObject({json: {refunds: [{status: 'done'}]}});
    },
  );

  it('is not known where it may never have arrived: no other is sent, until a person judges', async ({shop}) => {
    const reference = await paidByCard(shop);
    const lost = await refund(shop, reference, '--amount', '106');
    expect(lost).toMatchObject({
      exit: 3,
      json: {refund: {status: 'unknown'}, payment: {attention: ['refund-unclear']}},
    });
    expect(lost.err).toContain(`Do not send refund 1 of payment ${reference} again: it may have been made.`);
    expect(lost.err).toContain('sends no other one meanwhile');
    const second = await refund(shop, reference, '--amount', '10');
    expect(second).toMatchObject({exit: 2, json: {error: 'refund-unclear', refund: 1, payment: {reference}}});
    const listed = await shop.run(['pending']);
    expect(listed.out).toMatch(new RegExp(`^! .*${reference}`));
    expect(listed.err).not.toContain(reference);
    expect((await shop.run(['pending', '--json'])).json).toMatchObject([{reference, attention: ['refund-unclear']}]);
    expect(await shop.refunds()).toEqual([]);

    const judged = [
      'resolve',
      reference,
      '--refund',
      '--as',
      'failed',
      '--person',
      'Amina',
      '--reason',
      'not in the list',
    ];
    const early = await shop.run([...judged, '--json']);
    expect(early).toMatchObject({exit: 3, json: {error: 'judged-too-early', reference}});
    const soon = {...machine, now: () => machine.now() + 10 * 60_000};
    const {exit, out, err} = await shop.run(judged, {world: soon});
    expect(exit).toBe(0);
    expect(err).toContain(`Refund 1 of payment ${reference}: marked as not refunded by Amina.`);
    expect(out).toContain('✗ Refund 1   not refunded   USD 106.00   Refund   Marked as not paid: not in the list.');
    expect(await refund(shop, reference, '--amount', '10')).toMatchObject({exit: 0, json: {refund: {refund: 2}}});
    expect(await shop.refunds()).toMatchObject([{amount: 10, status: 'Success'}]);
  });

  it('is asked about again by status, until it is done', async ({shop}) => {
    const reference = await paidByCard(shop);
    const running = begin(shop, refunding(reference, '--amount', '10'));
    await running.until('accepted, not done yet');
    running.interrupt();
    const left = await running.ended;
    expect(left).toMatchObject({exit: 130, json: {refund: {status: 'pending'}}});
    expect(left.err).toContain(`Refund 1 of payment ${reference} is accepted. Do not send it again`);
    const pending = await shop.run(['pending']);
    expect(pending.err).toBe(`? Refund 1 of payment ${reference} is not done yet: duka status ${reference}\n`);
    const line = ['status', reference, '--wait', '60', '--json'];
    const status = await shop.run(line);
    expect(status).toMatchObject({exit: 0, json: {refunds: [{status: 'done'}]}});
    expect(await shop.refunds()).toHaveLength(1);
  });

  it('exits 3 when the wait is over before it is done', async ({shop}) => {
    const reference = await paidByCard(shop);
    const {exit, json} = await shop.run(refunding(reference, '--wait', '1'));
    expect(exit).toBe(3);
    expect(json.refund.status).toBe('pending');
  });

  it.for([
    [
      'No connection',
      {DUKA_BASE_URL: 'http://127.0.0.1:1', DUKA_API_KEY: 'PZ78-PKTEST-0'},
      6,
      'refund-history-unheard',
    ],
    ['refuses the key', {DUKA_API_KEY: 'PZ78-PKTEST-wrong'}, 5, 'key-refused'],
  ] as const)('the service %s: nothing was sent', async ([, environment, code, error], {shop}) => {
    const reference = await paidByCard(shop);
    const address = {DUKA_BASE_URL: shop.baseUrl, DUKA_PROFILE: 'sandbox', ...environment};
    expect(await shop.run(refunding(reference), {environment: address})).toMatchObject({exit: code, json: {error}});
    const because = ['--unheard', 'the customer leaves today'];
    const {exit, json} = await shop.run(refunding(reference, ...because), {environment: address});
    expect(exit).toBe(code);
    expect(json).toMatchObject({refund: {status: 'failed'}, payment: {status: 'paid'}});
    const events = await shop.run(['journal', 'show', reference, '--json']);
    expect(events.out).toContain('"unheard":"the customer leaves today"');
    expect(await shop.refunds()).toEqual([]);
    expect(await refund(shop, reference)).toMatchObject({exit: 0, json: {refund: {amount: '400.00'}}});
  });
});

describe.concurrent('no refund', () => {
  it('is there for mobile money: it says what to do in its place', async ({shop}) => {
    const {reference} = paymentIn(await collectAndSettle(shop, collecting('0712345678')));
    const {exit, json, err} = await refund(shop, reference);
    expect(exit).toBe(2);
    expect(json.error).toBe('refund-not-offered');
    expect(err).toContain('Refund in cash, or to +254 712 345 678 from the provider’s dashboard.');
  });

  it.for([
    ['more than was paid', ['--amount', '24.01'], 'refund-above-rest'],
    ['nothing', ['--amount', '0'], 'amount-not-positive'],
    ['an amount in letters', ['--amount', 'all'], 'amount-not-a-number'],
    ['an empty reason', ['--reason', ' '], 'reason-missing'],
    ['a reason that is too long', ['--reason', 'x'.repeat(200)], 'text-too-long'],
    ['a patience of nothing', ['--wait', '0'], 'unknown-option'],
  ] as const)('for %s', async ([, more, error], {shop}) => {
    const reference = await paidByCard(shop, '24');
    expect(await refund(shop, reference, ...more)).toMatchObject({exit: 2, json: {error}});
    expect(await shop.refunds()).toEqual([]);
    expect((await shop.run(['journal', 'list', '--json'])).out).not.toContain('refund-');
  });

  it('for a payment that is not paid, or that there is not', async ({shop}) => {
    const {reference} = paymentIn(await charge(shop, '24', {expiryMonth: '05'}));
    expect(await refund(shop, reference)).toMatchObject({exit: 2, json: {error: 'refund-not-paid', reference}});
    expect(await refund(shop, 'T7K0MZ4K8Q2RD')).toMatchObject({exit: 2, json: {error: 'payment-unknown'}});
  });

  it('is there to judge where all is known', async ({shop}) => {
    const reference = await paidByCard(shop, '24');
    await refund(shop, reference);
    const judging = (...more: readonly string[]) => ['resolve', reference, '--refund', '--json', ...more];
    const named = ['--person', 'Amina', '--reason', 'seen'];
    const known = await shop.run(judging('--as', 'done', ...named));
    expect(known).toMatchObject({exit: 2, json: {error: 'payment-not-open'}});
    const word = await shop.run(judging('--as', 'paid', ...named));
    expect(word).toMatchObject({exit: 2, json: {error: 'unknown-option', expected: 'done | failed'}});
    expect(await shop.run(judging('--as', 'done', '--reason', 'seen'))).toMatchObject({
      json: {error: 'person-missing'},
    });
  });
});

describe.concurrent('a home that is brought back from a backup', () => {
  it('learns of a refund that the backup does not have before it gives anything back', async ({shop}) => {
    const reference = await paidByCard(shop, '24');
    const backup = join(shop.home, 'backup');
    const own = join(shop.home, 'sandbox');
    const [till = expect.fail('no till')] = readdirSync(own).filter(name => name !== 'service');
    cpSync(join(own, till), backup, {recursive: true});
    await refund(shop, reference, '--amount', '10');
    rmSync(join(own, till), {recursive: true});
    cpSync(backup, join(own, till), {recursive: true});

    const all = await refund(shop, reference);
    expect(all).toMatchObject({
      exit: 2,
      json: {error: 'refund-changed', rest: 'USD 14.00', payment: {refunds: [{status: 'done', fromHistory: true}]}},
    });
    expect(all.err).toContain('USD 14.00 is left. Nothing was sent.');
    const shown = await shop.run(['status', reference]);
    expect(shown.out).toContain('found in the provider’s history, not in this journal');
    expect(await refund(shop, reference)).toMatchObject({exit: 0, json: {refund: {refund: 2, amount: '14.00'}}});
    expect(await shop.refunds()).toMatchObject([{amount: 10}, {amount: 14}]);
  });
});
