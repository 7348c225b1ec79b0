import fc from 'fast-check';
import {describe, expect, it, test} from 'vitest';
import {hideCardNumbers, holdsCardNumber, passesLuhn} from '../../../src/core/text/card-numbers.js';
import {anyCharacter} from '../../any-character.js';
import {ending, forAll, longestText} from '../../hostile/runs.js';

const number = '4508750015741019';
const inGroupsOf = (gap: string) => number.replaceAll(/\d{4}(?=\d)/gu, group => group + gap);
const inScript = (nought: string, text = number) =>
  text.replaceAll(/\d/gu, digit => String.fromCodePoint((nought.codePointAt(0) ?? 0) + Number(digit)));

/** The digits in the signs of a list, by their value. */
const inHan = (signs: string) => number.replaceAll(/\d/gu, digit => signs[Number(digit)] ?? '');

const spellings: readonly (readonly [name: string, text: string, hidden?: string])[] = [
  ['in one row', number],
  ['with blanks', inGroupsOf(' ')],
  ['with hyphens', inGroupsOf('-')],
  ['with dots', inGroupsOf('.')],
  ['with slashes', inGroupsOf('/')],
  ['with two blanks', inGroupsOf('  ')],
  ['with a blank, a hyphen and a blank', inGroupsOf(' - ')],
  ['with no-break blanks', inGroupsOf('\u00A0')],
  ['with narrow no-break blanks', inGroupsOf('\u202F')],
  ['with tabs', inGroupsOf('\t')],
  ['over lines', inGroupsOf('\r\n')],
  ['with en dashes', inGroupsOf('–')],
  ['with em dashes', inGroupsOf('—')],
  ['with minus signs', inGroupsOf('−')],
  ['with low lines', inGroupsOf('_')],
  ['with commas', inGroupsOf(',')],
  ['with colons', inGroupsOf(':')],
  ['with middle dots', inGroupsOf('·')],
  ['with plus signs', inGroupsOf('+')],
  ['with apostrophes', inGroupsOf("'")],
  ['with typographic apostrophes', inGroupsOf('’')],
  ['with number signs', inGroupsOf('#')],
  ['in brackets', '(4508)(7500)(1574)(1019)', '([card …1019])'],
  ['with zero-width blanks', inGroupsOf('\u200B')],
  ['with zero-width joiners', inGroupsOf('\u200D')],
  ['digit by digit', [...number].join(' ')],
  ['in uneven groups, with whatever', '45 08:75,00·15+74#10.19'],
  ['in Arabic-Indic digits', inScript('٠')],
  ['in Persian digits', inScript('۰')],
  ['in Devanagari digits', inScript('०')],
  ['in Bengali digits', inScript('০')],
  ['in full-width digits', inScript('０')],
  ['in mathematical digits', inScript('\u{1D7D8}')],
  ['in Adlam digits, which are written to the left', inScript('\u{1E950}')],
  ['in digits of several scripts', `4508 ${inScript('٠', '7500')} ${inScript('०', '1574')} ${inScript('０', '1019')}`],
  ['in circles and on high', '④⑤⓪⑧ ⁷⁵⁰⁰ 1574 1019'],
  ['on keys', [...number].map(digit => `${digit}\uFE0F\u20E3`).join('')],
  ['with its expiry in one row', `${number}0139`],
  ['with its expiry, the year first', `${number}3901`],
  ['with its expiry of six digits', `${number}012039`],
  ['with its expiry and its code in one row', `${number}0139100`],
  ['in groups, with its expiry in the last', `${inGroupsOf(' ')}0139`],
  ['on a magnetic stripe', `;${number}=3901101123456789?`, ';[card …1019]=3901101123456789?'],
  ['behind noughts', `000${number}`],
  ['behind its length', `16${number}`],
  ['between letters', `no${number}x`, 'no[card …1019]x'],
  ...[1, 2, 3, 4, 5].flatMap((count): (readonly [string, string])[] => [
    [`with ${count} digits directly after it`, number + '97531'.slice(0, count)],
    [`with ${count} digits directly before it`, '97531'.slice(0, count) + number],
    [`in groups, with ${count} digits directly after it`, inGroupsOf(' ') + '97531'.slice(0, count)],
    [`in groups, with ${count} digits directly before it`, '97531'.slice(0, count) + inGroupsOf('-')],
  ]),
  ['with no-break blanks as HTML names them', inGroupsOf('&nbsp;')],
  ['with blanks that HTML names without a semicolon', inGroupsOf('&nbsp')],
  ['with no-break blanks by number', inGroupsOf('&#160;')],
  ['with no-break blanks by a hexadecimal number', inGroupsOf('&#xA0;')],
  ['with digits by number', number.replaceAll('5', '&#53;')],
  ['with breaks of lines in HTML', inGroupsOf('<br>')],
  ['with tags around each group', inGroupsOf('</b> <b class="n7">')],
  ['with blanks as a URL writes them', inGroupsOf('%20')],
  ['with no-break blanks as a URL writes them', inGroupsOf('%C2%A0')],
  ['with bytes in it that are no character', inGroupsOf('%A0')],
  ['with digits as a URL may write them', number.replaceAll('5', '%35')],
  ['in Chinese digits', inHan('〇一二三四五六七八九')],
  ['in the digits of Chinese amounts', inHan('零壹贰叁肆伍陆柒捌玖')],
  ['in the older digits of Chinese amounts', inHan('零壹貳參肆伍陸柒捌玖')],
];

