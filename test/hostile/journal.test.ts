import fc from 'fast-check';
import {beforeAll, describe, expect, test} from 'vitest';
import {folding, type State, stateAfter} from '../../src/core/books/state.js';
import type {NewEvent, StoredEvent} from '../../src/core/events/event.js';
import {Problem} from '../../src/core/problem.js';
import type {Json} from '../../src/core/service/answer.js';
import {openJournal} from '../../store/journal.js';
import {type ChainLink, chainLine, genesis} from '../../store/line.js';
import {openCopy} from '../../store/review-reader.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {clockAt, collect, options, reference, requested, resolved, sent} from '../store/support.js';
import {readAwaited} from './harm.js';
import {damaged, hostileText, mutated} from './mutations.js';
import {forAllAsync, patience, runs} from './runs.js';

const folder = '/till';
const segment = (date: string) => `${folder}/journal/${date}.jsonl`;

const answer = {kind: 'answered', http: 200} as const;
const record = (number: number, status: string, code: string) => ({
  response_code: code,
  transaction_reference: reference(number),
  transaction_amount: 200,
  transaction_fee: 0,
  transaction_status: status,
  currency: 'KES',
});
const accepted = (number: number): NewEvent => ({
  type: 'answered',
  person: 'cashier',
  data: {
    reference: reference(number),
    answer: {
      ...answer,
      body: {response_code: '09', response_message: 'PENDING', transaction_reference: reference(number)},
    },
  },
});
const seen = (number: number, status: string, code: string): NewEvent => ({
  type: 'status-answered',
  person: 'cashier',
  data: {
    reference: reference(number),
    question: 'status',
    answer: {...answer, body: record(number, status, code)},
    repeated: 0,
  },
});
const sale = (number: number) => [requested(number), sent(number), accepted(number)];

/** Two days of a till: what was asked for, what was answered, one paid, one failed, one open, one judged. */
const days: readonly (readonly NewEvent[])[] = [
  [...sale(1), seen(1, 'Completed', '00'), ...sale(2)],
  [seen(2, 'Failed', '06'), ...sale(3), ...sale(4), resolved(4)],
];

let whole: ReadonlyMap<string, Buffer>;
let written: readonly StoredEvent[];
const wholeDisk = (files: Iterable<readonly [string, Uint8Array]>) => {
  const disk = new MemoryDisk();
  for (const [path, bytes] of files) disk.files.set(path, {bytes: Buffer.from(bytes), synced: bytes.length});
  return disk;
};
const own = (disk: MemoryDisk, mode: 'write' | 'read') => options(folder, {disk, mode, ...folding});

beforeAll(async () => {
  const disk = new MemoryDisk();
  const clock = clockAt('2026-11-20T12:00:00Z');
  const journal = await openJournal({...own(disk, 'write'), now: () => clock.now});
  const events: StoredEvent[] = [];
  for (const [index, day] of days.entries()) {
    clock.set(`2026-11-2${index}T12:00:00Z`);
    await journal.append(day);
  }
  for (const date of await journal.segments()) events.push(...(await collect(journal.readSegment(date))));
  await journal.close();
  whole = new Map([...disk.files].map(([path, {bytes}]) => [path, bytes]));
  written = events;
});

const paidIn = (state: State) =>
  [...state.payments.values()].filter(({status}) => status === 'paid').map(payment => payment.reference);

