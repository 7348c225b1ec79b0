import {type ParagraphOptions, paragraph, type Row} from '../parts/rows.js';

/** Between a currency and its amount, and between the groups of an amount. */
const inMoney = /(?<=\b[A-Z]{3}) (?=\d)|(?<=\d) (?=\d{3}\b)/gu;
const bound = '\u00A0';

/** A paragraph in which no amount is broken: the first line of `NGN 9 000.00` must not say `NGN 9`. */
export function moneyRows(text: string, options: ParagraphOptions): readonly Row[] {
  return paragraph(text.replaceAll(inMoney, bound), options).map(spans =>
    spans.map(span => ({...span, text: span.text.replaceAll(bound, ' ')})),
  );
}
