// @module-tag slow

import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it, onTestFinished} from 'vitest';
import {emptyState, foldEvents, type State} from '../../src/core/books/state.js';
import {type EventType, eventSpecs, isNewEvent, type NewEvent, type StoredEvent} from '../../src/core/events/event.js';
import type {Json} from '../../src/core/service/answer.js';
import {keptKeys, shredCustomers, unreadKeys, usedKeys} from '../../store/customer-keys.js';
import type {Disk} from '../../store/disk.js';
import {openJournal} from '../../store/journal.js';
import {forAllAsync, runs} from '../hostile/runs.js';
import {dataOf} from '../hostile/schema-data.js';
import {methodsOf} from '../till/card-till.js';
import {MemoryDisk} from './memory-disk.js';
import {clockAt, collect, noTotals, options, reference, requested, sent} from './support.js';

const keysFile = '/till/customer-keys.json';

const answered = (number: number, body: Json, text?: string): NewEvent => ({
  type: 'answered',
  person: 'cashier',
  data: {
    reference: reference(number),
    answer: {kind: 'answered', http: 200, body, ...(text === undefined ? {} : {text})},
  },
});

/** What the till told its journal, and what is read of it with the keys and without. */
async function written(...events: readonly NewEvent[]) {
  const disk = new MemoryDisk();
  const journal = await openJournal(options('/till', {disk}));
  await journal.append(events);
  const opened = await readAll(disk);
  await journal.close();
  const lines = disk.files.get('/till/journal/2026-11-20.jsonl')?.bytes.toString() ?? '';
  disk.files.delete(keysFile);
  return {disk, lines, opened, withoutKeys: await readAll(disk)};
}

async function readAll(disk: MemoryDisk): Promise<StoredEvent[]> {
  const journal = await openJournal(options('/till', {disk, mode: 'read'}));
  const events: StoredEvent[] = [];
  for (const date of await journal.segments()) events.push(...(await collect(journal.readSegment(date))));
  await journal.close();
  return events;
}

