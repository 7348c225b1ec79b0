import {stripVTControlCharacters} from 'node:util';
import anyAscii from 'any-ascii';

/** The signs that are read by their shape alone: the tables of letters would make a `v` and an `x` of the first two. */
const signs: Readonly<Record<string, string>> = {'✓': 'OK', '✗': 'NO', '←': '<-', '→': '->'};

/** Returns the text with nothing but ASCII in it. What a terminal obeys stays as it is. */
const asciiText = (text: string): string =>
  text.replaceAll(/[^\0-\x7F]/gu, character => signs[character] ?? anyAscii(character));

/**
 * Makes a terminal that shows no more than ASCII receive nothing else; one that obeys nothing (`isDumb`) receives no controls either. Bytes,
 * and what goes into a file or a pipe, stay as they are.
 */
export function writeAscii(stream: NodeJS.WriteStream, {isDumb}: {readonly isDumb: boolean}): void {
  if (!stream.isTTY) return;
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: readonly unknown[]) => boolean;
  stream.write = (chunk: unknown, ...rest: readonly unknown[]) =>
    write(typeof chunk === 'string' ? asciiText(isDumb ? stripVTControlCharacters(chunk) : chunk) : chunk, ...rest);
}
