import {stripVTControlCharacters} from 'node:util';

/**
 * What a text may hold by its nature and where digits of a card stand by chance now and then: the references of the service
 * (a time and a random number) and of a till, hashes, UUIDs, the acquirer's twelve digits (in a database they stand behind the
 * scheme) and its code, the milliseconds of a time, sizes, what tells a file from its copy, and a transaction's id, which the
 * service makes of the time.
 */
const chance = new RegExp(
  [
    String.raw`P-C-\d+-\d+`,
    String.raw`(?<![A-Z\d])(?=(?:\d*[A-Z]){3})[A-Z\d]{1,3}[\dA-HJKMNP-TV-Z]{12}(?![A-Z\d])`,
    '[0-9a-f]{64}',
    '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    String.raw`"\d{12}"`,
    String.raw`[A-Z]{4,}\d{12}(?!\d\d)`,
    String.raw`"authCode":\s*"\d{6}"`,
    String.raw`:\d\d\.\d{3,9}\b`,
    String.raw`"(?:bytes|serverTime)":\s*\d+`,
    String.raw`"(?:identity|stamp)":\s*"[\d-]+"`,
    String.raw`(?<!\d)1[789]\d{11}(?!\d)`,
  ].join('|'),
  'g',
);
/** What stands before it and the last four digits of a card have nothing to do with each other. */
const mask = /•{4,}/g;

/** Every run of `length` digits of a card's number, but those of one digit, which stand in other numbers too. */
export function digitRuns(number: string, length: number): readonly string[] {
  const runs = Array.from({length: number.length - length + 1}, (_, start) => number.slice(start, start + length));
  return runs.filter(run => new Set(run).size > 1);
}

/** A text without those. */
export const withoutChance = (text: string): string => text.replaceAll(/\\"|&quot;/g, '"').replaceAll(chance, '""');

/** What the service draws, as it stands in its database: beside the next column, without quotes. */
const drawn = /P-C-\d{13}-\d{1,10}|(?<!\d)\d{12}(?=\D|[0-9a-f]{8}-)/g;

/** The bytes of a file, which may be the service's database, without those. */
export const bytesWithoutChance = (bytes: string): string => withoutChance(bytes).replaceAll(drawn, '');

/**
 * What of these secrets stands in a text of our own, whatever colour, space or dot was put between their characters. A mask
 * is no gap in a number, but the digits that are not shown.
 */
export function cardLeaks(
  text: string,
  numbers: readonly string[],
  secrets: readonly string[] = [],
): readonly string[] {
  const shown = withoutChance(stripVTControlCharacters(text)).replaceAll(mask, '*');
  const bare = shown.replaceAll(/[\s•]/gu, '');
  return [...secrets, ...numbers.flatMap(number => digitRuns(number, 6))].filter(part => bare.includes(part));
}
