import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import fc from 'fast-check';
import {expect, onTestFinished, test} from 'vitest';
import {type Message, type Model, topOf} from '../../screens/model.js';
import {createProgram} from '../../screens/program.js';
import {runEffects} from '../../screens/till-program.js';
import {begin, update} from '../../screens/update.js';
import type {SubscriptionCharge} from '../../src/core/endpoints/subscription/subscription-charges.js';
import {
  type ChargeWindow,
  chargeAt,
  chargesPerPage,
  moved,
  newChargeWindow,
  shownLines,
  withPage,
} from '../../src/core/subscription/charge-window.js';
import {collectGarbage} from '../heap.js';
import {forAll} from '../hostile/runs.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {openRealTill} from '../till/real-till.js';
import {walk} from '../walk.js';
import {amina, day, shopWith} from './gym.js';
import {turn} from './open.js';
import {reducerContextOf} from './reducer-context.js';

/** A charge as the service numbers them, from 1. */
const chargeOf = (id: number): SubscriptionCharge => ({
  id,
  subscriptionId: 1,
  cycleNumber: id,
  attemptNumber: 1,
  transactionReference: `SUB${id}`,
  amount: '12.5',
  currency: 'USD',
  description: null,
  status: 'SUCCESS',
  respCode: null,
  failureReason: null,
  isRetriable: null,
  isExternal: false,
  chargedAt: null,
  nextRetryAt: null,
  cardServiceResponse: null,
  createdAt: null,
  updatedAt: null,
});

/** A page as a service has it that puts the oldest or the newest charges first, and need not say how many pages there are. */
function pageAt(page: number, count: number, {isOldestFirst, saysPages}: {isOldestFirst: boolean; saysPages: boolean}) {
  const ids = Array.from({length: count}, (_, at) => (isOldestFirst ? at + 1 : count - at));
  const totalPages = Math.ceil(count / chargesPerPage);
  const rows = ids.slice(page * chargesPerPage, (page + 1) * chargesPerPage).map(chargeOf);
  const isLast = page >= totalPages - 1;
  return {kind: 'page', rows, page, totalPages: saysPages ? totalPages : null, isLast} as const;
}

type Service = {count: number; isOldestFirst: boolean; saysPages: boolean};

/** The window after every page that it asks for has come. */
function answered(window: ChargeWindow, {count, ...order}: Service): ChargeWindow {
  let now = window;
  for (let asked = 0; now.asking !== undefined; asked += 1) {
    expect(asked).toBeLessThan(6);
    now = withPage(now, pageAt(now.asking, count, order));
  }
  return now;
}

test('a window over charges shows the newest first, whatever is pressed, and holds no page that it does not show', () =>
  forAll(
    fc.record({count: fc.integer({min: 1, max: 300}), isOldestFirst: fc.boolean(), saysPages: fc.constant(true)}),
    fc.integer({min: 1, max: 40}),
    fc.array(fc.constantFrom(-1, 1, -15, 15, -10_000, 10_000), {maxLength: 20}),
    (service, height, steps) => {
      let window = answered(newChargeWindow(height), service);
      let index = 0;
      for (const step of steps) {
        window = answered(moved(window, step, height), service);
        index = Math.max(0, Math.min(window.total.count - 1, index + step));
        index = Math.min(index, service.count - 1);
        if (window.total.isExact) expect(window.total.count).toBe(service.count);
        for (const line of shownLines(window).filter(each => each < service.count)) {
          expect(chargeAt(window, line)?.id).toBe(service.count - line);
        }
        expect(window.pages.size).toBeLessThanOrEqual(Math.ceil(height / chargesPerPage) + 1);
      }
      expect(window.index).toBe(index);
    },
  ));

test('a service that says neither how many pages there are nor which way they go is read to its end', () => {
  const service = {count: 45, isOldestFirst: false, saysPages: false};
  let window = answered(newChargeWindow(15), service);
  expect(window.total).toEqual({count: 40, isExact: false});
  for (let page = 0; page < 4; page += 1) window = answered(moved(window, 15, 15), service);
  expect(window.total).toEqual({count: 45, isExact: true});
  expect([window.index, chargeAt(window, 44)?.id]).toEqual([44, 1]);
});

/** Fills the books with the charges of the only subscription, one a day, as if it had been billed for years. */
function fillBooks(folder: string, count: number): void {
  const books = new DatabaseSync(join(folder, 'service', 'sandbox.db'));
  books.exec(`
    WITH RECURSIVE cycle(number) AS (SELECT 2 UNION ALL SELECT number + 1 FROM cycle WHERE number < ${count})
    INSERT INTO transactions
      SELECT 'OLD' || number, 'SERVICE' || number, tenant, method, amount, fee, currency, status, response_code,
        status_reason, description, payer_name, payer_account_number, started_at, changed_at, ended_at, requests
      FROM cycle, (SELECT * FROM transactions LIMIT 1);
    WITH RECURSIVE cycle(number) AS (SELECT 2 UNION ALL SELECT number + 1 FROM cycle WHERE number < ${count})
    INSERT INTO subscription_charges
      (subscription_id, cycle_number, attempt_number, transaction_reference, status, charged_at, updated_at)
      SELECT 1, number, 1, 'OLD' || number, 'SUCCESS', ${Date.UTC(2026, 0, 1)} + number * ${day}, 0 FROM cycle`);
  books.close();
}

