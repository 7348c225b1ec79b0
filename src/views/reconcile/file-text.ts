import {type Language, listText, messages} from '../../core/messages/messages.js';
import {magnitude, namedAmount, numberIn} from '../../core/reconcile/rows/amount.js';
import type {LayoutMapping, Proof} from '../../core/reconcile/rows/row.js';
import type {FileOverview, LeftState, Suspicion} from '../../core/reconcile/shown/overview.js';
import {cleanText} from '../../core/text/text.js';

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

/** Long enough to find the row. */
const longestReference = 30;

/** A sentence for each of the first `most` rows to look at, and one for the number of the others. */
export function suspicionTexts(
  {suspicious, toLookAt}: FileOverview,
  language: Language,
  most: number,
): readonly string[] {
  const {more} = messages(language).reconcile.overview;
  const texts = suspicious.slice(0, most).map(each => suspicionText(each, language));
  const rest = toLookAt - texts.length;
  return rest === 0 ? texts : [...texts, more({count: rest})];
}

function suspicionText({line, why, first, day, amount, currency, reference}: Suspicion, language: Language): string {
  const words = messages(language).reconcile.overview;
  const value = numberIn(amount);
  const row = [day ?? '', namedAmount({currency, value}, language), cleanText(reference, longestReference)]
    .filter(part => part !== '')
    .join(' ');
  if (why === 'repeated') return words.repeated({line, first: first ?? 0, row});
  return words[why]({line, row});
}

/** The sums of the rows, and the days that they cover. */
export function figuresTexts(
  {received, given, taxes, first, last}: FileOverview,
  language: Language,
): readonly string[] {
  const words = messages(language).reconcile.overview;
  const named = (sums: FileOverview['given']) =>
    listText(
      sums.map(({currency, value}) => namedAmount({currency, value: magnitude(value)}, language)),
      language,
    );
  return [
    ...(received.length === 0 ? [] : [words.received({amounts: named(received)})]),
    ...(given.length === 0 ? [] : [words.given({amounts: named(given)})]),
    ...(taxes.length === 0 ? [] : [words.taxes({amounts: named(taxes)})]),
    ...(first === null || last === null ? [] : [words.days({first, last})]),
  ];
}

/** What a person should know about the way the file is written: its encodings, and entries without a booking date. */
export function writtenTexts(
  {
    twoEncodings,
    valueDates = 0,
    investments = 0,
  }: {readonly twoEncodings?: true; readonly valueDates?: number; readonly investments?: number},
  language: Language,
): readonly string[] {
  const words = messages(language).reconcile.overview;
  return [
    ...(twoEncodings ? [words.twoEncodings] : []),
    ...(valueDates === 0 ? [] : [words.valueDates({count: valueDates})]),
    ...(investments === 0 ? [] : [words.investments({count: investments})]),
  ];
}

/** What was left out besides totals, and why: judging by the balances, or by the file's word for the status. */
export function leftOutTexts(
  {states}: FileOverview,
  {unmoved = 0}: {readonly unmoved?: number},
  language: Language,
): readonly string[] {
  const words = messages(language).reconcile.overview;
  const stateText = ({word, rows, lines}: LeftState) =>
    words.state({word: cleanText(word, longestReference), count: rows, lines: listText(lines.map(String), language)});
  return [
    ...(unmoved === 0 ? [] : [words.unmoved({count: unmoved})]),
    ...(states.length === 0 ? [] : [words.states({states: states.map(stateText).join(', ')})]),
  ];
}
