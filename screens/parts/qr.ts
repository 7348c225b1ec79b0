import {qrLines} from '../../src/core/text/qr.js';
import type {Style, Styles} from '../terminal/styles.js';
import {type Row, row, span} from './rows.js';

/**
 * Returns the rows of a QR code, which has the right polarity even without colours. If colours are allowed, those of paper and ink are
 * given.
 */
export function qrRows(text: string, styles: Styles): readonly Row[] {
  const paper: Style = styles.paper.backgroundColor === undefined ? {} : {color: 'white', backgroundColor: 'black'};
  return qrLines(text).map(line => row(span(line, paper)));
}
