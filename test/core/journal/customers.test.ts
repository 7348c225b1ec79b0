import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
  beginsScope,
  customersIn,
  isStandIn,
  monthOf,
  namesCustomer,
  openedLine,
  rowWithoutPayer,
  scopeOf,
  sealedData,
  standInOf,
} from '../../../src/core/journal/customers.js';
import {forAll} from '../../hostile/runs.js';

const gap = fc.constantFrom('', ' ', '-', '.', '\u00A0');
const digit = fc.constantFrom(...'123456789');

/** A customer's number, and a spelling of it: with or without its country and its zero, in groups of any length. */
const spelled = fc
  .array(digit, {minLength: 9, maxLength: 12})
  .chain(digits =>
    fc
      .tuple(
        fc.constantFrom('', '+', '0'),
        fc.integer({min: 0, max: digits.length - 8}),
        fc.array(gap, {minLength: digits.length, maxLength: digits.length}),
      )
      .map(([before, from, gaps]) => ({
        number: digits.join(''),
        spelling:
          before + digits.slice(from).reduce((text, each, at) => text + (at === 0 ? '' : (gaps[at] ?? '')) + each),
      })),
  );
/** What may stand before and after it, so that no digit touches it. */
const around = fc.constantFrom('', ' paid by ', ' (', ') ', ', ', ' code 42: ', ' é ', ' KES 4,200.50; ');

const answerOf = (message: unknown) => ({
  type: 'answered' as const,
  data: {reference: 'R', answer: {kind: 'answered', http: 200, body: {note: message}}},
});
const sealing = (message: unknown, known: readonly string[]) =>
  JSON.stringify(sealedData(answerOf(message) as never, known, () => '~sealed~'));

test('a number is sealed in every text that spells it', {tags: ['slow']}, () =>
  forAll({numRuns: 300}, spelled, around, around, ({number, spelling}, before, after) => {
    const text = before + spelling + after;
    expect(namesCustomer(answerOf(text) as never, [number]), text).toBe(true);
    expect(sealing(text, [number]).replaceAll(/[\s.-]/g, '')).not.toContain(number.slice(-8));
  }),
);

test.each([
  ['an address, in capitals', 'sent to AMINA@EXAMPLE.COM today', true],
  ['a number that JSON has as one', 254_712_345_678, true],
  ['a name that is all of a text', 'Amina', true],
  ['a name in a sentence', 'Thank you, Amina', false],
  ['seven of the digits', 'call 2345678', false],
  ['the digits inside of a longer number', '99254712345678001', true],
  ['the last digits inside of a longer number', '9912345678001', false],
  ['the digits inside of a longer number that JSON has as one', 9_254_712_345_678, true],
  ['the last digits inside of a longer number that JSON has as one', 9_912_345_678_001, false],
  ['a number in brackets', '(0712 345 678)', true],
  ['another number', '0712 345 679', false],
])('%s', (_, text, names) => {
  const known = ['254712345678', 'amina@example.com', 'Amina'];
  expect(namesCustomer(answerOf(text) as never, known)).toBe(names);
  expect(sealing(text, known).includes('~sealed~')).toBe(names);
});

/** A seal that can be read: the letters of a value as those of a sealed one, and its end. */
const seal = (value: string) => `~${Buffer.from(value).toString('base64url').padEnd(13, '_')}~`;
const unseal = (sealed: string) => Buffer.from(sealed.slice(1, -1).replace(/_+$/, ''), 'base64url').toString();
const told = (type: string, data: unknown) => ({type, data});
const sealed = (type: string, data: unknown, known: readonly string[] = []) =>
  sealedData(told(type, data), known, value => `<${value}>`);
const answering = (body: unknown) => ({answer: {kind: 'answered', http: 200, body}});

