import type {Screen} from '../model.js';
import type {Keymap} from '../terminal/bindings.js';
import {sumsOf} from './cash-form.js';

/** The keys as they count on a screen: a sale in cash has one for each sum that it offers, and no more. */
export function keysOn(screen: Screen, keys: Keymap): Keymap {
  if (screen.kind !== 'cash') return keys;
  return {...keys, 'pick-sum': keys['pick-sum'].slice(0, sumsOf(screen.form).length + 1)};
}
