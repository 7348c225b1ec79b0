import {constants} from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `act` at the first signal that asks this process to end. The returned function ends the listening, and if there was a signal it
 * ends the process with the exit code of that signal. The caller must restore the terminal first.
 */
export function onceSignalled(act: () => void): () => void {
  let received: (typeof signals)[number] | undefined;
  const listener = (signal: NodeJS.Signals) => {
    received ??= signals.find(name => name === signal);
    act();
  };
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
    if (received !== undefined) process.exit(128 + constants.signals[received]);
  };
}
