import {type Language, messages} from '../messages/messages.js';
import {type Currency, decimalText, type Money} from '../money/money.js';
import {isOpen, type Payment, verdictOf} from './payment.js';
import type {Payments} from './payments.js';

/**
 * Returns the payments that were open when they were last seen and are paid now. `awaited` holds the references of the
 * open payments; this function updates it. A payment that was already paid when the till opened, or that comes from an
 * older day, was never awaited. A payment that needs a person stays awaited, because it has not ended yet.
 */
export function becamePaid(
  {payments, open}: Pick<Payments, 'payments' | 'open'>,
  awaited: Set<string>,
): readonly Payment[] {
  const paid: Payment[] = [];
  for (const reference of awaited) {
    const payment = payments.get(reference);
    if (payment !== undefined && (isOpen(payment) || verdictOf(payment) === 'needs-person')) continue;
    awaited.delete(reference);
    if (payment?.status === 'paid') paid.push(payment);
  }
  for (const reference of open) awaited.add(reference);
  return paid;
}

/** The sentence of the shop's speech output for a paid payment, without currency codes and digit grouping, which are read badly. */
export function paidSentence(money: Money, language: Language): string {
  const {intl, spoken} = messages(language);
  const amount = decimalText(money).replace(/\.0+$/, '').replace('.', intl.decimalMark);
  return spoken.paid({amount, currency: spokenCurrency(money.currency, language)});
}

/** The name of a currency as it is spoken: the shop's own word if there is one, else its full name in the plural. */
function spokenCurrency(currency: Currency, language: Language): string {
  const {intl, spoken} = messages(language);
  const {[currency]: word} = spoken.currencies as Readonly<Record<string, string>>;
  if (word !== undefined) return word;
  const parts = new Intl.NumberFormat(intl.tag, {style: 'currency', currency, currencyDisplay: 'name'}).formatToParts(
    2,
  );
  return parts.find(({type}) => type === 'currency')?.value ?? currency;
}
