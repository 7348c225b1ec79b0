import {businessDate, clockText} from './business-day.js';
import {displayMoney} from './money.js';
import {type Payment, verdictOf} from './payment.js';
import {networkName} from './questions.js';
import {cleanText} from './text.js';
import {maskWallet} from './wallet.js';
import {fit, widthOf, wrap} from './width.js';
import type {Language} from './words/fill.js';
import {paymentWords} from './words/payment.js';
import {receiptWords} from './words/receipt.js';

/** Columns of the usual rolls: 58 mm, 80 mm in its large font, 80 mm. */
export const slipWidths = [32, 42, 48] as const;
export type SlipWidth = (typeof slipWidths)[number];

/** Whose slip it is, and on what roll. */
export type Slip = {
  readonly shop: string;
  readonly till: string;
  readonly zone: string;
  readonly width: SlipWidth;
  readonly profile: 'sandbox' | 'test' | 'live';
  readonly person: string;
  readonly language: Language;
};

/**
 * The slip of a payment: lines of exactly `width` terminal cells. Only a paid payment makes a receipt; every other one
 * begins and ends with a banner that nobody takes for one. A slip of the sandbox says so at both ends.
 */
export function receiptText(payment: Payment, slip: Slip): string[] {
  const words = receiptWords[slip.language];
  const verdict = verdictOf(payment);
  const practice = slip.profile === 'live' ? [] : centred(`*** ${words.profiles[slip.profile]} ***`, slip.width);
  const banner = verdict === 'paid' ? undefined : bannerOf(words.banners[verdict], slip.width);
  const shop = centred(cleanText(slip.shop, 100), slip.width);
  const blank = fit('', slip.width);
  return [
    ...(banner ?? []),
    ...practice,
    ...shop,
    ...(banner === undefined ? centred(words.receipt, slip.width) : []),
    rule('-', slip.width),
    blank,
    ...centred(displayMoney(payment.request.amount), slip.width),
    blank,
    rule('-', slip.width),
    ...rows(payment, slip).flatMap(([label, value]) => row(label, value, slip.width)),
    rule('-', slip.width),
    ...(banner === undefined ? centred(words.thanks, slip.width) : []),
    ...practice,
    ...(banner ?? []),
  ];
}

function rows(payment: Payment, slip: Slip): readonly (readonly [string, string])[] {
  const words = receiptWords[slip.language];
  const {request, requestedAt, judgement, finals} = payment;
  const when = `${businessDate(requestedAt, slip.zone, '00:00')} ${clockText(requestedAt, slip.zone)} ${slip.zone}`;
  const isJudged = judgement?.as === 'paid' && payment.status === 'paid' && !finals.paid;
  return [
    [words.till, slip.till],
    [words.date, when],
    [words.reference, payment.reference],
    [words.sale, payment.sale],
    ...(request.wallet === null ? [] : [[words.wallet, maskWallet(request.wallet)] as const]),
    [words.network, networkName(payment)],
    [words.servedBy, cleanText(slip.person, 60)],
    [words.status, paymentWords[slip.language].verdicts[verdictOf(payment)]],
    ...(isJudged ? [[words.judgedBy, cleanText(judgement.person, 60)] as const] : []),
  ];
}

/** Label to the left and value to the right; a value that has no room beside its label gets lines of its own. */
function row(label: string, value: string, width: number): string[] {
  const room = width - widthOf(label) - 1;
  if (widthOf(value) <= room) return [`${label} ${fit(value, room, true)}`];
  return [fit(label, width), ...wrap(value, width).map(line => fit(line, width, true))];
}

function bannerOf(text: string, width: number): string[] {
  return [
    rule('#', width),
    ...wrap(text, width - 4).map(line => `# ${centredLine(line, width - 4)} #`),
    rule('#', width),
  ];
}

function centred(text: string, width: number): string[] {
  return wrap(text, width).map(line => centredLine(line, width));
}

function centredLine(line: string, width: number): string {
  return fit(' '.repeat(Math.floor((width - widthOf(line)) / 2)) + line, width);
}

function rule(sign: string, width: number): string {
  return sign.repeat(width);
}
