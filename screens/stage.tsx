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

/** A window on this terminal: the whole of it, or where sentences are wanted (`isPlain`) the lines below the last one. */
export type Window = ReturnType<typeof render>;

/** Opens the window of a stage and hears every key from then on. */
export function openWindow(stage: Stage, isPlain: boolean): Window {
  endLostPastes(process.stdin);
  // Ink listens after its first picture: until then the terminal would print what is typed, and an Enter move all of it.
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

/** Resolves when the terminal is as it was before. */
export async function closeWindow(window: Window | undefined, isPlain: boolean): Promise<void> {
  if (isPlain) window?.clear(); // the shell goes on where the question stood
  window?.unmount();
  await window?.waitUntilExit().catch(() => undefined);
}

/**
 * A frame makes megabytes of garbage and keeps next to nothing, and V8 would answer by growing the space for young objects
 * by 60 MB, and the one for old objects to four times of what lives there, which an old PC does not have to give.
 */
export function holdMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=30');
}
