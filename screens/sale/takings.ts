import {businessDate} from '../../src/core/day/business-day.js';
import {type HourTakings, takingsByHour} from '../../src/core/day/hours.js';
import {hoursBack} from '../../src/core/day/report.js';
import {netHours} from '../../src/core/day/span.js';
import {marketOf} from '../../src/core/market/markets.js';
import type {Currency} from '../../src/core/money/money.js';
import {type DisclosedTotals, disclosedTotals} from '../../src/core/shift/blind.js';
import type {Takings} from '../model.js';
import type {ReducerContext} from '../reducer-context.js';

type Asked = Pick<ReducerContext, 'shop' | 'till'>;

/** What may be told of the business day: cash is in none of it before its drawer was counted, and nothing to whoever may not look at totals. */
function totalsOf({till, shop}: Asked): DisclosedTotals | undefined {
  if (!till.mayLook('totals')) return undefined;
  const totals = till.state.days.get(businessDate(till.now(), shop.zone, shop.dayStartsAt));
  return totals && disclosedTotals(till.state, totals);
}

/** The currencies that have takings today, the shop's own first. */
export function takingsCurrencies(reducerContext: Asked): readonly Currency[] {
  const totals = totalsOf(reducerContext);
  if (totals === undefined) return [];
  const first = marketOf(reducerContext.shop.country).currency;
  const quarters = [...totals.quarters.values()];
  return [...new Set([first, ...totals.sums.keys()])].filter(currency =>
    quarters.some(sums => (sums.get(currency)?.minor ?? 0) !== 0),
  );
}

/** The currency to show: the one that was turned to while it has takings, else the first that has any. */
export function takingsCurrency(reducerContext: Asked, chosen: Takings['currency']): Currency | undefined {
  const currencies = takingsCurrencies(reducerContext);
  return currencies.find(currency => currency === chosen) ?? currencies[0];
}

/** The currency after the shown one; `undefined` where there is no other. */
export function nextCurrency(reducerContext: Asked, chosen: Takings['currency']): Currency | undefined {
  const currencies = takingsCurrencies(reducerContext);
  const shown = takingsCurrency(reducerContext, chosen);
  if (shown === undefined || currencies.length < 2) return undefined;
  return currencies[(currencies.indexOf(shown) + 1) % currencies.length];
}

/** The takings after the key that turns them; where there is one currency it is that one again. */
export function turnedTakings({currency, turned}: Takings, reducerContext: Asked): Takings {
  return {
    currency: nextCurrency(reducerContext, currency) ?? takingsCurrency(reducerContext, currency),
    turned: turned + 1,
  };
}

/** The takings of the business day in a currency by the hour, less what was given back in it; `[]` where there are none. */
export function hoursToday(reducerContext: Asked, currency: Currency): readonly HourTakings[] {
  const totals = totalsOf(reducerContext);
  if (totals === undefined) return [];
  const {shop, till} = reducerContext;
  const {zone, dayStartsAt} = shop;
  const hours = takingsByHour(totals, currency, {zone, now: till.now()});
  if ((totals.refunded.get(currency)?.minor ?? 0) === 0) return hours;
  const date = businessDate(till.now(), zone, dayStartsAt);
  const back = {hours: hoursBack([...till.state.payments.values()], {date, zone}, till.state.ledger)};
  return netHours({hours: [{currency, hours}], back}, currency, dayStartsAt).map(({hour, net}) => ({hour, minor: net}));
}
