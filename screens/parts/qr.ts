import {encode} from 'uqr';
import type {Style, Styles} from '../terminal/styles.js';
import {type Row, row, span} from './rows.js';

/** A quiet zone of two: less than the standard asks for, and enough for the cameras of telephones. */
const border = 2;
/** What a cell shows of its upper and lower module, by which of them are dark. */
const halves = [
  ['█', '▀'],
  ['▄', ' '],
] as const;

/**
 * A QR code in half blocks, two modules to a cell. The blocks are its light modules, so that on a dark terminal it has
 * the right polarity without any colour, and paper and ink are named where colours are allowed.
 */
export function qrRows(text: string, styles: Styles): readonly Row[] {
  const {data, size} = encode(text, {ecc: 'L', border});
  const paper: Style = styles.paper.backgroundColor === undefined ? {} : {color: 'white', backgroundColor: 'black'};
  const isDark = (y: number, x: number): 0 | 1 => (data[y]?.[x] === true ? 1 : 0);
  return Array.from({length: Math.ceil(size / 2)}, (_, half) => {
    const cells = Array.from({length: size}, (__, x) => halves[isDark(2 * half, x)][isDark(2 * half + 1, x)]);
    return row(span(cells.join(''), paper));
  });
}
