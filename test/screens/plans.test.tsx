import {test as base, expect} from 'vitest';
import {walk} from '../walk.js';
import {fits, windows} from './fits.js';
import {openShop, type ShopScreens} from './open.js';

const test = base.extend('shop', () => openShop());

/** Opens the list of plans as a cashier does. */
async function toPlans(shop: ShopScreens): Promise<void> {
  await shop.type('u');
  await shop.sees(/Subscriptions|Abonnements/);
  await shop.type('p');
  await shop.sees(/ (?:Plans|Formules) {2}\d/);
}

/** Types a new plan up to the question; the form begins in naira and monthly. */
async function typePlan(shop: ShopScreens, typed: {name: string; amount: string; days?: string; times?: string}) {
  await shop.type('n');
  await shop.sees(/New plan|Nouvelle formule/);
  await shop.type(typed.name);
  await shop.press('enter', 'enter');
  await shop.type(typed.amount);
  await shop.press('enter', 'right', 'enter', 'enter');
  await shop.type(typed.days ?? '');
  await shop.press('enter');
  await shop.type(typed.times ?? '');
  await shop.press('enter');
}

const plansOf = ({till}: ShopScreens) => [...till.state.registry.plans.values()];

test('a plan is made after one question, and shown with its code alone on its line', async ({shop}) => {
  await toPlans(shop);
  await shop.sees('No plans yet: n makes one.');
  await typePlan(shop, {name: 'Gym', amount: '12,5', days: '7', times: '12'});
  await shop.sees('Make the plan “Gym”: USD 12.50 every month?');
  await shop.sees('The first 7 days are free.');
  await shop.sees('It ends after 12 charges.');
  await shop.sees('Nothing is charged until a customer is enrolled.');
  expect(plansOf(shop)).toEqual([]);
  await shop.press('enter');
  await shop.sees('✓ The plan is created.');
  const [plan] = plansOf(shop);
  expect(plan).toMatchObject({name: 'Gym', amount: '12.5', currency: 'USD', interval: 'MONTHLY', trialPeriodDays: 7});
  const code = plan?.planCode ?? '';
  expect(code).not.toBe('');
  expect(
    shop
      .screen()
      .split('\n')
      .map(line => line.trim()),
  ).toContain(code);
  for (const field of [/Trial +7 days free/, /Charges in all +12 times/, /State +active/, /Charged +every month/]) {
    await shop.sees(field);
  }
  await shop.press('escape');
  await shop.sees(new RegExp(`▸ Gym +USD 12\\.50 every month +7 d active +${code}`));
});

test('every field is checked as it is left, and Enter goes to the one that is wrong', async ({shop}) => {
  await toPlans(shop);
  await walk(shop, [
    [['n', 'enter'], '✗ Type the name of the plan'],
    [['Box', 'tab tab', '1.500', 'tab'], /✗ .*1\.500/],
    ['shift-tab'],
  ]);
  for (const _ of '1.500') await shop.press('backspace');
  await walk(shop, [
    [['9', 'tab tab'], /▸ Charged +‹ every month ›/],
    ['left', '‹ every week ›'],
    [['tab', '731', 'tab'], '✗ “731” is not a number of trial days'],
    [['0', 'enter'], '✗ “0” is not a number of charges'],
    ['backspace enter', /▸ Trial days +731▌/],
  ]);
  expect(plansOf(shop)).toEqual([]);
});

test('a card number typed as a name is not kept', async ({shop}) => {
  await toPlans(shop);
  await shop.type('n');
  await shop.paste('Gym 4012000033330026');
  await shop.sees('✗ This text contains a card number');
  expect(shop.frames().join('\n')).not.toContain('4012000033330026');
});

