import {Problem} from './problem.js';

export type FieldProblems<Field extends string> = Partial<Record<Field, Problem>>;

/** Reads a form field by field, so that a person sees every mistake at once. */
export function fieldReader<Field extends string>() {
  const problems: FieldProblems<Field> = {};
  return {
    problems,
    /** Returns the result of `read`. If `read` throws a `Problem`, keeps it under `field` and returns undefined. */
    attempt: <T>(field: Field, read: () => T): T | undefined => {
      try {
        return read();
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        problems[field] ??= error;
        return undefined;
      }
    },
    hasProblems: () => Object.keys(problems).length > 0,
  };
}

/** Returns what was read of a form. If nothing was, throws the first problem in the order of the fields. */
export function required<T, Field extends string>(
  read: T | undefined,
  problems: Readonly<FieldProblems<Field>>,
  order: readonly Field[],
): T {
  if (read !== undefined) return read;
  const first = order.find(field => problems[field] !== undefined);
  throw (first && problems[first]) ?? new Error('a form without a problem and without a result');
}
