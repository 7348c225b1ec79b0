import type {Language} from '../../src/core/messages/messages.js';

/**
 * Something that is so. It is said when its `key` is new; one whose numbers only grow older has a key without them.
 *
 * - `news` is said once. What is news at one moment makes one sentence.
 * - `standing` is said again when somebody presses a key and nothing else is news.
 * - `detail` is said then alone.
 * - `line` belongs to a text that somebody has asked for, and is a line of its own.
 */
export type Utterance = {
  readonly key: string;
  readonly text: string;
  readonly kind: 'news' | 'standing' | 'detail' | 'line';
};

/** What a screen has to say at a moment, and what it asks for. */
export type ScreenNarration = {readonly facts: readonly Utterance[]; readonly prompt: string};

/** The same, and in which language it is made one sentence. */
export type Narration = ScreenNarration & {readonly language: Language};

export const fact = (text: string, key = text): Utterance => ({key, text, kind: 'news'});
export const standing = (text: string, key = text): Utterance => ({key, text, kind: 'standing'});
export const detail = (text: string, key = text): Utterance => ({key, text, kind: 'detail'});
export const line = (text: string, key = text): Utterance => ({key, text, kind: 'line'});

/** Equal lines of one text are lines of their own. */
export const lines = (name: string, texts: readonly string[]): readonly Utterance[] =>
  texts.map((text, at) => line(text, `${name} ${at} ${text}`));