describe('a line of the journal', () => {
  it('may name a customer as the first of a till whose folder is not there yet', async () => {
    const home = mkdtempSync(join(tmpdir(), 'duka-customers-'));
    onTestFinished(() => rmSync(home, {recursive: true}));
    const journal = await openJournal(options(join(home, 'live', 'K7Q')));
    await journal.append([requested(1)]);
    await journal.close();
    expect(existsSync(join(home, 'live', 'K7Q', 'customer-keys.json'))).toBe(true);
  });

  it('has no customer in clear, wherever an answer names one', async () => {
    const {lines, opened, withoutKeys} = await written(
      requested(1, {firstName: 'Wanjiru', lastName: 'Otieno', email: 'Wanjiru@Example.com'}),
      answered(1, {
        payer_name: 'WANJIRU M OTIENO',
        payee: '+254712345678',
        note: 'sent to 0712 345 678 by wanjiru@example.com, receipt Q7',
        amounts: [254712345678, 712345678, 200],
        deep: {list: [{account: '712345678', who: 'Wanjiru'}], metadata: {a: 1}},
        response_code: '09',
        longer: '1254712345678',
      }),
      answered(1, null, 'no route to +254-712-345-678'),
    );
    for (const secret of [/712[\s-]?345[\s-]?678/, /wanjiru/i, /otieno/i]) expect(lines).not.toMatch(secret);
    expect(lines).toContain('"response_code":"09"');
    expect(JSON.stringify(opened)).toContain('sent to 0712 345 678 by wanjiru@example.com, receipt Q7');
    expect(JSON.stringify(withoutKeys)).toMatch(/sent to sealed-[a-z]{12} by sealed-[a-z]{12}, receipt Q7/);
  });

  it('has equal stand-ins for equal values of one payment, and others for those of another', async () => {
    const same = {email: 'ann@example.com'};
    const {withoutKeys} = await written(
      requested(1, same),
      answered(1, {customerEmail: ' Ann@Example.com '}),
      requested(2, same),
    );
    const [, first, answer, second] = withoutKeys.map(({data}) => data as Record<string, unknown>);
    expect(first?.['email']).toMatch(/^sealed-[a-z]{12}$/);
    expect(answer?.['answer']).toMatchObject({body: {customerEmail: first?.['email']}});
    expect(first?.['wallet']).toBe(first?.['phone']);
    expect(second?.['email']).not.toBe(first?.['email']);
  });

  it('is sealed with the key of the month of its request, however late the refund and whatever came in between', async () => {
    const disk = new MemoryDisk();
    const clock = clockAt('2026-09-30T12:00:00Z');
    const place = options('/till', {disk, now: () => clock.now, carry: () => ({carried: [], totals: noTotals})});
    const on = async (instant: string, ...events: readonly NewEvent[]) => {
      clock.set(instant);
      const journal = await openJournal(place);
      for (const each of events) await journal.append([each]);
      await journal.close();
    };
    await on('2026-09-30T12:00:00Z', requested(1));
    await on('2026-10-15T12:00:00Z', sent(3));
    const answer = {kind: 'answered', http: 200, body: {msisdn: '254712345678'}} as const;
    await on('2026-11-20T12:00:00Z', requested(2), {
      type: 'refund-answered',
      person: 'cashier',
      data: {reference: reference(1), refund: 1, answer},
    } as const);
    const lines = disk.files.get('/till/journal/2026-11-20.jsonl')?.bytes.toString().trimEnd().split('\n') ?? [];
    const keys = lines.map(line => (JSON.parse(line) as {readonly key?: string}).key?.slice(0, 7));
    expect(keys).toEqual([undefined, '2026-11', '2026-09']);
  });

  it('is told from a text that only looks sealed', async () => {
    const looks = 'a ~bevVQS0QcBneRpmTteluh3e0tHY8LAJtvoKJxg~ b ~x~254712345678~abcdefghijklmnopqrst~';
    const {opened} = await written(requested(1, {description: looks}), answered(1, {looks}));
    expect(opened[1]?.data).toMatchObject({description: looks, wallet: '254712345678'});
    expect(opened[2]?.data).toMatchObject({answer: {body: {looks}}});
  });

  it('grows by less than a tenth of what a sale takes', async () => {
    const record = {
      response_code: '00',
      transaction_reference: reference(1),
      transaction_amount: 250,
      transaction_fee: 0,
      transaction_status: 'Completed',
      payer_name: 'WANJIRU OTIENO',
      payer_account_number: '254712345678',
      start_date: '2026-11-24T00:36:49.905000',
      end_date: '2026-11-24T00:36:51.905000',
      currency: 'KES',
    };
    const {lines, opened} = await written(
      requested(1, {firstName: 'Wanjiru', lastName: 'Otieno', email: 'wanjiru@example.com'}),
      sent(1),
      answered(1, {
        response_code: '09',
        response_message: 'PENDING',
        transaction_reference: reference(1),
        requires_otp: false,
        otp_length: 0,
        before_payment_instruction: 'A payment request will be sent to your phone.',
        after_payment_instruction: 'Approve the payment by entering your mobile-money PIN on your phone.',
        payment_token: '908ac1e8-5945-4064-8b51-312ffcc6b35e',
        payee: '+254712345678',
        payment_method: 'PAYAZA',
        transaction_channel: 'SAFKEN',
        redirect_customer_to_url_processing: false,
      }),
      answered(1, record),
      {
        type: 'slip-printed',
        person: 'cashier',
        data: {reference: reference(1), kind: 'receipt', copy: 0, format: 'text'},
      },
    );
    const bytesOf = (all: readonly string[]) =>
      all.slice(1).reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    const before = bytesOf(opened.map(event => JSON.stringify(event)));
    expect(bytesOf(lines.trimEnd().split('\n'))).toBeLessThan(before * 1.1);
  });
});

/** What must not depend on who paid. */
function meaningOf(state: State) {
  return {
    payments: [...state.payments.values()].map(({reference: of, sale, status, refunds, otp}) => ({
      of,
      sale,
      status,
      sent: otp.sent,
      last: otp.last?.kind,
      refunds: refunds.map(({number, status: its, amount}) => ({number, its, amount})),
    })),
    enrolments: [...state.registry.enrolments.values()].map(({reference: of, status, subscription}) => ({
      of,
      status,
      subscription,
    })),
    days: state.days,
    open: state.open,
    needPerson: state.needPerson,
    ledger: state.ledger,
  };
}

