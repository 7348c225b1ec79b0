import {expect, test} from 'vitest';
import {answerTexts, holderAnswer} from '../../screens/bank/bank.js';
import {walk} from '../walk.js';
import {fits} from './fits.js';
import {openShop, type ShopScreens} from './open.js';

/** Looks a Nigerian account up, to the account number. */
async function toAccount(shop: ShopScreens, bank: string): Promise<void> {
  await walk(shop, [
    ['b', /Check an account holder|À qui est ce compte/],
    [['ngn', 'enter'], 'Guaranty Trust Bank'],
    [[bank, 'enter'], /▸ (?:Account|Compte)/],
  ]);
}

test('currency, bank and account lead to the holder, and nothing is sent there', async () => {
  const shop = await openShop();
  await walk(shop, [
    ['b', 'A look-up only: nothing is sent, and no money moves.', /▸ KES {2}Kenya/],
    ['ng', /▸ NGN/, {not: 'Kenya'}],
    ['enter', /▸ Guaranty Trust Bank {2}000013/],
    ['zen', /▸ Zenith Bank {2}000015/, {not: 'Access Bank'}],
    ['enter', /Bank or wallet +000015 +Zenith Bank/],
    [['012-345 6780', 'enter'], '✓ FOUND', 'ADAEZE NGOZI OKAFOR', 'account ACTIVE'],
    ['backspace', {not: 'ADAEZE'}],
    [['2', 'backspace backspace backspace', '102', 'enter'], 'account DORMANT'],
  ]);
  expect(await shop.books()).toEqual([]);
  expect(shop.till.state.payments.size).toBe(0);
  await shop.press('escape');
  await shop.sees('New sale');
});

test('an inactive bank says so in the list and beside the account', async () => {
  const shop = await openShop();
  await toAccount(shop, 'heritage');
  await shop.sees('! This bank is inactive or blocked at the provider');
  await shop.press('shift-tab');
  for (const _ of '000020') await shop.press('backspace');
  await shop.type('herit');
  await shop.sees(/▸ Heritage Bank {2}000020 {2}✗ inactive/);
});

test('a wrong account is told in the service’s words, and a name that breaks a screen does not', async () => {
  const shop = await openShop();
  await toAccount(shop, '000014');
  await walk(shop, [
    ['enter', 'Type the account or wallet number.'],
    [['12', 'enter'], '✗ NOT FOUND', 'Account number should be 10 values'],
    [['34567114', 'enter'], '✓ FOUND'],
  ]);
  fits(shop, {columns: 80, rows: 24});
});

test('a number that begins as a card’s is typed to its end, and a card’s own is taken out and asks nobody', async () => {
  const shop = await openShop();
  await toAccount(shop, '000014');
  await shop.type('4012000033330027');
  await shop.sees(/▸ Account +4012000033330027▌/);
  await shop.press('enter');
  await shop.sees('Account number should be 10 values');
  for (const _ of '4012000033330027') await shop.press('backspace');
  for (const [card, leave] of [
    ['4012000033330026', 'enter'],
    ['12 4012 0000 3333 0026', 'tab'],
  ] as const) {
    await shop.type(card);
    await shop.press(leave);
    await shop.sees(/▸ Account +▌/);
    await shop.sees('✗ This text contains a card number');
  }
});

test('what matches nothing is said, and keys move through the list', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['b', 'zzz'], 'No currency matches.'],
    ['enter', '✗ Currency zzz not found.'],
  ]);
  for (const _ of 'zzz') await shop.press('backspace');
  await walk(shop, [
    ['down', /▸ GHS {2}Ghana/],
    ['enter', /▸ .*MTN/i],
    ['no such bank', 'No bank matches.'],
    ['enter', /▸ Bank or wallet +no such bank▌/],
  ]);
});

test('a list that does not come says why, and Enter asks again', async () => {
  const shop = await openShop();
  await shop.faults({rules: [{route: 'banks', fault: 'rate-limit', seconds: 0}]});
  await walk(shop, [
    [['b', 'NGN', 'enter'], '✗ The provider is busy'],
    [() => shop.faults({rules: []})],
    ['enter', 'Guaranty Trust Bank'],
    [['000013', 'enter']],
    [() => shop.faults({rules: [{route: 'account-enquiry', fault: 'drop-after'}]})],
    [['0123456789', 'enter'], '? NO CLEAR ANSWER'],
  ]);
});

test('an answer about another account is no answer to this question', () => {
  const question = {currency: 'NGN', bankCode: '000013', accountNumber: '0123456789'};
  const outcome = {kind: 'found', name: 'KOFI', status: 'ACTIVE', accountNumber: '0123456780', bankCode: null} as const;
  const other = holderAnswer(question, {outcome: outcome});
  expect(other).toMatchObject({isOther: true});
  if (other.kind === 'asking') throw new Error('it is answered');
  expect(answerTexts(other, {language: 'en'})).toMatchObject({
    verdict: 'needs-person',
    word: 'ANOTHER ACCOUNT',
    texts: [expect.stringContaining('do not send anything on it'), 'KOFI', 'account ACTIVE'],
  });
  expect(holderAnswer(question, {outcome: {...outcome, accountNumber: '0123456789'}})).toMatchObject({isOther: false});
  expect(holderAnswer(question, {outcome: {...outcome, accountNumber: null, bankCode: '000014'}})).toMatchObject({
    isOther: true,
  });
});

test.each([
  ['en', {columns: 60, rows: 18}],
  ['fr', {columns: 60, rows: 18}],
  ['fr', {columns: 200, rows: 60}],
] as const)('every step of the look-up fits (%s, %o)', async (language, size) => {
  const shop = await openShop({size, environment: {DUKA_LANG: language}});
  await shop.type('b');
  fits(shop, size);
  await shop.type('ngn');
  await shop.press('enter');
  await shop.sees('Guaranty');
  fits(shop, size);
  await shop.type('heri');
  await shop.press('enter');
  fits(shop, size);
  await shop.type('0123456789');
  await shop.press('enter');
  await shop.sees(/✓ (?:FOUND|TROUVÉ)/);
  fits(shop, size);
  await shop.type('?');
  fits(shop, size);
});

test('in words the holder is one sentence', async () => {
  const shop = await openShop({environment: {INK_SCREEN_READER: 'true'}});
  await walk(shop, [
    ['b', 'Check an account holder'],
    [['ngn', 'enter'], /13\s+match;\s+selected:\s+Guaranty\s+Trust\s+Bank/],
    [['zenith', 'enter'], /Bank or wallet: 000015,\s+Zenith\s+Bank/],
    [['0123456780', 'enter'], /FOUND:\s+ADAEZE\s+NGOZI\s+OKAFOR,\s+account\s+ACTIVE/],
  ]);
});
