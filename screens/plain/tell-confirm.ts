import {ageText, businessDate, clockText, dateText} from '../../src/core/business-day.js';
import {displayMoney} from '../../src/core/money.js';
import {Problem} from '../../src/core/problem.js';
import {attemptsOf} from '../../src/core/state.js';
import {displayWallet} from '../../src/core/wallet.js';
import {fill} from '../../src/core/words/fill.js';
import {paymentWords} from '../../src/core/words/payment.js';
import {plainWords} from '../../src/core/words/plain.js';
import {problemText} from '../../src/core/words/words.js';
import type {ConfirmScreen} from '../model.js';
import {keyText} from '../terminal/bindings.js';
import type {Ear} from '../view.js';
import {type Fact, fact, standing, type Telling} from './fact.js';
import {asked, is} from './said.js';

/** Exactly what will be sent, and the question. */
export function tellConfirm(screen: ConfirmScreen, ear: Ear, keys: string): Telling {
  const {order, isSending, problem, earlier, reason} = screen;
  const {language, words} = ear;
  const {cannotRecall, sending} = words.confirm;
  const title = fill(plainWords[language].confirm, {
    amount: displayMoney(order.amount),
    wallet: displayWallet(order.phone),
    network: order.network.name,
    country: order.market.name[language],
  });
  const warnings = order.warnings.map(code =>
    fact(problemText(new Problem(code, {country: order.market.name[language]}), language)),
  );
  const facts = [
    standing(title),
    ...details(screen, ear),
    ...warnings,
    ...(earlier === undefined ? [] : earlierFacts(earlier, ear)),
    fact(isSending ? sending : cannotRecall[order.network.needs ?? 'prompt']),
    ...(problem === undefined ? [] : [standing(wrong(problem, ear))]),
  ];
  const isAskingWhy = earlier !== undefined && !isSending;
  const question = fill(plainWords[language].ask, {label: words.confirm.reason});
  return {facts, prompt: isAskingWhy ? asked(question, reason) : keys};
}

function details({order, sale}: ConfirmScreen, ear: Ear): readonly Fact[] {
  const {rows, as, attempt} = ear.words.confirm;
  const number = sale === undefined ? 1 : attemptsOf(ear.till.state, sale).length + 1;
  const told: readonly (readonly [string, string])[] = [
    [rows.as, order.description === '' ? as : order.description],
    ...(sale === undefined ? [] : [[rows.sale, fill(attempt, {sale, number})] as const]),
    [rows.name, `${order.firstName} ${order.lastName}`],
    [rows.email, order.email],
  ];
  return told.filter(([, value]) => value.trim() !== '').map(([label, value]) => fact(is(label, value, ear)));
}

function earlierFacts(reference: string, ear: Ear): readonly Fact[] {
  const {language, now, till, words} = ear;
  const payment = till.state.payments.get(reference);
  if (payment === undefined) return [];
  const facts = {
    amount: displayMoney(payment.request.amount),
    age: ageText(now - payment.requestedAt, language),
    reference,
    status: paymentWords[language].statuses[payment.status],
  };
  const sentence = payment.status === 'paid' ? words.confirm.earlierPaid : words.confirm.earlier;
  return [fact(fill(sentence, facts), `${reference} ${payment.status}`)];
}

function wrong(problem: Problem, ear: Ear): string {
  const {language, words} = ear;
  if (problem.code !== 'reason-missing') return problemText(problem, language);
  return fill(words.confirm.reasonMissing, {key: keyText('change', ear)});
}

/** Whether this machine's date is right. */
export function tellClock(ear: Ear, keys: string): Telling {
  const {language, now, shop, till, words} = ear;
  const {clockTitle, clockNow, clock, clockQuestion} = words.confirm;
  const day = businessDate(now, shop.zone, '00:00');
  const date = `${dateText(day, language)} ${day.slice(0, 4)}`;
  const age = ageText(Math.abs(till.clockSkew() ?? 0), language);
  return {
    facts: [
      standing(clockTitle),
      fact(fill(clockNow, {date, time: clockText(now, shop.zone)}), 'clock'),
      fact(fill(clock, {age}), 'skew'),
      fact(fill(clockQuestion, {key: keyText('back', ear)})),
    ],
    prompt: keys,
  };
}
