import fc from 'fast-check';
import type {Json} from '../../src/core/service/answer.js';
import {anyCharacter} from '../any-character.js';

/** What a terminal obeys, a table breaks at, a spreadsheet calculates, a path climbs, a prototype is reached by. */
const hostileTexts = [
  '\u001B[2J\u001B]0;owned\u0007AMINA',
  '\u001B]52;c;cm0gLXJm\u001B\\',
  '\u009B31m\u0090q\u009C',
  'PAID\r\n✓ PAID 200.00 KES',
  '\u202E00.002\u2066\u200B\uFEFF',
  '\u2028\u2029\u0085',
  '\uD800',
  'a'.repeat(3000),
  'é\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030A\u030B',
  "=cmd|'/c calc'!A1",
  '+254712345678',
  '-2+3',
  '@SUM(A1)',
  '\t=1+1',
  '../../../../etc/passwd',
  '/etc/passwd\0.csv',
  '%2e%2e%2fjournal',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '1e400',
  '0x10',
  '１２３',
  '',
  ' ',
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  {weight: 3, arbitrary: fc.constantFrom(...hostileTexts)},
  {weight: 1, arbitrary: fc.string({unit: anyCharacter, maxLength: 40})},
);

/** Words and numbers that mean something to whoever reads an answer. */
const meaningful: readonly Json[] = [
  'Completed',
  'COMPLETED',
  'Failed',
  'Reversed',
  'Initialized',
  'Success',
  'SUCCESS',
  'ACTIVE',
  'CANCELLED',
  '00',
  '06',
  '09',
  '96',
  'true',
  'false',
  'KES',
  'USD',
  'Transaction not found',
  'Duplicate transaction reference',
];
const scalars: readonly Json[] = [null, true, false, 0, -1, 200, 24, 1e21, 5e-324, -0.1, [], {}];
const names = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'then', 'toJSON', 'length', 'hasOwnProperty', '\u001B[2J'],
  ...['data', 'message', 'status', 'success', 'response_code', 'transaction_status', 'transaction_reference'],
];

export const hostileJson: fc.Arbitrary<Json> = fc.oneof(
  {weight: 4, arbitrary: hostileText},
  {weight: 4, arbitrary: fc.constantFrom(...meaningful)},
  {weight: 4, arbitrary: fc.constantFrom(...scalars)},
  // JSON has no words for the numbers that are none, and for those without end.
  {weight: 1, arbitrary: fc.double({noNaN: true, noDefaultInfinity: true})},
  {weight: 1, arbitrary: fc.jsonValue({maxDepth: 2}) as fc.Arbitrary<Json>},
);

type Change = {
  readonly place: number;
  readonly how: How;
  readonly other: number;
  readonly value: Json;
  readonly name: string;
};
const hows = ['replace', 'remove', 'rename', 'add', 'swap', 'wrap', 'retype'] as const;
type How = (typeof hows)[number];

const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(400),
  how: fc.constantFrom(...hows),
  other: fc.nat(400),
  value: hostileJson,
  name: fc.constantFrom(...names),
});

/** A value with a few things in it changed: members replaced, renamed, added, exchanged, wrapped, of another type. */
export function mutated(samples: readonly Json[]): fc.Arbitrary<Json> {
  const texts = samples.map(sample => JSON.stringify(sample));
  return fc
    .tuple(fc.constantFrom(...texts), fc.array(change, {maxLength: 4}))
    .map(([text, changes]) => changes.reduce(changed, JSON.parse(text) as Json));
}

/** A member of an object or of an array, which are changed in place. */
type Place = {readonly holder: Record<string, Json>; readonly name: string};

