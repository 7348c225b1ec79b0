import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {test as base, expect} from 'vitest';
import {entering, type Message, type Model, nextStep, push, topOf} from '../../screens/model.js';
import type {Stroke} from '../../screens/terminal/keyboard.js';
import {tillScreens} from '../../screens/till-screens.js';
import {begin, offersOf, update} from '../../screens/update.js';
import type {NewPlan, Plan} from '../../src/core/endpoints/subscription/plans.js';
import {messages} from '../../src/core/messages/messages.js';
import {wrap} from '../../src/core/text/width.js';

import {walk} from '../walk.js';
import {cards, keepsSecret, leaksIn} from './card-secrets.js';
import {fits, windows} from './fits.js';
import {openShop, type ShopScreens} from './open.js';
import {reducerContextOf} from './reducer-context.js';

const test = base.extend('shop', () => openShop());

const gym: NewPlan = {
  name: 'Gym',
  description: '',
  amount: '12.5',
  currency: 'USD',
  interval: 'MONTHLY',
  trialPeriodDays: 0,
};
const noPin = 'no PIN is asked for';
const enter = {kind: 'press', name: 'enter'} as const;

type Typed = {readonly email?: string; readonly number?: string; readonly expiry?: string};

/** From a new sale to the form of an enrolment. */
async function toForm(shop: ShopScreens): Promise<void> {
  await shop.type('u');
  await shop.sees(/Subscriptions|Abonnements/);
  await shop.type('n');
  await shop.sees(/Enrol a customer|Abonner un client/);
}

/** Types customer and card, from the e-mail on, up to the question. */
async function typeRest(shop: ShopScreens, {email = 'amina@example.com', ...typed}: Typed = {}): Promise<void> {
  const {number = cards.mastercard, expiry = '01/39'} = typed;
  for (const text of [email, number, expiry, '100', 'AMINA W']) {
    await shop.type(text);
    await shop.press('enter');
  }
}

/** Everything up to the question, on a plan that the till knows. */
async function ask(shop: ShopScreens, plan: Plan, typed: Typed = {}): Promise<void> {
  await toForm(shop);
  await shop.type(plan.name.slice(0, 2).toLowerCase());
  await shop.press('enter');
  await shop.sees(/charged now|Free for|débités maintenant|Gratuit pendant/);
  await typeRest(shop, typed);
  await shop.sees(/Enrol this card\?|Abonner cette carte/);
}

const enrolments = ({till}: ShopScreens) => [...till.state.registry.enrolments.values()];
const subscriptions = ({till}: ShopScreens) => [...till.state.registry.subscriptions.values()];

/** Everything in the till's data folder, as text. */
async function dataOf({folder}: ShopScreens): Promise<string> {
  const names = await readdir(folder, {recursive: true, withFileTypes: true});
  const files = names.filter(each => each.isFile() && !each.parentPath.includes('service'));
  return (await Promise.all(files.map(each => readFile(join(each.parentPath, each.name), 'latin1')))).join('\n');
}

test('a card is enrolled after a question that says what is charged when, and is followed', async ({shop}) => {
  const plan = await shop.till.createPlan(gym);
  await toForm(shop);
  await walk(shop, [
    ['', /▸ Gym +USD 12\.50 every month +PLAN/],
    [['gy', 'enter'], 'USD 12.50 is charged now, and every month from then on.'],
    [['amina@example.com', 'enter', cards.mastercard], '•••• •••• •••• ••••▌'],
    [['enter', '0139', 'enter'], /Expiry +01\/39/],
    [['100', 'enter enter'], '✗ Type the name on the card'],
    [
      ['AMINA W', 'enter'],
      'Enrol this card?',
      'USD 12.50 is charged now, and every month from then on.',
      /card +Mastercard •••• 1118/,
      new RegExp(`plan +Gym +${plan.planCode}`),
    ],
  ]);
  expect(enrolments(shop)).toEqual([]);
  keepsSecret(shop, cards.mastercard, noPin);
  await shop.press('enter');
  await shop.sees('amina@example.com · Enrolment');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  expect(await shop.books()).toMatchObject([{amount: 12.5, currency: 'USD', requests: 1}]);
  expect(subscriptions(shop)).toMatchObject([{isOwn: true, subscription: {status: 'ACTIVE'}}]);
  keepsSecret(shop, cards.mastercard, noPin);
  expect(leaksIn(await dataOf(shop), cards.mastercard, 'AMINA W')).toEqual([]);
});

