import {describe, expect, test} from 'vitest';
import type {NewPlan} from '../../src/core/endpoints/subscription/plans.js';
import {enrolment} from '../sandbox/support.js';
import {walk} from '../walk.js';
import {amina, day, days, enrol, shopWith} from './gym.js';
import type {Opening, ShopScreens} from './open.js';

const stateAt = async (shop: Pick<ShopScreens, 'subscription'>, id: number) =>
  (await shop.subscription(id)).json.data.status;

describe('the list of subscriptions', () => {
  test('is there from memory at once, then as the service told, and is searched and filtered', async () => {
    const shop = await shopWith([amina, 'baraka@example.com', 'chipo@example.com']);
    await shop.till.changeSubscription(2, {change: 'pause', reason: ''});
    await shop.type('u');
    expect(shop.screen()).toMatch(/3 chipo@example\.com +Gym +active/);
    await shop.sees('From the provider,');
    await shop.sees(/3 chipo@example\.com +Gym +active +\d+ \w{3} ✓ as planned/);
    await shop.sees(/2 baraka@example\.\S+ +Gym +paused +– – paused/);
    expect(shop.screen()).toContain('chipo@example.com · Gym · USD 12.50 every month');
    await walk(shop, [
      ['/ami', '1 found', {not: 'baraka'}],
      ['escape', 'baraka'],
      ['2', /\d found/],
      ['escape', {not: /\d found/}],
    ]);
    for (const state of ['the active ones', 'those past due']) {
      await shop.type('s');
      await shop.sees(state);
    }
    await walk(shop, [
      ['', 'No subscriptions match.'],
      ['ssss', 'the paused ones', 'baraka', {not: 'amina'}],
      ['escape', 'New sale'],
    ]);
  });

  test('says when it is from memory alone, and why', async () => {
    const shop = await shopWith([amina]);
    await shop.faults({switches: {withoutOptional: true}});
    await walk(shop, [
      ['u', 'From this till’s memory: the provider has no list.', '✓ as planned'],
      [() => shop.sandbox.close()],
      ['k', /From this till’s memory: No connection to the provider/, amina],
      ['enter', /From this till’s memory: /, 'Every charge came as planned.'],
    ]);
  });

  test('takes one that was made elsewhere by its number, and counts its renewals from then on', async () => {
    const shop = await shopWith([]);
    const {json} = await shop.subscribe({...subscribeOrder(shop.planCode), customerEmail: 'elsewhere@example.com'});
    const {id} = json.data.subscription;
    await shop.faults({rules: [{route: 'subscriptions', fault: 'http-502-html'}]});
    await walk(shop, [
      ['u', 'No subscriptions yet'],
      ['a', 'Number to add'],
      ['enter', '✗ “” is not the number of a subscription.'],
      [['999', 'enter'], 'The provider does not know subscription 999:'],
      [
        ['backspace backspace backspace', `${id}`, 'enter'],
        `Subscription ${id}  elsewhere@example.com`,
        'It is this till’s own from now on',
      ],
    ]);
    await expect.poll(() => shop.till.state.registry.subscriptions.get(id)?.chargesAt).not.toBeNull();
    await days(shop, 32);
    await shop.type('k');
    await expect.poll(() => shop.till.state.payments.size).toBe(1);
    expect([...shop.till.state.payments.values()]).toMatchObject([{status: 'paid', request: {cycle: 2}}]);
  });

  test('can be left while the service is asked about a number, and calls nobody back', async () => {
    const shop = await shopWith([]);
    await shop.subscribe({...subscribeOrder(shop.planCode), customerEmail: 'elsewhere@example.com'});
    await shop.faults({
      rules: [
        {route: 'subscriptions', fault: 'http-502-html'},
        {route: 'subscription', fault: 'slow', seconds: 1},
      ],
    });
    await walk(shop, [
      [['ua1', 'enter'], 'Checking…'],
      ['escape', 'Enter open', /1 elsewhere@exam/],
    ]);
    await expect.poll(() => shop.till.state.registry.subscriptions.get(1)?.isOwn).toBe(true);
    expect(shop.screen()).toContain('Subscriptions  1');
  });

  test('says nothing of a subscription that was left before the service failed to tell of it', async () => {
    const shop = await shopWith([amina]);
    await walk(shop, [
      ['u', 'From the provider,'],
      [() => shop.faults({rules: [{route: 'subscription', fault: 'slow', seconds: 60}]})],
      ['enter', 'checking with the provider…'],
      ['escape', 'Enter open'],
      [() => shop.sandbox.close(), 'No connection. Pending', {not: '✗'}],
    ]);
  });

  test('has one that was made elsewhere counted here by a key, when the service listed it', async () => {
    const shop = await shopWith([]);
    await shop.subscribe({...subscribeOrder(shop.planCode), customerEmail: 'elsewhere@example.com'});
    await walk(shop, [
      ['u', 'elsewhere@exam'],
      ['enter', /Created elsewhere\. Renewals are not counted here; a counts/],
      ['a', 'This till records its renewals as payments.'],
    ]);
    expect([...shop.till.state.registry.subscriptions.values()]).toMatchObject([{isOwn: true}]);
  });
});

