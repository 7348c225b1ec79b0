import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readAnswer} from '../../src/api/http.js';
import type {Book} from '../../src/commands/export/book.js';
import {charts} from '../../src/commands/export/chart.js';
import {transactionsOf} from '../../src/commands/export/entries.js';
import {journalFindings} from '../../src/commands/export/findings.js';
import {hledgerText, ledgerText} from '../../src/commands/export/hledger.js';
import {jsonLines} from '../../src/commands/export/json-lines.js';
import {lineTable, soldLineColumns} from '../../src/commands/export/lines.js';
import {paymentTable} from '../../src/commands/export/payments.js';
import {postingTable} from '../../src/commands/export/postings.js';
import {settledTransactions} from '../../src/commands/export/settled-ledger.js';
import {type Table, tableText} from '../../src/commands/export/table.js';
import {beancountText, fecText} from '../../src/commands/export/transactions-text.js';
import {workbook} from '../../src/commands/export/workbook.js';
import {paymentLines} from '../../src/commands/payment-lines.js';
import {sayTo, stepSentence} from '../../src/core/books/selectors.js';
import {emptyState, foldEvents} from '../../src/core/books/state.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import {receiptParts} from '../../src/core/present/receipt.js';
import {reconcile} from '../../src/core/reconcile/result/reconcile.js';
import type {Json} from '../../src/core/service/answer.js';
import {escposSlip} from '../../src/print/escpos.js';
import {htmlSlip} from '../../src/print/html.js';
import {printText} from '../../src/print/text.js';
import {machine} from '../../src/world.js';
import {readBeancount, readFec, readHledger, readLedger} from '../commands/book-readers.js';
import {event, reference, request} from '../core/payment/payment-samples.js';
import {bankFile, inputs, payment, payoutFile, providerFile, row} from '../core/reconcile/samples.js';
import {expectHarmless, expectTable} from './harm.js';
import {hostileText, mutated} from './mutations.js';
import {patience, runs} from './runs.js';

const record: Json = {
  response_code: '00',
  transaction_reference: reference,
  transaction_amount: 200,
  transaction_fee: 3.5,
  transaction_status: 'Completed',
  payer_name: 'AMINA WANJIRU',
  payer_account_number: '254712345678',
  start_date: '2026-03-02T09:41:07.118204',
  end_date: 'null',
  currency: 'KES',
};
const accepted: Json = {
  response_code: '09',
  response_message: 'PENDING',
  transaction_reference: reference,
  requires_otp: true,
  otp_length: 4,
  before_payment_instruction: 'Composez le #144*82#',
  payment_completion_url: 'https://pay.example/1',
};

const cleaned = (body: Json) =>
  readAnswer({http: 200, headers: {}, text: JSON.stringify(body), bytes: 0}, text => text);

