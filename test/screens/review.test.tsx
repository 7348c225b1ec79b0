import {cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest';
import {topOf} from '../../screens/model.js';
import {createProgram} from '../../screens/program.js';
import {createReviewProgram} from '../../screens/review/start.js';
import {Root, type Scene} from '../../screens/stage.js';
import type {Stroke} from '../../screens/terminal/keyboard.js';
import type {Size} from '../../screens/terminal/size.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import {openReview, type ReviewParts} from '../../src/till/review.js';
import {type ChainLink, chainLine, genesis} from '../../store/line.js';
import {segmentFolder, segmentPath} from '../../store/segment.js';
import {request} from '../core/payment/payment-samples.js';
import {openBusyShop} from '../till/busy-shop.js';
import {walk} from '../walk.js';
import {fits} from './fits.js';
import {draw} from './open.js';

const place = realpathSync(mkdtempSync(join(tmpdir(), 'duka-review-screens-')));
const busy = join(place, 'busy');
let whole: readonly StoredEvent[] = [];

beforeAll(async () => {
  const shop = await openBusyShop(busy);
  await shop.sell(20, 40);
  await shop.untilMorning();
  await shop.sell(3, 40);
  const segments = await shop.journal.segments();
  whole = (await Promise.all(segments.map(day => Array.fromAsync(shop.journal.readSegment(day))))).flat();
  await shop.till.close();
});
afterAll(() => rmSync(place, {recursive: true, force: true, maxRetries: 3}));

type Finding = {readonly finding: {readonly isOver: boolean}};
type Opening = Partial<ReviewParts> & {readonly size?: Size};

/** The review's screens over a journal on the disk. */
async function look(folder: string, {size, ...more}: Opening = {}) {
  const exports = mkdtempSync(join(place, 'exports-'));
  const parts = {
    folder,
    exports,
    language: 'en' as const,
    isPlain: false,
    environment: {NO_COLOR: '1'},
    start: {},
    ...more,
  };
  const left = {count: 0};
  const crashes: unknown[] = [];
  const ends = {leave: () => (left.count += 1), crash: (error: unknown) => crashes.push(error)};
  const {scene, begin, program} = createReviewProgram(await openReview(folder), parts, ends);
  const stage = createProgram<Scene, Scene, never>({
    first: {model: scene, effects: []},
    update: (_, next) => ({model: next, effects: []}),
    run: () => undefined,
  });
  const app = await draw(<Root stage={stage} />, size);
  onTestFinished(() => {
    app.close();
    expect(crashes).toEqual([]);
  });
  await begin(new AbortController().signal);
  return {...app, left, exports, program};
}

/** A till's folder with one chained segment, whoever wrote its lines. */
function written(name: string, events: readonly {readonly type: string; readonly data: unknown}[]): string {
  const folder = join(place, name);
  const header = {profile: 'live', zone: 'Africa/Nairobi', dayStartsAt: '00:00', version: '1'};
  const opened = {...header, businessDate: '2026-11-20', previousSegment: null, previousHead: null};
  let link: ChainLink = genesis;
  const at = Temporal.Instant.from('2026-11-20T12:00:00Z').epochMilliseconds;
  const lines = [{type: 'segment-opened', data: opened}, ...events].map(({type, data}, number) => {
    const line = chainLine(link, at + number, {till: 'T7K', person: hostile, type, data: JSON.stringify(data)});
    link = {seq: number + 1, head: JSON.parse(line).hash};
    return `${line}\n`;
  });
  mkdirSync(segmentFolder(folder), {recursive: true});
  writeFileSync(segmentPath(folder, '2026-11-20'), lines.join(''));
  return folder;
}

const hostile = `\u001B[2J\u202Eevil\n\u0000${'漢字'.repeat(40)}\u001B]0;title\u0007`;
const asked = (number: number, more: object = {}) => {
  const reference = `T7K0MZ4K8Q2RD${String(number).padStart(2, '0')}`;
  return {type: 'requested', data: {...request, reference, sale: reference, description: hostile, ...more}};
};

it('goes from the days to what was said in one event, and back', async () => {
  const app = await look(busy);
  await walk(app, [
    ['', /Days {2}2 /, 'REVIEW · T7K · SANDBOX'],
    ['down', /▸ 2026-11-20 +20 /],
    ['enter', 'Payments of 2026-11-20  20'],
    ['enter', 'saved'],
    ['enter', /amount\.currency +KES/],
  ]);
  for (const shown of ['saved', 'Payments of 2026-11-20  20', /▸ 2026-11-20 +20 /]) {
    await app.press('escape');
    await app.sees(shown);
  }
  await walk(app, [['e', 'Events of 2026-11-20', 'segment-opened'], [['escape', 'q']]]);
  expect(app.left.count).toBe(1);
});

it('shows beside each list of a wide window what its marked row says in full', async () => {
  const size = {columns: 160, rows: 40};
  const app = await look(busy, {size});
  await walk(app, [
    ['down', /busy {4,}2026-11-20/u, / {4,}20 payments/u],
    ['enter', /Reference +T7K\w+/u],
    ['enter', /amount\.currency +KES/u],
  ]);
  fits(app, size, 'review');
  await app.resize({columns: 139, rows: 40});
  await expect.poll(() => app.screen()).not.toContain('amount.currency');
});

it('goes to the row of the digits that are typed, whatever list it is', async () => {
  const app = await look(busy);
  await walk(app, [
    [['20', '26-11-20'], /▸ 2026-11-20 +20 /, 'Jump to'],
    ['enter', 'Payments of 2026-11-20  20'],
    ['55.00', /▸ .* KES +55\.00 /u],
    ['9', 'No row matches.', /▸ .* KES +55\.00 /u],
    ['escape', /▸ .* KES +55\.00 /u, {not: 'Jump to'}],
    ['enter', 'KES 55.00 ·'],
    ['1', /Jump to[\s\S]*1/u],
  ]);
});

it('finds payments, and what was said of them in every word, and stops looking when told to', async () => {
  const app = await look(busy);
  const {reference} = request;
  await walk(app, [
    [['/', `${reference} x`, 'enter'], `No matches for “${reference} x”. w searches`],
    [['escape', '/', 'paid 0712000001', 'enter'], /▸ 2026-11-20 08:00 +KES +51\.00 ✓ PAID +…000 001/],
    ['w', /All 2 days were searched: 0 found\./],
    [['escape', 'escape', '/', 'completed', 'enter', 'w']],
    // at once: before or while it looks
    ['escape', /Stopped after \d of 2 days|All 2 days|Found “completed”/],
  ]);
  const {kind, state} = topOf(app.program.model());
  expect(kind === 'review-events' ? (state as Finding).finding.isOver : kind).toBeOneOf([true, 'review-payments']);
});

it('says of a search in all words how far it came when another one stopped it', async () => {
  const app = await look(busy);
  const typed = (text: string): Stroke => ({kind: 'text', text});
  const strokes: readonly Stroke[] = [typed('/'), typed('completed'), {kind: 'press', name: 'enter'}, typed('w')];
  for (const [chunk, stroke] of [...strokes, ...strokes].entries())
    app.program.dispatch({kind: 'key', key: {...stroke, chunk}, size: {columns: 80, rows: 24}});
  await app.sees(/All 2 days were searched: \d+ found\./);
  await app.press('escape');
  await app.press('escape');
  await app.sees('Stopped after 0 of 2 days: 0 found.');
});

it('shows the till as it was and comes back from there', async () => {
  const app = await look(busy, {start: {at: '30', day: '2026-11-20'}});
  await app.sees('HISTORY: the till after event 30,');
  const requests = whole.filter(({type, seq}) => type === 'requested' && seq <= 30).length;
  await walk(app, [
    ['', `Payments of 2026-11-20  ${requests}`],
    [['a', 'nonsense', 'enter'], '“nonsense” is not a moment in this journal'],
    [['escape', 'escape'], {not: 'HISTORY'}, /Days {2}2 /],
  ]);
});

it('says of a time which one was asked for, of which day, and what had been written by then', async () => {
  const app = await look(busy);
  await walk(app, [['down', /▸ 2026-11-20 +20 /], [['a', '23:59', 'enter']]]);
  const last = whole.findLast(({at}) => at < '2026-11-20T21:00');
  await walk(app, [
    ['', `HISTORY: the till at 23:59 of the business day Fri 20 Nov: after event ${last?.seq},`],
    [['a', '00:01', 'enter'], 'HISTORY: the till at 00:01 of the business day Fri 20 Nov: before its first'],
  ]);
});

it('does not call a day empty that comes after the damage', async () => {
  const folder = join(place, 'hurt');
  cpSync(busy, folder, {recursive: true});
  const path = segmentPath(folder, '2026-11-20');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"minor":5100', '"minor":9900'));
  const app = await look(folder);
  await walk(app, [
    ['', /▸ 2026-11-21 +– +– +– +! not read/],
    [
      'enter',
      'Payments of 2026-11-21  –',
      'This day comes after the damage. It was not read.',
      {not: 'There is nothing here'},
    ],
    [['escape', 'e'], 'Events of 2026-11-21', 'It was not read.'],
  ]);
});

it('exports exactly what is listed, each time into a new file', async () => {
  const app = await look(busy, {start: {search: '712000001'}});
  await app.sees('Found “712000001”  1');
  await app.type('x');
  await app.sees('payments-1.csv');
  await app.type('x');
  await app.sees('payments-2.csv');
  const [header, ...rows] = readFileSync(join(app.exports, 'payments-2.csv'), 'utf8').trimEnd().split('\r\n');
  expect(header).toBe(
    'seq,reference,business_date,at,amount,currency,status,verdict,given_back,payer_masked,operator,cashier',
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(
    /^\d+,T7K\w+,2026-11-20,2026-11-20T05:00:\S+Z,51\.00,KES,paid,paid,no,…000 001,M-Pesa,cashier$/,
  );
});

const sizes = [
  {columns: 60, rows: 18},
  {columns: 80, rows: 24},
  {columns: 132, rows: 43},
] as const;

it.each(sizes)('keeps to a window of $columns x $rows, whatever is in the journal', async size => {
  const many = Array.from({length: 60}, (_, number) =>
    asked(number, {firstName: hostile, amount: {currency: 'XOF', minor: 9_007_199_254_740_991 - number}}),
  );
  const app = await look(
    written(`hostile-${size.columns}`, [...many, {type: 'of-tomorrow', data: {[hostile]: hostile}}]),
    {size},
  );
  const keeps = () => {
    fits(app, size);
    expect(app.screen().replaceAll('\n', '')).not.toMatch(/\p{Cc}|\u202E/u);
  };
  await app.sees(/Days {2}1 /);
  keeps();
  await app.press('enter');
  await app.sees('Payments of 2026-11-20  60');
  keeps();
  await app.press('enter');
  await app.sees('requested');
  keeps();
  await app.press('enter');
  await app.sees('Event 61');
  keeps();
  await app.press('escape', 'escape', 'escape');
  await app.type('e');
  await app.sees('segment-opened');
  keeps();
  await app.type('/');
  await app.type('漢字'.repeat(50));
  keeps();
  await app.press('enter');
  await app.sees(/Found\s+“/);
  keeps();
});

it('takes a chained line that makes no sense for damage and shows what comes before it', async () => {
  const bad = {...asked(2), data: {reference: 'T7K0MZ4K8Q2RD99', amount: {currency: 'XXX', minor: 0.5}}};
  const app = await look(written('senseless', [asked(0), asked(1), bad, asked(3)]));
  await app.sees(
    /! Damaged in 2026-11-20, line 4: it is not an event\. Everything before it is\s+shown; nothing after it was read\./,
  );
  await app.sees(/▸ 2026-11-20 +2 /);
});

it('shows a journal in the smallest window too, and tells in a smaller one how large it must be', async () => {
  const app = await look(busy, {size: {columns: 40, rows: 10}});
  await app.sees(/▸ 2026-11-21/);
  await app.resize({columns: 39, rows: 10});
  await app.sees('This window is 39x10');
});
