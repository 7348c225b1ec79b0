import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {planOfKnown} from '../../src/core/subscription/standing.js';

import {changeFields} from '../subscription/change-logic.js';
import {changeHint, changeProblem, willText} from '../subscription/change-shown.js';
import {chargeAt} from '../subscription/charge-window.js';
import {askingText, chargeCells, chargeFields} from '../subscription/charges-shown.js';
import {enrolmentFields, openEnrolment} from '../subscription/enrolment-logic.js';
import {aboutEnrolment, enrolmentProblem, lookedText} from '../subscription/enrolment-shown.js';
import {type ListRow, listRows, markedRow} from '../subscription/list-rows.js';
import type {
  ChangeScreen,
  ChargeScreen,
  ChargesScreen,
  EnrolmentScreen,
  SubscriptionScreen,
  SubscriptionScreens,
  SubscriptionsScreen,
} from '../subscription/screens.js';
import {
  customerInFull,
  customerText,
  driftShort,
  fieldsOf,
  nextShort,
  planName,
  resultSaid,
  sourceText,
  standingOf,
} from '../subscription/shown.js';
import {stateText} from '../subscription/states.js';
import {keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';
import {detail, type Fact, fact, lines, standing, type Telling} from './fact.js';
import {asked, clauses, is, isEmpty} from './said.js';

/** Subscriptions, their charges and changes, and enrolments that nobody knows the end of. */
export function tellSubscription(screen: SubscriptionScreens, ear: Ear, keys: string): Telling {
  switch (screen.kind) {
    case 'subscriptions':
      return tellList(screen, ear, keys);
    case 'subscription':
      return {facts: oneFacts(screen, ear), prompt: keys};
    case 'charges':
      return {facts: chargesFacts(screen, ear), prompt: keys};
    case 'charge':
      return {facts: chargeLines(screen, ear), prompt: keys};
    case 'change':
      return tellChange(screen, ear, keys);
    case 'enrolment':
      return tellEnrolment(screen, ear, keys);
  }
}

const unsigned = (text: string) => text.replace(/^[✓✗!?–] /u, '');

function tellList(screen: SubscriptionsScreen, ear: Ear, keys: string): Telling {
  const {language, till} = ear;
  const {title, filters, none, noneSuch, search, id, idHint} = messages(language).subscriptionScreen;
  const {typing, problem, filter} = screen;
  const rows = listRows(till.state, screen);
  const at = markedRow(screen, rows);
  const marked = rows[at];
  const isAll = filter === 'all' && isEmpty(screen.search);
  const {ask, askHinted} = messages(language).narration;
  const prompts = {
    search: asked(ask({label: search}), screen.search),
    id: asked(askHinted({label: id, hint: idHint}), screen.id),
  };
  return {
    facts: [
      ...(problem === undefined ? [] : [standing(clauses(problemText(problem, language), language))]),
      fact(is(title, filters[filter], ear)),
      fact(clauses(sourceText(screen.hearing, ear), language)),
      marked === undefined
        ? standing(clauses(isAll ? none : noneSuch, language))
        : standing(rowText(marked, {at: at + 1, count: rows.length}, ear)),
    ],
    prompt: typing === undefined || screen.isAdding ? keys : prompts[typing],
  };
}

function rowText(marked: ListRow, place: {readonly at: number; readonly count: number}, ear: Ear): string {
  const {row, unclearRow} = messages(ear.language).subscriptionScreen;
  if (marked.kind === 'enrolment') {
    const {customerEmail: customer, planCode: plan} = marked.enrolment;
    return unclearRow({...place, customer, plan});
  }
  const {known} = marked;
  return row({
    ...place,
    id: known.subscription.id,
    customer: customerText(known, ear),
    plan: planName(known, ear),
    state: stateText(known, ear.language),
    next: nextShort(known, ear),
    drift: unsigned(driftShort(known, ear)),
  });
}

function oneFacts({id, hearing, result}: SubscriptionScreen, ear: Ear): readonly Fact[] {
  const {language, till} = ear;
  const {one} = messages(language).subscriptionScreen;
  const known = till.state.registry.subscriptions.get(id);
  if (known === undefined) return [standing(one.gone)];
  const sentence = (text: string) => standing(clauses(text, language));
  return [
    ...(result === undefined ? [] : [sentence(resultSaid(result, ear).text)]),
    standing(is(one.title({id}), customerInFull(known, ear), ear)),
    ...standingOf(known, ear).map(({text}) => sentence(text)),
    fact(clauses(sourceText(hearing, ear), language)),
    ...fieldsOf(known, ear).map(([label, value]) => detail(is(label, value, ear))),
  ];
}

function chargesFacts({id, window}: ChargesScreen, ear: Ear): readonly Fact[] {
  const {language} = ear;
  const {charges} = messages(language).subscriptionScreen;
  const charge = chargeAt(window, window.index);
  const asking = askingText(window, ear);
  const title = fact(`${charges.title({id})}.`);
  if (charge === undefined) return [title, standing(clauses(asking === '' ? charges.none : asking, language))];
  const {cycle, attempt, at: date, amount, state, note} = chargeCells(charge, ear);
  const place = {at: window.index + 1, count: window.total.count};
  const row = charges.row({...place, cycle, attempt, date, amount, state: unsigned(state), note});
  return [
    title,
    ...(window.problem === undefined ? [] : [standing(clauses(asking, language))]),
    standing(note === '' ? row.replace(/, \.$/u, '.') : row),
  ];
}

function chargeLines({charge}: ChargeScreen, ear: Ear): readonly Fact[] {
  const {chargeTitle} = messages(ear.language).subscriptionScreen.charges;
  const fields = chargeFields(charge, ear).map(([label, value]) => is(label, value, ear));
  return lines(`charge ${charge.id}`, [`${chargeTitle({id: charge.id})}.`, ...fields]);
}

function tellChange(screen: ChangeScreen, ear: Ear, keys: string): Telling {
  const {id, change, lines: typed, focus, asked: question, isSending} = screen;
  const {language, till} = ear;
  const {titles, fields, sending} = messages(language).subscriptionScreen.change;
  const {registry} = till.state;
  const known = registry.subscriptions.get(id);
  const problem = changeProblem(screen, ear);
  const others = changeFields(screen).filter(field => field !== focus && !isEmpty(typed[field]));
  const hint = changeHint(focus, screen, ear);
  const {ask, askHinted} = messages(language).narration;
  const plan = known && planOfKnown(registry, known)?.name;
  return {
    facts: [
      ...(problem === undefined ? [] : [standing(clauses(problem, language))]),
      standing(titles[change]({id})),
      ...(known === undefined ? [] : [fact(is(customerInFull(known, ear), plan ?? planName(known, ear), ear))]),
      standing(clauses(willText(screen, ear), language)),
      ...others.map(field => fact(is(fields[field], textOf(typed[field]), ear))),
      ...(isSending ? [fact(sending)] : []),
    ],
    prompt:
      question !== undefined || isSending
        ? keys
        : asked((hint === '' ? ask : askHinted)({label: fields[focus], hint}), typed[focus]),
  };
}

function tellEnrolment(screen: EnrolmentScreen, ear: Ear, keys: string): Telling {
  const {language} = ear;
  const {title, lead, note, settled, answers, fields} = messages(language).subscriptionScreen.enrolment;
  const enrolment = openEnrolment(screen, ear);
  if (enrolment === undefined) return {facts: [standing(clauses(settled, language))], prompt: keys};
  const {as, lines: typed, focus} = screen;
  const problem = enrolmentProblem(screen, ear);
  const others = enrolmentFields(screen).filter(
    (field): field is keyof typeof typed => field !== 'as' && field !== focus && !isEmpty(typed[field]),
  );
  return {
    facts: [
      ...(problem === undefined ? [] : [standing(clauses(problem, language))]),
      standing(title),
      standing(aboutEnrolment(enrolment, ear)),
      fact(clauses(lead, language)),
      standing(clauses(lookedText(screen, enrolment, ear), language)),
      ...(as === undefined ? [] : [fact(is(fields.as, unsigned(answers[as]), ear))]),
      ...others.map(field => fact(is(fields[field], textOf(typed[field]), ear))),
      fact(clauses(note, language)),
    ],
    prompt: screen.isWriting || screen.isLooking ? keys : enrolmentPrompt(screen, ear),
  };
}

function enrolmentPrompt({as, focus, lines: typed}: EnrolmentScreen, ear: Ear): string {
  const {answers, fields} = messages(ear.language).subscriptionScreen.enrolment;
  const {ask, choose} = messages(ear.language).narration;
  const label = fields[focus];
  if (focus !== 'as') return asked(ask({label}), typed[focus]);
  return choose({label, key: keyText('choose', ear), value: as === undefined ? '…' : unsigned(answers[as])});
}
