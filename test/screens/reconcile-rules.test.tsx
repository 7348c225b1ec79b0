import {test as base, expect} from 'vitest';
import {walk} from '../walk.js';
import {eventsOf, openHere, openList, saved} from './reconcile-shop.js';

const test = base.extend('shop', () => openHere());

test('a rule says where entries of the bank belong, from the line of one of them', async ({shop}) => {
  const today = new Date(shop.till.now()).toISOString().slice(0, 10);
  const payouts = saved(shop, 'payout,amount,currency,status\nPO-1001,5.00,KES,Completed\n', 'payouts.csv');
  const entries = `${today},E1,PO-1001,5.00,KES\n${today},E2,Interest paid 77,2.00,KES\n${today},E3,Charge,-1.00,KES\n`;
  const bank = saved(shop, `date,reference,narration,amount,currency\n${entries}`, 'bank.csv');
  await shop.till.importSource({kind: 'payout', file: payouts});
  await shop.till.importSource({kind: 'bank', file: bank});
  await openList(shop);
  await walk(shop, [
    ['', '1 to look at'],
    [['enter', 'r'], 'Interest paid 77', /Text +INTEREST PAID/],
    ['enter', '✗ '],
    [['701', 'enter', 'Joseph', 'enter'], /INTEREST PAID.+701/],
  ]);
  expect(eventsOf(shop, 'rule-added')).toHaveLength(0);
  await shop.press('enter');
  await shop.sees('The rule “INTEREST PAID” by Joseph');
  expect(eventsOf(shop, 'rule-added')).toHaveLength(1);
  await walk(shop, [
    ['escape', '0 to look at'],
    ['tab tab', '“INTEREST PAID” to 701: 1 entry'],
    [['escape', 'r'], /INTEREST PAID +to 701 +Joseph/],
    ['enter', 'Remove a rule'],
    [['Joseph', 'enter'], 'Joseph removes the rule “INTEREST PAID”?'],
  ]);
  expect(eventsOf(shop, 'rule-removed')).toHaveLength(0);
  await shop.press('enter');
  await shop.sees('No rules.');
  expect(eventsOf(shop, 'rule-removed')).toHaveLength(1);
  await shop.press('escape');
  await shop.sees('1 to look at');
});

test('a rule may share an entry out over accounts, and its question says what each of them gets', async () => {
  const shop = await openHere({environment: {DUKA_PERSON: 'Joseph'}});
  const today = new Date(shop.till.now()).toISOString().slice(0, 10);
  const payouts = saved(shop, 'payout,amount,currency,status\nPO-1001,5.00,KES,Completed\n', 'payouts.csv');
  const entries = `${today},E1,PO-1001,5.00,KES\n${today},E2,Rent back 77,100.01,KES\n${today},E3,Charge,-1.00,KES\n`;
  const bank = saved(shop, `date,reference,narration,amount,currency\n${entries}`, 'bank.csv');
  await shop.till.importSource({kind: 'payout', file: payouts});
  await shop.till.importSource({kind: 'bank', file: bank});
  await openList(shop);
  await shop.sees('1 to look at');
  await shop.press('enter');
  await shop.type('r');
  await shop.sees(/Account .*or Rent 80% \(tax 16%\) \+ Water/);
  await shop.type('Rent 80% (tax 16%)');
  await shop.press('enter');
  await shop.sees('✗ “Rent 80% (tax 16%)” does not share out a whole entry');
  await shop.type(' + Water');
  await shop.press('enter', 'enter');
  await shop.sees('“RENT BACK” belongs to Rent 80% (tax 16%) + Water?');
  await shop.sees('Rent KES 68.97, tax KES 11.03');
  await shop.sees('Water KES 20.01');
  await shop.press('enter');
  await shop.sees('The rule “RENT BACK” by Joseph');
  const said = {account: 'Rent 80% (tax 16%) + Water', split: true};
  expect(shop.till.state.reconciled.rules).toMatchObject([said]);
  await shop.press('escape');
  await shop.sees('0 to look at');
  await shop.type('r');
  await shop.sees('to Rent 80% (tax 16%) + Water');
});

test('a rule may be of one amount, and what was accepted often is offered as a rule', async ({shop}) => {
  const today = new Date(shop.till.now()).toISOString().slice(0, 10);
  const payouts = saved(shop, 'payout,amount,currency,status\nPO-1001,5.00,KES,Completed\n', 'payouts.csv');
  const interest = [1, 2, 3, 4].map(at => `${today},I${at},Interest paid ${at}7,${at}.00,KES`);
  const entries = [`${today},E1,PO-1001,5.00,KES`, ...interest, `${today},E9,Charge,-1.00,KES`].join('\n');
  const bank = saved(shop, `date,reference,narration,amount,currency\n${entries}\n`, 'bank.csv');
  await shop.till.importSource({kind: 'payout', file: payouts});
  await shop.till.importSource({kind: 'bank', file: bank});
  for (const at of [1, 2, 3])
    await shop.till.decide({
      type: 'accept',
      lines: [{key: `BANK_EXTRA:I${at}/${today}:KES${at}.00`, code: 'BANK_EXTRA', reference: ''}],
      said: {person: 'Joseph', note: 'interest'},
    });
  await openList(shop);
  await walk(shop, [
    ['', '1 to look at'],
    ['r', /INTEREST PAID +accepted 3 times/],
    ['enter', /Text +INTEREST PAID/],
    [['701', 'shift-tab shift-tab', '4.00', 'enter', '1 %', 'enter enter', 'Joseph', 'enter'], /only 4\.00/],
    ['enter', /INTEREST PAID +to 701 · only 4\.00/],
  ]);
  expect(shop.till.state.reconciled.rules).toMatchObject([{amount: '4.00', tolerance: '1 %', account: '701'}]);
  await shop.press('escape');
  await shop.sees('0 to look at');
});

