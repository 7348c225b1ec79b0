import {renameSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {parseSearch} from '../../src/core/books/search.js';
import type {NewEvent, StoredEvent} from '../../src/core/events/event.js';
import {beginPayment, type Payment, type PaymentStatus} from '../../src/core/payment/payment.js';
import {openJournal} from '../../store/journal.js';
import {openCopy} from '../../store/review-reader.js';
import {PaymentIndex} from '../../store/search.js';
import {afterHearing, event, request} from '../core/payment/payment-samples.js';
import {forAll, forAllAsync} from '../hostile/runs.js';
import {MemoryDisk} from './memory-disk.js';
import {clockAt, options, requested, resolved, sent, temporaryFolder} from './support.js';

type Sale = {
  readonly wallet: string;
  readonly minor: number;
  readonly person: string;
  readonly description: string;
  readonly day: number;
  readonly status: PaymentStatus;
};

const referenceOf = (number: number) => `T7K${String(number).padStart(12, '0')}`;

function paymentOf({wallet, minor, person, description, day, status}: Sale, number: number): Payment {
  const reference = referenceOf(number);
  const businessDate = `2026-11-${String(day).padStart(2, '0')}`;
  const data = {...request, reference, sale: reference, wallet, description, businessDate};
  const asked = event(number + 1, 'requested', {...data, amount: {currency: 'KES', minor}}, person);
  return {...beginPayment(asked as StoredEvent & {type: 'requested'}), status};
}

function indexOf(sales: readonly Sale[]): PaymentIndex {
  const index = new PaymentIndex();
  for (const [number, sale] of sales.entries()) index.add(paymentOf(sale, number));
  return index;
}

const all = (index: PaymentIndex) => ({count: index.size, changed: new Map()});

const statuses: readonly PaymentStatus[] = ['pending', 'paid', 'mispaid', 'failed', 'unknown'];
const letters = (most: number) => fc.string({unit: fc.constantFrom('a', 'b', 'A', '7', ' '), maxLength: most});
const sale: fc.Arbitrary<Sale> = fc.record({
  wallet: fc.integer({min: 0, max: 999}).map(number => `254712${String(number).padStart(6, '0')}`),
  minor: fc.integer({min: 1, max: 3000}),
  person: letters(4),
  description: letters(8),
  day: fc.integer({min: 1, max: 9}),
  status: fc.constantFrom(...statuses),
});
const word = fc.oneof(
  fc.string({unit: fc.constantFrom('a', 'b', '7', '1', '0', '.', 'B'), minLength: 1, maxLength: 4}),
  fc.constantFrom('paid', 'pending', 'mispaid', 'kes', 'm-pesa', 't7k', '\t', 'zz'),
);

/** What a person would find by reading every payment, field by field. */
function readThrough(sales: readonly Sale[], typed: readonly string[]): readonly number[] {
  const found = sales.flatMap((each, number) => {
    const {wallet, minor, person, description, status} = each;
    const amount = (minor / 100).toFixed(2);
    const {firstName, lastName, email} = request;
    const more = [firstName, lastName, email, 'KES', 'M-Pesa'];
    const fields = [referenceOf(number), wallet, amount, person, description, ...more].map(text => text.toLowerCase());
    const words = status === 'unknown' ? [status, 'pending'] : [status];
    const isFound = (wanted: string) => words.includes(wanted) || fields.some(field => field.includes(wanted));
    return typed.every(isFound) ? [number] : [];
  });
  return found.reverse();
}

describe('a search', () => {
  it('finds exactly what reading every payment finds, the newest first', {tags: ['slow']}, () =>
    forAll(
      {numRuns: 400},
      fc.array(sale, {maxLength: 60}),
      fc.array(word, {minLength: 1, maxLength: 3}),
      (sales, typed) => {
        const words = typed.map(each => each.trim().toLowerCase()).filter(each => each !== '');
        if (words.length === 0) return;
        const index = indexOf(sales);
        expect(index.find(parseSearch(typed.join(' ')), all(index))).toEqual(readThrough(sales, words));
      },
    ),
  );

  it('goes through many more payments than one block has', {tags: ['slow']}, () => {
    const sales = Array.from({length: 10_000}, (_, number) => ({
      wallet: `254712${String(number).padStart(6, '0')}`,
      minor: 100 + number,
      person: number % 7 === 0 ? 'Amina' : 'Juma',
      description: 'x',
      day: 1 + (number % 9),
      status: number % 3 === 0 ? ('failed' as const) : ('paid' as const),
    }));
    const index = indexOf(sales);
    expect(index.find(parseSearch('amina not paid'), all(index))).toEqual(
      sales.flatMap((_, number) => (number % 21 === 0 ? [number] : [])).reverse(),
    );
    for (const number of [0, 1, 4095, 4096, 8191, 9999]) {
      expect(index.numberOf(referenceOf(number))).toBe(number);
      expect(index.row(number, all(index))).toMatchObject({
        reference: referenceOf(number),
        amount: {minor: 100 + number},
      });
    }
    expect(index.numberOf('T7K99999999')).toBeUndefined();
    expect(index.ofDay('2026-11-03', all(index))).toHaveLength(1111);
    const [, day] = index.dayRows(all(index));
    expect(day).toMatchObject({day: '2026-11-02', payments: 1111});
    const paid = sales
      .filter(each => each.day === 2 && each.status === 'paid')
      .reduce((sum, {minor}) => sum + minor, 0);
    expect(day?.paid.get('KES')).toBe(paid);
  });

  it.each([
    ['adebayo', true],
    ['ADÉBÁYỌ̀', true],
    ['1,250.00', true],
    ['1250,00', true],
    ['0712345678', true],
    ['+254712345678', true],
    ['345678', true],
    ['payé', true],
    ['non payé', false],
    ['not paid', false],
    ['paid', true],
    ['call the manager', false],
    ['小店', true],
    ['1250.01', false],
  ])('of %s is answered with %s', (typed, isFound) => {
    const one = {wallet: '254712345678', minor: 125_000, person: 'Adébáyọ̀', description: '小店', day: 1};
    const index = indexOf([{...one, status: 'paid'}]);
    expect(index.find(parseSearch(typed), all(index))).toEqual(isFound ? [0] : []);
  });

  it('is in the words by which a till tells a payment that waits from one whose answer was lost', () => {
    const index = new PaymentIndex();
    index.add(afterHearing().payment);
    index.add({...afterHearing('Parked').payment, reference: referenceOf(1)});
    expect([0, 1].map(number => index.row(number, all(index)).badge)).toEqual(['waiting', 'not-known']);
    const found = (typed: string) => index.find(parseSearch(typed), all(index));
    expect(['waiting for customer', 'result unknown', 'pending'].map(found)).toEqual([[0], [1], [1, 0]]);
  });

  it('never crosses from one field or payment into another, whatever people wrote', () => {
    const one = {wallet: '254712345678', minor: 100, day: 1, status: 'paid'} as const;
    const index = indexOf([
      {...one, person: 'abc\tdef', description: 'ghi\njkl'},
      {...one, person: '\u001B[2Jx', description: '\u202Eyz'},
    ]);
    expect(index.find(parseSearch('abcdef'), all(index))).toEqual([]);
    expect(index.find(parseSearch('jkl'), all(index))).toEqual([0]);
    expect(index.find(parseSearch('yz'), all(index))).toEqual([1]);
    expect(index.row(1, all(index)).reference).toBe(referenceOf(1));
  });
});

async function threeDays() {
  const disk = new MemoryDisk();
  const clock = clockAt('2026-11-20T12:00:00Z');
  const journal = await openJournal(options('/till', {disk, now: () => clock.now}));
  const append = (...events: NewEvent[]) => journal.append(events);
  for (let number = 1; number <= 5; number += 1) await append(requested(number), sent(number));
  clock.set('2026-11-21T12:00:00Z');
  for (let number = 6; number <= 9; number += 1) await append(requested(number), resolved(number - 5));
  clock.set('2026-11-22T12:00:00Z');
  await append(sent(7), sent(8));
  await journal.close();
  return disk;
}

async function readAll(disk: MemoryDisk, folder = '/till') {
  const copy = await openCopy(folder, disk);
  const events: StoredEvent[] = [];
  if (copy !== null) for await (const some of copy.read()) events.push(...some.events);
  return {copy, events};
}

describe('a copy of a journal', () => {
  it('is read to the damage, wherever it lies, and no further', {tags: ['slow']}, async () => {
    const undamaged = await threeDays();
    const {events: whole} = await readAll(undamaged);
    expect(whole).toHaveLength(3 + 10 + 8 + 2);
    const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
    await forAllAsync(
      {numRuns: 150},
      fc.constantFrom(...days),
      fc.nat(),
      fc.integer({min: 0, max: 7}),
      async (day, place, bit) => {
        const disk = new MemoryDisk();
        for (const [path, content] of undamaged.files) disk.files.set(path, content);
        const file = disk.files.get(`/till/journal/${day}.jsonl`);
        const bytes = Buffer.from(file?.bytes ?? []);
        const at = place % (bytes.length - 1);
        if (bytes[at] === 10) return;
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        if (bytes[at] === 10) return;
        disk.files.set(`/till/journal/${day}.jsonl`, {bytes, synced: bytes.length});
        const line = bytes.subarray(0, at).filter(byte => byte === 10).length + 1;
        const before = whole.filter(({at: instant}) => instant.slice(0, 10) < day).length + line - 1;
        const {copy, events} = await readAll(disk);
        expect(copy?.damage()).toMatchObject({segment: day, line});
        expect(events).toEqual(whole.slice(0, before));
      },
    );
  });

  it('says where a part of a journal goes on from, and reads it', async () => {
    const disk = await threeDays();
    disk.files.delete('/till/journal/2026-11-20.jsonl');
    const {copy, events} = await readAll(disk);
    expect([copy?.missing(), copy?.damage(), events.length]).toEqual(['2026-11-20', undefined, 12]);
  });

  it('stops where a day between two others is missing', async () => {
    const disk = await threeDays();
    disk.files.delete('/till/journal/2026-11-21.jsonl');
    const {copy, events} = await readAll(disk);
    expect([copy?.damage()?.segment, copy?.damage()?.line, events.length]).toEqual(['2026-11-22', 1, 11]);
  });

  it('tells of a last line that is unfinished, and of an earlier one as of damage', async () => {
    const disk = await threeDays();
    const cut = (day: string) => {
      const bytes = disk.files.get(`/till/journal/${day}.jsonl`)?.bytes.subarray(0, -20) ?? Buffer.alloc(0);
      disk.files.set(`/till/journal/${day}.jsonl`, {bytes, synced: bytes.length});
    };
    cut('2026-11-22');
    const lost = {segment: '2026-11-22', line: 3, why: 'cut-short'};
    expect((await readAll(disk)).copy?.damage()).toEqual(lost); // of a line that was acknowledged
    disk.files.delete('/till/head.json'); // in a copy of the segments alone nobody can tell
    const torn = await readAll(disk);
    expect([torn.copy?.damage(), torn.events.length]).toEqual([undefined, 22]);
    expect(torn.copy?.tornBytes()).toBeGreaterThan(0);
    cut('2026-11-21');
    expect((await readAll(disk)).copy?.damage()).toEqual({segment: '2026-11-21', line: 9, why: 'torn'});
  });

  it.each([
    ['of its last day', 22, '2026-11-22', 2],
    ['of an earlier day', 13, '2026-11-21', 2],
  ])(
    'ends at the newest line that its till wrote, here %s, if the file has another in its place',
    async (_, seq, segment, line) => {
      const disk = await threeDays();
      const head = disk.files.get('/till/head.json')?.bytes.toString() ?? '';
      const bytes = Buffer.from(JSON.stringify({...JSON.parse(head), seq, head: 'a'.repeat(64)}));
      disk.files.set('/till/head.json', {bytes, synced: bytes.length});
      const {copy, events} = await readAll(disk);
      expect(copy?.damage()).toEqual({segment, line, why: 'rewritten'});
      expect(events.every(({at}) => at.slice(0, 10) < segment)).toBe(true);
    },
  );

  it('is found in the folder of its segments too, under any name, and nowhere else', async () => {
    const folder = temporaryFolder();
    const journal = await openJournal(options(folder));
    await journal.append([requested(1), sent(1)]);
    await journal.close();
    expect(await openCopy(folder)).not.toBeNull();
    renameSync(join(folder, 'journal'), join(folder, 'stick'));
    expect(await openCopy(folder)).toBeNull();
    const copy = await openCopy(join(folder, 'stick'));
    const events = [];
    for await (const some of copy?.read() ?? []) events.push(...some.events);
    expect(events.map(({type}) => type)).toEqual(['segment-opened', 'requested', 'sent']);
    rmSync(join(folder, 'stick'), {recursive: true});
    expect(await openCopy(join(folder, 'stick'))).toBeNull();
  });
});
