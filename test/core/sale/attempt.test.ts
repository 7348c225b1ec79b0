import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {searchText} from '../../../src/core/books/search.js';
import {loadMessages} from '../../../src/core/messages/messages.js';
import {beginPayment, type Payment, type PaymentStatus} from '../../../src/core/payment/payment.js';
import {
  attemptOf,
  badges,
  foundOf,
  lineOf,
  lineStart,
  readLine,
  standingMark,
  textsOfPayment,
} from '../../../src/core/sale/attempt.js';
import {isFound, parseSaleSearch, patternsOf} from '../../../src/core/sale/finder.js';
import {amountOf, byTicket, type SaleRow, saleOf, standingText, waysOf} from '../../../src/core/sale/sale.js';
import type {Ticket, TicketStatus} from '../../../src/core/ticket/ticket.js';
import {forAll} from '../../hostile/runs.js';
import {cardRequest} from '../card/card-samples.js';
import {event, reference, request} from '../payment/payment-samples.js';

await loadMessages('en', 'fr', 'pt', 'sw');

type StartedPayment = Parameters<typeof beginPayment>[0];
const paymentOf = (more: Partial<typeof request>, status: PaymentStatus = 'paid', person = 'cashier'): Payment => ({
  ...beginPayment(event(7, 'requested', {...request, ...more}, person) as StartedPayment),
  status,
});

const words = fc.string({unit: fc.constantFrom('a', 'É', '小', '\t', '\n', 'Z', 'B', ' ', '7', '😀'), maxLength: 12});

describe('a line of an index', () => {
  it('is read back as it was, whatever people wrote', () =>
    forAll(words, words, fc.constantFrom(...badges), fc.nat(), (person, description, standing, minor) => {
      const ticket = minor % 2 === 0 ? {} : {ticket: `T7K${minor}`};
      const sale = minor % 3 === 0 ? {sale: `T7K${minor}`} : {};
      const payment = paymentOf({description, ...ticket, ...sale, amount: {currency: 'KES', minor}}, 'pending', person);
      const kept = {total: {currency: 'KES', minor: minor + 1}, status: 'abandoned'} as const;
      const found = foundOf(payment, 'Africa/Nairobi', minor % 4 === 0 ? kept : undefined);
      const line = lineOf(found, standing);
      expect(line).not.toContain('\n');
      expect(readLine(line)).toEqual(found);
    }));

  it('has nothing of what is only read back where a person searches', () => {
    const line = lineOf(foundOf(paymentOf({}, 'paid', 'Amina'), 'Africa/Nairobi'), 'paid');
    const facts = line.split('\t').slice(-10).join('');
    expect(facts).toMatch(/^[A-Z_]*$/u);
    expect(searchText(facts)).not.toBe(facts);
  });

  const own = 'a\tb\tc\tkes\te\tf\t';
  it.each([
    ...['', 'x', '\t\t\t', 'a\tb\tc\td\te\tf\tYAZA\tA\tA\tA\tA\tCASH\t\t\t', `${own}YMZA\tA\tA\tA\tA\tX\t\t\t\t`],
    ...[`${own}YAZA\tA\tA\tA\tF\tX\t\t\t\t`, `${own}\tA\tA\tA\tA\tX\t\t\t\t`],
  ])('is none: %j', line => expect(readLine(line)).toBeUndefined());

  it('is one of what has a state, a way to pay and a currency', () =>
    expect(readLine(`${own}YAZA\tA\tA\tA\tA\tX\t\t\t\t`)?.attempt).toMatchObject({
      reference: 'A',
      sale: 'A',
      badge: 'paid',
    }));

  const id = reference.toLowerCase();
  const asked = ['kes', '2026-11-20', 'amina', '14:00'];
  const given = {reference, sale: reference, description: `Sale ${reference}`, again: null, country: 'KE'};
  const cash = {...given, amount: request.amount, businessDate: request.businessDate, method: 'cash'};
  it.each<[string, object, readonly string[], string]>([
    [
      'with all that people wrote',
      {
        ...request,
        sale: 'T7K1',
        ticket: 'T7K2',
        description: 'Two\ttéas',
        again: {reason: 'No answer', earlier: 'T7K1'},
      },
      [
        ...['254712345678', '200.00', ...asked, 'm-pesa', 'mobile', 'customer', 'duka', 'shop@example.com'],
        ...['t7k1', 't7k2', 'two teas', 'no answer'],
      ],
      '…345 678',
    ],
    [
      'on a page',
      {...request, wallet: null, phone: '254733000111'},
      ['254733000111', '200.00', ...asked, 'm-pesa', 'mobile', 'customer', 'duka', 'shop@example.com'],
      '…000 111',
    ],
    ['in cash', {...cash, tendered: request.amount}, ['', '200.00', ...asked, 'cash', ''], ''],
    [
      'by card',
      cardRequest,
      ['1019', '24.00', 'usd', ...asked.slice(1), 'visa', 'card', 'customer', 'duka', 'shop@example.com'],
      '…1019',
    ],
    [
      'for a subscription',
      {...cash, method: 'subscription', customerEmail: 'Ann@example.com', charge: null},
      ['ann@example.com', '200.00', ...asked, 'enrolment', 'subscription'],
      'a…@example.com',
    ],
    [
      'that came unasked',
      {
        ...cash,
        method: 'mobile-money',
        network: '',
        wallet: null,
        phone: '',
        received: {row: 'R', providerReference: 'RK1'},
      },
      ['rk1', '200.00', ...asked, 'received', 'mobile'],
      'RK1',
    ],
  ])('has of a payment %s what it is found by, and who paid as far as others may see it', (_, data, texts, payer) => {
    const payment = {
      ...beginPayment(event(7, 'requested', data as typeof request, 'Amina') as StartedPayment),
      status: 'paid',
    } as const;
    const found = foundOf(payment, 'Africa/Nairobi');
    expect(found.texts.split('\t')).toEqual([id, ...texts]);
    const line = lineOf(found, 'paid');
    expect([line.startsWith(lineStart(reference)), readLine(line)?.attempt.payer]).toEqual([true, payer]);
    expect(textsOfPayment(payment, 'Africa/Nairobi')).toBe(found.texts);
  });
});

