import {readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import {inShop} from './day-support.js';
import {collectAndLeave, openShop, paymentIn, type Shop} from './support.js';

const it = inShop({DUKA_TILL: 'T7K'});

const sale = ['cash', 'sale', '--amount', '200'];
const technical = ['journal', 'events', '--technical', '--json'];

const settingsOf = (shop: Shop) => join(shop.home, 'settings.json');
const edit = (shop: Shop, change: object) => {
  const now = JSON.parse(readFileSync(settingsOf(shop), 'utf8'));
  writeFileSync(settingsOf(shop), JSON.stringify({...now, ...change}));
};
const changed = async (shop: Shop) =>
  (await shop.run(technical)).json.filter(({type}: {type: string}) => type === 'settings-changed');

describe.concurrent('settings', () => {
  it('are set by one verb, written down and signed', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K', DUKA_PERSON: 'Amina'}, onTestFinished);
    await shop.run(sale);
    const set = await shop.run(['settings', 'set', 'printer.address', '127.0.0.1:9100']);
    expect(set).toMatchObject({exit: 0, out: '✓ printer.address  - → "127.0.0.1:9100"\n', err: ''});
    await shop.run(['settings', 'set', 'cardCurrencies', '["USD"]']);
    const keyed = await shop.run(['settings', 'set', 'keys.live', '--json', '--pin-stdin'], {
      input: 'PZ78-PKLIVE-SECRET',
    });
    expect(keyed.json.changes).toMatchObject([{name: 'keys.live', from: null}]);
    edit(shop, {shortcuts: {basket: ['i']}});
    expect((await shop.run(['settings', 'set', 'theme', 'dark'])).out).toBe('✓ Saved.\n');
    expect((await shop.run(['settings', 'unset', 'shortcuts'])).exit).toBe(0);
    expect((await shop.run(['settings', 'unset', 'cardCurrencies'])).exit).toBe(0);
    const lines = await changed(shop);
    expect(lines.map(({person, data}: {person: string; data: {by: string}}) => [person, data.by])).toEqual(
      Array(4).fill(['Amina', 'owner']),
    );
    expect(JSON.stringify(lines)).not.toContain('PKLIVE');
    const {json, out} = await shop.run(['settings', 'show', '--json']);
    expect(json).toMatchObject({
      settings: {'printer.address': '127.0.0.1:9100', theme: 'dark', 'keys.live': '…'},
      standing: 'as-signed',
      changes: [],
      changedBy: {'printer.address': {person: 'Amina'}, 'keys.live': {person: 'Amina'}},
    });
    const printer = await shop.run(['settings', 'show', 'printer']);
    expect(printer.out).toMatch(/^Receipts\n {2}Printer +printer\.address +127\.0\.0\.1:9100 {2}\(Amina, .*\)\n/);
    const receipts = await shop.run(['settings', 'show', 'receipts']);
    expect(receipts.out).toMatch(/^Receipts\n[\s\S]*Cash drawer +printer\.drawer +not set\n/);
    expect(out).not.toContain('PKLIVE');
    expect(await shop.run(sale)).toMatchObject({exit: 0, err: ''});
    const signed = join(shop.home, 'sandbox', 'T7K', 'settings-signed.json');
    expect(readFileSync(signed, 'utf8')).not.toContain('PKLIVE');
    expect(statSync(signed).mode & 0o777).toBe(0o600);
  });

  it('that are secrets are no words of a command', async ({shop}) => {
    const secret = 'PZ78-PKTEST-5A4DB0C5-0000-4000-8000-000000000001';
    for (const [name, value] of [
      ['keys.test', secret],
      ['keys', JSON.stringify({test: secret})],
      ['mail.password', secret],
    ] as const) {
      const {exit, out, err} = await shop.run(['settings', 'set', name, value, '--json']);
      expect([exit, JSON.parse(out).message]).toEqual([
        2,
        expect.stringMatching(`^${name} never .* Nothing was changed.$`),
      ]);
      expect(out + err).not.toContain(secret);
      expect(await shop.run(['settings', 'set', name, '--json'])).toMatchObject({
        exit: 2,
        json: {error: 'unknown-option'},
      });
    }
    expect((await shop.run(['settings', 'set', 'zone', '--json'])).json).toMatchObject({error: 'unknown-option'});
    const piped = {input: `${secret}\n`};
    for (const name of ['keys.test', 'mail.password'])
      expect(await shop.run(['settings', 'set', name, '--pin-stdin'], piped)).toMatchObject({exit: 0});
    expect(readFileSync(join(shop.home, 'sandbox/T7K/mail-password'), 'utf8')).toBe(`${secret}\n`);
    expect(JSON.parse(readFileSync(join(shop.home, 'settings.json'), 'utf8'))).toMatchObject({keys: {test: secret}});
  });

  it('name another country by its name, until the shop has sold', async ({shop}) => {
    const set = async (name: string) => (await shop.run(['settings', 'set', 'country', name, '--json'])).json;
    expect(await set('Costa do Marfim')).toMatchObject({changes: [{name: 'country', to: '"CI"'}]});
    expect(await set('Guinea')).toMatchObject({changes: [{name: 'country', to: '"GN"'}]});
    expect(await set('kenya')).toMatchObject({changes: [{name: 'country', to: '"KE"'}]});
    await shop.run(sale);
    const held = await shop.run(['settings', 'set', 'country', 'CI']);
    expect(held.err).toContain('This shop has sold in Kenya, so it stays there');
    edit(shop, {country: 'CI'});
    expect((await shop.run(['settings', 'accept'])).err).toContain('déjà vendu dans son pays (Kenya) et y reste');
  });

  it.for([
    [['nonsense', '1'], 2, 'setting-unknown'],
    [['zone.part', '1'], 5, 'setting-invalid'],
    [['typedCards', 'perhaps'], 5, 'setting-invalid'],
    [['printer.columns', '47'], 5, 'setting-invalid'],
    [['shortcuts', '{"basket": ["?"]}'], 5, 'setting-invalid'],
    [['zone', 'Nowhere/Land'], 2, 'zone-unknown'],
    [['country', 'XX'], 2, 'country-unknown'],
    [['country', 'Moçambique'], 2, 'country-held'],
    [['country', 'guin'], 2, 'country-unclear'],
    [['shop', '4508750015741019'], 2, 'card-on-command-line'],
  ] as const)('cannot be %j', async ([words, exit, error], {shop}) => {
    await shop.run(sale);
    const before = readFileSync(settingsOf(shop), 'utf8');
    expect(await shop.run(['settings', 'set', ...words, '--json'])).toMatchObject({exit, json: {error}});
    expect(readFileSync(settingsOf(shop), 'utf8')).toBe(before);
    expect(await changed(shop)).toEqual([]);
  });

  it('changed in the file are warned about until the owner accepts them, and recorded once', async ({shop}) => {
    await shop.run(sale);
    edit(shop, {zone: 'Africa/Kampala', theme: 'light'});
    const told = '! The settings were changed outside of this till (zone).';
    for (const _ of [1, 2]) expect((await shop.run(sale)).err).toContain(told);
    expect(await changed(shop)).toMatchObject([
      {data: {by: 'outside', changes: [{name: 'zone', from: null, to: '"Africa/Kampala"'}]}},
    ]);
    const doctor = await shop.run(['doctor', '--json']);
    const check = doctor.json.checks.find(({name}: {name: string}) => name === 'settings');
    expect(check).toMatchObject({state: 'warning', facts: {changed: 'zone'}});
    const show = await shop.run(['settings', 'show']);
    expect(await shop.run(['settings'])).toEqual(show);
    expect(show.err).toContain('zone  - → "Africa/Kampala"');
    expect(show.out).toMatch(/Time zone +zone +Africa\/Kampala +\(changed outside\)/);
    const mixed = await shop.run(['settings', 'set', 'dayStartsAt', '05:00', '--json']);
    expect(mixed).toMatchObject({exit: 5, json: {error: 'settings-changed-outside'}});
    expect((await shop.run(['settings', 'accept'])).exit).toBe(0);
    expect((await shop.run(['settings', 'show', 'zone', '--json'])).json.changedBy).toMatchObject({
      zone: {person: 'cashier'},
    });
    expect(await shop.run(sale)).toMatchObject({exit: 0, err: ''});
    expect(await changed(shop)).toMatchObject([{data: {by: 'outside'}}, {data: {by: 'owner'}}]);
  });

  it('of sums are not in force when somebody else has written them into the file', async ({shop}) => {
    await shop.run(sale);
    edit(shop, {authorisedDifference: {KES: '100000'}, cashStep: {KES: '1000'}, walletStep: {KES: '1000'}});
    const sold = await shop.run(['cash', 'sale', '--amount', '1499', '--tendered', '1499', '--json']);
    expect(sold.json).toMatchObject({amount: '1499.00', tendered: '1499.00'});
    const asked = await collectAndLeave(shop, ['collect', '--amount', '1499', '--phone', '0712345678', '--json']);
    expect(paymentIn(asked).amount).toBe('1499.00');
    const closed = await shop.run(['shift', 'z', '--person', 'Amina', '--count', 'KES:1', '--note', 'x', '--json']);
    expect(closed.json.error).toBe('difference-needs-second-person');
    expect((await shop.run(['settings', 'accept'])).exit).toBe(0);
    expect((await shop.run(['cash', 'sale', '--amount', '1499', '--anyway', '--json'])).json.amount).toBe('1000.00');
  });

  it('and their signature, put back together or taken away, are told too', async ({shop}) => {
    await shop.run(sale);
    const signed = join(shop.home, 'sandbox', 'T7K', 'settings-signed.json');
    const before = [readFileSync(settingsOf(shop)), readFileSync(signed)] as const;
    await shop.run(['settings', 'set', 'cooldownMinutes', '5']);
    writeFileSync(settingsOf(shop), before[0]);
    writeFileSync(signed, before[1]);
    expect((await shop.run(sale)).err).toContain('changed outside of this till (-)');
    edit(shop, {cooldownMinutes: 1});
    const forged = JSON.parse(String(before[1]));
    writeFileSync(signed, JSON.stringify({...forged, settings: {...forged.settings, cooldownMinutes: '1'}}));
    expect((await shop.run(sale)).err).toContain('changed outside of this till (-)');
    expect(await changed(shop)).toHaveLength(3);
  });

  it('are not put in force by removing their signature, starting again, or a new till', async ({onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    await shop.run([...sale, '--till', 'T7K']);
    edit(shop, {
      till: {sandbox: 'T7K'},
      mail: {host: 'mail.thief.example', from: 'a@thief.example'},
      cooldownMinutes: 1,
    });
    const told = 'changed outside of this till';
    expect((await shop.run(sale)).err).toContain(`${told} (cooldownMinutes, mail.from, mail.host)`);
    for (const _ of [1, 2]) {
      rmSync(join(shop.home, 'sandbox', 'T7K', 'settings-signed.json'), {force: true});
      expect((await shop.run(sale)).err).toContain(`${told} (-)`);
    }
    const doctor = await shop.run(['doctor', '--json']);
    const check = doctor.json.checks.find(({name}: {name: string}) => name === 'settings');
    expect(check).toMatchObject({state: 'warning', facts: {changed: '-'}});
    expect(await changed(shop)).toHaveLength(1);
    expect((await shop.run([...sale, '--new-till'])).err).toContain(told);
    expect((await shop.run(['settings', 'show', '--json'])).json.standing).toBe('changed');
    expect((await shop.run(['settings', 'accept'])).exit).toBe(0);
    expect(await shop.run(sale)).toMatchObject({exit: 0, err: ''});
  });

  it('that matter for money are the owner’s alone once the till has staff', async ({shop}) => {
    const pins = (...lines: readonly string[]) => ({input: lines.map(line => `${line}\n`).join('')});
    const owner = ['--as', 'Amina', '--pin-stdin'];
    await shop.run(['staff', 'add', '--name', 'Amina', '--role', 'owner', '--pin-stdin'], pins('582931'));
    const added = await shop.run(
      ['staff', 'add', '--name', 'Baraka', '--role', 'manager', ...owner],
      pins('582931', '739182'),
    );
    expect(added.exit).toBe(0);
    const set = ['settings', 'set', 'cooldownMinutes', '0', '--json'];
    const refused = await shop.run([...set, '--as', 'Baraka', '--pin-stdin'], pins('739182'));
    expect(refused).toMatchObject({exit: 2, json: {error: 'not-allowed'}});
    expect(await changed(shop)).toEqual([]);
    expect(await shop.run([...set, ...owner], pins('582931'))).toMatchObject({exit: 0});
    expect(await changed(shop)).toMatchObject([{person: 'Amina', data: {by: 'owner'}}]);
    const {out} = await shop.run(technical.slice(0, -1));
    for (const told of ['1 Amina owner', '2 Baraka manager', '2 pin', 'owner  cooldownMinutes - → 0'])
      expect(out).toContain(told);
  });
});
