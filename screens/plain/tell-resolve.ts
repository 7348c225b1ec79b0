import {clockText} from '../../src/core/day/business-day.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import type {Payment} from '../../src/core/payment/payment.js';

import type {ResolveScreen} from '../model.js';
import {askedAbout} from '../resolve/about.js';
import {keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';
import {detail, type Fact, fact, standing, type Telling} from './fact.js';
import {asked, clauses, is, isEmpty} from './said.js';
import {stepKey, stepText, verdictText} from './tell-payment.js';

const evidenceSteps = 4;

/** A person's word about a payment. The evidence that it is asked for over is told when somebody asks. */
export function tellResolve(screen: ResolveScreen, ear: Ear, keys: string): Telling {
  const {language, shop, till, words} = ear;
  const payment = till.state.payments.get(screen.reference);
  if (payment === undefined) return {facts: [fact(words.paymentScreen.notOpenHere)], prompt: keys};
  const {title, lead} = askedAbout(screen, payment, ear);
  const {count, since} = screen.about === 'payment' ? payment.notFound : {count: 0, since: 0};
  const sentence = words.resolveScreen.notFound;
  return {
    facts: [
      ...wrongFacts(screen, payment, ear),
      standing(title),
      standing(verdictText(payment, ear)),
      fact(clauses(lead, language)),
      ...(count === 0 ? [] : [fact(sentence({count, time: clockText(since, shop.zone)}), 'not-found')]),
      ...payment.steps.slice(-evidenceSteps).map(step => detail(stepText(step, ear), stepKey(step))),
      fact(clauses(words.resolveScreen.note, language)),
      ...fieldFacts(screen, payment, ear),
    ],
    prompt: screen.isWriting ? keys : prompt(screen, payment, ear),
  };
}

function fieldFacts(screen: ResolveScreen, payment: Payment, ear: Ear): readonly Fact[] {
  const {as, lines, focus} = screen;
  const {fields} = ear.words.resolveScreen;
  const {answers} = askedAbout(screen, payment, ear);
  const typed = (['person', 'reason'] as const).filter(field => field !== focus && !isEmpty(lines[field]));
  return [
    ...(as === undefined ? [] : [fact(is(fields.as, withoutGlyph(answers[as]), ear))]),
    ...typed.map(field => fact(is(fields[field], textOf(lines[field]), ear))),
  ];
}

function wrongFacts(screen: ResolveScreen, payment: Payment, ear: Ear): readonly Fact[] {
  const {wrong} = screen;
  if (wrong === undefined) return [];
  const {language} = ear;
  const {problem} = wrong;
  const choose = askedAbout(screen, payment, ear).chooseFirst({key: keyText('choose', ear)});
  return [standing(problem === undefined ? choose : clauses(problemText(problem, language), language))];
}

function prompt(screen: ResolveScreen, payment: Payment, ear: Ear): string {
  const {as, lines, focus} = screen;
  const {fields} = ear.words.resolveScreen;
  const {answers} = askedAbout(screen, payment, ear);
  const {ask, choose} = messages(ear.language).narration;
  const label = fields[focus];
  if (focus !== 'as') return asked(ask({label}), lines[focus]);
  const value = as === undefined ? '…' : withoutGlyph(answers[as]);
  return choose({label, key: keyText('choose', ear), value});
}

const withoutGlyph = (text: string) => text.replace(/^[✓✗] /u, '');
