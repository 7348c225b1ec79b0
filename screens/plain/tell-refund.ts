import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {displayMoney} from '../../src/core/money/money.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {refundRest} from '../../src/core/refund/refund.js';

import type {RefundScreen} from '../model.js';
import {type RefundField, refundFieldsOf} from '../refund/refund-form.js';
import {reasonsIn, refundQuestion, refundSaid, shownRefundAmount} from '../refund/shown.js';
import {keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';
import {detail, type Fact, fact, standing, type Telling} from './fact.js';
import {asked, clauses, is, isEmpty, payerText} from './said.js';

/** Money to be given back, and the one question before it is sent. */
export function tellRefund(screen: RefundScreen, ear: Ear, keys: string): Telling {
  const {language, till, words} = ear;
  const payment = till.state.payments.get(screen.reference);
  if (payment === undefined) return {facts: [fact(words.paymentScreen.notOpenHere)], prompt: keys};
  const {rest} = words.cardScreen.refund;
  const {title, cannotRecall, sending} = refundSaid(screen, ear);
  if (screen.asked !== undefined) {
    const card = payerText(payment.request, language);
    const question = refundQuestion(screen, {refund: screen.asked.refund, card}, ear);
    return {
      facts: [
        standing(question),
        ...(screen.asked.refund.unheard === undefined ? [] : [standing(words.cardScreen.refund.unheard)]),
        fact(clauses(screen.isSending ? sending : cannotRecall, language)),
      ],
      prompt: keys,
    };
  }
  const amounts = {rest: displayMoney(refundRest(payment)), amount: displayMoney(payment.request.amount)};
  return {
    facts: [
      ...wrongFacts(screen, ear),
      standing(title),
      standing(`${rest(amounts)}.`),
      ...fieldFacts(screen, payment, ear),
      ...(screen.focus === 'why' ? [fact(choices(ear))] : [detail(choices(ear))]),
    ],
    prompt: prompt(screen, payment, ear),
  };
}

function wrongFacts({wrong}: RefundScreen, ear: Ear): readonly Fact[] {
  if (wrong === undefined) return [];
  const {language, words} = ear;
  const choose = words.cardScreen.refund.chooseFirst({keys: keyText('pick-reason', ear)});
  return [standing(wrong.problem === undefined ? choose : clauses(problemText(wrong.problem, language), language))];
}

function fieldFacts(screen: RefundScreen, payment: Payment, ear: Ear): readonly Fact[] {
  const {fields} = ear.words.cardScreen.refund;
  return refundFieldsOf(screen).flatMap(field => {
    const value = saidAs(field, screen, payment, ear);
    return field === screen.focus || value === '' ? [] : [fact(is(fields[field], value, ear))];
  });
}

function saidAs(field: RefundField, screen: RefundScreen, payment: Payment, ear: Ear): string {
  if (field === 'why') return whyIn(screen, ear);
  if (isEmpty(screen.lines[field])) return '';
  return field === 'amount' ? shownRefundAmount(screen, payment) : textOf(screen.lines[field]);
}

const whyIn = ({why}: RefundScreen, ear: Ear): string => (why === undefined ? '' : (reasonsIn(ear)[why] ?? ''));

/** Which key stands for which reason. */
function choices(ear: Ear): string {
  const {key, pause} = messages(ear.language).narration;
  const keys = ear.keys['pick-reason'];
  return `${reasonsIn(ear)
    .map((word, at) => key({key: keys[at] ?? '', word}))
    .join(pause)}.`;
}

function prompt(screen: RefundScreen, payment: Payment, ear: Ear): string {
  const {focus, lines} = screen;
  const {ask, askIn, choose} = messages(ear.language).narration;
  const label = ear.words.cardScreen.refund.fields[focus];
  if (focus === 'amount') return asked(askIn({label, currency: payment.request.amount.currency}), lines.amount);
  if (focus === 'reason' || focus === 'unheard') return asked(ask({label}), lines[focus]);
  return choose({label, key: keyText('choose', ear), value: whyIn(screen, ear) || '…'});
}