/** A payment in which everything that others wrote is of the worst kind, and the person and the shop too. */
const history = fc.record({
  answer: mutated([accepted]),
  status: mutated([record]),
  payer: hostileText,
  person: hostileText,
  shop: hostileText,
  reason: hostileText,
  judged: fc.boolean(),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

function madeOf({answer, status, payer, person, shop, reason, judged}: History) {
  const named = {...(record as Record<string, Json>), payer_name: payer, status_reason: payer, sender_name: payer};
  const told = (seq: number, body: Json) =>
    event(seq, 'status-answered', {reference, question: 'status', answer: cleaned(body), repeated: 0}, person);
  const events: StoredEvent[] = [
    event(1, 'requested', {...request, firstName: payer, description: reason}, person),
    event(2, 'sent', {reference}, person),
    event(3, 'answered', {reference, answer: cleaned(answer)}, person),
    told(4, status),
    ...(judged ? [event(5, 'resolved', {reference, as: 'paid', reason: reason || '-', evidence: payer}, person)] : []),
    told(6, named),
  ];
  const state = emptyState();
  foldEvents(state, events);
  const [payment] = state.payments.values();
  if (payment === undefined) throw new Error('no payment');
  const zone = 'Africa/Nairobi';
  const payments = paymentTable([payment], {till: 'T7K', zone, ledger: state.ledger});
  const noRefunds: Book['refunds'] = {columns: [], rows: []};
  const noCash: Book['cash'] = {columns: [], rows: []};
  const days = {from: '2026-11-20', to: '2026-11-20'};
  const book: Book = {
    about: {...days, shop, till: 'T7K', profile: 'test', zone, head: 'ab'.repeat(32)},
    lines: lineTable({payments, refunds: noRefunds, cash: noCash, zs: []}),
    payments,
    refunds: noRefunds,
    cash: noCash,
    zs: [],
    events,
    beforeFloats: new Map(),
    channels: new Map(),
    sold: {columns: soldLineColumns, rows: []},
    owed: new Map(),
    findings: journalFindings({payments: [payment], zs: [], events, state, zone}, days),
  };
  return {
    state,
    payment,
    book,
    slip: {shop, till: 'T7K', zone, width: 48, profile: 'test', person, language: 'fr'} as const,
  };
}

const expectLines = (text: string) => {
  for (const line of text.split('\n')) expectHarmless(line);
};

test(
  'what others wrote cannot do harm in any line, receipt, table, ledger or page',
  () => {
    fc.assert(
      fc.property(history, given => {
        const {state, payment, book, slip} = madeOf(given);
        for (const language of ['en', 'fr'] as const) {
          for (const line of paymentLines({language, face: {world: machine}}, state, payment)) expectHarmless(line);
          for (const step of payment.steps) expectHarmless(stepSentence(step, language));
        }
        expectHarmless(sayTo(payment, []));
        const parts = receiptParts(payment, slip, {copy: 1, signedCode: undefined});
        for (const line of printText(parts, 48)) expectHarmless(line);
        const html = htmlSlip(parts, {title: given.shop, language: 'fr'});
        expectLines(html);
        expect(html).not.toMatch(/<script|onerror|javascript:/i);
        for (const table of [book.payments, book.lines, book.findings.exceptions, book.findings.coverage])
          expectTables(table);
        expectLines(hledgerText(transactionsOf(book, charts.english, 'en')));
        expect(() => readHledger(hledgerText(transactionsOf(book, charts.english, 'en')))).not.toThrow();
        expectLines(beancountText(transactionsOf(book, charts.english, 'en')));
        expect(() => readLedger(ledgerText(transactionsOf(book, charts.english, 'en')))).not.toThrow();
        expect(() => readFec(fecText(transactionsOf(book, charts.french, 'fr'), 'en'))).not.toThrow();
        expectLines(jsonLines(book));
        for (const line of jsonLines(book).trimEnd().split('\n')) expect(typeof JSON.parse(line)).toBe('object');
      }),
      runs(120, 50_000),
    );
  },
  patience,
);

test(
  'the entries of a reconciliation are what they are, whatever payouts and credits are called',
  () => {
    const words = fc.record({payout: hostileText, entry: hostileText, narration: hostileText, shop: hostileText});
    fc.assert(
      fc.property(words, ({payout, entry, narration, shop}) => {
        const given = inputs({
          payments: [payment(1)],
          providerFiles: [providerFile([row(1, {payout})], {name: narration})],
          payoutFiles: [payoutFile([{payout}])],
          bankFiles: [bankFile([{entry, narration, amount: '150.00'}])],
        });
        const transactions = settledTransactions(reconcile(given), {
          chart: charts.french,
          shop: {shop, till: 'T7K', profile: 'live'},
          language: 'en',
          owed: [],
        });
        const ledgers = [readHledger(hledgerText(transactions)), readLedger(ledgerText(transactions))];
        for (const {sums} of ledgers)
          expect(sums.entries()).toMatchObject({[`${charts.french.accounts.bank} KES`]: '150000000'});
        expect(() => readFec(fecText(transactions, 'en'))).not.toThrow();
        expect(() => readBeancount(beancountText(transactions))).not.toThrow();
        for (const text of [hledgerText(transactions), beancountText(transactions)]) expectLines(text);
        expectTables(postingTable(transactions));
      }),
      runs(120, 20_000),
    );
  },
  patience,
);

function expectTables({columns, rows}: Table): void {
  for (const column of columns) expectTable(tableText({columns: [column], rows}, 'en'));
}

test(
  'a printer is given glyphs and its own commands, whatever the words are',
  () => {
    const profile = {columns: 32, codePage: 'cp858', cut: false, drawer: false, qr: 'text'} as const;
    const plain = {shop: 'Duka', payer: 'A', person: 'A', reason: 'A', answer: accepted, status: record, judged: false};
    const escapes = (given: History) => {
      const {payment, slip} = madeOf(given);
      const bytes = escposSlip(receiptParts(payment, {...slip, width: 32}, {copy: 0, signedCode: undefined}), profile);
      return [...bytes].filter(byte => byte === 0x1c || byte === 0x10 || byte === 0x07 || byte === 0x18).length;
    };
    const own = escapes(plain);
    fc.assert(
      fc.property(fc.record({shop: hostileText, payer: hostileText, person: hostileText}), given => {
        expect(escapes({...plain, ...given})).toBe(own);
      }),
      runs(60, 20_000),
    );
  },
  patience,
);

test(
  'a workbook has no formula in it',
  async () => {
    const {inflateRawSync} = await import('node:zlib');
    await fc.assert(
      fc.asyncProperty(history, async given => {
        const bytes = Buffer.from(await workbook(madeOf(given).book));
        for (const text of sheetsIn(bytes, inflateRawSync)) expect(text).not.toMatch(/<f[ >]/);
      }),
      runs(15, 2000),
    );
  },
  patience,
);

/** The parts of a ZIP file, whose sizes stand in its directory. */
function sheetsIn(zip: Buffer, inflate: (bytes: Buffer) => Buffer): string[] {
  const texts: string[] = [];
  for (let at = zip.indexOf('PK\u0001\u0002'); at !== -1; at = zip.indexOf('PK\u0001\u0002', at + 4)) {
    const [method, size, offset] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
    const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
    const part = zip.subarray(start, start + size);
    texts.push((method === 0 ? part : inflate(part)).toString());
  }
  expect(texts.length).toBeGreaterThan(4);
  return texts;
}

test('what is looked for would be found', () => {
  for (const text of ['\u001B[31m', 'a\nb', '\u202E1', '\u009B', '\uD800']) {
    expect(() => expectHarmless(text)).toThrow();
  }
  for (const cell of ['=1+1', '"=1+1"', ' +1', '@SUM(A1)', '-2+3', '\uFF1D1']) {
    expect(() => expectTable(`text\r\n${cell}\r\n`)).toThrow();
  }
  expectTable("text\r\n-2.50\r\n'=1+1\r\nAmina\r\n");
});
