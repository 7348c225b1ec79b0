import type {State} from '../../src/core/journal/state.js';

/** Remembers what was made of the till's state last, until anything happens or it is asked for by other keys: a frame asks several times. */
export function remembered<T>(): (state: State, keys: readonly unknown[], make: () => T) => T {
  const found = new WeakMap<State, {readonly keys: readonly unknown[]; readonly made: T}>();
  return (state, others, make) => {
    const keys = [state.version, ...others];
    const last = found.get(state);
    if (last?.keys.every((key, at) => key === keys[at]) === true) return last.made;
    const made = make();
    found.set(state, {keys, made});
    return made;
  };
}
