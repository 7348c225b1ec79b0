import type {ReactNode} from 'react';
import {displayMoney} from '../../src/core/money/money.js';
import {cleanText} from '../../src/core/text/text.js';
import {widthOf} from '../../src/core/text/width.js';
import type {ReadingScreen} from '../model.js';
import {qrRows} from '../parts/qr.js';
import {paragraph, Rows, row, span} from '../parts/rows.js';
import {keyText} from '../terminal/bindings.js';
import type {ViewOf} from '../view.js';
import {pageOf} from './challenges.js';

/** The page of a payment as a QR code, over the whole window; its address alone where that is too small. */
export function QrCode({screen, view}: ViewOf<ReadingScreen>): ReactNode {
  const payment = view.till.state.payments.get(screen.reference);
  const page = payment && pageOf(payment, view.challenges);
  if (payment === undefined || page === undefined)
    return <Rows rows={[row(' ', view.words.paymentScreen.notOpenHere)]} />;
  const {columns, styles, words} = view;
  const back = `${keyText('back', view)} ${words.key.does.back.short}`;
  const code = qrRows(page, styles);
  const codeWidth = widthOf(code[0]?.map(({text}) => text).join('') ?? '');
  const beside = columns - codeWidth - 4;
  if (code.length === 0 || code.length > view.height || beside < 14) {
    const address = paragraph(cleanText(page, 500), {width: columns - 1, most: 6, indent: 4, style: styles.strong});
    return (
      <Rows
        rows={[
          row('    ', span(words.paymentScreen.qrTooBig, styles['not-known'])),
          ...address,
          row('    ', span(back, styles.quiet)),
        ]}
      />
    );
  }
  const say = (text: string, style = styles.quiet) => paragraph(text, {width: beside, most: 3, style});
  const told = [
    ...say(words.paymentScreen.scan, styles.strong),
    ...say(displayMoney(payment.request.amount), styles.strong),
    row(''),
    ...say(back),
  ];
  return <Rows rows={code.map((line, at) => row(' ', ...line, '  ', ...(told[at - 1] ?? [])))} />;
}
