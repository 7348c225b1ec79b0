import {
  explain,
  isOver,
  offersResolve,
  otherAttempts,
  releasesGoods,
  releaseText,
  stepSentence,
  verdictWord,
} from '../../src/core/books/selectors.js';
import {businessDate, dateText, secondsText} from '../../src/core/day/business-day.js';
import {causeText, failureCause} from '../../src/core/messages/cause.js';
import {fill, messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import {badgeOf} from '../../src/core/payment/badge.js';
import {wasNotSubmitted} from '../../src/core/payment/follow-up.js';
import {isOpen, maySend, type Payment, verdictOf} from '../../src/core/payment/payment.js';
import {attemptsOf, isPaidTwice, paidAttemptOf} from '../../src/core/payment/payments.js';
import {isRefundedWhole, isRefundUnclear, mayGiveCash, type Refund, refundedOf} from '../../src/core/payment/refund.js';
import {lostRefund} from '../../src/core/payment/resolving.js';
import {channelName} from '../../src/core/payment/tender.js';
import {cleanText} from '../../src/core/text/text.js';
import {type FactBlock, fact, type Tone} from '../../src/views/block.js';
import {payerText} from '../kit/said.js';
import type {Context} from '../kit/screen.js';
import {keyText} from '../terminal/bindings.js';

/** Returns the state of a payment as one sentence that begins with the verdict. */
export function verdictText(payment: Payment, context: Context): string {
  const {language} = context;
  const {payment: sentence, paymentInCash} = messages(language).narration;
  return (payment.request.method === 'cash' ? paymentInCash : sentence)({
    verdict: verdictWord(context.till.state, payment, language),
    amount: displayMoney(payment.request.amount, language),
    wallet: payerText(payment.request, context),
    network: channelName(payment.request, language),
    reference: payment.reference,
  });
}

type Step = Payment['steps'][number];

/** Returns the steps with runs of the same answer joined into the newest, with their number. */
function withRepeats(steps: readonly Step[]): readonly Step[] {
  const joined: Step[] = [];
  for (const step of steps) {
    const last = joined.at(-1);
    const isAgain = last?.repeated !== undefined && step.repeated !== undefined && isSame(last, step);
    if (isAgain) joined[joined.length - 1] = {...step, repeated: last.repeated + 1 + step.repeated};
    else joined.push(step);
  }
  return joined;
}

const isSame = (one: Step, other: Step): boolean =>
  one.rule === other.rule && one.raw === other.raw && one.facts['refund'] === other.facts['refund'];

type Reader = Pick<Context, 'language' | 'now' | 'shop'>;

/** Returns the date of an instant, or undefined if it is the day of `before`, which is today by default. */
export function otherDay(at: number, {language, now, shop}: Reader, before: number = now): string | undefined {
  const dayOf = (instant: number) => businessDate(instant, shop.zone, '00:00');
  return dayOf(at) === dayOf(before) ? undefined : dateText(dayOf(at), language);
}

/** The phases of a request that can time out, by their names in the HTTP client. */
const phases: readonly string[] = [
  'lookup',
  'connect',
  'secureConnect',
  'socket',
  'send',
  'response',
  'read',
  'request',
];

const webPage = /^HTTP \d{3} <(?:!doctype|html)\b/iu;

/** Returns the service’s own words. Technical texts that mean nothing to a cashier are replaced by sentences of the till. */
export function rawText({rule, raw = ''}: Step, {messages, language}: Pick<Context, 'messages' | 'language'>): string {
  if (webPage.test(raw)) return messages.paymentScreen.webPage;
  if (!/unknown|no-answer|not-sent/u.test(rule)) return cleanText(raw, 200);
  if (phases.includes(raw)) return messages.paymentScreen.timedOut;
  return raw === 'ERR_HTTP_CONTENT_LENGTH_MISMATCH'
    ? messages.paymentScreen.cutOff
    : cleanText(causeText(raw, language), 200);
}

/** Returns why no clear answer came, if the till has words for it. The service's own words belong to the audit trail. */
function causeOf(step: Step, view: Pick<Context, 'messages' | 'language'>): string {
  const text = rawText(step, view);
  return text === cleanText(step.raw ?? '', 200) ? '' : text;
}

/** Returns the sentence for a step with its time. `words` is a quotation beside it, or `''` for none. */
export function stepText(
  told: Payment['steps'][number],
  words: string,
  context: Pick<Context, 'language' | 'now' | 'shop'>,
): string {
  const {language, shop} = context;
  const {at} = told;
  const day = otherDay(at, context);
  const {step, stepWith} = messages(language).narration;
  const time = `${day === undefined ? '' : `${day} `}${secondsText(at, shop.zone)}`;
  const facts = {time, text: stepSentence(told, language), raw: words};
  return (words === '' ? step : stepWith)(facts);
}

/** Returns the full address, because a person may have to read it out. */
export const pageText = (url: string, language: Context['language']): string =>
  `${messages(language).narration.page({url: ''}).trim()} ${cleanText(url, 500)}`;

/** The rules of steps that the sentence about the verdict covers already. */
const unlisted: readonly Payment['steps'][number]['rule'][] = ['intent-on-disk', 'sent-after-sync'];

/** Returns the newest steps of a payment, the oldest of them first. All but the newest are shown only if there is room. */
export function newestSteps(
  {steps}: Pick<Payment, 'steps'>,
  context: Pick<Context, 'language' | 'now' | 'shop' | 'messages'>,
  most: number,
): readonly FactBlock[] {
  const {language, shop, messages} = context;
  const shown = withRepeats(steps).slice(-most);
  return shown.map((step, at) => {
    const isNews = at === shown.length - 1 && !unlisted.includes(step.rule);
    const {repeated = 0} = step;
    const day = otherDay(step.at, context);
    const time = secondsText(step.at, shop.zone);
    const often = repeated === 0 ? '' : ` ${messages.paymentScreen.repeated({count: repeated + 1})}`;
    const cause = causeOf(step, context);
    return fact(`step ${step.seq}`, stepSentence(step, language) + often, {
      lead: day === undefined ? time : `${day} ${time}`,
      note: cause,
      most: 1,
      importance: isNews ? 'news' : 'detail',
      ageless: '',
      said: stepText(step, cause, context) + often,
      isOptional: at < shown.length - 1,
      isRoomy: true,
    });
  });
}

/** Returns what a payment's state means for the goods, and why; first that a sale was paid twice. `isPast`: the verdict is not new. */
export function stateSentences(payment: Payment, isPast: boolean, context: Context): readonly TonedSentence[] {
  const {language, now, till, messages} = context;
  const isTwice = payment.status === 'paid' && isPaidTwice(till.state, payment.sale);
  const isNews = releasesGoods(till.state, payment) && !isOver(till.state, payment, {now, isPast});
  const goods = isNews ? badgeOf(payment) : isPast ? 'plain' : 'strong';
  const isGivenBack = payment.refunds.some(({status}) => status !== 'failed');
  const isUnpaid = paidAttemptOf(till.state, payment.sale) === undefined;
  const hasNeverLeft = verdictOf(payment) === 'not-paid' && wasNotSubmitted(payment);
  const typeAgain = messages.cardScreen.payment.typeAgain({key: keyText('other-attempt', context)});
  const sendAgain = messages.paymentScreen.maySendAgain({key: keyText('send-again', context)});
  const mayResolve = messages.paymentScreen.mayResolve({key: keyText('resolve', context)});
  const said: readonly (readonly [isSo: boolean, text: string, style: Tone])[] = [
    [isTwice, `! ${messages.payment.paidTwice}`, 'needs-person'],
    [isTwice && !payment.refunds.some(isRefundUnclear), wayBack(payment, context), 'plain'],
    [!isTwice && !isGivenBack, releaseText(till.state, payment, {language, now, isPast}), goods],
    [true, explain(payment, language, context.shop.country), 'plain'],
    [!isTwice, otherAttempt(payment, context), 'not-known'],
    [payment.request.method === 'card' && hasNeverLeft && isUnpaid, typeAgain, 'not-known'],
    [maySend(payment) && payment.sends.begun > 0, sendAgain, 'not-known'],
    [offersResolve(payment, now), mayResolve, 'quiet'],
  ];
  const ofPayment = said.filter(([isSo, text]) => isSo && text.trim() !== '').map(([, text, style]) => ({text, style}));
  return [...ofPayment, ...refundSentences(payment, context)];
}

function otherAttempt(payment: Payment, {till, messages}: Context): string {
  const others = otherAttempts(till.state, payment);
  const other = others.find(({status}) => status === 'paid') ?? others.find(isOpen);
  if (other === undefined) return '';
  const sentence = other.status === 'paid' ? messages.paymentScreen.othersPaid : messages.paymentScreen.othersOpen;
  return `! ${sentence({reference: other.reference})}`;
}

type TonedSentence = {readonly text: string; readonly style: Tone};

/** Returns the state of the refunds: the newest one, what it rules out, and the sum of all. */
function refundSentences(payment: Payment, context: Context): readonly TonedSentence[] {
  const {now, messages: words} = context;
  const refund = payment.refunds.at(-1);
  if (refund === undefined) return [];
  const {inAll, mayResolve, unclear, whole, fromHistory} = words.cardScreen.refund;
  const done = refundedOf(payment, 'done');
  const isMore = done.minor > 0 && (refund.status !== 'done' || done.minor > refund.amount.minor);
  const said: readonly (readonly [boolean, string, TonedSentence['style']])[] = [
    [true, refundText(refund, context), refund.status === 'done' ? 'strong' : 'not-known'],
    [refund.isFromHistory, fromHistory, 'plain'],
    [refund.status === 'unknown', unclear, 'not-known'],
    [lostRefund(payment, now) !== undefined, mayResolve({key: keyText('resolve', context)}), 'quiet'],
    [isMore && !isRefundedWhole(payment), inAll({done: displayMoney(done, context.language)}), 'plain'],
    [isRefundedWhole(payment), whole, 'plain'],
  ];
  return said.filter(([isSo]) => isSo).map(([, text, style]) => ({text, style}));
}

const signs: Readonly<Record<Refund['status'], string>> = {
  requested: '?',
  sent: '?',
  unknown: '?',
  pending: '?',
  done: '✓',
  failed: '✗',
};

export function refundText(
  {status, amount, failure}: Refund,
  {language, messages: words}: Pick<Context, 'language' | 'messages'>,
): string {
  const why =
    failure === undefined
      ? ''
      : fill(messages(language).payment.failures[failure.reason], {text: failureCause(failure, language)});
  return `${signs[status]} ${words.cardScreen.refund.statuses[status]({amount: displayMoney(amount, language), why})}`.trim();
}

/** Returns how one of two paid attempts of a sale can be given back: to its card, or from the drawer. */
function wayBack(payment: Payment, context: Context): string {
  const {messages: words} = context;
  const {giveThisBack, giveOtherBack} = words.cardScreen.payment;
  if (payment.request.method === 'card') return giveThisBack({key: keyText('refund', context)});
  const card = attemptsOf(context.till.state, payment.sale).find(
    ({status, request}) => status === 'paid' && request.method === 'card',
  );
  const inCash =
    payment.request.method !== 'account' && mayGiveCash(payment)
      ? words.cashScreen.refund.giveThisBack({key: keyText('refund-in-cash', context)})
      : '';
  return card === undefined ? inCash : `${giveOtherBack({reference: card.reference})} ${inCash}`.trim();
}
