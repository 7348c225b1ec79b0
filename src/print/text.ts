import {qrLines} from '../core/qr.js';
import {type DrawQr, type SlipPart, type SlipWidth, slipText} from '../core/slip.js';

/** The slip in lines of exactly `width` cells, its QR codes in half blocks where they have room. */
export function printText(parts: readonly SlipPart[], width: SlipWidth): string[] {
  return slipText(parts, width, drawQr);
}

const drawQr: DrawQr = (text, width) => {
  const lines = qrLines(text);
  return lines.every(line => line.length <= width) ? lines : undefined;
};