describe('one subscription', () => {
  test('that the service keeps in another environment than the till’s is warned of', async () => {
    const shop = await shopWith([amina]);
    const {subscriptions} = shop.till.state.registry;
    const known = subscriptions.get(1);
    if (known === undefined) throw new Error('not-enrolled');
    subscriptions.set(1, {...known, subscription: {...known.subscription, connectionMode: 'LIVE'}});
    await shop.faults({switches: {withoutOptional: true}});
    await shop.type('u');
    await shop.press('enter');
    await shop.sees('! The provider keeps it as LIVE, and this till works in SANDBOX');
  });

  test('shows a failed renewal and its retry as drift, and the charges behind it', async () => {
    const shop = await shopWith([amina], {amount: '202', interval: 'WEEKLY'});
    await shop.type('u');
    await shop.sees('✓ as planned');
    await days(shop, 7.5);
    await walk(shop, [
      ['k', /past due .*! retry due/],
      [
        'enter',
        {not: 'p pause'},
        '! Charge 2 failed; its money has not come yet. The provider tries again on',
        'A charge is overdue',
      ],
      [
        'c',
        '1–2 of 2',
        /▸ +2 +1 \d{4}-\d\d-\d\d \d\d:\d\d +USD 202\.00 ✗ not paid next try \d+ \w{3}\n/,
        /next try \d{4}-\d\d-\d\d \d\d:\d\d, Insufficient funds/,
        / 1 +1 \d{4}-\d\d-\d\d \d\d:\d\d +USD 202\.00 ✓ paid/,
      ],
      ['enter', /why it failed +Insufficient funds/, /can be tried again +yes/],
      ['escape escape'],
    ]);
    await days(shop, 1);
    await shop.type('k');
    await shop.sees('✓ Every charge came as planned.');
    await shop.sees('active · Gym · USD 202.00 every week');
    const renewals = [...shop.till.state.payments.values()].filter(
      ({request}) => 'cycle' in request && request.cycle === 2,
    );
    expect(renewals).toMatchObject([{status: 'paid', request: {amount: {currency: 'USD', minor: 20_200}}}]);
    await shop.press('escape');
    await shop.sees(/active .*✓ as planned/);
  });

  test('shows every field of the contract', async () => {
    const shop = await shopWith([amina]);
    const {data} = (await shop.subscription(1)).json;
    await shop.type('u');
    await shop.press('enter');
    await shop.sees('From the provider');
    const seen = [shop.screen()];
    for (let page = 0; page < 3; page += 1) {
      await shop.press('page-down');
      seen.push(shop.screen());
    }
    const text = seen.join('\n');
    const words = Object.values(data).filter((value): value is string => typeof value === 'string');
    expect(words.length).toBeGreaterThan(8);
    const isTime = (word: string) => /^\d{4}-\d\d-\d\dT/u.test(word);
    for (const word of words.filter(each => !isTime(each))) expect(text).toContain(word);
    const [begins = ''] = words.filter(isTime);
    // By the shop's clock in Nairobi, two hours ahead of the service's in Lagos.
    const shown = Temporal.PlainDateTime.from(begins).add({hours: 2}).toString();
    expect(text).toContain(`${shown.slice(0, 4)}, ${shown.slice(11, 16)}`);
    expect(text).not.toMatch(/\dT\d\d:/);
    expect(text).toMatch(/customer bears fee +no/);
  });
});

