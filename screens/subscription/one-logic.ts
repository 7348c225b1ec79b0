import {type Acting, type Logic, pop, push, replace, type Step, still} from '../model.js';
import {movedOffset} from '../parts/offset.js';
import type {BindingId} from '../terminal/bindings.js';
import {changeScreen} from './change-logic.js';
import {openCharges} from './charges-logic.js';
import type {ChangeResult, SubscriptionScreen} from './screens.js';
import {changesOf} from './states.js';

/** One subscription, which the service is being asked about. */
export const subscriptionScreen = (id: number, result?: ChangeResult): SubscriptionScreen => ({
  kind: 'subscription',
  id,
  offset: 0,
  hearing: {kind: 'asking'},
  result,
});

const keyOf = {cancel: 'cancel-it', pause: 'pause-it', resume: 'resume-it'} as const satisfies Record<
  string,
  BindingId
>;
const changeOf = {'cancel-it': 'cancel', 'pause-it': 'pause', 'resume-it': 'resume'} as const;
const isChange = (action: string): action is keyof typeof changeOf => Object.hasOwn(changeOf, action);

export const oneLogic: Logic<SubscriptionScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: ({id, hearing}, {till}) => {
    const known = till.state.registry.subscriptions.get(id);
    if (known === undefined) return ['back'];
    const canWrite = till.poison() === undefined;
    return [
      'charges',
      ...(canWrite ? changesOf(known).map(change => keyOf[change]) : []),
      ...(canWrite && !known.isOwn ? (['make-own'] as const) : []),
      ...(hearing.kind === 'asking' ? [] : (['refresh'] as const)),
      'scroll',
      'back',
    ];
  },
  act: acting => {
    const {model, screen, action, size} = acting;
    const {id} = screen;
    const now: SubscriptionScreen = {...screen, result: undefined};
    if (isChange(action)) return still(push(replace(model, now), changeScreen(id, changeOf[action])));
    switch (action) {
      case 'charges':
        return openCharges(replace(model, now), id, size);
      case 'make-own':
        return still(replace(model, {...now, hearing: {kind: 'asking'}}), {kind: 'add-subscription', id});
      case 'refresh':
        return still(replace(model, {...now, hearing: {kind: 'asking'}}), {kind: 'read-subscription', id});
      case 'scroll':
        return scroll(acting);
      default:
        return still(pop(model));
    }
  },
};

function scroll({model, screen, place, size}: Acting<SubscriptionScreen>): Step {
  const page = Math.max(1, size.rows - 8);
  return still(replace(model, {...screen, offset: movedOffset(screen.offset, {place, page})}));
}
