import {Problem} from '../../core/problem.js';
import {limits} from '../bytes.js';

/**
 * Splits a text that comes in pieces into lines, numbered from 1 and without line ends, and passes them to `take`. Throws the `Problem`
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
    /** Passes on the last line, if it has no line end. */
    end(): void {
      if (held !== '') give(held);
      held = '';
    },
  };
}
