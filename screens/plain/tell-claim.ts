import type {Claim} from '../../src/core/claim/claim.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';

import {type ClaimScreen, claimFields, claimIn} from '../claim/claim-form.js';
import {markedOf} from '../claim/claim-logic.js';
import {answerText, askText, coverageText, fitCells, isNothingYet} from '../claim/shown.js';
import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';
import {detail, type Fact, fact, standing, type Telling} from './fact.js';
import {asked, clauses, is, isEmpty} from './said.js';

/** A customer's message. While it is typed nothing is said of it: the answer is told when somebody has asked for it. */
export function tellClaim(screen: ClaimScreen, ear: Ear, keys: string): Telling {
  const {language} = ear;
  const {title, lead, fields, hints} = messages(language).claim.screen;
  const {focus, lines, wrong} = screen;
  const claim = claimIn(screen, ear);
  const typed = claimFields.filter(field => field !== focus && !isEmpty(lines[field]));
  return {
    facts: [
      ...(wrong === undefined
        ? []
        : [standing(`${fields[wrong.field]}: ${clauses(problemText(wrong.problem, language), language)}`)]),
      standing(title),
      fact(clauses(lead, language)),
      ...typed.map(field => fact(is(fields[field], textOf(lines[field]), ear))),
      ...(claim === undefined ? [] : answerFacts(screen, claim, ear)),
    ],
    prompt: focus === 'answer' ? keys : asked(prompt(fields[focus], hints[focus], ear), lines[focus]),
  };
}

function prompt(label: string, hint: string, {language}: Ear): string {
  return messages(language).narration.askHinted({label, hint});
}

function answerFacts(screen: ClaimScreen, claim: Claim, ear: Ear): readonly Fact[] {
  const {language} = ear;
  const isAsked = screen.focus === 'answer';
  const coverage = isAsked ? [fact(clauses(coverageText(screen, ear), language))] : [];
  if (isNothingYet(screen, claim)) return [detail(messages(language).claim.screen.nothingYet), ...coverage];
  const {found, means} = answerText(claim, ear);
  const answer = `${messages(language).claim.verdicts[claim.kind]}: ${clauses(`${found} ${means}`, language)}`;
  if (!isAsked) return [detail(answer, keyOf(claim))];
  const ask = askText(screen, claim, ear);
  const marked = claim.fits[markedOf(screen, claim)]?.payment;
  const isList = marked !== undefined && claim.fits.length > 1;
  return [
    standing(answer, keyOf(claim)),
    ...(ask === '' ? [] : [fact(clauses(ask, language))]),
    ...coverage,
    ...(isList ? [standing(`${fitCells(marked, ear).join(', ')}.`, `marked ${marked.reference}`)] : []),
  ];
}

/** Without the age of the sale, which grows by itself and is no news. */
const keyOf = (claim: Claim) =>
  [claim.kind, 'used' in claim ? claim.used : '', ...claim.fits.map(({payment}) => payment.reference)].join(' ');
