import {type Language, messages} from '../messages/messages.js';
import {displayMoney} from '../money/display.js';
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

/** How much of what a line is: `3 x KES 120.00 Bread`, `0.25 kg x KES 800.00 Tomatoes`. */
function lineLabel({quantity, unit, unitPrice, name}: TicketLine, language: Language): string {
  const counted = unit === null ? quantity : `${quantity} ${cleanText(unit, 10)}`;
  const many = counted === '1' ? '' : `${counted} x ${displayMoney(unitPrice, language)} `;
  return many + cleanText(name, 100);
}
