import {movedOffset} from '../parts/offset.js';
import type {Context, ScreenKey} from './step.js';

/** Returns the key that moves the offset of a text. */
export const scrollKey = <S extends {readonly offset: number}, C = Context>(): ScreenKey<S, C, unknown> => ({
  id: 'scroll',
  press: (state, _, pressed) => ({state: {...state, offset: movedOffset(state.offset, pressed)}}),
});