const folded = (events: readonly StoredEvent[]) => {
  const state = emptyState();
  foldEvents(state, events);
  return state;
};

const about = [
  ...['sent', 'answered', 'otp-sent', 'otp-answered', 'status-answered', 'resolved', 'refund-requested', 'refund-sent'],
  ...['refund-answered', 'refund-status-answered', 'enrolment-sent', 'enrolment-answered', 'enrolment-resolved'],
  ...[
    'subscription-seen',
    'ticket-opened',
    'receipt-mail-queued',
    'receipt-mail-answered',
    'subscription-change-answered',
  ],
] as const satisfies readonly EventType[];
const references = ['T7K0MZ4K8AAAAAA', 'T7K0MZ4K9BBBBBB', 'T7K0MZ4KABBBBBB'];
const eventOf = (type: EventType) =>
  dataOf(eventSpecs[type], references)
    .map(data => ({type, data, person: 'cashier'}) as unknown)
    .filter(isNewEvent);
const begun = fc.tuple(
  ...references.map(its =>
    fc.oneof(eventOf('requested'), eventOf('enrolment-requested')).map(({type, data, person}) => {
      const named = type === 'requested' ? {reference: its, sale: its} : {enrolment: its};
      return {type, person, data: {...data, ...named}} as NewEvent;
    }),
  ),
);

describe('what names a customer', () => {
  it('comes back as it was by the keys, and says nothing of money without them', () =>
    forAllAsync(
      runs(60, 2000),
      begun,
      fc.array(fc.constantFrom(...about).chain(eventOf), {maxLength: 25}),
      async (first, later) => {
        const disk = new MemoryDisk();
        const journal = await openJournal(options('/till', {disk}));
        const stored: StoredEvent[] = [];
        for (const event of [...first, ...later]) {
          // A number that the till was not made for, or text of a card, is refused before it is written.
          stored.push(...(await journal.append([event]).catch(() => [])));
        }
        await journal.close();
        const [, ...opened] = await readAll(disk);
        expect(opened).toEqual(stored);
        expect(opened.map(event => JSON.stringify(event.data))).toEqual(
          stored.map(event => JSON.stringify(event.data)),
        );
        disk.files.delete(keysFile);
        const [, ...withoutKeys] = await readAll(disk);
        const meaning = attempt(() => meaningOf(folded(opened)));
        expect(attempt(() => meaningOf(folded(withoutKeys)))).toEqual(meaning);
      },
    ));
});

/** Sums beyond what is exact are refused by the fold. */
function attempt<T>(work: () => T): T | string {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
}

describe('a file of keys that cannot be read', () => {
  const sell = async (disk: Disk) => {
    const journal = await openJournal(options('/till', {disk}));
    await journal.append([requested(1)]);
    await journal.close();
  };
  const keysIn = (disk: MemoryDisk) =>
    [...disk.files].filter(([path]) => path.startsWith(keysFile)).map(([path, {bytes}]) => [path, String(bytes)]);
  const broken = (text: string) => {
    const disk = new MemoryDisk();
    const bytes = Buffer.from(text);
    disk.files.set(keysFile, {bytes, synced: bytes.length, identity: 1});
    return disk;
  };
  const half = '{"2026-09-3f9a": "H4pk8jq';

  it('is put aside when a key is made, and nothing of it is lost', async () => {
    const disk = broken(half);
    await sell(disk);
    const [[, made] = [], [aside, kept] = []] = keysIn(disk).sort(
      ([one = ''], [other = '']) => one.length - other.length,
    );
    expect(Object.keys(JSON.parse(made ?? ''))).toEqual([expect.stringMatching(/^2026-11-/)]);
    expect([aside?.endsWith('.unread'), kept]).toEqual([true, half]);
    expect(await unreadKeys({folder: '/till', disk})).toHaveLength(1);
  });

  it('is put aside too where the disk gives none of it, or where one key alone is none', async () => {
    const disk = broken(half);
    const readText = async (path: string) => {
      if (path === keysFile) throw Object.assign(new Error('no'), {code: 'EACCES'});
      return disk.readText(path);
    };
    await sell({...methodsOf(disk), readText});
    expect(keysIn(disk).map(([, text]) => text)).toContain(half);
    const one = {'2026-09-3f9a': 'A'.repeat(43), '2026-10-77aa': 'too short'};
    const other = broken(JSON.stringify(one));
    await sell(other);
    const [, made = ''] = keysIn(other).find(([path]) => path === keysFile) ?? [];
    expect(Object.keys(JSON.parse(made))).toEqual(['2026-09-3f9a', expect.stringMatching(/^2026-11-/)]);
    expect(keysIn(other).map(([, text]) => text)).toContain(JSON.stringify(one));
  });
});

