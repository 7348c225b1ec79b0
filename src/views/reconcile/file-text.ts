import {type Language, listText, messages} from '../../core/messages/messages.js';
import type {LayoutMapping} from '../../core/reconcile/records/layouts.js';
import type {Proof} from '../../core/reconcile/rows/row.js';

/** A sentence about what proves that a file was read correctly or, if nothing does, about which of its lines to look at. */
export function proofText(proof: Proof, language: Language): string {
  const {balances, closing, totals, nothing, noRows, differs, lacks} = messages(language).reconcile.proof;
  switch (proof.by) {
    case 'balances':
      return balances({count: proof.count});
    case 'closing':
      return closing({count: proof.count});
    case 'totals':
      return totals;
    case 'nothing':
      return [
        proof.lookAt.length === 0
          ? noRows
          : nothing({count: proof.lookAt.length, lines: listText(proof.lookAt.map(String), language)}),
        ...(proof.differs ?? []).map(each => ('part' in each ? lacks(each) : differs(each))),
      ].join(' ');
  }
}

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
