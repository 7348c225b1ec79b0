import type {Language} from '../../src/core/messages/messages.js';

/**
 * A fact to narrate. It is narrated when its `key` is new. If its numbers only grow older, the key does not contain them.
 *
 * - `news` is narrated once. All news of a moment is one sentence.
 * - `standing` is narrated again when a key is pressed and there is no news.
 * - `detail` is narrated only then.
 * - `line` belongs to a text that a person has asked for, and is a separate line.
 */
export type Utterance = {
  readonly key: string;
  readonly text: string;
  readonly kind: 'news' | 'standing' | 'detail' | 'line';
};

/** What a screen narrates at a moment, and what it asks for. */
export type ScreenNarration = {readonly facts: readonly Utterance[]; readonly prompt: string};

/** The same, with the language in which it becomes one sentence. */
export type Narration = ScreenNarration & {readonly language: Language};

export const fact = (text: string, key = text): Utterance => ({key, text, kind: 'news'});
export const standing = (text: string, key = text): Utterance => ({key, text, kind: 'standing'});
export const detail = (text: string, key = text): Utterance => ({key, text, kind: 'detail'});
export const line = (text: string, key = text): Utterance => ({key, text, kind: 'line'});

/** Returns the lines of a text. Equal lines have different keys, so that each is narrated. */
export const lines = (name: string, texts: readonly string[]): readonly Utterance[] =>
  texts.map((text, at) => line(text, `${name} ${at} ${text}`));
