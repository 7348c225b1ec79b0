import {Problem} from '../src/core/problem.js';
import {asReplaced} from '../src/core/technical/replaced.js';
import type {Till} from '../src/till/till.js';
import {look} from './attention.js';
import type {Effect, Message} from './model.js';
import {later} from './terminal/clock.js';
import {tillScreens} from './till-screens.js';

/** In milliseconds. A timer may fire early, and it does not use the clock that decides. */
const aMoment = 20;

export type EffectParts = {
  readonly till: Till;
  readonly leave: () => void;
  /** Called with an error that is not a `Problem`: a bug in the program, which ends the till without ending a payment. */
  readonly crash: (error: unknown) => void;
};

/** Returns a function that carries out the effects that a reducer has decided. Their results are dispatched as messages. */
export function runEffects({
  till,
  leave,
  crash,
}: EffectParts): (effect: Effect, dispatch: (message: Message) => void) => void {
  return (effect, dispatch) => {
    const fail = (error: unknown) => {
      const problem = error instanceof Problem ? error : asReplaced(error);
      if (problem !== undefined) dispatch({kind: 'failed', effect, problem});
      else crash(error);
    };
    switch (effect.kind) {
      case 'challenge': {
        const {reference} = effect;
        till.challenge(reference).then(page => dispatch({kind: 'challenge', reference, page}), fail);
        return;
      }
      case 'open-page':
        till.openPage(effect.url).catch(fail);
        return;
      case 'items':
        till.items().catch(fail);
        return;
      case 'networks':
        till.networks(effect.market).catch(fail);
        return;
      case 'let-look':
        later(look + aMoment, () => dispatch({kind: 'looked'}));
        return;
      case 'front':
        return till.focus(effect.reference);
      case 'ask':
        tillScreens.ask(effect, till, dispatch).catch(crash);
        return;
      case 'look': {
        const {verb, screen} = effect;
        till.look(verb, screen.kind).then(() => dispatch({kind: 'let-in', screen}), fail);
        return;
      }
      case 'set-closing':
        return till.setClosing(effect.isClosing);
      case 'sign-out':
        till.signOut(effect.reason).catch(fail);
        return;
      case 'leave':
        return leave();
    }
  };
}

/** Whether the effect must run before the next frame is drawn. */
export function isUrgent(effect: Effect): boolean {
  return effect.kind === 'ask' && effect.asks.isUrgent === true;
}
