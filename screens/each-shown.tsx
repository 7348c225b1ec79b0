import type {ReactNode} from 'react';
import {type ExitCode, exitCodes} from '../src/core/problem.js';
import {newStage, openWindow, type Window} from './stage.js';
import type {Key} from './terminal/keyboard.js';
import {onceSignalled} from './terminal/signals.js';
import type {Size} from './terminal/size.js';

/**
 * Draws each value as it arrives, until `q` or Ctrl-C, for a person who watches what others do. Settles when the terminal is restored.
 * Rejects with the error of `values`.
 */
export async function showEach<T>(
  values: (signal: AbortSignal) => AsyncIterable<T>,
  draw: (value: T, size: Size) => ReactNode,
): Promise<ExitCode> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  const stage = newStage('');
  const onKey = (key: Key) => {
    if (isToLeave(key)) leave();
  };
  const signalled = onceSignalled(leave);
  let window: Window | undefined;
  try {
    for await (const value of values(leaving.signal)) {
      stage.dispatch({draw: size => draw(value, size), onKey});
      if (window !== undefined) continue;
      window = openWindow(stage, false);
      window.waitUntilExit().then(leave, leave); // a frame that cannot be drawn throws at the later await too
    }
  } finally {
    window?.unmount();
    await window?.waitUntilExit();
    signalled();
  }
  return exitCodes.done;
}

const isToLeave = (key: Key): boolean =>
  key.kind === 'press' ? key.name === 'ctrl-c' : key.kind === 'text' && key.text.toLowerCase() === 'q';
