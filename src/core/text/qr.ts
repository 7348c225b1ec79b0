import {encode} from 'uqr';

/** A quiet zone of two modules: less than the standard requires, but enough for the cameras of telephones. */
const border = 2;
/** The character of a cell, by whether its upper and its lower module are dark. */
const halves = [
  ['█', '▀'],
  ['▄', ' '],
] as const;

/** The most bytes that are encoded; more do not fit into the largest code. */
const mostBytes = 2900;

/** Returns a QR code in half blocks, two modules to a cell, light ones drawn for a dark terminal. No lines if the text is too long. */
export function qrLines(text: string): readonly string[] {
  const whole = text.toWellFormed(); // half a surrogate pair has no bytes
  if (new TextEncoder().encode(whole).length > mostBytes) return [];
  const {data, size} = encode(whole, {ecc: 'L', border});
  const isDark = (y: number, x: number): 0 | 1 => (data[y]?.[x] === true ? 1 : 0);
  return Array.from({length: Math.ceil(size / 2)}, (_, half) =>
    Array.from({length: size}, (__, x) => halves[isDark(2 * half, x)][isDark(2 * half + 1, x)]).join(''),
  );
}
