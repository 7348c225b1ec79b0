import * as all from './all.js';
import {contextOf} from './kit/context.js';
import {Screens} from './kit/program.js';
import type {AnyScreen, PlacesOf} from './kit/screen.js';
import type {Context} from './kit/step.js';
import type {Model} from './model.js';
import type {ReducerContext} from './reducer-context.js';

declare module './places.js' {
  interface Places extends PlacesOf<(typeof all)[keyof typeof all]> {}
}

export const screens: readonly AnyScreen[] = Object.values(all);

export const tillScreens = new Screens<Model, ReducerContext, Context>({
  screens,
  contextOf,
  isOwnPin: (typed, {till}) => till.isOwnPin(typed),
  mayLook: (verb, {till}) => till.mayLook(verb),
});
