import {mustConfirmClock} from '../confirm/confirm-logic.js';
import {type Acting, belowOf, type Logic, type Model, pop, push, replace, type Step, still} from '../model.js';
import {withEnrolCard} from './enrol-form.js';
import type {EnrolConfirmScreen, EnrolledScreen} from './enrol-screens.js';

export const enrolConfirmLogic: Logic<EnrolConfirmScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: ({isSending}) => (isSending ? ['back'] : ['do-enrol', 'back']),
  act: ({model, screen, action, key, desk}) => {
    const {order, card, chunk, isSending} = screen;
    if (isSending) return still(action === 'back' ? replace(model, {...screen, isLeaving: true}) : model);
    if (action === 'back') return still(changed(model, screen));
    // What a paste or a scanner typed, or an Enter that waited with the one before, is no answer to this question.
    if (key.chunk === chunk || desk.till.poison() !== undefined) return still(model);
    if (mustConfirmClock(desk)) return still(push(model, {kind: 'clock', chunk: key.chunk}));
    return still(replace(model, {...screen, isSending: true}), {kind: 'enrol', order, card});
  },
};

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
  const again = {...form, plan: undefined, asking: planCode, focus: 'number', wrong: undefined} as const;
  return still(replace(model, again), {kind: 'read-plan', planCode});
}

export const enrolledLogic: Logic<EnrolledScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: () => ['back'],
  act: acting => (acting.action === 'back' ? left(acting) : still(acting.model)),
};
