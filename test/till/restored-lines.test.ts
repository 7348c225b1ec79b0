import {hash} from 'node:crypto';
import {expect, it} from 'vitest';
import {Problem} from '../../src/core/problem.js';
import {firstPlace, type LinePlace, placeAfter} from '../../src/till/office-restore.js';
import {chainLine, lineBytesMax} from '../../store/line.js';

const own = {till: 'T7K', profile: 'live'} as const;
const begins = (businessDate: string, profile = 'live') => ({
  type: 'segment-opened',
  data: JSON.stringify({
    profile,
    zone: 'Africa/Nairobi',
    dayStartsAt: '00:00',
    version: '0.1.0',
    businessDate,
    previousSegment: null,
    previousHead: null,
  }),
});
const sale = {type: 'sent', data: '{"reference":"T7K00000001"}'};

const lineOf = (before: LinePlace, event: {type: string; data: string}, till: string = own.till) =>
  Buffer.from(chainLine(before, 0, {till, person: 'Amina', ...event}));
/** Nobody here judges what a later version has written. */
function laterLineOf(before: LinePlace, event: {type: string; data: string}): Buffer {
  const text = lineOf(before, event).toString();
  const body = text.replace(/"v":\d+/, '"v":99').replace(/,"hash":"\w+"\}$/, '}');
  return Buffer.from(`${body.slice(0, -1)},"hash":"${hash('sha256', before.head + body)}"}`);
}

const opened = placeAfter(firstPlace, lineOf(firstPlace, begins('2026-11-20')), own);

it('a line is of the day that was begun last, and goes on from the line before', () => {
  expect(opened).toMatchObject({seq: 1, date: '2026-11-20'});
  const sold = placeAfter(opened, lineOf(opened, sale), own);
  expect(sold).toMatchObject({seq: 2, date: '2026-11-20'});
  expect(sold.head).not.toBe(opened.head);
  expect(placeAfter(sold, lineOf(sold, begins('2026-11-21')), own)).toMatchObject({seq: 3, date: '2026-11-21'});
  expect(placeAfter(sold, laterLineOf(sold, begins('2026-11-21')), own)).toMatchObject({seq: 3, date: '2026-11-21'});
});

it.each<readonly [what: string, before: LinePlace, line: Buffer, why: string]>([
  ['that is no text of a line', opened, Buffer.from('{}'), '2 without-hash'],
  ['that goes on from another', opened, lineOf(firstPlace, sale), '2 wrong-hash'],
  ['that is longer than any', opened, Buffer.alloc(lineBytesMax + 1), '2 too-long'],
  ['of another till', opened, lineOf(opened, sale, 'K7Q'), 'of-another-till'],
  ['of another till that begins a day', firstPlace, lineOf(firstPlace, begins('2026-11-20'), 'K7Q'), 'of-another-till'],
  ['of another profile', firstPlace, lineOf(firstPlace, begins('2026-11-20', 'test')), 'of-another-till'],
  ['that is of no day', firstPlace, lineOf(firstPlace, sale), 'of-another-till'],
  ['that begins the same day again', opened, lineOf(opened, begins('2026-11-20')), 'of-another-till'],
  ['that begins an earlier day', opened, lineOf(opened, begins('2026-11-19')), 'of-another-till'],
  ['that begins what is no day', opened, laterLineOf(opened, begins('2026-11-21/../x')), 'of-another-till'],
  ['that begins a day in another folder', opened, laterLineOf(opened, begins('../2026-11-21')), 'of-another-till'],
])('a line %s is not taken', (_, before, line, why) => {
  const taken = () => placeAfter(before, line, own);
  expect(taken).toThrow(Problem);
  expect(taken).toThrow(expect.objectContaining({code: 'office-lines-differ', facts: {till: 'T7K', why}}));
});
