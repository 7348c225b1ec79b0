import {render} from 'ink-testing-library';
import {expect, it} from 'vitest';
import {OfficeWatch} from '../../screens/office/start.js';
import {languages} from '../../src/core/messages/messages.js';
import {byAttention, type OfficeView, type TillStanding} from '../../src/core/office/view.js';
import {widthOf} from '../../src/core/text/width.js';
import {watchLine} from '../../src/views/office/describe.js';

const now = Date.parse('2026-11-23T12:00:00Z');
const till = (name: string, more: Partial<TillStanding> = {}): TillStanding => ({
  ...{shop: 'corner', till: name, seq: 120, head: '', rows: 120, heardAt: '2026-11-23T11:59:30.000Z'},
  ...{isRevoked: false, isHalted: false, branches: 0},
  ...more,
});
const tills = [
  till('A1'),
  till('A2', {isRevoked: true}),
  till('A3', {rows: 100}),
  till('A4', {heardAt: '2026-11-21T11:59:30.000Z', shop: 'mall'}),
  till('A5', {isHalted: true}),
  till('A6', {heardAt: null}),
  ...Array.from({length: 40}, (_, at) => till(`B${at}`, {shop: 'mall'})),
];
const view: OfficeView = {
  date: '2026-11-23',
  zone: 'Africa/Nairobi',
  status: {
    ...{
      tills: 46,
      heardToday: 44,
      oldest: '2026-11-21T11:59:30.000Z',
      behind: 1,
      shops: 2,
      missingShops: [],
      silent: ['A4', 'A6'],
      unheard: [],
    },
    ...{
      halted: ['A5'],
      revoked: 1,
      rowsFailed: [],
      lines: 5520,
      linesBehind: 20,
      openIncidents: 1,
      since: null,
      root: null,
      rootToCome: null,
      clock: {kind: 'agrees'},
      backupAt: null,
    },
    database: {version: '18.4', bytes: 1, freeBytes: 1},
  },
  tills,
  takings: [
    ...[
      {
        shop: 'corner',
        method: 'cash',
        currency: 'KES',
        hour: '2026-11-23T09:00:00Z',
        paid: 3,
        minor: 60_000,
        refunded: 0,
      },
    ],
    ...[
      {
        shop: 'mall',
        method: 'mobile-money',
        currency: 'KES',
        hour: '2026-11-23T10:00:00Z',
        paid: 2,
        minor: 50_000,
        refunded: 10_000,
      },
    ],
    ...[
      {shop: 'mall', method: 'cash', currency: 'UGX', hour: '2026-11-23T10:00:00Z', paid: 1, minor: 9000, refunded: 0},
    ],
  ],
  freshness: [
    {
      shop: 'corner',
      tills: 5,
      heardToday: 4,
      oldest: null,
      behind: 1,
      heldBack: [{till: 'A5', why: 'halted', through: 100, lines: 20, incident: 1}],
    },
    {shop: 'mall', tills: 41, heardToday: 40, oldest: null, behind: 0, heldBack: []},
  ],
};

const frameOf = (shown: OfficeView, columns: number, rows: number, language: (typeof languages)[number] = 'en') => {
  const watching = {environment: {NO_COLOR: '1'}, language, world: {now: () => now}};
  const {lastFrame, unmount} = render(<OfficeWatch view={shown} size={{columns, rows}} watching={watching} />);
  const frame = lastFrame() ?? '';
  unmount();
  return frame;
};

it('shows what came in, each shop, and those tills first that a person should look at', () => {
  const frame = frameOf(view, 80, 24).replaceAll('\u00A0', ' ');
  expect(frame).toContain('44 of 46 tills in contact');
  expect(frame).toContain('1 incident');
  expect(frame).toMatch(/Net +KES 1,000\.00 {2}· {2}5 payments/);
  expect(frame).toMatch(/UGX 9,000 {2}· {2}1 payment\b/);
  expect(frame).toContain('20 lines are not in the totals yet.');
  expect(frame.replaceAll(/\s+/g, ' ')).toContain('A5 is in the totals only up to line 100');
  expect(frame).toMatch(/corner +4\/5 +KES 600\.00/);
  expect(frame).toMatch(/mall +40\/41 +KES 400\.00 · UGX 9,000/);
  const rows = frame.match(/^ {3}A\d +(?:corner|mall) .*$/gm)?.map(line => line.trim());
  expect(rows).toEqual([
    'A5   corner   120 2026-11-23 14:59 forked: look at its incident',
    'A6   corner   120 -                no contact for 24 hours',
    'A4   mall     120 2026-11-21 14:59 no contact for 24 hours',
    'A3   corner   120 2026-11-23 14:59 rows are being made',
    'A1   corner   120 2026-11-23 14:59 up to date',
  ]);
  expect(frame.split('\n').at(-1)).toContain('q quit');
});

it.each(languages)('fits its window in %s, whatever comes', language => {
  const many = {
    ...view,
    freshness: Array.from({length: 30}, (_, at) => ({...view.freshness[0], shop: `${'x'.repeat(at)}-${at}`})),
    tills: tills.map(each => ({...each, shop: 'y'.repeat(64), seq: 10 ** 15})),
  } as OfficeView;
  const none = {...view, tills: [], takings: [], freshness: []};
  for (const shown of [view, many, none])
    for (const [columns, rows] of [
      [60, 18],
      [80, 24],
      [200, 60],
      [40, 10],
      [20, 5],
    ] as const) {
      const lines = frameOf(shown, columns, rows, language).split('\n');
      expect(lines.length).toBeLessThan(rows);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    }
});

it('names in a small window the tills that a person should look at', () => {
  const frame = frameOf(view, 40, 12).replaceAll('\u00A0', ' ');
  for (const part of ['44 of 46 tills in contact', '1 incident', 'KES 1,000.00', 'A5: forked'])
    expect(frame).toContain(part);
  expect(frame).not.toContain('up to date');
});

it('says the same in a line', () => {
  const line = watchLine(view, {language: 'en', now});
  for (const part of ['Head office', '44 of 46', 'KES 1,000.00', 'corner', 'no contact for 24 hours', '20 lines'])
    expect(line).toContain(part);
  expect(line).not.toContain('\n');
});

it('a till is looked at by how it stands, then by its name', () => {
  expect(byAttention(tills.slice(0, 6), now).map(each => each.till)).toEqual(['A5', 'A6', 'A4', 'A3', 'A1', 'A2']);
});
