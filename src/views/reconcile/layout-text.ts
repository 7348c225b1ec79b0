import {type Language, messages} from '../../core/messages/messages.js';
import type {LayoutMapping} from '../../core/reconcile/records/layouts.js';

/** How files of a form are read: the heading of each column, the decimal mark, the order of dates, the currency. */
export function layoutTexts(
  {columns, decimalMark, dateOrder, currency}: LayoutMapping,
  language: Language,
): readonly string[] {
  const words = messages(language).reconcileCommand;
  const named = Object.entries(columns).map(([field, heading]) => `${field}=${heading}`);
  return [
    ...(named.length === 0 ? [] : [words.columns({columns: named.join(', ')})]),
    words.layouts.written({
      mark: decimalMark === null ? words.notShown : words.sign({sign: decimalMark}),
      order: dateOrder === null ? words.notShown : words.orders[dateOrder],
    }),
    ...(currency === null ? [] : [words.inCurrency({currency})]),
  ];
}
