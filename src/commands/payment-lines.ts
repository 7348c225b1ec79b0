import {explain, isOver, nextOf, releaseText, sayTo, stepSentence, verdictWord} from '../core/books/selectors.js';
import type {State} from '../core/books/state.js';
import {businessDate, secondsText} from '../core/day/business-day.js';
import {type Language, messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {type Money, parseAmount} from '../core/money/money.js';
import {badgeOf, glyphs, statusText} from '../core/payment/badge.js';
import {maskSource} from '../core/payment/payer.js';
import {awaitsOtp, type Payment, verdictOf} from '../core/payment/payment.js';
import {attemptsOf, isPaidTwice} from '../core/payment/payments.js';
import {isRefundUnclear, type Refund} from '../core/payment/refund.js';
import {reference} from '../core/payment/schema.js';
import {channelName} from '../core/payment/tender.js';
import {paymentSpec, refundSpec, type ToldPayment} from '../core/present/payment-json.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import type {RefundOptions} from '../core/refund/decide.js';
import {fields} from '../core/spec/spec.js';
import {cleanText} from '../core/text/text.js';
import {widthOf} from '../core/text/width.js';
import {answer, note} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {refundLine} from '../views/payment/refund.js';
import {refuseValue} from './values.js';

type PaymentReader = Pick<Session, 'language'> & {readonly face: {readonly world: {readonly now: () => number}}};

/** A payment in a few calm lines: the verdict, what it means for the goods, the refunds, and what to say to the customer. */
export function paymentLines(
  {language, face: {world}}: PaymentReader,
  state: State,
  payment: Payment,
): readonly string[] {
  const words = messages(language).payment;
  const verdict = verdictOf(payment);
  const badge = badgeOf(payment);
  const {request, reference} = payment;
  const now = world.now();
  const who = [maskSource(request), channelName(request, language)].filter(part => part !== '');
  const why = explain(payment, language);
  const {keepTheGoods, say} = messages(language).command;
  const meaning = verdict === 'not-known' ? keepTheGoods : releaseText(state, payment, {language, now});
  return [
    [
      `${glyphs[badge]} ${verdictWord(state, payment, language)}`,
      displayMoney(request.amount, language),
      ...who,
      reference,
    ].join('   '),
    ...(request.rounding === undefined
      ? []
      : [`  ${messages(language).report.rounding}   ${displayMoney(request.rounding, language)}`]),
    ...(why === '' ? [] : [`  ${why}`]),
    `  ${meaning}`,
    ...(verdict === 'paid' && isPaidTwice(state, payment.sale) ? [`  ! ${words.paidTwice}`] : []),
    ...payment.refunds.map(each => `  ${refundLine(each, language)}`),
    ...(isOver(state, payment, {now}) ? [] : [`  ${say({sentence: sayTo(payment, attemptsOf(state, payment.sale))})}`]),
  ];
}

export const paymentAnswer = paymentSpec();
export const refundAnswer = fields({
  reference: reference('of the payment'),
  refund: refundSpec('by itself'),
  payment: paymentSpec('with all of its refunds'),
});

export const answerRefund = (session: Session, state: State, payment: Payment, refund: Refund): Promise<ExitCode> =>
  answer(
    session,
    refundAnswer,
    {reference: payment.reference, refund, payment: toldPayment(session, state, payment)},
    () => [refundLine(refund, session.language), ...paymentLines(session, state, payment).slice(0, 1)],
  );

/** Answers with a payment. `served` is the address of the bank's page while the till serves it. */
export const answerPayment = (session: Session, state: State, payment: Payment, served?: string): Promise<ExitCode> =>
  answer(session, paymentAnswer, toldPayment(session, state, payment, served), () =>
    paymentLines(session, state, payment),
  );

/** A payment as a session tells it. `served` is as in `answerPayment`. */
export const toldPayment = (
  {language, face}: Session,
  state: State,
  payment: Payment,
  served?: string | undefined,
): ToldPayment => ({state, payment, language, now: face.world.now(), served});

/** The exit code of a command that asks about a payment. Two paid attempts of one sale need a person. */
export function exitOf(state: State, payment: Payment): ExitCode {
  switch (verdictOf(payment)) {
    case 'paid':
    case 'on-book':
      return isPaidTwice(state, payment.sale) ? exitCodes.needsPerson : exitCodes.done;
    case 'needs-person':
      return exitCodes.needsPerson;
    case 'not-known':
      return exitCodes.notKnown;
    case 'not-paid':
      return exitCodes.notPaid;
  }
}

/** Says what to type next about a payment whose result is not known yet, since nobody watches it after the command ends. */
export function noteWhatIsLeft(session: Session, payment: Payment): void {
  if (verdictOf(payment) !== 'not-known') return;
  const words = messages(session.language).command;
  const {reference} = payment;
  if (awaitsOtp(payment)) note(session, words.enterCode({command: `duka otp ${reference}`}));
  if (nextOf(payment).kind === 'challenge')
    note(session, words.challengeClosed({reference, command: `duka status ${reference} --wait 300`}));
  else note(session, words.nobodyWatches({reference, command: `duka status ${reference}`}));
}

/** Returns what is called after every change of a payment: it says what the payment waits for, and where the customer has to go. */
export function progressOf(session: Session): (payment: Payment) => void {
  const words = messages(session.language).command;
  let last = '';
  let written: ReadonlySet<string> = new Set();
  let link = '';
  return payment => {
    if (verdictOf(payment) !== 'not-known') return;
    const next = nextOf(payment);
    const instructions = instructionsIn(payment);
    const sentence = explain(payment, session.language);
    if (sentence !== last) note(session, `? ${sentence}`);
    last = sentence;
    for (const text of instructions) if (!written.has(text)) note(session, `  ${cleanText(text, 200)}`);
    written = new Set(instructions);
    if (next.kind !== 'redirect' || next.url === link) return;
    link = next.url;
    note(session, `  ${words.openPage({url: link})}`);
  };
}

/** The service's own texts for the customer. After a code has been sent, there is nothing to do but wait. */
function instructionsIn(payment: Payment): readonly string[] {
  const next = nextOf(payment);
  if (next.kind === 'none' || next.kind === 'challenge' || (next.kind === 'prompt' && payment.otp.sent > 0)) return [];
  return [next.before, next.after].filter(text => text !== undefined);
}

type Reader = {readonly language: Language; readonly zone: string};

/** Every rule that fired for a payment, one line each: its line in the journal, its time, what it means, and the service's words. */
export function stepLines({steps}: Payment, {language, zone}: Reader): readonly string[] {
  const {heardAgain} = messages(language).command;
  const numberWidth = Math.max(...steps.map(({seq}) => String(seq).length)) + 1;
  let day = '';
  return steps.flatMap(step => {
    const {seq, at, raw, repeated = 0} = step;
    const date = businessDate(at, zone, '00:00');
    const heading = date === day ? [] : [date];
    day = date;
    const times = repeated > 0 ? ` (${heardAgain({count: repeated})})` : '';
    const start = `${`#${seq}`.padStart(numberWidth)}  ${secondsText(at, zone)}  ${stepSentence(step, language)}${times}`;
    const words = raw === undefined ? '' : cleanText(raw, 60);
    return [...heading, words === '' ? start : `${start}${' '.repeat(Math.max(2, 64 - widthOf(start)))}${words}`];
  });
}

/** What the rules lead to, in one or two sentences. The status is added if it says more than the verdict. */
export function conclusionOf(payment: Payment, language: Language): string {
  const [verdict, status] = [messages(language).payment.verdicts[badgeOf(payment)], statusText(payment, language)];
  const result = verdict.toLowerCase() === status.toLowerCase() ? verdict : `${verdict}, ${status}`;
  return `${messages(language).command.conclusion({result})} ${explain(payment, language)}`.trim();
}

/** The refund with this number. The caller knows that it exists; otherwise it is a defect, thrown as an `Error`. */
export function refundIn({refunds}: Pick<Payment, 'refunds'>, number: number): Refund {
  const refund = refunds.find(each => each.number === number);
  if (refund === undefined) throw new Error(`there is no refund ${number}`);
  return refund;
}

export type BackOptions = {readonly amount?: string | undefined; readonly line?: readonly string[] | undefined};

const lineForm = /^(?<line>\d{1,6})(?:\s*[x×*]\s*(?<quantity>\d{1,6}(?:\.\d{1,3})?))?$/iu;

/** An amount, lines of the sale, or all that is left. Throws `Problem` unknown-option, and as `parseAmount` does. */
export function backFrom(
  session: Session,
  {amount, line = []}: BackOptions,
  {currency}: Money,
): Pick<RefundOptions, 'amount' | 'lines'> {
  const {language} = session;
  if (line.length === 0)
    return amount === undefined ? {} : {amount: parseAmount(amount, currency, configOf(session).amounts)};
  if (amount !== undefined)
    throw new Problem('unknown-option', {detail: messages(language).command.refund.lineAndAmount});
  const lines = line.map(value => {
    const {line: number, quantity} = lineForm.exec(value.trim())?.groups ?? {};
    return number === undefined
      ? refuseValue({name: '--line', value, language}, '2 | 2x1')
      : {line: Number(number), ...(quantity === undefined ? {} : {quantity})};
  });
  return {lines};
}

/** Returns a function that reports each change of a refund until the refund has ended. */
export function refundProgress(session: Session, number: number): (payment: Payment) => void {
  const {language} = session;
  let last = '';
  return payment => {
    const {status} = refundIn(payment, number);
    const {name, statuses} = messages(language).command.refund;
    const sentence = `? ${name({refund: number})}   ${statuses[status]}`;
    const isUnderWay = status !== 'requested' && status !== 'done' && status !== 'failed';
    if (isUnderWay && sentence !== last) note(session, sentence);
    last = sentence;
  };
}

/** Says what to do about a refund that has not ended. It must never be sent again. */
export function noteRefundLeft(session: Session, {reference}: Payment, refund: Refund): void {
  const {notDone, unclear} = messages(session.language).command.refund;
  const facts = {refund: refund.number, reference, command: `duka status ${reference} --wait 60`};
  if (isRefundUnclear(refund)) note(session, unclear(facts));
  else if (refund.status === 'pending') note(session, notDone(facts));
}
