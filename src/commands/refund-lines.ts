import {messages} from '../core/messages/messages.js';
import {type Money, parseAmount} from '../core/money/money.js';
import type {Payment} from '../core/payment/payment.js';
import {isRefundUnclear, type Refund} from '../core/payment/refund.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import type {RefundOptions} from '../core/refund/decide.js';
import {note} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {refuseValue} from './values.js';

/** The refund with this number. The caller knows that it exists; otherwise it is a defect, thrown as an `Error`. */
export function refundIn({refunds}: Pick<Payment, 'refunds'>, number: number): Refund {
  const refund = refunds.find(each => each.number === number);
  if (refund === undefined) throw new Error(`there is no refund ${number}`);
  return refund;
}

/** How much to give back of what, as it was typed. */
export type BackOptions = {readonly amount?: string | undefined; readonly line?: readonly string[] | undefined};

const lineForm = /^(?<line>\d{1,6})(?:\s*[x×*]\s*(?<quantity>\d{1,6}(?:\.\d{1,3})?))?$/iu;

/**
 * What to give back of a payment: an amount, lines of its sale, or all that is left. Throws `Problem` unknown-option, and as `parseAmount`
 * does.
 */
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

/** The exit code of the command that made a refund. A failed refund gave nothing back and may be tried again. */
export function exitOfRefund({status, failure}: Refund): ExitCode {
  if (status === 'done') return exitCodes.done;
  if (status !== 'failed') return exitCodes.notKnown;
  if (failure?.reason === 'credentials') return exitCodes.configuration;
  return failure?.reason === 'unreachable' ? exitCodes.unreachable : exitCodes.notPaid;
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