const isIn = (typed: string, payment: Payment) => {
  const found = foundOf(payment, 'Africa/Nairobi');
  const row = saleOf([found.attempt]);
  const isThere = isFound(parseSaleSearch(typed), {texts: [found.texts], standings: [row.badge]});
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
    ['yamelipwa', true],
    ['paid 678', true],
    ['not paid', false],
    ['not pa', false],
    ['call man', false],
    ['waiting', false],
    ['679', false],
    ['cash', false],
    ['especes', false],
    ['sale', false],
    ['paid 679', false],
  ])('%s', (typed, isThere) => expect(isIn(typed, paid)).toBe(isThere));

  it.each([
    ['not paid', 'failed'],
    ['not pa', 'failed'],
    ['non pay', 'failed'],
    ['wait', 'pending'],
    ['result unk', 'unknown'],
    ['call manager', 'disputed'],
    ['amount differs', 'mispaid'],
  ] as const)('%s finds a sale that is %s', (typed, status) => expect(isIn(typed, paymentOf({}, status))).toBe(true));
});

it.each([
  ['1250', true],
  ['diallo', true],
  ['300', true],
  ['bah', false],
])('a part is found by %s: %s', (typed, isThere) => {
  const payment = paymentOf({ticket: 'T7KTICKET', amount: {currency: 'KES', minor: 30_000}});
  const ticket = {total: {currency: 'KES', minor: 125_000}, status: 'open', customer: 'Mme Diallo'} as const;
  const {attempt, texts} = foundOf(payment, 'Africa/Nairobi', ticket);
  expect(isFound(parseSaleSearch(typed), {texts: [texts], standings: [attempt.badge]})).toBe(isThere);
});

it.each([
  ['part paid', true],
  ['par', true],
  ['part payée', true],
  ['parte paga', true],
  ['sehemu imelipwa', true],
  ['not paid', false],
  ['waiting', false],
])('a part that is paid of a sale that is not is found by its state, %s: %s', (typed, isThere) =>
  expect(isFound(parseSaleSearch(typed), {texts: [], standings: ['paid', 'part-paid']})).toBe(isThere),
);

