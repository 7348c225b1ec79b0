import {randomInt} from 'node:crypto';

/** Returns `length` random characters of 0-9 and A-Z, as in the service's own references. */
export function randomCode(length: number): string {
  return Array.from({length}, () => randomInt(36).toString(36))
    .join('')
    .toUpperCase();
}