describe('a change', () => {
  /** A shop before the only subscription. */
  async function opened(more: Partial<NewPlan> = {}, opening: Opening = {}) {
    const shop = await shopWith([amina], more, opening);
    await shop.type('u');
    await shop.press('enter');
    await shop.sees('From the provider');
    return shop;
  }

  test('pauses until a date, which the service is told, and resumes', async () => {
    const shop = await opened();
    await walk(shop, [
      ['p', 'Pause subscription 1?'],
      [['2020-01-01', 'enter'], '✗ Type a date after today, e.g.'],
    ]);
    for (let digits = 10; digits > 0; digits -= 1) await shop.press('backspace');
    const until = new Date(shop.till.now() + 60 * day).toISOString().slice(0, 10);
    await shop.type(until);
    await shop.press('enter');
    await shop.type('holidays');
    await shop.press('enter');
    await shop.sees(new RegExp(`Nothing is charged until ${until}; then the provider charges`));
    expect(await stateAt(shop, 1)).toBe('ACTIVE');
    await shop.press('enter');
    await shop.sees('✓ Paused: nothing is charged until it is resumed.');
    await shop.sees(`Paused until ${until}`);
    expect((await shop.subscription(1)).json.data).toMatchObject({
      status: 'PAUSED',
      // Midnight in Nairobi, where the shop is, by the clock of the service in Lagos.
      pauseResumesAt: expect.stringContaining(
        Temporal.PlainDateTime.from(`${until}T00:00`).subtract({hours: 2}).toString({smallestUnit: 'second'}),
      ),
    });
    await walk(shop, [
      ['r', 'The provider charges the card again, USD 12.50 every month.'],
      [['enter', 'enter'], '✓ Resumed'],
      ['escape', 'Enter open'],
    ]);
    expect(await stateAt(shop, 1)).toBe('ACTIVE');
  });

  test('cancels with a reason after one question, which one Enter cannot answer with the reason', async () => {
    const shop = await opened();
    await walk(shop, [
      ['x', 'Billing stops at once. This cannot be undone, and nothing is refunded'],
      ['enter', '✗ '],
      ['moved away\r\r', 'Enter confirm'],
    ]);
    expect(await stateAt(shop, 1)).toBe('ACTIVE');
    await walk(shop, [
      ['escape', 'moved away▌'],
      [['enter', 'enter'], '✓ Cancelled: nothing more is charged', 'cancelled · Gym'],
      ['end', /cancelled because +moved away/],
    ]);
    expect(await stateAt(shop, 1)).toBe('CANCELLED');
    expect(shop.screen()).not.toMatch(/x cancel|p pause|r resume/);
  });

  test('that the service refuses says why, and how the subscription stands now', async () => {
    const shop = await opened();
    await shop.pause(1);
    await shop.type('p');
    await shop.press('enter', 'enter');
    await shop.sees('Enter confirm');
    expect(shop.screen()).toMatch(/Until +it is resumed\n +Reason +none/);
    await walk(shop, [
      [
        'enter',
        '✗ The provider refused: Only an active subscription can be paused',
        'Its state was checked just now',
        'paused · Gym',
      ],
    ]);
  });

  test('that the service does not offer says what is left to do, and keeps what was typed', async () => {
    const shop = await opened();
    await shop.faults({switches: {withoutOptional: true}});
    await walk(shop, [
      [['p', 'enter', 'holidays', 'enter'], 'Enter confirm'],
      ['enter', 'The provider cannot pause', 'holidays▌'],
    ]);
  });

  test('whose answer was lost is not known, and then seen', async () => {
    const shop = await opened();
    await shop.faults({rules: [{route: 'cancel-subscription', fault: 'drop-after'}]});
    await walk(shop, [
      [['x', 'moved away', 'enter'], 'Enter confirm'],
      [
        'enter',
        '? Not known yet whether the provider did it',
        'cancelled · Gym',
        {not: 'Not known yet whether it was cancelled'},
      ],
    ]);
  });

  test('that could not leave can be sent again', async () => {
    const shop = await opened();
    await shop.sandbox.close();
    await walk(shop, [
      [['x', 'moved away', 'enter'], 'Enter confirm'],
      ['enter', '✗ No connection to the provider', 'moved away▌'],
    ]);
    expect(shop.till.state.registry.subscriptions.get(1)?.unclear).toBeNull();
  });
});

