import {isReference, ownReference} from '../journal/reference.js';

/** The references of ours that a row names; none where it names something else too, or no more than one. */
export function referencesIn(text: string): readonly string[] {
  const parts = text.split(/[\s,;+&|/]+/u).map(ownReference);
  return parts.length > 1 && parts.every(isReference) ? [...new Set(parts)] : [];
}
