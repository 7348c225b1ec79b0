import {registerHooks} from 'node:module';
import type {Mutation} from './mutations.js';

/**
 * Puts a mistake into a file of the product as it is loaded. Must be called before anything loads it; throws, as it is
 * loaded, when the text is not there exactly once. Returns the way to learn whether it was loaded.
 */
export function mutate([{file}, find, replace]: Mutation): () => boolean {
  let isLoaded = false;
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(`/${file}`)) return loaded;
      const parts = Buffer.from(loaded.source as Uint8Array | string)
        .toString('utf8')
        .split(find);
      if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${find}`);
      isLoaded = true;
      return {...loaded, source: parts.join(replace)};
    },
  });
  return () => isLoaded;
}