test('a trial says until when it is free, and charges nothing now', async ({shop}) => {
  const plan = await shop.till.createPlan({...gym, trialPeriodDays: 7, billingLimit: 12});
  await ask(shop, plan);
  await shop.sees(
    /Free for 7 days, until about \w{3} \d+ \w{3} \d{4}; then\s+USD 12\.50\s+is\s+charged\s+every\s+month/,
  );
  await shop.sees('It ends after 12 charges.');
  await shop.press('enter');
  await shop.sees('✓ ENROLLED');
  await shop.sees(`It is subscription ${subscriptions(shop)[0]?.subscription.id}.`);
  await shop.sees('Free for 7 days');
  expect(await shop.books()).toEqual([]);
  await shop.press('escape');
  await shop.sees('amina@example.com');
  await shop.sees(/Subscriptions/);
});

test('an amount is never broken at the end of a line', async () => {
  const shop = await openShop({size: {columns: 64, rows: 24}, environment: {DUKA_LANG: 'fr'}});
  const plan = await shop.till.createPlan({...gym, currency: 'NGN', amount: '1234567', trialPeriodDays: 14});
  await ask(shop, plan);
  await shop.sees('1 234 567,00 NGN');
  expect(shop.screen()).not.toMatch(/\b(?:1|1 234|1 234 567,00)\s*\n/);
});

test('a bank that asks is asked on its page, as for any card', async ({shop}) => {
  const plan = await shop.till.createPlan(gym);
  await ask(shop, plan, {number: cards.challenged});
  await shop.press('enter');
  await shop.sees('Waiting for the customer to confirm on the bank’s page.');
  await shop.sees('http://127.0.0.1:');
  keepsSecret(shop, cards.challenged, noPin);
  await shop.press('escape');
  await shop.sees('bank asks');
  await shop.press('enter');
  await shop.sees('? It has not started: the first charge is not paid yet.');
  expect(shop.screen()).not.toContain('Every charge came');
});

test('a refusal is told in the service’s words with what to do, and nothing is charged', async ({shop}) => {
  const plan = await shop.till.createPlan(gym);
  await ask(shop, plan, {number: '4111111111111111'});
  await shop.press('enter');
  await shop.sees('✗ NOT ENROLLED');
  await shop.sees('The provider enrolled nobody and charged nothing:');
  await shop.sees('It can be tried again, also with another card.');
  expect([await shop.books(), subscriptions(shop)]).toEqual([[], []]);
});

test('after a refusal the form has its customer and its plan again, and no card', async ({shop}) => {
  const plan = await shop.till.createPlan(gym);
  await ask(shop, plan, {number: '4111111111111111'});
  await walk(shop, [
    ['enter', '✗ NOT ENROLLED'],
    ['escape', 'Enrol a customer', 'amina@example.com', /charged now/, {not: /••|AMINA W|1111/}],
  ]);
  expect(JSON.stringify(shop.program.model().stack)).not.toMatch(/4111111111111111|AMINA W/);
  for (const text of [cards.mastercard, '01/39', '100', 'AMINA W']) {
    await shop.type(text);
    await shop.press('enter');
  }
  await shop.sees(/Enrol this card\?/);
  await shop.press('enter');
  await shop.sees('amina@example.com · Enrolment');
  expect(enrolments(shop).map(({status}) => status)).toEqual(['not-made', 'made']);
});

test('nor is it lost where the link was down', async ({shop}) => {
  const plan = await shop.till.createPlan(gym);
  await ask(shop, plan);
  await shop.sandbox.close();
  await walk(shop, [
    ['enter', '✗ NOT ENROLLED'],
    ['escape', 'Enrol a customer', 'amina@example.com', plan.planCode],
  ]);
});

test('whoever has gone on before the answer is told of a refusal, and shown no success', async ({shop}) => {
  const plan = await shop.till.createPlan({...gym, trialPeriodDays: 7});
  await shop.faults({rules: [{route: 'create-subscription', fault: 'slow', seconds: 3}]});
  await ask(shop, plan, {number: '4111111111111111'});
  await walk(shop, [
    ['enter', 'Sent: wait for the answer, and do not enrol this customer again.', 'Esc back'],
    ['escape', 'Subscriptions'],
    ['escape', 'New sale', '✗ The provider refused:'],
    [() => ask(shop, plan)],
    ['enter', 'Sent: wait for the answer', 'Esc back'],
    ['escape', 'Subscriptions'],
    ['escape'],
  ]);
  await expect.poll(() => enrolments(shop).map(({status}) => status)).toEqual(['not-made', 'made']);
  await shop.sees('New sale');
  expect(shop.screen()).not.toContain('✗ The service');
});

