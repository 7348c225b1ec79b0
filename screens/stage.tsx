import {setFlagsFromString} from 'node:v8';
import {render} from 'ink';
import {createProgram, type Program} from './program.js';
import {Root, type Scene, waitingScene} from './root.js';
import {endLostPastes} from './terminal/lost-pastes.js';

export type Stage = Program<Scene, Scene>;

export const newStage = (text: string): Stage =>
  createProgram({
    first: {model: waitingScene(text), effects: []},
    update: (_: Scene, next: Scene) => ({model: next, effects: []}),
    run: () => undefined,
  });

/** A window on this terminal. It takes the whole terminal or, with `isPlain` (sentences), the lines below the last one. */
export type Window = ReturnType<typeof render>;

/** Opens the window of a stage, and hears every key from then on. */
export function openWindow(stage: Stage, isPlain: boolean): Window {
  endLostPastes(process.stdin);
  // Ink listens only after its first frame. Until then the terminal would echo typed keys, and an Enter would move the whole frame.
  process.stdin.setRawMode?.(true);
  return render(<Root stage={stage} />, {
    alternateScreen: !isPlain,
    isScreenReaderEnabled: isPlain,
    incrementalRendering: true,
    interactive: true,
    maxFps: 250,
    exitOnCtrlC: false,
    patchConsole: false,
  });
}

/** Resolves when the terminal is restored. */
export async function closeWindow(window: Window | undefined, isPlain: boolean): Promise<void> {
  if (isPlain) window?.clear(); // the shell continues where the question was
  window?.unmount();
  await window?.waitUntilExit().catch(() => undefined);
}

/**
 * Limits the memory of the process. A frame makes megabytes of garbage and keeps almost nothing of it. V8 would respond by growing the
 * young generation by 60 MB, and the old generation to four times the live objects, and an old computer may not have that much memory.
 */
export function holdMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=30');
}
