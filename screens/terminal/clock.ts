import {useEffect, useState} from 'react';

const second = 1000;
const minute = 60 * second;

/**
 * Returns the time. It is updated every second while something on the screen ages, otherwise every minute, so that an idle till draws
 * nothing. If the clock is set, the next update shows it.
 */
export function useNow(now: () => number, isAgeing: boolean): number {
  const [, tick] = useState(0);
  const every = isAgeing ? second : minute;
  const time = now();
  useEffect(() => {
    const timer = setTimeout(() => tick(count => count + 1), every - (time % every));
    return () => clearTimeout(timer);
  });
  return time;
}

/** Calls `act` after this many milliseconds. Returns a function that cancels the call. */
export function later(milliseconds: number, act: () => void): () => void {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
}

const pieces = 4;

/**
 * Calls `act` after this many milliseconds of listening for keys. Returns a function that cancels the call. Time in which the program was
 * too busy to hear a key counts for at most a quarter of the total, and keys typed in it are heard first.
 */
export function afterListening(milliseconds: number, act: () => void): () => void {
  let isOff = false;
  let callOff: (() => void) | undefined;
  const listen = (left: number) => {
    callOff = later(milliseconds / pieces, () => {
      // The terminal's input is read between the timers and this callback.
      setImmediate(() => {
        if (isOff) return;
        if (left > 1) listen(left - 1);
        else act();
      });
    });
  };
  listen(pieces);
  return () => {
    isOff = true;
    callOff?.();
  };
}
