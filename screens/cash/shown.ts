import {displayMoney, parseAmount} from '../../src/core/money/money.js';
import {keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';
import {type CashSaleForm, sumsOf} from './cash-form.js';

/** What the customer may give, in the order of the keys, the sum that is typed last. */
export function givenTexts(form: CashSaleForm, {words}: Pick<Ear, 'words'>): readonly string[] {
  const {exactly, other} = words.cashScreen;
  const sums = sumsOf(form).map(displayMoney);
  return [...sums.map((amount, at) => (at === 0 ? exactly({amount}) : amount)), other];
}

/** The chosen one of them. */
export function givenText(form: CashSaleForm, ear: Pick<Ear, 'words'>): string {
  const texts = givenTexts(form, ear);
  return texts[form.given] ?? texts.at(-1) ?? '';
}

/** That no shift is open, and the key that opens one first. */
export function noShiftText(ear: Pick<Ear, 'words' | 'keys' | 'language'>): string {
  return ear.words.cashScreen.noShift({key: keyText('shift-first', ear)});
}

/** A sum as it is understood; as it stands where it is not. */
export function shownCash(field: 'amount' | 'sum', {lines, currency}: CashSaleForm): string {
  const text = textOf(lines[field]);
  try {
    return displayMoney(parseAmount(text, currency));
  } catch {
    return `${currency} ${text}`;
  }
}
