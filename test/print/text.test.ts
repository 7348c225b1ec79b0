import {encode} from 'uqr';
import {describe, expect, it} from 'vitest';
import {slipWidths} from '../../src/core/slip/slip.js';
import {widthOf} from '../../src/core/text/width.js';
import {printText} from '../../src/print/text.js';
import {paid, partsOf, receiptText, slip} from './samples.js';

/** The modules that half blocks show: those that are not light are dark. */
function modulesOf(lines: readonly string[]): boolean[][] {
  const rows = lines.flatMap(line => [
    [...line].map(cell => cell !== '█' && cell !== '▀'),
    [...line].map(cell => cell !== '█' && cell !== '▄'),
  ]);
  return rows;
}

describe('a slip as text', () => {
  it.each(slipWidths)('is the receipt on %d columns', width => {
    expect(printText(partsOf(paid), width)).toEqual(receiptText(paid, {...slip, width}));
  });

  it('has a code in half blocks where it has room', () => {
    const lines = printText(partsOf(paid, {signedCode: 'DUKA1.abc.def'}), 32);
    const drawn = lines.filter(line => /[█▀▄]/.test(line)).map(line => line.trim());
    const {data, size} = encode('DUKA1.abc.def', {border: 2});
    expect(modulesOf(drawn).slice(0, size)).toEqual(data);
    expect(lines.at(-2)?.trim()).toBe('Scan to check this receipt');
  });

  it('has its text, whole, where it has none', () => {
    const proof = 'DUKA1.'.padEnd(223, 'x');
    for (const width of slipWidths) {
      const lines = printText(partsOf(paid, {signedCode: proof}), width);
      expect(lines.join('')).not.toMatch(/[█▀▄]/);
      expect(lines.map(line => line.trimEnd()).join('')).toContain(proof);
      expect(new Set(lines.map(widthOf))).toEqual(new Set([width]));
    }
  });
});
