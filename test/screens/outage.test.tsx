import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {askOpen} from '../../screens/close/ask.js';
import {machine} from '../../src/world.js';
import {serve, testKey} from '../api/local-server.js';
import {writeJournal} from '../bench/journals.js';
import {run} from '../commands/support.js';
import {openAfterOutage, recordOf} from '../till/outage-shop.js';
import {openShop, shopTime} from './open.js';

const second = 1000;
const waiting = 10_000;

/** A home whose till has 10,000 payments of today that nobody knows the end of. */
async function homeAfterOutage(now: number): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'duka-outage-'));
  onTestFinished(() => rmSync(home, {recursive: true, force: true, maxRetries: 3}));
  const folder = join(home, 'sandbox', 'T7K');
  mkdirSync(folder, {recursive: true});
  await writeJournal(folder, {events: 3 * waiting + 1, segments: 1, pendingToday: waiting, now});
  return home;
}

test('the list of pending payments is gone through from end to end with 10,000 in it, and a sale goes on beside them', {
  timeout: 60_000,
}, async () => {
  const home = await homeAfterOutage(shopTime());
  const shop = await openShop({home, environment: {DUKA_TILL: 'T7K', DUKA_ZONE: 'Africa/Nairobi'}});
  await shop.sees(/10,000 pending/);
  await shop.type('w');
  await shop.sees(/1 to \d+ of 10,000/);
  const page = Number(/1 to (\d+) of 10,000/.exec(shop.screen())?.[1]);
  await shop.press('page-down');
  await shop.sees(`${page + 1} to ${2 * page} of 10,000`);
  for (const _ of Array.from({length: page})) await shop.press('down');
  await shop.sees(`${2 * page + 1} to ${3 * page} of 10,000`);
  await shop.press('end');
  await shop.sees(/ to 10,000 of 10,000/);
  expect(shop.screen().match(/▸/g)).toHaveLength(1);
  await shop.press('up', 'escape');
  await shop.sale('200', '0712345678');
  await shop.advance('PT5S');
  await shop.sees('✓ PAID');
});

test('a close asks for thirty seconds and carries the rest, every one of them named in the Z', async () => {
  const {till, world, asked, answers} = await openAfterOutage(waiting);
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
  onTestFinished(() => {
    vi.useRealTimers();
  });
  answers.about = async payment => recordOf(payment, 'Completed');
  const heard: {readonly answered?: number; readonly isOver?: boolean}[] = [];
  const ended = askOpen(new AbortController(), till, answer => heard.push(answer));
  const isOver = () => heard.some(each => each.isOver === true);
  while (!isOver()) {
    await world.pass(second);
    await vi.advanceTimersByTimeAsync(second);
  }
  await ended;
  expect(Math.abs(asked.length - 30)).toBeLessThanOrEqual(1); // one a second
  const answered = heard.findLast(each => each.answered !== undefined)?.answered ?? 0;
  await vi.waitFor(() => expect(till.state.open.size).toBe(waiting - asked.length), {interval: 1, timeout: 20_000});
  expect(heard.filter(each => each.isOver === true)).toHaveLength(1);
  const notAsked = waiting - answered;
  const z = await till.reportZ({person: 'Wanjiru', notAsked});
  expect(z.notAsked).toBe(notAsked);
  expect(z.tenders).toMatchObject([{count: asked.length}]);
  expect(new Set(z.inFlight.map(({reference}) => reference)).size).toBe(waiting - asked.length);
  expect(JSON.stringify(await till.readZ(1))).toBe(JSON.stringify(z));
});

test('so does the command, whose thirty seconds begin with it', async () => {
  const home = await homeAfterOutage(machine.now());
  let [passed, questions] = [0, 0];
  const server = await serve(response => {
    questions += 1;
    passed += 1.4 * second;
    response.end('{"transaction_status":"Initialized","response_code":"09"}');
  });
  const environment = {
    DUKA_HOME: home,
    DUKA_TILL: 'T7K',
    DUKA_ZONE: 'Africa/Nairobi',
    DUKA_PROFILE: 'sandbox',
    DUKA_BASE_URL: server.url,
    DUKA_API_KEY: testKey,
  };
  const world = {...machine, monotonic: () => machine.monotonic() + passed};
  const {exit, json} = await run(['shift', 'z', '--person', 'Wanjiru', '--json'], {environment, world});
  expect(questions).toBeGreaterThan(10);
  expect(questions * 1.4).toBeLessThanOrEqual(31.4);
  expect(json.number).toBe(1);
  // The last question may still have waited for its answer when the time was over.
  expect(json.notAsked - (waiting - questions)).toBeOneOf([0, 1]);
  expect(json.inFlight).toHaveLength(waiting);
  expect(exit).toBe(0);
});
