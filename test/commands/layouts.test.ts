import {readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {fileOf} from './reconcile-support.js';
import {openShop, run} from './support.js';

const heading = 'Pièce;Somme;Quand;Texte';
const first = ['MP1;1 250,00;02/11/26 10:00;A', 'MP2;300,00;03/11/26 10:00;B'];
const corrected = ['--map', 'provider.reference=Pièce', '--map', 'provider.amount=Somme', '--currency', 'XAF'];

test('what one till was told of a layout is read so by another', async () => {
  const one = await openShop({DUKA_TILL: 'AAA'});
  const other = await openShop({DUKA_TILL: 'BBB'});
  const told = await one.run([
    'reconcile',
    '--provider-file',
    fileOf(one, 'nov.csv', heading, first),
    ...corrected,
    '--json',
  ]);
  expect(told.json.sources[0]).toMatchObject({rows: 2, layout: null});
  const out = join(one.home, 'layouts.json');
  const exported = await one.run(['reconcile', 'layouts', 'export', out, '--json']);
  expect(exported).toMatchObject({exit: 0, json: {file: out, layouts: 1}});
  expect(statSync(out).mode & 0o777).toBe(0o600);

  const next = fileOf(other, 'dec.csv', heading, ['MP7;70,00;04/12/26 09:00;C']);
  expect(await other.run(['reconcile', '--provider-file', next, '--json'])).toMatchObject({exit: 2});
  const imported = await other.run(['reconcile', 'layouts', 'import', out]);
  expect(imported.exit).toBe(0);
  expect(imported.out).toContain('+ Provider’s file · nov.csv');
  expect(imported.out.replaceAll(/\s+/g, ' ')).toContain('reference=Pièce, amount=Somme');
  expect(imported.err).toContain('Layouts added: 1, replaced: 0, known already: 0.');
  const read = await other.run(['reconcile', '--provider-file', next, '--json']);
  expect(read.json.sources[0]).toMatchObject({rows: 1, layout: {from: 'learned', name: 'nov.csv'}});
  const again = await other.run(['reconcile', 'layouts', 'import', out, '--json']);
  expect(again.json).toEqual({added: 0, replaced: 0, same: 1});
  const listed = await other.run(['reconcile', 'layouts', 'list']);
  expect(listed.out).toContain('dec.csv');
  expect(listed.out).toContain('Bank statement · M-Pesa organisation statement');
  expect(listed.out).toContain('Payouts · Stripe payouts, itemised');
});

test('what is known here is replaced when a person says so, and not before', async () => {
  const shop = await openShop({DUKA_TILL: 'AAA'});
  await shop.run(['reconcile', '--provider-file', fileOf(shop, 'nov.csv', heading, first), ...corrected, '--json']);
  const out = join(shop.home, 'layouts.json');
  await shop.run(['reconcile', 'layouts', 'export', out]);
  const others = join(shop.home, 'others.json');
  writeFileSync(others, readFileSync(out, 'utf8').replace('"XAF"', '"XOF"'));
  const known = async () =>
    (await shop.run(['reconcile', 'layouts', 'list', '--json'])).json.learned[0].mapping.currency;

  const piped = await shop.run(['reconcile', 'layouts', 'import', others, '--json'], {input: ''});
  expect(piped).toMatchObject({exit: 2, json: {error: 'layouts-differ', count: 1}});
  const refused = await shop.run(['reconcile', 'layouts', 'import', others], {isTerminal: true, typed: 'no\n'});
  expect(refused.exit).toBe(2);
  expect(refused.out).toMatch(/- Provider’s file · nov\.csv[\s\S]*XAF[\s\S]*\+ Provider’s file · nov\.csv[\s\S]*XOF/);
  expect(await known()).toBe('XAF');
  expect((await shop.run(['reconcile', 'layouts', 'import', others], {isTerminal: true, typed: 'yes\n'})).exit).toBe(0);
  expect(await known()).toBe('XOF');
  expect((await shop.run(['reconcile', 'layouts', 'import', out, '--replace', '--json'])).json).toEqual({
    added: 0,
    replaced: 1,
    same: 0,
  });
  expect(await known()).toBe('XAF');
});

test('what a file comes to is told with the rows to look at, for people and for programs', async () => {
  const shop = await openShop({DUKA_TILL: 'AAA'});
  const rows = ['E1,2026-11-20,Sale,1000.00,KES', 'E1,2026-11-20,Sale,1000.00,KES', 'E2,2026-12-01,Charge,-40.00,KES'];
  const file = fileOf(shop, 'bank.csv', 'Reference,Date,Details,Amount,Currency', rows);
  const asked = ['reconcile', '--bank-file', file, '--interval', '2026-11-20..2026-11-30'];
  const {out} = await shop.run(asked);
  expect(out).toContain('Line 3 repeats line 2: 2026-11-20 KES 1,000.00 E1');
  expect(out).toContain('Line 4 is outside the days of the file: 2026-12-01 −KES 40.00 E2');
  expect(out).toContain('In: KES 2,000.00');
  expect(out).toContain('First 2026-11-20, last 2026-12-01');
  expect((await shop.run([...asked, '--json'])).json.sources[0].overview).toMatchObject({
    received: [{currency: 'KES', amount: '2000.00'}],
    given: [{currency: 'KES', amount: '-40.00'}],
    first: '2026-11-20',
    last: '2026-12-01',
    states: [],
    suspicious: [
      {line: 3, why: 'repeated', first: 2},
      {line: 4, why: 'outside'},
      {line: 2, why: 'unproved'},
    ],
    toLookAt: 3,
  });
});

test('a file of anything else changes nothing', async () => {
  const shop = await openShop({DUKA_TILL: 'AAA'});
  const file = join(shop.home, 'layouts.json');
  writeFileSync(file, '{"layouts":[{"columns":{"__proto__":"x"}}]}');
  const ran = await shop.run(['reconcile', 'layouts', 'import', file, '--json']);
  expect(ran).toMatchObject({exit: 2, json: {error: 'layouts-not-understood', place: 'format'}});
  expect((await shop.run(['reconcile', 'layouts', 'import', `${file}x`, '--json'])).json.error).toBe(
    'file-not-readable',
  );
  expect((await shop.run(['reconcile', 'layouts', 'list'])).out).toContain('No layout has been learned yet');
  expect((await run(['reconcile', 'layouts'])).exit).toBe(2);
});

test('the currency that a file says goes before that which was said of another', async () => {
  const shop = await openShop({DUKA_TILL: 'AAA'});
  const bank = (name: string, above: string) =>
    fileOf(shop, name, `${above}\nDate;Détails;Montant;X`, ['2026-11-20;Vente;5,00;a', '2026-11-21;Loyer;-2,00;b']);
  const amountsOf = async (file: string, ...more: readonly string[]) =>
    (await shop.run(['reconcile', '--bank-file', file, ...more, '--json'])).json.sources[0].overview.received;
  expect(await amountsOf(bank('one.csv', 'Compte;1'), '--currency', 'XOF')).toEqual([{currency: 'XOF', amount: '5'}]);
  expect(await amountsOf(bank('two.csv', 'Compte;2'))).toEqual([{currency: 'XOF', amount: '5'}]);
  expect(await amountsOf(bank('three.csv', 'Devise;EUR'))).toEqual([{currency: 'EUR', amount: '5.00'}]);
});
