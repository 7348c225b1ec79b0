import {Problem} from '../problem.js';
import {validateFreeText} from './order.js';

/** A person's name as it is written down. Throws `Problem` person-missing, text-has-card, text-too-long. */
export function personSaid(text: string): string {
  return said(text, 'person-missing');
}

/** The names that a journal has of people. */
type KnownNames = {
  readonly staff: {readonly people: readonly {readonly name: string}[]};
  readonly ledger: {
    readonly shift: {readonly person: string} | null;
    readonly period: {readonly people: readonly string[]};
  };
};

/**
 * The same of a name that somebody types, on a line or into a field: one without a letter is an amount that went astray, unless
 * somebody is called so already. Throws `Problem` person-without-letters too.
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