/** A service that has no call but that for the charges, to the letter, and as many of them. */
async function serveCharges(count: number) {
  const totalPages = Math.ceil(count / chargesPerPage);
  const server = createServer((request, response) => {
    const {pathname, searchParams} = new URL(request.url ?? '', 'http://localhost');
    const isCharges = pathname.endsWith('/subscriptions/1/charges');
    const number = Number(searchParams.get('page'));
    const size = Number(searchParams.get('size'));
    const length = Math.max(0, Math.min(size, count - number * size));
    const content = Array.from({length}, (_, at) => chargeOf(number * size + at + 1));
    const data = {content, totalElements: count, totalPages, number, size, last: number >= totalPages - 1};
    response.writeHead(isCharges ? 200 : 404, {'content-type': 'application/json'});
    response.end(JSON.stringify(isCharges ? {success: true, message: 'fetched', data} : {error: 'Not Found'}));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return {baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: 'key'};
}

test('a history of 10,000 charges is browsed page by page, with no more memory than a few pages take', async () => {
  const {till} = await openRealTill({...(await serveCharges(10_000)), disk: new MemoryDisk(), folder: '/till'});
  await till.readSubscription(1, {adds: true});
  const reducerContext = {...reducerContextOf(), till};
  const run = runEffects({till, leave: () => undefined, crash: error => expect.fail(String(error))});
  const program = createProgram<Model, Message, Parameters<typeof run>[0]>({
    first: begin(reducerContext, {tornBytes: 0}),
    update: (model, message) => update(model, message, reducerContext),
    run,
  });
  const size = {columns: 80, rows: 24};
  const press = (name: string) => program.dispatch({kind: 'key', key: {kind: 'press', name, chunk: 0}, size});
  const type = (text: string) => program.dispatch({kind: 'key', key: {kind: 'text', text, chunk: 0}, size});
  const shown = () => {
    const top = topOf(program.model());
    if (top.kind !== 'charges') throw new Error(top.kind);
    return (top.state as {readonly window: ChargeWindow}).window;
  };
  const isWhole = () => {
    const lines = shownLines(shown());
    return lines.length > 0 && lines.every(line => chargeAt(shown(), line) !== undefined);
  };
  const whole = () =>
    new Promise<void>(resolve => {
      const look = () => {
        if (!isWhole()) return;
        stop();
        resolve();
      };
      const stop = program.subscribe(look);
      look();
    });
  type('u');
  press('enter');
  type('c');
  await whole();
  expect(shown().total).toEqual({count: 10_000, isExact: true});
  expect(chargeAt(shown(), 0)?.cycleNumber).toBe(10_000);
  const turned = new Map<number, WeakRef<object>>();
  /** Turns every page up to the end. */
  const browse = async (key: 'page-down' | 'page-up', end: number) => {
    const read = new Set<number>();
    while (shown().index !== end) {
      press(key);
      await whole();
      expect(shown().pages.size).toBeLessThanOrEqual(2);
      for (const page of shown().pages.keys()) read.add(page);
      const charge = chargeAt(shown(), shown().index);
      if (charge !== undefined) turned.set(charge.cycleNumber ?? 0, new WeakRef(charge));
    }
    expect([read.size, chargeAt(shown(), end)?.cycleNumber]).toEqual([500, 10_000 - end]);
  };
  await browse('page-down', 9999);
  await browse('page-up', 0);
  await turn(); // what a weak reference has given stays until then
  collectGarbage();
  const held = [...turned.values()].filter(charge => charge.deref() !== undefined);
  expect(turned.size).toBeGreaterThan(500);
  expect(held.length).toBeLessThan(50);
});

test('the place in a long history is told, and a page that did not come is asked for again', async () => {
  const shop = await shopWith([amina]);
  fillBooks(shop.folder, 45);
  await walk(shop, [
    [['u', 'enter', 'c'], '1–13 of 45', /▸ +45 +1 \d{4}/],
    [() => shop.faults({rules: [{route: 'subscription-charges', fault: 'http-502-html'}]})],
    ['end', '40–45 of 45', /k\s+checks\s+again\./, /▸ +… +… …/],
    [() => shop.faults({})],
    ['k', /▸ +1 +1 \d{4}/],
  ]);
});
