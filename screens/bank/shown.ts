import {markets} from '../../src/core/market/markets.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import type {Currency} from '../../src/core/money/money.js';
import type {Verdict} from '../../src/core/payment/payment.js';
import {cleanText} from '../../src/core/text/text.js';

import type {ListedBank} from '../../src/till/accounts.js';
import type {Context} from '../kit/step.js';
import type {HolderAnswer} from './enquire.js';

type Reader = Pick<Context, 'language'>;

/** A currency and the countries that pay in it. */
export function currencyText(currency: Currency, {language}: Reader): string {
  const countries = markets
    .filter(market => market.currency === currency)
    .map(({country}) => messages(language).country[country]);
  return [currency, countries.join(', ')].filter(text => text !== '').join('  ');
}

/** What a bank cannot do now; empty for one that can. */
export function bankFlag({active, blocked}: ListedBank, {language}: Reader): string {
  const {inactive, blocked: closed} = messages(language).command.bank;
  if (!active) return inactive;
  return blocked ? closed : '';
}

/** A bank in a line: its name, code, and whether it is inactive or blocked. */
export function bankText(bank: ListedBank, reader: Reader): string {
  const flag = bankFlag(bank, reader);
  const text = `${cleanText(bank.name, 50)}  ${cleanText(bank.code, 20)}`;
  return flag === '' ? text : `${text}  ✗ ${flag}`;
}

/** What to know of the bank that was taken; empty for one in order. */
export function closedText(bank: ListedBank | undefined, {language}: Reader): string {
  return bank === undefined || (bank.active && !bank.blocked) ? '' : messages(language).command.holder.closed;
}

export type SaidAnswer = {readonly verdict: Verdict; readonly word: string; readonly texts: readonly string[]};

/** Who holds the account, as a verdict, its word and sentences. */
export function answerTexts(answer: Exclude<HolderAnswer, {kind: 'asking'}>, {language}: Reader): SaidAnswer {
  const words = messages(language).planScreen.bank;
  if (answer.kind === 'failed') {
    const isRefused = answer.problem.code === 'account-refused';
    const texts = [problemText(answer.problem, language)];
    return isRefused
      ? {verdict: 'not-paid', word: words.notFound, texts}
      : {verdict: 'not-known', word: words.unclear, texts};
  }
  const {name, status, isOther} = answer;
  const holder = cleanText(name, 80);
  const state = status === '' ? [] : [words.state({state: cleanText(status, 40)})];
  if (!isOther) return {verdict: 'paid', word: words.found, texts: [holder, ...state]};
  return {
    verdict: 'needs-person',
    word: words.other,
    texts: [messages(language).command.holder.other, holder, ...state],
  };
}