test.each<[string, object, object]>([
  ['requested', {phone: '1', wallet: null, email: '', amount: 2}, {phone: '<1>', wallet: null, email: '', amount: 2}],
  ['enrolment-requested', {customerEmail: 'a@b', plan: 'x'}, {customerEmail: '<a@b>', plan: 'x'}],
  ['ticket-opened', {customer: 'Ann', description: 'Ann'}, {customer: '<Ann>', description: 'Ann'}],
  ['receipt-mail-queued', {to: 'a@b', number: 1}, {to: '<a@b>', number: 1}],
  ['receipt-mail-answered', {text: 'no such', number: 1}, {text: '<no such>', number: 1}],
  [
    'subscription-seen',
    {subscription: {id: 1, firstName: 'Ann', metadata: {a: 1}}},
    {subscription: {id: 1, firstName: '<Ann>', metadata: '<\0{"a":1}>'}},
  ],
  ['reconciled', {accepted: ['row/now/123/5', 'other/123/5']}, {accepted: ['row/now/<123>/5', 'other/123/5']}],
  [
    'requested',
    {received: {row: 'MISSING:row/now/123/5', providerReference: 'Q'}},
    {received: {row: 'MISSING:row/now/<123>/5', providerReference: 'Q'}},
  ],
  ['drawer-opened', {reason: 'row/now/123/5', phone: '1'}, {reason: 'row/now/123/5', phone: '1'}],
])('of %s what names a customer is sealed, and nothing else: %j', (type, data, wanted) => {
  expect(sealed(type, data)).toEqual(wanted);
  expect(namesCustomer(told(type, data))).toBe(JSON.stringify(data) !== JSON.stringify(wanted));
});

test('of an answer the members that name a payer are sealed whole, and what proves something stays', () => {
  const body = {
    payer: 'Ann',
    customer_phone: 712,
    is: true,
    payerName: false,
    message: 'Ann',
    list: [{email: 'a@b'}],
    metadata: {a: 'Ann'},
  };
  const known = ['Ann', '254712345678'];
  expect(sealed('answered', answering(body), known)).toEqual(
    answering({
      payer: '<Ann>',
      customer_phone: '<\x00712>',
      is: true,
      payerName: false,
      message: 'Ann',
      list: [{email: '<a@b>'}],
      metadata: {a: '<Ann>'},
    }),
  );
  // `transaction_status` proves; a number that is known is sealed in it all the same.
  const proves = {transaction_status: 'Ann', currency: 'Ann', note: 'Ann', amount: 254712345678, code: 712345679};
  expect(sealed('answered', answering(proves), known)).toEqual(
    answering({...proves, note: '<Ann>', amount: '<\x00254712345678>'}),
  );
  expect(sealed('answered', {answer: {kind: 'answered', text: 'to 0712345678.'}}, known)).toEqual({
    answer: {kind: 'answered', text: 'to <0712345678>.'},
  });
  for (const answer of [{kind: 'no-answer'}, null, ['Ann'], 'Ann']) {
    const data = {answer};
    expect(sealed('answered', data, known)).toBe(data);
  }
  const nothing = answering({list: [1, {a: 'b'}], message: ''});
  expect(sealed('answered', nothing, ['', ...known])).toBe(nothing);
});

test('what lies deeper than any answer of the service is sealed whole', () => {
  const nested = (depth: number): unknown => (depth === 0 ? {a: 1} : [nested(depth - 1)]);
  const innermost = (value: unknown): unknown => (Array.isArray(value) ? innermost(value[0]) : value);
  const deepest = (depth: number) => {
    const {answer} = sealed('answered', answering(nested(depth))) as ReturnType<typeof answering>;
    return innermost(answer.body);
  };
  expect([deepest(50), deepest(51)]).toEqual([{a: 1}, '<\0{"a":1}>']);
  const named = (depth: number): unknown => (depth === 0 ? {b: 1} : {a: named(depth - 1)});
  const isSealed = (depth: number) => JSON.stringify(sealed('answered', answering(named(depth)))).includes('<');
  expect([isSealed(50), isSealed(51)]).toEqual([false, true]);
  const rows = {accepted: ['other/123/5', {a: null}]};
  expect(sealed('reconciled', rows)).toBe(rows);
});

