import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type Currency, currencies} from '../../../src/core/money/money.js';
import {countedName} from '../../../src/core/present/line-rows.js';
import {
  type LineChange,
  lineOf,
  priceOf,
  readTaxRates,
  type SoldItem,
  taxByRate,
  taxOfItem,
  taxTyped,
  taxWithin,
  totalOfLines,
  typedLines,
} from '../../../src/core/ticket/line.js';
import {forAll} from '../../hostile/runs.js';

const read = (text: string, currency: Currency = 'KES', rate?: string) => {
  const {lines, total} = typedLines([text], {currency, tax: taxTyped([], rate)});
  return {...lines[0], total};
};

describe('a line as it is typed', () => {
  it.each([
    ['3x120 Bread', 'KES', '3', 12_000, 36_000, 'Bread'],
    ['0.25 × 800 Tomatoes, ripe', 'KES', '0.25', 80_000, 20_000, 'Tomatoes, ripe'],
    ['0,25x800 Tomatoes', 'KES', '0.25', 80_000, 20_000, 'Tomatoes'],
    [' 50 Bag ', 'KES', '1', 5000, 5000, 'Bag'],
    ['2*99,50 Milk 3x', 'KES', '2', 9950, 19_900, 'Milk 3x'],
    ['3.0x10 Egg', 'KES', '3', 1000, 3000, 'Egg'],
    ['0.333x1000 Rice', 'UGX', '0.333', 1000, 333, 'Rice'],
    ['0.0005x1000 Rice', 'UGX', undefined, 0, 0, 'line-unreadable'],
    ['0.5x333 Rice', 'XOF', '0.5', 333, 167, 'Rice'],
  ] as const)('%s in %s', (text, currency, quantity, unit, minor, name) => {
    if (quantity === undefined) {
      expect(() => read(text, currency)).toThrow(expect.objectContaining({code: name}));
      return;
    }
    expect(read(text, currency)).toMatchObject({
      kind: 'text',
      name,
      quantity,
      tax: null,
      unitPrice: {currency, minor: unit},
      amount: {currency, minor},
      total: {currency, minor},
    });
  });

  it.each([
    ['Bread', 'line-unreadable'],
    ['3x120', 'line-unreadable'],
    ['', 'line-unreadable'],
    ['-3x120 Bread', 'line-unreadable'],
    ['3x-120 Bread', 'line-unreadable'],
    ['0x120 Bread', 'amount-not-positive'],
    ['0.001x1 Salt', 'amount-not-positive'],
    ['2x1,250 Bread', 'amount-ambiguous'],
    ['2x1.005 Bread', 'amount-ambiguous'],
    ['999999x9999999999999 Gold', 'amount-above-maximum'],
    ['1x5 4111111111111111', 'text-has-card'],
    ['4111111111111111', 'text-has-card'],
  ])('refuses %s: %s', (text, code) => expect(() => read(text)).toThrow(expect.objectContaining({code})));

  it.each(['', 'x', '-1', '100', '1e1', '16,5', '7.12345'])('refuses the tax rate %j', rate =>
    expect(() => read('1x5 Egg', 'KES', rate)).toThrow(expect.objectContaining({code: 'tax-rate-invalid'})),
  );

  it('holds its tax, of a rate that is written in one way', () =>
    expect(read('1x116 Soap', 'KES', '16.0').tax).toEqual({
      rate: '16',
      included: true,
      net: {currency: 'KES', minor: 10_000},
      tax: {currency: 'KES', minor: 1600},
    }));
});

