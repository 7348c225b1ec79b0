import type {Answer, CallWithBody} from '../service/answer.js';
import {
  type Answered,
  asObject,
  type Body,
  isObject,
  isRefusal,
  isServiceBody,
  isSuccess,
  plainText,
} from '../service/body.js';
import {integer, reading, text, textOrNull} from '../service/members.js';
import {spokenText, whatIsMissing} from '../service/reply.js';
import {duplicate, saysItMayStand} from '../service/signals.js';

/** Asks for the name of a bank account's holder: a POST that moves no money. */

export type AccountQuestion = {readonly currency: string; readonly bankCode: string; readonly accountNumber: string};

export const accountHolderRequest = ({currency, bankCode, accountNumber}: AccountQuestion): CallWithBody => ({
  path: '/payaza-account/api/v1/mainaccounts/merchant/provider/enquiry',
  body: {service_payload: {currency, bank_code: bankCode, account_number: accountNumber}},
});

/** The result of a name enquiry. A name counts only if the number and the bank code that the answer names match (`isOfOther`). */
export type HolderOutcome =
  | {
      readonly kind: 'found';
      readonly name: string;
      readonly status: string;
      readonly accountNumber: string | null;
      readonly bankCode: string | null;
    }
  | {readonly kind: 'refused'; readonly text: string}
  | {readonly kind: 'unclear'; readonly why: 'no-answer' | 'credentials' | 'busy' | 'other'; readonly text: string};

const enquiryAnswer = reading({
  /** 200 for a success. 500 both for a mistake in the input and for a failure of the service. */
  response_code: integer,
  response_message: text,
});

/** The `response_content` of a success. */
const holderAnswer = reading({
  account_name: text,
  /** `ACTIVE`. No document mentions another value. */
  account_status: text,
  account_number: textOrNull,
  bank_code: textOrNull,
});

/** The documented messages for wrong input, under any status. The text decides because failures of the service have the same code. */
const wrongAccount =
  /bank code should be \d+ values|unknown bank code|invalid account|account number should be \d+ values/i;

/** Whether the answer names another account or bank than the one in the question. */
export const isOfOther = (
  {accountNumber, bankCode}: Extract<HolderOutcome, {kind: 'found'}>,
  asked: Pick<AccountQuestion, 'accountNumber' | 'bankCode'>,
): boolean =>
  (accountNumber ?? asked.accountNumber) !== asked.accountNumber || (bankCode ?? asked.bankCode) !== asked.bankCode;

export function interpretHolder(answer: Answer): HolderOutcome {
  if (answer.kind !== 'answered') return {kind: 'unclear', why: 'no-answer', text: answer.phase ?? answer.code};
  const {http, body} = answer;
  const text = isObject(body) ? (enquiryAnswer(body).response_message ?? spokenText(body)) : '';
  const message = text || plainText(answer);
  if (http === 429) return {kind: 'unclear', why: 'busy', text: message};
  if (!isServiceBody(body)) return {kind: 'unclear', why: 'other', text: plainText(answer)};
  if (http === 401 || http === 403) return {kind: 'unclear', why: 'credentials', text: message};
  if (enquiryAnswer(body).response_code !== 200) {
    return isRefused(answer, text) ? {kind: 'refused', text: message} : {kind: 'unclear', why: 'other', text: message};
  }
  return (isSuccess(http) ? holderOf(body) : undefined) ?? {kind: 'unclear', why: 'other', text: message};
}

function isRefused(answer: Answered, text: string): boolean {
  if (wrongAccount.test(text)) return true;
  return (
    isRefusal(answer.http) && whatIsMissing(answer) === undefined && !duplicate.test(text) && !saysItMayStand(text)
  );
}

function holderOf(body: Body): HolderOutcome | undefined {
  const content = holderAnswer(asObject(body['response_content']));
  const {account_name: name, account_status: status = '', account_number: accountNumber, bank_code: bankCode} = content;
  return name === undefined ? undefined : {kind: 'found', name, status, accountNumber, bankCode};
}
