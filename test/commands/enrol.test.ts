import {readFileSync} from 'node:fs';
import {describe, expect} from 'vitest';
import {goToBank, linksIn, tellTill} from './bank-page.js';
import {challengedCards, plainCards, setUp} from './card-support.js';
import {inShop} from './day-support.js';
import {aminas, enrolled, enrolling, nowhere, planOf} from './subscription-support.js';
import {begin, harmfulIn, type Shop, segmentsOf} from './support.js';

const it = inShop();

const [cardNumber] = plainCards;
const journalOf = (shop: Shop) =>
  segmentsOf(shop)
    .map(path => readFileSync(path, 'utf8'))
    .join('');

describe.concurrent('subscription create', () => {
  it('enrols, says what is charged now, and watches the payment', async ({shop}) => {
    const planCode = await planOf(shop);
    const {exit, out, err} = await shop.run(enrolling(planCode), {input: aminas()});
    expect(exit).toBe(0);
    const [head, subscription, next, payment] = out.split('\n');
    expect(head).toMatch(/^✓ ENROLLED {3}amina@example\.com {3}PLAN-\w+ {3}USD 12\.50 {3}···· 0026 {3}\w+$/);
    expect(subscription).toBe('  1   ACTIVE   amina@example.com   Gym   USD 12.50 every week');
    expect(next).toMatch(/^ {2}Next charge: \d{4}-\d\d-\d\d \d\d:\d\d$/);
    expect(payment).toMatch(/^✓ PAID {3}USD 12\.50 {3}a…@example\.com {3}Enrolment/);
    expect(err).toContain('amina@example.com with the card ···· 0026, Visa, on Gym');
    expect(err).toContain('USD 12.50 is charged now, and every week from then on.');
    expect(await shop.books()).toMatchObject([{status: 'Completed', requests: 1}]);
  });

  it('gives the enrolment, the subscription and the payment as JSON', async ({shop}) => {
    const planCode = await planOf(shop);
    const {exit, json} = await enrolled(shop, planCode);
    expect(exit).toBe(0);
    expect(json).toMatchObject({
      status: 'made',
      customerEmail: 'amina@example.com',
      subscription: {id: 1, status: 'ACTIVE', planCode, own: true, connectionMode: 'TEST'},
      payment: {
        reference: json.enrolment,
        method: 'subscription',
        status: 'paid',
        amount: '12.50',
        releaseGoods: false,
      },
      next: {kind: 'none'},
    });
  });

  it('charges nothing before a trial has ended', async ({shop}) => {
    const planCode = await planOf(shop, '12.50', '--trial-days', '7');
    const {exit, json, err} = await enrolled(shop, planCode);
    expect(exit).toBe(0);
    expect(err).toMatch(/Free for 7 days, until about \d{4}-\d\d-\d\d; then USD 12\.50 is charged every week\./);
    expect(json).toMatchObject({status: 'made', subscription: {status: 'TRIALING'}});
    expect(json).not.toHaveProperty('payment');
    expect(await shop.books()).toEqual([]);
  });

  it('serves the page of the card’s bank, and waits for it', async ({shop}) => {
    const input = aminas({cardNumber: challengedCards[0]});
    const line = enrolling(await planOf(shop), '--json');
    const running = begin(shop, line, {}, {input});
    await running.until(/The customer confirms here.*\n/);
    const [link = ''] = linksIn(running.said());
    await (await goToBank(link)).submit('approve', {code: '1234'});
    await tellTill(link);
    const {exit, json} = await running.ended;
    expect(exit).toBe(0);
    expect(json).toMatchObject({payment: {status: 'paid'}, subscription: {status: 'ACTIVE'}, next: {kind: 'none'}});
  });

  it('is not known when the wait for the bank is over, and is looked at again', async ({shop}) => {
    const input = aminas({cardNumber: challengedCards[0]});
    const left = await shop.run(enrolling(await planOf(shop), '--json', '--wait', '1'), {input});
    expect(left.exit).toBe(3);
    expect(left.json).toMatchObject({
      status: 'made',
      subscription: {status: 'REQUIRES_ACTION'},
      payment: {status: 'pending'},
      next: {kind: 'challenge', url: expect.stringMatching(/^http:\/\/127/)},
    });
    const looked = await shop.run(['subscription', 'look', left.json.enrolment, '--json']);
    expect(looked).toMatchObject({exit: 3, json: {status: 'made', payment: {status: 'pending'}}});
  });

  it('exits 3 where the first charge is declined and is retried: not to be collected again', async ({shop}) => {
    const {exit, json, err} = await enrolled(shop, await planOf(shop), {expiryMonth: '05'});
    expect(exit).toBe(3);
    expect(json).toMatchObject({
      mayStillCharge: true,
      subscription: {status: 'INCOMPLETE'},
      payment: {status: 'failed'},
    });
    expect(err).toContain('The provider may still charge the card. Before you charge another way');
    expect(err).toContain('duka subscription cancel 1 --reason');
    const told = await shop.run(['status', json.enrolment]);
    expect(told.out).toContain('may still charge the card. Cancel subscription');
    expect(told.out).not.toContain('a new payment is safe');
    await shop.run(['subscription', 'cancel', '1', '--reason', 'pays in cash']);
    expect((await shop.run(['status', json.enrolment])).out).toContain('a new payment is safe');
  });

  it('lets the service make the plan from the request, where none is named', async ({shop}) => {
    const own = ['--name', 'Box', '--amount', '9', '--currency', 'USD', '--interval', 'weekly', '--billing-limit', '4'];
    const line = ['subscription', 'create', '--email', 'amina@example.com', ...own, '--card-stdin', '--json'];
    const {exit, json, err} = await shop.run(line, {input: aminas()});
    expect(exit).toBe(0);
    expect(err).toContain('USD 9.00 is charged now, and every week from then on.');
    expect(json).toMatchObject({
      status: 'made',
      amount: '9.00',
      planCode: '',
      subscription: {status: 'ACTIVE'},
      payment: {status: 'paid', amount: '9.00'},
    });
    const plans = await shop.run(['plan', 'list', '--json']);
    expect(plans.json).toMatchObject([{name: 'Box', amount: '9.00', interval: 'WEEKLY', billingLimit: 4}]);
    expect(await shop.books()).toMatchObject([{amount: 9, status: 'Completed'}]);
    const none = await shop.run(['subscription', 'create', '--email', 'a@example.com', '--card-stdin', '--json'], {
      input: aminas(),
    });
    expect(none).toMatchObject({exit: 2, json: {error: 'plan-name-missing'}});
    const both = await shop.run([...line, '--plan', 'PLAN-1'], {input: aminas()});
    expect(both).toMatchObject({exit: 2, json: {error: 'unknown-option'}});
    expect(await shop.books()).toHaveLength(1);
  });

  it('charges nothing on a plan that costs nothing', async ({shop}) => {
    const made = await shop.run([
      ...[
        'plan',
        'create',
        '--name',
        'Friends',
        '--amount',
        '0',
        '--currency',
        'USD',
        '--interval',
        'MONTHLY',
        '--json',
      ],
    ]);
    expect(made).toMatchObject({exit: 0, json: {amount: '0.00'}});
    const {exit, json, err} = await enrolled(shop, made.json.planCode);
    expect([exit, json.payment]).toEqual([0, undefined]);
    expect(json).toMatchObject({status: 'made', amount: '0.00', subscription: {status: 'ACTIVE'}});
    expect(err).toContain('Nothing is charged: the plan costs USD 0.00 every month.');
    await shop.advance('P65D');
    expect((await shop.run(['subscription', 'show', '1', '--json'])).json).toMatchObject({status: 'ACTIVE', drift: []});
    expect(await shop.books()).toEqual([]);
  });

  it('is not called enrolled before its first charge is paid', async ({shop}) => {
    const {out} = await shop.run(enrolling(await planOf(shop)), {input: aminas({expiryMonth: '05'})});
    expect(out).toContain('? ENROLLED, NOT PAID YET');
    expect(out).not.toContain('✓ ENROLLED');
  });

  it('exits 1 where the first charge is given up: another payment is safe', async ({shop}) => {
    const {exit, json, err} = await enrolled(shop, await planOf(shop), {expiryMonth: '04', expiryYear: '27'});
    expect([exit, json.mayStillCharge]).toEqual([1, false]);
    expect(err).toContain('is not tried again. The subscription is still there');
    expect(err).not.toContain('may charge');
    expect((await shop.run(['status', json.enrolment])).out).toContain('a new payment is safe');
  });

  it('sends nothing for a customer who already has a subscription, but for a reason', async ({shop}) => {
    const planCode = await planOf(shop);
    await enrolled(shop, planCode);
    const second = await enrolled(shop, planCode);
    expect(second).toMatchObject({
      exit: 2,
      json: {error: 'customer-enrolled', earlier: 1, subscription: {id: 1, status: 'ACTIVE'}},
    });
    expect(second.err).toContain('amina@example.com already has subscription 1');
    const {json: events} = await shop.run(['journal', 'list', '--json']);
    expect(events.filter(({type}: {type: string}) => type === 'enrolment-sent')).toHaveLength(1);
    const empty = await shop.run(enrolling(planCode, '--json', '--again', ' '), {input: aminas()});
    expect(empty).toMatchObject({exit: 2, json: {error: 'reason-missing'}});
    await shop.run(['subscription', 'cancel', '1', '--reason', 'moved away']);
    expect((await enrolled(shop, planCode)).exit).toBe(0);
  });

  it('exits 1 for a card that is refused, and for a customer who has one', async ({shop}) => {
    const planCode = await planOf(shop);
    const refused = await shop.run(enrolling(planCode), {input: aminas({cardNumber: '4012 0000 3333 0034'})});
    expect(refused.exit).toBe(1);
    expect(refused.out).toMatch(
      /^✗ NOT ENROLLED .*\n {2}The provider enrolled nobody and charged nothing: .+ Unable to determine card payment\. No bank/,
    );
    await enrolled(shop, planCode);
    const again = ['--again', 'the first was cancelled by mail'];
    const second = await shop.run(enrolling(planCode, ...again), {input: aminas()});
    expect(second.exit).toBe(1);
    expect(second.out).toContain('amina@example.com already has a subscription, so the provider made no second one');
    expect(await shop.run(enrolling(planCode, '--json', ...again), {input: aminas()})).toMatchObject({
      exit: 1,
      json: {status: 'not-made', subscription: null, reason: 'Customer already has an active subscription'},
    });
    expect(await shop.books()).toHaveLength(1);
  });

  it('exits 1 for an unknown plan, 6 where nothing was sent, 5 for the key', async ({shop}) => {
    const planCode = await planOf(shop);
    const unknown = await shop.run(enrolling('PLAN-NONE', '--json'), {input: aminas()});
    expect(unknown).toMatchObject({exit: 1, json: {error: 'plan-unknown'}});
    const offline = await shop.run(enrolling(planCode, '--json'), {input: aminas(), environment: nowhere});
    expect(offline).toMatchObject({exit: 6, json: {error: 'service-unreachable'}});
    const environment = {...nowhere, DUKA_BASE_URL: shop.baseUrl};
    const refused = await shop.run(enrolling(planCode, '--json'), {input: aminas(), environment});
    expect(refused).toMatchObject({exit: 5, json: {error: 'key-refused'}});
    expect(await shop.books()).toEqual([]);
  });

  it('refuses what it cannot send before it opens the till', async ({shop}) => {
    const planCode = await planOf(shop);
    const noEmail = await shop.run(['subscription', 'create', '--plan', planCode, '--card-stdin', '--json'], {
      input: aminas(),
    });
    expect(noEmail).toMatchObject({exit: 2, json: {error: 'email-invalid'}});
    const noHolder = await shop.run(enrolling(planCode, '--json'), {input: aminas({cardHolderName: ' '})});
    expect(noHolder).toMatchObject({exit: 2, json: {error: 'card-holder-missing'}});
    const pin = await shop.run(enrolling(planCode, '--json'), {input: aminas({pin: '1234'})});
    expect(pin).toMatchObject({exit: 2, json: {error: 'card-pin-not-needed'}});
    const onLine = await shop.run(enrolling(planCode, '--card-number', cardNumber, '--json'), {input: aminas()});
    expect(onLine).toMatchObject({exit: 2, json: {error: 'card-on-command-line'}});
    setUp(shop, {typedCards: false});
    const untyped = await shop.run(enrolling(planCode, '--json'), {input: aminas()});
    expect(untyped).toMatchObject({exit: 5, json: {error: 'cards-not-typed'}});
    expect(await shop.books()).toEqual([]);
  });

  it('keeps and prints nothing of the card but its last four digits', async ({shop}) => {
    const card = {cardNumber, securityCode: '100', cardHolderName: 'ZAWADI QX', expiryYear: '39'};
    const planCode = await planOf(shop);
    const ran = await enrolled(shop, planCode, card);
    const again = await shop.run(enrolling(planCode), {input: aminas(card)});
    const shown = await shop.run(['subscription', 'show', '1', '--json']);
    const said = [ran, again, shown].map(({out, err}) => out + err).join('');
    const kept = said + journalOf(shop);
    expect(kept).toContain('1118');
    expect(said).not.toContain('ZAWADI');
    for (const secret of [cardNumber, '"100"', '01/39']) expect(kept).not.toContain(secret);
  });

  it('shows hostile words of the service and obeys none', async ({shop}) => {
    const planCode = await planOf(shop, '114');
    await enrolled(shop, planCode);
    const lines = [
      ['plan', 'list'],
      ['plan', 'show', planCode],
      ['subscription', 'list'],
      ['subscription', 'show', '1'],
    ];
    for (const line of [...lines, ['subscription', 'charges', '1']]) {
      const {exit, out, err} = await shop.run(line);
      expect(exit).toBe(0);
      expect(harmfulIn(out + err)).toBeUndefined();
    }
  });
});

