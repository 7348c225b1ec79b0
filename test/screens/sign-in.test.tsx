import {expect, test} from 'vitest';
import {walk} from '../walk.js';
import {openShop} from './open.js';

const [ownerPin, cashierPin] = ['739154', '482601'];

async function staffedShop() {
  const shop = await openShop();
  await shop.till.addPerson({name: 'Amina Otieno', role: 'owner', pin: ownerPin});
  await shop.till.addPerson({name: 'Baraka', role: 'cashier', pin: cashierPin});
  return shop;
}
type Shop = Awaited<ReturnType<typeof staffedShop>>;

/** From the lock: one on, and the PIN. */
async function switchTo(shop: Shop, pin: string) {
  await walk(shop, [
    ['ctrl-l', 'Sign in'],
    [['right', pin, 'enter'], 'New sale'],
  ]);
}

test('whoever is signed in sells; the till locks at once, keeps what was typed, and is switched to another person', async () => {
  const shop = await staffedShop();
  await shop.sees(/Amina Otieno/);
  expect(await shop.till.reportX()).toMatchObject({kind: 'x'});
  await walk(shop, [
    [['250', 'ctrl-l'], /Person +1 +Amina Otieno +owner/, {not: '250'}],
    [['000111', 'enter'], 'Name or PIN is wrong.'],
    ['up right enter', /Person +2 +Baraka +cashier/],
    [[cashierPin, 'enter'], '250', /\w+ · Baraka · /],
    [['h', 'enter'], '✓ PAID'],
  ]);
  const [sale] = shop.till.state.payments.values();
  expect(sale?.person).toBe('Baraka');
  for (const frame of shop.frames()) for (const pin of [ownerPin, cashierPin]) expect(frame).not.toContain(pin);
});

test('a till that is locked shows no sale beside the question who is there, however wide the window is', async () => {
  const shop = await openShop({size: {columns: 200, rows: 60}});
  await shop.till.addPerson({name: 'Amina Otieno', role: 'owner', pin: ownerPin});
  const amount = {currency: 'KES', minor: 56_700} as const;
  await shop.till.takeCash({amount, tendered: amount, country: 'KE', description: ''});
  await shop.sale('250', '0712345102');
  await walk(shop, [
    ['', 'KES 567.00', 'KES 250.00'],
    ['ctrl-l', 'Sign in', {not: '567'}, {not: '250'}, {not: '345 102'}],
  ]);
});

test('whoever signs in gets the screens in their language, and the next one in theirs', async () => {
  const shop = await staffedShop();
  await walk(shop, [
    [['ts', 'down enter enter enter left enter enter enter enter enter'], 'Save Baraka as cashier?'],
    ['enter', /2 +Baraka +cashier/],
  ]);
  expect(shop.till.state.staff.people[1]?.language).toBe('sw');
  await walk(shop, [
    ['escape escape ctrl-l', 'Sign in'],
    [['right', cashierPin, 'enter'], 'Mauzo mapya'],
    ['ctrl-l', 'Sign in'],
    [['right', ownerPin, 'enter'], 'New sale'],
  ]);
});

test('who takes over the shift signs for it, and without that it stays with whom it is', async () => {
  const shop = await staffedShop();
  await shop.till.addPerson({name: 'Chidi', role: 'cashier', pin: '915372'});
  await shop.till.openShift('Amina Otieno', []);
  const handOver = async () => {
    await walk(shop, [
      [['th', 'enter'], 'Choose who takes over with 1–9.'],
      [['2', 'enter'], 'Amina Otieno hands over the shift. Chidi takes it', /Person +3 +Chidi +cashier/],
    ]);
  };
  await handOver();
  await shop.press('escape');
  await shop.sees('Somebody else has to approve this');
  await shop.press('escape', 'escape', 'escape');
  await shop.sees('New sale');
  expect(shop.till.state.ledger.shift?.person).toBe('Amina Otieno');
  await handOver();
  await shop.type('915372');
  await shop.press('enter');
  await shop.sees('The shift is now with Chidi.');
  expect(shop.till.state.ledger.shift?.person).toBe('Chidi');
});

