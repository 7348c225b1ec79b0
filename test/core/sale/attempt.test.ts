import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {searchText} from '../../../src/core/journal/search.js';
import {loadMessages} from '../../../src/core/messages/messages.js';
import {beginPayment, type Payment, type PaymentStatus} from '../../../src/core/payment/payment.js';
import {attemptOf, badges, foundOf, lineOf, readLine} from '../../../src/core/sale/attempt.js';
import {saleOf} from '../../../src/core/sale/sale.js';
import {isFound, parseSaleSearch, patternsOf} from '../../../src/core/sale/search.js';
import {event, request} from '../payment/payment-samples.js';

await loadMessages('en', 'fr', 'pt', 'sw');

type Begun = Parameters<typeof beginPayment>[0];
const paymentOf = (more: Partial<typeof request>, status: PaymentStatus = 'paid', person = 'cashier'): Payment => ({
  ...beginPayment(event(7, 'requested', {...request, ...more}, person) as Begun),
  status,
});

const words = fc.string({unit: fc.constantFrom('a', 'É', '小', '\t', '\n', 'Z', 'B', ' ', '7', '😀'), maxLength: 12});

describe('a line of an index', () => {
  it('is read back as it was, whatever people wrote', () => {
    fc.assert(
      fc.property(words, words, fc.constantFrom(...badges), fc.nat(), (person, description, standing, minor) => {
        const payment = paymentOf({description, amount: {currency: 'KES', minor}}, 'pending', person);
        const found = foundOf(payment, 'Africa/Nairobi');
        const line = lineOf(found, standing);
        expect(line).not.toContain('\n');
        expect(readLine(line)).toEqual(found);
      }),
    );
  });

  it('has nothing of what is only read back where a person searches', () => {
    const line = lineOf(foundOf(paymentOf({}, 'paid', 'Amina'), 'Africa/Nairobi'), 'paid');
    const facts = line.split('\t').slice(-8).join('');
    expect(facts).toMatch(/^[A-Z_]*$/u);
    expect(searchText(facts)).not.toBe(facts);
  });

  it.each(['', 'x', '\t\t\t', 'a\tb\tc\td\te\tf\tYAZA\tA\tA\tA\tA\tCASH\t\t'])('is none: %j', line => {
    expect(readLine(line)).toBeUndefined();
  });
});

const isIn = (typed: string, payment: Payment) => {
  const found = foundOf(payment, 'Africa/Nairobi');
  const row = saleOf([found.attempt]);
  const isThere = isFound(parseSaleSearch(typed), {texts: [found.texts], badge: row.badge});
  // What an index is asked for first may find too much and never too little.
  const line = lineOf(found, row.badge);
  const patterns = patternsOf(parseSaleSearch(typed));
  if (isThere) expect(patterns.every(each => each.some(text => line.includes(text)))).toBe(true);
  return isThere;
};

describe('a search as it is typed', () => {
  const paid = paymentOf({amount: {currency: 'KES', minor: 125_000}}, 'paid', 'Amina');
  it.each([
    ['1250', true],
    ['1,250.00', true],
    ['678', true],
    ['0712', true],
    ['07123', true],
    ['+254712', true],
    ['t7k0mz', true],
    ['amina', true],
    ['AMINÁ', true],
    ['m-pesa', true],
    ['mobile', true],
    ['2026-11-20', true],
    ['14:00', true],
    ['paid', true],
    ['pai', true],
    ['PAYÉ', true],
    ['imelipwa', true],
    ['paid 678', true],
    ['not paid', false],
    ['not pa', false],
    ['call man', false],
    ['waiting', false],
    ['679', false],
    ['cash', false],
    ['especes', false],
  ])('%s', (typed, isThere) => {
    expect(isIn(typed, paid)).toBe(isThere);
  });

  it.each([
    ['not paid', 'failed'],
    ['not pa', 'failed'],
    ['non pay', 'failed'],
    ['wait', 'pending'],
    ['result unk', 'unknown'],
    ['call manager', 'disputed'],
    ['amount differs', 'mispaid'],
  ] as const)('%s finds a sale that is %s', (typed, status) => {
    expect(isIn(typed, paymentOf({}, status))).toBe(true);
  });
});

describe('a sale', () => {
  const attempt = (seq: number, badge: (typeof badges)[number]) => ({
    ...attemptOf(paymentOf({reference: `T7K${seq}`})),
    seq,
    badge,
  });
  it.each([
    [['not-paid', 'paid'], 'paid', 2],
    [['paid', 'not-paid'], 'paid', 1],
    [['paid', 'waiting'], 'paid', 1],
    [['not-paid', 'waiting'], 'waiting', 2],
    [['paid', 'paid'], 'needs-person', 2],
    [['paid', 'given-back'], 'paid', 1],
    [['given-back', 'not-paid'], 'given-back', 1],
    [['paid', 'amount-differs'], 'amount-differs', 2],
    [['not-paid', 'reversed'], 'reversed', 2],
  ] as const)('of attempts that are %s is %s', (each, badge, shown) => {
    const [first, second] = each.map((one, at) => attempt(at + 1, one));
    if (first === undefined || second === undefined) throw new Error('two attempts');
    for (const attempts of [
      [first, second],
      [second, first],
    ] as const)
      expect(saleOf(attempts)).toMatchObject({badge, shown: {seq: shown}});
  });
});