describe.concurrent('an enrolment whose answer is lost', () => {
  it('is found in the service’s list, and its payment is watched', async ({shop}) => {
    const {exit, json} = await enrolled(shop, await planOf(shop, '105'));
    expect(exit).toBe(0);
    expect(json).toMatchObject({status: 'made', resolved: {by: 'list'}, payment: {status: 'paid'}});
    expect(await shop.books()).toMatchObject([{status: 'Completed', requests: 1}]);
  });

  it('exits 3, blocks the customer, and is settled by a person', async ({shop}) => {
    const planCode = await planOf(shop, '106');
    const lost = await shop.run(enrolling(planCode, '--json'), {input: aminas()});
    expect(lost).toMatchObject({exit: 3, json: {status: 'unknown', subscription: null}});
    const {enrolment} = lost.json;
    expect(lost.err).toContain(`duka subscription look ${enrolment}`);
    expect(lost.err).toContain(`duka resolve ${enrolment} --as paid|not-paid`);

    const again = await shop.run(enrolling(planCode, '--json'), {input: aminas()});
    expect(again).toMatchObject({exit: 2, json: {error: 'enrolment-unclear', enrolment}});
    expect(again.err).toContain(`duka subscription look ${enrolment}`);

    expect((await shop.run(['subscription', 'list'])).out).toMatch(/^\? ENROLMENT UNKNOWN {3}amina@example\.com/);
    expect((await shop.run(['subscription', 'look', '--json'])).json).toMatchObject([{enrolment, status: 'unknown'}]);
    const looked = await shop.run(['subscription', 'look', enrolment]);
    expect(looked.exit).toBe(3);
    expect(looked.err).toContain('That proves nothing yet');

    const word = ['resolve', enrolment, '--as', 'not-paid', '--person', 'Wanjiru', '--reason', 'not in the dashboard'];
    const judged = await shop.run([...word, '--json']);
    expect(judged).toMatchObject({exit: 0, json: {status: 'not-made', resolved: {by: 'person', person: 'Wanjiru'}}});
    expect(await shop.books()).toEqual([]);
    expect((await enrolled(shop, await planOf(shop))).exit).toBe(0);
  });

  it('is judged with its number where there is no list, and its money is counted', async ({shop}) => {
    const planCode = await planOf(shop, '105');
    await shop.faults({switches: {withoutOptional: true}});
    const lost = await shop.run(enrolling(planCode, '--json'), {input: aminas()});
    expect(lost.exit).toBe(3);
    const {enrolment} = lost.json;
    const looked = await shop.run(['subscription', 'look', enrolment]);
    expect(looked).toMatchObject({exit: 3});
    expect(looked.err).toContain('no list to look in');

    await shop.faults({});
    await shop.advance('PT5S');
    const word = ['resolve', enrolment, '--as', 'paid', '--person', 'Wanjiru', '--reason', 'seen in the dashboard'];
    const mistyped = await shop.run([...word, '--subscription', 'x1', '--json']);
    expect(mistyped).toMatchObject({exit: 2, json: {error: 'subscription-id-invalid'}});
    const found = await shop.run([...word, '--subscription', '1', '--json']);
    expect(found).toMatchObject({exit: 0, json: {status: 'made', subscriptionId: 1, resolved: {by: 'list'}}});
    expect(found.err).toContain('nothing was recorded by hand');
    expect(await shop.run(['status', enrolment, '--json'])).toMatchObject({exit: 0, json: {status: 'paid'}});
  });

  it('is looked for no more once it is known', async ({shop}) => {
    const {exit, json} = await shop.run(['subscription', 'look', 'T7K0MZ4K8Q2RD', '--json']);
    expect({exit, error: json.error}).toEqual({exit: 2, error: 'enrolment-unknown'});
    expect(await shop.run(['subscription', 'look'])).toMatchObject({
      exit: 0,
      out: 'No enrolment is waiting for a result.\n',
    });
  });
});
