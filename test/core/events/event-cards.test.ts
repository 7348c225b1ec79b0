import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {eventSpecs, type NewEvent} from '../../../src/core/events/event.js';
import {staysWhole, withoutCards} from '../../../src/core/events/event-cards.js';
import {Problem} from '../../../src/core/problem.js';
import type {Spec} from '../../../src/core/spec/spec.js';
import {dataOf} from '../../hostile/schema-data.js';
import {request} from '../payment/payment-samples.js';

const number = '4508750015741019';
const hidden = '[card …1019]';
const eventOf = (type: string, data: object, person = 'Amina') => ({type, person, data}) as unknown as NewEvent;
const answered = (answer: object) => eventOf('answered', {reference: request.reference, answer});

/** What is kept of an event's data, or why it is refused. */
function keptOf(event: NewEvent): unknown {
  try {
    return withoutCards(event).data;
  } catch (error) {
    return error instanceof Problem ? error.code : error;
  }
}

describe('what a person typed is refused with a card number in it', () => {
  it.each([
    ['requested', 'wallet'],
    ['resolved', 'reason'],
    ['refund-in-cash', 'unheard'],
    ['shift-handed-over', 'to'],
    ['discrepancy-accepted', 'note'],
  ])('%s: %s', (type, member) => expect(keptOf(eventOf(type, {[member]: `for ${number}`}))).toBe('text-has-card'));

  it('also where it stands deeper, but not in what else is said there', () => {
    expect(keptOf(eventOf('requested', {again: {reason: number, earlier: 'R'}}))).toBe('text-has-card');
    expect(keptOf(eventOf('resolved', {evidence: number}))).toEqual({evidence: hidden});
    expect(keptOf(eventOf('checked', {reason: number}))).toEqual({reason: hidden});
  });

  it('and is reduced where the service has made the charge, or says it in an answer', () => {
    expect(keptOf(eventOf('requested', {method: 'subscription', description: number}))).toEqual({
      method: 'subscription',
      description: hidden,
    });
    expect(keptOf(eventOf('resolved', {answer: {body: {reason: number}}}))).toEqual({answer: {body: {reason: hidden}}});
  });
});

it.each<[string, object, object]>([
  ['a text', {body: {message: `Card ${number} ok`}}, {body: {message: `Card ${hidden} ok`}}],
  ['a list', {body: {list: ['a', number]}}, {body: {list: ['a', hidden]}}],
  ['a number', {body: {pan: Number(number)}}, {body: {pan: hidden}}],
  ['a name of a member', {body: {[number]: 1}}, {body: {[hidden]: 1}}],
  ['a broken number', {body: {amount: 23.401200003333003}}, {body: {amount: 23.401200003333003}}],
  ['a number of ours', {bytes: Number(number)}, {bytes: Number(number)}],
  ['a name of ours', {[number]: 1}, {[number]: 1}],
  ['nothing', {body: {is: true, none: null}}, {body: {is: true, none: null}}],
  ['our form, in an answer', {body: {reference: number.slice(0, 15)}}, {body: {reference: number.slice(0, 15)}}],
  ['a page that is opened', {body: {url: `https://a/${number}`}}, {body: {url: `https://a/${number}`}}],
  ['words about one', {body: {url: `see ${number}`}}, {body: {url: `see ${hidden}`}}],
])('of an answer with %s', (_, answer, kept) =>
  expect(keptOf(answered(answer))).toEqual({reference: request.reference, answer: kept}),
);

it('what an office has signed is kept whole, whatever digits the id of a key has, but not a card number as the name of a shop', () => {
  const head = '2fe753c9fff8e7bccdadfb30258d93072c69cee8df81cb4134f64e1148da1835';
  const signed = (shop: string, key = 'a451833966324704') =>
    ['duka.head/1', `${shop}/T7K`, key, '6', head, '2026-11-30T09:38:12.123Z', ''].join('\n');
  const kept = (checkpoint: string) => keptOf(eventOf('witnessed', {checkpoint}));
  for (const text of [signed('corner'), signed('corner', number)]) expect(kept(text)).toEqual({checkpoint: text});
  for (const text of [signed(number), `of ${number}`])
    expect(kept(text)).toEqual({checkpoint: expect.stringContaining(hidden)});
});