describe('a card number is found', () => {
  test.each(spellings)('%s', (_, text = '', hidden = '[card …1019]') => {
    expect(holdsCardNumber(text)).toBe(true);
    expect(holdsCardNumber(`Paid with ${text}, thank you`)).toBe(true);
    const found = hideCardNumbers(text);
    expect(found).toContain('[card …1019]');
    expect(found.normalize('NFKC')).not.toMatch(/4508|7500|1574/u);
    expect(found.replace(/\p{M}+$/u, '')).toBe(hidden);
    expect(hideCardNumbers(found)).toBe(found);
  });

  test.each([
    ['Visa of thirteen digits', '4222222222222'],
    ['Visa of nineteen', '4000000000000000006'],
    ['Mastercard', '5123450000000008'],
    ['Mastercard with a two', '2223000048400011'],
    ['American Express', '378282246310005'],
    ['Diners Club', '30569309025904'],
    ['Discover', '6011111111111117'],
    ['JCB', '3530111333300000'],
    ['UnionPay', '6200000000000005'],
    ['Mir', '2200000000000004'],
    ['Maestro', '6304000000000000'],
    ['Verve', '5061020000000000094'],
    ['UATP', '135412345678911'],
  ])('of %s', (_, digits) => expect(hideCardNumbers(`a ${digits} b`)).toBe(`a [card …${digits.slice(-4)}] b`));

  it('whichever digits a security code after it has, and whichever it belongs to', () => {
    for (const card of [number, '5123450000000008', '2223000048400011', '378282246310005', '5061020000000003'])
      for (let code = 0; code < 1000; code += 1) {
        expect(hideCardNumbers(`${card}${String(code).padStart(3, '0')}`).replace(/\[card …\d{4}\]/u, '')).toBe('');
      }
  });

  it('among other numbers, and more than one', () => {
    expect(hideCardNumbers('2 x 4508 7500 1574 1019 on 31/12/2026 15:57:18, 5123450000000008')).toBe(
      '2 x [card …1019] on 31/12/2026 15:57:18, [card …0008]',
    );
    expect(hideCardNumbers('1. 4508 7500 1574 1019')).toContain('[card …1019]');
  });

  it('whichever it is, in whatever scripts, whatever stands between', {tags: ['thorough']}, () => {
    const issuedNumber = fc
      .tuple(fc.constantFrom('4', '51', '52', '53', '54', '55', '2221', '2720', '5061'), fc.stringMatching(/^\d{15}$/))
      .map(([first, rest]) => (first + rest).slice(0, 15))
      .map(start => [...'0123456789'].map(last => start + last).find(digits => passesLuhn(Buffer.from(digits))) ?? '');
    const noughts = ['0', '٠', '۰', '०', '০', '๐', '０', '\u{1D7CE}', '\u{1E950}'];
    const gap = fc.oneof(
      fc.constant(''),
      fc.constantFrom(..." -–—_,:·+'#().’‑\u00A0\u202F\u200B\u200C\u200D\u2060\n\t*/\\|~=<>&%$€…•😀"),
      fc.string({unit: anyCharacter, maxLength: 3}).filter(text => !/[\p{L}\p{N}]/u.test(text.normalize('NFKC'))),
    );
    forAll(
      {numRuns: 1000},
      issuedNumber,
      fc.array(fc.constantFrom(...noughts), {minLength: 16, maxLength: 16}),
      fc.array(gap, {minLength: 15, maxLength: 15}),
      (digits, scripts, gaps) => {
        const text = [...digits].map((digit, at) => inScript(scripts[at] ?? '0', digit) + (gaps[at] ?? '')).join('');
        expect(holdsCardNumber(text)).toBe(true);
        const hidden = hideCardNumbers(`a${text}b`);
        expect(hidden).toContain(`[card …${digits.slice(-4)}]`);
        expect(hidden.match(/\p{Nd}/gu)).toHaveLength(4);
      },
    );
  });
});

