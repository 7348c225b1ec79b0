import type {Secret} from '../../src/core/card/secret.js';
import type {Model, Step} from '../model.js';
import {isOpen, secretsOf} from './program.js';

/**
 * Wipes what a step has taken off the screens: a secret that was edited, one whose screen was left, a card whose question was
 * answered with no. A card that an effect has is the till's from here on.
 */
export function wipeGone(before: Model, {model, effects}: Step): void {
  if (model.stack === before.stack) return;
  const kept = new Set<Held>([...heldBy(model), ...effects.flatMap(effect => ('card' in effect ? [effect.card] : []))]);
  for (const held of heldBy(before)) if (!kept.has(held)) held.wipe();
}

/** Wipes every secret of the screens: nobody will look at them again. */
export function wipeAll(model: Model): void {
  for (const held of heldBy(model)) held.wipe();
}

type Held = {readonly wipe: () => void};

function heldBy({stack}: Model): readonly Held[] {
  return stack.flatMap((screen): readonly Held[] => {
    if (isOpen(screen)) return secretsOf(screen);
    if (screen.kind === 'enrol') return secretsIn(screen.lines);
    if (screen.kind === 'enrol-confirm') return [screen.card];
    return [];
  });
}

const secretsIn = (lines: Readonly<Record<string, {readonly secret?: Secret}>>): readonly Secret[] =>
  Object.values(lines).flatMap(({secret}) => secret ?? []);
