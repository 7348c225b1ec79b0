import {Problem} from '../../src/core/problem.js';
import {unanswered} from '../../src/core/service/reply.js';
import type {AccountQuestion} from '../../src/core/service/service.js';
import type {FoundHolder} from '../../src/till/accounts.js';
import {unansweredProblem} from '../../src/till/plans.js';
import type {Till} from '../../src/till/till.js';
import type {Message} from '../model.js';
import type {BankEffect, BankList, HolderAnswer} from './bank-screens.js';

/** Asks about banks and accounts. Neither question moves anything. */
export async function runBankEffect(
  till: Till,
  effect: BankEffect,
  dispatch: (message: Message) => void,
): Promise<void> {
  switch (effect.kind) {
    case 'read-banks': {
      const {currency} = effect;
      const {answer, banks} = await till.banks(currency);
      const missing = new Problem('currency-unknown', {currency});
      const list: BankList =
        banks === undefined
          ? {kind: 'failed', problem: unansweredProblem(unanswered(answer, 'required'), missing)}
          : {kind: 'heard', banks};
      return dispatch({kind: 'banks-read', currency, list});
    }
    case 'ask-holder': {
      const {question} = effect;
      return dispatch({kind: 'holder-read', question, answer: holderAnswer(question, await till.holder(question))});
    }
  }
}

const unclear = {
  'no-answer': 'service-unreachable',
  credentials: 'key-refused',
  busy: 'service-busy',
  other: 'service-unclear',
} as const;

/** What the answer says of the account that was asked about. */
export function holderAnswer(question: AccountQuestion, {outcome}: Pick<FoundHolder, 'outcome'>): HolderAnswer {
  if (outcome.kind === 'refused')
    return {kind: 'failed', problem: new Problem('account-refused', {text: outcome.text})};
  if (outcome.kind === 'unclear')
    return {kind: 'failed', problem: new Problem(unclear[outcome.why], {code: outcome.text})};
  const {name, status, accountNumber, bankCode} = outcome;
  const isOther =
    (accountNumber !== null && accountNumber !== question.accountNumber) ||
    (bankCode !== null && bankCode !== question.bankCode);
  return {kind: 'found', name, status, isOther};
}