describe('shredding', () => {
  it('ends in the same wherever it is cut short, and goes on where it was', async () => {
    const whole = new MemoryDisk();
    const clock = clockAt('2026-09-20T12:00:00Z');
    const journal = await openJournal(options('/till', {disk: whole, now: () => clock.now}));
    await journal.append([requested(1), sent(1)]);
    clock.set('2026-11-20T12:00:00Z');
    await journal.append([requested(2)]);
    await journal.close();
    const keys = Object.keys(JSON.parse(whole.files.get(keysFile)?.bytes.toString() ?? '{}'));
    expect(keys.map(key => key.slice(0, 7))).toEqual(['2026-09', '2026-11']);
    const copy = async () => {
      const disk = new MemoryDisk();
      for (const [path, {bytes}] of whole.files) disk.files.set(path, {bytes, synced: bytes.length});
      disk.files.set('/till/sources/abc', {bytes: Buffer.from('0712345678'), synced: 10});
      for (const name of ['x.tmp', '77aa.unread'])
        disk.files.set(`${keysFile}.${name}`, {bytes: Buffer.from('{}'), synced: 2});
      for (const folder of ['/till', '/till/journal', '/till/sources']) await disk.syncFolder(folder);
      return disk;
    };
    const shred = (disk: MemoryDisk) =>
      shredCustomers({folder: '/till', disk}, {keys: keys.slice(0, 1), copies: ['abc']});
    for (let operations = 0; operations < 30; operations += 1) {
      const disk = await copy();
      disk.operationsLeft = operations;
      await shred(disk).catch(() => undefined);
      disk.restart(() => 0.3);
      const hasKey = disk.files.get(keysFile)?.bytes.toString().includes('2026-09');
      if (hasKey === true) await shred(disk);
      const left = [...disk.files].map(([path, {bytes}]) => `${path} ${bytes}`).join('\n');
      expect(left).not.toMatch(/2026-09-20\.summary|sources|keys\.json\./);
      expect(Object.keys(JSON.parse(disk.files.get(keysFile)?.bytes.toString() ?? '{}'))).toEqual(keys.slice(1));
      expect((await readAll(disk)).map(({data}) => (data as {wallet?: string}).wallet)).toEqual([
        undefined,
        expect.stringMatching(/^sealed-/),
        undefined,
        undefined,
        '254712345678',
      ]);
    }
  });
});

it('names the keys that lines of any day are under, wherever in the file they stand', async () => {
  const disk = new MemoryDisk();
  const journal = await openJournal(options('/till', {disk}));
  await journal.append([requested(1), sent(1)]);
  await journal.close();
  const kept = await keptKeys({folder: '/till', disk});
  expect([kept.length, [...(await usedKeys({folder: '/till', disk}))]]).toEqual([1, kept]);
  const other = await disk.open('/till/journal/2019-01-01.jsonl', 'append');
  const line = '{"key":"2019-01-abcd"}';
  await other.append(Buffer.from(`${' '.repeat(1_048_576 - 12)}${line}\n`));
  await other.close();
  expect([...(await usedKeys({folder: '/till', disk}))]).toEqual(['2019-01-abcd', ...kept]);
});