test('Esc while it is being written down is obeyed as soon as it is', () => {
  const reducerContext = reducerContextOf();
  const plan: Plan = {
    planCode: 'PLAN-1',
    name: 'Gym',
    description: '',
    amount: '12.5',
    currency: 'USD',
    interval: 'MONTHLY',
    intervalCount: 1,
    trialPeriodDays: 0,
    billingLimit: null,
    status: 'ACTIVE',
    createdAt: null,
    updatedAt: null,
  };
  let chunk = 0;
  const press = (before: Model, stroke: Stroke) => {
    chunk += 1;
    return update(before, {kind: 'key', key: {...stroke, chunk}, size: {columns: 80, rows: 24}}, reducerContext);
  };
  const esc = {kind: 'press', name: 'escape'} as const;
  const {model} = begin(reducerContext, {tornBytes: 0});
  const form = tillScreens.settled(nextStep(push(model, entering('enrol', {draft: plan}))), reducerContext).model;
  const asked = ['amina@example.com', cards.mastercard, '0139', '100', 'AMINA W'].reduce(
    (before, text) => press(press(before, {kind: 'text', text}).model, enter).model,
    form,
  );
  expect(offersOf(asked, reducerContext)).toContain('do-enrol');
  const sent = press(asked, enter);
  const [effect] = sent.effects;
  expect(sent.effects).toMatchObject([{kind: 'ask', asks: {kind: 'enrol'}}]);
  if (effect?.kind !== 'ask') throw new Error('nothing was asked');
  const begun: Message = {...effect, kind: 'answer', answer: 'T7K000000000001'};
  expect(topOf(update(sent.model, begun, reducerContext).model)).toMatchObject({
    kind: 'enrol',
    state: {sent: 'T7K000000000001'},
  });
  const left = press(sent.model, esc);
  expect(left.effects).toEqual([]);
  expect(press(left.model, enter).effects).toEqual([]);
  expect(topOf(left.model).kind).toBe('enrol');
  expect(topOf(update(left.model, begun, reducerContext).model).kind).toBe('sale');
});

test('a first charge that is declined is a payment that was not paid, and no sale to try again', async ({shop}) => {
  const plan = await shop.till.createPlan(gym);
  await ask(shop, plan, {expiry: '05/39'});
  await shop.press('enter');
  await shop.sees('amina@example.com · Enrolment');
  await shop.later('PT3S');
  await shop.sees('✗ NOT PAID');
  await shop.sees(
    /may\s+still\s+charge\s+the\s+card\.\s+Cancel\s+subscription\s+1\s+before\s+you\s+charge\s+another\s+way\./,
  );
  expect(shop.screen()).not.toMatch(/try another way|new payment is safe|another way to pay/);
  await shop.type('s');
  await shop.sees('✗ NOT PAID');
  expect(subscriptions(shop)).toMatchObject([{subscription: {status: 'INCOMPLETE'}}]);
  await walk(shop, [
    [['escape', 'u']],
    // which the charges say, that were read with the enrolment
    ['', '! retry due'],
    ['enter', '? It has not started: the first charge is not paid yet.'],
    ['c', /[Cc]harges/],
    ['escape escape', 'Subscriptions', {not: 'as planned'}],
  ]);
});

test('a customer who has a subscription is named before and after', async ({shop}) => {
  const plan = await shop.till.createPlan({...gym, trialPeriodDays: 7});
  await ask(shop, plan);
  await shop.press('enter');
  await shop.sees('✓ ENROLLED');
  await shop.press('escape', 'escape');
  await ask(shop, plan, {email: 'Amina@Example.com'});
  await shop.sees(/! Amina@Example\.com already has subscription \d+ \(trial\)/);
  await shop.press('enter');
  await shop.sees('Type the reason');
  expect(enrolments(shop)).toHaveLength(1);
  await shop.type('the first was cancelled by mail');
  await shop.press('enter');
  await shop.sees('✗ NOT ENROLLED');
  await shop.sees(/already\s+has\s+a\s+subscription,\s+so\s+the\s+provider\s+made\s+no\s+second\s+one/);
  expect(subscriptions(shop)).toHaveLength(1);
});

