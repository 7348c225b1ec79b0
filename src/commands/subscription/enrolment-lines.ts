import {type Language, messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import {type Enrolment, isEnrolmentOpen, planAsked, refusalText} from '../../core/subscription/enrolment.js';
import {cleanText} from '../../core/text/text.js';
import {note} from '../../session/print.js';
import type {Session} from '../../session/session.js';

/** An enrolment in one line: its status, the customer, the plan, the amount, the card and its reference. `isBegun`: see `hasBegun`. */
export function enrolmentHead(enrolment: Enrolment, language: Language, isBegun = true): string {
  const {status, customerEmail, amount, card, reference} = enrolment;
  const isWaiting = status === 'made' && !isBegun;
  const glyph = isEnrolmentOpen(enrolment) || isWaiting ? '?' : status === 'made' ? '✓' : '✗';
  const state = `${glyph} ${messages(language).subscription.states[isWaiting ? 'waiting' : status]}`;
  return [
    state,
    customerEmail,
    planAsked(enrolment),
    displayMoney(amount, language),
    `···· ${card.lastFour}`,
    reference,
  ]
    .map(text => cleanText(text, 80))
    .join('   ');
}

/** The same, and why it was not made. */
export function enrolmentLines(enrolment: Enrolment, language: Language, isBegun = true): readonly string[] {
  const why = refusalText(enrolment, language);
  return [enrolmentHead(enrolment, language, isBegun), ...(why === '' ? [] : [`  ${why}`])];
}

/** Says what to do about an enrolment whose result is not known. It must never be sent again. */
export function noteUnclear(session: Session, {reference, customerEmail: email, proof}: Enrolment): void {
  const words = messages(session.language).subscription;
  note(session, `! ${(proof?.kind === 'duplicate' ? words.unclearDuplicate : words.unclear)({email})}`);
  note(session, words.toLook({command: `duka subscription look ${reference}`}));
  noteResolving(session, reference);
}

/** Says how a named person can record the result of an enrolment. */
export function noteResolving(session: Session, reference: string): void {
  const command = `duka resolve ${reference} --as paid|not-paid --person … --reason …`;
  note(session, messages(session.language).subscription.toJudge({command}));
}