describe('a journal whose files are no longer what was written', () => {
  test(
    'opens with what was written and nothing else, or not at all',
    async () => {
      const files = [
        segment('2026-11-20'),
        segment('2026-11-21'),
        `${folder}/journal/2026-11-20.summary.json`,
        `${folder}/head.json`,
        `${folder}/contents.json`,
      ];
      expect([...whole.keys()].sort()).toEqual([...files, `${folder}/customer-keys.json`].sort());
      const original = stateAfter({carried: [], totals: null}, written);
      expect(paidIn(original)).toEqual([reference(1), reference(4)]);
      const changed = fc
        .constantFrom(...files)
        .chain(path => fc.tuple(fc.constant(path), damaged(fc.constant(new Uint8Array(whole.get(path) ?? [])))));
      await forAllAsync(
        runs(60, 20_000),
        changed,
        fc.constantFrom('write' as const, 'read' as const),
        async ([path, bytes], mode) => {
          const disk = wholeDisk([...whole, [path, bytes]]);
          const opened = await readAwaited(() => openJournal(own(disk, mode)));
          if (opened instanceof Problem) {
            expect(opened.code).toMatch(/^journal-/);
            return;
          }
          const {opening} = opened;
          expect(written).toEqual(expect.arrayContaining([...opening.events]));
          expect(written).toEqual(expect.arrayContaining([...opening.carried]));
          const state = stateAfter(opening, opening.events);
          for (const paid of paidIn(state)) expect(paidIn(original)).toContain(paid);
          const verified = await readAwaited(() => opened.verify());
          if (verified instanceof Problem) expect(verified.code).toMatch(/^journal-/);
          await opened.close();
          for (const name of disk.files.keys()) expect(name.startsWith(`${folder}/`)).toBe(true);
        },
      );
    },
    patience,
  );

  test(
    'is looked at as far as it can be believed',
    async () => {
      const path = segment('2026-11-21');
      await forAllAsync(runs(60, 20_000), damaged(fc.constant(new Uint8Array(whole.get(path) ?? []))), async bytes => {
        const copy = await openCopy(folder, wholeDisk([...whole, [path, bytes]]));
        const events = (await collect(copy?.read() ?? empty())).flatMap(piece => piece.events);
        expect(events).toEqual(written.slice(0, events.length));
        const isDoubted = copy?.damage() !== undefined || (copy?.tornBytes() ?? 0) > 0;
        if (events.length < written.length) expect(isDoubted).toBe(true);
      });
    },
    patience,
  );

  async function* empty(): AsyncGenerator<{readonly events: readonly StoredEvent[]}> {}
});

type Forged = {readonly type: string; readonly data: Json; readonly person: string; readonly at: number};

/** Lines whose hashes fit, as anybody can make them who has the file: the chain proves order, not who wrote it. */
function chained(drafts: readonly Forged[], date: string): Buffer {
  const header = {...options('').header, businessDate: date, previousSegment: null, previousHead: null};
  let link: ChainLink = genesis;
  const lines = [{type: 'segment-opened', data: header as Json, person: 'cashier', at: 0}, ...drafts].map(draft => {
    const {type, person} = draft;
    const line = chainLine(link, 1_795_176_000_000 + draft.at, {
      till: 'T7K',
      person,
      type,
      data: JSON.stringify(draft.data),
    });
    link = {seq: link.seq + 1, head: (JSON.parse(line) as {hash: string}).hash};
    return line;
  });
  return Buffer.from(`${lines.join('\n')}\n`);
}

test(
  'a journal that somebody forged is folded, or refused as damaged',
  async () => {
    const drafts = days.flat();
    const samples = drafts.map(({data}) => data as Json);
    const types = [
      ...new Set([
        ...drafts.map(({type}) => type),
        'set-aside',
        'otp-sent',
        'refund-requested',
        'z-closed',
        'toString',
      ]),
    ];
    const forged = fc.array(
      fc.record({
        type: fc.constantFrom(...types),
        data: mutated(samples).map(data => (typeof data === 'object' && data !== null ? data : {data})),
        person: fc.oneof(fc.constant('cashier'), hostileText),
        at: fc.nat(100_000),
      }),
      {maxLength: 3},
    );
    const good: Forged[] = drafts.map(({type, data}, at) => ({type, data: data as Json, person: 'cashier', at}));
    await forAllAsync(runs(150, 50_000), fc.nat(good.length), forged, async (count, more) => {
      const bytes = chained([...good.slice(0, count), ...more], '2026-11-20');
      const disk = wholeDisk([[segment('2026-11-20'), bytes]]);
      const outcome = await readAwaited(async () => {
        const journal = await openJournal(own(disk, 'read'));
        return stateAfter(journal.opening, journal.opening.events);
      });
      if (outcome instanceof Problem) expect(outcome.code).toBe('journal-damaged');
    });
  },
  patience,
);
