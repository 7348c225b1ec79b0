import {setFlagsFromString} from 'node:v8';
import {render, Text} from 'ink';
import {type ReactNode, useSyncExternalStore} from 'react';
import {begun, growthFlag, youngFlag} from '../src/core/technical/memory-flags.js';
import {createProgram, type Program} from './program.js';
import {later} from './terminal/clock.js';
import {endLostPastes, type Key, tellKeysApart, useKeyboard} from './terminal/keyboard.js';
import {type Size, useSize} from './terminal/size.js';

/** What the window shows at present, and what hears the keys. The next scene hears the `unheard`, as they were typed. */
export type Scene = {
  readonly draw: (size: Size) => ReactNode;
  readonly onKey: (key: Key, size: Size) => void;
  readonly unheard?: readonly (readonly [key: Key, size: Size])[];
};

/** Draws one scene after another under the same listener, so that no key is lost between two of them. */
export function Root({stage}: {readonly stage: Program<Scene, Scene>}): ReactNode {
  const scene = useSyncExternalStore(stage.subscribe, stage.model);
  const size = useSize();
  useKeyboard(key => stage.model().onKey(key, size));
  return scene.draw(size);
}

/** Returns a scene with one line of text, for times when there is nothing to decide. */
export function waitingScene(text: string, monotonic: () => number): Scene {
  const unheard: [Key, Size][] = [];
  const onKey = (key: Key, size: Size) => {
    unheard.push([{at: monotonic(), ...key}, size]);
  };
  return {draw: () => <Text> {text}</Text>, onKey, unheard};
}

type Stage = Program<Scene, Scene>;

export function newStage(text: string): Stage {
  const stage: Stage = createProgram({
    first: {model: {draw: () => <Text> {text}</Text>, onKey: () => undefined}, effects: []},
    update: ({unheard = []}: Scene, next: Scene) => ({model: next, effects: unheard}),
    run: ([key, size]) => stage.model().onKey(key, size),
  });
  return stage;
}

/** A window on this terminal. It takes the whole terminal or, with `isPlain` (sentences), the lines below the last one. */
export type Window = ReturnType<typeof render>;

/** Opens the window of a stage, and hears every key from then on. */
export function openWindow(stage: Stage, isPlain: boolean): Window {
  endLostPastes(process.stdin);
  // Ink listens only after its first frame. Until then the terminal would echo typed keys, and an Enter would move the whole frame.
  process.stdin.setRawMode?.(true);
  const window = render(<Root stage={stage} />, {
    alternateScreen: !isPlain,
    isScreenReaderEnabled: isPlain,
    incrementalRendering: true,
    interactive: true,
    maxFps: 250,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  if (isPlain) return window;
  const putBack = tellKeysApart(process.stdin, process.stdout);
  const unmount: Window['unmount'] = error => {
    putBack();
    window.unmount(error);
  };
  return {...window, unmount};
}

/** Resolves when the terminal is restored. */
export async function closeWindow(window: Window | undefined, isPlain: boolean): Promise<void> {
  if (isPlain) window?.clear(); // the shell continues where the question was
  window?.unmount();
  await window?.waitUntilExit().catch(() => undefined);
}

/** Limits the memory of the process. Returns a function to call at its end. */
export function holdMemory(): () => void {
  setFlagsFromString(growthFlag);
  return later(begun, () => setFlagsFromString(youngFlag));
}
