import {randomInt} from 'node:crypto';

/** So many characters of 0-9 and A-Z, as the service's own references have them. */
export function randomCode(length: number): string {
  return Array.from({length}, () => randomInt(36).toString(36))
    .join('')
    .toUpperCase();
}
