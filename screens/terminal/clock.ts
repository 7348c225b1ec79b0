import {useEffect, useState} from 'react';

const second = 1000;
const minute = 60 * second;

/**
 * The time, renewed at the turn of every second while something ages on the screen and at the turn of every minute
 * otherwise: a till at rest draws nothing. A clock that was set shows at the next turn.
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

/** Calls `act` after a while, unless it is called off by what this returns. */
export function later(milliseconds: number, act: () => void): () => void {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
}

const pieces = 4;

/**
 * Calls `act` after a while of listening, unless it is called off. Time in which the program was too busy to hear a key
 * counts for a quarter of the while at most, and what was typed in it is heard first.
 */
export function afterListening(milliseconds: number, act: () => void): () => void {
  let isOff = false;
  let callOff: (() => void) | undefined;
  const listen = (left: number) => {
    callOff = later(milliseconds / pieces, () => {
      // The terminal's bytes are read between the timers and this.
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
