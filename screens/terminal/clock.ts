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
