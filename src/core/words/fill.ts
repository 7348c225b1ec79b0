import type {Facts} from '../problem.js';
import {cleanText} from '../text/text.js';

export type {Language} from '../market/markets.js';

/** The sentence with its `{blanks}` filled; foreign text in a blank cannot move the cursor or break a line. */
export function fill(sentence: string, facts: Facts = {}): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = facts[name];
    return value === undefined ? '?' : cleanText(String(value), 200);
  });
}
