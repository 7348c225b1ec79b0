import {encode} from 'uqr';
import {describe, expect, test} from 'vitest';
import {amountRows, bandRows, bigText, bigWord} from '../../screens/parts/big-text.js';
import {typedField} from '../../screens/parts/field.js';
import {ageBar, columnBars, paragraph, qrRows, type Row, span} from '../../screens/parts/rows.js';
import {newestSteps} from '../../screens/payment/said.js';
import {stylesFor} from '../../screens/terminal/styles.js';
import {languages, messages} from '../../src/core/messages/messages.js';
import type {Badge} from '../../src/core/payment/badge.js';
import {widthOf} from '../../src/core/text/width.js';
import {noon, reducerContextOf} from './reducer-context.js';

const styles = stylesFor({});
const textIn = (row: Row): string => row.map(({text}) => text).join('');

test('a QR code read back from its blocks is the code, light where there is ink', () => {
  const url = 'https://pay.example/p/xngMTHbMxjF44h6tlusuAggGcAo93Tdy?lang=fr&x=1';
  const {data} = encode(url, {ecc: 'L', border: 2});
  const light: Readonly<Record<string, readonly [boolean, boolean]>> = {
    ' ': [false, false],
    '█': [true, true],
    '▀': [true, false],
    '▄': [false, true],
  };
  const read = qrRows(url, styles).flatMap(row => {
    const cells = [...textIn(row)].map(cell => light[cell] ?? [false, false]);
    return [cells.map(([upper]) => !upper), cells.map(([, lower]) => !lower)];
  });
  expect(read.slice(0, data.length)).toEqual(data);
});

test('big numbers are three even lines', () => {
  for (const number of ['0123456789', '1,250.00', '9,007,199,254,740.99']) {
    const widths = bigText(number).map(widthOf);
    expect(new Set(widths).size).toBe(1);
  }
  expect(bigText('10')).toEqual(['▀█  █▀█', ' █  █ █', '▀▀▀ ▀▀▀']);
});

describe('an amount', () => {
  const beside = [span(' ? RESULT UNKNOWN '), span('12:40')] as const;
  const drawn = (minor: number, width: number, isTall: boolean) =>
    amountRows({currency: 'KES', minor}, {language: 'en', width, isTall, style: {}, beside})
      .map(textIn)
      .map(line => line.replaceAll('\u00A0', ' '));

  test('is large where there is room, with its verdict at the right', () => {
    const rows = drawn(125_000, 78, true);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(/█ {2,}\? RESULT UNKNOWN $/);
    expect(rows[1]).toMatch(/12:40$/);
    expect(rows.every(row => widthOf(row) <= 78)).toBe(true);
  });

  test('gives way to smaller figures and to a line of its own for the verdict', () => {
    expect(drawn(999_999_999_99, 70, true)).toHaveLength(4);
    expect(drawn(999_999_999_99, 50, true).join('\n')).toContain('KES 999,999,999.99');
    expect(drawn(125_000, 60, false)).toEqual([expect.stringMatching(/KES 1,250\.00 +\? RESULT UNKNOWN {2}12:40$/)]);
  });
});

test('a field shows the end of what is typed, its cursor, and what is wrong below it', () => {
  const options = {
    label: 'Reason',
    labelWidth: 10,
    width: 40,
    isFocused: true,
    styles,
    problem: 'Say why: a judgement needs a reason, and a good one.',
  };
  const rows = typedField({before: 'x'.repeat(100), after: 'yz'}, '', options).map(textIn);
  expect(rows[0]).toMatch(/^ ▸ Reason {4}…x+▌…?/);
  expect(rows[1]).toMatch(/^ {3}✗ Say why/);
  expect(typedField({before: 'x', after: ''}, '', {...options, width: 60}).map(textIn)[1]).toMatch(/^ {13}✗ Say why/);
  expect(rows.every(row => widthOf(row) <= 40)).toBe(true);
  const locked = typedField({before: 'ab', after: ''}, 'AB', {...options, isLocked: true})
    .map(textIn)
    .join('');
  expect(locked).toMatch(/AB/);
  expect(locked).not.toContain('▌');
});

