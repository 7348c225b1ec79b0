import {messages} from '../../src/core/messages/messages.js';

import type {ReadingScreen} from '../model.js';
import {qrRows} from '../parts/qr.js';
import {pageOf} from '../payment/challenges.js';
import {helpGroups} from '../reading/help-groups.js';
import {wireSentence} from '../sale/sentences.js';
import {stylesFor} from '../terminal/styles.js';
import type {Ear} from '../view.js';
import {type Fact, fact, line, lines, type Telling} from './fact.js';
import {pageText, stepText, verdictText} from './tell-payment.js';
import {dayFacts} from './tell-report.js';

/** A text that somebody asked for, read line by line to its end; the terminal's own history is the way back. */
export function tellReading(screen: ReadingScreen, ear: Ear, keys: string): Telling {
  if (screen.kind === 'day') return {facts: dayFacts(ear), prompt: keys};
  return {facts: screen.kind === 'help' ? helpFacts(ear) : paymentFacts(screen, ear), prompt: keys};
}

function helpFacts(ear: Ear): readonly Fact[] {
  const {words, language} = ear;
  const {is, again} = messages(language).narration;
  const groups = helpGroups(ear).flatMap(({title, rows}) => [
    line(`${title}.`),
    ...rows.map(({key, text}) => line(is({label: key, value: text}).replace(/\.\.$/u, '.'), `${title} ${text}`)),
  ]);
  const wire = wireSentence(ear);
  return [
    line(`${words.key.helpTitle}.`),
    line(words.key.helpLead),
    line(again),
    ...(wire === '' ? [] : [line(wire, 'wire')]),
    ...groups,
  ];
}

function paymentFacts({kind, reference}: ReadingScreen, ear: Ear): readonly Fact[] {
  const {words, till, language} = ear;
  const payment = till.state.payments.get(reference);
  if (payment === undefined) return [fact(words.paymentScreen.notOpenHere)];
  if (kind === 'evidence') {
    const head = line(`${words.readingScreen.evidence.title}. ${verdictText(payment, ear)}`);
    return [head, ...payment.steps.map(step => line(stepText(step, ear), `evidence ${step.seq}`))];
  }
  const page = pageOf(payment, ear.challenges);
  if (page === undefined) return [fact(words.paymentScreen.notOpenHere)];
  const code = qrRows(page, stylesFor({})).map(row => row.map(({text}) => text).join(''));
  return [line(`${words.paymentScreen.scan}.`), ...lines('qr', code), line(pageText(page, language), 'qr-page')];
}
