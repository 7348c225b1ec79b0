import {type Language, messages} from '../messages/messages.js';
import {displayMoney, displayNumber} from '../money/display.js';
import type {ReturnedLine} from '../refund/schema.js';
import {cleanText} from '../text/text.js';
import type {TicketLine} from './schema.js';

/** A row of a slip or a list; `amount` is empty where the row moves nothing. */
export type LineRow = {readonly label: string; readonly amount: string};

/** A line and what was changed of it, in rows whose amounts come to what the line comes to. */
export function lineRows(line: TicketLine, language: Language): readonly LineRow[] {
  const {amount, unitPrice, listPrice, discount, reason, tax} = line;
  const words = messages(language).receipt;
  const because = cleanText(reason ?? '', 60);
  const show = (minor: number) => displayMoney({...unitPrice, minor}, language);
  const added = tax === null || tax.included ? 0 : tax.tax.minor;
  return [
    {label: lineLabel(line, language), amount: show(amount.minor - added + (discount?.minor ?? 0))},
    ...(listPrice === null
      ? []
      : [{label: `  ${words.lineListPrice({price: displayMoney(listPrice, language), reason: because})}`, amount: ''}]),
    ...(discount === null
      ? []
      : [{label: `  ${words.lineDiscount({reason: because})}`, amount: show(-discount.minor)}]),
    ...(tax === null || tax.included
      ? []
      : [{label: `  ${words.lineTaxAdded({rate: tax.rate})}`, amount: show(added)}]),
  ];
}

/** What a line is called: a tip by the reader’s word for it. */
export const lineName = (
  {kind, name}: {readonly kind?: TicketLine['kind'] | undefined; readonly name: string},
  language: Language,
): string => (kind === 'tip' ? messages(language).receipt.tip : cleanText(name, 100));

/** How much it is of what, as the language writes numbers: `0.25 kg`, `0,25 kg`. */
export function quantityText({quantity, unit}: Pick<TicketLine, 'quantity' | 'unit'>, language: Language): string {
  const number = displayNumber(quantity, language);
  return unit === null ? number : `${number} ${cleanText(unit, 10)}`;
}

/** How much of what a line is, without its price: `3 x Bread`, `0.25 kg x Tomatoes`. */
export function countedName(line: TicketLine, language: Language): string {
  const counted = quantityText(line, language);
  return counted === '1' ? lineName(line, language) : `${counted} x ${lineName(line, language)}`;
}

/** The same of what came back; without a quantity where money alone was left to give back of it. */
export function returnedName(line: ReturnedLine, language: Language): string {
  const counted = quantityText(line, language);
  const isCounted = line.quantity !== '0' && counted !== '1';
  return isCounted ? `${counted} x ${lineName(line, language)}` : lineName(line, language);
}

/** The same with the price of one: `3 x KES 120.00 Bread`, `0.25 kg x KES 800.00 Tomatoes`. */
function lineLabel(line: TicketLine, language: Language): string {
  const counted = quantityText(line, language);
  const many = counted === '1' ? '' : `${counted} x ${displayMoney(line.unitPrice, language)} `;
  return many + lineName(line, language);
}