describe('an enrolment that nobody knows the end of', () => {
  async function lost(opening: Opening = {}) {
    const shop = await shopWith([], {}, opening);
    await shop.faults({
      rules: [{route: 'create-subscription', fault: 'drop-after'}],
      switches: {withoutOptional: true},
    });
    const reference = await enrol(shop, amina, shop.planCode);
    await shop.type('u');
    return {...shop, reference};
  }

  test('stands on top, is found when the service’s list is looked in, and its money is asked about', async () => {
    const shop = await lost();
    await walk(shop, [
      ['', /▸ +\? amina@example\.com .*? unknown: look/],
      ['enter', 'Was this customer enrolled?'],
      ['k', 'The provider has no list to look in: record the result by hand.'],
      [() => shop.faults({})],
      ['k', `Subscription 1  ${amina}`],
    ]);
    expect(shop.till.state.payments.has(shop.reference)).toBe(true);
    await shop.press('escape');
    await shop.sees(/▸ +1 amina@example\.com/);
  });

  test('is judged by a named person with a reason', async () => {
    const shop = await lost();
    await walk(shop, [
      [
        ['enter enter', 'Wanjiru', 'enter', 'not in the dashboard', 'enter'],
        '✗ Choose with ←→: enrolled or not enrolled.',
      ],
      ['right right', '✗ it was not enrolled'],
      ['tab tab enter', 'No subscriptions yet'],
    ]);
    expect(shop.till.state.registry.enrolments.get(shop.reference)).toMatchObject({
      status: 'not-made',
      resolved: {by: 'person', person: 'Wanjiru', reason: 'not in the dashboard'},
    });
  });
});

const subscribeOrder = (planCode: string) => ({planCode, cardDetails: enrolment.cardDetails});

test.each([
  ['en', {columns: 80, rows: 24}, 'active'],
  ['fr', {columns: 80, rows: 24}, 'actif'],
  ['fr', {columns: 60, rows: 18}, 'actif'],
] as const)('has room in every window (%s, %o)', async (language, size, state) => {
  const long = 'someone.with.a.very.long.address@mail.example.com';
  const shop = await shopWith(
    [long],
    {name: 'A plan whose name is as long as a merchant can make it'},
    {size, environment: {DUKA_LANG: language}},
  );
  const seen: string[] = [];
  const look = async (text: string | RegExp) => {
    await shop.sees(text);
    seen.push(shop.screen());
  };
  await shop.type('u');
  await look(state);
  await shop.press('enter');
  await look(new RegExp(`${state} ·`));
  await shop.type('c');
  await look(/1–1/);
  await shop.press('enter');
  await look(/SUB/);
  await shop.press('escape', 'escape');
  for (const key of ['p', 'x']) {
    await shop.type(key);
    await look(/Reason|Motif/);
    await shop.press('escape');
  }
  for (const lines of seen.map(screen => screen.split('\n'))) {
    expect(lines.length).toBeLessThan(size.rows);
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(size.columns);
  }
});

test('in words a subscription is one sentence, and a change asks its question', async () => {
  const shop = await shopWith([amina], {}, {environment: {INK_SCREEN_READER: 'true'}});
  await walk(shop, [
    ['u', /1\s+of\s+1:\s+number\s+1,\s+amina@example\.com,\s+Gym,\s+active/],
    ['enter', /Every\s+charge\s+came\s+as\s+planned/],
    ['x', /Billing\s+stops\s+at\s+once/],
    [['moved away', 'enter'], 'confirm'],
    ['enter', /Cancelled:\s+nothing\s+more\s+is\s+charged/],
  ]);
});
