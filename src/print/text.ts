import {type DrawQr, type SlipPart, type SlipWidth, slipText} from '../core/slip/slip.js';
import {qrLines} from '../core/text/qr.js';

/** Returns the slip as lines of exactly `width` cells. QR codes are drawn in half blocks if they fit. */
export const printText = (parts: readonly SlipPart[], width: SlipWidth): string[] => slipText(parts, width, drawQr);

const drawQr: DrawQr = (text, width) => {
  const lines = qrLines(text);
  return lines.every(line => line.length <= width) ? lines : undefined;
};
