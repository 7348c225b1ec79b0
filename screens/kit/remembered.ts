import type {State} from '../../src/core/books/state.js';

/**
 * Returns a cache for one value made from the till's state. The value is made again when the state changes or when the other keys differ. A
 * frame asks for it several times.
 */
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
