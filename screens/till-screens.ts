import type * as all from './all.js';
import {Screens} from './kit/program.js';
import {type Context, contextOf, type PlacesOf} from './kit/screen.js';
import type {Model, ReducerContext} from './model.js';
import {sale} from './sale/sale.js';
import {approve, signIn} from './sign-in/sign-in.js';

declare module './model.js' {
  interface Places extends PlacesOf<(typeof all)[keyof typeof all]> {}
}

/** The screens of the till: at first those that it may open with, and all from `loadScreens` on. */
export const tillScreens = new Screens<Model, ReducerContext, Context>({
  screens: [sale, signIn, approve],
  contextOf,
  isOwnPin: (typed, {till}) => till.isOwnPin(typed),
  mayLook: (verb, {till}) => till.mayLook(verb),
});

let loading: Promise<void> | undefined;
let isLoaded = false;

export const areLoaded = (): boolean => isLoaded;

/** Takes every screen of the till into memory, for as long as it is open: another version may be installed over this one. */
export function loadScreens(): Promise<void> {
  loading ??= import('./all.js').then(every => {
    tillScreens.add(Object.values(every));
    isLoaded = true;
  });
  return loading;
}
