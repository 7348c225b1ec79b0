import {type Language, messages} from '../messages/messages.js';
import {decimalText, type Money} from '../money/money.js';

/**
 * The sentence that the shop's speech output says when a payment is paid. It has no currency codes and no digit
 * grouping, because speech programs do not read them well.
 */
export function paidSentence(money: Money, language: Language): string {
  const {intl, spoken} = messages(language);
  const whole = decimalText(money).replace(/\.0+$/, '');
  const amount = whole.replace('.', intl.decimalMark);
  return spoken.paid({amount, currency: spoken.currencies[money.currency]});
}
