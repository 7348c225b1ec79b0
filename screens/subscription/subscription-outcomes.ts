import type {Problem} from '../../src/core/problem.js';
import {type Effect, type Model, pop, push, replace, type Step, still, topOf} from '../model.js';
import {changed, withoutHelp} from '../shift/heard.js';
import {emptyLine} from '../terminal/line.js';
import {withoutPage, withPage} from './charge-window.js';
import {askings} from './charges-logic.js';
import {subscriptionScreen} from './one-logic.js';
import type {ChangeResult, Hearing, SubscriptionEffect, SubscriptionMessage} from './screens.js';

/** What comes of asking about subscriptions, their charges and enrolments. */
export function subscriptionHeard(model: Model, message: SubscriptionMessage): Step {
  switch (message.kind) {
    case 'subscriptions-heard': {
      const hearing: Hearing = {kind: 'heard', at: message.at, ...message.refreshed};
      return still(changed(model, 'subscriptions', screen => ({...screen, hearing})));
    }
    case 'charges-asked': {
      const {asked, count} = message;
      return still(
        changed(model, 'subscriptions', screen => {
          if (screen.hearing.kind === 'asking') return screen;
          const {learning: _, ...hearing} = screen.hearing;
          return {...screen, hearing: asked < count ? {...hearing, learning: {asked, count}} : hearing};
        }),
      );
    }
    case 'subscription-heard': {
      const {id, at, problem} = message;
      return still(withHearing(model, id, {kind: 'heard', at, isListed: problem === undefined, problem}));
    }
    case 'charges-read':
      return chargesRead(model, message);
    case 'enrolment-looked':
      return looked(model, message);
  }
}

const withHearing = (model: Model, id: number, hearing: Hearing): Model =>
  changed(model, 'subscription', screen => (screen.id === id ? {...screen, hearing} : screen));

const withResult = (model: Model, id: number, result: ChangeResult): Model =>
  changed(model, 'subscription', screen => (screen.id === id ? {...screen, result, offset: 0} : screen));

function chargesRead(model: Model, {id, page}: Extract<SubscriptionMessage, {kind: 'charges-read'}>): Step {
  const screen = model.stack.find(each => each.kind === 'charges');
  if (screen?.id !== id || screen.window.asking !== page.page) return still(model);
  const window = withPage(screen.window, page);
  const next = changed(model, 'charges', each => ({...each, window}));
  return still(next, ...askings(id, window, undefined));
}

/** One that was found is shown in the place of the question. */
function looked(before: Model, message: Extract<SubscriptionMessage, {kind: 'enrolment-looked'}>): Step {
  const {enrolment, subscription: id} = message;
  const model = withoutHelp(before);
  const top = topOf(model);
  if (id !== null && top.kind === 'enrolment' && top.enrolment === enrolment) {
    return still(replace(model, subscriptionScreen(id)), {kind: 'read-subscription', id});
  }
  return still(
    changed(before, 'enrolment', screen =>
      screen.enrolment === enrolment ? {...screen, isLooking: false, looked: message.looked} : screen,
    ),
  );
}

/** What is so when something about a subscription was done; undefined for what is about none. */
export function subscriptionDone(before: Model, effect: Effect): Step | undefined {
  const model = withoutHelp(before);
  const top = topOf(model);
  switch (effect.kind) {
    case 'add-subscription': {
      const {id} = effect;
      const reading: SubscriptionEffect = {kind: 'read-subscription', id};
      // Somebody who has gone on is not called back.
      if (top.kind !== 'subscriptions' || !top.isAdding) return still(withResult(before, id, {kind: 'added'}), reading);
      const list = {...top, typing: undefined, id: emptyLine, isAdding: false, selected: `${id}`};
      return still(push(replace(model, list), subscriptionScreen(id, {kind: 'added'})), reading);
    }
    case 'change-subscription': {
      const {id, order} = effect;
      const below = top.kind === 'change' ? pop(model) : before;
      return still(withResult(below, id, {kind: 'done', change: order.change}));
    }
    case 'judge-enrolment':
      return still(top.kind === 'enrolment' ? pop(model) : before);
    default:
      return undefined;
  }
}

/** After these the subscription is not, or may not be, what the till took it for. */
const isAboutItsState = ({code}: Problem) =>
  code === 'subscription-refused' || code === 'subscription-unclear' || code === 'subscription-unknown';

/** What is so when it could not be done; undefined for what is said as everything else is. */
export function subscriptionFailed(before: Model, effect: Effect, problem: Problem): Step | undefined {
  const model = withoutHelp(before);
  const top = topOf(model);
  switch (effect.kind) {
    case 'add-subscription': {
      const {id} = effect;
      if (top.kind === 'subscriptions' && top.isAdding) {
        return still(replace(model, {...top, isAdding: false, problem}));
      }
      const heard = withHearing(before, id, {kind: 'heard', at: 0, isListed: false, problem});
      return still(withResult(heard, id, {kind: 'problem', problem, isAskedAnew: false}));
    }
    case 'read-charges':
      return still(changed(before, 'charges', each => ({...each, window: withoutPage(each.window, problem)})));
    case 'change-subscription': {
      if (top.kind !== 'change') return undefined;
      if (!isAboutItsState(problem)) {
        return still(replace(model, {...top, asked: undefined, isSending: false, wrong: {field: top.focus, problem}}));
      }
      const {id} = effect;
      const asking = withHearing(pop(model), id, {kind: 'asking'});
      const told = withResult(asking, id, {kind: 'problem', problem, isAskedAnew: true});
      return still(told, {kind: 'read-subscription', id});
    }
    case 'look-for-enrolment':
      return still(changed(before, 'enrolment', each => ({...each, isLooking: false, looked: undefined})));
    case 'judge-enrolment':
      if (top.kind !== 'enrolment') return undefined;
      return still(replace(model, {...top, isWriting: false, wrong: {field: 'reason', problem}}));
    case 'refresh-subscriptions': {
      const hearing: Hearing = {kind: 'heard', at: 0, isListed: false, problem};
      return still(changed(before, 'subscriptions', each => ({...each, hearing})));
    }
    default:
      return undefined;
  }
}
