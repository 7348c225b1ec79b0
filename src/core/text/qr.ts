import {encode} from 'uqr';

/** A quiet zone of two: less than the standard asks for, and enough for the cameras of telephones. */
const border = 2;
/** What a cell shows of its upper and lower module, by which of them are dark. */
const halves = [
  ['█', '▀'],
  ['▄', ' '],
] as const;

/** More bytes have no place in the largest code. */
const mostBytes = 2900;

/**
 * A QR code in half blocks, two modules to a cell. The blocks are its light modules, for a terminal that is dark. No line
 * where the text is too long for any code.
 */
export function qrLines(text: string): readonly string[] {
  const whole = text.toWellFormed(); // half a letter has no bytes
  if (new TextEncoder().encode(whole).length > mostBytes) return [];
  const {data, size} = encode(whole, {ecc: 'L', border});
  const isDark = (y: number, x: number): 0 | 1 => (data[y]?.[x] === true ? 1 : 0);
  return Array.from({length: Math.ceil(size / 2)}, (_, half) =>
    Array.from({length: size}, (__, x) => halves[isDark(2 * half, x)][isDark(2 * half + 1, x)]).join(''),
  );
}
