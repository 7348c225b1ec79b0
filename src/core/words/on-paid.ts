import {type Currency, decimalsOf, decimalText, type Money} from '../money/money.js';
import {fill, type Language} from './fill.js';

type OnPaidWords = {
  readonly paid: string;
  /** As they are spoken. */
  readonly currencies: Readonly<Record<Currency, string>>;
};

const onPaidWords: Readonly<Record<Language, OnPaidWords>> = {
  en: {
    paid: 'Paid: {amount} {currency}.',
    currencies: {
      KES: 'Kenyan shillings',
      GHS: 'cedis',
      UGX: 'Ugandan shillings',
      TZS: 'Tanzanian shillings',
      LRD: 'Liberian dollars',
      ZAR: 'rand',
      XOF: 'francs',
      CDF: 'Congolese francs',
      XAF: 'francs',
      ZMW: 'kwacha',
      SLE: 'leones',
      USD: 'dollars',
      NGN: 'naira',
    },
  },
  fr: {
    paid: 'Payé : {amount} {currency}.',
    currencies: {
      KES: 'shillings kényans',
      GHS: 'cédis',
      UGX: 'shillings ougandais',
      TZS: 'shillings tanzaniens',
      LRD: 'dollars libériens',
      ZAR: 'rands',
      XOF: 'francs',
      CDF: 'francs congolais',
      XAF: 'francs',
      ZMW: 'kwachas',
      SLE: 'leones',
      USD: 'dollars',
      NGN: 'nairas',
    },
  },
};

/** The sentence that a shop's speech says when it was paid: no codes and no grouping, which are not read well. */
export function paidSentence(money: Money, language: Language): string {
  const {paid, currencies} = onPaidWords[language];
  const whole = decimalText(money).replace(/\.0+$/, '');
  const amount = language === 'fr' && decimalsOf(money.currency) > 0 ? whole.replace('.', ',') : whole;
  return fill(paid, {amount, currency: currencies[money.currency]});
}
