import {setTimeout as sleep} from 'node:timers/promises';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {entering, type Message, type Model, topOf} from '../../screens/model.js';
import {bindings} from '../../screens/terminal/bindings.js';
import type {Stroke} from '../../screens/terminal/keyboard.js';
import {tillScreens} from '../../screens/till-screens.js';
import {begin, offersOf, update} from '../../screens/update.js';
import {emptyState, foldEvents} from '../../src/core/books/state.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import {accepted, event, reference, request, toldOf} from '../core/payment/payment-samples.js';
import {forAll} from '../hostile/runs.js';
import {walk} from '../walk.js';
import {askCard} from './card-secrets.js';
import {openShop, type ShopScreens} from './open.js';
import {reducerContextOf} from './reducer-context.js';

const begun = [
  event(1, 'requested', request),
  event(2, 'sent', {reference}),
  event(3, 'answered', {reference, answer: accepted()}),
];
const keys: readonly Stroke[] = [...new Set(Object.values(bindings).flatMap(binding => binding.keys))].map(name =>
  name.length === 1 ? {kind: 'text', text: name} : {kind: 'press', name},
);

/** A payment that is watched, by a clock that stands still until it is told. */
function watched() {
  const state = emptyState();
  const clock = {now: 5000};
  const reducerContext = reducerContextOf(state, {monotonic: () => clock.now});
  let model: Model = begin(reducerContext, {tornBytes: 0}).model;
  let chunk = 0;
  const tell = (message: Message) => {
    const step = update(model, message, reducerContext);
    model = step.model;
    return step.effects;
  };
  const hear = (events: readonly StoredEvent[]) => {
    foldEvents(state, events);
    return tell({kind: 'till-changed', told: new Set([reference])});
  };
  hear(begun);
  const opened = {...model, stack: [model.stack[0], entering('payment', {reference, isOnSale: true})] as const};
  model = tillScreens.settled({model: opened, effects: []}, reducerContext).model;
  hear([]);
  return {
    clock,
    hear,
    tell,
    model: () => model,
    offers: () => offersOf(model, reducerContext),
    press: (stroke: Stroke) => {
      chunk += 1;
      return tell({kind: 'key', key: {...stroke, chunk}, size: {columns: 80, rows: 24}});
    },
  };
}

describe('a verdict that has just come', () => {
  test.each(['Completed', 'Failed'])('takes no key for 800 ms, and keeps none for later: %s', status =>
    forAll({numRuns: 200}, fc.array(fc.tuple(fc.constantFrom(...keys), fc.nat(799)), {maxLength: 12}), pressed => {
      const till = watched();
      expect(till.hear([toldOf(4, status)])).toContainEqual({kind: 'let-look'});
      const before = till.model();
      for (const [stroke, after] of pressed.toSorted(([, a], [, b]) => a - b)) {
        till.clock.now = 5000 + after;
        expect(till.press(stroke)).toEqual([]);
        expect(till.model()).toBe(before);
      }
      expect(till.offers()).toEqual([]);
      till.clock.now = 5800;
      till.tell({kind: 'looked'});
      expect(topOf(till.model()).kind).toBe('payment');
      expect(till.offers()).toContain('next-sale');
      till.press({kind: 'press', name: 'enter'});
      expect(topOf(till.model()).kind).toBe('sale');
    }),
  );

  test('takes none either when a second one comes in that time, from then on', () => {
    const till = watched();
    till.hear([toldOf(4, 'Completed')]);
    till.clock.now += 700;
    till.hear([toldOf(5, 'Reversed')]);
    till.clock.now += 700;
    till.press({kind: 'press', name: 'enter'});
    expect(topOf(till.model()).kind).toBe('payment');
    till.clock.now += 100;
    expect(till.offers().length).toBeGreaterThan(0);
  });

  test('that was there when a person opened its payment takes keys at once', () => {
    const till = watched();
    till.press({kind: 'press', name: 'escape'});
    till.hear([toldOf(4, 'Completed')]);
    till.press({kind: 'text', text: 'v'});
    expect(topOf(till.model())).toMatchObject({kind: 'payment', given: {reference}});
    expect(till.offers()).toContain('next-sale');
  });
});

/** Presses Enter every 0.3 seconds, which nobody who reads does; until the condition is so. */
async function tiredly(shop: ShopScreens, isOver: () => boolean) {
  shop.seen.isHasty = true;
  for (let time = 0; time < 40 && !isOver(); time += 1) {
    await shop.press('enter');
    await sleep(300);
  }
  expect(isOver()).toBe(true);
}

describe('as a tired cashier', () => {
  test.each([
    ['0712345678', '✓ PAID', 'Hand over the goods', 'The goods are handed over'],
    ['0712345101', '✗ NOT PAID', 'Keep the goods. It failed', 'Keep the goods. It failed'],
  ])(
    'Enter every 0.3 s sends to %s once, and shows %s, also above the next sale',
    async (wallet, badge, sentence, again) => {
      const shop = await openShop();
      await shop.type('250');
      await shop.press('enter');
      await shop.type(wallet);
      await tiredly(shop, () => shop.till.state.open.size > 0 || shop.screen().includes(badge));
      await shop.later('PT3S');
      await tiredly(shop, () => shop.screen().includes('New sale') && shop.screen().includes(badge));
      expect(shop.frames().filter(frame => frame.includes(sentence)).length).toBeGreaterThan(0);
      expect(shop.screen()).toMatch(
        new RegExp(`New sale +${badge} +KES 250\\.00 …${wallet.slice(4, 7)} ${wallet.slice(7)} +v`),
      );
      expect(await shop.books()).toHaveLength(1);
      shop.seen.isHasty = false;
      await shop.type('v');
      await shop.sees(again); // the verdict was seen and left
    },
  );

  test('the change of a cash sale is seen too', async () => {
    const shop = await openShop();
    await shop.type('350h');
    await tiredly(shop, () => shop.screen().includes('New sale') && shop.screen().includes('✓ PAID'));
    expect(shop.frames().some(frame => frame.includes('Hand over the goods'))).toBe(true);
    expect([...shop.till.state.payments.values()]).toHaveLength(1);
  });

  test.each([
    ['105', 'result unknown. Do not refund'],
    ['10', 'accepted, not done yet'],
    ['116', 'result unknown. Do not refund'],
  ])('Enter every 0.3 s gives %s back once, and shows how that stands', async (amount, sentence) => {
    const shop = await openShop();
    await askCard(shop, {amount: '300'});
    await walk(shop, [
      ['enter'],
      [() => shop.later('PT3S'), '✓ PAID', 'f refund'],
      [[`f${amount}`, 'enter', '3'], `Refund NGN ${amount}.00 to`],
    ]);
    await tiredly(shop, () => shop.screen().includes('New sale'));
    expect(shop.frames().some(frame => frame.includes(sentence))).toBe(true);
    const refunds = (await (await fetch(`${shop.baseUrl}/sandbox/refunds`)).json()) as readonly unknown[];
    expect(refunds).toHaveLength(1);
  });
});