test('a paragraph keeps to its lines and says that there was more', () => {
  const rows = paragraph('one two three four five six seven eight nine ten', {
    width: 12,
    most: 2,
    indent: 2,
    lead: span('*'),
  }).map(textIn);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toBe('* one two');
  expect(rows[1]).toMatch(/…$/);
});

describe('bars', () => {
  test('stand on one line, each as high as its share, and none of what is none', () => {
    expect(columnBars([1, 4, 0, 8], {height: 1, width: 2})).toEqual(['▁▁ ▄▄    ██']);
    expect(columnBars([16, 1, 9], {height: 2, width: 1})).toEqual(['█   ▁', '█ ▁ █']);
    expect(columnBars([], {height: 1, width: 2})).toEqual(['']);
  });

  test('grow with the waiting and end in a mark that asks for a person', () => {
    const drawn = (minutes: number, width: number) => ageBar(minutes, {full: 10, width});
    expect([0, 1.2, 2.4, 5, 9, 9.9, 10, 600].map(minutes => drawn(minutes, 1)).join('')).toBe(
      '▏▏▎▌██!!'.replace('██', '██'),
    );
    expect([0, 5, 9.99, 10].map(minutes => drawn(minutes, 4))).toEqual(['▏   ', '██  ', '████', '███!']);
  });
});

test('the same answer for minutes on end is one line of a timeline, and another between two is not left out', () => {
  const step = (seq: number, rule: 'sent-after-sync' | 'record-pending' | 'question-no-answer', repeated?: number) => ({
    seq,
    at: noon + seq * 60_000,
    person: 'Amina',
    rule,
    facts: {},
    raw: rule === 'record-pending' ? '09' : '',
    ...(repeated === undefined ? {} : {repeated}),
  });
  const steps = [
    step(1, 'sent-after-sync'),
    step(2, 'record-pending', 0),
    step(3, 'record-pending', 14),
    step(4, 'record-pending', 15),
    step(5, 'question-no-answer', 0),
    step(6, 'record-pending', 0),
  ];
  const {shop} = reducerContextOf();
  const context = {language: 'en', now: noon, shop, messages: messages('en')} as const;
  const shown = (most: number) =>
    newestSteps({steps}, context, most).map(({lead, text, note}) => `${lead}  ${text} ${note}`);
  expect(shown(9)).toEqual([
    expect.stringContaining('15:01:00  sent to the provider'),
    '15:04:00  checked: still waiting ×32 ',
    expect.stringContaining('15:05:00  checked: no answer yet'),
    '15:06:00  checked: still waiting ',
  ]);
  expect(shown(2)[0]).toContain('no answer');
});

test.each(languages)('a verdict is a band of its width with its word as text too, or nothing, in %s', language => {
  const colourless = stylesFor({NO_COLOR: '1'});
  const {verdicts} = messages(language).payment;
  for (const width of [36, 56, 80, 100])
    for (const [badge, word] of Object.entries(verdicts) as [Badge, string][])
      for (const minor of [5, 125_000, 99_999_999_999]) {
        const money = {currency: 'KES', minor} as const;
        const rows = bandRows(money, {width, language, badge, word, note: '16:18:28', styles: colourless});
        const lines = rows?.map(textIn) ?? [];
        expect(lines.map(widthOf)).toEqual(lines.map(() => width));
        expect(rows === undefined || lines.join('').includes(word)).toBe(true);
        expect(rows?.flat().every(({style}) => style.inverse === true) ?? true).toBe(true);
      }
});

test.each(languages)('each verdict for the customer is one large word in %s, no wider than a window', language => {
  const words = Object.values(messages(language).display.verdicts);
  expect(words.filter(word => widthOf(bigWord(word)?.[0] ?? 'x'.repeat(81)) > 80)).toEqual([]);
});
