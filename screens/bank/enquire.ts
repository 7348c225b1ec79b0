import type {AccountQuestion} from '../../src/core/endpoints/account-holder.js';
import type {Currency} from '../../src/core/money/money.js';
import {Problem} from '../../src/core/problem.js';
import {unanswered} from '../../src/core/service/reply.js';
import type {FoundHolder, ListedBank} from '../../src/till/accounts.js';
import {unansweredProblem} from '../../src/till/plans.js';
import type {Till} from '../../src/till/till.js';

/** How the banks of a currency stand. */
export type BanksAsked =
  | {readonly kind: 'asking'}
  | {readonly kind: 'heard'; readonly banks: readonly ListedBank[]}
  | {readonly kind: 'failed'; readonly problem: Problem};

/** Who holds the account. `isOther`: the answer names another account or bank than was asked about. */
export type HolderAnswer =
  | {readonly kind: 'asking'}
  | {readonly kind: 'found'; readonly name: string; readonly status: string; readonly isOther: boolean}
  | {readonly kind: 'failed'; readonly problem: Problem};

export type BankAsks =
  | {readonly kind: 'banks'; readonly currency: Currency}
  | {readonly kind: 'holder'; readonly question: AccountQuestion};
export type BankAnswer =
  | {readonly kind: 'banks'; readonly list: BanksAsked}
  | {readonly kind: 'holder'; readonly answer: HolderAnswer};

/** Asks about banks and accounts. Neither question moves anything. */
export async function enquire(asks: BankAsks, till: Till, answer: (answer: BankAnswer) => void): Promise<void> {
  if (asks.kind === 'holder')
    return answer({kind: 'holder', answer: holderAnswer(asks.question, await till.holder(asks.question))});
  const {currency} = asks;
  const listed = await till.banks(currency);
  const missing = new Problem('currency-unknown', {currency});
  const list: BanksAsked =
    listed.banks === undefined
      ? {kind: 'failed', problem: unansweredProblem(unanswered(listed.answer, 'required'), missing)}
      : {kind: 'heard', banks: listed.banks};
  answer({kind: 'banks', list});
}

const unclear = {credentials: 'key-refused', busy: 'service-busy', other: 'service-unclear'} as const;

const unclearProblem = ({why, text}: Extract<FoundHolder['outcome'], {kind: 'unclear'}>): Problem =>
  why === 'no-answer'
    ? new Problem('service-unreachable', {code: text})
    : new Problem(unclear[why], undefined, {code: text});

/** What the answer says of the account that was asked about. */
export function holderAnswer(question: AccountQuestion, {outcome}: Pick<FoundHolder, 'outcome'>): HolderAnswer {
  if (outcome.kind === 'refused')
    return {kind: 'failed', problem: new Problem('account-refused', {text: outcome.text})};
  if (outcome.kind === 'unclear') return {kind: 'failed', problem: unclearProblem(outcome)};
  const {name, status, accountNumber, bankCode} = outcome;
  const isOther =
    (accountNumber !== null && accountNumber !== question.accountNumber) ||
    (bankCode !== null && bankCode !== question.bankCode);
  return {kind: 'found', name, status, isOther};
}
