import {existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {Problem} from '../../src/core/problem.js';
import {type SlipPart, slipText} from '../../src/core/slip/slip.js';
import {readReceipt, readZ} from '../../src/print/signature.js';
import {ownKey} from '../../src/till/signing.js';
import {delivering, type IssuedSlip} from '../../src/till/slips.js';
import {type HomeSettings, openSettings} from '../../store/settings.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {eventsOn} from './card-till.js';
import {order, temporaryFolder} from './real-till.js';
import {kes, obedientService, openStillShop, type ShopParts, stillWorld} from './still-shop.js';

const day = 24 * 60 * 60_000;
const text = {format: 'text', width: 42} as const;
const inCash = (minor: number) => ({amount: kes(minor), country: 'KE', description: ''}) as const;
const closing = {person: 'Wanjiru', notAsked: 0};

/** A home on the real disk for the key and the settings; the journal is in memory. */
async function openHome() {
  const home = temporaryFolder();
  const settings = await openSettings(home);
  const disk = new MemoryDisk();
  const open = async (more: ShopParts = {}) =>
    (await openStillShop({disk, sign: (await ownKey(home, settings, 'sandbox')).sign, ...more})).till;
  return {home, settings, disk, open, keyFile: join(home, 'signing-key.pem')};
}

const publicKey = (settings: HomeSettings) => settings.read().signingKeys?.sandbox ?? '';
const linesOf = (parts: readonly SlipPart[]) => slipText(parts, 42).map(line => line.trim());
const qrOf = (parts: readonly SlipPart[]) => parts.flatMap(part => (part.kind === 'qr' ? [part.text] : []));
/** What stands at both ends of a slip, and would have to be cut off twice. */
const endsOf = ({parts}: Pick<IssuedSlip, 'parts'>) => {
  const lines = linesOf(parts);
  const first = lines.indexOf('Duka');
  const [top, bottom] = [lines.slice(0, first), lines.slice(-first || lines.length).toReversed()];
  expect(bottom).toEqual(top);
  return top;
};

describe('a receipt', () => {
  it('is the original once, and a numbered copy ever after, over restarts and days', async () => {
    const {open, disk} = await openHome();
    const world = stillWorld();
    const till = await open({world});
    const {reference} = await till.takeCash(inCash(500));
    const both = await Promise.all([till.issueReceipt(reference, text), till.issueReceipt(reference, text)]);
    expect(both.map(({copy}) => copy)).toEqual([0, 1]);
    expect(both.map(endsOf)).toEqual([
      ['*** SANDBOX - NO MONEY MOVED ***'],
      ['*** SANDBOX - NO MONEY MOVED ***', 'COPY 1'],
    ]);
    await till.close();
    const again = await open({world});
    expect((await again.issueReceipt(reference, text)).copy).toBe(2);
    for (let passed = 0; passed < 3; passed += 1) {
      world.pass(day);
      await again.takeCash(inCash(100));
    }
    expect(again.state.payments.has(reference)).toBe(false);
    const late = await again.issueReceipt(reference, {format: 'html', width: 32});
    expect(endsOf(late)).toContain('COPY 3');
    await again.close();
    const last = await open({world});
    expect(endsOf(await last.issueReceipt(reference, text))).toContain('COPY 4');
    expect(last.state.ledger.period.counts).toMatchObject({receipts: 1, copies: 4});
    const printed = eventsOn(disk).filter(event => event.type === 'slip-printed');
    expect(printed.map(({data}) => `${data.kind} ${data.copy} ${data.format}`)).toEqual([
      ...['receipt 0 text', 'receipt 1 text', 'receipt 2 text', 'receipt 3 html', 'receipt 4 text'],
    ]);
  });

  it('is no copy of a slip of which the printer took nothing, and is one where it may have taken some', async () => {
    const {open, disk} = await openHome();
    const till = await open();
    const {reference} = await till.takeCash(inCash(500));
    const issue = () => till.issueReceipt(reference, text);
    const failing = (slip: IssuedSlip, taken: 'nothing' | 'some') => {
      const refuse = () =>
        Promise.reject(new Problem('printer-unreachable', {address: 'p', code: 'ECONNREFUSED'}, {taken}));
      return expect(delivering(slip, refuse)).rejects.toMatchObject({code: 'printer-unreachable'});
    };
    await failing(await issue(), 'nothing');
    expect(till.state.payments.get(reference)?.receipts).toBe(0);
    const first = await issue();
    expect([first.copy, endsOf(first)]).toEqual([0, ['*** SANDBOX - NO MONEY MOVED ***']]);
    const second = await issue();
    await failing(first, 'nothing'); // another was printed meanwhile, whose number stays
    await failing(second, 'some');
    expect((await issue()).copy).toBe(2);
    expect(till.state.ledger.period.counts).toMatchObject({receipts: 1, copies: 2});
    expect(eventsOn(disk).filter(({type}) => type === 'slip-not-printed')).toHaveLength(1);
    await till.close();
    const again = await open();
    expect((await again.issueReceipt(reference, text)).copy).toBe(3);
  });

  it('is proven by the public key of the settings, whoever reads its code', async () => {
    const {open, settings, disk} = await openHome();
    const till = await open();
    const {reference} = await till.takeCash(inCash(18_050));
    const {parts} = await till.issueReceipt(reference, text);
    const [proof = ''] = qrOf(parts);
    const claim = {
      till: 'T7K',
      reference,
      amount: '181.00',
      currency: 'KES',
      profile: 'sandbox',
      businessDate: '2026-11-20',
      paidAt: Date.UTC(2026, 10, 20, 11),
    };
    const printed = () => eventsOn(disk).findLast(({type}) => type === 'slip-printed');
    const upTo = () => ({seq: printed()?.seq, head: printed()?.hash.slice(0, 32)});
    expect(readReceipt(proof, publicKey(settings))).toEqual({claim: {...claim, journal: upTo()}, isGenuine: true});
    await till.close();
    const again = await open();
    const [copy = ''] = qrOf((await again.issueReceipt(reference, text)).parts);
    expect(readReceipt(copy, publicKey(settings))).toEqual({claim: {...claim, journal: upTo()}, isGenuine: true});
    expect(upTo().seq).toBeGreaterThan(3);
  });

  it('of what is not paid is no receipt: a banner at both ends, no proof and no number', async () => {
    const {open} = await openHome();
    const {service, accounts} = obedientService();
    const world = stillWorld();
    const till = await open({service, world});
    const {reference, finished} = await till.collect(order('678'));
    await finished;
    for (let times = 0; times < 2; times += 1) {
      const pending = await till.issueReceipt(reference, text);
      expect([pending.copy, qrOf(pending.parts)]).toEqual([0, []]);
      expect(endsOf(pending).join('\n')).toMatch(/PENDING - NOT A RECEIPT/);
      expect(linesOf(pending.parts)).not.toContain('RECEIPT');
    }
    Object.assign(accounts.get(reference) ?? {}, {says: 'Completed'});
    world.pass(120_000);
    await till.check(reference);
    const receipt = await till.issueReceipt(reference, text);
    expect([receipt.copy, qrOf(receipt.parts).length]).toEqual([0, 1]);
    Object.assign(accounts.get(reference) ?? {}, {says: 'Reversed'});
    world.pass(120_000);
    await till.check(reference);
    const disputed = await till.issueReceipt(reference, text);
    expect([disputed.copy, qrOf(disputed.parts)]).toEqual([0, []]);
    expect(endsOf(disputed).join('\n')).toMatch(/UNDER REVIEW - NOT A RECEIPT/);
    expect(till.state.ledger.period.counts).toMatchObject({receipts: 1, copies: 0, pendingSlips: 3});
  });
});

describe('the key', () => {
  it('is made when the till opens for the first time, once, for its owner alone', async () => {
    const {open, settings, keyFile} = await openHome();
    expect(existsSync(keyFile)).toBe(false);
    const till = await open();
    const [first, second] = [await till.takeCash(inCash(500)), await till.takeCash(inCash(700))];
    const slips = await Promise.all([first, second].map(({reference}) => till.issueReceipt(reference, text)));
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    for (const {parts} of slips)
      expect(readReceipt(qrOf(parts)[0] ?? '', publicKey(settings))).toMatchObject({isGenuine: true});
    expect(JSON.stringify(settings.read())).not.toContain('PRIVATE');
  });

  it('that was lost is another one, by which new slips are proven and old ones are not', async () => {
    const {open, settings, keyFile} = await openHome();
    const till = await open();
    const {reference} = await till.takeCash(inCash(500));
    const [before = ''] = qrOf((await till.issueReceipt(reference, text)).parts);
    await till.close();
    rmSync(keyFile); // as after a power cut between the settings and the key
    const again = await open();
    const [now = ''] = qrOf((await again.issueReceipt(reference, text)).parts);
    expect(readReceipt(now, publicKey(settings))?.isGenuine).toBe(true);
    expect(readReceipt(before, publicKey(settings))?.isGenuine).toBe(false);
  });

  it('that cannot be read now is not replaced, and is used when it can', async () => {
    const {home, settings, keyFile} = await openHome();
    const {publicKey: made} = await ownKey(home, settings, 'sandbox');
    const key = readFileSync(keyFile, 'utf8');
    rmSync(keyFile);
    mkdirSync(keyFile);
    await expect(ownKey(home, settings, 'sandbox')).rejects.toMatchObject({code: 'EISDIR'});
    expect(publicKey(settings)).toBe(made);
    rmSync(keyFile, {recursive: true});
    writeFileSync(keyFile, key, {mode: 0o600});
    expect((await ownKey(home, settings, 'sandbox')).publicKey).toBe(made);
    expect(readFileSync(keyFile, 'utf8')).toBe(key);
  });
});

describe('the slip of a report', () => {
  it('that is an X says at both ends that nothing was closed, and proves nothing', async () => {
    const {open} = await openHome();
    const till = await open();
    await till.takeCash(inCash(500));
    const parts = await till.reportSlip(await till.reportX());
    expect(endsOf({parts}).join('\n')).toMatch(/X - NOTHING WAS CLOSED/);
    expect(qrOf(parts)).toEqual([]);
    expect(linesOf(parts).some(line => line.startsWith('Expected'))).toBe(false);
    expect(till.state.ledger).toMatchObject({z: 0, period: {tenders: {'cash cash KES': {count: 1}}}});
  });

  it('that is a Z is the same text in every run, with a proof of its totals', async () => {
    const {open, settings, disk} = await openHome();
    const till = await open();
    await till.takeCash(inCash(500));
    await till.takeCash(inCash(700));
    await till.countDrawer('Wanjiru', [{...kes(1200), pieces: []}]);
    const z = await till.reportZ(closing);
    const first = await till.issueZ(1, text);
    await till.close();
    const again = await open({world: stillWorld(Date.UTC(2027, 0, 1))});
    const later = await again.reportSlip(await again.readZ(1));
    expect(first.copy).toBe(0);
    expect(later).toEqual(first.parts);
    expect(linesOf(later)).toEqual(linesOf(first.parts));
    const [proof = ''] = qrOf(later);
    expect(readZ(proof, publicKey(settings))).toEqual({
      claim: {
        till: 'T7K',
        number: 1,
        lastSeq: z.throughSeq,
        totals: [{currency: 'KES', amount: '12.00', count: 2}],
        chainHead: (eventsOn(disk)[z.throughSeq - 1]?.hash ?? '').slice(0, 32),
        line: eventsOn(disk)
          .find(({type}) => type === 'z-reported')
          ?.hash.slice(0, 32),
      },
      isGenuine: true,
    });
  });

  it('that is a Z is numbered as a copy after the first, over restarts', async () => {
    const {open} = await openHome();
    const till = await open();
    await till.noteDrawer('change');
    await till.reportZ(closing);
    await expect(till.issueZ(2, text)).rejects.toMatchObject({code: 'report-unknown'});
    const both = await Promise.all([till.issueZ(1, text), till.issueZ(1, {format: 'escpos', width: 48})]);
    expect(both.map(({copy, title}) => `${title} ${copy}`)).toEqual(['Z-0001 0', 'Z-0001 1']);
    await till.close();
    const again = await open({world: stillWorld(Date.UTC(2026, 10, 25))});
    const third = await again.issueZ(1, text);
    expect(endsOf(third)).toEqual(['*** SANDBOX - NO MONEY MOVED ***', 'COPY 2']);
    expect(JSON.stringify(await again.reportZ(closing))).toBe(JSON.stringify(await again.readZ(1)));
  });
});
