import {Problem} from '../problem.js';

/** What was wrong, by field: the first problem of each. */
export type FieldProblems<Field extends string> = Partial<Record<Field, Problem>>;

/** Reads a form field by field, so that a person sees every mistake at once. */
export function fieldReader<Field extends string>() {
  const problems: FieldProblems<Field> = {};
  return {
    problems,
    /** What `read` gives; undefined where it throws a `Problem`, which is kept under `field`. */
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

/** The first problem in the order of the fields, to be thrown where one answer is wanted. */
export function firstProblem<Field extends string>(
  problems: Readonly<FieldProblems<Field>>,
  order: readonly Field[],
): Error {
  const first = order.find(field => problems[field] !== undefined);
  return (first && problems[first]) ?? new Error('a form without a problem and without a result');
}
