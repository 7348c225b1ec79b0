import {momentText} from '../../core/day/business-day.js';
import {type Language, messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import type {Currency} from '../../core/money/money.js';
import {heldBackText, type NotCounted, type OfficeTakings, type ShopFreshness} from '../../core/office/view.js';
import {type FactBlock, fact} from '../block.js';

export function methodName(method: string, language: Language): string {
  const {methods} = messages(language).office;
  return Object.hasOwn(methods, method) ? methods[method as keyof typeof methods] : method;
}

/** How current the figures of each shop are. What a till has not sent yet is in no list and no sum. */
export function freshnessLines(
  freshness: readonly ShopFreshness[],
  zone: string,
  language: Language,
): readonly string[] {
  const words = messages(language).office;
  return freshness.flatMap(({shop, tills: of, heardToday: heard, oldest, behind, heldBack}) => [
    words.asOf({shop, heard, of, oldest: receivedText(oldest, zone)}),
    ...(behind > 0 ? [`  ${words.rowsBehind({count: behind})}`] : []),
    ...heldBack.map(each => `  ✗ ${heldBackText(each, language)}`),
  ]);
}

/** The same at the end of a page. */
export const freshnessFacts = (...given: Parameters<typeof freshnessLines>): readonly FactBlock[] =>
  freshnessLines(...given).map((text, at) => fact(`as-of ${at}`, text, {tone: 'quiet'}));

/** Says why a payment is in no sum. */
export function notCountedText({shop, till, reference, earlier, amount}: NotCounted, language: Language): string {
  const facts = {
    till: `${shop}/${till}`,
    reference,
    earlier: earlier.reference,
    amount: displayMoney(amount, language),
  };
  return messages(language).office.notCounted(facts);
}

/** An instant in a time zone, to the minute. */
export const receivedText = (at: string | null, zone: string): string =>
  at === null ? '-' : momentText(Date.parse(at), zone);

export type PlaceTotal = {
  readonly place: readonly string[];
  readonly currency: Currency;
  readonly paid: number;
  readonly gross: number;
  readonly net: number;
};

export function placeTotals(
  takings: readonly OfficeTakings[],
  placeOf: (each: OfficeTakings) => readonly string[],
): readonly PlaceTotal[] {
  const groups = Map.groupBy(takings, each => JSON.stringify([...placeOf(each), each.currency]));
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, all]) => {
      const [first] = all;
      if (first === undefined) return [];
      const total = (of: 'paid' | 'minor' | 'refunded') => all.reduce((sum, each) => sum + each[of], 0);
      const [gross, net] = [total('minor'), total('minor') - total('refunded')];
      return [{place: placeOf(first), currency: first.currency as Currency, paid: total('paid'), gross, net}];
    });
}

/** The same as rows: the place, how many payments, gross and net. */
export const totalRows = (totals: readonly PlaceTotal[], language: Language): readonly (readonly string[])[] =>
  totals.map(({place, currency, paid, gross, net}) => [
    ...[...place, String(paid)],
    ...[gross, net].map(minor => displayMoney({currency, minor}, language)),
  ]);

/** The hour in the zone, such as `14:00`. */
export const localHour = (instant: string, zone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainTime().toString({smallestUnit: 'minute'});
