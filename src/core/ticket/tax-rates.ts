import {Problem} from '../problem.js';
import {cleanText} from '../text/text.js';
import {rateOf, type SoldItem} from './line.js';

/** A tax rate of the shop. */
export type TaxRate = {
  readonly name: string;
  /** Decimal text. */
  readonly percent: string;
  /** Whether prices include the tax. If not, it is added to them. */
  readonly isIncluded: boolean;
  /** Whether this is the rate of items that have none of their own. */
  readonly isUsual: boolean;
};
export type LineTax = Pick<SoldItem, 'taxRate' | 'taxIncluded'>;

const lineTax = (rate: TaxRate | undefined): LineTax => ({
  taxRate: rate?.percent ?? null,
  taxIncluded: rate?.isIncluded ?? true,
});

/** Returns the tax of an item to which the price list gives this rate, in percent. An item without a rate has the shop's usual one. */
export function taxOfItem(rates: readonly TaxRate[], percent: string | null): LineTax {
  if (percent === null) return lineTax(rates.find(({isUsual}) => isUsual));
  const rate = rates.find(each => each.percent === percent);
  return rate === undefined ? {taxRate: percent, taxIncluded: true} : lineTax(rate);
}

/** Returns the shop's rate with this name, in upper or lower case. */
export const rateNamed = (rates: readonly TaxRate[], typed: string): TaxRate | undefined =>
  rates.find(({name}) => name.toLowerCase() === typed.trim().toLowerCase());

/** Returns the tax that a person names, by a rate of the shop or in percent. Throws `Problem` tax-rate-invalid. */
export function taxTyped(rates: readonly TaxRate[], typed: string | undefined): LineTax {
  if (typed === undefined) return taxOfItem(rates, null);
  const named = rateNamed(rates, typed);
  return named === undefined ? taxOfItem(rates, rateOf(typed)) : lineTax(named);
}

/** Reads the rates in the settings. Throws `Problem` setting-invalid. */
export function readTaxRates(
  said: readonly {
    readonly name: string;
    readonly percent: string;
    readonly included?: boolean | undefined;
    readonly default?: boolean | undefined;
  }[],
): readonly TaxRate[] {
  const rates = said.map(({name, percent, included = true, default: isUsual = false}) => {
    if (name.trim() === '') throw invalid(percent);
    return {name: name.trim(), percent: percentIn(percent), isIncluded: included, isUsual};
  });
  const twice = rates.find(
    (rate, at) =>
      rates.findIndex(each => each.name.toLowerCase() === rate.name.toLowerCase()) < at ||
      rates.findIndex(each => each.percent === rate.percent && each.isIncluded !== rate.isIncluded) >= 0 ||
      (rate.isUsual && rates.findIndex(each => each.isUsual) < at),
  );
  if (twice !== undefined) throw invalid(twice.name);
  return rates;
}

function percentIn(text: string): string {
  try {
    return rateOf(text);
  } catch {
    throw invalid(text);
  }
}

const invalid = (value: string) => new Problem('setting-invalid', {name: 'taxRates', value: cleanText(value, 40)});
