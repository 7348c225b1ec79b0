import {fill, messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import type {Problem} from '../../src/core/problem.js';
import {priceText} from '../../src/core/subscription/plan-text.js';
import {planOfKnown} from '../../src/core/subscription/standing.js';

import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';
import type {ChangeField, ChangeScreen} from './screens.js';

const wholeDate = '2026-01-01'.length;

/** What will happen, as far as is typed. */
export function willText({change, id, lines}: ChangeScreen, ear: Ear): string {
  const {till, language} = ear;
  const {change: said, one} = messages(language).subscriptionScreen;
  const {registry} = till.state;
  const known = registry.subscriptions.get(id);
  const plan = known && planOfKnown(registry, known);
  const date = textOf(lines.until).trim();
  const name = change === 'pause' && date.length === wholeDate ? 'pauseUntil' : change;
  return fill(said.will[name], {date, price: plan === undefined ? one.planUnknown : priceText(plan, ear.language)});
}

/** What a field wants while nothing is typed, and what it means on the question where nothing was. */
export function changeHint(field: ChangeField, {change, asked}: ChangeScreen, ear: Ear): string {
  const {untilHint, reasonOptional, leftEmpty} = messages(ear.language).subscriptionScreen.change;
  if (asked !== undefined) return leftEmpty[field];
  if (field === 'until') return untilHint({date: exampleDate(ear)});
  return change === 'cancel' ? '' : reasonOptional;
}

/** What is wrong with a field, or why nothing was done. */
export function changeProblem({wrong}: ChangeScreen, ear: Ear): string | undefined {
  if (wrong === undefined) return undefined;
  const {language} = ear;
  const {untilWrong, notOffered} = messages(language).subscriptionScreen.change;
  const {problem} = wrong;
  if (problem === undefined) return untilWrong({date: exampleDate(ear)});
  return isNotOffered(problem) ? notOffered : problemText(problem, language);
}

const isNotOffered = ({code}: Problem) => code === 'call-not-offered';

/** A month from today. */
const exampleDate = ({now, shop}: Ear): string =>
  Temporal.Instant.fromEpochMilliseconds(Math.round(now))
    .toZonedDateTimeISO(shop.zone)
    .toPlainDate()
    .add({months: 1})
    .toString();
