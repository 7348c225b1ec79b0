import {displayMoney} from '../../src/core/money/money.js';
import {fill} from '../../src/core/words/fill.js';
import {plainWords} from '../../src/core/words/plain.js';
import {problemText} from '../../src/core/words/words.js';
import {type CashField, type CashSaleForm, changeIn} from '../cash/cash-form.js';
import {offersShift} from '../cash/cash-logic.js';
import {givenText, givenTexts, noShiftText, shownCash} from '../cash/shown.js';
import type {CashScreen} from '../model.js';
import {keyText} from '../terminal/bindings.js';
import type {Ear} from '../view.js';
import {detail, type Fact, fact, standing, type Telling} from './fact.js';
import {asked, clauses, is, isEmpty} from './said.js';

/** The sale in cash: the amount, what is given for it, and the change. */
export function tellCash({form, isWriting}: CashScreen, ear: Ear, keys: string): Telling {
  const {language, words} = ear;
  const {title, nextAttempt, writing, fields} = words.cash;
  const {wrong} = form;
  const choices = fact(`${keyChoices(givenTexts(form, ear), 'pick-sum', ear)}.`);
  return {
    facts: [
      ...(wrong === undefined
        ? []
        : [standing(`${fields[wrong.field]}: ${clauses(problemText(wrong.problem, language), language)}`)]),
      standing(`${form.sale === undefined ? title : fill(nextAttempt, {sale: form.sale})}.`),
      ...amountFacts(form, ear),
      ...(form.focus === 'given' ? [choices, ...changeFacts(form, ear)] : []),
      ...(isWriting ? [fact(writing)] : []),
      ...(offersShift(ear) ? [fact(clauses(noShiftText(ear), language))] : []),
    ],
    prompt: isWriting ? keys : prompt(form, ear),
  };
}

function amountFacts(form: CashSaleForm, ear: Ear): readonly Fact[] {
  if (form.focus === 'amount' || isEmpty(form.lines.amount)) return [];
  return [fact(is(ear.words.cash.fields.amount, shownCash('amount', form), ear))];
}

function changeFacts(form: CashSaleForm, {words}: Ear): readonly Fact[] {
  const change = changeIn(form);
  return change === undefined ? [] : [detail(`${fill(words.cash.willGive, {amount: displayMoney(change)})}.`)];
}

/** Which key stands for which of several answers. */
export function keyChoices(texts: readonly string[], id: 'pick-sum' | 'pick-reason', ear: Ear): string {
  const {key, pause} = plainWords[ear.language];
  return texts.map((word, at) => fill(key, {key: ear.keys[id][at] ?? '', word})).join(pause);
}

function prompt(form: CashSaleForm, ear: Ear): string {
  const {askIn, choose} = plainWords[ear.language];
  const {focus, currency, lines} = form;
  const label = (field: CashField) => ear.words.cash.fields[field];
  if (focus === 'given')
    return fill(choose, {label: label('given'), key: keyText('choose', ear), value: givenText(form, ear)});
  return asked(fill(askIn, {label: label(focus), currency}), lines[focus]);
}
