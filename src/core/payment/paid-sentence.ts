import {type Language, messages} from '../messages/messages.js';
import {decimalText, type Money} from '../money/money.js';

/** The sentence that a shop's speech says when it was paid: no codes and no grouping, which are not read well. */
export function paidSentence(money: Money, language: Language): string {
  const {intl, spoken} = messages(language);
  const whole = decimalText(money).replace(/\.0+$/, '');
  const amount = whole.replace('.', intl.decimalMark);
  return spoken.paid({amount, currency: spoken.currencies[money.currency]});
}
