import type {Answer, Call} from '../../service/answer.js';
import {asObject, isObject, isServiceBody, plainText} from '../../service/body.js';
import {type NotDone, notDone, spokenText, successBody, whatIsMissing} from '../../service/reply.js';
import {partOf, type SubscriptionPart} from './subscriptions.js';

/** Cancels, pauses or resumes a subscription: a PATCH, which moves no money. */

type Which = {readonly id: number};
const path = ({id}: Which, what: Change) => `/subscription/api/v1/subscriptions/${id}/${what}`;

export const cancelRequest = ({id, reason}: Which & {readonly reason: string}): Call => ({
  path: path({id}, 'cancel'),
  body: {reason},
});
export const resumeRequest = ({id}: Which): Call => ({path: path({id}, 'resume')});
/** An optional call. Without `resumeAt`, in the service's time without a zone, the subscription is paused until somebody resumes it. */
export const pauseRequest = ({id, resumeAt}: Which & {readonly resumeAt?: string}): Call => ({
  path: path({id}, 'pause'),
  body: resumeAt === undefined ? {} : {resumeAt},
});

type ChangeOutcome =
  | NotDone
  | {readonly kind: 'not-offered'; readonly text: string}
  | {readonly kind: 'done'; readonly part: SubscriptionPart};

export type Change = 'cancel' | 'pause' | 'resume';

/** The status of a subscription after each change. The status after a resume depends on the status before the pause. */
const reached: Readonly<Record<Change, RegExp>> = {
  cancel: /^cancell?ed$/i,
  pause: /^paused$/i,
  resume: /^(?!paused$|cancell?ed$|completed$)/i,
};

export const isReached = (change: Change, status: string): boolean => reached[change].test(status);

/**
 * Reads the answer to a change of the subscription `id`. No change moves money, so the service's own 409 is a refusal. A
 * service may lack the call for pausing. The subscription itself is known to exist, so a bare 404 is about the call.
 */
export function interpretChange(answer: Answer, change: Change, id: number): ChangeOutcome {
  const data = asObject(successBody(answer)?.['data']);
  const part = partOf(isObject(data['subscription']) ? data['subscription'] : data);
  if (part.id !== undefined && part.status !== undefined) {
    if (part.id !== id) return {kind: 'unknown', why: 'other-reference', text: String(part.id)};
    if (isReached(change, part.status)) return {kind: 'done', part};
    return {kind: 'unknown', why: 'system-error', text: part.status};
  }
  if (answer.kind !== 'answered') return notDone(answer);
  const {http, body} = answer;
  const isOwn = isServiceBody(body);
  const text = spokenText(asObject(body)) || plainText(answer);
  const missing = whatIsMissing(answer);
  const isWithout = change === 'pause' ? missing === 'call' || missing === 'either' : missing === 'call' && isOwn;
  if (isWithout) return {kind: 'not-offered', text};
  return http === 409 && isOwn ? {kind: 'refused', why: 'field', text} : notDone(answer);
}
