import {ageText, businessDate, clockText, dateText} from '../../src/core/day/business-day.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Problem} from '../../src/core/problem.js';

import {askedIn, notedIn} from '../confirm/asked.js';
import {mustSayWhy} from '../confirm/confirm-logic.js';
import type {ConfirmScreen} from '../model.js';
import {keyText} from '../terminal/bindings.js';
import type {Ear} from '../view.js';
import {detail, type Fact, fact, standing, type Telling} from './fact.js';
import {asked, clauses, is} from './said.js';

/** Exactly what will be sent, and the question. */
export function tellConfirm(screen: ConfirmScreen, ear: Ear, keys: string): Telling {
  const {isSending, problem, earlier, reason, sale} = screen;
  const {language, words} = ear;
  const isAsked = mustSayWhy(screen, ear);
  const {sentence, about, from, warnings, cannotRecall} = askedIn(screen, ear);
  const attempt = about.filter(({label}) => label === words.confirmScreen.rows.sale);
  // What was told field by field while it was typed, or is as always.
  const details = [...(screen.method === 'card' ? from : []), ...about].filter(
    ({label, value}) => label !== words.confirmScreen.rows.sale && value !== '',
  );
  const facts = [
    ...(problem === undefined ? [] : [standing(wrong(problem, screen, ear))]),
    standing(sentence),
    ...(sale === undefined ? [] : attempt.map(({label, value}) => fact(is(label, value, ear)))),
    ...details.map(({label, value}) => detail(is(label, value, ear))),
    ...warnings.map(text => standing(clauses(text, language))),
    ...notedIn(screen, ear).map(text => standing(text)),
    ...(earlier === undefined || !isAsked ? [] : earlierFacts(earlier, screen, ear)),
    fact(isSending ? words.confirmScreen.sending : clauses(cannotRecall, language)),
  ];
  const isAskingWhy = isAsked && !isSending;
  const question = messages(language).narration.ask({label: words.confirmScreen.reason});
  return {facts, prompt: isAskingWhy ? asked(question, reason) : keys};
}

function earlierFacts(reference: string, screen: ConfirmScreen, ear: Ear): readonly Fact[] {
  const {language, now, till} = ear;
  const {earlier, earlierPaid} = askedIn(screen, ear);
  const payment = till.state.payments.get(reference);
  if (payment === undefined) return [];
  const facts = {
    amount: displayMoney(payment.request.amount, language),
    age: ageText(now - payment.requestedAt, language),
    reference,
    status: messages(language).payment.statuses[payment.status],
  };
  const sentence = payment.status === 'paid' ? earlierPaid : earlier;
  return [standing(clauses(sentence(facts), language), `${reference} ${payment.status}`)];
}

function wrong(problem: Problem, screen: ConfirmScreen, ear: Ear): string {
  const {language} = ear;
  if (problem.code !== 'reason-missing') return clauses(problemText(problem, language), language);
  return askedIn(screen, ear).reasonMissing({key: keyText('change', ear)});
}

/** Whether this machine's date is right. */
export function tellClock(ear: Ear, keys: string): Telling {
  const {language, now, shop, till, words} = ear;
  const {clockTitle, clockNow, clock, clockQuestion} = words.confirmScreen;
  const day = businessDate(now, shop.zone, '00:00');
  const date = `${dateText(day, language)} ${day.slice(0, 4)}`;
  const age = ageText(Math.abs(till.clockSkew() ?? 0), language);
  return {
    facts: [
      standing(clockTitle),
      fact(clockNow({date, time: clockText(now, shop.zone)}), 'clock'),
      fact(clock({age}), 'skew'),
      fact(clauses(clockQuestion({key: keyText('back', ear)}), language)),
    ],
    prompt: keys,
  };
}
