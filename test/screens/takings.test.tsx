import {expect, test} from 'vitest';
import {lineOf} from '../../src/core/ticket/line.js';
import {tipLine} from '../../src/core/ticket/tip.js';
import {openShop, untilNextMonth} from './open.js';

test('an owner looks at the month, the year and the day, and what they are compared with', async () => {
  const shop = await openShop();
  await shop.sale('300', '0712345678');
  await shop.sees(/accepted,\s+waiting/);
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.press('enter');
  await shop.sees('New sale');
  await shop.type('d');
  await shop.sees('m takings');
  await shop.type('m');
  await shop.sees(/Net KES +KES +300\.00/);
  await shop.sees(/01 {2}03 {2}05[\s\S]*27 {2}29[\s\S]*KES by day/);
  expect(shop.screen()).toContain('Compared with');
  await shop.type('v');
  await shop.sees('KES by month');
  await shop.press('left');
  await shop.sees('No takings.');
  await shop.press('right');
  await shop.sees('KES by month');
  await shop.press('right');
  await shop.sees('KES by month');
  await shop.type('v');
  await shop.sees('KES by hour');
  expect(shop.screen()).not.toContain('can be closed');
  await shop.press('escape');
  await shop.sees('r reconcile');
});

test('who did what stands below the takings, and what happened often is marked', async () => {
  const shop = await openShop();
  for (const reason of ['change', 'change', 'note']) await shop.till.noteDrawer(reason);
  await shop.till.openShift('Amina', []);
  await shop.till.noteDrawer('change');
  await shop.type('d');
  await shop.type('m');
  await shop.sees('No takings.');
  await shop.sees(/Who did what\s+Amina\s+drawer opened without a sale +1\s/);
  await shop.sees(/drawer opened without a sale +3\s/);
});

test('a month is closed once its days are, by a named person who was asked, and shows its sum', async () => {
  const shop = await openShop();
  await shop.sale('300', '0712345678');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.press('enter');
  await shop.sees('New sale');
  await shop.till.reportZ({person: 'Amina', notAsked: 0});
  const {till} = shop;
  const [month = ''] = Object.keys(till.state.ledger.books.months);
  shop.wall.off += untilNextMonth(shop);
  await shop.type('d');
  await shop.type('m');
  await shop.press('left');
  await shop.sees('can be closed');
  await shop.type('z');
  await shop.sees(`Close ${month}`);
  await shop.type('Amina');
  await shop.press('enter');
  await shop.sees(`Close ${month} as Amina?`);
  expect(till.state.ledger.books.closings).toEqual([]);
  await shop.press('enter');
  await shop.sees('MONTH CLOSED');
  expect(till.state.ledger.books.closings).toMatchObject([{kind: 'month', of: month, number: 1}]);
  await shop.press('escape');
  await shop.sees('v day/month/year');
  expect(shop.screen()).not.toContain('can be closed');
});

test('what was sold is told by group and by tax rate, and apart from tips', async () => {
  const shop = await openShop();
  const kes = (minor: number) => ({currency: 'KES', minor}) as const;
  const item = {kind: 'item', code: null, unit: null, quantity: '2', taxIncluded: true} as const;
  const lines = [
    lineOf({...item, name: 'Soda', group: 'Drinks', unitPrice: kes(11_600), taxRate: '16'}),
    lineOf({...item, name: 'Bread', group: null, unitPrice: kes(2500), taxRate: null}),
    tipLine(kes(1800)),
  ];
  const ticket = await shop.till.openTicket({total: kes(30_000), lines, description: ''});
  await shop.till.takeCash({amount: kes(30_000), country: 'KE', description: '', ticket});
  await shop.till.countDrawer('Amina', [{currency: 'KES', minor: 30_000, pieces: []}]);
  await shop.type('d');
  await shop.sees('m takings');
  await shop.sees(/Less tips +KES +−18\.00\s+Without tips KES +KES +282\.00/);
  await shop.type('m');
  await shop.sees(/Net KES +KES +300\.00\s+Less tips +KES +−18\.00\s+Without tips KES +KES +282\.00/);
  await shop.press('end');
  await shop.sees(/Drinks +1 +KES +232\.00[\s\S]*Without a group +1 +KES +50\.00[\s\S]*Tips +1 +KES +18\.00/);
  await shop.sees(
    /Rate 16% +KES +232\.00[\s\S]*Net +KES +200\.00[\s\S]*Tax +KES +32\.00[\s\S]*No tax rate +KES +68\.00/,
  );
});

test('what each person did stands by month, day, week and shift', async () => {
  const shop = await openShop();
  await shop.till.openShift('Amina', []);
  for (const reason of ['change', 'change', 'note']) await shop.till.noteDrawer(reason);
  const today = Temporal.Instant.fromEpochMilliseconds(shop.till.now()).toZonedDateTimeISO('Africa/Nairobi');
  const week = `${today.yearOfWeek}-W${String(today.weekOfYear).padStart(2, '0')}`;
  await shop.type('tsr');
  await shop.sees('all in one');
  await shop.sees(/drawer opened without a sale +3/);
  await shop.type('v');
  await shop.sees(`${today.toPlainDate()}  Amina`);
  await shop.type('v');
  await shop.sees(`${week}  Amina`);
  await shop.type('v');
  await shop.sees('Shift 1  Amina');
  await shop.press('left');
  await shop.sees('Nobody did anything on these days.');
  await shop.press('right');
  await shop.sees('Shift 1  Amina');
});
