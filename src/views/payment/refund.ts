import {failureCause} from '../../core/messages/cause.js';
import {fill, type Language, listText, messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import type {Refund} from '../../core/payment/refund.js';
import {returnedName} from '../../core/present/line-rows.js';
import {cleanText} from '../../core/text/text.js';

/** A refund in one line: its status, the amount, what came back, the reason, and why it failed. */
export function refundLine(refund: Refund, language: Language): string {
  const {name, statuses, fromHistory} = messages(language).command.refund;
  const {number, status, amount, failure, lines} = refund;
  const reason = refund.isFromHistory ? fromHistory : cleanText(refund.reason);
  const glyph = status === 'done' ? '✓' : status === 'failed' ? '✗' : '?';
  const why =
    failure === undefined
      ? ''
      : fill(messages(language).payment.failures[failure.reason], {text: failureCause(failure, language)}).trim();
  const back = listText(
    lines.map(line => returnedName(line, language)),
    language,
  );
  const parts = [`${glyph} ${name({refund: number})}`, statuses[status], displayMoney(amount, language), back, reason];
  return [...parts, why].filter(part => part !== '').join('   ');
}
