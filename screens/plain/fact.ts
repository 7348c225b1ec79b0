/**
 * Something that is so, as one sentence. It is said when its `key` is new; a sentence whose numbers only grow older has
 * a key without them. A standing one is said again when somebody presses a key and nothing else is news.
 */
export type Fact = {readonly key: string; readonly text: string; readonly isStanding?: true};

/** What a screen has to say at a moment, and what it asks for. */
export type Telling = {readonly facts: readonly Fact[]; readonly prompt: string};

export const fact = (text: string, key = text): Fact => ({key, text});
export const standing = (text: string, key = text): Fact => ({key, text, isStanding: true});
