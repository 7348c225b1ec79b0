import {messages} from '../../src/core/messages/messages.js';
import type {Model} from '../model.js';
import type {ReducerContext} from '../reducer-context.js';
import type {Context} from './step.js';

/** What a screen may know now. */
export function contextOf(
  model: Pick<Model, 'challenges' | 'keptCount' | 'takings' | 'isPlain'>,
  {till, shop, keys}: ReducerContext,
): Context {
  const {language} = shop;
  const {challenges, keptCount, takings, isPlain} = model;
  // Whoever is signed in is the person of what is done.
  const person = till.actor()?.name;
  return {
    till,
    shop: person === undefined ? shop : {...shop, person},
    language,
    keys,
    words: messages(language),
    now: till.now(),
    challenges,
    keptCount,
    takings,
    isPlain,
  };
}
