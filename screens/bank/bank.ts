import {type AccountQuestion, isOfOther} from '../../src/core/endpoints/account-holder.js';
import {countryName, marketOf, markets} from '../../src/core/market/markets.js';
import {messages} from '../../src/core/messages/messages.js';
import {type Currency, currencies} from '../../src/core/money/money.js';
import type {Verdict} from '../../src/core/payment/payment.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {Problem} from '../../src/core/problem.js';
import {cleanText} from '../../src/core/text/text.js';
import {accountsProblem, type FoundHolder, type ListedBank} from '../../src/till/accounts.js';
import {type Block, fact, gap, type ListBlock, type ListRow, notice, title, verdict} from '../../src/views/block.js';
import {emptyForm, type Filled, fieldBlocks, moved, typedIn} from '../kit/form.js';
import {fitting, markedList, placeIn} from '../kit/list.js';
import {type Context, type Form, type Screen, type Step, type Task, task} from '../kit/screen.js';
import {wordsLine} from '../order/masks.js';
import {keyText} from '../terminal/bindings.js';
import {type emptyLine, type LineRules, lineOf, textRules} from '../terminal/line.js';

type Field = 'currency' | 'bank' | 'account';
type Bank = Filled<Field> & {
  readonly index: number;
  readonly currency: Currency | undefined;
  readonly list: BanksAsked | undefined;
  readonly bank: ListedBank | undefined;
  readonly answer: HolderAnswer | undefined;
};

/** Some accounts contain letters. Separators between their groups are ignored. */
const accountRules: LineRules = {accepts: /^[0-9A-Za-z -]$/, longest: 40};
const page = 8;

const currenciesFitting = (state: Bank) => fitting(currencies, typedIn(state, 'currency'), each => [each]);
const banksFitting = (state: Bank) =>
  fitting(state.list?.kind === 'heard' ? state.list.banks : [], typedIn(state, 'bank'), ({name, shortName, code}) => [
    name,
    shortName,
    code,
  ]);

const rows = markedList<Bank, ListRow>(
  (state, context) =>
    state.focus === 'currency'
      ? currenciesFitting(state).map(each => ({id: each, cells: [currencyText(each, context)], tone: 'plain'}))
      : banksFitting(state).map(each => ({
          id: each.code,
          cells: [bankText(each, context)],
          tone: bankFlag(each, context) === '' ? 'plain' : 'quiet',
        })),
  ({id}) => id,
);
/** Whether a list is open below the field. */
const isPicking = ({focus, currency, bank}: Bank) =>
  (focus === 'currency' && currency === undefined) || (focus === 'bank' && bank === undefined);
const isInList = (state: Bank, context: Context) => isPicking(state) && rows.rowsIn(state, context).length > 1;
const isInForm = (state: Bank, context: Context) => !isInList(state, context);

function form(state: Bank, context: Context): Form<Bank> {
  const {fields, hints, accountMissing} = context.messages.planScreen.bank;
  const {bank} = state;
  const words = {rules: textRules, guard: (_: unknown, line: typeof emptyLine) => wordsLine(line)};
  const none = {answer: undefined, index: 0, bank: undefined};
  return [
    {
      ...words,
      id: 'currency',
      label: fields.currency,
      hint: hints.currency,
      edited: now => ({...now, ...none, currency: undefined, list: undefined}),
    },
    {
      ...words,
      id: 'bank',
      label: fields.bank,
      hint: hints.bank,
      note: bank === undefined ? '' : cleanText(bank.name, 30),
      warning: closedText(bank, context),
      edited: now => ({...now, ...none}),
    },
    // While an account number is typed, it can be as long as a card number. It is checked when it is complete.
    {
      id: 'account',
      label: fields.account,
      rules: accountRules,
      hint: accountMissing,
      edited: now => ({...now, answer: undefined}),
    },
  ];
}

const at = (state: Bank, focus: Field): Bank => ({...state, focus, index: 0, wrong: undefined});
const wrongIn = (state: Bank, field: Field, problem: Problem): Step<Bank> => ({
  state: {...state, focus: field, wrong: {field, problem}},
});

function takeCurrency(state: Bank): Step<Bank> {
  const fits = currenciesFitting(state);
  const currency = state.currency ?? fits[placeIn(state.index, fits.length)];
  if (currency === undefined)
    return wrongIn(state, 'currency', new Problem('currency-unknown', {currency: typedIn(state, 'currency')}));
  if (currency === state.currency && state.list?.kind !== 'failed') return {state: at(state, 'bank')};
  const lines = {...state.lines, currency: lineOf(currency)};
  return {
    state: {...at(state, 'bank'), lines, currency, list: {kind: 'asking'}, bank: undefined},
    asks: askingBanks(currency),
  };
}

