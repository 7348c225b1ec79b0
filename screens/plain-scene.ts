import type {Till} from '../src/till/till.js';
import {takesNoKey} from './attention.js';
import {contextOf} from './kit/context.js';
import {createSpeaker, type Speaker} from './kit/speaker.js';
import {spokenScene} from './kit/transcript.js';
import {type Message, type Model, topOf} from './model.js';
import {narrateTill} from './narrate-till.js';
import type {Program} from './program.js';
import type {ReducerContext} from './reducer-context.js';
import type {Scene} from './root.js';
import {tillScreens} from './till-screens.js';

/** Returns the scene of a till in sentences. The model, the keys and their effects are the same as with frames. */
export function plainScene(
  program: Program<Model, Message>,
  till: Till,
  {shop, keys}: ReducerContext,
): Scene & {readonly speaker: Speaker; readonly stop: () => void} {
  const speaker = createSpeaker(() => {
    const model = program.model();
    const here = tillScreens.keysOn(topOf(model), keys);
    return narrateTill(model, contextOf(model, {till, shop, keys: here}));
  });
  const stop = program.subscribe(() => speaker.changed());
  const onKey: Scene['onKey'] = (key, size) => program.dispatch({kind: 'key', key, size});
  return {speaker, stop, ...spokenScene('till', speaker, onKey, () => takesNoKey(program.model(), {till}))};
}
