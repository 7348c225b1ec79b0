import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import {faultsAfter, faultsBefore} from '../../src/sandbox/faults/broken-answer.js';
import {bytesWithoutChance, cardLeaks, digitRuns, withoutChance} from '../card-leaks.js';
import {goToBank, linksIn, tellTill} from './bank-page.js';
import {challengedCards, piped, plainCards} from './card-support.js';
import {inShop} from './day-support.js';
import {begin, type Ran, type Shop} from './support.js';

const it = inShop();

/** A PIN, and a security code that no test card has. */
const [pin, code] = ['731946', '739'];

/** A number that the service does not know. */
const unknown = '4929417583628140';
const numbers = [...challengedCards, ...plainCards, unknown];

/** What of the cards is in a text. The code, of three digits, is looked for as a word of its own. */
function secretsIn(text: string): readonly string[] {
  const found = cardLeaks(text, numbers, [pin]);
  return new RegExp(`\\b${code}\\b`).test(withoutChance(text)) ? [...found, code] : found;
}

/** The same of a file that is no text, and holds chance digits anywhere. */
function secretsInBytes(bytes: string): readonly string[] {
  const text = bytesWithoutChance(bytes);
  return [pin, ...numbers.flatMap(number => digitRuns(number, 8))].filter(secret => text.includes(secret));
}

function secretsInFiles({home}: Shop): readonly string[] {
  const entries = readdirSync(home, {recursive: true, withFileTypes: true});
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  for (const ending of ['.jsonl', '.db', 'settings.json']) {
    if (!files.some(file => file.endsWith(ending))) throw new Error(`there is no ${ending} to search`);
  }
  return files.flatMap(file => {
    const bytes = readFileSync(file, 'latin1');
    const found = /\.jsonl?$|\.log$/.test(file) ? secretsIn(bytes) : secretsInBytes(bytes);
    return found.map(secret => `${secret} in ${file}`);
  });
}

const secretsSaid = (all: readonly Ran[]) => all.flatMap(({out, err}) => [...secretsIn(out), ...secretsIn(err)]);

/** Charges naira, so that a PIN goes with every card, and no amount twice. */
function chargesOf(shop: Shop) {
  let amount = 2000;
  const all: Ran[] = [];
  const charge = async (card: Readonly<Record<string, unknown>>, ...more: readonly string[]) => {
    amount += 1;
    const line = ['charge', '--card-stdin', '--currency', 'NGN', '--amount', String(amount), '--wait', '1', ...more];
    all.push(await shop.run(line, {input: piped({pin, cardHolderName: 'AMINA OTIENO', ...card})}));
  };
  return {all, charge};
}

/** Everything that can be read of all payments, in sentences and for scripts. */
async function readAll(shop: Shop): Promise<readonly Ran[]> {
  const {json} = await shop.run(['journal', 'list', '--json']);
  const references = json.flatMap(({type, reference}: Record<string, string>) =>
    type === 'requested' ? reference : [],
  );
  const lines = references.flatMap((reference: string) => [
    ['status', reference],
    ['why', reference],
    ['receipt', reference],
    ['journal', 'show', reference],
  ]);
  const all: Ran[] = [];
  for (const line of [['pending'], ['journal', 'list'], ...lines])
    all.push(await shop.run(line), await shop.run([...line, '--json']));
  return all;
}

describe.concurrent('nothing of a card is kept or said but its brand and its last four digits', () => {
  it.for([...faultsBefore, ...faultsAfter])('under the fault %s', async (fault, {shop}) => {
    const {all, charge} = chargesOf(shop);
    await shop.faults({rules: ['card-charge', 'card-status'].map(route => ({route, fault}))});
    await charge({cardNumber: plainCards[0]});
    await charge({cardNumber: challengedCards[0]}, '--json');
    await charge({cardNumber: unknown, securityCode: code});
    await shop.faults({});
    const read = await readAll(shop);
    expect(read.length).toBeGreaterThan(20);
    expect(secretsSaid([...all, ...read])).toEqual([]);
    expect(secretsInFiles(shop)).toEqual([]);
  });

  it('when it is refused, by the service or by the till', async ({shop}) => {
    const {all, charge} = chargesOf(shop);
    await charge({cardNumber: unknown}, '--json');
    for (const cardNumber of plainCards) await charge({cardNumber, securityCode: code}, '--json');
    for (const cardNumber of challengedCards) await charge({cardNumber, expiryMonth: '05'}, '--lang', 'fr');
    const read = await readAll(shop);
    expect(read.some(({out}) => out.includes('Unable to determine card payment'))).toBe(true);
    await charge({cardNumber: plainCards[1], securityCode: `${code}1`});
    await charge({cardNumber: plainCards[1], pin: `${pin}1`}, '--json');
    await charge({cardNumber: `${plainCards[1]}1`});
    await charge({cardNumber: plainCards[1], [pin]: code}, '--json');
    await charge({cardNumber: plainCards[1], cardHolderName: unknown});
    all.push(await shop.run(['charge', '--card-number', unknown, '--pin', pin, '--cvv', code, '--json']));
    expect(all.slice(-6).map(({exit}) => exit)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(secretsSaid([...all, ...read])).toEqual([]);
    expect(secretsInFiles(shop)).toEqual([]);
  });

  it('when its bank asks, when it is paid, and when it is given back', async ({shop}) => {
    const line = ['charge', '--card-stdin', '--currency', 'NGN', '--amount', '3001', '--json'];
    const charged = begin(shop, line, {}, {input: piped({pin, cardNumber: challengedCards[1]})});
    await charged.until(/The customer confirms here.*\n/);
    const [link = ''] = linksIn(charged.said());
    const page = await (await fetch(link)).text();
    const shown = await (await goToBank(link)).submit('approve', {code: '1234'});
    await tellTill(link);
    const paid = await charged.ended;
    expect(paid).toMatchObject({exit: 0, json: {card: {brand: 'Mastercard', lastFour: '0008'}}});
    const back = await shop.run(['refund', paid.json.reference]);
    expect(back.exit).toBe(0);
    expect(secretsSaid([paid, back, ...(await readAll(shop))])).toEqual([]);
    expect([...secretsIn(page), ...secretsIn(shown.text)]).toEqual([]);
    expect(secretsInFiles(shop)).toEqual([]);
  });

  it('and would be found if it were', () => {
    for (const number of numbers) {
      expect(secretsIn(`x${number}x`).length).toBeGreaterThan(1);
      expect(secretsIn(`{"pan":"${number.slice(0, 6)}xxxxxx${number.slice(-4)}"}`)).toEqual([number.slice(0, 6)]);
      expect(secretsIn(`…${number.slice(-4)}`)).toEqual([]);
      expect(secretsInBytes(`\0${number}\0`).length).toBeGreaterThan(1);
    }
    expect(secretsIn(`{"securityCode":"${code}","pin":"${pin}"}`)).toEqual([pin, code]);
  });
});
