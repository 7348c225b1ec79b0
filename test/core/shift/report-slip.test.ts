import {describe, expect, it} from 'vitest';
import type {Report} from '../../../src/core/shift/report-schema.js';
import {reportParts} from '../../../src/core/shift/report-slip.js';
import {type SlipPart, slipText, slipWidths} from '../../../src/core/slip/slip.js';
import {widthOf} from '../../../src/core/text/width.js';

const kes = (minor: number) => ({currency: 'KES', minor}) as const;
const usd = (minor: number) => ({currency: 'USD', minor}) as const;
const reference = 'T7K0MZ4K8Q2RDWX';
const noCash = {float: 0, sales: 0, refunds: 0, paidIn: 0, paidOut: 0, drops: 0};

const z: Report = {
  kind: 'z',
  number: 412,
  till: 'T7K',
  shop: 'Corner Shop',
  profile: 'live',
  zone: 'Africa/Nairobi',
  businessDate: '2026-11-20',
  openedAt: Date.UTC(2026, 10, 20, 5),
  closedAt: Date.UTC(2026, 10, 20, 18, 2, 3),
  shift: 412,
  people: ['Amina', 'Baraka'],
  fromSeq: 90_000,
  throughSeq: 90_210,
  head: 'ab'.repeat(32),
  tenders: [
    {method: 'cash', channel: 'cash', total: kes(120_000), count: 8, fee: '0', feesUnknown: 0},
    {method: 'mobile-money', channel: 'SAFARICOM_KE', total: kes(1_840_000), count: 14, fee: '49.5', feesUnknown: 2},
    {method: 'card', channel: 'visa', total: usd(2400), count: 1, fee: '0', feesUnknown: 1},
  ],
  cashiers: [
    {person: 'Amina', total: kes(1_900_000), count: 20},
    {person: 'Baraka', total: kes(60_000), count: 2},
  ],
  late: [{reference, amount: kes(20_000), z: 411}],
  corrections: [{reference, amount: kes(-5000), z: 410}],
  refunds: [{method: 'card', total: usd(-1000), done: -1, requested: 0, failed: 1}],
  inFlight: [],
  unknown: [{reference, amount: kes(30_000), status: 'unknown', since: 0}],
  needsPerson: [],
  drawers: [
    {...noCash, currency: 'KES', float: 100_000, sales: 120_000, expected: 220_000, counted: 219_500, difference: -500},
    {...noCash, currency: 'USD', float: 700, expected: null, counted: null, difference: null},
  ],
  counts: {
    ...{notPaid: 1, notSent: 0, setAside: 0, judgements: 0, receipts: 20, copies: 1},
    ...{pendingSlips: 2, drawerOpenings: 3},
  },
  perpetual: [{currency: 'KES', sales: 9_000_000, refunds: 1000, corrections: -5000}],
  difference: {note: 'a coin fell', approver: 'Wanjiru'},
  notAsked: 1,
};

const said = (parts: readonly SlipPart[], width: (typeof slipWidths)[number] = 48) =>
  slipText(parts, width).map(line => line.trim().replaceAll(/ {2,}/g, ' '));
const english = {language: 'en', copy: 0} as const;

