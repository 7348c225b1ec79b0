import {nextOf} from '../../src/core/journal/selectors.js';
import {awaitsOtp, type Payment} from '../../src/core/payment/payment.js';
import {cleanText} from '../../src/core/text/text.js';
import type {PaymentScreen} from '../model.js';
import {typedField} from '../parts/field.js';
import {paragraph, type Row, row, span} from '../parts/rows.js';
import {keyText} from '../terminal/bindings.js';
import type {View} from '../view.js';
import {challengeTexts} from './challenge-texts.js';
import {takesCode} from './payment-logic.js';

const indent = 12;

/** The customer's part: the service's own instructions in at most `most` lines each, then the code to type or the page to open. */
export function nextStepRows(screen: PaymentScreen, payment: Payment, view: View, most: number): readonly Row[] {
  const next = nextOf(payment);
  if (next.kind === 'none' || screen.isAskingToSetAside) return [];
  return [
    ...(next.kind === 'challenge' ? challengeRows(payment, view) : instructionRows(next, view, most)),
    ...(next.kind === 'otp' ? codeRows(screen, payment, view) : []),
    ...(next.kind === 'redirect' ? linkRows(next.url, view) : []),
  ];
}

function instructionRows(
  {before, after}: {before?: string; after?: string},
  {columns, styles, words}: View,
  most: number,
): readonly Row[] {
  const lead = span(`   ${words.paymentScreen.service}`, styles.quiet);
  const told = [before, after].flatMap(text => (text === undefined || text === '' ? [] : [cleanText(text, 300)]));
  return told.flatMap((text, at) =>
    paragraph(text, {width: columns - 1, most, indent, style: styles.quiet, ...(at === 0 ? {lead} : {})}),
  );
}

function codeRows(screen: PaymentScreen, payment: Payment, view: View): readonly Row[] {
  const {columns, styles, words} = view;
  if (!awaitsOtp(payment) && !screen.isSendingCode) return [];
  const wanted = payment.details?.otpLength ?? 0;
  const note = wanted > 0 ? words.paymentScreen.codeDigits({count: wanted}) : words.paymentScreen.codeSome;
  if (!takesCode(screen, payment)) return [row('   ', span(words.paymentScreen.codeSending, styles['not-known']))];
  return typedField(screen.code, '', {
    label: words.paymentScreen.code,
    labelWidth: indent - 3,
    width: columns,
    isFocused: true,
    styles,
    note,
  });
}

/** The page of the bank: the way to it and, when it cannot be served, why. The payment is followed all the same. */
function challengeRows(payment: Payment, view: View): readonly Row[] {
  const {columns, styles, words} = view;
  const challenge = view.challenges.get(payment.reference);
  const {page, ssh} = words.cardScreen.challenge;
  const say = (text: string, style = styles.quiet) => paragraph(text, {width: columns - 1, most: 2, indent, style});
  const strong = (label: string, text: string) =>
    paragraph(cleanText(text, 500), {
      width: columns - 1,
      most: 4,
      indent,
      lead: span(`   ${label}`, styles.quiet),
      style: styles.strong,
    });
  const told = challengeTexts(payment, view);
  if (challenge?.kind !== 'served') {
    const isWrong = challenge?.kind === 'failed';
    return told.flatMap(text => say(isWrong ? `✗ ${text}` : text, isWrong ? styles.problem : styles['not-known']));
  }
  return [
    ...(challenge.page.ssh === undefined ? [] : strong(ssh, challenge.page.ssh)),
    ...strong(page, challenge.page.url),
    ...told.flatMap(text => say(text)),
  ];
}

/** The page's address, cut only where a line ends: it may have to be typed. */
function linkRows(url: string, view: View): readonly Row[] {
  const {columns, styles, words} = view;
  const lead = span(`   ${words.paymentScreen.link}`, styles.quiet);
  const hint = words.paymentScreen.qrHint({key: keyText('qr', view)});
  return [
    ...paragraph(cleanText(url, 500), {width: columns - 1, most: 4, indent, lead, style: styles.strong}),
    row(' '.repeat(indent), span(hint, styles.quiet)),
  ];
}
