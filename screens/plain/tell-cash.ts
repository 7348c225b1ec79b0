import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {displayMoney} from '../../src/core/money/money.js';

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
  const {title, nextAttempt, writing, fields} = words.cashScreen;
  const {wrong} = form;
  const choices = fact(`${keyChoices(givenTexts(form, ear), 'pick-sum', ear)}.`);
  return {
    facts: [
      ...(wrong === undefined
        ? []
        : [standing(`${fields[wrong.field]}: ${clauses(problemText(wrong.problem, language), language)}`)]),
      standing(`${form.sale === undefined ? title : nextAttempt({sale: form.sale})}.`),
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
  return [fact(is(ear.words.cashScreen.fields.amount, shownCash('amount', form), ear))];
}

function changeFacts(form: CashSaleForm, {words}: Ear): readonly Fact[] {
  const change = changeIn(form);
  return change === undefined ? [] : [detail(`${words.cashScreen.willGive({amount: displayMoney(change)})}.`)];
}

/** Which key stands for which of several answers. */
export function keyChoices(texts: readonly string[], id: 'pick-sum' | 'pick-reason', ear: Ear): string {
  const {key, pause} = messages(ear.language).narration;
  return texts.map((word, at) => key({key: ear.keys[id][at] ?? '', word})).join(pause);
}

function prompt(form: CashSaleForm, ear: Ear): string {
  const {askIn, choose} = messages(ear.language).narration;
  const {focus, currency, lines} = form;
  const label = (field: CashField) => ear.words.cashScreen.fields[field];
  if (focus === 'given')
    return choose({label: label('given'), key: keyText('choose', ear), value: givenText(form, ear)});
  return asked(askIn({label: label(focus), currency}), lines[focus]);
}
