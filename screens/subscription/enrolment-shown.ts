import {clockText} from '../../src/core/day/business-day.js';
import {fill, messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {displayMoney} from '../../src/core/money/display.js';
import {type Enrolment, planAsked} from '../../src/core/subscription/enrolment.js';
import {cleanText} from '../../src/core/text/text.js';

import {keyText} from '../terminal/bindings.js';
import type {Ear} from '../view.js';
import type {EnrolmentScreen} from './screens.js';

/** Whose enrolment on what, with which card, and when. */
export function aboutEnrolment(enrolment: Enrolment, {language, shop, till, words}: Ear): string {
  const {customerEmail, planCode, amount, card, businessDate, requestedAt} = enrolment;
  return messages(language).subscriptionScreen.enrolment.about({
    customer: cleanText(customerEmail, 80),
    plan: cleanText(till.state.registry.plans.get(planCode)?.name ?? planAsked(enrolment), 60),
    amount: displayMoney(amount, language),
    card: words.cardScreen.sale.endingIn({lastFour: card.lastFour}),
    time: `${businessDate} ${clockText(requestedAt, shop.zone)}`,
  });
}

/** What looking for it came to; before that, how to look. */
export function lookedText({looked, isLooking}: EnrolmentScreen, {customerEmail}: Enrolment, ear: Ear): string {
  const {enrolment} = messages(ear.language).subscriptionScreen;
  if (isLooking) return enrolment.looking;
  if (looked === undefined || looked === 'found') return enrolment.lookFirst({key: keyText('look-for-it', ear)});
  return fill(messages(ear.language).subscription.looked[looked], {email: cleanText(customerEmail, 80)});
}

/** What is wrong with a field; an answer that is missing has no problem of its own. */
export function enrolmentProblem({wrong}: EnrolmentScreen, ear: Ear): string | undefined {
  if (wrong === undefined) return undefined;
  return wrong.problem === undefined
    ? messages(ear.language).subscriptionScreen.enrolment.chooseFirst({key: keyText('choose', ear)})
    : problemText(wrong.problem, ear.language);
}
