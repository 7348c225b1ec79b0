import {brandOf} from '../../src/core/card/card.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';

import {type CardField, type CardSaleForm, cardFieldsOf, isTypedCard, type TypedCardField} from '../card/card-form.js';
import {beginningOf, lastFourOf} from '../card/masks.js';
import {nairaNote, pinWarning, shownCardAmount, shownExpiry} from '../card/shown.js';
import type {CardScreen} from '../model.js';
import {keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';
import {type Fact, fact, standing, type Telling} from './fact.js';
import {asked, clauses, is, isEmpty} from './said.js';

/** The sale by card, field by field. Of the card an ear hears how many digits there are, its brand and the last four. */
export function tellCard({form}: CardScreen, ear: Ear): Telling {
  const {language, words} = ear;
  const {sale} = words.cardScreen;
  const {wrong} = form;
  const title = form.sale === undefined ? sale.title : sale.nextAttempt({sale: form.sale});
  return {
    facts: [
      ...(wrong === undefined
        ? []
        : [standing(`${sale.fields[wrong.field]}: ${clauses(problemText(wrong.problem, language), language)}`)]),
      standing(`${title}.`),
      ...leftFacts(form, ear),
      ...pinWarning(form, ear).map(text => fact(clauses(text, language))),
      ...nairaNote(ear).map(text => fact(clauses(text, language))),
      fact(sale.notKept),
    ],
    prompt: prompt(form, ear),
  };
}

/** A field is told of when it has been left. */
function leftFacts(form: CardSaleForm, ear: Ear): readonly Fact[] {
  const fields = cardFieldsOf({...form, isMoreOpen: true}, ear).filter(isTypedCard);
  const kept: readonly TypedCardField[] = form.sale === undefined ? [] : ['amount'];
  return [...kept, ...fields]
    .filter(field => field !== form.focus && !isEmpty(form.lines[field]))
    .map(field => fact(is(ear.words.cardScreen.sale.fields[field], saidAs(field, form, ear), ear)));
}

function saidAs(field: TypedCardField, form: CardSaleForm, ear: Ear): string {
  const {sale} = ear.words.cardScreen;
  const text = textOf(form.lines[field]);
  if (field === 'amount') return shownCardAmount(form, ear);
  if (field === 'expiry') return shownExpiry(form);
  if (field === 'number') {
    const lastFour = lastFourOf(form.lines.number);
    const told = lastFour === '' ? count(text, ear) : sale.endingIn({lastFour});
    return [brandOf(beginningOf(form.lines.number)) ?? '', told].filter(part => part !== '').join(', ');
  }
  return isSecret(field) ? sale.hidden({count: text.length}) : text;
}

const isSecret = (field: CardField) => field === 'securityCode' || field === 'pin';

const count = (text: string, {words}: Ear): string => words.cardScreen.sale.digits({count: text.length});

function prompt(form: CardSaleForm, ear: Ear): string {
  const {focus, lines, currency} = form;
  const {language, words, shop} = ear;
  const {sale} = words.cardScreen;
  const {ask, askIn, askHinted, choose} = messages(language).narration;
  const label = sale.fields[focus];
  if (focus === 'more') return askHinted({label, hint: sale.moreHint});
  if (focus === 'currency') return choose({label, key: keyText('choose', ear), value: currency});
  if (focus === 'amount') return asked(askIn({label, currency}), lines.amount);
  const text = textOf(lines[focus]);
  if (focus === 'number') {
    const hint = [brandOf(beginningOf(lines.number)) ?? '', count(text, ear)].filter(part => part !== '').join(', ');
    return askHinted({label, hint});
  }
  if (isSecret(focus)) return askHinted({label, hint: count(text, ear)});
  const defaults: Readonly<Partial<Record<CardField, string>>> = {
    expiry: sale.expiryHint,
    lastName: shop.shop,
    email: shop.email ?? '',
    phone: shop.phone ?? '',
  };
  const hint = text === '' ? (defaults[focus] ?? '') : '';
  return asked(hint === '' ? ask({label}) : askHinted({label, hint}), lines[focus]);
}