describe('no card number is', () => {
  test.each([
    ['a wrong check digit', '4508750015741018'],
    ['no scheme’s first digit', '7012000033330028'],
    ['a telephone number', '+254 712 345 678, 0733 000 111'],
    ['a wallet of Ivory Coast', '2250712345678'],
    ['two of them', '2250712345678 2250748293975'],
    ['a barcode', '5901234123464'],
    ['a barcode that begins and ends like a card', '4006380000094'],
    ['a barcode and the price behind it', '4006380000032, 120.00'],
    ['the barcode of a book', '9783866801929'],
    ['the number of a book and its price', 'ISBN 978-3-8097-4277-7 12.50'],
    ['the number of a telephone’s hardware', '356938035643809'],
    ['two of those', 'IMEI 356938035643809, 352099001761481'],
    ['such a number in its groups', '35-693803-564380-9'],
    ['an acquirer’s reference', '74537604221431003881865'],
    ['a session of the banks of Nigeria', '000013231120101500000123456789'],
    ['a transaction’s id with the time in it', 'P-C-20260302094107118'],
    ['the milliseconds of a time', '1763827200000'],
    ['a time', '2024-03-11 19:49:43.575475932'],
    ['a time as RFC 3339 has it', '2026-11-30T15:57:18.123456Z'],
    ['a local time', 'du 30/11/2026 15:57:18 au 31/12/2026 00:00:00'],
    ['amounts', 'KES 1,234,567.00 of 4,500,000.00'],
    ['a hash', '4f508750015741019c4012000033330026aa4508750015741019bb51234500000'.slice(0, 64)],
    [
      'a hash that begins like a card',
      `4975590088059${'d66a70908c844feea87ede026fd6357f24773ce8eeb57c1a847'.padEnd(51, '0')}`,
    ],
    ['a UUID', '4508750a-1574-4019-8508-750015741019'],
    ['twenty-two digits that end in no expiry', '4012000033330026000000'],
    ['a rate and an amount', '4%50, 4%20 of 1574 1018'],
    ['a reference of ours', 'T7K0MZ4K8Q2RD 20261120140207 KES 200.00'],
    ['what was hidden before', '[card …4508] 7500 1574 1019'],
    ['a number with a letter in it', '4508 7500 x 1574 1019'],
  ])('%s', (_, text) => {
    expect(hideCardNumbers(text)).toBe(text);
    expect(holdsCardNumber(text)).toBe(false);
  });

  it('a random reference of digits, but in some of a hundred', () => {
    const ids = fc.sample(fc.stringMatching(/^\d{20,30}$/), {numRuns: 2000, seed: 7});
    expect(ids.filter(holdsCardNumber).length).toBeLessThan(40);
  });
});

it('hides nothing more the second time', () => {
  const unit = fc.constantFrom(
    ...[
      '4508',
      '51234500',
      number,
      '[card …1019]',
      '<br>',
      '<b',
      '>',
      '&nbsp;',
      '&#53;',
      '&',
      '%20',
      '%35',
      '%A0',
      '4006380000094',
    ],
    ...'0123456789 -.x',
  );
  forAll({numRuns: 2000}, fc.string({unit, maxLength: 60}), text => {
    const hidden = hideCardNumbers(text);
    expect(hideCardNumbers(hidden)).toBe(hidden);
    expect(holdsCardNumber(hidden)).toBe(false);
    expect(holdsCardNumber(text)).toBe(hidden !== text);
  });
});

describe('a long text is searched to its end', {tags: ['thorough']}, () => {
  test.each([
    ['4 '],
    ['4'],
    [`${number} `],
    ['4508 7500 1574 101 '],
    ['٤'],
    ['1 '],
    ['2026-11-22 '],
    ['2026-11-22 15:57:18 '],
    ['deadbeef'],
    ['4508750a-1574-'],
    ['[card …1019]'],
  ])('made of %j', piece => {
    const text = piece.repeat(Math.ceil(longestText / piece.length));
    expect(holdsCardNumber(ending(() => hideCardNumbers(text)))).toBe(false);
  });
});
