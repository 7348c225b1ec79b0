import {render} from 'ink-testing-library';
import {describe, expect, it} from 'vitest';
import {afterKey, OfficeWatch, placeAt, shownPlace, type WatchModel} from '../../screens/office/watch.js';
import {languages} from '../../src/core/messages/messages.js';
import {byAttention, type OfficeView, type TillStanding} from '../../src/core/office/view.js';
import {widthOf} from '../../src/core/text/width.js';
import {watchLine} from '../../src/views/office/describe.js';
import {describeNeed} from '../../src/views/office/needs.js';
import type {PageBlock} from '../../src/views/office/page-block.js';
import {describePayments} from '../../src/views/office/payments.js';
import {rowsOf} from '../../src/views/office/people.js';
import {describeTills} from '../../src/views/office/till.js';
import {describeToday} from '../../src/views/office/today.js';

const now = Date.parse('2026-11-23T12:00:00Z');
const till = (name: string, more: Partial<TillStanding> = {}): TillStanding => ({
  shop: 'corner',
  till: name,
  seq: 120,
  head: '',
  rows: 120,
  heardAt: '2026-11-23T11:59:30.000Z',
  isRevoked: false,
  isHalted: false,
  branches: 0,
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
const silence = {silent: ['A4', 'A6'], unheard: [], oldest: '2026-11-21T11:59:30.000Z', since: null};
const day = '2026-11-23';
const taken = (shop: string, method: string, minor: number, more: object = {}) => ({
  shop,
  method,
  currency: 'KES',
  hour: `${day}T10:00:00Z`,
  paid: 2,
  minor,
  refunded: 0,
  ...more,
});
const view: OfficeView = {
  date: day,
  zone: 'Africa/Nairobi',
  tills,
  notCounted: [],
  status: {
    tills: 46,
    heardToday: 44,
    behind: 1,
    shops: 2,
    missingShops: [],
    ...silence,
    halted: ['A5'],
    revoked: 1,
    rowsFailed: [],
    lines: 5520,
    linesBehind: 20,
    openIncidents: 1,
    root: null,
    rootToCome: null,
    clock: {kind: 'agrees'},
    backupAt: null,
    database: {version: '18.4', bytes: 1, freeBytes: 1, isIndexed: true},
  },
  takings: [
    taken('corner', 'cash', 60_000, {paid: 3, hour: `${day}T09:00:00Z`}),
    taken('mall', 'mobile-money', 50_000, {refunded: 10_000}),
    taken('mall', 'cash', 9000, {currency: 'UGX', paid: 1}),
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

const places = [
  {path: '/', name: 'Today', key: '1'},
  {path: '/payments', name: 'Payments', key: '3'},
  {path: '/tills', name: 'Tills', key: '4'},
];
const modelOf = (blocks: readonly PageBlock[], address = '/'): WatchModel => ({
  stack: [placeAt(address)],
  blocks,
  typed: undefined,
});

const frameOf = (model: WatchModel, columns: number, rows: number, language: (typeof languages)[number] = 'en') => {
  const parts = {environment: {NO_COLOR: '1'}, language, places};
  const {lastFrame, unmount} = render(<OfficeWatch model={model} size={{columns, rows}} parts={parts} />);
  const frame = lastFrame() ?? '';
  unmount();
  return frame;
};

const weekBefore = view.takings.map(each => ({...each, hour: each.hour.replace('-23T', '-16T')}));
const today = (shown: OfficeView, language: (typeof languages)[number] = 'en') =>
  describeToday({...shown, before: [{date: '2026-11-16', takings: weekBefore}]}, {language, now});
const allTills = (shown: OfficeView, language: (typeof languages)[number] = 'en') =>
  describeTills(shown.tills, {language, now, zone: view.zone, mayChange: false});
const noPayments = (typed = '') =>
  describePayments(
    {typed, payments: [], searched: null, freshness: [], older: undefined, newer: undefined},
    {language: 'en', zone: view.zone},
  );

it('shows what came in, by shop and method, and what it rests on', () => {
  const frame = frameOf(modelOf(today(view)), 100, 60).replaceAll('\u00A0', ' ');
  expect(frame).toMatch(/ 1 Today +3 Payments +4 Tills/);
  expect(frame).toContain('44 of 46 tills in contact');
  expect(frame).toContain('1 incident');
  expect(frame).toMatch(/Net +KES 1,000\.00 {2}· {2}5 payments/);
  expect(frame).toMatch(/corner +Cash +3 +KES 600\.00 +KES 600\.00/);
  expect(frame).toMatch(/mall +Mobile money +2 +KES 500\.00 +KES 400\.00/);
  expect(frame).toMatch(/16 Nov 2026 +5 +KES 1,100\.00 +KES 1,000\.00/);
  expect(frame).toContain('corner: 4 of 5 tills in contact');
  expect(frame.split('\n').at(-1)).toContain('q quit');
});

it('lists those tills first that a person should look at', () => {
  const frame = frameOf(modelOf(allTills(view), '/tills'), 80, 24).replaceAll('\u00A0', ' ');
  const rows = frame.match(/^[ ›>▸]{3}A\d +(?:corner|mall) .*$/gm)?.map(line => line.replace(/^[ ›>▸]+/, '').trim());
  expect(rows).toEqual([
    'A5   corner   120 2026-11-23 14:59 forked: look at its incident',
    'A6   corner   120 -                no contact for 24 hours',
    'A4   mall     120 2026-11-21 14:59 no contact for 24 hours',
    'A3   corner   120 2026-11-23 14:59 rows are being made',
    'A1   corner   120 2026-11-23 14:59 up to date',
  ]);
});

it.each(languages)('fits its window in %s, whatever comes', language => {
  const many = {
    ...view,
    freshness: Array.from({length: 30}, (_, at) => ({...view.freshness[0], shop: `${'x'.repeat(at)}-${at}`})),
    tills: tills.map(each => ({...each, shop: 'y'.repeat(64), seq: 10 ** 15})),
  } as OfficeView;
  const none = {...view, tills: [], takings: [], freshness: []};
  for (const shown of [view, many, none])
    for (const page of [today, allTills])
      for (const [columns, rows] of [
        [60, 18],
        [80, 24],
        [200, 60],
        [40, 10],
        [20, 5],
      ] as const) {
        const lines = frameOf(modelOf(page(shown, language)), columns, rows, language).split('\n');
        expect(lines.length).toBeLessThan(rows);
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
      }
});

describe('its keys', () => {
  const press = (model: WatchModel, ...keys: readonly string[]) =>
    keys.reduce(
      (now, key) =>
        afterKey(
          now,
          {...(key.length > 1 ? {kind: 'press', name: key} : {kind: 'text', text: key}), chunk: 1},
          places,
          10,
        ),
      model,
    );

  it('lead to a place, into a row and back', () => {
    const list = modelOf(allTills(view), '/tills');
    const opened = press(list, 'down', 'enter');
    expect(opened.stack.map(({address}) => address)).toEqual(['/tills', '/tills/A6']);
    expect(press(opened, 'escape')).toMatchObject({stack: [{address: '/tills', marked: 1}], blocks: undefined});
    expect(press(press(opened, 'escape'), 'escape').stack).toHaveLength(1);
    expect(shownPlace(press(opened, '1')).address).toBe('/');
  });

  it('lead through every list of a page, each with its own rows', () => {
    const columns = [{title: 'What', grows: true as const}];
    const row = (id: string) => ({id, cells: [id], tone: 'plain' as const, to: `/${id}`});
    const lists = [
      rowsOf('owed', {columns, rows: [row('owed1'), row('owed2')], empty: 'nothing owed'}),
      rowsOf('safes', {columns, rows: [], empty: 'nothing in safes'}),
      rowsOf('book', {columns, rows: [row('book1')], empty: 'nothing on the book'}),
    ];
    const links = [
      {to: '/file.csv?from=1', text: 'a file'},
      {to: '/more', text: 'more'},
    ];
    const page = modelOf([...lists, {kind: 'links', id: 'links', links}], '/money');
    const marked = press(page, 'down', 'down');
    const frame = frameOf(marked, 80, 24);
    expect(frame.match(/owed1|owed2|nothing in safes|▸ book1|more|a file/g)).toEqual([
      ...['owed1', 'owed2', 'nothing in safes', '▸ book1', 'more'],
    ]);
    expect(shownPlace(press(marked, 'enter')).address).toBe('/book1');
    expect(shownPlace(press(marked, 'down', 'down', 'enter')).address).toBe('/more');
  });

  it('scroll a page without a list', () =>
    expect(shownPlace(press(modelOf(today(view)), 'down', 'down', 'up'))).toMatchObject({offset: 1}));

  it('search where the page has a search, and only there', () => {
    const found = press(modelOf(noPayments(), '/payments'), '/', '3', '5', 'x', 'backspace', '0', 'enter');
    expect(shownPlace(found).address).toBe('/payments?q=350');
    const burst = afterKey(modelOf(noPayments(), '/payments'), {kind: 'text', text: '/35 q', chunk: 1}, places, 10);
    expect(burst.typed).toMatchObject({text: '35 q'});
    expect(press(modelOf(noPayments(), '/payments'), '/', '3', 'escape')).toMatchObject({typed: undefined});
    expect(press(modelOf(today(view)), '/').typed).toBeUndefined();
  });

  it('mark what needs a person in the name of somebody, and say why it was not done', () => {
    const facts = {
      tills,
      incidents: [],
      unsettled: [],
      zs: [],
      zone: view.zone,
      marks: [],
      status: undefined,
      open: '',
      unclosed: [],
    };
    const need =
      describeNeed('halted-A5-2026-11-23T11:59:30.000Z', facts, {language: 'en', now, isSigned: false}) ?? [];
    const asked = modelOf(need, '/needs/x');
    expect(frameOf(asked, 80, 24)).toMatch(/Enter +Look at it[\s\S]*s +Mark as seen/);
    expect(shownPlace(press(asked, 'enter')).address).toBe('/tills/A5');
    const named = press(asked, 's', 'M', 'u', 's', 'a', 'enter', 'o', 'f', 'f');
    expect(frameOf(named, 80, 24)).toMatch(/What was found[^▏]* off▏/);
    expect(press(named, 'enter')).toMatchObject({sent: {person: 'Musa', note: 'off'}, typed: undefined});
    expect(press(named, 'escape')).not.toHaveProperty('sent');
    expect(frameOf({...asked, problem: 'Say why.'}, 80, 24)).toContain('Say why.');
    expect(press({...asked, problem: 'Say why.'}, 's').problem).toBeUndefined();
  });
});

it('says the same in a line', () => {
  const line = watchLine(view, {language: 'en', now});
  for (const part of ['Head office', '44 of 46', 'KES 1,000.00', 'corner', 'no contact for 24 hours', '20 lines'])
    expect(line).toContain(part);
  expect(line).not.toContain('\n');
});

it('a till is looked at by how it stands, then by its name', () =>
  expect(byAttention(tills.slice(0, 6), now).map(each => each.till)).toEqual(['A5', 'A6', 'A4', 'A3', 'A1', 'A2']));