describe('a tax rate of the shop', () => {
  const rates = readTaxRates([
    {name: 'VAT', percent: '16.0', default: true},
    {name: 'Hotel', percent: '8', included: false},
    {name: 'exempt', percent: '0'},
  ]);

  it.each([
    ['vat', '16', true],
    [undefined, '16', true],
    [' HOTEL ', '8', false],
    [' 8.0 ', '8', false],
    ['5', '5', true],
    ['exempt', '0', true],
  ])('%s is %s', (typed, taxRate, taxIncluded) => expect(taxTyped(rates, typed)).toEqual({taxRate, taxIncluded}));

  it('has a name without blanks around it, and is in prices and not the usual one unless that is said', () =>
    expect(
      readTaxRates([
        {name: ' VAT ', percent: '16.0'},
        {name: 'Goods', percent: '16'},
        {name: 'Hotel', percent: '8', included: false, default: true},
      ]),
    ).toEqual([
      {name: 'VAT', percent: '16', isIncluded: true, isUsual: false},
      {name: 'Goods', percent: '16', isIncluded: true, isUsual: false},
      {name: 'Hotel', percent: '8', isIncluded: false, isUsual: true},
    ]));

  it('is that of an item, or the usual one where it has none', () => {
    expect(taxOfItem(rates, '8')).toEqual({taxRate: '8', taxIncluded: false});
    expect(taxOfItem(rates, null)).toEqual({taxRate: '16', taxIncluded: true});
    expect(taxOfItem([], null)).toEqual({taxRate: null, taxIncluded: true});
    expect(() => taxTyped(rates, 'VATT')).toThrow(expect.objectContaining({code: 'tax-rate-invalid'}));
  });

  it.each([
    ['without a name', ' ', {}, undefined],
    ['that is no percentage', 'A', {percent: '16%'}, undefined],
    ['whose name stands twice', 'A', {}, {name: 'a', percent: '8'}],
    ['beside another default', 'A', {default: true}, {name: 'B', percent: '8', default: true}],
    ['both in prices and added', 'A', {}, {name: 'B', percent: '16', included: false}],
  ])('is none %s', (_, name, more, beside) =>
    expect(() => readTaxRates([{name, percent: '16', ...more}, ...(beside ? [beside] : [])])).toThrow(
      expect.objectContaining({code: 'setting-invalid'}),
    ),
  );
});

