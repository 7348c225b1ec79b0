import {clockText} from '../../src/core/business-day.js';
import {isOpen} from '../../src/core/payment.js';
import {fill} from '../../src/core/words/fill.js';
import {plainWords} from '../../src/core/words/plain.js';
import {forCount} from '../../src/core/words/screens.js';
import {problemText} from '../../src/core/words/words.js';
import type {ResolveScreen} from '../model.js';
import {keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';
import {type Fact, fact, standing, type Telling} from './fact.js';
import {asked, is, isEmpty} from './said.js';
import {stepFact, verdictText} from './tell-payment.js';

const evidenceSteps = 4;

/** A person's word about a payment, asked for over the evidence. */
export function tellResolve(screen: ResolveScreen, ear: Ear, keys: string): Telling {
  const {language, shop, till, words} = ear;
  const payment = till.state.payments.get(screen.reference);
  if (payment === undefined) return {facts: [fact(words.payment.notOpenHere)], prompt: keys};
  const {count, since} = payment.notFound;
  const sentence = forCount(words.resolve.notFound, count, language);
  return {
    facts: [
      fact(words.resolve.title),
      fact(verdictText(payment, ear)),
      fact(isOpen(payment) ? words.resolve.lead : words.resolve.leadContrary),
      ...(count === 0 ? [] : [fact(fill(sentence, {count, time: clockText(since, shop.zone)}), 'not-found')]),
      ...payment.steps.slice(-evidenceSteps).map(step => stepFact(step, ear)),
      fact(words.resolve.note),
      ...fieldFacts(screen, ear),
      ...wrongFacts(screen, ear),
    ],
    prompt: screen.isWriting ? keys : prompt(screen, ear),
  };
}

function fieldFacts({as, lines, focus}: ResolveScreen, ear: Ear): readonly Fact[] {
  const {fields, verdicts} = ear.words.resolve;
  const typed = (['person', 'reason'] as const).filter(field => field !== focus && !isEmpty(lines[field]));
  return [
    ...(as === undefined ? [] : [fact(is(fields.as, withoutGlyph(verdicts[as]), ear))]),
    ...typed.map(field => fact(is(fields[field], textOf(lines[field]), ear))),
  ];
}

function wrongFacts({wrong}: ResolveScreen, ear: Ear): readonly Fact[] {
  if (wrong === undefined) return [];
  const {language, words} = ear;
  const {problem} = wrong;
  const choose = fill(words.resolve.chooseFirst, {key: keyText('choose', ear)});
  return [standing(problem === undefined ? choose : problemText(problem, language))];
}

function prompt({as, lines, focus}: ResolveScreen, ear: Ear): string {
  const {fields, verdicts} = ear.words.resolve;
  const {ask, choose} = plainWords[ear.language];
  const label = fields[focus];
  if (focus !== 'as') return asked(fill(ask, {label}), lines[focus]);
  const value = as === undefined ? '…' : withoutGlyph(verdicts[as]);
  return fill(choose, {label, key: keyText('choose', ear), value});
}

const withoutGlyph = (text: string) => text.replace(/^[✓✗] /u, '');
