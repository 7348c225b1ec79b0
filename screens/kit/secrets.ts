import type {Model} from '../model.js';
import {secretsOf} from './program.js';

/**
 * Wipes what a step has taken off the screens: a secret that was edited, one whose screen was left, a card whose question was
 * answered with no. A card that was sent has been given to the till, and is not there any more.
 */
export function wipeGone(before: Model, model: Model): void {
  if (model.stack === before.stack) return;
  const remaining = new Set(heldBy(model));
  for (const held of heldBy(before)) if (!remaining.has(held)) held.wipe();
}

/** Wipes every secret of the screens: nobody will look at them again. */
export function wipeAll(model: Model): void {
  for (const held of heldBy(model)) held.wipe();
}

type Held = {readonly wipe: () => void};

const heldBy = ({stack}: Model): readonly Held[] => stack.flatMap(secretsOf);