describe('a line of an item', () => {
  const kes = (minor: number) => ({currency: 'KES', minor}) as const;
  const soap: SoldItem = {
    kind: 'item',
    code: '6161',
    name: 'Soap',
    group: 'Home',
    unit: null,
    quantity: '3',
    unitPrice: kes(11_600),
    taxRate: '16',
    taxIncluded: true,
  };
  const read = (sold: Partial<SoldItem>, change: LineChange = {}) => lineOf({...soap, ...sold}, change);

  it.each<[string, Partial<SoldItem>, LineChange, [amount: number, net: number, tax: number]]>([
    ['as it is', {}, {}, [34_800, 30_000, 4800]],
    ['with the tax added', {taxIncluded: false}, {}, [40_368, 34_800, 5568]],
    ['of a rate of zero', {taxRate: '0'}, {}, [34_800, 34_800, 0]],
    ['with an amount off', {}, {discount: kes(2320), reason: 'dented'}, [32_480, 28_000, 4480]],
    ['with the tax added, of a rate with a decimal', {taxRate: '7.5', taxIncluded: false}, {}, [37_410, 34_800, 2610]],
    ['with a percentage off, with a decimal', {}, {discount: {percent: ' 12.5 '}, reason: 'x'}, [30_450, 26_250, 4200]],
    ['with a percentage off', {}, {discount: {percent: '10'}, reason: 'staff'}, [31_320, 27_000, 4320]],
    [
      'with a percentage that is rounded half up',
      {quantity: '1', unitPrice: kes(5)},
      {discount: {percent: '50'}, reason: 'x'},
      [2, 2, 0],
    ],
    [
      'with a discount before the tax that is added',
      {taxIncluded: false},
      {discount: kes(4800), reason: 'x'},
      [34_800, 30_000, 4800],
    ],
    [
      'of a price too small for its percentage',
      {quantity: '1', unitPrice: kes(1)},
      {discount: {percent: '5'}},
      [1, 1, 0],
    ],
    ['given away', {}, {discount: {percent: '100'}, reason: 'sample'}, [0, 0, 0]],
    ['of another price', {}, {unitPrice: kes(5800), reason: 'last one'}, [17_400, 15_000, 2400]],
    [
      'of another price and with a discount',
      {},
      {unitPrice: kes(5800), discount: kes(5800), reason: 'x'},
      [11_600, 10_000, 1600],
    ],
  ])('%s', (_, sold, change, [amount, net, tax]) => {
    const line = read(sold, change);
    expect([line.amount.minor, line.tax?.net.minor, line.tax?.tax.minor]).toEqual([amount, net, tax]);
  });

  it('keeps what was changed, and why', () => {
    const change = {unitPrice: kes(5800), discount: {percent: '10'}, reason: ' last one '};
    expect(read({}, change)).toMatchObject({
      unitPrice: kes(5800),
      listPrice: kes(11_600),
      discount: kes(1740),
      reason: 'last one',
    });
    expect(read({taxRate: null}, {unitPrice: kes(11_600)})).toMatchObject({listPrice: null, reason: null, tax: null});
  });

  it.each<[string, Partial<SoldItem>, LineChange, string]>([
    ['a discount without a reason', {}, {discount: kes(100)}, 'reason-missing'],
    ['a price without a reason', {}, {unitPrice: kes(100)}, 'reason-missing'],
    ['a card number for a reason', {}, {discount: kes(1), reason: '4111 1111 1111 1111'}, 'text-has-card'],
    ['a discount above the line', {}, {discount: kes(34_801), reason: 'x'}, 'discount-above-line'],
    ['more than all of it', {}, {discount: {percent: '101'}, reason: 'x'}, 'discount-above-line'],
    ['nothing off', {}, {discount: kes(0), reason: 'x'}, 'discount-invalid'],
    ['less than nothing off', {}, {discount: kes(-1), reason: 'x'}, 'discount-invalid'],
    ['a percentage of zero', {}, {discount: {percent: '0'}, reason: 'x'}, 'discount-invalid'],
    ['a percentage that is none', {}, {discount: {percent: '-5'}, reason: 'x'}, 'discount-invalid'],
    [
      'a discount in another currency',
      {},
      {discount: {currency: 'UGX', minor: 1}, reason: 'x'},
      'line-currency-differs',
    ],
    ['a price in another currency', {}, {unitPrice: {currency: 'UGX', minor: 1}, reason: 'x'}, 'line-currency-differs'],
    ['a quantity that is none', {quantity: '-1'}, {}, 'quantity-invalid'],
    ['a quantity that is too fine', {quantity: '1.2345'}, {}, 'quantity-invalid'],
    ['nothing of it', {quantity: '0'}, {}, 'amount-not-positive'],
    ['a rate that is none', {taxRate: '-16'}, {}, 'tax-rate-invalid'],
  ])('refuses %s', (_, sold, change, code) =>
    expect(() => read(sold, change)).toThrow(expect.objectContaining({code})),
  );
});

it('tax is summed by rate and currency, the lowest first', () => {
  const sold = (taxRate: string | null, currency: Currency) =>
    lineOf({
      kind: 'item',
      code: null,
      name: 'Soap',
      group: null,
      unit: null,
      quantity: '1',
      unitPrice: {currency, minor: 11_600},
      taxRate,
      taxIncluded: true,
    });
  const lines = [sold('16', 'KES'), sold('8', 'KES'), sold('16', 'KES'), sold(null, 'KES'), sold('16', 'UGX')];
  expect(taxByRate(lines).map(({rate, gross, tax}) => [rate, gross.currency, gross.minor, tax.minor])).toEqual([
    ['8', 'KES', 11_600, 859],
    ['16', 'KES', 23_200, 3200],
    ['16', 'UGX', 11_600, 1600],
  ]);
});