test('an answer that is none keeps all that was typed, and warns before another try', async ({shop}) => {
  await toPlans(shop);
  await shop.faults({rules: [{route: 'create-plan', fault: 'rate-limit', seconds: 0}]});
  await typePlan(shop, {name: 'Gym', amount: '12.5'});
  await walk(shop, [
    ['', 'It continues until it is cancelled.'],
    ['enter', '✗ Not known yet whether the plan was made', /Name +Gym/, /Amount +USD 12\.50/],
    [() => shop.faults({rules: [{route: 'create-plan', fault: 'drop-after'}]})],
    ['enter', 'Make the plan “Gym”'],
    ['enter', '✗ Not known yet whether the plan was made'],
    ['enter', '! An earlier try may have created it already'],
    ['escape escape', / Plans {2}\d/],
    ['k', 'The provider’s list, as of now.', /▸ Gym/],
  ]);
  expect(plansOf(shop)).toHaveLength(1);
});

test('the list is there at once from memory, offline too, and says so', async ({shop}) => {
  await shop.till.createPlan({
    name: 'Gym',
    description: '',
    amount: '12.5',
    currency: 'USD',
    interval: 'MONTHLY',
    trialPeriodDays: 0,
  });
  await shop.faults({switches: {withoutOptional: true}});
  await toPlans(shop);
  await walk(shop, [
    ['', 'The provider has no such list', /▸ Gym/],
    [() => shop.sandbox.close()],
    ['k', 'From this till’s memory; the provider gave no answer.'],
    ['enter', 'From this till’s memory.', 'USD 12.50'],
  ]);
});

test('the list jumps to what is typed, and in a wide window cuts nothing', async () => {
  const shop = await openShop({size: {columns: 200, rows: 60}});
  const names = ['Gym', 'Piscine et sauna du dimanche matin, pour toute la famille et ses invités', 'Yoga'];
  for (const name of names)
    await shop.till.createPlan({
      name,
      description: '',
      amount: '12.5',
      currency: 'USD',
      interval: 'MONTHLY',
      trialPeriodDays: 0,
    });
  await toPlans(shop);
  await shop.sees(/▸ Gym/);
  await shop.sees(names[1] ?? '');
  expect(shop.screen()).not.toContain('…');
  expect(shop.screen().match(/USD 12\.50/g)).toHaveLength(names.length + 1); // the marked one beside the list
  await walk(shop, [
    ['/INVITES', /▸ Piscine/],
    ['x', 'No row matches.', /▸ Piscine/],
    ['escape enter', 'toute la famille'],
  ]);
});

test.each(windows)('every screen of plans fits (%s, %o)', async (language, size) => {
  const shop = await openShop({size, environment: {DUKA_LANG: language}});
  await toPlans(shop);
  fits(shop, size);
  await typePlan(shop, {name: 'Gym', amount: '12,5', days: '731'});
  fits(shop, size);
  await shop.press('backspace', 'enter', 'enter');
  await shop.sees(/Make the plan|Créer la formule/);
  fits(shop, size);
  await shop.press('enter');
  await shop.sees(/The plan is created|La formule est créée/);
  expect(shop.screen()).toContain(plansOf(shop)[0]?.planCode);
  fits(shop, size);
  await shop.press('escape');
  await shop.sees(/▸ Gym/);
  fits(shop, size);
  await shop.type('?');
  fits(shop, size);
});

test('the question groups a large amount, and the list never cuts it', async () => {
  const shop = await openShop({size: {columns: 60, rows: 20}});
  await toPlans(shop);
  await typePlan(shop, {name: 'Hall', amount: '1200000', days: '', times: ''});
  await shop.sees('Make the plan “Hall”: USD 1,200,000.00 every month?');
  await shop.press('enter');
  await shop.sees('✓ The plan is created. Nothing is charged until a');
  await shop.sees(/Created +\w{3} \d+ \w{3} \d{4}, \d\d:\d\d/);
  await shop.press('escape');
  await shop.sees(/▸ Hall +USD 1,200,000\.00 every month/);
});

test('whoever comes back from an enrolment is not told again that the plan is made', async ({shop}) => {
  await toPlans(shop);
  await typePlan(shop, {name: 'Gym', amount: '12.5', days: '', times: ''});
  await walk(shop, [
    ['enter', '✓ The plan is created.'],
    ['e', 'Enrol a customer'],
    ['escape', 'To copy, select the line with the code', {not: 'The plan is created'}],
  ]);
});
