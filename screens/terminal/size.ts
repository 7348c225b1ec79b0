import {constants} from 'node:os';
import {useWindowSize} from 'ink';

export type Size = {readonly columns: number; readonly rows: number};

/** The smallest window for which every screen is drawn. */
export const smallest: Size = {columns: 60, rows: 18};
/** The smallest window in which a sale can be made. */
const smallestForSale: Size = {columns: 40, rows: 10};

const isBelow = ({columns, rows}: Size, least: Size): boolean => columns < least.columns || rows < least.rows;
/** Whether the window is so small that a screen is drawn only if it loses no line. */
export const isSmall = (size: Size): boolean => isBelow(size, smallest);
/** Whether the window has a row for the places that a person goes to all day. */
export const hasDoors = (size: Size): boolean => !isBelow(size, {columns: 80, rows: 24});
/** Whether the window has room for panels beside the sale: today's latest sales and the day. */
export const hasPanels = (size: Size): boolean => !isBelow(size, {columns: 200, rows: 48});
export const isTooSmall = (size: Size): boolean => isBelow(size, smallestForSale);

export function useSize(): Size {
  const {columns, rows} = useWindowSize();
  return {columns, rows};
}

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