it('a reference of ours is kept in its form alone, and a barcode is kept', () => {
  const ours = '378282246310005'; // fifteen digits that are a card's too
  for (const member of ['reference', 'sale', 'earlier', 'enrolment'])
    expect(keptOf(eventOf('sent', {[member]: ours}))).toEqual({[member]: ours});
  expect(keptOf(eventOf('sent', {reference: `${ours} `}))).toEqual({reference: '[card …0005] '});
  expect(keptOf(eventOf('sent', {to: ours}))).toEqual({to: '[card …0005]'});
  expect(keptOf(answered({body: {reference: ours}}))).toMatchObject({answer: {body: {reference: '[card …0005]'}}});
  const code = '4508750015818'; // a barcode's check digit is right, and a card's
  expect(keptOf(eventOf('sent', {code, text: code}))).toEqual({code, text: code});
  expect(keptOf(answered({body: {code}}))).toMatchObject({answer: {body: {code}}});
});

it('the name of a person is reduced, and what has nothing to hide stays the same object', () => {
  expect(withoutCards(eventOf('sent', {reference: 'R'}, `A ${number}`)).person).toBe(`A ${hidden}`);
  const event = answered({http: 200, body: {list: [1, {a: 'b'}], message: 'ok'}});
  expect(withoutCards(event)).toBe(event);
  expect(withoutCards(answered({body: {list: [1, {a: number}]}})).data).toMatchObject({
    answer: {body: {list: [1, {a: hidden}]}},
  });
});

it.each([
  ['url', 'https://a', true],
  ['payment_token', number, true],
  ['url', 'two words', false],
  ['url', 'two\u00A0words', false],
  ['message', number, false],
])('a text of %s, %s, stays whole: %s', (member, text, isWhole) => expect(staysWhole(member, text)).toBe(isWhole));

/** What Duka makes itself and events hold: each with any digits that it can have, also those of a card. */
const digits = fc.constantFrom(number, '4508750015818', '378246310005', '4783085297098', '5555555555554444', '7');
const hexadecimal = (length: number) =>
  fc
    .tuple(fc.stringMatching(/^[0-9a-f]{0,64}$/), digits, fc.stringMatching(/^[0-9a-f]{64}$/))
    .map(parts => parts.join('').slice(0, length));
const base64 = (bytes: number, encoding: 'base64' | 'base64url') =>
  fc.uint8Array({minLength: bytes, maxLength: bytes}).map(each => Buffer.from(each).toString(encoding));
const reference = fc.oneof(fc.stringMatching(/^T7K[0-9A-HJKMNP-TV-Z]{12}$/), fc.constant('378282246310005'));
const hash = hexadecimal(64).map(text => (/[a-f]/.test(text) ? text : `a${text.slice(1)}`));
const decimal = fc.tuple(fc.nat({max: 99}), digits).map(([units, part]) => `${units}.${part}`);
const secret = fc.oneof(
  fc.constant('"Mama Njeri"'),
  hexadecimal(16).map(sum => `"sha256:${sum}"`),
);
const day = fc.constantFrom('2026-11-20', '2024-02-29');
const checkpoint = fc
  .tuple(hexadecimal(16), hash, fc.nat())
  .map(([key, head, seq]) => ['duka.head/1', 'corner/T7K', key, seq, head, '2026-11-30T09:38:12.123Z', ''].join('\n'));
const ofDuka = {
  signature: base64(64, 'base64'),
  id: base64(9, 'base64url'),
  checkpoint,
  zone: fc.constant('Africa/Nairobi'),
  publicKey: base64(32, 'base64url'),
  office: base64(32, 'base64url'),
  signingKey: base64(32, 'base64url'),
  head: hash,
  previousHead: hash,
  line: hash,
  sha256: hash,
  copySha256: hash,
  action: hash,
  record: hash,
  recovery: hash,
  start: hash,
  settings: hash,
  fee: decimal,
  businessDate: day,
  firstSeen: day,
  on: day,
  body: fc.constant({message: 'ok'}),
  dayStartsAt: fc.constant('04:30'),
  quantity: fc.constant('0.125'),
  rate: fc.constant('16'),
};
const secrets = {from: secret, to: secret, value: secret};

it.each(Object.entries<Spec>(eventSpecs))(
  'what Duka itself makes for %s is kept whole, whatever digits it has',
  (type, spec) => {
    const members = /settings|staff/.test(type) ? {...ofDuka, ...secrets} : ofDuka;
    const data = dataOf(spec, ['T7K0MZ4K8Q2RD'], {members, texts: fc.constantFrom('Amina', 'KES', '12.50')});
    fc.assert(
      fc.property(fc.tuple(data, reference), ([made, own]) => {
        const event = eventOf(type, JSON.parse(JSON.stringify(made).replaceAll('T7K0MZ4K8Q2RD', own)));
        expect(withoutCards(event)).toBe(event);
      }),
      {numRuns: 50},
    );
  },
);