test('a lost answer is explained, and the customer is blocked until somebody knows', async ({shop}) => {
  const plan = await shop.till.createPlan({...gym, trialPeriodDays: 7});
  await ask(shop, plan);
  await shop.faults({rules: [{route: 'create-subscription', fault: 'drop-after'}], switches: {withoutOptional: true}});
  await shop.press('enter');
  await shop.sees('Was this customer enrolled?');
  await shop.sees('The result is unknown: the card may have been charged.');
  expect(enrolments(shop)).toMatchObject([{status: 'unknown'}]);
  await shop.press('escape', 'escape');
  await shop.faults({switches: {withoutOptional: true}});
  await ask(shop, plan);
  await shop.sees('! Not known yet whether amina@example.com was enrolled before');
  await shop.press('enter');
  await shop.sees('✗ Not known yet whether amina@example.com was enrolled');
  expect(enrolments(shop)).toHaveLength(1);
  await shop.faults({rules: []});
  await shop.type('k');
  await shop.sees(/Subscription \d+ +amina@example\.com/);
  expect(enrolments(shop)).toMatchObject([{status: 'made', resolved: {by: 'list'}}]);
});

test('Esc on the question gives the card back, and Esc on the form forgets it', async ({shop}) => {
  const plan = await shop.till.createPlan(gym);
  await ask(shop, plan);
  await walk(shop, [
    ['escape', '•••• •••• •••• 1118'],
    [['escape', 'n'], 'Enrol a customer', {not: '••'}],
  ]);
  keepsSecret(shop, cards.mastercard, noPin);
  expect(enrolments(shop)).toEqual([]);
});

test('an Enter that came with the one that opened the question enrols nobody', async ({shop}) => {
  const plan = await shop.till.createPlan(gym);
  await ask(shop, plan);
  await shop.press('escape');
  await shop.sees(/▸ Name on the card +AMINA W/);
  await shop.type('\r\r');
  await shop.sees('Enrol this card?');
  await shop.type('x'); // takes a decision that waits as it was meant
  await shop.press('escape');
  await shop.sees(/▸ Name on the card +AMINA W/);
  expect([enrolments(shop), await shop.books()]).toEqual([[], []]);
});

test('an expiry takes no more digits than it has', async ({shop}) => {
  await shop.till.createPlan(gym);
  await toForm(shop);
  await shop.type('gy');
  await shop.press('enter');
  await shop.sees(/charged now/);
  for (const text of ['amina@example.com', cards.mastercard]) {
    await shop.type(text);
    await shop.press('enter');
  }
  for (const digit of '0139100') await shop.type(digit);
  await shop.sees(/▸ Expiry +0139▌/);
  expect(JSON.stringify(shop.program.model().stack)).not.toContain('01391');
});

test('a plan can be typed by its code, and what the service does not know is no plan', async () => {
  const other = await openShop();
  const plan = await other.till.createPlan(gym);
  await other.faults({switches: {withoutOptional: true}});
  other.till.state.registry.plans.clear();
  await toForm(other);
  await other.sees('No plans yet');
  await other.type('PLAN-NONE');
  await other.press('enter');
  await other.sees('✗ The provider does not know plan PLAN-NONE');
  await other.press('shift-tab');
  for (const _ of 'PLAN-NONE') await other.press('backspace');
  await other.type(plan.planCode);
  await other.press('enter');
  await other.sees(new RegExp(`Plan +${plan.planCode} +Gym`));
  await other.sees('USD 12.50 is charged now');
});

test('e enrols on the marked plan, and a price is never charged from memory', async ({shop}) => {
  await shop.till.createPlan(gym);
  await walk(shop, [
    [['u', 'p'], /▸ Gym/],
    [() => shop.faults({rules: [{route: 'plan', fault: 'rate-limit', seconds: 0}]})],
    ['e', '✗ The provider is busy'],
    [() => typeRest(shop), /▸ Plan/, '•••• •••• •••• 1118'],
  ]);
  expect(leaksIn(shop.frames().join('\n'), cards.mastercard, noPin)).toEqual([]);
  expect(shop.screen()).not.toContain('Enrol this card?');
  await shop.faults({rules: []});
  await shop.press('enter');
  await shop.sees('USD 12.50 is charged now');
});

