import {screens} from './all.js';
import {contextOf} from './kit/context.js';
import {Screens} from './kit/program.js';
import type {Context} from './kit/step.js';
import type {Model} from './model.js';
import type {ReducerContext} from './reducer-context.js';

/** The screens of the till. */
export const tillScreens = new Screens<Model, ReducerContext, Context>({
  screens,
  contextOf,
  isOwnPin: (typed, {till}) => till.isOwnPin(typed),
  mayLook: (verb, {till}) => till.mayLook(verb),
});
