import fc from 'fast-check';
import {expect, test} from 'vitest';
import {describeDisplay} from '../../screens/display/display.js';
import {centredRows} from '../../screens/kit/centred.js';
import {stylesFor} from '../../screens/terminal/styles.js';
import {eventSpecs, type StoredEvent} from '../../src/core/events/event.js';
import {type CustomerDisplay, customerSale, evolveDisplay} from '../../src/core/present/customer-display.js';
import {Problem} from '../../src/core/problem.js';
import {qrLines} from '../../src/core/text/qr.js';
import {widthOf} from '../../src/core/text/width.js';
import {reference} from '../store/support.js';
import {expectHarmless, read} from './harm.js';
import {hostileText} from './mutations.js';
import {forAll, patience, runs} from './runs.js';
import {dataOf} from './schema-data.js';

const references = [1, 2].map(reference);
const types = ['sent', 'answered', 'otp-answered', 'status-answered', 'set-aside', 'resolved'] as const;

/** What the service may say of the page on which the customer approves. */
const redirecting = hostileText.map(text => ({
  response_code: '09',
  redirect_customer_to_url_processing: true,
  payment_completion_url: `https://pay.example/${text}`,
}));
const later = fc.constantFrom(...types).chain(type => dataOf(eventSpecs[type], references).map(data => ({type, data})));
const asked = dataOf(eventSpecs.requested, references).map(data => ({
  type: 'requested' as const,
  data: {...(data as object), country: 'CI'},
}));
/** A sale whose customer is sent to a page. */
const redirected = fc.tuple(asked, redirecting).map(([first, body]) => {
  const {reference: about} = first.data as unknown as {reference: string};
  const answer = {kind: 'answered', http: 200, body: {...body, transaction_reference: about}};
  const {received: _, ...data} = first.data as typeof first.data & {received?: unknown}; // what came unasked asks nobody
  return [
    {...first, data},
    {type: 'sent' as const, data: {reference: about}},
    {type: 'answered' as const, data: {reference: about, answer}},
  ];
});
type Drafts = readonly {readonly type: string; readonly data: unknown}[];
const begun: fc.Arbitrary<Drafts> = fc.oneof(
  asked.map((first): Drafts => [first]),
  redirected,
);
const styles = stylesFor({NO_COLOR: '1'});

test(
  'whatever the service says of a sale, its customer sees whole lines that move no cursor',
  () => {
    const sizes = fc.record({columns: fc.integer({min: 40, max: 130}), rows: fc.integer({min: 12, max: 50})});
    let pages = 0;
    forAll(runs(150, 50_000), begun, fc.array(later, {maxLength: 5}), hostileText, sizes, (first, more, shop, size) => {
      const rows = read(() => {
        let front: CustomerDisplay | undefined;
        for (const [index, {type, data}] of [...first, ...more].entries()) {
          const at = new Date(1_795_176_000_000 + index * 1000).toISOString();
          const event = {seq: index + 1, v: 1, at, till: 'T7K', person: 'cashier', hash: '', type, data};
          front = evolveDisplay(front, event as unknown as StoredEvent);
        }
        const sale = front && customerSale(front);
        if (sale?.page !== undefined) pages += 1;
        const shown = describeDisplay({shop, profile: 'live', language: 'fr', theme: 'auto', sale});
        const room = {columns: size.columns, height: size.rows - 1, styles, language: 'fr', range: () => ''} as const;
        return centredRows(shown, room);
      });
      if (rows instanceof Problem) {
        expect(rows.code).toBe('journal-damaged');
        return;
      }
      const lines = rows.map(row => row.map(({text}) => text).join(''));
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.length).toBeLessThan(size.rows);
      for (const line of lines) {
        expectHarmless(line);
        expect(widthOf(line), JSON.stringify(line)).toBeLessThanOrEqual(size.columns);
      }
    });
    expect(pages).toBeGreaterThan(0);
  },
  patience,
);

test('a page whose address no code can hold is an address alone', () => {
  const longest = 'x'.repeat(2900);
  expect(qrLines(longest).length).toBeGreaterThan(50);
  expect(qrLines(`${longest}x`)).toEqual([]);
  expect(qrLines(`${longest.slice(1)}é`)).toEqual([]);
  expect(qrLines('a\uD800').length).toBeGreaterThan(5);
});
