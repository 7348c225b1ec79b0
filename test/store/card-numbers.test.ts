import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it, test} from 'vitest';
import {type EventType, eventSpecs, type NewEvent} from '../../src/core/events/event.js';
import {withoutCards} from '../../src/core/events/event-cards.js';
import {Problem} from '../../src/core/problem.js';
import type {Json} from '../../src/core/service/answer.js';
import {isValid} from '../../src/core/spec/check.js';
import {holdsCardNumber} from '../../src/core/text/card-numbers.js';
import {openJournal} from '../../store/journal.js';
import {forAll, runs} from '../hostile/runs.js';
import {dataOf} from '../hostile/schema-data.js';
import {outsideOfHashes} from '../outside-of-hashes.js';
import {options, problemOf, reference, requested, sent, temporaryFolder} from './support.js';

const number = '4508750015741019';
const spelled = ['4508 7500 1574 1019', '4508\u20137500 1574·1019', '٤٥٠٨ ٧٥٠٠ ١٥٧٤ ١٠١٩', '4508 7500 1574 10190139'];

const answered = (body: Json): NewEvent => ({
  type: 'status-answered',
  person: 'Amina',
  data: {
    reference: reference(1),
    question: 'status',
    answer: {kind: 'answered', http: 200, body, serverTime: 1_763_827_200_000, bytes: 4012000033330026},
    repeated: 0,
  },
});

/** What a journal has on the disk after these. */
async function written(...events: readonly NewEvent[]): Promise<string> {
  const folder = temporaryFolder();
  const journal = await openJournal(options(folder));
  await journal.append(events);
  await journal.close();
  return readFileSync(join(folder, 'journal/2026-11-20.jsonl'), 'utf8');
}

describe('the journal has no card number', () => {
  it('of what the service says, in texts, in numbers and in names, at any depth', async () => {
    const text = await written(
      requested(1),
      answered({message: `Card ${number} ok`, list: [{pan: Number(number), [spelled[0] ?? '']: spelled.slice(1)}]}),
    );
    expect(text).not.toMatch(/4508|٤٥٠٨/u);
    expect(text).toContain('"message":"Card [card …1019] ok"');
    expect(text).toContain('"pan":"[card …1019]"');
    expect(text).toContain('"[card …1019]":["[card …1019]","[card …1019]","[card …1019]"]');
    expect(text).toContain('"serverTime":1763827200000');
  });

  it('in the name of whoever had the till before that was looked at', async () =>
    expect(await written(requested(1), sent(1, `Amina ${number}`))).toContain('"person":"Amina [card …1019]"'));

  test.each<[string, NewEvent]>([
    ['a description', requested(1, {description: `for ${number}`})],
    ['a name', requested(1, {lastName: spelled[1] ?? ''})],
    ['an e-mail address', requested(1, {email: `${number}@example.com`})],
    ['a telephone number', requested(1, {phone: '378282246310005'})],
    ['why it is asked for again', requested(1, {again: {reason: spelled[2] ?? '', earlier: reference(2)}})],
    ['a reason', {type: 'drawer-opened', person: 'Amina', data: {reason: spelled[3] ?? ''}}],
    ['whom a shift goes to', {type: 'shift-handed-over', person: 'Amina', data: {shift: 1, to: number}}],
  ])('for %s that was typed: it is refused, and nothing else with it', async (_, event) => {
    const folder = temporaryFolder();
    const journal = await openJournal(options(folder));
    await journal.append([requested(2)]);
    expect(await problemOf(journal.append([event]))).toEqual({code: 'text-has-card'});
    await journal.append([sent(2)]);
    await journal.close();
    const text = readFileSync(join(folder, 'journal/2026-11-20.jsonl'), 'utf8');
    expect(text.trim().split('\n')).toHaveLength(3);
    expect(outsideOfHashes(text)).not.toContain('1019');
  });

  const types = Object.keys(eventSpecs) as readonly EventType[];

  test.each(types)('in any text of %s', {tags: ['slow']}, type => {
    const references = [1, 2, 3].map(reference);
    forAll(
      runs(30),
      dataOf(eventSpecs[type], references),
      fc.constantFrom(...spelled),
      fc.nat(),
      (data, planted, at) => {
        const places = textsOf(data).filter(place => isValid<unknown>(eventSpecs[type])(put(data, place, planted)));
        const place = places[at % Math.max(1, places.length)];
        if (place === undefined) return;
        const event = {type, person: planted, data: put(data, place, planted)} as NewEvent;
        const kept = keptOf(event);
        if (kept !== undefined) {
          expect(
            textsOf(kept.data)
              .map(each => get(kept.data, each))
              .filter(holdsCardNumber),
          ).toEqual([]);
          expect(JSON.stringify(kept)).not.toMatch(/4508\D7500|٤٥٠٨/u);
        }
      },
    );
  });
});

type Place = readonly (string | number)[];

/** Where the texts of a value stand. */
function textsOf(value: Json, place: Place = []): readonly Place[] {
  if (typeof value === 'string') return [place];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => textsOf(item as Json, [...place, name]));
}

const get = (value: Json, place: Place): string =>
  String(place.reduce<unknown>((found, name) => (found as Record<string, unknown>)[name], value));

/** The value with a text of it replaced. */
function put(value: Json, [name, ...rest]: Place, text: string): Json {
  if (name === undefined) return text;
  const copy = structuredClone(value) as Record<string | number, Json>;
  copy[name] = put(copy[name] ?? null, rest, text);
  return copy as Json;
}

/** What is written of an event; nothing where it is refused. */
function keptOf(event: NewEvent): (Omit<NewEvent, 'data'> & {readonly data: Json}) | undefined {
  try {
    return withoutCards(event) as Omit<NewEvent, 'data'> & {readonly data: Json};
  } catch (error) {
    if (error instanceof Problem && error.code === 'text-has-card') return undefined;
    throw error;
  }
}

it('keeps what a card would be found in by chance, and what is useless with a hole in it', async () => {
  const body = {
    data: {enrollmentTxnReference: number, threeDsUrl: `https://acs.example/${number}`, formData: `A${number}`},
    payment_token: number,
    transaction_reference: 'T7K0MZ4K8Q2RD',
    amount: 23.401200003333003,
    session: '000013231120101500000123456789',
    time: '2024-03-11 19:49:43.575475932',
  };
  const text = await written(requested(1), answered(body));
  expect((JSON.parse(text.trim().split('\n').at(-1) ?? '') as {data: {answer: Json}}).data.answer).toMatchObject({
    body,
  });
});
