import {isReference, ownReference} from '../../journal/reference.js';

/** The Duka references that a row names; empty if the row names only one or anything else besides. */
export function referencesIn(text: string): readonly string[] {
  const parts = text.split(/[\s,;+&|/]+/u).map(ownReference);
  return parts.length > 1 && parts.every(isReference) ? [...new Set(parts)] : [];
}

/** Whether a provider's reference is that of a payment of a Duka till, however it is spelt. */
export const isOwnReference = (text: string): boolean => isReference(ownReference(text.replaceAll('_', '-')));
