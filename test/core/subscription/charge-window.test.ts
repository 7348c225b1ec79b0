import {expect, it, test} from 'vitest';
import type {SubscriptionCharge} from '../../../src/core/endpoints/subscription/subscription-charges.js';
import {Problem} from '../../../src/core/problem.js';
import type {Page} from '../../../src/core/service/reply.js';
import {
  askedAgain,
  type ChargeWindow,
  chargeAt,
  firstShown,
  moved,
  newChargeWindow,
  shownLines,
  withoutPage,
  withPage,
} from '../../../src/core/subscription/charge-window.js';

/** A history of charges that are numbered from 1, which the service pages by twenty. */
function history(count: number, {isOldestFirst = true, says = true} = {}) {
  const ids = Array.from({length: count}, (_, at) => (isOldestFirst ? at + 1 : count - at));
  const lastPage = Math.max(0, Math.ceil(count / 20) - 1);
  return (page: number): Page<SubscriptionCharge> => ({
    kind: 'page',
    rows: ids.slice(page * 20, page * 20 + 20).map(id => ({id}) as SubscriptionCharge),
    page,
    totalPages: says ? lastPage + 1 : null,
    isLast: page >= lastPage,
  });
}

/** The window once all that it asks for was read, and how often it asked. */
function read(window: ChargeWindow, page: ReturnType<typeof history>): {window: ChargeWindow; asked: number[]} {
  const asked: number[] = [];
  let now = window;
  while (now.asking !== undefined) {
    asked.push(now.asking);
    if (asked.length > 50) throw new Error('it asks without end');
    now = withPage(now, page(now.asking));
  }
  return {window: now, asked};
}
const shown = (window: ChargeWindow) => shownLines(window).map(line => chargeAt(window, line)?.id);
const range = (from: number, length: number) => Array.from({length}, (_, at) => from - at);

it.each<[string, number, object, number[], pages: number[]]>([
  ['of nothing', 0, {}, [], [0]],
  ['of one', 1, {}, [1], [0]],
  ['of one page', 20, {}, range(20, 7), [0]],
  ['of one page, the newest first', 20, {isOldestFirst: false}, range(20, 7), [0]],
  ['of many pages', 45, {}, range(45, 7), [0, 2, 1]],
  ['whose last page has enough', 47, {}, range(47, 7), [0, 2]],
  ['of which the service says no number of pages', 45, {says: false}, range(45, 7), [0, 1, 2]],
  ['of many pages, the newest first', 45, {isOldestFirst: false}, range(45, 7), [0]],
])('a history %s is shown from its newest charge, and no more of it is read', (_, count, how, ids, pages) => {
  const {window, asked} = read(newChargeWindow(7), history(count, how));
  expect([shown(window), asked.toSorted()]).toEqual([ids, pages.toSorted()]);
  expect(window.total.count).toBeGreaterThanOrEqual(count);
});

test.each([true, false])(
  'the mark goes through all of it and not beyond, by whole windows (oldest first: %s)',
  isOldestFirst => {
    const service = history(45, {isOldestFirst});
    let {window} = read(newChargeWindow(7), service);
    const go = (by: number, height = 7) => {
      const next = read(moved(window, by, height), service);
      window = next.window;
      return next.asked;
    };
    go(6);
    expect([window.index, firstShown(window), shown(window)]).toEqual([6, 0, range(45, 7)]);
    go(1);
    expect([window.index, firstShown(window), shown(window)]).toEqual([7, 7, range(38, 7)]);
    go(1000);
    expect([window.index, shown(window)]).toEqual([44, [3, 2, 1]]);
    expect(window.total).toEqual({count: 45, isExact: true});
    expect(window.pages.size).toBe(1);
    go(-1000);
    expect([window.index, shown(window)]).toEqual([0, range(45, 7)]);
    go(0, 30);
    expect(shown(window)).toEqual(range(45, 30));
    expect(go(0, 30)).toEqual([]);
  },
);

test('what was not answered is asked for again when a person says so, and not by itself', () => {
  const problem = new Problem('till-closing');
  const service = history(45);
  const failed = withoutPage(newChargeWindow(7), problem);
  expect(failed).toMatchObject({asking: undefined, problem});
  expect([shown(failed), moved(failed, 1, 7).asking]).toEqual([[], undefined]);
  expect(askedAgain(failed)).toMatchObject({asking: 0, problem: undefined});
  const unplaced = withoutPage(withPage(newChargeWindow(7), service(0)), problem);
  expect([askedAgain(unplaced).asking, chargeAt(unplaced, 0)]).toEqual([2, undefined]);
  const {window} = read(newChargeWindow(7), service);
  const further = withoutPage(moved(window, 30, 7), problem);
  expect([moved(further, -1, 7).asking, askedAgain(further).asking]).toEqual([undefined, 0]);
  expect(askedAgain(withoutPage(window, problem))).toMatchObject({asking: undefined, problem: undefined});
  expect(moved(moved(window, 30, 7), -20, 7).asking).toBe(0); // one question after the other
});

test('no line is told before it is known which it is, nor one of a page that was not read', () => {
  const first = withPage(newChargeWindow(30), history(45)(0));
  expect(shown(first)).toEqual(Array.from({length: 30}, () => undefined));
  expect([moved(first, 1000, 30).index, chargeAt({...first, isOldestFirst: false}, 25)]).toEqual([59, undefined]);
});

test('the count is exact until a page of another history comes', () => {
  const {window} = read(newChargeWindow(7), history(60));
  const totalAfter = (pages: number | null, page: number) =>
    withPage(window, {...history(60)(page), totalPages: pages, isLast: false}).total;
  expect(totalAfter(3, 0)).toEqual({count: 60, isExact: true});
  expect([totalAfter(2, 0), totalAfter(4, 0)]).toEqual([40, 80].map(count => ({count, isExact: false})));
});

test('a history that has grown is shown from its new end', () => {
  const before = read(newChargeWindow(7), history(45)).window;
  const grown = withPage({...before, asking: 2}, history(47)(2));
  expect([grown.total, shown(grown)]).toEqual([{count: 47, isExact: true}, range(47, 7)]);
  const longer = withPage(before, history(65)(2));
  expect([longer.total, longer.asking]).toEqual([{count: 80, isExact: false}, 3]);
  const short = withPage(moved(before, 1000, 7), history(21)(1));
  expect(short).toMatchObject({index: 20, total: {count: 21, isExact: true}});
});
