import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {type EventType, eventSpecs, isEvent, type NewEvent, toWrite} from '../../src/core/events/event.js';
import type {Json} from '../../src/core/service/answer.js';
import {type ChainLink, chainLine, genesis} from '../../store/line.js';
import {run} from '../commands/support.js';
import {reference, requested, sent, temporaryFolder} from '../store/support.js';
import {mutated} from './mutations.js';
import {forAll, forAllAsync, oneIn, patience, runs} from './runs.js';
import {dataOf} from './schema-data.js';

const types = Object.keys(eventSpecs) as readonly EventType[];
const references = [1, 2, 3].map(reference);
const day = '2026-11-20';
const noon = Date.parse(`${day}T09:00:00Z`);

type Forged = {readonly type: string; readonly data: Json};
const header: Forged = {
  type: 'segment-opened',
  data: {
    profile: 'sandbox',
    zone: 'Africa/Nairobi',
    dayStartsAt: '00:00',
    version: '0.0.0',
    businessDate: day,
    previousSegment: null,
    previousHead: null,
  },
};
const asEvent = ({type, data}: Forged) =>
  ({seq: 1, v: 1, at: `${day}T09:00:00.000Z`, till: 'T7K', person: 'a', hash: '0'.repeat(64), type, data}) as const;
const written = (type: EventType, data: Json) => toWrite({type, data, person: 'a'} as unknown as NewEvent).data;

/** A home whose journal holds these, its hashes right, as whoever has the file can write it. */
function homeWith(events: readonly Forged[]): string {
  const home = temporaryFolder();
  const folder = join(home, 'sandbox', 'T7K', 'journal');
  mkdirSync(folder, {recursive: true, mode: 0o700});
  let link: ChainLink = genesis;
  const lines = [header, ...events].map(({type, data}, index) => {
    const draft = {till: 'T7K', person: 'cashier', type, data: JSON.stringify(data)};
    const line = chainLine(link, noon + index * 1000, draft);
    link = {seq: link.seq + 1, head: (JSON.parse(line) as {hash: string}).hash};
    return `${line}\n`;
  });
  writeFileSync(join(folder, `${day}.jsonl`), lines.join(''), {mode: 0o600});
  return home;
}

const lines: readonly (readonly string[])[] = [
  ['journal', 'verify'],
  ['journal', 'list', '--day', day],
  ['journal', 'export', '--day', day],
  ['journal', 'export', '--day', day, '--format', 'jsonl'],
  ['journal', 'export', '--day', day, '--format', 'hledger'],
  ['pending'],
  ['day', '--day', day],
  ['why', references[0] ?? ''],
  ['evidence', references[0] ?? ''],
  ['receipt', references[0] ?? ''],
  ['claim', '--amount', '200', '--currency', 'KES'],
  ['shift', 'show'],
  ['shift', 'x', '--person', 'Amina'],
  ['plan', 'list'],
  ['subscription', 'list'],
  ['reconcile', '--day', day],
  ['reconcile', 'files'],
];

/** What of the commands over a journal is a mistake of ours. */
async function mistakesOver(events: readonly Forged[], tried = lines): Promise<readonly string[]> {
  const environment = {
    DUKA_HOME: homeWith(events),
    DUKA_SHOP: 'Shop',
    DUKA_TILL: 'T7K',
    DUKA_ZONE: 'Africa/Nairobi',
    DUKA_BASE_URL: 'http://127.0.0.1:1',
    DUKA_API_KEY: 'PZ78-PKTEST-0',
  };
  const found: string[] = [];
  for (const line of tried) {
    const {err} = await run(line, {environment});
    if (err.includes('went wrong in Duka')) found.push(`${line.join(' ')}: ${err}`);
  }
  return found;
}

const begun: readonly Forged[] = [requested(1), sent(1), requested(2), sent(2)].map(({type, data}) => ({
  type,
  data: data as Json,
}));

const more = 'a member that nothing specifies';
/** Why it would not be written. */
function problemWith(type: EventType, data: Json): string | undefined {
  try {
    written(type, data);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

describe.each(types)('a forged %s', type => {
  /** Each command reads a third of the kinds, and each kind is read by a third of the commands. */
  const first = types.indexOf(type) % 3;
  const some = oneIn(3, [...lines.slice(first), ...lines.slice(0, first)]);
  const whole = dataOf(eventSpecs[type], references);
  const changed = whole
    .chain(data => mutated([data]))
    .map(data => (typeof data === 'object' && data !== null ? data : {data}));

  test('is told from a true one by its members alone', () => {
    forAll(runs(12, 20_000), whole, data => {
      expect(written(type, data)).toEqual(JSON.parse(JSON.stringify(data))); // -0 is written as 0
      expect(isEvent(asEvent({type, data}))).toBe(true);
    });
    forAll(runs(24, 50_000), changed, data => {
      // What has members more than are known is of a later version.
      const found = problemWith(type, data);
      if (isEvent(asEvent({type, data}))) expect(found ?? more).toContain(more);
      else expect(found).toBeDefined();
    });
  });

  test(
    'makes no command meet a mistake of its own',
    () =>
      forAllAsync(runs(1, 2000), whole, changed, async (data, other) => {
        expect(await mistakesOver([...begun, {type, data}, {type, data: other}], some)).toEqual([]);
      }),
    patience,
  );
});

test('a method in a list reads like one, and is none', async () => {
  const data = {...(requested(3).data as object), method: ['mobile-money']};
  expect(isEvent(asEvent({type: 'requested', data}))).toBe(false);
  expect(await mistakesOver([...begun, {type: 'requested', data}])).toEqual([]);
});

test('a story that cannot be is told from one, with the line that contradicts what came before', async () => {
  const answer = {kind: 'not-sent', code: 'ECONNREFUSED'};
  const twice = [1, 2].map(() => ({type: 'answered', data: {reference: references[0] ?? '', answer}}));
  const much = {
    ...(requested(3).data as object),
    method: 'cash',
    amount: {currency: 'KES', minor: Number.MAX_SAFE_INTEGER},
  };
  const {
    method,
    amount,
    reference: first,
    sale,
    country,
    description,
    businessDate,
    again,
  } = much as Record<string, Json>;
  const cash = {method, amount, country, description, businessDate, again, tendered: amount};
  const sums = [first, 'T7K0MZ4K8QZZZZZ'].map(each => ({
    type: 'requested',
    data: {...cash, reference: each, sale: each} as Json,
  }));
  expect(sale).toBe(first);
  for (const [events, line] of [
    [[...begun, ...twice], 7],
    [sums, 3],
  ] as const) {
    const environment = {DUKA_HOME: homeWith(events), DUKA_TILL: 'T7K', DUKA_ZONE: 'Africa/Nairobi'};
    const {exit, json} = await run(['pending', '--json'], {environment});
    expect([exit, json]).toMatchObject([7, {error: 'journal-damaged', segment: day, line}]);
  }
});
