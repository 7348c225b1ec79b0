import {expect, test} from 'vitest';
import {lineOf, tipLine} from '../../src/core/ticket/line.js';
import {walk} from '../walk.js';
import {openShop, untilNextMonth} from './open.js';

test('an owner looks at the month, the year and the day, and what they are compared with', async () => {
  const shop = await openShop();
  await shop.sale('300', '0712345678');
  await walk(shop, [
    ['', /accepted,\s+waiting/],
    [() => shop.later('PT3S'), '✓ PAID'],
    ['enter', 'New sale'],
    ['d', 'm takings'],
    ['m', /Net KES +KES +300\.00/, /01 {2}03 {2}05[\s\S]*27 {2}29[\s\S]*KES by day/, 'Compared with'],
    ['v', 'KES by month'],
    ['left', 'No takings.'],
    ['right', 'KES by month'],
    ['right', 'KES by month'],
    ['v', 'KES by hour', {not: 'can be closed'}],
    ['escape', 'r reconcile'],
  ]);
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
  await walk(shop, [
    [['d', 'm', 'left'], 'can be closed'],
    ['z', `Close ${month}`],
    [['Amina', 'enter'], `Close ${month} as Amina?`],
  ]);
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
  await walk(shop, [
    ['d', 'm takings', /Less tips +KES +−18\.00\s+Without tips KES +KES +282\.00/],
    ['m', /Net KES +KES +300\.00\s+Less tips +KES +−18\.00\s+Without tips KES +KES +282\.00/],
    [
      'end',
      /Drinks +1 +KES +232\.00[\s\S]*Without a group +1 +KES +50\.00[\s\S]*Tips +1 +KES +18\.00/,
      /Rate 16% +KES +232\.00[\s\S]*Net +KES +200\.00[\s\S]*Tax +KES +32\.00[\s\S]*No tax rate +KES +68\.00/,
    ],
  ]);
});

test('what each person did stands by month, day, week and shift', async () => {
  const shop = await openShop();
  await shop.till.openShift('Amina', []);
  for (const reason of ['change', 'change', 'note']) await shop.till.noteDrawer(reason);
  const today = Temporal.Instant.fromEpochMilliseconds(shop.till.now()).toZonedDateTimeISO('Africa/Nairobi');
  const week = `${today.yearOfWeek}-W${String(today.weekOfYear).padStart(2, '0')}`;
  await walk(shop, [
    ['tsr', 'all in one', /drawer opened without a sale +3/],
    ['v', `${today.toPlainDate()}  Amina`],
    ['v', `${week}  Amina`],
    ['v', 'Shift 1  Amina'],
    ['left', 'Nobody did anything on these days.'],
    ['right', 'Shift 1  Amina'],
  ]);
});
