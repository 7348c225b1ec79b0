import {marketOf} from '../../src/core/market/markets.js';
import {type Currency, currencies} from '../../src/core/money/money.js';
import {Problem} from '../../src/core/problem.js';
import type {AccountQuestion} from '../../src/core/service/service.js';
import type {ListedBank} from '../../src/till/accounts.js';
import type {Desk} from '../desk.js';
import {type Acting, type Logic, type Model, pop, push, replace, type Step, still} from '../model.js';
import {wordsLine} from '../plans/words-line.js';
import {changed} from '../shift/heard.js';
import {stepAt} from '../terminal/bindings.js';
import {emptyLine, type LineRules, lineOf, textOf, textRules} from '../terminal/line.js';
import {type BankField, type BankMessage, type BankScreen, bankFields} from './bank-screens.js';
import {fitting, markedIn} from './pick.js';

/** Some accounts have letters in them; what stands between their groups is passed over. */
const accountRules: LineRules = {accepts: /^[0-9A-Za-z -]$/, longest: 40};

/** The currency of the shop's own country is marked first. */
export function openBank(model: Model, {shop}: Pick<Desk, 'shop'>): Step {
  const screen: BankScreen = {
    kind: 'bank',
    lines: {currency: emptyLine, bank: emptyLine, account: emptyLine},
    focus: 'currency',
    index: currencies.indexOf(marketOf(shop.country).currency),
    currency: undefined,
    list: undefined,
    bank: undefined,
    answer: undefined,
    wrong: undefined,
  };
  return still(push(model, screen));
}

/** The currencies that what was typed may mean. */
export function currenciesFitting({lines}: BankScreen): readonly Currency[] {
  return fitting(currencies, textOf(lines.currency), currency => [currency]);
}

/** The banks that what was typed may mean. */
export function banksFitting({lines, list}: BankScreen): readonly ListedBank[] {
  const banks = list?.kind === 'heard' ? list.banks : [];
  return fitting(banks, textOf(lines.bank), ({name, shortName, code}) => [name, shortName, code]);
}

const countOf = (screen: BankScreen): number =>
  screen.focus === 'currency' ? currenciesFitting(screen).length : banksFitting(screen).length;

const inList = ['pick-marked', 'select', 'leave-list'] as const;
const inForm = ['next-field', 'previous-field'] as const;

export const bankLogic: Logic<BankScreen> = {
  field: ({focus}) => (focus === 'account' ? accountRules : textRules),
  edit: (screen, change) => {
    const {focus, lines} = screen;
    const typed = change(lines[focus]);
    if (typed === lines[focus]) return screen;
    // An account number has the lengths of cards on its way to its own: it is looked at when it is whole.
    const {line, problem} = focus === 'account' ? {line: typed, problem: undefined} : wordsLine(typed);
    const next: BankScreen = {
      ...screen,
      lines: {...lines, [focus]: line},
      answer: undefined,
      wrong: problem && {field: focus, problem},
    };
    if (focus === 'currency') return {...next, index: 0, currency: undefined, list: undefined, bank: undefined};
    return focus === 'bank' ? {...next, index: 0, bank: undefined} : next;
  },
  offers: screen => [
    ...(isPicking(screen) && countOf(screen) > 1
      ? inList
      : ([screen.focus === 'account' ? 'ask-holder' : 'continue', ...inForm] as const)),
    'back',
  ],
  act: acting => {
    const {model, screen, action, place} = acting;
    const to = (next: BankScreen): Step => still(replace(model, next));
    const {line, problem} = wordsLine(screen.lines.account);
    if (problem !== undefined && action !== 'back')
      return to(wrong({...screen, lines: {...screen.lines, account: line}}, 'account', problem));
    switch (action) {
      case 'continue':
      case 'pick-marked':
        return screen.focus === 'currency' ? takeCurrency(acting) : takeBank(acting);
      case 'ask-holder':
        return askHolder(acting);
      case 'select': {
        const count = countOf(screen);
        const by = stepAt(place, {page: listPage, all: count});
        return to({...screen, index: markedIn(markedIn(screen.index, count) + by, count)});
      }
      case 'next-field':
        return next(acting);
      case 'leave-list':
        return place === 0 ? next(acting) : to(moved(screen, -1));
      case 'previous-field':
        return to(moved(screen, -1));
      default:
        return still(pop(model));
    }
  },
};

