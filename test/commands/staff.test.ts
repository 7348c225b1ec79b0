import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import {takeLock} from '../../store/lock.js';
import {outsideOfHashes} from '../outside-of-hashes.js';
import {inShop} from './day-support.js';
import {everyByte, openShop, type Shop} from './support.js';

const it = inShop({DUKA_TILL: 'T7K'});

const [ownerPin, cashierPin] = ['739154', '482601'];

async function staffed(shop: Shop) {
  const added = await shop.run(['staff', 'add', '--name', 'Amina Otieno', '--role', 'owner', '--pin-stdin', '--json'], {
    input: ownerPin,
  });
  const as = (...line: readonly string[]) =>
    shop.run([...line, '--as', 'Amina Otieno', '--pin-stdin', '--json'], {input: ownerPin});
  return {added, as};
}

describe.concurrent('the staff of a till', () => {
  it('may need a key outside the home to check PINs, or the recovery code', async ({onTestFinished, shop}) => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'duka-key-'));
    onTestFinished(() => rmSync(elsewhere, {recursive: true, force: true}));
    const file = join(elsewhere, 'pin-key');
    const {added, as} = await staffed(shop);
    for (const inside of [join(shop.home, 'pin-key'), join(shop.home, '..pin-key'), 'pin-key'])
      expect((await as('settings', 'set', 'pinKeyFile', inside)).json).toMatchObject({error: 'setting-invalid'});
    expect(await as('settings', 'set', 'pinKeyFile', file)).toMatchObject({exit: 0});
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const newPin = ['staff', 'change', '1', '--new-pin', '--as', 'Amina Otieno', '--pin-stdin', '--json'];
    expect(await shop.run(newPin, {input: `${ownerPin}\n604817\n`})).toMatchObject({exit: 0});
    const sale = ['cash', 'sale', '--amount', '50', '--as', 'Amina Otieno', '--pin-stdin', '--json'];
    const sells = (pin = '604817') => shop.run(sale, {input: pin});
    expect(await sells()).toMatchObject({exit: 0});
    const script = await shop.run(['staff', 'token', 'Night', '--right', 'sell', ...sale.slice(4)], {input: '604817'});
    // Who has the PINs' key can sign in wherever the home is; who has only a copy of the home cannot try one.
    const key = readFileSync(file);
    for (const other of [undefined, 'x', `${'x'.repeat(43)}\n`]) {
      if (other === undefined) rmSync(file);
      else writeFileSync(file, other);
      const told = await sells();
      expect(told).toMatchObject({exit: 5, json: {error: 'pin-key-missing', file}});
      expect(told.err).toContain('recovery code');
      expect((await sells('000111')).json).toMatchObject({error: 'pin-key-missing'}); // no hint at the PIN
    }
    writeFileSync(file, key);
    expect(await sells()).toMatchObject({exit: 0});
    // What somebody else has put into the settings is not used: neither another key nor none.
    const settings = join(shop.home, 'settings.json');
    const owners = readFileSync(settings, 'utf8');
    const theirs = `${file}.theirs`;
    writeFileSync(theirs, `${'x'.repeat(43)}\n`);
    const turned = {'604817': '728193', '728193': '604817'};
    for (const pinKeyFile of [theirs, undefined]) {
      writeFileSync(settings, JSON.stringify({...JSON.parse(owners), pinKeyFile}));
      for (const [old, next] of Object.entries(turned))
        expect(await shop.run(newPin, {input: `${old}\n${next}\n`})).toMatchObject({exit: 0});
      const stored = JSON.parse(readFileSync(join(shop.home, 'sandbox/T7K/staff-secrets.json'), 'utf8'));
      const keys = Object.values<{key?: string}>(stored).flatMap(({key: name}) => name ?? []);
      expect(new Set(keys).size).toBe(1);
      writeFileSync(settings, owners);
      expect(await sells()).toMatchObject({exit: 0});
    }
    const signed = join(shop.home, 'sandbox/T7K/settings-signed.json');
    rmSync(signed);
    writeFileSync(settings, JSON.stringify({...JSON.parse(owners), cashierGoal: 'other'}));
    expect(await sells()).toMatchObject({exit: 0});
    const unknown = await shop.run(newPin, {input: '604817\n728193\n'});
    expect(unknown.json).toMatchObject({error: 'settings-changed-outside'});
    writeFileSync(settings, owners);
    expect(await sells()).toMatchObject({exit: 0});
    expect(existsSync(signed)).toBe(true);
    const unset = ['settings', 'unset', 'pinKeyFile', '--as', 'Amina Otieno', '--pin-stdin', '--json'];
    expect((await shop.run(unset, {input: '604817'})).json).toMatchObject({error: 'pin-key-missing'});
    rmSync(file);
    const token = {environment: {DUKA_TOKEN: script.json.token}};
    expect(await shop.run(['cash', 'sale', '--amount', '50', '--json'], token)).toMatchObject({exit: 0});
    const recovery = `${added.json.recoveryCode}\n917384\n`;
    expect(await shop.run(['staff', 'recover', '--pin-stdin', '--json'], {input: recovery})).toMatchObject({exit: 0});
    expect(await sells('917384')).toMatchObject({exit: 0});
    expect(await shop.run(unset, {input: '917384'})).toMatchObject({exit: 0});
  });

  it('begins with the owner; from then on whoever does something signs in', async ({shop}) => {
    const sale = ['cash', 'sale', '--amount', '50', '--tendered', '50', '--json'];
    expect((await shop.run(sale)).exit).toBe(0);
    expect((await shop.run(['staff', 'list'])).out).toContain('everybody works as one person');
    const early = ['staff', 'add', '--name', 'Baraka', '--role', 'cashier', '--pin-stdin', '--json'];
    expect((await shop.run(early, {input: cashierPin})).json).toMatchObject({error: 'staff-owner-first'});
    const {added, as} = await staffed(shop);
    expect(added).toMatchObject({exit: 0, json: {number: 1, role: 'owner', credentials: ['pin']}});
    const {recoveryCode} = added.json;
    expect(recoveryCode).toMatch(/^(?:[2-9A-Z]{5}-){3}[2-9A-Z]{5}$/);

    expect((await shop.run(sale)).json).toMatchObject({error: 'sign-in-needed'});
    expect(await as('cash', 'sale', '--amount', '50', '--tendered', '50')).toMatchObject({exit: 0});
    const wrong = [...sale, '--as', 'Amina Otieno', '--pin-stdin'];
    expect((await shop.run(wrong, {input: '000111'})).json).toMatchObject({error: 'sign-in-refused'});
    expect((await shop.run([...sale, '--as', 'Nobody', '--pin-stdin'], {input: ownerPin})).json.error).toBe(
      'sign-in-refused',
    );
    const typed = await shop.run([...sale, '--as', 'amina otieno'], {secrets: [ownerPin]});
    expect(typed).toMatchObject({exit: 0, err: expect.stringContaining('PIN of amina otieno')});

    const badge = ['staff', 'change', 'Amina Otieno', '--badge', '--as', 'Amina Otieno', '--pin-stdin', '--json'];
    expect((await shop.run(badge, {input: `${ownerPin}\n48260117`})).json).toMatchObject({error: 'badge-short'});
    expect(await shop.run(badge, {input: `${ownerPin}\nOWN-774`})).toMatchObject({exit: 0});
    expect((await shop.run(wrong, {input: 'OWN-775'})).json).toMatchObject({error: 'sign-in-refused'});
    expect(await shop.run(wrong, {input: 'OWN-774'})).toMatchObject({exit: 0});
    expect(await as('staff', 'change', 'Amina Otieno', '--without-badge')).toMatchObject({exit: 0});
    expect((await shop.run(wrong, {input: 'OWN-774'})).json).toMatchObject({error: 'sign-in-refused'});
    const words = ['staff', 'change', 'Amina Otieno', '--passphrase', '--as', 'Amina Otieno', '--pin-stdin', '--json'];
    expect((await shop.run(words, {input: `${ownerPin}\ntoo short`})).json).toMatchObject({error: 'passphrase-short'});
    expect(await shop.run(words, {input: `${ownerPin}\nmy goats eat newspapers`})).toMatchObject({exit: 0});
    expect(await shop.run(wrong, {input: 'my goats eat newspapers'})).toMatchObject({exit: 0});

    const line = ['staff', 'add', '--name', 'Baraka', '--as', 'Amina Otieno', '--pin-stdin', '--json'];
    for (const [pin, error] of [
      ['12', 'pin-invalid'],
      ['111111', 'pin-weak'],
      ['123456', 'pin-weak'],
    ])
      expect((await shop.run(line, {input: `${ownerPin}\n${pin}\n`})).json).toMatchObject({error});
    expect((await shop.run(line, {input: `${ownerPin}\n${cashierPin}\n`})).json).toMatchObject({number: 2});
    const short = ['staff', 'change', '1', '--new-pin', '--as', 'Amina Otieno', '--pin-stdin', '--json'];
    for (const [pin, proposes] of [
      ['7391', true],
      [ownerPin, false],
    ] as const) {
      const before = pin === ownerPin ? '7391' : ownerPin;
      const {exit, err} = await shop.run(short, {input: `${before}\n${pin}\n`});
      expect([exit, err.includes('Choose at least 6')]).toEqual([0, proposes]);
    }
    const alike = line.map(word => (word === 'Baraka' ? 'Baгaka' : word));
    expect((await shop.run(alike, {input: `${ownerPin}\n${cashierPin}\n`})).json.error).toBe('name-of-two-scripts');
    const {json: people} = await shop.run(['staff', 'list', '--json']);
    expect(people.map(({name}: {name: string}) => name)).toEqual(['Amina Otieno', 'Baraka']);

    const {json: events} = await as('journal', 'export', '--format', 'csv', '--lists', 'events');
    const sales = events.filter(({type}: {type: string}) => type === 'requested');
    const owner = 'Amina Otieno';
    // Nobody has proved yet who it is when a command starts.
    const unproved = events.filter(({type}: {type: string}) => type === 'started' || type === 'stopped');
    expect(new Set(unproved.map(({person}: {person: string}) => person))).toEqual(new Set(['cashier']));
    expect(sales.map(({person}: {person: string}) => person)).toEqual(['cashier', owner, owner, owner, owner]);

    expect(await as('staff', 'remove', 'Baraka', '--reason', 'left')).toMatchObject({json: {status: 'removed'}});
    expect((await shop.run(line, {input: `${ownerPin}\n${cashierPin}\n`})).json).toMatchObject({error: 'person-taken'});
    expect(await as('staff', 'remove', '1', '--reason', 'x')).toMatchObject({json: {error: 'staff-last-owner'}});

    const lost = await shop.run(['staff', 'recover', '--pin-stdin', '--json'], {input: `AAAAA\n602817\n`});
    expect(lost.json).toMatchObject({error: 'sign-in-refused'});
    const found = await shop.run(['staff', 'recover', '--pin-stdin', '--json'], {
      input: `${recoveryCode.toLowerCase()}\n602817\n`,
    });
    expect(found.json).toMatchObject({person: {number: 1}, recoveryCode: expect.not.stringContaining(recoveryCode)});
    expect((await as('cash', 'sale', '--amount', '50', '--tendered', '50')).json.error).toBe('sign-in-refused');

    const secrets = join(shop.home, 'sandbox/T7K/staff-secrets.json');
    expect(statSync(secrets).mode & 0o077).toBe(0);
    const all = outsideOfHashes(everyByte(shop.home));
    for (const secret of [ownerPin, cashierPin, '602817', recoveryCode, recoveryCode.replaceAll('-', '')])
      expect(all).not.toContain(secret);
    const kept = JSON.parse(readFileSync(secrets, 'utf8'));
    const hashes = Object.values(kept).map(each => (each as {hash: string}).hash);
    const journal = readdirSync(join(shop.home, 'sandbox/T7K/journal')).map(file =>
      readFileSync(join(shop.home, 'sandbox/T7K/journal', file), 'utf8'),
    );
    for (const hash of hashes) expect(journal.join('')).not.toContain(hash);

    const doctor = async () => {
      const {json} = await shop.run(['doctor', '--json']);
      return json.checks.find(({name}: {name: string}) => name === 'staff');
    };
    expect(await doctor()).toMatchObject({state: 'ok', facts: {people: 1, names: ''}});
    const names = Object.keys(kept);
    writeFileSync(
      secrets,
      JSON.stringify(Object.fromEntries(names.map((each, at) => [each, kept[names.at(at - 1) ?? '']]))),
    );
    const swapped = await shop.run([...sale, '--as', 'Amina Otieno', '--pin-stdin'], {input: '602817'});
    expect(swapped.json).toMatchObject({error: 'staff-secret-missing'});
    expect(await doctor()).toMatchObject({state: 'bad', facts: {names: 'Amina Otieno'}});
    writeFileSync(secrets, '{');
    expect(await doctor()).toMatchObject({state: 'bad', facts: {error: 'staff-secrets-damaged'}});
    // Whatever became of the records, the owner is not locked out.
    let {recoveryCode: code} = found.json;
    for (const lose of [() => undefined, () => rmSync(secrets)]) {
      lose();
      const again = await shop.run(['staff', 'recover', '--pin-stdin', '--json'], {input: `${code}\n602817\n`});
      expect(again).toMatchObject({exit: 0, json: {person: {number: 1}}});
      code = again.json.recoveryCode;
      expect((await shop.run([...sale, '--as', 'Amina Otieno', '--pin-stdin'], {input: '602817'})).exit).toBe(0);
    }
  });

  it('is seen by a second person where a role may not do it alone', async ({shop}) => {
    const {as} = await staffed(shop);
    const add = ['staff', 'add', '--name', 'Baraka', '--as', 'Amina Otieno', '--pin-stdin', '--json'];
    await shop.run(add, {input: `${ownerPin}\n${cashierPin}\n`});
    const byCashier = (line: readonly string[], ...pins: readonly string[]) =>
      shop.run([...line, '--as', 'Baraka', '--pin-stdin', '--json'], {input: [cashierPin, ...pins].join('\n')});
    const sold = await byCashier(['cash', 'sale', '--amount', '80', '--tendered', '80']);
    expect(sold).toMatchObject({exit: 0});
    const refund = ['cash', 'refund', sold.json.reference, '--reason', 'broken', '--amount', '30'];
    expect((await byCashier(refund)).json).toMatchObject({error: 'approval-needed'});
    expect((await byCashier([...refund, '--approved-by', 'Baraka'], cashierPin)).json.error).toBe('own-approval');
    expect((await byCashier([...refund, '--approved-by', 'Amina Otieno'], '000222')).json.error).toBe(
      'sign-in-refused',
    );
    expect(await byCashier([...refund, '--approved-by', 'Amina Otieno'], ownerPin)).toMatchObject({exit: 0});
    // It served once.
    expect((await byCashier(refund)).json).toMatchObject({error: 'approval-needed'});
    expect((await byCashier(['staff', 'add', '--name', 'Chidi'], '917364')).json).toMatchObject({error: 'not-allowed'});
    expect((await byCashier(['mail', 'password'], 'another word')).json).toMatchObject({error: 'not-allowed'});
    const {json: events} = await as('journal', 'export', '--format', 'csv', '--lists', 'events');
    const told = events.map(({type, person}: {type: string; person: string}) => [type, person]);
    const at = told.findIndex(([type]: [string]) => type === 'refund-in-cash');
    expect(told.slice(at - 1, at + 1)).toEqual([
      ['approved', 'Amina Otieno'],
      ['refund-in-cash', 'Baraka'],
    ]);

    // Neither the safe nor the keyboard is a way around.
    await as('items', 'add', '--name', 'Bread', '--price', '120');
    for (const line of [
      ['cash', 'drop', '--amount', '50', '--reason', 'safe'],
      ['cash', 'sale', '--line', '50 bread', '--tendered', '50'],
    ]) {
      expect((await byCashier(line)).json).toMatchObject({error: 'approval-needed'});
      expect(await byCashier([...line, '--approved-by', 'Amina Otieno'], ownerPin)).toMatchObject({exit: 0});
    }

    const rule = await as('staff', 'rights', 'refund-in-cash', 'cashier', 'yes', '--limit', 'KES:40');
    expect(rule.json['refund-in-cash'].cashier).toEqual({right: 'yes', most: {KES: '40.00'}, mostInShift: {}});
    expect(await byCashier(refund)).toMatchObject({exit: 0});
    expect((await byCashier(refund.map(word => (word === '30' ? '41' : word)))).exit).not.toBe(0);
    expect((await as('staff', 'rights', 'staff', 'owner', 'no')).json).toMatchObject({error: 'rights-of-owner'});
    expect((await shop.run(['staff', 'rights'])).out).toMatch(/refund-in-cash +yes, at most KES 40.00/);

    const judged = ['shift', 'open', '--person', 'Amina Otieno', '--float', 'KES:100'];
    expect((await byCashier(judged)).json).toMatchObject({error: 'person-not-signed-in'});
    const named = (pin: string) => shop.run([...judged, '--pin-stdin', '--json'], {input: pin});
    expect((await named(cashierPin)).json).toMatchObject({error: 'sign-in-refused'});
    expect((await named(ownerPin)).json).toMatchObject({shift: {person: 'Amina Otieno'}});
    // Of a judgement `--as` is its outcome, and `--person` signs in.
    const judging = ['resolve', sold.json.reference, '--as', 'paid', '--reason', 'seen', '--pin-stdin', '--json'];
    expect((await shop.run(judging, {input: ownerPin})).json).toMatchObject({error: 'person-missing'});
    const byOwner = [...judging, '--person', 'Amina Otieno'];
    expect((await shop.run(byOwner, {input: cashierPin})).json).toMatchObject({error: 'sign-in-refused'});
    expect((await shop.run(byOwner, {input: ownerPin})).json).toMatchObject({error: 'payment-not-open'});

    // Whoever takes the drawer signs for it.
    const handOver = ['shift', 'hand-over', '--to', 'Baraka', '--as', 'Amina Otieno', '--pin-stdin', '--json'];
    for (const [pins, error] of [
      [[ownerPin], 'approval-needed'],
      [[ownerPin, ownerPin], 'sign-in-refused'],
      [[ownerPin, cashierPin], undefined],
    ] as const) {
      const {json, err} = await shop.run(handOver, {input: pins.join('\n')});
      expect(json).toMatchObject(error === undefined ? {shift: {person: 'Baraka'}} : {error});
      expect(err).toContain('Baraka takes it with a PIN or badge');
    }
    expect((await shop.run(['journal', 'verify', '--json'])).json).toMatchObject({ok: true, breaches: []});

    const newPin = ['staff', 'change', 'Baraka', '--new-pin', '--as', 'Baraka', '--pin-stdin', '--json'];
    expect((await shop.run(newPin, {input: `${cashierPin}\n573920\n`})).json).toMatchObject({name: 'Baraka'});
    expect((await byCashier(['cash', 'sale', '--amount', '1', '--tendered', '1'])).json.error).toBe('sign-in-refused');
  });

  it('works at a new till of the home too, with the rights that it has', async ({onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const at = (till: string, ...line: readonly string[]) => [...line, '--till', till, '--json'];
    const owner = {input: ownerPin};
    const added = await shop.run(at('T7K', 'staff', 'add', '--name', 'Amina', '--role', 'owner', '--pin-stdin'), owner);
    const asOwner = ['--as', 'Amina', '--pin-stdin'];
    await shop.run(at('T7K', 'staff', 'add', '--name', 'Baraka', ...asOwner), {input: `${ownerPin}\n${cashierPin}\n`});
    await shop.run(at('T7K', 'staff', 'rights', 'cash-out', 'cashier', 'no', ...asOwner), owner);
    const sale = ['cash', 'sale', '--amount', '80', '--tendered', '80'];
    const refused = await shop.run(at('N2W', ...sale, '--as', 'Baraka', '--pin-stdin'), {input: cashierPin});
    expect(refused).toMatchObject({exit: 5, json: {error: 'outside-not-allowed', names: '--new-till'}});
    expect(readdirSync(join(shop.home, 'sandbox'))).not.toContain('N2W');
    const allowing = (pin: string, ...line: readonly string[]) =>
      shop.run(at('N2W', 'settings', 'allow', '--pin-stdin', ...line), {input: pin});
    expect((await allowing(cashierPin, '--as', 'Baraka')).json).toMatchObject({error: 'not-allowed'});
    expect((await allowing('000111', '--as', 'Amina')).json).toMatchObject({error: 'sign-in-refused'});
    const till = {name: 'till', value: '"sandbox/N2W"'};
    expect((await allowing(ownerPin, '--as', 'Amina')).json).toEqual({allowed: [till]});
    expect((await shop.run(at('T7K', 'settings', 'show'))).json).toMatchObject({allowed: [till]});
    expect((await shop.run(at('N2W', ...sale))).json).toMatchObject({error: 'sign-in-needed'});
    expect(
      (await shop.run(at('N2W', 'staff', 'add', '--name', 'Chidi', '--role', 'owner', '--pin-stdin'), owner)).json
        .error,
    ).toBe('sign-in-needed');
    const byCashier = (...line: readonly string[]) =>
      shop.run(at('N2W', ...line, '--as', 'Baraka', '--pin-stdin'), {input: cashierPin});
    const sold = await byCashier(...sale);
    expect(sold).toMatchObject({exit: 0});
    expect((await byCashier('cash', 'refund', sold.json.reference, '--reason', 'broken')).json.error).toBe(
      'approval-needed',
    );
    expect((await byCashier('cash', 'out', '--amount', '5', '--reason', 'milk')).json.error).toBe('not-allowed');
    const {recoveryCode} = added.json;
    expect(
      (await shop.run(at('N2W', 'staff', 'recover', '--pin-stdin'), {input: `${recoveryCode}\n602817\n`})).exit,
    ).toBe(0);
    expect((await shop.run(at('N2W', 'journal', 'verify'))).json).toMatchObject({ok: true, breaches: []});
    // What was changed at one till is of that till.
    expect(await shop.run(at('T7K', ...sale, ...asOwner), owner)).toMatchObject({exit: 0});
    const third = at('N3W', 'settings', 'allow', '--as', 'Amina', '--pin-stdin');
    expect(await shop.run(third, owner)).toMatchObject({exit: 0});
    writeFileSync(join(shop.home, 'sandbox/T7K/staff-secrets.json'), '{'); // the third till has its people already
    expect((await shop.run(at('N3W', ...sale))).json).toMatchObject({error: 'sign-in-needed'});
  });

  it('works where the till began before it, and practises with its own PIN', async ({onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const at = (till: string, ...line: readonly string[]) => [...line, '--till', till, '--json'];
    const sale = ['cash', 'sale', '--amount', '80', '--tendered', '80'];
    for (const till of ['OLD', 'N2W']) expect(await shop.run(at(till, ...sale))).toMatchObject({exit: 0});
    const isOpen = takeLock(join(shop.home, 'sandbox/N2W'), {pid: 1, command: 'duka', since: ''}); // it takes them over at its next start
    await shop.run(at('T7K', 'staff', 'add', '--name', 'Amina', '--role', 'owner', '--pin-stdin'), {input: ownerPin});
    isOpen.release();
    expect((await shop.run(at('OLD', ...sale))).json).toMatchObject({error: 'sign-in-needed'});
    const asOwner = at('OLD', ...sale, '--as', 'Amina', '--pin-stdin');
    expect(await shop.run(asOwner, {input: ownerPin})).toMatchObject({exit: 0});
    expect((await shop.run(at('OLD', 'journal', 'verify'))).json).toMatchObject({ok: true, breaches: []});
    for (const till of ['OLD', 'T7K']) writeFileSync(join(shop.home, 'sandbox', till, 'staff-secrets.json'), '{');
    expect((await shop.run(at('N2W', ...sale))).json).toMatchObject({error: 'staff-secrets-damaged'});
  });

  it('are named in lines only after they have signed in, whoever is in the settings', async ({shop}) => {
    const {as} = await staffed(shop);
    const file = join(shop.home, 'settings.json');
    const settings = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({...settings, person: 'Amina Otieno', saleCeiling: {KES: '9'}}));
    const as2 = ['--as', 'Baraka', '--pin-stdin'];
    await shop.run(['staff', 'add', '--name', 'Baraka', '--as', 'Amina Otieno', '--pin-stdin'], {
      input: `${ownerPin}\n${cashierPin}\n`,
    });
    expect(await shop.run(['cash', 'sale', '--amount', '5', ...as2], {input: cashierPin})).toMatchObject({exit: 0});
    const {json: lines} = await as('journal', 'events', '--technical');
    const found = lines.filter(({type}: {type: string}) => ['started', 'settings-changed'].includes(type));
    expect(found.length).toBeGreaterThan(2);
    expect(found.map(({person}: {person: string}) => person)).toEqual(found.map(() => 'cashier'));
  });

  it('holds to the settings of the owner, whatever the command line and the environment say', async ({shop}) => {
    const {as} = await staffed(shop);
    await as('staff', 'rights', 'sell', 'cashier', 'yes');
    const sale = [
      'cash',
      'sale',
      '--amount',
      '80',
      '--tendered',
      '80',
      '--as',
      'Amina Otieno',
      '--pin-stdin',
      '--json',
    ];
    const sell = (more: readonly string[], environment: Record<string, string> = {}) =>
      shop.run([...sale, ...more], {environment, input: ownerPin});
    const days = () => readdirSync(join(shop.home, 'sandbox/T7K/journal')).filter(name => name.endsWith('.jsonl'));
    const before = days();
    for (const [more, environment, names] of [
      [['--zone', 'Pacific/Kiritimati'], {}, '--zone'],
      [['--day-starts-at', '23:59'], {}, '--day-starts-at'],
      [[], {DUKA_CALLBACK_URL: 'https://thief.example', DUKA_SHOP: 'Thief'}, 'DUKA_CALLBACK_URL, DUKA_SHOP'],
    ] as const)
      expect([names, (await sell(more, environment)).json]).toMatchObject([
        names,
        {error: 'outside-not-allowed', names},
      ]);
    expect(days()).toEqual(before);

    const environment = {DUKA_EMAIL: 'other@example.com', DUKA_PHONE: '254711111111'};
    const allow = ['settings', 'allow', '--as', 'Amina Otieno', '--pin-stdin', '--json'];
    const kept = await shop.run([...allow, '--zone', 'Pacific/Kiritimati'], {environment, input: ownerPin});
    expect(kept.json.allowed.map(({name}: {name: string}) => name)).toEqual(['email', 'phone', 'zone']);
    expect(days()).toEqual(before); // the day of its line is the shop’s
    expect(await sell([], environment)).toMatchObject({exit: 0});
    expect((await sell([], {...environment, DUKA_EMAIL: 'thief@example.com'})).json.names).toBe('DUKA_EMAIL');
    // What the owner sets is in force itself; what the owner accepts is all there is.
    expect(await as('settings', 'set', 'email', 'ours@example.com')).toMatchObject({exit: 0});
    expect((await sell([], environment)).json).toMatchObject({names: 'DUKA_EMAIL'});
    expect(await as('settings', 'accept')).toMatchObject({exit: 0});
    expect((await sell([], {DUKA_PHONE: '254711111111'})).json).toMatchObject({names: 'DUKA_PHONE'});
    expect((await shop.run(['journal', 'verify', '--json'])).json).toMatchObject({ok: true, breaches: []});
  });

  it('tells totals and writes exports for whoever has the right, and for a script', async ({onTestFinished, shop}) => {
    const [out, sealed] = [join(shop.home, 'archive'), join(shop.home, 'day.sealed')];
    const reports = [
      ['day'],
      ['day', '--date', '2026-11'],
      ['staff', 'report'],
      ['journal', 'export'],
      ['journal', 'events'],
      ['journal', 'show', '3'],
      ['journal', 'review', '--events'],
      ['journal', 'review', '--folder', join(shop.home, 'sandbox/T7K')],
      ['shift', 'show', '--z', '1'],
      ['shift', 'show', '--z', '1', '--format', 'html'],
      ['reconcile'],
      ['reconcile', 'countersign', sealed, '--out', `${sealed}.2`],
      ['reconcile', 'seal', '--out', `${sealed}.3`],
      ['archive', '--year', String(Temporal.Now.plainDateISO('Africa/Nairobi').year), '--out', out],
    ];
    await shop.run(['cash', 'sale', '--amount', '80', '--json']);
    await shop.run(['shift', 'z', '--person', 'Amina', '--count', 'KES:80']);
    await shop.run(['reconcile', 'seal', '--out', sealed]);
    for (const line of reports.slice(0, -3)) expect(await shop.run(line)).toMatchObject({exit: 0});
    const {as} = await staffed(shop);
    const add = ['staff', 'add', '--name', 'Baraka', '--as', 'Amina Otieno', '--pin-stdin', '--json'];
    await shop.run(add, {input: `${ownerPin}\n${cashierPin}\n`});
    const byCashier = (line: readonly string[], ...secrets: readonly string[]) =>
      shop.run([...line, '--json', '--as', 'Baraka', '--pin-stdin', '--approved-by', 'Amina Otieno'], {
        input: [cashierPin, ...secrets].join('\n'),
      });
    for (const line of reports) {
      expect((await shop.run([...line, '--json'])).json).toMatchObject({error: 'sign-in-needed'});
      const error = line[0] === 'reconcile' ? 'not-allowed' : 'approval-needed';
      expect((await byCashier(line)).json).toMatchObject({error});
    }
    for (const file of [out, `${sealed}.2`, `${sealed}.3`]) expect(existsSync(file)).toBe(false);
    // A backup is for whom the owner has named; anybody else would get all books and the keys to them.
    const {json: key} = await shop.run(['backup', 'key', join(shop.home, 'owner.key'), '--json']);
    const copy = ['backup', 'create', '--out', join(shop.home, 'copy.age'), '--json'];
    const elsewhere = [...copy, '--recipient', key.recipient];
    expect((await shop.run(elsewhere)).json).toMatchObject({error: 'sign-in-needed'});
    expect((await shop.run([...copy, '--passphrase-stdin'], {input: 'my goats eat newspapers'})).json.error).toBe(
      'sign-in-needed',
    );
    expect((await byCashier(elsewhere)).json).toMatchObject({error: 'approval-needed'});
    expect(existsSync(join(shop.home, 'copy.age'))).toBe(false);
    const recipients = JSON.stringify({recipients: [key.recipient]});
    expect(await as('settings', 'set', 'backup', recipients)).toMatchObject({exit: 0});
    expect(await shop.run(copy)).toMatchObject({exit: 0});
    // Nor for whom somebody has named in the file.
    const settings = join(shop.home, 'settings.json');
    const owners = readFileSync(settings);
    const {json: other} = await shop.run(['backup', 'key', join(shop.home, 'other.key'), '--json']);
    writeFileSync(settings, owners.toString().replace(key.recipient, other.recipient));
    rmSync(join(shop.home, 'copy.age'));
    expect((await shop.run(copy)).json).toMatchObject({error: 'settings-changed-outside', names: 'backup'});
    expect(existsSync(join(shop.home, 'copy.age'))).toBe(false);
    writeFileSync(settings, owners);
    const closing = ['closing', 'show', 'M-2026-10'];
    expect((await shop.run([...closing, '--json'])).json).toMatchObject({error: 'sign-in-needed'});
    expect((await as(...closing)).json).toMatchObject({error: 'closing-unknown'});
    for (const line of [
      ['journal', 'events', '--technical'],
      ['journal', 'list'],
      ['shift', 'show'],
      ['closing', 'list'],
    ])
      expect(await shop.run(line)).toMatchObject({exit: 0});
    expect((await byCashier(['shift', 'z'])).json).toMatchObject({error: 'approval-needed'}); // that of somebody else again
    expect(await byCashier(['day'], ownerPin)).toMatchObject({exit: 0});
    for (const line of reports) expect(await as(...line)).toMatchObject({exit: 0});
    const may = (await as('staff', 'token', 'Night report', '--right', 'totals')).json.token;
    const mayNot = (await as('staff', 'token', 'Float', '--right', 'cash-in')).json.token;
    const lock = takeLock(join(shop.home, 'sandbox/T7K'), {pid: process.pid, command: 'duka', since: ''});
    onTestFinished(() => lock.release());
    const script = (DUKA_TOKEN: string) => shop.run(['day', '--json'], {environment: {DUKA_TOKEN}});
    expect(await script(may)).toMatchObject({exit: 0});
    const exporting = await shop.run(['journal', 'export', '--json'], {environment: {DUKA_TOKEN: may}});
    expect(exporting.json).toMatchObject({error: 'not-allowed', verb: 'export'});
    expect((await script(mayNot)).json).toMatchObject({error: 'not-allowed'});
    expect((await script(`${may}2`)).json).toMatchObject({error: 'sign-in-refused'});
    expect((await as('day')).json).toMatchObject({error: 'journal-locked'});
  });

  /** What somebody has to stand for by name, and what is refused once that is known: nothing of it is in the journal here. */
  const namedCommands: readonly (readonly [line: readonly string[], error: string])[] = [
    [['shift', 'open', '--float', 'KES:100'], 'done'],
    [['shift', 'z', '--count', 'KES:100'], 'done'],
    [['closing', 'month'], 'closing-not-over'],
    [['closing', 'year'], 'closing-not-over'],
    [['resolve', 'T7K0MZ4K8Q2RD', '--as', 'paid', '--reason', 'seen'], 'payment-unknown'],
    [['ticket', 'abandon', 'T7K0MZ4K8Q2RD', '--reason', 'left'], 'ticket-unknown'],
    [['reconcile', 'accept', 'MISSING_LOCALLY:T7K0MZ4K8Q2RD', '--note', 'seen'], 'difference-unknown'],
    [['reconcile', 'match', 'QKX99ZZZ', 'T7K0MZ4K8Q2RD'], 'difference-unknown'],
    [['reconcile', 'receive', 'QKX99ZZZ'], 'difference-unknown'],
    [['reconcile', 'rules', 'add', 'RENT', '--account', 'rent'], 'done'],
    [['reconcile', 'rules', 'remove', 'RENT'], 'done'],
    [['backup', 'confirm', '--reason', 'compared'], 'done'],
  ];

  it('is asked for by every command that somebody stands for by name, who is named on the line, in the environment or by a token', async ({
    onTestFinished,
  }) => {
    const codeOf = async (shop: Shop, line: readonly string[], running: Parameters<Shop['run']>[1] = {}) =>
      (await shop.run([...line, '--json'], running)).json?.error ?? 'done';
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    for (const [line] of namedCommands) expect([line, await codeOf(shop, line)]).toEqual([line, 'person-missing']);
    const opening = ['shift', 'open', '--json'];
    const opened = await shop.run(opening, {environment: {DUKA_PERSON: 'Amina'}});
    expect(opened.json).toMatchObject({shift: {person: 'Amina'}});
    const staffedOne = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const {as} = await staffed(staffedOne);
    await as('cash', 'sale', '--amount', '100', '--tendered', '100');
    const rights = ['shift', 'close-day', 'close-books', 'resolve', 'supersede', 'accept-difference', 'receive'];
    const made = await as('staff', 'token', 'Night report', ...rights.flatMap(right => ['--right', right]));
    const script = {environment: {DUKA_TOKEN: made.json.token}};
    for (const [line, error] of namedCommands)
      expect([line, await codeOf(staffedOne, line, script)]).toEqual([line, error]);
    expect(await codeOf(staffedOne, ['shift', 'open', '--person', 'Amina Otieno'], script)).toBe(
      'person-not-signed-in',
    );
    const byName = {environment: {DUKA_PERSON: 'Amina Otieno'}, input: ownerPin};
    expect(await codeOf(staffedOne, ['shift', 'open', '--pin-stdin'], byName)).toBe('done');
    expect(await codeOf(staffedOne, ['shift', 'open'], {environment: {DUKA_PERSON: 'Amina Otieno'}})).toBe(
      'sign-in-needed',
    );
    const {json: events} = await as('journal', 'export', '--format', 'csv', '--lists', 'events');
    const shifts = events.filter(({type}: {type: string}) => type === 'shift-opened');
    expect(shifts.map(({person}: {person: string}) => person)).toEqual(['Night report', 'Amina Otieno']);
    expect((await staffedOne.run(['journal', 'verify', '--json'])).json).toMatchObject({breaches: []});
  });

  it('lets a script do what its token names', async ({shop}) => {
    const early = ['staff', 'token', 'Night report', '--right', 'totals', '--json'];
    expect((await shop.run(early)).json).toMatchObject({error: 'staff-owner-first'});
    const {as} = await staffed(shop);
    const made = await as('staff', 'token', 'Night report', '--right', 'totals', '--right', 'cash-in');
    const {token} = made.json;
    expect(made).toMatchObject({exit: 0, json: {number: 2, rights: ['totals', 'cash-in'], credentials: ['token']}});
    const script = (line: readonly string[], DUKA_TOKEN: string = token) =>
      shop.run([...line, '--json'], {environment: {DUKA_TOKEN}});
    const putIn = ['cash', 'in', '--amount', '50', '--reason', 'change'];
    expect((await script(putIn)).exit).toBe(0);
    expect((await script(['cash', 'sale', '--amount', '5', '--tendered', '5'])).json.error).toBe('not-allowed');
    expect((await script(putIn, `${token}2`)).json).toMatchObject({error: 'sign-in-refused'});
    expect((await script(putIn, token.replace('2.', '1.'))).json).toMatchObject({error: 'sign-in-refused'});
    expect((await script(putIn, 'nonsense')).json).toMatchObject({error: 'token-unreadable'});
    const sold = await as('cash', 'sale', '--amount', '5', '--tendered', '5');
    await as('receipt', sold.json.reference);
    expect((await script(['receipt', sold.json.reference, '--copy'])).json).toMatchObject({error: 'not-allowed'});
    expect((await shop.run(['staff', 'list'])).out).toContain('Night report  script: totals, cash-in');
    const all = everyByte(shop.home);
    for (const secret of [token, token.slice(2), token.slice(2).replaceAll('-', '')]) expect(all).not.toContain(secret);
    const {json: checked} = await shop.run(['doctor', '--json']);
    expect(checked.checks.find(({name}: {name: string}) => name === 'staff')).toMatchObject({facts: {people: 1}});
    expect((await as('staff', 'remove', 'Night report', '--reason', 'no longer')).exit).toBe(0);
    expect((await script(putIn)).json).toMatchObject({error: 'sign-in-refused'});
    expect((await shop.run(['journal', 'verify', '--json'])).json).toMatchObject({breaches: []});
  });
});
