import {stripVTControlCharacters} from 'node:util';

/**
 * What a text may hold by its nature and where digits of a card stand by chance now and then: hashes, the acquirer's twelve
 * digits, the milliseconds of a time, sizes, and a transaction's id, which the service makes of the time.
 */
const chance = /[0-9a-f]{64}|"\d{12}"|:\d\d\.\d{3,9}\b|"(?:bytes|serverTime)":\s*\d+|(?<!\d)1[789]\d{11}(?!\d)/g;

/** Every run of `length` digits of a card's number, but those of one digit, which stand in other numbers too. */
export function digitRuns(number: string, length: number): readonly string[] {
  const runs = Array.from({length: number.length - length + 1}, (_, start) => number.slice(start, start + length));
  return runs.filter(run => new Set(run).size > 1);
}

/** A text without those. */
export const withoutChance = (text: string): string => text.replaceAll('\\"', '"').replaceAll(chance, '""');

/** What of these secrets stands in a text of our own, whatever colour, space or dot was put between their characters. */
export function cardLeaks(
  text: string,
  numbers: readonly string[],
  secrets: readonly string[] = [],
): readonly string[] {
  const bare = withoutChance(stripVTControlCharacters(text)).replaceAll(/[\s•]/gu, '');
  return [...secrets, ...numbers.flatMap(number => digitRuns(number, 6))].filter(part => bare.includes(part));
}