const listPage = 8;

/** The currency is needed before everything else. */
function next(acting: Acting<BankScreen>): Step {
  const {model, screen} = acting;
  const isMissing = screen.focus === 'currency' && screen.currency === undefined;
  return isMissing ? takeCurrency(acting) : still(replace(model, moved(screen, 1)));
}

/** Whether a list is open below the field. */
export function isPicking({focus, currency, bank}: BankScreen): boolean {
  return (focus === 'currency' && currency === undefined) || (focus === 'bank' && bank === undefined);
}

function moved(screen: BankScreen, by: 1 | -1): BankScreen {
  const at = bankFields.indexOf(screen.focus) + by + bankFields.length;
  return {...screen, focus: bankFields[at % bankFields.length] ?? 'currency', index: 0, wrong: undefined};
}

const wrong = (screen: BankScreen, field: BankField, problem: Problem): BankScreen => ({
  ...screen,
  focus: field,
  wrong: {field, problem},
});

/** The marked currency; its banks are asked for. */
function takeCurrency({model, screen}: Acting<BankScreen>): Step {
  const fits = currenciesFitting(screen);
  const currency = screen.currency ?? fits[markedIn(screen.index, fits.length)];
  if (currency === undefined) {
    const problem = new Problem('currency-unknown', {currency: textOf(screen.lines.currency)});
    return still(replace(model, wrong(screen, 'currency', problem)));
  }
  if (currency === screen.currency && screen.list?.kind !== 'failed') return still(replace(model, moved(screen, 1)));
  const next: BankScreen = {
    ...screen,
    lines: {...screen.lines, currency: lineOf(currency)},
    currency,
    list: {kind: 'asking'},
    bank: undefined,
    focus: 'bank',
    index: 0,
    wrong: undefined,
  };
  return still(replace(model, next), {kind: 'read-banks', currency});
}

/** The marked bank; a list that did not come is asked for again. */
function takeBank(acting: Acting<BankScreen>): Step {
  const {model, screen} = acting;
  if (screen.bank !== undefined) return still(replace(model, moved(screen, 1)));
  if (screen.list?.kind !== 'heard') return screen.list?.kind === 'asking' ? still(model) : takeCurrency(acting);
  const fits = banksFitting(screen);
  const bank = fits[markedIn(screen.index, fits.length)];
  if (bank === undefined) return still(model);
  const lines = {...screen.lines, bank: lineOf(bank.code)};
  return still(
    replace(model, {...screen, lines, bank, focus: 'account', index: 0, answer: undefined, wrong: undefined}),
  );
}

/** Enter: to what is still missing, or the question who holds the account. */
function askHolder({model, screen}: Acting<BankScreen>): Step {
  const {currency, bank, lines, answer} = screen;
  if (answer?.kind === 'asking') return still(model);
  if (currency === undefined) return still(replace(model, {...screen, focus: 'currency', index: 0}));
  if (bank === undefined) return still(replace(model, {...screen, focus: 'bank', index: 0}));
  const accountNumber = textOf(lines.account).replaceAll(/[\s-]/gu, '');
  if (accountNumber === '') return still(replace(model, {...screen, wrong: undefined}));
  const {line, problem} = wordsLine(lineOf(accountNumber));
  if (problem !== undefined)
    return still(replace(model, wrong({...screen, lines: {...lines, account: line}}, 'account', problem)));
  const question: AccountQuestion = {currency, bankCode: bank.code, accountNumber};
  return still(replace(model, {...screen, answer: {kind: 'asking'}, wrong: undefined}), {kind: 'ask-holder', question});
}

/** What comes of a question, if it is still the one that is being asked. */
export function bankHeard(model: Model, message: BankMessage): Model {
  return changed(model, 'bank', screen => {
    if (message.kind === 'banks-read') {
      const isWanted = screen.currency === message.currency && screen.list?.kind === 'asking';
      return isWanted ? {...screen, list: message.list, index: 0} : screen;
    }
    const {question, answer} = message;
    const isSame = screen.bank?.code === question.bankCode && screen.currency === question.currency;
    return isSame && screen.answer?.kind === 'asking' ? {...screen, answer} : screen;
  });
}
