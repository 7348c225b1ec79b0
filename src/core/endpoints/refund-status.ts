import type {Answer} from '../service/answer.js';
import {
  type Answered,
  type Body,
  isObject,
  isOfRecord,
  isServiceBody,
  isSuccess,
  notFound,
  plainText,
} from '../service/body.js';
import {spokenText} from '../service/reply.js';
import type {CallWithBody} from '../service/request.js';
import {callsItselfNone, signalsIn} from '../service/signals.js';
import {against, isOfMoney, type RefundAsked, refundIn, refundWord, standOf} from './refund.js';

/** Asks what became of a refund, by the service's own reference of the refund. The call moves no money. */
export const refundStatusRequest = ({refundReference}: {readonly refundReference: string}): CallWithBody => ({
  path: '/card/card_charge/refund_status',
  body: {service_payload: {refund_transaction_reference: refundReference}},
});

/** The state of a refund by its status record. `odd`: the record uses words that no document has. */
export type RefundStatusOutcome =
  | {readonly kind: 'done' | 'failed'; readonly text: string}
  | {readonly kind: 'pending'; readonly text: string; readonly odd: boolean}
  | {readonly kind: 'not-found' | 'no-answer'; readonly text: string}
  | {readonly kind: 'question-failed'; readonly text: string; readonly why: 'credentials' | 'busy' | 'other'};

/**
 * Reads the answer to a question about the refund that the service knows as `serviceReference`. The answer counts only
 * if it names that reference and does not name another payment, amount or currency.
 */
export function interpretRefundStatus(
  answer: Answer,
  {serviceReference, payment, amount}: Omit<RefundAsked, 'known'> & {readonly serviceReference: string},
): RefundStatusOutcome {
  if (answer.kind !== 'answered') return {kind: 'no-answer', text: answer.phase ?? answer.code};
  if (answer.http === 429) return {kind: 'question-failed', why: 'busy', text: plainText(answer)};
  if (!isObject(answer.body)) return {kind: 'question-failed', why: 'other', text: plainText(answer)};
  const record = refundIn(answer.body);
  const status = refundWord(record);
  if (!isSuccess(answer.http) || callsItselfNone(answer.body) || status === undefined) {
    return unanswered(answer, answer.body);
  }
  const echo = record.refund_transaction_reference;
  const {said, isOfAnother} = signalsIn(answer.body, {references: [payment]});
  const isThis = echo === serviceReference && !isOfAnother && isOfMoney(record, amount);
  const stand = standOf(status) ?? 'odd';
  const isWhole = answer.doubled !== true && isOfRecord(answer.http);
  const isDenied = (stand === 'done' || stand === 'failed') && against[stand].some(each => said.has(each));
  if (!isThis || !isWhole || isDenied)
    return {kind: 'question-failed', why: 'other', text: `${status} ${echo ?? ''}`.trim()};
  if (stand === 'pending' || stand === 'odd') return {kind: 'pending', text: status, odd: stand === 'odd'};
  return {kind: stand, text: status};
}

function unanswered(answer: Answered, body: Body): RefundStatusOutcome {
  const text = spokenText(body) || plainText(answer);
  const isOwn = isServiceBody(body);
  if (isOwn && (answer.http === 401 || answer.http === 403)) return {kind: 'question-failed', why: 'credentials', text};
  return isOwn && answer.http < 500 && notFound.test(text)
    ? {kind: 'not-found', text}
    : {kind: 'question-failed', why: 'other', text};
}
