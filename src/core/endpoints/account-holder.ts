import type {Answer} from '../service/answer.js';
import {
  type Answered,
  asString,
  type Body,
  inTheServicesWords,
  isObject,
  isRefusal,
  isSuccess,
  plainText,
} from '../service/body.js';
import {asInteger, asObject, spokenText, whatIsMissing} from '../service/reply.js';
import {duplicate, saysItMayStand} from '../service/signals.js';

/**
 * What the answer to an account name enquiry proves. `accountNumber` and `bankCode` are those that the answer names, null where
 * it names none: a name counts for what was asked only if they are the same.
 */
export type HolderOutcome =
  | {
      readonly kind: 'found';
      readonly name: string;
      readonly status: string;
      readonly accountNumber: string | null;
      readonly bankCode: string | null;
    }
  | {readonly kind: 'refused'; readonly text: string}
  | {
      readonly kind: 'unclear';
      readonly why: 'no-answer' | 'credentials' | 'busy' | 'other';
      readonly text: string;
    };

/** What was typed is wrong, in the documented words, under whichever status: failures of the service have the same code. */
const wrongAccount =
  /bank code should be \d+ values|unknown bank code|invalid account|account number should be \d+ values/i;

/** Reads the answer to an account name enquiry. */
export function interpretHolder(answer: Answer): HolderOutcome {
  if (answer.kind !== 'answered') return {kind: 'unclear', why: 'no-answer', text: answer.phase ?? answer.code};
  const {http, body} = answer;
  const text = isObject(body) ? (asString(body['response_message']) ?? spokenText(body)) : '';
  const told = text || plainText(answer);
  if (http === 429) return {kind: 'unclear', why: 'busy', text: told};
  if (!inTheServicesWords(body)) return {kind: 'unclear', why: 'other', text: plainText(answer)};
  if (http === 401 || http === 403) return {kind: 'unclear', why: 'credentials', text: told};
  if (asInteger(body['response_code']) !== 200) {
    return isRefused(answer, text) ? {kind: 'refused', text: told} : {kind: 'unclear', why: 'other', text: told};
  }
  return (isSuccess(http) ? holderOf(body) : undefined) ?? {kind: 'unclear', why: 'other', text: told};
}

function isRefused(answer: Answered, text: string): boolean {
  if (wrongAccount.test(text)) return true;
  return (
    isRefusal(answer.http) && whatIsMissing(answer) === undefined && !duplicate.test(text) && !saysItMayStand(text)
  );
}

function holderOf(body: Body): HolderOutcome | undefined {
  const content = asObject(body['response_content']);
  const name = asString(content['account_name']);
  if (name === undefined) return undefined;
  return {
    kind: 'found',
    name,
    status: asString(content['account_status']) ?? '',
    accountNumber: asString(content['account_number']) ?? null,
    bankCode: asString(content['bank_code']) ?? null,
  };
}
