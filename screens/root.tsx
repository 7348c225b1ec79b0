import {Text} from 'ink';
import {type ReactNode, useSyncExternalStore} from 'react';
import type {Program} from './program.js';
import {type Key, useKeyboard} from './terminal/keyboard.js';
import {type Size, useSize} from './terminal/size.js';

/** What the window shows at present, and what hears the keys. */
export type Scene = {readonly draw: (size: Size) => ReactNode; readonly onKey: (key: Key, size: Size) => void};

/** Draws one scene after another under the same listener, so that no key is lost between two of them. */
export function Root({stage}: {readonly stage: Program<Scene, Scene>}): ReactNode {
  const scene = useSyncExternalStore(stage.subscribe, stage.model);
  const size = useSize();
  useKeyboard(key => stage.model().onKey(key, size));
  return scene.draw(size);
}

/** Returns a scene with one line of text, for times when there is nothing to decide. */
export const waitingScene = (text: string): Scene => ({draw: () => <Text> {text}</Text>, onKey: () => undefined});
