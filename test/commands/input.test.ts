import {existsSync} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import {inShop} from './day-support.js';
import {collectAndLeave, collecting, type Shop} from './support.js';

const it = inShop();

/** Every bad field has its own sentence, in one line, before anything is sent or written. */
const kenya = (...more: readonly string[]) => [
  'collect',
  '--country',
  'KE',
  '--phone',
  '0712345678',
  '--amount',
  '200',
  ...more,
];

const badLines: readonly (readonly [string, readonly string[], string])[] = [
  ['no amount', ['collect', '--phone', '0712345678'], 'amount-missing'],
  ['an amount of 0', kenya('--amount', '0'), 'amount-not-positive'],
  ['a negative amount', kenya('--amount', '-5'), 'amount-not-positive'],
  ['an amount in letters', kenya('--amount', 'lots'), 'amount-not-a-number'],
  ['an amount that can be read in two ways', kenya('--amount', '1.500'), 'amount-ambiguous'],
  ['an amount above the network’s maximum', kenya('--amount', '250001'), 'amount-above-maximum'],
  ['no number', ['collect', '--amount', '200'], 'wallet-missing'],
  ['a number in letters', kenya('--phone', 'Amina'), 'wallet-not-digits'],
  ['a number that is too short', kenya('--phone', '25471234567'), 'wallet-wrong-length'],
  ['a number of another country', kenya('--phone', '+233241234567'), 'wallet-of-another-country'],
  ['an unknown country', kenya('--country', 'XX'), 'country-unknown'],
  ['an unknown currency', kenya('--currency', 'XTS'), 'currency-unknown'],
  ['a currency of another country', kenya('--currency', 'GHS'), 'currency-of-another-country'],
  ['an unknown network', kenya('--network', 'NOPE'), 'network-unknown'],
  ['a network of another country', kenya('--network', 'MTNUGA'), 'network-of-another-country'],
  ['a network that the service has switched off', kenya('--network', 'TKASHKEN'), 'network-unknown'],
  ['a language that is not spoken', kenya('--customer-language', 'xx'), 'language-unknown'],
  ['an e-mail address that is none', kenya('--customer-email', 'amina'), 'email-invalid'],
  ['a description that is too long', kenya('--description', 'x'.repeat(101)), 'text-too-long'],
  ['an unknown sale', kenya('--sale', 'T7K0MZ4K8Q2RD'), 'sale-unknown'],
  ['an empty reason to go on', kenya('--again', ' '), 'reason-missing'],
  ['a one-time password in letters', kenya('--otp', 'abcd'), 'code-wrong-length'],
  ['a patience of nothing', kenya('--wait', '0'), 'unknown-option'],
  ['a patience in letters', kenya('--wait', 'long'), 'unknown-option'],
  ['an unknown option', kenya('--bar'), 'unknown-option'],
  ['an option without its value', ['collect', '--amount'], 'unknown-option'],
  ['an unknown command', ['sell'], 'unknown-option'],
  ['Unexpected argument', ['status', 'T7K0MZ4K8Q2RD', 'more'], 'unknown-option'],
  ['a missing reference', ['status'], 'unknown-option'],
  ['an unknown payment', ['status', 'T7K0MZ4K8Q2RD'], 'payment-unknown'],
  ['an unknown payment to read', ['receipt', 'T7K0MZ4K8Q2RD'], 'payment-unknown'],
  ['a family without its command', ['journal'], 'unknown-option'],
  ['a wrong command of a family', ['bank', 'holder'], 'unknown-option'],
  ['a day that is none', ['journal', 'list', '--day', '2026-02-30'], 'day-invalid'],
  ['a currency without banks', ['bank', 'list', 'EUR'], 'currency-refused'],
  ['a width of no paper', ['receipt', 'T7K0MZ4K8Q2RD', '--width', '80'], 'unknown-option'],
  ['a zone that is none', ['--zone', 'Africa/Atlantis', 'pending'], 'zone-unknown'],
];

describe.each(badLines)('%s', (_, line, code) => {
  it('exits 2 with one line, and nothing is sent or written', async ({shop}) => {
    const {exit, err, json} = await shop.run([...line, '--json']);
    expect(json).toMatchObject({error: code});
    expect(json.message).not.toMatch(/\{|\?”|undefined/);
    expect(err.trimEnd().split('\n')).toEqual([`✗ ${json.message}`]);
    expect(exit).toBe(2);
    expect(await shop.books()).toEqual([]);
    expect(await eventsOnDisk(shop)).toEqual([]);
  });
});

async function eventsOnDisk({home}: Shop): Promise<readonly string[]> {
  const folder = join(home, 'sandbox');
  const names = existsSync(folder) ? await readdir(folder, {recursive: true}) : [];
  return names.filter(name => name.endsWith('.jsonl'));
}

it('speaks French where it is asked to', async ({shop}) => {
  const {err} = await shop.run(['collect', '--lang', 'fr', '--phone', '0712345678', '--amount', '0']);
  expect(err).toBe('✗ Le montant doit être supérieur à 0.\n');
});

it('warns of an unusual number and goes on', async ({shop}) => {
  const {err, exit} = await collectAndLeave(shop, collecting('0611345102', '--network', 'SAFKEN'));
  expect(err).toContain('! This number looks unusual for');
  expect(exit).toBe(130);
});