test('what was accepted again and again with one note becomes a rule with one key, and is told as learned', async () => {
  const shop = await openHere({environment: {DUKA_PERSON: 'Joseph'}});
  for (const at of [1, 2, 3])
    await shop.till.decide({
      type: 'accept',
      lines: [
        {key: `BANK_EXTRA:I${at}/2026-01-0${at}:KES2.00`, code: 'BANK_EXTRA', reference: '', text: 'INTEREST PAID'},
      ],
      said: {person: 'Joseph', note: 'Income of the bank'},
    });
  await openList(shop);
  await shop.sees('1 text accepted often enough for a rule: r');
  await shop.type('r');
  await shop.sees(/INTEREST PAID +accepted 3 times as “Income of the bank”/);
  await shop.type('y');
  await shop.sees(/INTEREST PAID +to Income of the bank · learned from 3 acceptances +Joseph/);
  expect(eventsOf(shop, 'rule-added')).toHaveLength(1);
  await shop.press('escape');
  await shop.sees('Loaded: journal');
  expect(shop.frames().at(-1)).not.toContain('often enough');
});

/** A statement in which the bank has kept 1.00 of each of three payouts, and two other credits. */
async function openStatement() {
  const shop = await openHere({environment: {DUKA_PERSON: 'Joseph'}});
  const today = new Date(shop.till.now()).toISOString().slice(0, 10);
  const payouts = [1, 2, 3].map(at => `PO-100${at},${at}00.00,KES,Completed,${today}`);
  const credits = [1, 2, 3].map(at => `${today},E${at},Settlement PO-100${at},${at * 100 - 1}.00,KES`);
  const others = [`${today},E8,7 from Ann,2.00,KES`, `${today},E9,7 from Ben,1.00,KES`, `${today},E7,Charge,-1.00,KES`];
  const bank = saved(
    shop,
    ['date,reference,narration,amount,currency', ...credits, ...others, ''].join('\n'),
    'bank.csv',
  );
  const payout = saved(shop, ['payout,amount,currency,status,date', ...payouts, ''].join('\n'), 'payouts.csv');
  await shop.till.importSource({kind: 'payout', file: payout});
  await shop.till.importSource({kind: 'bank', file: bank});
  await openList(shop);
  return shop;
}

test('differences of one cause are one row, accepted with one reason, each for itself, and undone as one', async () => {
  const shop = await openStatement();
  await shop.sees('5 to look at');
  await shop.sees(/Payout not fully.* × 3 +KES .*−3\.00/);
  await shop.sees('3 of one cause: each differs by −KES 1.00; together −KES 3.00');
  await shop.type('a');
  await shop.sees('Accept these 3 differences');
  await shop.type('The fee of the bank\r');
  await shop.sees(/Joseph accepts “Payout not fully in the bank, × 3,\s+−KES\s+3\.00”/);
  expect(eventsOf(shop, 'discrepancy-accepted')).toHaveLength(0);
  await shop.press('enter');
  await shop.sees('2 to look at');
  expect(eventsOf(shop, 'discrepancy-accepted').map(line => JSON.parse(line).data)).toMatchObject(
    [1, 2, 3].map(at => ({
      key: `BANK_MISSING:PO-100${at}:KES-1.00`,
      note: 'The fee of the bank',
      together: {count: 3},
    })),
  );
  await walk(shop, [
    [['s', 's'], 'Listed: accepted'],
    ['enter enter', /Accepted +Joseph, .*: The fee of the bank/],
    [['u', 'enter'], /no longer accepts this difference and the others accepted\s+with it, 3 in all\?/],
  ]);
  expect(eventsOf(shop, 'acceptance-withdrawn')).toHaveLength(0);
  await shop.press('enter');
  await shop.sees('a accept');
  await shop.press('escape');
  await shop.sees('5 to look at');
  expect(eventsOf(shop, 'acceptance-withdrawn')).toHaveLength(3);
  expect(shop.till.state.reconciled.accepted).toEqual([]);
});

test('differences without a common cause are selected and accepted together', async () => {
  const shop = await openStatement();
  await walk(shop, [
    [['down', 'x', 'down', 'x'], '2 selected, KES 3.00', /■ Credit without a p.*\n.*■ Credit without a p/],
    ['a', 'Accept these 2 differences'],
    [['Friends\r', 'enter'], '3 to look at'],
  ]);
  expect(shop.till.state.reconciled.accepted).toMatchObject([{note: 'Friends'}, {note: 'Friends'}]);
});

test('one rule is made of the lines of a cause', async () => {
  const shop = await openStatement();
  await walk(shop, [
    ['enter', '3 of one cause: each differs by −KES 1.00'],
    ['r', /Text +SETTLEMENT/, /Tolerance +1\.00/],
    ['enter enter', '2 to look at'],
  ]);
  expect(shop.till.state.reconciled.rules).toMatchObject([{text: 'SETTLEMENT', tolerance: '1.00', account: null}]);
});
