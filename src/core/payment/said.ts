import {Problem} from '../problem.js';
import {validateFreeText} from './order.js';

/** A person's name as it is written down. Throws `Problem` person-missing, text-has-card, text-too-long. */
export function personSaid(text: string): string {
  return said(text, 'person-missing');
}

/**
 * The same of a name that is typed into a field, or kept for good: one without a letter is an amount that went astray. Throws
 * `Problem` person-without-letters too.
 */
export function nameTyped(text: string): string {
  const name = personSaid(text);
  if (!/\p{L}/u.test(name)) throw new Problem('person-without-letters', {name});
  return name;
}

/** A reason as it is written down. Throws `Problem` reason-missing, text-has-card, text-too-long. */
export function reasonSaid(text: string): string {
  return said(text, 'reason-missing');
}

function said(text: string, missing: 'person-missing' | 'reason-missing'): string {
  const words = text.trim();
  if (words === '') throw new Problem(missing);
  validateFreeText(words);
  return words;
}

/** Why `read` throws a `Problem`; undefined where it throws none. */
export function problemOf(read: () => unknown): Problem | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error;
  }
}
