import {Problem} from '../problem.js';
import {isPin, pinDigits} from './staff.js';

/** Digits that anybody tries first. */
const isWeak = (pin: string) => /^(\d)\1+$/.test(pin) || '01234567890'.includes(pin) || '09876543210'.includes(pin);

/** Throws `Problem` pin-invalid, pin-weak. */
export function checkPin(pin: string): void {
  const {least, most} = pinDigits;
  if (!isPin(pin)) throw new Problem('pin-invalid', {least, most});
  if (isWeak(pin)) throw new Problem('pin-weak');
}

const shortestPassphrase = 12;
const shortestBadge = 6;

/** Throws `Problem` passphrase-short. */
export function checkPassphrase(passphrase: string): void {
  if (passphrase.length < shortestPassphrase) throw new Problem('passphrase-short', {least: shortestPassphrase});
}

/** `badge` has no spaces around it. Throws `Problem` badge-short, for what could be a PIN too. */
export function checkBadge(badge: string): void {
  if (badge.length < shortestBadge || isPin(badge)) throw new Problem('badge-short', {least: shortestBadge});
}

/** Letters and digits that nobody takes for others. */
const codeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Twenty letters in groups of five: 98 bits, each letter as likely as the other. */
export function newCode(random: (bytes: number) => Uint8Array): string {
  const letters: string[] = [];
  while (letters.length < 20)
    for (const byte of random(20 - letters.length))
      if (byte < codeLetters.length * 8) letters.push(codeLetters.charAt(byte % codeLetters.length));
  return letters.join('').replaceAll(/.{5}(?=.)/g, '$&-');
}

/** A code however it was typed. */
export const bareCode = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** The number of a script, and what proves that it is the script. Throws `Problem` token-unreadable. */
export function readToken(token: string): {readonly number: number; readonly secret: string} {
  const [, number, secret] = /^\s*(\d{1,6})\.([0-9A-Za-z-]{20,40})\s*$/.exec(token) ?? [];
  if (secret === undefined) throw new Problem('token-unreadable');
  return {number: Number(number), secret: bareCode(secret)};
}