test.each(windows)('every step of an enrolment fits (%s, %o)', async (language, size) => {
  const shop = await openShop({size, environment: {DUKA_LANG: language}});
  const plan = await shop.till.createPlan({...gym, trialPeriodDays: 7});
  await toForm(shop);
  fits(shop, size);
  await shop.press('escape', 'escape');
  await ask(shop, plan);
  fits(shop, size);
  await shop.press('enter');
  await shop.sees(/✓ (?:ENROLLED|ABONNÉ)/);
  fits(shop, size);
  await shop.type('?');
  fits(shop, size);
});

test('in words a card is enrolled without a digit of it but the last four', async () => {
  const shop = await openShop({environment: {INK_SCREEN_READER: 'true'}});
  await shop.till.createPlan({...gym, trialPeriodDays: 7});
  await walk(shop, [
    [['u', 'n'], 'Enrol a customer'],
    [['gy', 'enter'], /Free\s+for\s+7\s+days/],
    [() => typeRest(shop), /Enrol\s+this\s+card\?/, /card\s+ending\s+in\s+1118,\s+Mastercard/i],
    ['enter', /ENROLLED:\s+amina@example\.com/],
  ]);
  expect(leaksIn(shop.frames().join('\n'), cards.mastercard, 'none typed')).toEqual([]);
});

test('a plan that was typed and not made is made by the service with the enrolment on it', async ({shop}) => {
  await walk(shop, [
    ['u', 'Subscriptions'],
    ['p', 'Plans'],
    ['n', 'New plan'],
    [['Box', 'enter enter', '9', 'enter right enter enter enter enter'], 'Make the plan “Box”'],
    ['e', /▸ \S*-mail/],
    [() => typeRest(shop), /Box {2}\(the provider makes it\)/],
  ]);
  expect([...shop.till.state.registry.plans.values()]).toEqual([]);
  await shop.press('enter');
  await shop.sees('amina@example.com · Enrolment');
  expect(enrolments(shop)).toMatchObject([{status: 'made', planCode: '', newPlan: {name: 'Box'}}]);
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  expect(await shop.books()).toHaveLength(1);
  await shop.press('escape');
  await shop.sees('Plans');
  await shop.press('escape');
  await shop.type('k');
  await shop.sees(/amina@example\.com +Box +active/); // by the service's list, which has the plan too
  expect([...shop.till.state.registry.plans.values()]).toMatchObject([{name: 'Box'}]);
});

test('what a trial on such a plan costs when it is over is said with how often', async ({shop}) => {
  await walk(shop, [
    ['u', 'Subscriptions'],
    ['p', 'Plans'],
    ['n', 'New plan'],
    [['Box', 'enter enter', '9', 'enter right enter enter', '7', 'enter enter'], 'Make the plan “Box”'],
    ['e', /▸ \S*-mail/],
    [() => typeRest(shop), 'Enrol this card?'],
    ['enter', '✓ ENROLLED', /then USD 9\.00 is charged\s+every\s+month\./],
  ]);
});

test('where no cards are typed into the till, a new plan says so and nobody is enrolled on it', () => {
  const {shop, ...usual} = reducerContextOf();
  const reducerContext = {...usual, shop: {...shop, cards: {...shop.cards, areTyped: false}}};
  const {model} = begin(reducerContext, {tornBytes: 0});
  const form = tillScreens.settled(nextStep(push(model, entering('plan-form'))), reducerContext).model;
  const strokes = ['Box', enter, enter, '9', enter, enter, enter, enter, enter, 'e'];
  const after = strokes.reduce<Model>((before, stroke, chunk) => {
    const key = typeof stroke === 'string' ? {kind: 'text' as const, text: stroke} : stroke;
    return update(before, {kind: 'key', key: {...key, chunk}, size: {columns: 80, rows: 24}}, reducerContext).model;
  }, form);
  expect(topOf(after).kind).toBe('plan-form');
  expect(after.notice).toMatchObject({kind: 'problem', problem: {code: 'cards-not-typed'}});
});

test.each(['en', 'fr'] as const)('what the service may still charge is said whole in two lines of 80: %s', language => {
  const said = messages(language).payment.stillBilled({id: '1234567'});
  expect(wrap(said, 78).length).toBe(2);
});