test('what was sealed is opened as it was, in whole values and within texts', () => {
  const data = {
    reference: 'R',
    phone: '254712345678',
    email: 'Ann é',
    firstName: '\0x',
    lastName: '\uD800',
    ...answering({metadata: {a: [1, null]}, note: 'to 254712345678, 254712345678 ~x~', pan: 254712345678}),
  };
  const line = {
    seq: 1,
    till: 'T7K',
    type: 'requested',
    data: sealedData(told('requested', data), ['254712345678'], seal),
  };
  const hows: unknown[] = [];
  const opened = openedLine({...line, key: '2026-11'}, how => {
    hows.push(how);
    return unseal;
  });
  expect(opened).toEqual({...line, data});
  expect(hows).toEqual([{key: '2026-11', till: 'T7K', scope: 'R'}]);
  const looks = {
    ...line,
    key: 'k',
    data: {note: 'a ~bbbbbbbbbbbbb~ccccccccccccc~ b', other: 'x~y', deep: [['~bbbbbbbbbbbbb~']]},
  };
  const some = openedLine(looks, () => value => (value.includes('c') ? '!' : undefined));
  expect(some).toMatchObject({data: {note: 'a ~bbbbbbbbbbbbb! b', other: 'x~y', deep: [['~bbbbbbbbbbbbb~']]}});
});

test.each([
  ['no object'],
  [null],
  [{key: 1, data: {}}],
  [{data: {}}],
  [{key: 'k', data: null}],
  [{key: 'k', data: [1]}],
])('a line that names no key is as it is: %j', line => expect(openedLine(line)).toBe(line));

test('without its key a value is read as a stand-in, which has no digits and is known as one', () => {
  const sealedPhone = '~Ab9-_zK0xQ12Z~';
  const {data} = openedLine({key: 'k', type: 'sent', data: {phone: sealedPhone}}) as {data: {phone: string}};
  expect(data.phone).toBe(standInOf(sealedPhone));
  expect(data.phone).toMatch(/^sealed-[b-df-hj-np-tv-z]{12}$/);
  expect([isStandIn(data.phone), isStandIn(`${data.phone}x`), isStandIn(`x${data.phone}`)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(standInOf(sealedPhone)).not.toBe(standInOf(sealedPhone.replace('Z~', 'Y~').replace('A', 'B')));
});

test.each<[string, object, string, boolean]>([
  ['requested', {reference: 'R', sale: 'S', ticket: 'T'}, 'R', true],
  ['enrolment-requested', {enrolment: 'E'}, 'E', true],
  ['ticket-opened', {ticket: 'T'}, 'T', false],
  ['receipt-mail-queued', {number: 3}, 'mail 3', false],
  ['subscription-seen', {subscription: {id: 7}}, 'subscription 7', false],
  ['subscription-change-sent', {subscription: 7}, 'shop', false],
  ['reconciled', {}, 'shop', false],
])('%s is of a scope of its own: %j', (type, data, scope, isBegun) =>
  expect([scopeOf(told(type, data)), beginsScope(told(type, data))]).toEqual([scope, isBegun]),
);

test('the values by which a payment names its customer are those that say something', () => {
  expect(customersIn(told('requested', {phone: '1', wallet: null, email: '', lastName: 'Ann', sale: 'S'}))).toEqual([
    '1',
    'Ann',
  ]);
  expect(customersIn(told('sent', {phone: '1'}))).toEqual([]);
});

test('a key is of a month in UTC, and a row is named with its payer or without', () => {
  expect(monthOf(Date.UTC(2026, 10, 30, 23, 59))).toBe('2026-11');
  expect(rowWithoutPayer('FEE:row/now/254712345678/200')).toBe('FEE:row/now//200');
});

test.each([
  ['an address with blanks around it', ' amina@example.com ', 'to AMINA@example.com', true],
  ['seven digits', '2345678', 'call 2345678 now', false],
  ['seven digits that are all of a text', '2345678', '2345678', true],
  ['eight digits', '12345678', 'call 12345678 now', true],
  ['what ends with a number', 'x254712345678', 'from 254712345678', false],
  ['a number in groups', '+254 (712) 345-678', 'from 0712 345 678', true],
  ['what is a number in part', '254712345678x', 'from 254712345678', false],
  ['an address that is no text', 'a@\uD800', 'to a@\uD800', false],
  ['a pattern', 'a.b@example.com', 'to axb@example.com', false],
])('%s is known by itself', (_, value, text, names) =>
  expect(namesCustomer(answerOf(text) as never, [value])).toBe(names),
);
