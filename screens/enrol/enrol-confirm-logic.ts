import {Problem} from '../../src/core/problem.js';
import {standingSubscriptionOf} from '../../src/core/subscription/registry.js';
import {mustConfirmClock} from '../confirm/clock.js';
import type {Desk} from '../desk.js';
import {entering} from '../kit/places.js';
import {type Acting, belowOf, type Logic, type Model, pop, push, replace, type Step, still} from '../model.js';
import {textOf, textRules} from '../terminal/line.js';
import {withEnrolCard} from './enrol-form.js';
import type {EnrolConfirmScreen, EnrolledScreen} from './enrol-screens.js';

export const enrolConfirmLogic: Logic<EnrolConfirmScreen> = {
  field: (screen, desk) => (screen.isSending || !mustSayWhy(screen, desk) ? undefined : textRules),
  edit: (screen, change) => ({...screen, reason: change(screen.reason), problem: undefined}),
  offers: ({isSending}) => (isSending ? ['back'] : ['do-enrol', 'back']),
  act: ({model, screen, action, key, desk}) => {
    const {order, card, chunk, isSending} = screen;
    if (isSending) return still(action === 'back' ? replace(model, {...screen, isLeaving: true}) : model);
    if (action === 'back') return still(changed(model, screen));
    // What a paste or a scanner typed, or an Enter that waited with the one before, is no answer to this question.
    if (key.chunk === chunk || desk.till.poison() !== undefined) return still(model);
    if (mustConfirmClock(desk)) return still(push(model, entering('clock', {chunk: key.chunk})));
    const again = textOf(screen.reason).trim();
    const isAgain = mustSayWhy(screen, desk);
    if (isAgain && again === '') return still(replace(model, {...screen, problem: new Problem('reason-missing')}));
    const options = isAgain ? {again} : {};
    return still(replace(model, {...screen, isSending: true, problem: undefined}), {
      kind: 'enrol',
      order,
      card,
      options,
    });
  },
};

/** Whether the customer has a subscription already, so that a reason must be typed. */
export function mustSayWhy({order}: EnrolConfirmScreen, {till}: {readonly till: Pick<Desk['till'], 'state'>}): boolean {
  return standingSubscriptionOf(till.state.registry, order.customerEmail) !== undefined;
}

/** Back to the form, which has its card again. */
function changed(model: Model, {card}: EnrolConfirmScreen): Model {
  const below = belowOf(model);
  return below?.kind === 'enrol' ? replace(pop(model), withEnrolCard(below, card.unseal())) : pop(model);
}

/** Of a refusal back to the form, for another card: its plan is asked for anew. Else the form has done its work. */
function left({model, screen: {reference, form}, desk}: Acting<EnrolledScreen>): Step {
  const enrolment = desk.till.state.registry.enrolments.get(reference);
  if (form === undefined || enrolment?.status !== 'not-made') return still(pop(model));
  const {planCode} = enrolment;
  if (planCode === '') return still(replace(model, {...form, focus: 'number', wrong: undefined}));
  const again = {...form, plan: undefined, asking: planCode, focus: 'number', wrong: undefined} as const;
  return still(replace(model, again), {kind: 'read-plan', planCode});
}

export const enrolledLogic: Logic<EnrolledScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: () => ['back'],
  act: acting => (acting.action === 'back' ? left(acting) : still(acting.model)),
};