function changed(root: Json, {place, how, other, value, name}: Change): Json {
  const places = placesIn({root});
  const at = places[place % places.length];
  const there = places[other % places.length];
  if (at === undefined || there === undefined) return root;
  const old = at.holder[at.name] ?? null;
  const holders: Record<string, Json> = {root};
  const target = at.name === 'root' && places[0] === at ? {holder: holders, name: 'root'} : at;
  switch (how) {
    case 'replace':
      set(target, value);
      break;
    case 'remove':
      if (target.holder !== holders) Reflect.deleteProperty(target.holder, target.name);
      break;
    case 'rename':
      if (target.holder !== holders) Reflect.deleteProperty(target.holder, target.name);
      set({holder: target.holder, name: target.holder === holders ? 'root' : name}, old);
      break;
    case 'add':
      if (typeof old === 'object' && old !== null) set({holder: old as Record<string, Json>, name}, value);
      else set(target, value);
      break;
    case 'swap': {
      // What holds its own place would be without end: nothing is changed then.
      const next = there.holder[there.name] ?? null;
      if (!contains(next, target.holder)) set(target, next);
      break;
    }
    case 'wrap':
      set(target, other % 2 === 0 ? [old, old] : {[name]: old, data: old});
      break;
    default:
      set(target, retyped(old));
  }
  return JSON.parse(JSON.stringify(holders['root'] ?? null)) as Json;
}

const contains = (value: Json, holder: object): boolean => placesIn({value}).some(place => place.holder === holder);

/** As JSON sets it: `__proto__` is a member like any other. What has a name in an array goes to its end. */
function set({holder, name}: Place, value: Json): void {
  if (Array.isArray(holder) && !/^\d+$/.test(name)) holder.push(value);
  else Object.defineProperty(holder, name, {value, configurable: true, enumerable: true, writable: true});
}

function retyped(value: Json): Json {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string')
    return value === 'true' || (value !== '' && Number.isFinite(Number(value))) ? Number(value) : [value];
  return value === null ? 'null' : JSON.stringify(value);
}

function placesIn(root: Record<string, Json>): Place[] {
  const found: Place[] = [];
  const visit = (value: Json) => {
    if (typeof value !== 'object' || value === null) return;
    const holder = value as Record<string, Json>;
    for (const name of Object.keys(holder)) {
      found.push({holder, name});
      visit(holder[name] ?? null);
    }
  };
  visit(root);
  return found;
}

type Cut = {
  readonly at: number;
  readonly length: number;
  readonly how: 'flip' | 'cut' | 'double' | 'insert' | 'end';
  readonly bytes: Uint8Array;
};

const hostileBytes = fc.oneof(
  fc.uint8Array({maxLength: 12}),
  hostileText.map(text => new Uint8Array(Buffer.from(text))),
);

/** Bytes with a few of them flipped, cut out, doubled or put in, or cut off. */
export function damaged(whole: fc.Arbitrary<Uint8Array>, most = 3): fc.Arbitrary<Uint8Array> {
  const cut: fc.Arbitrary<Cut> = fc.record({
    at: fc.nat(),
    length: fc.integer({min: 1, max: 200}),
    how: fc.constantFrom('flip', 'cut', 'double', 'insert', 'end'),
    bytes: hostileBytes,
  });
  return fc.tuple(whole, fc.array(cut, {maxLength: most})).map(([bytes, cuts]) => cuts.reduce(applied, bytes));
}

function applied(bytes: Uint8Array, {at, length, how, bytes: more}: Cut): Uint8Array {
  const start = bytes.length === 0 ? 0 : at % bytes.length;
  const [before, part, rest] = [
    bytes.subarray(0, start),
    bytes.subarray(start, start + length),
    bytes.subarray(start + length),
  ];
  switch (how) {
    case 'flip':
      return Buffer.concat([before, part.map((byte, index) => (index === 0 ? byte ^ (1 << (at % 8)) : byte)), rest]);
    case 'cut':
      return Buffer.concat([before, rest]);
    case 'double':
      return Buffer.concat([before, part, part, rest]);
    case 'insert':
      return Buffer.concat([before, more, part, rest]);
    default:
      return Buffer.from(before);
  }
}
