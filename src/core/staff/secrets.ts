import {Problem} from '../problem.js';
import type {StaffRole} from './schema.js';
import {isPin, pinDigits} from './staff.js';

/** PINs that a guesser tries first: one digit repeated, and digits in sequence. */
const isWeak = (pin: string) => /^(\d)\1+$/.test(pin) || '01234567890'.includes(pin) || '09876543210'.includes(pin);

/** Checks a new PIN. Throws `Problem` pin-invalid, pin-weak. */
export function checkPin(pin: string): void {
  const {least, most} = pinDigits;
  if (!isPin(pin)) throw new Problem('pin-invalid', {least, most});
  if (isWeak(pin)) throw new Problem('pin-weak');
}

const properDigits = 6;

/** Whether a PIN is short for somebody who may change settings or people. It is taken, but a longer one is proposed. */
export const isShortPin = (role: StaffRole, pin: string): boolean =>
  isLongerProposed(role) && pin.length < properDigits;

/** Whether somebody of this role should have a PIN of at least six digits. */
export const isLongerProposed = (role: StaffRole): boolean => role === 'owner' || role === 'manager';

const shortestPassphrase = 12;
const shortestBadge = 6;

/** Checks a new passphrase. Throws `Problem` passphrase-short. */
export function checkPassphrase(passphrase: string): void {
  if (passphrase.length < shortestPassphrase) throw new Problem('passphrase-short', {least: shortestPassphrase});
}

/** Checks a new badge; `badge` has no surrounding spaces. Throws `Problem` badge-short, also for a badge that could be a PIN. */
export function checkBadge(badge: string): void {
  if (badge.length < shortestBadge || isPin(badge)) throw new Problem('badge-short', {least: shortestBadge});
}

/** Letters and digits that cannot be mistaken for one another. */
const codeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a random code of twenty letters and digits in groups of five. It has 98 bits; each character is equally likely. */
export function newCode(random: (bytes: number) => Uint8Array): string {
  const letters: string[] = [];
  while (letters.length < 20)
    for (const byte of random(20 - letters.length))
      if (byte < codeLetters.length * 8) letters.push(codeLetters.charAt(byte % codeLetters.length));
  return letters.join('').replaceAll(/.{5}(?=.)/g, '$&-');
}

/** The text whose SHA-256 a list of the office has of the code with which somebody begins at a till. Nobody finds 98 bits by trying. */
export const startText = (code: string): string => `duka start ${bareCode(code)}`;

/** Returns a code in capitals without separators, however it was typed. */
export const bareCode = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Returns the number of a script and its secret from a token. Throws `Problem` token-unreadable. */
export function readToken(token: string): {readonly number: number; readonly secret: string} {
  const [, number, secret] = /^\s*(\d{1,6})\.([0-9A-Za-z-]{20,40})\s*$/.exec(token) ?? [];
  if (secret === undefined) throw new Problem('token-unreadable');
  return {number: Number(number), secret: bareCode(secret)};
}