describe('in every currency', () => {
  const currency = fc.constantFrom(...currencies);
  const thousandths = fc.integer({min: 1, max: 99_999});
  const rate = fc.integer({min: 0, max: 99_999}).map(each => String(each / 1000));

  it('lines sum to the total, and their net and tax too', () => {
    const line = fc.tuple(thousandths, fc.integer({min: 1000, max: 9_999_999}));
    forAll(currency, fc.array(line, {minLength: 1, maxLength: 20}), rate, (of, typed, percent) => {
      const texts = typed.map(([quantity, price]) => `${(quantity + 999) / 1000}x${price} Thing`);
      const {lines, total} = typedLines(texts, {currency: of, tax: {taxRate: percent, taxIncluded: true}});
      const sums = lines.reduce(
        (sum, {amount, tax}) => ({
          amount: sum.amount + amount.minor,
          parts: sum.parts + (tax?.net.minor ?? 0) + (tax?.tax.minor ?? 0),
        }),
        {amount: 0, parts: 0},
      );
      expect(sums).toEqual({amount: total.minor, parts: total.minor});
    });
  });

  it('a price is within half a unit of what it exactly is', () =>
    forAll(currency, thousandths, fc.integer({min: 1000, max: 1_000_000_000}), (of, quantity, minor) => {
      const exact = BigInt(quantity) * BigInt(minor);
      fc.pre(exact >= 500n);
      const off = 2n * (BigInt(priceOf(String(quantity / 1000), {currency: of, minor}).minor) * 1000n - exact);
      expect(off > -1000n && off <= 1000n).toBe(true);
    }));

  it('tax is never negative, nor more than the amount, and within half a unit', () =>
    forAll(currency, fc.integer({min: 1, max: 1_000_000_000}), rate, (of, minor, percent) => {
      const {net, tax} = taxWithin({currency: of, minor}, percent);
      const exact = (minor * Number(percent)) / (100 + Number(percent));
      expect(net.minor + tax.minor).toBe(minor);
      expect(tax.minor).toBeGreaterThanOrEqual(0);
      expect(Math.abs(tax.minor - exact)).toBeLessThanOrEqual(0.5001);
    }));

  it('lines of items add up, whatever was changed of them', () => {
    const sold = fc.record({
      quantity: thousandths.map(each => String((each + 999) / 1000)),
      price: fc.integer({min: 1, max: 9_999_999}),
      taxRate: fc.option(fc.constantFrom('0', '7.5', '16', '18', '19.25')),
      taxIncluded: fc.boolean(),
      percent: fc.option(fc.integer({min: 1, max: 100})),
      changed: fc.option(fc.integer({min: 1, max: 9_999_999})),
    });
    forAll(currency, fc.array(sold, {minLength: 1, maxLength: 20}), (of, all) => {
      const lines = all.map(({quantity, price, taxRate, taxIncluded, percent, changed}) =>
        lineOf(
          {
            kind: 'item',
            code: null,
            name: 'Thing',
            group: null,
            unit: null,
            quantity,
            unitPrice: {currency: of, minor: price},
            taxRate,
            taxIncluded,
          },
          {
            unitPrice: changed === null ? undefined : {currency: of, minor: changed},
            discount: percent === null ? undefined : {percent: String(percent)},
            reason: 'agreed',
          },
        ),
      );
      for (const {amount, discount, tax, quantity, unitPrice} of lines) {
        const left = priceOf(quantity, unitPrice).minor - (discount?.minor ?? 0);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(amount.minor).toBe(left + (tax?.included === false ? tax.tax.minor : 0));
        if (tax !== null) expect(tax.net.minor + tax.tax.minor).toBe(amount.minor);
      }
      const untaxed = lines.filter(({tax}) => tax === null);
      const rates = taxByRate(lines);
      const total = totalOfLines(lines, of).minor;
      expect(rates.reduce((sum, {gross}) => sum + gross.minor, totalOfLines(untaxed, of).minor)).toBe(total);
      for (const {gross, net, tax} of rates) expect(net.minor + tax.minor).toBe(gross.minor);
    });
  });
});

it.each([
  ['en', '0.25 kg x Tomatoes'],
  ['fr', '0,25 kg x Tomatoes'],
  ['pt', '0,25 kg x Tomatoes'],
  ['sw', '0.25 kg x Tomatoes'],
] as const)('a quantity is written as %s writes numbers', (language, wanted) => {
  const [line] = typedLines(['0.25x800 Tomatoes'], {currency: 'KES', tax: {taxRate: null, taxIncluded: true}}).lines;
  if (line === undefined) throw new Error('no line was read');
  expect(countedName({...line, unit: 'kg'}, language)).toBe(wanted);
});