/** Takes the marked bank. If the list did not arrive, it is requested again. */
function takeBank(state: Bank): Step<Bank> {
  if (state.bank !== undefined) return {state: at(state, 'account')};
  if (state.list?.kind !== 'heard') return state.list?.kind === 'asking' ? {} : takeCurrency(state);
  const fits = banksFitting(state);
  const bank = fits[placeIn(state.index, fits.length)];
  if (bank === undefined) return {};
  return {state: {...at(state, 'account'), lines: {...state.lines, bank: lineOf(bank.code)}, bank, answer: undefined}};
}

/** Goes to what is still missing, or asks who holds the account. */
function askHolder(state: Bank): Step<Bank> {
  const {currency, bank, answer} = state;
  if (answer?.kind === 'asking') return {};
  if (currency === undefined) return {state: {...state, focus: 'currency', index: 0}};
  if (bank === undefined) return {state: {...state, focus: 'bank', index: 0}};
  const accountNumber = typedIn(state, 'account').replaceAll(/[\s-]/gu, '');
  if (accountNumber === '') return {state: {...state, wrong: undefined}};
  const question: AccountQuestion = {currency, bankCode: bank.code, accountNumber};
  return {state: {...state, answer: {kind: 'asking'}, wrong: undefined}, asks: askingHolder(question)};
}

/** Leaves the account field only if it does not contain a card number. */
const leaving =
  (step: (state: Bank, context: Context, place: number) => Step<Bank>) =>
  (state: Bank, context: Context, {place}: {readonly place: number}): Step<Bank> => {
    const {line, problem} = wordsLine(lineOf(typedIn(state, 'account').replaceAll(/[\s-]/gu, '')));
    if (problem === undefined) return step(state, context, place);
    return wrongIn({...state, lines: {...state.lines, account: line}}, 'account', problem);
  };

/** Goes to the next field. The currency is needed before all others. */
const next = (state: Bank, context: Context): Step<Bank> =>
  state.focus === 'currency' && state.currency === undefined ? takeCurrency(state) : stepping(state, context, 1);
const stepping = (state: Bank, context: Context, by: 1 | -1): Step<Bank> => ({
  state: {...moved(form(state, context), state, by), index: 0},
});
const back = (state: Bank, context: Context) => stepping(state, context, -1);
const take = (state: Bank) => (state.focus === 'currency' ? takeCurrency(state) : takeBank(state));

/** Returns the currencies or the banks that match what is typed, or who holds the account. */
function body(state: Bank, context: Context): readonly Block[] {
  const {language} = context;
  const {noCurrency, asking, noBanks, noMatch, again, askingHolder: isAsked} = context.messages.planScreen.bank;
  const {list, answer} = state;
  const quiet = (text: string) => [fact('list', text, {tone: 'quiet'})];
  if (isPicking(state) && state.focus === 'currency') {
    return rows.isFilled(state, context) ? [picking(state, context)] : quiet(noCurrency);
  }
  if (isPicking(state)) {
    if (list === undefined) return [];
    if (list.kind === 'asking') return quiet(asking);
    if (list.kind === 'failed')
      return [
        notice('failed', problemText(list.problem, language), {importance: 'standing'}),
        ...quiet(again({key: keyText('continue', context)})),
      ];
    if (list.banks.length === 0) return quiet(noBanks({currency: state.currency ?? ''}));
    return rows.isFilled(state, context) ? [picking(state, context)] : quiet(noMatch);
  }
  if (answer === undefined) return [];
  if (answer.kind === 'asking') return [fact('answer', isAsked, {tone: 'quiet'})];
  const {verdict: badge, word, texts} = answerTexts(answer, context);
  return [verdict('answer', badge, word, texts)];
}

const picking = (state: Bank, context: Context): ListBlock =>
  rows.block(state, context, {
    columns: [{title: '', grows: true}],
    row: row => row,
    narrated: ({cells: [name = '']}, {count}) => context.messages.planScreen.bank.marked({count, name}),
    empty: '',
  });

