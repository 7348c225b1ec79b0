import {failureCause} from '../core/messages/cause.js';
import {fill, type Language, messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import type {Payment} from '../core/payment/payment.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {isRefundUnclear, type Refund} from '../core/refund/refund.js';
import {cleanText} from '../core/text/text.js';

import {note} from '../session/print.js';
import type {Session} from '../session/session.js';

/** The refund of this number, which there is. */
export function refundIn({refunds}: Pick<Payment, 'refunds'>, number: number): Refund {
  const refund = refunds.find(each => each.number === number);
  if (refund === undefined) throw new Error(`there is no refund ${number}`);
  return refund;
}

/** A refund in one line: how it stands, how much, why it was made, and why it failed. */
export function refundLine(refund: Refund, language: Language): string {
  const {name, statuses, fromHistory} = messages(language).command.refund;
  const {number, status, amount, failure} = refund;
  const reason = refund.isFromHistory ? fromHistory : cleanText(refund.reason);
  const glyph = status === 'done' ? '✓' : status === 'failed' ? '✗' : '?';
  const why =
    failure === undefined
      ? ''
      : fill(messages(language).payment.failures[failure.reason], {text: failureCause(failure, language)}).trim();
  const parts = [`${glyph} ${name({refund: number})}`, statuses[status], displayMoney(amount, language), reason];
  return [...parts, why].filter(part => part !== '').join('   ');
}

/** The exit code of the command that gave money back: what failed was not given, and may be given again. */
export function exitOfRefund({status, failure}: Refund): ExitCode {
  if (status === 'done') return exitCodes.done;
  if (status !== 'failed') return exitCodes.notKnown;
  if (failure?.reason === 'credentials') return exitCodes.configuration;
  return failure?.reason === 'unreachable' ? exitCodes.unreachable : exitCodes.notPaid;
}

/** Says how a refund stands each time that it changes, until it has ended. */
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

/** What to do about a refund that has not ended: never to send it again. */
export function noteRefundLeft(session: Session, {reference}: Payment, refund: Refund): void {
  const {notDone, unclear} = messages(session.language).command.refund;
  const facts = {refund: refund.number, reference, command: `duka status ${reference} --wait 60`};
  if (isRefundUnclear(refund)) note(session, unclear(facts));
  else if (refund.status === 'pending') note(session, notDone(facts));
}
