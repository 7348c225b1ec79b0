import {qrLines} from '../../src/core/text/qr.js';
import type {Style, Styles} from '../terminal/styles.js';
import {type Row, row, span} from './rows.js';

/** A QR code that has the right polarity without any colour; paper and ink are named where colours are allowed. */
export function qrRows(text: string, styles: Styles): readonly Row[] {
  const paper: Style = styles.paper.backgroundColor === undefined ? {} : {color: 'white', backgroundColor: 'black'};
  return qrLines(text).map(line => row(span(line, paper)));
}