test('what a cashier may not do alone is approved on the spot, once, by somebody else', async () => {
  const shop = await staffedShop();
  await switchTo(shop, cashierPin);
  await walk(shop, [
    [['1000h', 'enter'], '✓ PAID'],
    ['enter', 'New sale'],
  ]);
  const moved = shop.till.moveCash({kind: 'out', amount: {currency: 'KES', minor: 5000}, reason: 'stamps'});
  await walk(shop, [
    ['', 'Approval', 'Baraka wants to take cash out of the drawer.', 'KES 50.00 · stamps', {not: '2  Baraka'}],
    [['111222', 'enter'], 'Name or PIN is wrong.'],
    [[ownerPin, 'enter']],
  ]);
  await moved;
  await shop.sees('New sale');
  const again = shop.till.moveCash({kind: 'out', amount: {currency: 'KES', minor: 5000}, reason: 'stamps'});
  const refused = expect(again).rejects.toMatchObject({code: 'approval-needed'});
  await shop.sees('Approval');
  await shop.press('escape');
  await refused;
  await shop.sees('New sale');
  expect(shop.till.state.ledger.period.drawers['KES']?.paidOut).toBe(5000);
});

test('an idle till locks itself; an open payment in front stays readable, and what decides asks for the PIN', async () => {
  const shop = await staffedShop();
  await shop.sale('250', '0712345102');
  shop.program.dispatch({kind: 'idle'});
  await shop.sees('WAITING FOR CUSTOMER');
  expect(shop.till.actor()?.name).toBe('Amina Otieno');
  await walk(shop, [
    [['e', 'escape'], 'WAITING FOR CUSTOMER'],
    ['s', 'Stop waiting and try another way?'],
    ['enter', 'Sign in'],
    [[ownerPin, 'enter'], 'Stop waiting and try another way?'],
    ['escape', 'next check'],
  ]);
  shop.program.dispatch({kind: 'idle'});
  await shop.press('escape');
  await shop.sees('Sign in');
  await shop.type(ownerPin);
  await shop.press('enter');
  await shop.sees('New sale');
  shop.program.dispatch({kind: 'idle'});
  await shop.sees('Sign in');
  expect(shop.till.actor()).toBeUndefined();
  await expect(
    shop.till.moveCash({kind: 'in', amount: {currency: 'KES', minor: 5000}, reason: 'change'}),
  ).rejects.toThrow('sign-in-needed');
});

test('the wait after wrong PINs of one person keeps nobody else from the till', async () => {
  const shop = await staffedShop();
  await shop.press('ctrl-l');
  await shop.sees('Sign in');
  for (const pin of ['111222', '222333', '333444']) {
    await shop.type(pin);
    await shop.press('enter');
    await shop.sees('Name or PIN is wrong.');
    await shop.press('up', 'down');
  }
  await walk(shop, [
    [['444555', 'enter'], 'After wrong tries: wait 30 s.'],
    ['escape', 'The sign-in was cancelled.'],
    [['right', cashierPin, 'enter'], '· Baraka ·'],
  ]);
});

test('the owner says after how long an idle till locks itself', async () => {
  const shop = await openShop({settings: {shop: 'Corner Shop', idleLockMinutes: 0.01}});
  await shop.till.addPerson({name: 'Amina Otieno', role: 'owner', pin: ownerPin});
  // The frame may still be that of before they were signed in.
  await expect.poll(() => shop.till.actor()).toBeUndefined();
  await shop.sees('Sign in');
});

test('in words', async () => {
  const shop = await openShop({environment: {INK_SCREEN_READER: 'true'}});
  await shop.till.addPerson({name: 'Amina Otieno', role: 'owner', pin: ownerPin});
  await shop.press('ctrl-l');
  await shop.type(ownerPin);
  await shop.press('enter');
  await shop.sees(/New sale/);
  for (const frame of shop.frames()) expect(frame).not.toContain(ownerPin);
});

