import {type Language, messages} from './messages.js';

/** Returns a list as part of a sentence: `"A"`, `"A and B"`, `"A, B et C"`. */
export function listText(items: readonly string[], language: Language): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')}${messages(language).intl.and}${last}`;
}