describe('the slip of a Z', () => {
  it('says all that happened in the period', () => {
    expect(said(reportParts(z, english))).toEqual(
      expect.arrayContaining([
        ...['Corner Shop', 'Z REPORT Z-0412', 'Business day 20 Nov 2026', 'From 20 Nov 2026, 08:00:00'],
        ...['To 20 Nov 2026, 21:02:03', 'Shift 412', 'People Amina and Baraka', 'Journal lines 90001 - 90210'],
        expect.stringMatching(/^Cash 8 .*1.200\.00$/),
        expect.stringMatching(/^M-Pesa 14 .*18.400\.00$/),
        expect.stringMatching(/^Total KES 22 .*19.600\.00$/),
        expect.stringMatching(/^Total USD 1 .*24\.00$/),
        expect.stringMatching(/^Late from Z-0411 .*200\.00$/),
        expect.stringMatching(/^Taken in Z-0410 .*-50\.00$/),
        expect.stringMatching(/^Net .*89.940\.00$/),
        ...['Payments without a stated fee 3', 'Reason a coin fell', 'Accepted by Wanjiru'],
        ...['Not checked before this close 1', `Journal head ${'ab'.repeat(16)}`, 'Tax not tracked'],
      ]),
    );
  });

  it('tells what should be in a drawer with what was counted, and of one not counted neither', () => {
    const lines = said(reportParts(z, english));
    const [first, second] = [lines.indexOf('DRAWER KES'), lines.indexOf('DRAWER USD')];
    const names = (from: number, to: number) => lines.slice(from, to).map(line => line.replace(/ [^ ]*\d.*$/, ''));
    expect(names(first, second)).toEqual(
      expect.arrayContaining(['Expected KES', 'Counted KES', 'Over (+) or short (-) KES']),
    );
    const other = lines.slice(second, lines.indexOf('COUNTS')).join('\n');
    expect(other).toMatch(/Float/);
    expect(other).not.toMatch(/Expected|Counted|short/);
  });

  it('says net by group and by rate what was sold, with what has neither and refunds that name no line', () => {
    const lines = said(
      reportParts(
        {
          ...z,
          refunds: [{method: 'cash', total: kes(15_000), done: 2, requested: 2, failed: 0}],
          groups: [
            {group: 'Drinks', total: kes(36_000), count: 3, back: kes(12_000)},
            {group: null, total: kes(5000), count: 1},
          ],
          taxes: [
            {
              ...{rate: '16', gross: kes(36_000), net: kes(31_034), tax: kes(4966)},
              back: {gross: kes(12_000), net: kes(10_345), tax: kes(1655)},
            },
            {rate: null, gross: kes(5000), net: kes(5000), tax: kes(0)},
          ],
        },
        english,
      ),
    ).map(line => line.replaceAll('\u00A0', ' '));
    const from = lines.indexOf('BY GROUP');
    expect(lines.slice(from, from + 18).filter(line => !/^-*$/.test(line))).toEqual([
      ...['BY GROUP', 'Drinks 3 KES 360.00', 'Drinks, net KES 240.00', 'Without a group 1 KES 50.00'],
      ...['Other takings KES 19,190.00', 'Refunds without items KES -30.00', 'Net KES KES 19,450.00'],
      ...['TAX (ITEMISED SALES)', 'Rate 16% KES 360.00', 'Net KES 310.34', 'Tax KES 49.66', 'Refunded KES -120.00'],
      ...['Tax less refunds KES 33.11', 'No tax rate KES 50.00'],
      ...['Other takings KES 19,190.00', 'Refunds without items KES -30.00'],
    ]);
    expect(lines).not.toContain('Tax not tracked');
    const sums = {...z, groups: [{group: null, total: kes(5), count: 1}], taxes: []};
    expect(said(reportParts(sums, english)).join()).not.toMatch(/ITEMISED|BY GROUP/);
  });

  it('is the same parts for the same report, however often and in whatever order of members it comes', () => {
    const shuffled = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(z).reverse()))) as Report;
    expect(reportParts(shuffled, english)).toEqual(reportParts(z, english));
  });

  it('has its copy and its profile at both ends, and its proof once', () => {
    const parts = reportParts({...z, profile: 'test'}, {...english, copy: 3, signedCode: 'DUKAZ1.x.y'});
    const lines = said(parts).filter(line => line !== '');
    expect(lines.slice(0, 2)).toEqual(['*** TEST - NO MONEY MOVED ***', 'COPY 3']);
    expect(lines.slice(-2)).toEqual(['COPY 3', '*** TEST - NO MONEY MOVED ***']);
    expect(parts.filter(({kind}) => kind === 'qr')).toEqual([
      {kind: 'qr', text: 'DUKAZ1.x.y', caption: expect.stringMatching(/./)},
    ]);
    expect(said(reportParts(z, english)).join('\n')).not.toMatch(/COPY|NO MONEY/);
  });

  it('has no line for what did not happen', () => {
    const quiet: Report = {
      ...z,
      ...{tenders: [], cashiers: [], late: [], corrections: [], refunds: [], unknown: [], drawers: [], perpetual: []},
      ...{difference: null, notAsked: 0, shift: null, openedAt: null, people: [], throughSeq: 90_000},
    };
    const lines = said(reportParts(quiet, english));
    expect(lines).toContain('No takings.');
    expect(lines).toContain('Journal lines 90000');
    expect(lines.join('\n')).not.toMatch(/DRAWER|REFUNDS|Shift|People|From|RESULT UNKNOWN|Reason|Expected/);
  });
});

describe('the slip of an X', () => {
  it('says at both ends that nothing was closed, and carries no proof', () => {
    const parts = reportParts({...z, kind: 'x'}, {...english, signedCode: 'DUKAZ1.x.y'});
    expect([parts[0], parts.at(-1)]).toEqual([
      {kind: 'banner', text: 'X - NOTHING WAS CLOSED'},
      {kind: 'banner', text: 'X - NOTHING WAS CLOSED'},
    ]);
    expect(parts.some(({kind}) => kind === 'qr')).toBe(false);
    expect(said(parts).join('\n')).not.toMatch(/Z-0412/);
  });
});

it.each(slipWidths)('keeps to %i cells in both languages, whatever the names are', width => {
  const long = 'A'.repeat(300);
  const wild: Report = {
    ...z,
    shop: `${long}\u001B[31m`,
    people: [long, '小店'.repeat(40)],
    cashiers: z.cashiers.map(cashier => ({...cashier, person: long})),
    difference: {note: `${long}\n${long}`, approver: long},
  };
  for (const language of ['en', 'fr'] as const) {
    const lines = slipText(reportParts(wild, {language, copy: 1}), width);
    expect(new Set(lines.map(widthOf))).toEqual(new Set([width]));
    // oxlint-disable-next-line no-control-regex
    expect(lines.join('')).not.toMatch(/[\u0000-\u001F]/);
  }
});

describe('a Z after a day without a link', () => {
  const open = Array.from({length: 10_000}, (_, at) => ({
    reference: `T7K${String(at).padStart(12, '0')}`,
    amount: at % 4 === 0 ? usd(100) : kes(30_000),
    status: 'unknown' as const,
    since: 0,
  }));
  const parts = reportParts({...z, unknown: open}, english);

  it('lists the first open payments, says what the others come to, and where all of them are', () => {
    const lines = said(parts);
    expect(lines.length).toBeLessThan(150);
    expect(lines).toContain('T7K000000000019 KES 300.00');
    expect(lines.join('\n')).not.toContain('T7K000000000020');
    expect(lines).toContain('And others in KES 7485 KES 2,245,500.00');
    expect(lines).toContain('And others in USD 2495 USD 2,495.00');
    expect(lines).toContain('duka shift show --z 412 --json');
  });

  it.each(slipWidths)('fits paper of %i columns', width => {
    for (const line of slipText(parts, width)) expect(widthOf(line)).toBeLessThanOrEqual(width);
  });

  it('lists as many as there are where they have room', () => {
    const short = said(reportParts({...z, unknown: open.slice(0, 20)}, english));
    expect(short).toContain('T7K000000000019 KES 300.00');
    expect(short.join('\n')).not.toMatch(/others|whole list/);
  });
});