/** The holder of a bank account or a wallet. No money is sent. */
export const bank: Screen<'bank', Bank> = {
  id: 'bank',
  open: (_, {shop}) => ({
    state: {
      ...emptyForm('currency'),
      // The currency of the shop's country is marked first.
      index: currencies.indexOf(marketOf(shop.country).currency),
      currency: undefined,
      list: undefined,
      bank: undefined,
      answer: undefined,
    },
  }),
  form,
  describe: (state, context) => {
    const messages = context.messages.planScreen.bank;
    return [
      title(messages.title),
      fact('lead', messages.lead, {tone: 'quiet'}),
      gap('above'),
      ...fieldBlocks(form(state, context), state, context),
      gap('below'),
      ...body(state, context),
    ];
  },
  keys: [
    {id: 'pick-marked', when: isInList, press: leaving(take)},
    {
      id: 'select',
      when: isInList,
      press: (state, context, pressed) => ({state: rows.moved(state, context, {...pressed, page})}),
    },
    {
      id: 'leave-list',
      when: isInList,
      press: leaving((state, context, place) => (place === 0 ? next(state, context) : back(state, context))),
    },
    {
      id: 'ask-holder',
      when: (state, context) => isInForm(state, context) && state.focus === 'account',
      press: leaving(askHolder),
    },
    {
      id: 'continue',
      when: (state, context) => isInForm(state, context) && state.focus !== 'account',
      press: leaving(take),
    },
    {id: 'next-field', when: isInForm, press: leaving(next)},
    {id: 'previous-field', when: isInForm, press: leaving(back)},
    {id: 'back', press: () => ({go: 'back'})},
  ],
};

type BanksAsked =
  | {readonly kind: 'asking'}
  | {readonly kind: 'heard'; readonly banks: readonly ListedBank[]}
  | {readonly kind: 'failed'; readonly problem: Problem};

/** The answer about the holder. `isOther`: it names another account or bank than the question. */
type HolderAnswer =
  | {readonly kind: 'asking'}
  | {readonly kind: 'found'; readonly name: string; readonly status: string; readonly isOther: boolean}
  | {readonly kind: 'failed'; readonly problem: Problem};

/** Returns the task that requests the banks of a currency. The form may have been edited when the answer arrives. */
const askingBanks = (currency: Currency): Task<Bank> =>
  task({
    kind: 'banks',
    run: till => till.banks(currency),
    done: (state, {banks, answer}) => {
      const list: BanksAsked =
        banks === undefined ? {kind: 'failed', problem: accountsProblem(answer, currency)} : {kind: 'heard', banks};
      return state.list?.kind === 'asking' ? {state: {...state, list, index: 0}} : {};
    },
  });

/** Returns the task that asks for the holder. The question moves no money. */
const askingHolder = (question: AccountQuestion): Task<Bank> =>
  task({
    kind: 'holder',
    run: till => till.holder(question),
    done: (state, found) =>
      state.answer?.kind === 'asking' ? {state: {...state, answer: holderAnswer(question, found)}} : {},
  });

const unclear = {credentials: 'key-refused', busy: 'service-busy', other: 'service-unclear'} as const;

const unclearProblem = ({why, text}: Extract<FoundHolder['outcome'], {kind: 'unclear'}>): Problem =>
  why === 'no-answer'
    ? new Problem('service-unreachable', {code: text})
    : new Problem(unclear[why], undefined, {code: text});

/** Returns the answer to show for the service's outcome: an unclear answer is a `Problem`, and a refusal the `Problem` account-refused. */
export function holderAnswer(question: AccountQuestion, {outcome}: Pick<FoundHolder, 'outcome'>): HolderAnswer {
  if (outcome.kind === 'refused')
    return {kind: 'failed', problem: new Problem('account-refused', {text: outcome.text})};
  if (outcome.kind === 'unclear') return {kind: 'failed', problem: unclearProblem(outcome)};
  const {name, status} = outcome;
  return {kind: 'found', name, status, isOther: isOfOther(outcome, question)};
}

function currencyText(currency: Currency, {language}: Context): string {
  const countries = markets
    .filter(market => market.currency === currency)
    .map(({country}) => countryName(country, language));
  return [currency, countries.join(', ')].filter(text => text !== '').join('  ');
}

/** Returns why a bank cannot be used at present; empty for one that can. */
function bankFlag({active, blocked}: ListedBank, {language}: Context): string {
  const {inactive, blocked: closed} = messages(language).command.bank;
  if (!active) return inactive;
  return blocked ? closed : '';
}

/** Returns a bank as a line: its name, its code, and whether it is inactive or blocked. */
function bankText(bank: ListedBank, reader: Context): string {
  const flag = bankFlag(bank, reader);
  const text = `${cleanText(bank.name, 50)}  ${cleanText(bank.code, 20)}`;
  return flag === '' ? text : `${text}  ✗ ${flag}`;
}

/** Returns the warning about the chosen bank; empty for one that can be used. */
function closedText(bank: ListedBank | undefined, {language}: Context): string {
  return bank === undefined || (bank.active && !bank.blocked) ? '' : messages(language).command.holder.closed;
}

type SaidAnswer = {readonly verdict: Verdict; readonly word: string; readonly texts: readonly string[]};

/** Returns the verdict, its word and the sentences for an answer about the holder. */
export function answerTexts(
  answer: Exclude<HolderAnswer, {kind: 'asking'}>,
  {language}: Pick<Context, 'language'>,
): SaidAnswer {
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