it.each([
  ['abandoned', 'paid', true],
  ['open', 'paid', false],
  ['paid', 'paid', false],
] as const)('in an index the part of a ticket that is %s is marked as part paid', (status, standing, isMarked) => {
  const kept = {total: {currency: 'KES', minor: 125_000}, status} as const;
  const line = lineOf(foundOf(paymentOf({ticket: 'T7KTICKET'}), 'Africa/Nairobi', kept), standing);
  expect([line.includes(standingMark('part-paid')), line.includes(standingMark('paid'))]).toEqual([isMarked, true]);
  expect(line.includes(standingMark('waiting'))).toBe(false);
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

describe('the parts of a ticket', () => {
  const part = (seq: number, badge: (typeof badges)[number], minor: number, ticket = 'T7KTICKET') =>
    saleOf([
      {
        ...attemptOf(paymentOf({reference: `T7K${seq}`, sale: `T7K${seq}`, ticket})),
        seq,
        badge,
        amount: {currency: 'KES', minor},
      },
    ]);
  const ticket = (status: TicketStatus, held: number): Ticket => ({
    reference: 'T7KTICKET',
    total: {currency: 'KES', minor: 100_000},
    lines: [],
    customer: undefined,
    status,
    description: '',
    businessDate: '2026-11-20',
    openedAt: 0,
    person: 'Amina',
    endedAt: undefined,
    asked: [],
    abandoned: undefined,
    added: undefined,
    endedSeq: undefined,
    soldBy: undefined,
    held: held === 0 ? [] : [{reference: 'T7K1', sale: 'T7K1', minor: held, leaving: 0}],
  });
  const rowOf = (parts: readonly SaleRow[], known: Ticket | undefined) => {
    const [row, ...others] = byTicket(parts, {
      tickets: {all: new Map(known && [[known.reference, known]])},
      payments: new Map(),
    });
    if (row === undefined || others.length > 0) throw new Error('one row');
    return {text: standingText(row, 'en'), minor: amountOf(row).minor, sale: row.sale};
  };
  const [first, second, whole] = [part(1, 'paid', 30_000), part(2, 'paid', 70_000), part(2, 'paid', 100_000)];
  const [firstFailed, secondFailed] = [part(1, 'not-paid', 30_000), part(2, 'not-paid', 70_000)];

  it.each<[string, readonly SaleRow[], Ticket | undefined, object]>([
    [
      'is as urgent as its part',
      [second, part(1, 'amount-differs', 30_000)],
      ticket('open', 70_000),
      {text: '! AMOUNT DIFFERS'},
    ],
    ['is paid after a try', [whole, firstFailed], ticket('paid', 100_000), {sale: 'T7KTICKET'}],
    ['went back', [secondFailed, part(1, 'given-back', 30_000)], ticket('open', 0), {text: '← REFUNDED'}],
    ['of long ago was tried', [secondFailed, first], undefined, {text: '✓ PAID', minor: 30_000}],
    ['of long ago was asked for', [secondFailed, firstFailed], undefined, {text: '✗ NOT PAID', minor: 100_000}],
    [
      'waits, of which nothing is paid',
      [part(1, 'waiting', 30_000)],
      ticket('open', 0),
      {text: '? WAITING FOR CUSTOMER'},
    ],
    ['a deposit', [first], ticket('open', 30_000), {text: '? PART PAID', minor: 100_000, sale: 'T7KTICKET'}],
    ['waits', [part(2, 'not-known', 70_000), first], ticket('open', 30_000), {text: '? RESULT UNKNOWN'}],
    ['is paid', [second, first], ticket('paid', 100_000), {text: '✓ PAID', minor: 100_000}],
    ['of long ago', [second, first], undefined, {text: '✓ PAID', minor: 100_000, sale: 'T7KTICKET'}],
    ['is given up', [secondFailed, first], ticket('abandoned', 30_000), {text: '? PART PAID'}],
    ['wants a person', [part(2, 'needs-person', 70_000), first], ticket('open', 30_000), {text: '! CALL MANAGER'}],
    ['is not paid', [secondFailed, firstFailed], ticket('open', 0), {text: '✗ NOT PAID'}],
    ['is one payment', [whole], ticket('paid', 100_000), {text: '✓ PAID', sale: 'T7K2'}],
  ])('%s', (_, parts, known, row) => expect(rowOf(parts, known)).toMatchObject(row));

  const stored = (minor: number, status: TicketStatus, row = first) =>
    saleOf([{...row.shown, ticketKept: {total: {currency: 'KES', minor}, status}}]);

  it.each<[string, readonly SaleRow[], object]>([
    ['is paid, of which one part was found', [stored(100_000, 'paid')], {text: '✓ PAID', minor: 100_000}],
    ['was given up', [stored(100_000, 'abandoned')], {text: '? PART PAID', minor: 100_000, sale: 'T7KTICKET'}],
    ['was open, of which one part was found', [stored(100_000, 'open')], {minor: 30_000, sale: 'T7KTICKET'}],
    ['was paid later', [stored(100_000, 'paid', second), stored(100_000, 'open')], {text: '✓ PAID', minor: 100_000}],
    [
      'ended later',
      [stored(120_000, 'open', second), stored(120_000, 'abandoned')],
      {text: '? PART PAID', minor: 120_000},
    ],
    ['was one payment', [stored(30_000, 'paid')], {text: '✓ PAID', minor: 30_000, sale: 'T7K1'}],
  ])('of a ticket of long ago that %s', (_, parts, row) => expect(rowOf(parts, undefined)).toMatchObject(row));

  it('that are at hand and were not looked for are in its row, of the days that are wanted', () => {
    const asked = ['T7K1', 'T7K2', 'T7K3'];
    const payments = new Map(
      asked.map((reference, at) => {
        const payment = paymentOf({reference, sale: reference, ticket: 'T7KTICKET', businessDate: `2026-11-2${at}`});
        return [reference, {...payment, seq: at + 1}];
      }),
    );
    const hand = {tickets: {all: new Map([['T7KTICKET', {...ticket('open', 30_000), asked}]])}, payments};
    const partsOf = (isWanted?: (day: string) => boolean) =>
      byTicket([second], hand, isWanted).map(row => row.ticket?.parts.map(({sale}) => sale));
    expect([partsOf(), partsOf(day => day === '2026-11-21')]).toEqual([[asked.toReversed()], [['T7K2']]]);
    const other = saleOf([{...attemptOf(paymentOf({reference: 'T7K9', sale: 'T7K9'})), seq: 9}]);
    expect(byTicket([other], hand)).toEqual([other]);
  });

  it('stand in the place of the newest, and the others where they stood', () => {
    const other = saleOf([{...attemptOf(paymentOf({reference: 'T7K9', sale: 'T7K9'})), seq: 9}]);
    const hand = {tickets: {all: new Map()}, payments: new Map()};
    expect(byTicket([second, other, other, first], hand).map(({sale}) => sale)).toEqual(['T7KTICKET', 'T7K9', 'T7K9']);
  });

  it('are part paid by what the ticket holds, also where only an unpaid one is of the days that are wanted', () => {
    const rowWith = (held: number, parts = [secondFailed]) =>
      byTicket(parts, {tickets: {all: new Map([['T7KTICKET', ticket('open', held)]])}, payments: new Map()})[0]?.ticket;
    expect(rowWith(30_000)).toMatchObject({isPartPaid: true});
    expect(rowWith(0)).toMatchObject({isPartPaid: false});
    expect(rowWith(0, [second])).toMatchObject({isPartPaid: true});
  });

  it('name each way in which they were paid once', () => {
    const card = saleOf([{...second.shown, tender: {method: 'card', channel: 'visa'}}]);
    const [row = first] = byTicket([card, second, first], {tickets: {all: new Map()}, payments: new Map()});
    expect([waysOf(row, 'en'), waysOf(second, 'en')]).toEqual(['Visa, M-Pesa', 'M-Pesa']);
  });
});

it.each<[string, readonly object[]]>([
  ['ca', [{texts: ['ca'], standings: []}]],
  ['cas', [{texts: ['cas', 'cash'], standings: []}]],
  ['ash', [{texts: ['ash'], standings: []}]],
  ['07123', [{texts: ['07123', '7123'], standings: []}]],
  [
    'tea wait',
    [
      {texts: ['tea'], standings: []},
      {texts: ['wait'], standings: ['waiting', 'with-provider']},
    ],
  ],
  ['not paid', [{texts: ['not paid'], standings: ['not-paid', 'reversed']}]],
  ['needs person', [{texts: ['needs person'], standings: ['needs-person']}]],
  ['amount-differs', [{texts: ['amount-differs'], standings: []}]],
  ['amount differs', [{texts: ['amount differs'], standings: ['amount-differs']}]],
  ['sent, no answer yet', [{texts: ['sent, no answer yet'], standings: ['sending']}]],
])('what is typed as %j is looked for as texts and states', (typed, terms) =>
  expect(parseSaleSearch(typed)).toEqual(terms),
);

it('takes the words that begin a state together, also after others: none of them has to stand in the sale', () => {
  const [amount, ...others] = parseSaleSearch('1000 part p');
  expect(amount?.standings).toEqual([]);
  expect(others).toEqual([{texts: ['PART P'].map(searchText), standings: ['part-paid']}]);
});
