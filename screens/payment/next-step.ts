import {awaitsOtp, type Payment} from '../../src/core/payment.js';
import {nextOf} from '../../src/core/questions.js';
import {cleanText} from '../../src/core/text.js';
import {fill} from '../../src/core/words/fill.js';
import type {PaymentScreen} from '../model.js';
import {typedField} from '../parts/field.js';
import {paragraph, type Row, row, span} from '../parts/rows.js';
import {keyText} from '../terminal/bindings.js';
import type {View} from '../view.js';
import {takesCode} from './payment-logic.js';

const indent = 12;

/** The customer's part: the service's own instructions, then the code to type or the page to open. */
export function nextStepRows(screen: PaymentScreen, payment: Payment, view: View, isTall: boolean): readonly Row[] {
  const next = nextOf(payment);
  if (next.kind === 'none' || screen.isAskingToSetAside) return [];
  return [
    ...instructionRows(next, view, isTall),
    ...(next.kind === 'otp' ? codeRows(screen, payment, view) : []),
    ...(next.kind === 'redirect' ? linkRows(next.url, view) : []),
  ];
}

function instructionRows(
  {before, after}: {before?: string; after?: string},
  {columns, styles, words}: View,
  isTall: boolean,
): readonly Row[] {
  const most = isTall ? 2 : 1;
  const lead = span(`   ${words.payment.service}`, styles.quiet);
  const told = [before, after].flatMap(text => (text === undefined || text === '' ? [] : [cleanText(text, 300)]));
  return told.flatMap((text, at) =>
    paragraph(text, {width: columns - 1, most, indent, style: styles.quiet, ...(at === 0 ? {lead} : {})}),
  );
}

function codeRows(screen: PaymentScreen, payment: Payment, view: View): readonly Row[] {
  const {columns, styles, words} = view;
  if (!awaitsOtp(payment) && !screen.isSendingCode) return [];
  const wanted = payment.details?.otpLength ?? 0;
  const note = wanted > 0 ? fill(words.payment.codeDigits, {count: wanted}) : words.payment.codeSome;
  if (!takesCode(screen, payment)) return [row('   ', span(words.payment.codeSending, styles['not-known']))];
  return typedField(screen.code, '', {
    label: words.payment.code,
    labelWidth: indent - 3,
    width: columns,
    isFocused: true,
    styles,
    note,
  });
}

/** The page's address, cut only where a line ends: it may have to be typed. */
function linkRows(url: string, view: View): readonly Row[] {
  const {columns, styles, words} = view;
  const lead = span(`   ${words.payment.link}`, styles.quiet);
  const hint = fill(words.payment.qrHint, {key: keyText('qr', view)});
  return [
    ...paragraph(cleanText(url, 500), {width: columns - 1, most: 4, indent, lead, style: styles.strong}),
    row(' '.repeat(indent), span(hint, styles.quiet)),
  ];
}
