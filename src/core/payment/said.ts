import {Problem} from '../problem.js';
import {validateFreeText} from './order.js';

/** Returns a person's name as it is recorded. Throws `Problem` person-missing, text-has-card, text-too-long. */
export const personSaid = (text: string): string => said(text, 'person-missing');

type KnownNames = {
  readonly staff: {readonly people: readonly {readonly name: string}[]};
  readonly ledger: {
    readonly shift: {readonly person: string} | null;
    readonly period: {readonly people: readonly string[]};
  };
};

/**
 * Does the same as `personSaid` for a name that somebody types on the command line or into a field. A name without a
 * letter is probably an amount in the wrong place, so it is refused unless the journal knows a person of that name.
 * Throws `Problem` person-without-letters as well.
 */
export function nameTyped(text: string, known?: KnownNames): string {
  const name = personSaid(text);
  if (!/\p{L}/u.test(name) && !isKnown(name, known)) throw new Problem('person-without-letters', {name});
  return name;
}

const isKnown = (name: string, known: KnownNames | undefined): boolean =>
  known !== undefined &&
  [known.ledger.shift?.person, ...known.ledger.period.people, ...known.staff.people.map(each => each.name)].includes(
    name,
  );

/** Returns a reason as it is recorded. Throws `Problem` reason-missing, text-has-card, text-too-long. */
export const reasonSaid = (text: string): string => said(text, 'reason-missing');

function said(text: string, missing: 'person-missing' | 'reason-missing'): string {
  const words = text.trim();
  if (words === '') throw new Problem(missing);
  validateFreeText(words);
  return words;
}

/** Returns the `Problem` that `read` throws; undefined if it throws none. */
export function problemOf(read: () => unknown): Problem | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error;
  }
}
