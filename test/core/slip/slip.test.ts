import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {languages} from '../../../src/core/messages/messages.js';
import {figureOf} from '../../../src/core/money/display.js';
import {figureWidths, type SlipPart, slipText, slipWidths} from '../../../src/core/slip/slip.js';
import {widthOf} from '../../../src/core/text/width.js';
import {forAll} from '../../hostile/runs.js';

const text = (said: string): SlipPart => ({kind: 'text', text: said, align: 'left', size: 'normal', isStrong: false});

describe('the text of a slip', () => {
  it('has a line for every part, whatever its size and weight', () => {
    const parts: readonly SlipPart[] = [
      {kind: 'text', text: 'KES 200.00', align: 'centre', size: 'large', isStrong: true},
      {kind: 'rule'},
      text('Thank you.'),
      {kind: 'blank'},
      {kind: 'pair', label: 'Till', value: 'T7K'},
      {kind: 'banner', text: 'NOT PAID'},
    ];
    expect(slipText(parts, 32)).toEqual([
      '           KES 200.00           ',
      '--------------------------------',
      'Thank you.                      ',
      '                                ',
      'Till                         T7K',
      '################################',
      '#           NOT PAID           #',
      '################################',
    ]);
  });

  it('puts a value without room under its label, and never shortens a label', () => {
    const long = 'Reference of the one who counted it';
    expect(slipText([{kind: 'pair', label: long, value: 'T7K0MZ4K8Q2RDWX'}], 32)).toEqual([
      'Reference of the one who counted',
      'it                              ',
      '                 T7K0MZ4K8Q2RDWX',
    ]);
  });

  it('lines the figures of a report up on the decimal mark, over other parts too', () => {
    const parts: readonly SlipPart[] = [
      {kind: 'columns', label: 'M-Pesa', count: 14, amount: figureOf({currency: 'KES', minor: 1_840_000}, 'en')},
      {kind: 'columns', label: 'Refunds', count: 2, amount: figureOf({currency: 'KES', minor: -5050}, 'en')},
      {kind: 'rule'},
      {kind: 'columns', label: 'Orange', count: null, amount: figureOf({currency: 'XOF', minor: 5000}, 'en')},
      {kind: 'columns', label: 'Asked again', count: 103, amount: null},
    ];
    expect(slipText(parts, 42)).toEqual([
      'M-Pesa                   14  KES 18,400.00',
      'Refunds                   2  KES    -50.50',
      '------------------------------------------',
      'Orange                       XOF  5,000   ',
      'Asked again             103               ',
    ]);
  });

  it('gives the figures a line of their own where the label leaves no room', () => {
    const row = {
      kind: 'columns',
      label: 'Airtel Money Tanzania',
      count: 4,
      amount: figureOf({currency: 'TZS', minor: 99}, 'en'),
    } as const;
    expect(slipText([row], 32)).toEqual(['Airtel Money Tanzania           ', '                     4  TZS 0.99']);
  });
});

describe('what has just enough room', () => {
  const amount = figureOf({currency: 'TZS', minor: 99}, 'en');

  it('stays in one line, whether the figures have counts or not', () => {
    const label = 'Airtel Money, Tanzania:';
    const lines = ['Airtel Money, Tanzania: TZS 0.99'];
    expect(slipText([{kind: 'pair', label, value: 'TZS 0.99'}], 32)).toEqual(lines);
    expect(slipText([{kind: 'columns', label, count: null, amount}], 32)).toEqual(lines);
  });

  it('takes nothing for a count or an amount that is missing', () => {
    const row = {kind: 'columns', label: 'Orange', count: null, amount: null} as const;
    expect(figureWidths([row, {...row, count: 12}, {...row, amount}])).toEqual({count: 2, amount: 8});
  });
});

describe('a QR code', () => {
  const part: SlipPart = {kind: 'qr', text: 'DUKA1.abc', caption: 'Scan me'};

  it('is drawn in the middle where it has room', () =>
    expect(slipText([part], 32, () => ['█▀', '▄ '])).toEqual([
      '               █▀               ',
      '               ▄                ',
      '            Scan me             ',
    ]));

  it('is its text elsewhere, whole', () => {
    const long = 'DUKA1.'.padEnd(225, 'x');
    const lines = slipText([{...part, text: long}], 48, () => undefined);
    expect(lines).toHaveLength(6);
    expect(lines.slice(0, -1).join('').trimEnd()).toBe(long);
  });
});

it('is exactly as wide as the paper, whatever it says', () => {
  const said = fc.string({unit: 'grapheme', maxLength: 80});
  const minor = fc.maxSafeInteger();
  const part: fc.Arbitrary<SlipPart> = fc.oneof(
    said.map(text),
    fc.record({kind: fc.constant('pair' as const), label: said, value: said}),
    fc.record({kind: fc.constant('banner' as const), text: said}),
    fc.record({kind: fc.constant('qr' as const), text: said}),
    fc.record({
      kind: fc.constant('columns' as const),
      label: said,
      count: fc.option(fc.nat()),
      amount: fc.option(
        fc
          .record({currency: fc.constantFrom('KES' as const, 'XAF' as const), minor})
          .chain(money => fc.constantFrom(...languages).map(language => figureOf(money, language))),
      ),
    }),
  );
  forAll(fc.array(part, {maxLength: 6}), fc.constantFrom(...slipWidths), (parts, width) => {
    for (const line of slipText(parts, width)) expect(widthOf(line), JSON.stringify(line)).toBe(width);
  });
});