test('people are added, changed and locked on their screen; the first is the owner, whose recovery code is told once', async () => {
  const shop = await openShop();
  await walk(shop, [
    ['ts', 'Nobody signs in at this till'],
    ['n', 'Add a person'],
    // there is no other role to choose for the first person
    [['Amina Otieno', 'enter'], /Role +owner[\s\S]*▸ PIN/, {not: '←→'}],
    [['1111', 'enter', '1112', 'enter'], 'The two entries are not the same.'],
    // a refused PIN is typed anew
    ['', /PIN again +▌/],
    [['1111', 'enter'], 'Add Amina Otieno as owner?'],
    ['enter', 'This PIN is easy to guess', /PIN +▌/],
    [
      [ownerPin, 'enter', ownerPin, 'enter enter'],
      'Recovery code',
      {not: 'Recovery code:'},
      /[2-9A-Z]{5}-[2-9A-Z]{5}-[2-9A-Z]{5}-[2-9A-Z]{5}/,
    ],
    // Enter that came twice does not take away what is told once.
    ['enter', 'Recovery code'],
    ['escape', /1 +Amina Otieno +owner/],
    [['n', 'Baraka', 'enter enter'], /Language +‹ English › +as the till/],
    [['enter', cashierPin, 'enter', cashierPin, 'enter enter'], /2 +Baraka +cashier/],
    ['down enter enter enter enter enter enter', /Badge +▌ *scan one, if wanted/],
    ['12345678\r', /Works here +‹ yes ›/],
    [['right enter', 'lost badge', 'enter'], 'Save Baraka as cashier?'],
    ['enter', 'A badge has at least 6 characters'],
    [['12345678-qd\r', 'enter enter'], 'Save Baraka as cashier?'],
    ['enter', /2 +Baraka +cashier +locked/],
  ]);
  expect(shop.till.state.staff.people[1]?.credentials).toHaveProperty('badge');
  await shop.type('u');
  await shop.sees(/2 +Baraka +cashier *\n/);
  const wrong = shop.till.signIn({name: 'Baraka', by: 'pin', secret: '000111'});
  await expect(wrong).rejects.toMatchObject({code: 'sign-in-refused'});
  await shop.sees('1 wrong PIN');
  await shop.type('u');
  await shop.sees(/2 +Baraka +cashier *\n/);
  for (const frame of shop.frames())
    for (const secret of [ownerPin, cashierPin, '12345678']) expect(frame).not.toContain(secret);
});

test('the rights of the roles stand on a page of their own', async () => {
  const shop = await openShop();
  await shop.till.addPerson({name: 'Amina Otieno', role: 'owner', pin: ownerPin});
  const most = [{currency: 'KES', minor: 200_000} as const];
  await shop.till.changeRights({verb: 'refund', role: 'cashier', right: 'yes', most, mostInShift: []});
  await walk(shop, [
    ['tst', 'Rights: cashier', /refund +yes, at most KES 2,000\.00/],
    ['left', 'Rights: accountant', /refund +no/, {not: '…'}],
  ]);
});

test('a sale by somebody who is signed in takes the keys that it takes without staff', async () => {
  const keys = ['2', '5', '0', 'h', '\r'];
  const sums: number[] = [];
  for (const shop of [await openShop(), await staffedShop()]) {
    for (const key of keys) await shop.type(key);
    await shop.sees('✓ PAID');
    sums.push(shop.till.state.payments.size);
  }
  expect(sums).toEqual([1, 1]);
});

test('a cashier is told no sums: the day takes an approval each time, and is gone when a cashier signs in over it', async () => {
  const shop = await staffedShop();
  await switchTo(shop, cashierPin);
  await shop.sale('250', '0712345678');
  await walk(shop, [
    [() => shop.later('PT3S'), '✓ PAID'],
    ['enter', /1 paid/, {not: /1 paid +KES/}],
    ['d', 'Baraka wants to see the totals.'],
    ['escape', 'New sale', 'Somebody else has to approve this: see the totals.'],
    ['d', 'Baraka wants to see the totals.'],
    [[ownerPin, 'enter'], /Total KES +1 +KES +250\.00/],
  ]);
  expect(shop.frames().filter(frame => /Total KES +1/.test(frame)).length).toBeLessThan(4);
  await walk(shop, [
    ['ctrl-l', 'Sign in'],
    [[cashierPin, 'enter'], 'New sale', {not: /KES 250\.00 *$|Total KES/m}],
    [() => switchTo(shop, ownerPin), /1 paid +KES +250\.00/],
    ['d', /Total KES +1 +KES +250\.00/],
  ]);
});

test.each([
  ['an X', 'tx', /X REPORT/],
  ['the list of Zs', 'ta', /Z archive/],
  ['the day', 'd', /Total KES/],
] as const)('%s that was left open is gone when somebody signs in who may not look at it', async (_, keys, told) => {
  const shop = await staffedShop();
  await shop.till.takeCash({
    amount: {currency: 'KES', minor: 8000},
    country: 'KE',
    description: 'bread',
    customerLanguage: 'en',
  });
  await shop.till.countDrawer('Amina Otieno', [{currency: 'KES', minor: 8000, pieces: []}]);
  await shop.till.reportZ({person: 'Amina Otieno', note: '', approver: '', notAsked: 0});
  await walk(shop, [
    [keys, told],
    ['ctrl-l', 'Sign in'],
    [[ownerPin, 'enter'], told],
    ['ctrl-l', 'Sign in'],
    [['right', cashierPin, 'enter'], '· Baraka ·', {not: told}],
  ]);
});

