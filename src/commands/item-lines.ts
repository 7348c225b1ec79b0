import type {Command} from 'commander';
import {itemLineOf, mostLines, sumLine} from '../core/item/basket.js';
import {type Messages, messages} from '../core/messages/messages.js';
import type {Currency, Money} from '../core/money/money.js';
import {decimalText} from '../core/money/money.js';
import {Problem} from '../core/problem.js';
import {totalOfLines, typedLines} from '../core/ticket/line.js';
import type {TicketLine} from '../core/ticket/schema.js';
import {taxTyped} from '../core/ticket/tax-rates.js';
import {readTip, tipLine} from '../core/ticket/tip.js';
import {configOf, type Session} from '../session/session.js';
import {readPriceList} from '../till/items.js';
import {tillFolder} from '../till/open.js';
import {namedTill} from '../till/own-till.js';
import type {AttemptOptions} from '../till/payment.js';
import {moneyFrom, severally} from './counts.js';
import {withReading} from './reading.js';

/** What is sold, line by line: items of the price list, and what is typed. */
export type LineOptions = {
  readonly item?: readonly string[];
  readonly line?: readonly string[];
  readonly taxRate?: string;
  /** An amount, or a percentage. */
  readonly tip?: string;
};

/** The options of a command that sells lines. */
export const withLineOptions = (command: Command, options: Messages['help']['options']): Command =>
  command
    .option('--item <code>', options.item, severally)
    .option('--line <text>', options.ticketLine, severally)
    .option('--tax-rate <rate>', options.ticketTaxRate)
    .option('--tip <amount>', options.tip);

/** Where the till of this command has its price list. */
export function listFolder(session: Session): string {
  const config = configOf(session);
  return tillFolder(config, namedTill(config) ?? 'none');
}

/**
 * The lines and what they come to with the tip, in the currency of the first item where there is one. A tip alone makes the `amount` a line.
 * Throws `Problem` tips-off, item-unknown, basket-full, tax-rate-without-lines, tax-rate-invalid, and what `readPriceList`, `typedLines`, `totalOfLines`,
 * `moneyFrom` and `readTip` do.
 */
export async function linesFrom(
  session: Session,
  {
    item: codes = [],
    line: texts = [],
    taxRate: rate,
    tip,
    amount,
  }: LineOptions & {readonly amount?: string | undefined},
  usual: Currency,
): Promise<{readonly lines: readonly TicketLine[]; readonly total: Money}> {
  if (rate !== undefined && texts.length === 0) throw new Problem('tax-rate-without-lines');
  const {taxRates: rates, amounts, tips} = configOf(session);
  if (tip !== undefined && tips.length === 0) throw new Problem('tips-off');
  const tax = taxTyped(rates, rate);
  if (codes.length + texts.length > mostLines) throw new Problem('basket-full', {lines: mostLines});
  const items =
    codes.length === 0
      ? []
      : await withReading(session, async ({state}) => {
          const list = await readPriceList({folder: listFolder(session), state});
          return codes.map(code => itemLineOf(list, code, rates).line);
        });
  const currency = items[0]?.amount.currency ?? usual;
  const listed = [...items, ...typedLines(texts, {currency, tax}).lines];
  if (tip === undefined) return {lines: listed, total: totalOfLines(listed, currency)};
  const {sale} = messages(session.language).receipt;
  const sold = listed.length > 0 ? listed : [sumLine(moneyFrom(amount, currency, amounts), sale).line];
  const lines = [...sold, tipLine(readTip(tip, totalOfLines(sold, currency), amounts))];
  return {lines, total: totalOfLines(lines, currency)};
}

/** What a payment sells, whose amount it is where no other is said: then it pays the first part. */
export async function sellingFrom<
  Options extends LineOptions & {readonly amount?: string; readonly currency?: string; readonly description?: string},
>(
  session: Session,
  options: Options,
  usual: Currency,
): Promise<{readonly options: Options; readonly sells: AttemptOptions['sells']}> {
  const {item = [], line = []} = options;
  const isSum = item.length + line.length === 0;
  if (isSum && options.tip === undefined) {
    if (options.taxRate !== undefined) throw new Problem('tax-rate-without-lines');
    return {options, sells: undefined};
  }
  const {lines, total} = await linesFrom(session, options, usual);
  const {amount: said, currency = total.currency, description = ''} = options;
  const amount = isSum || said === undefined ? decimalText(total) : said;
  return {options: {...options, amount, currency}, sells: {lines, total, description: description.trim()}};
}
