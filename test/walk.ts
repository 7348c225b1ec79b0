import {expect} from 'vitest';

/** What somebody looks at and types into: the screens of a till in this process, or the built program in a terminal. */
type Shown<Key> = {
  readonly screen: () => string;
  readonly type: (text: string) => unknown;
  readonly press: (...keys: Key[]) => unknown;
  readonly sees: (text: string | RegExp) => Promise<void>;
};

/**
 * What is done, and then seen. A text is typed; names of keys, such as `tab enter`, are pressed; a function is whatever else happens, and an
 * empty text is nothing.
 */
type Step = readonly [
  done: string | readonly string[] | (() => unknown),
  ...seen: readonly (string | RegExp | {readonly not: string | RegExp})[],
];

const names = 'enter|(?:shift-)?tab|escape|up|down|left|right|page-(?:up|down)|end|backspace|ctrl-[a-z]';
const keys = new RegExp(`^(?:${names})(?: (?:${names}))*$`);

/** Goes through a list of steps; a failure says the number of its step. */
export async function walk<Key extends string>(shown: Shown<Key>, steps: readonly Step[]): Promise<void> {
  const act = (done: string | (() => unknown)) => {
    if (typeof done === 'function') return done();
    if (keys.test(done)) return shown.press(...(done.split(' ') as Key[]));
    return done === '' ? undefined : shown.type(done);
  };
  for (const [at, [done, ...seen]] of steps.entries())
    try {
      for (const each of typeof done === 'object' ? done : [done]) await act(each);
      for (const each of seen) {
        if (typeof each === 'string' || each instanceof RegExp) await shown.sees(each);
        else if (typeof each.not === 'string') expect(shown.screen()).not.toContain(each.not);
        else expect(shown.screen()).not.toMatch(each.not);
      }
    } catch (error) {
      throw new Error(`step ${at + 1} of ${steps.length}, ${done}: ${(error as Error).message}`, {cause: error});
    }
}