test('a new shop is asked for its owner, may go on without, and has a code when the owner was added', async () => {
  const left = await openShop({isNewShop: true});
  await left.sees('Who owns this shop?');
  await left.press('escape');
  await left.sees('New sale');
  expect(left.till.state.staff.people).toEqual([]);
  const shop = await openShop({isNewShop: true});
  await shop.sees('Who owns this shop?');
  await shop.type('Amina Otieno');
  await shop.press('enter');
  for (const _ of [1, 2]) {
    await shop.type(ownerPin);
    await shop.press('enter');
  }
  await walk(shop, [
    ['', 'Add Amina Otieno as owner?'],
    ['enter', 'Recovery code'],
    ['escape', 'New sale', /· Amina Otieno ·/],
  ]);
});

test('a PIN typed where none is asked for is taken out, said, and an amount all the same when it is typed another way', async () => {
  const shop = await openShop();
  await shop.till.addPerson({name: 'Amina Otieno', role: 'owner', pin: '2503'});
  await walk(shop, [
    ['250', /Amount +KES 250▌/],
    ['3', /Amount +KES ••••▌/],
    ['enter', 'You typed your PIN.', {not: '2503'}],
    ['2503h', 'You typed your PIN.'],
  ]);
  for (const frame of shop.frames()) expect(frame).not.toContain('2503');
  await shop.type('2,503h');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  expect(shop.till.state.payments.size).toBe(1);
});

test('a form that names a person has whoever is signed in, and is filled in without a name', async () => {
  const shop = await staffedShop();
  await walk(shop, [
    [['t', 'enter'], /Your name +Amina Otieno/],
    [['escape escape', '100h', 'enter'], '✓ PAID'],
    [['enter', 'tz'], /Amina Otieno/],
    [['x', 'enter'], 'Count the drawer: KES'],
  ]);
});

test('a badge signs in and approves in the field of the PIN, is drawn as dots, and picks its person by itself', async () => {
  const shop = await staffedShop();
  const [ownerBadge, cashierBadge] = ['OWN-77 4Q', 'qd-0091-zx'];
  await shop.till.changePerson(1, {badge: ownerBadge});
  await shop.till.changePerson(2, {badge: cashierBadge});
  await expect(shop.till.changePerson(2, {badge: '12345678'})).rejects.toMatchObject({code: 'badge-short'});
  await expect(shop.till.changePerson(2, {badge: ownerBadge})).rejects.toMatchObject({code: 'badge-taken'});
  await walk(shop, [
    ['ctrl-l', /Person +1 +Amina Otieno/],
    ['qd-0092-zx\r', 'Name or PIN is wrong.'],
    [`${cashierBadge}\r`, 'New sale'],
  ]);
  expect(shop.till.actor()?.name).toBe('Baraka');
  await shop.type('1000h');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  await shop.press('enter');
  const moved = shop.till.moveCash({kind: 'out', amount: {currency: 'KES', minor: 5000}, reason: 'stamps'});
  await shop.sees('Baraka wants to take cash out of the drawer.');
  await shop.type(`${cashierBadge}\r`);
  await shop.sees('Baraka cannot approve an action of their own');
  await shop.type(ownerBadge);
  await shop.press('enter');
  await moved;
  for (const frame of shop.frames())
    for (const badge of [ownerBadge, cashierBadge]) expect(frame).not.toContain(badge.slice(0, 4));
});

test('the reason of a refund is that of the next one of the same person alone', async () => {
  const shop = await openShop();
  await shop.till.addPerson({name: 'Amina Otieno', role: 'owner', pin: ownerPin});
  await shop.till.addPerson({name: 'Baraka', role: 'manager', pin: cashierPin});
  const sell = [['40', 'h', 'enter'], '✓ PAID'] as const;
  await walk(shop, [
    sell,
    [['h', 'enter', '1', 'enter'], 'Refund of KES 40.00'],
    ['enter', 'New sale'],
    sell,
    [['h', 'enter'], 'Reason: “returned goods”'],
    ['escape escape escape', 'New sale'],
  ]);
  await switchTo(shop, cashierPin);
  await walk(shop, [sell, [['h', 'enter enter'], 'Choose a reason with 1–4.']]);
});
