import {readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, it} from 'vitest';
import {makeSigningKey} from '../../src/print/signing-key.js';
import {beginDays, type ShopDays} from '../commands/day-support.js';
import {openShop, type Shop} from '../commands/support.js';
import {headOf, linesOf, newestOf} from '../commands/thief.js';

const codeIn = (text: string, kind: 'DUKA1' | 'DUKAZ1') =>
  new RegExp(`${kind}\\.[\\w-]+\\.[\\w-]{86}`).exec(text.replaceAll(/\s/g, ''))?.[0] ?? '';
const keyFile = (shop: Shop) => join(dirname(headOf(shop)), 'signing-key.pem');

async function sold({run}: ShopDays): Promise<string> {
  const {json} = await run('cash', 'sale', '--amount', '200', '--json');
  return codeIn((await run('receipt', json.reference)).out, 'DUKA1');
}
const closing = ['shift', 'z', '--person', 'Amina', '--count'] as const;
const doctored = async ({run}: ShopDays) => {
  const {json} = await run('doctor', '--json');
  return json.checks.find(({name}: {name: string}) => name === 'signing-key');
};

describe.concurrent('a signing key in place of another', () => {
  it('is written down, loud in the doctor and on the next Z, and old slips are proved by the key of their time', async ({
    expect,
    onTestFinished,
  }) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const days = await beginDays(shop);
    const before = await sold(days);
    await days.run(...closing, 'KES:200');
    const z = codeIn((await days.run('shift', 'show', '--z', '1')).out, 'DUKAZ1');
    expect(await doctored(days)).toMatchObject({state: 'ok', facts: {keys: 1}});
    const {privateKey, publicKey} = makeSigningKey();
    writeFileSync(keyFile(shop), privateKey);
    expect(await doctored(days)).toBeUndefined(); // the journal itself is not proved
    expect(await days.run('journal', 'verify', '--json')).toMatchObject({exit: 7, json: {why: 'head-key-missing'}});
    expect(await days.run('journal', 'accept', '--person', 'Amina')).toMatchObject({exit: 0});
    const after = await sold(days);
    const named = linesOf(newestOf(shop)).find(({type}) => type === 'signing-key');
    expect(named).toMatchObject({data: {publicKey, signature: null}});
    expect(await doctored(days)).toMatchObject({state: 'warning', facts: {keys: 2, line: named?.seq}});
    for (const code of [before, after])
      expect(await days.run('claim', '--qr', code, '--json')).toMatchObject({exit: 0, json: {genuine: true}});
    expect(await days.run('journal', 'verify', '--z', z, '--json')).toMatchObject({exit: 0, json: {ok: true}});
    expect((await days.run(...closing, 'KES:200')).out).toContain('! KEY CHANGED, UNSIGNED');
    expect((await days.run('shift', 'show', '--z', '1')).out).not.toContain('KEY CHANGED');
    await days.nextMorning();
    await sold(days);
    expect((await days.run(...closing, 'KES:200')).out).not.toContain('KEY CHANGED'); // it was said once
    expect(await doctored(days)).toMatchObject({state: 'warning', facts: {keys: 2}}); // and stays said here
    expect(await days.run('claim', '--qr', before, '--json')).toMatchObject({exit: 0, json: {genuine: true}});
  });

  it('signed by the one before is no alarm, also where it comes with a new day', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const days = await beginDays(shop);
    const before = await sold(days);
    await days.nextMorning();
    renameSync(keyFile(shop), keyFile(shop).replace('.pem', '.old.pem'));
    const after = await sold(days);
    expect(await doctored(days)).toMatchObject({state: 'ok', facts: {keys: 2}});
    const closed = await days.run(...closing, 'KES:400');
    expect(closed.out).toContain('New signing key');
    expect(closed.out).not.toContain('UNSIGNED');
    for (const code of [before, after])
      expect(await days.run('claim', '--qr', code, '--json')).toMatchObject({exit: 0, json: {genuine: true}});
  });

  it('signs nothing before its time: a slip of the other key is forged', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const days = await beginDays(shop);
    const before = await sold(days);
    const old = readFileSync(keyFile(shop), 'utf8');
    rmSync(keyFile(shop));
    await days.run('journal', 'accept', '--person', 'Amina');
    await sold(days);
    const {readReceipt, signReceipt} = await import('../../src/print/signature.js');
    const claim = readReceipt(before, '')?.claim;
    if (claim === undefined) throw new Error('no code was printed');
    const prove = async (key: string) =>
      (await days.run('claim', '--qr', signReceipt(claim, key), '--json')).json.genuine;
    expect([await prove(old), await prove(readFileSync(keyFile(shop), 'utf8'))]).toEqual([true, false]);
  });
});
