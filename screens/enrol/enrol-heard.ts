import {clockText} from '../../src/core/day/business-day.js';
import {Problem} from '../../src/core/problem.js';
import {type Enrolment, isEnrolmentOpen} from '../../src/core/subscription/enrolment.js';
import type {Desk} from '../desk.js';
import {entering} from '../kit/places.js';
import {type Model, pop, push, type Screen, type Step, still, topOf} from '../model.js';
import {withoutHelp} from '../shift/heard.js';
import type {EnrolMessage} from './enrol-screens.js';

/** What comes of an enrolment, step by step. */
export function enrolHeard(model: Model, message: EnrolMessage, desk: Desk): Step {
  switch (message.kind) {
    case 'enrolling':
      return still(begun(model, message.reference));
    case 'enrolment-over':
      return still(over(model, message.reference, desk));
    case 'not-enrolled':
      return still(notBegun(model, message.problem, desk));
  }
}

/** From the question to what becomes of it; the form below has done its work. */
function begun(model: Model, reference: string): Model {
  const now = withoutHelp(model);
  const asked = topOf(now);
  if (asked.kind !== 'enrol-confirm') return model;
  const below = pop(now);
  const top = topOf(below);
  const form = top.kind === 'enrol' ? top : undefined;
  const left = form === undefined ? below : pop(below);
  return asked.isLeaving ? left : push(left, {kind: 'enrolled', reference, form});
}

/**
 * An enrolment that makes a payment is that payment from here on; one that nobody knows the end of is a matter for looking
 * and judging. Whoever has gone on meanwhile is told of what did not go as it should.
 */
function over(model: Model, reference: string, desk: Desk): Model {
  const enrolment = desk.till.state.registry.enrolments.get(reference);
  if (enrolment === undefined) return model;
  const next = nextScreen(enrolment, desk);
  const [sale, ...above] = model.stack;
  const isShown = above.some(screen => screen.kind === 'enrolled' && screen.reference === reference);
  if (!isShown) return {...model, notice: noticeOf(enrolment, desk) ?? model.notice};
  if (next === undefined) return model;
  const stack = above.map(screen => (screen.kind === 'enrolled' && screen.reference === reference ? next : screen));
  return {...model, stack: [sale, ...stack]};
}

function nextScreen(enrolment: Enrolment, desk: Desk): Screen | undefined {
  if (desk.till.state.payments.has(enrolment.reference)) return entering('payment', {reference: enrolment.reference});
  return isEnrolmentOpen(enrolment) ? entering('enrolment', {reference: enrolment.reference}) : undefined;
}

function noticeOf(enrolment: Enrolment, {shop}: Desk): Model['notice'] {
  if (enrolment.status === 'made') return undefined;
  const problem = isEnrolmentOpen(enrolment)
    ? new Problem('enrolment-unclear', {
        email: enrolment.customerEmail,
        time: clockText(enrolment.requestedAt, shop.zone),
        enrolment: enrolment.reference,
      })
    : new Problem('subscription-refused', {text: enrolment.proof?.text ?? ''});
  return {kind: 'problem', problem};
}

/** Nothing was sent. The card was handed on and is nowhere: it has to be typed again. */
function notBegun(model: Model, problem: Problem, desk: Desk): Model {
  const now = withoutHelp(model);
  const notice = {kind: 'problem', problem} as const;
  if (topOf(now).kind !== 'enrol-confirm') return {...model, notice};
  const form = pop(now);
  const earlier = desk.till.state.registry.enrolments.get(String(problem.facts['enrolment']));
  const isUnclear = problem.code === 'enrolment-unclear' && earlier !== undefined && isEnrolmentOpen(earlier);
  return {...(isUnclear ? push(form, entering('enrolment', {reference: earlier.reference})) : form), notice};
}
