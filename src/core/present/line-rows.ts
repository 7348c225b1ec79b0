import {type Language, messages} from '../messages/messages.js';
import {displayMoney, displayNumber} from '../money/display.js';
import type {Money} from '../money/money.js';
import type {ReturnedLine} from '../payment/refund-schema.js';
import {cleanText} from '../text/text.js';
import type {TicketLine} from '../ticket/schema.js';

/** A row of a slip or a list. `amount` is empty if the row changes no sum. */
type LineRow = {readonly label: string; readonly amount: string};

/** Returns a line, and what was changed of it, as rows. Their amounts add up to the amount of the line. */
export function lineRows(line: TicketLine, language: Language): readonly LineRow[] {
  const {amount, unitPrice, listPrice, discount, reason, tax} = line;
  const words = messages(language).receipt;
  const because = cleanText(reason ?? '', 60);
  const show = (minor: number) => displayMoney({...unitPrice, minor}, language);
  const added = tax === null || tax.included ? 0 : tax.tax.minor;
  return [
    {label: lineLabel(line, language), amount: show(amount.minor - added + (discount?.minor ?? 0))},
    ...(listPrice === null ? [] : [{label: `  ${listedText(listPrice, because, language)}`, amount: ''}]),
    ...(discount === null
      ? []
      : [{label: `  ${words.lineDiscount({reason: because})}`, amount: show(-discount.minor)}]),
    ...(tax === null || tax.included
      ? []
      : [{label: `  ${words.lineTaxAdded({rate: tax.rate})}`, amount: show(added)}]),
  ];
}

/** The price of the list, and why another one was taken; nobody is asked that for a line that was typed. */
function listedText(listPrice: Money, reason: string, language: Language): string {
  const words = messages(language).receipt;
  const price = displayMoney(listPrice, language);
  return reason === '' ? words.lineListed({price}) : words.lineListPrice({price, reason});
}

/** The name of a line. A tip has the reader's word for it. */
export const lineName = (
  {kind, name}: {readonly kind?: TicketLine['kind'] | undefined; readonly name: string},
  language: Language,
): string => (kind === 'tip' ? messages(language).receipt.tip : cleanText(name, 100));

/** Returns the quantity and the unit of a line, with numbers as the language writes them: `0.25 kg`, `0,25 kg`. */
export function quantityText({quantity, unit}: Pick<TicketLine, 'quantity' | 'unit'>, language: Language): string {
  const number = displayNumber(quantity, language);
  return unit === null ? number : `${number} ${cleanText(unit, 10)}`;
}

/** Returns the quantity and the name of a line, without the price: `3 x Bread`, `0.25 kg x Tomatoes`. */
export function countedName(line: TicketLine, language: Language): string {
  const counted = quantityText(line, language);
  return counted === '1' ? lineName(line, language) : `${counted} x ${lineName(line, language)}`;
}

/** Does the same for a line that comes back. It has no quantity if only money was left to give back for the line. */
export function returnedName(line: ReturnedLine, language: Language): string {
  const counted = quantityText(line, language);
  const isCounted = line.quantity !== '0' && counted !== '1';
  return isCounted ? `${counted} x ${lineName(line, language)}` : lineName(line, language);
}

/** Does the same with the price of one piece or unit: `3 x KES 120.00 Bread`, `0.25 kg x KES 800.00 Tomatoes`. */
function lineLabel(line: TicketLine, language: Language): string {
  const counted = quantityText(line, language);
  const many = counted === '1' ? '' : `${counted} x ${displayMoney(line.unitPrice, language)} `;
  return many + lineName(line, language);
}
