import {brandOf} from '../../src/core/card/card.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {priceText} from '../../src/core/subscription/plan-text.js';
import {cleanText} from '../../src/core/text/text.js';

import {markedIn} from '../bank/pick.js';
import {beginningOf, lastFourOf} from '../card/masks.js';
import {shownExpiry} from '../card/shown.js';
import {mustSayWhy} from '../enrol/enrol-confirm-logic.js';
import {plansFitting} from '../enrol/enrol-form.js';
import {planOfForm} from '../enrol/enrol-logic.js';
import {
  type EnrolConfirmScreen,
  type EnrolField,
  type EnrolledScreen,
  type EnrolScreen,
  enrolFields,
} from '../enrol/enrol-screens.js';
import {chargeText, customerWarnings, enrolmentTexts, enrolmentVerdict} from '../enrol/shown.js';
import {keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';
import {type Fact, fact, standing, type Telling} from './fact.js';
import {asked, clauses, is, isEmpty} from './said.js';

/** An enrolment, field by field. Of the card an ear hears how many digits there are, its brand and the last four. */
export function tellEnrol(screen: EnrolScreen, ear: Ear): Telling {
  const {language, words} = ear;
  const {title} = messages(language).planScreen.enrol;
  const {wrong, focus, lines} = screen;
  const left = enrolFields.filter(field => field !== focus && !isEmpty(lines[field]));
  const warnings = focus === 'email' ? [] : customerWarnings(textOf(lines.email), ear);
  return {
    facts: [
      ...(wrong === undefined
        ? []
        : [standing(`${labelOf(wrong.field, ear)}: ${clauses(problemText(wrong.problem, language), language)}`)]),
      standing(`${title}.`),
      ...planFacts(screen, ear),
      ...left.map(field => fact(is(labelOf(field, ear), saidAs(field, screen, ear), ear))),
      ...warnings.map(text => fact(clauses(text, language))),
      fact(words.cardScreen.sale.notKept),
    ],
    prompt: prompt(screen, ear),
  };
}

function labelOf(field: EnrolField, {language, words}: Ear): string {
  const {fields} = messages(language).planScreen.enrol;
  return field === 'plan' || field === 'email' || field === 'holder'
    ? fields[field]
    : words.cardScreen.sale.fields[field];
}

/** The marked one of those that may be meant; what the service said of it. */
function planFacts(screen: EnrolScreen, ear: Ear): readonly Fact[] {
  const {language, till} = ear;
  const {noPlans, noMatch, asking} = messages(language).planScreen.enrol;
  const {row} = messages(language).planScreen.list;
  if (screen.plan !== undefined) return [fact(clauses(chargeText(screen.plan, ear), language))];
  if (screen.asking !== undefined) return [fact(asking)];
  if (screen.focus !== 'plan') return [];
  const fits = plansFitting(screen, ear);
  const index = markedIn(screen.index, fits.length);
  const marked = fits[index];
  if (marked !== undefined) {
    const name = cleanText(marked.name, 60);
    const facts = {
      at: index + 1,
      count: fits.length,
      name,
      price: priceText(marked, ear.language),
      code: marked.planCode,
    };
    return [standing(`${row(facts)}.`)];
  }
  const isNone = till.state.registry.plans.size === 0;
  return [fact(clauses(isNone ? noPlans : noMatch({key: keyText('continue', ear)}), language))];
}

function saidAs(field: EnrolField, screen: EnrolScreen, ear: Ear): string {
  const {sale} = ear.words.cardScreen;
  const {lines} = screen;
  const text = textOf(lines[field]);
  switch (field) {
    case 'plan':
      return cleanText(planOfForm(screen, ear)?.name ?? text, 60);
    case 'expiry':
      return shownExpiry(screen);
    case 'securityCode':
      return sale.hidden({count: text.length});
    case 'number': {
      const lastFour = lastFourOf(lines.number);
      const told = lastFour === '' ? sale.digits({count: text.length}) : sale.endingIn({lastFour});
      return [brandOf(beginningOf(lines.number)) ?? '', told].filter(part => part !== '').join(', ');
    }
    default:
      return text;
  }
}

function prompt(screen: EnrolScreen, ear: Ear): string {
  const {focus, lines} = screen;
  const {sale} = ear.words.cardScreen;
  const {ask, askHinted} = messages(ear.language).narration;
  const {planHint} = messages(ear.language).planScreen.enrol;
  const label = labelOf(focus, ear);
  const digits = sale.digits({count: textOf(lines[focus]).length});
  if (focus === 'securityCode') return askHinted({label, hint: digits});
  if (focus === 'number') {
    const hint = [brandOf(beginningOf(lines.number)) ?? '', digits].filter(part => part !== '').join(', ');
    return askHinted({label, hint});
  }
  const hints: Readonly<Partial<Record<EnrolField, string>>> = {plan: planHint, expiry: sale.expiryHint};
  const hint = isEmpty(lines[focus]) ? hints[focus] : undefined;
  return asked(hint === undefined ? ask({label}) : askHinted({label, hint}), lines[focus]);
}

/** What is charged, when, and whom, and the question. */
export function tellEnrolConfirm(screen: EnrolConfirmScreen, ear: Ear, keys: string): Telling {
  const {order, mark, isSending, reason, problem} = screen;
  const {language, words} = ear;
  const {question, rows, cannotRecall, sending} = messages(language).planScreen.enrol;
  const {limit} = messages(language).planScreen.form;
  const {plan, customerEmail} = order;
  const card = `${words.cardScreen.sale.endingIn({lastFour: mark.lastFour})}, ${mark.brand}`;
  return {
    facts: [
      ...(problem === undefined ? [] : [standing(clauses(problemText(problem, language), language))]),
      standing(`${question} ${clauses(chargeText(plan, ear), language)}`),
      ...(plan.billingLimit === null ? [] : [fact(limit({cycles: plan.billingLimit}))]),
      standing(is(rows.card, card, ear)),
      standing(is(rows.email, customerEmail, ear)),
      standing(
        is(
          rows.plan,
          cleanText(`${plan.name}, ${plan.planCode || messages(language).planScreen.enrol.madeWith}`, 120),
          ear,
        ),
      ),
      ...customerWarnings(customerEmail, ear).map(text => fact(clauses(text, language))),
      fact(clauses(isSending ? sending : cannotRecall, language)),
    ],
    prompt:
      isSending || !mustSayWhy(screen, ear)
        ? keys
        : asked(messages(language).narration.ask({label: words.confirmScreen.reason}), reason),
  };
}

/** How an enrolment stands and what to do. */
export function tellEnrolled({reference}: EnrolledScreen, ear: Ear, keys: string): Telling {
  const {language, till, words} = ear;
  const enrolment = till.state.registry.enrolments.get(reference);
  if (enrolment === undefined) return {facts: [fact(words.paymentScreen.notOpenHere)], prompt: keys};
  const {word} = enrolmentVerdict(enrolment, ear);
  return {
    facts: [
      standing(`${word}: ${cleanText(enrolment.customerEmail, 80)}.`),
      ...enrolmentTexts(enrolment, ear).map(text => standing(clauses(text, language))),
    ],
    prompt: keys,
  };
}
