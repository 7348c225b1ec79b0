import {render} from 'ink';
import type {ReactNode} from 'react';
import {type ExitCode, exitCodes} from '../src/core/problem.js';
import {createProgram} from './program.js';
import {Root, type Scene, waitingScene} from './root.js';
import type {Key} from './terminal/keyboard.js';
import {endLostPastes} from './terminal/lost-pastes.js';
import {onceSignalled} from './terminal/signals.js';
import type {Size} from './terminal/size.js';

/**
 * Draws each value as it comes, until `q` or Ctrl-C, and settles when the terminal is as it was: for who looks at what others do. Rejects as
 * `values` do.
 */
export async function showEach<T>(
  values: (signal: AbortSignal) => AsyncIterable<T>,
  draw: (value: T, size: Size) => ReactNode,
): Promise<ExitCode> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  const stage = createProgram({
    first: {model: waitingScene(''), effects: []},
    update: (_: Scene, next: Scene) => ({model: next, effects: []}),
    run: () => undefined,
  });
  const onKey = (key: Key) => {
    if (isToLeave(key)) leave();
  };
  endLostPastes(process.stdin);
  const signalled = onceSignalled(leave);
  let window: ReturnType<typeof open> | undefined;
  try {
    for await (const value of values(leaving.signal)) {
      stage.dispatch({draw: size => draw(value, size), onKey});
      window ??= open(stage, leave);
    }
  } finally {
    window?.unmount();
    await window?.waitUntilExit();
    signalled();
  }
  return exitCodes.done;
}

function open(stage: Parameters<typeof Root>[0]['stage'], leave: () => void) {
  const window = render(<Root stage={stage} />, {
    alternateScreen: true,
    incrementalRendering: true,
    interactive: true,
    maxFps: 250,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  window.waitUntilExit().then(leave, leave); // a frame that cannot be drawn is thrown where it is awaited again
  return window;
}

const isToLeave = (key: Key): boolean =>
  key.kind === 'press' ? key.name === 'ctrl-c' : key.kind === 'text' && key.text.toLowerCase() === 'q';
