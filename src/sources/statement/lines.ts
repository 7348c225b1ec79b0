import {Problem} from '../../core/problem.js';
import {limits} from '../bytes.js';

/**
 * Gives a text that comes in pieces line by line, numbered from 1 and without its line ends. Throws the `Problem`
 * `file-record-too-long`.
 */
export function lineReader(file: string, take: (line: string, number: number) => void) {
  let held = '';
  let number = 0;
  const give = (line: string) => {
    number += 1;
    if (line.length > limits.fieldLength) throw new Problem('file-record-too-long', {file, line: number});
    take(line, number);
  };
  return {
    write(piece: string): void {
      const text = held + piece;
      let start = 0;
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
        give(text.slice(start, end));
        start = end + 1;
      }
      held = text.slice(start);
      if (held.length > limits.fieldLength) throw new Problem('file-record-too-long', {file, line: number + 1});
    },
    /** The last line, if it has no end. */
    end(): void {
      if (held !== '') give(held);
      held = '';
    },
  };
}
